//! `turnlab tune`: numbers are varied one at a time, and the page says what came of each.

use crate::cli::Desk;

const TYPED: &str = "tune --seats 2 --deals 2 --step 50 --seed 3 --weight kill --weight pilot.caution";

#[test]
fn the_page_says_what_was_tried_and_what_was_found() {
    let desk = Desk::new();
    let tuned = desk.fine(TYPED);
    for part in [
        "# Tuning\n",
        "`turnlab tune --seats 2 --deals 2 --step 50 --seed 3 --weight kill --weight pilot.caution`",
        "- Tuned on: augustin-stasis, ",
        "- Confirmed on: aurelia-",
        "\n| `kill` | 1000 | 500 | ",
        "\n| `kill` | 1000 | 1500 | ",
        "\n| `pilot.caution` | 100 | 50 | ",
        "\n| `pilot.caution` | 100 | 150 | ",
    ] {
        assert!(tuned.out.contains(part), "{part:?} is not in\n{}", tuned.out);
    }
    assert!(tuned.err.contains("1 of 2: `kill`") && tuned.err.contains("2 of 2: `pilot.caution`"), "{}", tuned.err);
    let found_nothing = tuned.out.contains("\nNothing was accepted: 2 numbers stay as they are.\n");
    assert!(found_nothing || tuned.out.contains("\nAccepted: "), "{}", tuned.out);
    desk.fine(&format!("{TYPED} --out page.md"));
    assert_eq!(desk.read("page.md"), tuned.out, "the same seed, the same page");
}

#[test]
fn what_cannot_be_tuned_or_written_is_said() {
    let desk = Desk::new();
    let unknown = desk.run("tune --weight extra_trun");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("--weight: unknown weight `extra_trun`, expected one of card, "), "{}", unknown.err);
    assert!(unknown.err.contains("did you mean `extra_turn`?"), "{}", unknown.err);
    for wrong in ["--seats 1", "--seats 7", "--deals 0", "--step 0", "--out nowhere/page.md"] {
        assert_eq!(desk.run(&format!("tune --weight card {wrong}")).code, Some(2), "{wrong}");
    }
}
