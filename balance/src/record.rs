//! Results of a run of duels without its games: what tables are made of, in a few kilobytes. The repository keeps those
//! of the built-in armies in `balance/data`.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::army::ArmyFile;
use crate::duel::{FORMAT, Job, Outcome, Plan};
use crate::stats::{Interval, Pentanomial};

/// Points of a lost, drawn and won game.
const POINTS: [f64; 3] = [0.0, 0.5, 1.0];
/// Number of pairs of games by which a pairing grows until its interval is narrow enough.
const STEP: u64 = 10;

/// Size of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Number of pairs of games of each pairing.
    pub pairs: u64,
    /// Greatest half-width of the interval of a score, as a share of 1. A pairing of two armies whose interval is wider
    /// gets more pairs, ten at a time. A run that stops where intervals happen to be narrow makes them slightly too
    /// narrow; begin with twenty pairs or more.
    pub within: Option<f64>,
}

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
    /// Number of the first pair of games. Those that follow have no gaps.
    pub first: u64,
    /// Counts of pairs of games by what the army that moved first made of the first game (rows) and of the second one
    /// (columns): lost, drew, won. The first army of the pairing moves first in the first game.
    pub pairs: [[u32; 3]; 3],
    /// Number of decisions of both sides in all games.
    pub turns: usize,
    /// Number of games that became too long.
    pub too_long: usize,
}

/// Records that cannot be joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the runs differ in armies, seed, strength or rules, or their games do not follow each other")]
pub struct Unlike;

impl Counts {
    /// Counts the pairs of a pairing from this number on, up to the first gap. They are in the order of their numbers.
    fn of<'a>(pairing: [usize; 2], first: u64, outcomes: impl Iterator<Item = &'a Outcome>) -> Self {
        let mut counts = Self { pairing, first, pairs: [[0; 3]; 3], turns: 0, too_long: 0 };
        let own = outcomes.filter(|outcome| outcome.job.pairing == pairing && outcome.job.pair >= first);
        for (_, outcome) in (first..).zip(own).take_while(|(number, outcome)| outcome.job.pair == *number) {
            let [row, column] = outcome.games.map(|game| POINTS.iter().position(|p| *p == game.points).unwrap_or(1));
            counts.pairs[row][column] += 1;
            counts.turns += outcome.games.iter().map(|game| game.turns).sum::<usize>();
            counts.too_long += outcome.games.iter().filter(|game| !game.ended).count();
        }
        counts
    }

    /// Number of pairs of games.
    pub fn number(&self) -> u64 {
        self.pairs.iter().flatten().map(|count| u64::from(*count)).sum()
    }

    /// Number of the pair of games that follows.
    pub fn next(&self) -> u64 {
        self.first + self.number()
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

    /// Adds the pairs that follow.
    fn add(&mut self, more: &Self) {
        let all = self.pairs.iter_mut().flatten().zip(more.pairs.iter().flatten());
        all.for_each(|(sum, count)| *sum += count);
        self.turns += more.turns;
        self.too_long += more.too_long;
    }
}

impl Record {
    /// Record of a run without games.
    pub fn empty(plan: &Plan) -> Self {
        Self::counted(plan, |pairing| Counts::of(pairing, 0, [].iter()))
    }

    /// Counts the pairs of each pairing from its lowest number up to the first gap.
    pub fn new(plan: &Plan, mut outcomes: Vec<Outcome>) -> Self {
        sort(&mut outcomes);
        Self::counted(plan, |pairing| {
            let lowest = outcomes.iter().find(|outcome| outcome.job.pairing == pairing);
            Counts::of(pairing, lowest.map_or(0, |outcome| outcome.job.pair), outcomes.iter())
        })
    }

    fn counted(plan: &Plan, counts: impl Fn([usize; 2]) -> Counts) -> Self {
        Self {
            format: plan.format,
            nodes: plan.nodes,
            seed: plan.seed,
            longest: plan.longest,
            armies: plan.armies.iter().map(Entrant::from).collect(),
            pairings: plan.pairings.iter().copied().map(counts).collect(),
        }
    }

    /// Pairs of games that a run of this size adds to the record, as far as they follow from its results: each time
    /// these are complete, there can be more. In rounds: a run that is cut short has played all pairings equally.
    pub fn wanted(&self, mut outcomes: Vec<Outcome>, size: Size) -> Vec<Job> {
        sort(&mut outcomes);
        let mut jobs: Vec<Job> = Vec::new();
        for counts in &self.pairings {
            let (pairing, first) = (counts.pairing, counts.next());
            let is_enough = |number: u64| {
                let more =
                    Counts::of(pairing, first, outcomes.iter().filter(|outcome| outcome.job.pair < first + number));
                let mut all = counts.clone();
                all.add(&more);
                let is_narrow = |most: f64| all.score().is_some_and(|score| score.half <= most);
                more.number() < number || pairing[0] == pairing[1] || size.within.is_none_or(is_narrow)
            };
            let number = (0..).map(|steps| size.pairs + STEP * steps).find(|number| is_enough(*number));
            jobs.extend((first..first + number.unwrap_or(size.pairs)).map(|pair| Job { pair, pairing }));
        }
        jobs.sort_by_key(|job| job.pair);
        jobs
    }

    /// Returns `true` if the results were played by the rules and the player of this version.
    pub fn is_current(&self) -> bool {
        self.format == FORMAT
    }

    /// Adds the pairs of games that follow.
    ///
    /// # Errors
    /// [`Unlike`] if the other record is not of the same run, or its pairs do not follow. Nothing is added then.
    pub fn extend(&mut self, more: &Self) -> Result<(), Unlike> {
        let pairings = |record: &Self| record.pairings.iter().map(|counts| counts.pairing).collect::<Vec<_>>();
        let head = |record: &Self| (record.format, record.nodes, record.seed, record.longest, pairings(record));
        let is_gap = |(own, more): (&Counts, &Counts)| more.number() > 0 && own.next() != more.first;
        if head(self) != head(more)
            || self.armies != more.armies
            || self.pairings.iter().zip(&more.pairings).any(is_gap)
        {
            return Err(Unlike);
        }
        self.pairings.iter_mut().zip(&more.pairings).for_each(|(own, more)| own.add(more));
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

/// Sorts results by their numbers and removes repeated ones.
fn sort(outcomes: &mut Vec<Outcome>) {
    outcomes.sort_by_key(|outcome| outcome.job);
    outcomes.dedup_by_key(|outcome| outcome.job);
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
        let record = Record::new(&plan, all.clone());
        assert_eq!(record.pairings.iter().map(Counts::number).collect::<Vec<_>>(), [4, 4, 4]);
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
    fn pairs_that_follow_are_added_and_others_refused() {
        let plan = plan();
        let all = outcomes(&plan);
        let whole = Record::new(&plan, all.clone());
        let part = |is_in: &dyn Fn(Job) -> bool| {
            Record::new(&plan, all.iter().filter(|outcome| is_in(outcome.job)).copied().collect())
        };
        let from = |first: u64| part(&|job| job.pair >= first);
        let begun = part(&|job| job.pair < 1);
        let mut joined = begun.clone();
        joined.extend(&from(1)).unwrap();
        assert_eq!(joined, whole);
        for wrong in
            [part(&|job| job.pair < 2), from(2), Record { seed: 8, ..from(1) }, Record { nodes: 41, ..from(1) }]
        {
            let mut joined = begun.clone();
            assert_eq!(joined.extend(&wrong), Err(Unlike));
            assert_eq!(joined, begun);
        }
        let mut edited = from(1);
        edited.armies[0].sha256 = sha256("another file");
        assert_eq!(begun.clone().extend(&edited), Err(Unlike));
        // Some pairings only.
        joined = begun;
        joined.extend(&part(&|job| job.pair >= 1 && job.pairing == [0, 1])).unwrap();
        joined.extend(&part(&|job| job.pair >= 1 && job.pairing != [0, 1])).unwrap();
        assert_eq!(joined, whole);
    }

    #[test]
    fn pairs_beyond_a_gap_do_not_count() {
        let plan = plan();
        let mut all = outcomes(&plan);
        all.retain(|outcome| outcome.job != Job { pair: 2, pairing: [0, 1] });
        let numbers = |all| Record::new(&plan, all).pairings.iter().map(Counts::number).collect::<Vec<_>>();
        assert_eq!(numbers(all.clone()), [4, 2, 4]);
        assert_eq!(numbers(Vec::new()), [0, 0, 0]);
    }

    /// Lowest number and count of the pairs that belong to a run of this size after these results, by pairing.
    fn sizes(record: &Record, outcomes: &[Outcome], size: Size) -> Vec<(u64, u64)> {
        let jobs = record.wanted(outcomes.to_vec(), size);
        let of = |pairing: [usize; 2]| {
            let own: Vec<u64> = jobs.iter().filter(|job| job.pairing == pairing).map(|job| job.pair).collect();
            (own.first().copied().unwrap_or(0), own.len() as u64)
        };
        record.pairings.iter().map(|counts| of(counts.pairing)).collect()
    }

    #[test]
    fn pairings_grow_until_their_intervals_are_narrow() {
        let plan = plan();
        let none = Record::empty(&plan);
        let size = Size { pairs: 4, within: Some(0.2) };
        assert_eq!(sizes(&none, &[], Size { within: None, ..size }), [(0, 4); 3]);
        assert_eq!(sizes(&none, &[], size), [(0, 4); 3]);
        let rounds =
            |to: u64| (0..to).flat_map(|pair| plan.pairings.iter().map(move |pairing| Job { pair, pairing: *pairing }));
        assert_eq!(none.wanted(Vec::new(), size), rounds(4).collect::<Vec<_>>());

        // Wins and losses in turn.
        let course = |points: f64| Course { points, turns: 20, ended: true };
        let outcome = |job: Job| {
            let points = f64::from(u8::from(job.pair.is_multiple_of(2)));
            Outcome { job, games: [course(points), course(1.0 - points)] }
        };
        let played: Vec<Outcome> = rounds(4).map(outcome).collect();
        // Mirrors stay as they are: their scores are even by definition.
        let grown = [(0, 4), (0, 14), (0, 4)];
        assert_eq!(sizes(&none, &played, size), grown);
        let missing = |outcome: &&Outcome| outcome.job != Job { pair: 3, pairing: [0, 1] };
        let incomplete: Vec<Outcome> = played.iter().filter(missing).copied().collect();
        assert_eq!(sizes(&none, &incomplete, size), [(0, 4); 3]);
        // A step that is not complete yet changes nothing, and further results in the file do not either.
        let more: Vec<Outcome> = rounds(17).map(outcome).collect();
        assert_eq!(sizes(&none, &more[..3 * 10], size), grown);
        let wide = Size { within: Some(0.31), ..size };
        assert_eq!(sizes(&none, &more, wide), grown);
        let narrow = Size { within: Some(0.01), ..size };
        assert_eq!(sizes(&none, &more, narrow), [(0, 4), (0, 24), (0, 4)]);
        // A run after a record.
        let record = Record::new(&plan, played);
        assert_eq!(sizes(&record, &[], Size { pairs: 0, ..size }), [(0, 0), (4, 10), (0, 0)]);
        assert_eq!(sizes(&record, &[], Size { pairs: 2, within: None }), [(4, 2); 3]);
    }
}
