//! Inset of a large board: the part where something happened, enlarged for phones.

use engine::board::Space;
use engine::view::{LastAction, View};

use crate::grid::Grid;

/// Width of a picture in Discord on a phone, in pixels.
const PHONE: i32 = 350;
/// Side of a Space on a phone below which a board gets an inset.
const SMALL: i32 = 16;
/// Side of an enlarged Space.
const CELL: i32 = 100;
/// Rows of an inset.
const ROWS: i32 = 5;

/// Part of the board around the last actions; `None` if the Spaces are large enough or nothing has happened.
pub(crate) fn inset(grid: &Grid, view: &View, earlier: &[LastAction]) -> Option<Grid> {
    let width = grid.across * grid.cell + 2 * grid.margin;
    if grid.cell * PHONE / width >= SMALL {
        return None;
    }
    let (across, down) = ((grid.across * grid.cell / CELL).max(1), ROWS.min(grid.down));
    let events: Vec<((i32, i32), i32)> = events(view, earlier)
        .into_iter()
        .filter(|(space, _)| grid.has(*space))
        .map(|(space, weight)| (grid.seen(space), weight))
        .collect();
    let weight: i32 = events.iter().map(|(_, weight)| weight).sum();
    if weight == 0 {
        return None;
    }
    let positions = (0..=grid.down - down).flat_map(|row| (0..=grid.across - across).map(move |column| (column, row)));
    let value = |&(column, row): &(i32, i32)| {
        let inside =
            |&((c, r), _): &((i32, i32), i32)| (column..column + across).contains(&c) && (row..row + down).contains(&r);
        let seen = events.iter().filter(|event| inside(event));
        let off = |&((c, r), weight): &((i32, i32), i32)| {
            weight * ((2 * c + 1 - 2 * column - across).abs() + (2 * r + 1 - 2 * row - down).abs())
        };
        let (shown, off_centre) = seen.fold((0, 0), |(shown, away), event| (shown + event.1, away + off(event)));
        (shown, -off_centre)
    };
    let first = positions.max_by_key(value)?;
    Some(grid.window(first, across, down, CELL))
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
