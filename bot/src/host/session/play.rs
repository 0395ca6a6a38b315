//! Validation of decisions in a game: permission, meaning and questions to ask first. Valid actions are applied by
//! `take`.

use std::sync::Arc;

use engine::action::{Action, Illegal, Turn};
use engine::board::{Seat, Space};
use engine::illegal::PhaseFault;
use engine::titans::ChoiceKind;
use engine::view::Phase;

use crate::host::blocking;
use crate::host::error::{Denied, Error, InternalError, NotYourTurn, Refusal, Stale, refuse};
use crate::host::model::{Ask, Confirmation, Done, HistoryEntry, Member, NoticeKind, Played, Question, Standing, Who};
use crate::host::session::change::{Decision, repeated, stale};
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::pending::ResignAsked;
use crate::host::session::request::{Request, TurnRequest};
use crate::host::session::running::RunningGame;
use crate::host::session::take::decide;
use crate::host::{GameId, PersonId, Version};
use crate::host::{armies, clash};

/// Result of preparing a request: a legal action or a question.
enum Ready {
    Take(Action),
    Ask(Box<Ask>),
}

/// Refuses unless this person is to play the turn.
pub(super) fn check_turn(game: &GameSession, play: &RunningGame, seat: Seat, person: PersonId) -> Result<(), Error> {
    let view = play.public();
    let open = play.game.to_act();
    let players = || open.iter().map(|open| game.player(*open)).collect();
    let not_yours = |why: NotYourTurn| Err(refuse(why));
    match view.phase {
        Phase::Play => {}
        Phase::Shop => return not_yours(NotYourTurn::Buying(players())),
        Phase::Auction { .. } => return not_yours(NotYourTurn::Auction),
        Phase::Placement => return Err(Illegal::new("T-16", PhaseFault::Placing).into()),
        Phase::VolatileChoice { .. } => {
            return Err(Illegal::new("V-2", PhaseFault::ChoosingVolatile).into());
        }
        _ => return Ok(()),
    }
    let Some(next) = open.iter().find(|open| **open == seat) else {
        return not_yours(NotYourTurn::Move(players()));
    };
    let actors = game.actors(play, *next, &view.phase);
    match actors.as_slice() {
        [mate] if mate.person != person => not_yours(NotYourTurn::TeamMate(mate.clone())),
        _ => Ok(()),
    }
}

/// Refuses a button of this version if it no longer applies to the current position.
fn check_version(game: &GameSession, play: &RunningGame, expected: Option<Version>) -> Result<(), Error> {
    match expected {
        Some(version) if version < play.position_since || version > game.version => Err(stale()),
        _ => Ok(()),
    }
}

/// Checks a request without changing anything.
fn prepare(game: &GameSession, request: &Request) -> Result<(Seat, Ready), Error> {
    let play = match &request.wanted {
        // Resigning is possible during a pause and ends it.
        TurnRequest::Action(Action::Resign) if game.clock.standing == Some(Standing::Paused) => game.running()?,
        _ => game.going()?,
    };
    let seat = game.own_seat(request.person)?;
    match &request.wanted {
        // Resigning does not depend on the position, but its cost depends on the round.
        TurnRequest::Action(Action::Resign) => {
            if request.expected.is_some_and(|version| version < play.round_since) {
                return Err(stale());
            }
        }
        _ => check_version(game, play, request.expected)?,
    }
    let turn = match &request.wanted {
        TurnRequest::Action(Action::TimeOut | Action::DrawVolatile) => {
            return Err(refuse(Denied::TimeOut));
        }
        TurnRequest::Action(Action::Turn(turn)) => turn.clone(),
        TurnRequest::Action(action) => {
            check_talk(play, seat, action, request.expected)?;
            if !clash::is_fresh(game, action, request.expected) {
                return Err(stale());
            }
            return Ok((seat, Ready::Take(action.clone())));
        }
        TurnRequest::Agree => {
            let Some(since) = play.offer_since else {
                return Err(refuse(Stale::NoOffer));
            };
            if request.expected.is_some_and(|version| version < since) {
                return Err(stale());
            }
            check_talk(play, seat, &Action::OfferDraw, None)?;
            return Ok((seat, Ready::Take(Action::OfferDraw)));
        }
        TurnRequest::Line(order, text) => {
            let action = clash::read_line(play, seat, *order, text)?;
            return Ok((seat, Ready::Take(action)));
        }
        TurnRequest::Army(template) => {
            let action = armies::fitting(play, seat, template.as_ref())?;
            if !clash::is_fresh(game, &action, request.expected) {
                return Err(stale());
            }
            return Ok((seat, Ready::Take(action)));
        }
        TurnRequest::Text(text) => {
            check_turn(game, play, seat, request.person)?;
            play.game.read_turn(seat, text)?
        }
        TurnRequest::Index(index, then) => {
            check_turn(game, play, seat, request.person)?;
            let acts = play.game.moves_with_notation(seat);
            let spelled = acts.into_iter().nth(usize::from(*index));
            let spelled = spelled.ok_or_else(stale)?;
            Turn { act: spelled.act, then: then.clone() }
        }
    };
    check_turn(game, play, seat, request.person)?;
    let ready = match question(game, play, seat, &turn, request.confirmed)? {
        Some(question) => Ready::Ask(Box::new(Ask {
            game: game.id,
            version: game.version,
            index: index_of(play, seat, &turn)?,
            text: play.game.turn_text(&turn),
            turn,
            question,
        })),
        None => Ready::Take(Action::Turn(turn)),
    };
    Ok((seat, ready))
}

/// Refuses an answer to a draw offer other than the open one (T-26).
fn check_talk(play: &RunningGame, seat: Seat, action: &Action, expected: Option<Version>) -> Result<(), Error> {
    let view = play.public();
    let offered = view.draw_offer.contains(&seat);
    match action {
        Action::DeclineDraw => match (play.offer_since, expected) {
            (Some(since), Some(expected)) if expected < since => Err(stale()),
            _ => Ok(()),
        },
        // The rules refuse a second offer.
        Action::OfferDraw if offered => Ok(()),
        // A button from before the open offer means a new offer, not an answer to the open one.
        Action::OfferDraw => match (play.offer_since, expected) {
            (Some(since), Some(expected)) if expected < since => Err(refuse(Stale::Offered)),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// Refuses unless a resignation of this person would be legal.
fn check_resignation(game: &GameSession, person: PersonId, expected: Option<Version>) -> Result<(), Error> {
    let wanted = TurnRequest::Action(Action::Resign);
    let (seat, _) = prepare(game, &Request { person, expected, wanted, confirmed: true })?;
    game.running()?.game.clone().apply(seat, &Action::Resign)?;
    Ok(())
}

/// Returns true if the person's team mate has asked them to resign since their seat's last turn.
fn is_asked_to_resign(game: &GameSession, person: PersonId) -> bool {
    let (Some(seat), Some(play)) = (game.seat_of(person), &game.play) else {
        return false;
    };
    let own = |told: &&Arc<HistoryEntry>| told.seat == seat && !told.text.is_empty();
    let last = play.history.iter().rfind(own).map(|told| told.version);
    let since = last.map_or(play.round_since, |last| last.max(play.round_since));
    game.pending.resigns.iter().any(|asked| asked.to == person && asked.asked >= since)
}

fn index_of(play: &RunningGame, seat: Seat, turn: &Turn) -> Result<u16, Error> {
    let acts = play.game.moves_with_notation(seat);
    let index = acts.iter().position(|spelled| spelled.act == turn.act);
    index.and_then(|index| u16::try_from(index).ok()).ok_or_else(|| refuse(Refusal::NoSuchMove))
}

/// Question to answer before a turn can be played.
fn question(
    game: &GameSession,
    play: &RunningGame,
    seat: Seat,
    turn: &Turn,
    confirmed: bool,
) -> Result<Option<Question>, Error> {
    if let Some(choice) = play.game.next_choice(turn)? {
        let (ChoiceKind::Return(_, of) | ChoiceKind::Volatile(of) | ChoiceKind::Bring(_, of)) = &choice.kind;
        let whose = game.members().get(of.index()).cloned();
        return Ok(Some(Question::Choice {
            kind: choice.kind,
            whose: whose.unwrap_or_default(),
            options: choice.options,
            optional: choice.optional,
        }));
    }
    let warnings = if confirmed { Vec::new() } else { play.game.warnings(seat, turn) };
    Ok((!warnings.is_empty()).then_some(Question::Confirm(warnings)))
}

/// Refuses unless this person may play a turn now.
fn check_mover(game: &GameSession, person: PersonId) -> Result<(), Error> {
    let play = game.going()?;
    let seat = game.own_seat(person)?;
    check_turn(game, play, seat, person)
}

impl Games {
    /// Refuses unless this person may play a turn now. A legal turn may still not exist.
    pub async fn check_mover(&self, game: GameId, person: PersonId) -> Result<(), Error> {
        check_mover(&*self.load(game).await?, person)
    }

    async fn request(&self, who: &Who, game: GameId, request: Request) -> Result<Played, Error> {
        // Questions change nothing, so they are answered outside of the queue. The action is checked again inside the
        // queue if the game has changed in between.
        let loaded = self.load(game).await?;
        let (on, key) = (loaded.version, who.interaction);
        let prepared = blocking(move || {
            let prepared = prepare(&loaded, &request);
            Ok((request, prepared))
        });
        let (request, prepared) = prepared.await?;
        let not_taken = match prepared {
            Ok((seat, Ready::Take(action))) => {
                return self.take(who, game, request, (on, seat, action)).await;
            }
            Ok((_, Ready::Ask(ask))) => Ok(Played::Ask(ask)),
            Err(why) => Err(why),
        };
        match self.store.answered(key).await? {
            Some(answer) => repeated(&answer).map(Played::Done),
            None => not_taken,
        }
    }

    /// Applies an action that was legal at a version.
    async fn take(
        &self,
        who: &Who,
        game: GameId,
        request: Request,
        (on, seat, action): (Version, Seat, Action),
    ) -> Result<Played, Error> {
        let done = self.change(game, Some(who), move |game, _| {
            let (seat, action) = if game.version == on {
                (seat, action.clone())
            } else {
                match prepare(game, &request)? {
                    (seat, Ready::Take(action)) => (seat, action),
                    (_, Ready::Ask(_)) => return Err(stale()),
                }
            };
            decide(game, seat, Some(request.person), &action)
        });
        done.await.map(Played::Done)
    }

    pub(in crate::host) async fn simply(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        wanted: TurnRequest,
    ) -> Result<Done, Error> {
        let request = Request { person: who.person, expected, wanted, confirmed: true };
        match self.request(who, game, request).await? {
            Played::Done(done) => Ok(done),
            Played::Ask(_) => Err(InternalError::plain("taking an action", "a question came back").into()),
        }
    }

    /// Executes any decision. `expected` is the version of a button, `None` for typed text. `confirmed` is the answer
    /// to [`Question::Confirm`].
    pub async fn act(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        action: Action,
        confirmed: bool,
    ) -> Result<Played, Error> {
        let request = Request { person: who.person, expected, wanted: TurnRequest::Action(action), confirmed };
        self.request(who, game, request).await
    }

    /// Plays a typed turn.
    pub async fn act_text(&self, who: &Who, game: GameId, text: &str, confirmed: bool) -> Result<Played, Error> {
        let request =
            Request { person: who.person, expected: None, wanted: TurnRequest::Text(text.to_owned()), confirmed };
        self.request(who, game, request).await
    }

    /// Plays the turn with this index in [`Acts::acts`](crate::host::Acts::acts) of version `expected`, with these
    /// choices.
    pub async fn act_index(
        &self,
        who: &Who,
        game: GameId,
        expected: Version,
        index: u16,
        then: Vec<Option<Space>>,
        confirmed: bool,
    ) -> Result<Played, Error> {
        let request = Request {
            person: who.person,
            expected: Some(expected),
            wanted: TurnRequest::Index(index, then),
            confirmed,
        };
        self.request(who, game, request).await
    }

    /// Resigns the game (T-21), or the round in a match (C-7). `expected` is the version of a button, which is outdated
    /// in another round. Two people who share a seat resign together: the first request only asks the other one (T-1).
    pub async fn resign(&self, who: &Who, game: GameId, expected: Option<Version>) -> Result<Done, Error> {
        let loaded = self.load(game).await?;
        match loaded.mate(who.person) {
            Some(mate) if !self.resign_asked(game, who.person).await? => {
                let mate = mate.clone();
                self.ask_to_resign(who, game, expected, mate).await
            }
            _ => {
                let wanted = TurnRequest::Action(Action::Resign);
                self.simply(who, game, expected, wanted).await
            }
        }
    }

    /// Asks the team mate to agree to a resignation.
    async fn ask_to_resign(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        mate: Member,
    ) -> Result<Done, Error> {
        let person = who.person;
        self.change(game, Some(who), move |game, _| {
            check_resignation(game, person, expected)?;
            let mut decision = Decision::on(game);
            decision.confirm(Confirmation::AskedToResign(mate.clone()));
            if is_asked_to_resign(game, mate.person) {
                return Ok(decision);
            }
            let asked = ResignAsked { to: mate.person, asked: decision.next.version };
            decision.next.pending.resigns.retain(|earlier| earlier.to != mate.person);
            decision.next.pending.resigns.push(asked);
            decision.keep_pending()?;
            decision.tell(mate.person, NoticeKind::ResignAsked);
            Ok(decision)
        })
        .await
    }

    /// Refuses unless the person may resign now.
    pub async fn may_resign(&self, game: GameId, person: PersonId) -> Result<(), Error> {
        check_resignation(&*self.load(game).await?, person, None)
    }

    /// Returns true if the person's team mate has asked them to resign since their seat's last turn.
    pub async fn resign_asked(&self, game: GameId, person: PersonId) -> Result<bool, Error> {
        Ok(is_asked_to_resign(&*self.load(game).await?, person))
    }

    /// Offers a draw (T-26), or accepts an open offer.
    pub async fn offer_draw(&self, who: &Who, game: GameId, expected: Option<Version>) -> Result<Done, Error> {
        self.simply(who, game, expected, TurnRequest::Action(Action::OfferDraw)).await
    }

    /// Accepts or declines the open draw offer. If the same person made the offer, declining withdraws it.
    pub async fn answer_draw(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        accept: bool,
    ) -> Result<Done, Error> {
        let request = if accept { TurnRequest::Agree } else { TurnRequest::Action(Action::DeclineDraw) };
        self.simply(who, game, expected, request).await
    }
}
