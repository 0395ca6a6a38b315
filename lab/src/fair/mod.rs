//! Search for at most two small edits that make an army as strong as another one.
//!
//! * [`edit`]: edits of the army's file; `betza`: of a movement. [`guess`]: which of them could be enough.
//! * [`pictures`]: the army and its edited pieces, before and after.
//!
//! The most promising army is played in small batches, until one is very likely even. Fresh games with another seed then
//! confirm it, because the best of many measurements looks better than it is.

mod betza;
pub mod edit;
pub mod guess;
pub mod pictures;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fmt;
use std::time::Instant;

use balance::stats::{Interval, Pentanomial};
use opponent::Knowledge;
use serde::Serialize;

use crate::army::{Army, ArmyError};
use crate::duel::{Job, Laboratory, Pair, Plan, Settings};
use crate::games;
use crate::runner::{self, Limits};
use edit::{Edit, Editable};
use guess::{Guess, Odds};

/// Largest distance from one half of an even score.
const EVEN: f64 = 0.03;
/// Pairs of games in a batch.
const BATCH: u64 = 24;
/// Pairs of games played with the army as it is.
const FIRST: u64 = 192;
/// Fewest pairs of games of an army that is confirmed, and the chance that it is even.
const FEWEST: u64 = 240;
const SURE: f64 = 0.75;
/// Chance below which chances are not compared.
const SLIGHT: f64 = 0.02;
/// Pairs of fresh games that confirm an army.
pub const CONFIRMING: u64 = 1_000;
/// Parts in which they are played, and the chance to be even below which the others are left out.
const PART: usize = 200;
const UNLIKELY: f64 = 0.05;
/// Largest gain by an edit, in Pawns of value: more is not small.
const LARGEST: f64 = 6.0;
/// Share of a reserve's value that counts: it has to be placed first.
const WAITING: f64 = 0.6;

/// Search that ended.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the army.
    pub army: String,
    /// Name of the other one.
    pub against: String,
    /// Node limit per turn.
    pub nodes: u64,
    /// Score of the army as it is.
    pub before: Interval,
    /// Armies that were measured, the best ones first.
    pub tried: Vec<Tried>,
    /// The even army, if one was found.
    pub found: Option<Found>,
    /// Number of games.
    pub games: u64,
}

/// Measured army.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// Its edits in words.
    pub edits: Vec<String>,
    /// Its score.
    pub score: Interval,
    /// Number of games.
    pub games: u64,
}

/// Even army.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// Its edits in words; none if the army was even as it is.
    pub edits: Vec<String>,
    /// Score in fresh games.
    pub score: Interval,
    /// Number of fresh games.
    pub games: u64,
    /// The edited army.
    #[serde(skip)]
    pub army: Army,
}

/// Error of a search.
#[derive(Debug, thiserror::Error)]
pub enum FairError {
    /// An army that cannot be used.
    #[error(transparent)]
    Army(#[from] ArmyError),
    /// A file that cannot be edited.
    #[error(transparent)]
    File(#[from] edit::NotToml),
    /// The armies cannot meet.
    #[error("These armies cannot play against each other.")]
    CannotMeet,
}

/// Searches for edits of an army that make it even with another one.
///
/// # Errors
/// [`FairError`] if the armies cannot play against each other.
pub fn search(army: Army, against: &Army, settings: Settings, limits: Limits) -> Result<Report, FairError> {
    let begun = Instant::now();
    let editable = Editable::new(army)?;
    let mut search = Search::new(&editable, against, settings, limits)?;
    let mut found = None;
    search.play(&Vec::new(), FIRST)?;
    while found.is_none() && limits.time.is_none_or(|most| begun.elapsed() < most) {
        let Some(best) = search.best() else { break };
        let chance = search.odds(&best).chance(EVEN);
        if search.pairs(&best) >= FEWEST && chance >= SURE {
            found = search.confirm(&best)?;
        } else {
            search.play(&best, BATCH)?;
        }
    }
    search.report(found)
}

/// Indices of edits, in ascending order.
type Edits = Vec<usize>;

/// State of the search.
struct Search<'a> {
    editable: &'a Editable,
    against: &'a Army,
    settings: Settings,
    limits: Limits,
    edits: Vec<Edit>,
    guess: Guess,
    /// Armies that may be played.
    sets: Vec<Edits>,
    played: BTreeMap<Edits, Variant>,
    games: u64,
}

/// Army that was played.
struct Variant {
    laboratory: Laboratory,
    /// Guess before its own games.
    prior: Odds,
    results: Pentanomial,
    /// Confirmed not to be even.
    refused: bool,
}

impl<'a> Search<'a> {
    fn new(editable: &'a Editable, against: &'a Army, settings: Settings, limits: Limits) -> Result<Self, FairError> {
        let worth = |army: &Army| worth(army, against).ok_or(FairError::CannotMeet);
        let before = worth(editable.army())?;
        let mut edits = Vec::new();
        let mut gains = Vec::new();
        for edit in editable.edits() {
            let Some(edited) = editable.edited(&[&edit]) else { continue };
            let gain = worth(&edited)? - before;
            if gain != 0.0 && gain.abs() <= LARGEST {
                edits.push(edit);
                gains.push(gain);
            }
        }
        let apart = |one: &usize, other: &usize| edits[*one].subject() != edits[*other].subject();
        let all = 0..edits.len();
        let singles = all.clone().map(|one| vec![one]);
        let pairs = all.clone().flat_map(|one| (0..one).map(move |other| [other, one]));
        let pairs = pairs.filter(|[one, other]| apart(one, other)).map(Vec::from);
        let sets = std::iter::once(Vec::new()).chain(singles).chain(pairs).collect();
        let guess = Guess::new(gains);
        Ok(Self { editable, against, settings, limits, edits, guess, sets, played: BTreeMap::new(), games: 0 })
    }

    /// Knowledge of the army with these edits: the guess, and its own games.
    fn odds(&self, edits: &Edits) -> Odds {
        let measured = self.played.get(edits).and_then(|variant| Some((variant.prior, variant.results.interval()?)));
        measured.map_or_else(|| self.guess.odds(edits), |(prior, score)| prior.and(Odds::of(score)))
    }

    fn score(&self, edits: &Edits) -> Option<Interval> {
        self.played.get(edits)?.results.interval()
    }

    fn pairs(&self, edits: &Edits) -> u64 {
        self.played.get(edits).map_or(0, |variant| variant.results.pairs().into())
    }

    /// The army that is even with the largest chance. Two edits count less than one. Where no army has much of a
    /// chance, the one whose expected score is nearest to even.
    fn best(&self) -> Option<Edits> {
        let is_open = |edits: &&Edits| self.played.get(*edits).is_none_or(|variant| !variant.refused);
        let rank = |edits: &Edits| {
            let odds = self.odds(edits);
            match odds.chance(EVEN) * [1.0, 1.0, 0.8][edits.len()] {
                chance if chance >= SLIGHT => (true, chance),
                // What is known well is not measured again and again.
                _ => (false, odds.deviation - odds.mean.abs()),
            }
        };
        let open = self.sets.iter().filter(is_open).map(|edits| (rank(edits), edits));
        open.max_by(|a, b| a.0.0.cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1))).map(|(_, edits)| edits.clone())
    }

    fn words(&self, edits: &[usize]) -> Vec<String> {
        edits.iter().map(|edit| self.edits[*edit].words(&self.editable.army().definition)).collect()
    }

    fn edited(&self, edits: &[usize]) -> Result<Army, FairError> {
        let chosen: Vec<&Edit> = edits.iter().map(|edit| &self.edits[*edit]).collect();
        self.editable.edited(&chosen).ok_or(FairError::CannotMeet)
    }

    fn laboratory(&self, army: Army, seed: u64) -> Result<Laboratory, FairError> {
        let plan = Plan::new(&[army, self.against.clone()], vec![[0, 1]], Settings { seed, ..self.settings });
        Ok(Laboratory::new(plan)?)
    }

    /// Plays more pairs of games of an army and learns from them.
    fn play(&mut self, edits: &Edits, pairs: u64) -> Result<(), FairError> {
        if !self.played.contains_key(edits) {
            let Ok(army) = self.edited(edits) else {
                // Both edits together make no valid file.
                self.sets.retain(|set| set != edits);
                return Ok(());
            };
            let laboratory = self.laboratory(army, self.settings.seed)?;
            let prior = self.guess.odds(edits);
            let variant = Variant { laboratory, prior, results: Pentanomial::default(), refused: false };
            self.played.insert(edits.clone(), variant);
        }
        let Some(variant) = self.played.get_mut(edits) else { return Ok(()) };
        let first = variant.results.pairs().into();
        let fresh = pairs_of(&variant.laboratory, first, pairs, self.limits)?;
        variant.results.join(&fresh);
        self.games += 2 * pairs;
        if let Some(score) = fresh.interval() {
            self.guess.learn(edits, score);
        }
        self.tell(edits);
        Ok(())
    }

    /// Plays fresh games of an army. If it is not even, the search continues with what they teach; the rest of the games
    /// is left out once that is clear.
    fn confirm(&mut self, edits: &Edits) -> Result<Option<Found>, FairError> {
        eprintln!("fresh games to confirm: {}", self.named(edits));
        let army = self.edited(edits)?;
        let laboratory = self.laboratory(army.clone(), self.settings.seed + 1)?;
        let mut fresh = Pentanomial::default();
        for first in (0..CONFIRMING).step_by(PART) {
            fresh.join(&pairs_of(&laboratory, first, PART as u64, self.limits)?);
            if fresh.interval().is_none_or(|score| Odds::of(score).chance(EVEN) < UNLIKELY) {
                break;
            }
        }
        self.games += 2 * u64::from(fresh.pairs());
        let Some(score) = fresh.interval() else { return Ok(None) };
        if u64::from(fresh.pairs()) == CONFIRMING && (score.mean - 0.5).abs() <= EVEN {
            return Ok(Some(Found { edits: self.words(edits), score, games: 2 * CONFIRMING, army }));
        }
        self.guess.learn(edits, score);
        if let Some(variant) = self.played.get_mut(edits) {
            variant.results.join(&fresh);
            variant.refused = true;
        }
        self.tell(edits);
        Ok(None)
    }

    fn named(&self, edits: &[usize]) -> String {
        match self.words(edits) {
            words if words.is_empty() => "as it is".to_owned(),
            words => words.join("; "),
        }
    }

    fn tell(&self, edits: &Edits) {
        if let Some(score) = self.score(edits) {
            eprintln!("{score} in {} games, {}", 2 * self.pairs(edits), self.named(edits));
        }
    }

    fn report(self, found: Option<Found>) -> Result<Report, FairError> {
        let before = self.score(&Vec::new()).ok_or(FairError::CannotMeet)?;
        let off = |tried: &Tried| (tried.score.mean - 0.5).abs() + tried.score.half;
        let tried = self.played.keys().filter(|edits| !edits.is_empty()).filter_map(|edits| {
            Some(Tried { edits: self.words(edits), score: self.score(edits)?, games: 2 * self.pairs(edits) })
        });
        let mut tried: Vec<Tried> = tried.collect();
        tried.sort_by(|a, b| off(a).total_cmp(&off(b)));
        Ok(Report {
            army: self.editable.army().file.name.clone(),
            against: self.against.file.name.clone(),
            nodes: self.settings.nodes,
            before,
            tried,
            found,
            games: self.games,
        })
    }
}

/// Results of pairs of games with the numbers from `first` on.
fn pairs_of(laboratory: &Laboratory, first: u64, pairs: u64, limits: Limits) -> Result<Pentanomial, FairError> {
    let jobs: Vec<Job> = (first..first + pairs).map(|pair| Job { pair, pairing: [0, 1] }).collect();
    let mut results = Pentanomial::default();
    let mut missing = 0;
    let keep = |pair: Option<Pair>| -> Result<(), Infallible> {
        match pair {
            Some(pair) => results.add(pair.outcome().points()),
            None => missing += 1,
        }
        Ok(())
    };
    let Ok(()) = runner::quietly(&jobs, Limits { time: None, ..limits }, |job| laboratory.play(*job), keep);
    if missing > 0 { Err(FairError::CannotMeet) } else { Ok(results) }
}

/// Value of the army's pieces at home and in reserve, in Pawns of chess; `None` if the armies cannot meet.
fn worth(army: &Army, against: &Army) -> Option<f64> {
    let game = games::duel_of([army.definition.clone(), against.definition.clone()], 0)?;
    let know = Knowledge::new(game.rules());
    let definition = &army.definition;
    let value = |piece: usize| {
        let key = format!("{}/{}", definition.id, definition.pieces[piece].id);
        game.rules().type_by_key(&key).map_or(0.0, |ty| f64::from(know.value(ty)) / 100.0)
    };
    let at_home = definition.territory.rows.iter().flatten().flatten();
    let at_home = at_home.filter(|piece| !definition.pieces[**piece].titan).map(|piece| value(*piece));
    let waiting = definition.reserves.iter().map(|reserve| WAITING * f64::from(reserve.count) * value(reserve.piece));
    Some(at_home.chain(waiting).sum())
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { army, against, nodes, before, tried, found, games } = self;
        writeln!(f, "{army} scores {before} against {against} as it is ({nodes} positions per turn).\n")?;
        match found {
            Some(found) if found.edits.is_empty() => {
                writeln!(f, "It needs no edit: {} in {} fresh games.", found.score, found.games)?;
            }
            Some(found) => {
                writeln!(f, "It is even after:")?;
                found.edits.iter().try_for_each(|edit| writeln!(f, "* {edit}"))?;
                writeln!(f, "\n{} in {} fresh games.", found.score, found.games)?;
            }
            None => writeln!(f, "No army with at most two small edits was confirmed in the time.")?,
        }
        if !tried.is_empty() {
            writeln!(f, "\nTried, in {games} games together:")?;
        }
        for tried in tried.iter().take(12) {
            writeln!(f, "{:>10}{:>7} games  {}", tried.score.to_string(), tried.games, tried.edits.join("; "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_army_against_a_twin_is_even_and_one_without_a_queen_is_not() {
        let twin = Army::load("medieval").unwrap();
        let settings = Settings { nodes: 1, seed: 1, longest: 10 };
        let limits = Limits { threads: NonZeroUsize::new(2), time: Some(Duration::ZERO) };
        let report = search(twin.clone(), &twin, settings, limits).unwrap();
        assert!(report.found.is_none() && report.before.contains(0.5), "{report}");
        assert_eq!(report.games, 2 * FIRST);
        let weaker = Army::of_text("weak", twin.file.text.replace("RNBQKBNR", "RNBNKBNR")).unwrap();
        assert!(worth(&weaker, &twin).unwrap() < worth(&twin, &twin).unwrap() - 3.0);
    }

    /// The most likely edits are those that give back what is missing.
    #[test]
    fn a_weak_army_is_tried_with_stronger_pieces() {
        let against = Army::load("medieval").unwrap();
        let text = against.file.text.replace("RNBQKBNR", "RNBNKBNR");
        let editable = Editable::new(Army::of_text("weak", text).unwrap()).unwrap();
        let settings = Settings { nodes: 1, seed: 1, longest: 10 };
        let mut search = Search::new(&editable, &against, settings, Limits::default()).unwrap();
        search.guess.learn(&[], Interval { mean: 0.2, half: 0.04 });
        let best = search.best().unwrap();
        assert!(
            !best.is_empty() && search.odds(&best).mean.abs() < 1.0,
            "{}: {:?}",
            search.named(&best),
            search.odds(&best)
        );
        let gain = worth(&search.edited(&best).unwrap(), &against).unwrap() - worth(editable.army(), &against).unwrap();
        assert!(gain > 0.5, "{}: {gain}", search.named(&best));
    }
}
