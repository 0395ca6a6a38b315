//! Texts of refusals in the shop.

use super::names::PlayerNames;
use super::phrases::with_article;
use crate::action::{Order, ShopStep, Spot};
use crate::board::Seat;
use crate::clash::{Class, WARES, Ware};
use crate::english::capitalised;
use crate::illegal::{ItemFault, ShopFault};

pub(super) fn refusal(fault: &ShopFault, names: &PlayerNames) -> String {
    match fault {
        ShopFault::Buying(seat) => {
            format!("{} is buying now; wait for your turn.", names.get(*seat))
        }
        ShopFault::AuctionFirst => "Armies are bought after the auction.".into(),
        ShopFault::BetweenRounds => "Armies are bought between the rounds.".into(),
        ShopFault::NotOnList => "There is no such piece in the shop.".into(),
        ShopFault::NotForSale(ware) => format!("The {} cannot be bought or sold.", ware.name),
        ShopFault::TooDear { ware, cost, left } => {
            format!("{} costs {cost}, and you have {left} left.", capitalised(&with_article(ware.name)))
        }
        ShopFault::Taken { ware, space } => {
            format!("Your {} stands on {space}; sell it or move it first.", ware.name)
        }
        ShopFault::Misplaced { ware, space } => format!(
            "{} is {} and goes on {}, not on {space}.",
            capitalised(&with_article(ware.name)),
            with_article(&one_of(ware.class)),
            place(ware.class)
        ),
        ShopFault::NoPiece(Spot::Board(space)) => format!("You have no piece on {space}."),
        ShopFault::NoPiece(Spot::Hand(_)) => "You have no such piece in hand.".into(),
        ShopFault::InHand => "It is already in your hand.".into(),
        ShopFault::StandsThere(space) => format!("It is already on {space}."),
        ShopFault::NoChange => "Your army is already like that.".into(),
        ShopFault::NoSteps => "No such piece.".into(),
        ShopFault::NothingToUndo => "There is nothing to undo.".into(),
        ShopFault::Step { step, ware, why } => {
            format!("{}: {} Nothing has changed.", step_name(step, *ware), refusal(why, names))
        }
        ShopFault::NoLeader => "Your army has no Leader: buy a King or a Shielderer.".into(),
        ShopFault::ManyOfClass { class, count } => format!(
            "You have {count} {}, and an army has at most {}: sell some of them.",
            several_of(*class),
            class.limit()
        ),
        ShopFault::ManyOfKind { ware, count } => {
            format!("You have {count} {}s, and an army has at most 2 Light pieces of one kind.", ware.name)
        }
        ShopFault::SameColour(ware) => format!("Your two {}s must stand on squares of opposite colours.", ware.name),
        ShopFault::MakeRoom { ware, other, space } => {
            format!("Your {} waits in hand: sell the {} on {space} to make room for it.", ware.name, other.name)
        }
        ShopFault::Unplaced(ware) if ware.cost.is_none() => {
            format!("Your {} has no square yet: place it on {}.", ware.name, place(ware.class))
        }
        ShopFault::Unplaced(ware) => {
            format!("Your {} has no square yet: place it on {}, or sell it.", ware.name, place(ware.class))
        }
        ShopFault::TooMuch => "That is more than an army can hold.".into(),
        ShopFault::EmptyLine { order, seat } => format!("Write for example: {}.", example(*order, *seat)),
        ShopFault::Item { order, seat, item, fault } => {
            format!("\"{item}\": {} Write for example: {}.", item_fault(*fault), example(*order, *seat))
        }
    }
}

/// One piece of a class: "Heavy piece", "Peasant".
fn one_of(class: Class) -> String {
    match class {
        Class::Light | Class::Heavy => format!("{} piece", class.name()),
        class => class.name().into(),
    }
}

fn several_of(class: Class) -> String {
    format!("{}s", one_of(class))
}

/// Squares of a class: "the second rank".
const fn place(class: Class) -> &'static str {
    match class {
        Class::Peasant => "the second rank",
        Class::Light => "the b-, c-, f- or g-file of the back rank",
        Class::Heavy => "the a- or h-file of the back rank",
        Class::Jewel => "the d-file of the back rank",
        Class::Leader => "the e-file of the back rank",
    }
}

/// Step in the words of a buyer: "Rook b1".
fn step_name(step: &ShopStep, ware: Option<&Ware>) -> String {
    let at = |spot: &Spot| match ware {
        Some(ware) => format!("{} {spot}", ware.name),
        None => spot.to_string(),
    };
    match step {
        ShopStep::Buy { at, .. } => {
            let name = ware.map_or("That piece", |ware| ware.name);
            at.map_or_else(|| name.to_owned(), |space| format!("{name} {space}"))
        }
        ShopStep::Sell { at: spot } => at(spot),
        ShopStep::Arrange { from, to } => format!("{} to {to}", at(from)),
    }
}

/// Example line for this side.
const fn example(order: Order, seat: Seat) -> &'static str {
    match (order, seat.0) {
        (Order::Buy, 0) => "Queen d1, Rook a1, Pawn a2-h2",
        (Order::Buy, _) => "Queen d8, Rook a8, Pawn a7-h7",
        (Order::Sell, 0) => "a1, b2-d2",
        (Order::Sell, _) => "a8, b7-d7",
        (Order::Arrange, 0) => "a1 h1, b1 c1",
        (Order::Arrange, _) => "a8 h8, b8 c8",
    }
}

fn item_fault(fault: ItemFault) -> String {
    match fault {
        ItemFault::WhichPiece => "which piece?",
        ItemFault::NotForSale(Some(near)) => {
            return format!("there is no such piece in the shop; did you mean {}?", near.name);
        }
        ItemFault::NotForSale(None) => {
            let for_sale = WARES.iter().filter(|ware| ware.cost.is_some());
            let names: Vec<&str> = for_sale.map(|ware| ware.name).collect();
            return format!("there is no such piece in the shop; there are {}.", names.join(", "));
        }
        ItemFault::HowMany => "how many?",
        ItemFault::TooMany => "that is more than an army can hold.",
        ItemFault::SquaresDiffer => "name as many squares as pieces, or none.",
        ItemFault::Neither(Some(near)) => {
            return format!("that is neither a square nor a piece; did you mean {}?", near.name);
        }
        ItemFault::Neither(None) => "that is neither a square nor a piece.",
        ItemFault::NotOwned => "you have no such piece.",
        ItemFault::Several => "you have more than one; name its square.",
        ItemFault::TwoSquares => "name the square of the piece and the one it goes to.",
    }
    .into()
}
