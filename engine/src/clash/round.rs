//! Playing a round (C-14 … C-26): turns on the board, and the end.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use super::army::{Army, Owned};
use super::catalogue;
use super::end::{DrawReason, End, Loss};
use super::wares::Ware;
use crate::action::{Illegal, Turn};
use crate::board::{Battlefield, Board, Seat, Space, TerritoryPlacement};
use crate::context::{self, RuleSet, RulesContext};
use crate::play::{Event, Position, Rules, Slot, TypeId};

/// C-14: number of each Player's turns without a capture or a Peasant's move that gives a draw.
pub const QUIET_TURNS: u16 = 50;

/// Rules of a round. The four variants are built once and shared by all matches.
///
/// # Errors
/// A sentence if the built-in pieces cannot be used. Tests rule this out.
pub fn rules(ultimate: bool, en_passant: bool) -> Result<Arc<Rules>, String> {
    static MADE: [OnceLock<Result<Arc<Rules>, String>>; 4] = [const { OnceLock::new() }; 4];
    let kind = usize::from(ultimate) * 2 + usize::from(en_passant);
    MADE[kind].get_or_init(|| make_rules(ultimate, en_passant)).clone()
}

fn make_rules(ultimate: bool, en_passant: bool) -> Result<Arc<Rules>, String> {
    let pieces = catalogue::definition(ultimate, en_passant)
        .map_err(|errors| errors.first().map_or_else(String::new, ToString::to_string))?;
    let field = Battlefield::standard(2).map_err(|error| error.to_string())?;
    let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
    let board = Board::build(&field, &[plot; 2]).map_err(|error| error.to_string())?;
    let rules = Rules::new(board, &[pieces.clone(), pieces], &[]).map_err(|error| error.to_string())?;
    Ok(Arc::new(rules))
}

/// Origin of a piece.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub(super) struct Origin {
    /// Square at the start of the round. `None` once the piece has promoted and no longer fits there (C-6).
    home: Option<Space>,
    /// Former Peasant, if the piece has promoted (C-8).
    was: Option<&'static Ware>,
}

/// Round in progress or finished.
#[derive(Clone, Debug)]
pub struct Round {
    pub(super) rules: Arc<Rules>,
    pub(super) pos: Position,
    /// Number of occurrences of each position.
    pub(super) seen: HashMap<u64, u8>,
    /// Origins of pieces by their current squares.
    pub(super) origins: BTreeMap<Space, Origin>,
    /// Pieces captured by White and by Black, by type.
    pub(super) captured: [BTreeMap<TypeId, u32>; 2],
    pub(super) end: Option<End>,
}

impl Round {
    /// Sets up two armies, with White to move.
    pub fn new(rules: Arc<Rules>, armies: &[Army; 2]) -> Self {
        let mut pos = Position::empty(&rules);
        let mut was = BTreeMap::new();
        for army in armies {
            for (space, owned) in army.placed() {
                let Some(ty) = owned.ware.ty(&rules) else {
                    continue;
                };
                pos.put(&rules, space, rules.unmoved(ty, army.seat()));
                was.extend(owned.was.map(|peasant| (space, peasant)));
            }
        }
        Self::from_position(rules, pos, was)
    }

    /// Starts a round from a given position. `was` holds the former Peasants of promoted pieces (C-8), by square.
    pub fn from_position(rules: Arc<Rules>, mut pos: Position, was: BTreeMap<Space, &'static Ware>) -> Self {
        pos.crown();
        pos.commit();
        let origins = pos
            .pieces()
            .map(|(slot, _)| slot.space())
            .map(|space| {
                let was = was.get(&space).copied();
                (space, Origin { home: Some(space), was })
            })
            .collect();
        let mut round = Self { rules, pos, seen: HashMap::new(), origins, captured: Default::default(), end: None };
        round.judge();
        round
    }

    /// Rules of the round.
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Current position.
    pub const fn position(&self) -> &Position {
        &self.pos
    }

    /// Rules and position as a context.
    pub fn context(&self) -> RulesContext<'_> {
        RulesContext { rules: &self.rules, pos: &self.pos, law: RuleSet::Clash }
    }

    /// Pieces captured by a Player, by type.
    pub const fn captured(&self, seat: Seat) -> &BTreeMap<TypeId, u32> {
        &self.captured[seat.index()]
    }

    /// Result, once the round is over.
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Square of the Leader in Check, if any.
    pub fn check(&self) -> Option<Space> {
        let seat = self.pos.to_move();
        match self.pos.titans(seat) {
            [leader] if self.rules.in_check(&self.pos, seat) => Some(*leader),
            _ => None,
        }
    }

    /// Attacks on the Leader in Check: the Space of each attacker, then that of the Leader.
    pub(super) fn attacks_on(&self, leader: Space) -> Vec<(Space, Space)> {
        self.rules.attacks_on(&self.pos, &[(self.pos.to_move(), leader)])
    }

    /// Takes a turn of the Player to move.
    ///
    /// # Errors
    /// [`Illegal`] if the turn is not legal; the round is then unchanged.
    pub fn take_turn(&mut self, turn: &Turn) -> Result<Vec<Event>, Illegal> {
        let mut events = context::take_turn(&self.rules, RuleSet::Clash, &mut self.pos, turn)?;
        self.pos.commit();
        self.follow(&events);
        self.judge();
        if let Some(End::Loss(seat, how)) = self.end {
            events.push(Event::Defeated { seat, how: how.into(), by: Some(Seat(1 - seat.0)) });
        }
        Ok(events)
    }

    /// Updates the origins of pieces.
    fn follow(&mut self, events: &[Event]) {
        for event in events {
            if let Event::Captured { space, .. } = event {
                self.origins.remove(space);
            }
            if let Event::Captured { piece, .. } | Event::Avenged { piece, .. } = event {
                let captor = 1 - piece.seat.index();
                *self.captured[captor].entry(piece.ty).or_insert(0) += 1;
            }
        }
        for event in events {
            if let Event::Moved { from, to, .. } = event
                && let Some(origin) = self.origins.remove(from)
            {
                self.origins.insert(*to, origin);
            }
        }
        let mover = events.iter().find_map(|event| match event {
            Event::Moved { piece, .. } => Ware::of(&self.rules, piece.ty),
            _ => None,
        });
        for event in events {
            if let (Event::Promoted { space, .. }, Some(peasant)) = (event, mover) {
                let (home, was) = (None, Some(peasant));
                self.origins.insert(*space, Origin { home, was });
            }
        }
        // Remove captors that a Phoenix removed or that left the board.
        let pos = &self.pos;
        self.origins.retain(|space, _| pos.at(*space).is_some());
    }

    /// Judges the beginning of a turn (C-14). Checkmate takes precedence over every draw.
    fn judge(&mut self) {
        let seat = self.pos.to_move();
        let key = self.rules.repetition_key(&self.pos);
        let occurred = self.seen.entry(key).or_insert(0);
        *occurred = occurred.saturating_add(1);
        let repeated = *occurred >= 3;
        let alone = |seat: Seat| {
            let set = self.pos.blocking(seat);
            set.iter().count() == 1 && self.pos.titans(seat).len() == 1
        };
        let bare = alone(Seat(0)) && alone(Seat(1));
        let stuck = !self.rules.has_legal_move(&mut self.pos);
        self.end = if stuck && self.check().is_some() {
            Some(End::Loss(seat, Loss::Checkmate))
        } else if stuck {
            Some(End::Draw(DrawReason::Stalemate))
        } else if bare {
            Some(End::Draw(DrawReason::BareLeaders))
        } else if repeated {
            Some(End::Draw(DrawReason::Repetition))
        } else if self.pos.state().all_quiet(2, QUIET_TURNS) {
            Some(End::Draw(DrawReason::FiftyMoves))
        } else {
            None
        };
    }

    /// Ends the round for a reason other than a turn.
    pub(super) fn finish(&mut self, end: End) {
        self.end = Some(end);
    }

    /// Survivors of a Player: each piece on its starting square, promoted ones in hand (C-6).
    pub fn survivors(&self, seat: Seat) -> Army {
        let mut army = Army::new(seat);
        for space in self.pos.blocking(seat).iter() {
            let piece = self.pos.in_slot(Slot::new(space, 0));
            let ware = piece.and_then(|piece| Ware::of(&self.rules, piece.ty));
            if let (Some(ware), Some(origin)) = (ware, self.origins.get(&space)) {
                let Origin { home, was } = *origin;
                army.add(Owned { ware, was }, home);
            }
        }
        army
    }
}
