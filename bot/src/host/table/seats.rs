//! Changes of a seat's holder: a Player hands their seat over, or a free seat is taken. The seat keeps its turn, clock,
//! Targets, army and sealed bid.

use engine::board::Seat;
use engine::view::{Phase, Viewer};
use opponent::Level;

use crate::host::error::{ComputerRefusal, Error, Stale, TableRefusal, refuse};
use crate::host::lobby::gathering::{member, sanitise_name};
use crate::host::model::{ComputerPlayer, Confirmation, Done, HandOverView, Member, NoticeKind, SeatTaken, Who};
use crate::host::session::change::Decision;
use crate::host::session::clock::Tick;
use crate::host::session::game::GameSession;
use crate::host::session::pending::HandOver;
use crate::host::session::running::RunningGame;
use crate::host::session::seat::{Holder, PastHolder};
use crate::host::table::Tables;
use crate::host::table::plays;
use crate::host::{GameId, PersonId, Version};

/// Refuses a person who already holds a seat or knows the secrets of another one.
fn may_sit(game: &GameSession, person: PersonId, seat: Seat) -> Result<(), Error> {
    if game.seat_of(person).is_some() {
        return Err(refuse(TableRefusal::HasSeat));
    }
    let vacated = game.seats.iter().map(|chair| chair.holder.named());
    let vacated = vacated.enumerate().filter(|(_, people)| people.iter().any(|member| member.person == person));
    let before = game.past.iter().filter(|past| past.member.person == person);
    let mut sat = vacated.map(|(sat, _)| sat).chain(before.map(|past| past.seat));
    if sat.any(|sat| sat != seat.index()) { Err(refuse(TableRefusal::KnowsSecrets)) } else { Ok(()) }
}

/// The running game, if the seat is still in it; otherwise a refusal.
fn seat_in_play(game: &GameSession, seat: Seat) -> Result<&RunningGame, Error> {
    let play = game.running()?;
    if plays(play, seat) { Ok(play) } else { Err(refuse(TableRefusal::Defeated)) }
}

/// Time of a new holder of a seat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewTime {
    /// Fair time for their first decision.
    Fair,
    /// The time that is left: otherwise two people who pass a seat to and fro would never run out of time.
    Left,
}

/// Seats a person. They get the seat's Targets by direct message.
fn sit(
    decision: &mut Decision,
    play: &RunningGame,
    (seat, place): (Seat, usize),
    new: Member,
    time: NewTime,
) -> Result<(), Error> {
    let version = decision.next.version;
    let chair = &mut decision.next.seats[seat.index()];
    let mut people = chair.holder.named().to_vec();
    // Requests to resign together end when a person of the seat changes.
    decision.next.pending.resigns.retain(|asked| !people.iter().any(|member| member.person == asked.to));
    if let Some(there) = people.get_mut(place) {
        let past = PastHolder {
            version,
            seat: seat.index(),
            place,
            member: std::mem::replace(there, new.clone()),
            replaced: true,
        };
        decision.change.past = Some(past.row());
        decision.next.past.push(past);
    }
    chair.holder = Holder::of(people);
    decision.change.seats = Some(decision.next.seat_rows());
    let pending = &mut decision.next.pending;
    pending.out_of_time.remove(&seat.0);
    pending.freed.remove(&seat.0);
    pending.vote = None;
    decision.keep_pending()?;
    decision.announce(NoticeKind::SeatTaken);
    if !play.game.view(Viewer::Seat(seat)).own.is_none_or(|own| own.targets.is_empty())
        && ComputerPlayer::of(new.person).is_none()
    {
        decision.tell(new.person, NoticeKind::Target);
    }
    // If the Players to act are secret, the clock must not reveal them either.
    let hidden = matches!(play.public().phase, Phase::VolatileChoice { openly: false, .. });
    match (hidden || play.game.to_act().contains(&seat), time) {
        (true, NewTime::Fair) => decision.wait_anew(play, seat),
        (true, NewTime::Left) => decision.wait_on(play),
        (false, NewTime::Fair) => {
            let control = decision.next.controls().of(seat);
            decision.next.clock.grant(control, seat);
        }
        (false, NewTime::Left) => {}
    }
    Ok(())
}

/// Offers the person's own seat to another person.
fn hand_over(game: &GameSession, who: &Who, to: Member) -> Result<Decision, Error> {
    let seat = game.own_seat(who.person)?;
    seat_in_play(game, seat)?;
    if to.person == who.person {
        return Err(refuse(TableRefusal::ToYourself));
    }
    may_sit(game, to.person, seat)?;
    let mut decision = Decision::on(game);
    let asked = decision.next.version;
    let offers = &mut decision.next.pending.hand_overs;
    offers.retain(|offer| offer.from != who.person);
    offers.push(HandOver { from: who.person, to: to.clone(), asked, declined: None });
    decision.keep_pending()?;
    decision.confirm(Confirmation::SeatOffered(to));
    decision.tick = Tick::Stir;
    decision.announce(NoticeKind::HandOver);
    Ok(decision)
}

/// Seat offered at this version, if the offer is still open.
fn offered(game: &GameSession, asked: Version) -> Result<(&HandOver, Seat), Error> {
    let mut offers = game.pending.hand_overs.iter();
    let offer = offers.find(|offer| offer.asked == asked && offer.declined.is_none());
    let found = offer.and_then(|offer| Some((offer, game.seat_of(offer.from)?)));
    found.ok_or_else(|| refuse(Stale::NoSeatOffer))
}

fn accept(game: &GameSession, who: &Who, asked: Version) -> Result<Decision, Error> {
    game.running()?;
    let (offer, seat) = offered(game, asked)?;
    let play = seat_in_play(game, seat)?;
    if offer.to.person != who.person {
        return Err(refuse(TableRefusal::OfferedTo(offer.to.clone())));
    }
    may_sit(game, who.person, seat)?;
    let chair = &game.seats[seat.index()];
    let place = chair.holder.place_of(offer.from).unwrap_or_default();
    let from = offer.from;
    let mut decision = Decision::on(game);
    decision.next.pending.hand_overs.retain(|offer| offer.from != from);
    let giver = game.people(seat).iter().filter(|member| member.person == from).cloned();
    decision.confirm(Confirmation::SeatTaken(giver.collect()));
    let returns = game.past.iter().any(|past| past.seat == seat.index() && past.member.person == who.person);
    let time = if returns { NewTime::Left } else { NewTime::Fair };
    sit(&mut decision, play, (seat, place), member(who), time)?;
    Ok(decision)
}

fn decline(game: &GameSession, who: &Who, asked: Version) -> Result<Decision, Error> {
    game.running()?;
    let (offer, _) = offered(game, asked)?;
    let own = offer.from == who.person;
    if !own && offer.to.person != who.person {
        return Err(refuse(TableRefusal::OfferedTo(offer.to.clone())));
    }
    let mut decision = Decision::on(game);
    let version = decision.next.version;
    for offer in &mut decision.next.pending.hand_overs {
        if offer.asked == asked {
            offer.declined = Some(version);
        }
    }
    decision.keep_pending()?;
    decision.confirm(if own { Confirmation::SeatKept } else { Confirmation::SeatDeclined });
    decision.announce(NoticeKind::HandOverOff);
    Ok(decision)
}

/// Seat that a computer player holds since this person left it. The person may take it back.
fn kept_by_computer(game: &GameSession, person: PersonId) -> Option<Seat> {
    let left = game.past.iter().filter(|past| past.member.person == person);
    let seats = left.filter_map(|past| u8::try_from(past.seat).ok().map(Seat));
    seats.rev().find(|seat| game.computer(*seat).is_some())
}

fn take(game: &GameSession, who: &Who, seat: Seat) -> Result<Decision, Error> {
    let play = seat_in_play(game, seat)?;
    if who.rights.guild != game.place.guild {
        return Err(refuse(TableRefusal::OtherServer));
    }
    let free = game.vacant().contains(&seat);
    if !(free || kept_by_computer(game, who.person) == Some(seat)) {
        return Err(refuse(Stale::SeatHeld));
    }
    may_sit(game, who.person, seat)?;
    let mut decision = Decision::on(game);
    decision.confirm(Confirmation::SeatTaken(game.player(seat).people));
    sit(&mut decision, play, (seat, 0), member(who), NewTime::Fair)?;
    Ok(decision)
}

/// Gives a free seat to a computer player. Allowed for participants, the creator and moderators.
fn give_to_computer(
    game: &GameSession,
    who: &Who,
    moderates: bool,
    (seat, level): (Seat, Level),
) -> Result<Decision, Error> {
    let play = seat_in_play(game, seat)?;
    let at_table = game.seat_of(who.person).is_some() || game.creator.person == who.person;
    if !(at_table || moderates) {
        return Err(refuse(ComputerRefusal::NotAtTable));
    }
    if !game.vacant().contains(&seat) {
        return Err(refuse(Stale::SeatHeld));
    }
    let there = game.seats.iter().filter_map(|chair| chair.holder.computer());
    let there: Vec<u8> = there.map(|computer| computer.number).collect();
    let number = (0..=u8::MAX).find(|number| !there.contains(number));
    let player = ComputerPlayer { level, number: number.unwrap_or_default() };
    let mut decision = Decision::on(game);
    decision.confirm(Confirmation::ComputerSits(player.name()));
    sit(&mut decision, play, (seat, 0), player.member(), NewTime::Fair)?;
    Ok(decision)
}

/// Offers of seats, for the public view.
pub(in crate::host) fn hand_overs(game: &GameSession) -> Vec<HandOverView> {
    let offers = game.pending.hand_overs.iter();
    let offers = offers.filter_map(|offer| {
        let people = game.seats.iter().flat_map(|chair| chair.holder.people());
        let from = people.into_iter().find(|member| member.person == offer.from)?;
        Some(HandOverView { asked: offer.asked, declined: offer.declined, from: from.clone(), to: offer.to.clone() })
    });
    offers.collect()
}

/// Change of a seat that created this version.
pub(in crate::host) fn taken(game: &GameSession, version: Version) -> Option<(Seat, SeatTaken)> {
    let past = game.past.iter().find(|past| past.version == version)?;
    let seat = Seat(u8::try_from(past.seat).ok()?);
    let people = game.members_at(version).into_iter().nth(past.seat)?;
    let to = past.replaced.then(|| people.get(past.place).cloned());
    Some((seat, SeatTaken { from: past.member.clone(), to: to.flatten() }))
}

impl Tables {
    /// Offers the person's own seat to another person, who accepts or declines.
    pub async fn hand_over(&self, who: &Who, game: GameId, to: Member) -> Result<Done, Error> {
        let (me, name) = (who.clone(), sanitise_name(&to.name));
        let to = Member { name, ..to };
        self.games.change(game, Some(who), move |game, _| hand_over(game, &me, to.clone())).await
    }

    /// Accepts or declines the seat offered at this version. If the same person made the offer, declining withdraws it.
    pub async fn answer_hand_over(&self, who: &Who, game: GameId, asked: Version, yes: bool) -> Result<Done, Error> {
        let me = who.clone();
        self.games
            .change(
                game,
                Some(who),
                move |game, _| if yes { accept(game, &me, asked) } else { decline(game, &me, asked) },
            )
            .await
    }

    /// Gives a free seat to a computer player.
    pub async fn computer_takes(&self, who: &Who, game: GameId, seat: Seat, level: Level) -> Result<Done, Error> {
        let guild = self.games.load(game).await?.place.guild;
        let (me, power) = (who.clone(), self.settings.power(who, guild).await?);
        self.games
            .change(game, Some(who), move |game, _| give_to_computer(game, &me, power.moderates, (seat, level)))
            .await
    }

    /// Seat that a computer player holds since this person left it.
    pub async fn seat_to_have_back(&self, game: GameId, person: PersonId) -> Result<Option<Seat>, Error> {
        Ok(kept_by_computer(&*self.games.load(game).await?, person))
    }

    /// Takes a free seat. Its last holder can return to it in the same way.
    pub async fn take_seat(&self, who: &Who, game: GameId, seat: Seat) -> Result<Done, Error> {
        let me = who.clone();
        self.games.change(game, Some(who), move |game, _| take(game, &me, seat)).await
    }
}
