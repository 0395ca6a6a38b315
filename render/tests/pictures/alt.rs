//! Tests that descriptions include every piece, whatever is on the board.

use engine::board::{Seat, Space};
use engine::titans::GameMode;
use engine::view::{Badge, View};
use render::{ALT_LIMIT, Options, People, Renderer, Size};

use crate::fixture::played::{titans, walk};
use crate::fixture::{friends, people, states};

fn described(renderer: &Renderer, view: &View, people: &People) -> String {
    let options = Options { size: Size::Small, ..Options::default() };
    renderer.turn(view, people, &options).unwrap().alt
}

/// Spaces in a word of a description, such as "a2-d2" or "a-df2"; none for any other word.
fn spaces(word: &str) -> Vec<Space> {
    if let Some((first, last)) = word.split_once('-')
        && let (Ok(first), Ok(last)) = (first.parse::<Space>(), last.parse::<Space>())
    {
        return (first.file()..=last.file()).map(|file| Space::new(file, first.rank())).collect();
    }
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase() || c == '-');
    let files: Vec<char> = word[..word.len() - digits.len()].chars().collect();
    let Ok(rank) = digits.parse::<u8>() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let file = |c: char| c as u8 - b'a';
    for (index, c) in files.iter().enumerate() {
        match (c, index.checked_sub(1).map(|i| files[i]), files.get(index + 1)) {
            ('-', Some(first), Some(last)) => {
                found.extend((file(first) + 1..file(*last)).map(|f| Space::new(f, rank - 1)));
            }
            ('-', ..) => return Vec::new(),
            (c, ..) => found.push(Space::new(file(*c), rank - 1)),
        }
    }
    found
}

/// Checks that the description of an army has the Space of each Titan and the number of all other pieces.
fn counts_everything(view: &View, seat: Seat, part: &str) {
    let own: Vec<_> = view.pieces.iter().filter(|piece| piece.seat == seat).collect();
    let (titans, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|piece| piece.look.titan);
    let told: Vec<Space> = part.split([' ', ';', '.', ',']).flat_map(spaces).collect();
    assert!(titans.iter().all(|titan| told.contains(&titan.space)), "{part}");
    let all = part.contains(&format!("{} more piece", others.len()));
    let each = others.iter().all(|piece| {
        let same = others.iter().filter(|other| other.look.id == piece.look.id).count();
        part.contains(&format!("{same} {}", piece.look.name))
    });
    assert!(all || each, "{part}");
}

/// Checks that the description is complete: every piece of every Player, and every state of a piece.
fn tells_everything(view: &View, alt: &str) {
    assert!(alt.chars().count() <= ALT_LIMIT);
    let starts: Vec<usize> = Seat::all(view.seats.len())
        .map(|seat| {
            let ink = render::ink::name(seat, view.seats.len());
            alt.rfind(&format!("({ink})")).unwrap_or_else(|| panic!("{ink} in {alt}"))
        })
        .collect();
    for (index, seat) in view.seats.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(alt.len());
        let part = &alt[starts[index]..end];
        // States of pieces follow the last army.
        let part = part.split(" Volatile: ").next().unwrap();
        let part = part.split(" Imprisoned: ").next().unwrap();
        let part = part.split(" Immobilised: ").next().unwrap();
        // A crowded board names the Titans, and counts the others.
        if alt.contains("The text board lists every piece with its Space.") {
            counts_everything(view, seat.seat, part);
            continue;
        }
        let mut told: Vec<Space> = part.split([' ', ';', '.', ',']).flat_map(spaces).collect();
        told.sort();
        let own = view.pieces.iter().filter(|piece| piece.seat == seat.seat);
        let mut there: Vec<Space> = own.clone().map(|piece| piece.space).collect();
        there.sort();
        assert_eq!(told, there, "{part}\nin {alt}");
        for piece in own {
            assert!(part.contains(&format!("{} ", piece.look.name)), "{}: {part}", piece.look.name);
        }
    }
    if view.pieces.iter().any(|piece| piece.badges.contains(&Badge::Volatile)) {
        assert!(alt.contains("Volatile: "), "{alt}");
    }
    if let Some(last) = view.last.as_ref().filter(|last| !last.text.is_empty()) {
        let text = last.text.chars().take(159).collect::<String>();
        assert!(alt.contains(&text), "{}: {alt}", last.text);
    }
}

#[test]
fn no_piece_is_left_out_of_any_game() {
    let renderer = Renderer::new().unwrap();
    let armies = ["medieval", "baroque", "the-party", "makpong", "alchemists", "reptilian-order", "party-volatile"];
    for players in 3..=6 {
        for first in 0..armies.len() {
            let chosen: Vec<&str> = (0..players).map(|seat| armies[(first + seat) % armies.len()]).collect();
            for view in walk(&titans(GameMode::Ffa, &chosen), 25).into_iter().step_by(4) {
                tells_everything(&view, &described(&renderer, &view, &friends()));
            }
        }
    }
}

#[test]
fn six_of_the_largest_army_fit_with_the_longest_names() {
    let renderer = Renderer::new().unwrap();
    let long = "A Name of Thirty-Two Characters!";
    for id in ["alchemists", "the-party", "party-volatile", "makpong"] {
        for view in walk(&titans(GameMode::Ffa, &[id; 6]), 40) {
            tells_everything(&view, &described(&renderer, &view, &people(&[long; 6])));
        }
    }
}

#[test]
fn states_of_pieces_are_named() {
    let renderer = Renderer::new().unwrap();
    let alt = described(&renderer, &states(), &friends());
    for state in ["Immobilised: ", "Imprisoned: ", "Volatile: ", "Invulnerable for 1: ", "Shield up for 3: "] {
        assert!(alt.contains(state), "{state}{alt}");
    }
}
