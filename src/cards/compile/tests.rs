//! What the compiler makes of card files, and what it says of wrong ones.

use serde::Deserialize;

use crate::cards::CatalogBuilder;
use crate::cards::ability::{Ability, Makes, StaticEffect, TargetKind, TriggerEvent};
use crate::cards::catalog::Catalog;
use crate::cards::effect::{Amount, Condition, DelayedEvent, EffectId, Op, What, Who, Whose};
use crate::cards::limits;
use crate::cards::mana::ManaSet;
use crate::cards::source::Source;
use crate::cards::written::{OneOrMany, WrittenEffect};
use crate::turn::{AfterPhase, Lasts, Phase, Restrictions, Selector, SkipScope, Skippable, Step};

use super::Compiler;

/// What a script embeds.
#[derive(Debug, Deserialize)]
struct Script {
    r#do: OneOrMany<WrittenEffect>,
}

fn compiled(text: &str) -> Catalog {
    let mut builder = CatalogBuilder::new();
    builder.add_file(&Source::new("t.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    builder.build()
}

fn faults(text: &str) -> String {
    CatalogBuilder::new().add_file(&Source::new("t.toml", text)).unwrap_err().to_string()
}

/// The instructions of a script between seats Ann and Bob, and where it starts.
fn script(text: &str) -> (Catalog, EffectId) {
    let source = Source::new("s.toml", text);
    let script: Script = toml::from_str(text).unwrap_or_else(|e| panic!("{e}"));
    let mut builder = CatalogBuilder::new();
    let seats = ["Ann".to_owned(), "Bob the Great".to_owned()];
    let start =
        builder.compile_script(&source, &[script.r#do.0], &seats).unwrap_or_else(|faults| panic!("{faults}"))[0];
    (builder.build(), start)
}

fn ops(text: &str) -> Vec<Op> {
    let (catalog, start) = script(text);
    catalog.ops[start.index()..].to_vec()
}

fn script_faults(text: &str) -> String {
    let source = Source::new("s.toml", text);
    let seats = ["Ann".to_owned(), "Bob the Great".to_owned()];
    match toml::from_str::<Script>(text) {
        Ok(script) => CatalogBuilder::new().compile_script(&source, &[script.r#do.0], &seats).unwrap_err().to_string(),
        Err(error) => source.toml_error(&error).to_string(),
    }
}

const BEAR: &str = "[[card]]\nname = \"Bear\"\ntype = \"Creature - Bear\"\npt = \"2/2\"\n";

#[test]
fn an_effect_is_one_key_or_just_its_name() {
    assert_eq!(ops("do = \"end-turn\""), [Op::EndTurn, Op::End]);
    assert_eq!(ops("do = { end-turn = {} }"), [Op::EndTurn, Op::End]);
    assert_eq!(ops("do = [\"end-combat\", \"end-turn\"]"), [Op::EndCombat, Op::EndTurn, Op::End]);
    assert!(WrittenEffect::is_name("extra-turn") && !WrittenEffect::is_name("cast"));
}

#[test]
fn players_of_scripts_can_be_seats() {
    let lose = |name: &str| ops(&format!("do = {{ lose-game = {{ player = \"{name}\" }} }}"))[0];
    assert_eq!(lose("Bob the Great"), Op::LoseGame(Who::Entrant(1)));
    assert_eq!(lose("each-opponent"), Op::LoseGame(Who::EachOpponent));
    assert_eq!(lose("controller of self"), Op::LoseGame(Who::ControllerOf(What::Source)));
}

#[test]
fn turn_effects_have_the_names_of_the_scripts() {
    let (catalog, start) = script(
        r#"do = [
    { extra-turn = { player = "Ann", count = 2, riders = ["no-untap", "lose-at-end-step"], max-spells = 1 } },
    { skip = { what = "main", player = "each-opponent", scope = "next-this-turn" } },
    { add-phase = { phases = ["combat", "main"], after = "first-postcombat-main" } },
    { add-step = { step = "upkeep", after = "phase", only-yours = true } },
    { control-turn = { player = "Bob the Great", controller = "Ann", then-extra-turn = true } },
    "reverse-turn-order",
]"#,
    );
    let at = |n: usize| catalog.ops[start.index() + n];
    let Op::ExtraTurn { who, count, restrictions, max_spells } = at(0) else { panic!("{:?}", at(0)) };
    assert_eq!((who, catalog.amount(count), max_spells), (Who::Entrant(0), Amount::Const(2), 1));
    assert_eq!(restrictions, Restrictions::NO_UNTAP | Restrictions::LOSE_AT_END_STEP);
    let Op::Skip { what, scope, .. } = at(1) else { panic!("{:?}", at(1)) };
    assert_eq!((what, scope), (Skippable::MainPhase, SkipScope::NextThisTurn));
    let Op::AddPhases { phases, after, .. } = at(2) else { panic!("{:?}", at(2)) };
    assert_eq!(catalog.phases(phases), [Phase::Combat, Phase::PostcombatMain]);
    assert_eq!(after, AfterPhase::FirstPostcombatMain);
    assert!(matches!(at(3), Op::AddStep { step: Step::Upkeep, after_phase: true, only_yours: true, .. }));
    assert!(matches!(at(4), Op::ControlTurn { then_extra_turn: true, controller: Who::Entrant(0), .. }));
    assert_eq!(at(5), Op::ReverseTurnOrder);
}

#[test]
fn what_happens_later_is_a_run_of_its_own() {
    let (catalog, start) = script(
        r#"do = [
    { skip = { what = "turn", then = "end-turn" } },
    { modify-phase = { what = "combat", player = "Ann", skip-priority = true, rounds = 2, do = "draw-game", lasts = "once" } },
    { modify-phase = { what = "draw", skip-actions = true } },
    { restrict-turn = { riders = ["no-combat"], max-spells = 2 } },
]"#,
    );
    let at = |n: usize| catalog.ops[start.index() + n];
    let Op::Skip { then: Some(then), .. } = at(0) else { panic!("{:?}", at(0)) };
    assert_eq!(catalog.op(then), Op::EndTurn);
    let Op::ModifyPhase { what, who, skip_priority: true, skip_actions: false, rounds: 2, entry: Some(entry), lasts } =
        at(1)
    else {
        panic!("{:?}", at(1))
    };
    assert_eq!((what, who, lasts), (Selector::Phase(Phase::Combat), Some(Who::Entrant(0)), Lasts::Once));
    assert_eq!(catalog.op(entry), Op::DrawGame);
    let Op::ModifyPhase { what, who: None, skip_actions: true, rounds: 1, entry: None, lasts, .. } = at(2) else {
        panic!("{:?}", at(2))
    };
    assert_eq!((what, lasts), (Selector::Step(Step::Draw), Lasts::ThisTurn));
    assert_eq!(at(3), Op::RestrictTurn { restrictions: Restrictions::NO_COMBAT, max_spells: 2 });
}

#[test]
fn everything_a_turn_has_can_be_skipped() {
    let skip = |what: &str| {
        let op = ops(&format!("do = {{ skip = {{ what = \"{what}\" }} }}"))[0];
        let Op::Skip { what, scope: SkipScope::Next, .. } = op else { panic!("{op:?}") };
        what
    };
    assert_eq!(skip("turn"), Skippable::Turn);
    assert_eq!(skip("combat"), Skippable::Phase(Phase::Combat));
    assert_eq!(skip("beginning"), Skippable::Phase(Phase::Beginning));
    assert_eq!(skip("postcombat-main"), Skippable::Phase(Phase::PostcombatMain));
    for step in Step::ALL.into_iter().filter(|step| !step.is_main()) {
        assert_eq!(skip(step.name()), Skippable::Step(step));
    }
}

#[test]
fn control_flow_becomes_jumps() {
    let (catalog, start) = script(
        r#"do = [
    { if = { condition = "your-turn", then = "end-turn", else = "end-combat" } },
    { may = { do = "draw-game" } },
    { unless = { player = "active", pay = "{2}", do = "end-turn" } },
]"#,
    );
    let at = |n: u32| EffectId(start.0 + n);
    let op = |n: u32| catalog.op(at(n));
    assert!(matches!(op(0), Op::JumpUnless(c, to) if catalog.condition(c) == Condition::YourTurn && to == at(3)));
    assert_eq!((op(1), op(2), op(3)), (Op::EndTurn, Op::Jump(at(4)), Op::EndCombat));
    assert_eq!((op(4), op(5)), (Op::May { who: Who::You, otherwise: at(6) }, Op::DrawGame));
    assert!(matches!(op(6), Op::Unless { who: Who::Active, paid, .. } if paid == at(8)));
    assert_eq!((op(7), op(8)), (Op::EndTurn, Op::End));
}

#[test]
fn modes_are_jumps_in_a_table() {
    let (catalog, start) = script("do = { choose = { player = \"active\", modes = [\"end-turn\", \"end-combat\"] } }");
    let at = |n: u32| EffectId(start.0 + n);
    let expected = [
        Op::ChooseMode { who: Who::Active, count: 2 },
        Op::Jump(at(3)),
        Op::Jump(at(5)),
        Op::EndTurn,
        Op::Jump(at(7)),
        Op::EndCombat,
        Op::Jump(at(7)),
        Op::End,
    ];
    assert_eq!(catalog.ops[start.index()..], expected);
}

#[test]
fn inside_each_player_that_player_is_meant() {
    let (catalog, start) = script("do = { each-player = { extra-turn = {} } }");
    let past = EffectId(start.0 + 3);
    assert_eq!(catalog.op(start), Op::EachPlayer { who: Who::EachPlayer, past });
    assert!(matches!(catalog.op(EffectId(start.0 + 1)), Op::ExtraTurn { who: Who::Each, .. }));
    assert_eq!(catalog.op(EffectId(start.0 + 2)), Op::NextPlayer);
}

#[test]
fn a_delayed_effect_is_a_run_of_its_own() {
    let (catalog, start) = script("do = { delay = { until = \"your next end\", do = { lose-game = {} } } }");
    let Op::Delay(event, body) = catalog.op(start) else { panic!("{:?}", catalog.op(start)) };
    assert_eq!(event, DelayedEvent::YourNextStep(Step::End));
    assert_eq!(catalog.ops[body.index()..body.index() + 2], [Op::LoseGame(Who::You), Op::End]);
}

#[test]
fn amounts_bind_as_in_school() {
    let (catalog, start) = script("do = { draw = { count = \"7 - hand + count creature yours * 2\" } }");
    let Op::Draw(Who::You, amount) = catalog.op(start) else { panic!("{:?}", catalog.op(start)) };
    let Amount::Sum(left, right) = catalog.amount(amount) else { panic!("{:?}", catalog.amount(amount)) };
    let Amount::Less(seven, hand) = catalog.amount(left) else { panic!("{:?}", catalog.amount(left)) };
    assert_eq!((catalog.amount(seven), catalog.amount(hand)), (Amount::Const(7), Amount::Hand(Who::You)));
    assert!(matches!(catalog.amount(right), Amount::Times(_, 2)));
}

/// Where the instructions of cards begin, after those that no card has printed.
fn inherent() -> usize {
    CatalogBuilder::new().build().ops.len()
}

#[test]
fn equal_parts_are_interned() {
    let catalog = compiled(&format!(
        "{BEAR}[[card.ability]]\ncost = \"{{T}}\"\ndo = [{{ untap = {{ what = \"creature yours\" }} }}, {{ tap = {{ what = \
         \"yours creature\" }} }}]\n"
    ));
    let [Op::Untap(What::All(a)), Op::Tap(What::All(b)), Op::End] = catalog.ops[inherent()..] else {
        panic!("{:?}", catalog.ops)
    };
    assert_eq!(a, b);
}

#[test]
fn damage_goes_by_what_the_target_is() {
    let damage = |target: &str, to: &str| {
        let catalog = compiled(&format!(
            "[[card]]\nname = \"Bolt\"\ncost = \"{{R}}\"\ntype = \"Instant\"\ntargets = [\"{target}\"]\nspell = {{ damage = \
             {{ to = \"{to}\", amount = 3 }} }}\n"
        ));
        catalog.ops[inherent()]
    };
    assert!(matches!(damage("any", "target"), Op::DamageTarget(0, _)));
    assert!(matches!(damage("player", "target"), Op::DamagePlayer(Who::Target(0), _)));
    assert!(matches!(damage("creature", "target"), Op::DamageObject(What::Target(0), _)));
    assert!(matches!(damage("any", "each-opponent"), Op::DamagePlayer(Who::EachOpponent, _)));
    assert!(matches!(damage("any", "creature"), Op::DamageObject(What::All(_), _)));
}

#[test]
fn the_kind_of_an_ability_is_its_key() {
    let catalog = compiled(
        r#"
[[card]]
name = "Island of Everything"
type = "Land - Island"
[[card.ability]]
mana = "{W} or {B}"
do = { damage = { to = "you", amount = 1 } }
[[card.ability]]
trigger = { begins = "opponents upkeep" }
if = "life <= 5"
do = "end-turn"
[[card.ability]]
static = { cost-change = { what = "blue spell yours", by = -1 } }
[[card.ability]]
cost = "{2}, {T}, sacrifice 2 artifact, pay 3 life, remove all charge"
targets = ["up to one creature opponents", "card instant in your graveyard"]
per-turn = 1
do = { tap = { what = "target" } }
"#,
    );
    let card = catalog.card(catalog.find("Island of Everything").unwrap());
    let ability = |n: usize| catalog.ability(card.abilities[n]);
    assert!(matches!(ability(0), Ability::Mana(m) if m.makes == Makes::Exactly([0, 1, 0, 0, 0, 0])));
    assert!(
        matches!(ability(1), Ability::Mana(m) if matches!(m.makes, Makes::OneOf(set, _) if set == ManaSet::W | ManaSet::B))
    );
    let Ability::Triggered(triggered) = ability(2) else { panic!() };
    assert_eq!(triggered.event, TriggerEvent::StepBegins(Step::Upkeep, Whose::Opponents));
    assert!(triggered.condition.is_some());
    let Ability::Static(cheaper) = ability(3) else { panic!() };
    let StaticEffect::CostChange { whose, filter, by, .. } = cheaper.effect else { panic!("{cheaper:?}") };
    assert_eq!((whose, by, catalog.filter(filter).whose), (Whose::Yours, -1, Whose::Any));
    let Ability::Activated(activated) = ability(4) else { panic!() };
    let cost = catalog.cost(activated.cost);
    assert_eq!((cost.mana.generic, cost.tap, cost.life), (2, true, 3));
    assert!(cost.sacrifice.is_some_and(|(_, n)| n == 2) && cost.remove_counters.is_some_and(|(_, n)| n.is_none()));
    assert!(
        activated.targets[0].optional
            && matches!(activated.targets[1].kind, TargetKind::GraveyardCard { yours: true, .. })
    );
    assert_eq!(card.identity, ManaSet::W | ManaSet::U | ManaSet::B);
}

#[test]
fn power_and_toughness_can_be_an_amount() {
    let catalog = compiled("[[card]]\nname = \"Maro\"\ntype = \"Creature - Elemental\"\npt = \"hand\"\n");
    let card = catalog.card(catalog.find("maro").unwrap());
    assert_eq!(card.defined_size.toughness.map(|id| catalog.amount(id)), Some(Amount::Hand(Who::You)));
}

#[test]
fn a_later_file_may_replace_a_card_that_says_so() {
    let mut builder = CatalogBuilder::new();
    builder.add_file(&Source::new("a.toml", BEAR)).unwrap();
    let again = Source::new("b.toml", BEAR);
    assert_eq!(
        builder.add_file(&again).unwrap_err().to_string(),
        "b.toml:2:8: there is already a card `Bear` (`replace = true` replaces a card of an earlier file)"
    );
    let bigger = BEAR.replace("2/2", "3/3") + "replace = true\n";
    builder.add_file(&Source::new("c.toml", bigger)).unwrap();
    let catalog = CatalogBuilder::from(builder.build()).build();
    assert_eq!(catalog.cards().filter(|(_, card)| card.is_whole()).count(), 1);
    assert_eq!(catalog.card(catalog.find("bear").unwrap()).power, 3);
}

#[test]
fn a_refused_file_leaves_nothing_behind() {
    let mut builder = CatalogBuilder::new();
    let wrong = BEAR.replace("Creature", "Creatuer");
    assert!(builder.add_file(&Source::new("t.toml", wrong)).is_err());
    assert_eq!(builder.build(), CatalogBuilder::new().build());
}

#[test]
fn all_faults_of_a_file_come_together() {
    let text = r#"
[[card]]
name = "Bear"
cost = "{1}{Q}"
type = "Creatuer - Bear"
pt = "2/x"
keywords = ["flyng"]

[[cards]]
name = "No"

[[token]]
name = "Soldier"
type = "Creature - Soldier"
colour = "W"
"#;
    let keys = crate::cards::vocabulary::card_fields();
    assert_eq!(
        faults(text).replace(&format!("one of {keys} names"), "one of N names"),
        "t.toml:4:9: `Q` is not a mana symbol (expected a number, X, W, U, B, R, G, C, or a hybrid such as W/U, 2/W or W/P)\n\
         t.toml:5:9: `Creatuer` is not a card type (expected types, then ` - `, then subtypes); did you mean `creature`?\n\
         t.toml:6:7: `2/x` is not a power and toughness such as `3/4`, `*/4` or `*/1+*`\n\
         t.toml:7:14: `flyng` is not a keyword (expected a name such as flying); did you mean `flying`?\n\
         t.toml:9:3: unknown key `cards`, expected [[card]] or [[token]]; did you mean `card`?\n\
         t.toml:15:1: unknown field `colour`, expected one of N names; did you mean `colours`?"
    );
}

/// What is said of a Bear with that ability; places count from the ability's first line, which is 1.
fn ability_fault(ability: &str) -> String {
    let text = format!("{BEAR}[[card.ability]]\n{ability}\n");
    faults(&text).replace("t.toml:", "").lines().next().map_or_else(String::new, |line| {
        let (row, rest) = line.split_once(':').unwrap();
        format!("{}:{rest}", row.parse::<i32>().unwrap() - 5)
    })
}

#[test]
fn words_that_mean_nothing_are_named_with_their_place() {
    let cases = [
        (
            "trigger = { attacks = \"creature yuors\" }\ndo = \"end-turn\"",
            "1:33: `yuors` is not a word of a filter (expected a type, a colour, a Subtype, yours, opponents, tapped, power>=3, \
             with-flying, ...); did you mean `yours`?",
        ),
        (
            "trigger = { begins = \"your upkep\" }\ndo = \"end-turn\"",
            "1:28: `upkep` is not a step (expected upkeep, draw, declare-attackers, end, ...); did you mean `upkeep`?",
        ),
        (
            "trigger = { begins = \"ours upkeep\" }\ndo = \"end-turn\"",
            "1:23: `ours` is not whose step it is (expected your, each, each-player, each-opponent or enchanted); did you mean `yours`?",
        ),
        (
            "cost = \"{T}, sacrifise self\"\ndo = \"end-turn\"",
            "1:14: `sacrifise` is not a cost (expected mana, {T}, sacrifice ..., exile self, return self, bottom self, pay n life, \
             remove n ..., discard n, tap n ..., exile-from-hand n ...); did you mean `sacrifice`?",
        ),
        (
            "cost = \"{1}, {U}\"\ndo = \"end-turn\"",
            "1:14: `{U}` comes a second time (expected each kind of cost once, as in `{2}{U}, {T}`)",
        ),
        (
            "cost = \"{T}, bottom self\"\nmana = \"{G}\"",
            "1:8: a mana ability moves no card to or from a library (CR 605.1a; expected `cost` and an `add-mana` in `do`, \
             without `mana`)",
        ),
        (
            "mana = \"{C}\"\ndo = { mill = { count = 1 } }",
            "2:6: a mana ability moves no card to or from a library (CR 605.1a; expected `cost` and an `add-mana` in `do`, \
             without `mana`)",
        ),
        (
            "mana = \"any-color\"",
            "1:9: `any-color` is not mana (expected `{C}{C}`, `{W} or {U}`, `3 any-colour`, `{G} times count Elf yours`, \
             commander-colour, ...); did you mean `any-colour`?",
        ),
        ("mana = \"{C}{Z}\"", "1:9: `Z` is not a type of mana (expected W, U, B, R, G or C)"),
        (
            "static = { skip = { whose = \"any\", what = \"untapp\" } }",
            "1:44: `untapp` is not something to skip (expected turn, untap, upkeep, draw, main, combat, or another phase or \
             step); did you mean `untap`?",
        ),
        ("static = { pump = { what = \"creature yours opponents\" } }", "1:44: `opponents` says whose a second time"),
        (
            "static = { pump = { what = \"Elf Druid\" } }",
            "1:33: `Druid` is a second subtype (expected one, or alternatives as in `Elf|Druid`)",
        ),
        (
            "cost = \"{T}\"\ndo = { add-mana = { mana = \"{C}{C}\" } }",
            "2:29: `{C}{C}` has a symbol twice (expected it once, and `count`)",
        ),
        (
            "static = { no-untap = \"power>=3 power<=5\" }",
            "1:33: `power<=5` is a second bound on power; a filter has one",
        ),
        (
            "static = { no-untap = \"artifact|Goblin\" }",
            "1:24: `artifact|Goblin` mixes types, colours and subtypes; alternatives must be alike",
        ),
        (
            "static = { pump = { power = \"cuont Elf\" } }",
            "1:30: `cuont` is not an amount (expected a number, x, count ..., counters ..., life, hand, power of ..., result, \
             that, ...); did you mean `count`?",
        ),
        (
            "static = { pump = {} }\nif = \"your-trun\"",
            "2:7: `your-trun` is not a condition (expected your-turn, first-combat, done, a comparison such as `life <= 5`, \
             `that is creature`, ...); did you mean `your-turn`?",
        ),
        (
            "static = { max-hand-size = \"all\" }",
            "1:28: invalid value: string \"all\", expected a number from 0 to 255 or \"none\"",
        ),
    ];
    for (ability, expected) in cases {
        assert_eq!(ability_fault(ability), expected, "{ability}");
    }
}

#[test]
fn what_does_not_fit_an_ability_is_named() {
    let cases = [
        (
            "do = \"end-turn\"",
            "-3:8: an ability of this card says not what it is (expected one of `trigger`, `cost`, `mana`, `static`, \
             `replacement` or `loyalty`)",
        ),
        (
            "trigger = \"you-attack\"\ncost = \"{T}\"\ndo = \"end-turn\"",
            "-3:8: an ability of this card is both a triggered ability and an activated ability (expected only one of \
             `trigger`, `cost`, `mana`, `static`, `replacement` or `loyalty`)",
        ),
        ("trigger = \"you-attack\"", "-3:8: a triggered ability of this card does nothing (expected `do`)"),
        ("static = { attack-tax = 2 }\nper-turn = 1", "2:12: `per-turn` does not belong to a static ability"),
        ("cost = \"{T}\"\ndo = { untap = { what = \"target\" } }", "2:26: there is no target 1: `targets` declares 0"),
        (
            "cost = \"{T}\"\ntargets = [\"player\"]\ndo = { untap = { what = \"target\" } }",
            "3:26: target 1 is a player, not an object",
        ),
        (
            "cost = \"{T}\"\ntargets = [\"creature\"]\ndo = { draw = { player = \"target\" } }",
            "3:27: target 1 is not a player",
        ),
        (
            "cost = \"{T}\"\ntargets = [\"creature\"]\ndo = { counter = {} }",
            "-3:8: `counter` needs a spell or an ability as target 1, as in targets = [\"spell\"]",
        ),
        ("cost = \"{T}\"\ndo = { choose = { modes = [] } }", "-3:8: `choose` needs between 1 and 255 modes"),
        ("cost = \"{T}\"\ndo = { create-token = { token = \"Soldeir\" } }", "2:33: there is no token `Soldeir`"),
        ("cost = \"{T}\"\ndo = { draw = { count = \"x / 0\" } }", "2:30: nothing can be divided by 0"),
        (
            "cost = \"{T}\"\ndo = { delay = { until = \"tomorrow\", do = \"end-turn\" } }",
            "2:27: `tomorrow` is not a moment to wait for (expected next <step>, next turn's <step>, your next <step>, your next main, \
             each combat this turn, that combat, your next attack, your next cast <spell>, source leaves, target dies this turn, target's \
             death this turn, target dies or is exiled, or <which> deals combat damage to target this turn)",
        ),
        (
            "cost = \"{T}\"\ndo = { delay = { until = \"target's death this turn\", do = \"end-turn\" } }",
            "2:27: there is no target 1: `targets` declares 0",
        ),
        (
            "trigger = \"you-attack\"\nfrom = \"command\"\ndo = \"end-turn\"",
            "2:8: a triggered ability works from the battlefield, `graveyard`, `exile` or `battlefield-or-command`",
        ),
        (
            "cost = \"{1}, exile grantor\"\ndo = \"end-turn\"",
            "-3:8: `exile grantor` is a cost of abilities that are granted (expected it within `grant`)",
        ),
        (
            "static = { grant = { to = \"self\", ability = { cost = \"{1}\", do = \"end-turn\" } } }",
            "1:27: `self` has its own abilities (expected `attached` or a filter)",
        ),
        (
            "static = { grant = { to = \"creature\", ability = { mana = \"{G} times count creature yours\" } } }",
            "1:27: only an activated, a loyalty, a triggered or a mana ability of the battlefield is granted here, and of mana \
             abilities those that cost {T}, or that and a sacrifice of their source, and make a fixed number of mana",
        ),
        ("static = { costs-less-mana = \"{1}\" }", "1:30: a spell costs less by a part of its mana cost here"),
    ];
    for (ability, expected) in cases {
        assert_eq!(ability_fault(ability), expected, "{ability}");
    }
}

#[test]
fn what_does_not_fit_a_card_is_named() {
    let card = |lines: &str| faults(&format!("[[card]]\nname = \"A\"\n{lines}\n"));
    assert_eq!(card("type = \"Creature\""), "t.toml:2:8: a creature needs `pt`, as in pt = \"3/4\"");
    assert_eq!(card("type = \"Legendary Planeswalker\""), "t.toml:2:8: a planeswalker needs `loyalty`");
    assert_eq!(card("type = \"Sorcery\""), "t.toml:2:8: an instant or sorcery needs `spell`, its effect");
    assert_eq!(
        card("type = \"Artifact\"\nspell = \"end-turn\""),
        "t.toml:2:8: only an instant or sorcery has `spell`; write a [[card.ability]]"
    );
    assert_eq!(
        card("type = \"Artifact\"\ntargets = [\"player\"]"),
        "t.toml:4:12: `targets` belongs to `spell`, which this card doesn't have"
    );
    assert_eq!(
        card("type = \"Artifact\"\nkey = \"B\""),
        "t.toml:4:7: only a [[token]] has a `key`; a card goes by its name"
    );
    assert_eq!(
        card("type = \"Artifact\"\nidentity = \"WX\""),
        "t.toml:4:12: `X` is not a colour (expected letters of WUBRG, or C for none)"
    );
    assert_eq!(faults("[[card]]\nname = \" \"\ntype = \"Artifact\""), "t.toml:2:8: a card needs a name");
    assert_eq!(
        faults("[[card]]\nname = \"A\\u001b[2J\"\ntype = \"Artifact\""),
        "t.toml:2:8: a card's name has no control characters"
    );
    assert_eq!(faults("card = 3"), "t.toml:1:8: `card` is not a list; write [[card]] with two brackets");
    assert_eq!(faults("[[card]]\nname = \"A\""), "t.toml:1:1: missing field `type`");
}

#[test]
fn two_tokens_of_one_name_need_keys() {
    let token = "[[token]]\nname = \"Beast\"\ntype = \"Creature - Beast\"\npt = \"3/3\"\n";
    assert_eq!(faults(&token.repeat(2)), "t.toml:6:8: there is already a token `Beast` (give one another `key`)");
    let catalog = compiled(&format!("{token}{token}key = \"Other Beast\"\n"));
    assert_ne!(catalog.find_token("beast"), catalog.find_token("other beast"));
}

#[test]
fn faults_of_scripts_point_into_the_script() {
    assert_eq!(
        script_faults("do = { lose-game = { player = \"Anne\" } }"),
        "s.toml:1:32: `Anne` is not a player (expected you, each-player, each-opponent, active, or a seat: Ann, Bob the \
         Great); did you mean `Ann`?"
    );
    assert_eq!(
        script_faults("do = { extra-turn = { riders = [\"no-untapp\"] } }"),
        "s.toml:1:34: `no-untapp` is not a rider (expected no-untap, lose-at-end-step, cant-attack, combat-only, ...); did you \
         mean `no-untap`?"
    );
    assert_eq!(
        script_faults("do = { add-phase = { phases = [\"comabt\"] } }"),
        "s.toml:1:33: `comabt` is not a phase (expected beginning, main, precombat-main, combat, postcombat-main or ending); did \
         you mean `combat`?"
    );
    assert_eq!(
        script_faults("do = { extra-turn = {}, end-turn = {} }"),
        "s.toml:1:6: `extra-turn` is a second effect here; write a list, [{ ... }, { ... }]"
    );
    assert_eq!(
        script_faults("do = { extra-turn = { playr = \"Ann\" } }"),
        "s.toml:1:23: unknown field `playr`, expected one of `player`, `count`, `riders`, `max-spells`; did you mean `player`?"
    );
    let far = script_faults("do = { life = {} }");
    assert!(far.contains(" names; the nearest are `") && far.len() < 200, "{far}");
    let unknown = script_faults("do = { extra-trun = {} }");
    assert!(unknown.starts_with("s.toml:1:8: unknown variant `extra-trun`, expected one of "), "{unknown}");
    assert!(unknown.ends_with(" names; did you mean `extra-turn`?"), "{unknown}");
    assert_eq!(
        script_faults("do = { damage = { to = \"each-oponent\", amount = 1 } }"),
        "s.toml:1:25: `each-oponent` is not a player or an object (expected target, you, each-opponent, self, `creature \
         opponents`, ...); did you mean `each-opponent`?"
    );
    assert_eq!(
        script_faults("do = { draw = { count = true } }"),
        "s.toml:1:25: invalid type: boolean `true`, expected an integer or an amount in words such as \"count creature yours\""
    );
}

#[test]
fn a_step_comes_once_for_each_player_only_to_what_speaks_of_that_player() {
    let catalog = compiled(
        r#"
[[card]]
name = "Hourglass"
type = "Artifact"
[[card.ability]]
trigger = { begins = "each-player upkeep" }
do = { lose-life = { player = "that", amount = 1 } }
[[card.ability]]
trigger = { begins = "each-player upkeep" }
do = { lose-life = { amount = 1 } }
[[card.ability]]
trigger = { begins = "each-opponent combat" }
if = "life of that <= 5"
do = "end-turn"
[[card.ability]]
trigger = { begins = "each upkeep" }
do = { lose-life = { player = "that", amount = 1 } }
"#,
    );
    let card = catalog.card(catalog.find("Hourglass").unwrap());
    let events = card.abilities.iter().map(|ability| match catalog.ability(*ability) {
        Ability::Triggered(triggered) => triggered.event,
        other => panic!("{other:?}"),
    });
    assert_eq!(
        events.collect::<Vec<_>>(),
        [
            TriggerEvent::StepBeginsForEach(Step::Upkeep, Whose::Any),
            TriggerEvent::StepBegins(Step::Upkeep, Whose::Any),
            TriggerEvent::CombatBeginsForEach(Whose::Opponents),
            TriggerEvent::StepBegins(Step::Upkeep, Whose::Any),
        ]
    );
}

#[test]
fn a_card_of_two_parts_says_how_they_belong_together() {
    let spell = |name: &str, more: &str| format!("name = \"{name}\"\ntype = \"Instant\"\ncost = \"{{1}}\"\n{more}\n");
    let card = |name: &str, more: &str, back: &str| {
        format!("[[card]]\n{}[card.back]\n{back}", spell(name, &format!("spell = {{ draw = {{}} }}\n{more}")))
    };
    let wane = spell("Wane", "spell = { draw = {} }");
    let catalog = compiled(&card("Wax // Wane", "layout = \"split\"\nfuse = true", &wane));
    for name in ["Wax // Wane", "wax/wane", "Wax", "Wane"] {
        let found = catalog.find(name).map(|id| catalog.card(id));
        assert_eq!(found.map(|card| (card.name.as_str(), card.mana_value)), Some(("Wax // Wane", 2)), "{name}");
    }
    let half = catalog.find_spell("Wane").map(|id| catalog.card(id).mana_value);
    assert_eq!(half, Some(1), "as a spell it is one half");

    let wrong = |text: &str, said: &str| assert!(faults(text).contains(said), "{said}: {}", faults(text));
    wrong(&card("Wax", "layout = \"split\"", &wane), "as in `Wax // Wane`");
    wrong(&card("Wax // Wane", "layout = \"spilt\"", &wane), "did you mean `split`?");
    wrong(&card("Wax", "layout = \"adventure\"", &wane), "a permanent card (CR 715.1)");
    wrong(&card("Wax", "", &wane), "does not transform");
    wrong(&card("Wax", "layout = \"modal\"\nfuse = true", &wane), "`fuse` is said of a split card");
    let aftermath = spell("Wane", "spell = { draw = {} }\naftermath = true");
    wrong(&card("Wax", "layout = \"modal\"", &aftermath), "`aftermath` of its right half");
    let flashback = spell("Wane", "spell = { draw = {} }\nway = [{ kind = \"flashback\", cost = \"{2}\" }]");
    wrong(&card("Wax", "layout = \"modal\"", &flashback), "one way to cast it");
    let left = "layout = \"split\"\nway = [{ kind = \"flashback\", cost = \"{2}\" }]";
    wrong(&card("Wax // Wane", left, &wane), "one way to cast it");
    wrong(&format!("[[card]]\n{}", spell("Wax", "spell = { draw = {} }\nlayout = \"split\"")), "expected [card.back]");
    let divided = |more: &str| format!("[[card]]\n{}", spell("Wax", &format!("targets = [\"any\"]\n{more}")));
    wrong(&divided("spell = { damage-as-divided = {} }"), "(expected both)");
    wrong(&divided("divide = 3\nspell = { draw = {} }"), "(expected both)");
    wrong("[[card]]\nname = \"Wax\"\ntype = \"Artifact\"\ndivide = 3\n", "`divide` belongs to `spell`");
    let holds = "[[card]]\nname = \"Wax\"\ntype = \"Artifact\"\n[[card.ability]]\nstatic = { control-attached = {} }\n";
    wrong(holds, "only an Aura");
    wrong("[[card]]\nname = \"Cellar\"\ntype = \"Dungeon\"\n", "no card of a deck");
}

#[test]
fn what_replaces_draws_and_life_changes_something() {
    let wrong = |ability: &str, said: &str| {
        let faults = faults(&format!("{BEAR}[[card.ability]]\n{ability}\n"));
        assert!(faults.contains(said), "{said}: {faults}");
    };
    wrong("static = { draws-instead = { whose = \"yours\" } }", "either a `count` or `by-you = true`");
    wrong("static = { draws-instead = { whose = \"yours\", count = 2, by-you = true } }", "either a `count` or");
    wrong("static = { more-life = { whose = \"yours\" } }", "`times` from 2, or so much `plus` from 1");
    wrong("static = { more-life-lost = { whose = \"yours\", times = 1 } }", "`times` from 2");
    wrong("trigger = { room = 10 }\ndo = { draw = {} }", "rooms are numbers from 1 to 9");
}

#[test]
fn keyword_abilities_say_what_they_belong_to() {
    let wrong = |keys: &str| faults(&format!("[[card]]\nname = \"Odd\"\ncost = \"{{U}}\"\n{keys}\n"));
    let spell = "type = \"Instant\"\nspell = { draw = {} }\n";
    assert!(
        wrong(&format!("{spell}echo = \"{{U}}\"")).contains("`echo` belongs to a permanent card, which this is not")
    );
    assert!(wrong("type = \"Artifact\"\ndevour = 1").contains("only a creature has `devour`, of at least 1"));
    let strive = wrong(&format!("{spell}strive = \"{{1}}\""));
    assert!(strive.contains("`strive` belongs to an instant or sorcery with targets and without modes"), "{strive}");
    let aimed =
        "type = \"Instant\"\ntargets = [\"any number of creature\"]\nspell = { tap = { what = \"targets\" } }\n";
    assert!(wrong(&format!("{aimed}strive = \"pay 1 life\"")).contains("what strive costs is mana without X here"));
    let amass = script_faults("do = { amass = { count = 1, type = \"Elf\" } }");
    assert!(amass.contains("`amass` makes the token `0/0 black Elf Army`, which is not there"), "{amass}");
}

#[test]
fn damage_that_sears_does_so_alone() {
    let one = "do = [{ damage = { to = \"creature\", amount = 1, regenerate = false } }, { draw = {} }]";
    let ops = ops(one);
    assert!(matches!(ops[..], [Op::Sear(true), Op::DamageObject(..), Op::Sear(false), Op::Draw(..), Op::End]));
}

#[test]
fn a_catalog_holds_more_instructions_than_sixteen_bits_count() {
    let draws = "{ draw = {} }, ".repeat(998);
    let entry = |n: usize| {
        format!(
            "[[card]]\nname = \"Flood {n}\"\ntype = \"Sorcery\"\nspell = [{draws}{{ may = {{ do = {{ mill = {{}} }} }} }}]\n"
        )
    };
    let catalog = compiled(&(0..70).map(entry).collect::<String>());
    let last = catalog.cards().filter_map(|(_, card)| card.spell.as_ref()).map(|spell| spell.effect).max();
    let last = last.expect("a sorcery");
    assert!(last.0 > u32::from(u16::MAX), "{last:?}");
    let may = EffectId(last.0 + 998);
    assert_eq!(catalog.op(may), Op::May { who: Who::You, otherwise: EffectId(may.0 + 2) });
}

#[test]
fn a_full_catalog_says_what_it_is_full_of() {
    let source = Source::new("t.toml", "");
    let mut catalog = Catalog { phases: vec![Vec::new(); limits::CATALOG], ..Catalog::default() };
    assert!(Compiler::new(&mut catalog, &source, &[]).finish().is_ok());
    catalog.phases.push(Vec::new());
    let said = Compiler::new(&mut catalog, &source, &[]).finish().unwrap_err().to_string();
    assert!(said.contains("the catalog is full: found 65536 lists of phases, expected at most 65535"), "{said}");
    let mut catalog = Catalog { ops: vec![Op::End; limits::CATALOG_INSTRUCTIONS + 1], ..Catalog::default() };
    let said = Compiler::new(&mut catalog, &source, &[]).finish().unwrap_err().to_string();
    assert!(said.contains("found 1048577 instructions, expected at most 1048576"), "{said}");
}
