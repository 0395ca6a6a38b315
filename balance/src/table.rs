//! Results of a run: scores, seats, draws and lengths of each pairing, and ratings with their residuals.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::ratings::{Fit, Tally, pooled, uncertainty};
use crate::record::{Counts, Record};
use crate::stats::Interval;

/// Table of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// `true` if the results were played by the rules and the player of this version.
    pub current: bool,
    /// Node limit per turn.
    pub nodes: u64,
    /// Seed of the run.
    pub seed: u64,
    /// Number of games.
    pub games: usize,
    /// Armies, strongest first.
    pub armies: Vec<Rated>,
    /// Pairings of different armies.
    pub pairings: Vec<Cell>,
    /// Armies against themselves; scores are those of the first move.
    pub mirrors: Vec<Cell>,
    /// Advantage of the first move in Elo points, over all pairings.
    pub first_move: f64,
}

/// Army with its rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rated {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Rating in Elo points; the mean of all armies is 0.
    pub elo: f64,
    /// Half-width of its 95 % interval.
    pub half: f64,
}

/// Results of a pairing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Id of the army that scores.
    pub one: String,
    /// Id of its opponent.
    pub other: String,
    /// Number of pairs of games.
    pub pairs: u64,
    /// Score of the first army; in a mirror, of the army that moves first.
    pub score: Interval,
    /// Score of whichever army moves first.
    pub first: Interval,
    /// Score expected from the ratings.
    pub expected: f64,
    /// Share of games that the first army won; in a mirror, the army that moves first.
    pub wins: f64,
    /// Share of drawn games, those that became too long included.
    pub draws: f64,
    /// Share of games that became too long.
    pub too_long: f64,
    /// Mean number of turns of both sides.
    pub turns: f64,
}

impl Cell {
    /// Score beyond what the ratings explain.
    pub fn residual(&self) -> f64 {
        self.score.mean - self.expected
    }

    /// Returns `true` if the residual is larger than the interval: the pairing has a character of its own.
    pub fn is_surprising(&self) -> bool {
        !self.score.contains(self.expected)
    }
}

impl Table {
    /// Table of a record; `None` if a pairing has no games.
    pub fn new(record: &Record) -> Option<Self> {
        let mean = record.pairings.iter().map(Counts::number).sum::<u64>() as f64 / record.pairings.len() as f64;
        // Ratings weigh all pairings equally, although some have more games.
        let weighed = |counts: &Counts| tallies(counts, mean / counts.number() as f64);
        let tallies: Vec<Vec<Vec<Tally>>> = record.pairings.iter().map(weighed).collect();
        let armies = record.armies.len();
        let fit = Fit::new(armies, &pooled(tallies.iter().flatten().flatten()));
        let halves = uncertainty(armies, &tallies);
        let cells = record.pairings.iter().map(|counts| cell(record, counts, &fit)).collect::<Option<Vec<_>>>()?;
        let (mirrors, pairings) = cells.into_iter().partition(|cell| cell.one == cell.other);
        let rated = record.armies.iter().zip(fit.elo()).zip(halves);
        let mut rated: Vec<Rated> = rated
            .map(|((army, elo), half)| Rated { id: army.id.clone(), name: army.name.clone(), elo, half })
            .collect();
        rated.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        Some(Self {
            current: record.is_current(),
            nodes: record.nodes,
            seed: record.seed,
            games: record.pairings.iter().map(Counts::games).sum(),
            armies: rated,
            pairings,
            mirrors,
            first_move: fit.first_move(),
        })
    }

    /// Least and greatest number of pairs of games of a pairing or mirror.
    pub fn pairs(&self) -> [u64; 2] {
        let numbers = || self.pairings.iter().chain(&self.mirrors).map(|cell| cell.pairs);
        [numbers().min().unwrap_or(0), numbers().max().unwrap_or(0)]
    }

    /// Numbers of pairs of games in words: "112 pairs per pairing", "112 to 340 pairs per pairing".
    pub fn size(&self) -> String {
        match self.pairs() {
            [least, most] if least == most => format!("{least} pairs per pairing"),
            [least, most] => format!("{least} to {most} pairs per pairing"),
        }
    }

    /// Half-width of the widest interval among the scores of two armies.
    pub fn widest(&self) -> f64 {
        self.pairings.iter().map(|cell| cell.score.half).fold(0.0, f64::max)
    }

    /// Score of an army against another.
    pub fn score(&self, one: &str, other: &str) -> Option<Interval> {
        let is = |cell: &&Cell, a: &str, b: &str| cell.one == a && cell.other == b;
        let given = self.pairings.iter().find(|cell| is(cell, one, other)).map(|cell| cell.score);
        given.or_else(|| self.pairings.iter().find(|cell| is(cell, other, one)).map(|cell| cell.score.mirrored()))
    }

    /// One line for each pairing, as comma-separated values.
    pub fn csv(&self) -> String {
        let mut text =
            "nodes,army,opponent,pairs,score,half,first_move,first_move_half,expected,wins,draws,too_long,turns\n"
                .to_owned();
        for cell in self.pairings.iter().chain(&self.mirrors) {
            let Cell { one, other, pairs, score, first, expected, wins, draws, too_long, turns } = cell;
            let nodes = self.nodes;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "{nodes},{one},{other},{pairs},{:.4},{:.4},{:.4},{:.4},{expected:.4},{wins:.4},{draws:.4},{too_long:.4},{turns:.1}",
                score.mean, score.half, first.mean, first.half
            );
        }
        text
    }
}

/// Table for a terminal.
impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{} games, {}, {} positions per turn", self.games, self.size(), self.nodes)?;
        writeln!(f, "\n{:<20}{:>12}", "army", "rating")?;
        for Rated { name, elo, half, .. } in &self.armies {
            writeln!(f, "{name:<20}{:>12}", format!("{elo:+.0} ± {half:.0}"))?;
        }
        writeln!(f, "{:<20}{:>12}\n", "first move", format!("{:+.0}", self.first_move))?;
        let heads = ["score", "first move", "expected", "draws", "too long", "turns"];
        write!(f, "{:<38}", "pairing")?;
        heads.iter().try_for_each(|head| write!(f, "{head:>12}"))?;
        writeln!(f)?;
        for cell in self.pairings.iter().chain(&self.mirrors) {
            let percent = |share: f64| format!("{:.0} %", share * 100.0);
            let pairing = format!("{} v. {}", cell.one, cell.other);
            write!(f, "{pairing:<38}{:>12}{:>12}", cell.score.to_string(), cell.first.to_string())?;
            let mark = if cell.is_surprising() { "!" } else { "" };
            write!(f, "{:>12}", percent(cell.expected) + mark)?;
            writeln!(f, "{:>12}{:>12}{:>12.0}", percent(cell.draws), percent(cell.too_long), cell.turns)?;
        }
        Ok(())
    }
}

/// Tallies of each pair of games, each game with this weight.
fn tallies(counts: &Counts, weight: f64) -> Vec<Vec<Tally>> {
    let [one, other] = counts.pairing;
    let tally = |first: usize, second: usize, points: f64| {
        let results = match points {
            1.0 => [weight, 0.0, 0.0],
            0.0 => [0.0, 0.0, weight],
            _ => [0.0, weight, 0.0],
        };
        Tally { first, second, results }
    };
    let pairs = counts.firsts().flat_map(|([first, second], number)| {
        let pair = vec![tally(one, other, first), tally(other, one, second)];
        std::iter::repeat_n(pair, number as usize)
    });
    pairs.collect()
}

fn cell(record: &Record, counts: &Counts, fit: &Fit) -> Option<Cell> {
    let [one, other] = counts.pairing;
    let share = |number: usize| number as f64 / counts.games() as f64;
    let first = counts.first_move()?;
    let is_mirror = one == other;
    Some(Cell {
        one: record.armies[one].id.clone(),
        other: record.armies[other].id.clone(),
        pairs: counts.number(),
        score: if is_mirror { first } else { counts.score()? },
        first,
        expected: if is_mirror { first.mean } else { fit.expected(one, other) },
        wins: share(counts.wins(is_mirror)),
        draws: share(counts.draws()),
        too_long: share(counts.too_long),
        turns: share(counts.turns),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measured;

    /// A pairing with more games of the same results changes no rating: only its own interval is narrower.
    #[test]
    fn ratings_do_not_depend_on_how_many_games_a_pairing_has() {
        let record = measured::records()[0].clone();
        let even = Table::new(&record).unwrap();
        let mut larger = record;
        let counts = larger.pairings.iter_mut().find(|counts| counts.pairing == [0, 2]).unwrap();
        counts.pairs.iter_mut().flatten().for_each(|count| *count *= 5);
        let uneven = Table::new(&larger).unwrap();
        for (one, other) in even.armies.iter().zip(&uneven.armies) {
            assert!(one.id == other.id && (one.elo - other.elo).abs() < 1.0, "{one:?} {other:?}");
        }
        let half = |table: &Table| table.score("medieval", "baroque-duel").unwrap().half;
        assert!(half(&uneven) < 0.6 * half(&even));
        assert_eq!((even.pairs(), uneven.pairs()), ([100, 100], [100, 500]));
    }
}
