//! Static abilities of permanents (CR 604).

use super::Production;

pub(super) const PRODUCTIONS: &[Production] = &[
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
        "You can't lose the game and your opponents can't win the game.",
        r#"[[card.ability]]
static = { cant-lose = "yours" }
[[card.ability]]
static = { cant-win = "opponents" }
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
        "Creature - Elf",
        "Spells your opponents cast that target this creature cost {2} more to cast.",
        r#"[[card.ability]]
static = { cost-change = { what = "spell opponents", by = 2, targeting = "itself" } }
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
        "Creature - Elf",
        "Fear, intimidate\nOther Elf creatures get +1/+1 and have forestwalk.",
        r#"keywords = ["fear", "intimidate"]
[[card.ability]]
static = { pump = { what = "other Elf creature", power = 1, toughness = 1, keywords = ["forestwalk"] } }
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
        "Creature - Elf",
        "Undaunted",
        r#"[[card.ability]]
static = { costs-less = "opponents" }
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
        "Creature - Elf",
        "Creature spells you cast of the chosen type cost {1} less to cast.",
        r#"[[card.ability]]
static = { cost-change = { what = "creature chosen-type yours", by = -1 } }
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
        "Ward {2}",
        r#"[[card.ability]]
static = { ward = { what = "itself", pay = 2 } }
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
        "If an effect would create one or more tokens under your control, it creates twice that many of those tokens instead.",
        r#"[[card.ability]]
static = { tokens-twice = "yours" }
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
        "Enchantment",
        "Skip your draw step.",
        r#"[[card.ability]]
static = { skip = { whose = "yours", what = "draw" } }
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
        "Creature - Elf",
        "Untap all permanents you control during each other player's untap step.",
        r#"[[card.ability]]
static = { untaps-in-others = "permanent yours" }
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
