//! What "it", "that many" and "other" mean, and what is refused because they could mean something else.

use super::{refusal, said};

#[test]
fn others_of_what_is_worn_are_other_than_who_bears_it() {
    let bonus = said(
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature gets +0/+2 for each other creature you control.",
    );
    assert!(bonus.contains(r#"toughness = "count not-bears-self creature yours * 2""#), "{bonus}");
    let shared = said("Enchantment - Aura", "Enchant creature\nOther creatures you control get -1/-1.");
    assert!(shared.contains(r#"what = "not-bears-self creature yours""#), "{shared}");
    let masks = said(
        "Enchantment - Aura",
        "Enchant creature\nEnchanted creature gets +2/+2 for each other enchantment on the battlefield.",
    );
    assert!(masks.contains(r#"power = "count other enchantment * 2""#), "{masks}");
    let own = said("Creature - Elf", "Other creatures you control get +1/+1.");
    assert!(own.contains(r#"what = "other creature yours""#), "{own}");
}

#[test]
fn it_is_what_the_condition_before_speaks_of() {
    let tapped = said(
        "Enchantment - Aura",
        "Enchant creature\nAt the beginning of each upkeep, if enchanted creature is untapped, tap it.",
    );
    assert!(tapped.contains(r#"do = { tap = { what = "attached" } }"#), "{tapped}");
    let untapped = said(
        "Enchantment - Aura",
        "Enchant permanent\nWhen Wim Oddfoot enters the battlefield, if enchanted permanent is tapped, untap it.",
    );
    assert!(untapped.contains(r#"do = { untap = { what = "attached" } }"#), "{untapped}");
}

#[test]
fn a_kicked_spell_deals_its_damage_itself() {
    let jolt = "Kicker {1}{R}\nReturn target creature to its owner's hand. If this spell was kicked, it deals 2 damage to another \
                target creature.";
    let text = said("Instant", jolt);
    assert!(text.contains(r#"then = { damage = { to = "target 2", amount = 2 } }"#), "{text}");
}

#[test]
fn what_blocks_or_is_blocked_destroys_the_other_also_for_its_bearer() {
    let stake = said(
        "Artifact - Equipment",
        "Whenever equipped creature blocks or becomes blocked by a Vampire, destroy that creature.\nEquip {1}",
    );
    assert!(stake.contains(r#"trigger = { blocks-creature = { what = "attached", blocked = "Vampire" } }"#), "{stake}");
    assert_eq!(stake.matches(r#"destroy = { what = "that" }"#).count(), 2, "{stake}");
}

#[test]
fn that_many_is_not_what_was_counted_before_something_else() {
    let text = "Target opponent loses 2 life. You draw three cards. Then you discard that many cards.";
    assert!(refusal("Sorcery", text).contains("that much"), "{}", refusal("Sorcery", text));
}

#[test]
fn an_x_that_is_not_known_yet_is_refused() {
    let text = "When Wim Oddfoot dies, you may pay {X}. If you do, return target Elf card with mana value X from your graveyard to \
                your hand.";
    refusal("Creature - Elf", text);
    let pitched = "You may exile a green card with mana value X from your hand rather than pay this spell's mana cost.\nYou gain X \
                   life.";
    refusal("Instant", pitched);
}

#[test]
fn a_mana_ability_of_a_graveyard_is_refused() {
    refusal("Creature - Elf", "{1}, Exile Wim Oddfoot from your graveyard: Add one mana of any color.");
}

#[test]
fn it_is_what_was_put_onto_the_battlefield_and_never_the_source() {
    let ally = said(
        "Creature - Elf",
        "{R}: You may put an Elf card from your hand onto the battlefield. Sacrifice it at the beginning of the next end step.",
    );
    assert!(ally.contains(r#"do = { sacrifice = { what = "them" } }"#), "{ally}");
    for found in [
        "Search your library for an Elf card, put it onto the battlefield, then shuffle.",
        "Look at the top four cards of your library. You may put an Elf card from among them onto the battlefield. Put the rest on the bottom of your library in any order.",
    ] {
        refusal("Creature - Elf", &format!("{{R}}: {found} Sacrifice it at the beginning of the next end step."));
    }
}

#[test]
fn others_of_a_spell_are_refused() {
    refusal(
        "Instant",
        "Elves you control get +2/+1 until end of turn. Other creatures you control get +1/+1 until end of turn.",
    );
}

#[test]
fn several_cards_of_one_graveyard_are_refused() {
    refusal("Sorcery", "Exile two target cards from an opponent's graveyard.");
    said("Sorcery", "Exile target card from an opponent's graveyard.");
}

#[test]
fn those_that_changed_control_are_not_told_by_what_they_were() {
    let text = "Gain control of all creatures with power 4 or greater until end of turn. Untap those creatures.";
    refusal("Sorcery", text);
}
