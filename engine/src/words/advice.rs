//! Warnings, costs and sealed choices, and results without names.

use super::ending::{ending, round_end};
use super::names::PlayerNames;
use crate::board::{MAX_SEATS, Seat};
use crate::fact::{EndReason, ResignCost, SealedChoice, Warning};

/// Warning to confirm before a turn is taken.
pub fn warning(warning: &Warning, names: &PlayerNames) -> String {
    match warning {
        Warning::NoSupporterLeft => {
            "This move loses the game for you: you would have no Supporter left on the board.".into()
        }
        Warning::EndsGame(reason) => {
            format!("This move ends the game. {}", ending(reason, &[], names))
        }
        Warning::EndsRound(end) => format!("This move ends the round. {}", round_end(end, names)),
    }
}

/// Cost of resigning a round.
pub fn resign_cost(cost: &ResignCost, names: &PlayerNames) -> String {
    let winner = names.get(cost.winner);
    let more = if cost.ends_match {
        "That ends the match."
    } else {
        "It also costs your whole army and your Leader. Being checkmated costs only the Leader: the rest would stay yours."
    };
    format!("Resigning loses this round: {winner} gets 1 point. {more}")
}

/// Sealed choice, as shown to its owner.
pub fn sealed(choice: &SealedChoice, names: &PlayerNames) -> String {
    match choice {
        SealedChoice::Volatile { of, spaces } => {
            let spaces: Vec<String> = spaces.iter().map(ToString::to_string).collect();
            format!("Volatile for {}: {}", names.get(*of), spaces.join(", "))
        }
        SealedChoice::Bid(gold) => format!("Your bid for the Amazon: {gold}"),
    }
}

/// Result of a game without names, with winners by number or colour.
pub fn result(reason: &EndReason, winners: &[Seat]) -> String {
    let names = match reason {
        EndReason::Round(_) | EndReason::Match { .. } => PlayerNames::colours(),
        EndReason::Duel(_)
        | EndReason::Targets
        | EndReason::Credits
        | EndReason::LastStanding
        | EndReason::LeftBeforePlay
        | EndReason::CalledOff
        | EndReason::Stalemate
        | EndReason::Repetition
        | EndReason::NoProgress
        | EndReason::TurnLimit
        | EndReason::Agreement => PlayerNames::numbers(MAX_SEATS),
    };
    ending(reason, winners, &names)
}
