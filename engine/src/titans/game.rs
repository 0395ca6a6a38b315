//! Game of Titan's Battalion: its phases and the decisions each accepts.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::action::{Action, Illegal, Turn};
use crate::board::{Seat, Space, TerritoryPlacement};
use crate::context::{self, Playing, RuleSet};
use crate::fact::{EndReason, Fact, SealedChoice};
use crate::illegal::{DrawFault, PhaseFault, VolatileFault};
use crate::notation::{Mark, TurnText};
use crate::play::{Chooser, Event, Fall, Flags, Position, Rules, Slot, Stalemate, TypeId};
use crate::view::LastAction;

use super::error::SetupError;
use super::mode::GameMode;
use super::setup::Setup;
use super::targets;
use super::volatile::{Basis, VolatileChoices};

/// End of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Ending {
    pub winners: Vec<Seat>,
    pub reason: EndReason,
    /// Sealed choices left incomplete by the end of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unsealed: Vec<SealedChoice>,
}

/// Phase of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// Placement of this seat's Territory (T-15).
    Placement(Seat),
    /// Sealed Volatile choices (V-2).
    Volatile(VolatileChoices),
    /// Turns are being taken.
    Play,
    /// The game is over.
    Ended(Ending),
}

/// State of a Player besides the position.
#[derive(Clone, Debug, Default)]
pub(super) struct PlayerState {
    /// Cause of defeat, and the seat credited with it.
    pub fall: Option<(Fall, Option<Seat>)>,
    /// Pieces captured from others, by type and owner.
    pub captured: Vec<(TypeId, Seat, u32)>,
    /// Offers or accepts a draw.
    pub offers_draw: bool,
    /// Number of the turn in which the Player last acted (T-22).
    pub last_acted: u32,
}

/// A game of Titan's Battalion.
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) setup: Arc<Setup>,
    pub(super) plots: Vec<TerritoryPlacement>,
    pub(super) mirrored: Vec<bool>,
    pub(super) instants: Vec<Vec<(TypeId, Space)>>,
    pub(super) rules: Arc<Rules>,
    pub(super) pos: Position,
    pub(super) stage: Stage,
    pub(super) players: Vec<PlayerState>,
    /// Targets by holder (T-27); empty except in Assassin.
    pub(super) targets: Vec<Vec<Seat>>,
    pub(super) last: Option<LastAction>,
    pub(super) turns: u32,
    pub(super) seen: HashMap<u64, u8>,
    pub(super) log: Vec<(Seat, Action)>,
}

impl Game {
    /// Starts a game. Steps that need no decision are taken at once.
    ///
    /// # Errors
    /// [`SetupError`], a sentence for the lobby.
    pub fn new(setup: Setup) -> Result<Game, SetupError> {
        setup.check()?;
        let targets = targets::deal(&setup)?;
        let count = setup.armies.len();
        let plots: Vec<TerritoryPlacement> = Seat::all(count).map(|seat| setup.plot(seat, None)).collect();
        let rules = setup.bind(&plots)?;
        let mut game = Game {
            pos: Position::empty(&rules),
            rules,
            plots,
            mirrored: vec![false; count],
            instants: vec![Vec::new(); count],
            stage: Stage::Placement(Seat(0)),
            players: vec![PlayerState::default(); count],
            targets,
            last: None,
            turns: 0,
            seen: HashMap::new(),
            log: Vec::new(),
            setup: Arc::new(setup),
        };
        game.place_what_needs_no_choice()?;
        Ok(game)
    }

    /// Replays a stored log. The same setup and log always give the same game.
    ///
    /// # Errors
    /// The index of the first illegal action, and why it is illegal.
    pub fn replay(setup: Setup, log: &[(Seat, Action)]) -> Result<Game, ReplayError> {
        let mut game = Game::new(setup).map_err(ReplayError::Setup)?;
        for (index, (seat, action)) in log.iter().enumerate() {
            game.apply(*seat, action).map_err(|why| ReplayError::Action(index, why))?;
        }
        Ok(game)
    }

    /// The rules of this game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Current position.
    pub fn position(&self) -> &Position {
        &self.pos
    }

    /// Setup of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Ended(_))
    }

    /// All accepted actions.
    pub fn log(&self) -> &[(Seat, Action)] {
        &self.log
    }

    /// Seats with an open decision: one while turns are taken, several during sealed choices, none at the end.
    pub fn to_act(&self) -> Vec<Seat> {
        match &self.stage {
            Stage::Placement(seat) => vec![*seat],
            Stage::Volatile(choices) => choices.open(self.chooses_openly()),
            Stage::Play => vec![self.pos.to_move()],
            Stage::Ended(_) => Vec::new(),
        }
    }

    /// Applies a decision.
    ///
    /// # Errors
    /// [`Illegal`] if the decision is not legal; the game is then unchanged.
    pub fn apply(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        if seat.index() >= self.setup.armies.len() {
            return Err(Illegal::new("T-1", PhaseFault::NoSeat));
        }
        if matches!(self.stage, Stage::Ended(_)) {
            return Err(Illegal::new("T-21", PhaseFault::GameOver));
        }
        if self.pos.state().is_defeated(seat) {
            return Err(Illegal::new("T-23", PhaseFault::Defeated));
        }
        // The journal undoes a refused turn. Placing Territories builds new rules, so it needs a copy.
        let before = matches!(action, Action::Place { .. }).then(|| self.clone());
        let done = match action {
            Action::Place { offset, mirrored, instant } => {
                self.place(seat, *offset, *mirrored, instant).map(|()| Vec::new())
            }
            Action::ChooseVolatile { of, spaces } => self.choose_volatile(seat, *of, spaces).map(|()| Vec::new()),
            Action::Turn(turn) => self.take_turn(seat, turn),
            Action::Clash(_) => Err(Illegal::new("T-16", PhaseFault::OfClash)),
            Action::Resign => self.leave(seat, Fall::Resigned),
            Action::TimeOut => self.leave(seat, Fall::Time),
            Action::DrawVolatile => self.draw_volatile().map(|()| Vec::new()),
            Action::OfferDraw => self.offer_draw(seat),
            Action::DeclineDraw => self.decline_draw(seat),
        };
        match done {
            Ok(events) => {
                self.log.push((seat, action.clone()));
                Ok(events)
            }
            Err(why) => {
                if let Some(before) = before {
                    *self = before;
                }
                Err(why)
            }
        }
    }

    // ---- choices before play ----------------------------------------------------------------------------------------

    /// Starts the phase after placement: Volatile choices if a Battalion requires them, otherwise the first turn
    /// (T-16).
    pub(super) fn begin_choices(&mut self) {
        match VolatileChoices::begin(self.basis()) {
            Some(mut choices) if self.rules.volatile.is_some_and(|volatility| volatility.chooser == Chooser::Lot) => {
                choices.draw_missing(self.basis(), false);
                self.take_choices(choices);
            }
            Some(choices) => self.stage = Stage::Volatile(choices),
            None => {
                self.stage = Stage::Play;
                self.begin_play();
            }
        }
    }

    /// Parts of the game that Volatile choices depend on.
    pub(super) fn basis(&self) -> Basis<'_> {
        Basis { rules: &self.rules, pos: &self.pos, setup: &self.setup, targets: &self.targets }
    }

    /// Returns whether Volatile pieces are chosen publicly, one choice after the other. In Party Mode that would reveal
    /// Targets (V-3).
    pub(super) fn chooses_openly(&self) -> bool {
        self.setup.mode == GameMode::Duel && self.rules.volatile.is_some_and(|volatility| volatility.openly)
    }

    fn choose_volatile(&mut self, seat: Seat, of: Seat, spaces: &[Space]) -> Result<(), Illegal> {
        let Stage::Volatile(mut choices) = self.stage.clone() else {
            return Err(Illegal::new("V-2", VolatileFault::NotNow));
        };
        let openly = self.chooses_openly();
        choices.choose(self.basis(), seat, of, spaces, openly)?;
        self.take_choices(choices);
        if openly {
            let made: Vec<Event> = spaces.iter().map(|space| Event::MadeVolatile { space: *space }).collect();
            self.last = Some(self.context().tell_story(Some(seat), String::new(), &made));
        }
        Ok(())
    }

    /// Draws missing Volatile choices at random when their time is up (V-2).
    fn draw_volatile(&mut self) -> Result<(), Illegal> {
        let Stage::Volatile(mut choices) = self.stage.clone() else {
            return Err(Illegal::new("V-2", VolatileFault::NotNow));
        };
        choices.draw_missing(self.basis(), self.chooses_openly());
        self.take_choices(choices);
        self.last = Some(LastAction { facts: vec![Fact::VolatileDrawn], ..LastAction::default() });
        Ok(())
    }

    /// Stores choices. When the last is made, all take effect together and play begins. Public ones take effect at
    /// once.
    fn take_choices(&mut self, choices: VolatileChoices) {
        let done = choices.open(false).is_empty();
        if done || self.chooses_openly() {
            let rules = self.rules.clone();
            for space in choices.all() {
                let slot = Slot::new(space, 0);
                self.pos.set_flag(&rules, slot, Flags::VOLATILE, true);
                self.pos.set_flag(&rules, slot, Flags::LEAVES, true);
            }
            self.pos.commit();
        }
        if done {
            self.stage = Stage::Play;
            self.begin_play();
        } else {
            self.stage = Stage::Volatile(choices);
        }
    }

    fn begin_play(&mut self) {
        if self.stage == Stage::Play {
            self.pos.crown();
            self.count_position();
            // Usually has no effect, but an army may give Check from the start.
            self.settle_turn_start();
        }
    }

    // ---- turns ------------------------------------------------------------------------------------------------------

    fn take_turn(&mut self, seat: Seat, turn: &Turn) -> Result<Vec<Event>, Illegal> {
        if self.stage != Stage::Play {
            return Err(Illegal::new("T-16", PhaseFault::NotBegun));
        }
        if self.pos.to_move() != seat {
            return Err(Illegal::new("T-3", PhaseFault::NotYourTurn));
        }
        let rules = self.rules.clone();
        let text = TurnText::of(self, turn);
        let before = self.in_check();
        let events = context::take_turn(&rules, RuleSet::Titans, &mut self.pos, turn)?;
        for standing in &mut self.players {
            standing.offers_draw = false;
        }
        self.turns += 1;
        self.players[seat.index()].last_acted = self.turns;
        let events = self.conclude(seat, String::new(), events);
        let mated = |event: &Event| matches!(event, Event::Defeated { how: Fall::Checkmate, .. });
        let mark = match events.iter().any(mated) {
            true => Mark::Checkmate,
            false if self.in_check().iter().any(|seat| !before.contains(seat)) => Mark::Check,
            false => Mark::None,
        };
        if let Some(last) = &mut self.last {
            last.text = text.marked(mark);
        }
        Ok(events)
    }

    /// Undefeated Players in Check.
    fn in_check(&self) -> Vec<Seat> {
        let checked = |seat: &Seat| self.rules.in_check(&self.pos, *seat);
        self.undefeated().filter(checked).collect()
    }

    /// Updates counters after an action of `seat` and moves on to the next decision.
    fn conclude(&mut self, seat: Seat, text: String, mut events: Vec<Event>) -> Vec<Event> {
        self.pos.commit();
        self.note_events(&events);
        self.count_position();
        if !self.check_victory(&events) {
            let more = self.settle_turn_start();
            events.extend(more);
        }
        let story = self.context().tell_story(Some(seat), text, &events);
        self.last = Some(story.keeping_marks(self.last.take()));
        events
    }

    /// Judges the beginning of a turn: checkmate, draws and forced passes (T-21, T-24, T-26). Repeats until a seat can
    /// act or the game is over.
    pub(super) fn settle_turn_start(&mut self) -> Vec<Event> {
        let rules = self.rules.clone();
        let mut told = Vec::new();
        while self.stage == Stage::Play {
            let seat = self.pos.to_move();
            let stuck = !rules.has_legal_move(&mut self.pos);
            if stuck && rules.skip_phase(&mut self.pos) {
                self.pos.commit();
                self.count_position();
                continue;
            }
            let checked = if stuck { rules.checked_titans(&self.pos, seat) } else { Vec::new() };
            let checkers: Vec<Seat> = checked
                .into_iter()
                .flat_map(|titan| rules.attackers(&self.pos, titan, seat))
                .filter_map(|at| self.pos.at(at))
                .map(|p| p.seat)
                .collect();
            // Checkmate takes precedence over every draw.
            let decides = stuck && rules.stalemate(seat) != Stalemate::Draws;
            if checkers.is_empty() && !decides && (self.check_draws() || !stuck) {
                break;
            }
            self.pos.story = Some(Vec::new());
            if !checkers.is_empty() {
                // T-22: the credit goes to the Player giving Check who acted last.
                let by = checkers.into_iter().max_by_key(|by| self.players[by.index()].last_acted);
                rules.defeat(&mut self.pos, seat, Fall::Checkmate, by);
                rules.pass_turn(&mut self.pos);
            } else if rules.miss_turn(&mut self.pos) {
                rules.pass_turn(&mut self.pos);
            } else if decides {
                self.decide_stalemate(seat);
            } else if rules.seat_count() == 2 {
                self.end(Vec::new(), EndReason::Stalemate);
            } else {
                self.pos.tell(Event::ForcedPass { seat });
                rules.pass_turn(&mut self.pos);
            }
            let events = self.pos.story.take().unwrap_or_default();
            self.pos.commit();
            self.note_events(&events);
            told.extend(events.iter().cloned());
            if self.check_victory(&events) {
                break;
            }
            // T-26: a pass or checkmate changes the Player to move, and so the position.
            self.count_position();
        }
        told
    }

    /// Applies a stalemate that defeats the stuck Player, or all others.
    fn decide_stalemate(&mut self, stuck: Seat) {
        let rules = self.rules.clone();
        let others = || self.undefeated().filter(|seat| *seat != stuck);
        let last = others().max_by_key(|by| self.players[by.index()].last_acted);
        let (fallen, by): (Vec<Seat>, _) = match rules.stalemate(stuck) {
            Stalemate::Wins => (others().collect(), Some(stuck)),
            Stalemate::Loses | Stalemate::Draws => (vec![stuck], last),
        };
        for seat in fallen {
            rules.defeat(&mut self.pos, seat, Fall::Stalemate, by);
        }
        rules.pass_turn(&mut self.pos);
    }

    fn note_events(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Captured { piece, by, .. } if piece.seat != *by => {
                    let list = &mut self.players[by.index()].captured;
                    match list.iter_mut().find(|(ty, of, _)| *ty == piece.ty && *of == piece.seat) {
                        Some((_, _, count)) => *count += 1,
                        None => list.push((piece.ty, piece.seat, 1)),
                    }
                }
                Event::Defeated { seat, how, by } => {
                    self.players[seat.index()].fall = Some((*how, *by));
                }
                _ => {}
            }
        }
    }

    pub(super) fn count_position(&mut self) {
        *self.seen.entry(self.rules.repetition_key(&self.pos)).or_insert(0) += 1;
    }

    /// Number of occurrences of the current position (T-26).
    pub(super) fn occurrences(&self) -> u8 {
        let key = self.rules.repetition_key(&self.pos);
        self.seen.get(&key).copied().unwrap_or(0)
    }

    // ---- at any time ------------------------------------------------------------------------------------------------

    fn leave(&mut self, seat: Seat, how: Fall) -> Result<Vec<Event>, Illegal> {
        let rules = self.rules.clone();
        self.pos.story = Some(Vec::new());
        rules.defeat(&mut self.pos, seat, how, None);
        // A defeat changes the Players concerned, so all draw offers lapse.
        for standing in &mut self.players {
            standing.offers_draw = false;
        }
        if self.stage == Stage::Play && self.pos.to_move() == seat {
            rules.pass_turn(&mut self.pos);
        }
        let events = self.pos.story.take().unwrap_or_default();
        match &mut self.stage {
            Stage::Play => return Ok(self.conclude(seat, String::new(), events)),
            Stage::Volatile(_) | Stage::Placement(_) => {
                self.note_events(&events);
                self.end_before_play(seat);
            }
            Stage::Ended(_) => {}
        }
        let story = self.context().tell_story(Some(seat), String::new(), &events);
        self.last = Some(story.keeping_marks(self.last.take()));
        Ok(events)
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<Vec<Event>, Illegal> {
        if self.stage != Stage::Play {
            return Err(Illegal::new("T-26", DrawFault::NotBegun));
        }
        if self.players[seat.index()].offers_draw {
            let others = self.undefeated().count() - 1;
            return Err(Illegal::new("T-26", DrawFault::Offered { others }));
        }
        self.players[seat.index()].offers_draw = true;
        let agreed = Seat::all(self.rules.seat_count())
            .filter(|other| !self.pos.state().is_defeated(*other))
            .all(|other| self.players[other.index()].offers_draw);
        if agreed {
            self.end(Vec::new(), EndReason::Agreement);
        }
        Ok(Vec::new())
    }

    fn decline_draw(&mut self, _seat: Seat) -> Result<Vec<Event>, Illegal> {
        if self.players.iter().all(|standing| !standing.offers_draw) {
            return Err(Illegal::new("T-26", DrawFault::NotOffered));
        }
        for standing in &mut self.players {
            standing.offers_draw = false;
        }
        Ok(Vec::new())
    }

    pub(super) fn end(&mut self, winners: Vec<Seat>, reason: EndReason) {
        let unsealed = match &self.stage {
            Stage::Volatile(choices) if !self.chooses_openly() => choices.sealed(),
            _ => Vec::new(),
        };
        self.stage = Stage::Ended(Ending { winners, reason, unsealed });
        for standing in &mut self.players {
            standing.offers_draw = false;
        }
    }
}

/// Error of replaying a stored game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The setup is invalid.
    #[error("{0}")]
    Setup(SetupError),
    /// The action with this index is illegal.
    #[error("action {number}: {1}", number = .0 + 1)]
    Action(usize, Illegal),
}
