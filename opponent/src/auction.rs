//! Bids for the Amazon (C-10 to C-12). Both purses are public, so a sealed bid is a move in a two-player matrix game.
//! The game is solved, and the bid is drawn from the mixed strategy that cannot be exploited.

use engine::action::ClashAction;
use engine::board::Seat;
use engine::clash::{Class, Gold, STEP, WARES};
use engine::seen::Bidding;

use crate::chance::exp;
use crate::level::Level;
use crate::random::Random;

/// Value of the Amazon as a piece, in gold: the most expensive Jewel and a Light piece together.
const AMAZON: f64 = 14.5;
/// Value of draw odds, in gold.
const DRAW_ODDS: f64 = 3.0;
/// Gold that multiplies the odds of winning by *e*.
const SCALE: f64 = 7.0;
/// Maximum number of bids compared for each side.
const BIDS: i64 = 60;
/// Rounds of regret matching.
const ROUNDS: usize = 1_500;

/// Bids, raises or stops.
pub(crate) fn decide(seat: Seat, bidding: &Bidding, level: Level, seed: u64) -> ClashAction {
    if let Some(standing) = bidding.standing {
        let (own, other) = purses(seat, bidding);
        let standing = gold(standing);
        let raised = chance(own, other, true, standing + gold(STEP));
        let stopped = chance(own, other, false, standing);
        return match !bidding.may_stop || raised > stopped {
            true => ClashAction::Raise,
            false => ClashAction::Stop,
        };
    }
    let limits = [0, 1].map(|index: usize| bidding.limits[index].hundredths() / STEP.hundredths());
    let own = limits[seat.index()].max(0);
    let most = limits.into_iter().max().unwrap_or(0);
    // Large purses get a coarser grid.
    let step = (most / BIDS + 1).max(1);
    let bids = |limit: i64| -> Vec<i64> { (0..=limit.max(0) / step).map(|n| n * step).collect() };
    let grid = [bids(limits[0]), bids(limits[1])];
    let mixed = solve(bidding, &grid);
    let strategy = &mixed[seat.index()];
    let mut random = Random::new(seed ^ 0xb1d);
    let mut drawn = random.unit();
    let mut bid = grid[seat.index()].first().copied().unwrap_or(0);
    for (amount, weight) in grid[seat.index()].iter().zip(strategy) {
        bid = *amount;
        drawn -= weight;
        if drawn <= 0.0 {
            break;
        }
    }
    // Weaker players misjudge the value of the Amazon.
    let error = match level {
        Level::Recruit => 8,
        Level::Soldier => 6,
        Level::Sergeant => 4,
        Level::Captain => 2,
        Level::Commander | Level::Titan => 0,
    };
    let off = random.below(2 * error as usize + 1) as i64 - error;
    let bid = (bid + off).clamp(0, own);
    ClashAction::Bid { gold: Gold::from_hundredths(bid * STEP.hundredths()) }
}

/// Purses of a seat and of its Opponent, in gold.
fn purses(seat: Seat, bidding: &Bidding) -> (f64, f64) {
    let [white, black] = bidding.limits.map(gold);
    if seat == Seat(0) { (white, black) } else { (black, white) }
}

fn gold(amount: Gold) -> f64 {
    amount.hundredths() as f64 / 100.0
}

/// Largest useful amount of gold: the price of the most expensive pieces of every class except the Leader.
fn most_useful(with_jewel: bool) -> f64 {
    let dearest = |class: Class| {
        let costs = WARES.iter().filter(|ware| ware.class == class);
        let costs = costs.filter_map(|ware| ware.cost);
        costs.max().map_or(0.0, gold) * class.limit() as f64
    };
    let classes = Class::ALL.into_iter();
    let bought = classes.filter(|class| with_jewel || *class != Class::Jewel);
    bought.filter(|class| *class != Class::Leader).map(dearest).sum()
}

/// Win chance with purse `own` against purse `other`, after the auction is won or lost at the price `pays`.
fn chance(own: f64, other: f64, won: bool, pays: f64) -> f64 {
    let with = |purse: f64| (purse - pays).min(most_useful(false)) + AMAZON;
    let without = |purse: f64| purse.min(most_useful(true)) + DRAW_ODDS;
    let lead = match won {
        true => with(own) - without(other),
        false => without(own) - with(other),
    };
    1.0 / (1.0 + exp(-lead / SCALE))
}

/// Mixed strategies of White and Black over the bids, by regret matching.
fn solve(bidding: &Bidding, grid: &[Vec<i64>; 2]) -> [Vec<f64>; 2] {
    let (white, black) = purses(Seat(0), bidding);
    let unit = gold(STEP);
    // White's win chance for each pair of bids. Equal bids are raised, starting with White.
    let pay = |a: i64, b: i64| match a.cmp(&b) {
        std::cmp::Ordering::Greater => chance(white, black, true, a as f64 * unit),
        std::cmp::Ordering::Less => chance(white, black, false, b as f64 * unit),
        std::cmp::Ordering::Equal => {
            let won = chance(white, black, true, (a + 1) as f64 * unit);
            let lost = chance(white, black, false, (a + 1) as f64 * unit);
            (won + lost) / 2.0
        }
    };
    let pays: Vec<Vec<f64>> = (grid[0].iter()).map(|a| grid[1].iter().map(|b| pay(*a, *b)).collect()).collect();
    let mut regret = [vec![0.0; grid[0].len()], vec![0.0; grid[1].len()]];
    let mut sum = regret.clone();
    for _ in 0..ROUNDS {
        let now = [mixed(&regret[0]), mixed(&regret[1])];
        let row = |a: usize| -> f64 { pays[a].iter().zip(&now[1]).map(|(p, w)| p * w).sum() };
        let rows: Vec<f64> = (0..pays.len()).map(row).collect();
        let column = |b: usize| -> f64 { pays.iter().zip(&now[0]).map(|(p, w)| p[b] * w).sum() };
        let columns: Vec<f64> = (0..grid[1].len()).map(column).collect();
        let value: f64 = rows.iter().zip(&now[0]).map(|(v, w)| v * w).sum();
        for (regret, gain) in regret[0].iter_mut().zip(&rows) {
            *regret = f64::max(*regret + gain - value, 0.0);
        }
        for (regret, gain) in regret[1].iter_mut().zip(&columns) {
            *regret = f64::max(*regret + value - gain, 0.0);
        }
        for (sum, now) in sum.iter_mut().zip(&now) {
            for (sum, weight) in sum.iter_mut().zip(now) {
                *sum += weight;
            }
        }
    }
    sum.map(|weights| mixed(&weights))
}

/// Normalises the positive weights to probabilities.
fn mixed(weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    match total > 0.0 {
        true => weights.iter().map(|weight| weight / total).collect(),
        false => vec![1.0 / weights.len().max(1) as f64; weights.len()],
    }
}
