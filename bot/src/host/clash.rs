//! Use cases specific to Clash of the Armies: decisions off the board, text commands of the shop, and the cost of
//! resigning.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::action::{Action, ClashAction, Spot};
use engine::board::Seat;
use engine::clash::{Class, Gold, Match, Order, STEP, amazon, ranges, shorter};
use engine::fact::{Fact, ResignCost};
use engine::game::Game;
use engine::view::{Look, Phase, ShopView, Viewer, WareView};
use render::{Options, Renderer};

use crate::host::blocking;
use crate::host::error::{Error, InternalError, NotYourTurn, NothingToShow, Refusal, refuse};
use crate::host::model::{
    BidDecision, Done, Kept, PendingDecision, Private, Published, RoundEnd, Sealed, ShopOffer, Who, people,
};
use crate::host::rendering::Rendering;
use crate::host::session::game::GameSession;
use crate::host::session::games::Games;
use crate::host::session::request::TurnRequest;
use crate::host::session::running::RunningGame;
use crate::host::views::Views;
use crate::host::views::pictures::side_of_lone_person;
use crate::host::{GameId, PersonId, Version};
use crate::store::Store;

/// The match; an error for other games.
pub(super) fn the_match(play: &RunningGame) -> Result<&Match, Error> {
    match &play.game {
        Game::Clash(game) => Ok(game),
        _ => Err(refuse(Refusal::OnlyClash)),
    }
}

/// Private decision of a seat.
pub(super) fn decision(game: &Match, seat: Seat) -> PendingDecision {
    let view = game.view(Viewer::Seat(seat));
    let Some(clash) = view.clash else {
        return PendingDecision::Nothing;
    };
    let gold = Gold::from_hundredths;
    match (view.phase, clash.auction, clash.shop) {
        (Phase::Shop, _, Some(shop)) => PendingDecision::Shop(Box::new(shop)),
        (Phase::Auction { standing: None }, Some(auction), _) => {
            let own = auction.bids.get(seat.index());
            PendingDecision::Bid(BidDecision {
                limit: gold(auction.limit.unwrap_or_default()),
                sealed: own.and_then(|bid| Some(Sealed { gold: gold(bid.gold?), hash: bid.hash.clone()? })),
            })
        }
        (Phase::Auction { standing: Some(at) }, Some(auction), _) if auction.to_raise == Some(seat) => {
            PendingDecision::Raise(gold(at) + STEP)
        }
        (Phase::Play, ..) if view.to_act.contains(&seat) => PendingDecision::Turn,
        _ => PendingDecision::Nothing,
    }
}

/// Returns true if a shop button matches the current army. Shop actions of one Player are invisible to others, so the
/// version must be the newest of all.
pub(super) fn is_fresh(game: &GameSession, action: &Action, expected: Option<Version>) -> bool {
    match action {
        Action::Clash(action) if action.is_shopping() || *action == ClashAction::Ready => {
            expected.is_none_or(|version| version == game.version)
        }
        _ => true,
    }
}

/// The unfinished army of a person. Returns the refusal of the rules if the person cannot buy now.
fn shop(game: &GameSession, person: PersonId) -> Result<(Seat, ShopView), Error> {
    let play = game.play()?;
    let seat = game.own_seat(person)?;
    match decision(the_match(play)?, seat) {
        PendingDecision::Shop(shop) => Ok((seat, *shop)),
        _ => {
            let asked = ClashAction::Suggest.into();
            play.game.clone().apply(seat, &asked)?;
            Err(refuse(NotYourTurn::NothingToBuy))
        }
    }
}

/// Offer of a Peasant for every free square, if the gold suffices.
fn all_squares(ware: &WareView, gold: i64) -> Option<ShopOffer> {
    let each = ware.cost?;
    let cost = ware.free.iter().map(|_| each).sum();
    let many = ware.class == Class::Peasant && ware.free.len() > 1 && cost <= gold;
    many.then(|| ShopOffer::BuySeveral {
        piece: ware.look.name.clone(),
        squares: ranges(ware.free.clone()),
        cost: Gold::from_hundredths(cost),
    })
}

/// Purchases, sales and moves that are possible now, piece by piece.
fn offers(shop: &ShopView, order: Order) -> Vec<ShopOffer> {
    let name = |spot: Spot| match spot {
        Spot::Board(space) => {
            shop.pieces.iter().find(|piece| piece.space == space).map(|piece| piece.look.name.clone())
        }
        Spot::Hand(index) => shop.hand.get(usize::from(index)).map(|piece| piece.look.name.clone()),
    };
    let placed = shop.pieces.iter().map(|piece| Spot::Board(piece.space));
    let owned = placed.chain((0..).zip(&shop.hand).map(|(index, _)| Spot::Hand(index)));
    let owned = owned.map(|spot| (name(spot).unwrap_or_default(), spot));
    match order {
        Order::Buy => {
            let wares = shop.wares.iter().filter(|ware| ware.affordable);
            let offers = wares.flat_map(|ware| {
                let cost = Gold::from_hundredths(ware.cost.unwrap_or_default());
                let one =
                    ware.free.iter().map(move |at| ShopOffer::Buy { piece: ware.look.name.clone(), at: *at, cost });
                one.chain(all_squares(ware, shop.gold))
            });
            offers.collect()
        }
        Order::Sell => owned.map(|(piece, at)| ShopOffer::Sell { piece, at }).collect(),
        Order::Arrange => {
            let offers = owned.flat_map(|(piece, from)| {
                let ware = shop.wares.iter().find(|ware| ware.look.name == piece);
                let squares = ware.map(|ware| ware.squares.as_slice()).unwrap_or_default();
                let others = squares.iter().filter(move |to| from != Spot::Board(**to));
                others.map(move |to| ShopOffer::Arrange { piece: piece.clone(), from, to: *to })
            });
            offers.collect()
        }
    }
}

/// Result of a round.
fn round_end(renderer: &Renderer, game: &GameSession, play: &RunningGame) -> Result<RoundEnd, Error> {
    let the_match = the_match(play)?;
    let finished = play.game.finished_rounds();
    let end = finished.last().ok_or_else(|| refuse(NothingToShow::Round))?;
    let bottom = side_of_lone_person(end, &game.members());
    let options = Options { theme: game.options.theme().into(), bottom, ..Options::default() };
    let board = if end.pieces.is_empty() {
        None
    } else {
        let people = people(&game.members());
        Some(renderer.turn(end, &people, &options)?)
    };
    let lost = the_match.scores().last().map(|score| score.lost.clone());
    let lost = lost.unwrap_or_default();
    let kept = [(Seat(0), &lost[0]), (Seat(1), &lost[1])].map(|(seat, lost)| {
        let army = the_match.army(seat);
        let mut wares: Vec<_> = army.pieces().map(|owned| owned.ware).collect();
        wares.sort_by_key(|ware| (ware.class != Class::Leader, Reverse(ware.cost)));
        Kept {
            pieces: wares.iter().map(|ware| ware.name).collect(),
            leader: army.has_leader(),
            lost: lost.iter().map(|ware| ware.name).collect(),
        }
    });
    Ok(RoundEnd { board, kept })
}

/// Use cases specific to Clash of the Armies.
#[derive(Clone, Debug)]
pub struct Clash {
    pub(super) store: Store,
    pub(super) games: Arc<Games>,
    pub(super) views: Arc<Views>,
    pub(super) rendering: Arc<Rendering>,
}

impl Clash {
    /// Private view of a person who buys an army; [`Private::decision`] is the shop. Show it only to that person.
    pub async fn own_shop(&self, game: GameId, person: PersonId) -> Result<Private, Error> {
        let loaded = self.games.load(game).await?;
        blocking(move || shop(&loaded, person).map(drop)).await?;
        self.views.private(game, person).await
    }

    /// Pictures and text of the Amazon in a match.
    pub async fn amazon(&self, game: GameId) -> Result<Look, Error> {
        let loaded = self.games.load(game).await?;
        let look = the_match(loaded.play()?)?.look(amazon());
        look.ok_or_else(|| InternalError::plain("drawing an auction", "there is no Amazon").into())
    }

    /// Publication times of White's and Black's bid hashes shown at a version (T-32).
    pub async fn bids_published(&self, game: GameId, version: Version) -> Result<[Published; 2], Error> {
        let loaded = self.games.load(game).await?;
        let play = self.games.play_at(&loaded, version).await?;
        let sealed = |seat| {
            let of_seat = play.history.iter().rev();
            let mut of_seat = of_seat.filter(|entry| {
                entry.facts.contains(&Fact::Sealed { seat }) || entry.facts.contains(&Fact::BidMissed { seat })
            });
            of_seat.next().map(|entry| entry.version)
        };
        let sealed = [sealed(Seat(0)), sealed(Seat(1))];
        let Some(both) = sealed.into_iter().flatten().max() else {
            return Ok([Published::Late; 2]);
        };
        let mut published = [Published::Late; 2];
        for (published, version) in published.iter_mut().zip(sealed) {
            let Some(version) = version.filter(|version| *version < both) else {
                continue;
            };
            let (at, until) = self.store.published_at(game, version, both).await?;
            if let (Some(at), Some(until)) = (at, until)
                && at <= until
            {
                *published = Published::Before(at);
            }
        }
        Ok(published)
    }

    /// Result of the round that ended at a version: final position, if the round was played, and the remaining armies.
    pub async fn round_end(&self, game: GameId, version: Version) -> Result<RoundEnd, Error> {
        let loaded = self.games.load(game).await?;
        let play = self.games.play_at(&loaded, version).await?;
        self.rendering.draw(move |renderer| round_end(renderer, &loaded, &play)).await
    }

    /// Executes a typed shop command, completely or not at all (C-6).
    pub async fn shop_line(&self, who: &Who, game: GameId, order: Order, text: &str) -> Result<Done, Error> {
        self.games.simply(who, game, None, TurnRequest::Line(order, text.to_owned())).await
    }

    /// Executes a decision off the board.
    pub async fn act(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        action: ClashAction,
    ) -> Result<Done, Error> {
        self.games.simply(who, game, expected, TurnRequest::Action(action.into())).await
    }

    /// Cost of resigning, for the confirmation question (C-7); `None` if it costs only the game.
    pub async fn cost_of_resigning(&self, game: GameId, person: PersonId) -> Result<Option<ResignCost>, Error> {
        let loaded = self.games.load(game).await?;
        let seat = loaded.own_seat(person)?;
        Ok(loaded.play()?.game.cost_of_resigning(seat))
    }

    /// Shortest form of a shop command; `None` if it cannot be parsed.
    pub async fn shorter_line(&self, game: GameId, person: PersonId, order: Order, text: &str) -> Option<String> {
        let loaded = self.games.load(game).await.ok()?;
        let play = loaded.play().ok()?;
        let seat = loaded.seat_of(person)?;
        shorter(order, text, the_match(play).ok()?.army(seat)).ok()
    }

    /// Shop actions possible now, based only on the person's own army. Returns an empty list instead of an error.
    pub async fn shop_offers(&self, game: GameId, person: PersonId, order: Order) -> Vec<ShopOffer> {
        let Ok(loaded) = self.games.load(game).await else {
            return Vec::new();
        };
        let found = blocking(move || {
            let shop = shop(&loaded, person);
            Ok(shop.map_or_else(|_| Vec::new(), |(_, shop)| offers(&shop, order)))
        });
        found.await.unwrap_or_default()
    }
}

/// Parses a typed shop command.
pub(super) fn read_line(play: &RunningGame, seat: Seat, order: Order, text: &str) -> Result<Action, Error> {
    Ok(the_match(play)?.read_order(seat, order, text)?.into())
}
