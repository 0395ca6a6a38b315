//! Analysis of a finished duel: win chances after each turn, and the mistakes, graded by what they cost.

use std::sync::Arc;

use engine::board::Seat;
use engine::game::Game;
use engine::view::{Phase, Viewer};
use opponent::{Budget, WinChance};

use super::hint::in_notation;
use super::pool::Stop;
use crate::host::GameId;
use crate::host::blocking;
use crate::host::error::{ComputerRefusal, Error, NotStarted, refuse};
use crate::host::model::{Analysed, AnalysedTurn, Grade, Mistake};
use crate::host::opponent::Computers;
use crate::host::progress::Progress;
use crate::host::session::course::Course;
use crate::host::session::game::GameSession;
use crate::store::State;

/// Number of positions searched per turn.
const NODES: u64 = 20_000;
/// Maximum length of the better line, in turns.
const LINE: usize = 4;
/// A position in the course of the game, with the turn that led to it.
struct Stage {
    game: Game,
    turn: Option<AnalysedTurn>,
}

/// Evaluation of a position.
#[derive(Debug)]
struct Found {
    /// Win chance of the first seat, in percent.
    chance: f64,
    best: Vec<String>,
}

/// Number of turns played.
fn turns_of(game: &Game) -> u32 {
    game.view(Viewer::Public).turns
}

/// Positions of a duel, starting with the first one in which a turn is due.
fn stages(course: &Course) -> Result<Vec<Stage>, Error> {
    let mut stages: Vec<Stage> = Vec::new();
    course.each_game(|play| {
        let view = play.public();
        let last = view.last.as_ref().filter(|last| !last.text.is_empty());
        let turn = last
            .filter(|_| play.position_since == play.version)
            .and_then(|last| Some(AnalysedTurn { version: play.version, seat: last.seat?, text: last.text.clone() }));
        let new = match stages.last() {
            None => matches!(view.phase, Phase::Play),
            // Draw offers, agreed draws and resignations are not turns.
            Some(before) => turns_of(&play.game) > turns_of(&before.game),
        };
        if new {
            stages.push(Stage { turn: turn.filter(|_| !stages.is_empty()), game: play.game });
        }
        Ok(())
    })?;
    Ok(stages)
}

/// Win chance of the first seat after the end of the game, in percent.
fn decided(game: &Game) -> Option<f64> {
    let Phase::Ended { winners, .. } = game.view(Viewer::Public).phase else {
        return None;
    };
    Some(match winners.as_slice() {
        [Seat(0)] => 100.0,
        [_] => 0.0,
        _ => 50.0,
    })
}

/// Win chance of a seat, given that of the first seat.
fn own(seat: Seat, chance: f64) -> f64 {
    match seat {
        Seat(0) => chance,
        _ => 100.0 - chance,
    }
}

/// Makes the win chances agree with each other, from the end of the game to its beginning: a position is worth at least
/// as much to its Player as the turn that was played, and exactly as much if no better turn was found. Without this, a
/// limited search overlooks a danger in one position, finds it in the next one, and shows a fall that no turn caused.
fn reconcile(turns: &[AnalysedTurn], found: &mut [Found]) {
    for (at, turn) in turns.iter().enumerate().rev() {
        let Some([before, after]) = found.get_mut(at..at + 2) else { continue };
        let best = before.best.first().is_none_or(|best| *best == turn.text);
        if best || own(turn.seat, before.chance) < own(turn.seat, after.chance) {
            before.chance = after.chance;
        }
    }
}

/// Turns that cost their Player some of the win chance.
fn mistakes(turns: &[AnalysedTurn], found: &[Found]) -> Vec<Mistake> {
    let pairs = turns.iter().zip(found).zip(found.iter().skip(1));
    let all = (1..).zip(pairs).filter_map(|(number, ((turn, before), after))| {
        let (chance, left) = (own(turn.seat, before.chance), own(turn.seat, after.chance));
        Some(Mistake {
            grade: Grade::of(chance - left)?,
            number,
            seat: turn.seat,
            text: turn.text.clone(),
            before: chance,
            after: left,
            better: before.best.clone(),
        })
    });
    all.collect()
}

impl Computers {
    /// Cached analysis of a game.
    pub fn analysed(&self, game: GameId) -> Option<Arc<Analysed>> {
        self.analyses.0.get(&game)
    }

    /// Analyses a finished duel.
    pub async fn analyse(&self, id: GameId, progress: Progress) -> Result<Arc<Analysed>, Error> {
        let game = self.games.load(id).await?;
        let play = game.play()?;
        let duel = matches!(play.game, Game::Titans(_)) && game.seats.len() == 2;
        if !duel {
            return Err(refuse(ComputerRefusal::AnalyseOnlyDuels));
        }
        if game.state != State::Over {
            return Err(refuse(ComputerRefusal::AnalyseWhenOver));
        }
        let work = async { self.analyse_now(&game, &progress).await.map(Arc::new) };
        self.analyses.0.get_or_insert_async(&id, work).await
    }

    async fn analyse_now(&self, game: &GameSession, progress: &Progress) -> Result<Analysed, Error> {
        let course = self.games.course(game.id).await?;
        let stages = blocking(move || stages(&course)).await?;
        if stages.len() < 2 {
            return Err(refuse(NotStarted::FirstTurn));
        }
        let guild = game.place.guild;
        let minutes = self.settings.settings_of(guild).await?.computer_minutes;
        let stop = Stop::default();
        let (mut found, mut turns) = (Vec::new(), Vec::new());
        let of = stages.len();
        for (done, stage) in stages.into_iter().enumerate() {
            progress.set(done, of);
            turns.extend(stage.turn);
            let nodes = self.opponents.quotas.nodes(guild, NODES, minutes);
            let knowledge = Arc::clone(&self.opponents.knowledge);
            let (now, last) = (stage.game, found.last().map(|last: &Found| last.chance));
            let work = move |stop: &_| {
                let Some(mover) = now.to_act().first().copied() else {
                    // After an end from outside, the last chance remains.
                    let chance = decided(&now).or(last).unwrap_or(50.0);
                    return Some(Found { chance, best: Vec::new() });
                };
                let seen = now.seen(mover);
                let known = knowledge.of(&seen.rules);
                let looked = opponent::analyse(&seen, &known.1, Budget::new(nodes, stop));
                let chance = match mover {
                    Seat(0) => looked.chance,
                    _ => looked.chance.other(),
                };
                let line = looked.line.get(..LINE.min(looked.line.len()));
                Some(Found {
                    chance: WinChance::points(chance),
                    best: in_notation(&now, line.unwrap_or_default(), mover),
                })
            };
            found.push(self.work(game, &stop, work).await?);
        }
        reconcile(&turns, &mut found);
        Ok(Analysed {
            game: game.id,
            chances: found.iter().map(|found| found.chance).collect(),
            mistakes: mistakes(&turns, &found),
            turns,
        })
    }
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;
    use engine::titans::{GameMode, Setup};

    use super::*;
    use crate::host::Version;

    #[test]
    fn the_turns_that_cost_the_most_are_named_with_better_ones() {
        let turn = |seat: u8, text: &str| AnalysedTurn { version: Version(1), seat: Seat(seat), text: text.to_owned() };
        let found = |chance: f64, best: &str| Found { chance, best: vec![best.to_owned()] };
        let turns = [turn(0, "e4"), turn(1, "f6"), turn(0, "Qh5+"), turn(1, "g6")];
        let mut looked =
            [found(50.0, "e4"), found(52.0, "e5"), found(64.0, "d4"), found(45.0, "g6"), found(38.0, "Qe2")];
        reconcile(&turns, &mut looked);
        let costly = mistakes(&turns, &looked);
        let named: Vec<_> = costly.iter().map(|m| (m.number, m.text.as_str(), m.better[0].as_str())).collect();
        assert_eq!(named, [(2, "f6", "e5"), (3, "Qh5+", "d4")]);
        // Chances are from the view of the Player who played the turn.
        assert_eq!((costly[0].before, costly[0].after, costly[0].grade), (48.0, 36.0, Grade::Mistake));
        assert_eq!(costly[1].grade, Grade::Blunder);
        // The best turn was played, so what was found later holds before it, too.
        let chances: Vec<f64> = looked.iter().map(|found| found.chance).collect();
        assert_eq!(chances, [52.0, 52.0, 64.0, 38.0, 38.0]);
    }

    /// The better line is written with the marks of Check and checkmate, as the turns of the game are. A best turn with
    /// a mark would otherwise differ from the same turn as it was played.
    #[test]
    fn a_best_turn_that_gives_check_or_mate_is_no_mistake() {
        let armies = vec![load_builtin("medieval").unwrap(); 2];
        let setup = Setup::new(GameMode::Duel, armies, [7; 32]).unwrap();
        let start = Game::Titans(Box::new(engine::titans::Game::new(setup).unwrap()));
        for expected in ["f3 e5 g4 Qh4#", "e4 f6 Qh5+"] {
            let (mut game, mut before) = (start.clone(), start.clone());
            let (mut mover, mut line) = (Seat(0), Vec::new());
            for text in expected.split(' ') {
                before = game.clone();
                mover = game.to_act()[0];
                let turn = game.read_turn(mover, text).unwrap();
                game.apply(mover, &turn.clone().into()).unwrap();
                line.push(turn);
            }
            assert_eq!(in_notation(&start, &line, Seat(0)).join(" "), expected);
            let text = game.view(Viewer::Public).last.unwrap().text;
            let turns = [AnalysedTurn { version: Version(1), seat: mover, text }];
            let best = in_notation(&before, &line[line.len() - 1..], mover);
            let mut looked =
                [Found { chance: own(mover, 64.0), best }, Found { chance: own(mover, 45.0), best: Vec::new() }];
            reconcile(&turns, &mut looked);
            assert_eq!(mistakes(&turns, &looked), [], "{expected}");
        }
    }

    #[test]
    fn every_fall_of_the_graph_is_listed() {
        let turn = |number: usize| AnalysedTurn {
            version: Version(number as i64),
            seat: Seat(u8::from(number % 2 == 1)),
            text: format!("{}", number % 3),
        };
        let turns: Vec<AnalysedTurn> = (0..60).map(turn).collect();
        let mut looked: Vec<Found> = (0..=60)
            .map(|at| Found { chance: f64::from((at * 37 + 11) % 101), best: vec![format!("{}", at % 2)] })
            .collect();
        reconcile(&turns, &mut looked);
        let listed: Vec<usize> = mistakes(&turns, &looked).iter().map(|mistake| mistake.number).collect();
        let falls = (1..=60).filter(|at| {
            let seat = turns[at - 1].seat;
            own(seat, looked[at - 1].chance) - own(seat, looked[*at].chance) >= 5.0
        });
        assert!(falls.eq(listed.iter().copied()) && !listed.is_empty());
        let better = |mistake: &Mistake| mistake.better[0] != mistake.text;
        assert!(mistakes(&turns, &looked).iter().all(better));
    }
}
