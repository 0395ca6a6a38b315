//! Time in milliseconds and size in bytes of every kind of picture: `cargo bench -p render`.
//!
//! Boards are measured in five ways:
//!
//! * *turn*: consecutive pictures of a game, as a bot draws them. Each position is new.
//! * *of 200*: the same with 200 games, one picture of each in turn, as a bot with many games draws them.
//! * *shuffled*: every piece stands somewhere else each time, so no band of the picture was compressed before.
//! * *again*: the same picture once more.
//! * *cold*: the first picture of a process.

#![allow(clippy::unwrap_used, reason = "a bench may stop")]

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use engine::battalion::{Definition, load_builtin};
use engine::game::Game;
use engine::titans::{GameMode, Setup};
use engine::view::{View, Viewer};
use fixture::games::{game, shuffled};
use fixture::own::STYLES;
use fixture::played::{Dice, stray, titans, walk};
use fixture::samples::samples;
use fixture::{FOUR, clash_game, friends, six_game};
use render::{Options, Renderer, Size, trace};

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

fn timed<T>(run: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let value = run();
    (start.elapsed().as_secs_f64() * 1e3, value)
}

/// Median time, median size in bytes, and maximum size.
fn each(renderer: &Renderer, views: &[View]) -> (f64, usize, usize) {
    let people = friends();
    let options = Options::default();
    let (times, mut bytes): (Vec<_>, Vec<_>) = views
        .iter()
        .map(|view| {
            let (ms, picture) = timed(|| renderer.turn(black_box(view), &people, &options).unwrap());
            (ms, picture.png.len())
        })
        .unzip();
    bytes.sort_unstable();
    (median(times), bytes[bytes.len() / 2], bytes[bytes.len() - 1])
}

fn duel(battalions: [&str; 2]) -> Game {
    titans(GameMode::Duel, &battalions)
}

/// Duel of two armies with pictures of their own.
fn own_pictures() -> Game {
    let mut army = Definition::clone(&load_builtin("medieval").unwrap());
    for (piece, (_, bytes)) in army.pieces.iter_mut().zip(STYLES.iter().cycle()) {
        piece.art = Some(trace(bytes).unwrap());
    }
    let army = Arc::new(army);
    let setup = Setup::new(GameMode::Duel, vec![Arc::clone(&army), army], [7; 32]).unwrap();
    Game::Titans(Box::new(engine::titans::Game::new(setup).unwrap()))
}

/// Six positions of each of 200 games that begin as this one, one of each game in turn.
fn many(game: &Game) -> Vec<View> {
    let mut games: Vec<(Game, Dice)> = (0..200).map(|seed| (game.clone(), Dice::new(seed))).collect();
    let mut views = Vec::new();
    for turn in 0..26 {
        for (game, dice) in &mut games {
            stray(game, dice);
            if turn >= 20 {
                views.push(game.view(Viewer::Public));
            }
        }
    }
    views
}

/// Prints the memory that a process keeps in the end: all samples through one renderer.
fn memory() {
    let games = [clash_game(), titans(GameMode::Assassin, &FOUR), six_game()];
    let views: Vec<Vec<View>> =
        games.iter().flat_map(|game| [walk(game, 300), shuffled(&game.view(Viewer::Public), 300)]).collect();
    let before = resident();
    let renderer = Renderer::new().unwrap();
    for sample in samples() {
        black_box((sample.draw)(&renderer).unwrap());
    }
    for views in &views {
        each(&renderer, views);
    }
    println!("memory kept by a renderer in use: {:.1} MB", resident() - before);
}

fn main() {
    // First, because memory freed by the other measurements would be used again.
    memory();
    let starts = (0..20).map(|_| timed(|| Renderer::new().unwrap()).0).collect();
    println!("start-up of the renderer: {:.2} ms\n", median(starts));

    println!(
        "{:32} {:>8} {:>8} {:>8} {:>8} {:>8} {:>9} {:>9}",
        "board", "turn", "of 200", "shuffled", "again", "cold", "bytes", "most"
    );
    let boards = [
        ("8 x 8, Medieval", duel(["medieval"; 2])),
        ("8 x 8, Baroque and The Party", duel(["baroque-duel", "the-party"])),
        ("8 x 8, Clash", clash_game()),
        ("8 x 8, own pictures", own_pictures()),
        ("14 x 14 cross, Medieval", titans(GameMode::Assassin, &["medieval"; 4])),
        ("14 x 14 cross, four Battalions", titans(GameMode::Assassin, &FOUR)),
        ("22 x 14, six Players", six_game()),
    ];
    for (name, game) in boards {
        let start = game.view(Viewer::Public);
        let people = friends();
        let options = Options::default();
        let cold = (0..7).map(|_| {
            let renderer = Renderer::new().unwrap();
            timed(|| renderer.turn(&start, &people, &options).unwrap()).0
        });
        let cold = median(cold.collect());
        let renderer = Renderer::new().unwrap();
        let turns = walk(&game, 400);
        // Warm-up, so that every piece has been drawn on both kinds of squares before the measurement.
        each(&renderer, &turns[..40]);
        let (turn, bytes, most) = each(&renderer, &turns[40..]);
        let (of_many, ..) = each(&renderer, &many(&game)[200..]);
        let (shuffled, ..) = each(&renderer, &shuffled(&start, 100));
        let (again, ..) = each(&renderer, &vec![start; 100]);
        println!("{name:32} {turn:>8.2} {of_many:>8.2} {shuffled:>8.2} {again:>8.2} {cold:>8.1} {bytes:>9} {most:>9}");
    }

    println!("\n{:32} {:>8} {:>8} {:>9}", "kind", "warm", "cold", "bytes");
    for sample in samples() {
        let renderer = Renderer::new().unwrap();
        let (cold, picture) = timed(|| (sample.draw)(&renderer).unwrap());
        let warm = (0..30).map(|_| timed(|| black_box((sample.draw)(&renderer).unwrap())).0);
        println!("{:32} {:>8.2} {cold:>8.1} {:>9}", sample.name, median(warm.collect()), picture.png.len());
    }

    for (name, bytes) in STYLES {
        let times = (0..15).map(|_| timed(|| black_box(trace(bytes).unwrap())).0);
        println!("{:32} {:>8.1}", format!("tracing: {name}"), median(times.collect()));
    }

    let renderer = Renderer::new().unwrap();
    let views = game(80);
    let options = Options { size: Size::Small, ..Options::default() };
    let times = (0..5).map(|_| timed(|| black_box(renderer.replay(&views, &friends(), &options).unwrap())).0);
    let ms = median(times.collect());
    let bytes = renderer.replay(&views, &friends(), &options).unwrap().gif.len();
    println!("{:32} {ms:>8.1} {:>8} {bytes:>9}", "replay of 80 turns", "");
}

/// Resident memory of this process in MB, where the system reports it.
fn resident() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|text| text.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1024.0
}
