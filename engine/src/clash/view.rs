//! Views of a match. Bids before both are in, and armies before they are confirmed, are visible to their owners only.

use super::army::{Army, Owned};
use super::auction::Auction;
use super::end::End;
use super::scoring::ULTIMATE;
use super::series::{Match, Stage};
use super::shop::Shop;
use super::wares::WARES;
use crate::board::{Seat, Side};
use crate::context::Playing;
use crate::fact::{EndReason, SealedChoice};
use crate::seed::sha256;
use crate::view::{
    AuctionView, BidView, ClashView, HandView, Look, OwnView, Phase, PieceView, Played, RoundLine, SeatState, SeatView,
    ShopView, View, Viewer, WareView,
};

impl Match {
    /// View of the match without others' sealed bids and unfinished armies.
    pub fn view(&self, viewer: Viewer) -> View {
        view(self, viewer, false)
    }

    /// View of a match that was ended from outside. Sealed bids are revealed as after every other ending (T-32).
    pub fn view_stopped(&self, viewer: Viewer) -> View {
        view(self, viewer, true)
    }
}

/// View of the match for a viewer. If `over`, sealed bids are revealed (T-32).
fn view(game: &Match, viewer: Viewer, over: bool) -> View {
    let own = match viewer {
        Viewer::Seat(seat) if seat.index() < 2 => Some(seat),
        _ => None,
    };
    let pieces = match &game.stage {
        Stage::Play | Stage::Ended { .. } => game.context().piece_views(),
        Stage::Auction(_) => armies(game, &game.armies),
        Stage::Shop(buyer, shop) => {
            let white = (*buyer == Seat(1)).then_some(&game.armies[0]);
            let unfinished = (own == Some(*buyer)).then(|| shop.army());
            armies(game, white.into_iter().chain(unfinished))
        }
    };
    let phase = match &game.stage {
        Stage::Auction(auction) => Phase::Auction { standing: auction.standing().map(|gold| gold.hundredths()) },
        Stage::Shop(..) => Phase::Shop,
        Stage::Play => Phase::Play,
        Stage::Ended { winner } => Phase::Ended {
            winners: winner.iter().copied().collect(),
            reason: EndReason::Match { half_points: game.half_points },
        },
    };
    let playing = matches!(game.stage, Stage::Play | Stage::Ended { .. });
    let sealed = match (&game.stage, own) {
        (Stage::Auction(auction), Some(seat)) => auction.bid_of(seat).map(|bid| SealedChoice::Bid(bid.gold)),
        _ => None,
    };
    let checks = game.round.check().filter(|_| playing);
    View {
        phase,
        pieces,
        to_act: if over { Vec::new() } else { game.to_act() },
        checks: checks.into_iter().collect(),
        attacks: checks.map(|leader| game.round.attacks_on(leader)).unwrap_or_default(),
        own: own.map(|seat| OwnView { seat, targets: Vec::new(), sealed: sealed.into_iter().collect() }),
        clash: Some(clash_view(game, own, over)),
        ..frame(game)
    }
    .sorted()
}

/// Public view of the round at its end.
pub(super) fn round_view(game: &Match, end: End) -> View {
    let winners = match end {
        End::Loss(loser, _) => vec![Seat(1 - loser.0)],
        End::Draw(_) => game.draw_odds().into_iter().collect(),
    };
    let played = matches!(game.stage, Stage::Play);
    let checks = game.round.check().filter(|_| played);
    View {
        phase: Phase::Ended { winners, reason: EndReason::Round(game.round_end(end)) },
        pieces: if played { game.context().piece_views() } else { Vec::new() },
        checks: checks.into_iter().collect(),
        attacks: checks.map(|leader| game.round.attacks_on(leader)).unwrap_or_default(),
        clash: Some(clash_view(game, None, true)),
        draw_offer: Vec::new(),
        ..frame(game)
    }
    .sorted()
}

/// Parts of the view that are the same for every viewer and stage.
fn frame(game: &Match) -> View {
    View {
        played: Played::Clash { round: game.number },
        board: game.context().board_view(),
        pieces: Vec::new(),
        seats: Seat::all(2).map(|seat| seat_view(game, seat)).collect(),
        phase: Phase::Play,
        to_act: Vec::new(),
        turns: game.turns,
        last: game.last.clone(),
        checks: Vec::new(),
        attacks: Vec::new(),
        own: None,
        draw_offer: Seat::all(2).filter(|seat| game.offers[seat.index()]).collect(),
        clash: None,
        commitment: None,
        unsealed: Vec::new(),
    }
}

fn seat_view(game: &Match, seat: Seat) -> SeatView {
    let context = game.context();
    let playing = matches!(game.stage, Stage::Play | Stage::Ended { .. });
    let captured = game.round.captured(seat).iter().filter(|_| playing);
    SeatView {
        seat,
        side: Some(if seat == Seat(0) { Side::South } else { Side::North }),
        battalion: if seat == Seat(0) { "White" } else { "Black" }.into(),
        extra_strength: false,
        state: SeatState::Playing,
        reserve: Vec::new(),
        captured: captured.map(|(ty, count)| (context.look(*ty), Seat(1 - seat.0), *count)).collect(),
        support_level: None,
        credits: 0,
        revealed_targets: Vec::new(),
    }
}

/// Appearance of a piece off the board.
fn look(game: &Match, owned: &Owned) -> Option<Look> {
    let context = game.context();
    owned.ware.ty(context.rules).map(|ty| context.look(ty))
}

/// Placed pieces of armies.
fn armies<'a>(game: &Match, armies: impl IntoIterator<Item = &'a Army>) -> Vec<PieceView> {
    let mut pieces = Vec::new();
    for army in armies {
        for (space, owned) in army.placed() {
            pieces.extend(look(game, &owned).map(|look| PieceView {
                space,
                seat: army.seat(),
                look,
                fallen: false,
                badges: Vec::new(),
            }));
        }
    }
    pieces
}

/// View of shop and auction. `ended`: the round or the match is over, and so is the auction.
fn clash_view(game: &Match, own: Option<Seat>, ended: bool) -> ClashView {
    // To other viewers, a buyer has the gold of the shop's opening.
    let gold = |seat: Seat| {
        let gold = if own == Some(seat) { game.gold(seat) } else { game.gold[seat.index()] };
        Some(gold.hundredths())
    };
    let rounds = game.scores.iter().map(|score| RoundLine { end: score.round, half_points: score.half_points });
    ClashView {
        round: game.number,
        turns: game.turns - game.turns_before,
        half_points: game.half_points,
        gold: [gold(Seat(0)), gold(Seat(1))],
        draw_odds: game.draw_odds(),
        rounds: rounds.collect(),
        shop: match &game.stage {
            Stage::Shop(buyer, shop) if own == Some(*buyer) => Some(shop_view(game, *buyer, shop)),
            _ => None,
        },
        auction: match &game.stage {
            Stage::Auction(auction) => Some(auction_view(auction, own, ended)),
            _ => game.auctioned.as_ref().map(|auction| auction_view(auction, own, true)),
        },
    }
}

fn shop_view(game: &Match, seat: Seat, shop: &Shop) -> ShopView {
    let army = shop.army();
    let context = game.context();
    let wares = WARES.iter().filter_map(|ware| {
        let count = |army: &Army| u32::try_from(army.count(ware)).unwrap_or(u32::MAX);
        Some(WareView {
            look: context.look(ware.ty(context.rules)?),
            class: ware.class,
            cost: ware.cost.map(|cost| cost.hundredths()),
            owned: count(army),
            survived: count(army).min(count(&game.armies[seat.index()])),
            affordable: ware.cost.is_some_and(|cost| cost <= shop.gold()),
            squares: ware.class.squares(seat).collect(),
            free: army.free(ware.class).collect(),
        })
    });
    let value = |owned: &Owned| owned.value().map(|value| value.hundredths());
    ShopView {
        seat,
        gold: shop.gold().hundredths(),
        pieces: armies(game, [army]),
        values: army.placed().filter_map(|(space, owned)| Some((space, value(&owned)?))).collect(),
        hand: army
            .hand()
            .iter()
            .filter_map(|owned| Some(HandView { look: look(game, owned)?, value: value(owned) }))
            .collect(),
        wares: wares.collect(),
        rival: match seat {
            Seat(0) => armies(game, [&game.armies[1]]),
            _ => Vec::new(),
        },
        rival_hand: match seat {
            Seat(0) => {
                let hand = game.armies[1].hand().iter();
                hand.filter_map(|owned| look(game, owned)).collect()
            }
            _ => Vec::new(),
        },
        affordable: shop.affordable().and_then(|ware| look(game, &Owned::new(ware))),
        upgrade: shop
            .upgrade()
            .and_then(|(from, to)| Some((look(game, &Owned::new(from))?, look(game, &Owned::new(to))?))),
        last_round: game.number == ULTIMATE,
        problems: army.faults(),
        can_undo: shop.can_undo(),
    }
}

fn auction_view(auction: &Auction, own: Option<Seat>, ended: bool) -> AuctionView {
    let shown = ended || auction.is_open();
    let bid = |seat: Seat| {
        let bid = auction.bid_of(seat);
        let visible = bid.filter(|_| shown || own == Some(seat));
        BidView {
            hash: bid.map(|bid| sha256(&bid.text)),
            gold: visible.map(|bid| bid.gold.hundredths()),
            text: bid.filter(|_| shown).map(|bid| bid.text.clone()),
        }
    };
    AuctionView {
        bids: [bid(Seat(0)), bid(Seat(1))],
        limit: own.map(|seat| auction.limit(seat).hundredths()),
        raises: auction.raises().iter().map(|(seat, gold)| (*seat, gold.hundredths())).collect(),
        standing: auction.standing().map(|gold| gold.hundredths()),
        to_raise: if auction.is_open() { auction.waiting_for().first().copied() } else { None },
        outcome: auction.outcome().map(|outcome| (outcome.winner, outcome.pays.hundredths())),
        decided: auction.decided(),
    }
}
