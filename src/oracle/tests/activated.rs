//! Activated abilities of permanents (CR 602), mana abilities among them.

use super::Production;

pub(super) const PRODUCTIONS: &[Production] = &[
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
        "Enchantment",
        "{X}: Until end of turn, creatures you control have base power and toughness X/X and gain all creature types.",
        r#"[[card.ability]]
cost = "{X}"
do = { animate = { what = "creature yours", size = ["x", "x"], every-creature-type = true, this-turn = true } }
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
        "Artifact",
        "As Wim Oddfoot enters the battlefield, choose a color.\n{T}: Add one mana of the chosen color.",
        r#"[[card.ability]]
replacement = { enters-choosing = "colour" }
[[card.ability]]
mana = "chosen-colour"
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
    (
        "Creature - Elf",
        "{B}: Regenerate Wim Oddfoot.",
        r#"[[card.ability]]
cost = "{B}"
do = { regenerate = { what = "self" } }
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
        "Creature - Elf",
        "{1}{B}: Return Wim Oddfoot from your graveyard to the battlefield tapped.",
        r#"[[card.ability]]
cost = "{1}{B}"
from = "graveyard"
do = { move = { what = "self", to = "battlefield-tapped" } }
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
];
