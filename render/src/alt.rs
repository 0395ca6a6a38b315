//! Descriptions of pictures for people who cannot see them, of at most [`ALT_LIMIT`](crate::ALT_LIMIT) characters. Turns, Checks and the
//! Player to move come first, then everyone's pieces with their Spaces. On crowded boards, the armies that matter least
//! now are described more briefly.

mod army;
mod legend;
mod spaces;
mod text;

use std::cell::LazyCell;

use engine::board::{Seat, Space};
use engine::view::{Badge, LastAction, Phase, SeatState, SeatView, View};
use engine::words;

use crate::options::{HintKind, Options, People};
use crate::status::{PlayerState, names, names_with_armies};
use crate::zones;
use army::{Detail, Teller};
use legend::Legend;
pub(crate) use text::Text;
use text::clipped;

/// Describes a turn picture, public or private, in the most detailed form that fits.
pub(crate) fn turn(view: &View, people: &People, options: &Options) -> String {
    turn_after("", view, people, options)
}

/// Describes a turn picture after a sentence about it.
pub(crate) fn turn_after(first: &str, view: &View, people: &People, options: &Options) -> String {
    let legend = Legend::of(view);
    let teller = Teller { view, people, legend: &legend };
    let armies = Detail::ALL.map(|detail| {
        let teller = &teller;
        LazyCell::new(move || view.seats.iter().map(|seat| army::army(teller, seat, detail)).collect::<Vec<_>>())
    });
    let heads = Turns::ALL.map(|turns| LazyCell::new(move || head(&teller, options, turns)));
    let states = army::states(view);
    let zones = zones::words(&view.board.marked);
    let order = by_importance(view);
    let write = |(turns, step): (usize, usize)| {
        let mut text = Text::new();
        text.add(first).add(&heads[turns]);
        let level = |seat: usize| level(&order, seat, step);
        let least = (0..view.seats.len()).map(level).max().unwrap_or_default();
        if (0..view.seats.len()).any(|seat| Detail::ALL[level(seat)] == Detail::Letters) {
            text.add(&legend.words());
        }
        for seat in 0..view.seats.len() {
            text.add(&armies[level(seat)][seat]);
        }
        if Detail::ALL[least].is_counted() {
            text.add("The text board has every Space. ");
        }
        text.add(&states).add(&zones);
        text
    };
    let mut last = Text::new();
    for form in forms(order.len()) {
        last = write(form);
        if !last.is_full() {
            break;
        }
    }
    last.finish()
}

/// Amount of text about turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turns {
    /// All turns that are announced together, with their consequences.
    Told,
    /// The last turn with its consequences, the earlier ones by their notation.
    Last,
    /// All by their notation, with colours instead of names.
    Notation,
}

impl Turns {
    /// All amounts, most first.
    const ALL: [Self; 3] = [Self::Told, Self::Last, Self::Notation];

    /// Loss compared with the most text, in the unit of [`Detail::cost`].
    const fn cost(self) -> u32 {
        match self {
            Turns::Told => 0,
            Turns::Last => 4,
            Turns::Notation => 8,
        }
    }
}

/// Forms of a description, best first: an index into [`Turns::ALL`] and a number of steps by which armies are shortened.
fn forms(seats: usize) -> Vec<(usize, usize)> {
    let order: Vec<usize> = (0..seats.max(1)).collect();
    let steps = 0..=(Detail::ALL.len() - 1) * order.len();
    let cost = |&(turns, step): &(usize, usize)| {
        let armies = order.iter().map(|seat| Detail::ALL[level(&order, *seat, step)].cost());
        Turns::ALL[turns].cost() + armies.sum::<u32>()
    };
    let mut forms: Vec<(usize, usize)> =
        (0..Turns::ALL.len()).flat_map(|turns| steps.clone().map(move |step| (turns, step))).collect();
    forms.sort_by_key(cost);
    forms
}

/// Index into [`Detail::ALL`] of a seat after some steps. Each step shortens one army, in ascending order of importance.
fn level(order: &[usize], seat: usize, step: usize) -> usize {
    let later = order.iter().rev().position(|one| *one == seat).unwrap_or_default();
    ((step + later) / order.len().max(1)).min(Detail::ALL.len() - 1)
}

/// Indices of seats in ascending order of importance: defeated Players first; whoever is to act, has acted last or is
/// in Check, at the end.
fn by_importance(view: &View) -> Vec<usize> {
    let mut seats: Vec<(usize, &SeatView)> = view.seats.iter().enumerate().collect();
    let acted = |seat: Seat| view.last.as_ref().is_some_and(|last| last.seat == Some(seat));
    seats.sort_by_key(|(index, seat)| {
        let checked = matches!(PlayerState::of(view, seat), PlayerState::Check(_));
        (
            seat.state == SeatState::Playing,
            checked || view.to_act.contains(&seat.seat) || acted(seat.seat),
            std::cmp::Reverse(*index),
        )
    });
    seats.into_iter().map(|(index, _)| index).collect()
}

/// Game, targets of a selected piece, Players to act, Checks, and turns.
fn head(teller: &Teller<'_>, options: &Options, turns: Turns) -> String {
    let view = teller.view;
    let number = view.clash.as_ref().map_or(view.turns, |clash| clash.turns);
    let mut text = clipped(&words::title(view.played), 80);
    text += &match number {
        0 => ", before the first turn. ".to_owned(),
        number => format!(", after {}. ", words::turns_played(number, view.seats.len())),
    };
    if let Some(targets) = targets(view, options) {
        text += &clipped(&targets, 420);
        text.push(' ');
    }
    phase(&mut text, teller);
    let earlier: Vec<String> = options
        .earlier
        .iter()
        .map(|action| acted(teller, action, turns, if turns == Turns::Told { 120 } else { 0 }))
        .collect();
    if !earlier.is_empty() {
        text += &format!("Earlier: {} ", earlier.join(" "));
    }
    if let Some(last) = &view.last {
        text += &format!("Last: {} ", acted(teller, last, turns, if turns == Turns::Notation { 0 } else { 240 }));
    }
    text
}

/// An action in words, with at most `consequences` characters after its notation: "Ann: exd5, capturing the Pawn on d5."
fn acted(teller: &Teller<'_>, action: &LastAction, turns: Turns, consequences: usize) -> String {
    let names = names(teller.view, teller.people);
    if action.text.is_empty() {
        return clipped(&words::facts(&action.facts, &names), consequences.max(80));
    }
    let who = action.seat.map_or_else(String::new, |seat| match turns {
        Turns::Notation => format!("{}: ", crate::ink::name(seat, teller.view.seats.len())),
        _ => format!("{}: ", teller.name(seat)),
    });
    let told = match consequences {
        0 => ".".to_owned(),
        most => clipped(&words::consequences(&action.facts, &names), most),
    };
    format!("{who}{}{told}", clipped(&action.text, 160))
}

/// Result of the game, if it has ended.
pub(crate) fn outcome(view: &View, people: &People) -> Option<String> {
    match &view.phase {
        Phase::Ended { winners, reason } => Some(words::ending(reason, winners, &names_with_armies(view, people))),
        _ => None,
    }
}

fn phase(text: &mut String, teller: &Teller<'_>) {
    let Teller { view, people, .. } = teller;
    if let Some(ended) = outcome(view, people) {
        *text += &format!("{} ", clipped(&ended, 240));
    }
    if let Phase::VolatileChoice { done, of, .. } = &view.phase {
        *text += &format!("Volatile pieces are being chosen: {done} of {of} choices made. ");
    }
    for seat in &view.seats {
        let who = teller.name(seat.seat);
        *text += &match PlayerState::of(view, seat) {
            PlayerState::Check(true) => format!("{who} is in Check and to move. "),
            PlayerState::Check(false) => format!("{who} is in Check. "),
            PlayerState::ToAct(words) => format!("{who} is {words}. "),
            _ => continue,
        };
    }
}

pub(crate) fn state(badges: &[Badge]) -> String {
    let words: Vec<_> = badges
        .iter()
        .map(|badge| match badge {
            Badge::Immobilised => "immobilised".to_owned(),
            Badge::Imprisoned => "imprisoned".to_owned(),
            Badge::Volatile => "volatile".to_owned(),
            Badge::Invulnerable(n) => format!("invulnerable {n}"),
            Badge::Shield(n) => format!("shield {n}"),
        })
        .collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

/// Destinations of the selected piece in a private picture, or the Spaces where a piece can be placed, as a sentence.
pub fn targets(view: &View, options: &Options) -> Option<String> {
    let spaces = |kind: HintKind| -> Vec<Space> {
        options.hints.iter().filter(|hint| hint.kind == kind).map(|hint| hint.space).collect()
    };
    let list = |kind: HintKind| spaces::list(&spaces(kind), spaces::Style::Full);
    let Some(selected) = options.selected else {
        let places = list(HintKind::Place);
        return (!places.is_empty()).then(|| format!("Can be placed on {places}."));
    };
    let piece = view.pieces.iter().rfind(|piece| piece.space == selected);
    let name = piece.map_or("The piece", |piece| piece.look.name.as_str());
    let verbs = [
        (HintKind::Move, "go to"),
        (HintKind::Capture, "capture on"),
        (HintKind::Shot, "shoot at"),
        (HintKind::Jump, "jump to"),
        (HintKind::Effect, "capture by side effect on"),
        (HintKind::Swap, "change places with"),
        (HintKind::Place, "place on"),
        (HintKind::Ability, "use its ability on"),
    ];
    let parts = verbs.map(|(kind, verb)| (verb, list(kind))).into_iter().filter(|(_, spaces)| !spaces.is_empty());
    let parts: Vec<String> = parts.map(|(verb, spaces)| format!("{verb} {spaces}")).collect();
    let what = if parts.is_empty() { "has nowhere to go".to_owned() } else { format!("can {}", parts.join("; ")) };
    Some(format!("{name} on {selected} {what}."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_army_becomes_briefer_at_a_time() {
        let order = [2, 0, 1];
        let levels = |step| [0, 1, 2].map(|seat| level(&order, seat, step));
        assert_eq!([0, 1, 2, 3, 4].map(levels), [[0, 0, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [1, 1, 2]]);
        assert_eq!(levels(1000), [6, 6, 6]);
        let all = forms(3);
        let place = |form| all.iter().position(|one| *one == form).unwrap();
        assert_eq!((all[0], all.len()), ((0, 0), 3 * 19));
        // Consequences of earlier turns are left out before the Spaces of two armies.
        assert!(place((0, 7)) < place((1, 6)) && place((1, 6)) < place((0, 8)));
        assert_eq!(all.last(), Some(&(2, 18)));
        assert_eq!(forms(0).first(), Some(&(0, 0)));
    }

    #[test]
    fn states_of_a_piece_are_told_with_their_turns() {
        assert_eq!(state(&[]), "");
        let all = [Badge::Immobilised, Badge::Imprisoned, Badge::Volatile, Badge::Invulnerable(2), Badge::Shield(3)];
        assert_eq!(state(&all), " (immobilised, imprisoned, volatile, invulnerable 2, shield 3)");
    }
}
