//! Ending lobbies, challenges and games from outside.

use crate::store::{Change, GameHead, NewNotice, Outcome, State, Time, To};

use crate::host::error::{Denied, Error, NoGame, Over, refuse};
use crate::host::lobby::gathering::{member, sanitise_reason};
use crate::host::model::{Confirmation, Done, NoticeKind, Stopped, Who};
use crate::host::rights::Power;
use crate::host::session::change::{Decision, answer, repeated, stale, stopped_text};
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::{GameId, Version};

fn stopped(who: &Who, reason: Option<String>) -> Stopped {
    Stopped { by: member(who), reason: reason.and_then(|text| sanitise_reason(&text)) }
}

/// Returns true before the second turn; in a match, of its first round.
fn hardly_begun(game: &GameSession) -> bool {
    let play = game.play.as_ref();
    play.is_some_and(|play| play.public().turns < 2 && play.round_since <= play.started)
}

/// Ends a lobby or a game from outside.
fn end(game: &GameSession, who: &Who, power: Power, reason: Option<String>) -> Result<Decision, Error> {
    let creator = game.creator.person == who.person;
    let mut decision = Decision::on(game);
    match game.state {
        State::Over => return Err(refuse(Over::Game)),
        State::Lobby if creator || power.moderates => {
            decision.confirm(Confirmation::LobbyClosed);
            decision.announce(NoticeKind::Lobby);
        }
        State::Lobby => {
            return Err(refuse(Denied::Close));
        }
        State::Running if power.moderates => {
            decision.confirm(Confirmation::GameEnded);
            decision.announce(NoticeKind::Stopped);
        }
        State::Running if creator && hardly_begun(game) => {
            decision.confirm(Confirmation::GameEnded);
            decision.announce(NoticeKind::Stopped);
        }
        State::Running => {
            return Err(refuse(Denied::End));
        }
    }
    decision.close(stopped(who, reason))?;
    Ok(decision)
}

impl Games {
    /// Ends a lobby, challenge or game. A lobby can be closed by its creator or a moderator. A game can be stopped by a
    /// moderator, or by its creator before the second turn. Posts a notice in the channel.
    pub async fn end(&self, who: &Who, game: GameId, reason: Option<String>) -> Result<Done, Error> {
        let head = self.store.head(game).await?;
        let head = head.ok_or_else(|| refuse(NoGame::Numbered))?;
        let (person, power) = (who.clone(), self.settings.power(who, head.place.guild).await?);
        if head.unreadable {
            return self.close_unread(who, game, head, power, reason).await;
        }
        self.change(game, Some(who), move |game, _| end(game, &person, power, reason.clone())).await
    }

    /// Closes an unreadable game by its database row alone.
    async fn close_unread(
        &self,
        who: &Who,
        game: GameId,
        head: GameHead,
        power: Power,
        reason: Option<String>,
    ) -> Result<Done, Error> {
        if head.creator != who.person && !power.moderates {
            return Err(refuse(Denied::CloseUnreadable));
        }
        let mut done = Done {
            game,
            version: Version(head.version.0 + 1),
            confirmed: vec![Confirmation::GameClosed],
            repeated: false,
            claimed: None,
        };
        let mut change = Change::new(game, head.version, State::Over);
        change.interaction = Some((who.interaction, answer(&done)?));
        change.stopped = Some(stopped_text(&stopped(who, reason))?);
        change.time = Time::Off;
        change
            .notices
            .push(NewNotice { to: To::Channel(head.place.channel), kind: NoticeKind::Unreadable.word().to_owned() });
        match self.store.commit(change, None, self.time.now()).await? {
            Outcome::Stored(_) => self.notices.wake(),
            Outcome::Repeated(answer) => done = repeated(&answer)?,
            Outcome::Conflict => return Err(stale()),
        }
        Ok(done)
    }

    /// Returns true if the game's row says that it is over.
    pub async fn is_closed(&self, game: GameId) -> Result<bool, Error> {
        let head = self.store.head(game).await?;
        Ok(head.is_none_or(|head| head.state == State::Over))
    }
}
