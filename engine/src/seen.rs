//! Information available to a seat as a basis for decisions: the public position, and its own Targets, army and gold. A
//! [`Seen`] excludes Targets, sealed choices, bids and unfinished armies of others, so decisions based on it cannot
//! leak them.
//!
//! ```
//! use engine::{battalion, board::Seat, game::Game, seen::Question, titans};
//! let army = battalion::load_builtin("medieval")?;
//! let setup = titans::Setup::new(titans::GameMode::Duel, vec![army.clone(), army], [0; 32])?;
//! let game = Game::Titans(Box::new(titans::Game::new(setup)?));
//! assert!(matches!(game.seen(Seat(0)).question, Question::Turn));
//! assert!(matches!(game.seen(Seat(1)).question, Question::Nothing));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashMap;
use std::sync::Arc;

use crate::action::Action;
use crate::board::{Seat, Space};
use crate::clash::{Army, Gold, Shop};
use crate::context::RuleSet;
use crate::play::{Position, Rules};
use crate::titans::{Aims, GameMode, Setup};

/// Game as known to one seat.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Seat that decides.
    pub seat: Seat,
    /// Rules of the game.
    pub rules: Arc<Rules>,
    /// Position; before the first turn, the pieces placed so far.
    pub pos: Position,
    /// Rulebook that applies, for example to draws.
    pub law: RuleSet,
    /// Winning conditions. Contains only the seat's own Targets.
    pub aims: Aims,
    /// Number of occurrences of positions, by [`Rules::repetition_key`] (T-26, C-14).
    pub occurred: HashMap<u64, u8>,
    /// Number of the turn in which each Player last acted (T-22); all 0 in Clash.
    pub last_acted: Vec<u32>,
    /// Players who offer a draw.
    pub draw_offers: Vec<Seat>,
    /// Seat that wins a drawn round (C-11).
    pub draw_odds: Option<Seat>,
    /// Decision due.
    pub question: Question,
}

impl Seen {
    /// Duel from a position without a game, as known to the Player to move. Contains no secrets.
    pub fn duel(rules: Arc<Rules>, pos: Position) -> Self {
        Self {
            seat: pos.to_move(),
            rules,
            pos,
            law: RuleSet::Titans,
            aims: Aims::new(GameMode::Duel, 2),
            occurred: HashMap::new(),
            last_acted: vec![0; 2],
            draw_offers: Vec::new(),
            draw_odds: None,
            question: Question::Turn,
        }
    }
}

/// Decision due from a seat.
#[derive(Clone, Debug)]
pub enum Question {
    /// No decision now.
    Nothing,
    /// Placement of the Territory (T-15).
    Placement(Box<Placing>),
    /// Choice of others' Volatile pieces (V-2).
    Volatile(Vec<VolatileQuestion>),
    /// Turn.
    Turn,
    /// Buying and setting up an army (C-3).
    Shop(Box<Buying>),
    /// Bid for the Amazon, or raise (C-10, C-12).
    Auction(Bidding),
}

/// Information for placing a Territory (T-15).
#[derive(Clone, Debug)]
pub struct Placing {
    /// Setup without its seed, so that a deal computed from it does not reveal the real one.
    pub setup: Setup,
    /// Placements of earlier seats, including automatic ones.
    pub placed: Vec<(Seat, Action)>,
}

/// Choice of Volatile pieces among one Player's pieces (V-2).
#[derive(Clone, Debug)]
pub struct VolatileQuestion {
    /// Owner of the pieces.
    pub of: Seat,
    /// Number to choose.
    pub count: usize,
    /// Spaces of possible pieces.
    pub spaces: Vec<Space>,
    /// A choice has been made; it may be replaced.
    pub chosen: bool,
}

/// Information for buying (C-3, C-6).
#[derive(Clone, Debug)]
pub struct Buying {
    /// Own army so far and the remaining gold, for trial purchases.
    pub shop: Shop,
    /// The other army, if it is confirmed.
    pub against: Option<Army>,
    /// Number of the round: 1, 2, or 3 for the Ultimate Round.
    pub round: u8,
}

/// Information for bidding (C-10, C-12).
#[derive(Clone, Copy, Debug)]
pub struct Bidding {
    /// Maximum bids of White and Black; both are public.
    pub limits: [Gold; 2],
    /// Gold of White and Black after the sale of all survivors (C-6); both are public.
    pub wealth: [Gold; 2],
    /// Current bid, once the bids are shown and equal: the seat may raise or stop.
    pub standing: Option<Gold>,
}
