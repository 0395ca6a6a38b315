//! A game in progress: the engine's game at one version, with the host's data about its course.

use std::sync::{Arc, OnceLock};

use engine::action::{Action, ClashAction, Illegal};
use engine::board::Seat;
use engine::fact::{DrawAnswer, Fact};
use engine::game::Game;
use engine::view::{Phase, View, Viewer};

use crate::host::model::{HistoryEntry, TakenBack, standing};
use crate::host::session::seed::Seed;
use crate::host::{PersonId, Version};

/// The engine's game at one version, with the host's data about its course. Immutable: each version is a new value, so
/// readers never wait.
#[derive(Debug)]
pub(in crate::host) struct RunningGame {
    /// Setup of the game, without the seed.
    pub saved: Arc<str>,
    pub seed: Arc<Seed>,
    pub started: Version,
    pub game: Game,
    /// Version created by the last action.
    pub version: Version,
    pub history: Vec<Arc<HistoryEntry>>,
    /// Person of each seat who played its last turn (T-1).
    pub last_by: Vec<Option<PersonId>>,
    /// Version at which the position last changed. Buttons of this version and later ones are still valid.
    pub position_since: Version,
    /// Version of the open draw offer.
    pub offer_since: Option<Version>,
    /// Version at which the current round started. A game without rounds counts as one round.
    pub round_since: Version,
    /// Number of most recent actions that only their author may notice: changes of an unfinished army.
    pub unseen: i64,
    /// Public view, computed on first use.
    pub view: OnceLock<View>,
}

/// Returns true if this action must stay hidden during the game. `before` is the public phase before the action.
pub(in crate::host) const fn sealed(before: &Phase, action: &Action) -> bool {
    match action {
        Action::ChooseVolatile { .. } => !matches!(before, Phase::VolatileChoice { openly: true, .. }),
        Action::Clash(action) => !matches!(action, ClashAction::Raise | ClashAction::Stop),
        _ => false,
    }
}

/// Returns true if the action only changes an unfinished army.
fn is_shopping(action: &Action) -> bool {
    matches!(action, Action::Clash(action) if action.is_shopping())
}

/// Returns true if a sealed decision did not change the public phase.
fn same_stage(before: &Phase, after: &Phase) -> bool {
    match (before, after) {
        // Only the number of choices made has changed.
        (Phase::VolatileChoice { .. }, Phase::VolatileChoice { .. }) => true,
        _ => before == after,
    }
}

impl RunningGame {
    /// Game before its first action.
    pub fn begin(saved: Arc<str>, seed: Arc<Seed>, started: Version, game: Game) -> Self {
        let seats = game.seat_count();
        Self {
            saved,
            seed,
            started,
            game,
            version: started,
            history: Vec::new(),
            last_by: vec![None; seats],
            position_since: started,
            offer_since: None,
            round_since: started,
            unseen: 0,
            view: OnceLock::new(),
        }
    }

    /// Copy at a later version: for a takeback, and for an action of an older version of the program without effect in
    /// this one.
    pub fn at(&self, version: Version) -> Self {
        Self {
            saved: Arc::clone(&self.saved),
            seed: Arc::clone(&self.seed),
            started: self.started,
            game: self.game.clone(),
            version,
            history: self.history.clone(),
            last_by: self.last_by.clone(),
            position_since: self.position_since,
            offer_since: self.offer_since,
            round_since: self.round_since,
            unseen: self.unseen,
            view: OnceLock::new(),
        }
    }

    /// Game after an action that creates this version.
    pub fn after(
        &self,
        version: Version,
        seat: Seat,
        person: Option<PersonId>,
        action: &Action,
    ) -> Result<Self, Illegal> {
        let mut game = self.game.clone();
        game.apply(seat, action)?;
        let (before, view) = (self.public(), game.view(Viewer::Public));
        let round_over = game.finished_rounds().len() > self.game.finished_rounds().len();
        let talk = matches!(action, Action::OfferDraw | Action::DeclineDraw);
        let unseen = is_shopping(action);
        let sealing = sealed(&before.phase, action) && !matches!(action, Action::Clash(ClashAction::Ready));
        let quiet = talk || unseen || sealing && same_stage(&before.phase, &view.phase);
        let since = |changed: bool, before: Version| if changed { version } else { before };
        let mut last_by = self.last_by.clone();
        if let (Action::Turn(_), Some(last)) = (action, last_by.get_mut(seat.index())) {
            *last = person;
        }
        let mut history = self.history.clone();
        if matches!(action, Action::Clash(ClashAction::Bid { .. })) {
            // The number of replacements of a bid is secret (C-10).
            history.retain(|entry| !entry.facts.contains(&Fact::Sealed { seat }));
        }
        if let Some((text, facts)) = self.tells(seat, action, &view) {
            let checked = view.in_check();
            history.push(Arc::new(HistoryEntry { version, seat, text, facts, checked, taken_back: None }));
        }
        Ok(Self {
            saved: Arc::clone(&self.saved),
            seed: Arc::clone(&self.seed),
            started: self.started,
            version,
            history,
            last_by,
            position_since: since(!quiet || round_over || game.is_over(), self.position_since),
            offer_since: if view.draw_offer.is_empty() { None } else { self.offer_since.or(Some(version)) },
            round_since: since(round_over, self.round_since),
            unseen: match unseen {
                // A public change may have come between two hidden actions.
                true if version.0 == self.version.0 + 1 => self.unseen + 1,
                true => 1,
                false => 0,
            },
            game,
            view: view.into(),
        })
    }

    /// This game, restored after a takeback of the later turns in `now`. The history keeps these turns.
    pub fn taken_back(&self, now: &RunningGame, version: Version, seat: Seat) -> Self {
        let mut history = now.history.clone();
        let since = standing(history.iter().map(AsRef::as_ref));
        let since = since.into_iter().filter(|entry| entry.version > self.version);
        let turns = since.filter(|entry| !entry.text.is_empty());
        let turns = turns.map(|entry| entry.text.clone()).collect();
        history.push(Arc::new(HistoryEntry {
            version,
            seat,
            text: String::new(),
            facts: Vec::new(),
            checked: Vec::new(),
            taken_back: Some(TakenBack { to: self.version, turns }),
        }));
        // A draw that was offered in this position can be accepted again.
        let offer_since = (!self.public().draw_offer.is_empty()).then_some(version);
        Self { history, position_since: version, offer_since, unseen: 0, ..self.at(version) }
    }

    /// History entry of an action: notation of a turn, and facts. `after` is the view after the action.
    fn tells(&self, seat: Seat, action: &Action, after: &View) -> Option<(String, Vec<Fact>)> {
        let last = || {
            let last = after.last.clone().unwrap_or_default();
            (last.text, last.facts)
        };
        let only = |fact: Fact| (String::new(), vec![fact]);
        match action {
            Action::Turn(_) | Action::Resign | Action::TimeOut | Action::DrawVolatile => Some(last()),
            Action::Place { offset, mirrored, .. } => {
                let (offset, mirrored) = (*offset, *mirrored);
                Some(only(Fact::Territory { seat, offset, mirrored }))
            }
            Action::OfferDraw => {
                let answer = match self.offer_since {
                    Some(_) => DrawAnswer::Agrees,
                    None => DrawAnswer::Offers,
                };
                // The last agreement ends a round of a match.
                let ended =
                    after.last.iter().flat_map(|last| &last.facts).filter(|fact| matches!(fact, Fact::Round(_)));
                let ended = ended.filter(|_| answer == DrawAnswer::Agrees).cloned();
                Some((String::new(), [Fact::Draw { seat, answer }].into_iter().chain(ended).collect()))
            }
            Action::DeclineDraw => {
                let answer =
                    if self.public().draw_offer.contains(&seat) { DrawAnswer::Withdraws } else { DrawAnswer::Declines };
                Some(only(Fact::Draw { seat, answer }))
            }
            // The fact that a Player is ready or has bid is public; the amount of the bid is not in the public view.
            Action::Clash(action) if !action.is_shopping() => Some(last()),
            Action::ChooseVolatile { .. } if !sealed(&self.public().phase, action) => Some(last()),
            // Hidden choices and purchases do not appear in the history.
            Action::ChooseVolatile { .. } | Action::Clash(_) => None,
        }
    }

    /// Public view, computed once.
    pub fn public(&self) -> &View {
        self.view.get_or_init(|| self.game.view(Viewer::Public))
    }

    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Returns true if the last action ended a round of a match.
    pub fn ended_a_round(&self) -> bool {
        self.round_since == self.version && self.round_since > self.started
    }

    /// Public view right after the last action. At the end of a round, it shows that round, although the next one is
    /// already prepared.
    pub fn seen(&self) -> View {
        let ended = self.ended_a_round();
        match self.game.finished_rounds().last().filter(|_| ended) {
            Some(end) => (*end).clone(),
            None => self.public().clone(),
        }
    }
}
