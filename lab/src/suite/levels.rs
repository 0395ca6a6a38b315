//! Matches of each level against the one below and against simple players.

use opponent::{Knowledge, Level};

use super::score::Score;
use crate::games::{self as arena, Player};

/// Number of random turns before a measured game.
const OPENING: usize = 4;
/// Maximum length of a game, in turns of both sides.
const LONGEST: usize = 500;

/// Pairings, with their names.
fn meetings() -> Vec<(String, Player, Player)> {
    use Player::{Computer, Greedy, Random};
    let mut all = vec![
        ("Recruit v. random".to_owned(), Computer(Level::Recruit), Random),
        ("Recruit v. greedy".to_owned(), Computer(Level::Recruit), Greedy),
        ("Soldier v. random".to_owned(), Computer(Level::Soldier), Random),
        ("Sergeant v. greedy".to_owned(), Computer(Level::Sergeant), Greedy),
    ];
    for pair in Level::ALL.windows(2) {
        all.push((format!("{} v. {}", pair[1], pair[0]), Computer(pair[1]), Computer(pair[0])));
    }
    all
}

pub fn run(pairs: usize, only: Option<&str>) {
    for (name, one, other) in meetings() {
        if only.is_some_and(|only| !name.contains(only)) {
            continue;
        }
        let mut pooled = Score::default();
        let mut line = String::new();
        for id in arena::armies() {
            let score = meet([id; 2], [one, other], pairs);
            line += &format!("  {id} {:.0} ({})", score.share() * 100.0, score.drawn());
            pooled.join(&score);
        }
        println!("{name:<24}{pooled}  {line}");
    }
}

/// Score of the first player; each opening is played with both colours.
pub fn meet(ids: [&str; 2], players: [Player; 2], pairs: usize) -> Score {
    let mut score = Score::default();
    let mut seed = 1_000;
    let mut played = 0;
    while played < pairs {
        seed += 1;
        let Some(game) = arena::opening(ids, seed, OPENING) else {
            continue;
        };
        let know = Knowledge::new(game.rules());
        if !arena::is_even(&game, &know) {
            continue;
        }
        for swapped in [false, true] {
            let seats = if swapped { [players[1], players[0]] } else { players };
            let points = arena::play(&mut game.clone(), &seats, &know, seed, LONGEST, |_, _| {}).unwrap_or(0.5);
            score.add(if swapped { 1.0 - points } else { points });
        }
        played += 1;
    }
    score
}

/// Prints the scores of one game against a simple player, to see how an army is played.
pub fn game(id: &str) {
    let Some(mut game) = arena::opening([id; 2], 77, OPENING) else {
        return;
    };
    let know = Knowledge::new(game.rules());
    let players = [Player::Nodes(3_000), Player::Greedy];
    let mut turns = 0;
    let told = |seat: engine::board::Seat, score: f64| {
        turns += 1;
        if seat.0 == 0 && turns % 20 == 1 {
            print!(" {turns}: {score}");
        }
    };
    let points = arena::play(&mut game, &players, &know, 1, 900, told);
    println!("\n{points:?}\n{}", engine::text::board(&game.view(engine::view::Viewer::Public)));
    let view = game.view(engine::view::Viewer::Public);
    println!("{:?} after {turns}", view.phase);
}

/// Fits how scores of a search predict results, for each army and for all. Every finished game has the same weight,
/// whatever its length.
pub fn chance(games: usize) {
    let mut all: Vec<Foretold> = Vec::new();
    for id in arena::armies() {
        let mut own = Vec::new();
        for number in 0..games as u64 {
            own.extend(foretold(id, number).unwrap_or_default());
        }
        println!("{id:<18}{:>6.0}", best_scale(&own));
        all.append(&mut own);
    }
    println!("{:<18}{:>6.0}", "all", best_scale(&all));
}

/// A score, the points won by its seat, and the weight of the sample.
type Foretold = (f64, f64, f64);

/// Scores of one game.
fn foretold(id: &str, number: u64) -> Option<Vec<Foretold>> {
    const NODES: u64 = 1_000;
    const DECIDED: f64 = 1_500.0;
    let mut game = arena::opening([id; 2], 5_000 + number, OPENING)?;
    let know = Knowledge::new(game.rules());
    let mut scores = Vec::new();
    let told = |seat: engine::board::Seat, score: f64| scores.push((seat, score));
    let points = arena::play(&mut game, &[Player::Nodes(NODES); 2], &know, number, LONGEST, told)?;
    scores.retain(|(_, score)| score.abs() < DECIDED);
    let weight = 1.0 / scores.len().max(1) as f64;
    let won = |first: bool| if first { points } else { 1.0 - points };
    let scores = scores.into_iter();
    Some(scores.map(|(seat, score)| (score, won(seat.0 == 0), weight)).collect())
}

/// Scale of the logistic curve with the smallest prediction error.
fn best_scale(all: &[Foretold]) -> f64 {
    let off = |scale: f64| -> f64 {
        let one = |(score, won, weight): &Foretold| weight * (1.0 / (1.0 + (-score / scale).exp()) - won).powi(2);
        all.iter().map(one).sum()
    };
    let scales = (60..1_500).step_by(10).map(f64::from);
    scales.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(0.0)
}
