//! How long people wait: from a `/move` to the bot's first answer and to the new board in the channel, through the real bot and
//! the stand-in on loopback, over a few hundred moves; and the bot's memory.
//!
//! `cargo bench -p tests --bench answers` (more moves: `-- 600`)

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::time::{Duration, Instant};

use tests::Table;

/// Knights out and back would be drawn by repetition: rooks' pawns, then pieces shuffled through ever new positions.
const GAME: &str = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7 Nbd2 Bb7 Bc2 Re8 Nf1 Bf8 Ng3 g6 \
                    Bg5 h6 Bd2 Bg7 a4 c5 d5 c4 b4 Nh7 Be3 h5 Qd2 Rf8 Ra3 Ndf6 Rea1 Qd7 R1a2 Rfc8 Qc1 Bf8 Qa1 Qe8 axb5 axb5 Rxa8 \
                    Bxa8 Ra7 Qd8 Qa6 Rb8";

fn percentile(sorted: &[Duration], part: f64) -> Duration {
    sorted[((sorted.len() - 1) as f64 * part).round() as usize]
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
    for (what, times) in [
        ("answer to the press", &mut answers),
        ("new board in the channel", &mut boards),
    ] {
        times.sort();
        println!(
            "{what}: {} moves, p50 {:.1} ms, p99 {:.1} ms, most {:.1} ms",
            times.len(),
            percentile(times, 0.5).as_secs_f64() * 1e3,
            percentile(times, 0.99).as_secs_f64() * 1e3,
            times.last().unwrap().as_secs_f64() * 1e3
        );
    }
    println!(
        "memory of the bot: {} now, {} at most",
        table.bot.memory("VmRSS"),
        table.bot.memory("VmHWM")
    );
}
