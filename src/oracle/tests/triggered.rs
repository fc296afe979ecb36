//! Triggered abilities of permanents (CR 603).

use super::Production;

pub(super) const PRODUCTIONS: &[Production] = &[
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
        "When this creature enters the battlefield, gain control of target creature for as long as this creature remains on the battlefield.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["creature"]
do = { gain-control-while = { what = "target", anybody = true } }
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
        "Enchantment - Aura",
        "Enchant creature\nWhen enchanted creature dies, return this card to its owner's hand.",
        r#"enchant = "creature"
[[card.ability]]
trigger = { dies = "attached" }
do = { move = { what = "this-card", to = "hand" } }
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
        "Artifact - Equipment",
        "When this Equipment enters, attach it to target creature you control.",
        r#"[[card.ability]]
trigger = { enters = "self" }
targets = ["creature yours"]
do = { attach = { to = "target" } }
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
        "Kicker {1}{G}\nWhen Wim Oddfoot enters the battlefield, if it was kicked, draw a card.",
        r#"kicker = "{1}{G}"
[[card.ability]]
trigger = { enters = "self" }
if = "kicked >= 1"
do = { draw = {} }
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
        "Creature - Elf",
        "When Wim Oddfoot enters the battlefield, you take the initiative.",
        r#"[[card.ability]]
trigger = { enters = "self" }
do = "take-initiative"
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
        "Creature - Elf",
        "At the beginning of your upkeep, double the number of +1/+1 counters on Wim Oddfoot.",
        r#"[[card.ability]]
trigger = { begins = "your upkeep" }
do = { put-counters = { kind = "+1/+1", count = "counters +1/+1" } }
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
];
