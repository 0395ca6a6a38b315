//! Seats of absent people. A seat becomes free after two consecutive timeouts, if its Player leaves the server, or
//! after a vote of the others. Another person can take a free seat, and its last holder can return to it.

use engine::action::Action;
use engine::board::Seat;
use engine::game::Game;
use engine::view::Phase;

use crate::host::error::{Error, TableRefusal, refuse};
use crate::host::model::{Absence, Confirmation, Done, Member, NoticeKind, VoteView, Who};
use crate::host::session::change::{Decision, stale};
use crate::host::session::clock::{Away, after};
use crate::host::session::game::GameSession;
use crate::host::session::pending::Vote;
use crate::host::session::running::RunningGame;
use crate::host::session::seat::{Holder, PastHolder};
use crate::host::session::take;
use crate::host::table::Tables;
use crate::host::table::{other_people, plays};
use crate::host::{GameId, PersonId};

/// Waiting time before the others can vote to free a seat, in milliseconds.
pub(in crate::host) const VOTE_AFTER: i64 = 24 * 3_600_000;
/// Waiting time before the creator of the game or a moderator can free a seat alone, in milliseconds.
pub(in crate::host) const ALONE_AFTER: i64 = 3 * VOTE_AFTER;
/// Number of consecutive timeouts after which a seat becomes free.
const OUT_OF_TIME: u8 = 2;

/// Removes a person from their seat. A team mate continues alone (T-1); otherwise the seat becomes free.
fn vacate(
    decision: &mut Decision,
    play: &RunningGame,
    (seat, person): (Seat, PersonId),
    why: Absence,
    now: i64,
) -> Result<(), Error> {
    let version = decision.next.version;
    let chair = &mut decision.next.seats[seat.index()];
    let people = chair.holder.people().to_vec();
    let (gone, rest): (Vec<Member>, Vec<Member>) = people.into_iter().partition(|member| member.person == person);
    if rest.is_empty() {
        chair.holder = Holder::Vacant { last: gone, since: now };
        decision.next.pending.freed.insert(seat.0, why);
        decision.announce(NoticeKind::SeatFree);
    } else {
        let place = chair.holder.place_of(person).unwrap_or_default();
        chair.holder = Holder::People(rest);
        for member in gone {
            let past = PastHolder { version, seat: seat.index(), place, member, replaced: false };
            decision.change.past = Some(past.row());
            decision.next.past.push(past);
        }
        decision.announce(NoticeKind::SeatTaken);
    }
    decision.change.seats = Some(decision.next.seat_rows());
    let pending = &mut decision.next.pending;
    pending.out_of_time.remove(&seat.0);
    pending.vote = None;
    pending.hand_overs.retain(|offer| offer.from != person);
    decision.keep_pending()?;
    if play.game.to_act().contains(&seat) && !is_hidden(play) {
        decision.wait_anew(play, seat);
    }
    Ok(())
}

/// Returns true if the Players to act must stay secret (V-3).
fn is_hidden(play: &RunningGame) -> bool {
    matches!(play.public().phase, Phase::VolatileChoice { openly: false, .. })
}

/// Handles a timeout of a seat; the given action is the normal consequence.
///
/// In a game with more than two seats, the turn restarts after the first timeout. After the second, the seat is free
/// for the same time. Only then is the Player defeated (T-21). In a match of Clash, a timeout costs a round, and the
/// seat becomes free after two consecutive timeouts.
pub(in crate::host) fn out_of_time(
    game: &GameSession,
    seat: Seat,
    action: &Action,
    now: i64,
) -> Result<Decision, Error> {
    if *action != Action::TimeOut {
        return take::decide(game, seat, None, action);
    }
    let play = game.running()?;
    let times = game.pending.out_of_time.get(&seat.0).copied();
    let times = times.unwrap_or(0) + 1;
    let person = game.actors(play, seat, &play.public().phase).first().cloned();
    let spares = matches!(play.game, Game::Titans(_)) && game.seats.len() > 2 && !is_hidden(play);
    match person {
        Some(_) if spares && times < OUT_OF_TIME => {
            let mut decision = Decision::on(game);
            decision.next.pending.out_of_time.insert(seat.0, times);
            decision.keep_pending()?;
            decision.announce(NoticeKind::TimeAgain);
            decision.wait_anew(play, seat);
            Ok(decision)
        }
        Some(person) if spares => {
            let mut decision = Decision::on(game);
            let gone = (seat, person.person);
            vacate(&mut decision, play, gone, Absence::OutOfTime, now)?;
            Ok(decision)
        }
        person => {
            let mut decision = take::decide(game, seat, None, action)?;
            let next = decision.next.play.clone();
            let goes_on = next.filter(|next| !next.is_over() && plays(next, seat));
            if let (Some(person), Some(next), Game::Clash(_)) = (person, goes_on, &play.game) {
                decision.next.pending.out_of_time.insert(seat.0, times);
                decision.keep_pending()?;
                if times >= OUT_OF_TIME {
                    let gone = (seat, person.person);
                    vacate(&mut decision, &next, gone, Absence::OutOfTime, now)?;
                }
            }
            Ok(decision)
        }
    }
}

/// Refuses unless the waiting time for freeing this seat is over. With `alone`, the longer time applies.
fn waited_for(
    game: &GameSession,
    play: &RunningGame,
    (seat, away): (Seat, &Away),
    now: i64,
    alone: bool,
) -> Result<(), Error> {
    if game.clock.since.is_some() {
        return Err(refuse(TableRefusal::ClockDecides));
    }
    if !is_hidden(play) && !play.game.to_act().contains(&seat) {
        return Err(refuse(TableRefusal::NotWaitedFor));
    }
    let wait = if alone { ALONE_AFTER } else { VOTE_AFTER };
    let at = after(game.waiting_since, wait, away);
    if now < at { Err(refuse(TableRefusal::WaitUntil(at / 1000))) } else { Ok(()) }
}

/// Requests a vote to free the seat of an absent person, or votes for it.
///
/// Holidays of the absent person, `away`, do not count as waiting.
fn free(
    game: &GameSession,
    who: &Who,
    (absent, away): (PersonId, &Away),
    moderates: bool,
    now: i64,
) -> Result<Decision, Error> {
    let play = game.going()?;
    let seat = game.seat_of(absent);
    let seat = seat.ok_or_else(|| refuse(TableRefusal::NotSeated))?;
    if !plays(play, seat) {
        return Err(refuse(TableRefusal::Defeated));
    }
    if absent == who.person {
        return Err(refuse(TableRefusal::OwnSeat));
    }
    let may_alone = moderates || game.creator.person == who.person;
    let alone = may_alone && waited_for(game, play, (seat, away), now, true).is_ok();
    let mut decision = Decision::on(game);
    let absentee = game.people(seat).iter();
    let absentee = absentee.filter(|member| member.person == absent).cloned();
    let absentee: Vec<Member> = absentee.collect();
    if !alone {
        let having_a_say = other_people(game, play, seat);
        let own = game.seat_of(who.person);
        let Some(own) = own.filter(|own| having_a_say.contains(own)) else {
            if may_alone {
                waited_for(game, play, (seat, away), now, true)?;
            }
            return Err(refuse(TableRefusal::NoSay));
        };
        waited_for(game, play, (seat, away), now, false)?;
        let vote = game.pending.vote.clone();
        let vote = vote.filter(|vote| vote.absent == absent && vote.asked >= play.position_since);
        let mut vote = vote.unwrap_or(Vote { absent, asked: decision.next.version, agreed: Vec::new() });
        if vote.agreed.contains(&own) {
            decision.confirm(Confirmation::VotedAbsent(absentee));
            return Ok(decision);
        }
        vote.agreed.push(own);
        let all = having_a_say.iter().all(|seat| vote.agreed.contains(seat));
        if !all {
            decision.next.pending.vote = Some(vote);
            decision.keep_pending()?;
            decision.confirm(Confirmation::VotedAbsent(absentee));
            decision.announce(NoticeKind::AbsenceVote);
            return Ok(decision);
        }
    }
    let why = if alone { Absence::Freed } else { Absence::Voted };
    decision.confirm(Confirmation::SeatFreed(absentee));
    vacate(&mut decision, play, (seat, absent), why, now)?;
    Ok(decision)
}

/// Open vote in the current position.
pub(in crate::host) fn vote(game: &GameSession, play: &RunningGame) -> Option<VoteView> {
    let vote = game.pending.vote.as_ref()?;
    let seat = game.seat_of(vote.absent)?;
    if vote.asked < play.position_since {
        return None;
    }
    let waiting = other_people(game, play, seat).into_iter();
    let people = game.people(seat).iter();
    Some(VoteView {
        absent: people.filter(|member| member.person == vote.absent).cloned().collect(),
        seat,
        waiting: waiting
            .filter(|seat| !vote.agreed.contains(seat))
            .flat_map(|seat| game.people(seat).to_vec())
            .collect(),
    })
}

impl Tables {
    /// Frees the seat of an absent person: by a vote of the others, or by the creator or a moderator after a longer
    /// wait.
    pub async fn free_seat(&self, who: &Who, game: GameId, absent: PersonId) -> Result<Done, Error> {
        let guild = self.games.load(game).await?.place.guild;
        let (me, power) = (who.clone(), self.settings.power(who, guild).await?);
        let away = self.settings.away_of(absent, guild).await?;
        self.games
            .change(game, Some(who), move |game, now| free(game, &me, (absent, &away), power.moderates, now))
            .await
    }

    /// Votes to free a seat, by the button of an open vote.
    pub async fn agree_absent(&self, who: &Who, game: GameId, seat: Seat) -> Result<Done, Error> {
        let loaded = self.games.load(game).await?;
        let open = vote(&loaded, loaded.play()?).filter(|vote| vote.seat == seat);
        let absent = open.and_then(|vote| vote.absent.first().map(|member| member.person));
        let absent = absent.ok_or_else(stale)?;
        self.free_seat(who, game, absent).await
    }

    /// Frees the seat of a person who left the server. Does nothing without a seat.
    pub async fn has_left(&self, game: GameId, person: PersonId) -> Result<(), Error> {
        let done = self.games.change(game, None, move |game, now| {
            let play = game.running()?;
            let seat = game.own_seat(person)?;
            if !plays(play, seat) {
                return Err(stale());
            }
            let mut decision = Decision::on(game);
            vacate(&mut decision, play, (seat, person), Absence::Left, now)?;
            Ok(decision)
        });
        match done.await {
            Ok(_) | Err(Error::Refused(_)) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}
