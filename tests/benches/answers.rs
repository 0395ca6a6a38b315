//! How long people wait: from a `/move` to the bot's first answer and to the new board in the channel, through the real bot and
//! the stand-in on loopback, over a few hundred moves of duels and of games of four and six; and the bot's memory.
//!
//! `cargo bench -p tests --bench answers` (more moves: `-- 600`)

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::{Duration, Instant};

use engine::action::{Action, Turn};
use engine::board::{Battlefield, Seat};
use engine::game::Game;
use engine::titans::{self, GameMode, PlacementStyle, Setup};
use tests::{FFA, Table};

/// Knights out and back would be drawn by repetition: rooks' pawns, then pieces shuffled through ever new positions.
const GAME: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6 \
                    Bg5 h6 Bd2 Bg7 a4 c5 d5 c4 b4 Nh7 Be3 h5 Qd2 Rf8 Ra3 Ndf6 Rea1 Qd7 R1a2 Rfc8 Qc1 Bf8 Qa1 Qe8 axb5 axb5 Rxa8 \
                    Bxa8 Ra7 Qd8 Qa6 Rb8";

fn percentile(sorted: &[Duration], part: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
}

fn report(name: &str, answers: &mut [Duration], boards: &mut [Duration]) {
    println!("{name}");
    for (what, times) in [
        ("answer to the press", answers),
        ("new board in the channel", boards),
    ] {
        times.sort();
        println!(
            "{what}: {} moves, p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            times.len(),
            percentile(times, 0.5).as_secs_f64() * 1e3,
            percentile(times, 0.99).as_secs_f64() * 1e3,
            times.last().expect("a move").as_secs_f64() * 1e3
        );
    }
}

/// A turn drawn by lot, always the same ones, with what it obliges to.
fn any_turn(game: &Game, seat: Seat, dice: &mut u64) -> Turn {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    let acts = game.spelled_acts(seat);
    let act = acts[(*dice % acts.len() as u64) as usize].act.clone();
    let mut turn = Turn {
        act,
        then: Vec::new(),
    };
    while let Ok(Some(choice)) = game.next_choice(&turn) {
        turn.then.push(choice.options.first().copied());
    }
    turn
}

/// Games of Party Mode by moves drawn by lot, followed in a game of our own to know what is legal.
async fn party(table: &Table, name: &str, armies: &[&str], wanted: usize) {
    const PEOPLE: [&str; 6] = ["ann", "bob", "cem", "dora", "emil", "fatima"];
    let people: Vec<_> = PEOPLE.into_iter().zip(armies.iter().copied()).collect();
    let (mut answers, mut boards, mut dice) = (Vec::new(), Vec::new(), 0x2545_F491_4F6C_DD1D);
    while answers.len() < wanted {
        table.seat(FFA, &people).await;
        let mut game = Game::Titans(Box::new(titans::Game::new(setup(armies)).unwrap()));
        while !game.is_over() && answers.len() < wanted {
            let seat = game.to_act()[0];
            let turn = any_turn(&game, seat, &mut dice);
            if !game.warnings(seat, &turn).is_empty() {
                continue;
            }
            let (user, text) = (table.user(PEOPLE[seat.index()]), game.turn_text(&turn));
            game.apply(seat, &Action::Turn(turn)).unwrap();
            let number = table.turn_messages().len();
            let begin = Instant::now();
            let options = [("move", text.as_str().into())];
            let press = table
                .pg
                .slash(user, table.games, "move", &options)
                .await
                .unwrap();
            answers.push(press.latency().expect("an answer"));
            table.turn_message(number).await;
            boards.push(begin.elapsed());
        }
        table.slash("ann", "match end", &[]).await;
    }
    report(name, &mut answers, &mut boards);
}

fn setup(armies: &[&str]) -> Setup {
    Setup {
        mode: GameMode::Ffa,
        battlefield: Battlefield::standard(armies.len()).unwrap(),
        armies: armies
            .iter()
            .map(|id| engine::battalion::load_builtin(id).unwrap())
            .collect(),
        placement: PlacementStyle::Usual,
        seed: [0; 32],
    }
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let wanted: usize = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .next()
        .unwrap_or(300);
    let table = Table::lay().await;
    let (mut answers, mut boards) = (Vec::new(), Vec::new());
    while answers.len() < wanted {
        let start = table.turn_messages().len();
        table
            .slash(
                "ann",
                "titans new",
                &[("mode", "Duel (2 Players)"), ("order", "As people join")],
            )
            .await;
        table
            .slash("ann", "match join", &[("battalion", "medieval")])
            .await;
        table
            .slash("bob", "match join", &[("battalion", "medieval")])
            .await;
        table.slash("ann", "match start", &[]).await;
        table.turn_message(start).await;
        for (index, text) in GAME.split_whitespace().enumerate() {
            let who = if index % 2 == 0 { "ann" } else { "bob" };
            let number = table.turn_messages().len();
            let begin = Instant::now();
            let options = [("move", text.into())];
            let press = table
                .pg
                .slash(table.user(who), table.games, "move", &options)
                .await
                .unwrap();
            answers.push(press.latency().expect("an answer"));
            table.turn_message(number).await;
            boards.push(begin.elapsed());
        }
        table.slash("ann", "match end", &[]).await;
    }
    report("8×8, two Medieval", &mut answers, &mut boards);
    let four = ["medieval", "baroque", "makpong", "the-party"];
    party(&table, "14×14 cross, four full armies", &four, wanted / 2).await;
    let six = [
        "medieval",
        "baroque",
        "makpong",
        "the-party",
        "medieval",
        "makpong",
    ];
    party(&table, "22×14, six Players", &six, wanted / 2).await;
    println!(
        "memory of the bot: {} now, {} at most",
        table.bot.memory("VmRSS"),
        table.bot.memory("VmHWM")
    );
}
