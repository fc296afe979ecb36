//! Sentences of our own, of cards that do not exist, and what they come to.

use super::{KnownTokens, Printed, Refusal, Token, stops, translate};

mod faces;
mod meanings;

/// A card of that type line with that text.
fn printed<'a>(types: &'a str, text: &'a str) -> Printed<'a> {
    let size = types.contains("Creature").then_some("1");
    let loyalty = types.contains("Planeswalker").then_some("4");
    Printed {
        name: "Wim Oddfoot",
        cost: "{1}{G}",
        types,
        text,
        power: size,
        toughness: size,
        loyalty,
        ..Printed::default()
    }
}

/// The entry without what is copied from the printed facts.
fn said(types: &str, text: &str) -> String {
    let entry =
        translate(&printed(types, text), &KnownTokens::default()).unwrap_or_else(|e| panic!("{types}: {text}: {e}"));
    let facts = ["[[card]]", "name = \"Wim", "cost = \"{1}{G}\"", "type = \"", "pt = \"1/1\"", "loyalty = 4"];
    let kept = |line: &&str| line.contains("[[token") || !facts.iter().any(|fact| line.starts_with(fact));
    entry.text().lines().filter(kept).map(|line| format!("{line}\n")).collect()
}

fn refusal(types: &str, text: &str) -> String {
    match translate(&printed(types, text), &KnownTokens::default()) {
        Ok(entry) => panic!("translated: {}", entry.text()),
        Err(refusal) => refusal.to_string(),
    }
}

/// Type line, text, and what the entry says.
const PRODUCTIONS: &[(&str, &str, &str)] = &[
    (
        "Creature - Elf",
        "Whenever this creature blocks or becomes blocked by a green creature, destroy that creature at end of combat.",
        r#"[[card.ability]]
trigger = { blocks-creature = { what = "self", blocked = "green creature" } }
do = { delay = { until = "next end-of-combat", do = { destroy = { what = "that" } } } }
[[card.ability]]
trigger = { blocked-by = { what = "self", by = "green creature" } }
do = { delay = { until = "next end-of-combat", do = { destroy = { what = "that" } } } }
"#,
    ),
    (
        "Creature - Elf",
        "This creature has first strike as long as it's attacking.",
        r#"[[card.ability]]
static = { pump = { keywords = ["first strike"] } }
if = "self is attacking"
"#,
    ),
    (
        "Artifact",
        "{1}: Draw a card. Any player may activate this ability.",
        r#"[[card.ability]]
cost = "{1}"
anyone = true
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "{2}: This creature gets +1/+1 until end of turn. Activate only if creatures you control have total power 8 or greater.",
        r#"[[card.ability]]
cost = "{2}"
if = "total-power creature yours >= 8"
do = { pump = { what = "self", power = 1, toughness = 1 } }
"#,
    ),
    (
        "Sorcery",
        "Look at the top five cards of your library. Put up to two creature cards with mana value 2 or less from among them onto the battlefield. Put the rest on the bottom of your library in a random order.",
        r#"spell = { look-at-top = { what = "creature mv<=2", count = 5, take = 2, up-to = true, to = "battlefield", rest = "library-bottom", random = true } }
"#,
    ),
    (
        "Instant",
        "Prevent the next 3 damage that would be dealt to any target this turn.",
        r#"targets = ["any"]
spell = { prevent-damage-to = { count = 3, to = "target" } }
"#,
    ),
    (
        "Instant",
        "Prevent all damage that would be dealt this turn to creatures you control.",
        r#"spell = { prevent-damage-to = { to = "creature yours" } }
"#,
    ),
    (
        "Instant",
        "Prevent all combat damage that would be dealt to and dealt by target creature this turn.",
        r#"targets = ["creature"]
spell = { pump = { what = "target", keywords = ["no combat damage"] } }
"#,
    ),
    (
        "Artifact",
        "Prevent all combat damage that would be dealt to attacking creatures you control.",
        r#"[[card.ability]]
static = { prevent-damage = { what = "attacking creature yours", kind = "combat" } }
"#,
    ),
    (
        "Enchantment",
        "Prevent all noncombat damage that would be dealt to you and other creatures you control.",
        r#"[[card.ability]]
static = { prevent-damage = { player = "yours", what = "other creature yours", kind = "noncombat" } }
"#,
    ),
    (
        "Creature - Elf",
        "If damage would be dealt to another creature you control, prevent that damage. Put a +1/+1 counter on that creature for each 1 damage prevented this way.",
        r#"[[card.ability]]
static = { prevent-damage = { what = "other creature yours", do = { put-counters = { what = "that", kind = "+1/+1", count = "that" } } } }
"#,
    ),
    (
        "Enchantment",
        "If a source would deal damage to you, prevent 1 of that damage.",
        r#"[[card.ability]]
static = { prevent-damage = { player = "yours", most = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever this creature deals combat damage to a creature, destroy that creature.",
        r#"[[card.ability]]
trigger = { deals-damage = { what = "self", to = "creature", combat = true } }
do = { destroy = { what = "that" } }
"#,
    ),
    (
        "Artifact - Equipment",
        "Whenever equipped creature deals combat damage, put two charge counters on this Equipment.",
        r#"[[card.ability]]
trigger = { deals-damage-once = { what = "attached", combat = true } }
do = { put-counters = { kind = "charge", count = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever this creature becomes blocked by a creature, this creature gets +1/+0 until end of turn.",
        r#"[[card.ability]]
trigger = { blocked-by = { what = "self" } }
do = { pump = { what = "self", power = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever this creature attacks and isn't blocked, you gain 2 life.",
        r#"[[card.ability]]
trigger = { unblocked = "self" }
do = { gain-life = { amount = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Flanking",
        r#"keywords = ["flanking"]
"#,
    ),
    (
        "Creature - Elf",
        "You may choose not to untap this creature during your untap step.\n{T}: Gain control of target creature for as long as you control this creature and this creature remains tapped.",
        r#"keywords = ["may stay tapped"]
[[card.ability]]
cost = "{T}"
targets = ["creature"]
do = { gain-control-while = { what = "target", tapped = true } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters the battlefield, gain control of target creature for as long as this creature remains on the battlefield.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["creature"]
do = { gain-control-while = { what = "target", anybody = true } }
"#,
    ),
    (
        "Creature - Elf",
        "All creatures able to block this creature do so.",
        r#"keywords = ["lures"]
"#,
    ),
    (
        "Creature - Elf",
        "This creature can't attack unless defending player controls an Island.",
        r#"[[card.ability]]
static = { attacks-only-where = "Island" }
"#,
    ),
    (
        "Creature - Elf",
        "This creature can't be blocked except by three or more creatures.",
        r#"[[card.ability]]
static = { blocked-by-at-least = { count = 3 } }
"#,
    ),
    (
        "Creature - Elf",
        "This creature can't be blocked except by creatures with haste.",
        r#"not-blocked-by = "creature without-haste"
"#,
    ),
    (
        "Creature - Elf",
        "You can't lose the game and your opponents can't win the game.",
        r#"[[card.ability]]
static = { cant-lose = "yours" }
[[card.ability]]
static = { cant-win = "opponents" }
"#,
    ),
    (
        "Instant",
        "You can't lose the game this turn and your opponents can't win the game this turn. Until end of turn, damage that would reduce your life total to less than 1 reduces it to 1 instead.",
        r#"spell = ["cant-lose", "damage-leaves-one"]
"#,
    ),
    (
        "Enchantment",
        "Each player can't cast more than one noncreature spell each turn.",
        r#"[[card.ability]]
static = { spell-limit = { of = "noncreature", at-most = 1 } }
"#,
    ),
    (
        "Artifact",
        "Players have no maximum hand size.",
        r#"[[card.ability]]
static = { no-max-hand-size = "any" }
"#,
    ),
    (
        "Artifact",
        "You may activate abilities of creatures you control as though those creatures had haste.",
        r#"[[card.ability]]
static = { abilities-as-hasty = "creature yours" }
"#,
    ),
    (
        "Enchantment",
        "You don't lose unspent red mana as steps and phases end.",
        r#"[[card.ability]]
static = { keeps-mana = { mana = "R" } }
"#,
    ),
    (
        "Enchantment",
        "Creatures your opponents control lose hexproof and can't have or gain hexproof.",
        r#"[[card.ability]]
static = { no-keywords = { what = "creature opponents", keywords = ["hexproof"] } }
"#,
    ),
    (
        "Artifact",
        "{1}: Permanents your opponents control lose hexproof and indestructible until end of turn.",
        r#"[[card.ability]]
cost = "{1}"
do = { lose-keywords = { what = "permanent opponents", keywords = ["hexproof", "indestructible"] } }
"#,
    ),
    (
        "Land",
        "{T}: Add {C}.\n{T}, Sacrifice this land: Put your commander into your hand from the command zone.",
        r#"[[card.ability]]
mana = "{C}"
[[card.ability]]
cost = "{T}, sacrifice self"
do = "commander-to-hand"
"#,
    ),
    (
        "Creature - Elf",
        "Exile this card from your hand: Add {R}.",
        r#"[[card.ability]]
cost = "exile self"
mana = "{R}"
from = "hand"
"#,
    ),
    (
        "Sorcery",
        "You gain 1 life for each creature in your party.",
        r#"spell = { gain-life = { amount = "party" } }
"#,
    ),
    (
        "Creature - Elf",
        "Coven — At the beginning of combat on your turn, if you control three or more creatures with different powers, draw a card.",
        r#"[[card.ability]]
trigger = { begins = "your combat" }
if = "powers-among creature yours >= 3"
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Cumulative upkeep {U}",
        r#"cumulative-upkeep = "{U}"
"#,
    ),
    (
        "Creature - Elf",
        "Cumulative upkeep—Pay 2 life.",
        r#"cumulative-upkeep = "pay 2 life"
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, all other creatures get -1/-1 until end of turn. Whenever a creature dies this turn, each creature other than this creature gets -1/-1 until end of turn.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = [
    { pump = { what = "other creature", power = -1, toughness = -1 } },
    { whenever = { ability = { trigger = { dies = "creature" }, do = { pump = { what = "creature other", power = -1, toughness = -1 } } } } },
]
"#,
    ),
    (
        "Artifact",
        "You may spend mana as though it were mana of any color.",
        r#"[[card.ability]]
static = { spend-as = { mana = "any-colour" } }
"#,
    ),
    (
        "Creature - Elf",
        "You may spend mana as though it were mana of any type to cast creature spells.",
        r#"[[card.ability]]
static = { spend-as = { what = "creature spell", mana = "any-type" } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, look at the top four cards of target opponent's library, exile one of them face down, then put the rest on the bottom of that library in a random order. You may look at and cast that card for as long as it remains exiled, and you may spend mana as though it were mana of any type to cast that spell.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["opponent"]
do = [
    { look-at-top = { count = 4, to = "exile-face-down", rest = "library-bottom", random = true, of = "target" } },
    { permit = { what = "nonland", mana = "any-type", until = "while-there" } },
]
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, exile target instant or sorcery card from an opponent's graveyard. You may cast it this turn, and you may spend mana as though it were mana of any type to cast that spell. If that spell would be put into a graveyard this turn, exile it instead.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["instant|sorcery opponents in graveyard"]
do = [
    { exile = { what = "target" } },
    { permit = { what = "nonland", mana = "any-type", until = "this-turn", exile = true } },
]
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, exile another target creature or artifact until this creature leaves the battlefield. You may cast that card for as long as it remains exiled, and you may spend mana as though it were mana of any type to cast that spell.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["creature|artifact other"]
do = [
    { exile-until-source-leaves = { what = "target" } },
    { permit = { what = "nonland", mana = "any-type", until = "while-there" } },
]
"#,
    ),
    (
        "Enchantment",
        "When this enchantment enters, for each opponent, exile up to one target nonland permanent that player controls until this enchantment leaves the battlefield.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["for-each-opponent up to one nonland permanent"]
do = { exile-until-source-leaves = { what = "targets" } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, for each opponent, you may put up to one target creature card from that player's graveyard onto the battlefield under your control.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["for-each-opponent up to one creature in graveyard"]
do = { may = { do = { move = { what = "targets", to = "battlefield" } } } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, for each opponent, you may cast up to one target instant or sorcery card from that player's graveyard without paying its mana cost. If a spell cast this way would be put into a graveyard this turn, exile it instead.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["for-each-opponent up to one instant|sorcery in graveyard"]
do = { cast-free = { among = "targets" } }
"#,
    ),
    (
        "Sorcery",
        "For each opponent, gain control of target permanent that player controls.",
        r#"targets = ["for-each-opponent permanent"]
spell = { gain-control = { what = "targets" } }
"#,
    ),
    (
        "Instant",
        "Until end of turn, whenever a player taps an Island for mana, that player adds an additional {U}.",
        r#"spell = { more-mana-this-turn = { what = "Island", mana = "{U}" } }
"#,
    ),
    (
        "Instant",
        "Until end of turn, whenever you gain life, each opponent loses that much life.",
        r#"spell = { whenever = { ability = { trigger = { gains-life = "yours" }, do = { lose-life = { player = "each-opponent", amount = "that" } } } } }
"#,
    ),
    (
        "Land",
        "This land enters tapped. As it enters, choose a color other than blue.\n{T}: Add {U} or one mana of the chosen color.",
        r#"enters-tapped = true
[[card.ability]]
replacement = { enters-choosing = "colour not-blue" }
[[card.ability]]
mana = "{U}"
[[card.ability]]
mana = "chosen-colour"
"#,
    ),
    (
        "Creature - Elf",
        "Kicker {2}{G}\nIf this creature was kicked, it enters with two +1/+1 counters on it.",
        r#"kicker = "{2}{G}"
[[card.ability]]
replacement = { enters-with-counters = { kind = "+1/+1", count = 2, if = "kicked >= 1" } }
"#,
    ),
    (
        "Sorcery",
        "Kicker {2}\nDestroy target creature with mana value 2 or less. If this spell was kicked, instead destroy target creature.",
        r#"kicker = "{2}"
targets = ["creature mv<=2 if kicked = 0", "creature if kicked >= 1"]
spell = { if = { condition = "kicked >= 1", then = { destroy = { what = "target 2" } }, else = { destroy = { what = "target" } } } }
"#,
    ),
    (
        "Creature - Elf",
        "Creature spells you cast cost {1} less to cast for each +1/+1 counter on this creature.",
        r#"[[card.ability]]
static = { cost-change = { what = "creature yours", by = -1, each = "counters +1/+1" } }
"#,
    ),
    (
        "Creature - Elf",
        "Instant and sorcery spells you cast cost {X} less to cast, where X is the number of experience counters you have.",
        r#"[[card.ability]]
static = { cost-change = { what = "instant|sorcery yours", by = -1, each = "experience" } }
"#,
    ),
    (
        "Creature - Elf",
        "This spell costs {X} less to cast, where X is the total power of creatures you control.",
        r#"[[card.ability]]
static = { costs-less = "total-power creature yours" }
"#,
    ),
    (
        "Instant",
        "This spell costs {2} less to cast if it targets a tapped creature.\nDestroy target creature.",
        r#"targets = ["creature"]
spell = { destroy = { what = "target" } }
[[card.ability]]
static = { costs-less-targeting = { what = "tapped creature", by = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Spells your opponents cast that target this creature cost {2} more to cast.",
        r#"[[card.ability]]
static = { cost-change = { what = "spell opponents", by = 2, targeting = "itself" } }
"#,
    ),
    (
        "Sorcery",
        "Draw three cards.\nCycling {2}\nWhen you cycle this card, each player loses 1 life.",
        r#"cycling = "{2}"
spell = { draw = { count = 3 } }
[[card.ability]]
trigger = "cycled-this"
do = { lose-life = { player = "each-player", amount = 1 } }
"#,
    ),
    (
        "Enchantment",
        "Whenever you cycle or discard a card, draw a card.",
        r#"[[card.ability]]
trigger = { discards = "yours" }
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Exploit\nWhen this creature exploits a creature, draw a card.",
        r#"exploit = true
[[card.ability]]
trigger = "exploits"
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Soulbond\nAs long as this creature is paired with another creature, each of those creatures gets +2/+2.",
        r#"soulbond = true
[[card.ability]]
static = { pump = { what = "creature in-pair-of-self", power = 2, toughness = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Other creatures you control enter with an additional +1/+1 counter on them.",
        r#"[[card.ability]]
static = { enters-with = { what = "other creature yours", kind = "+1/+1" } }
"#,
    ),
    (
        "Creature - Elf",
        "Each other Elf creature you control enters with a number of additional +1/+1 counters on it equal to this creature's power.",
        r#"[[card.ability]]
static = { enters-with = { what = "other Elf creature yours", kind = "+1/+1", count = "power" } }
"#,
    ),
    (
        "Sorcery",
        "For each player, you choose from among the permanents that player controls an artifact, a creature, an enchantment, and a planeswalker. Then each player sacrifices all other nonland permanents they control.",
        r#"spell = [
    { each-player = [{ choose-objects = { player = "you", what = "artifact theirs", also = true } }, { choose-objects = { player = "you", what = "creature theirs", also = true } }, { choose-objects = { player = "you", what = "enchantment theirs", also = true } }, { choose-objects = { player = "you", what = "planeswalker theirs", also = true } }] },
    { sacrifice = { player = "each-player", what = "nonland permanent not-among-them" } },
]
"#,
    ),
    (
        "Sorcery",
        "Each player chooses an artifact, a creature, and a land from among the permanents they control, then sacrifices the rest.",
        r#"spell = [
    { each-player = [{ choose-objects = { what = "artifact theirs", also = true } }, { choose-objects = { what = "creature theirs", also = true } }, { choose-objects = { what = "land theirs", also = true } }] },
    { sacrifice = { player = "each-player", what = "permanent not-among-them" } },
]
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, you may pay {X}. If you do, draw X cards.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = { may-pay = { cost = "{X}", do = { draw = { count = "x" } } } }
"#,
    ),
    (
        "Creature - Elf",
        "Daybound\nAt the beginning of your upkeep, if no spells were cast last turn, draw a card.",
        r#"daybound = true
[[card.ability]]
trigger = { begins = "your upkeep" }
if = "no-spells-last-turn"
do = { draw = {} }
"#,
    ),
    (
        "Sorcery",
        "It becomes night.",
        r#"spell = "become-night"
"#,
    ),
    (
        "Sorcery",
        "Return target creature card from your graveyard to the battlefield with two additional +1/+1 counters on it.",
        r#"targets = ["creature in your graveyard"]
spell = { move = { what = "target", to = "battlefield", counters = { kind = "+1/+1", count = 2 } } }
"#,
    ),
    (
        "Instant",
        "Exile target creature, then return it to the battlefield under its owner's control with a +1/+1 counter on it.",
        r#"targets = ["creature"]
spell = [
    { exile = { what = "target" } },
    { move = { what = "them", to = "battlefield-of-owner", counters = { kind = "+1/+1" } } },
]
"#,
    ),
    (
        "Creature - Elf",
        "Whenever a creature is put into exile from the battlefield, put a +1/+1 counter on this creature.",
        r#"[[card.ability]]
trigger = { exiled = "creature" }
do = { put-counters = { kind = "+1/+1" } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature dies or is put into exile from the battlefield, draw a card.",
        r#"[[card.ability]]
trigger = { dies-or-exiled = "self" }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "{X}, Sacrifice this enchantment: Destroy target creature with power X or less.",
        r#"[[card.ability]]
cost = "{X}, sacrifice self"
targets = ["creature power<=x"]
do = { destroy = { what = "target" } }
"#,
    ),
    (
        "Enchantment",
        "{X}, Sacrifice this enchantment: Exile target creature with mana value X.",
        r#"[[card.ability]]
cost = "{X}, sacrifice self"
targets = ["creature mv=x"]
do = { exile = { what = "target" } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, you may put a land card from your hand onto the battlefield tapped.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = { may-put-from-hand = { what = "land", tapped = true } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever another creature you control becomes the target of a spell or ability an opponent controls, counter that \
         spell or ability unless that player pays {1}.",
        r#"[[card.ability]]
trigger = { becomes-target = { what = "other creature yours", of = "opponents" } }
do = { unless = { player = "that", pay = "{1}", do = "counter-that" } }
"#,
    ),
    (
        "Enchantment",
        "Whenever an opponent casts a creature spell, counter that spell.",
        r#"[[card.ability]]
trigger = { cast = "creature opponents" }
do = "counter-that"
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, create an X/X green Elf Druid creature token, where X is the number of lands you control.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = { create-token = { token = "0/0 green Elf Druid", size = ["count land yours", "count land yours"] } }

[[token]]
name = "Elf Druid"
key = "0/0 green Elf Druid"
colours = "G"
pt = "0/0"
"#,
    ),
    (
        "Enchantment",
        "{X}: Until end of turn, creatures you control have base power and toughness X/X and gain all creature types.",
        r#"[[card.ability]]
cost = "{X}"
do = { animate = { what = "creature yours", size = ["x", "x"], every-creature-type = true, this-turn = true } }
"#,
    ),
    (
        "Instant",
        "Target creature has base power and toughness 1/1 until end of turn.",
        r#"targets = ["creature"]
spell = { animate = { what = "target", size = [1, 1], this-turn = true } }
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature has base power and toughness 0/2.",
        r#"enchant = "creature"
[[card.ability]]
static = { base-size = { what = "attached", size = [0, 2] } }
"#,
    ),
    (
        "Enchantment",
        "Creatures your opponents control have base power and toughness 1/1.",
        r#"[[card.ability]]
static = { base-size = { what = "creature opponents", size = [1, 1] } }
"#,
    ),
    (
        "Sorcery",
        "Reveal cards from the top of your library until you reveal a creature card. Put that card into your hand and the \
         rest on the bottom of your library in a random order.",
        r#"spell = { reveal-until = { what = "creature", to = "hand", rest = "library-bottom" } }
"#,
    ),
    (
        "Sorcery",
        "Each opponent reveals cards from the top of their library until they reveal two land cards, then puts those cards \
         into their graveyard.",
        r#"spell = { reveal-until = { player = "each-opponent", what = "land", count = 2, rest = "graveyard" } }
"#,
    ),
    (
        "Sorcery",
        "Exile target creature. Its controller reveals cards from the top of their library until they reveal a creature \
         card. That player puts that card onto the battlefield, then shuffles the rest into their library.",
        r#"targets = ["creature"]
spell = [
    { exile = { what = "target" } },
    { reveal-until = { player = "controller of target", what = "creature", to = "battlefield", rest = "library-shuffled" } },
]
"#,
    ),
    (
        "Creature - Elf",
        "{1}: This creature gets +1/+0 until end of turn. Activate only during combat.",
        r#"[[card.ability]]
cost = "{1}"
timing = "combat"
do = { pump = { what = "self", power = 1 } }
"#,
    ),
    (
        "Instant",
        "Cast this spell only during combat on an opponent's turn.\nDraw a card.",
        r#"timing = "combat"
if = "not your-turn"
spell = { draw = {} }
"#,
    ),
    (
        "Instant",
        "Cast this spell only during an opponent's turn.\nDraw a card.",
        r#"if = "not your-turn"
spell = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Prevent all damage that would be dealt to this creature.",
        r#"[[card.ability]]
static = { prevent-damage = { what = "itself" } }
"#,
    ),
    (
        "Creature - Elf",
        "Prevent all damage that would be dealt to this creature by artifact creatures.",
        r#"[[card.ability]]
static = { prevent-damage = { what = "itself", from = "artifact creature" } }
"#,
    ),
    (
        "Enchantment",
        "Prevent all damage that would be dealt to creatures you control.",
        r#"[[card.ability]]
static = { prevent-damage = { what = "creature yours" } }
"#,
    ),
    (
        "Instant",
        "Prevent all combat damage that would be dealt this turn by target creature.",
        r#"targets = ["creature"]
spell = { prevent-damage-by = { what = "target", combat = true } }
"#,
    ),
    (
        "Instant",
        "Prevent all damage creatures your opponents control would deal this turn.",
        r#"spell = { prevent-damage-by = { what = "creature opponents" } }
"#,
    ),
    (
        "Instant",
        "Reveal the top card of your library. If it's a land card, put it onto the battlefield.",
        r#"spell = { reveal-top = { what = "land", to = "battlefield" } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature enters, look at the top card of your library. You may put that card on the bottom of your library.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = { may-bottom-top = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever an artifact is put into your graveyard from the battlefield, draw a card.",
        r#"[[card.ability]]
trigger = { dies = "artifact owned-by-you" }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "At the beginning of your end step, if you attacked this turn, draw a card.",
        r#"[[card.ability]]
trigger = { begins = "your end" }
if = "attackers-this-turn >= 1"
do = { draw = {} }
"#,
    ),
    (
        "Instant",
        "Kicker {4}\nWim Oddfoot deals 2 damage to any target. If this spell was kicked, it deals 4 damage instead.",
        r#"kicker = "{4}"
targets = ["any"]
spell = { if = { condition = "kicked >= 1", then = { damage = { to = "target", amount = 4 } }, else = { damage = { to = "target", amount = 2 } } } }
"#,
    ),
    (
        "Sorcery",
        "Target creature gets -2/-2 until end of turn. If you control a Swamp, that creature gets -4/-4 until end of turn instead.",
        r#"targets = ["creature"]
spell = { if = { condition = "count Swamp yours >= 1", then = { pump = { what = "target", power = -4, toughness = -4 } }, else = { pump = { what = "target", power = -2, toughness = -2 } } } }
"#,
    ),
    (
        "Sorcery",
        "Wim Oddfoot deals 3 damage to target player. If you control a Goblin, Wim Oddfoot deals 5 damage instead.",
        r#"targets = ["player"]
spell = { if = { condition = "count Goblin yours >= 1", then = { damage = { to = "target", amount = 5 } }, else = { damage = { to = "target", amount = 3 } } } }
"#,
    ),
    (
        "Sorcery",
        "Choose three. You may choose the same mode more than once.\n• Draw a card.\n• You gain 2 life.",
        r#"choose = 3
repeat-modes = true
[[card.mode]]
do = { draw = {} }
[[card.mode]]
do = { gain-life = { amount = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Protection from all colors",
        r#"protection = "white|blue|black|red|green"
"#,
    ),
    (
        "Creature - Elf",
        "Shadow",
        r#"keywords = ["shadow"]
"#,
    ),
    (
        "Creature - Elf",
        "Infect, wither",
        r#"keywords = ["infect", "wither"]
"#,
    ),
    (
        "Creature - Elf",
        "Fear, intimidate\nOther Elf creatures get +1/+1 and have forestwalk.",
        r#"keywords = ["fear", "intimidate"]
[[card.ability]]
static = { pump = { what = "other Elf creature", power = 1, toughness = 1, keywords = ["forestwalk"] } }
"#,
    ),
    (
        "Creature - Elf",
        "Convoke, improvise",
        r#"convoke = true
improvise = true
"#,
    ),
    (
        "Creature - Elf",
        "Changeling",
        r#"changeling = true
"#,
    ),
    (
        "Creature - Elf",
        "Undying",
        r#"undying = true
"#,
    ),
    (
        "Creature - Elf",
        "Persist",
        r#"persist = true
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant land\nYou control enchanted land.",
        r#"enchant = "land"
[[card.ability]]
static = { control-attached = {} }
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nTotem armor",
        r#"enchant = "creature"
umbra-armor = true
"#,
    ),
    (
        "Creature - Elf",
        "Undaunted",
        r#"[[card.ability]]
static = { costs-less = "opponents" }
"#,
    ),
    (
        "Creature - Elf",
        "Ninjutsu {1}{U}",
        r#"ninjutsu = "{1}{U}"
"#,
    ),
    (
        "Creature - Elf",
        "Afflict 3",
        r#"afflict = 3
"#,
    ),
    (
        "Creature - Elf",
        "Foretell {1}{U}",
        r#"[[card.way]]
kind = "foretell"
cost = "{1}{U}"
"#,
    ),
    (
        "Creature - Elf",
        "Escape—{3}{R}, Exile five other cards from your graveyard.",
        r#"[[card.way]]
kind = "escape"
cost = "{3}{R}, exile-from-graveyard 5 card"
"#,
    ),
    (
        "Creature - Elf",
        "Plainscycling {2}",
        r#"[[card.ability]]
cost = "{2}, discard self"
from = "hand"
cycling = true
do = { search = { what = "Plains", to = "hand" } }
"#,
    ),
    (
        "Creature - Elf",
        "Mentor",
        r#"[[card.ability]]
trigger = { attacks = "self" }
targets = ["creature attacking weaker-than-self"]
do = { put-counters = { what = "target", kind = "+1/+1" } }
"#,
    ),
    (
        "Creature - Elf",
        "Fabricate 2",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = { choose = { modes = [{ put-counters = { kind = "+1/+1", count = 2 } }, { create-token = { token = "1/1 colourless Servo artifact", count = 2 } }] } }

[[token]]
name = "Servo"
key = "1/1 colourless Servo artifact"
colours = ""
"#,
    ),
    (
        "Artifact - Equipment",
        "Living weapon",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = [{ create-token = { token = "0/0 black Phyrexian Germ" } }, { attach = { to = "them" } }]

[[token]]
name = "Phyrexian Germ"
key = "0/0 black Phyrexian Germ"
colours = "B"
pt = "0/0"
"#,
    ),
    (
        "Artifact - Equipment",
        "For Mirrodin!",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = [{ create-token = { token = "2/2 red Rebel" } }, { attach = { to = "them" } }]

[[token]]
name = "Rebel"
key = "2/2 red Rebel"
colours = "R"
pt = "2/2"
"#,
    ),
    (
        "Creature - Elf",
        "Choose a Background",
        r#"keywords = ["choose a background"]
"#,
    ),
    (
        "Planeswalker - Wim",
        "[+1]: Draw a card.\n[−2]: You gain 1 life.",
        r#"[[card.ability]]
loyalty = 1
do = { draw = {} }
[[card.ability]]
loyalty = -2
do = { gain-life = { amount = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "As this creature enters, choose a creature type.\nOther creatures you control of the chosen type get +1/+1.",
        r#"[[card.ability]]
replacement = { enters-choosing = "creature-type" }
[[card.ability]]
static = { pump = { what = "other creature chosen-type yours", power = 1, toughness = 1 } }
"#,
    ),
    (
        "Artifact",
        "As Wim Oddfoot enters the battlefield, choose a color.\n{T}: Add one mana of the chosen color.",
        r#"[[card.ability]]
replacement = { enters-choosing = "colour" }
[[card.ability]]
mana = "chosen-colour"
"#,
    ),
    (
        "Creature - Elf",
        "Creature spells you cast of the chosen type cost {1} less to cast.",
        r#"[[card.ability]]
static = { cost-change = { what = "creature chosen-type yours", by = -1 } }
"#,
    ),
    (
        "Land",
        "{T}: Add one mana of any color. Spend this mana only to cast Elf creature spells.",
        r#"[[card.ability]]
mana = "any-colour"
only = { spells = "Elf creature" }
"#,
    ),
    (
        "Land",
        "As this land enters, choose a creature type.\n{T}: Add one mana of any color. Spend this mana only to cast a creature spell of the chosen type, and that spell can't be countered.",
        r#"[[card.ability]]
replacement = { enters-choosing = "creature-type" }
[[card.ability]]
mana = "any-colour"
only = { spells = "creature chosen-type" }
rider = { on = "creature chosen-type", gives = ["uncounterable"] }
"#,
    ),
    (
        "Land",
        "{1}, {T}: Add {U}{U}, {U}{R}, or {R}{R}.",
        r#"[[card.ability]]
cost = "{1}, {T}"
mana = "{U}{U}"
[[card.ability]]
cost = "{1}, {T}"
mana = "{U}{R}"
[[card.ability]]
cost = "{1}, {T}"
mana = "{R}{R}"
"#,
    ),
    (
        "Land",
        "{T}: Add {U}. This land doesn't untap during your next untap step.",
        r#"[[card.ability]]
mana = "{U}"
do = { freeze = { what = "self" } }
"#,
    ),
    (
        "Enchantment — Aura",
        "Enchant land\nWhenever enchanted land is tapped for mana, its controller adds an additional one mana of any color.",
        r#"enchant = "land"
[[card.ability]]
static = { more-mana = { what = "attached", mana = "any-colour" } }
"#,
    ),
    (
        "Creature — Beast",
        "Riot",
        r#"[[card.ability]]
static = { riot = "self" }
"#,
    ),
    ("Creature — Zombie", "Decayed", "keywords = [\"decayed\"]\n"),
    (
        "Creature — Hydra",
        "This creature can't be blocked by more than one creature.",
        r#"[[card.ability]]
static = { blocked-by-at-most = { count = 1 } }
"#,
    ),
    (
        "Artifact",
        "Players can't activate planeswalkers' loyalty abilities.",
        r#"[[card.ability]]
static = { cant-activate = { what = "planeswalker", loyalty = true } }
"#,
    ),
    (
        "Enchantment",
        "Spells and abilities your opponents control can't cause you to sacrifice permanents.",
        r#"[[card.ability]]
static = { spared = { sacrifice = true } }
"#,
    ),
    (
        "Enchantment",
        "Spells and abilities your opponents control can't cause their controller to search their library.",
        r#"[[card.ability]]
static = { no-own-search = "opponents" }
"#,
    ),
    (
        "Enchantment",
        "Creatures with flying can't attack you or planeswalkers you control.",
        r#"[[card.ability]]
static = { cant-attack-you = "creature with-flying" }
"#,
    ),
    (
        "Enchantment",
        "Any player may cast spells as though they had flash.",
        r#"[[card.ability]]
static = { flash-for-all = "spell" }
"#,
    ),
    (
        "Enchantment",
        "If a creature an opponent controls would die, exile it instead.",
        r#"[[card.ability]]
static = { exiled-instead = { what = "creature opponents", dies = true } }
"#,
    ),
    (
        "Enchantment",
        "Combat damage that would be dealt by creatures you control can't be prevented.",
        r#"[[card.ability]]
static = { unpreventable = "creature yours" }
"#,
    ),
    (
        "Enchantment",
        "Players can't search libraries.",
        r#"[[card.ability]]
static = { no-search = "any" }
"#,
    ),
    (
        "Enchantment",
        "Your opponents can't cast spells during your turn.",
        r#"[[card.ability]]
static = { cant-cast = { what = "opponents" } }
if = "your-turn"
"#,
    ),
    (
        "Enchantment",
        "Your opponents can't cast spells from anywhere other than their hands.",
        r#"[[card.ability]]
static = { cant-cast = { what = "opponents", unless = "from-hand" } }
"#,
    ),
    (
        "Enchantment",
        "Each opponent can't cast more than one spell each turn.",
        r#"[[card.ability]]
static = { spell-limit = { whose = "opponents", at-most = 1 } }
"#,
    ),
    (
        "Enchantment",
        "Players skip their untap steps.",
        r#"[[card.ability]]
static = { skip = { whose = "any", what = "untap" } }
"#,
    ),
    (
        "Enchantment",
        "You may play lands from the top of your library.\nYou may look at the top card of your library any time.",
        r#"[[card.ability]]
static = { play-from = { what = "land", from = "library-top" } }
[[card.ability]]
static = { top-card = {} }
"#,
    ),
    (
        "Enchantment",
        "Play with the top card of your library revealed.\nYou may play lands from your graveyard.",
        r#"[[card.ability]]
static = { top-card = { revealed = true } }
[[card.ability]]
static = { lands-from-graveyard = {} }
"#,
    ),
    (
        "Enchantment",
        "Creatures entering don't cause abilities to trigger.",
        r#"[[card.ability]]
static = { no-triggers = { of = "creature", event = "enters" } }
"#,
    ),
    (
        "Enchantment",
        "If a card or token would be put into a graveyard from anywhere, exile it instead.",
        r#"[[card.ability]]
static = { graveyard-to-exile = "each" }
"#,
    ),
    (
        "Creature - Elf",
        "Prevent all combat damage that would be dealt to and dealt by this creature.",
        r#"keywords = ["no combat damage"]
"#,
    ),
    (
        "Enchantment",
        "If one or more +1/+1 counters would be put on a creature you control, twice that many +1/+1 counters are put on it instead.",
        r#"[[card.ability]]
static = { more-counters = { what = "creature yours", kind = "+1/+1", times = 2 } }
"#,
    ),
    (
        "Enchantment",
        "If one or more +1/+1 counters would be put on an artifact you control, that many plus one +1/+1 counters are put on it instead.",
        r#"[[card.ability]]
static = { more-counters = { what = "artifact yours", kind = "+1/+1", plus = 1 } }
"#,
    ),
    (
        "Enchantment",
        "If a source you control would deal damage to a permanent or player, it deals double that damage instead.",
        r#"[[card.ability]]
static = { more-damage = { from = "yours", times = 2 } }
"#,
    ),
    (
        "Enchantment",
        "Activated abilities of artifacts can't be activated unless they're mana abilities.",
        r#"[[card.ability]]
static = { cant-activate = { what = "artifact" } }
"#,
    ),
    (
        "Enchantment",
        "Activated abilities of creatures you control cost {2} less to activate. This effect can't reduce the mana in that cost to less than one mana.",
        r#"[[card.ability]]
static = { abilities-cost-less = { what = "creature yours", by = 2, at-least-one = true } }
"#,
    ),
    (
        "Enchantment",
        "If an artifact or creature entering causes a triggered ability of a permanent you control to trigger, that ability triggers an additional time.",
        r#"[[card.ability]]
static = { triggers-twice = { of = "artifact|creature", event = "enters" } }
"#,
    ),
    (
        "Creature - Elf",
        "Creatures with power 2 or less can't block this creature.",
        r#"not-blocked-by = "creature power<=2"
"#,
    ),
    (
        "Enchantment",
        "Whenever you tap a land for mana, add an additional one mana of any type that land produced.",
        r#"[[card.ability]]
static = { lands-make-more = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever a player taps a land for mana, that player adds one mana of any type that land produced.",
        r#"[[card.ability]]
static = { more-mana = { what = "land", same = 1 } }
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant land\nWhenever enchanted land is tapped for mana, its controller adds an additional {G}{G}.",
        r#"enchant = "land"
[[card.ability]]
static = { more-mana = { what = "attached", mana = "{G}", count = 2 } }
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nWhen enchanted creature dies, return this card to its owner's hand.",
        r#"enchant = "creature"
[[card.ability]]
trigger = { dies = "attached" }
do = { move = { what = "this-card", to = "hand" } }
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature has \"Whenever this creature attacks, draw a card.\"",
        r#"enchant = "creature"
[[card.ability]]
static = { grant = { to = "attached", ability = { trigger = { attacks = "self" }, do = { draw = {} } } } }
"#,
    ),
    (
        "Enchantment",
        "Lands you control have \"{T}: Add one mana of any color.\"",
        r#"[[card.ability]]
static = { grant = { to = "land yours", ability = { mana = "any-colour" } } }
"#,
    ),
    (
        "Creature - Elf",
        "When this creature becomes the target of a spell or ability, sacrifice it.",
        r#"[[card.ability]]
trigger = { becomes-target = { what = "self" } }
do = { sacrifice = { what = "self" } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever this creature becomes the target of a spell or ability an opponent controls, draw a card.",
        r#"[[card.ability]]
trigger = { becomes-target = { what = "self", of = "opponents" } }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever you cast or copy an instant or sorcery spell, draw a card.",
        r#"[[card.ability]]
trigger = { cast = "instant|sorcery yours" }
do = { draw = {} }
[[card.ability]]
trigger = { copies = "instant|sorcery spell yours" }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever you attack, draw a card.",
        r#"[[card.ability]]
trigger = "you-attack"
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever you attack with two or more Elves, draw a card.",
        r#"[[card.ability]]
trigger = { attack-with = { what = "Elf yours", at-least = 2 } }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever one or more Elves you control attack, draw a card.",
        r#"[[card.ability]]
trigger = { attack-with = { what = "Elf yours" } }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever one or more +1/+1 counters are put on a creature you control, draw a card.",
        r#"[[card.ability]]
trigger = { counters-put = { what = "creature yours", kind = "+1/+1" } }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "At the beginning of your first main phase, draw a card.",
        r#"[[card.ability]]
trigger = { begins = "your precombat-main" }
do = { draw = {} }
"#,
    ),
    (
        "Legendary Creature - Elf",
        "Eminence — Whenever you cast another Elf spell, if Wim Oddfoot is in the command zone or on the battlefield, draw a card.",
        r#"[[card.ability]]
trigger = { cast = "other Elf yours" }
from = "battlefield-or-command"
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever an opponent draws a card, this enchantment deals 1 damage to them.",
        r#"[[card.ability]]
trigger = { draws = "opponents" }
do = { damage = { to = "that", amount = 1 } }
"#,
    ),
    (
        "Sorcery",
        "Gain control of target creature until end of turn. Untap that creature. It gains haste until end of turn.",
        r#"targets = ["creature"]
spell = [
    { gain-control = { what = "target", this-turn = true } },
    { untap = { what = "target" } },
    { pump = { what = "target", keywords = ["haste"] } },
]
"#,
    ),
    (
        "Sorcery",
        "Goad each creature you don't control.",
        r#"spell = { goad = { what = "creature others" } }
"#,
    ),
    (
        "Instant",
        "Counter target activated or triggered ability.",
        r#"targets = ["activated|triggered ability"]
spell = { counter = {} }
"#,
    ),
    (
        "Instant",
        "Counter target spell, activated ability, or triggered ability.",
        r#"targets = ["spell-or-ability"]
spell = { counter = {} }
"#,
    ),
    (
        "Instant",
        "You may choose new targets for target spell or ability.",
        r#"targets = ["spell-or-ability"]
spell = { change-targets = {} }
"#,
    ),
    (
        "Instant",
        "Change the target of target spell with a single target.",
        r#"targets = ["spell-with-one-target"]
spell = { change-targets = { must = true } }
"#,
    ),
    (
        "Sorcery",
        "Exile the top two cards of your library. Until the end of your next turn, you may play those cards.",
        r#"spell = [{ exile-top = { count = 2 } }, { permit = { until = "end-of-your-next-turn" } }]
"#,
    ),
    (
        "Sorcery",
        "Exile the top card of your library. You may play it this turn.",
        r#"spell = [{ exile-top = {} }, { permit = { until = "this-turn" } }]
"#,
    ),
    (
        "Sorcery",
        "Target opponent reveals their hand. You choose a noncreature, nonland card from it. That player discards that card.",
        r#"targets = ["opponent"]
spell = { pick-from-hand = { player = "target", what = "noncreature nonland" } }
"#,
    ),
    (
        "Sorcery",
        "Target player reveals their hand. You choose a card from it. Exile that card.",
        r#"targets = ["player"]
spell = { pick-from-hand = { player = "target", to = "exile" } }
"#,
    ),
    (
        "Sorcery",
        "Draw three cards, then put two cards from your hand on top of your library in any order.",
        r#"spell = [{ draw = { count = 3 } }, { put-back = { count = 2 } }]
"#,
    ),
    (
        "Sorcery",
        "Draw cards equal to the greatest power among creatures you control.",
        r#"spell = { draw = { count = "greatest-power creature yours" } }
"#,
    ),
    (
        "Sorcery",
        "Target opponent loses half their life, rounded up.",
        r#"targets = ["opponent"]
spell = { lose-life = { player = "target", amount = "life of target - life of target / 2" } }
"#,
    ),
    (
        "Sorcery",
        "Target permanent phases out.",
        r#"targets = ["permanent"]
spell = { phase-out = { what = "target" } }
"#,
    ),
    (
        "Sorcery",
        "Permanents you control phase out.",
        r#"spell = { phase-out = { what = "permanent yours" } }
"#,
    ),
    (
        "Sorcery",
        "Exile all graveyards.",
        r#"spell = { exile = { what = "card in graveyard of each-player" } }
"#,
    ),
    (
        "Sorcery",
        "Look at target opponent's hand.",
        r#"targets = ["opponent"]
spell = { look-at-hand = { player = "target" } }
"#,
    ),
    (
        "Sorcery",
        "Search your library for up to two basic land cards, reveal those cards, put one onto the battlefield tapped and the other into your hand, then shuffle.",
        r#"spell = { search = { what = "basic land", count = 2, to = "battlefield-tapped", rest = "hand" } }
"#,
    ),
    (
        "Sorcery",
        "Look at the top three cards of your library. Put one of those cards into your hand and the rest into your graveyard.",
        r#"spell = { look-at-top = { count = 3, to = "hand", rest = "graveyard" } }
"#,
    ),
    (
        "Instant",
        "Choose one or both —\n• Draw a card.\n• You gain 1 life.",
        r#"choose = 2
choose-at-least = 1
[[card.mode]]
do = { draw = {} }
[[card.mode]]
do = { gain-life = { amount = 1 } }
"#,
    ),
    (
        "Artifact - Equipment",
        "When this Equipment enters, attach it to target creature you control.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["creature yours"]
do = { attach = { to = "target" } }
"#,
    ),
    (
        "Legendary Creature - Elf",
        "Whenever Wim Oddfoot attacks, you get an experience counter.\nWim Oddfoot gets +1/+1 for each experience counter you have.",
        r#"[[card.ability]]
trigger = { attacks = "self" }
do = { experience = {} }
[[card.ability]]
static = { pump = { power = "experience", toughness = "experience" } }
"#,
    ),
    (
        "Creature - Elf",
        "You may have this creature enter as a copy of any creature on the battlefield.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature" } }
"#,
    ),
    (
        "Instant",
        "If you control a commander, you may cast this spell without paying its mana cost.\nDraw a card.",
        r#"spell = { draw = {} }
[[card.way]]
kind = "alternative"
cost = "{0}"
if = "count commander yours >= 1"
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nWhenever enchanted creature blocks, it gets +0/+3 until end of turn.",
        r#"enchant = "creature"
[[card.ability]]
trigger = { blocks = "attached" }
do = { pump = { what = "attached", toughness = 3 } }
"#,
    ),
    (
        "Sorcery",
        "Exile all cards from target player's graveyard.",
        r#"targets = ["player"]
spell = { exile = { what = "card in graveyard of target" } }
"#,
    ),
    (
        "Sorcery",
        "Exile all creature cards from each opponent's graveyard.",
        r#"spell = { exile = { what = "creature in graveyard of each-opponent" } }
"#,
    ),
    (
        "Sorcery",
        "Put all creature cards from all graveyards onto the battlefield under your control.",
        r#"spell = { move = { what = "creature in graveyard of each-player", to = "battlefield" } }
"#,
    ),
    (
        "Creature - Elf",
        "Flying, trample, and haste",
        r#"keywords = ["flying", "trample", "haste"]
"#,
    ),
    (
        "Creature - Elf",
        "Flying\nVigilance",
        r#"keywords = ["flying", "vigilance"]
"#,
    ),
    (
        "Creature - Elf",
        "Protection from red and from green",
        r#"protection = "red|green"
"#,
    ),
    (
        "Creature - Elf",
        "Protection from Goblins",
        r#"protection = "Goblin"
"#,
    ),
    (
        "Creature - Elf",
        "Prowess",
        r#"[[card.ability]]
trigger = { cast = "noncreature yours" }
do = { pump = { what = "self", power = 1, toughness = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "Exalted",
        r#"[[card.ability]]
trigger = { attacks-alone = "creature yours" }
do = { pump = { what = "that", power = 1, toughness = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "Annihilator 2",
        r#"[[card.ability]]
trigger = { attacks = "self" }
do = { make-sacrifice = { player = "defending", what = "permanent", count = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Bushido 1",
        r#"[[card.ability]]
trigger = { blocks = "self" }
do = { pump = { what = "self", power = 1, toughness = 1 } }
[[card.ability]]
trigger = { becomes-blocked = "self" }
do = { pump = { what = "self", power = 1, toughness = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "Modular 2",
        r#"[[card.ability]]
replacement = { enters-with-counters = { kind = "+1/+1", count = 2 } }
[[card.ability]]
trigger = { dies = "self" }
targets = ["artifact creature"]
do = { may = { do = { put-counters = { what = "target", kind = "+1/+1", count = "counters +1/+1" } } } }
"#,
    ),
    (
        "Creature - Elf",
        "Evolve",
        r#"[[card.ability]]
trigger = { enters = "creature other yours" }
if = "power of that > power or toughness of that > toughness"
do = { put-counters = { kind = "+1/+1" } }
"#,
    ),
    (
        "Creature - Elf",
        "Extort",
        r#"[[card.ability]]
trigger = { cast = "yours" }
do = { may-pay = { cost = "{W/B}", do = [{ lose-life = { player = "each-opponent", amount = 1 } }, { gain-life = { amount = "result" } }] } }
"#,
    ),
    (
        "Creature - Elf",
        "Soulshift 3",
        r#"[[card.ability]]
trigger = { dies = "self" }
targets = ["Spirit card mv<=3 in your graveyard"]
do = { may = { do = { move = { what = "target", to = "hand" } } } }
"#,
    ),
    (
        "Creature - Elf",
        "Afterlife 2",
        r#"[[card.ability]]
trigger = { dies = "self" }
do = { create-token = { token = "1/1 white and black Spirit with flying", count = 2 } }

[[token]]
name = "Spirit"
key = "1/1 white and black Spirit with flying"
colours = "WB"
keywords = ["flying"]
"#,
    ),
    (
        "Creature - Elf",
        "Ward {2}",
        r#"[[card.ability]]
static = { ward = { what = "itself", pay = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Cycling {2}",
        r#"cycling = "{2}"
"#,
    ),
    (
        "Creature - Elf",
        "Cumulative upkeep {1}",
        r#"cumulative-upkeep = 1
"#,
    ),
    (
        "Creature - Elf",
        "Kicker {1}{G}\nWhen Wim Oddfoot enters the battlefield, if it was kicked, draw a card.",
        r#"kicker = "{1}{G}"
[[card.ability]]
trigger = { enters = "self" }
if = "kicked >= 1"
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Evoke {1}{B}",
        r#"[[card.way]]
kind = "evoke"
cost = "{1}{B}"
"#,
    ),
    (
        "Creature - Elf",
        "Dash {1}{R} (You may cast this spell for its dash cost.)\nBlitz {2}{B}",
        r#"[[card.way]]
kind = "dash"
cost = "{1}{R}"
[[card.way]]
kind = "blitz"
cost = "{2}{B}"
"#,
    ),
    (
        "Sorcery",
        "Suspend 4—{1}{R}\nDraw two cards.",
        r#"suspend = { time = 4, cost = "{1}{R}" }
spell = { draw = { count = 2 } }
"#,
    ),
    (
        "Sorcery",
        "Draw two cards.\nFlashback {3}{U}",
        r#"spell = { draw = { count = 2 } }
[[card.way]]
kind = "flashback"
cost = "{3}{U}"
"#,
    ),
    (
        "Artifact - Equipment",
        "Equipped creature gets +1/+0 and has reach.\nEquip {2}",
        r#"equip = "{2}"
[[card.ability]]
static = { pump = { what = "attached", power = 1, keywords = ["reach"] } }
"#,
    ),
    (
        "Artifact - Vehicle",
        "Flying\nCrew 3",
        r#"keywords = ["flying"]
crew = 3
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature you control\nEnchanted creature can't attack or block.",
        r#"enchant = "creature yours"
[[card.ability]]
static = { pump = { what = "attached", keywords = ["can't attack", "can't block"] } }
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nAs long as enchanted creature is an Elf, it has trample.",
        r#"enchant = "creature"
[[card.ability]]
static = { pump = { what = "attached", keywords = ["trample"] } }
if = "attached is Elf"
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature has \"{T}: Draw a card.\"",
        r#"enchant = "creature"
[[card.ability]]
static = { grant = { to = "attached", ability = { cost = "{T}", do = { draw = {} } } } }
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nWhen enchanted creature is dealt damage, destroy it.",
        r#"enchant = "creature"
[[card.ability]]
trigger = { is-dealt-damage = "attached" }
do = { destroy = { what = "that" } }
"#,
    ),
    (
        "Land",
        "Wim Oddfoot enters the battlefield tapped.\n{T}: Add {G} or {W}.",
        r#"enters-tapped = true
[[card.ability]]
mana = "{G} or {W}"
"#,
    ),
    (
        "Land",
        "Wim Oddfoot enters the battlefield tapped unless you control a Forest.\n{T}: Add {G}.",
        r#"enters-tapped = { unless = "count Forest yours >= 1" }
[[card.ability]]
mana = "{G}"
"#,
    ),
    (
        "Land",
        "{T}: Add {C}.\n{T}, Pay 1 life: Add one mana of any color.",
        r#"[[card.ability]]
mana = "{C}"
[[card.ability]]
cost = "{T}, pay 1 life"
mana = "any-colour"
"#,
    ),
    (
        "Land",
        "{T}: Add {G} for each Elf you control.",
        r#"[[card.ability]]
mana = "{G} times count Elf yours"
"#,
    ),
    (
        "Land",
        "{T}: Add one mana of any color in your commander's color identity.",
        r#"[[card.ability]]
mana = "commander-colour"
"#,
    ),
    (
        "Land",
        "{T}: Add {R}. Wim Oddfoot deals 1 damage to you.",
        r#"[[card.ability]]
mana = "{R}"
do = { damage = { to = "you", amount = 1 } }
"#,
    ),
    (
        "Land",
        "{1}, {T}, Sacrifice Wim Oddfoot: Search your library for a basic Forest or Plains card, put it onto the battlefield tapped, then shuffle your library.",
        r#"[[card.ability]]
cost = "{1}, {T}, sacrifice self"
do = { search = { what = "basic Forest|Plains land", to = "battlefield-tapped" } }
"#,
    ),
    (
        "Artifact",
        "{T}: Add three mana of any one color. Activate this ability only if you control an Elf.",
        r#"[[card.ability]]
mana = "3 any-colour"
if = "count Elf yours >= 1"
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot enters the battlefield with two +1/+1 counters on it.",
        r#"[[card.ability]]
replacement = { enters-with-counters = { kind = "+1/+1", count = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot can't be blocked by creatures with power 2 or less.",
        r#"not-blocked-by = "creature power<=2"
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot can block only creatures with flying.",
        r#"cant-block = "creature without-flying"
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot attacks each combat if able.",
        r#"keywords = ["must attack"]
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot can't attack or block unless you control three or more artifacts.",
        r#"[[card.ability]]
static = { pump = { keywords = ["can't attack", "can't block"] } }
if = "count artifact yours < 3"
"#,
    ),
    (
        "Creature - Elf",
        "Wim Oddfoot gets +1/+1 for each artifact you control.",
        r#"[[card.ability]]
static = { pump = { power = "count artifact yours", toughness = "count artifact yours" } }
"#,
    ),
    (
        "Creature - Elf",
        "As long as it's your turn, Wim Oddfoot has first strike.",
        r#"[[card.ability]]
static = { pump = { keywords = ["first strike"] } }
if = "your-turn"
"#,
    ),
    (
        "Creature - Elf",
        "Other Elves you control get +1/+1 and have vigilance.",
        r#"[[card.ability]]
static = { pump = { what = "other Elf yours", power = 1, toughness = 1, keywords = ["vigilance"] } }
"#,
    ),
    (
        "Creature - Elf",
        "Creatures your opponents control enter the battlefield tapped.",
        r#"[[card.ability]]
static = { enters-tapped = "creature opponents" }
"#,
    ),
    (
        "Creature - Elf",
        "Red creatures don't untap during their controllers' untap steps.",
        r#"[[card.ability]]
static = { no-untap = "red creature" }
"#,
    ),
    (
        "Creature - Elf",
        "Elf spells you cast cost {1} less to cast.",
        r#"[[card.ability]]
static = { cost-change = { what = "Elf yours", by = -1 } }
"#,
    ),
    (
        "Creature - Elf",
        "This spell costs {1} less to cast for each creature card in your graveyard.",
        r#"[[card.ability]]
static = { costs-less = "graveyard creature" }
"#,
    ),
    (
        "Creature - Elf",
        "You may cast Elf spells as though they had flash.",
        r#"[[card.ability]]
static = { flash = "Elf" }
"#,
    ),
    (
        "Creature - Elf",
        "You have no maximum hand size.",
        r#"[[card.ability]]
static = { max-hand-size = "none" }
"#,
    ),
    (
        "Creature - Elf",
        "You may play an additional land on each of your turns.",
        r#"[[card.ability]]
static = { land-plays = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
        r#"[[card.ability]]
static = { attack-tax = 2 }
"#,
    ),
    (
        "Creature - Elf",
        "This spell can't be countered.",
        r#"keywords = ["uncounterable"]
"#,
    ),
    (
        "Creature - Shapeshifter",
        "You may have Wim Oddfoot enter the battlefield as a copy of any creature on the battlefield, except it's an artifact in addition to its other types.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature", except = { type = "Artifact" } } }
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, you take the initiative.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = "take-initiative"
"#,
    ),
    (
        "Creature - Elf",
        "If you would draw a card except the first one you draw in each of your draw steps, draw two cards instead.",
        r#"[[card.ability]]
static = { draws-instead = { whose = "yours", count = 2, but-first = true } }
"#,
    ),
    (
        "Creature - Elf",
        "If an opponent would draw a card except the first one they draw in each of their draw steps, instead that player skips that draw and you draw a card.",
        r#"[[card.ability]]
static = { draws-instead = { whose = "opponents", but-first = true, by-you = true } }
"#,
    ),
    (
        "Creature - Elf",
        "If you would gain life, you gain twice that much life instead.",
        r#"[[card.ability]]
static = { more-life = { whose = "yours", times = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "If an opponent would gain life, that player loses that much life instead.",
        r#"[[card.ability]]
static = { life-gain-lost = "opponents" }
"#,
    ),
    (
        "Creature - Elf",
        "If an opponent would lose life during your turn, they lose twice that much life instead.",
        r#"[[card.ability]]
static = { more-life-lost = { whose = "opponents", times = 2 } }
if = "your-turn"
"#,
    ),
    (
        "Enchantment",
        "If this card is in your opening hand, you may begin the game with it on the battlefield.",
        r#"[[card.ability]]
static = { opening-hand = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever an opponent draws a card except the first one they draw in each of their draw steps, you gain 1 life.",
        r#"[[card.ability]]
trigger = { draws-more = "opponents" }
do = { gain-life = { amount = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "If an effect would create one or more tokens under your control, it creates twice that many of those tokens instead.",
        r#"[[card.ability]]
static = { tokens-twice = "yours" }
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield or dies, each opponent loses 1 life and you gain 1 life.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = [{ lose-life = { player = "each-opponent", amount = 1 } }, { gain-life = { amount = 1 } }]
[[card.ability]]
trigger = { dies = "self" }
do = [{ lose-life = { player = "each-opponent", amount = 1 } }, { gain-life = { amount = 1 } }]
"#,
    ),
    (
        "Creature - Elf",
        "Whenever Wim Oddfoot or another Elf enters the battlefield under your control, scry 1.",
        r#"[[card.ability]]
trigger = { enters = "Elf yours" }
do = { scry = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever another nontoken creature you control dies, you may draw a card.",
        r#"[[card.ability]]
trigger = { dies = "other nontoken creature yours" }
do = { may = { do = { draw = {} } } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever a creature an opponent controls dies, its controller loses 1 life.",
        r#"[[card.ability]]
trigger = { dies = "creature opponents" }
do = { lose-life = { player = "controller of that", amount = 1 } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever Wim Oddfoot attacks for the first time each turn, untap it.",
        r#"[[card.ability]]
trigger = { attacks = "self" }
when = "first-attack-this-turn"
do = { untap = { what = "self" } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever a creature you control attacks alone, it gains lifelink until end of turn.",
        r#"[[card.ability]]
trigger = { attacks-alone = "creature yours" }
do = { pump = { what = "that", keywords = ["lifelink"] } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever Wim Oddfoot deals combat damage to a player, that player discards a card at random.",
        r#"[[card.ability]]
trigger = { combat-damage-to-player = "self" }
do = { discard = { player = "that", random = true } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever one or more Elves you control deal combat damage to a player, draw a card.",
        r#"[[card.ability]]
trigger = { combat-damage-once = "Elf yours" }
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever you cast an instant or sorcery spell, you may pay {1}. If you do, copy that spell. You may choose new targets for the copy.",
        r#"[[card.ability]]
trigger = { cast = "instant|sorcery yours" }
do = { may-pay = { cost = "{1}", do = { copy-spell = { what = "that", new-targets = true } } } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever an opponent casts their second spell each turn, put a +1/+1 counter on Wim Oddfoot.",
        r#"[[card.ability]]
trigger = { nth-spell = { whose = "opponents", nth = 2 } }
do = { put-counters = { kind = "+1/+1" } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever you cast a spell that targets Wim Oddfoot, investigate.",
        r#"[[card.ability]]
trigger = { targeted-by-spell = "yours" }
do = { create-token = { token = "Clue" } }
"#,
    ),
    (
        "Creature - Elf",
        "When you cast this spell, create a Treasure token.",
        r#"[[card.ability]]
trigger = "cast-this"
do = { create-token = { token = "Treasure" } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever an opponent loses life, you gain that much life.",
        r#"[[card.ability]]
trigger = { loses-life = "opponents" }
do = { gain-life = { amount = "that" } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever an opponent searches their library, that player loses 2 life.",
        r#"[[card.ability]]
trigger = { searches = "opponents" }
do = { lose-life = { player = "that", amount = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever you gain life, target opponent loses that much life.",
        r#"[[card.ability]]
trigger = { gains-life = "yours" }
targets = ["opponent"]
do = { lose-life = { player = "target", amount = "that" } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever you draw your second card each turn, proliferate.",
        r#"[[card.ability]]
trigger = { nth-draw = { whose = "yours", nth = 2 } }
do = "proliferate"
"#,
    ),
    (
        "Creature - Elf",
        "Whenever you sacrifice an artifact, you get {E}{E}.",
        r#"[[card.ability]]
trigger = { sacrifices = "artifact yours" }
do = { energy = { count = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "At the beginning of your upkeep, if you have no cards in hand, draw two cards.",
        r#"[[card.ability]]
trigger = { begins = "your upkeep" }
if = "hand <= 0"
do = { draw = { count = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "At the beginning of each player's draw step, that player draws an additional card.",
        r#"[[card.ability]]
trigger = { begins = "each-player draw" }
do = { draw = { player = "that" } }
"#,
    ),
    (
        "Creature - Elf",
        "At the beginning of combat on your turn, another target creature you control gets +2/+0 until end of turn.",
        r#"[[card.ability]]
trigger = { begins = "your combat" }
targets = ["creature other yours"]
do = { pump = { what = "target", power = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "At the beginning of your end step, sacrifice Wim Oddfoot unless you pay {G}.",
        r#"[[card.ability]]
trigger = { begins = "your end" }
do = { unless = { pay = "{G}", do = { sacrifice = { what = "self" } } } }
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot dies, return it to its owner's hand.",
        r#"[[card.ability]]
trigger = { dies = "self" }
do = { move = { what = "this-card", to = "hand" } }
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, exile target creature an opponent controls until Wim Oddfoot leaves the battlefield.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["creature opponents"]
do = { exile-until-source-leaves = { what = "target" } }
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, you may exile another target creature you control, then return that card to the battlefield under its owner's control.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["creature other yours"]
do = { may = { do = [{ exile = { what = "target" } }, { move = { what = "them", to = "battlefield-of-owner" } }] } }
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, choose one —\n• Destroy target artifact.\n• You gain 4 life.",
        r#"[[card.ability]]
trigger = { enters = "self" }
mode = [{ targets = ["artifact"], do = { destroy = { what = "target" } } }, { do = { gain-life = { amount = 4 } } }]
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, it deals 4 damage divided as you choose among any number of targets.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["any number of any"]
divide = 4
do = "damage-as-divided"
"#,
    ),
    (
        "Creature - Elf",
        "{2}, {T}, Tap an untapped Elf you control: Tap target creature. Activate this ability only once each turn.",
        r#"[[card.ability]]
cost = "{2}, {T}, tap Elf other"
per-turn = 1
targets = ["creature"]
do = { tap = { what = "target" } }
"#,
    ),
    (
        "Creature - Elf",
        "{1}, Exile Wim Oddfoot from your graveyard: Return target Elf card from your graveyard to your hand.",
        r#"[[card.ability]]
cost = "{1}, exile self"
from = "graveyard"
targets = ["Elf in your graveyard"]
do = { move = { what = "target", to = "hand" } }
"#,
    ),
    (
        "Creature - Elf",
        "{G}, Remove a +1/+1 counter from Wim Oddfoot: Choose one —\n• Untap target land.\n• Destroy target enchantment.",
        r#"[[card.ability]]
cost = "{G}, remove 1 +1/+1"
targets = ["land"]
do = { untap = { what = "target" } }
[[card.ability]]
cost = "{G}, remove 1 +1/+1"
targets = ["enchantment"]
do = { destroy = { what = "target" } }
"#,
    ),
    (
        "Instant",
        "Counter target noncreature spell unless its controller pays {3}.",
        r#"targets = ["noncreature spell"]
spell = { unless = { player = "controller of target", pay = "{3}", do = { counter = {} } } }
"#,
    ),
    (
        "Creature - Elf",
        "Echo {2}{G} (At the beginning of your upkeep, pay.)\nUnearth {1}{B}\nDevour 2\nDredge 3\nMadness {G}",
        r#"echo = "{2}{G}"
unearth = "{1}{B}"
devour = 2
dredge = 3
[[card.way]]
kind = "madness"
cost = "{G}"
"#,
    ),
    ("Creature - Elf", "Embalm {3}{W}", "embalm = \"{3}{W}\"\n"),
    ("Creature - Elf", "Eternalize {3}{B}{B}", "eternalize = \"{3}{B}{B}\"\n"),
    ("Creature - Elf", "Echo—Discard a card.", "echo = \"discard 1\"\n"),
    (
        "Instant",
        "Strive — This spell costs {1}{U} more to cast for each target beyond the first.\nTap any number of target creatures.",
        r#"strive = "{1}{U}"
targets = ["any number of creature"]
spell = { tap = { what = "targets" } }
"#,
    ),
    (
        "Sorcery",
        "Amass Orcs 2, then draw a card.",
        r#"spell = [{ amass = { type = "Orc", count = 2 } }, { draw = {} }]
"#,
    ),
    (
        "Creature - Elf",
        "{B}: Regenerate Wim Oddfoot.",
        r#"[[card.ability]]
cost = "{B}"
do = { regenerate = { what = "self" } }
"#,
    ),
    (
        "Sorcery",
        "Wim Oddfoot deals 2 damage to target creature. A creature dealt damage this way can't be regenerated this turn.",
        r#"targets = ["creature"]
spell = { damage = { to = "target", amount = 2, regenerate = false } }
"#,
    ),
    (
        "Instant",
        "Destroy target nonartifact, nonblack creature. It can't be regenerated.",
        r#"targets = ["nonartifact nonblack creature"]
spell = { destroy = { what = "target", regenerate = false } }
"#,
    ),
    (
        "Instant",
        "Exile target creature. Its controller gains life equal to its power.",
        r#"targets = ["creature"]
spell = [
    { exile = { what = "target" } },
    { gain-life = { player = "controller of target", amount = "power of target" } },
]
"#,
    ),
    (
        "Instant",
        "Wim Oddfoot deals 3 damage to target creature and 2 damage to that creature's controller.",
        r#"targets = ["creature"]
spell = [{ damage = { to = "target", amount = 3 } }, { damage = { to = "controller of target", amount = 2 } }]
"#,
    ),
    (
        "Instant",
        "Target creature you control fights target creature you don't control.",
        r#"targets = ["creature yours", "creature others"]
spell = { fight = { what = "target", with = "target 2" } }
"#,
    ),
    (
        "Instant",
        "Target creature gets -X/-X until end of turn, where X is the number of Swamps you control.",
        r#"targets = ["creature"]
spell = { pump = { what = "target", power = "count Swamp yours * -1", toughness = "count Swamp yours * -1" } }
"#,
    ),
    (
        "Instant",
        "Target creature gains protection from the color of your choice until end of turn.",
        r#"targets = ["creature"]
spell = { pump = { what = "target", protection = "chosen-colour" } }
"#,
    ),
    (
        "Instant",
        "Tap up to two target creatures. Those creatures don't untap during their controller's next untap step.",
        r#"targets = ["up to one creature", "up to one creature"]
spell = [{ tap = { what = "targets" } }, { freeze = { what = "targets" } }]
"#,
    ),
    (
        "Instant",
        "Return target attacking creature to its owner's hand. Scry 2.",
        r#"targets = ["attacking creature"]
spell = [{ bounce = { what = "target" } }, { scry = { count = 2 } }]
"#,
    ),
    (
        "Instant",
        "Prevent all combat damage that would be dealt this turn.",
        r#"spell = "prevent-combat-damage"
"#,
    ),
    (
        "Instant",
        "Choose two —\n• Counter target spell.\n• Draw a card.\n• Target player mills three cards.",
        r#"choose = 2
[[card.mode]]
targets = ["spell"]
do = { counter = {} }
[[card.mode]]
do = { draw = {} }
[[card.mode]]
targets = ["player"]
do = { mill = { player = "target", count = 3 } }
"#,
    ),
    (
        "Sorcery",
        "Destroy all creatures you don't control with power 3 or greater.",
        r#"spell = { destroy = { what = "creature power>=3 others" } }
"#,
    ),
    (
        "Sorcery",
        "Destroy target artifact and target land.",
        r#"targets = ["artifact", "land"]
spell = { destroy = { what = "targets" } }
"#,
    ),
    (
        "Sorcery",
        "Each player discards their hand, then draws seven cards.",
        r#"spell = [{ each-player = { discard-hand = {} } }, { each-player = { draw = { count = 7 } } }]
"#,
    ),
    (
        "Sorcery",
        "Target player sacrifices a creature and loses 1 life.",
        r#"targets = ["player"]
spell = [
    { make-sacrifice = { player = "target", what = "creature" } },
    { lose-life = { player = "target", amount = 1 } },
]
"#,
    ),
    (
        "Sorcery",
        "Put target creature card from a graveyard onto the battlefield under your control. Exile Wim Oddfoot.",
        r#"afterwards = "exile"
targets = ["creature in graveyard"]
spell = { move = { what = "target", to = "battlefield" } }
"#,
    ),
    (
        "Sorcery",
        "Search your library for up to two basic land cards, reveal those cards, put them into your hand, then shuffle your library.",
        r#"spell = { search = { what = "basic land", count = 2, to = "hand" } }
"#,
    ),
    (
        "Sorcery",
        "Look at the top four cards of your library. Put two of them into your hand and the rest on the bottom of your library in any order.",
        r#"spell = { look-at-top = { count = 4, take = 2, to = "hand", rest = "library-bottom" } }
"#,
    ),
    (
        "Sorcery",
        "Look at the top five cards of your library. You may reveal an Elf card from among them and put it into your hand. Put the rest on the bottom of your library in a random order.",
        r#"spell = { look-at-top = { what = "Elf", count = 5, up-to = true, to = "hand", rest = "library-bottom", random = true } }
"#,
    ),
    (
        "Sorcery",
        "Creatures your opponents control can't block this turn.",
        r#"spell = { cant-block = { what = "creature opponents" } }
"#,
    ),
    (
        "Sorcery",
        "As an additional cost to cast this spell, sacrifice a creature.\nAdd {B}{B}{B}.",
        r#"additional-cost = "sacrifice creature"
spell = { add-mana = { mana = "{B}", count = 3 } }
"#,
    ),
    (
        "Sorcery",
        "Take an extra turn after this one.",
        r#"spell = { extra-turn = {} }
"#,
    ),
    (
        "Sorcery",
        "Create two 1/1 red and white Goblin Soldier creature tokens with haste.",
        r#"spell = { create-token = { token = "1/1 white and red Goblin Soldier with haste", count = 2 } }

[[token]]
name = "Goblin Soldier"
key = "1/1 white and red Goblin Soldier with haste"
colours = "WR"
keywords = ["haste"]
"#,
    ),
    (
        "Sorcery",
        "Create a token that's a copy of target creature you control, except it isn't legendary and it has haste.",
        r#"targets = ["creature yours"]
spell = { create-token = { copy = "target", except = { not-legendary = true, keywords = ["haste"] } } }
"#,
    ),
    (
        "Sorcery",
        "Create X 2/2 green Bear creature tokens, where X is the number of Forests you control.",
        r#"spell = { create-token = { token = "2/2 green Bear", count = "count Forest yours" } }

[[token]]
name = "Bear"
key = "2/2 green Bear"
colours = "G"
pt = "2/2"
"#,
    ),
    (
        "Sorcery",
        "Until end of turn, creatures you control get +1/+1 and gain trample.",
        r#"spell = { pump = { what = "creature yours", power = 1, toughness = 1, keywords = ["trample"] } }
"#,
    ),
    (
        "Sorcery",
        "Cast this spell only if you control two or more Elves.\nDraw three cards.",
        r#"if = "count Elf yours >= 2"
spell = { draw = { count = 3 } }
"#,
    ),
    (
        "Legendary Planeswalker - Wim",
        "+1: Target player draws a card.\n-3: Destroy target planeswalker.\n-8: You get an emblem with \"Creatures you control get +2/+2.\"",
        r#"[[card.ability]]
loyalty = 1
targets = ["player"]
do = { draw = { player = "target" } }
[[card.ability]]
loyalty = -3
targets = ["planeswalker"]
do = { destroy = { what = "target" } }
[[card.ability]]
loyalty = -8
do = { emblem = { ability = { static = { pump = { what = "creature yours", power = 2, toughness = 2 } } } } }
"#,
    ),
    (
        "Enchantment - Saga",
        "I, II — Create a Food token.\nIII — Each opponent discards a card.",
        r#"[[card.ability]]
trigger = { chapter = [1, 2] }
do = { create-token = { token = "Food" } }
[[card.ability]]
trigger = { chapter = [3] }
do = { discard = { player = "each-opponent" } }
"#,
    ),
    (
        "Enchantment",
        "Skip your draw step.",
        r#"[[card.ability]]
static = { skip = { whose = "yours", what = "draw" } }
"#,
    ),
    (
        "Land - Forest Island",
        "As Wim Oddfoot enters the battlefield, you may pay 2 life. If you don't, it enters the battlefield tapped.",
        r#"enters-tapped = { unless-life = 2 }
"#,
    ),
    (
        "Land",
        "As Wim Oddfoot enters the battlefield, you may reveal an Elf card from your hand. If you don't, Wim Oddfoot enters the battlefield tapped.\n{T}: Add {G}.",
        r#"enters-tapped = { unless-revealed = "Elf" }
[[card.ability]]
mana = "{G}"
"#,
    ),
    (
        "Land",
        "Wim Oddfoot enters the battlefield tapped unless you control a Forest or a Plains.\n{T}: Add {G} or {W}.",
        r#"enters-tapped = { unless = "count Forest|Plains yours >= 1" }
[[card.ability]]
mana = "{G} or {W}"
"#,
    ),
    (
        "Instant",
        "You may exile a blue card from your hand rather than pay this spell's mana cost.\nDraw a card.",
        r#"spell = { draw = {} }
[[card.way]]
kind = "alternative"
cost = "exile-from-hand blue"
"#,
    ),
    (
        "Instant",
        "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost.\nDestroy target nonblack creature.",
        r#"targets = ["nonblack creature"]
spell = { destroy = { what = "target" } }
[[card.way]]
kind = "alternative"
cost = "pay 4 life"
if = "count Swamp yours >= 1"
"#,
    ),
    (
        "Instant",
        "If an opponent controls a Forest and you control an Island, you may cast this spell without paying its mana cost.\nDraw a card.",
        r#"spell = { draw = {} }
[[card.way]]
kind = "alternative"
cost = "{0}"
if = "count Forest opponents >= 1 and count Island yours >= 1"
"#,
    ),
    (
        "Instant",
        "Wim Oddfoot deals 3 damage to any target and you gain 3 life.",
        r#"targets = ["any"]
spell = [{ damage = { to = "target", amount = 3 } }, { gain-life = { amount = 3 } }]
"#,
    ),
    (
        "Creature - Elf",
        "{1}{B}: Return Wim Oddfoot from your graveyard to the battlefield tapped.",
        r#"[[card.ability]]
cost = "{1}{B}"
from = "graveyard"
do = { move = { what = "self", to = "battlefield-tapped" } }
"#,
    ),
    (
        "Sorcery",
        "Draw two cards.\nJump-start",
        r#"spell = { draw = { count = 2 } }
[[card.way]]
kind = "flashback"
cost = "{1}{G}, discard 1"
"#,
    ),
    (
        "Sorcery",
        "Draw two cards.\nFlashback—{1}{U}, Pay 3 life.",
        r#"spell = { draw = { count = 2 } }
[[card.way]]
kind = "flashback"
cost = "{1}{U}, pay 3 life"
"#,
    ),
    (
        "Sorcery",
        "Buyback—Sacrifice a land.\nDraw a card.",
        r#"buyback = "sacrifice land"
spell = { draw = {} }
"#,
    ),
    (
        "Sorcery",
        "Destroy all lands target player controls.",
        r#"targets = ["player"]
spell = { destroy = { what = "land theirs" } }
"#,
    ),
    (
        "Sorcery",
        "Target player skips their next untap step.",
        r#"targets = ["player"]
spell = { skip = { player = "target", what = "untap" } }
"#,
    ),
    (
        "Sorcery",
        "Draw a card. Shuffle Wim Oddfoot into its owner's library.",
        r#"afterwards = "shuffle"
spell = { draw = {} }
"#,
    ),
    (
        "Instant",
        "Counter target spell.\nAt the beginning of your next upkeep, pay {3}{U}{U}. If you don't, you lose the game.",
        r#"targets = ["spell"]
spell = [
    { counter = {} },
    { delay = { until = "your next upkeep", do = { unless = { pay = "{3}{U}{U}", do = { lose-game = {} } } } } },
]
"#,
    ),
    (
        "Instant",
        "Tap target creature you don't control.\nOverload {3}{U}",
        r#"targets = ["creature others"]
spell = { tap = { what = "target" } }
[[card.way]]
kind = "overload"
cost = "{3}{U}"
spell = { tap = { what = "creature others" } }
"#,
    ),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, create a 1/1 colorless Eldrazi Scion creature token. It has \"Sacrifice this creature: Add {C}.\"",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = { create-token = { token = "1/1 colourless Eldrazi Scion of Wim Oddfoot" } }

[[token]]
name = "Eldrazi Scion"
key = "1/1 colourless Eldrazi Scion of Wim Oddfoot"
colours = ""
[[token.ability]]
cost = "sacrifice self"
mana = "{C}"
"#,
    ),
    (
        "Legendary Enchantment Creature - God",
        "As long as your devotion to black and green is less than six, Wim Oddfoot isn't a creature.",
        r#"[[card.ability]]
static = { not-creature = {} }
if = "devotion black|green < 6"
"#,
    ),
    (
        "Creature - Elf",
        "Put two -1/-1 counters on Wim Oddfoot: Draw a card.",
        r#"[[card.ability]]
cost = "put 2 -1/-1"
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "{1}, {Q}: Draw a card.",
        r#"[[card.ability]]
cost = "{1}, {Q}"
do = { draw = {} }
"#,
    ),
    (
        "Creature - Elf",
        "Each opponent's maximum hand size is reduced by two.",
        r#"[[card.ability]]
static = { hand-size-less = { whose = "opponents", by = 2 } }
"#,
    ),
    (
        "Legendary Enchantment Creature - God",
        "As long as your devotion to black is less than five, Wim Oddfoot isn't a creature.",
        r#"[[card.ability]]
static = { not-creature = {} }
if = "devotion black < 5"
"#,
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nAs long as enchanted creature is blue, it gets +1/+1 and has flying.",
        r#"enchant = "creature"
[[card.ability]]
static = { pump = { what = "attached", power = 1, toughness = 1, keywords = ["flying"] } }
if = "attached is blue"
"#,
    ),
    (
        "Land",
        "{1}: Wim Oddfoot becomes a 2/2 green Elf creature with reach until end of turn. It's still a land.",
        r#"[[card.ability]]
cost = "{1}"
do = { animate = { what = "self", size = [2, 2], type = "Creature - Elf", keywords = ["reach"], colours = "G", this-turn = true } }
"#,
    ),
    (
        "Creature - Elf",
        "{4}{G}: Adapt 2.",
        r#"[[card.ability]]
cost = "{4}{G}"
do = { adapt = { amount = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "{4}{G}: Monstrosity 3. (If this creature isn't monstrous, put three +1/+1 counters on it and it becomes monstrous.)",
        r#"[[card.ability]]
cost = "{4}{G}"
do = { monstrosity = { amount = 3 } }
"#,
    ),
    (
        "Creature - Elf",
        "At the beginning of your upkeep, double the number of +1/+1 counters on Wim Oddfoot.",
        r#"[[card.ability]]
trigger = { begins = "your upkeep" }
do = { put-counters = { kind = "+1/+1", count = "counters +1/+1" } }
"#,
    ),
    (
        "Creature - Elf",
        "Untap all permanents you control during each other player's untap step.",
        r#"[[card.ability]]
static = { untaps-in-others = "permanent yours" }
"#,
    ),
    (
        "Creature - Elf",
        "Dethrone",
        r#"[[card.ability]]
trigger = { attacks = "self" }
when = "attacks-player and life of defending >= highest-life"
do = { put-counters = { kind = "+1/+1" } }
"#,
    ),
    (
        "Sorcery",
        "Basic landcycling {2}\nDraw a card.",
        r#"spell = { draw = {} }
[[card.ability]]
cost = "{2}, discard self"
from = "hand"
cycling = true
do = { search = { what = "basic land", to = "hand" } }
"#,
    ),
    (
        "Enchantment",
        "Whenever you tap a land for mana, add one mana of any type that land produced.",
        r#"[[card.ability]]
static = { lands-make-more = {} }
"#,
    ),
    (
        "Legendary Sorcery",
        "Draw three cards.",
        r#"if = "count legendary creature|planeswalker yours >= 1"
spell = { draw = { count = 3 } }
"#,
    ),
    (
        "Artifact",
        "Whenever a permanent becomes untapped, that permanent's controller mills a card.",
        r#"[[card.ability]]
trigger = { becomes-untapped = "permanent" }
do = { mill = { player = "controller of that" } }
"#,
    ),
    (
        "Artifact",
        "Whenever this artifact becomes untapped, you may pay {2}. If you do, draw a card.",
        r#"[[card.ability]]
trigger = { becomes-untapped = "self" }
do = { may-pay = { cost = "{2}", do = { draw = {} } } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever this creature attacks or becomes the target of a spell, create a Treasure token.",
        r#"[[card.ability]]
trigger = { attacks = "self" }
do = { create-token = { token = "Treasure" } }
[[card.ability]]
trigger = { becomes-target = { what = "self", spell = true } }
do = { create-token = { token = "Treasure" } }
"#,
    ),
    (
        "Creature - Elf",
        "Whenever this creature becomes the target of a spell an opponent controls, draw a card.",
        r#"[[card.ability]]
trigger = { becomes-target = { what = "self", of = "opponents", spell = true } }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment - Aura Curse",
        "Enchant player\nWhenever enchanted player is attacked, you gain 2 life. Each opponent attacking that player does the same.",
        r#"enchant = "player"
[[card.ability]]
trigger = { player-attacked = "enchanted" }
do = [
    { gain-life = { amount = 2 } },
    { if = { condition = "that-opponent", then = { gain-life = { player = "that", amount = 2 } } } },
]
"#,
    ),
    (
        "Creature - Elf",
        "You may have Wim Oddfoot enter as a copy of any creature on the battlefield, except its name is Wim Oddfoot, it's legendary in addition to its other types, and it has \"{2}: This creature gets +1/+1 until end of turn.\"",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature", except = { own-name = true, type = "Legendary", ability = { cost = "{2}", do = { pump = { what = "self", power = 1, toughness = 1 } } } } } }
"#,
    ),
    (
        "Enchantment",
        "Nonbasic lands are Mountains.",
        r#"[[card.ability]]
static = { land-types = { what = "nonbasic land", shape = "colourless Colourless Mountain of Wim Oddfoot" } }

[[token]]
name = "Colourless Mountain"
key = "colourless Colourless Mountain of Wim Oddfoot"
colours = ""
[[token.ability]]
mana = "{R}"
"#,
    ),
    (
        "Enchantment",
        "Whenever one or more land cards are put into your graveyard from anywhere, draw a card.",
        r#"[[card.ability]]
trigger = { card-to-graveyard = { what = "land yours", one-or-more = true } }
do = { draw = {} }
"#,
    ),
    (
        "Enchantment",
        "Whenever one or more creature cards leave your graveyard, you gain 1 life.",
        r#"[[card.ability]]
trigger = { leaves-graveyard = { what = "creature yours", one-or-more = true } }
do = { gain-life = { amount = 1 } }
"#,
    ),
    (
        "Enchantment",
        "Whenever another creature dies, or a creature card is put into a graveyard from anywhere other than the battlefield, or a creature card leaves your graveyard, this enchantment deals 1 damage to each opponent.",
        r#"[[card.ability]]
trigger = { dies = "other creature" }
do = { damage = { to = "each-opponent", amount = 1 } }
[[card.ability]]
trigger = { card-to-graveyard = { what = "creature", from = "not-battlefield" } }
do = { damage = { to = "each-opponent", amount = 1 } }
[[card.ability]]
trigger = { leaves-graveyard = { what = "creature yours" } }
do = { damage = { to = "each-opponent", amount = 1 } }
"#,
    ),
    (
        "Instant",
        "Double the power of target creature until end of turn.",
        r#"targets = ["creature"]
spell = { double = { what = "target", power = true } }
"#,
    ),
    (
        "Enchantment",
        "At the beginning of each combat, double the power and toughness of each creature you control until end of turn.",
        r#"[[card.ability]]
trigger = { begins = "each combat" }
do = { double = { what = "creature yours", power = true, toughness = true } }
"#,
    ),
    (
        "Creature - Hydra",
        "Whenever this creature attacks, double the number of +1/+1 counters on each creature you control.",
        r#"[[card.ability]]
trigger = { attacks = "self" }
do = { double-counters = { what = "creature yours", kind = "+1/+1" } }
"#,
    ),
    (
        "Land",
        "{T}: Add {C}.\n{2}, {T}: This land becomes a copy of target land, except it has this ability.",
        r#"[[card.ability]]
mana = "{C}"
[[card.ability]]
cost = "{2}, {T}"
targets = ["land"]
do = { become-copy = { what = "self", except = { this-ability = true }, of = "target" } }
"#,
    ),
    (
        "Artifact",
        "{2}: This artifact becomes a copy of target artifact, creature, enchantment, or land until end of turn.",
        r#"[[card.ability]]
cost = "{2}"
targets = ["artifact|creature|enchantment|land"]
do = { become-copy = { what = "self", this-turn = true, of = "target" } }
"#,
    ),
    (
        "Creature - Illusion",
        "You may have this creature enter as a copy of a creature or planeswalker you control, except it enters with an additional +1/+1 counter on it if it's a creature, it enters with an additional loyalty counter on it if it's a planeswalker, and it isn't legendary.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature|planeswalker yours", except = { not-legendary = true, counters = [{ kind = "+1/+1", what = "creature" }, { kind = "loyalty", what = "planeswalker" }] } } }
"#,
    ),
    (
        "Land",
        "You may have this land enter tapped as a copy of any land on the battlefield.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "land", tapped = true } }
"#,
    ),
    (
        "Artifact",
        "As this artifact enters, you may have it become a copy of any creature on the battlefield until end of turn, except it has haste.",
        r#"[[card.ability]]
replacement = { enters-as-copy = { what = "creature", except = { keywords = ["haste"] }, this-turn = true } }
"#,
    ),
    (
        "Creature - Elf",
        "{2}: Exile target creature card from a graveyard. Create a token that's a copy of it, except it's a 4/4 black Zombie.",
        r#"[[card.ability]]
cost = "{2}"
targets = ["creature in graveyard"]
do = [
    { exile = { what = "target" } },
    { create-token = { copy = "target", except = { size = [4, 4], colours = "B", creature-type = "Zombie" } } },
]
"#,
    ),
    (
        "Enchantment",
        "All permanents are artifacts in addition to their other types.",
        r#"[[card.ability]]
static = { also-types = { what = "permanent", types = "artifact" } }
"#,
    ),
    (
        "Creature - Elf",
        "Creatures with power less than this creature's power can't block creatures you control.",
        r#"[[card.ability]]
static = { no-block = { by = "creature weaker-than-self", of = "creature yours" } }
"#,
    ),
    (
        "Enchantment",
        "No more than one creature can attack each combat.\nNo more than one creature can block each combat.",
        r#"[[card.ability]]
static = { attack-limit = { at-most = 1 } }
[[card.ability]]
static = { block-limit = 1 }
"#,
    ),
    (
        "Enchantment",
        "No more than two creatures can attack you each combat.",
        r#"[[card.ability]]
static = { attack-limit = { whom = "yours", at-most = 2 } }
"#,
    ),
    (
        "Creature - Elf",
        "This creature can block an additional creature each combat.",
        r#"[[card.ability]]
static = { blocks-more = {} }
"#,
    ),
    (
        "Enchantment",
        "Creatures you control can block an additional creature each combat.",
        r#"[[card.ability]]
static = { blocks-more = { what = "creature yours" } }
"#,
    ),
];

#[test]
fn each_production_says_what_it_should() {
    let wrong = |(types, text, expected): &&(&str, &str, &str)| said(types, text) != **expected;
    let told = |(types, text, _): &(&str, &str, &str)| format!("{types}: {text}\n{}", said(types, text));
    let wrong: Vec<String> = PRODUCTIONS.iter().filter(wrong).map(told).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Type line, text, and the message.
const REFUSALS: &[(&str, &str, &str)] = &[
    (
        "Enchantment",
        "Whenever a creature you control blocks, it gets +0/+3 until end of turn.",
        "`Whenever a creature you control blocks, it gets +0/+3 until end of turn.`: not understood from `,` on",
    ),
    (
        "Instant",
        "Destroy target artifact, enchantment, or creature with flying.",
        "`Destroy target artifact, enchantment, or creature with flying.`: not understood from `with` on",
    ),
    ("Creature - Elf", "Wibble", "`Wibble`: not understood from `Wibble` on"),
    (
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, draw a purple card.",
        "`When ~ enters the battlefield, draw a purple card.`: not understood from `purple` on",
    ),
    ("Instant", "Target creature gets +2/+2.", "`Target creature gets +2/+2.`: not understood from `.` on"),
    (
        "Instant",
        "Destroy target creature. It deals damage.",
        "`Destroy target creature. It deals damage.`: not understood from `damage` on",
    ),
    (
        "Creature - Elf",
        "Whenever a creature enters the battlefield, destroy target creature. That creature's controller draws a card.",
        "`Whenever a creature enters the battlefield, destroy target creature. That creature's controller draws a card.`: `that` could mean several things",
    ),
    (
        "Instant",
        "Target creature gets +X/+X until end of turn.",
        "`Target creature gets +X/+X until end of turn.`: nothing says what X is",
    ),
    ("Instant", "You gain that much life.", "`You gain that much life.`: it is not clear how much `that much` is"),
    (
        "Instant",
        "That player discards a card.",
        "`That player discards a card.`: it is not clear which player is meant",
    ),
    (
        "Creature - Elf",
        "Whenever Wim Oddfoot dies, tap it.",
        "`Whenever ~ dies, tap it.`: what has left the battlefield is spoken of as if it were there",
    ),
    ("Instant", "Counter target creature.", "`Counter target creature.`: not understood from `.` on"),
    (
        "Instant",
        "Destroy target nonblack artifact or creature.",
        "`Destroy target nonblack artifact or creature.`: not understood from `target` on",
    ),
    (
        "Instant",
        "Target creature gets +1/+1 until end of turn for each other creature you control.",
        "`Target creature gets +1/+1 until end of turn for each other creature you control.`: it is not clear than what the others are others",
    ),
    (
        "Artifact",
        "{2}: Choose two —\n• Draw a card.\n• You gain 1 life.",
        "`{2}: Choose two — • Draw a card. • You gain 1 life.`: not understood from `two` on",
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature has \"{T}: Add one mana of any color in your commander's color identity.\"",
        "`Enchanted creature has \" {T}: Add one mana of any color in your commander's color identity \".`: only a triggered or an activated ability, or one that makes fixed mana, is granted",
    ),
    (
        "Enchantment - Aura",
        "Enchant creature\nWhen enchanted creature dies, put a +1/+1 counter on enchanted creature.",
        "`When enchanted creature dies, put a +1/+1 counter on enchanted creature.`: what it was attached to is spoken of afterwards",
    ),
    (
        "Land",
        "{T}: Add {G}. Draw a card.",
        "`{T}: Add {G}. Draw a card.`: a mana ability does no more than make mana here",
    ),
    (
        "Creature - Elf",
        "{T}: Exile the top card of target player's library. If it's a land card, you gain 1 life.",
        "`{T}: Exile the top card of target player's library. If it's a land card, you gain 1 life.`: it is not clear what is asked about",
    ),
    ("Sorcery", "Ascend\nDraw a card.", "`Ascend`: ascend of an instant or sorcery is not played"),
    (
        "Creature - Elf",
        "All Elves get +1/+1 for each other Elf on the battlefield.",
        "`All Elves get +1/+1 for each other Elf on the battlefield.`: it is not clear than what the others are others",
    ),
];

#[test]
fn each_refusal_names_the_line_and_the_place() {
    for (types, text, expected) in REFUSALS {
        assert_eq!(refusal(types, text), *expected, "{types}: {text}");
    }
}

#[test]
fn what_is_unusual_about_the_whole_card_is_told() {
    let plain = printed("Creature - Elf", "Flying");
    let of = |printed: Printed<'_>| translate(&printed, &KnownTokens::default()).unwrap_err().to_string();
    assert_eq!(of(Printed { layout: Some("split"), ..plain }), "it has more than one face, or an unusual layout");
    assert_eq!(of(Printed { power: Some("*"), ..plain }), "its power or toughness is no number");
    assert_eq!(of(Printed { types: "Conspiracy", ..plain }), "its type line has a type that is not played");
    let long = "Flying ".repeat(1000);
    assert_eq!(of(Printed { text: &long, ..plain }), "its text is longer than any printed one");
    assert_eq!(
        of(Printed { types: "Instant", text: "", ..plain }),
        "it is an instant or sorcery that does nothing, or both has modes and has none"
    );
}

#[test]
fn a_size_counted_is_an_amount() {
    let text = "Wim Oddfoot's power and toughness are each equal to the number of Elves you control.";
    let printed = Printed { power: Some("*"), toughness: Some("*"), ..printed("Creature - Elf", text) };
    let entry = translate(&printed, &KnownTokens::default()).unwrap();
    assert!(entry.card().contains("pt = \"count Elf yours\"\n"), "{}", entry.card());
}

#[test]
fn newer_wording_and_reminders_come_to_the_same() {
    let old = said("Creature - Elf", "When Wim Oddfoot enters the battlefield, draw a card. (It is a good card.)");
    assert_eq!(said("Creature - Elf", "When this creature enters, draw a card."), old);
}

#[test]
fn a_legend_goes_by_its_short_name() {
    let text = "Whenever Nalbeth attacks, draw a card.";
    let printed = Printed { name: "Nalbeth, Twice Awake", ..printed("Legendary Creature - Elf", text) };
    assert!(translate(&printed, &KnownTokens::default()).unwrap().card().contains("trigger = { attacks = \"self\" }"));
}

#[test]
fn a_token_that_is_known_goes_by_its_key() {
    let mut known = KnownTokens::default();
    let bear = Token {
        name: "Bear".into(),
        types: "Creature - Bear".into(),
        colours: "G".into(),
        size: Some("2/2".into()),
        ..Token::default()
    };
    known.add("Bear of the house", bear);
    let entry = translate(&printed("Sorcery", "Create a 2/2 green Bear creature token."), &known).unwrap();
    assert!(entry.tokens.is_empty());
    assert!(entry.card().contains("token = \"Bear of the house\""));
}

#[test]
fn every_line_that_stops_a_card_is_told() {
    let text = "Wibble\nFlying\nWobble two";
    let found = stops(&printed("Creature - Elf", text), &KnownTokens::default());
    let lines: Vec<_> = found.iter().filter_map(Refusal::line).collect();
    assert_eq!(lines, ["Wibble", "Wobble two"]);
}

/// Texts made of words of the grammar in any order: they are translated or refused, and nothing panics or hangs.
#[test]
fn no_text_panics() {
    const WORDS: [&str; 64] = [
        "target",
        "creature",
        "you",
        "may",
        "~",
        "Wim Oddfoot",
        ",",
        ".",
        ":",
        "\"",
        "{T}",
        "{X}",
        "{",
        "}",
        "(",
        ")",
        "—",
        "•",
        "\n",
        "When",
        "Whenever",
        "At",
        "the",
        "beginning",
        "of",
        "your",
        "upkeep",
        "enters",
        "battlefield",
        "dies",
        "draw",
        "a",
        "card",
        "two",
        "cards",
        "X",
        "+1/+1",
        "-X/-X",
        "+/",
        "counter",
        "on",
        "it",
        "that",
        "those",
        "if",
        "do",
        "unless",
        "pays",
        "where",
        "is",
        "number",
        "for",
        "each",
        "Elf",
        "Elves",
        "choose",
        "one",
        "or",
        "and",
        "until end of turn",
        "has",
        "get",
        "’",
        "\u{1F600}",
    ];
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let known = KnownTokens::default();
    for types in ["Creature - Elf", "Instant", "Enchantment - Aura", "Legendary Planeswalker - Wim", "Land", "—", ""]
    {
        for _ in 0..400 {
            let count = next() % 30;
            let words: Vec<&str> = (0..count).map(|_| WORDS[(next() % 64) as usize]).collect();
            let text = words.join(if next() % 4 == 0 { "" } else { " " });
            let _ = translate(&printed(types, &text), &known);
        }
    }
}

#[test]
fn deep_texts_are_refused() {
    let deep = "if you control an Elf, ".repeat(100) + "draw a card.";
    assert!(refusal("Sorcery", &deep).contains("not understood"));
    let many = "draw a card and ".repeat(200) + "draw a card.";
    let _ = translate(&printed("Sorcery", &many), &KnownTokens::default());
}
