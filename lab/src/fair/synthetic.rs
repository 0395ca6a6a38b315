//! Invented armies with known effects of their edits: they show how well the search works without playing games.

use std::fmt;

use balance::dice::Dice;
use balance::stats::Pentanomial;

use super::search::{EVEN, Lots, Search};

/// Distribution of the effects of edits. All are on the scale of the logarithm of odds.
#[derive(Clone, Copy, Debug)]
pub struct Nature {
    /// Name for the table.
    pub name: &'static str,
    /// Range of the effect of a Pawn of value.
    slope: [f64; 2],
    /// Deviation of an edit's own effect: a constant part, and a part for each Pawn of value.
    own: [f64; 2],
    /// Share of edits whose own effect is three times as large.
    wild: f64,
    /// Deviation of the effect of two edits together: a constant part, and a part for each Pawn of the smaller one.
    together: [f64; 2],
}

/// Armies as the search expects them, and worse ones.
pub const NATURES: [Nature; 5] = [
    Nature { name: "as expected", slope: [0.25, 0.75], own: [0.15, 0.3], wild: 0.0, together: [0.1, 0.05] },
    Nature { name: "small own effects", slope: [0.1, 0.4], own: [0.05, 0.1], wild: 0.0, together: [0.05, 0.02] },
    Nature { name: "large own effects", slope: [0.1, 0.9], own: [0.3, 0.5], wild: 0.1, together: [0.1, 0.05] },
    Nature { name: "strong interactions", slope: [0.25, 0.75], own: [0.15, 0.3], wild: 0.05, together: [0.3, 0.2] },
    Nature { name: "values mean little", slope: [0.02, 0.3], own: [0.3, 0.3], wild: 0.1, together: [0.2, 0.1] },
];

/// Deviation of an opening's advantage.
const OPENING: f64 = 0.7;

/// Random numbers of several distributions.
struct Random(Dice);

impl Random {
    fn new(parts: impl IntoIterator<Item = u64>) -> Self {
        Self(Dice(parts.into_iter().fold(0, |seed, part| Dice(seed ^ part).below(usize::MAX) as u64)))
    }

    fn uniform(&mut self) -> f64 {
        (self.0.below(1 << 40) as f64 + 0.5) / (1_u64 << 40) as f64
    }

    fn between(&mut self, [low, high]: [f64; 2]) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// Box–Muller.
    fn normal(&mut self) -> f64 {
        let (one, other) = (self.uniform(), self.uniform());
        (-2.0 * one.ln()).sqrt() * (std::f64::consts::TAU * other).cos()
    }
}

/// Invented army.
#[derive(Debug)]
pub struct Invented {
    seed: u64,
    nature: Nature,
    base: f64,
    slope: f64,
    gains: Vec<f64>,
    own: Vec<f64>,
    /// Share of even games that are drawn.
    drawn: f64,
}

impl Invented {
    /// Draws an army with this many edits. Its score as it is lies between 3 % and 97 %.
    pub fn new(nature: Nature, edits: usize, seed: u64) -> Self {
        let mut random = Random::new([seed, 1]);
        let score = random.between([0.03, 0.97]);
        let slope = random.between(nature.slope);
        let drawn = random.between([0.0, 0.5]);
        // As in real armies: many small edits, a few large ones, and more that add than that take away.
        let gains: Vec<f64> = (0..edits)
            .map(|_| {
                let sign = if random.uniform() < 0.6 { 1.0 } else { -1.0 };
                sign * (0.4 + random.normal()).exp()
            })
            .collect();
        let own = gains.iter().map(|gain| {
            let wild = if random.uniform() < nature.wild { 3.0 } else { 1.0 };
            wild * (nature.own[0] + nature.own[1] * gain.abs()) * random.normal()
        });
        let own = own.collect();
        Self { seed, nature, base: (score / (1.0 - score)).ln(), slope, gains, own, drawn }
    }

    /// True logarithm of the odds after these edits.
    fn odds(&self, edits: &[usize]) -> f64 {
        let single = |edit: &usize| self.slope * self.gains[*edit] + self.own[*edit];
        let together = match edits {
            [one, other] => {
                let smaller = self.gains[*one].abs().min(self.gains[*other].abs());
                let [constant, part] = self.nature.together;
                let mut random = Random::new([self.seed, 2, *one as u64, *other as u64]);
                (constant + part * smaller) * random.normal()
            }
            _ => 0.0,
        };
        self.base + edits.iter().map(single).sum::<f64>() + together
    }

    /// Plays a pair of games, once with each side of an opening.
    fn pair(&self, edits: &[usize], lots: Lots, pair: u64) -> [f64; 2] {
        let edit = edits.iter().map(|edit| *edit as u64);
        let mut random = Random::new([self.seed, 3 + u64::from(lots == Lots::Fresh), pair].into_iter().chain(edit));
        let (odds, opening) = (self.odds(edits), OPENING * random.normal());
        [opening, -opening].map(|advantage| {
            let share = 1.0 / (1.0 + (-odds - advantage).exp());
            let drawn = self.drawn * 4.0 * share * (1.0 - share);
            match random.uniform() {
                lot if lot < drawn => 0.5,
                lot if lot < drawn + share - drawn / 2.0 => 1.0,
                _ => 0.0,
            }
        })
    }

    /// Searches until an army is confirmed or this many pairs were played.
    fn search(&self, pairs: u64) -> Search {
        let mut search = Search::new(self.gains.clone(), |_, _| true);
        while let Some(order) = search.next(pairs.saturating_sub(search.pairs())) {
            let mut results = Pentanomial::default();
            order.pairs.clone().for_each(|pair| results.add(self.pair(&order.edits, order.lots, pair)));
            search.learn(&order, &results);
        }
        search
    }
}

/// Searches that ended.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Number of armies.
    pub armies: usize,
    /// Number of armies for which edits were confirmed.
    pub found: usize,
    /// Number of those that are truly even.
    pub right: usize,
    /// Games of each search that found an army, in ascending order.
    pub games: Vec<u64>,
    /// Number of armies that fresh games refused.
    pub refused: usize,
    /// Seeds and scores of the armies for which nothing was found.
    pub missed: Vec<(u64, f64)>,
}

/// Searches for edits of invented armies with these seeds, with at most this many games each.
pub fn tally(nature: Nature, edits: usize, seeds: &[u64], games: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in seeds {
        let army = Invented::new(nature, edits, *seed);
        let search = army.search(games / 2);
        tally.armies += 1;
        tally.refused += search.refused().len();
        match search.found() {
            Some(found) => {
                tally.found += 1;
                tally.games.push(2 * search.pairs());
                let edge = ((0.5 + EVEN) / (0.5 - EVEN)).ln();
                tally.right += usize::from(army.odds(&found.edits).abs() <= edge);
            }
            None => tally.missed.push((*seed, 1.0 / (1.0 + (-army.base).exp()))),
        }
    }
    tally.games.sort_unstable();
    tally
}

impl Tally {
    /// Adds the searches of another tally.
    pub fn join(&mut self, more: Tally) {
        self.armies += more.armies;
        self.found += more.found;
        self.right += more.right;
        self.refused += more.refused;
        self.games.extend(more.games);
        self.games.sort_unstable();
        self.missed.extend(more.missed);
    }

    /// Number of games within which this many of a hundred successful searches ended.
    fn percentile(&self, share: usize) -> u64 {
        let index = self.games.len() * share / 100;
        self.games.get(index.min(self.games.len().saturating_sub(1))).copied().unwrap_or_default()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [half, most] = [50, 90].map(|share| self.percentile(share));
        write!(
            f,
            "{} of {} found, {} truly even; games: median {half}, nine in ten within {most}; {} refused",
            self.found, self.armies, self.right, self.refused
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `lab suite balance` runs more and larger ones.
    #[test]
    fn nine_in_ten_searches_find_edits() {
        let mut all = Tally::default();
        for nature in NATURES {
            all.join(tally(nature, 60, &(1..=10).collect::<Vec<_>>(), 8_000));
        }
        assert!(all.armies == 50 && all.found >= 45 && all.right >= 40, "{all}");
    }

    /// Pairs of an even army are even, and those of another one are as its odds.
    #[test]
    fn invented_games_are_as_the_effects() {
        let mut army = Invented::new(NATURES[0], 2, 1);
        for (base, known) in [(0.0, 0.5), (1.0, 0.71), (-3.0, 0.065)] {
            army.base = base;
            let mut results = Pentanomial::default();
            (0..20_000).for_each(|pair| results.add(army.pair(&[], Lots::Search, pair)));
            let mean = results.interval().unwrap().mean;
            // The advantages of openings bring scores a little nearer to one half.
            assert!((mean - known).abs() < 0.01, "{base}: {mean}");
        }
    }
}
