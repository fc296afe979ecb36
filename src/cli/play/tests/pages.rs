//! Pages, key by key.

use crate::cli::play::page::{Form, Page, Row, Turned};
use crate::game::decision::Choice;

fn page(form: Form, rows: &[&str]) -> Page {
    let row = |(at, text): (usize, &&str)| Row { text: (*text).to_owned(), count: 1, option: at as u16, card: None };
    Page::new("?".to_owned(), form, rows.iter().enumerate().map(row).collect(), 0)
}

/// What the last of these keys comes to.
fn typed(page: &mut Page, words: &str) -> Turned {
    super::keys(words).into_iter().map(|key| page.turn(key.code)).last().unwrap_or(Turned::Stays)
}

fn wrong(turned: Turned) -> String {
    if let Turned::Wrong(why) = turned { why } else { panic!("{turned:?}") }
}

const FRUIT: [&str; 12] =
    ["apple", "pear", "plum", "fig", "date", "lime", "kiwi", "melon", "mango", "grape", "cherry", "peach"];

#[test]
fn one_is_chosen_by_number_arrows_or_text() {
    let fresh = || page(Form::One, &FRUIT);
    let chosen = |words: &str| typed(&mut fresh(), words);
    assert_eq!(chosen("enter"), Turned::Answered(Choice::option(0)), "Enter alone is what is marked");
    assert_eq!(chosen("12 enter"), Turned::Answered(Choice::option(11)));
    assert_eq!(chosen("1 back 3 enter"), Turned::Answered(Choice::option(2)));
    assert_eq!(chosen("down down up enter"), Turned::Answered(Choice::option(1)));
    assert_eq!(chosen("/ KIW enter enter"), Turned::Answered(Choice::option(6)));
    assert_eq!(wrong(chosen("13 enter")), "there is no 13: 1 to 12");
    assert_eq!(wrong(typed(&mut page(Form::One, &[]), "enter")), "there is nothing to choose from");
    assert_eq!(chosen("esc"), Turned::Back);
    assert_eq!(chosen("x"), Turned::NotMine);
    let mut filtered = fresh();
    typed(&mut filtered, "/ pea enter");
    assert_eq!(filtered.shown(), [1, 11]);
    assert_eq!(typed(&mut filtered, "down enter"), Turned::Answered(Choice::option(11)));
}

#[test]
fn several_are_marked_and_unmarked() {
    let fresh = |min, max| page(Form::Some { min, max, chosen: vec![0] }, &FRUIT[..4]);
    let chosen = |words: &str| typed(&mut fresh(2, 3), words);
    assert_eq!(wrong(chosen("enter")), "choose 1 more");
    assert_eq!(chosen("3 enter enter"), Turned::Answered(Choice::Some(vec![0, 2])));
    assert_eq!(chosen("space down space down space enter"), Turned::Answered(Choice::Some(vec![1, 2])));
    assert_eq!(chosen("a enter"), Turned::Answered(Choice::Some(vec![0, 1, 2])));
    assert_eq!(wrong(chosen("a 4 enter")), "at most 3 can be chosen: take one back first");
    assert_eq!(typed(&mut fresh(0, 3), "0 enter"), Turned::Answered(Choice::Some(Vec::new())));
    assert_eq!(
        typed(&mut fresh(1, 1), "2 enter enter"),
        Turned::Answered(Choice::Some(vec![1])),
        "one takes the place"
    );
}

#[test]
fn an_order_is_placed_one_by_one_and_the_rest_follows() {
    let fresh = || page(Form::Order { placed: Vec::new() }, &FRUIT[..3]);
    assert_eq!(typed(&mut fresh(), "enter"), Turned::Answered(Choice::Order(vec![0, 1, 2])));
    assert_eq!(typed(&mut fresh(), "3 enter enter"), Turned::Answered(Choice::Order(vec![2, 0, 1])));
    assert_eq!(typed(&mut fresh(), "3 enter 2 enter 3 enter enter"), Turned::Answered(Choice::Order(vec![1, 0, 2])));
    let mut page = fresh();
    typed(&mut page, "2 enter 1 enter");
    assert_eq!([0, 1, 2].map(|at| page.mark(at).unwrap()), ["[2]", "[1]", "[ ]"]);
}

#[test]
fn numbers_are_typed_or_counted() {
    let fresh = || page(Form::Number { min: 0, max: 12, now: 12 }, &[]);
    assert_eq!(typed(&mut fresh(), "enter"), Turned::Answered(Choice::Number(12)));
    assert_eq!(typed(&mut fresh(), "10 enter"), Turned::Answered(Choice::Number(10)));
    assert_eq!(typed(&mut fresh(), "left down up - enter"), Turned::Answered(Choice::Number(10)));
    assert_eq!(wrong(typed(&mut fresh(), "13 enter")), "13 is not between 0 and 12");
    assert_eq!(typed(&mut fresh(), "0 enter"), Turned::Answered(Choice::Number(0)));
}

#[test]
fn attackers_go_through_whom_they_may_attack() {
    let barred = vec![vec![], vec![0], vec![]];
    let options = vec!["B".to_owned(), "C".to_owned()];
    let fresh =
        || page(Form::Assign { options: options.clone(), to: vec![None; 3], barred: barred.clone() }, &FRUIT[..3]);
    let pairs = |pairs: &[(u16, i32)]| Turned::Answered(Choice::Assign(pairs.to_vec()));
    assert_eq!(typed(&mut fresh(), "enter"), pairs(&[]));
    assert_eq!(typed(&mut fresh(), "1 enter 3 enter 3 enter enter"), pairs(&[(0, 0), (2, 1)]));
    assert_eq!(typed(&mut fresh(), "down space enter"), pairs(&[(1, 1)]), "nobody is offered whom it can't attack");
    assert_eq!(typed(&mut fresh(), "a enter"), pairs(&[(0, 0), (2, 0)]));
    assert_eq!(typed(&mut fresh(), "right right a enter"), pairs(&[(0, 1), (1, 1), (2, 1)]));
    assert_eq!(typed(&mut fresh(), "a 0 left enter"), pairs(&[(0, 1)]));
}

#[test]
fn shares_are_given_one_after_another() {
    let fresh = || page(Form::Divide { total: 5, shares: vec![5, 0] }, &FRUIT[..2]);
    assert_eq!(typed(&mut fresh(), "enter"), Turned::Answered(Choice::Assign(vec![(0, 5)])));
    let mut page = fresh();
    assert_eq!(typed(&mut page, "3 enter 2 enter enter"), Turned::Answered(Choice::Assign(vec![(0, 3), (1, 2)])));
    assert_eq!(wrong(typed(&mut page, "6 enter")), "there are only 5 to divide");
    typed(&mut page, "-");
    assert_eq!(page.hint(), "1 of 5 left: arrows, + -, Enter");
}
