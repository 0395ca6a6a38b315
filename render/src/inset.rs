//! Inset of a large board: the part where something happened, enlarged for phones.

use engine::board::Space;
use engine::view::{LastAction, View};

use crate::grid::Grid;

/// Width of a picture in Discord on a phone, in pixels.
const PHONE: i32 = 350;
/// Side of a Space on a phone below which a board gets an inset.
const SMALL: i32 = 16;
/// Sides of enlarged Spaces, the preferred one first; at least twice as large as without an inset.
const CELLS: [i32; 3] = [100, 84, 72];
/// Maximum height of the enlarged part.
const HEIGHT: i32 = 580;

/// Part of the board around the last actions; `None` if the Spaces are large enough or nothing has happened. Spaces are
/// enlarged less if everything that happened then fits.
pub(crate) fn inset(grid: &Grid, view: &View, earlier: &[LastAction]) -> Option<Grid> {
    let width = grid.across * grid.cell + 2 * grid.margin;
    if grid.cell * PHONE / width >= SMALL {
        return None;
    }
    let events: Vec<((i32, i32), i32)> = events(view, earlier)
        .into_iter()
        .filter(|(space, _)| grid.has(*space))
        .map(|(space, weight)| (grid.seen(space), weight))
        .collect();
    let all: i32 = events.iter().map(|(_, weight)| weight).sum();
    if all == 0 {
        return None;
    }
    let parts = CELLS.map(|cell| Part::around(&events, grid, cell));
    let part = parts.iter().flatten().find(|part| part.shown == all).or(parts[0].as_ref())?;
    Some(grid.window(part.first, part.across, part.down, part.cell))
}

/// Rectangle of Spaces with its upper left corner.
struct Part {
    first: (i32, i32),
    across: i32,
    down: i32,
    cell: i32,
    /// Sum of the weights of the events within.
    shown: i32,
}

impl Part {
    /// Finds the part with the most of the events, with its middle close to them.
    fn around(events: &[((i32, i32), i32)], grid: &Grid, cell: i32) -> Option<Self> {
        let across = (grid.across * grid.cell / cell).clamp(1, grid.across);
        let down = (HEIGHT / cell).min(grid.down);
        let corners =
            (0..=grid.down - down).flat_map(|row| (0..=grid.across - across).map(move |column| (column, row)));
        let value = |&(column, row): &(i32, i32)| {
            let inside = |((c, r), _): &&((i32, i32), i32)| {
                (column..column + across).contains(c) && (row..row + down).contains(r)
            };
            let off = |&((c, r), weight): &((i32, i32), i32)| {
                weight * ((2 * c + 1 - 2 * column - across).abs() + (2 * r + 1 - 2 * row - down).abs())
            };
            let seen = || events.iter().filter(inside);
            (seen().map(|(_, weight)| weight).sum::<i32>(), -seen().map(off).sum::<i32>())
        };
        let first = corners.max_by_key(value)?;
        Some(Self { first, across, down, cell, shown: value(&first).0 })
    }
}

/// Spaces where something happened, with their weights: Checks and the last action before earlier ones.
fn events(view: &View, earlier: &[LastAction]) -> Vec<(Space, i32)> {
    let spaces = |action: &LastAction| -> Vec<Space> {
        let parts = [&action.from, &action.to, &action.removed, &action.created, &action.converted, &action.path];
        let shots = action.shots.iter().map(|(_, at)| *at);
        parts.into_iter().flatten().copied().chain(shots).collect()
    };
    let last = view.last.iter().flat_map(spaces).map(|space| (space, 4));
    let checks = view.checks.iter().map(|space| (*space, 4));
    let attackers = view.attacks.iter().map(|(from, _)| (*from, 2));
    let before = earlier.iter().flat_map(spaces).map(|space| (space, 1));
    last.chain(checks).chain(attackers).chain(before).collect()
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;
    use engine::board::Side;
    use engine::titans::{Game, GameMode, Setup};
    use engine::view::Viewer;

    use super::*;
    use crate::options::Size;

    /// Board of six Players, 22 by 14, on which nothing has happened, and its grid.
    fn quiet() -> (View, Grid) {
        let armies = vec![load_builtin("medieval").unwrap(); 6];
        let mut view = Game::new(Setup::new(GameMode::Ffa, armies, [7; 32]).unwrap()).unwrap().view(Viewer::Public);
        (view.last, view.checks, view.attacks) = (None, Vec::new(), Vec::new());
        let grid = Grid::fitting(&view.board, Side::South, Size::Normal).unwrap();
        (view, grid)
    }

    fn to(space: Space) -> LastAction {
        LastAction { to: vec![space], ..LastAction::default() }
    }

    /// Two Spaces too far apart for one inset.
    fn ends(grid: &Grid) -> [Space; 2] {
        let middle = Space::new(11, 7);
        let all = || (0..22).map(|file| Space::new(file, 7)).filter(|space| grid.has(*space));
        let far = [all().min_by_key(|space| space.file()), all().max_by_key(|space| space.file())];
        let [left, right] = far.map(Option::unwrap);
        assert!(left.distance(middle) > 8 && right.distance(middle) > 8);
        [left, right]
    }

    #[test]
    fn an_inset_shows_what_matters_most() {
        let (quiet, grid) = quiet();
        let [left, right] = ends(&grid);
        assert!(inset(&grid, &quiet, &[]).is_none(), "nothing has happened");
        let shown = |view: &View, earlier: &[LastAction]| {
            let part = inset(&grid, view, earlier).unwrap();
            [left, right].map(|space| {
                let (column, row) = grid.seen(space);
                (part.first.0..part.first.0 + part.across).contains(&column)
                    && (part.first.1..part.first.1 + part.down).contains(&row)
            })
        };
        for (main, other, wanted) in [(left, right, [true, false]), (right, left, [false, true])] {
            let view = View { last: Some(to(main)), ..quiet.clone() };
            assert_eq!(shown(&view, &[to(other)]), wanted, "the last action before earlier ones");
            let view = View { last: Some(to(main)), attacks: vec![(other, other)], ..quiet.clone() };
            assert_eq!(shown(&view, &[]), wanted, "the last action before an attacker");
            let view = View { checks: vec![main], attacks: vec![(other, main)], ..quiet.clone() };
            assert_eq!(shown(&view, &[]), wanted, "a Check before its attacker");
            let view = View { attacks: vec![(main, other)], ..quiet.clone() };
            assert_eq!(shown(&view, &[to(other)]), wanted, "an attacker before earlier actions");
        }
    }

    /// A Space is enlarged if anything happens on it, in the last action or in an earlier one.
    #[test]
    fn everything_that_happens_on_a_space_is_enlarged() {
        let (quiet, grid) = quiet();
        type Happens = fn(&mut LastAction, Space);
        let kinds: [(&str, Happens); 7] = [
            ("from", |action, space| action.from = vec![space]),
            ("to", |action, space| action.to = vec![space]),
            ("removed", |action, space| action.removed = vec![space]),
            ("created", |action, space| action.created = vec![space]),
            ("converted", |action, space| action.converted = vec![space]),
            ("path", |action, space| action.path = vec![space]),
            ("shots", |action, space| action.shots = vec![(space, space)]),
        ];
        for (kind, happens) in kinds {
            for space in ends(&grid) {
                let mut action = LastAction::default();
                happens(&mut action, space);
                let last = View { last: Some(action.clone()), ..quiet.clone() };
                for part in [inset(&grid, &last, &[]), inset(&grid, &quiet, &[action])] {
                    assert!(part.is_some_and(|part| part.has(space)), "{kind} {space}");
                }
            }
        }
        for space in ends(&grid) {
            let view = View { checks: vec![space], ..quiet.clone() };
            assert!(inset(&grid, &view, &[]).is_some_and(|part| part.has(space)), "Check {space}");
        }
    }

    #[test]
    fn boards_with_spaces_of_16_pixels_on_a_phone_have_no_inset() {
        let (quiet, grid) = quiet();
        let view = View { last: Some(to(ends(&grid)[0])), ..quiet };
        for (across, small) in [(20, false), (21, false), (22, true)] {
            let mut grid = grid.clone();
            (grid.across, grid.margin) = (across, 0);
            assert_eq!(inset(&grid, &view, &[]).is_some(), small, "{} pixels", 350 / across);
        }
    }
}
