//! Result of a search, in words.

use std::fmt;

use balance::stats::Interval;
use serde::Serialize;

use crate::army::Army;

/// Number of armies in the list of those that were tried.
const SHOWN: usize = 12;
/// Distance of a score from 0 or 1 below which an army is lost or won.
const CLEAR: f64 = 0.05;

/// Search that ended.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Name of the army.
    pub army: String,
    /// Name of the other one.
    pub against: String,
    /// Node limit per turn.
    pub nodes: u64,
    /// Score of the army as it is; `None` if no game was played.
    pub before: Option<Interval>,
    /// Reason for the end.
    pub end: End,
    /// The even army, if one was found.
    pub found: Option<Found>,
    /// Otherwise, the edited army that is nearest to even.
    #[serde(serialize_with = "without_army")]
    pub closest: Option<(Tried, Army)>,
    /// Armies that fresh games did not confirm, with these games.
    pub refused: Vec<Tried>,
    /// Armies that were measured, the best ones first.
    pub tried: Vec<Tried>,
    /// Number of single edits of the file.
    pub edits: usize,
    /// Number of games.
    pub games: u64,
    /// Time that they took.
    pub minutes: f64,
}

/// Reason for the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// An even army was found.
    Found,
    /// The time is over.
    Time,
    /// The search was stopped.
    Stopped,
    /// No two edits can be expected to be enough.
    Hopeless,
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
    /// The games of the search, which chose this army.
    pub searched: Option<Tried>,
    /// The edited army.
    #[serde(skip)]
    pub army: Army,
}

fn without_army<S: serde::Serializer>(closest: &Option<(Tried, Army)>, to: S) -> Result<S::Ok, S::Error> {
    closest.as_ref().map(|(tried, _)| tried).serialize(to)
}

impl Report {
    /// The army to show: the even one, or the closest one. `None` if the army as it is is even, or nothing was tried.
    pub fn edited(&self) -> Option<&Army> {
        let found = self.found.as_ref().filter(|found| !found.edits.is_empty()).map(|found| &found.army);
        found.or(self.closest.as_ref().map(|(_, army)| army))
    }

    /// Sentence if all armies that were tried are lost, or won.
    fn one_sided(&self) -> Option<String> {
        let number = self.tried.len();
        let [least, most] = [f64::min, f64::max].map(|choose| {
            self.tried.iter().map(|tried| tried.score.mean).reduce(choose).map(|score| (100.0 * score).round())
        });
        match (least?, most?) {
            _ if number < 2 => None,
            (least, _) if least > 100.0 * (1.0 - CLEAR) => {
                Some(format!("None of the {number} armies that were tried scores less than {least:.0} %."))
            }
            (_, most) if most < 100.0 * CLEAR => {
                Some(format!("None of the {number} armies that were tried scores more than {most:.0} %."))
            }
            _ => None,
        }
    }

    fn write_found(&self, found: &Found, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if found.edits.is_empty() {
            writeln!(f, "It needs no edit:")?;
        } else {
            writeln!(f, "It is even after:")?;
            write_list(&found.edits, f)?;
        }
        write!(f, "\n{} in {} fresh games", found.score, found.games)?;
        match &found.searched {
            Some(searched) => writeln!(f, "; {} in the {} games that chose it.", searched.score, searched.games)?,
            None => writeln!(f, ".")?,
        }
        match self.refused.len() {
            0 => Ok(()),
            1 => writeln!(
                f,
                "Fresh games refused another army before. The best of two looks a little better than it is."
            ),
            more => writeln!(
                f,
                "Fresh games refused {more} other armies before. The best of {} looks a little better than it is.",
                more + 1
            ),
        }
    }

    fn write_closest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            End::Hopeless => {
                writeln!(f, "No two of the {} edits of its file can be expected to make it even.", self.edits)?;
            }
            End::Stopped => writeln!(f, "The search was stopped before an army was confirmed.")?,
            End::Found | End::Time => {
                writeln!(f, "No army with at most two small edits was confirmed in the time.")?;
            }
        }
        if let Some(sentence) = self.one_sided() {
            writeln!(f, "{sentence}")?;
        }
        let Some((Tried { edits, score, games }, _)) = &self.closest else { return Ok(()) };
        writeln!(f, "The closest one is the army after:")?;
        write_list(edits, f)?;
        writeln!(f, "\n{score} in {games} games.")
    }
}

fn write_list(edits: &[String], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    edits.iter().try_for_each(|edit| writeln!(f, "* {edit}"))
}

fn write_table(armies: &[Tried], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    armies.iter().take(SHOWN).try_for_each(|Tried { edits, score, games }| {
        let edits = if edits.is_empty() { "as it is".to_owned() } else { edits.join("; ") };
        writeln!(f, "{:>10}{games:>7} games  {edits}", score.to_string())
    })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { army, against, nodes, before, tried, refused, games, minutes, .. } = self;
        match before {
            Some(score) => {
                writeln!(f, "{army} scores {score} against {against} as it is ({nodes} positions per turn).\n")?;
            }
            None => writeln!(f, "{army} has played no game against {against}.\n")?,
        }
        match &self.found {
            Some(found) => self.write_found(found, f)?,
            None => self.write_closest(f)?,
        }
        if !refused.is_empty() {
            writeln!(f, "\nNot confirmed by fresh games:")?;
            write_table(refused, f)?;
        }
        if !tried.is_empty() {
            writeln!(f, "\n{} armies tried, in {games} games and {minutes:.0} minutes together:", tried.len())?;
            write_table(tried, f)?;
        }
        Ok(())
    }
}
