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
