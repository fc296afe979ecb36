//! How somebody plays, as a scenario says it: the temper of the heuristic player, in percent of what is usual.

/// How somebody plays. Each is in percent: 100 is as usual, 0 not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pilot {
    /// How much damage to others counts.
    pub aggression: u16,
    /// How much the loss of one's own creatures counts.
    pub caution: u16,
    /// How many rounds it takes until losses begin to count less.
    pub patience: u16,
    /// How much more harm to who is most dangerous counts, and less harm to who is least.
    pub threat: u16,
    /// How much more harm to those counts who attacked, made one skip, or took extra turns.
    pub grudge: u16,
    /// How much cards and mana for later count.
    pub greed: u16,
}

/// One of the numbers of a [`Pilot`], by its name.
#[derive(Debug, Clone, Copy)]
pub struct PilotOption {
    /// Its name.
    pub name: &'static str,
    /// What it is a percentage of.
    pub meaning: &'static str,
    of: fn(&Pilot) -> u16,
    place: fn(&mut Pilot) -> &mut u16,
}

macro_rules! option {
    ($name:ident, $meaning:literal) => {
        PilotOption {
            name: stringify!($name),
            meaning: $meaning,
            of: |pilot| pilot.$name,
            place: |pilot| &mut pilot.$name,
        }
    };
}

impl Pilot {
    /// As usual.
    pub const DEFAULT: Pilot =
        Pilot { aggression: 100, caution: 100, patience: 100, threat: 100, grudge: 100, greed: 100 };

    /// The greatest percentage.
    pub const MOST: u16 = 1000;

    /// The numbers by name, in the order in which they are written.
    pub const OPTIONS: [PilotOption; 6] = [
        option!(aggression, "how much damage to others counts"),
        option!(caution, "how much the loss of its own creatures counts"),
        option!(patience, "how many rounds it takes until losses begin to count less"),
        option!(threat, "how much more harm to who is most dangerous counts, and less harm to who is least"),
        option!(grudge, "how much more harm to those counts who attacked it, made it skip, or took extra turns"),
        option!(greed, "how much cards and mana for later count"),
    ];

    /// So many percent of a number.
    #[must_use]
    pub const fn part(percent: u16, of: i32) -> i32 {
        of * percent as i32 / 100
    }
}

impl PilotOption {
    /// What it is there.
    #[must_use]
    pub fn of(&self, pilot: &Pilot) -> u16 {
        (self.of)(pilot)
    }

    /// The same pilot with this number.
    #[must_use]
    pub fn with(&self, pilot: &Pilot, percent: u16) -> Pilot {
        let mut changed = *pilot;
        *(self.place)(&mut changed) = percent;
        changed
    }
}

impl Default for Pilot {
    fn default() -> Pilot {
        Pilot::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_means_one_number() {
        for (at, option) in Pilot::OPTIONS.iter().enumerate() {
            let changed = option.with(&Pilot::DEFAULT, 30);
            let seen = Pilot::OPTIONS.map(|option| option.of(&changed));
            assert_eq!(std::array::from_fn(|n| if n == at { 30 } else { 100 }), seen, "{}", option.name);
        }
        assert_eq!((Pilot::part(250, 4), Pilot::part(0, 9), Pilot::part(50, -7)), (10, 0, -3));
    }
}
