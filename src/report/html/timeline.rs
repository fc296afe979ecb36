//! The turns of one game as lanes, a row for each seat.

use maud::{Markup, html};

use super::chart::{ROW, WIDTH, at, picture};

/// The room at both sides.
const SIDE: f64 = 12.0;
/// The room below, for the rounds.
const BELOW: f64 = 40.0;
/// Numbers of rounds stand so far from each other at least.
const APART: f64 = 24.0;

/// What a turn looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Normal,
    Extra,
    /// It was skipped, or never came.
    Missing,
}

/// A turn.
#[derive(Debug, Clone)]
pub(super) struct TurnBox {
    pub(super) mark: Mark,
    /// What is told of it where one points at it.
    pub(super) told: String,
}

/// A seat.
#[derive(Debug, Clone)]
pub(super) struct Lane {
    pub(super) label: String,
    /// What stands behind the label.
    pub(super) shown: String,
    /// All turns of the game in order; those of others are empty.
    pub(super) boxes: Vec<Option<TurnBox>>,
    /// In which of them it left the game.
    pub(super) out: Option<usize>,
}

/// The lanes of a game, whose turns are in these rounds.
pub(super) fn timeline(name: &str, lanes: &[Lane], rounds: &[u32]) -> Markup {
    let height = ROW * lanes.len() as f64 + BELOW;
    let bottom = height - BELOW + 4.0;
    let width = (WIDTH - 2.0 * SIDE) / rounds.len().max(1) as f64;
    let x = |turn: usize| SIDE + width * turn as f64;
    picture(
        height,
        name,
        &html! {
            @for (turn, round, numbered) in starts(rounds, width) {
                line class="grid" x1=(at(x(turn))) x2=(at(x(turn))) y1="4" y2=(at(bottom)) {}
                @if numbered { text x=(at(x(turn))) y=(at(bottom + 15.0)) { (round) } }
            }
            text class="title" x=(at(WIDTH / 2.0)) y=(at(bottom + 32.0)) text-anchor="middle" { "round" }
            @for (i, lane) in lanes.iter().enumerate() {
                @let y = ROW * i as f64 + 20.0;
                text x=(at(SIDE)) y=(at(y - 4.0)) { (lane.label) }
                text x=(at(WIDTH - SIDE)) y=(at(y - 4.0)) text-anchor="end" { (lane.shown) }
                line class="grid" x1=(at(SIDE)) x2=(at(WIDTH - SIDE)) y1=(at(y + 8.0)) y2=(at(y + 8.0)) {}
                @for (turn, one) in lane.boxes.iter().enumerate() {
                    @if let Some(one) = one {
                        @let class = match one.mark { Mark::Normal => "part0", Mark::Extra => "part1", Mark::Missing => "hollow" };
                        rect class=(class) x=(at(x(turn) + 0.4)) y=(at(y + 1.0)) width=(at((width - 0.8).max(0.6))) height="14" { title { (one.told) } }
                    }
                }
                @if let Some(out) = lane.out {
                    @let (left, top) = (x(out) + width / 2.0 - 4.0, y + 4.0);
                    path class="mark" d={ "M" (at(left)) " " (at(top)) "l8 8m0 -8l-8 8" } {}
                }
            }
        },
    )
}

/// Where rounds begin, and which of them have room for their number.
fn starts(rounds: &[u32], width: f64) -> Vec<(usize, u32, bool)> {
    let (mut starts, mut last) = (Vec::new(), f64::NEG_INFINITY);
    for (turn, round) in rounds.iter().enumerate() {
        if turn == 0 || rounds[turn - 1] != *round {
            let here = width * turn as f64;
            let numbered = here - last >= APART;
            if numbered {
                last = here;
            }
            starts.push((turn, *round, numbered));
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_numbered_where_there_is_room() {
        assert_eq!(starts(&[1, 1, 2, 3, 3], 12.0), [(0, 1, true), (2, 2, true), (3, 3, false)]);
        assert_eq!(starts(&[], 12.0), []);
    }

    #[test]
    fn a_game_is_drawn_with_what_is_missing() {
        let told = |mark| Some(TurnBox { mark, told: "<b>".to_owned() });
        let lane = Lane {
            label: "1. A".to_owned(),
            shown: "won".to_owned(),
            boxes: vec![told(Mark::Normal), None, told(Mark::Missing)],
            out: Some(1),
        };
        let drawn = timeline("turns", &[lane], &[1, 1, 2]).into_string();
        assert_eq!((drawn.matches("<rect").count(), drawn.matches("hollow").count()), (2, 1));
        assert!(drawn.contains("&lt;b&gt;") && drawn.contains("class=\"mark\""));
        let nothing = timeline("", &[], &[]).into_string();
        assert!(!nothing.contains("NaN") && !nothing.contains("inf"), "{nothing}");
    }
}
