//! Invariants of random matches of Clash, and tests of secrecy.

use crate::clash::*;
use crate::support::slow;
use engine::action::{Act, Action, ClashAction, Spot};
use engine::board::Seat;
use engine::clash::{Gold, Match, STEP, Setup, WARES, income};
use engine::play::MoveList;
use engine::view::{Phase, View, Viewer};

fn worth(game: &Match, seat: Seat) -> Gold {
    let army: Gold = game.army(seat).pieces().filter_map(|owned| owned.value()).sum();
    game.gold(seat) + army
}

/// Buys, sells and arranges at random, then confirms a legal army.
fn shop(game: &mut Match, seat: Seat, dice: &mut Dice) {
    let before = worth(game, seat);
    for _ in 0..dice.below(40) {
        let squares = game.board_squares(seat);
        let square = squares[dice.below(squares.len())];
        let other = squares[dice.below(squares.len())];
        let action = match dice.below(10) {
            0..=4 => ClashAction::Buy {
                piece: WARES[dice.below(WARES.len())].id.into(),
                at: (dice.below(2) == 0).then_some(square),
            },
            5 => ClashAction::Sell { at: Spot::Board(square) },
            6 => ClashAction::Sell { at: Spot::Hand(dice.below(3) as u8) },
            7 => ClashAction::Arrange { from: Spot::Board(square), to: Spot::Board(other) },
            8 => ClashAction::Arrange { from: Spot::Board(square), to: Spot::Hand(0) },
            _ => ClashAction::UndoShop,
        };
        let snapshot = (game.army(seat).clone(), game.gold(seat));
        if game.apply(seat, &Action::Clash(action)).is_err() {
            assert_eq!(snapshot, (game.army(seat).clone(), game.gold(seat)));
        }
        // Gold is never negative, created or lost.
        assert!(game.gold(seat) >= Gold::ZERO);
        assert_eq!(worth(game, seat), before);
    }
    if game.apply(seat, &ClashAction::Ready.into()).is_err() {
        does(game, seat, ClashAction::Suggest);
        assert_eq!(worth(game, seat), before);
        ready(game, seat);
    }
    assert!(game.army(seat).faults().is_empty());
}

trait Squares {
    fn board_squares(&self, seat: Seat) -> Vec<engine::board::Space>;
}

impl Squares for Match {
    fn board_squares(&self, seat: Seat) -> Vec<engine::board::Space> {
        engine::clash::Class::ALL.into_iter().flat_map(|class| class.squares(seat)).collect()
    }
}

fn auction(game: &mut Match, dice: &mut Dice) {
    let limits = [0, 1].map(|seat| {
        let view = game.view(Viewer::Seat(Seat(seat)));
        view.clash.unwrap().auction.unwrap().limit.unwrap()
    });
    let common = dice.below(30) as i64;
    for seat in [BLACK, WHITE] {
        let most = limits[seat.index()] / STEP.hundredths();
        let steps = if dice.below(2) == 0 { common } else { dice.below(most as usize + 1) as i64 };
        let gold = Gold::from_hundredths(steps.min(most) * STEP.hundredths());
        does(game, seat, ClashAction::Bid { gold });
    }
    while let Phase::Auction { .. } = game.view(Viewer::Public).phase {
        let seat = game.to_act()[0];
        let action = if dice.below(4) == 0 { ClashAction::Stop } else { ClashAction::Raise };
        if game.apply(seat, &Action::Clash(action)).is_err() {
            does(game, seat, ClashAction::Raise);
        }
    }
    let outcome = game.auction_outcome().unwrap();
    assert!(outcome.pays.hundredths() <= limits[outcome.winner.index()]);
    assert_eq!(outcome.pays.hundredths() % STEP.hundredths(), 0);
}

/// Checks a position: attacks found by the fast test and by trying agree, and Invulnerable pieces cannot be captured.
fn check_position(game: &Match) {
    let round = game.round();
    let (rules, pos) = (round.rules(), round.position());
    for seat in [WHITE, BLACK] {
        let enemy = Seat(1 - seat.0);
        // A Leader is never captured en passant, so the fast test ignores that capture.
        let right = pos.state().en_passant[seat.index()].map(|right| right.pawn);
        for space in pos.blocking(seat).iter().filter(|space| Some(*space) != right) {
            let slow = slow::removes(rules, &mut pos.clone(), enemy, space);
            let quick = rules.is_attacked(pos, space, seat);
            assert_eq!(quick, slow, "{space}\n{}", engine::text::board(&game.view(Viewer::Public)));
            let piece = pos.at(space).unwrap();
            assert!(!(quick && rules.is_invulnerable(pos, space, piece)));
        }
    }
    // Every act is listed once (C-17).
    let mut list = MoveList::default();
    rules.legal_moves(&mut pos.clone(), &mut list);
    assert_eq!(list.moves.len(), game.legal(pos.to_move()).len());
}

fn play_round(game: &mut Match, dice: &mut Dice, turns: usize) {
    let number = game.round_number();
    for turn in 0..turns {
        // Two bare Leaders draw before the first turn (C-14).
        if game.round_number() != number || game.view(Viewer::Public).phase != Phase::Play {
            return;
        }
        if turn % 8 == 0 {
            check_position(game);
        }
        let seat = game.to_act()[0];
        let acts: Vec<Act> = engine::context::Playing::legal_acts(game, seat);
        let mut act = &acts[dice.below(acts.len())];
        for _ in 0..2 {
            if act.captures().is_empty() {
                act = &acts[dice.below(acts.len())];
            }
        }
        let text = engine::notation::act_text(game, act);
        let read = engine::notation::read_turn(game, seat, &text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(read.act, *act, "{text}");
        game.apply(seat, &Action::Turn(act.clone().into())).unwrap();
    }
    let seat = Seat(dice.below(2) as u8);
    if game.round_number() == number && game.view(Viewer::Public).phase == Phase::Play {
        let agreed = dice.below(2) == 0
            && game.apply(seat, &Action::OfferDraw).is_ok()
            && game.apply(Seat(1 - seat.0), &Action::OfferDraw).is_ok();
        if !agreed {
            game.apply(seat, &if dice.below(2) == 0 { Action::Resign } else { Action::TimeOut }).unwrap();
        }
    }
}

/// Number of matches; `RANDOM_MATCHES=500` plays more.
fn matches() -> u64 {
    std::env::var("RANDOM_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(12)
}

/// C-1 to C-26: random matches keep the invariants, and replaying their logs gives the same match.
#[test]
fn random_matches_keep_the_rules() {
    for seed in 0..matches() {
        let mut dice = Dice(seed);
        let setup = Setup { en_passant: seed % 2 == 0, seed: [seed as u8; 32] };
        let mut game = Match::new(setup.clone()).unwrap();
        while game.result().is_none() {
            if let Phase::Auction { .. } = game.view(Viewer::Public).phase {
                auction(&mut game, &mut dice);
            }
            for seat in [WHITE, BLACK] {
                shop(&mut game, seat, &mut dice);
            }
            play_round(&mut game, &mut dice, 120);
        }
        let points: u8 = game.half_points().iter().sum();
        assert_eq!(points as usize, 2 * game.scores().len());
        let again = Match::replay(setup, game.log()).unwrap();
        for viewer in [Viewer::Public, Viewer::Seat(WHITE), Viewer::Seat(BLACK)] {
            assert_eq!(game.view(viewer), again.view(viewer));
        }
        let stored = serde_json::to_string(game.log()).unwrap();
        let read: Vec<(Seat, Action)> = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, game.log());
    }
}

/// C-2: a Player's property changes only by income, captures and the auction.
#[test]
fn c2_income_before_every_round() {
    assert_eq!([income(1, 0), income(2, 2), income(3, 3)], [Gold::whole(40), Gold::whole(40), Gold::whole(55)]);
}

// ---- secrets -----------------------------------------------------------------------------------

/// View without its hashes.
fn without_hashes(mut view: View) -> View {
    if let Some(auction) = view.clash.as_mut().and_then(|clash| clash.auction.as_mut()) {
        for bid in &mut auction.bids {
            assert!(bid.text.is_none() || bid.gold.is_some());
            bid.hash = bid.hash.as_ref().map(|_| String::new());
        }
    }
    view
}

/// C-3: only the buyer sees an unfinished army and the remaining gold.
#[test]
fn unfinished_armies_are_secret() {
    let armies = ["King e1, Queen d1, Pawn a2", "Shielderer e1, Rook h1"];
    let black_armies = ["King e8, Phoenix d8", "Shielderer e8, Rabbit b8, Rabbit c8"];
    let mut games = [new_match(), new_match()];
    for (game, army) in games.iter_mut().zip(armies) {
        buy(game, WHITE, army);
    }
    let [one, two] = &games;
    for viewer in [Viewer::Public, Viewer::Seat(BLACK)] {
        assert_eq!(one.view(viewer), two.view(viewer));
        assert!(one.view(viewer).pieces.is_empty());
    }
    assert_ne!(one.view(Viewer::Seat(WHITE)), two.view(Viewer::Seat(WHITE)));
    let mut games = [new_match(), new_match()];
    for (game, army) in games.iter_mut().zip(black_armies) {
        buy(game, WHITE, armies[0]);
        ready(game, WHITE);
        buy(game, BLACK, army);
    }
    let [one, two] = &mut games;
    for viewer in [Viewer::Public, Viewer::Seat(WHITE)] {
        assert_eq!(one.view(viewer), two.view(viewer));
        // Before buying, Black already sees White's army.
        assert_eq!(one.view(viewer).pieces.len(), 3);
    }
    assert_eq!(one.view(Viewer::Seat(BLACK)).pieces.len(), 5);
    ready(one, BLACK);
    assert_eq!(one.view(Viewer::Public).pieces.len(), 5);
}

/// C-10: a sealed bid is only in its owner's view. Other views show only that a bid was made.
#[test]
fn sealed_bids_are_secret() {
    let mut games = [at_auction(), at_auction()];
    for (game, gold) in games.iter_mut().zip(["0.5", "17.5"]) {
        bid(game, WHITE, gold);
    }
    let [one, two] = &mut games;
    for viewer in [Viewer::Public, Viewer::Seat(BLACK)] {
        assert_eq!(without_hashes(one.view(viewer)), without_hashes(two.view(viewer)));
        let shown = serde_json::to_string(&two.view(viewer)).unwrap();
        assert!(!shown.contains("1750") && !shown.contains("17.5"), "{shown}");
    }
    assert_eq!(
        two.view(Viewer::Seat(WHITE)).own.unwrap().sealed,
        [engine::fact::SealedChoice::Bid("17.5".parse().unwrap())]
    );
    // Refusals reveal nothing about the other bid.
    let [first, second] = [one, two].map(|game| refuses(game, BLACK, ClashAction::Bid { gold: gold("900") }));
    assert_eq!(first, second);
}

/// T-32: each bid is hashed with a new salt when sealed, and the revealed text matches the hash.
#[test]
fn bids_are_committed_to() {
    let hash_of =
        |game: &Match| game.view(Viewer::Public).clash.unwrap().auction.unwrap().bids[0].hash.clone().unwrap();
    let mut game = at_auction();
    bid(&mut game, WHITE, "3");
    let first = hash_of(&game);
    bid(&mut game, WHITE, "3");
    let second = hash_of(&game);
    assert_ne!(first, second);
    bid(&mut game, BLACK, "2");
    let shown = game.view(Viewer::Public).clash.unwrap().auction.unwrap().bids[0].clone();
    assert_eq!(shown.hash.unwrap(), second);
    assert_eq!(shown.text.unwrap(), engine::clash::commitment_text(&[3; 32], WHITE, 1, gold("3")));
}
