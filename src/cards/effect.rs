//! The vocabulary of effects, compiled: small copyable instructions in one flat arena.
//!
//! An effect is a run of [`Op`]s that ends at [`Op::End`]; half-finished work is a frame in the game's state that
//! remembers where in the arena it stands. Everything bulky (filters, amounts, costs, conditions) is interned in the
//! [`Catalog`](super::catalog::Catalog) and named by a small id, so that an `Op` is a few bytes and never cloned deeply.

mod asked;
mod filter;
mod jump;
mod library;
mod op;

use serde::{Deserialize, Serialize};

use crate::turn::Step;

use super::card::WayKind;
use super::keyword::{self, Keywords};
use super::mana::ManaSet;
use super::type_line::{Subtype, Types};

pub use asked::{AskedFor, Purpose};
pub use filter::{Facts, Filter, Whose};
pub use op::Op;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        id!($(#[$doc])* $name: u16);
    };
    ($(#[$doc:meta])* $name:ident: $width:ty) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $width);

        impl $name {
            /// The id as an index into its arena.
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

id!(
    /// A card or token of the catalog.
    CardId
);
impl CardId {
    /// No card: the source of what scripts and the rules do by themselves.
    pub const NONE: CardId = CardId(u16::MAX);

    /// The card, if it is one.
    #[must_use]
    pub fn known(self) -> Option<CardId> {
        (self != CardId::NONE).then_some(self)
    }
}

id!(
    /// An ability of the catalog.
    AbilityId
);
id!(
    /// Where an effect begins in the catalog's arena of [`Op`]s, which has several to a card.
    EffectId: u32
);
id!(
    /// An interned [`Filter`].
    FilterId
);
id!(
    /// An interned [`Amount`].
    AmountId
);
id!(
    /// An interned [`Condition`].
    ConditionId
);
id!(
    /// An interned [`Cost`](super::ability::Cost).
    CostId
);
id!(
    /// An interned list of phases to add.
    PhasesId
);
id!(
    /// An interned kind of counter; [`CounterKind::PLUS_ONE`] and its neighbours are fixed.
    CounterKind
);

impl CounterKind {
    /// +1/+1 counters (CR 122.1a).
    pub const PLUS_ONE: CounterKind = CounterKind(0);
    /// -1/-1 counters.
    pub const MINUS_ONE: CounterKind = CounterKind(1);
    /// Time counters (CR 702.62, 702.63).
    pub const TIME: CounterKind = CounterKind(2);
    /// Loyalty counters (CR 306.5).
    pub const LOYALTY: CounterKind = CounterKind(3);
    /// Lore counters (CR 714.3).
    pub const LORE: CounterKind = CounterKind(4);
    /// Shield counters (CR 122.1c).
    pub const SHIELD: CounterKind = CounterKind(17);
    /// Stun counters (CR 122.1d).
    pub const STUN: CounterKind = CounterKind(18);
    /// Finality counters (CR 122.1h).
    pub const FINALITY: CounterKind = CounterKind(19);
    /// Names of the fixed kinds, by id, the keyword counters (CR 122.1b) among them.
    pub const FIXED: [&'static str; 20] = [
        "+1/+1",
        "-1/-1",
        "time",
        "loyalty",
        "lore",
        "deathtouch",
        "double strike",
        "first strike",
        "flying",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "trample",
        "vigilance",
        "shield",
        "stun",
        "finality",
    ];

    /// The keyword that what it is on has (CR 122.1b); none for most kinds.
    #[must_use]
    pub fn keyword(self) -> Keywords {
        const FIRST: usize = 5;
        let keyword = Self::FIXED.get(usize::from(self.0)).filter(|_| usize::from(self.0) >= FIRST);
        keyword
            .and_then(|name| keyword::NAMES.iter().find(|(known, _)| known == name))
            .map_or(Keywords::empty(), |k| k.1)
    }
}

/// One player or several, from the point of view of an effect's controller. Several act in APNAP order (CR 101.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// The controller.
    You,
    /// The player who sits for that entrant of the scenario, counted from 0; only scripts can say it.
    Entrant(u8),
    /// The player chosen as target number n.
    Target(u8),
    /// Every player chosen as a target.
    Targets,
    /// Every player in the game.
    EachPlayer,
    /// Every opponent of the controller.
    EachOpponent,
    /// Every player but the controller.
    EachOther,
    /// The active player.
    Active,
    /// The player the trigger event was about: who was dealt damage, who cast, whose upkeep it is.
    That,
    /// The player an enclosing [`Op::EachPlayer`] stands at.
    Each,
    /// The controller of an object, as it last existed.
    ControllerOf(What),
    /// The owner of an object.
    OwnerOf(What),
    /// The players who voted for option n.
    Voters(u8),
    /// The player the source attacks or attacked (CR 508.5).
    Defending,
    /// The player who was chosen as the source entered.
    Chosen,
}

/// One object or several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum What {
    /// The source of the effect.
    Source,
    /// The object chosen as target number n.
    Target(u8),
    /// Everything chosen as a target.
    Targets,
    /// The object the trigger event was about.
    That,
    /// The objects the previous instructions of this effect made or moved ("it", "them").
    Them,
    /// What the source is attached to.
    Attached,
    /// The source's card in the public zone it went to from the battlefield or the stack (CR 400.7d to 400.7i).
    Card,
    /// The card of target number n in the public zone it went to.
    CardOfTarget(u8),
    /// The card of the object the trigger event was about in the public zone it went to (CR 400.7).
    CardOfThat,
    /// The cards in exile that the source exiled (CR 607.2a).
    ExiledWithSource,
    /// The cards in the players' graveyards that pass.
    InGraveyard(Graveyards, FilterId),
    /// Everything on the battlefield that passes the filter.
    All(FilterId),
}

/// Into whose graveyards an effect reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Graveyards {
    /// The controller's.
    Yours,
    /// Every player's.
    All,
    /// Every opponent's.
    Opponents,
    /// That of the player chosen as target number n.
    Target(u8),
    /// That of the player the trigger event was about.
    That,
}

impl std::convert::From<Graveyards> for Who {
    fn from(whose: Graveyards) -> Who {
        match whose {
            Graveyards::Yours => Who::You,
            Graveyards::All => Who::EachPlayer,
            Graveyards::Opponents => Who::EachOpponent,
            Graveyards::Target(n) => Who::Target(n),
            Graveyards::That => Who::That,
        }
    }
}

/// A number an effect needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Amount {
    /// Itself.
    Const(i32),
    /// The X of the spell or ability.
    X,
    /// How often the optional additional cost of the source was paid (CR 702.33).
    Kicked,
    /// How many objects on the battlefield pass the filter.
    Count(FilterId),
    /// How many cards in the graveyard of the player pass the filter.
    CountInGraveyard(Who, FilterId),
    /// Counters of that kind on an object (as it last existed, CR 608.2h).
    Counters(What, CounterKind),
    /// Power.
    Power(What),
    /// Toughness.
    Toughness(What),
    /// Mana value.
    ManaValue(What),
    /// Life total.
    Life(Who),
    /// The life total with which players begin the game (CR 103.4).
    StartingLife,
    /// The highest life total among all players.
    HighestLife,
    /// Cards in hand.
    Hand(Who),
    /// Devotion to that colour (CR 700.5).
    Devotion(Who, ManaSet),
    /// The greatest power among permanents that pass, not below zero.
    GreatestPower(FilterId),
    /// Their power together, not below zero.
    TotalPower(FilterId),
    /// The greatest mana value among them.
    GreatestValue(FilterId),
    /// Cards in library.
    Library(Who),
    /// Cards in the graveyard of an opponent, of all opponents the one with most.
    FullestGraveyard,
    /// How many opponents were dealt combat damage this turn.
    OpponentsDamaged,
    /// Damage dealt to the controller's opponents this turn.
    DamageToOpponents,
    /// With how many creatures the controller has attacked this turn.
    Attackers,
    /// How many opponents.
    Opponents,
    /// How many of those an opponent controls, of all opponents the one with most.
    MostOfOpponents(FilterId),
    /// Different card types among the cards in the player's graveyard.
    TypesInGraveyard(Who),
    /// Life that the players have lost this turn.
    LifeLost(Who),
    /// Colours of the mana spent to cast the source.
    ColoursSpent,
    /// Different names among what passes.
    Names(FilterId),
    /// Colours among what passes.
    Colours(FilterId),
    /// Colours in the colour identity of the controller's commanders (CR 903.4).
    CommanderColours,
    /// Creatures that died this turn.
    CreaturesDied,
    /// Creatures that were no tokens and died this turn.
    NontokensDied,
    /// The mana values of permanents that pass, together.
    TotalValue(FilterId),
    /// The mana values of several objects, together, each as it last existed.
    ValueOfAll(What),
    /// How many of those an opponent controls, of all opponents the one with fewest.
    LeastOfOpponents(FilterId),
    /// How often an ability of the source has been marked this turn.
    Marks,
    /// Tokens that the player created this turn.
    TokensCreated(Who),
    /// Life that the players have gained this turn.
    LifeGained(Who),
    /// The lowest life total among the controller's opponents.
    LowestLifeOfOpponents,
    /// The most life that a single player has lost this turn.
    MostLifeLost,
    /// The most life that a single opponent of the controller's has lost this turn.
    MostLifeLostByOpponents,
    /// Creatures that died this turn while the player controlled them.
    CreaturesDiedOf(Who),
    /// How many times that commander has been cast from the command zone this game.
    CommanderCasts(What),
    /// The most damage that an opponent of the controller's was dealt this turn.
    MostDamageToOpponent,
    /// How many spells of the source's name the controller has cast this game.
    NamesakesCast,
    /// How many turns of the player have begun this game, the current one among them.
    TurnsBegun(Who),
    /// Cards that the players have drawn this turn.
    CardsDrawn(Who),
    /// Energy counters.
    Energy(Who),
    /// Experience counters.
    Experience(Who),
    /// Of permanents that pass, how many have the same name as one another, at most (CR 201.2).
    MostAlike(FilterId),
    /// The level of the source, a Class (CR 717.2).
    Level,
    /// How many creatures of the controller's form a party: at most one each of four classes (CR 700.8).
    Party,
    /// Different powers among what passes.
    Powers(FilterId),
    /// Votes for option n.
    Votes(u8),
    /// How many [`What::Them`] are.
    Them,
    /// The number the trigger event carried: damage dealt, counters removed, life gained.
    That,
    /// The number the previous instruction of this effect produced: life lost, cards discarded, permanents sacrificed.
    Result,
    /// How many opponents the controller has attacked with a creature in this combat (CR 702.121a).
    OpponentsAttacked,
    /// How many spells the player has cast this turn.
    SpellsCastThisTurn(Who),
    /// How many of them were no creature spells.
    NoncreatureSpellsCast(Who),
    /// How many times the source attacked this turn.
    AttacksThisTurn(What),
    /// a + b.
    Sum(AmountId, AmountId),
    /// a - b, not below zero.
    Less(AmountId, AmountId),
    /// a / n, rounded down.
    Divided(AmountId, u8),
    /// a * n.
    Times(AmountId, i8),
}

/// A comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// =
    Equal,
    /// <=
    AtMost,
    /// >=
    AtLeast,
}

impl Comparison {
    /// Whether `a` compares so with `b`.
    #[must_use]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Comparison::Equal => a == b,
            Comparison::AtMost => a <= b,
            Comparison::AtLeast => a >= b,
        }
    }
}

/// A condition of an effect, a trigger (intervening if, CR 603.4) or a static ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// The numbers compare so.
    Compare(AmountId, Comparison, AmountId),
    /// It is the controller's turn.
    YourTurn,
    /// The current turn is an extra turn.
    ExtraTurn,
    /// The current combat phase is the first of its turn.
    FirstCombat,
    /// It is a main phase of the controller's turn.
    YourMainPhase,
    /// It is a combat phase.
    Combat,
    /// The source was cast (and not put onto the battlefield otherwise).
    WasCast,
    /// The source is untapped.
    SourceUntapped,
    /// The source is tapped.
    SourceTapped,
    /// The object passes the filter.
    Is(What, FilterId),
    /// The source attacked this turn for the first time.
    FirstAttackThisTurn,
    /// The source attacks a player, not a planeswalker (CR 508.1b), or did as it last existed.
    AttacksPlayer,
    /// The source was cast that way.
    CastBy(WayKind),
    /// The source was cast from its owner's hand.
    CastFromHand,
    /// The source was cast from a graveyard.
    CastFromGraveyard,
    /// The controller is the monarch (CR 725).
    Monarch,
    /// The controller has the initiative (CR 726).
    Initiative,
    /// The controller has completed a dungeon (CR 309.7).
    CompletedDungeon,
    /// The current step is the first of its kind in the turn.
    FirstOfStep,
    /// The source came under its controller's control since the beginning of their last upkeep (CR 702.30a).
    NewSinceUpkeep,
    /// Mana of one of these types was spent to cast the source.
    Spent(ManaSet),
    /// An opponent cast a spell of one of these colours this turn.
    OpponentCast(ManaSet),
    /// The controller has the city's blessing (CR 702.131).
    Blessing,
    /// A permanent that the controller controlled has left the battlefield this turn.
    Revolt,
    /// A land has come onto the battlefield under the controller's control this turn (CR 207.2c).
    Landfall,
    /// The player the event is about is an opponent.
    ThatOpponent,
    /// An opponent of the controller is the monarch.
    OpponentMonarch,
    /// The controller has activated a loyalty ability this turn.
    Loyal,
    /// The n-th of the words that the source prints was chosen as it entered, from 0.
    ChosenIs(u8),
    /// A creature of that type that the controller controlled has dealt combat damage to a player this turn (CR 702.76a).
    DamagedWith(Subtype),
    /// The source is suspended: in exile, with suspend and a time counter (CR 702.62b).
    Suspended,
    /// It is day, or night; at the beginning of the game it is neither.
    Daytime(Daytime),
    /// No spells were cast in the turn before.
    NoSpellsLastTurn,
    /// A player cast two or more spells in the turn before.
    TwoSpellsLastTurn,
    /// Some earlier optional or payable part of this effect was done.
    Done,
    /// Not.
    Not(ConditionId),
    /// Both.
    And(ConditionId, ConditionId),
    /// Either.
    Or(ConditionId, ConditionId),
}

/// What something gains protection from (CR 702.16).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum From {
    /// Sources that pass.
    Those(FilterId),
    /// Sources of a colour that the controller chooses.
    ChosenColour,
    /// Not protection, but hexproof from sources that pass (CR 702.11b to 702.11d).
    Hexproof(FilterId),
}

/// In what a copy differs from what it copies (CR 707.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Except {
    /// It is not legendary.
    pub not_legendary: bool,
    /// Its power and toughness.
    pub size: Option<(i8, i8)>,
    /// Types it has in addition.
    pub types: Types,
    /// A subtype it has in addition.
    pub subtype: Option<Subtype>,
    /// Keywords it has.
    pub keywords: Keywords,
    /// An ability that it has in addition.
    pub ability: Option<AbilityId>,
    /// It has the ability that makes it a copy.
    pub this_ability: bool,
    /// Its colours; those of what it copies when there are none.
    pub colours: ManaSet,
    /// The subtype is its only creature type.
    pub only_subtype: bool,
    /// It has no mana cost (CR 202.1b).
    pub no_mana_cost: bool,
    /// It has the name of the card that enters as it.
    pub own_name: bool,
    /// With what it enters if it has one of those types then: an additional counter of that kind.
    pub counters: [Option<(CounterKind, Types)>; 2],
}

/// As what a permanent enters that is a copy of one of those (CR 707.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EnteringCopy {
    /// Of which permanents.
    pub what: FilterId,
    /// In what it differs.
    pub except: Except,
    /// The copy enters tapped.
    pub tapped: bool,
    /// For how long it is a copy.
    pub lasting: Lasting,
}

/// What a permanent is that has lost its abilities to an effect which says so (CR 613.1d to 613.1f, 613.4b).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shape {
    /// The token that has these characteristics.
    pub card: CardId,
    /// It keeps its colours.
    pub keeps_colours: bool,
    /// It keeps its card types, and has those of the shape as well; it keeps its subtypes if the shape has none (CR 205.1a).
    pub keeps_types: bool,
    /// Only its land types are set (CR 305.7): of what is printed it keeps all but abilities and other land types, and it keeps
    /// whatever other effects have given it.
    pub sets_land_types: bool,
}

/// How long control of something lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lasting {
    /// For good.
    ForGood,
    /// Until end of turn (CR 514.2).
    ThisTurn,
    /// Until the end of the controller's next turn.
    YourNextTurn,
}

/// Day or night (CR 731).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Daytime {
    /// Day.
    Day,
    /// Night.
    Night,
}

/// How cards that are put from hand onto the battlefield enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arrival {
    /// Untapped.
    Untapped,
    /// Tapped.
    Tapped,
    /// Tapped and attacking the player whom the effect is about (CR 508.4).
    Attacking,
    /// Not at all: what is chosen becomes "them", for what follows to put there.
    Chosen,
}

/// What an effect protects from damage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sheltered {
    /// Players.
    Players(Who),
    /// Permanents.
    Objects(What),
    /// Target number n, a permanent or player.
    Target(u8),
}

/// What something that enters attacking attacks (CR 508.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Attacking {
    /// What its controller chooses.
    Chosen,
    /// That player, as the effect says; nobody when they have left (CR 508.4a).
    Player(Who),
}

/// For what a card is cast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum How {
    /// For its mana cost.
    #[default]
    Printed,
    /// The n-th of the card's other ways, from 0.
    Way(u8),
    /// The same, which is no alternative cost, without paying its mana cost (CR 118.9a): retrace, or both halves.
    WayFree(u8),
    /// Without paying its mana cost (CR 118.9).
    Free,
    /// For life equal to its mana value rather than its mana cost (CR 118.9).
    Life,
    /// Face down, for {3} (CR 702.37c).
    FaceDown,
    /// The back of a modal double-faced card, for its mana cost (CR 712.11b).
    Back,
    /// The same without paying its mana cost.
    BackFree,
    /// The same for life equal to its mana value.
    BackLife,
}

impl How {
    /// The same of the other part of a card that has two.
    #[must_use]
    pub const fn of_other_part(self) -> Option<How> {
        match self {
            How::Printed => Some(How::Back),
            How::Free => Some(How::BackFree),
            How::Life => Some(How::BackLife),
            How::Way(_) | How::WayFree(_) | How::FaceDown | How::Back | How::BackFree | How::BackLife => None,
        }
    }

    /// Whether it is cast for its mana cost.
    #[must_use]
    pub const fn is_for_mana_cost(self) -> bool {
        matches!(self, How::Printed | How::Back)
    }

    /// Whether it is cast without paying its mana cost.
    #[must_use]
    pub const fn is_free(self) -> bool {
        matches!(self, How::Free | How::BackFree | How::WayFree(_))
    }

    /// Whether life is paid rather than its mana cost.
    #[must_use]
    pub const fn is_for_life(self) -> bool {
        matches!(self, How::Life | How::BackLife)
    }

    /// Whether its mana cost is not paid (CR 118.9): nothing is, or life.
    #[must_use]
    pub const fn spares_mana_cost(self) -> bool {
        self.is_free() || self.is_for_life()
    }

    /// Which of the card's other ways it is, from 0.
    #[must_use]
    pub const fn way(self) -> Option<u8> {
        match self {
            How::Way(n) | How::WayFree(n) => Some(n),
            _ => None,
        }
    }
}

/// How long a continuous effect lasts (CR 611.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duration {
    /// Until end of turn (CR 514.2).
    EndOfTurn,
    /// Until end of combat: the end of the combat phase (CR 500.5a).
    EndOfCombat,
    /// Until the controller's next turn (CR 800.4m when they have left).
    YourNextTurn,
    /// Until the end of the controller's next turn.
    EndOfYourNextTurn,
    /// Until end of combat on the controller's next turn; until the end of that turn, if it has no combat phase.
    EndOfCombatOnYourNextTurn,
    /// For as long as the source remains tapped (CR 611.2b).
    WhileSourceTapped,
    /// For good, on the objects it found.
    Permanent,
}

impl Duration {
    /// Whether it ends with a turn of the controller's that has not begun, or at a point in it (CR 800.4m).
    #[must_use]
    pub const fn waits_for_your_next_turn(self) -> bool {
        match self {
            Duration::YourNextTurn | Duration::EndOfYourNextTurn | Duration::EndOfCombatOnYourNextTurn => true,
            Duration::EndOfTurn | Duration::EndOfCombat | Duration::WhileSourceTapped | Duration::Permanent => false,
        }
    }
}

/// What becomes of a spell that a permission lets a player cast, as it leaves the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaves {
    /// It goes where it would go.
    #[default]
    AsEver,
    /// It is exiled if it would be put into a graveyard.
    ToExileForGraveyard,
    /// It is cast by flashback, and exiled instead of going anywhere else (CR 702.34a).
    ByFlashback,
}

/// For how long cards in exile may be played, and seen if they lie face down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Permit {
    /// This turn.
    ThisTurn,
    /// Until the end of the player's next turn.
    EndOfYourNextTurn,
    /// For as long as they lie there and the source is on the battlefield.
    WhileSource,
    /// For as long as they lie there.
    WhileThere,
}

/// Where a searched-for, moved or replaced card goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Destination {
    /// The owner's hand.
    Hand,
    /// The battlefield, under the mover's control.
    Battlefield,
    /// The battlefield, tapped.
    BattlefieldTapped,
    /// The battlefield with its back face up; what has none stays where it is (CR 712.14a).
    BattlefieldTransformed,
    /// The same under its owner's control.
    BattlefieldTransformedOfOwner,
    /// The battlefield, under the owner's control.
    BattlefieldOfOwner,
    /// The battlefield, under the owner's control, tapped.
    BattlefieldTappedOfOwner,
    /// The owner's graveyard.
    Graveyard,
    /// Exile.
    Exile,
    /// Exile, face down (CR 406.3).
    ExileFaceDown,
    /// The owner's library, shuffled in.
    LibraryShuffled,
    /// The top of the owner's library.
    LibraryTop,
    /// The bottom of the owner's library.
    LibraryBottom,
    /// The bottom of the owner's library, several in a random order.
    LibraryBottomRandom,
    /// The owner's library, third from the top.
    LibraryThird,
    /// The owner's library, seventh from the top.
    LibrarySeventh,
}

/// In what cards that are chosen together have to differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Differ {
    /// In their names (CR 201.2).
    Names,
    /// In their mana values (CR 202.3).
    ManaValues,
}

/// When a delayed triggered ability triggers (CR 603.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DelayedEvent {
    /// The next beginning of that step of anybody's turn that really happens (CR 614.10a).
    NextStep(Step),
    /// The first beginning of that step in a later turn.
    NextTurnsStep(Step),
    /// The next beginning of that step of the controller's own turn.
    YourNextStep(Step),
    /// The beginning of the controller's own next main phase, either of them.
    YourNextMain,
    /// The beginning of each combat phase of this turn from now on.
    EachCombatThisTurn,
    /// The beginning of the combat phase that this effect has just added.
    ThatCombat,
    /// The next time the controller attacks this turn.
    YouNextAttackThisTurn,
    /// The next time the controller casts a spell that passes this turn.
    YouNextCastThisTurn(FilterId),
    /// Each time that something that passes deals combat damage to the targeted player this turn.
    CombatDamageToTargetThisTurn(FilterId),
    /// The source leaves the battlefield.
    SourceLeaves,
    /// The first target dies this turn.
    TargetDiesThisTurn,
    /// The first target dies this turn: what waits is an ability that it has gained (CR 613.1f), and that its controller has.
    TargetsDeathThisTurn,
    /// The first target dies or is exiled.
    TargetDiesOrIsExiled,
    /// At once: a trigger that a static ability makes (CR 702.94a).
    Now,
}

impl DelayedEvent {
    /// Whether it is what becomes of the first target.
    #[must_use]
    pub const fn is_of_target(self) -> bool {
        matches!(
            self,
            DelayedEvent::TargetDiesThisTurn | DelayedEvent::TargetsDeathThisTurn | DelayedEvent::TargetDiesOrIsExiled
        )
    }
}

/// What a player is asked to pay or do in [`Op::Unless`] and [`Op::MayPay`].
pub type PayId = CostId;
