//! Tests that descriptions are complete, whatever is on the board.

use std::collections::BTreeMap;

use engine::board::{Seat, Space};
use engine::titans::GameMode;
use engine::view::{Badge, LastAction, SeatState, SeatView, View};
use render::{ALT_LIMIT, Options, People, Renderer, Size};

use crate::fixture::played::{Dice, stray, titans, walk};
use crate::fixture::{friends, people, states};

/// Spaces in a word of a description, such as "a2-d2", "b4-11" or "a-df2"; none for any other word.
fn spaces(word: &str) -> Vec<Space> {
    if let Some((first, last)) = word.split_once('-')
        && let Ok(first) = first.parse::<Space>()
    {
        let last = last.parse().ok().or_else(|| Some(Space::new(first.file(), last.parse::<u8>().ok()? - 1)));
        return match last {
            Some(last) if last.rank() == first.rank() => {
                (first.file()..=last.file()).map(|file| Space::new(file, first.rank())).collect()
            }
            Some(last) if last.file() == first.file() => {
                (first.rank()..=last.rank()).map(|rank| Space::new(first.file(), rank)).collect()
            }
            _ => Vec::new(),
        };
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

/// Explained letters of a description.
fn legend(alt: &str) -> BTreeMap<&str, &str> {
    let Some((_, letters)) = alt.split_once("Letters: ") else {
        return BTreeMap::new();
    };
    let entries: Vec<_> =
        letters.split(". ").next().unwrap().split(", ").map(|one| one.split_once(' ').unwrap()).collect();
    let legend: BTreeMap<_, _> = entries.iter().copied().collect();
    assert_eq!(legend.len(), entries.len(), "two kinds have one letter: {alt}");
    assert!(legend.keys().all(|letter| **letter == letter.to_uppercase()), "{alt}");
    legend
}

/// Numbers of an army's pieces in its description.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Told {
    /// Pieces with their Spaces, Titans included.
    placed: usize,
    /// Pieces by the number of their kind.
    counted: usize,
    /// Pieces in a number of several kinds.
    lumped: usize,
    /// Kinds besides Titans.
    kinds: usize,
}

impl Told {
    fn is_complete(&self) -> bool {
        self.counted + self.lumped == 0
    }
}

/// A number of pieces: "2 × Rook", "2 Rook" or "Rook".
fn number(text: &str) -> (usize, &str) {
    match text.split_once(' ').and_then(|(count, name)| Some((count.parse().ok()?, name))) {
        Some((count, name)) => (count, name.trim_start_matches("× ")),
        None => (1, text),
    }
}

/// Checks the description of an army: name, facts and pieces. Each kind is named so that it cannot be mistaken for another
/// one.
fn tells_army(view: &View, seat: &SeatView, part: &str, legend: &BTreeMap<&str, &str>) -> Told {
    if let Some(level) = seat.support_level {
        assert!(part.contains(&format!(", Support {level}")), "{part}");
    }
    let short = seat.battalion.strip_suffix(" Battalion").unwrap_or(&seat.battalion);
    assert!(part.contains(&format!(", {short}")), "{short}: {part}");
    assert_eq!(part.contains("out: "), seat.state != SeatState::Playing, "{part}");
    let own: Vec<_> = view.pieces.iter().filter(|piece| piece.seat == seat.seat).collect();
    let mut kinds: BTreeMap<&str, Vec<Space>> = BTreeMap::new();
    for piece in &own {
        kinds.entry(piece.look.name.as_str()).or_default().push(piece.space);
    }
    let Some((facts, pieces)) = part.trim_end().strip_suffix('.').unwrap_or(part).split_once(": ") else {
        return Told { lumped: own.len(), kinds: kinds.len(), ..Told::default() };
    };
    // "out: checkmated" is a fact.
    let (facts, pieces) = if facts.ends_with("out") { pieces.split_once(": ").unwrap() } else { (facts, pieces) };
    let common = facts.split_once(", all ").map(|(_, word)| word.split(" except ").next().unwrap());
    let kind = |name: &str| -> &str {
        if let Some(named) = legend.get(name) {
            return named;
        }
        let army = short.split(' ').next().unwrap();
        let whole = [common, Some(army)].into_iter().flatten().map(|word| format!("{word} {name}"));
        let found: Vec<&str> =
            whole.chain([name.to_owned()]).filter_map(|name| Some(*kinds.get_key_value(&*name)?.0)).collect();
        assert_eq!(found.len(), 1, "{name} is {found:?}: {part}");
        found[0]
    };
    let titans: Vec<&str> = own.iter().filter(|piece| piece.look.titan).map(|piece| piece.look.name.as_str()).collect();
    let others = kinds.keys().filter(|name| !titans.contains(name)).count();
    let mut told = Told { kinds: others, ..Told::default() };
    let mut left = kinds.clone();
    for phrase in pieces.split("; ") {
        if let Some(reserve) = phrase.trim_start_matches("in ").strip_prefix("reserve ") {
            let counted: usize = reserve.split(", ").map(|one| number(one).0).sum();
            assert_eq!(counted as u32, seat.reserve.iter().map(|held| held.count).sum(), "{part}");
        } else if let Some((number, _)) = phrase.split_once(" more") {
            told.lumped = number.parse().unwrap();
        } else if phrase != "no pieces" {
            let words: Vec<&str> = phrase.split(' ').collect();
            let name_ends = words.iter().position(|word| !spaces(word).is_empty()).unwrap_or(words.len());
            let mut there: Vec<Space> = words[name_ends..].iter().flat_map(|word| spaces(word)).collect();
            let name = words[..name_ends].join(" ");
            if there.is_empty() {
                let (count, name) = number(&name);
                let known = left.remove(kind(name)).unwrap();
                assert_eq!(known.len(), count, "{phrase}: {part}");
                told.counted += count;
                continue;
            }
            let mut known = left.remove(kind(&name)).unwrap();
            known.sort();
            there.sort();
            assert_eq!(there, known, "{phrase}: {part}");
            told.placed += known.len();
        }
    }
    assert_eq!(left.values().map(Vec::len).sum::<usize>(), told.lumped, "{left:?} in {part}");
    assert!(titans.iter().all(|titan| !left.contains_key(titan)), "{part}");
    told
}

/// Checks that a description is complete; returns the level of detail of each army.
fn tells_everything(view: &View, earlier: &[LastAction], people: &People, alt: &str) -> Vec<Told> {
    assert!(alt.chars().count() <= ALT_LIMIT && !alt.contains('…'), "{alt}");
    let name = |seat: Seat| people.seats[seat.index()].names.join(" & ");
    let mut from = 0;
    for action in earlier.iter().chain(&view.last).filter(|action| !action.text.is_empty()) {
        let seat = action.seat.unwrap();
        // Where room is short, colours stand for the names.
        let known = [name(seat), render::ink::name(seat, view.seats.len()).to_owned()];
        let said = known.map(|who| format!("{who}: {}", action.text));
        let ends = said.iter().filter_map(|said| Some(alt[from..].find(said)? + said.len())).min();
        from += ends.unwrap_or_else(|| panic!("{said:?} in {alt}"));
    }
    for seat in &view.seats {
        let checked = view.pieces.iter().any(|piece| {
            piece.seat == seat.seat
                && piece.look.titan
                && view.checks.contains(&piece.space)
                && seat.state == SeatState::Playing
        });
        let acts = view.to_act.contains(&seat.seat);
        let said = match (checked, acts) {
            (true, true) => format!("{} is in Check and to move. ", name(seat.seat)),
            (true, false) => format!("{} is in Check. ", name(seat.seat)),
            (false, true) => format!("{} is to move. ", name(seat.seat)),
            (false, false) => continue,
        };
        assert!(alt[..from.max(alt.find("Last: ").unwrap_or(alt.len()))].contains(&said), "{said}: {alt}");
    }
    let legend = legend(alt);
    let note = "The text board has every Space.";
    let states = ["Immobilised: ", "Imprisoned: ", "Invulnerable for ", "Shield up for ", "Volatile: "];
    let ends = states.iter().chain([&note]).filter_map(|after| alt.rfind(after)).min();
    let starts: Vec<usize> = Seat::all(view.seats.len())
        .map(|seat| {
            let start = format!("{} ({}), ", name(seat), render::ink::name(seat, view.seats.len()));
            alt.rfind(&start).unwrap_or_else(|| panic!("{start} in {alt}"))
        })
        .chain([ends.unwrap_or(alt.len())])
        .collect();
    let parts = view.seats.iter().zip(starts.windows(2));
    let told: Vec<Told> = parts.map(|(seat, span)| tells_army(view, seat, &alt[span[0]..span[1]], &legend)).collect();
    assert_eq!(alt.contains(note), told.iter().any(|told| !told.is_complete()), "{alt}");
    // No army is described less completely than another one, except where it has nothing but Titans.
    let reduced = told.iter().filter(|told| told.kinds > 0 && !told.is_complete()).count();
    assert!(reduced == 0 || reduced == told.iter().filter(|told| told.kinds > 0).count(), "{told:?} {alt}");
    if view.pieces.iter().any(|piece| piece.badges.contains(&Badge::Volatile)) {
        assert!(alt.contains("Volatile: "), "{alt}");
    }
    told
}

fn described(renderer: &Renderer, view: &View, earlier: &[LastAction], people: &People) -> String {
    let options = Options { size: Size::Small, earlier: earlier.to_vec(), ..Options::default() };
    renderer.turn(view, people, &options).unwrap().alt
}

const ARMIES: [&str; 7] =
    ["medieval", "baroque", "the-party", "makpong", "alchemists", "reptilian-order", "party-volatile"];

#[test]
fn no_piece_is_left_out_of_any_game() {
    let renderer = Renderer::new().unwrap();
    for players in 2..=5 {
        let mode = if players == 2 { GameMode::Duel } else { GameMode::Ffa };
        for first in 0..ARMIES.len() {
            let chosen: Vec<&str> = (0..players).map(|seat| ARMIES[(first + seat) % ARMIES.len()]).collect();
            let chosen: Vec<&str> = match players {
                // Some armies are not for two Players.
                2 => chosen.iter().map(|id| if *id == "baroque" { "baroque-duel" } else { *id }).collect(),
                _ => chosen,
            };
            for view in walk(&titans(mode, &chosen), 40).into_iter().step_by(8) {
                let alt = described(&renderer, &view, &[], &friends());
                let told = tells_everything(&view, &[], &friends(), &alt);
                assert!(players > 3 || told.iter().all(Told::is_complete), "{alt}");
            }
        }
    }
}

/// Positions of random games of six Players, each with the five turns before its last one.
fn six_seat_positions(armies: [&str; 6], turns: usize, seed: u32) -> Vec<(View, Vec<LastAction>)> {
    let mut game = titans(GameMode::Ffa, &armies);
    let mut dice = Dice::new(seed);
    let mut last: Vec<LastAction> = Vec::new();
    let mut positions = Vec::new();
    for _ in 0..turns {
        if stray(&mut game, &mut dice).is_none() {
            break;
        }
        let view = game.view(engine::view::Viewer::Public);
        let earlier = last[last.len().saturating_sub(5)..].to_vec();
        last.extend(view.last.clone());
        positions.push((view, earlier));
    }
    positions
}

#[test]
fn six_armies_are_described_completely() {
    let renderer = Renderer::new().unwrap();
    let long = "A Name of Thirty-Two Characters!";
    let (mut all, mut armies_with_titans_only, mut armies_told) = (Told::default(), 0, 0);
    for seed in 0..10 {
        let mut dice = Dice::new(seed);
        let armies = [(); 6].map(|()| ARMIES[dice.below(ARMIES.len())]);
        for (view, earlier) in six_seat_positions(armies, 150, seed).into_iter().step_by(7) {
            let alt = described(&renderer, &view, &earlier, &friends());
            for told in tells_everything(&view, &earlier, &friends(), &alt) {
                all.placed += told.placed;
                all.counted += told.counted;
                all.lumped += told.lumped;
                armies_told += 1;
                armies_with_titans_only += usize::from(told.counted == 0 && told.lumped > 0 && told.placed < 3);
            }
            let names: Vec<String> = (1..=6).map(|number| format!("{number} {}", &long[2..])).collect();
            let names = people(&names.iter().map(String::as_str).collect::<Vec<_>>());
            tells_everything(&view, &earlier, &names, &described(&renderer, &view, &earlier, &names));
        }
    }
    println!("{all:?}; {armies_with_titans_only} of {armies_told} armies with hardly more than the Titan");
    assert!(all.placed > all.lumped, "{all:?}");
    assert!(armies_with_titans_only * 20 < armies_told, "{armies_with_titans_only} of {armies_told}");
}

#[test]
fn six_equal_armies_keep_every_space() {
    let renderer = Renderer::new().unwrap();
    let long = people(
        &["Anna", "Berta", "Carl", "Dora", "Emil", "Fritz"]
            .map(|name| format!("{name} {}", "of House Long ".repeat(2).trim()))
            .each_ref()
            .map(String::as_str),
    );
    let mut with_letters = 0;
    for id in ARMIES {
        for (view, earlier) in six_seat_positions([id; 6], 60, 1).into_iter().step_by(10) {
            for names in [&friends(), &long] {
                let alt = described(&renderer, &view, &earlier, names);
                let told = tells_everything(&view, &earlier, names, &alt);
                assert!(id != "medieval" || told.iter().all(Told::is_complete), "{alt}");
                with_letters += usize::from(alt.contains("Letters: "));
            }
        }
    }
    // Names of kinds are replaced by explained letters only where they do not fit.
    assert!(with_letters > 0);
}

#[test]
fn pairs_with_long_names_keep_turns_armies_and_support() {
    let renderer = Renderer::new().unwrap();
    let mut pairs = people(&["A Name of Thirty-Two Characters!"; 6]);
    for (number, person) in pairs.seats.iter_mut().enumerate() {
        person.names.push(format!("Another Name of {number} Long Letters"));
    }
    let armies = ["alchemists", "baroque", "the-party", "makpong", "alchemists", "reptilian-order"];
    for (view, earlier) in six_seat_positions(armies, 60, 2).into_iter().step_by(6) {
        let alt = described(&renderer, &view, &earlier, &pairs);
        assert!(alt.chars().count() <= ALT_LIMIT, "{alt}");
        for action in view.last.iter().filter(|last| !last.text.is_empty()) {
            assert!(alt.contains(&action.text), "{alt}");
        }
        for seat in &view.seats {
            let ink = render::ink::name(seat.seat, 6);
            let (_, part) = alt.rsplit_once(&format!("({ink}), ")).unwrap_or_else(|| panic!("{ink} in {alt}"));
            let part = part.split('(').next().unwrap();
            let army = seat.battalion.strip_suffix(" Battalion").unwrap_or(&seat.battalion);
            assert!(part.contains(army), "{army}: {alt}");
            assert!(part.contains(&format!("Support {}", seat.support_level.unwrap())), "{alt}");
        }
    }
}

#[test]
fn states_of_pieces_are_named() {
    let renderer = Renderer::new().unwrap();
    let alt = described(&renderer, &states(), &[], &friends());
    for state in ["Immobilised: ", "Imprisoned: ", "Volatile: ", "Invulnerable for 1: ", "Shield up for 3: "] {
        assert!(alt.contains(state), "{state}{alt}");
    }
}
