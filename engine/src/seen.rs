//! What somebody in a seat needs to know to decide, and nothing that the seat may not know: the public position, its own Targets, its own
//! army and purse. Targets, sealed choices, bids and unfinished armies of others are not in a [`Seen`]; whatever is computed from one cannot give them away.
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

/// A game as the one in a seat may know it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// Whose decision it is about.
    pub seat: Seat,
    /// The rules of the board.
    pub rules: Arc<Rules>,
    /// The position; before the first turn what stands on the board so far.
    pub pos: Position,
    /// Which game's rules about draws hold.
    pub law: RuleSet,
    /// What it takes to win. Of Targets only the seat's own are in it.
    pub aims: Aims,
    /// How often positions have occurred, by [`Rules::repetition_key`] (T-26, C-14).
    pub occurred: HashMap<u64, u8>,
    /// The turn in which each Player acted last (T-22); all 0 in a Clash.
    pub last_acted: Vec<u32>,
    /// Players who offer a draw.
    pub draw_offers: Vec<Seat>,
    /// Who wins a drawn round (C-11).
    pub draw_odds: Option<Seat>,
    /// What the seat is asked.
    pub question: Question,
}

impl Seen {
    /// A position of a duel without a game, as the Player to move sees it who is asked for a turn: nothing in it is secret.
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

/// What a seat is asked.
#[derive(Clone, Debug)]
pub enum Question {
    /// Nothing now.
    Nothing,
    /// To place its Territory (T-15).
    Placement(Box<Placing>),
    /// To choose others' Volatile pieces (V-2).
    Volatile(Vec<VolatileQuestion>),
    /// To take a turn.
    Turn,
    /// To buy and set up an army (C-3).
    Shop(Box<Buying>),
    /// To bid for the Amazon, or to raise (C-10, C-12).
    Auction(Bidding),
}

/// What is known while Territories are placed (T-15).
#[derive(Clone, Debug)]
pub struct Placing {
    /// What the game is made from, without its seed: a deal made from it says nothing about the real one.
    pub setup: Setup,
    /// The placements of the seats before, those that needed no decision included.
    pub placed: Vec<(Seat, Action)>,
}

/// Pieces of one Player of which some are to become Volatile (V-2).
#[derive(Clone, Debug)]
pub struct VolatileQuestion {
    /// Whose pieces.
    pub of: Seat,
    /// How many.
    pub count: usize,
    /// Those that can be chosen.
    pub spaces: Vec<Space>,
    /// A choice has been made; it may be replaced.
    pub chosen: bool,
}

/// What a buyer knows (C-3, C-6).
#[derive(Clone, Debug)]
pub struct Buying {
    /// The own army so far and the gold left for it, to try purchases on.
    pub shop: Shop,
    /// The other army, where it is confirmed.
    pub against: Option<Army>,
    /// 1, 2, or 3 for the Ultimate Round.
    pub round: u8,
}

/// What a bidder knows (C-10, C-12).
#[derive(Clone, Copy, Debug)]
pub struct Bidding {
    /// What White and Black may bid at most: both purses are public.
    pub limits: [Gold; 2],
    /// The amount bid last, once bids are shown and equal.
    pub standing: Option<Gold>,
    /// The seat may also stop raising.
    pub may_stop: bool,
}
