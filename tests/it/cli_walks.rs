//! Walking through a game of a run by commands.

use crate::cli::{Desk, Ran};

/// What a script of commands comes to.
fn walked(desk: &Desk, commands: &str) -> Ran {
    let mut command = desk.command();
    command.args(["replay", "out", "5", "--step"]).write_stdin(commands.replace(' ', "\n").replace('_', " "));
    Ran::of(&command.output().expect("it runs"))
}

fn fine(desk: &Desk, commands: &str) -> String {
    let ran = walked(desk, commands);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{commands}");
    ran.out
}

/// The lines that say where the walk stands.
fn places(out: &str) -> Vec<&str> {
    out.lines().filter(|line| line.starts_with("== ")).collect()
}

fn desk() -> Desk {
    let desk = Desk::new();
    desk.fine("run small.toml --games 8 --out out");
    std::fs::remove_file(desk.path().join("small.toml")).unwrap();
    desk
}

#[test]
fn forwards_and_back_from_the_folder_alone() {
    let desk = desk();
    let out = fine(&desk, "t t s S T T q n");
    let places = places(&out);
    assert_eq!(places.len(), 7, "nothing is done after q: {out}");
    assert_eq!(places[0], "== before the first turn");
    let begun =
        |turn: usize| places[turn].starts_with(&format!("== turn {turn}, ")) && places[turn].ends_with("before untap");
    assert!(begun(1) && begun(2), "{out}");
    assert!(places[3].ends_with("untap"), "{out}");
    assert_eq!((places[5], places[6]), (places[1], places[0]));
}

#[test]
fn the_end_is_the_one_of_the_run() {
    let desk = desk();
    let told = desk.fine("replay out 5").out;
    let out = fine(&desk, "t_99");
    assert!(out.ends_with("== the end: no result: stopped after turn 12\n"), "{out}");
    assert!(fine(&desk, "g_99").ends_with("== the end: no result: stopped after turn 12\nthere is no turn 99\n"));
    let turns = |text: &str| text.lines().filter(|l| l.starts_with("turn ")).map(str::to_owned).collect::<Vec<_>>();
    let walked = fine(&desk, &"t ".repeat(13));
    assert_eq!(turns(&walked), turns(&told), "who walks sees it all");
}

#[test]
fn jumps_tell_where_they_lead_and_not_what_they_jump_over() {
    let desk = desk();
    for jump in ["g_9", "t_9"] {
        let out = fine(&desk, jump);
        let told: Vec<&str> = out.lines().skip_while(|line| !line.starts_with("== before")).skip(1).collect();
        assert!(told[0].starts_with("turn 9  ") && told[1].starts_with("  life: "), "{out}");
        assert!(told[2].starts_with("== turn 9, ") && told.len() == 3, "{out}");
    }
    let back = fine(&desk, "g_9 g_3 g_4");
    assert_eq!(back.lines().filter(|line| line.starts_with("turn ")).count(), 2, "going back tells nothing: {back}");
}

#[test]
fn the_schedule_the_table_and_the_question() {
    let desk = desk();
    let out = fine(&desk, "g_2 n p o");
    assert!(out.contains("\nto come, if nothing changes:\n  turn   "), "{out}");
    assert!(out.contains("normal turn (500.1): next after ") && out.contains("\nnormal order: after "), "{out}");
    assert_eq!(out.lines().filter(|line| line.contains(" life, hand ")).count(), 4, "{out}");
    assert!(out.contains("one of:\n   0  ") && out.contains("\ndefault: 0\n"), "{out}");
}

#[test]
fn another_answer_and_what_comes_of_it() {
    let desk = desk();
    let usual = fine(&desk, "n_6 g_99");
    let same = fine(&desk, "n_9 b_3 g_99");
    assert_eq!(places(&usual).last(), places(&same).last());
    let branch = fine(&desk, "n_9 b_3 c_concede g_99 b_999 n_6");
    assert!(branch.contains("\nanswered 5: `concede`\n"), "{branch}");
    assert!(branch.contains("leaves the game (concession)"), "{branch}");
    let places_of_branch = places(&branch);
    assert!(places_of_branch[3].ends_with(" [own answers: 5]"), "{branch}");
    assert_eq!(places_of_branch.last(), places(&usual).get(1), "before the branch nothing has changed");
}

#[test]
fn a_wrong_command_ends_a_script() {
    let desk = desk();
    let refused = |commands: &str, message: &str| {
        let ran = walked(&desk, commands);
        assert_eq!((ran.code, ran.err.as_str()), (Some(2), format!("error: {message}\n").as_str()), "{commands}");
    };
    refused("n x n", "command 2: unknown command `x`; `h` lists them all");
    refused("c_1", "command 1: nobody is asked anything here");
    refused("n c_77", "command 2: `77` is not an option, 0 to 1");
    refused("n c_0_0", "command 2: `0` is one word too many");
}

#[test]
fn telling_and_walking_exclude_each_other() {
    let desk = desk();
    assert_eq!(desk.run("replay out 5 --step --why").code, Some(2));
}
