//! Squares in every combination: the content of a Space, what has happened there, states of pieces, hints, zones, lines
//! across Spaces, and boards of every size.

use engine::board::{Seat, Side, Space};
use engine::piece::{Chance, Reach};
use engine::view::{Badge, LastAction, Look, MarkKind, MarkedZone, PieceView, View, Zone};
use render::{Hint, HintKind, Options, Renderer, Size, Theme};

use crate::fixture::by_hand::unknown;
use crate::fixture::{friends, look, plain_board, seat, view};
use crate::sheet::{self, Drawn};

const SIDES: [Side; 4] = [Side::South, Side::West, Side::North, Side::East];

/// Empty board with seats.
fn board(width: u8, height: u8, players: u8) -> View {
    let seats = (0..players).map(|n| seat(n, SIDES[usize::from(n) * 2 % 4], "Any Battalion")).collect();
    let mut view = view(plain_board(width, height), seats);
    view.to_act.clear();
    view
}

/// Space by its number, in rows of `width`.
fn space(number: usize, width: u8) -> Space {
    Space::new((number % usize::from(width)) as u8, (number / usize::from(width)) as u8)
}

fn kind(id: &str, blocking: bool) -> Look {
    Look { blocking, ..look(id) }
}

/// Everything that can stand on a Space; the states are those of the last piece.
fn contents() -> Vec<Vec<(Look, bool)>> {
    let small = |ids: &[&str]| ids.iter().map(|id| (kind(id, false), false)).collect::<Vec<_>>();
    let with = |ids: &[&str], id: &str| [small(ids), vec![(kind(id, true), false)]].concat();
    vec![
        Vec::new(),
        with(&[], "medieval/knight"),
        with(&[], "baroque/baroque-titan"),
        with(&[], "medieval/king"),
        small(&["party-volatile/supporter"]),
        with(&["party-volatile/supporter"], "medieval/rook"),
        with(&["party-volatile/supporter"], "baroque/baroque-titan"),
        with(&["party-volatile/supporter", "medieval/pawn", "medieval/queen"], "medieval/rook"),
        small(&["medieval/queen", "medieval/pawn"]),
        small(&["medieval/queen", "medieval/pawn", "medieval/rook", "medieval/knight", "medieval/bishop"]),
        vec![(kind("medieval/bishop", true), true)],
        vec![(kind("baroque/baroque-titan", true), true)],
        vec![(unknown(), false)],
        vec![(Look { symbol: "Q".to_owned(), ..unknown() }, false)],
    ]
}

fn stand(view: &mut View, at: Space, what: &[(Look, bool)], badges: &[Badge], first: usize) {
    let seats = view.seats.len();
    for (number, (look, fallen)) in what.iter().enumerate() {
        let badges = if number + 1 == what.len() { badges.to_vec() } else { Vec::new() };
        let seat = Seat(((first + number) % seats) as u8);
        view.pieces.push(PieceView { space: at, seat, look: look.clone(), fallen: *fallen, badges });
    }
}

fn draw(renderer: &Renderer, out: &mut Drawn, name: String, by: u32, view: &View, options: &Options) {
    let mut picture = renderer.turn(view, &friends(), options).unwrap();
    // Descriptions of such boards leave out what is on them; other tests read descriptions.
    picture.alt.clear();
    out.push((name, by, picture));
}

/// Adds what the bits of `number` say has happened on a Space.
fn happen(last: &mut LastAction, at: Space, number: usize) {
    let kinds = [&mut last.from, &mut last.to, &mut last.removed, &mut last.created, &mut last.converted];
    let happened = kinds.into_iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
    happened.for_each(|(_, spaces)| spaces.push(at));
}

/// Everything that can stand on a Space, with everything that can have happened there.
fn events(renderer: &Renderer, out: &mut Drawn) {
    let contents = contents();
    for (number, theme) in Theme::ALL.into_iter().chain([Theme::Dark]).enumerate() {
        let mut view = board(26, 18, [2, 2, 3, 6][number]);
        let mut last = LastAction::default();
        for index in 0..contents.len() * 32 {
            let at = space(index, 26);
            stand(&mut view, at, &contents[index / 32], &[], index);
            happen(&mut last, at, index % 32);
            if number % 2 == 1 && index % 3 > 0 {
                view.board.affected.push(at);
            }
            if number > 1 && index % 2 == 0 {
                view.checks.push(at);
            }
        }
        // No line between Spaces: the first of those left, and none on the way.
        last.path.clear();
        view.last = Some(last);
        let options = Options { theme, size: [Size::Normal, Size::Small][number % 2], ..Options::default() };
        draw(renderer, out, format!("events, {theme:?} {number}"), 3, &view, &options);
    }
}

/// States of pieces: each alone, pairs, and all at once, on pieces that stand alone or share their Space.
fn badges(renderer: &Renderer, out: &mut Drawn) {
    use Badge::{Immobilised, Imprisoned, Invulnerable, Shield, Volatile};
    let mut lists: Vec<Vec<Badge>> =
        [Immobilised, Imprisoned, Volatile, Invulnerable(1), Shield(2)].into_iter().map(|one| vec![one]).collect();
    lists.extend([Invulnerable(9), Invulnerable(10), Shield(10)].map(|one| vec![one]));
    for (index, one) in [Immobilised, Imprisoned, Volatile, Invulnerable(3)].into_iter().enumerate() {
        let others = [Imprisoned, Volatile, Invulnerable(7), Shield(8)];
        lists.extend(others.into_iter().skip(index).map(|other| vec![one, other]));
    }
    lists.push(vec![Shield(1), Volatile, Imprisoned]);
    lists.push(vec![Immobilised, Imprisoned, Volatile, Invulnerable(1)]);
    lists.push(vec![Immobilised, Imprisoned, Volatile, Invulnerable(1), Shield(6)]);
    let contents = contents();
    let kinds = [1, 2, 3, 4, 5, 6, 10, 12];
    for (number, theme) in Theme::ALL.into_iter().chain([Theme::Light]).enumerate() {
        let mut view = board(26, 26, [2, 4, 2, 6][number]);
        let mut last = LastAction::default();
        for (index, badges) in lists.iter().flat_map(|badges| kinds.map(|kind| (kind, badges))).enumerate() {
            for (row, marks) in [0, 4, 8].into_iter().enumerate() {
                let at = space(index * 3 + row, 26);
                stand(&mut view, at, &contents[badges.0], badges.1, index);
                happen(&mut last, at, marks);
                if (index + row) % 4 == 3 {
                    view.checks.push(at);
                }
            }
        }
        view.last = Some(last);
        let options = Options { theme, size: [Size::Normal, Size::Small][number % 2], ..Options::default() };
        draw(renderer, out, format!("states, {theme:?} {number}"), 3, &view, &options);
    }
}

/// Hints of every kind on every content, light and dark.
fn hints(renderer: &Renderer, out: &mut Drawn) {
    use HintKind as K;
    let mut kinds = vec![K::Move, K::Capture, K::Shot, K::Jump, K::Effect, K::Swap, K::Place, K::Ability];
    let chances = [Chance::Never, Chance::Sometimes, Chance::Always];
    for (moves, captures) in chances.into_iter().flat_map(|moves| chances.map(|captures| (moves, captures))) {
        for (leaps, copies) in [(false, false), (true, false), (false, true), (true, true)] {
            kinds.push(K::Reach(Reach { moves, captures, leaps, copies }));
        }
    }
    let contents = contents();
    for (number, theme) in Theme::ALL.into_iter().enumerate() {
        for across in [4, 21] {
            let wanted = [0, 1, 5, 9];
            let mut view = board(across, if across == 4 { 6 } else { 10 }, 2);
            let spaces = usize::from(across) * usize::from(view.board.height);
            let mut options = Options { theme, size: [Size::Small, Size::Normal][number % 2], ..Options::default() };
            for index in 0..spaces.min(kinds.len() * wanted.len()) {
                let at = space(index, across);
                stand(&mut view, at, &contents[wanted[(index + index / 4 + number) % 4]], &[], index);
                options.hints.push(Hint { space: at, kind: kinds[index / 4] });
            }
            options.selected = Some(space(number + 1, across));
            draw(renderer, out, format!("hints on {across}, {theme:?}"), 3, &view, &options);
        }
    }
}

fn zone(kind: MarkKind, name: &str, files: std::ops::Range<u8>, ranks: std::ops::Range<u8>) -> MarkedZone {
    let spaces = files.flat_map(|file| ranks.clone().map(move |rank| Space::new(file, rank)));
    MarkedZone { kind, name: name.to_owned(), spaces: spaces.collect() }
}

/// Zones of every kind, with their legend, seen from every side.
fn zones(renderer: &Renderer, out: &mut Drawn) {
    let all = [
        zone(MarkKind::Drawn, "palace", 2..5, 0..3),
        zone(MarkKind::Half, "river", 0..9, 0..4),
        zone(MarkKind::Promotion, "promotion zone", 0..9, 5..8),
        zone(MarkKind::Centre, "a centre with a long name", 3..6, 3..5),
        zone(MarkKind::Drawn, "palace", 6..8, 4..6),
    ];
    for number in 1..=all.len() {
        for (turn, bottom) in SIDES.into_iter().enumerate() {
            let mut view = board(9, 8, 2);
            view.board.zones[40] = Zone::Missing;
            view.board.zones[8] = Zone::Territory(Seat(0));
            view.board.marked = all[..number].to_vec();
            view.board.marked.rotate_left(turn % number);
            let theme = Theme::ALL[(number + turn) % 3];
            let size = [Size::Small, Size::Normal][turn % 2];
            let options = Options { theme, size, bottom: Some(bottom), ..Options::default() };
            let picture = renderer.turn(&view, &friends(), &options).unwrap();
            out.push((format!("{number} zones from {bottom:?}"), 4, picture));
        }
    }
}

/// Arrows of chains, shots, attacks and earlier turns, in every direction.
fn lines(renderer: &Renderer, out: &mut Drawn) {
    let steps = [(0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (2, -1), (2, -2), (1, -2), (0, -2), (-2, 0), (-1, 1), (0, 1)];
    let from = |x: u8, y: u8, (dx, dy): (i8, i8)| {
        (Space::new(x, y), Space::new(x.saturating_add_signed(dx), y.saturating_add_signed(dy)))
    };
    for players in 2..=6_u8 {
        for number in 0..2 {
            let mut view = board(13, 12, players);
            let mut options = Options { bottom: Some(SIDES[usize::from(players) % 4]), ..Options::default() };
            options.theme = Theme::ALL[usize::from(players) % 3];
            options.size = [Size::Small, Size::Normal][number];
            for (index, step) in steps.into_iter().enumerate() {
                let (x, y) = (index as u8 % 4 * 3 + 1, index as u8 / 4 * 4 + 2);
                let (at, to) = from(x, y, step);
                let seat = (index % 4 < 3).then_some(Seat(index as u8 % players));
                let mut action = LastAction { seat, ..LastAction::default() };
                match (index + number) % 3 {
                    0 => action.created = vec![at, to],
                    1 => (action.from, action.to) = (vec![at], vec![to]),
                    _ => (action.from, action.to, action.created) = (vec![at], vec![to], vec![to]),
                }
                options.earlier.push(action);
                if number == 1 {
                    view.attacks.push((to, at));
                }
            }
            let mut last = LastAction { seat: Some(Seat(0)), ..LastAction::default() };
            last.from = vec![Space::new(0, 0)];
            last.path = (1..=players).map(|step| Space::new(step * 2 - step % 2, 10 * (step % 2))).collect();
            last.to = vec![Space::new(12, players)];
            last.shots = steps.iter().take(usize::from(players)).map(|step| from(6, 5, *step)).collect();
            view.last = Some(last);
            draw(renderer, out, format!("lines of {players}, {number}"), 4, &view, &options);
        }
    }
}

/// Boards of every size, with a gap, their labels, and something that happened in a corner.
fn sizes(renderer: &Renderer, out: &mut Drawn) {
    let sizes = [(1, 1), (2, 5), (6, 6), (8, 7), (9, 9), (10, 4), (12, 11), (14, 13), (16, 15), (18, 17), (20, 2)];
    for (number, (width, height)) in sizes.into_iter().chain([(22, 12), (24, 24), (26, 9), (3, 26)]).enumerate() {
        for corner in 0..2 {
            let mut view = board(width, height, 2 + number as u8 % 5);
            let last = view.board.zones.len() - 1;
            if last > 8 {
                view.board.zones[last / 2] = Zone::Missing;
                view.board.zones[last] = Zone::Missing;
            }
            let at = space(last.saturating_sub(1) * corner, width);
            let there = Space::new(width / 2, height / 2);
            view.last = Some(LastAction { to: vec![at], from: vec![there], ..LastAction::default() });
            stand(&mut view, at, &[(look("medieval/rook"), false)], &[], number);
            let options = Options {
                theme: Theme::ALL[number % 3],
                size: [Size::Small, Size::Normal][(number + corner) % 2],
                bottom: Some(SIDES[(number + corner) % 4]),
                ..Options::default()
            };
            draw(renderer, out, format!("{width} by {height}, corner {corner}"), 5, &view, &options);
        }
    }
}

#[test]
fn squares_of_every_kind_look_as_they_did_when_they_were_looked_at() {
    let renderer = Renderer::new().unwrap();
    let mut drawn = Drawn::new();
    for part in [events, badges, hints, zones, lines, sizes] {
        part(&renderer, &mut drawn);
    }
    assert!(drawn.len() > 70, "{}", drawn.len());
    sheet::compare("squares", &drawn);
}
