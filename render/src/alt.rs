//! Descriptions of pictures for people who cannot see them, of at most [`ALT_LIMIT`](crate::ALT_LIMIT) characters. Turns, Checks and the
//! Player to move come first, then everyone's pieces with their Spaces. On crowded boards, all armies are described in the
//! same shorter form.

mod army;
mod legend;
#[cfg(test)]
mod recorded;
mod text;

use std::cell::LazyCell;

use engine::board::{Seat, Space};
use engine::fact::Fact;
use engine::view::{Badge, LastAction, Phase, View};
use engine::words::{self, PlayerNames};

use crate::options::{HintKind, Options, People};
use crate::spaces;
use crate::status::{PlayerState, names, names_with_armies};
use crate::zones;
use army::{Detail, Teller};
pub(crate) use text::Text;
use text::clipped;

/// Describes a turn picture, public or private, in the most detailed form that fits.
pub(crate) fn turn(view: &View, people: &People, options: &Options) -> String {
    turn_after("", view, people, options)
}

/// Describes a turn picture after a sentence about it.
pub(crate) fn turn_after(first: &str, view: &View, people: &People, options: &Options) -> String {
    let teller = Teller { view, people };
    let details = Detail::all();
    let armies: Vec<_> = details.iter().map(|detail| LazyCell::new(|| army::armies(&teller, *detail))).collect();
    let heads = Turns::ALL.map(|turns| LazyCell::new(move || head(&teller, options, turns)));
    let states = army::states(view);
    let zones = zones::words(&view.board.marked);
    let write = |(turns, detail): (usize, usize)| {
        let mut text = Text::new();
        text.add(first).add(&heads[turns]).add(&armies[detail]);
        if !details[detail].has_every_space() {
            text.add("The text board has every Space. ");
        }
        text.add(&states).add(&zones);
        text
    };
    let mut last = Text::new();
    for form in forms(view, &details) {
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
    /// Names of the Players, with consequences.
    Named,
    /// Colours instead of names, with consequences.
    Coloured,
    /// Colours, with what was captured and who was defeated.
    Brief,
    /// Colours, and only the notation of each turn.
    Notation,
}

impl Turns {
    /// All amounts, most first.
    const ALL: [Self; 4] = [Self::Named, Self::Coloured, Self::Brief, Self::Notation];

    /// Loss compared with the most text, in the unit of [`Detail::loss`]. Consequences, which show what has changed, are
    /// worth more than the Spaces of most pieces.
    const fn loss(self) -> u32 {
        match self {
            Turns::Named => 0,
            Turns::Coloured => 12,
            Turns::Brief => 30,
            Turns::Notation => 400,
        }
    }
}

/// Forms of a description, best first: indices into [`Turns::ALL`] and into the levels of detail.
fn forms(view: &View, details: &[Detail]) -> Vec<(usize, usize)> {
    let losses: Vec<u32> = details.iter().map(|detail| army::loss(view, *detail)).collect();
    let mut forms: Vec<(usize, usize)> =
        (0..Turns::ALL.len()).flat_map(|turns| (0..details.len()).map(move |detail| (turns, detail))).collect();
    forms.sort_by_key(|(turns, detail)| Turns::ALL[*turns].loss() + losses[*detail]);
    forms
}

/// Game, targets of a selected piece, Players to act, Checks, and turns.
fn head(teller: &Teller<'_>, options: &Options, turns: Turns) -> String {
    let view = teller.view;
    let number = view.clash.as_ref().map_or(view.turns, |clash| clash.turns);
    let title = words::title(view.played);
    let title = match turns {
        Turns::Named | Turns::Coloured => title.as_str(),
        Turns::Brief | Turns::Notation => title.rsplit_once(": ").map_or(title.as_str(), |(_, mode)| mode),
    };
    let mut text = clipped(title, 80);
    text += &match number {
        0 => ", before the first turn. ".to_owned(),
        number => format!(", after {}. ", words::turns_played(number, view.seats.len())),
    };
    if let Some(targets) = targets(view, options) {
        text += &clipped(&targets, 420);
        text.push(' ');
    }
    phase(&mut text, teller);
    let earlier: Vec<String> = options.earlier.iter().map(|action| acted(teller, action, turns, 120)).collect();
    if !earlier.is_empty() {
        text += &format!("Earlier: {} ", earlier.join(" "));
    }
    if let Some(last) = &view.last {
        text += &format!("Last: {} ", acted(teller, last, turns, 240));
    }
    text
}

/// An action in words, with at most `most` characters of consequences: "Ann: exd5, capturing the Pawn on d5."
fn acted(teller: &Teller<'_>, action: &LastAction, turns: Turns, most: usize) -> String {
    let names = match turns {
        Turns::Named => names(teller.view, teller.people),
        Turns::Coloured | Turns::Brief | Turns::Notation => inks(teller.view),
    };
    if action.text.is_empty() {
        return clipped(&words::facts(&action.facts, &names), most);
    }
    let who = action.seat.map_or_else(String::new, |seat| match turns {
        Turns::Named => format!("{}: ", teller.name(seat)),
        Turns::Coloured | Turns::Brief | Turns::Notation => {
            format!("{}: ", crate::ink::name(seat, teller.view.seats.len()))
        }
    });
    let told = match turns {
        Turns::Notation => ".".to_owned(),
        Turns::Brief => brief(&action.facts, &names),
        Turns::Named | Turns::Coloured => clipped(&words::consequences(&action.facts, &names), most),
    };
    format!("{who}{}{told}", clipped(&action.text, 160))
}

/// Captures and defeats after the notation of a turn: " (blue Knight d5). blue is checkmated."
fn brief(facts: &[Fact], names: &PlayerNames) -> String {
    let captured = facts.iter().filter_map(|fact| match fact {
        Fact::Captured { piece, owner, space } => Some(format!("{} {piece} {space}", names.get(*owner))),
        _ => None,
    });
    let captured: Vec<String> = captured.collect();
    let captured = if captured.is_empty() { String::new() } else { format!(" ({})", captured.join(", ")) };
    let defeats = facts.iter().filter(|fact| matches!(fact, Fact::Defeated { .. }));
    let defeats = defeats.map(|fact| format!(" {}", words::fact(fact, names)));
    format!("{captured}.{}", defeats.collect::<String>())
}

/// Colours as names.
fn inks(view: &View) -> PlayerNames {
    let seats = view.seats.len();
    PlayerNames::new(Seat::all(seats).map(|seat| crate::ink::name(seat, seats)))
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
        let (who, is) = (teller.name(seat.seat), teller.is_or_are(seat.seat));
        *text += &match PlayerState::of(view, seat) {
            PlayerState::Check(true) => format!("{who} {is} in Check and to move. "),
            PlayerState::Check(false) => format!("{who} {is} in Check. "),
            PlayerState::ToAct(words) => format!("{who} {is} {words}. "),
            PlayerState::Waiting | PlayerState::Won | PlayerState::Drawn | PlayerState::Out(_) => continue,
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
    fn forms_lose_the_least_first() {
        let armies = vec![engine::battalion::load_builtin("medieval").unwrap(); 3];
        let setup = engine::titans::Setup::new(engine::titans::GameMode::Ffa, armies, [7; 32]).unwrap();
        let view = engine::titans::Game::new(setup).unwrap().view(engine::view::Viewer::Public);
        let details = Detail::all();
        let all = forms(&view, &details);
        assert_eq!((all[0], all.len()), ((0, 0), Turns::ALL.len() * details.len()));
        let place = |turns: Turns, detail: Detail| {
            let turns = Turns::ALL.iter().position(|one| *one == turns).unwrap();
            let detail = details.iter().position(|one| *one == detail).unwrap();
            all.iter().position(|form| *form == (turns, detail)).unwrap()
        };
        // Names in turns are left out before Spaces of pieces, and Spaces before consequences.
        assert!(place(Turns::Coloured, Detail::Letters) < place(Turns::Named, Detail::Counted(0)));
        assert!(place(Turns::Brief, Detail::Lumped(0)) < place(Turns::Notation, Detail::Letters));
        assert!(place(Turns::Named, Detail::Counted(3)) < place(Turns::Named, Detail::Lumped(3)));
        assert_eq!(all.last(), Some(&(Turns::ALL.len() - 1, details.len() - 1)));
    }

    #[test]
    fn states_of_a_piece_are_told_with_their_turns() {
        assert_eq!(state(&[]), "");
        let all = [Badge::Immobilised, Badge::Imprisoned, Badge::Volatile, Badge::Invulnerable(2), Badge::Shield(3)];
        assert_eq!(state(&all), " (immobilised, imprisoned, volatile, invulnerable 2, shield 3)");
    }

    /// The description tells how many secret choices were made.
    #[test]
    fn choices_that_were_made_are_counted() {
        let armies = vec![engine::battalion::load_builtin("medieval").unwrap(); 2];
        let setup = engine::titans::Setup::new(engine::titans::GameMode::Duel, armies, [7; 32]).unwrap();
        let mut view = engine::titans::Game::new(setup).unwrap().view(engine::view::Viewer::Public);
        let told = |view: &View| turn(view, &People::default(), &Options::default());
        assert!(!told(&view).contains("choices"));
        for (done, openly) in [(0, false), (1, false), (1, true)] {
            view.phase = Phase::VolatileChoice { done, of: 3, own: false, openly };
            assert!(told(&view).contains(&format!("{done} of 3 choices made")), "{}", told(&view));
        }
    }
}
