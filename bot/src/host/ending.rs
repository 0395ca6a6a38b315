//! Ending what somebody else has begun, or what one has opened oneself: lobbies, challenges and games alike.

use crate::store::State;

use super::change::Decision;
use super::error::{Error, RefusalKind, refuse};
use super::loaded::Loaded;
use super::lobby::{member, shown};
use super::model::{Done, NoticeKind, Stopped, Who};
use super::rights::Power;
use super::{GameId, Host};

/// Ends a lobby or a game from outside.
fn end(game: &Loaded, who: &Who, power: Power, reason: Option<String>) -> Result<Decision, Error> {
    let creator = game.creator.person == who.person;
    let mut decision = Decision::on(game);
    match game.state {
        State::Over => return Err(refuse(RefusalKind::Over, "This game is over.")),
        State::Lobby if creator || power.moderates => {
            decision.said = "It is closed.".to_owned();
            decision.announce(NoticeKind::Lobby);
        }
        State::Lobby => {
            return Err(refuse(
                RefusalKind::Permission,
                "Closing what somebody else has opened takes the permission Manage Messages; you can leave or decline.",
            ));
        }
        State::Running if power.moderates => {
            decision.said = "The game is ended.".to_owned();
            decision.announce(NoticeKind::Stopped);
        }
        State::Running => {
            return Err(refuse(
                RefusalKind::Permission,
                "Ending a game that has begun takes the permission Manage Messages; you can resign or offer a draw.",
            ));
        }
    }
    let stopped = Stopped {
        by: member(who),
        reason: reason
            .map(|text| shown(&text))
            .filter(|text| !text.is_empty()),
    };
    decision.close(stopped)?;
    Ok(decision)
}

impl Host {
    /// Ends whatever is there: closes a lobby (its creator, or a moderator) or stops a game (a moderator). It is announced.
    ///
    /// # Errors
    /// [`Refusal`](super::Refusal) or [`Fault`](super::Fault).
    pub async fn end(
        &self,
        who: &Who,
        game: GameId,
        reason: Option<String>,
    ) -> Result<Done, Error> {
        let guild = self.load(game).await?.place.guild;
        let (person, power) = (who.clone(), self.power(who, guild).await?);
        self.change(game, Some(who.interaction), move |_, game, _| {
            end(game, &person, power, reason)
        })
        .await
    }
}
