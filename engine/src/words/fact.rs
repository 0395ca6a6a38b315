//! Texts about events.

use super::ending::round_end;
use super::names::PlayerNames;
use super::phrases::{held, with_article};
use crate::board::{Seat, Space};
use crate::english::{capitalised, list};
use crate::fact::{DrawAnswer, Fact, NewState};
use crate::play::Fall;

/// A fact as a sentence that does not name the acting piece: "Captures the Pawn on d5."
pub fn fact(fact: &Fact, names: &PlayerNames) -> String {
    let player = |seat: &Seat| names.get(*seat);
    let several = |seat: &Seat| names.several(&[*seat]);
    match fact {
        Fact::Captured { piece, owner, space } => format!("Captures {}.", victim(piece, *owner, *space, names)),
        Fact::CapturedItself { piece, space } => {
            format!("The {piece} on {space} is removed.")
        }
        Fact::Shot { from, at } => format!("Shoots from {from} at {at}."),
        Fact::Placed { piece, kept, space } => {
            format!("{} is placed on {space}.", capitalised(&with_article(&held(piece, *kept))))
        }
        Fact::Appeared { piece, space } => format!("A new {piece} appears on {space}."),
        Fact::ChangedSides { piece, space, owner } => {
            format!("The {piece} on {space} changes sides to {}.", player(owner))
        }
        Fact::ToHand { piece, kept, owner } => {
            let gets = if several(owner) { "get" } else { "gets" };
            format!("{} {gets} {} in hand.", player(owner), with_article(&held(piece, *kept)))
        }
        Fact::Became { was, piece, space } => {
            format!("The {was} on {space} becomes {}.", with_article(piece))
        }
        Fact::Promoted { piece, space } => format!("Promotes to {} on {space}.", with_article(piece)),
        Fact::State { piece, space, state } => {
            let piece = if piece.is_empty() { "piece" } else { piece };
            let what = match state {
                NewState::Imprisoned => "is imprisoned",
                NewState::Freed => "is freed",
                NewState::Volatile => "becomes Volatile",
                NewState::Invulnerable => "is Invulnerable",
                NewState::Shield => "raises its shield",
            };
            format!("The {piece} on {space} {what}.")
        }
        Fact::Avenged { piece, space } => format!("The {piece} on {space} is removed with it."),
        Fact::Check => "Check.".into(),
        Fact::CheckCounted { to, count, of } => {
            format!("Check {count} of {of} to {}.", player(to))
        }
        Fact::VolatileDrawn => "Time was up: the missing choices of Volatile pieces were drawn at random.".into(),
        Fact::BidMissed { seat } => format!("Time ran out: {}'s bid counts as 0.", player(seat)),
        Fact::RaiseMissed { seat } => format!("Time ran out: {} does not raise.", player(seat)),
        Fact::EqualBids => "The bids are equal: White must raise first.".into(),
        Fact::Amazon { seat, pays } => format!(
            "{} gets the Amazon for {pays} gold; {} gets draw odds.",
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
            let did = did(fact, several(seat)).unwrap_or_default();
            format!("{} {did}.", player(seat))
        }
    }
}

/// Rest of a sentence after the name of a Player, one person or `several`: "declines the draw". `None` if the fact is
/// not about a Player.
pub fn did(fact: &Fact, several: bool) -> Option<String> {
    let verb = |one: &'static str, many: &'static str| if several { many } else { one };
    let (has, is) = (verb("has", "have"), verb("is", "are"));
    Some(match fact {
        Fact::Defeated { how, .. } => match how {
            Fall::TitanCaptured => format!("{has} lost the last Titan and {is} defeated"),
            Fall::Checkmate => format!("{is} checkmated"),
            Fall::Bereft => format!("{has} no Supporter left on the board and {is} defeated"),
            Fall::Outrun => format!("{has} been outrun and {is} defeated"),
            Fall::Level => format!("{has} reached the goal in the same round"),
            Fall::Checks => format!("{has} been given the last Check needed and {is} defeated"),
            Fall::Extinct => format!("{has} lost every piece they had to keep and {is} defeated"),
            Fall::GaveAll => format!("{has} taken the last piece offered and {is} defeated"),
            Fall::Stalemate => format!("{is} defeated by stalemate"),
            Fall::Resigned => verb("resigns", "resign").to_owned(),
            Fall::Time => format!("{has} run out of time"),
        },
        Fact::ForcedPass { .. } => format!("{has} no legal move and {}", verb("passes", "pass")),
        Fact::Territory { mirrored, .. } => {
            let mirrored = if *mirrored { ", mirrored left to right" } else { "" };
            format!("{} their army{mirrored}", verb("places", "place"))
        }
        Fact::Draw { answer, .. } => match answer {
            DrawAnswer::Offers => verb("offers a draw", "offer a draw"),
            DrawAnswer::Agrees => verb("agrees to a draw", "agree to a draw"),
            DrawAnswer::Declines => verb("declines the draw", "decline the draw"),
            DrawAnswer::Withdraws => verb("withdraws the draw offer", "withdraw the draw offer"),
        }
        .to_owned(),
        Fact::Ready { .. } => format!("{is} ready"),
        Fact::Sealed { .. } => format!("{has} sealed a bid"),
        Fact::Bid { gold, .. } => format!("{} {gold} gold", verb("bids", "bid")),
        Fact::Raised { gold, .. } => format!("{} to {gold} gold", verb("raises", "raise")),
        Fact::Stopped { .. } => verb("stops", "stop").to_owned(),
        Fact::Captured { .. }
        | Fact::CapturedItself { .. }
        | Fact::Shot { .. }
        | Fact::Placed { .. }
        | Fact::Appeared { .. }
        | Fact::ChangedSides { .. }
        | Fact::ToHand { .. }
        | Fact::Became { .. }
        | Fact::Promoted { .. }
        | Fact::State { .. }
        | Fact::Avenged { .. }
        | Fact::Check
        | Fact::CheckCounted { .. }
        | Fact::VolatileDrawn
        | Fact::BidMissed { .. }
        | Fact::RaiseMissed { .. }
        | Fact::EqualBids
        | Fact::Amazon { .. }
        | Fact::Round(_) => return None,
    })
}

/// Facts as consecutive sentences.
pub fn facts(facts: &[Fact], names: &PlayerNames) -> String {
    let said: Vec<String> = facts.iter().map(|one| fact(one, names)).collect();
    said.join(" ")
}

/// Facts after the text of the turn that caused them: ", capturing the Pawn on d5. Check." Without facts only a full
/// stop.
///
/// ```
/// use engine::board::Seat;
/// use engine::fact::Fact;
/// use engine::words::{self, PlayerNames};
/// let names = PlayerNames::new(["Ann", "Bob"]);
/// let space = "a1".parse().unwrap();
/// let facts = [
///     Fact::Captured { piece: "Rook".into(), owner: Seat(1), space },
///     Fact::Promoted { piece: "Queen".into(), space },
///     Fact::Check,
/// ];
/// let told = format!("Ann played bxa1=Q{}", words::consequences(&facts, &names));
/// assert_eq!(told, "Ann played bxa1=Q, capturing the Rook on a1 and promoting to a Queen. Check.");
/// ```
pub fn consequences<'a>(facts: impl IntoIterator<Item = &'a Fact>, names: &PlayerNames) -> String {
    let facts: Vec<&Fact> = facts.into_iter().collect();
    let shot_from = |target: &Space| {
        facts.iter().find_map(|one| match one {
            Fact::Shot { from, at } if at == target => Some(*from),
            _ => None,
        })
    };
    let (mut captures, mut others, mut sentences) = (Vec::new(), Vec::new(), Vec::new());
    for one in &facts {
        match one {
            Fact::Captured { piece, owner, space } => {
                let victim = victim(piece, *owner, *space, names);
                match shot_from(space) {
                    Some(from) => others.push(format!("shooting {victim} from {from}")),
                    None => captures.push(victim),
                }
            }
            Fact::Shot { .. } => {}
            Fact::Promoted { piece, .. } => others.push(format!("promoting to {}", with_article(piece))),
            _ => sentences.push(fact(one, names)),
        }
    }
    if !captures.is_empty() {
        others.insert(0, format!("capturing {}", list(&captures)));
    }
    let done = if others.is_empty() { String::new() } else { format!(", {}", list(&others)) };
    let sentences = sentences.iter().map(|sentence| format!(" {sentence}"));
    format!("{done}.{}", sentences.collect::<String>())
}

/// Captured piece: "the Pawn on d5", with three or more Players "Ann's Pawn on d5".
fn victim(piece: &str, owner: Seat, space: Space, names: &PlayerNames) -> String {
    if names.count() > 2 {
        format!("{}'s {piece} on {space}", names.get(owner))
    } else {
        format!("the {piece} on {space}")
    }
}
