//! `turnlab validate`: every table is played, and the page says how it compares.

use crate::cli::Desk;

#[test]
fn a_few_games_make_the_whole_page() {
    let desk = Desk::new();
    let page = desk.fine("validate --games 4 --seed 3").out;
    for part in [
        "# Held against the world\n",
        "`turnlab validate --games 4 --seed 3`",
        "\n## Recorded real tables\n",
        "\n| rounds, mean | ",
        " | 9.13 | 8.62 to 9.64 | ",
        "\n- *playgroup*: ",
        "\n## Another engine\n",
        "\n| own turns to kill alone, mean | ",
        "\n| mirror: turns, mean | ",
        "\n| four players: wins of the black deck | ",
        "\n## Known truth\n",
        "\n| own turns, mean | ",
        "\n## Endgame puzzles\n",
        "\n| pass | 0 | ",
        "\n## The ladder\n",
        "\n| heuristic | random | 4 | 16 | ",
        "\nWhat traces of the four-player games show",
        "\n## The heuristic player with each deck, against random\n",
        "\n| talrand-extra-turns | same | 2 | 4 | ",
        "\n| goreclaw-creatures | others | 4 | 4 | ",
        "\n## The heuristic player with each deck, against pass\n",
    ] {
        assert!(page.contains(part), "{part:?} is not in\n{page}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
    desk.fine("validate --games 4 --seed 3 --out page.md");
    assert_eq!(desk.read("page.md"), page, "the same seed, the same page");
}

#[test]
fn what_cannot_be_played_or_written_is_said() {
    let desk = Desk::new();
    assert_eq!(desk.run("validate --games 0").code, Some(2));
    assert_eq!(desk.run("validate --games 4 --seed 3 --out nowhere/page.md").code, Some(2));
}
