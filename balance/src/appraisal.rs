//! Appraisal of one army for its designer: games against the built-in armies, piece values and warnings.

use std::sync::atomic::AtomicBool;

use engine::battalion::{Definition, odd_openings};
use engine::play::TypeId;
use opponent::{Budget, Knowledge, analyse};
use serde::{Deserialize, Serialize};

use crate::army::{Army, duels};
use crate::duel::{Course, Outcome, Plan, Settings};
use crate::games;
use crate::stats::{Interval, Pentanomial};

/// Node limit of the search for a forced win from the first position.
const NODES: u64 = 20_000;
/// Largest number of turns of a forced win that is reported.
const FORCED: i32 = 10;
/// Number of games without a win after which the army is said to win none.
const MANY: usize = 40;

/// Results of an army, with everything that its designer should know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Appraisal {
    /// Display name.
    pub name: String,
    /// Node limit per turn.
    pub nodes: u64,
    /// Number of games.
    pub games: usize,
    /// Score in all games.
    pub score: Interval,
    /// Scores against each opponent, best first.
    pub meetings: Vec<Meeting>,
    /// Score of whichever army moves first.
    pub first_move: Interval,
    /// Share of drawn games, those that became too long included.
    pub draws: f64,
    /// Share of games that became too long.
    pub too_long: f64,
    /// Mean number of turns of both sides.
    pub turns: f64,
    /// Number of turns of both sides in the shortest win of the army, with the name of the loser.
    pub shortest: Option<(usize, String)>,
    /// Piece types except Titans by falling value in Pawns of chess.
    pub pieces: Vec<(String, f64)>,
    /// Warnings.
    pub warnings: Vec<Warning>,
}

/// Score against an opponent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Meeting {
    /// Display name of the opponent.
    pub name: String,
    /// Score of the army.
    pub score: Interval,
}

/// Trouble with an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Warning {
    /// A side starts in Check.
    Check {
        /// The army itself is affected, not its opponent.
        own: bool,
        /// Names of the opponents.
        against: Vec<String>,
    },
    /// A side can lose in the first turn.
    Defeat {
        /// The army itself is affected, not its opponent.
        own: bool,
        /// Names of the opponents.
        against: Vec<String>,
    },
    /// A side wins by force from the first position.
    Forced {
        /// The army itself wins, not its opponent.
        own: bool,
        /// Number of turns.
        turns: u32,
        /// Name of the opponent.
        against: String,
    },
    /// The army won none of its games.
    NeverWins,
}

/// Run of an army against all built-in armies for duels except itself.
pub fn plan(army: &Army, settings: Settings) -> Plan {
    let others = duels().into_iter().filter(|id| *id != army.file.id).filter_map(|id| Army::load(id).ok());
    let armies: Vec<Army> = std::iter::once(army.clone()).chain(others).collect();
    let pairings = (1..armies.len()).map(|other| [0, other]).collect();
    Plan::new(&armies, pairings, settings)
}

impl Appraisal {
    /// Appraises the first army of a plan by these results; `None` without any. Searches for forced wins, which takes
    /// some tenths of a second.
    pub fn new(plan: &Plan, pairs: &[Outcome]) -> Option<Self> {
        let (own, others) = plan.armies.split_first()?;
        let interval = |of: &dyn Fn(&Outcome) -> Option<[f64; 2]>| {
            let mut sum = Pentanomial::default();
            pairs.iter().filter_map(of).for_each(|points| sum.add(points));
            sum.interval()
        };
        let meetings = (1..).zip(others).filter_map(|(index, other)| {
            let score = interval(&|pair| (pair.job.pairing[1] == index).then(|| pair.points()))?;
            Some(Meeting { name: other.name.clone(), score })
        });
        let mut meetings: Vec<Meeting> = meetings.collect();
        meetings.sort_by(|a, b| b.score.mean.total_cmp(&a.score.mean));
        let games = || pairs.iter().flat_map(|pair| pair.games);
        let number = games().count();
        let share = |is: &dyn Fn(&Course) -> bool| games().filter(|game| is(game)).count() as f64 / number as f64;
        let wins = pairs.iter().flat_map(|pair| {
            let won = pair.points().into_iter().zip(pair.games).filter(|(points, _)| *points == 1.0);
            won.map(|(_, game)| (game.turns, pair.job.pairing[1]))
        });
        let shortest = wins.min().map(|(turns, other)| (turns, plan.armies[other].name.clone()));
        let army = Army::of_text(&own.id, own.text.clone()).ok()?;
        let opponents: Vec<Army> =
            others.iter().filter_map(|other| Army::of_text(&other.id, other.text.clone()).ok()).collect();
        let mut warnings = warnings(&army, &opponents);
        if shortest.is_none() && number >= MANY {
            warnings.push(Warning::NeverWins);
        }
        Some(Self {
            name: own.name.clone(),
            nodes: plan.nodes,
            games: number,
            score: interval(&|pair| Some(pair.points()))?,
            meetings,
            first_move: interval(&|pair| Some(pair.games.map(|game| game.points)))?,
            draws: share(&|game| game.points == 0.5),
            too_long: share(&|game| !game.ended),
            turns: games().map(|game| game.turns as f64).sum::<f64>() / number as f64,
            shortest,
            pieces: values(&army),
            warnings,
        })
    }
}

/// Values of the army's types in Pawns of chess, by falling value. Titans are left out: they cannot be given up.
pub fn values(army: &Army) -> Vec<(String, f64)> {
    let Some(game) = games::duel_of([army.definition.clone(), army.definition.clone()], 0) else {
        return Vec::new();
    };
    let know = Knowledge::new(game.rules());
    let own = game.rules().seats[0].army;
    let types = game.rules().types.iter().enumerate().filter(|(_, ty)| ty.origin.0 == own && !ty.titan);
    let mut values: Vec<(String, f64)> =
        types.map(|(index, ty)| (ty.name.clone(), f64::from(know.value(TypeId::new(index))) / 100.0)).collect();
    values.sort_by(|a, b| b.1.total_cmp(&a.1));
    values
}

/// Trouble at the start of duels against these opponents.
fn warnings(army: &Army, opponents: &[Army]) -> Vec<Warning> {
    use engine::battalion::Oddity;
    let definitions: Vec<_> = opponents.iter().map(|other| other.definition.clone()).collect();
    let odd = odd_openings(&army.definition, &definitions, &|| true);
    let mut found: Vec<Warning> = Vec::new();
    for odd in odd {
        let (own, against) = (odd.own, odd.against);
        let warning = match odd.what {
            Oddity::Check => Warning::Check { own, against },
            Oddity::Defeat => Warning::Defeat { own, against },
        };
        if !found.contains(&warning) {
            found.push(warning);
        }
    }
    for other in opponents {
        let forced = [true, false].into_iter().find_map(|begins| forced(&army.definition, &other.definition, begins));
        found.extend(forced.map(|(own, turns)| Warning::Forced { own, turns, against: other.file.name.clone() }));
    }
    found
}

/// Forced win from the first position: whether the first of the armies wins, and the number of turns.
fn forced(army: &std::sync::Arc<Definition>, other: &std::sync::Arc<Definition>, begins: bool) -> Option<(bool, u32)> {
    let armies = if begins { [army.clone(), other.clone()] } else { [other.clone(), army.clone()] };
    let game = games::duel_of(armies, 0)?;
    let know = Knowledge::new(game.rules());
    let game = games::opened(game, &know, 0, 0)?;
    let seat = game.to_act().first().copied()?;
    let stop = AtomicBool::new(false);
    let found = analyse(&game.seen(seat), &know.rebound(game.rules()), Budget::new(NODES, &stop));
    let turns = found.mate_in.filter(|turns| turns.abs() <= FORCED && *turns != 0)?;
    Some(((turns > 0) == (begins == (seat.0 == 0)), turns.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::Job;

    fn outcomes(plan: &Plan, pairs: u64, points: [f64; 2]) -> Vec<Outcome> {
        let course = |points, turns| Course { points, turns, ended: true };
        let outcome = |job: Job| Outcome {
            job,
            games: [course(points[0], 30 + job.pairing[1]), course(points[1], 20 + job.pairing[1])],
        };
        plan.jobs(0..pairs).into_iter().map(outcome).collect()
    }

    #[test]
    fn an_army_that_wins_every_game_is_told_so() {
        let army = Army::load("medieval").unwrap();
        let plan = plan(&army, Settings::default());
        assert_eq!(plan.armies.len(), duels().len());
        let found = Appraisal::new(&plan, &outcomes(&plan, 10, [1.0, 0.0])).unwrap();
        assert_eq!((found.games, found.score.mean, found.draws), (20 * (duels().len() - 1), 1.0, 0.0));
        assert_eq!(found.first_move.mean, 0.5);
        assert_eq!(found.shortest.as_ref().map(|(turns, _)| *turns), Some(21));
        assert_eq!(found.shortest.unwrap().1, plan.armies[1].name);
        assert_eq!(found.warnings, []);
        let value = |name: &str| found.pieces.iter().find(|(known, _)| known == name).unwrap().1;
        assert!(value("Queen") > value("Rook") && value("Rook") > value("Pawn"), "{:?}", found.pieces);
        assert!((0.5..1.5).contains(&value("Pawn")), "{:?}", found.pieces);
        assert!(found.pieces.iter().all(|(name, _)| name != "King"), "{:?}", found.pieces);
    }

    #[test]
    fn an_army_without_wins_is_warned_about() {
        let plan = plan(&Army::load("makpong").unwrap(), Settings::default());
        let found = Appraisal::new(&plan, &outcomes(&plan, 4, [0.0, 1.0])).unwrap();
        assert_eq!(found.warnings, [Warning::NeverWins]);
        assert_eq!(found.shortest, None);
        assert_eq!(Appraisal::new(&plan, &[]), None);
    }
}
