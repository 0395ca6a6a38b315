//! Order in which edited armies are played, and the decision which of them fresh games confirm. Plays no games itself:
//! results come from the caller, so tests and `lab suite balance` run it against invented armies.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use balance::stats::Pentanomial;

pub use super::guess::Edits;
use super::guess::{Guess, Odds};

/// Largest distance from one half of an even score.
pub const EVEN: f64 = 0.03;
/// Pairs of fresh games that confirm an army.
pub const CONFIRMING: u64 = 1_000;
/// Pairs of games in a batch.
const BATCH: u64 = 24;
/// Pairs of games played with the army as it is.
const FIRST: u64 = 96;
/// Fewest pairs of games of an army that is confirmed, and the chance that fresh games confirm it.
const FEWEST: u64 = 144;
const SURE: f64 = 0.7;
/// That chance when there is time for one confirmation only, and the share of it that is kept in reserve.
const LAST: f64 = 0.15;
const SPARE: f64 = 0.15;
/// Chance below which chances are not compared.
const SLIGHT: f64 = 0.02;
/// Pairs in which an army is confirmed, and the chance of success below which the others are left out.
const PART: u64 = 200;
const UNLIKELY: f64 = 0.1;
/// Weight of the chance of two edits, and the loss of weight for each Pawn that edits change.
const SECOND: f64 = 0.8;
const SIZE: f64 = 0.03;
/// Largest chance of any army, and the number of armies played, with which the search is hopeless.
const HOPELESS: f64 = 0.002;
const ENOUGH: usize = 40;

/// Lots of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lots {
    /// Those of the search.
    Search,
    /// Those that confirm an army.
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
            let (edits, chance) = self.best()?;
            if self.is_hopeless(chance) {
                return None;
            }
            let is_last = (CONFIRMING as f64 * (1.0 + SPARE)) > left as f64 && left >= CONFIRMING && chance >= LAST;
            if !(is_last || chance >= SURE && self.pairs_of(&edits) >= FEWEST) {
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

    /// Results of all games of each army.
    fn all(&self) -> BTreeMap<Edits, Pentanomial> {
        let mut all = self.played.clone();
        let fresh = self.refused.iter().chain(&self.found).chain(&self.confirming);
        fresh.for_each(|confirmed| all.entry(confirmed.edits.clone()).or_default().join(&confirmed.fresh));
        all
    }

    /// Chance that fresh games confirm this army.
    pub fn chance(&self, edits: &[usize]) -> f64 {
        self.guess.measured(self.guess.odds(edits), CONFIRMING).chance(EVEN)
    }

    /// The army that fresh games most likely confirm, and that chance. Two edits and large edits count less. Where no army
    /// has much of a chance, the one that may be nearest to even.
    pub fn best(&self) -> Option<(Edits, f64)> {
        let refused: BTreeSet<&Edits> = self.refused.iter().map(|confirmed| &confirmed.edits).collect();
        let rank = |edits: &Edits| {
            let odds = self.guess.odds(edits);
            let chance = self.guess.measured(odds, CONFIRMING).chance(EVEN);
            let rank = if chance >= SLIGHT {
                (true, chance * self.weight(edits))
            } else {
                (false, odds.deviation - odds.mean.abs())
            };
            (rank, chance)
        };
        let open = self.sets.iter().filter(|edits| !refused.contains(edits)).map(|edits| (rank(edits), edits));
        let best = open.max_by(|((a, _), _), ((b, _), _)| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        best.map(|((_, chance), edits)| (edits.clone(), chance))
    }

    fn weight(&self, edits: &[usize]) -> f64 {
        let size: f64 = edits.iter().map(|edit| self.gains[*edit].abs()).sum();
        let number = if edits.len() > 1 { SECOND } else { 1.0 };
        number * (-SIZE * size).exp()
    }

    /// Returns `true` if the best army has this chance, and enough armies were played to trust it.
    fn is_hopeless(&self, best: f64) -> bool {
        best < HOPELESS && self.played.len() >= ENOUGH
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
