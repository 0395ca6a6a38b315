//! Clash of the Armies: rounds between armies of equal gold, which show what each piece is worth, and the value of
//! buying first and of gold.

use std::fmt;
use std::str::FromStr;

use engine::action::{Action, ClashAction, Turn};
use engine::board::{Seat, Space};
use engine::clash::{Army, Class, End, Gold, Match, Owned, Round, Setup, WARES, Ware, amazon, rules};
use engine::context::RuleSet;
use engine::seen::{Question, Seen};
use opponent::{Budget, Knowledge, Level, decide};
use serde::{Deserialize, Serialize};

use crate::dice::Dice;

/// Version of the results file. Raise it when the same seeds give other games, so that no run mixes both.
pub const FORMAT: u32 = 4;
/// Gold at which the Amazon is counted while armies of equal gold are drawn. Its measured value does not depend on it.
const AMAZON: i64 = 1_450;
/// Largest difference of two drawn armies, in hundredths of gold.
const CLOSE: i64 = 300;
/// Smallest and largest gold of drawn armies, in hundredths.
const RANGE: [i64; 2] = [3_000, 4_400];
/// Purses that are compared: each with the next.
pub const PURSES: [i64; 5] = [3_200, 4_000, 4_800, 5_600, 6_400];
/// Armies drawn until one fits.
const TRIES: usize = 20_000;

/// Description of a run: equal descriptions give equal games on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of the results file.
    pub format: u32,
    /// Node limit per turn.
    pub nodes: u64,
    /// Seed of all armies.
    pub seed: u64,
    /// Number of turns of both sides after which a round is a draw.
    pub longest: usize,
}

/// Subject of a pair of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Drawn armies of about equal gold.
    Prices,
    /// Armies that two computer players buy one after the other.
    Buying,
    /// The purse of this index against the one before it.
    Purse(usize),
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Prices => f.write_str("prices"),
            Subject::Buying => f.write_str("buying"),
            Subject::Purse(index) => write!(f, "purse-{index}"),
        }
    }
}

/// Text that names no subject.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is no subject of rounds. Subjects: prices, buying, and purse-1 to purse-{last}.", last = PURSES.len() - 1)]
pub struct NoSubject(String);

impl FromStr for Subject {
    type Err = NoSubject;

    fn from_str(text: &str) -> Result<Self, NoSubject> {
        let all = [Subject::Prices, Subject::Buying].into_iter().chain((1..PURSES.len()).map(Subject::Purse));
        all.into_iter().find(|subject| subject.to_string() == text).ok_or_else(|| NoSubject(text.to_owned()))
    }
}

/// Pair of rounds to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Job {
    /// Number of the pair within its subject.
    pub pair: u64,
    /// Subject.
    pub subject: Subject,
}

/// Result of a pair: the same two armies, once with each of them as White.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pair {
    /// The pair.
    #[serde(flatten)]
    pub job: Job,
    /// Pieces of both armies on White's squares. The first one was bought first, or has more gold.
    pub armies: [Vec<(Space, String)>; 2],
    /// The round in which the first army is White, then the other one.
    pub rounds: [Played; 2],
}

/// Finished round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Played {
    /// Points of White.
    pub points: f64,
    /// `true` if the round ended by the rules, `false` if it became too long.
    pub ended: bool,
    /// All turns.
    pub turns: Vec<Turn>,
}

impl Pair {
    /// Points of the first army in both rounds.
    pub const fn points(&self) -> [f64; 2] {
        [self.rounds[0].points, 1.0 - self.rounds[1].points]
    }
}

impl Plan {
    /// Plan with this strength and seed.
    pub const fn new(nodes: u64, seed: u64, longest: usize) -> Self {
        Self { format: FORMAT, nodes, seed, longest }
    }

    /// Pairs of rounds of all subjects: `pairs` for the prices, a quarter of them for each other subject.
    pub fn jobs(&self, pairs: u64) -> Vec<Job> {
        let round = |pair: u64| {
            let rest = std::iter::once(Subject::Buying).chain((1..PURSES.len()).map(Subject::Purse));
            let rest = rest.filter(move |_| pair.is_multiple_of(4)).map(move |subject| (pair / 4, subject));
            std::iter::once((pair, Subject::Prices)).chain(rest)
        };
        (0..pairs).flat_map(round).map(|(pair, subject)| Job { pair, subject }).collect()
    }
}

/// Rules of a round and piece values, ready to play.
#[derive(Debug)]
pub struct Laboratory {
    plan: Plan,
    rules: std::sync::Arc<engine::play::Rules>,
    know: Knowledge,
}

impl Laboratory {
    /// Prepares a plan.
    ///
    /// # Errors
    /// A sentence if the built-in pieces cannot be used. Tests rule this out.
    pub fn new(plan: Plan) -> Result<Self, String> {
        let rules = rules(false, false)?;
        let know = Knowledge::new(&rules);
        Ok(Self { plan, rules, know })
    }

    /// Plays a pair of rounds; `None` if no armies were found.
    pub fn play(&self, job: Job) -> Option<Pair> {
        let (kind, purse) = match job.subject {
            Subject::Prices => (0, 0),
            Subject::Buying => (1, 0),
            Subject::Purse(index) => (2, index as u64),
        };
        let parts = [self.plan.seed, kind, purse, job.pair];
        let seed = parts.into_iter().fold(0, |seed, part| Dice(seed ^ part).below(usize::MAX) as u64);
        let mut dice = Dice(seed);
        let armies = match job.subject {
            Subject::Prices => similar(&mut dice)?,
            Subject::Buying => self.bought(seed)?,
            Subject::Purse(index) => {
                let [less, more] = [*PURSES.get(index.checked_sub(1)?)?, *PURSES.get(index)?];
                [full(&mut dice, more)?, full(&mut dice, less)?]
            }
        };
        let [one, other] = &armies;
        let rounds = [self.round([one, other], seed), self.round([other, one], seed)];
        let armies = armies.map(|army| army.placed().map(|(at, owned)| (at, owned.ware.id.to_owned())).collect());
        Some(Pair { job, armies, rounds })
    }

    /// Plays a round. Both armies stand on White's squares.
    fn round(&self, [white, black]: [&Army; 2], seed: u64) -> Played {
        let mut round = Round::new(self.rules.clone(), &[white.clone(), turned(black)]);
        let mut occurred = std::collections::HashMap::new();
        let mut turns = Vec::new();
        while round.end().is_none() && turns.len() < self.plan.longest {
            *occurred.entry(self.rules.repetition_key(round.position())).or_insert(0_u8) += 1;
            let seen = Seen {
                law: RuleSet::Clash,
                occurred: occurred.clone(),
                ..Seen::duel(self.rules.clone(), round.position().clone())
            };
            let stop = std::sync::atomic::AtomicBool::new(false);
            let budget = Budget::new(self.plan.nodes, &stop);
            let seed = seed.wrapping_add(seen.seat.0.into());
            let Some(Action::Turn(turn)) = decide(&seen, Level::Titan, &self.know, budget, seed).action else { break };
            if round.take_turn(&turn).is_err() {
                break;
            }
            turns.push(turn);
        }
        let points = match round.end() {
            Some(End::Loss(Seat(0), _)) => 0.0,
            Some(End::Loss(..)) => 1.0,
            Some(End::Draw(_)) | None => 0.5,
        };
        Played { points, ended: round.end().is_some(), turns }
    }

    /// Armies that two computer players buy in the first round, White first. The second buyer sees the first army.
    #[expect(clippy::cast_possible_truncation, reason = "the lowest byte of the seed")]
    fn bought(&self, seed: u64) -> Option<[Army; 2]> {
        let mut game = Match::new(Setup { en_passant: false, seed: [seed as u8; 32] }).ok()?;
        let stop = std::sync::atomic::AtomicBool::new(false);
        while let [seat] = game.to_act()[..] {
            let seen = game.seen(seat);
            if !matches!(seen.question, Question::Shop(_)) {
                break;
            }
            let budget = Budget::new(u64::MAX, &stop);
            // Captains vary their armies more than Titans do.
            let action = decide(&seen, Level::Captain, &self.know, budget, seed.wrapping_add(seat.0.into())).action;
            let action = action.unwrap_or(ClashAction::Suggest.into());
            game.apply(seat, &action).ok()?;
        }
        Some([game.army(Seat(0)).clone(), turned(game.army(Seat(1)))])
    }
}

/// The army on the squares of the other seat.
fn turned(army: &Army) -> Army {
    let pieces = army.placed().map(|(at, owned)| (Space::new(at.file(), 7 - at.rank()), owned));
    Army::placing(Seat(1 - army.seat().0.min(1)), pieces.collect::<Vec<_>>())
}

/// Gold of a ware in hundredths, the Amazon included.
fn cost(ware: &Ware) -> i64 {
    ware.cost.map_or(AMAZON, Gold::hundredths)
}

/// Gold of an army in hundredths.
fn gold(army: &Army) -> i64 {
    army.pieces().map(|owned| cost(owned.ware)).sum()
}

/// Two different armies of about equal gold.
fn similar(dice: &mut Dice) -> Option<[Army; 2]> {
    let one = (0..TRIES).find_map(|_| drawn(dice).filter(|army| (RANGE[0]..=RANGE[1]).contains(&gold(army))))?;
    let close = |army: &Army| *army != one && (gold(army) - gold(&one)).abs() <= CLOSE;
    let other = (0..TRIES).find_map(|_| drawn(dice).filter(close))?;
    Some([one, other])
}

/// Random legal army: any number of pieces of each class.
fn drawn(dice: &mut Dice) -> Option<Army> {
    let mut pieces = Vec::new();
    for class in Class::ALL {
        let least = if class == Class::Leader { 1 } else { 0 };
        let number = least + dice.below(class.limit() + 1 - least);
        let wares: Vec<&'static Ware> = WARES.iter().filter(|ware| ware.class == class).collect();
        pieces.extend((0..number).map(|_| Owned::new(wares[dice.below(wares.len())])));
    }
    let army = Army::of(Seat(0), pieces);
    army.faults().is_empty().then_some(army)
}

/// Random legal army without the Amazon that spends a purse, except for less than 1 gold.
fn full(dice: &mut Dice, purse: i64) -> Option<Army> {
    let fits = |army: &Army| {
        let spent = gold(army);
        let has_amazon = army.pieces().any(|owned| owned.ware == amazon());
        !has_amazon && spent <= purse && spent > purse - 100
    };
    (0..TRIES).find_map(|_| drawn(dice).filter(fits)).or_else(|| {
        let mut army = (0..TRIES).find_map(|_| {
            drawn(dice).filter(|army| gold(army) <= purse && army.pieces().all(|owned| owned.ware != amazon()))
        })?;
        // Full boards are rare among random armies: pieces are added and exchanged for dearer ones.
        for _ in 0..TRIES {
            if fits(&army) {
                return Some(army);
            }
            let ware = dice.pick(&WARES);
            let mut pieces: Vec<Owned> = army.pieces().collect();
            let same: Vec<usize> = (0..pieces.len()).filter(|index| pieces[*index].ware.class == ware.class).collect();
            if same.len() >= ware.class.limit() {
                pieces[*dice.pick(&same)] = Owned::new(ware);
            } else {
                pieces.push(Owned::new(ware));
            }
            let changed = Army::of(Seat(0), pieces);
            let better = (gold(&army)..=purse).contains(&gold(&changed)) && ware.cost.is_some();
            if better && changed.faults().is_empty() {
                army = changed;
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_armies_are_legal_and_of_equal_gold() {
        for seed in 0..30 {
            let [one, other] = similar(&mut Dice(seed)).unwrap();
            assert!(one.faults().is_empty() && other.faults().is_empty() && one != other);
            assert!((gold(&one) - gold(&other)).abs() <= CLOSE);
        }
    }

    #[test]
    fn every_purse_can_be_spent_and_the_largest_fills_the_board() {
        for purse in PURSES {
            for seed in 0..5 {
                let army = full(&mut Dice(seed), purse).unwrap();
                assert!(army.faults().is_empty());
                assert!((purse - 99..=purse).contains(&gold(&army)), "{purse}: {}", gold(&army));
            }
        }
        let most = Class::ALL.map(|class| {
            let costs = WARES.iter().filter(|ware| ware.class == class).filter_map(|ware| ware.cost);
            costs.max().unwrap().hundredths() * class.limit() as i64
        });
        assert_eq!(most.iter().sum::<i64>(), PURSES[PURSES.len() - 1]);
    }

    #[test]
    fn rounds_are_legal_repeatable_and_played_with_both_colours() {
        let plan = Plan::new(60, 3, 60);
        let laboratory = Laboratory::new(plan.clone()).unwrap();
        for subject in [Subject::Prices, Subject::Buying, Subject::Purse(4)] {
            let job = Job { pair: 1, subject };
            let pair = laboratory.play(job).unwrap();
            assert_eq!(Laboratory::new(plan.clone()).unwrap().play(job), Some(pair.clone()));
            let army = |index: usize| {
                let pieces = pair.armies[index].iter();
                let ware = |id: &str| Owned::new(engine::clash::ware(id).unwrap());
                Army::placing(Seat(0), pieces.map(|(at, id)| (*at, ware(id))).collect::<Vec<_>>())
            };
            for (white, black, played) in [(0, 1, &pair.rounds[0]), (1, 0, &pair.rounds[1])] {
                let mut round = Round::new(laboratory.rules.clone(), &[army(white), turned(&army(black))]);
                played.turns.iter().for_each(|turn| drop(round.take_turn(turn).unwrap()));
                assert_eq!(round.end().is_some(), played.ended);
                assert!(!played.turns.is_empty());
            }
        }
    }
}
