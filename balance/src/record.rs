//! Results of a run of duels without its games: what tables are made of, in a few kilobytes. The repository keeps those
//! of the built-in armies in `balance/data`.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::army::ArmyFile;
use crate::duel::{FORMAT, Outcome, Plan};
use crate::stats::{Interval, Pentanomial};

/// Points of a lost, drawn and won game.
const POINTS: [f64; 3] = [0.0, 0.5, 1.0];

/// Results of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the results file.
    pub format: u32,
    /// Node limit per turn.
    pub nodes: u64,
    /// Seed of all openings.
    pub seed: u64,
    /// Number of turns of both sides after which a game is a draw.
    pub longest: usize,
    /// Armies.
    pub armies: Vec<Entrant>,
    /// Number of the first pair of games of each pairing.
    pub first: u64,
    /// Number of pairs of games of each pairing.
    pub rounds: u64,
    /// Results by pairing.
    pub pairings: Vec<Counts>,
}

/// Army of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// Id.
    pub id: String,
    /// Display name.
    pub name: String,
    /// SHA-256 of the Battalion file, in hexadecimal digits.
    pub sha256: String,
}

impl From<&ArmyFile> for Entrant {
    fn from(file: &ArmyFile) -> Self {
        Self { id: file.id.clone(), name: file.name.clone(), sha256: sha256(&file.text) }
    }
}

/// SHA-256 of a text in hexadecimal digits.
pub(crate) fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Counted results of a pairing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Indices of the armies.
    pub pairing: [usize; 2],
    /// Numbers of pairs of games by what the army that moved first made of the first game (rows) and of the second one
    /// (columns): lost, drew, won. The first army of the pairing moves first in the first game.
    pub pairs: [[u32; 3]; 3],
    /// Number of decisions of both sides in all games.
    pub turns: usize,
    /// Number of games that became too long.
    pub too_long: usize,
}

/// Records that cannot be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the runs differ in armies, seed, strength or rules, or their rounds do not follow each other")]
pub struct Unlike;

impl Counts {
    fn of(pairing: [usize; 2], outcomes: &[&Outcome]) -> Self {
        let mut pairs = [[0; 3]; 3];
        for outcome in outcomes {
            let [row, column] = outcome.games.map(|game| POINTS.iter().position(|p| *p == game.points).unwrap_or(1));
            pairs[row][column] += 1;
        }
        let games = || outcomes.iter().flat_map(|outcome| outcome.games);
        Self {
            pairing,
            pairs,
            turns: games().map(|game| game.turns).sum(),
            too_long: games().filter(|game| !game.ended).count(),
        }
    }

    /// Points of the army that moves first in both games, with the number of such pairs.
    pub fn firsts(&self) -> impl Iterator<Item = ([f64; 2], u32)> + '_ {
        let cells = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
        cells.map(|(row, column)| ([POINTS[row], POINTS[column]], self.pairs[row][column]))
    }

    /// Number of games.
    pub fn games(&self) -> usize {
        2 * self.pairs.iter().flatten().sum::<u32>() as usize
    }

    /// Number of drawn games.
    pub fn draws(&self) -> usize {
        self.firsts()
            .map(|(points, count)| count as usize * points.iter().filter(|points| **points == 0.5).count())
            .sum()
    }

    /// Number of games that the first army of the pairing won; with `as_first`, the army that moved first.
    pub fn wins(&self, as_first: bool) -> usize {
        let wins = |[first, second]: [f64; 2]| {
            let second = if as_first { second } else { 1.0 - second };
            usize::from(first == 1.0) + usize::from(second == 1.0)
        };
        self.firsts().map(|(points, count)| count as usize * wins(points)).sum()
    }

    /// Score of whichever army moves first; `None` without games.
    pub fn first_move(&self) -> Option<Interval> {
        self.interval(|points| points)
    }

    /// Score of the first army of the pairing; `None` without games.
    pub fn score(&self) -> Option<Interval> {
        self.interval(|[one, other]| [one, 1.0 - other])
    }

    fn interval(&self, points: impl Fn([f64; 2]) -> [f64; 2]) -> Option<Interval> {
        let mut sum = Pentanomial::default();
        self.firsts().for_each(|(firsts, count)| sum.add_all(points(firsts), count));
        sum.interval()
    }

    fn add(&mut self, more: &Self) {
        let all = self.pairs.iter_mut().flatten().zip(more.pairs.iter().flatten());
        all.for_each(|(sum, count)| *sum += count);
        self.turns += more.turns;
        self.too_long += more.too_long;
    }
}

impl Record {
    /// Counts the rounds from number `first` on that all pairings have completed, so that the record depends only on
    /// their number. `None` before the first of them is complete.
    pub fn new(plan: &Plan, first: u64, mut outcomes: Vec<Outcome>) -> Option<Self> {
        outcomes.retain(|outcome| outcome.job.pair >= first);
        outcomes.sort_by_key(|outcome| outcome.job);
        outcomes.dedup_by_key(|outcome| outcome.job);
        let of = |pairing: &[usize; 2]| {
            let own = outcomes.iter().filter(|outcome| outcome.job.pairing == *pairing);
            // Numbers without gaps.
            let complete = (first..).zip(own).take_while(|(number, outcome)| outcome.job.pair == *number);
            (*pairing, complete.map(|(_, outcome)| outcome).collect::<Vec<_>>())
        };
        let played: Vec<([usize; 2], Vec<&Outcome>)> = plan.pairings.iter().map(of).collect();
        let rounds = played.iter().map(|(_, own)| own.len()).min().filter(|rounds| *rounds > 0)?;
        Some(Self {
            format: plan.format,
            nodes: plan.nodes,
            seed: plan.seed,
            longest: plan.longest,
            armies: plan.armies.iter().map(Entrant::from).collect(),
            first,
            rounds: rounds as u64,
            pairings: played.iter().map(|(pairing, own)| Counts::of(*pairing, &own[..rounds])).collect(),
        })
    }

    /// Returns `true` if the results were played by the rules and the player of this version.
    pub fn is_current(&self) -> bool {
        self.format == FORMAT
    }

    /// Adds the rounds that follow.
    ///
    /// # Errors
    /// [`Unlike`] if the other record is not of the same run, or its rounds do not follow. Nothing is added then.
    pub fn extend(&mut self, more: &Self) -> Result<(), Unlike> {
        let pairings = |record: &Self| record.pairings.iter().map(|counts| counts.pairing).collect::<Vec<_>>();
        let head = |record: &Self| (record.format, record.nodes, record.seed, record.longest, pairings(record));
        if head(self) != head(more) || self.armies != more.armies || self.first + self.rounds != more.first {
            return Err(Unlike);
        }
        self.pairings.iter_mut().zip(&more.pairings).for_each(|(own, more)| own.add(more));
        self.rounds += more.rounds;
        Ok(())
    }

    /// Score of an army against another, by their ids. `None` if they did not play each other.
    pub fn score(&self, one: &str, other: &str) -> Option<Interval> {
        let id = |index: usize| self.armies.get(index).map(|army| army.id.as_str());
        self.pairings.iter().find_map(|counts| {
            let [first, second] = counts.pairing.map(id);
            if (first, second) == (Some(one), Some(other)) {
                counts.score()
            } else if (first, second) == (Some(other), Some(one)) {
                counts.score().map(Interval::mirrored)
            } else {
                None
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Army;
    use crate::duel::{Course, Job, Settings, all_pairings};

    fn plan() -> Plan {
        let armies = ["makpong", "medieval"].map(|id| Army::load(id).unwrap());
        Plan::new(&armies, all_pairings(2), Settings { nodes: 40, seed: 7, longest: 120 })
    }

    /// Results of four rounds that differ from each other.
    fn outcomes(plan: &Plan) -> Vec<Outcome> {
        let course = |number: u64| Course {
            points: POINTS[(number % 3) as usize],
            turns: 10 + number as usize,
            ended: !number.is_multiple_of(5),
        };
        let outcome = |job: Job| {
            let number = job.pair + 2 * job.pairing[1] as u64;
            Outcome { job, games: [course(number), course(number / 2)] }
        };
        plan.jobs(0..4).into_iter().map(outcome).collect()
    }

    #[test]
    fn counts_have_the_scores_of_their_games() {
        let plan = plan();
        let all = outcomes(&plan);
        let record = Record::new(&plan, 0, all.clone()).unwrap();
        assert_eq!((record.rounds, record.pairings.len()), (4, 3));
        for counts in &record.pairings {
            let own: Vec<&Outcome> = all.iter().filter(|outcome| outcome.job.pairing == counts.pairing).collect();
            let interval = |points: &dyn Fn(&Outcome) -> [f64; 2]| {
                let mut sum = Pentanomial::default();
                own.iter().for_each(|outcome| sum.add(points(outcome)));
                sum.interval()
            };
            assert_eq!(counts.score(), interval(&|outcome| outcome.points()));
            assert_eq!(counts.first_move(), interval(&|outcome| outcome.games.map(|game| game.points)));
            let games = || own.iter().flat_map(|outcome| outcome.games);
            assert_eq!(counts.games(), games().count());
            let points = || own.iter().flat_map(|outcome| outcome.points());
            assert_eq!(counts.wins(false), points().filter(|points| *points == 1.0).count());
            assert_eq!(counts.wins(true), games().filter(|game| game.points == 1.0).count());
            assert_eq!(counts.draws(), games().filter(|game| game.points == 0.5).count());
            assert_eq!(counts.turns, games().map(|game| game.turns).sum::<usize>());
            assert_eq!(counts.too_long, games().filter(|game| !game.ended).count());
        }
        let score = record.score("makpong", "medieval").unwrap();
        assert_eq!(record.score("medieval", "makpong"), Some(score.mirrored()));
        assert_eq!(record.score("medieval", "alchemists"), None);
    }

    #[test]
    fn rounds_that_follow_are_added_and_others_refused() {
        let plan = plan();
        let all = outcomes(&plan);
        let whole = Record::new(&plan, 0, all.clone()).unwrap();
        let part = |first: u64, to: u64| {
            let own = all.iter().filter(|outcome| outcome.job.pair < to).copied().collect();
            Record::new(&plan, first, own).unwrap()
        };
        let mut joined = part(0, 1);
        joined.extend(&part(1, 4)).unwrap();
        assert_eq!(joined, whole);
        for wrong in [part(0, 2), part(3, 4), Record { seed: 8, ..part(1, 4) }, Record { nodes: 41, ..part(1, 4) }] {
            let mut joined = part(0, 1);
            assert_eq!(joined.extend(&wrong), Err(Unlike));
            assert_eq!(joined, part(0, 1));
        }
        let mut edited = part(1, 4);
        edited.armies[0].sha256 = sha256("another file");
        assert_eq!(part(0, 1).extend(&edited), Err(Unlike));
    }

    #[test]
    fn only_complete_rounds_without_gaps_count() {
        let plan = plan();
        let mut all = outcomes(&plan);
        all.retain(|outcome| outcome.job != Job { pair: 2, pairing: [0, 1] });
        assert_eq!(Record::new(&plan, 0, all.clone()).unwrap().rounds, 2);
        assert_eq!(Record::new(&plan, 2, all.clone()), None);
        assert_eq!(Record::new(&plan, 3, all).unwrap().rounds, 1);
        assert_eq!(Record::new(&plan, 0, Vec::new()), None);
    }
}
