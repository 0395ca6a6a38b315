//! Result of a game. Created at a single place for every kind of end, and stored in the same transaction as the end.

use engine::board::Seat;
use engine::fact::EndReason;
use engine::play::Fall;
use engine::view::Phase;

use crate::host::GameId;
use crate::host::blocking;
use crate::host::error::Error;
use crate::host::model::{ComputerPlayer, Ending, GameOptions, Mode};
use crate::host::session::game::GameSession;
use crate::host::standing::Standings;
use crate::store::{Conditions, NewResult, PlayerRow, ResultSeat, Score, State};

/// Number of games of older versions processed per batch.
const BATCH: i64 = 50;

impl Ending {
    fn of(reason: &EndReason) -> Self {
        match reason {
            EndReason::Duel(fall) => match fall {
                Fall::TitanCaptured => Ending::TitanCaptured,
                Fall::Checkmate => Ending::Checkmate,
                Fall::Bereft => Ending::Bereft,
                Fall::Outrun | Fall::Level | Fall::Checks | Fall::Extinct | Fall::GaveAll | Fall::Stalemate => {
                    Ending::OwnWay
                }
                Fall::Resigned => Ending::Resigned,
                Fall::Time => Ending::Time,
            },
            EndReason::Targets => Ending::Targets,
            EndReason::Credits => Ending::Credits,
            EndReason::LastStanding => Ending::LastStanding,
            EndReason::LeftBeforePlay => Ending::LeftBeforePlay,
            EndReason::CalledOff => Ending::CalledOff,
            EndReason::Stalemate => Ending::Stalemate,
            EndReason::Repetition => Ending::Repetition,
            EndReason::NoProgress => Ending::NoProgress,
            EndReason::TurnLimit => Ending::TurnLimit,
            EndReason::Agreement => Ending::Agreement,
            EndReason::Round(_) | EndReason::Match { .. } => Ending::Match,
        }
    }

    /// Returns true if the game was cancelled, so that nobody won or lost.
    const fn calls_off(self) -> bool {
        matches!(self, Ending::CalledOff | Ending::Stopped)
    }
}

/// Mode of a game.
fn mode_of(options: &GameOptions) -> Mode {
    match options {
        GameOptions::Titans(options) => options.mode.into(),
        GameOptions::Clash(_) => Mode::Clash,
    }
}

/// Conditions of a game.
fn conditions_of(game: &GameSession) -> Conditions {
    match &game.options {
        _ if game.odds().is_some() => Conditions::Odds,
        GameOptions::Titans(options) if !options.is_usual() => Conditions::Other,
        GameOptions::Titans(_) | GameOptions::Clash(_) => Conditions::Usual,
    }
}

/// Result of a game; `None` for running games and closed lobbies.
pub(in crate::host) fn result_of(game: &GameSession) -> Option<NewResult> {
    let play = game.play.as_ref().filter(|_| game.state == State::Over)?;
    let view = play.public();
    let (winners, ending): (&[Seat], Ending) = match &view.phase {
        Phase::Ended { winners, reason } => (winners, Ending::of(reason)),
        _ => (&[], Ending::Stopped),
    };
    let score = |seat: Seat| match winners {
        _ if ending.calls_off() => Score::None,
        [] => Score::Drew,
        winners if winners.contains(&seat) => Score::Won,
        _ => Score::Lost,
    };
    let held = game.seats.iter().zip(&view.seats);
    let seat = |(held, seen): (&crate::host::session::seat::SeatAssignment, &engine::view::SeatView)| {
        let people = held.holder.named().iter().map(|member| {
            let known = !member.person.is_nameless() && ComputerPlayer::of(member.person).is_none();
            known.then(|| PlayerRow { person: member.person, name: member.name.clone() })
        });
        ResultSeat {
            // In Clash of the Armies, the army is identified by its colour.
            army: held.battalion.clone().unwrap_or_else(|| seen.battalion.to_lowercase()),
            army_name: seen.battalion.clone(),
            score: score(seen.seat),
            people: people.collect(),
        }
    };
    let mut computers = game.seats.iter().filter(|chair| chair.holder.computer().is_some());
    Some(NewResult {
        mode: mode_of(&game.options).into(),
        turns: view.turns,
        ending: ending.into(),
        computer: computers.next().is_some(),
        conditions: conditions_of(game),
        seats: held.map(seat).collect(),
    })
}

impl Standings {
    /// Adds the results of games that ended before results were stored. Skips unreadable games. Runs once, in batches,
    /// and continues after a restart.
    pub async fn add_missing_results(&self) -> Result<(), Error> {
        while let Some(games) = self.store.games_without_result(BATCH).await? {
            let through = games.last().map(|(game, _)| *game);
            let mut results = Vec::with_capacity(games.len());
            for (game, ended_at) in games {
                if let Some(result) = self.past_result(game).await? {
                    results.push((game, result, ended_at));
                }
            }
            self.store.add_results(results, through).await?;
        }
        Ok(())
    }

    /// Result of a finished game; `None` if the game is unreadable.
    async fn past_result(&self, game: GameId) -> Result<Option<NewResult>, Error> {
        let row = match self.store.game(game).await {
            Ok(Some(row)) => row,
            Ok(None) | Err(crate::host::StoreError::Content(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        blocking(move || {
            let opened = GameSession::open(row);
            Ok(opened.ok().and_then(|(game, _)| result_of(&game)))
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ends that are the same for every game have the same name in the statistics.
    #[test]
    fn ends_keep_their_names() {
        for reason in [
            EndReason::Targets,
            EndReason::Credits,
            EndReason::LastStanding,
            EndReason::LeftBeforePlay,
            EndReason::CalledOff,
            EndReason::Stalemate,
            EndReason::Repetition,
            EndReason::NoProgress,
            EndReason::TurnLimit,
            EndReason::Agreement,
        ] {
            assert_eq!(format!("{:?}", Ending::of(&reason)), format!("{reason:?}"));
        }
        for fall in [Fall::TitanCaptured, Fall::Checkmate, Fall::Bereft, Fall::Resigned, Fall::Time] {
            assert_eq!(format!("{:?}", Ending::of(&EndReason::Duel(fall))), format!("{fall:?}"));
        }
    }
}
