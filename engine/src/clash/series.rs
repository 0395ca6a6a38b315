//! A match of up to three rounds as a value (C-1 … C-3, C-7): whose decisions are open, and to whom each goes: `preparing` what comes
//! before a round, `playing` a round and its end, `asking` what changes nothing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::army::Army;
use super::auction::{Auction, Outcome};
use super::catalogue::Ware;
use super::gold::Gold;
use super::round::{self, End, Round};
use super::setup::Setup;
use super::shop::Shop;
use crate::action::{Action, Illegal};
use crate::board::Seat;
use crate::context::Playing as _;
use crate::fact::RoundEnd;
use crate::illegal::PhaseFault;
use crate::play::{Event, Fall, Rules};
use crate::view::{LastAction, View, Viewer};

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// How it ended.
    pub round: RoundEnd,
    /// Half points that White and Black gained.
    pub half_points: [u8; 2],
    /// What everyone saw at its end.
    pub view: View,
    /// What White and Black lost of what they began it with (C-7), dearest first.
    #[serde(default)]
    pub lost: [Vec<&'static Ware>; 2],
}

/// Where the match stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Stage {
    /// Before the Ultimate Round (C-10).
    Auction(Auction),
    /// This Player buys and sets up (C-3).
    Shop(Seat, Shop),
    /// A round is played.
    Play,
    /// Over.
    Ended { winner: Option<Seat> },
}

/// A match of Clash of the Armies.
#[derive(Clone, Debug)]
pub struct Match {
    pub(super) setup: Setup,
    pub(super) stage: Stage,
    pub(super) number: u8,
    pub(super) half_points: [u8; 2],
    pub(super) gold: [Gold; 2],
    /// Confirmed armies, or what is left of them.
    pub(super) armies: [Army; 2],
    /// The round being played, or the one before.
    pub(super) round: Round,
    pub(super) scores: Vec<Score>,
    /// The auction, once it is over.
    pub(super) auctioned: Option<Auction>,
    pub(super) offers: [bool; 2],
    pub(super) turns: u32,
    /// Turns of the rounds before.
    pub(super) turns_before: u32,
    pub(super) last: Option<LastAction>,
    /// Rules of the regular rounds, and of the Ultimate Round.
    pub(super) rules: [Arc<Rules>; 2],
    pub(super) log: Vec<(Seat, Action)>,
}

impl Match {
    /// Starts a match: White buys.
    ///
    /// # Errors
    /// A sentence when the built-in pieces cannot be used, which the tests exclude.
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

    /// Plays a stored log again. The same setup and log always give the same match.
    ///
    /// # Errors
    /// The index of the first action that is not legal, and why; index 0 for a setup that does not hold.
    pub fn replay(setup: Setup, log: &[(Seat, Action)]) -> Result<Match, (usize, Illegal)> {
        let mut game = Match::new(setup).map_err(|why| (0, Illegal::new("C-3", PhaseFault::Broken(why))))?;
        for (index, (seat, action)) in log.iter().enumerate() {
            game.apply(*seat, action).map_err(|why| (index, why))?;
        }
        Ok(game)
    }

    /// What the match was made from.
    pub const fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Every action accepted so far. It holds sealed bids and unfinished armies.
    pub fn log(&self) -> &[(Seat, Action)] {
        &self.log
    }

    /// 1, 2, or 3 for the Ultimate Round.
    pub const fn round_number(&self) -> u8 {
        self.number
    }

    /// Rounds that are over.
    pub fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// The round being played, or played last.
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// A Player's gold, as they themselves know it.
    pub fn gold(&self, seat: Seat) -> Gold {
        match &self.stage {
            Stage::Shop(buyer, shop) if *buyer == seat => shop.gold(),
            _ => self.gold[seat.index()],
        }
    }

    /// A Player's army off the board, as they themselves know it: while buying the unfinished one; while a round is played the
    /// one that began it.
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

    /// How the auction ended (C-11).
    pub fn auction_outcome(&self) -> Option<Outcome> {
        self.auctioned.as_ref().and_then(Auction::outcome)
    }

    /// Who has draw odds (C-11).
    pub fn draw_odds(&self) -> Option<Seat> {
        self.auction_outcome().map(|outcome| Seat(1 - outcome.winner.0))
    }

    /// Is the match over, and who has won it?
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

    /// Every legal action of a seat in a round: turns. None while armies are bought or the Amazon is auctioned; there
    /// [`Match::view`] says what can be done.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        self.legal_acts(seat).into_iter().map(|act| Action::Turn(act.into())).collect()
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`Illegal`]: what is wrong. Nothing has changed then.
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
            Action::Resign => Ok(self.leave(seat, Fall::Resigned)),
            Action::TimeOut if matches!(self.stage, Stage::Auction(_)) => self.bid_late(seat).map(|()| Vec::new()),
            Action::TimeOut => Ok(self.leave(seat, Fall::Time)),
            Action::OfferDraw => self.offer_draw(seat).map(|()| Vec::new()),
            Action::DeclineDraw => self.decline_draw().map(|()| Vec::new()),
            Action::Place { .. } | Action::ChooseVolatile { .. } | Action::DrawVolatile => {
                Err(Illegal::new("C-3", PhaseFault::OfTitans))
            }
        }?;
        self.log.push((seat, action.clone()));
        Ok(events)
    }

    /// What a viewer may see. Sealed bids and unfinished armies of others are not in it.
    pub fn view(&self, viewer: Viewer) -> View {
        super::view::view(self, viewer, false)
    }

    /// The same once the match has been ended from outside: sealed bids are shown as after every other ending (T-32).
    pub fn view_stopped(&self, viewer: Viewer) -> View {
        super::view::view(self, viewer, true)
    }

    /// The round as everyone sees it at its end.
    pub(super) fn view_of_end(&self, end: End) -> View {
        super::view::round_view(self, end)
    }
}
