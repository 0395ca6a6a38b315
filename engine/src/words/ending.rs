//! Texts about the ends of rounds, matches and games.

use super::names::PlayerNames;
use super::phrases::points;
use crate::board::Seat;
use crate::clash::{DrawReason, End, Loss, ULTIMATE};
use crate::fact::{EndReason, RoundEnd};
use crate::play::Fall;
use crate::view::Played;

/// End of a game as a sentence: "Ann wins by checkmate."
pub fn ending(reason: &EndReason, winners: &[Seat], names: &PlayerNames) -> String {
    match reason {
        EndReason::Round(end) => round_end(end, names),
        EndReason::Match { half_points } => match_end(winners, *half_points, names),
        EndReason::CalledOff => draw(reason),
        _ if winners.is_empty() => format!("Draw{}", draw(reason)),
        _ => format!("{} {}", names.list(winners), victory(reason, names.several(winners))),
    }
}

/// Rest of a sentence after the names of one winner or `several`: "wins by checkmate.", "win: all their Targets are
/// defeated."
pub fn victory(reason: &EndReason, several: bool) -> String {
    let wins = if several { "win" } else { "wins" };
    let how = match reason {
        EndReason::Duel(Fall::TitanCaptured) => " by capturing the last Titan",
        EndReason::Duel(Fall::Checkmate) => " by checkmate",
        EndReason::Duel(Fall::Bereft) => ": the Opponent has no Supporter left on the board",
        EndReason::Duel(Fall::Outrun) => " by reaching the goal",
        EndReason::Duel(Fall::Checks) => " by giving enough Checks",
        EndReason::Duel(Fall::Extinct) => ": the Opponent has lost every piece they had to keep",
        EndReason::Duel(Fall::GaveAll) => " by losing all that had to be lost",
        EndReason::Duel(Fall::Stalemate) => " by stalemate",
        EndReason::Duel(Fall::Resigned) => " by resignation",
        EndReason::Duel(Fall::Time) => " on time",
        EndReason::Targets => ": all their Targets are defeated",
        EndReason::Credits => " by defeating enough other Players",
        EndReason::LastStanding => " as the last Player standing",
        EndReason::LeftBeforePlay => ": the Opponent left before the first turn",
        // Draws, and ends that have a sentence of their own: no cause to add.
        EndReason::Duel(Fall::Level)
        | EndReason::CalledOff
        | EndReason::Stalemate
        | EndReason::Repetition
        | EndReason::NoProgress
        | EndReason::TurnLimit
        | EndReason::Agreement
        | EndReason::Round(_)
        | EndReason::Match { .. } => "",
    };
    format!("{wins}{how}.")
}

/// Rest of a sentence after "Draw": " by agreement.", ": the same position occurred for the third time." If a game was
/// called off, a complete sentence.
pub fn draw(reason: &EndReason) -> String {
    match reason {
        EndReason::CalledOff => "The game was called off: a Player left before the first turn.",
        EndReason::Stalemate => ": stalemate; the Player to move has no legal move and is not in Check.",
        EndReason::Repetition => ": the same position occurred for the third time.",
        EndReason::NoProgress => ": 50 turns each without a capture or other progress.",
        EndReason::TurnLimit => ": every Player has taken 300 turns.",
        EndReason::Agreement => " by agreement.",
        EndReason::Duel(Fall::Level) => ": both Players reached the goal in the same round.",
        // Ends that have winners: a draw only if no Player is left.
        EndReason::Duel(
            Fall::TitanCaptured
            | Fall::Checkmate
            | Fall::Bereft
            | Fall::Outrun
            | Fall::Checks
            | Fall::Extinct
            | Fall::GaveAll
            | Fall::Stalemate
            | Fall::Resigned
            | Fall::Time,
        )
        | EndReason::Targets
        | EndReason::Credits
        | EndReason::LastStanding
        | EndReason::LeftBeforePlay
        | EndReason::Round(_)
        | EndReason::Match { .. } => ": nobody is left.",
    }
    .into()
}

/// Title of a game for headings: "Titan's Battalion: Duel", "Clash of the Armies: round 2".
pub fn title(played: Played) -> String {
    match played {
        Played::Titans(mode) => format!("Titan's Battalion: {}", mode.name()),
        Played::Clash { round: ULTIMATE } => "Clash of the Armies: Ultimate Round".into(),
        Played::Clash { round } => format!("Clash of the Armies: round {round}"),
    }
}

/// Name of a round: "Round 2", "The Ultimate Round".
pub fn round_name(number: u8) -> String {
    if number == ULTIMATE { "The Ultimate Round".into() } else { format!("Round {number}") }
}

/// End of a round: "Round 1: White wins by checkmate."
pub fn round_end(end: &RoundEnd, names: &PlayerNames) -> String {
    let round = round_name(end.round);
    match (end.end, end.draw_odds) {
        (End::Loss(loser, how), _) => {
            let seat = Seat(1 - loser.0.min(1));
            let (winner, wins) = (names.get(seat), wins(names, seat));
            let how = match how {
                Loss::Checkmate => "by checkmate",
                Loss::Resigned => "by resignation",
                Loss::Time => "on time",
            };
            format!("{round}: {winner} {wins} {how}.")
        }
        (End::Draw(reason), Some(seat)) => {
            format!("{round}: draw {}; {} {} on draw odds.", drawn(reason), names.get(seat), wins(names, seat))
        }
        (End::Draw(reason), None) => format!("{round}: draw {}.", drawn(reason)),
    }
}

/// Verb: "wins", or "win" for a shared seat.
fn wins(names: &PlayerNames, seat: Seat) -> &'static str {
    if names.several(&[seat]) { "win" } else { "wins" }
}

const fn drawn(reason: DrawReason) -> &'static str {
    match reason {
        DrawReason::Stalemate => "by stalemate",
        DrawReason::Repetition => "by threefold repetition",
        DrawReason::FiftyMoves => "by the fifty-move rule",
        DrawReason::BareLeaders => "with two bare Leaders",
        DrawReason::Agreement => "by agreement",
    }
}

/// End of a match: "White wins the match 2–1."
pub fn match_end(winners: &[Seat], half_points: [u8; 2], names: &PlayerNames) -> String {
    let [white, black] = half_points.map(points);
    match winners {
        [] => format!("The match is drawn {white}–{black}."),
        [Seat(0), ..] => format!("{} wins the match {white}–{black}.", names.get(Seat(0))),
        [winner, ..] => format!("{} wins the match {black}–{white}.", names.get(*winner)),
    }
}
