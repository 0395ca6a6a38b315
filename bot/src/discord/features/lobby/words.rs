//! Messages of a lobby: its players, their armies, and what is missing.

use crate::discord::wording::refusal::{LOBBY_CLOSED, missing};
use crate::discord::wording::{clean, safe, sentence, times};
use crate::host::{Missing, SeatOrder, Stopped, TimeControl};
use balance::measured::Balance;
use balance::stats::Interval;
use engine::titans::PlacementStyle;

/// Seat as the lobby shows it.
#[derive(Clone, Debug)]
pub struct Row {
    /// Names as entered by their owners; two for a shared seat.
    pub names: Vec<String>,
    /// Name of the Battalion.
    pub battalion: String,
}

/// Content of a lobby's message.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// "Titan's Battalion: Duel".
    pub title: String,
    /// Settings, joined in one line: "Time per turn: 1 day".
    pub settings: Vec<String>,
    /// Taken seats.
    pub rows: Vec<Row>,
    /// Total number of seats.
    pub seats: usize,
    /// Reasons why the game cannot start yet.
    pub missing: Vec<Missing>,
    /// Clean name of the person who opened the lobby.
    pub host: String,
    /// Sentence about sealed words that are awaited.
    pub awaited: Option<String>,
    /// Person who closed the lobby without a game.
    pub closed: Option<Stopped>,
}

/// Message of a lobby.
pub fn sheet(sheet: &Sheet) -> String {
    let mut lines = vec![format!("**{}**", sheet.title)];
    if !sheet.settings.is_empty() {
        lines.push(sheet.settings.join(" · "));
    }
    for seat in 0..sheet.seats.max(sheet.rows.len()) {
        lines.push(match sheet.rows.get(seat) {
            Some(row) => {
                let names: Vec<String> = row.names.iter().map(|name| clean(name)).collect();
                format!("{}. **{}**, {}", seat + 1, crate::discord::wording::list(&names), safe(&row.battalion, 60))
            }
            None => format!("{}. *free*", seat + 1),
        });
    }
    lines.push(match (&sheet.closed, &sheet.awaited) {
        (Some(stopped), _) => format!("{LOBBY_CLOSED} {}", sentence(&closed(stopped))),
        (None, Some(awaited)) => awaited.clone(),
        (None, None) if sheet.missing.is_empty() && sheet.rows.len() < sheet.seats => format!(
            "{} can start now with {} of {} Players, or wait for more.",
            sheet.host,
            sheet.rows.len(),
            sheet.seats
        ),
        (None, None) if sheet.missing.is_empty() => format!("Ready: {} can press Start.", sheet.host),
        (None, None) => sheet.missing.iter().map(|what| sentence(&missing(what))).collect::<Vec<_>>().join(" "),
    });
    lines.join("\n")
}

/// Strength of two armies in games of the computer player.
pub fn strengths(balance: Balance, one: &str, other: &str) -> String {
    let scores = |army: &str, score: Interval, other: &str| {
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        format!(
            "In games of the computer, {} scores {} ± {}% against {}.",
            safe(army, 60),
            percent(score.mean),
            percent(score.half),
            safe(other, 60)
        )
    };
    match balance {
        Balance::Even => "In games of the computer, these armies are about even.".to_owned(),
        Balance::First(score) => scores(one, score, other),
        Balance::Second(score) => scores(other, score, one),
    }
}

/// Time control, and the consequence of running out of time (T-21, V-2).
pub fn clock(control: TimeControl, seats: u8) -> String {
    let reserve = match control {
        TimeControl::Unlimited => return format!("No time limit; {}", times::SILENCE),
        TimeControl::Reserve { .. } => "a longer turn uses up the reserve; ",
        TimeControl::PerTurn { .. } | TimeControl::Increment { .. } => "",
    };
    let zero = match seats {
        0..=2 => "whoever runs out of time is defeated",
        _ => "whoever runs out of time gets one more chance, then the seat is free for others before they are defeated",
    };
    format!("{}; {reserve}{zero}", times::control(control))
}

/// Order of the seats; in a duel they are the colours.
pub const fn order(order: SeatOrder, seats: u8) -> &'static str {
    match (order, seats) {
        (SeatOrder::Random, 2) => "random colours",
        (SeatOrder::Fixed, 2) => "seat 1 plays White",
        (SeatOrder::Random, _) => "random seats",
        (SeatOrder::Fixed, _) => "seats in this order",
    }
}

/// Sentence about the person who closed a lobby, with the reason.
fn closed(stopped: &Stopped) -> String {
    match &stopped.reason {
        Some(reason) => format!("Closed by {}: {reason}", stopped.by.name),
        None => format!("Closed by {}.", stopped.by.name),
    }
}

/// Replacement for the lobby's message after the game has begun.
pub fn begun(title: &str, players: &str) -> String {
    format!("**{title}**\nThe game has begun.\n{players}")
}

/// Confirmation question before a game starts with free seats.
pub fn few(taken: usize, seats: usize) -> String {
    let are = if taken == 1 { "is" } else { "are" };
    format!("Only {taken} of {seats} seats {are} taken. Start anyway?")
}

/// Label of the button that starts such a game.
pub fn start_with(players: usize) -> String {
    format!("Start With {players}")
}

/// Reply with the channel of a new game, which has begun or waits for others.
pub fn opened_in(mention: &str, begun: bool) -> String {
    if begun { format!("Your game has started in {mention}.") } else { format!("Your game is open in {mention}.") }
}

/// Placement of Territories (T-15).
pub const fn placement(style: PlacementStyle) -> &'static str {
    match style {
        PlacementStyle::Usual => "all armies start in their usual places",
        PlacementStyle::Chosen => {
            "everyone places their own army, mirrored if they like where its Battalion allows that"
        }
        PlacementStyle::Shuffled => "Back Ranks shuffled",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A team of two has one seat (T-1).
    #[test]
    fn a_shared_seat_is_one_of_the_players() {
        let row = |names: &[&str]| Row {
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            battalion: "Medieval Battalion".to_owned(),
        };
        let said = sheet(&Sheet {
            title: "Free for all".to_owned(),
            settings: Vec::new(),
            rows: vec![row(&["Ann", "Dan"]), row(&["Bob"]), row(&["Cid"])],
            seats: 6,
            missing: Vec::new(),
            host: "Ann".to_owned(),
            awaited: None,
            closed: None,
        });
        assert!(said.ends_with("\nAnn can start now with 3 of 6 Players, or wait for more."), "{said}");
    }

    #[test]
    fn the_stronger_army_comes_first() {
        let score = Interval { mean: 0.612, half: 0.048 };
        let said = "In games of the computer, *Riders* scores 61 ± 5% against Medieval Battalion.".replace('*', "\\*");
        assert_eq!(strengths(Balance::First(score), "*Riders*", "Medieval Battalion"), said);
        assert_eq!(strengths(Balance::Second(score), "Medieval Battalion", "*Riders*"), said);
        assert_eq!(strengths(Balance::Even, "A", "B"), "In games of the computer, these armies are about even.");
    }
}
