//! Seats of people who are absent: out of time twice in a row, gone from the server, or waited for so long that the others free the
//! seat. A free seat can be taken by somebody else, or by the same person once they are back.

use engine::action::Action;
use engine::board::Seat;
use engine::game::Game;
use engine::view::Phase;

use crate::host::error::{Error, TableRefusal, refuse};
use crate::host::model::{Absence, Confirmation, Done, Member, NoticeKind, VoteView, Who};
use crate::host::session::change::{Decision, stale};
use crate::host::session::game::{GameSession, RunningGame};
use crate::host::session::pending::Vote;
use crate::host::session::seat::{Holder, PastHolder};
use crate::host::session::take;
use crate::host::table::{other_people, plays};
use crate::host::{GameId, Host, PersonId};

/// How long somebody must have been waited for before the others, all together, free their seat; in milliseconds.
pub(in crate::host) const VOTE_AFTER: i64 = 24 * 3_600_000;
/// The same before whoever opened the game, or a moderator, does it alone.
pub(in crate::host) const ALONE_AFTER: i64 = 3 * VOTE_AFTER;
/// How often in a row the time of a seat runs out before the seat is free.
const OUT_OF_TIME: u8 = 2;

/// Frees the place of a person: a team mate goes on alone (T-1), otherwise the seat waits for somebody to take it.
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

/// It must not show who is to act (V-3).
fn is_hidden(play: &RunningGame) -> bool {
    matches!(play.public().phase, Phase::VolatileChoice { openly: false, .. })
}

/// The time of a seat is up, and this would be done about it. Where that would put a Player out of a game that goes on for the others, it begins once more, and after the
/// second time the seat is free for as long again; only then the rule holds (T-21). In a match of Clash, where running out of time costs a
/// round, the seat is free after the second time in a row.
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

/// Whether somebody has been waited for long enough that their seat can be freed, by `alone` without the others.
fn waited_for(game: &GameSession, play: &RunningGame, seat: Seat, now: i64, alone: bool) -> Result<(), Error> {
    if game.clock.since.is_some() {
        return Err(refuse(TableRefusal::ClockDecides));
    }
    if !is_hidden(play) && !play.game.to_act().contains(&seat) {
        return Err(refuse(TableRefusal::NotWaitedFor));
    }
    let wait = if alone { ALONE_AFTER } else { VOTE_AFTER };
    let at = game.waiting_since + wait;
    match now < at {
        true => Err(refuse(TableRefusal::WaitUntil(at / 1000))),
        false => Ok(()),
    }
}

/// Asks for the seat of somebody who is absent to be freed, or agrees to that.
fn free(game: &GameSession, who: &Who, absent: PersonId, moderates: bool, now: i64) -> Result<Decision, Error> {
    let play = game.running()?;
    let seat = game.seat_of(absent);
    let seat = seat.ok_or_else(|| refuse(TableRefusal::NotSeated))?;
    if !plays(play, seat) {
        return Err(refuse(TableRefusal::Defeated));
    }
    if absent == who.person {
        return Err(refuse(TableRefusal::OwnSeat));
    }
    let may_alone = moderates || game.creator.person == who.person;
    let alone = may_alone && waited_for(game, play, seat, now, true).is_ok();
    let mut decision = Decision::on(game);
    let absentee = game.people(seat).iter();
    let absentee = absentee.filter(|member| member.person == absent).cloned();
    let absentee: Vec<Member> = absentee.collect();
    if !alone {
        let having_a_say = other_people(game, play, seat);
        let own = game.seat_of(who.person);
        let Some(own) = own.filter(|own| having_a_say.contains(own)) else {
            waited_for(game, play, seat, now, true)?;
            return Err(refuse(TableRefusal::NoSay));
        };
        waited_for(game, play, seat, now, false)?;
        let vote = game.pending.vote.clone();
        let vote = vote.filter(|vote| vote.absent == absent && vote.asked >= play.position_since);
        let mut vote = vote.unwrap_or(Vote { absent, asked: decision.next.version, agreed: Vec::new() });
        if !vote.agreed.contains(&own) {
            vote.agreed.push(own);
        }
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

/// The vote that is open in the present position.
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

impl Host {
    /// Frees the seat of somebody who is absent: a vote of the others, or whoever opened the game and moderators after a longer wait.
    ///
    /// # Errors
    /// [`Refusal`](crate::host::Refusal) or a fault.
    pub async fn free_seat(&self, who: &Who, game: GameId, absent: PersonId) -> Result<Done, Error> {
        let guild = self.load(game).await?.place.guild;
        let (me, power) = (who.clone(), self.power(who, guild).await?);
        self.change(game, Some(who), move |_, game, now| free(game, &me, absent, power.moderates, now)).await
    }

    /// The same for the press that agrees to a vote.
    ///
    /// # Errors
    /// [`Refusal`](crate::host::Refusal) or a fault.
    pub async fn agree_absent(&self, who: &Who, game: GameId, seat: Seat) -> Result<Done, Error> {
        let loaded = self.load(game).await?;
        let open = vote(&loaded, loaded.play()?).filter(|vote| vote.seat == seat);
        let absent = open.and_then(|vote| vote.absent.first().map(|member| member.person));
        let absent = absent.ok_or_else(stale)?;
        self.free_seat(who, game, absent).await
    }

    /// Somebody has left the server: their seat is free. Nothing happens where they have none.
    ///
    /// # Errors
    /// A fault.
    pub async fn has_left(&self, game: GameId, person: PersonId) -> Result<(), Error> {
        let done = self.change(game, None, move |_, game, now| {
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
