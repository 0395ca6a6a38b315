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
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "errors are a few steps"
)]
pub(crate) fn decide(seat: Seat, bidding: &Bidding, level: Level, seed: u64) -> ClashAction {
    let contest = Contest::new(bidding);
    if let Some(standing) = bidding.standing {
        return if contest.raises(seat, steps(standing)) { ClashAction::Raise } else { ClashAction::Stop };
    }
    let own = contest.limits[seat.index()];
    let most = contest.limits.into_iter().max().unwrap_or(0);
    // Large purses get a coarser grid.
    let step = most / BIDS + 1;
    let grid = contest.limits.map(|limit| (0..=limit / step).map(|n| n * step).collect::<Vec<_>>());
    let mixed = solve(&contest, &grid);
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

fn gold(amount: Gold) -> f64 {
    amount.hundredths() as f64 / 100.0
}

/// Number of bidding steps in an amount.
const fn steps(amount: Gold) -> i64 {
    let steps = amount.hundredths() / STEP.hundredths();
    if steps > 0 { steps } else { 0 }
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

/// Amounts that both Players can pay, in bidding steps and in gold.
struct Contest {
    limits: [i64; 2],
    /// Gold for the last army: survivors are resold after the auction, and everybody needs a Leader.
    purses: [f64; 2],
    useful: [f64; 2],
}

impl Contest {
    fn new(bidding: &Bidding) -> Self {
        let leaders = WARES.iter().filter(|ware| ware.class == Class::Leader);
        let leader = leaders.filter_map(|ware| ware.cost).min().map_or(0.0, gold);
        Self {
            limits: bidding.limits.map(steps),
            purses: bidding.wealth.map(|wealth| (gold(wealth) - leader).max(0.0)),
            useful: [false, true].map(most_useful),
        }
    }

    /// White's win chance after a Player has won the auction at this price.
    fn chance(&self, winner: Seat, price: i64) -> f64 {
        let [amazon, odds] = [winner, Seat(1 - winner.0)].map(|seat| self.purses[seat.index()]);
        let with = (amazon - price as f64 * gold(STEP)).min(self.useful[0]) + AMAZON;
        let without = odds.min(self.useful[1]) + DRAW_ODDS;
        let lead = if winner == Seat(0) { with - without } else { without - with };
        1.0 / (1.0 + exp(-lead / SCALE))
    }

    /// White's win chance once a Player has stopped at the bid of the other.
    fn stopped(&self, seat: Seat, standing: i64) -> f64 {
        self.chance(Seat(1 - seat.0), standing)
    }

    /// White's win chance after a raise of a Player, by backward induction: both continue as well as possible (C-12).
    /// `None` if the Player cannot afford it.
    fn raised(&self, seat: Seat, standing: i64) -> Option<f64> {
        (standing < self.limits[seat.index()]).then(|| {
            let (other, bid) = (Seat(1 - seat.0), standing + 1);
            let stopped = self.stopped(other, bid);
            match self.raised(other, bid) {
                Some(raised) if prefers(other, raised, stopped) => raised,
                _ => stopped,
            }
        })
    }

    /// Checks whether a Player gains by another raise.
    fn raises(&self, seat: Seat, standing: i64) -> bool {
        self.raised(seat, standing).is_some_and(|raised| prefers(seat, raised, self.stopped(seat, standing)))
    }
}

/// Checks whether the first of White's win chances is better for a Player.
fn prefers(seat: Seat, one: f64, other: f64) -> bool {
    if seat == Seat(0) { one > other } else { one < other }
}

/// Mixed strategies of White and Black over the bids, by regret matching.
fn solve(contest: &Contest, grid: &[Vec<i64>; 2]) -> [Vec<f64>; 2] {
    // White's win chance for each pair of bids. White must raise an equal bid if that is affordable.
    let pay = |a: i64, b: i64| match a.cmp(&b) {
        std::cmp::Ordering::Greater => contest.chance(Seat(0), a),
        std::cmp::Ordering::Less => contest.chance(Seat(1), b),
        std::cmp::Ordering::Equal => contest.raised(Seat(0), a).unwrap_or_else(|| contest.stopped(Seat(0), a)),
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
    if total > 0.0 {
        weights.iter().map(|weight| weight / total).collect()
    } else {
        vec![1.0 / weights.len().max(1) as f64; weights.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Seat = Seat(0);
    const BLACK: Seat = Seat(1);

    fn bidding(limits: [i64; 2], wealth: [i64; 2], standing: Option<i64>) -> Bidding {
        let gold = |pair: [i64; 2]| pair.map(Gold::whole);
        Bidding { limits: gold(limits), wealth: gold(wealth), standing: standing.map(Gold::whole) }
    }

    /// Mean of some bids, in gold.
    fn mean(bidding: &Bidding) -> f64 {
        let bid = |seed: u64| match decide(WHITE, bidding, Level::Titan, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            ClashAction::Bid { gold: bid } => gold(bid),
            other => panic!("{other:?}"),
        };
        (0..40).map(bid).sum::<f64>() / 40.0
    }

    /// Survivors are resold after the auction, so gold in hand is not all that is left for the army.
    #[test]
    fn survivors_are_money() {
        // What is bid is not missed by an army that has more than it can use.
        let poor = mean(&bidding([20, 20], [25, 25], None));
        let rich = mean(&bidding([20, 20], [95, 95], None));
        assert!(rich > poor, "{rich} {poor}");
    }

    /// A bid is within the own purse, whatever the other one has and however badly the Amazon is misjudged.
    #[test]
    fn nobody_bids_more_than_they_have() {
        for own in [0, 1, 2, 3, 5, 9, 14, 40] {
            for other in [0, 1, 4, 20, 60] {
                for (seat, limits) in [(WHITE, [own, other]), (BLACK, [other, own])] {
                    let bidding = bidding(limits, limits.map(|limit| limit + 30), None);
                    for level in Level::ALL {
                        for seed in 0..12_u64 {
                            let action = decide(seat, &bidding, level, seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                            let ClashAction::Bid { gold: bid } = action else { panic!("{action:?}") };
                            let fits = bid >= Gold::ZERO && bid <= Gold::whole(own);
                            assert!(fits && bid.hundredths() % STEP.hundredths() == 0, "{level} {own} {other}: {bid}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn raises_end_where_the_price_outweighs_the_amazon() {
        let contest = Contest::new(&bidding([40, 40], [45, 45], Some(0)));
        let last = (0..80).rev().find(|standing| contest.raises(WHITE, *standing)).unwrap();
        assert!((5..60).contains(&last), "{last}");
        assert!((0..=last).all(|standing| contest.raises(WHITE, standing)));
        let (stopped, raised) = (contest.stopped(WHITE, last), contest.raised(WHITE, last).unwrap());
        assert!(raised > stopped, "{raised} {stopped}");
        // Nobody raises beyond what they have, but up to there a raise makes the other Player pay more.
        let contest = Contest::new(&bidding([6, 40], [40, 40], Some(0)));
        assert!(!contest.raises(WHITE, 12) && contest.raises(WHITE, 11));
        assert_eq!(contest.raised(WHITE, 12), None);
    }

    #[test]
    fn raises_look_ahead() {
        let contest = Contest::new(&bidding([30, 30], [35, 35], Some(0)));
        let Some(last) = (0..60).rev().find(|standing| contest.raises(BLACK, *standing)) else { panic!("no raise") };
        // Black's raise is answered wherever White gains by it.
        for standing in 0..last {
            let after = contest.raised(BLACK, standing).unwrap();
            assert!(after <= contest.stopped(BLACK, standing), "{standing}");
        }
    }
}
