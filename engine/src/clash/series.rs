//! Match of up to three rounds (C-1 … C-3, C-7): open decisions and their handlers. `preparing` handles the time before
//! a round, `playing` a round and its end, and `asking` queries.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::army::Army;
use super::auction::{Auction, Outcome};
use super::end::Loss;
use super::gold::Gold;
use super::round::{self, Round};
use super::setup::Setup;
use super::shop::Shop;
use super::wares::Ware;
use crate::action::{Action, Illegal};
use crate::board::Seat;
use crate::context::Playing as _;
use crate::fact::RoundEnd;
use crate::illegal::PhaseFault;
use crate::play::{Event, Rules};
use crate::view::{LastAction, View};

/// Result of a finished round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// End of the round.
    pub round: RoundEnd,
    /// Half points gained by White and Black.
    pub half_points: [u8; 2],
    /// Public view at its end.
    pub view: View,
    /// Pieces that White and Black lost in the round (C-7), dearest first.
    #[serde(default)]
    pub lost: [Vec<&'static Ware>; 2],
}

/// Stage of the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// Auction before the Ultimate Round (C-10).
    Auction(Auction),
    /// This Player buys and sets up (C-3).
    Shop(Seat, Shop),
    /// A round is being played.
    Play,
    /// The match is over.
    Ended { winner: Option<Seat> },
}

/// Match of Clash of the Armies.
#[derive(Clone, Debug)]
pub struct Match {
    pub(super) setup: Setup,
    pub(super) stage: Stage,
    pub(super) number: u8,
    pub(super) half_points: [u8; 2],
    pub(super) gold: [Gold; 2],
    /// Confirmed armies, or what is left of them.
    pub(super) armies: [Army; 2],
    /// Current round, or the previous one.
    pub(super) round: Round,
    pub(super) scores: Vec<Score>,
    /// Finished auction.
    pub(super) auctioned: Option<Auction>,
    pub(super) offers: [bool; 2],
    pub(super) turns: u32,
    /// Number of turns in earlier rounds.
    pub(super) turns_before: u32,
    pub(super) last: Option<LastAction>,
    /// Rules of the regular rounds, and of the Ultimate Round.
    pub(super) rules: [Arc<Rules>; 2],
    pub(super) log: Vec<(Seat, Action)>,
}

impl Match {
    /// Starts a match with White's shop.
    ///
    /// # Errors
    /// A sentence if the built-in pieces cannot be used. Tests rule this out.
    pub fn new(setup: Setup) -> Result<Match, String> {
        let rules = [round::rules(false, setup.en_passant)?, round::rules(true, setup.en_passant)?];
        let armies = [Army::new(Seat(0)), Army::new(Seat(1))];
        let mut game = Match {
            round: Round::new(rules[0].clone(), &armies),
            stage: Stage::Play,
            number: 0,
            half_points: [0; 2],
            gold: [Gold::ZERO; 2],
            armies,
            scores: Vec::new(),
            auctioned: None,
            offers: [false; 2],
            turns: 0,
            turns_before: 0,
            last: None,
            rules,
            log: Vec::new(),
            setup,
        };
        game.begin_round(1);
        Ok(game)
    }

    /// Replays a stored log. The same setup and log always give the same match.
    ///
    /// # Errors
    /// The index of the first illegal action, and why it is illegal; index 0 for an invalid setup.
    pub fn replay(setup: Setup, log: &[(Seat, Action)]) -> Result<Match, (usize, Illegal)> {
        let mut game = Match::new(setup).map_err(|why| (0, Illegal::new("C-3", PhaseFault::Broken(why))))?;
        for (index, (seat, action)) in log.iter().enumerate() {
            game.apply(*seat, action).map_err(|why| (index, why))?;
        }
        Ok(game)
    }

    /// Setup of the match.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// All accepted actions. Contains secrets: sealed bids and unfinished armies.
    pub fn log(&self) -> &[(Seat, Action)] {
        &self.log
    }

    /// Number of the round: 1, 2, or 3 for the Ultimate Round.
    pub const fn round_number(&self) -> u8 {
        self.number
    }

    /// Finished rounds.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Current round, or the one played last.
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// A Player's gold as known to that Player.
    pub fn gold(&self, seat: Seat) -> Gold {
        match &self.stage {
            Stage::Shop(buyer, shop) if *buyer == seat => shop.gold(),
            _ => self.gold[seat.index()],
        }
    }

    /// A Player's army off the board as known to that Player: the unfinished one while buying, and the one that began
    /// the round while playing.
    pub fn army(&self, seat: Seat) -> &Army {
        match &self.stage {
            Stage::Shop(buyer, shop) if *buyer == seat => shop.army(),
            _ => &self.armies[seat.index()],
        }
    }

    /// Half points of White and Black (C-1).
    pub const fn half_points(&self) -> [u8; 2] {
        self.half_points
    }

    /// Result of the auction (C-11).
    pub fn auction_outcome(&self) -> Option<Outcome> {
        self.auctioned.as_ref().and_then(Auction::outcome)
    }

    /// Seat with draw odds (C-11).
    pub fn draw_odds(&self) -> Option<Seat> {
        self.auction_outcome().map(|outcome| Seat(1 - outcome.winner.0))
    }

    /// Winner of the match (`None` inside for a draw), once it is over.
    pub fn result(&self) -> Option<Option<Seat>> {
        match &self.stage {
            Stage::Ended { winner } => Some(*winner),
            _ => None,
        }
    }

    /// Players with an open decision.
    pub fn to_act(&self) -> Vec<Seat> {
        match &self.stage {
            Stage::Auction(auction) => auction.waiting_for(),
            Stage::Shop(seat, _) => vec![*seat],
            Stage::Play => vec![self.round.position().to_move()],
            Stage::Ended { .. } => Vec::new(),
        }
    }

    /// Every legal turn of a seat in a round. Empty during the shop and the auction, where [`Match::view`] shows the
    /// options.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        self.legal_acts(seat).into_iter().map(|act| Action::Turn(act.into())).collect()
    }

    /// Applies a decision.
    ///
    /// # Errors
    /// [`Illegal`] if the decision is not legal; the match is then unchanged.
    pub fn apply(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        if seat.index() >= 2 {
            return Err(Illegal::new("C-1", PhaseFault::NoSeat));
        }
        if let Stage::Ended { .. } = self.stage {
            return Err(Illegal::new("C-1", PhaseFault::MatchOver));
        }
        let events = match action {
            Action::Turn(turn) => self.take_turn(seat, turn),
            Action::Clash(action) => self.decide(seat, action).map(|()| Vec::new()),
            Action::Resign => Ok(self.leave(seat, Loss::Resigned)),
            Action::TimeOut if matches!(self.stage, Stage::Auction(_)) => self.bid_late(seat).map(|()| Vec::new()),
            Action::TimeOut => Ok(self.leave(seat, Loss::Time)),
            Action::OfferDraw => self.offer_draw(seat).map(|()| Vec::new()),
            Action::DeclineDraw => self.decline_draw().map(|()| Vec::new()),
            Action::Place { .. } | Action::ChooseVolatile { .. } | Action::DrawVolatile => {
                Err(Illegal::new("C-3", PhaseFault::OfTitans))
            }
        }?;
        self.log.push((seat, action.clone()));
        Ok(events)
    }
}
