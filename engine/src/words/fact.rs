//! What happened.

use super::{PlayerNames, capitalised, round_end, with_article};
use crate::board::Seat;
use crate::fact::{DrawAnswer, Fact, NewState};
use crate::play::Fall;

/// A fact as a sentence. The piece that acts is not named in it: "Captures the Pawn on d5."
pub fn fact(fact: &Fact, names: &PlayerNames) -> String {
    let player = |seat: &Seat| names.get(*seat);
    match fact {
        Fact::Captured {
            piece,
            owner,
            space,
        } if names.count() > 2 => format!("Captures {}'s {piece} on {space}.", player(owner)),
        Fact::Captured { piece, space, .. } => format!("Captures the {piece} on {space}."),
        Fact::CapturedItself { piece, space } => {
            format!("The {piece} on {space} captures itself.")
        }
        Fact::Shot { from, at } => format!("Shoots from {from} at {at}."),
        Fact::Placed { piece, space } => {
            format!("{} comes in on {space}.", capitalised(&with_article(piece)))
        }
        Fact::Appeared { piece, space } => format!("A new {piece} appears on {space}."),
        Fact::ChangedSides {
            piece,
            space,
            owner,
        } => format!("The {piece} on {space} changes sides to {}.", player(owner)),
        Fact::ToHand { piece, owner } => format!(
            "{} comes to the hand of {}.",
            capitalised(&with_article(piece)),
            player(owner)
        ),
        Fact::Became { was, piece, space } => {
            format!("The {was} on {space} becomes {}.", with_article(piece))
        }
        Fact::Promoted { piece, space } => format!("Promotes to {piece} on {space}."),
        Fact::State {
            piece,
            space,
            state,
        } => {
            let piece = if piece.is_empty() { "piece" } else { piece };
            let what = match state {
                NewState::Imprisoned => "is imprisoned",
                NewState::Freed => "is free again",
                NewState::Volatile => "becomes Volatile",
                NewState::Invulnerable => "is Invulnerable",
                NewState::Shield => "raises its shield",
            };
            format!("The {piece} on {space} {what}.")
        }
        Fact::Avenged { piece, space } => format!("The {piece} is removed with it on {space}."),
        Fact::Check => "Check.".into(),
        Fact::VolatileDrawn => {
            "Time was up: the missing choices of Volatile pieces were drawn at random.".into()
        }
        Fact::EqualBids => "The bids are equal: White must raise first.".into(),
        Fact::Amazon { seat, pays } => format!(
            "{} has the Amazon for {pays}; {} has draw odds.",
            player(seat),
            names.get(Seat(1 - seat.0.min(1)))
        ),
        Fact::Round(end) => round_end(end, names),
        Fact::Defeated { seat, .. }
        | Fact::ForcedPass { seat }
        | Fact::Territory { seat, .. }
        | Fact::Draw { seat, .. }
        | Fact::Ready { seat }
        | Fact::Sealed { seat }
        | Fact::Bid { seat, .. }
        | Fact::Raised { seat, .. }
        | Fact::Stopped { seat } => {
            format!("{} {}.", player(seat), did(fact).unwrap_or_default())
        }
    }
}

/// What a Player did, to follow the name: "declines the draw"; `None` where a fact is not about a Player.
pub fn did(fact: &Fact) -> Option<String> {
    Some(match fact {
        Fact::Defeated { how, .. } => match how {
            Fall::TitanCaptured => "has lost the last Titan and is defeated",
            Fall::Checkmate => "is checkmated",
            Fall::Bereft => "has no Supporter left on the board and is defeated",
            Fall::Resigned => "resigns",
            Fall::Time => "has run out of time",
        }
        .into(),
        Fact::ForcedPass { .. } => "has no legal action and passes".into(),
        Fact::Territory {
            offset, mirrored, ..
        } => format!(
            "places the Territory at {offset}{}",
            if *mirrored { ", mirrored" } else { "" }
        ),
        Fact::Draw { answer, .. } => match answer {
            DrawAnswer::Offers => "offers a draw",
            DrawAnswer::Agrees => "agrees to a draw",
            DrawAnswer::Declines => "declines the draw",
            DrawAnswer::Withdraws => "takes the offer of a draw back",
        }
        .into(),
        Fact::Ready { .. } => "is ready".into(),
        Fact::Sealed { .. } => "has sealed a bid".into(),
        Fact::Bid { gold, .. } => format!("has bid {gold}"),
        Fact::Raised { gold, .. } => format!("raises to {gold}"),
        Fact::Stopped { .. } => "stops".into(),
        _ => return None,
    })
}

/// Facts as sentences, one after the other.
pub fn facts(facts: &[Fact], names: &PlayerNames) -> String {
    let said: Vec<String> = facts.iter().map(|one| fact(one, names)).collect();
    said.join(" ")
}
