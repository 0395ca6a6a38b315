//! What happened off the board, in sentences for everyone: nothing here tells a sealed bid before both are in.

use super::auction::Auction;
use super::match_::name;
use super::round::End;
use super::scoring::ULTIMATE;
use crate::action::ClashAction;
use crate::board::Seat;

/// "Round 2", "The Ultimate Round".
pub fn round_name(number: u8) -> String {
    if number == ULTIMATE {
        "The Ultimate Round".into()
    } else {
        format!("Round {number}")
    }
}

/// Half points as points: "1½".
pub fn points(half: u8) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½".into(),
        (whole, 1) => format!("{whole}½"),
        (whole, _) => whole.to_string(),
    }
}

/// How a round ended.
pub(super) fn round_end(number: u8, end: End, draw_odds: Option<Seat>) -> String {
    let round = round_name(number);
    match (end, draw_odds) {
        (End::Draw(_), Some(seat)) => format!(
            "{round}: {}, which counts as a win for {} by draw odds (C-11).",
            end.sentence(),
            name(seat)
        ),
        _ => format!("{round}: {}.", end.sentence()),
    }
}

/// How the match ended.
pub(super) fn match_end(winner: Option<Seat>, half_points: [u8; 2]) -> String {
    let (white, black) = (points(half_points[0]), points(half_points[1]));
    match winner {
        Some(Seat(0)) => format!("White wins the match {white} : {black} (C-1)."),
        Some(_) => format!("Black wins the match {black} : {white} (C-1)."),
        None => format!("The match is drawn {white} : {black} (C-1)."),
    }
}

/// What a bid, a raise or a stop brought.
pub(super) fn auction(auction: &Auction, seat: Seat, action: &ClashAction) -> Vec<String> {
    let who = name(seat);
    let mut told = Vec::new();
    match action {
        ClashAction::Raise => {
            if let Some(gold) = auction.standing() {
                told.push(format!("{who} raises to {gold}."));
            }
        }
        ClashAction::Stop => told.push(format!("{who} stops.")),
        _ => told.push(format!("{who} has sealed a bid.")),
    }
    if auction.is_open() && matches!(action, ClashAction::Bid { .. }) {
        for seat in Seat::all(2) {
            if let Some(bid) = auction.bid_of(seat) {
                told.push(format!("{} has bid {}.", name(seat), bid.gold));
            }
        }
    }
    if let Some(outcome) = auction.outcome() {
        told.push(format!(
            "{} has the Amazon for {}; {} has draw odds (C-11).",
            name(outcome.winner),
            outcome.pays,
            name(Seat(1 - outcome.winner.0))
        ));
    } else if auction.is_open() && auction.raises().is_empty() {
        told.push("The bids are equal: White must raise first (C-12).".into());
    }
    told
}
