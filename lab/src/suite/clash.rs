//! Matches of Clash between two builds of this program. Each build buys and bids for itself. The first one also makes the
//! turns of both sides, so that only shop and auction are compared, unless each is to make its own.

use std::io;

use engine::action::Action;
use engine::board::Seat;
use engine::clash::{Match, Setup};
use engine::game::Game;
use engine::seen::Question;

use super::contest::{Program, told};
use super::score::Score;

/// Maximum number of decisions in a match.
const LONGEST: usize = 1_500;

/// Match of two builds of this program.
#[derive(Clone, Debug, clap::Args)]
pub struct Contest {
    /// Program whose score is printed
    one: String,
    /// Other program
    other: String,
    /// Node limit per turn
    nodes: u64,
    /// Pairs of matches; colours are exchanged within a pair
    pairs: u64,
    /// Each build makes its own turns
    #[arg(long)]
    turns: bool,
}

pub fn run(contest: &Contest) -> bool {
    match meet(contest) {
        Ok(tally) => {
            let Tally { matches, rounds, black } = tally;
            println!("matches {matches}, {:+.0} Elo; rounds {rounds}; rounds as Black {black}", matches.elo());
            true
        }
        Err(why) => {
            eprintln!("{why}");
            false
        }
    }
}

/// Scores of the first program.
#[derive(Default)]
struct Tally {
    matches: Score,
    rounds: Score,
    /// Rounds with the black pieces.
    black: Score,
}

/// Match with this seed.
pub fn begin(seed: u64) -> Option<Game> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let game = Match::new(Setup { en_passant: false, seed: bytes }).ok()?;
    Some(Game::Clash(Box::new(game)))
}

fn meet(contest: &Contest) -> io::Result<Tally> {
    let Contest { one, other, nodes, pairs, turns } = contest;
    let mut programs = [Program::start(one)?, Program::start(other)?];
    let mut tally = Tally::default();
    for seed in 0..*pairs {
        for first in [0, 1] {
            let Some(game) =
                begin(seed).and_then(|mut game| play(&mut game, &mut programs, first, seed, *nodes, *turns))
            else {
                return Err(io::Error::other("a match did not end"));
            };
            let Game::Clash(game) = game else { continue };
            let own = |white: f64| if first == 0 { white } else { 1.0 - white };
            tally.matches.add(own(match game.result() {
                Some(Some(Seat(0))) => 1.0,
                Some(Some(_)) => 0.0,
                _ => 0.5,
            }));
            for round in game.scores() {
                let points = own(f64::from(round.half_points[0]) / 2.0);
                tally.rounds.add(points);
                if first == 1 {
                    tally.black.add(points);
                }
            }
        }
    }
    Ok(tally)
}

/// Plays a match to its end; the program with number `first` has White. Program 0 makes the turns of both, or each its
/// own.
fn play(game: &mut Game, programs: &mut [Program; 2], first: usize, seed: u64, nodes: u64, own: bool) -> Option<Game> {
    for program in programs.iter_mut() {
        program.say(&format!("clash {seed}")).ok()?;
    }
    for _ in 0..LONGEST {
        let Some(seat) = game.to_act().first().copied() else {
            return Some(game.clone());
        };
        let turn = matches!(game.seen(seat).question, Question::Turn);
        let program = if turn && !own { 0 } else { usize::from(seat.0) ^ first };
        let limit = if turn { nodes } else { u64::MAX };
        let text = programs[program].decide(limit, seed + u64::from(seat.0)).ok()?;
        let action: Action = serde_json::from_str(&text).ok()?;
        game.apply(seat, &action).ok()?;
        let line = told(seat, &action).ok()?;
        for program in programs.iter_mut() {
            program.say(&line).ok()?;
        }
    }
    None
}
