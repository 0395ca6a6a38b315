//! Cards of Clash: the shop, a sealed bid, the auction, the end of a round.

use engine::board::Seat;
use engine::clash::End;
use engine::view::{BoardView, ClashView, Look, Phase, ShopView, View, WareView};
use engine::words::{self, points, round_name};
use render::cards::{Auction, Bid, Shop, ShopItem, Summary, SummaryRow};

use super::{name, with_armies};
use crate::discord::features::clash::words::{auction_note, colour, counted, gold};
use crate::host::{Kept, Member, PendingDecision, Private, Scene};

/// Unfinished army of a person with the price list; `None` outside the shop.
pub fn shop(private: &Private) -> Option<Shop> {
    let PendingDecision::Shop(shop) = &private.decision else {
        return None;
    };
    let (view, seat) = (&private.view, private.seat);
    Some(shop_of(view, shop, seat, name(&private.seats, seat)))
}

/// Shop card from its parts.
pub fn shop_of(view: &View, shop: &ShopView, seat: Seat, name: String) -> Shop {
    let round = view.clash.as_ref().map_or(1, |clash| clash.round);
    let items = shop.wares.iter().filter_map(|ware| {
        Some(ShopItem {
            look: ware.look.clone(),
            class: class_line(ware),
            cost: ware.cost?,
            owned: ware.owned,
            survived: ware.survived,
        })
    });
    Shop {
        title: format!("{}: {} buys", round_name(round), colour(seat)),
        seat,
        name,
        gold: shop.gold,
        board: shop_board(view, seat, !shop.rival.is_empty()),
        hand: shop.hand.iter().map(|piece| piece.look.clone()).collect(),
        items: items.collect(),
        pieces: view.pieces.iter().chain(&shop.rival).cloned().collect(),
        problems: shop.problems.clone(),
    }
}

/// Class of a ware with its squares: "Heavy: a h".
fn class_line(ware: &WareView) -> String {
    let mut squares = ware.squares.clone();
    squares.sort();
    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [first, .., last] if names.len() > 4 => format!("{}: {first} to {last}", ware.class.name()),
        _ => format!("{}: {}", ware.class.name(), names.join(", ")),
    }
}

/// Board of a shop: the buyer's two ranks, or the whole board if it shows the opponent's pieces. Black sees White's
/// army (C-3), White the pieces that Black has kept.
fn shop_board(view: &View, seat: Seat, rival: bool) -> BoardView {
    let board = view.board.clone();
    if seat != Seat(0) || rival {
        return board;
    }
    let cells = 2 * usize::from(board.width);
    BoardView { height: 2, zones: board.zones.iter().take(cells).copied().collect(), ..board }
}

/// Sealed bid of a person; `None` without one.
pub fn bid(private: &Private) -> Option<Bid> {
    let PendingDecision::Bid(decision) = &private.decision else {
        return None;
    };
    let sealed = decision.sealed.as_ref()?;
    Some(Bid {
        seat: private.seat,
        name: name(&private.seats, private.seat),
        amount: Some(sealed.gold.hundredths()),
        hash: sealed.hash.clone(),
    })
}

/// Auction of the Amazon with its bids; `None` before they are revealed and in a match without an auction. `look` is
/// the appearance of the Amazon.
pub fn auction(scene: &Scene, look: Look) -> Option<Auction> {
    let auction = scene.view.clash.as_ref()?.auction.as_ref()?;
    let [white, black] = [auction.bids[0].gold?, auction.bids[1].gold?];
    let player = |seat| format!("{} ({})", name(&scene.seats, seat), colour(seat));
    Some(Auction {
        look,
        names: [Seat(0), Seat(1)].map(player),
        bids: [white, black],
        raises: auction.raises.clone(),
        winner: auction.outcome.map(|(winner, _)| winner),
        paid: auction.outcome.map_or(0, |(_, paid)| paid),
        note: auction_note(auction),
    })
}

/// Result of the last finished round, or of the match; `None` before the first one ends.
pub fn round(scene: &Scene, kept: &[Kept; 2]) -> Option<Summary> {
    let view = &scene.view;
    let clash = view.clash.as_ref()?;
    let last = clash.rounds.last()?;
    let people = with_armies(scene);
    // Rounds before the last one, or all of them after the match; then what is left of the armies (C-7).
    let rounds = |told: usize| {
        let told = clash.rounds.iter().take(told);
        told.map(|line| words::round_end(&line.end, &people))
    };
    let (title, result, notes) = match &view.phase {
        Phase::Ended { winners, reason } => (
            "Clash of the Armies".to_owned(),
            words::ending(reason, winners, &people),
            rounds(clash.rounds.len()).collect(),
        ),
        _ => (
            round_name(last.end.round),
            words::round_end(&last.end, &people),
            rounds(clash.rounds.len() - 1)
                .chain(Seat::all(2).zip(kept).map(|(seat, kept)| left(seat, kept, last.end.end)))
                .collect(),
        ),
    };
    let mut rows: Vec<SummaryRow> = Seat::all(2).map(|seat| row(&scene.seats, view, clash, seat)).collect();
    rows.sort_by_key(|row| std::cmp::Reverse(clash.half_points[row.seat.index()]));
    Some(Summary { title, result, players: 2, rows, notes })
}

fn row(seats: &[Vec<Member>], view: &View, clash: &ClashView, seat: Seat) -> SummaryRow {
    let own = colour(seat).to_owned();
    let (detail, won) = match &view.phase {
        Phase::Ended { winners, .. } => (own, winners.contains(&seat)),
        _ => {
            let gained = clash.rounds.last().map_or([0; 2], |line| line.half_points);
            let best = gained.iter().max().copied().unwrap_or_default();
            let half = gained[seat.index()];
            let left = clash.gold[seat.index()].unwrap_or_default();
            (format!("{own} · {} gold for the next round", gold(left)), half == best && half > 1)
        }
    };
    SummaryRow { seat, name: name(seats, seat), detail, score: points(clash.half_points[seat.index()]), won }
}

/// Pieces that a Player lost and keeps for the next round.
fn left(seat: Seat, kept: &Kept, end: End) -> String {
    let who = colour(seat);
    let lost = counted(&kept.lost);
    let keeps = counted(&kept.pieces);
    // Giving up forfeits the whole army (C-7). In all other cases an empty army was captured.
    let forfeited = matches!(end, End::Loss(loser, how) if loser == seat && how.forfeits());
    match (kept.pieces.is_empty(), kept.lost.is_empty()) {
        (true, true) => format!("{who} had no army to lose."),
        (true, false) if forfeited => format!("{who} lost the whole army: {lost}."),
        (true, false) => format!("{who} lost {lost}; no piece survived, and a Leader has to be bought."),
        (false, lost_none) => {
            let lost = if lost_none { "nothing".to_owned() } else { lost };
            let leader = if kept.leader { "" } else { " and has to buy a Leader" };
            format!("{who} lost {lost}; keeps {keeps}{leader}.")
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::clash::{self, Loss};
    use engine::fact::RoundEnd;
    use engine::view::{RoundLine, Viewer};

    use super::*;

    /// An army is forfeited by giving up; a mated Player without survivors has to buy a Leader.
    #[test]
    fn a_lost_army_is_forfeited_or_captured() {
        let ends = [(Seat(0), Loss::Resigned), (Seat(0), Loss::Checkmate), (Seat(1), Loss::Resigned)];
        let kept = Kept { pieces: Vec::new(), lost: vec!["Rook"], leader: false };
        let said = ends.map(|(loser, how)| left(Seat(0), &kept, End::Loss(loser, how)));
        assert_eq!(
            said,
            [
                "White lost the whole army: Rook.",
                "White lost Rook; no piece survived, and a Leader has to be bought.",
                "White lost Rook; no piece survived, and a Leader has to be bought.",
            ]
        );
    }

    /// Only the winner of a round is marked; after a draw nobody is.
    #[test]
    fn a_drawn_round_has_no_winner() {
        let game = clash::Match::new(clash::Setup { en_passant: false, seed: [1; 32] }).unwrap();
        let mut view = engine::game::Game::Clash(Box::new(game)).view(Viewer::Public);
        let seats = vec![Vec::new(), Vec::new()];
        for (gained, marked) in [([2, 0], [true, false]), ([0, 2], [false, true]), ([1, 1], [false, false])] {
            let mut clash = view.clash.clone().unwrap();
            let end = RoundEnd { round: 1, end: End::Loss(Seat(0), Loss::Resigned), draw_odds: None };
            clash.rounds = vec![RoundLine { end, half_points: gained }];
            view.clash = Some(clash.clone());
            let rows = [Seat(0), Seat(1)].map(|seat| row(&seats, &view, &clash, seat).won);
            assert_eq!(rows, marked, "{gained:?}");
        }
    }
}
