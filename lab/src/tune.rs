//! Values of one army fitted to its games by logistic regression, after Peter Österlund's method for Texel: piece values
//! by Space, and places of the Titan. The result is a data file of the computer player. The value of the whole army stays
//! as derived, so that armies with and without such a file can be compared.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use balance::record::Entrant;
use engine::action::{Act, Action};
use engine::board::{Seat, Space};
use engine::play::{Piece, Rules, TypeId};
use engine::seen::{Question, Seen};
use engine::titans::Game;
use opponent::fitted::{self, Fitted, FittedPiece, Table};
use opponent::{Knowledge, terms};

use crate::army::Army;
use crate::dice::Dice;
use crate::games::{self as arena, Player};
use crate::runner::{self, Limits};

/// Number of random turns before a game.
const OPENING: usize = 8;
/// Maximum length of a game, in turns of both sides.
const LONGEST: usize = 240;
/// Largest score used: more extreme positions carry no information.
const DECIDED: f64 = 900.0;
/// Weight of the game result in the prediction target; the search score has the rest.
const RESULT: f64 = 0.5;
/// Games whose number is divisible by this are held out for testing.
const HELD_OUT: u64 = 8;
const STEPS: i32 = 300;
/// First step of a number, in hundredths of a Pawn.
const RATE: f64 = 2.0;
/// Number of positions that outweigh the original number, for values of pieces and for all others.
const TRUST: [f64; 2] = [200.0, 600.0];

/// Fit of one army's values.
#[derive(Clone, Debug, clap::Args)]
pub struct Tune {
    /// Built-in army or Battalion file
    army: String,
    /// File for the values
    out: PathBuf,
    /// Number of games
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Node limit per turn
    #[arg(long, default_value_t = 500)]
    nodes: u64,
    /// Number of threads; all cores if not given
    #[arg(long)]
    threads: Option<NonZeroUsize>,
}

/// Places of a type's value in reserve and of its table, after its value.
const RESERVE: usize = 1;
const TABLE: usize = 2;

/// Number that is fitted.
struct Number {
    now: f64,
    before: f64,
    trust: f64,
}

/// Order of the numbers: for each type a value, a value in reserve and a table, or two tables for a Titan.
struct Layout {
    types: Vec<TypeId>,
    titans: Vec<bool>,
    cells: usize,
    columns: usize,
    first: Vec<Option<usize>>,
}

impl Layout {
    fn new(rules: &Rules) -> Self {
        let (rows, columns) = fitted::size(rules);
        let cells = rows * columns;
        let own = |ty: &TypeId| rules.ty(*ty).origin.0 == rules.seats[0].army;
        let types: Vec<TypeId> = (0..rules.types.len()).map(TypeId::new).filter(own).collect();
        let titans = types.iter().map(|ty| rules.ty(*ty).titan).collect::<Vec<_>>();
        let mut first = vec![None; rules.types.len()];
        let mut next = 0;
        for (ty, titan) in types.iter().zip(&titans) {
            first[ty.index()] = Some(next);
            next += if *titan { 2 * cells } else { TABLE + cells };
        }
        Self { types, titans, cells, columns, first }
    }

    fn numbers(&self, rules: &Rules, know: &Knowledge) -> Vec<Number> {
        let number = |before: f64, trust| Number { now: before, before, trust };
        let mut numbers = Vec::new();
        for (ty, titan) in self.types.iter().zip(&self.titans) {
            if *titan {
                numbers.extend((0..2 * self.cells).map(|_| number(0.0, TRUST[1])));
                continue;
            }
            let value = f64::from(know.value(*ty));
            numbers.push(number(value, TRUST[0]));
            numbers.push(number(f64::from(know.value_in_reserve(*ty)), TRUST[0]));
            let mut table = vec![(0.0, 0.0); self.cells];
            for space in rules.board.spaces().iter() {
                let (sum, count) = &mut table[self.cell(rules, Seat(0), space)];
                *sum += f64::from(know.worth(Piece::new(*ty, Seat(0)), space)) - value;
                *count += 1.0;
            }
            numbers.extend(table.iter().map(|(sum, count)| number(sum / f64::max(*count, 1.0), TRUST[1])));
        }
        numbers
    }

    /// Scales the values of all pieces, so that the army is worth as much at the start as before: games of an army
    /// against itself do not show how strong it is against others.
    fn keep_total(&self, game: &Game, numbers: &mut [Number]) {
        let seen = game.seen(Seat(0));
        let rules = &seen.rules;
        let value_of = |ty: TypeId| self.first[ty.index()].filter(|_| !rules.ty(ty).titan);
        let own = seen.pos.pieces().filter(|(_, piece)| piece.seat == Seat(0));
        let placed = own.filter_map(|(slot, piece)| {
            let value = value_of(piece.ty)?;
            Some([value, value + TABLE + self.cell(rules, Seat(0), slot.space())])
        });
        let waiting = rules.seats[0].reserves.iter().flat_map(|reserve| {
            let value = value_of(reserve.ty).map(|value| value + RESERVE);
            (0..reserve.count).filter_map(move |_| value)
        });
        let counted: Vec<usize> = placed.flatten().chain(waiting).collect();
        let total = |part: fn(&Number) -> f64| counted.iter().map(|index| part(&numbers[*index])).sum::<f64>();
        let [before, now] = [total(|number| number.before), total(|number| number.now)];
        let factor = if before > 0.0 && now > 0.0 { before / now } else { 1.0 };
        for ty in self.types.iter().filter(|ty| !rules.ty(**ty).titan) {
            let Some(first) = self.first[ty.index()] else { continue };
            numbers[first..first + TABLE + self.cells].iter_mut().for_each(|number| number.now *= factor);
        }
    }

    /// Moves the mean of each table into the value: the mean of the initial Spaces, or of all Spaces for a piece that is not
    /// there at the start. The fit cannot tell the two apart, but exchanges are judged by values alone.
    fn centre(&self, game: &Game, numbers: &mut [Number]) {
        let seen = game.seen(Seat(0));
        let rules = &seen.rules;
        for ty in self.types.iter().filter(|ty| !rules.ty(**ty).titan) {
            let Some(first) = self.first[ty.index()] else { continue };
            let own = seen.pos.pieces().filter(|(_, piece)| (piece.ty, piece.seat) == (*ty, Seat(0)));
            let mut cells: Vec<usize> = own.map(|(slot, _)| self.cell(rules, Seat(0), slot.space())).collect();
            if cells.is_empty() {
                cells.extend(0..self.cells);
            }
            let (value, table) = numbers[first..first + TABLE + self.cells].split_at_mut(TABLE);
            let mean = cells.iter().map(|cell| table[*cell].now).sum::<f64>() / cells.len().max(1) as f64;
            value[0].now += mean;
            table.iter_mut().for_each(|number| number.now -= mean);
        }
    }

    fn cell(&self, rules: &Rules, seat: Seat, space: Space) -> usize {
        let (row, column) = fitted::cell(rules, seat, space);
        row * self.columns + column
    }

    #[expect(clippy::cast_possible_truncation, reason = "values are small")]
    fn table(&self, numbers: &[Number], from: usize) -> Table {
        let rows = numbers[from..from + self.cells].chunks(self.columns);
        rows.map(|row| row.iter().map(|number| number.now.round() as i32).collect()).collect()
    }

    #[expect(clippy::cast_possible_truncation, reason = "values are small")]
    fn file(&self, army: &Army, rules: &Rules, (games, samples): (u64, &[Sample]), numbers: &[Number]) -> Fitted {
        let counted: BTreeSet<u32> =
            samples.iter().flat_map(|one| one.counts.iter().map(|(index, _)| *index)).collect();
        // Values in reserve that no game has tested follow the usual ones.
        let in_games = |index: usize| u32::try_from(index).is_ok_and(|index| counted.contains(&index));
        let (mut pieces, mut titans) = (BTreeMap::new(), BTreeMap::new());
        for (ty, titan) in self.types.iter().zip(&self.titans) {
            let Some(first) = self.first[ty.index()] else { continue };
            let key = &rules.ty(*ty).key;
            let id = key.split_once('/').map_or(key.as_str(), |(_, id)| id).to_owned();
            if *titan {
                titans.insert(id, [first, first + self.cells].map(|from| self.table(numbers, from)));
            } else {
                let value = numbers[first].now.round() as i32;
                let reserve = in_games(first + RESERVE).then(|| numbers[first + RESERVE].now.round() as i32);
                pieces.insert(id, FittedPiece { value, reserve, table: self.table(numbers, first + TABLE) });
            }
        }
        let Entrant { id, sha256, .. } = Entrant::from(&army.file);
        Fitted { army: id, sha256, games, pieces, titans }
    }
}

/// Numbers that make up the evaluation of one position.
struct Sample {
    tests: bool,
    /// Part of the evaluation that is not fitted, in hundredths of a Pawn.
    sure: f64,
    counts: Vec<(u32, f32)>,
    /// Search score and result, both for the first Player.
    thought: f64,
    result: f64,
}

/// Runs the fit; returns `false` if it is not possible.
pub fn run(tune: &Tune) -> bool {
    match fit_army(tune) {
        Ok(()) => true,
        Err(why) => {
            eprintln!("{why}");
            false
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
fn fit_army(tune: &Tune) -> Result<(), Box<dyn std::error::Error>> {
    let army = Army::load(&tune.army)?;
    let duel = |seed: u64| arena::duel_of([army.definition.clone(), army.definition.clone()], seed as u8);
    let game = duel(0).ok_or("This army cannot play a duel against itself.")?;
    let rules = game.rules();
    let know = Knowledge::fitted(rules, Vec::new());
    let layout = Layout::new(rules);
    let samples_of = |number: &u64| {
        let begun = duel(*number).and_then(|game| arena::opened(game, &know, 70_000 + number, OPENING));
        (*number, begun.and_then(|game| play(game, &layout, &know, *number, tune.nodes)).unwrap_or_default())
    };
    let mut by_game = BTreeMap::new();
    let keep = |(number, samples): (u64, Vec<Sample>)| -> Result<(), Infallible> {
        by_game.insert(number, samples);
        Ok(())
    };
    let jobs: Vec<u64> = (0..tune.games).collect();
    let Ok(()) = runner::run(&jobs, Limits { threads: tune.threads, time: None }, samples_of, keep);
    // In the order of the games: sums of floating-point numbers depend on it.
    let samples: Vec<Sample> = by_game.into_values().flatten().collect();
    let mut numbers = layout.numbers(rules, &know);
    let scale = best_scale(&samples, &numbers);
    let shown = |numbers: &[Number]| [false, true].map(|tests| loss(&samples, numbers, scale, tests));
    println!("scale {scale}; error and error of games held out: {:.5?}", shown(&numbers));
    fit(&samples, &mut numbers, scale);
    println!("after the fit: {:.5?}", shown(&numbers));
    layout.keep_total(&game, &mut numbers);
    layout.centre(&game, &mut numbers);
    let command = format!("lab tune {} FILE --games {} --nodes {}", tune.army, tune.games, tune.nodes);
    let values = toml::to_string(&layout.file(&army, rules, (tune.games, &samples), &numbers))?;
    std::fs::write(&tune.out, format!("# Written by `{command}`.\n{values}"))?;
    Ok(())
}

/// Positions of one game in which nothing is captured at once.
fn play(mut game: Game, layout: &Layout, know: &Knowledge, number: u64, nodes: u64) -> Option<Vec<Sample>> {
    let mut dice = Dice(number);
    let mut samples = Vec::new();
    for _ in 0..LONGEST {
        let Some(seat) = game.to_act().first().copied() else {
            break;
        };
        let seen = game.seen(seat);
        let (action, score) = arena::decision(Player::Nodes(nodes), &seen, know, number, &mut dice);
        let action = action?;
        if matches!(seen.question, Question::Turn) && score.abs() < DECIDED && is_calm(&seen, &action) {
            samples.push(Sample {
                tests: number.is_multiple_of(HELD_OUT),
                thought: if seat == Seat(0) { score } else { -score },
                ..sample(&seen, layout, know)
            });
        }
        game.apply(seat, &action).ok()?;
    }
    let result = arena::result(&game).unwrap_or(0.5);
    samples.iter_mut().for_each(|sample| sample.result = result);
    Some(samples)
}

#[expect(clippy::cast_possible_truncation, reason = "indices and counts are small")]
fn sample(seen: &Seen, layout: &Layout, know: &Knowledge) -> Sample {
    let told = terms(seen, know);
    let mut counts: BTreeMap<usize, f64> = BTreeMap::new();
    let mut sure = f64::from(told.sure + told.weighed());
    let phase = f64::from(told.phase) / 256.0;
    for (slot, piece) in seen.pos.pieces() {
        let Some(first) = layout.first[piece.ty.index()] else { continue };
        let sign = if piece.seat == Seat(0) { 1.0 } else { -1.0 };
        let cell = layout.cell(&seen.rules, piece.seat, slot.space());
        let mut add = |index: usize, count: f64| *counts.entry(index).or_insert(0.0) += sign * count;
        if seen.rules.ty(piece.ty).titan {
            if seen.pos.titans(piece.seat).len() == 1 {
                add(first + cell, phase);
                add(first + layout.cells + cell, 1.0 - phase);
            }
        } else {
            add(first, 1.0);
            add(first + TABLE + cell, 1.0);
            sure -= sign * f64::from(know.worth(piece, slot.space()));
        }
    }
    for (seat, sign) in [(Seat(0), 1.0), (Seat(1), -1.0)] {
        for ty in &layout.types {
            let (held, first) = (f64::from(seen.pos.reserve(seat, *ty)), layout.first[ty.index()]);
            if let Some(first) = first.filter(|_| held > 0.0 && !seen.rules.ty(*ty).titan) {
                *counts.entry(first + RESERVE).or_insert(0.0) += sign * held;
                sure -= sign * held * f64::from(know.value_in_reserve(*ty));
            }
        }
    }
    let used = counts.into_iter().filter(|(_, count)| *count != 0.0);
    let counts = used.map(|(index, count)| (index as u32, count as f32)).collect();
    Sample { tests: false, sure, counts, thought: 0.0, result: 0.0 }
}

/// Returns `true` if there is no Check and the best move neither captures nor promotes.
fn is_calm(seen: &Seen, action: &Action) -> bool {
    let Action::Turn(turn) = action else {
        return false;
    };
    let promotes = matches!(turn.act, Act::Move { promote: Some(_), .. });
    !promotes && seen.pos.at(turn.act.target()).is_none() && !seen.rules.in_check(&seen.pos, seen.seat)
}

fn chance(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

fn score(sample: &Sample, numbers: &[Number]) -> f64 {
    let counts = sample.counts.iter();
    sample.sure + counts.map(|(index, count)| f64::from(*count) * numbers[*index as usize].now).sum::<f64>()
}

fn wanted(sample: &Sample, scale: f64) -> f64 {
    RESULT * sample.result + (1.0 - RESULT) * chance(sample.thought, scale)
}

fn loss(samples: &[Sample], numbers: &[Number], scale: f64, tests: bool) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for sample in samples.iter().filter(|sample| sample.tests == tests) {
        sum += (chance(score(sample, numbers), scale) - wanted(sample, scale)).powi(2);
        count += 1.0;
    }
    sum / f64::max(count, 1.0)
}

/// Gradient descent with an adaptive step for each number (Adam). Numbers that few positions speak about stay.
fn fit(samples: &[Sample], numbers: &mut [Number], scale: f64) {
    let (mut mean, mut square) = (vec![0.0; numbers.len()], vec![0.0; numbers.len()]);
    let used: Vec<&Sample> = samples.iter().filter(|sample| !sample.tests).collect();
    // Curvature of the error by one position, for a number that counts once.
    let curvature = 2.0 * (0.25 / scale).powi(2);
    for step in 1..=STEPS {
        let mut slope: Vec<f64> =
            numbers.iter().map(|number| number.trust * curvature * (number.now - number.before)).collect();
        for sample in &used {
            let told = chance(score(sample, numbers), scale);
            let push = 2.0 * (told - wanted(sample, scale)) * told * (1.0 - told) / scale;
            for (index, count) in &sample.counts {
                slope[*index as usize] += push * f64::from(*count);
            }
        }
        let rate = RATE * (1.0 - f64::from(step) / f64::from(STEPS + 1));
        for (index, number) in numbers.iter_mut().enumerate() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope[index];
            square[index] = 0.99 * square[index] + 0.01 * slope[index] * slope[index];
            let (m, s) = (mean[index] / (1.0 - 0.9f64.powi(step)), square[index] / (1.0 - 0.99f64.powi(step)));
            number.now -= rate * m / (s.sqrt() + 1e-15);
        }
    }
}

/// Scale of the curve by which the original numbers predict the results best.
fn best_scale(samples: &[Sample], numbers: &[Number]) -> f64 {
    let scores: Vec<(f64, f64)> = samples.iter().map(|sample| (score(sample, numbers), sample.result)).collect();
    let off =
        |scale: f64| -> f64 { scores.iter().map(|(score, result)| (chance(*score, scale) - result).powi(2)).sum() };
    let scales = (60..=900).step_by(20).map(f64::from);
    scales.min_by(|a, b| off(*a).total_cmp(&off(*b))).unwrap_or(220.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A piece in reserve counts by a number of its own, and with the original numbers the score is the static evaluation.
    #[test]
    fn pieces_in_reserve_count_by_themselves() {
        let army = Army::load("makpong").unwrap().definition;
        let mut game = arena::duel_of([army.clone(), army], 0).unwrap();
        let seen = game.seen(Seat(0));
        let rules = &*seen.rules;
        let know = Knowledge::fitted(rules, Vec::new());
        let layout = Layout::new(rules);
        let numbers = layout.numbers(rules, &know);
        let rook = layout.first[rules.type_by_key("makpong/snare-rook").unwrap().index()].unwrap();
        let counted = |game: &Game| {
            let seen = game.seen(Seat(0));
            let (told, sample) = (terms(&seen, &know), sample(&seen, &layout, &know));
            assert!((score(&sample, &numbers) - f64::from(told.sure + told.weighed())).abs() < 1e-3);
            let found = sample.counts.iter().find(|(index, _)| *index as usize == rook + RESERVE);
            found.map_or(0.0, |(_, count)| *count)
        };
        assert_eq!(counted(&game), 0.0, "both have one");
        // White places its Rook as soon as a Space is free; until then, both make their first legal move.
        while game.seen(Seat(0)).pos.reserve(Seat(0), rules.type_by_key("makpong/snare-rook").unwrap()) > 0 {
            let seat = game.to_act()[0];
            let acts = game.legal_acts(seat);
            let places = |act: &&Act| matches!(act, Act::Place { .. });
            let act = acts
                .iter()
                .find(|act| places(act) == (seat == Seat(0)))
                .or_else(|| acts.iter().find(|act| !places(act)));
            let turn = engine::action::Turn { act: act.unwrap().clone(), then: Vec::new() };
            game.apply(seat, &Action::Turn(turn)).unwrap();
        }
        assert_eq!(counted(&game), -1.0, "only Black has one");
    }

    /// The army keeps its worth at the start, and a table is 0 on average where its pieces begin.
    #[test]
    fn the_army_keeps_its_worth_and_tables_are_centred() {
        let army = Army::load("medieval").unwrap().definition;
        let game = arena::duel_of([army.clone(), army], 0).unwrap();
        let rules = game.rules();
        let layout = Layout::new(rules);
        let mut numbers = layout.numbers(rules, &Knowledge::fitted(rules, Vec::new()));
        let seen = game.seen(Seat(0));
        let own = || seen.pos.pieces().filter(|(_, piece)| piece.seat == Seat(0) && !rules.ty(piece.ty).titan);
        let parts = |slot: engine::play::Slot, piece: Piece| {
            let first = layout.first[piece.ty.index()].unwrap();
            (first, first + TABLE + layout.cell(rules, Seat(0), slot.space()))
        };
        let worth = |numbers: &[Number]| -> f64 {
            own().map(|(slot, piece)| parts(slot, piece)).map(|(a, b)| numbers[a].now + numbers[b].now).sum()
        };
        let before = worth(&numbers);
        numbers.iter_mut().for_each(|number| number.now = 0.5 * number.now + 7.0);
        layout.keep_total(&game, &mut numbers);
        assert!((worth(&numbers) - before).abs() < 1e-6);
        layout.centre(&game, &mut numbers);
        assert!((worth(&numbers) - before).abs() < 1e-6);
        let pawn = rules.type_by_key("medieval/pawn").unwrap();
        let table = own().filter(|(_, piece)| piece.ty == pawn).map(|(slot, piece)| numbers[parts(slot, piece).1].now);
        assert!(table.sum::<f64>().abs() < 1e-6);
    }
}
