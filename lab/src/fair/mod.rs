//! Search for at most two small edits that make an army as strong as another one.
//!
//! * [`edit`]: edits of the army's file; `betza`: of a movement. [`guess`]: which of them could be enough.
//! * [`mod@search`]: the army that is played next, and those that fresh games confirm. [`synthetic`]: the same search among
//!   invented armies, without games.
//! * [`report`]: the result in words. [`pictures`]: the army and its edited pieces, before and after.
//!
//! The most promising army is played in small batches, until one is very likely even. Fresh games with another seed then
//! confirm it, because the best of many measurements looks better than it is.

mod betza;
pub mod edit;
pub mod guess;
pub mod pictures;
pub mod report;
pub mod search;
pub mod synthetic;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use balance::stats::{Interval, Pentanomial};
use engine::titans::SetupError;
use opponent::Knowledge;

use crate::army::{Army, ArmyError};
use crate::duel::{Job, Laboratory, Plan, Settings};
use crate::games;
use crate::runner::{self, Limits};
use edit::{Edit, Editable};
use report::{End, Found, Report, Tried};
use search::{CONFIRMING, Confirmed, Edits, Lots, Order, Search};

/// Share of a reserve's value that counts: it has to be placed first.
const WAITING: f64 = 0.6;
/// Smallest difference of value, in Pawns, that is a gain: less is rounding.
const GAIN: f64 = 0.005;
/// Interval of progress lines.
const TOLD_EVERY: Duration = Duration::from_secs(5);

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
    #[error("{army} and {against} cannot play against each other. {reason} Choose another army with --against.")]
    CannotMeet {
        /// Name of the army.
        army: String,
        /// Name of the other one.
        against: String,
        /// The reason, as a sentence.
        reason: SetupError,
    },
    /// An army that never makes a turn.
    #[error(
        "No game of {0} could be played: every opening that was tried ended at once. Check its file with `battalion check --play`."
    )]
    NoGames(String),
}

/// Searches for edits of an army that make it even with another one, until `stop` is set.
///
/// # Errors
/// [`FairError`] if the armies cannot play against each other.
pub fn search(
    army: Army,
    against: &Army,
    settings: Settings,
    limits: Limits,
    stop: &AtomicBool,
) -> Result<Report, FairError> {
    let editable = Editable::new(army)?;
    let candidates = Candidates::new(&editable, against, limits)?;
    let mut search = candidates.search();
    let mut arena = Arena::new(&candidates, settings, limits, stop);
    while let Some(order) = search.next(arena.left()) {
        match arena.play(&order, &search)? {
            Some(results) => search.learn(&order, &results),
            None => search.exclude(&order.edits),
        }
    }
    arena.report(&search)
}

/// Edits that may be made, with their gains.
struct Candidates<'a> {
    editable: &'a Editable,
    against: &'a Army,
    edits: Vec<Edit>,
    gains: Vec<f64>,
}

impl<'a> Candidates<'a> {
    /// Edits that leave a valid army of another value.
    fn new(editable: &'a Editable, against: &'a Army, limits: Limits) -> Result<Self, FairError> {
        let army = editable.army();
        let before = worth(army, against).map_err(|reason| FairError::CannotMeet {
            army: army.file.name.clone(),
            against: against.file.name.clone(),
            reason,
        })?;
        let all = editable.edits();
        eprintln!("values of {} edits…", all.len());
        let numbers: Vec<usize> = (0..all.len()).collect();
        let gain = |edit: &usize| Some((*edit, worth(&editable.edited(&[&all[*edit]])?, against).ok()? - before));
        let mut valued = BTreeMap::new();
        let keep = |result: Option<(usize, f64)>| -> Result<(), Infallible> {
            valued.extend(result.filter(|(_, gain)| gain.abs() >= GAIN));
            Ok(())
        };
        let Ok(()) = runner::quietly(&numbers, Limits { time: None, ..limits }, gain, keep);
        let (edits, gains) = valued.into_iter().map(|(edit, gain)| (all[edit].clone(), gain)).unzip();
        Ok(Self { editable, against, edits, gains })
    }

    fn search(&self) -> Search {
        Search::new(self.gains.clone(), |one, other| self.edits[one].subject() != self.edits[other].subject())
    }

    fn words(&self, edits: &[usize]) -> Vec<String> {
        edits.iter().map(|edit| self.edits[*edit].words(&self.editable.army().definition)).collect()
    }

    fn named(&self, edits: &[usize]) -> String {
        match self.words(edits) {
            words if words.is_empty() => "as it is".to_owned(),
            words => words.join("; "),
        }
    }

    fn edited(&self, edits: &[usize]) -> Option<Army> {
        let chosen: Vec<&Edit> = edits.iter().map(|edit| &self.edits[*edit]).collect();
        self.editable.edited(&chosen)
    }
}

/// Games of the search, and its progress.
struct Arena<'a> {
    candidates: &'a Candidates<'a>,
    settings: Settings,
    limits: Limits,
    stop: &'a AtomicBool,
    begun: Instant,
    told: Instant,
    /// Edited armies by their edits, with the lots of the search or fresh ones.
    laboratories: BTreeMap<(Edits, bool), Laboratory>,
    pairs: u64,
}

impl<'a> Arena<'a> {
    fn new(candidates: &'a Candidates<'a>, settings: Settings, limits: Limits, stop: &'a AtomicBool) -> Self {
        let begun = Instant::now();
        let laboratories = BTreeMap::new();
        Self { candidates, settings, limits, stop, begun, told: begun, laboratories, pairs: 0 }
    }

    /// Number of pairs that can still be played at the pace so far.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of pairs; casts saturate")]
    fn left(&self) -> u64 {
        match (self.stop.load(Ordering::Relaxed), self.limits.time) {
            (true, _) => 0,
            (false, None) => u64::MAX,
            (false, Some(time)) => {
                let spent = self.begun.elapsed();
                let left = time.saturating_sub(spent);
                // Before the first games, any number.
                let pace = if self.pairs > 0 { self.pairs as f64 / spent.as_secs_f64() } else { f64::INFINITY };
                if left.is_zero() { 0 } else { (left.as_secs_f64() * pace) as u64 }
            }
        }
    }

    /// Plays pairs of games; fewer at the end of the time. `None` if the edits make no valid army together.
    fn play(&mut self, order: &Order, search: &Search) -> Result<Option<Pentanomial>, FairError> {
        let Order { edits, pairs, lots } = order;
        let Candidates { against, .. } = self.candidates;
        let laboratory = match self.laboratories.entry((edits.clone(), *lots == Lots::Fresh)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let edited = self.candidates.edited(edits).filter(|army| worth(army, against).is_ok());
                let Some(army) = edited else { return Ok(None) };
                let seed = self.settings.seed + u64::from(*lots == Lots::Fresh);
                let settings = Settings { seed, ..self.settings };
                new.insert(Laboratory::new(Plan::new(&[army, (*against).clone()], vec![[0, 1]], settings))?)
            }
        };
        let jobs: Vec<Job> = pairs.clone().map(|pair| Job { pair, pairing: [0, 1] }).collect();
        let mut results = Pentanomial::default();
        let mut is_unplayable = false;
        let left = self.limits.time.map(|time| time.saturating_sub(self.begun.elapsed()));
        let keep = |pair: Result<[f64; 2], Missing>| -> Result<(), Infallible> {
            match pair {
                Ok(points) => {
                    results.add(points);
                    self.pairs += 1;
                    if self.told.elapsed() >= TOLD_EVERY {
                        self.told = Instant::now();
                        let left = self.limits.time.map(|time| time.saturating_sub(self.begun.elapsed()));
                        eprintln!("{}", progress(self.candidates, search, order, &results, left));
                    }
                }
                Err(Missing::Unplayable) => is_unplayable = true,
                Err(Missing::Stopped) => {}
            }
            Ok(())
        };
        let play = |job: &Job| {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Missing::Stopped);
            }
            laboratory.play(*job).map(|pair| pair.outcome().points()).ok_or(Missing::Unplayable)
        };
        let Ok(()) = runner::quietly(&jobs, Limits { time: left, ..self.limits }, play, keep);
        match (is_unplayable, edits.is_empty()) {
            (false, _) => Ok(Some(results)),
            (true, false) => Ok(None),
            (true, true) => Err(FairError::NoGames(self.candidates.editable.army().file.name.clone())),
        }
    }

    fn report(&self, search: &Search) -> Result<Report, FairError> {
        let Candidates { editable, against, .. } = self.candidates;
        let tried = |edits: &Edits, results: &Pentanomial| {
            let games = 2 * u64::from(results.pairs());
            Some(Tried { edits: self.candidates.words(edits), score: results.interval()?, games })
        };
        let of_search = |edits: &Edits| tried(edits, search.played().get(edits)?);
        let found = search.found().and_then(|Confirmed { edits, fresh }| {
            Some(Found {
                edits: self.candidates.words(edits),
                score: fresh.interval()?,
                games: 2 * CONFIRMING,
                searched: of_search(edits),
                army: self.candidates.edited(edits)?,
            })
        });
        let closest = search.closest().filter(|edits| !edits.is_empty() && found.is_none());
        let closest =
            closest.and_then(|edits| Some((tried(edits, search.all().get(edits)?)?, self.candidates.edited(edits)?)));
        let distance = |tried: &Tried| (tried.score.mean - 0.5).abs() + tried.score.half;
        let others = search.played().iter().filter(|(edits, _)| !edits.is_empty());
        let mut others: Vec<Tried> = others.filter_map(|(edits, results)| tried(edits, results)).collect();
        others.sort_by(|a, b| distance(a).total_cmp(&distance(b)));
        let end = match (&found, self.left()) {
            (Some(_), _) => End::Found,
            (None, _) if self.stop.load(Ordering::Relaxed) => End::Stopped,
            (None, 0) => End::Time,
            (None, _) => End::Hopeless,
        };
        Ok(Report {
            army: editable.army().file.name.clone(),
            against: against.file.name.clone(),
            nodes: self.settings.nodes,
            before: of_search(&Vec::new()).map(|tried| tried.score),
            end,
            found,
            closest,
            refused: search.refused().iter().filter_map(|one| tried(&one.edits, &one.fresh)).collect(),
            tried: others,
            edits: self.candidates.edits.len(),
            games: 2 * search.pairs(),
            minutes: self.begun.elapsed().as_secs_f64() / 60.0,
        })
    }
}

/// Reason for a pair without a result.
enum Missing {
    /// The search was stopped.
    Stopped,
    /// Armies that cannot meet, or openings after which no game is left.
    Unplayable,
}

/// Line about the army that is being played, the best one so far, and the remaining time.
fn progress(
    candidates: &Candidates<'_>,
    search: &Search,
    order: &Order,
    results: &Pentanomial,
    left: Option<Duration>,
) -> String {
    let left = left.map(|left| format!("{} left, ", runner::clock(left))).unwrap_or_default();
    let games = 2 * (search.pairs() + u64::from(results.pairs()));
    let score = |score: Option<Interval>| score.map_or_else(|| "no games".to_owned(), |score| score.to_string());
    let mut all = match order.lots {
        Lots::Search => search.played().get(&order.edits).copied().unwrap_or_default(),
        Lots::Fresh => search.fresh(),
    };
    all.join(results);
    let done = 2 * all.pairs();
    let now = match order.lots {
        Lots::Search => format!("trying {}: {} ({done} games)", candidates.named(&order.edits), score(all.interval())),
        Lots::Fresh => format!(
            "confirming {}: {} ({done} of {} fresh games)",
            candidates.named(&order.edits),
            score(all.interval()),
            2 * CONFIRMING
        ),
    };
    let best = search.closest().filter(|edits| **edits != order.edits).and_then(|edits| {
        let results = *search.all().get(edits)?;
        let (score, games) = (score(results.interval()), 2 * results.pairs());
        Some(format!("; closest so far {}: {score} ({games} games)", candidates.named(edits)))
    });
    format!("{left}{games} games; {now}{}", best.unwrap_or_default())
}

/// Value of the army's pieces at home and in reserve, in Pawns of chess.
///
/// # Errors
/// [`SetupError`] if the armies cannot meet.
fn worth(army: &Army, against: &Army) -> Result<f64, SetupError> {
    let game = games::meeting([army.definition.clone(), against.definition.clone()], 0)?;
    let know = Knowledge::new(game.rules());
    let definition = &army.definition;
    let value = |piece: usize| {
        let key = format!("{}/{}", definition.id, definition.pieces[piece].id);
        game.rules().type_by_key(&key).map_or(0.0, |ty| f64::from(know.value(ty)) / 100.0)
    };
    let at_home = definition.territory.rows.iter().flatten().flatten();
    let at_home = at_home.filter(|piece| !definition.pieces[**piece].titan).map(|piece| value(*piece));
    let waiting = definition.reserves.iter().map(|reserve| WAITING * f64::from(reserve.count) * value(reserve.piece));
    Ok(at_home.chain(waiting).sum())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    const SETTINGS: Settings = Settings { nodes: 1, seed: 1, longest: 10 };

    fn without_a_queen() -> Army {
        let twin = Army::load("medieval").unwrap();
        Army::of_text("weak", twin.file.text.replace("RNBQKBNR", "RNBNKBNR")).unwrap()
    }

    #[test]
    fn a_stopped_search_reports_what_it_has() {
        let twin = Army::load("medieval").unwrap();
        let limits = Limits { threads: NonZeroUsize::new(2), time: None };
        let report = search(twin.clone(), &twin, SETTINGS, limits, &AtomicBool::new(true)).unwrap();
        assert!(report.found.is_none() && report.closest.is_none() && report.games == 0, "{report}");
        assert!(report.to_string().contains("was stopped"), "{report}");
        assert!(worth(&without_a_queen(), &twin).unwrap() < worth(&twin, &twin).unwrap() - 3.0);
    }

    /// The most likely edits are those that give back what is missing.
    #[test]
    fn a_weak_army_is_tried_with_stronger_pieces() {
        let against = Army::load("medieval").unwrap();
        let editable = Editable::new(without_a_queen()).unwrap();
        let candidates = Candidates::new(&editable, &against, Limits::default()).unwrap();
        let mut search = candidates.search();
        let first = search.next(u64::MAX).unwrap();
        assert!(first.edits.is_empty());
        search.learn(&first, &Pentanomial([64, 0, 32, 0, 0]));
        let best = search.next(u64::MAX).unwrap().edits;
        let odds = search.odds(&best);
        assert!(!best.is_empty() && odds.mean.abs() < 1.0, "{}: {odds:?}", candidates.named(&best));
        let edited = candidates.edited(&best).unwrap();
        let gain = worth(&edited, &against).unwrap() - worth(editable.army(), &against).unwrap();
        assert!(gain > 0.5, "{}: {gain}", candidates.named(&best));
    }

    #[test]
    fn armies_that_cannot_meet_are_refused_with_the_reason() {
        let against = Army::load("medieval").unwrap();
        let party = Army::load("baroque").unwrap();
        let refused = search(party, &against, SETTINGS, Limits::default(), &AtomicBool::new(false)).unwrap_err();
        let told = refused.to_string();
        assert!(told.contains("cannot play against each other") && told.contains("--against"), "{told}");
    }
}
