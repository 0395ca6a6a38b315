//! Mates in 1, 2 and 3 from games, found by the exhaustive solver, and how many of them the search finds.

use std::sync::atomic::AtomicBool;

use engine::board::Seat;
use engine::play::Position;
use engine::seen::{Question, Seen};
use opponent::{Budget, Knowledge, Level, decide};

use super::solver::wins_in;
use crate::dice::Dice;
use crate::games::{self as arena, Player};

/// Node limit of the solver for one question, by length of the mate.
const EFFORT: [u64; 3] = [20_000, 200_000, 1_500_000];
/// Node limit of the solver for all questions of one length, per army.
const ALL_EFFORT: u64 = 60_000_000;
/// Number of games per army in which mates are searched for.
const GAMES: u64 = 400;

/// Mates found for one army by length, with the solver nodes spent on them.
#[derive(Default)]
struct Mates {
    found: [Vec<Seen>; 3],
    spent: [u64; 3],
}

impl Mates {
    /// Returns `true` while more mates of this length are needed and solver nodes are left.
    fn wants(&self, index: usize, wanted: usize) -> bool {
        self.found[index].len() < wanted && self.spent[index] < ALL_EFFORT
    }
}

/// Prints the table of mates. `only` selects armies by part of their name.
#[expect(clippy::cast_possible_truncation, reason = "mates of few turns")]
pub fn run(wanted: usize, only: Option<&str>) {
    println!("{:<18}{:>6}{:>10}{:>14}{:>14}{:>14}", "army", "mate", "positions", "Soldier", "10,000 nodes", "Titan");
    let armies = arena::armies().into_iter();
    for id in armies.filter(|id| only.is_none_or(|only| id.contains(only))) {
        let mut mates = Mates::default();
        let mut know = None;
        for seed in 0..GAMES {
            if !(0..3).any(|index| mates.wants(index, wanted)) {
                break;
            }
            collect(id, seed, wanted, &mut mates, &mut know);
        }
        let Some(know) = know else { continue };
        for (index, list) in mates.found.iter().enumerate() {
            let turns = index as u32 + 1;
            let solved = |level: Level, nodes: u64| {
                let right = list.iter().filter(|seen| solves(seen, &know, level, nodes, turns)).count();
                format!("{right}/{}", list.len())
            };
            println!(
                "{id:<18}{turns:>6}{:>10}{:>14}{:>14}{:>14}",
                list.len(),
                solved(Level::Soldier, u64::MAX),
                solved(Level::Titan, 10_000),
                solved(Level::Titan, u64::MAX)
            );
        }
    }
}

/// Plays a game of weak players and keeps positions with a mate, at most one of each length per game.
#[expect(clippy::cast_possible_truncation, reason = "mates of few turns")]
fn collect(id: &str, seed: u64, wanted: usize, mates: &mut Mates, know: &mut Option<Knowledge>) {
    let Some(mut game) = arena::opening([id; 2], 9_000 + seed, 2) else {
        return;
    };
    let known = know.get_or_insert_with(|| Knowledge::new(game.rules()));
    let mut dice = Dice(seed);
    let mut kept = [false; 3];
    for turn in 0..160 {
        let Some(seat) = game.to_act().first().copied() else {
            return;
        };
        let seen = game.seen(seat);
        if matches!(seen.question, Question::Turn) && turn > 8 {
            let mut pos: Position = seen.pos.clone();
            for index in 0..3 {
                let wanted_here = |index: usize| !kept[index] && mates.wants(index, wanted);
                // A position with a shorter mate does not count for a longer one. Longer mates are searched only where
                // the King is short of moves.
                if !(index..3).any(wanted_here) || index > 0 && !promising(&seen, index) {
                    break;
                }
                let new = wanted_here(index);
                let mut left = EFFORT[index];
                let wins = wins_in(&seen.rules, &mut pos, index as u32 + 1, &mut left);
                mates.spent[index] += EFFORT[index] - left;
                match wins {
                    Some(true) => {
                        if new {
                            mates.found[index].push(seen.clone());
                            kept[index] = true;
                        }
                        break;
                    }
                    Some(false) => {}
                    None => break,
                }
            }
        }
        let players = [Player::Nodes(400), Player::Greedy];
        let player = players[(seat.index() + seed as usize) & 1];
        let (Some(action), _) = arena::decision(player, &seen, known, seed, &mut dice) else {
            return;
        };
        if game.apply(seat, &action).is_err() {
            return;
        }
    }
}

/// Returns `true` if the other side is so far behind that a mate may be near.
fn promising(seen: &Seen, index: usize) -> bool {
    let count = |seat: Seat| seen.pos.blocking(seat).len();
    let other = Seat(1 - seen.seat.0);
    count(other) + 1 + index <= count(seen.seat)
}

/// Returns `true` if the chosen turn still mates in the remaining turns.
#[expect(clippy::cast_possible_wrap, reason = "mates of few turns")]
fn solves(seen: &Seen, know: &Knowledge, level: Level, nodes: u64, turns: u32) -> bool {
    let stop = AtomicBool::new(false);
    let decision = decide(seen, level, know, Budget::new(nodes, &stop), 1);
    // The win must be certain in the same number of turns, as proved by the search itself or by the solver.
    let proof = 30_000 - decision.score;
    decision.score > 29_000 && proof <= 2 * turns as i32
}
