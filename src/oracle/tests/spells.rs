//! What instants and sorceries do.

use super::Production;

pub(super) const PRODUCTIONS: &[Production] = &[
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
        "Instant",
        "You can't lose the game this turn and your opponents can't win the game this turn. Until end of turn, damage that would reduce your life total to less than 1 reduces it to 1 instead.",
        r#"spell = ["cant-lose", "damage-leaves-one"]
"#,
    ),
    (
        "Sorcery",
        "You gain 1 life for each creature in your party.",
        r#"spell = { gain-life = { amount = "party" } }
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
        "Sorcery",
        "Kicker {2}\nDestroy target creature with mana value 2 or less. If this spell was kicked, instead destroy target creature.",
        r#"kicker = "{2}"
targets = ["creature mv<=2 if kicked = 0", "creature if kicked >= 1"]
spell = { if = { condition = "kicked >= 1", then = { destroy = { what = "target 2" } }, else = { destroy = { what = "target" } } } }
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
        "Instant",
        "Target creature has base power and toughness 1/1 until end of turn.",
        r#"targets = ["creature"]
spell = { animate = { what = "target", size = [1, 1], this-turn = true } }
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
        "Instant",
        "Counter target noncreature spell unless its controller pays {3}.",
        r#"targets = ["noncreature spell"]
spell = { unless = { player = "controller of target", pay = "{3}", do = { counter = {} } } }
"#,
    ),
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
        "Legendary Sorcery",
        "Draw three cards.",
        r#"if = "count legendary creature|planeswalker yours >= 1"
spell = { draw = { count = 3 } }
"#,
    ),
    (
        "Instant",
        "Double the power of target creature until end of turn.",
        r#"targets = ["creature"]
spell = { double = { what = "target", power = true } }
"#,
    ),
];
