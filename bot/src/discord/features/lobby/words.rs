//! Messages of a lobby: its players, their armies, and what is missing.

use crate::discord::wording::refusal::{LOBBY_CLOSED, missing};
use crate::discord::wording::{clean, safe, sentence, times};
use crate::host::{BattalionInfo, Missing, SeatOrder, Stopped, TimeControl};
use balance::measured::{Balance, balance};
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

/// Strength of two built-in armies in games of the computer player; `None` if it is not known.
pub fn strengths(one: &BattalionInfo, other: &BattalionInfo) -> Option<String> {
    let scores = |army: &BattalionInfo, score: Interval, other: &BattalionInfo| {
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        format!(
            "In games of the computer, {} scores {} ± {}% against {}.",
            safe(&army.name, 60),
            percent(score.mean),
            percent(score.half),
            safe(&other.name, 60)
        )
    };
    Some(match balance(&one.id, &other.id)? {
        Balance::Even => "In games of the computer, these armies are about even.".to_owned(),
        Balance::First(score) => scores(one, score, other),
        Balance::Second(score) => scores(other, score, one),
    })
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
        (SeatOrder::Fixed, 2) => "first to join plays White",
        (SeatOrder::Random, _) => "random seats",
        (SeatOrder::Fixed, _) => "seats in order of joining",
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
    use engine::battalion::Matches;

    use super::*;

    #[test]
    fn the_stronger_army_comes_first() {
        let army = |id: &str, name: &str| BattalionInfo {
            id: id.to_owned(),
            name: name.to_owned(),
            summary: String::new(),
            matches: Matches::All,
            own: false,
            private: false,
        };
        let (one, other) = (&army("medieval", "Medieval Battalion"), &army("alchemists", "Alchemist's Battalion"));
        let told = strengths(one, other).unwrap();
        assert!(told.starts_with("In games of the computer, Alchemist's Battalion scores 9"), "{told}");
        assert!(told.ends_with("% against Medieval Battalion."), "{told}");
        assert_eq!(strengths(other, one), Some(told));
        assert_eq!((strengths(one, one), strengths(one, &army("dragon-riders", "Dragon Riders"))), (None, None));
    }
}
