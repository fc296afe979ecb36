//! Amounts (`7 - hand`, `count creature yours`, `power of target`) and conditions (`your-turn and life <= 5`).

use crate::cards::card::WayKind;
use crate::cards::compile::Compiler;
use crate::cards::effect::{Amount, AmountId, Comparison, Condition, ConditionId, Daytime, What, Who};
use crate::cards::limits;
use crate::cards::mana::ManaSet;

use super::{Fault, Parsed, Word, first, named, names, nothing_more, split_last};

const PLAIN: &[(&str, Amount)] = &[
    ("x", Amount::X),
    ("kicked", Amount::Kicked),
    ("creatures-died", Amount::CreaturesDied),
    ("nontoken-creatures-died", Amount::NontokensDied),
    ("marks", Amount::Marks),
    ("commander-colours", Amount::CommanderColours),
    ("colours-spent", Amount::ColoursSpent),
    ("number-of-them", Amount::Them),
    ("starting-life", Amount::StartingLife),
    ("level", Amount::Level),
    ("highest-life", Amount::HighestLife),
    ("lowest-life-of-opponents", Amount::LowestLifeOfOpponents),
    ("most-life-lost", Amount::MostLifeLost),
    ("most-life-lost-by-opponents", Amount::MostLifeLostByOpponents),
    ("most-damage-to-opponent", Amount::MostDamageToOpponent),
    ("namesakes-cast", Amount::NamesakesCast),
    ("party", Amount::Party),
    ("opponents", Amount::Opponents),
    ("that", Amount::That),
    ("result", Amount::Result),
    ("opponents-attacked", Amount::OpponentsAttacked),
    ("opponents-damaged", Amount::OpponentsDamaged),
    ("damage-to-opponents", Amount::DamageToOpponents),
    ("attackers-this-turn", Amount::Attackers),
    ("fullest-graveyard-of-opponents", Amount::FullestGraveyard),
];

/// An amount of something.
type Of<T> = fn(T) -> Amount;

/// Amounts of a player; without `of ...` the controller's.
const OF_PLAYER: &[(&str, Of<Who>)] = &[
    ("life", Amount::Life),
    ("hand", Amount::Hand),
    ("spells-cast", Amount::SpellsCastThisTurn),
    ("noncreature-spells-cast", Amount::NoncreatureSpellsCast),
    ("energy", Amount::Energy),
    ("experience", Amount::Experience),
    ("library", Amount::Library),
    ("life-lost", Amount::LifeLost),
    ("life-gained", Amount::LifeGained),
    ("tokens-created", Amount::TokensCreated),
    ("types-in-graveyard", Amount::TypesInGraveyard),
    ("own-creatures-died", Amount::CreaturesDiedOf),
    ("cards-drawn", Amount::CardsDrawn),
    ("turns-begun", Amount::TurnsBegun),
];

/// Amounts of an object; without `of ...` the source's.
const OF_OBJECT: &[(&str, Of<What>)] = &[
    ("power", Amount::Power),
    ("toughness", Amount::Toughness),
    ("mana-value", Amount::ManaValue),
    ("commander-casts", Amount::CommanderCasts),
    ("attacks", Amount::AttacksThisTurn),
];

const CONDITIONS: &[(&str, Condition)] = &[
    ("your-turn", Condition::YourTurn),
    ("extra-turn", Condition::ExtraTurn),
    ("first-combat", Condition::FirstCombat),
    ("your-main-phase", Condition::YourMainPhase),
    ("combat", Condition::Combat),
    ("was-cast", Condition::WasCast),
    ("untapped", Condition::SourceUntapped),
    ("tapped", Condition::SourceTapped),
    ("first-attack-this-turn", Condition::FirstAttackThisTurn),
    ("attacks-player", Condition::AttacksPlayer),
    ("cast-from-hand", Condition::CastFromHand),
    ("cast-from-graveyard", Condition::CastFromGraveyard),
    ("monarch", Condition::Monarch),
    ("initiative", Condition::Initiative),
    ("completed-dungeon", Condition::CompletedDungeon),
    ("first-of-step", Condition::FirstOfStep),
    ("suspended", Condition::Suspended),
    ("done", Condition::Done),
    ("day", Condition::Daytime(Daytime::Day)),
    ("night", Condition::Daytime(Daytime::Night)),
    ("no-spells-last-turn", Condition::NoSpellsLastTurn),
    ("two-spells-last-turn", Condition::TwoSpellsLastTurn),
    ("city-s-blessing", Condition::Blessing),
    ("that-opponent", Condition::ThatOpponent),
    ("revolt", Condition::Revolt),
    ("landfall", Condition::Landfall),
    ("escaped", Condition::CastBy(WayKind::Escape)),
    ("activated-loyalty", Condition::Loyal),
    ("opponent-monarch", Condition::OpponentMonarch),
    ("alternative-cost", Condition::CastBy(WayKind::Alternative)),
];

const COMPARISONS: &[&str] = &["<=", ">=", "<", ">", "=", "!="];

impl Compiler<'_> {
    /// An amount of all those words.
    pub(in crate::cards) fn parse_amount(&mut self, words: &[Word<'_>]) -> Parsed<AmountId> {
        let amount = if let Some((left, sign, right)) = split_last(words, &["+", "-"]) {
            let (left, right) = (self.parse_amount(left)?, self.parse_amount(right)?);
            if sign.text == "+" { Amount::Sum(left, right) } else { Amount::Less(left, right) }
        } else if let Some((left, sign, right)) = split_last(words, &["*", "/"]) {
            let left = self.parse_amount(left)?;
            let (factor, more) = first(right, "a number")?;
            nothing_more(more)?;
            match sign.text {
                "*" => Amount::Times(left, factor.number()?),
                _ => Amount::Divided(left, divisor(factor)?),
            }
        } else {
            self.amount_atom(words)?
        };
        Ok(self.intern_amount(amount))
    }

    fn amount_atom(&mut self, words: &[Word<'_>]) -> Parsed<Amount> {
        let (head, rest) = first(words, "an amount such as 3, `x` or `count creature yours`")?;
        self.counts_casts |= head.text == "namesakes-cast";
        if let Some(amount) = named(PLAIN, head.text) {
            return nothing_more(rest).map(|()| amount);
        }
        if let Some(of) = named(OF_PLAYER, head.text) {
            return Ok(of(self.of(rest, Who::You, Compiler::parse_who)?));
        }
        if let Some(of) = named(OF_OBJECT, head.text) {
            return Ok(of(self.of(rest, What::Source, Compiler::parse_what)?));
        }
        match head.text {
            "count" => {
                let filter = self.parse_filter(rest)?;
                Ok(Amount::Count(self.intern_filter(filter)))
            }
            "total-mv" if rest.first().is_some_and(|word| word.text == "of") => {
                self.parse_what(&rest[1..]).map(Amount::ValueOfAll)
            }
            "greatest-power" | "total-power" | "greatest-mv" | "total-mv" => {
                let filter = self.parse_filter(rest)?;
                let filter = self.intern_filter(filter);
                Ok(match head.text {
                    "greatest-power" => Amount::GreatestPower(filter),
                    "total-power" => Amount::TotalPower(filter),
                    "total-mv" => Amount::TotalValue(filter),
                    _ => Amount::GreatestValue(filter),
                })
            }
            "names-among" | "colours-among" | "powers-among" => {
                let filter = self.parse_filter(rest)?;
                let filter = self.intern_filter(filter);
                Ok(match head.text {
                    "names-among" => Amount::Names(filter),
                    "powers-among" => Amount::Powers(filter),
                    _ => Amount::Colours(filter),
                })
            }
            "most-alike" => {
                let filter = self.parse_filter(rest)?;
                Ok(Amount::MostAlike(self.intern_filter(filter)))
            }
            "most-of-opponents" | "least-of-opponents" => {
                let filter = self.parse_filter(rest)?;
                let filter = self.intern_filter(filter);
                let most = head.text == "most-of-opponents";
                Ok(if most { Amount::MostOfOpponents(filter) } else { Amount::LeastOfOpponents(filter) })
            }
            "votes" => {
                let (option, rest) = first(rest, "the number of an option")?;
                nothing_more(rest)?;
                Ok(Amount::Votes(option.number::<u8>()?.saturating_sub(1)))
            }
            "graveyard" => self.graveyard(rest),
            "counters" => self.counters(rest),
            "devotion" => devotion(rest),
            _ => {
                let number: i32 = head.text.parse().map_err(|_| unknown_amount(head))?;
                if number.unsigned_abs() > limits::NUMBER.unsigned_abs() {
                    let most = limits::NUMBER;
                    return Err(head.fault(format!("`{number}` is too great a number (expected {most} at most)")));
                }
                nothing_more(rest).map(|()| Amount::Const(number))
            }
        }
    }

    /// `of ...`, or the default when nothing is written.
    fn of<T>(
        &mut self,
        words: &[Word<'_>],
        default: T,
        parse: impl Fn(&mut Self, &[Word<'_>]) -> Parsed<T>,
    ) -> Parsed<T> {
        match words {
            [] => Ok(default),
            [of, rest @ ..] if of.text == "of" => parse(self, rest),
            [other, ..] => Err(other.fault(format!("`{}` is one word too many (expected `of ...`)", other.text))),
        }
    }

    /// `graveyard creature` or `graveyard creature of target`.
    fn graveyard(&mut self, words: &[Word<'_>]) -> Parsed<Amount> {
        let (cards, player) = match split_last(words, &["of"]) {
            Some((cards, _, player)) => (cards, self.parse_who(player)?),
            None => (words, Who::You),
        };
        let filter = self.parse_filter(cards)?;
        Ok(Amount::CountInGraveyard(player, self.intern_filter(filter)))
    }

    /// `counters charge` or `counters +1/+1 of target`.
    fn counters(&mut self, words: &[Word<'_>]) -> Parsed<Amount> {
        let (kind, rest) = first(words, "a kind of counter")?;
        let kind = self.counter_kind(kind.text);
        Ok(Amount::Counters(self.of(rest, What::Source, Compiler::parse_what)?, kind))
    }

    /// A condition of all those words; `and` binds more than `or`, `not` most.
    pub(in crate::cards) fn parse_condition(&mut self, words: &[Word<'_>]) -> Parsed<ConditionId> {
        let condition = if let Some((left, _, right)) = split_last(words, &["or"]) {
            Condition::Or(self.parse_condition(left)?, self.parse_condition(right)?)
        } else if let Some((left, _, right)) = split_last(words, &["and"]) {
            Condition::And(self.parse_condition(left)?, self.parse_condition(right)?)
        } else if let [not, rest @ ..] = words
            && not.text == "not"
        {
            Condition::Not(self.parse_condition(rest)?)
        } else {
            self.condition_atom(words)?
        };
        Ok(self.intern_condition(condition))
    }

    fn condition_atom(&mut self, words: &[Word<'_>]) -> Parsed<Condition> {
        let (head, rest) = first(words, "a condition such as `your-turn` or `life <= 5`")?;
        if let Some((left, sign, right)) = split_last(words, COMPARISONS) {
            return self.comparison(left, sign, right);
        }
        if let Some((object, _, filter)) = split_last(words, &["is"]) {
            let object = self.parse_what(object)?;
            let filter = self.parse_filter(filter)?;
            return Ok(Condition::Is(object, self.intern_filter(filter)));
        }
        if matches!(head.text, "spent" | "opponent-cast")
            && let [colour] = rest
        {
            let set = one_colour(*colour)?;
            return Ok(if head.text == "spent" { Condition::Spent(set) } else { Condition::OpponentCast(set) });
        }
        if head.text == "damaged-with"
            && let [subtype] = rest
        {
            return Ok(Condition::DamagedWith(self.subtype(subtype.text)));
        }
        if head.text == "chosen"
            && let [number] = rest
        {
            return Ok(Condition::ChosenIs(number.number::<u8>()?.saturating_sub(1)));
        }
        let condition = named(CONDITIONS, head.text).ok_or_else(|| unknown_condition(head))?;
        nothing_more(rest).map(|()| condition)
    }

    fn comparison(&mut self, left: &[Word<'_>], sign: Word<'_>, right: &[Word<'_>]) -> Parsed<Condition> {
        let (left, right) = (self.parse_amount(left)?, self.parse_amount(right)?);
        let negated = |this: &mut Self, comparison| {
            let positive = this.intern_condition(Condition::Compare(left, comparison, right));
            Condition::Not(positive)
        };
        Ok(match sign.text {
            "<=" => Condition::Compare(left, Comparison::AtMost, right),
            ">=" => Condition::Compare(left, Comparison::AtLeast, right),
            "<" => negated(self, Comparison::AtLeast),
            ">" => negated(self, Comparison::AtMost),
            "!=" => negated(self, Comparison::Equal),
            _ => Condition::Compare(left, Comparison::Equal, right),
        })
    }
}

fn divisor(word: Word<'_>) -> Parsed<u8> {
    match word.number()? {
        0 => Err(word.fault("nothing can be divided by 0")),
        n => Ok(n),
    }
}

/// `devotion black` or `devotion red|green`, of the controller.
fn devotion(words: &[Word<'_>]) -> Parsed<Amount> {
    let (colour, rest) = first(words, "a colour")?;
    nothing_more(rest)?;
    let mut set = ManaSet::empty();
    let mut at = colour.at;
    for part in colour.text.split('|') {
        set |= one_colour(Word { text: part, at })?;
        at += part.len() + 1;
    }
    Ok(Amount::Devotion(Who::You, set))
}

pub(super) fn one_colour(colour: Word<'_>) -> Parsed<ManaSet> {
    let colours = super::filter::COLOURS;
    let listed = || names(colours).collect::<Vec<_>>().join(", ");
    named(colours, colour.text).ok_or_else(|| colour.is_not("a colour", &listed(), names(colours)))
}

fn unknown_amount(word: Word<'_>) -> Fault {
    let all = names(PLAIN).chain(names(OF_PLAYER)).chain(names(OF_OBJECT));
    word.is_not(
        "an amount",
        "a number, x, count ..., counters ..., life, hand, power of ..., result, that, ...",
        all.chain([
            "count",
            "counters",
            "graveyard",
            "devotion",
            "greatest-power",
            "total-power",
            "greatest-mv",
            "total-mv",
        ]),
    )
}

fn unknown_condition(word: Word<'_>) -> Fault {
    word.is_not(
        "a condition",
        "your-turn, first-combat, done, a comparison such as `life <= 5`, `that is creature`, ...",
        names(CONDITIONS),
    )
}
