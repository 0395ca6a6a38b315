//! Order in which edited armies are played, and the decision which of them fresh games confirm. Plays no games itself:
//! results come from the caller, so tests and `lab suite balance` run it against invented armies.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use balance::stats::Pentanomial;

pub use super::guess::Edits;
use super::guess::{Guess, Odds};

/// Largest distance from one half of an even score.
pub const EVEN: f64 = 0.03;
/// Distance of odds from even that makes no difference to the rank of an army.
const CLOSE: f64 = 0.03;
/// Pairs of fresh games that confirm an army.
pub const CONFIRMING: u64 = 1_000;
/// Pairs of games in a batch.
const BATCH: u64 = 16;
/// Pairs of games played with the army as it is.
const FIRST: u64 = 96;
/// Fewest pairs of games of an army that is confirmed, and the chance that fresh games confirm it.
const FEWEST: u64 = 96;
const SURE: f64 = 0.65;
/// Chance required of an army with this many pairs: more games would hardly change what is known of it.
const PROBABLE: f64 = 0.4;
const KNOWN: u64 = 600;
/// Chance required when there is time for one confirmation only, and the share of that time kept in reserve.
const LAST: f64 = 0.15;
const SPARE: f64 = 0.15;
/// Pairs in which an army is confirmed, and the chance of success below which the others are left out.
const PART: u64 = 200;
const UNLIKELY: f64 = 0.1;
/// Loss of rank for a second edit, and for each Pawn that edits change.
const SECOND: f64 = 0.2;
const SIZE: f64 = 0.03;
/// Chance of the best army, and number of pairs played, with which the search is hopeless.
const HOPELESS: f64 = 0.001;
const ENOUGH: u64 = 2_000;

/// Lots of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lots {
    /// Lots of the search.
    Search,
    /// Lots that confirm an army.
    Fresh,
}

/// Games to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Edits of the army.
    pub edits: Edits,
    /// Numbers of the pairs.
    pub pairs: Range<u64>,
    /// Their lots.
    pub lots: Lots,
}

/// Army with its fresh games.
#[derive(Clone, Debug)]
pub struct Confirmed {
    /// Its edits.
    pub edits: Edits,
    /// Results of the fresh games.
    pub fresh: Pentanomial,
}

impl Confirmed {
    fn is_even(&self) -> bool {
        let score = self.fresh.interval();
        u64::from(self.fresh.pairs()) == CONFIRMING && score.is_some_and(|score| (score.mean - 0.5).abs() <= EVEN)
    }
}

/// State of a search.
#[derive(Debug)]
pub struct Search {
    gains: Vec<f64>,
    /// Armies that may be played.
    sets: Vec<Edits>,
    /// Results with the lots of the search.
    played: BTreeMap<Edits, Pentanomial>,
    /// Fresh games of an army that is being confirmed.
    confirming: Option<Confirmed>,
    /// Armies that were not confirmed, with their fresh games.
    refused: Vec<Confirmed>,
    found: Option<Confirmed>,
    guess: Guess,
    pairs: u64,
}

impl Search {
    /// Begins a search among edits that gain this much value, in Pawns. Two edits can be combined if `apart` returns
    /// `true` for their indices.
    pub fn new(gains: Vec<f64>, apart: impl Fn(usize, usize) -> bool) -> Self {
        let all = 0..gains.len();
        let singles = all.clone().map(|one| vec![one]);
        let pairs = all.clone().flat_map(|one| (0..one).map(move |other| [other, one]));
        let pairs = pairs.filter(|[one, other]| apart(*one, *other)).map(Vec::from);
        let sets = std::iter::once(Vec::new()).chain(singles).chain(pairs).collect();
        let guess = Guess::new(&gains, []);
        let (played, refused) = (BTreeMap::new(), Vec::new());
        Self { gains, sets, played, confirming: None, refused, found: None, guess, pairs: 0 }
    }

    /// Games to play next, if `left` more pairs can be played; `None` at the end of the search.
    pub fn next(&mut self, left: u64) -> Option<Order> {
        if self.found.is_some() || left == 0 {
            return None;
        }
        if self.confirming.is_none() {
            if !self.played.contains_key(&Vec::new()) {
                return Some(self.order(Vec::new(), FIRST));
            }
            let edits = self.best()?.clone();
            let chance = self.chance(&edits);
            if chance < HOPELESS && self.pairs >= ENOUGH {
                return None;
            }
            let is_sure = match self.pairs_of(&edits) {
                0..FEWEST => false,
                FEWEST..KNOWN => chance >= SURE,
                KNOWN.. => chance >= PROBABLE,
            };
            let is_last = chance >= LAST && (left as f64) < CONFIRMING as f64 * (1.0 + SPARE);
            if left < CONFIRMING || !(is_sure || is_last) {
                return Some(self.order(edits, BATCH));
            }
            self.confirming = Some(Confirmed { edits, fresh: Pentanomial::default() });
        }
        let Confirmed { edits, fresh } = self.confirming.as_ref()?;
        let first = fresh.pairs().into();
        Some(Order { edits: edits.clone(), pairs: first..(first + PART).min(CONFIRMING), lots: Lots::Fresh })
    }

    fn order(&self, edits: Edits, pairs: u64) -> Order {
        let first = self.pairs_of(&edits);
        Order { edits, pairs: first..first + pairs, lots: Lots::Search }
    }

    /// Adds the results of an order.
    pub fn learn(&mut self, order: &Order, results: &Pentanomial) {
        self.pairs += u64::from(results.pairs());
        match (order.lots, self.confirming.take()) {
            (Lots::Fresh, Some(mut confirmed)) => {
                confirmed.fresh.join(results);
                if confirmed.is_even() {
                    self.found = Some(confirmed);
                } else if u64::from(confirmed.fresh.pairs()) >= CONFIRMING || self.is_refuted(&confirmed) {
                    self.refused.push(confirmed);
                } else {
                    self.confirming = Some(confirmed);
                }
            }
            (_, confirming) => {
                self.confirming = confirming;
                self.played.entry(order.edits.clone()).or_default().join(results);
            }
        }
        let all = self.all();
        self.guess = Guess::new(&self.gains, &all);
    }

    /// Removes edits that make no valid army together.
    pub fn exclude(&mut self, edits: &Edits) {
        self.sets.retain(|set| set != edits);
        self.confirming = None;
    }

    /// Returns `true` if the rest of the fresh games will hardly make the army even.
    fn is_refuted(&self, confirmed: &Confirmed) -> bool {
        let Some(score) = confirmed.fresh.interval() else { return false };
        let done = f64::from(confirmed.fresh.pairs()) / CONFIRMING as f64;
        let all = BTreeMap::from([(Vec::new(), confirmed.fresh)]);
        let odds = Guess::new(&[], &all).odds(&[]);
        // The games that were played are a part of the final score; the others are expected like them.
        let rest = self.guess.measured(odds, CONFIRMING - u64::from(confirmed.fresh.pairs()));
        let mean = score.mean.clamp(0.01, 0.99);
        let last = Odds { mean: (mean / (1.0 - mean)).ln(), deviation: rest.deviation * (1.0 - done) };
        last.chance(EVEN) < UNLIKELY
    }

    /// Results of all games of each army, with the lots of the search and fresh ones.
    pub fn all(&self) -> BTreeMap<Edits, Pentanomial> {
        let mut all = self.played.clone();
        let fresh = self.refused.iter().chain(&self.found).chain(&self.confirming);
        fresh.for_each(|confirmed| all.entry(confirmed.edits.clone()).or_default().join(&confirmed.fresh));
        all
    }

    /// Chance that fresh games confirm this army.
    pub fn chance(&self, edits: &[usize]) -> f64 {
        self.guess.measured(self.guess.odds(edits), CONFIRMING).chance(EVEN)
    }

    /// The army whose score is most likely close to one half. Two edits and large edits count less. The scale is
    /// logarithmic, so armies of any chance can be compared.
    ///
    /// The chance that fresh games confirm an army would be a worse rank: just outside of the limits, it stays large with
    /// many games, and the search would not move on.
    pub fn best(&self) -> Option<&Edits> {
        let refused: BTreeSet<&Edits> = self.refused.iter().map(|confirmed| &confirmed.edits).collect();
        let rank = |edits: &Edits| {
            let Odds { mean, deviation } = self.guess.odds(edits);
            let variance = deviation.powi(2) + CLOSE.powi(2);
            self.weight(edits) - (mean.powi(2) / variance + variance.ln()) / 2.0
        };
        let open = self.sets.iter().filter(|edits| !refused.contains(edits)).map(|edits| (rank(edits), edits));
        open.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, edits)| edits)
    }

    /// Logarithm of the weight of these edits.
    fn weight(&self, edits: &[usize]) -> f64 {
        let size: f64 = edits.iter().map(|edit| self.gains[*edit].abs()).sum();
        let second = if edits.len() > 1 { SECOND } else { 0.0 };
        -second - SIZE * size
    }

    fn pairs_of(&self, edits: &[usize]) -> u64 {
        self.played.get(edits).map_or(0, |results| results.pairs().into())
    }

    /// Knowledge of the army with these edits.
    pub fn odds(&self, edits: &[usize]) -> Odds {
        self.guess.odds(edits)
    }

    /// The confirmed army.
    pub fn found(&self) -> Option<&Confirmed> {
        self.found.as_ref()
    }

    /// Armies that fresh games did not confirm, in the order of their games.
    pub fn refused(&self) -> &[Confirmed] {
        &self.refused
    }

    /// Fresh games of the army that is being confirmed.
    pub fn fresh(&self) -> Pentanomial {
        self.confirming.as_ref().map(|confirmed| confirmed.fresh).unwrap_or_default()
    }

    /// Results with the lots of the search.
    pub fn played(&self) -> &BTreeMap<Edits, Pentanomial> {
        &self.played
    }

    /// The played army that is nearest to even, as far as known.
    pub fn closest(&self) -> Option<&Edits> {
        let distance = |edits: &Edits| {
            let odds = self.odds(edits);
            odds.mean.abs() + odds.deviation
        };
        self.played.keys().min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }

    /// Number of pairs of games.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Results of pairs of which this share of the games is won.
    fn results(pairs: Range<u64>, share: f64) -> Pentanomial {
        let number = pairs.end - pairs.start;
        let won = (share * number as f64).round() as u32;
        Pentanomial([number as u32 - won, 0, 0, 0, won])
    }

    /// Gives these shares of the games to armies, by their edits.
    fn run(search: &mut Search, left: u64, share: impl Fn(&Order) -> f64) {
        while let Some(order) = search.next(left.saturating_sub(search.pairs())) {
            let results = results(order.pairs.clone(), share(&order));
            search.learn(&order, &results);
        }
    }

    #[test]
    fn an_even_army_is_confirmed_as_it_is() {
        let mut search = Search::new(vec![1.0, -1.0], |_, _| true);
        run(&mut search, u64::MAX, |_| 0.5);
        let found = search.found().unwrap();
        assert!(found.edits.is_empty() && search.refused().is_empty());
        assert_eq!(u64::from(found.fresh.pairs()), CONFIRMING);
    }

    /// The edit that only looks even is refused early; the search continues with another one.
    #[test]
    fn fresh_games_refuse_an_army_that_looked_even() {
        let mut search = Search::new(vec![-2.0, -2.1], |_, _| false);
        run(&mut search, u64::MAX, |order| match (&order.edits[..], order.lots) {
            ([], _) => 0.75,
            ([0], Lots::Search) => 0.5,
            ([0], Lots::Fresh) => 0.6,
            _ => 0.48,
        });
        let [refused] = search.refused() else { panic!("{:?}", search.refused()) };
        assert!(refused.edits == [0] && u64::from(refused.fresh.pairs()) < CONFIRMING);
        assert_eq!(search.found().unwrap().edits, [1]);
        // What the fresh games showed counts for the guess, not for the results that chose the army.
        assert!(search.odds(&[0]).score() > 0.53);
    }

    /// At the limit, the chance of success stays near one half: more games of this army would not decide.
    #[test]
    fn an_army_at_the_limit_does_not_hold_up_the_search() {
        let mut search = Search::new(vec![-2.0, -2.1], |_, _| false);
        let share = |order: &Order| match (&order.edits[..], order.lots) {
            ([], _) => 0.75,
            ([0], Lots::Search) => 0.527,
            ([0], Lots::Fresh) => 0.56,
            _ => 0.9,
        };
        run(&mut search, 4_000, share);
        let [refused] = search.refused() else { panic!("{:?}", search.refused()) };
        assert!(refused.edits == [0] && search.pairs_of(&[0]) <= KNOWN + BATCH);
    }

    #[test]
    fn edits_that_change_the_same_part_are_not_combined() {
        let together = |apart| Search::new(vec![1.0, 2.0], move |_, _| apart).sets.len();
        assert_eq!((together(true), together(false)), (4, 3));
    }

    #[test]
    fn a_search_without_hope_ends() {
        let mut search = Search::new((1..50).map(|gain| -f64::from(gain) / 50.0).collect(), |_, _| false);
        run(&mut search, 10_000, |_| 1.0);
        assert!(search.found().is_none() && search.pairs() < 10_000);
        assert!(search.closest().is_some());
    }

    /// With time for one confirmation, the best army gets it, less certain as it is.
    #[test]
    fn the_last_confirmation_is_not_missed() {
        let mut search = Search::new(Vec::new(), |_, _| true);
        run(&mut search, FIRST + CONFIRMING + PART / 2, |_| 0.5);
        assert!(search.found().is_some());
        let mut short = Search::new(Vec::new(), |_, _| true);
        run(&mut short, FIRST + CONFIRMING - PART, |_| 0.5);
        assert!(short.found().is_none() && short.fresh().pairs() == 0);
    }
}
