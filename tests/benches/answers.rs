//! Response times: from a `/move` to the bot's first answer and to the new board in the channel, and the bot's memory.
//! The real bot and the Discord stand-in run on loopback, over a few hundred moves of duels and of games of four and
//! six.
//!
//! `cargo bench -p battalion --bench answers` (more moves: `-- 600`)

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::{Duration, Instant};

use engine::action::{Action, Turn};
use engine::battalion::load_builtin;
use engine::board::Seat;
use engine::game::Game;
use engine::titans::{self, GameMode, Setup};
use tests::{FFA, SIX, Table};

/// Moves without repetition: knights moving back and forth would draw the game.
const GAME: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6 \
                    Bg5 h6 Bd2 Bg7 a4 c5 d5 c4 b4 Nh7 Be3 h5 Qd2 Rf8 Ra3 Ndf6 Rea1 Qd7 R1a2 Rfc8 Qc1 Bf8 Qa1 Qe8 axb5 axb5 Rxa8 \
                    Bxa8 Ra7 Qd8 Qa6 Rb8";

fn percentile(sorted: &[Duration], part: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
}

/// Duration of each move.
#[derive(Default)]
struct Times {
    answers: Vec<Duration>,
    boards: Vec<Duration>,
}

impl Times {
    /// Plays a move and waits for the new board.
    async fn play(&mut self, table: &Table, who: &str, text: &str) {
        let number = table.turn_messages().len();
        let begin = Instant::now();
        let press = table.slash(who, "move", &[("move", text)]).await;
        self.answers.push(press.latency().expect("an answer"));
        table.turn_message(number).await;
        self.boards.push(begin.elapsed());
    }

    fn len(&self) -> usize {
        self.boards.len()
    }

    fn report(self, name: &str) {
        println!("{name}");
        for (what, mut times) in [("answer to the press", self.answers), ("new board in the channel", self.boards)] {
            times.sort();
            println!(
                "{what}: {} moves, p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
                times.len(),
                percentile(&times, 0.5).as_secs_f64() * 1e3,
                percentile(&times, 0.99).as_secs_f64() * 1e3,
                times.last().expect("a move").as_secs_f64() * 1e3
            );
        }
    }
}

/// Pseudo-random turn with its required choices, the same in every run.
fn any_turn(game: &Game, seat: Seat, dice: &mut u64) -> Turn {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    let acts = game.moves_with_notation(seat);
    let act = acts[(*dice % acts.len() as u64) as usize].act.clone();
    let mut turn = Turn { act, then: Vec::new() };
    while let Ok(Some(choice)) = game.next_choice(&turn) {
        turn.then.push(choice.options.first().copied());
    }
    turn
}

/// Plays Party games with random moves. A local copy of the game provides the legal moves.
async fn party(table: &Table, name: &str, armies: &[&str], wanted: usize) {
    let people: Vec<_> = SIX.into_iter().zip(armies.iter().copied()).collect();
    let (mut times, mut dice) = (Times::default(), 0x2545_F491_4F6C_DD1D);
    while times.len() < wanted {
        table.seat(FFA, &people).await;
        let armies = armies.iter().map(|id| load_builtin(id).unwrap()).collect();
        let setup = Setup::new(GameMode::Ffa, armies, [0; 32]).unwrap();
        let mut game = Game::Titans(Box::new(titans::Game::new(setup).unwrap()));
        while !game.is_over() && times.len() < wanted {
            let seat = game.to_act()[0];
            let turn = any_turn(&game, seat, &mut dice);
            if !game.warnings(seat, &turn).is_empty() {
                continue;
            }
            let text = game.turn_text(&turn);
            game.apply(seat, &Action::Turn(turn)).unwrap();
            times.play(table, SIX[seat.index()], &text).await;
        }
        table.slash("ann", "match end", &[]).await;
    }
    times.report(name);
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let wanted: usize = std::env::args().filter_map(|arg| arg.parse().ok()).next().unwrap_or(300);
    let table = Table::lay().await;
    let mut times = Times::default();
    while times.len() < wanted {
        table.duel("medieval", "medieval").await;
        for (index, text) in GAME.split_whitespace().enumerate() {
            let who = if index % 2 == 0 { "ann" } else { "bob" };
            times.play(&table, who, text).await;
        }
        table.slash("ann", "match end", &[]).await;
    }
    times.report("8×8, two Medieval");
    let four = ["medieval", "baroque", "makpong", "the-party"];
    party(&table, "14×14 cross, four full armies", &four, wanted / 2).await;
    let six = ["medieval", "baroque", "makpong", "the-party", "medieval", "makpong"];
    party(&table, "22×14, six Players", &six, wanted / 2).await;
    println!("memory of the bot: {} now, {} at most", table.bot.memory("VmRSS"), table.bot.memory("VmHWM"));
}
