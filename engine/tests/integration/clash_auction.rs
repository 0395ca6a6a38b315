//! Tests of the auction: public information, and how it ends (C-10, C-12).

use crate::clash::*;
use engine::action::{Action, ClashAction};
use engine::board::Seat;
use engine::clash::{Gold, Match};
use engine::fact::{Fact, SealedChoice};
use engine::illegal::{AuctionFault, Illegal};
use engine::view::{AuctionView, LastAction, Viewer};

fn auction(game: &Match, viewer: Viewer) -> AuctionView {
    game.view(viewer).clash.unwrap().auction.unwrap()
}

fn last(game: &Match) -> LastAction {
    game.view(Viewer::Public).last.unwrap()
}

#[test]
fn an_auction_tells_what_was_done_and_no_sealed_amount() {
    let mut game = at_auction();
    bid(&mut game, WHITE, "3");
    assert_eq!(last(&game).seat, Some(WHITE));
    assert_eq!(last(&game).facts, [Fact::Sealed { seat: WHITE }]);
    bid(&mut game, BLACK, "3");
    let bids = [WHITE, BLACK].map(|seat| Fact::Bid { seat, gold: gold("3") });
    let [white, black] = bids;
    let raised = |seat, amount| Fact::Raised { seat, gold: gold(amount) };
    // White's first raise is compulsory, so it is made automatically (C-12).
    let raise = raised(WHITE, "3.5");
    assert_eq!(last(&game).facts, [Fact::Sealed { seat: BLACK }, white, black, Fact::EqualBids, raise]);
    assert_eq!(game.to_act(), [BLACK]);
    does(&mut game, BLACK, ClashAction::Raise);
    assert_eq!(last(&game).facts, [raised(BLACK, "4")]);
    does(&mut game, WHITE, ClashAction::Stop);
    let won = Fact::Amazon { seat: BLACK, pays: gold("4") };
    assert_eq!(last(&game).facts, [Fact::Stopped { seat: WHITE }, won]);
}

#[test]
fn what_the_clock_does_in_an_auction_is_told_as_a_time_out() {
    let mut game = at_auction();
    bid(&mut game, WHITE, "0");
    game.apply(BLACK, &Action::TimeOut).unwrap();
    let facts = last(&game).facts;
    assert_eq!(facts[0], Fact::BidMissed { seat: BLACK });
    // Only a bid that was made is a bid.
    let bidders: Vec<Seat> =
        facts.iter().filter_map(|fact| if let Fact::Bid { seat, .. } = fact { Some(*seat) } else { None }).collect();
    assert_eq!(bidders, [WHITE]);
    assert_eq!(facts.last(), Some(&Fact::Raised { seat: WHITE, gold: gold("0.5") }));
    game.apply(BLACK, &Action::TimeOut).unwrap();
    assert_eq!(last(&game).facts[0], Fact::RaiseMissed { seat: BLACK });
    assert_eq!(game.auction_outcome().unwrap().winner, WHITE);

    let mut game = at_auction();
    game.apply(WHITE, &Action::TimeOut).unwrap();
    assert_eq!(last(&game).facts[..2], [WHITE, BLACK].map(|seat| Fact::BidMissed { seat }));
}

#[test]
fn c_10_bidding_is_over_when_both_bids_are_in() {
    let mut game = at_auction();
    for seat in [WHITE, BLACK] {
        bid(&mut game, seat, "3");
    }
    let late = ClashAction::Bid { gold: gold("9") };
    assert_eq!(refuses(&mut game, WHITE, late), Illegal::new("C-10", AuctionFault::BidsIn));
}

#[test]
fn an_auction_is_shown_bid_by_bid() {
    let mut game = at_auction();
    bid(&mut game, WHITE, "3");
    let own = auction(&game, Viewer::Seat(WHITE));
    let other = auction(&game, Viewer::Seat(BLACK));
    assert_eq!((own.bids[0].gold, other.bids[0].gold), (Some(300), None));
    assert_eq!(own.bids[0].text, None, "the salt stays sealed");
    assert!(own.limit.is_some() && auction(&game, Viewer::Public).limit.is_none());
    bid(&mut game, BLACK, "3");
    let open = auction(&game, Viewer::Public);
    assert_eq!(open.bids.each_ref().map(|bid| bid.gold), [Some(300); 2]);
    for (bid, who) in open.bids.iter().zip(["White", "Black"]) {
        let text = bid.text.as_ref().unwrap();
        assert!(text.starts_with(&format!("{who} bids 3 salt ")), "{text}");
    }
    assert_eq!(open.raises, [(WHITE, 350)]);
    assert_eq!(open.to_raise, Some(BLACK));
    let sealed = game.view(Viewer::Seat(BLACK)).own.unwrap().sealed;
    assert_eq!(sealed, [SealedChoice::Bid(gold("3"))]);
}

#[test]
fn c_12_black_too_gives_way_who_cannot_afford_the_next_raise() {
    // Black lost the first round, White the second. White's limit is then at least Black's.
    let mut game = new_match();
    for loser in [BLACK, WHITE] {
        both_ready(&mut game);
        game.apply(loser, &Action::Resign).unwrap();
    }
    let limits = [WHITE, BLACK].map(|seat| {
        let limit = auction(&game, Viewer::Seat(seat)).limit.unwrap();
        Gold::from_hundredths(limit)
    });
    assert!(limits[0] >= limits[1], "{limits:?}");
    let least = limits[1].hundredths() / 50 * 50 - 50;
    let equal = Gold::from_hundredths(least);
    for seat in [WHITE, BLACK] {
        does(&mut game, seat, ClashAction::Bid { gold: equal });
    }
    let outcome = game.auction_outcome().unwrap();
    assert_eq!(outcome.winner, WHITE);
    assert_eq!(outcome.pays.hundredths(), least + 50);
}
