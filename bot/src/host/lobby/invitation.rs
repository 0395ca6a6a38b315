//! Invitations: games of Titan's Battalion for certain people. A challenge invites one person, a rematch everyone who
//! has just played. The game starts when all have accepted.

use crate::store::{Kind, NewGame, NewNotice, PlayerRow, SeatRow, State, To};

use crate::host::error::{Denied, Error, InternalError, LobbyRefusal, OptionRefusal, Refusal, RematchRefusal, refuse};
use crate::host::lobby::Lobbies;
use crate::host::lobby::gathering::{is_lobby, is_open, member, sanitise_name, settle};
use crate::host::lobby::words;
use crate::host::model::{
    ClashOptions, Colours, ComputerPlayer, Confirmation, Done, DuelChallenge, GameOptions, Invitation, LobbyOptions,
    Member, NoticeKind, Ping, Place, SeatOrder, Stopped, Who,
};
use crate::host::session::change::{Decision, repeated};
use crate::host::session::game::GameSession;
use crate::host::{GameId, PersonId};

/// Game of which this one would be a rematch.
fn rematch_of(game: &GameSession) -> Option<GameId> {
    match &game.options {
        GameOptions::Titans(LobbyOptions { invitation: Some(Invitation::Rematch(of)), .. }) => Some(*of),
        GameOptions::Titans(_) => None,
        GameOptions::Clash(options) => options.rematch,
    }
}

impl Decision {
    /// Accepts the invitation for this person, with their current name.
    pub(super) fn agrees(&mut self, me: &Member) {
        for chair in &mut self.next.seats {
            chair.holder.rename(me);
        }
        self.next.invited.retain(|person| *person != me.person);
        self.change.invited = Some(self.next.invited.clone());
    }
}

/// An invitation with other odds or another placement is another proposal: everybody but the author of the change has
/// to accept it. A change by a moderator counts as one by the creator.
pub(super) fn propose_anew(decision: &mut Decision, lobby: &GameSession, by: PersonId) -> Result<(), Error> {
    if lobby.lobby_options()?.invitation.is_some() {
        let author = if lobby.seat_of(by).is_some() { by } else { lobby.creator.person };
        let people = lobby.seats.iter().flat_map(|chair| chair.holder.people());
        decision.next.invited = people.map(|member| member.person).filter(|person| *person != author).collect();
        decision.change.invited = Some(decision.next.invited.clone());
    }
    Ok(())
}

fn agree(lobby: &GameSession, me: &Member) -> Result<Decision, Error> {
    is_open(lobby)?;
    if lobby.seat_of(me.person).is_none() {
        return Err(refuse(LobbyRefusal::NotInvited));
    }
    if !lobby.invited.contains(&me.person) {
        return Err(refuse(LobbyRefusal::Joined));
    }
    let mut decision = Decision::on(lobby);
    decision.agrees(me);
    decision.confirm(Confirmation::Agreed);
    Ok(decision)
}

/// Ends an invitation. An invited person declines it; its author withdraws it.
fn decline(lobby: &GameSession, me: Member) -> Result<Decision, Error> {
    is_lobby(lobby)?;
    if lobby.seat_of(me.person).is_none() {
        return Err(refuse(LobbyRefusal::NotInvited));
    }
    let mut decision = Decision::on(lobby);
    decision.confirm(if lobby.creator.person == me.person { Confirmation::Withdrawn } else { Confirmation::Declined });
    decision.close(Stopped { by: me, reason: None })?;
    decision.announce(NoticeKind::Lobby);
    Ok(decision)
}

/// Rematch lobby with the same settings and armies. Every Player moves to the next seat, in a duel to the other side.
fn again(game: &GameSession, options: &LobbyOptions, who: &Who) -> Result<(NewGame, Vec<PersonId>), Error> {
    let options = LobbyOptions {
        order: SeatOrder::Fixed,
        start_when_full: true,
        seats: u8::try_from(game.seats.len()).unwrap_or(options.seats),
        invitation: Some(Invitation::Rematch(game.id)),
        ..options.clone()
    };
    let mut seats = game.seat_rows();
    seats.rotate_left(1);
    // The last holder of a free seat is invited like the others.
    for seat in &mut seats {
        seat.vacant_since = None;
    }
    let people = seats.iter().flat_map(|seat| &seat.players);
    let others = people.map(|player| player.person);
    // Computer players accept every invitation.
    let asked = |person: &PersonId| *person != who.person && ComputerPlayer::of(*person).is_none();
    let others: Vec<PersonId> = others.filter(asked).collect();
    let new = new_lobby(who, game.place, &options, seats, others.clone())?;
    Ok((new, others))
}

fn new_lobby(
    who: &Who,
    place: Place,
    options: &LobbyOptions,
    seats: Vec<SeatRow>,
    invited: Vec<PersonId>,
) -> Result<NewGame, Error> {
    let options =
        serde_json::to_string(options).map_err(|error| InternalError::new("writing the options of a game", &error))?;
    Ok(NewGame {
        kind: Kind::Titans,
        place,
        creator: who.person,
        creator_name: sanitise_name(&who.name),
        options,
        seats,
        invited,
        notices: vec![NewNotice { to: To::Channel(place.channel), kind: NoticeKind::Lobby.word().to_owned() }],
        interaction: who.interaction,
    })
}

impl Lobbies {
    /// Returns true for a game of Titan's Battalion for certain people.
    pub(super) async fn is_invitation(&self, game: GameId) -> Result<bool, Error> {
        let loaded = self.games.load(game).await?;
        Ok(matches!(&loaded.options, GameOptions::Titans(options) if options.invitation.is_some()))
    }

    /// Challenges a person to a duel of Titan's Battalion, in a channel without an open game. Each Player chooses their
    /// Battalion if the challenge does not set it.
    pub async fn challenge_to_duel(&self, who: &Who, place: Place, challenge: DuelChallenge) -> Result<Done, Error> {
        if let Some(answer) = self.store.answered(who.interaction).await? {
            return repeated(&answer);
        }
        let DuelChallenge { opponent, mine, theirs, first, options } = challenge;
        self.may_challenge_to_duel(who, &place, &opponent, &options).await?;
        let options = LobbyOptions {
            order: match first {
                Colours::Drawn => SeatOrder::Random,
                Colours::Challenger | Colours::Challenged => SeatOrder::Fixed,
            },
            start_when_full: true,
            invitation: Some(Invitation::Challenge),
            ..options
        };
        let mut seats = Vec::new();
        for (member, battalion) in [(member(who), mine), (opponent.clone(), theirs)] {
            let battalion = match battalion {
                Some(wanted) => Some(self.pick(who, &place, &options, &wanted).await?.key),
                None => None,
            };
            seats.push(SeatRow {
                vacant_since: None,
                odds: None,
                battalion,
                players: vec![PlayerRow { person: member.person, name: sanitise_name(&member.name) }],
            });
        }
        if first == Colours::Challenged {
            seats.reverse();
        }
        let asked = vec![opponent.person];
        let mut new = new_lobby(who, place, &options, seats, asked.clone())?;
        new.notices.extend(self.asked(&asked).await?);
        let opponent = Member { name: sanitise_name(&opponent.name), ..opponent };
        self.create(new, vec![Confirmation::Challenged(opponent)]).await
    }

    /// Refuses options with which this person cannot be challenged here.
    pub async fn may_challenge_to_duel(
        &self,
        who: &Who,
        place: &Place,
        opponent: &Member,
        options: &LobbyOptions,
    ) -> Result<(), Error> {
        if opponent.person == who.person {
            return Err(refuse(OptionRefusal::OwnOpponent));
        }
        self.may_open(who, place, options).await
    }

    /// Direct messages to the invited people who want them.
    async fn asked(&self, people: &[PersonId]) -> Result<Vec<NewNotice>, Error> {
        let mut notices = Vec::new();
        for person in people {
            if self.settings.person_settings(*person).await?.reached_by() == Ping::Dm {
                notices.push(NewNotice { to: To::Person(*person), kind: NoticeKind::Challenged.word().to_owned() });
            }
        }
        Ok(notices)
    }

    /// Accepts an invitation. The game starts when everyone has accepted.
    pub(super) async fn agree(&self, who: &Who, game: GameId, word: Option<String>) -> Result<Done, Error> {
        let (me, chooser) = (member(who), self.chooser(who, game).await?);
        let lobbies = self.clone();
        self.games
            .change(game, Some(who), move |lobby, _| {
                let mut decision = agree(lobby, &me)?;
                if let Some(word) = &word {
                    words::put(&lobbies, &mut decision, me.clone(), word)?;
                }
                settle(&lobbies, decision, &chooser)
            })
            .await
    }

    /// Declines an invitation, or withdraws the person's own one. The lobby closes.
    pub(super) async fn decline_invitation(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        let me = member(who);
        self.games.change(game, Some(who), move |lobby, _| decline(lobby, me.clone())).await
    }

    /// Invites everyone from a finished game to a rematch in the same place, with the same settings and armies and
    /// exchanged seats. If a rematch is already offered, accepts it.
    pub async fn rematch(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        if let Some(answer) = self.store.answered(who.interaction).await? {
            return repeated(&answer);
        }
        let loaded = self.games.load(game).await?;
        let seat = {
            loaded.play()?;
            loaded.own_seat(who.person)?
        };
        if loaded.state != State::Over {
            return Err(refuse(RematchRefusal::NotOver));
        }
        if let Some(asked) = self.asked_for(&loaded).await? {
            return self.agree_to_rematch(who, &asked).await;
        }
        let asking = match &loaded.options {
            GameOptions::Titans(options) => {
                self.may_open(who, &loaded.place, options).await?;
                let (mut new, others) = again(&loaded, options, who)?;
                new.notices.extend(self.asked(&others).await?);
                let asked = self.create(new, vec![Confirmation::RematchAsked]).await;
                if others.is_empty() { self.begin_if_ready(who, asked?).await } else { asked }
            }
            GameOptions::Clash(options) => {
                let people = loaded.seats.iter().flat_map(|chair| chair.holder.named());
                let mut people = people;
                let opponent = people.find(|member| member.person != who.person).cloned();
                let opponent = opponent.ok_or_else(|| refuse(Refusal::NotInGame))?;
                let options = ClashOptions {
                    colours: match seat.0 {
                        0 => Colours::Challenged,
                        _ => Colours::Challenger,
                    },
                    rematch: Some(game),
                    ..options.clone()
                };
                self.challenge(who, loaded.place, Some(opponent), options).await
            }
        };
        match asking {
            // Another person has just offered the same rematch.
            Err(Error::Refused(Refusal::GameHere)) => match self.asked_for(&loaded).await? {
                Some(asked) => self.agree_to_rematch(who, &asked).await,
                None => Err(refuse(Refusal::GameHere)),
            },
            done => done,
        }
    }

    /// Rematch of a game that was offered and has not started.
    async fn asked_for(&self, game: &GameSession) -> Result<Option<GameSession>, Error> {
        let Some(here) = self.store.game_in(game.place.channel).await? else {
            return Ok(None);
        };
        let here = self.games.load(here).await?;
        let asked = here.state == State::Lobby && rematch_of(&here) == Some(game.id);
        Ok(asked.then(|| (*here).clone()))
    }

    async fn agree_to_rematch(&self, who: &Who, asked: &GameSession) -> Result<Done, Error> {
        match self.accept(who, asked.id).await {
            Err(Error::Refused(Refusal::Lobby(LobbyRefusal::Joined) | Refusal::Permission(Denied::Answer { .. }))) => {
                Err(refuse(RematchRefusal::Asked))
            }
            done => done,
        }
    }
}
