//! Takebacks: a Player requests to undo their last turn, and all others must agree. The request is valid only in its
//! position. Revealed secrets and results are never undone.

use std::sync::Arc;

use engine::board::Seat;
use engine::fact::Fact;

use crate::host::error::{Error, InternalError, Stale, TableRefusal, refuse};
use crate::host::model::{Confirmation, Done, NoticeKind, Takeback, Who, standing};
use crate::host::session::change::Decision;
use crate::host::session::clock::Tick;
use crate::host::session::course::effect;
use crate::host::session::game::{GameSession, RunningGame};
use crate::host::session::logged::{self, Logged};
use crate::host::session::pending::TakebackAsked;
use crate::host::table::others;
use crate::host::{GameId, Host, Version};
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
    let waiting = others(game, play, asked.seat);
    Some(Takeback {
        seat: asked.seat,
        turns: undone.filter(|entry| !entry.text.is_empty()).map(|entry| (entry.seat, entry.text.clone())).collect(),
        waiting: waiting
            .into_iter()
            .filter(|seat| !asked.agreed.contains(seat))
            .filter(|seat| game.computer(*seat).is_none())
            .flat_map(|seat| game.player(seat).people)
            .collect(),
        declined: asked.declined.map(|(by, _)| by),
    })
}

fn ask(game: &GameSession, who: &Who) -> Result<Decision, Error> {
    let play = game.going()?;
    let seat = game.own_seat(who.person)?;
    if let Some(open) = open(game, play) {
        return Err(refuse(match open.seat == seat {
            true => TableRefusal::TakebackAsked,
            false => TableRefusal::TakebackOpen(game.player(open.seat)),
        }));
    }
    let to = target(play, seat)?;
    let others = others(game, play, seat);
    if others.is_empty() {
        return Err(refuse(TableRefusal::NobodyToAsk));
    }
    let mut decision = Decision::on(game);
    decision.next.pending.takeback =
        Some(TakebackAsked { seat, asked: decision.next.version, to, agreed: Vec::new(), declined: None });
    decision.keep_pending()?;
    decision.tick = Tick::Stir;
    decision.confirm(Confirmation::TakebackAsked);
    // Computer players answer without a notice.
    if others.iter().any(|seat| game.computer(*seat).is_none()) {
        decision.announce(NoticeKind::TakebackAsked);
    }
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
    if asked.seat != seat && !others(game, play, asked.seat).contains(&seat) {
        return Err(refuse(TableRefusal::NoSay));
    }
    let own = asked.seat == seat;
    let mut decision = Decision::on(game);
    let version = decision.next.version;
    if let Some(asked) = &mut decision.next.pending.takeback {
        asked.declined = Some((seat, version));
    }
    decision.keep_pending()?;
    decision.confirm(match own {
        true => Confirmation::TakebackWithdrawn,
        false => Confirmation::TakebackDeclined,
    });
    decision.announce(NoticeKind::TakebackOff);
    Ok(decision)
}

/// Accepts the takeback; `to` is the game to restore.
fn agree(game: &GameSession, seat: Seat, expected: Option<Version>, to: &RunningGame) -> Result<Decision, Error> {
    let play = game.going()?;
    let asked = answered(game, play, expected)?;
    let having_a_say = others(game, play, asked.seat);
    if asked.seat == seat {
        return Err(refuse(TableRefusal::OwnTakeback));
    }
    if !having_a_say.contains(&seat) {
        return Err(refuse(TableRefusal::NoSay));
    }
    let mut agreed = asked.agreed.clone();
    if !agreed.contains(&seat) {
        agreed.push(seat);
    }
    let all = having_a_say.iter().all(|seat| agreed.contains(seat));
    let (asking, back) = (asked.seat, asked.to);
    let mut decision = Decision::on(game);
    decision.confirm(Confirmation::TakebackAgreed);
    if !all {
        if let Some(asked) = &mut decision.next.pending.takeback {
            asked.agreed = agreed;
        }
        decision.keep_pending()?;
        // An answer of a computer player does not change the notice.
        if game.computer(seat).is_none() {
            decision.announce(NoticeKind::TakebackAsked);
        }
        return Ok(decision);
    }
    if to.version > back {
        return Err(refuse(Stale::NoTakeback));
    }
    decision.next.pending.takeback = None;
    decision.keep_pending()?;
    let next = to.taken_back(play, decision.next.version, asking);
    let entry = Logged::Takeback(logged::Takeback { kept: to.game.log().len() });
    let entry = serde_json::to_string(&entry).map_err(|error| InternalError::new("writing a takeback", &error))?;
    decision.change.action =
        Some(NewAction { seat: asking.0, person: None, action: entry, effect: effect(play, &next)?, sealed: false });
    // Otherwise a conditional move would be replayed at once.
    decision.change.forgets_lines = true;
    decision.position_changed(&next);
    decision.next.play = Some(Arc::new(next));
    Ok(decision)
}

impl Host {
    /// Requests a takeback of this person's last turn and everything after it.
    pub async fn ask_takeback(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        let me = who.clone();
        self.change(game, Some(who), move |_, game, _| ask(game, &me)).await
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
        let seat = move |game: &GameSession| game.own_seat(person);
        self.settle_takeback(Some(who), game, seat, expected, yes).await
    }

    /// Answers a takeback for a computer player's seat.
    pub(in crate::host) async fn answer_takeback_for(
        &self,
        game: GameId,
        seat: Seat,
        expected: Version,
        yes: bool,
    ) -> Result<Done, Error> {
        self.settle_takeback(None, game, move |_| Ok(seat), Some(expected), yes).await
    }

    async fn settle_takeback(
        &self,
        who: Option<&Who>,
        game: GameId,
        seat: impl Fn(&GameSession) -> Result<Seat, Error> + Send + 'static,
        expected: Option<Version>,
        yes: bool,
    ) -> Result<Done, Error> {
        if !yes {
            let decide = move |_: &Host, game: &GameSession, _| decline(game, seat(game)?, expected);
            return self.change(game, who, decide).await;
        }
        // Compute the game to restore before entering the queue. It depends only on the position.
        let loaded = self.load(game).await?;
        let to = match loaded.play().ok().and_then(|play| open(&loaded, play)) {
            Some(asked) => self.play_at(&loaded, asked.to).await?,
            None => Arc::clone(loaded.play()?),
        };
        self.change(game, who, move |_, game, _| agree(game, seat(game)?, expected, &to)).await
    }
}
