//! Results of games of four as a table: win shares of armies, seats and neighbours.
//!
//! Ratings are those of the Plackett–Luce model for first places: the chance to win is proportional to the exponential of
//! army, seat and neighbours. Blocks are independent of each other, their four games are not.

use std::fmt;

use engine::board::Seat;
use engine::titans::GameMode;
use serde::{Deserialize, Serialize};

use crate::logit::{self, Features, Trial};
use crate::party::{Block, MODES, Plan, Played, SEATS};
use crate::stats::{Interval, mean, student};

/// Deviation of the prior of a parameter, in natural logarithms of odds.
const PRIOR: f64 = 3.0;
/// Elo points per natural logarithm of odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Table of one mode.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Places {
    /// Mode.
    pub mode: GameMode,
    /// Node limit per turn.
    pub nodes: u64,
    /// Number of games.
    pub games: usize,
    /// Share of the games with a winner before the limit of turns.
    pub decided: f64,
    /// Mean number of turns of all Players.
    pub turns: f64,
    /// Armies, strongest first.
    pub armies: Vec<Army>,
    /// Share of the wins of each seat.
    pub seats: Vec<Interval>,
    /// Share of the wins of Players whose Target, or one of them, sits beside them, and of all other Players; `None`
    /// without Targets.
    pub target_beside: Option<[Option<Interval>; 2]>,
}

/// Results of an army.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Army {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Share of the wins in decided games. 25 % is even.
    pub share: Interval,
    /// Rating in Elo points, with the half-width of its interval; the mean of all armies is 0.
    pub rating: [f64; 2],
    /// Effect on the rating of a Player who sits beside this army, with the half-width of its interval.
    pub beside: [f64; 2],
}

impl Places {
    /// Tables of the modes that were played.
    pub fn all(plan: &Plan, blocks: &[Block]) -> Vec<Self> {
        MODES.into_iter().filter_map(|mode| Self::new(plan, mode, blocks)).collect()
    }

    fn new(plan: &Plan, mode: GameMode, blocks: &[Block]) -> Option<Self> {
        let mut blocks: Vec<&Block> = blocks.iter().filter(|block| block.mode == mode).collect();
        blocks.sort_by_key(|block| block.job);
        blocks.dedup_by_key(|block| block.job);
        let number = plan.armies.len();
        let clusters: Vec<Vec<Trial>> = blocks
            .iter()
            .map(|block| {
                block.games.iter().filter(|game| !game.winners.is_empty()).map(|game| trial(number, game)).collect()
            })
            .collect();
        let prior = vec![PRIOR; 2 * number + SEATS];
        let at = logit::fit(&prior, &clusters.concat());
        let covariance = logit::covariance(&prior, &at, &clusters);
        let games = || blocks.iter().flat_map(|block| &block.games);
        let played = games().count();
        if played == 0 {
            return None;
        }
        let freedom = clusters.len() as f64 - 1.0;
        // Difference of a parameter to the mean of its group.
        let centred = |first: usize, index: usize| {
            let share = |other: usize| f64::from(u8::from(other == index)) - 1.0 / number as f64;
            let value: f64 = (0..number).map(|other| share(other) * at[first + other]).sum();
            let variance: f64 = (0..number)
                .flat_map(|one| (0..number).map(move |other| (one, other)))
                .map(|(one, other)| share(one) * share(other) * covariance[first + one][first + other])
                .sum();
            [ELO * value, ELO * student(freedom) * variance.max(0.0).sqrt()]
        };
        let share = |is: &dyn Fn(&Played, Seat) -> bool| {
            // Share of a win of the Players concerned in each block, weighted by their number.
            let of = |block: &&Block| {
                let decided = block.games.iter().filter(|game| !game.winners.is_empty());
                let wins = decided.flat_map(|game| Seat::all(SEATS).map(move |seat| (game, seat)));
                let wins: Vec<f64> =
                    wins.filter(|(game, seat)| is(game, *seat)).map(|(g, seat)| won(g, seat)).collect();
                (wins.iter().sum::<f64>() / wins.len().max(1) as f64, wins.len() as f64)
            };
            weighted(&blocks.iter().map(of).collect::<Vec<_>>())
        };
        let mut armies: Vec<Army> = (plan.armies.iter().enumerate())
            .filter_map(|(index, file)| {
                Some(Army {
                    id: file.id.clone(),
                    name: file.name.clone(),
                    share: share(&|game, seat| game.armies[seat.index()] == index)?,
                    rating: centred(0, index),
                    beside: centred(number, index),
                })
            })
            .collect();
        armies.sort_by(|a, b| b.rating[0].total_cmp(&a.rating[0]));
        let seats = Seat::all(SEATS).filter_map(|wanted| share(&|_, seat| seat == wanted)).collect();
        let beside = |game: &Played, seat: Seat| {
            game.targets.get(seat.index()).is_some_and(|own| own.iter().any(|target| is_beside(seat, *target)))
        };
        let has_targets = games().any(|game| !game.targets.is_empty());
        Some(Self {
            mode,
            nodes: plan.nodes,
            games: played,
            decided: games().filter(|game| !game.winners.is_empty()).count() as f64 / played as f64,
            turns: games().map(|game| game.log.len() as f64).sum::<f64>() / played as f64,
            armies,
            seats,
            target_beside: has_targets.then(|| [share(&beside), share(&|game, seat| !beside(game, seat))]),
        })
    }
}

/// Mean of block means with different weights; `None` without any.
fn weighted(blocks: &[(f64, f64)]) -> Option<Interval> {
    let all: f64 = blocks.iter().map(|(_, weight)| weight).sum();
    let used = blocks.iter().filter(|(_, weight)| *weight > 0.0).count() as f64;
    if used == 0.0 {
        return None;
    }
    let value = blocks.iter().map(|(value, weight)| value * weight).sum::<f64>() / all;
    let squares: f64 = blocks.iter().map(|(one, weight)| (weight * (one - value)).powi(2)).sum();
    let half = student(used - 1.0) * (squares * used / (used - 1.0).max(1.0)).sqrt() / all;
    // Equal blocks have no variance, yet others remain possible.
    let least = mean([(value, all)].into_iter())?.half;
    Some(Interval { mean: value, half: half.max(least).min(1.0) })
}

/// Share of the win of a seat.
fn won(game: &Played, seat: Seat) -> f64 {
    if game.winners.contains(&seat) { 1.0 / game.winners.len() as f64 } else { 0.0 }
}

fn is_beside(one: Seat, other: Seat) -> bool {
    let apart = one.index().abs_diff(other.index());
    apart == 1 || apart == SEATS - 1
}

/// A decided game as a choice between its four seats. Parameters: armies, then neighbours, then seats.
fn trial(armies: usize, game: &Played) -> Trial {
    let alternative = |seat: Seat| {
        let index = seat.index();
        let neighbours = [(index + 1) % SEATS, (index + SEATS - 1) % SEATS];
        let neighbours = neighbours.map(|other| (armies + game.armies[other], 1.0));
        let features: Features =
            [(game.armies[index], 1.0), (2 * armies + index, 1.0)].into_iter().chain(neighbours).collect();
        (features, won(game, seat))
    };
    Trial { alternatives: Seat::all(SEATS).map(alternative).collect() }
}

/// Table for a terminal.
impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mode, nodes, games, turns, .. } = self;
        let decided = 100.0 * self.decided;
        writeln!(
            f,
            "{}: {games} games, {nodes} positions per turn, {decided:.0} % decided, {turns:.0} turns",
            mode.name()
        )?;
        writeln!(f, "\n{:<24}{:>14}{:>16}{:>18}", "army", "share of wins", "rating", "on its neighbours")?;
        let elo = |[value, half]: [f64; 2]| format!("{value:+.0} ± {half:.0}");
        for army in &self.armies {
            writeln!(
                f,
                "{:<24}{:>14}{:>16}{:>18}",
                army.name,
                army.share.to_string(),
                elo(army.rating),
                elo(army.beside)
            )?;
        }
        writeln!(f)?;
        for (number, share) in (1..).zip(&self.seats) {
            writeln!(f, "{:<24}{:>14}", format!("seat {number}"), share.to_string())?;
        }
        for (name, share) in ["Target beside", "Target opposite"].iter().zip(self.target_beside.iter().flatten()) {
            if let Some(share) = share {
                writeln!(f, "{name:<24}{:>14}", share.to_string())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::ArmyFile;
    use crate::dice::Dice;

    fn plan(armies: usize) -> Plan {
        let army = |n: usize| ArmyFile { id: n.to_string(), name: n.to_string(), text: String::new() };
        Plan { format: 1, armies: (0..armies).map(army).collect(), nodes: 1, seed: 1, longest: 1 }
    }

    /// Army 0 wins four times as often as others: log 4 is 241 Elo points. Seats do not matter.
    #[test]
    fn the_strength_of_an_army_is_found_and_seats_are_even() {
        let mut dice = Dice(3);
        let blocks: Vec<Block> = (0..600)
            .map(|job| {
                let games = (0..SEATS).map(|_| {
                    let order = dice.shuffled((0..SEATS).collect());
                    let armies: [usize; SEATS] = std::array::from_fn(|seat| order[seat]);
                    let chosen = [0, 0, 0, 0, 1, 2, 3][dice.below(7)];
                    let winner = armies.iter().position(|army| *army == chosen).unwrap();
                    let targets = vec![vec![Seat(1)], vec![Seat(2)], vec![Seat(3)], vec![Seat(1)]];
                    let winners = vec![Seat(winner as u8)];
                    Played { armies, winners, targets, setup: 0, log: Vec::new() }
                });
                Block { job, mode: GameMode::Assassin, games: games.collect() }
            })
            .collect();
        let tables = Places::all(&plan(4), &blocks);
        let [table] = &tables[..] else { panic!("one mode") };
        let [first, second, ..] = &table.armies[..] else { panic!("{table}") };
        assert_eq!(first.id, "0", "{table}");
        assert!(first.share.contains(4.0 / 7.0) && first.share.half < 0.05, "{table}");
        assert!((first.rating[0] - second.rating[0] - 241.0).abs() < 60.0, "{table}");
        assert_eq!((table.games, table.decided, table.seats.len()), (2_400, 1.0, SEATS));
        assert!(table.seats.iter().filter(|seat| !seat.contains(0.25)).count() <= 1, "{table}");
        let [beside, opposite] = table.target_beside.unwrap();
        assert!(beside.unwrap().half > 0.0 && opposite.unwrap().half > beside.unwrap().half);
    }

    #[test]
    fn games_without_a_winner_give_no_shares() {
        let game = Played { armies: [0, 1, 2, 3], winners: vec![], targets: vec![], setup: 0, log: vec![] };
        let blocks = [Block { job: 0, mode: GameMode::Ffa, games: vec![game] }];
        let tables = Places::all(&plan(4), &blocks);
        assert_eq!((tables[0].decided, tables[0].armies.len()), (0.0, 0));
        assert!(Places::all(&plan(4), &[]).is_empty());
    }
}
