//! Games whose channel was deleted, and moving a game to another channel of its server.

use crate::host::error::{Denied, Error, Refusal, TableRefusal, refuse};
use crate::host::model::{Confirmation, Done, NoticeKind, Place, Standing, Stopped, Who};
use crate::host::session::change::{Decision, stale};
use crate::host::session::clock::Tick;
use crate::host::session::game::GameSession;
use crate::host::table::Tables;
use crate::host::{ChannelId, GameId};
use crate::store::{NewNotice, State, To};

/// Handles a deleted channel. A lobby closes. A game is adjourned, and its people are notified how to resume it.
fn lose_channel(game: &GameSession) -> Result<Decision, Error> {
    let mut decision = Decision::on(game);
    match game.state {
        State::Lobby => decision.close(Stopped { by: game.creator.clone(), reason: None })?,
        State::Running if game.clock.standing != Some(Standing::Adjourned) => {
            decision.tick = Tick::Stop(Standing::Adjourned);
            decision.change.adjourned = Some(true);
            for people in game.seats.iter().map(|chair| chair.holder.people()) {
                for member in people {
                    decision.tell(member.person, NoticeKind::Homeless);
                }
            }
        }
        State::Running | State::Over => return Err(stale()),
    }
    Ok(decision)
}

fn move_to(game: &GameSession, who: &Who, place: Place, moderates: bool) -> Result<Decision, Error> {
    let play = game.running()?;
    let creator = game.creator.person == who.person;
    let adjourned = game.clock.standing == Some(Standing::Adjourned);
    if game.seat_of(who.person).is_none() && !creator && !moderates {
        return Err(refuse(Refusal::NotInGame));
    }
    if !adjourned && !creator && !moderates {
        return Err(refuse(Denied::Move));
    }
    if place.guild != game.place.guild {
        return Err(refuse(TableRefusal::OtherServer));
    }
    if place.channel == game.place.channel && !adjourned {
        return Err(refuse(TableRefusal::AlreadyHere));
    }
    let mut decision = Decision::on(game);
    decision.change.place = Some(place);
    decision.next.place = place;
    decision.confirm(Confirmation::Moved);
    decision.announce(NoticeKind::Turn);
    if adjourned {
        decision.go_on(play);
        decision.change.adjourned = Some(false);
    } else {
        decision
            .change
            .notices
            .push(NewNotice { to: To::Channel(game.place.channel), kind: NoticeKind::Moved.word().to_owned() });
    }
    Ok(decision)
}

impl Tables {
    /// Handles the deletion of a channel and its threads. Notifies the open games once.
    pub async fn channel_gone(&self, channel: ChannelId) -> Result<(), Error> {
        for game in self.store.open_games_in(channel).await? {
            let done = self.games.change(game, None, |game, _| lose_channel(game));
            match done.await {
                Ok(_) | Err(Error::Refused(_)) => {}
                Err(fault) => return Err(fault),
            }
        }
        Ok(())
    }

    /// Moves a game to another channel of its server. If the old channel is deleted, any Player may do so; otherwise
    /// only its creator and moderators.
    pub async fn move_game(&self, who: &Who, game: GameId, place: Place) -> Result<Done, Error> {
        let guild = self.games.load(game).await?.place.guild;
        let (me, power) = (who.clone(), self.settings.power(who, guild).await?);
        self.settings.check_place(who, &place).await?;
        self.games.change(game, Some(who), move |game, _| move_to(game, &me, place, power.moderates)).await
    }
}
