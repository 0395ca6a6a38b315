//! Stopping and resuming clocks: pauses by agreement, and adjournment of inactive games.

use engine::board::Seat;
use engine::view::SeatState;

use crate::host::error::{ClockRefusal, Error, TableRefusal, refuse};
use crate::host::model::{Confirmation, Done, NoticeKind, Place, Player, Standing, TimeControl, Who};
use crate::host::session::change::{Decision, stale};
use crate::host::session::clock::Tick;
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::{ChannelId, GameId, PersonId, Version};

/// Seats still in the game.
fn playing(game: &GameSession) -> Result<Vec<Seat>, Error> {
    let seats = &game.running()?.public().seats;
    let playing = seats.iter().filter(|seat| seat.state == SeatState::Playing);
    Ok(playing.map(|seat| seat.seat).collect())
}

/// Seat of a person who is still in the game.
fn own_say(game: &GameSession, person: PersonId) -> Result<Seat, Error> {
    let playing = playing(game)?;
    let seat = game.own_seat(person)?;
    if playing.contains(&seat) { Ok(seat) } else { Err(refuse(TableRefusal::NoSay)) }
}

/// Seats that have not agreed to the pause yet.
fn unasked(game: &GameSession) -> Result<Vec<Seat>, Error> {
    let mut seats = playing(game)?;
    // Computer players agree to every pause, and nobody can answer for a free seat.
    seats.retain(|seat| !game.clock.asked.contains(seat) && !game.people(*seat).is_empty());
    Ok(seats)
}

/// Requests a pause, or accepts the requested one. A repeated request begins the pause if nobody is left to agree.
/// `answer` is true for the button that only accepts.
fn pause(game: &GameSession, person: PersonId, answer: bool) -> Result<Decision, Error> {
    game.going()?;
    let seat = own_say(game, person)?;
    if game.options.time() == TimeControl::Unlimited {
        return Err(refuse(ClockRefusal::Unlimited));
    }
    let asked = !game.clock.asked.is_empty();
    if answer && !asked {
        return Err(refuse(ClockRefusal::NoPause));
    }
    let mut decision = Decision::on(game);
    if game.clock.asked.contains(&seat) {
        let open: Vec<Player> = unasked(game)?.into_iter().map(|seat| game.player(seat)).collect();
        // Since the request, everyone else may have agreed, resigned or left.
        if !open.is_empty() {
            return Err(refuse(ClockRefusal::Asked(open)));
        }
    } else {
        decision.next.clock.asked.push(seat);
    }
    if unasked(&decision.next)?.is_empty() {
        decision.tick = Tick::Stop(Standing::Paused);
        decision.confirm(Confirmation::Paused);
        decision.announce(NoticeKind::Paused);
    } else {
        decision.confirm(if asked { Confirmation::PauseAgreed } else { Confirmation::PauseAsked });
        decision.announce(NoticeKind::PauseAsked);
    }
    Ok(decision)
}

/// Declines a pause, or withdraws the request.
fn no_pause(game: &GameSession, person: PersonId) -> Result<Decision, Error> {
    own_say(game, person)?;
    if game.clock.asked.is_empty() {
        return Err(refuse(ClockRefusal::NoPause));
    }
    let mut decision = Decision::on(game);
    decision.next.clock.asked.clear();
    decision.confirm(Confirmation::NoPause);
    decision.announce(NoticeKind::NoPause);
    Ok(decision)
}

/// Resumes a paused game, or an adjourned game in this place.
fn resume(game: &GameSession, person: PersonId, place: Option<Place>) -> Result<Decision, Error> {
    let play = game.running()?;
    own_say(game, person)?;
    let Some(standing) = game.clock.standing else {
        return Err(refuse(ClockRefusal::Running));
    };
    let mut decision = Decision::on(game);
    decision.go_on(play);
    if standing == Standing::Adjourned {
        let place = place.unwrap_or(game.place);
        if place.guild != game.place.guild {
            return Err(refuse(ClockRefusal::OtherServer));
        }
        decision.next.place = place;
        decision.change.place = Some(place);
        decision.change.adjourned = Some(false);
    }
    decision.confirm(Confirmation::Resumed);
    decision.announce(NoticeKind::Turn);
    Ok(decision)
}

/// Adjourns an inactive game.
fn adjourn(game: &GameSession, version: Version) -> Result<Decision, Error> {
    game.running()?;
    if game.version != version {
        return Err(stale());
    }
    let mut decision = Decision::on(game);
    decision.tick = Tick::Stop(Standing::Adjourned);
    decision.change.adjourned = Some(true);
    decision.announce(NoticeKind::Adjourned);
    Ok(decision)
}

/// Records that a Player still plays the game. A paused game stays paused.
fn still_playing(game: &GameSession, person: PersonId) -> Result<Decision, Error> {
    if game.clock.standing == Some(Standing::Adjourned) {
        game.going()?;
    }
    own_say(game, person)?;
    let mut decision = Decision::on(game);
    decision.tick = Tick::Stir;
    decision.confirm(Confirmation::StillPlaying);
    decision.announce(NoticeKind::Playing);
    Ok(decision)
}

impl Games {
    /// Requests a pause, or accepts the requested one. The clocks stop when everyone still in the game has agreed. With
    /// `answer`, the call can only accept.
    pub async fn ask_pause(&self, who: &Who, game: GameId, answer: bool) -> Result<Done, Error> {
        let person = who.person;
        self.change(game, Some(who), move |game, _| pause(game, person, answer)).await
    }

    /// Declines a pause, or withdraws the person's own request.
    pub async fn no_pause(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        let person = who.person;
        self.change(game, Some(who), move |game, _| no_pause(game, person)).await
    }

    /// Resumes a paused or adjourned game. An adjourned game continues in `place`, or else where it was.
    ///
    /// # Errors
    /// Refused if the clock is not stopped, the place has an open game, or the game comes to a channel in which the server
    /// has no games.
    pub async fn resume(&self, who: &Who, game: GameId, place: Option<Place>) -> Result<Done, Error> {
        let person = who.person;
        if let Some(place) = place
            && place.channel != self.load(game).await?.place.channel
        {
            self.settings.check_place(who, &place).await?;
        }
        self.change(game, Some(who), move |game, _| resume(game, person, place)).await
    }

    /// The game that a person can resume in a channel: the stopped game of the channel, or else their only adjourned game
    /// on this server. Adjourned games of other people leave the channel free.
    ///
    /// # Errors
    /// Refused if there is none or more than one.
    pub async fn to_resume(&self, who: &Who, channel: ChannelId) -> Result<GameId, Error> {
        if let Some(here) = self.store.game_in(channel).await? {
            let game = self.load(here).await?;
            let own = || game.members().iter().flatten().any(|member| member.person == who.person);
            if game.clock.standing.is_some_and(|standing| standing == Standing::Paused || own()) {
                return Ok(here);
            }
        }
        let games = match who.rights.guild {
            Some(guild) => self.store.adjourned_games(guild, who.person).await?,
            None => Vec::new(),
        };
        match games.as_slice() {
            [only] => Ok(*only),
            [] => Err(refuse(ClockRefusal::NothingAdjourned)),
            more => Err(refuse(ClockRefusal::WhichAdjourned(more.len()))),
        }
    }

    /// Confirms that a game is still played.
    pub async fn still_playing(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        let person = who.person;
        self.change(game, Some(who), move |game, _| still_playing(game, person)).await
    }

    /// Adjourns an inactive game, if nothing has happened since this version.
    pub(in crate::host) async fn adjourn(&self, game: GameId, version: Version) -> Result<(), Error> {
        let done = self.change(game, None, move |game, _| adjourn(game, version));
        done.await.map(drop)
    }
}
