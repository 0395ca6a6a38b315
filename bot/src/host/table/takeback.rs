//! Takebacks: a Player requests to undo their last turn, and all other people must agree; computers always do. The
//! request is valid only in its position. Revealed secrets and results are never undone.

use std::sync::Arc;

use engine::board::Seat;
use engine::fact::Fact;

use crate::host::error::{Error, InternalError, Stale, TableRefusal, refuse};
use crate::host::model::{Confirmation, Done, NoticeKind, Takeback, Who, standing};
use crate::host::session::change::Decision;
use crate::host::session::clock::Tick;
use crate::host::session::course::effect;
use crate::host::session::game::GameSession;
use crate::host::session::logged::{self, Logged};
use crate::host::session::pending::TakebackAsked;
use crate::host::session::running::RunningGame;
use crate::host::table::Tables;
use crate::host::table::{other_people, others, plays};
use crate::host::{GameId, Version};
use crate::store::NewAction;

/// Version to restore for a takeback of a seat's last turn.
fn target(play: &RunningGame, seat: Seat) -> Result<Version, Error> {
    let history = standing(play.history.iter().map(AsRef::as_ref));
    let is_turn = |seat: Seat, text: &str, by: Seat| by == seat && !text.is_empty();
    let last = history
        .iter()
        .rposition(|entry| is_turn(seat, &entry.text, entry.seat))
        .ok_or_else(|| refuse(TableRefusal::NothingToTakeBack))?;
    let undone = &history[last..];
    let any = |wanted: &dyn Fn(&Fact) -> bool| undone.iter().flat_map(|entry| &entry.facts).any(wanted);
    // The end of a round reveals secrets to its survivors and winner. A game that continues after a defeat reveals
    // that the defeated Player was nobody's only Target.
    if any(&|fact| matches!(fact, Fact::Round(_))) {
        return Err(refuse(TableRefusal::RoundOver));
    }
    if any(&|fact| matches!(fact, Fact::Defeated { .. })) {
        return Err(refuse(TableRefusal::DefeatStands));
    }
    Ok(Version(undone[0].version.0 - 1))
}

/// Takeback requested in the current position and not decided yet.
pub(in crate::host) fn open<'a>(game: &'a GameSession, play: &RunningGame) -> Option<&'a TakebackAsked> {
    let asked = game.pending.takeback.as_ref()?;
    (asked.declined.is_none() && asked.asked >= play.position_since).then_some(asked)
}

/// Public view of the request.
pub(in crate::host) fn asked(game: &GameSession, play: &RunningGame) -> Option<Takeback> {
    let asked = game.pending.takeback.as_ref()?;
    if asked.asked < play.position_since {
        return None;
    }
    let history = standing(play.history.iter().map(AsRef::as_ref));
    let undone = history.iter().filter(|entry| entry.version > asked.to);
    let waiting = other_people(game, play, asked.seat);
    Some(Takeback {
        seat: asked.seat,
        asked: asked.asked,
        turns: undone.filter(|entry| !entry.text.is_empty()).map(|entry| (entry.seat, entry.text.clone())).collect(),
        waiting: waiting
            .into_iter()
            .filter(|seat| !asked.agreed.contains(seat))
            .flat_map(|seat| game.player(seat).people)
            .collect(),
        declined: asked.declined,
    })
}

/// Asks the people who play in the game. Computers always agree, so a takeback against computers alone takes effect at
/// once. A repeated request takes effect if nobody is left to agree.
fn ask(game: &GameSession, who: &Who, earlier: Option<&Earlier>) -> Result<Decision, Error> {
    let play = game.going()?;
    let seat = game.own_seat(who.person)?;
    if !plays(play, seat) {
        return Err(refuse(TableRefusal::NoSay));
    }
    let asked = other_people(game, play, seat);
    let earlier_request = open(game, play);
    match earlier_request {
        Some(open) if open.seat != seat => {
            return Err(refuse(TableRefusal::TakebackOpen(game.player(open.seat))));
        }
        Some(open) if !asked.iter().all(|seat| open.agreed.contains(seat)) => {
            return Err(refuse(TableRefusal::TakebackAsked));
        }
        _ => {}
    }
    let to = target(play, seat)?;
    if others(game, play, seat).is_empty() {
        return Err(refuse(TableRefusal::NobodyToAsk));
    }
    if asked.is_empty() || earlier_request.is_some() {
        return take_back(game, (seat, to), earlier, Confirmation::TakenBack);
    }
    let mut decision = Decision::on(game);
    decision.next.pending.takeback =
        Some(TakebackAsked { seat, asked: decision.next.version, to, agreed: Vec::new(), declined: None });
    decision.keep_pending()?;
    decision.tick = Tick::Stir;
    decision.confirm(Confirmation::TakebackAsked);
    decision.announce(NoticeKind::TakebackAsked);
    Ok(decision)
}

/// Goes back to an earlier version for the seat that asked.
fn take_back(
    game: &GameSession,
    (asking, to): (Seat, Version),
    earlier: Option<&Earlier>,
    confirmation: Confirmation,
) -> Result<Decision, Error> {
    let play = game.going()?;
    let Some(Earlier { game: restored, .. }) = earlier.filter(|earlier| earlier.to == to) else {
        return Err(refuse(Stale::Position));
    };
    let mut decision = Decision::on(game);
    decision.confirm(confirmation);
    decision.next.pending.takeback = None;
    decision.keep_pending()?;
    let next = restored.taken_back(play, decision.next.version, asking);
    let entry = Logged::Takeback(logged::Takeback { kept: restored.game.log().len() });
    let entry = serde_json::to_string(&entry).map_err(|error| InternalError::new("writing a takeback", &error))?;
    decision.change.action =
        Some(NewAction { seat: asking.0, person: None, action: entry, effect: effect(play, &next)?, sealed: false });
    // Otherwise a conditional move would be replayed at once.
    decision.change.forgets_lines = true;
    decision.position_changed(&next);
    decision.next.play = Some(Arc::new(next));
    Ok(decision)
}

/// Takeback that this seat answers. Refuses seats without a vote.
fn answered<'a>(
    game: &'a GameSession,
    play: &RunningGame,
    expected: Option<Version>,
) -> Result<&'a TakebackAsked, Error> {
    let asked = open(game, play).ok_or_else(|| refuse(Stale::NoTakeback))?;
    match expected {
        Some(version) if version < asked.asked => Err(refuse(Stale::NoTakeback)),
        _ => Ok(asked),
    }
}

fn decline(game: &GameSession, seat: Seat, expected: Option<Version>) -> Result<Decision, Error> {
    let play = game.going()?;
    let asked = answered(game, play, expected)?;
    if asked.seat != seat && !other_people(game, play, asked.seat).contains(&seat) {
        return Err(refuse(TableRefusal::NoSay));
    }
    let own = asked.seat == seat;
    let mut decision = Decision::on(game);
    let version = decision.next.version;
    if let Some(asked) = &mut decision.next.pending.takeback {
        asked.declined = Some((seat, version));
    }
    decision.keep_pending()?;
    decision.confirm(if own { Confirmation::TakebackWithdrawn } else { Confirmation::TakebackDeclined });
    decision.announce(NoticeKind::TakebackOff);
    Ok(decision)
}

/// Accepts the takeback.
fn agree(
    game: &GameSession,
    seat: Seat,
    expected: Option<Version>,
    earlier: Option<&Earlier>,
) -> Result<Decision, Error> {
    let play = game.going()?;
    let asked = answered(game, play, expected)?;
    if asked.seat == seat {
        return Err(refuse(TableRefusal::OwnTakeback));
    }
    let having_a_say = other_people(game, play, asked.seat);
    if !having_a_say.contains(&seat) {
        return Err(refuse(TableRefusal::NoSay));
    }
    let mut agreed = asked.agreed.clone();
    let is_new = !agreed.contains(&seat);
    if is_new {
        agreed.push(seat);
    }
    if having_a_say.iter().all(|seat| agreed.contains(seat)) {
        return take_back(game, (asked.seat, asked.to), earlier, Confirmation::TakebackAgreed);
    }
    let mut decision = Decision::on(game);
    decision.confirm(Confirmation::TakebackAgreed);
    if !is_new {
        return Ok(decision);
    }
    if let Some(asked) = &mut decision.next.pending.takeback {
        asked.agreed = agreed;
    }
    decision.keep_pending()?;
    decision.announce(NoticeKind::TakebackAsked);
    Ok(decision)
}

/// Game at an earlier version. Computed before the game's queue is entered, because that takes time.
struct Earlier {
    to: Version,
    game: Arc<RunningGame>,
}

impl Tables {
    /// Requests a takeback of this person's last turn and everything after it. Against computers alone it takes effect
    /// at once.
    pub async fn ask_takeback(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        let me = who.clone();
        let to = |loaded: &GameSession, play: &RunningGame| target(play, loaded.own_seat(me.person).ok()?).ok();
        let earlier = self.earlier(game, to).await?;
        self.games.change(game, Some(who), move |game, _| ask(game, &me, earlier.as_ref())).await
    }

    /// Accepts or declines the open takeback. If the same person requested it, declining withdraws it. The last
    /// acceptance restores the game. `expected` is the version of a button.
    pub async fn answer_takeback(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        yes: bool,
    ) -> Result<Done, Error> {
        let person = who.person;
        if !yes {
            let decide = move |game: &GameSession, _| decline(game, game.own_seat(person)?, expected);
            return self.games.change(game, Some(who), decide).await;
        }
        let earlier = self.earlier(game, |loaded, play| Some(open(loaded, play)?.to)).await?;
        let decide = move |game: &GameSession, _| agree(game, game.own_seat(person)?, expected, earlier.as_ref());
        self.games.change(game, Some(who), decide).await
    }

    /// The game at the version found by `to`, if there is one.
    async fn earlier(
        &self,
        game: GameId,
        to: impl Fn(&GameSession, &RunningGame) -> Option<Version>,
    ) -> Result<Option<Earlier>, Error> {
        let loaded = self.games.load(game).await?;
        match loaded.play().ok().and_then(|play| to(&loaded, play)) {
            Some(to) => Ok(Some(Earlier { to, game: self.games.play_at(&loaded, to).await? })),
            None => Ok(None),
        }
    }
}
