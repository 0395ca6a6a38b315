//! Pairs of games between two armies: the same opening lots, once with each army to move first.

use std::ops::Range;
use std::sync::OnceLock;

use engine::action::Action;
use engine::board::Seat;
use engine::titans::Game;
use engine::view::{Phase, Viewer};
use engine::words;
use opponent::Knowledge;
use serde::{Deserialize, Serialize};

use crate::army::{Army, ArmyError, ArmyFile};
use crate::dice::Dice;
use crate::games::{self, Player};

/// Version of the results file. Raise it when the same seeds give other games, so that no run mixes both.
pub const FORMAT: u32 = 8;
/// Number of random turns before a game: this many and up to `MORE` more.
const OPENING: usize = 4;
const MORE: usize = 4;
/// Largest distance of an opening's score from the mean of its pairing, in hundredths of a Pawn.
const UNEVEN: f64 = 150.0;
/// Number of openings that make the mean of a pairing.
const PROBES: u64 = 12;
/// Number of openings tried for one game.
const TRIES: u64 = 40;

/// Description of a run: equal descriptions give equal games on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of the results file.
    pub format: u32,
    /// Armies with their files.
    pub armies: Vec<ArmyFile>,
    /// Pairings as indices of armies.
    pub pairings: Vec<[usize; 2]>,
    /// Node limit per turn.
    pub nodes: u64,
    /// Seed of all openings.
    pub seed: u64,
    /// Number of turns of both sides after which a game is a draw.
    pub longest: usize,
}

/// Pair of games to play: indices of its armies, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Job {
    /// Number of the pair within its pairing.
    pub pair: u64,
    /// Indices of the armies.
    pub pairing: [usize; 2],
}

/// Result of a pair of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The pair.
    #[serde(flatten)]
    pub job: Job,
    /// The game in which the first army of the pairing moves first, then the other one.
    pub games: [Played; 2],
}

/// Finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Points of the army that moved first.
    pub points: f64,
    /// Result in words; `None` for a game that became too long.
    pub result: Option<String>,
    /// Number of the setup's seed.
    pub setup: u8,
    /// All decisions.
    pub log: Vec<(Seat, Action)>,
}

impl Pair {
    /// Armies of both games in the order of their seats.
    pub const fn seats(&self) -> [[usize; 2]; 2] {
        let [one, other] = self.job.pairing;
        [[one, other], [other, one]]
    }

    /// The results alone.
    pub fn outcome(&self) -> Outcome {
        let course =
            |game: &Played| Course { points: game.points, turns: game.log.len(), ended: game.result.is_some() };
        Outcome { job: self.job, games: self.games.each_ref().map(course) }
    }
}

/// Result of a pair of games without their decisions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The pair.
    #[serde(flatten)]
    pub job: Job,
    /// Both games, in the order of [`Pair::games`].
    pub games: [Course; 2],
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// Points of the army that moved first.
    pub points: f64,
    /// Number of decisions of both sides.
    pub turns: usize,
    /// `true` if the game ended by the rules, `false` if it became too long.
    pub ended: bool,
}

impl Outcome {
    /// Armies of both games in the order of their seats.
    pub const fn seats(&self) -> [[usize; 2]; 2] {
        let [one, other] = self.job.pairing;
        [[one, other], [other, one]]
    }

    /// Points of the pairing's first army in both games.
    pub const fn points(&self) -> [f64; 2] {
        [self.games[0].points, 1.0 - self.games[1].points]
    }
}

/// Armies of a run, ready to play.
#[derive(Debug)]
pub struct Laboratory {
    plan: Plan,
    armies: Vec<Army>,
    /// Knowledge and mean score of openings, by first and second army.
    pairings: Vec<Pairing>,
}

/// Values shared by all games of two armies in this order, computed with the first of these games.
#[derive(Debug, Default)]
struct Pairing {
    know: OnceLock<Option<Knowledge>>,
    /// Mean score of random openings.
    mean: OnceLock<f64>,
}

/// Settings of a run besides its armies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Node limit per turn: the strength.
    pub nodes: u64,
    /// Seed of all openings.
    pub seed: u64,
    /// Number of turns of both sides after which a game is a draw.
    pub longest: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { nodes: 2_000, seed: 1, longest: 400 }
    }
}

impl Plan {
    /// Plan for these armies and pairings.
    pub fn new(armies: &[Army], pairings: Vec<[usize; 2]>, settings: Settings) -> Self {
        let Settings { nodes, seed, longest } = settings;
        let armies = armies.iter().map(|army| army.file.clone()).collect();
        Self { format: FORMAT, armies, pairings, nodes, seed, longest }
    }

    /// Pairs of games with these numbers of each pairing, in rounds: a run that is cut short has played all pairings
    /// equally.
    pub fn jobs(&self, pairs: Range<u64>) -> Vec<Job> {
        let round = |pair| self.pairings.iter().map(move |pairing| Job { pair, pairing: *pairing });
        pairs.flat_map(round).collect()
    }
}

/// All pairings of this many armies, each army against itself included.
pub fn all_pairings(armies: usize) -> Vec<[usize; 2]> {
    (0..armies).flat_map(|one| (one..armies).map(move |other| [one, other])).collect()
}

impl Laboratory {
    /// Prepares the armies of a plan.
    ///
    /// # Errors
    /// [`ArmyError`] if a file of the plan is not valid.
    pub fn new(plan: Plan) -> Result<Self, ArmyError> {
        let armies: Vec<Army> =
            plan.armies.iter().map(|file| Army::of_text(&file.id, file.text.clone())).collect::<Result<_, _>>()?;
        let pairings = (0..armies.len().pow(2)).map(|_| Pairing::default()).collect();
        Ok(Self { plan, armies, pairings })
    }

    /// Plays a pair of games; `None` if these armies cannot meet.
    pub fn play(&self, job: Job) -> Option<Pair> {
        let mut playing = Playing::new(job);
        loop {
            match self.step(&mut playing) {
                Step::More => {}
                Step::Done(pair) => return Some(pair),
                Step::CannotMeet => return None,
            }
        }
    }

    /// Plays on by one step: an opening or a turn. The steps depend on nothing but the job and the plan, so a caller
    /// can do other work between them.
    pub fn step(&self, playing: &mut Playing) -> Step {
        self.advance(playing).unwrap_or(Step::CannotMeet)
    }

    fn advance(&self, playing: &mut Playing) -> Option<Step> {
        let job = playing.job;
        let [one, other] = job.pairing;
        let first = playing.played.is_none();
        // A mirror has no other colour: its two games differ by their openings.
        let (seats, number) = match (one == other, first) {
            (true, first) => ([one, other], 2 * job.pair + u64::from(!first)),
            (false, true) => ([one, other], job.pair),
            (false, false) => ([other, one], job.pair),
        };
        let game = match &mut playing.stage {
            Stage::Opening(search) => {
                if let Some(opened) = self.search_on(search, seats, number)? {
                    playing.stage = Stage::Turns(opened);
                }
                return Some(Step::More);
            }
            Stage::Turns(opened) => opened,
        };
        let is_over = game.game.is_over() || game.game.log().len() >= self.plan.longest;
        if !is_over && game.take_turn(self.plan.nodes, number).is_some() {
            return Some(Step::More);
        }
        let played = game.played();
        playing.stage = Stage::Opening(Search::default());
        Some(match playing.played.take() {
            None => {
                playing.played = Some(played);
                Step::More
            }
            Some(before) => Step::Done(Pair { job, games: [before, played] }),
        })
    }

    fn pairing(&self, [one, other]: [usize; 2]) -> &Pairing {
        &self.pairings[one * self.armies.len() + other]
    }

    /// Tries one more opening. `Some(None)`: the search continues; `None`: no opening can be played.
    fn search_on(&self, search: &mut Search, seats: [usize; 2], number: u64) -> Option<Option<Box<Opened>>> {
        let mean = &self.pairing(seats).mean;
        let Some(mean) = mean.get() else {
            if search.probes < PROBES {
                search.scores.extend(self.opening(seats, u64::MAX, search.probes).map(|opened| opened.score));
                search.probes += 1;
            } else {
                mean.get_or_init(|| mean_of(&search.scores));
            }
            return Some(None);
        };
        if search.attempts < TRIES {
            let opened = self.opening(seats, number, search.attempts);
            search.attempts += 1;
            if let Some(opened) = opened {
                let off = (opened.score - mean).abs();
                if search.nearest.as_ref().is_none_or(|(least, _)| off < *least) {
                    search.nearest = Some((off, Box::new(opened)));
                }
                if off < UNEVEN {
                    search.attempts = TRIES;
                }
            }
            return Some(None);
        }
        search.nearest.take().map(|(_, opened)| Some(opened))
    }

    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
    fn opening(&self, seats: [usize; 2], number: u64, attempt: u64) -> Option<Opened> {
        let seed = self.seed(seats, number, attempt);
        let setup = seed as u8;
        let duel = |setup| games::duel_of(seats.map(|army| self.armies[army].definition.clone()), setup);
        // The first setup, so that the values do not depend on the opening that is played first.
        let derive = || duel(0).map(|game| Knowledge::on_equal_terms(game.rules()));
        let know = self.pairing(seats).know.get_or_init(derive).as_ref()?;
        let game = duel(setup)?;
        let turns = OPENING + Dice(seed).below(MORE + 1);
        let begun = know.rebound(game.rules());
        let game = games::opened(game, &begun, seed, turns)?;
        let know = know.rebound(game.rules());
        let score = games::score(&game, &know)?;
        Some(Opened { game, know, score, setup })
    }

    /// Seed of an opening. It depends on the ids of the armies, so that other armies in the run change nothing; both
    /// orders of two armies share it.
    fn seed(&self, seats: [usize; 2], number: u64, attempt: u64) -> u64 {
        let mut ids = seats.map(|army| self.armies[army].file.id.as_str());
        ids.sort_unstable();
        let ids = ids.iter().flat_map(|id| id.bytes().chain([0])).map(u64::from);
        let parts = ids.chain([self.plan.seed, number, attempt]);
        parts.fold(0, |seed, part| Dice(seed ^ part).below(usize::MAX) as u64)
    }
}

/// Mean score of random openings: unequal armies have no even ones. Forced wins count as decided, not as 300 Pawns.
fn mean_of(scores: &[f64]) -> f64 {
    const DECIDED: f64 = 1_500.0;
    let sum: f64 = scores.iter().map(|score| score.clamp(-DECIDED, DECIDED)).sum();
    sum / scores.len().max(1) as f64
}

/// Result of a step.
#[derive(Debug)]
pub enum Step {
    /// There is more to play.
    More,
    /// Both games are over.
    Done(Pair),
    /// No game between the armies can be set up.
    CannotMeet,
}

/// Pair of games in progress.
#[derive(Debug)]
pub struct Playing {
    job: Job,
    /// The first game, once it is over.
    played: Option<Played>,
    stage: Stage,
}

impl Playing {
    /// Begins a pair of games.
    pub fn new(job: Job) -> Self {
        Self { job, played: None, stage: Stage::Opening(Search::default()) }
    }
}

/// Stage of a game.
#[derive(Debug)]
enum Stage {
    Opening(Search),
    Turns(Box<Opened>),
}

/// Search for an opening near the mean of its pairing.
#[derive(Debug, Default)]
struct Search {
    /// Openings that were tried for the mean, and their scores.
    probes: u64,
    scores: Vec<f64>,
    /// Openings that were tried for the game, and the nearest to the mean with its distance.
    attempts: u64,
    nearest: Option<(f64, Box<Opened>)>,
}

/// Game after its opening.
#[derive(Debug)]
struct Opened {
    game: Game,
    know: Knowledge,
    /// Score for the first seat, in hundredths of a Pawn.
    score: f64,
    setup: u8,
}

impl Opened {
    /// Takes a turn; `None` if there is none.
    fn take_turn(&mut self, nodes: u64, seed: u64) -> Option<()> {
        let seat = self.game.to_act().first().copied()?;
        let seed = seed + u64::from(seat.0);
        let seen = self.game.seen(seat);
        let (action, _) = games::decision(Player::Nodes(nodes), &seen, &self.know, seed, &mut Dice(seed));
        self.game.apply(seat, &action?).ok().map(drop)
    }

    /// The game as it is now, at its end.
    fn played(&self) -> Played {
        let result = match self.game.view(Viewer::Public).phase {
            Phase::Ended { winners, reason } => Some(words::result(&reason, &winners)),
            _ => None,
        };
        let points = games::result(&self.game).unwrap_or(0.5);
        Played { points, result, setup: self.setup, log: self.game.log().to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::appraisal;

    fn laboratory() -> Laboratory {
        let settings = Settings { nodes: 20, seed: 3, longest: 30 };
        let plan = appraisal::plan(&Army::load("medieval").unwrap(), settings);
        Laboratory::new(plan).unwrap()
    }

    /// Two pairs that are played in turns have the same games as one after the other.
    #[test]
    fn steps_of_several_pairs_can_be_mixed() {
        let (alone, mixed) = (laboratory(), laboratory());
        let jobs = alone.plan.jobs(0..2);
        let jobs = [jobs[0], jobs[alone.plan.pairings.len()]];
        assert_eq!(jobs.map(|job| (job.pair, job.pairing)), [(0, [0, 1]), (1, [0, 1])]);
        let mut playing = jobs.map(Playing::new);
        let mut done: [Option<Pair>; 2] = [None, None];
        while done.iter().any(Option::is_none) {
            for (playing, done) in playing.iter_mut().zip(&mut done).filter(|(_, done)| done.is_none()) {
                match mixed.step(playing) {
                    Step::More => {}
                    Step::Done(pair) => *done = Some(pair),
                    Step::CannotMeet => panic!("{jobs:?}"),
                }
            }
        }
        for (job, done) in jobs.into_iter().zip(done) {
            let pair = alone.play(job).unwrap();
            assert!(pair.games.iter().all(|game| game.log.len() <= 30));
            assert_eq!(Some(pair), done);
        }
    }
}
