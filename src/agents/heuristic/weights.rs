//! What counts how much: every weight of the heuristic player, as integers in one place.
//!
//! `turnlab tune` varies them one at a time, by self-play, and says which of them another value would serve better.

/// What damage counts at a table of several, in percent, at least and at most.
const LEAST: i64 = 20;
const MOST: i64 = 400;

/// So that points can be added up, whatever the damage.
pub(super) const MOST_POINTS: i64 = 1_000_000;
/// Life beyond which more makes no difference.
const MOST_LIFE: i64 = 100_000;

/// Where a weight is read and written.
type Place = (fn(&Weights) -> i32, fn(&mut Weights) -> &mut i32);

/// One of the [`Weights`] by its name.
#[derive(Debug, Clone, Copy)]
pub struct Weight {
    /// Its name.
    pub name: &'static str,
    /// What it counts in: points, percent, rounds, life, cards.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
    place: Place,
}

macro_rules! weights {
    ($($name:ident : $unit:literal = $value:literal, $meaning:literal;)*) => {
        /// What counts how much. A point is about a fourteenth of a card.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Weights {
            $(
                #[doc = concat!($meaning, " (", $unit, ")")]
                pub $name: i32,
            )*
        }

        impl Weights {
            /// The weights that are played with.
            pub const DEFAULT: Weights = Weights { $($name: $value,)* };

            /// All of them by name, in the order in which they are written.
            pub const ALL: &[Weight] = &[$(Weight {
                name: stringify!($name),
                unit: $unit,
                meaning: $meaning,
                place: (|weights| weights.$name, |weights| &mut weights.$name),
            },)*];
        }
    };
}

weights! {
    // What effects are worth.
    card: "points" = 14, "A card drawn.";
    discard: "points" = 9, "A card discarded, to who loses it.";
    life_lost: "points" = 2, "A point of life lost or dealt in damage, to who loses it.";
    lethal: "points" = 500, "A player who is dealt the last of their life.";
    monarch: "points" = 25, "Becoming the monarch.";
    initiative: "points" = 35, "Taking the initiative.";
    venture: "points" = 12, "A room further into a dungeon.";
    extra_turn: "points" = 80, "An extra turn.";
    skipped_turn: "points" = 70, "A turn skipped, to whose it is.";
    skipped_beginning: "points" = 45, "A beginning phase skipped.";
    skipped_untap: "points" = 35, "An untap step skipped.";
    skipped_main: "points" = 30, "A main phase skipped.";
    skipped_combat: "points" = 22, "A combat phase skipped.";
    another_attack: "points" = 20, "One more attack, when only its price is known.";

    // What is done at all.
    worthwhile: "points" = 6, "What an act must be worth to be done.";
    matters: "points" = 38, "What a spell must be worth to its controller to be countered.";
    answer: "points" = 60, "The mana for an answer to spells in hand, kept for others' turns with little life left.";
    spare_mana: "points" = 4, "A mana that could be spent otherwise, when something is to be paid for.";
    locked_mana: "points" = 6, "A mana, while what is tapped stays tapped.";
    later: "points" = 4, "What each turn of waiting for a suspended card costs.";
    put_by: "points" = 9, "A card put by for later turns.";
    held: "points" = 60, "A lock that somebody else made, to whom it holds.";
    bearer: "points" = 10, "A creature that an Equipment goes to, besides what it gets.";

    // Attacks.
    kill: "points" = 1000, "An attack that kills its defender.";
    damage: "percent" = 100, "Damage to a player, which counts more the less life they have left.";
    levelling: "percent" = 250, "How much more damage counts to who has 20 life more, while everybody of a table is in.";
    table: "percent" = 1000, "What an attack counts at a table of more than two, against the attackers that it may cost.";
    last_cards: "cards" = 8, "Cards in one's own library below which nothing is kept from attacking.";
    safe_attack: "percent" = 100, "What an attack counts that a block would gain nothing from, against one that cannot be blocked.";
    patient: "rounds" = 4, "Rounds before anybody gets impatient.";
    impatience: "percent" = 8, "What the loss of a creature counts less in each round after these.";
    bravest: "percent" = 10, "What the loss of a creature counts at least.";

    // Blocks.
    block_margin: "life" = 4, "Life to be left after an attack; below it everything blocks that can.";
    block_low: "life" = 12, "Life from which on creatures are traded more freely.";

    // Politics: how dangerous an opponent is, and what that changes.
    threat_board: "percent" = 50, "What they control, in points.";
    threat_power: "points" = 4, "A point of power that could attack.";
    threat_card: "points" = 7, "A card in their hand.";
    threat_life: "points" = 1, "A point of their life.";
    threat_turn: "points" = 30, "An extra turn that waits for them.";
    threat_taken: "points" = 5, "An extra turn that they have taken.";
    threat_commander: "points" = 3, "A point of combat damage that their commanders have dealt to this player.";
    threat_clock: "points" = 60, "Power enough to kill this player in one attack.";
    threat_swing: "percent" = 50, "How much more harm to the most dangerous counts, and less to the least dangerous, at most.";
    several: "percent" = 55, "What harm to a permanent counts while there are several opponents, whom its end serves as well.";
    grudge_damage: "points" = 2, "A point of damage that they dealt to this player.";
    grudge_attacker: "points" = 2, "A creature that attacked this player.";
    grudge_skip: "points" = 25, "A turn, phase or step that they made this player skip.";
    grudge_turn: "points" = 8, "A turn that they took after one of their own.";
    grudge_fade: "percent" = 10, "What a grudge loses in each round without another cause.";
    grudge_swing: "percent" = 40, "How much more harm to who is resented most counts, at most.";

    // When a game is given up, where the table's rules have players do that.
    hopeless_board: "percent" = 25, "What one has at most, of what the strongest opponent has, to be without hope.";
    hopeless_rounds: "rounds" = 2, "Rounds in which one must be about to lose, to be without hope.";
}

impl Weight {
    /// What it is there.
    #[must_use]
    pub fn of(&self, weights: &Weights) -> i32 {
        (self.place.0)(weights)
    }

    /// The same weights with this one of that value.
    #[must_use]
    pub fn with(&self, weights: &Weights, value: i32) -> Weights {
        let mut changed = *weights;
        *(self.place.1)(&mut changed) = value;
        changed
    }
}

impl Weights {
    /// What so much damage to a player counts, in points, by the life they have left. In a duel more the less it is, and at a
    /// table from which somebody is out: who waits there is served by its end. At a table of several who are all in, more the
    /// more it is: whoever is beaten alone sits out what the others still have to play, and who is left untouched wins it.
    pub(super) fn of_damage(&self, damage: i32, life: i32, level: bool) -> i32 {
        let life = i64::from(life).clamp(1, MOST_LIFE);
        let each = match level {
            true => 3 * (100 + i64::from(self.levelling) * (life - 20) / 20).clamp(LEAST, MOST),
            false => 100 * (2 * life + 60) / (life + 5),
        };
        let points = i64::from(damage).clamp(-MOST_POINTS, MOST_POINTS) * each * i64::from(self.damage) / 10_000;
        points.clamp(-MOST_POINTS, MOST_POINTS) as i32
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::DEFAULT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_means_one_weight() {
        for (at, weight) in Weights::ALL.iter().enumerate() {
            let before = weight.of(&Weights::DEFAULT);
            let changed = weight.with(&Weights::DEFAULT, before + 1);
            let differing: Vec<usize> = (0..Weights::ALL.len())
                .filter(|n| Weights::ALL[*n].of(&changed) != Weights::ALL[*n].of(&Weights::DEFAULT))
                .collect();
            assert_eq!(differing, [at], "{}", weight.name);
            assert!(weight.meaning.ends_with('.') && !weight.unit.is_empty(), "{}", weight.name);
        }
    }

    /// Twice as much when nearly all life is gone as when there is all of it.
    #[test]
    fn damage_counts_more_the_less_life_is_left() {
        let of = |life| Weights::DEFAULT.of_damage(10, life, false);
        assert_eq!((of(40), of(20), of(5), of(0)), (31, 40, 70, 103));
        let much = Weights::DEFAULT.of_damage(i32::MAX, i32::MAX, false);
        assert_eq!(i64::from(much), MOST_POINTS);
    }

    #[test]
    fn at_a_table_of_several_damage_counts_more_the_more_life_is_left() {
        let of = |life| Weights::DEFAULT.of_damage(100, life, true);
        assert_eq!((of(40), of(20), of(0), of(1_000)), (1_050, 300, 60, 1_200));
    }
}
