//! A match of up to three rounds as a value (C-1 … C-3, C-7): whose decisions are open, and what each accepts.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::army::{Army, Owned};
use super::auction::{Auction, Outcome};
use super::catalogue;
use super::gold::Gold;
use super::round::{self, DrawReason, End, Round};
use super::scoring::{self, Next, ULTIMATE};
use super::shop::Shop;
use crate::action::{Action, ClashAction, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::play::{Event, Fall, Rules};
use crate::table::{Choice, Law, Playing, Table};
use crate::titans::{from_hex, to_hex};
use crate::view::{LastAction, View, Viewer};

/// Everything that fixes a match before its first action. Seat 0 is White, seat 1 Black, throughout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// En passant is played (C-16).
    pub en_passant: bool,
    /// What everything drawn at random is drawn from. Secret while the match runs.
    pub seed: [u8; 32],
}

impl Setup {
    /// Whether the Player who was challenged has White, where colours are drawn.
    pub fn challenged_has_white(seed: &[u8; 32]) -> bool {
        super::auction::hash(&format!("clash colours {}", to_hex(seed)))
            .bytes()
            .next()
            .is_some_and(|digit| digit % 2 == 1)
    }

    /// As it is stored.
    pub fn saved(&self) -> SavedSetup {
        SavedSetup {
            en_passant: self.en_passant,
            seed: to_hex(&self.seed),
        }
    }
}

/// A [`Setup`] as it is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSetup {
    /// En passant is played.
    #[serde(default)]
    pub en_passant: bool,
    /// The seed, in hexadecimal.
    pub seed: String,
}

impl SavedSetup {
    /// The setup; `None` if the seed cannot be read.
    pub fn open(&self) -> Option<Setup> {
        Some(Setup {
            en_passant: self.en_passant,
            seed: from_hex(&self.seed)?,
        })
    }
}

/// A round that is over.
#[derive(Clone, Debug)]
pub struct Score {
    /// 1, 2, or 3 for the Ultimate Round.
    pub round: u8,
    /// How it ended.
    pub end: End,
    /// Half points that White and Black gained.
    pub half_points: [u8; 2],
    /// What everyone saw at its end.
    pub view: View,
}

/// Where the match stands.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// Before the Ultimate Round (C-10).
    Auction(Auction),
    /// This Player buys and sets up (C-3).
    Shop(Seat, Shop),
    /// A round is played.
    Play,
    /// Over.
    Ended {
        winner: Option<Seat>,
        reason: String,
    },
}

/// A match of Clash of the Armies.
#[derive(Clone, Debug)]
pub struct Match {
    setup: Setup,
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
    pub(super) last: Option<LastAction>,
    /// Rules of the regular rounds, and of the Ultimate Round.
    rules: [Arc<Rules>; 2],
    log: Vec<(Seat, Action)>,
}

impl Match {
    /// Starts a match: White buys.
    ///
    /// # Errors
    /// A sentence when the built-in pieces cannot be used, which the tests exclude.
    pub fn new(setup: Setup) -> Result<Match, String> {
        let rules = [
            round::rules(false, setup.en_passant)?,
            round::rules(true, setup.en_passant)?,
        ];
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
        let mut game = Match::new(setup).map_err(|why| (0, Illegal::new("C-3", why)))?;
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
        self.auction_outcome()
            .map(|outcome| Seat(1 - outcome.winner.0))
    }

    /// Is the match over, and who has won it?
    pub fn result(&self) -> Option<Option<Seat>> {
        match &self.stage {
            Stage::Ended { winner, .. } => Some(*winner),
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
        self.legal_acts(seat)
            .into_iter()
            .map(|act| Action::Turn(act.into()))
            .collect()
    }

    /// Takes a decision.
    ///
    /// # Errors
    /// [`Illegal`]: a sentence that says what is wrong. Nothing has changed then.
    pub fn apply(&mut self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        if seat.index() >= 2 {
            return Err(Illegal::new("C-1", "There is no such seat in this match."));
        }
        if let Stage::Ended { .. } = self.stage {
            return Err(Illegal::new("C-1", "This match is over."));
        }
        let events = match action {
            Action::Turn(turn) => self.take_turn(seat, turn),
            Action::Clash(action) => self.decide(seat, action).map(|()| Vec::new()),
            Action::Resign => Ok(self.leave(seat, Fall::Resigned)),
            Action::TimeOut => Ok(self.leave(seat, Fall::Time)),
            Action::OfferDraw => self.offer_draw(seat).map(|()| Vec::new()),
            Action::DeclineDraw => self.decline_draw().map(|()| Vec::new()),
            Action::Place { .. } | Action::ChooseVolatile { .. } => Err(Illegal::new(
                "C-3",
                "That belongs to Titan's Battalion, not to this game.",
            )),
        }?;
        self.log.push((seat, action.clone()));
        Ok(events)
    }

    // ---- before a round ---------------------------------------------------------------------------------------------

    /// Income (C-2), then the auction or the shop (C-3).
    fn begin_round(&mut self, number: u8) {
        self.number = number;
        for seat in Seat::all(2) {
            let index = seat.index();
            self.gold[index] += scoring::income(number, self.half_points[index]);
        }
        if number == ULTIMATE {
            let limit = |seat: usize| {
                let keep = if self.armies[seat].has_leader() {
                    Gold::ZERO
                } else {
                    catalogue::leader_cost()
                };
                (self.gold[seat] - keep).max(Gold::ZERO)
            };
            self.stage = Stage::Auction(Auction::new([limit(0), limit(1)]));
        } else {
            self.open_shop(Seat(0));
        }
    }

    fn open_shop(&mut self, seat: Seat) {
        let army = self.armies[seat.index()].clone();
        self.stage = Stage::Shop(seat, Shop::new(army, self.gold[seat.index()]));
    }

    fn decide(&mut self, seat: Seat, action: &ClashAction) -> Result<(), Illegal> {
        match action {
            ClashAction::Bid { .. } | ClashAction::Raise | ClashAction::Stop => {
                self.bid(seat, action)
            }
            ClashAction::Ready => self.confirm(seat),
            _ => {
                let shop = self.shop(seat)?;
                match action {
                    ClashAction::Buy { piece, at } => shop.buy(piece, *at),
                    ClashAction::Sell { at } => shop.sell(*at),
                    ClashAction::Arrange { from, to } => shop.arrange(*from, *to),
                    ClashAction::UndoShop => shop.undo(),
                    _ => {
                        shop.suggest();
                        Ok(())
                    }
                }
            }
        }
    }

    fn shop(&mut self, seat: Seat) -> Result<&mut Shop, Illegal> {
        match &mut self.stage {
            Stage::Shop(buyer, shop) if *buyer == seat => Ok(shop),
            Stage::Shop(buyer, _) => Err(Illegal::new(
                "C-3",
                format!(
                    "{} is buying now; wait for your turn.",
                    Law::Clash.player(*buyer)
                ),
            )),
            Stage::Auction(_) => Err(Illegal::new("C-3", "Armies are bought after the auction.")),
            _ => Err(Illegal::new("C-3", "Armies are bought between the rounds.")),
        }
    }

    /// Confirms an army: limits are judged now (C-6).
    fn confirm(&mut self, seat: Seat) -> Result<(), Illegal> {
        let shop = self.shop(seat)?;
        if let Some(fault) = shop.army().faults().into_iter().next() {
            return Err(fault);
        }
        let (army, gold) = (shop.army().clone(), shop.gold());
        self.armies[seat.index()] = army;
        self.gold[seat.index()] = gold;
        self.last = Some(self.say(seat, "is ready", format!("{} is ready.", name(seat))));
        if seat == Seat(0) {
            self.open_shop(Seat(1));
        } else {
            self.begin_play();
        }
        Ok(())
    }

    fn bid(&mut self, seat: Seat, action: &ClashAction) -> Result<(), Illegal> {
        let seed = self.setup.seed;
        let Stage::Auction(auction) = &mut self.stage else {
            return Err(Illegal::new(
                "C-10",
                "The Amazon is auctioned only before the Ultimate Round.",
            ));
        };
        match action {
            ClashAction::Bid { gold } => auction.bid(&seed, seat, *gold)?,
            ClashAction::Raise => auction.raise(seat)?,
            _ => auction.stop(seat)?,
        }
        let auction = auction.clone();
        let sentences = super::story::auction(&auction, seat, action);
        if let Some(outcome) = auction.outcome() {
            let winner = outcome.winner.index();
            self.gold[winner] -= outcome.pays;
            let mut pieces: Vec<Owned> = self.armies[winner].pieces().collect();
            pieces.push(Owned::new(catalogue::amazon()));
            self.armies[winner] = Army::of(outcome.winner, pieces);
            self.auctioned = Some(auction);
            self.open_shop(Seat(0));
        }
        self.last = Some(LastAction {
            seat: Some(seat),
            text: sentences.first().cloned().unwrap_or_default(),
            sentences,
            ..LastAction::default()
        });
        Ok(())
    }

    // ---- a round ----------------------------------------------------------------------------------------------------

    fn begin_play(&mut self) {
        let rules = &self.rules[(self.number == ULTIMATE) as usize];
        self.round = Round::new(rules.clone(), &self.armies);
        self.stage = Stage::Play;
        self.offers = [false; 2];
        if let Some(end) = self.round.end() {
            self.finish_round(end);
        }
    }

    fn take_turn(&mut self, seat: Seat, turn: &Turn) -> Result<Vec<Event>, Illegal> {
        if !matches!(self.stage, Stage::Play) {
            return Err(Illegal::new("C-3", "No round is being played now."));
        }
        if self.round.position().to_move() != seat {
            return Err(Illegal::new("C-14", "It is not your turn."));
        }
        let text = crate::notation::turn_text(self, turn);
        let events = self.round.take_turn(turn)?;
        self.offers = [false; 2];
        self.turns += 1;
        let mut last = self.table().tell_story(Some(seat), text, &events);
        if self.round.end().is_none() && self.round.check().is_some() {
            last.sentences.push("Check.".into());
        }
        self.last = Some(last);
        if let Some(end) = self.round.end() {
            self.finish_round(end);
        }
        Ok(events)
    }

    /// Resigning, or running out of time, at any stage: the round is lost (C-7). Of an unfinished army what the Player owned
    /// before is lost, and gold that it has cost so far is theirs again.
    fn leave(&mut self, seat: Seat, how: Fall) -> Vec<Event> {
        let text = if how == Fall::Time {
            "time is up"
        } else {
            "resigns"
        };
        let events = vec![Event::Defeated {
            seat,
            how,
            by: None,
        }];
        self.last = Some(self.table().tell_story(Some(seat), text.into(), &events));
        let end = End::Loss(seat, how);
        if matches!(self.stage, Stage::Play) {
            self.round.finish(end);
        }
        self.finish_round(end);
        events
    }

    fn offer_draw(&mut self, seat: Seat) -> Result<(), Illegal> {
        if !matches!(self.stage, Stage::Play) {
            return Err(Illegal::new(
                "C-14",
                "A draw can be offered while a round is played.",
            ));
        }
        if self.number == ULTIMATE {
            return Err(Illegal::new(
                "C-13",
                "No draw can be agreed in the Ultimate Round.",
            ));
        }
        if self.offers[seat.index()] {
            return Err(Illegal::new(
                "C-14",
                "You have offered a draw already; the other must answer.",
            ));
        }
        self.offers[seat.index()] = true;
        if self.offers == [true; 2] {
            let end = End::Draw(DrawReason::Agreement);
            self.round.finish(end);
            self.finish_round(end);
        }
        Ok(())
    }

    fn decline_draw(&mut self) -> Result<(), Illegal> {
        if self.offers == [false; 2] {
            return Err(Illegal::new(
                "C-14",
                "No draw has been offered in this position.",
            ));
        }
        self.offers = [false; 2];
        Ok(())
    }

    /// Points (C-1, C-11), what the result costs (C-7), and what comes next.
    fn finish_round(&mut self, end: End) {
        let played = matches!(self.stage, Stage::Play);
        let survivors = [0, 1].map(|index| {
            if played {
                self.round.survivors(Seat(index as u8))
            } else {
                self.armies[index].pieces().collect()
            }
        });
        self.score(end, survivors);
    }

    /// Ends the round being played with a result and survivors that somebody else has established, as an arbiter would: for
    /// tools that check the rules of the match. It is not in the log.
    pub fn adjudicate(&mut self, end: End, survivors: [Vec<Owned>; 2]) {
        if matches!(self.stage, Stage::Play) {
            self.round.finish(end);
            self.score(end, survivors);
        }
    }

    fn score(&mut self, end: End, survivors: [Vec<Owned>; 2]) {
        let half_points = end.half_points(self.draw_odds());
        let sentence = super::story::round_end(self.number, end, self.draw_odds());
        if let Some(last) = &mut self.last {
            last.sentences.push(sentence);
        }
        self.offers = [false; 2];
        for seat in Seat::all(2) {
            self.half_points[seat.index()] += half_points[seat.index()];
        }
        let view = self.view_of_end(end);
        self.scores.push(Score {
            round: self.number,
            end,
            half_points,
            view,
        });
        for (seat, left) in Seat::all(2).zip(survivors) {
            self.armies[seat.index()] = Army::of(seat, end.keeps(seat, left));
        }
        let winner = match scoring::next(self.half_points, self.number) {
            Next::Round(number) => return self.begin_round(number),
            Next::Won(seat) => Some(seat),
            Next::Drawn => None,
        };
        let reason = super::story::match_end(winner, self.half_points);
        self.stage = Stage::Ended { winner, reason };
    }

    fn say(&self, seat: Seat, text: &str, sentence: String) -> LastAction {
        LastAction {
            seat: Some(seat),
            text: text.into(),
            sentences: vec![sentence],
            ..LastAction::default()
        }
    }

    // ---- questions --------------------------------------------------------------------------------------------------

    /// The next choice that a turn obliges to: there is none in this game, but the turn is checked.
    ///
    /// # Errors
    /// [`Illegal`] when the act is not legal.
    pub fn next_choice(&self, turn: &Turn) -> Result<Option<Choice>, Illegal> {
        self.table().next_choice(turn)
    }

    /// Why a seat cannot move a piece from one Space to another.
    pub fn explain(&self, seat: Seat, from: Space, to: Space) -> Illegal {
        self.table().explain(seat, from, to)
    }

    /// Sentences to ask back with before this turn is taken: it ends the round without a winner.
    pub fn warnings(&self, seat: Seat, turn: &Turn) -> Vec<String> {
        if !self.is_on_turn(seat) {
            return Vec::new();
        }
        let mut trial = self.round.clone();
        match trial.take_turn(turn).ok().and_then(|_| trial.end()) {
            Some(end @ End::Draw(_)) => {
                vec![super::story::round_end(self.number, end, self.draw_odds())]
            }
            _ => Vec::new(),
        }
    }

    /// What resigning would cost this Player now (C-7), to be asked back before it is done; empty when the match is over.
    pub fn cost_of_resigning(&self, seat: Seat) -> Vec<String> {
        if self.result().is_some() {
            return Vec::new();
        }
        let mut told = vec![format!(
            "Resigning loses this round: {} gets 1 point.",
            name(Seat(1 - seat.0))
        )];
        let mut after = self.half_points;
        after[1 - seat.index()] += 2;
        if !matches!(scoring::next(after, self.number), Next::Round(_)) {
            told.push("That ends the match.".into());
        } else {
            told.push(
                "It also costs your whole army and your Leader. Being checkmated costs only the Leader: the rest would stay yours (C-7)."
                    .into(),
            );
        }
        told
    }

    /// What a viewer may see. Sealed bids and unfinished armies of others are not in it.
    pub fn view(&self, viewer: Viewer) -> View {
        super::view::view(self, viewer)
    }

    /// The round as everyone sees it at its end.
    fn view_of_end(&self, end: End) -> View {
        super::view::round_view(self, end)
    }
}

/// "White".
pub(super) fn name(seat: Seat) -> String {
    Law::Clash.player(seat)
}

impl Playing for Match {
    fn table(&self) -> Table<'_> {
        self.round.table()
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        matches!(self.stage, Stage::Play) && self.round.position().to_move() == seat
    }
}
