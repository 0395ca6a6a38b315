//! Boards in plain characters, for screen readers and tests.

use std::collections::{BTreeMap, HashMap};

use crate::board::{Seat, Space};
pub use crate::characters::{MAX_MARKS, is_combining, is_hidden};
use crate::clash::Gold;
use crate::view::{Look, Phase, SeatState, SeatView, View, Zone};
use crate::words::{self, PlayerNames, held};

/// Letters of the pieces on a text board: the symbol of a type, or a longer text if two types of one Player share it.
struct Letters(HashMap<(Seat, String), String>);

impl Letters {
    fn of(view: &View) -> Self {
        let mut letters: HashMap<(Seat, String), String> = HashMap::new();
        for (seat, look) in looks(view) {
            let taken =
                |wanted: &str| letters.iter().any(|((of, _), one)| *of == seat && one.eq_ignore_ascii_case(wanted));
            let name: Vec<char> = look.name.chars().filter(|c| c.is_alphanumeric()).collect();
            let longer = name.iter().skip(1).map(|c| format!("{}{c}", look.symbol));
            let letter = std::iter::once(look.symbol.clone()).chain(longer).find(|one| !taken(one));
            letters.insert((seat, look.id.clone()), letter.unwrap_or_else(|| look.name.clone()));
        }
        Self(letters)
    }

    fn get<'a>(&'a self, seat: Seat, look: &'a Look) -> &'a str {
        self.0.get(&(seat, look.id.clone())).map_or(look.symbol.as_str(), String::as_str)
    }

    /// Length of the longest letter.
    fn width(&self) -> usize {
        let lengths = self.0.values().map(|letter| letter.chars().count());
        lengths.max().unwrap_or(1)
    }
}

/// All distinct types that Players have on the board or in reserve.
fn looks(view: &View) -> Vec<(Seat, &Look)> {
    let placed = view.pieces.iter().map(|piece| (piece.seat, &piece.look));
    let kept = view.seats.iter().flat_map(|seat| seat.reserve.iter().map(|held| (seat.seat, &held.look)));
    let mut all: Vec<(Seat, &Look)> = placed.chain(kept).collect();
    // A fixed order gives the same letters as long as the same types are present.
    all.sort_by(|a, b| (a.0, !a.1.titan, &a.1.id).cmp(&(b.0, !b.1.titan, &b.1.id)));
    all.dedup_by(|a, b| (a.0, &a.1.id) == (b.0, &b.1.id));
    all
}

/// Letter in the style of a Player's pieces.
fn written(view: &View, seat: Seat, letter: &str) -> String {
    match (view.seats.len() > 2, seat.0) {
        (true, seat) => format!("{}{letter}", seat + 1),
        (false, 0) => letter.to_uppercase(),
        (false, _) => letter.to_lowercase(),
    }
}

/// Board of a view as text: one line per rank from the top, and the files below.
///
/// In a game of two, the first seat's symbols are upper case and the second's lower case. With more Players, each
/// symbol follows the Player's number. If two types of a Player share a symbol, one of them gets another letter of its
/// name. A Supporter is shown only on a Space without another piece. `.` is a free Space; blanks are off the board.
pub fn board(view: &View) -> String {
    let letters = Letters::of(view);
    let cell_width = letters.width() + usize::from(view.seats.len() > 2);
    let mut text = String::new();
    for rank in (0..view.board.height).rev() {
        let mut line = format!("{:>2} ", rank + 1);
        for file in 0..view.board.width {
            let space = Space::new(file, rank);
            let zone = view.board.zones.get(rank as usize * view.board.width as usize + file as usize);
            let cell = match view.pieces.iter().rev().find(|piece| piece.space == space) {
                Some(piece) => written(view, piece.seat, letters.get(piece.seat, &piece.look)),
                None if matches!(zone, None | Some(Zone::Missing)) => " ".into(),
                None => ".".into(),
            };
            line += &format!(" {cell:<cell_width$}");
        }
        text += line.trim_end();
        text.push('\n');
    }
    text += "   ";
    for file in 0..view.board.width {
        text += &format!(" {:<cell_width$}", (b'a' + file) as char);
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Position as text, to be read aloud and to be looked at: the last action, who is to act, Checks and the score; then
/// the pieces of each Player by name; then the [`board`] with the names of its letters. Letter case is not spoken by
/// screen readers, so nothing before the board depends on it.
///
/// `names` are the names of the Players, with their armies if wanted.
pub fn position(view: &View, names: &PlayerNames) -> String {
    let mut lines = status(view, names);
    lines.push(String::new());
    lines.extend(view.seats.iter().map(|seat| army(view, seat, names)));
    lines.extend(states(view, names));
    lines.push(String::new());
    let mut text = lines.join("\n");
    text += &format!("\n{}\n", board(view).trim_end());
    let letters = Letters::of(view);
    for seat in &view.seats {
        let of_seat = looks(view).into_iter().filter(|(of, _)| *of == seat.seat);
        let named = of_seat.map(|(of, look)| format!("{} {}", written(view, of, letters.get(of, look)), look.name));
        let named: Vec<String> = named.collect();
        if !named.is_empty() {
            text += &format!("\nLetters of {}: {}", called(seat.seat, names), named.join(", "));
        }
    }
    text.push('\n');
    text
}

/// A Player with the number of the seat, as letters on the board show it: "1. Ann".
fn called(seat: Seat, names: &PlayerNames) -> String {
    format!("{}. {}", seat.0 + 1, names.get(seat))
}

/// Last action, Players to act, Checks, and the score of a match.
fn status(view: &View, names: &PlayerNames) -> Vec<String> {
    let mut lines = Vec::new();
    let all = |seats: &[Seat]| seats.iter().map(|seat| called(*seat, names)).collect::<Vec<_>>().join(", ");
    if let Some(last) = &view.last {
        let turns = view.clash.as_ref().map_or(view.turns, |clash| clash.turns);
        let number = words::turn_number(turns, view.seats.len());
        let facts = || words::consequences(&last.facts, names);
        lines.push(match (last.text.as_str(), last.seat) {
            ("", _) => format!("Last: {}", words::facts(&last.facts, names)),
            (text, Some(seat)) => format!("Last: {number} {text} by {}{}", called(seat, names), facts()),
            (text, None) => format!("Last: {number} {text}{}", facts()),
        });
    }
    match &view.phase {
        Phase::Ended { winners, reason } => lines.push(words::ending(reason, winners, names)),
        _ if view.to_act.is_empty() => {}
        Phase::Play => lines.push(format!("To move: {}.", all(&view.to_act))),
        _ => lines.push(format!("To decide: {}.", all(&view.to_act))),
    }
    let checked =
        |seat: &Seat| view.pieces.iter().any(|piece| piece.seat == *seat && view.checks.contains(&piece.space));
    let checked: Vec<Seat> = view.seats.iter().map(|seat| seat.seat).filter(checked).collect();
    if !checked.is_empty() {
        lines.push(format!("In Check: {}.", all(&checked)));
    }
    if let Some(clash) = &view.clash {
        let both = |told: [String; 2]| {
            let told = Seat::all(2).zip(told).map(|(seat, what)| format!("{} {what}", called(seat, names)));
            told.collect::<Vec<_>>().join(", ")
        };
        lines.push(format!(
            "{}. Score: {}.",
            words::round_name(clash.round),
            both(clash.half_points.map(words::points))
        ));
        if let [Some(white), Some(black)] = clash.gold {
            let gold = [white, black].map(|gold| Gold::from_hundredths(gold).to_string());
            lines.push(format!("Gold: {}.", both(gold)));
        }
        if let Some(seat) = clash.draw_odds {
            lines.push(format!("Draw odds: {}.", called(seat, names)));
        }
    }
    lines
}

/// Pieces of a Player by name: "1. Ann, Support 2: King e1; Rook a1 h1; in reserve: 2 Supporter".
fn army(view: &View, seat: &SeatView, names: &PlayerNames) -> String {
    let mut types: Vec<(&Look, Vec<String>)> = Vec::new();
    for piece in view.pieces.iter().filter(|piece| piece.seat == seat.seat) {
        let space = piece.space.to_string();
        match types.iter_mut().find(|(look, _)| look.id == piece.look.id) {
            Some((_, spaces)) => spaces.push(space),
            None => types.push((&piece.look, vec![space])),
        }
    }
    types.sort_by_key(|(look, spaces)| (!look.titan, spaces.len()));
    let mut parts: Vec<String> =
        types.iter().map(|(look, spaces)| format!("{} {}", look.name, spaces.join(" "))).collect();
    let reserve: Vec<String> =
        seat.reserve.iter().map(|one| format!("{} {}", one.count, held(&one.look.name, one.kept))).collect();
    if !reserve.is_empty() {
        parts.push(format!("in reserve: {}", reserve.join(", ")));
    }
    let pieces = if parts.is_empty() { "no pieces".to_owned() } else { parts.join("; ") };
    let about: Vec<String> = std::iter::once(called(seat.seat, names)).chain(facts(view, seat)).collect();
    format!("{}: {pieces}", about.join(", "))
}

/// Facts about a Player besides the pieces: "checkmated", "Support 2".
fn facts(view: &View, seat: &SeatView) -> Vec<String> {
    let out = match &seat.state {
        SeatState::Playing => None,
        SeatState::Defeated { how, .. } => Some(words::fall(*how).to_owned()),
    };
    let strength = seat.extra_strength.then(|| "Extra-Strength".to_owned());
    let support = seat.support_level.map(|level| format!("Support {level}"));
    let offer = view.draw_offer.contains(&seat.seat).then(|| "offers a draw".to_owned());
    [out, strength, support, offer].into_iter().flatten().collect()
}

/// Pieces below another one, and pieces in a special state.
fn states(view: &View, names: &PlayerNames) -> Vec<String> {
    let mut states: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (index, piece) in view.pieces.iter().enumerate() {
        let shown = match view.seats.len() {
            2 => format!("{} {}", piece.look.name, piece.space),
            _ => format!("{} {} of {}", piece.look.name, piece.space, called(piece.seat, names)),
        };
        let above = view.pieces.get(index + 1..).unwrap_or_default();
        if above.iter().any(|other| other.space == piece.space) {
            let under = states.entry("Under another piece".to_owned());
            under.or_default().push(shown.clone());
        }
        for badge in &piece.badges {
            states.entry(words::state(badge)).or_default().push(shown.clone());
        }
    }
    states.into_iter().map(|(state, pieces)| format!("{state}: {}", pieces.join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battalion::load_builtin;
    use crate::play::Kept;
    use crate::titans::{Game, GameMode, Setup};
    use crate::view::{Badge, HeldView, PieceView, Viewer};

    fn duel(armies: [&str; 2]) -> View {
        let armies = armies.map(|id| load_builtin(id).unwrap());
        let setup = Setup::new(GameMode::Duel, armies.to_vec(), [7; 32]).unwrap();
        Game::new(setup).unwrap().view(Viewer::Public)
    }

    #[test]
    fn two_types_of_a_player_never_share_a_letter() {
        let mut view = duel(["medieval", "the-party"]);
        // Another type of the first Player with the symbol of the King.
        let mut twin = view.pieces[0].clone();
        twin.space = "e4".parse().unwrap();
        twin.look = Look {
            id: "medieval/knave".to_owned(),
            name: "Knave".to_owned(),
            symbol: "K".to_owned(),
            titan: false,
            ..twin.look
        };
        let under = PieceView { badges: vec![Badge::Volatile], ..view.pieces[0].clone() };
        view.pieces.extend([twin, under]);
        view.seats[0].reserve.push(HeldView { look: view.pieces[1].look.clone(), kept: Kept::Leaving, count: 2 });
        view.seats[0].support_level = Some(3);
        view.draw_offer = vec![Seat(1)];
        let text = position(&view, &PlayerNames::new(["Ann", "Bob"]));
        assert!(text.contains("\n2. Bob, Support 2, offers a draw: "), "{text}");
        assert!(text.contains("K King, ") && text.contains("KN Knave"), "{text}");
        assert!(text.starts_with("To move: 1. Ann.\n\n1. Ann, Support 3: King e1; "), "{text}");
        assert!(text.contains("; Rook a1 h1"), "{text}");
        assert!(text.lines().any(|line| line.starts_with(" 4") && line.contains("KN")), "{text}");
        assert!(text.contains("; in reserve: 2 Supporter, 2 Volatile Knight with Supporter"), "{text}");
        assert!(text.contains("\nVolatile: "), "{text}");
        assert!(text.contains("\nUnder another piece: "), "{text}");
        for piece in &view.pieces {
            assert!(text.contains(&piece.look.name), "{}: {text}", piece.look.name);
        }
    }
}
