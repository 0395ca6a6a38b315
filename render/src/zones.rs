//! Outlines of zones such as a palace, and their legend. Each kind has a line of its own, so that none depends on
//! colour alone.

use engine::board::Space;
use engine::view::{MarkKind, MarkedZone};

use crate::frame::{Frame, Place};
use crate::grid::Grid;
use crate::layout::Area;
use crate::spaces::{Style, list};
use crate::text::Fonts;
use crate::theme::{NIGHT, Theme};

/// Line of an outline, in hundredths of a Space: width, distance from the edge, and lengths of a dash and of a gap.
struct Line {
    width: i32,
    inset: i32,
    dash: i32,
    gap: i32,
}

const fn line(kind: MarkKind) -> Line {
    match kind {
        MarkKind::Drawn => Line { width: 5, inset: 2, dash: 100, gap: 0 },
        MarkKind::Half => Line { width: 4, inset: 3, dash: 100, gap: 0 },
        MarkKind::Centre => Line { width: 5, inset: 8, dash: 6, gap: 12 },
        MarkKind::Promotion => Line { width: 4, inset: 6, dash: 20, gap: 14 },
    }
}

/// Sides of a Space as steps of column and row.
const SIDES: [(i32, i32); 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

/// Draws the outline of every zone. Halves of the board have only their inner edge.
pub(crate) fn outlines(frame: &mut Frame<'_>, grid: &Grid, marked: &[MarkedZone]) {
    for zone in marked {
        for space in zone.spaces.iter().copied().filter(|space| grid.has(*space)) {
            let (column, row) = grid.seen(space);
            for side in SIDES {
                let beside = grid.space(column + side.0, row + side.1);
                let ends = match beside {
                    Some(beside) => !zone.spaces.contains(&beside),
                    None => zone.kind != MarkKind::Half,
                };
                if ends {
                    let (x, y) = grid.corner(space);
                    edge(frame, Area::new(x, y, grid.cell, grid.cell), side, zone.kind);
                }
            }
        }
    }
}

/// Draws one side of a Space.
fn edge(frame: &mut Frame<'_>, space: Area, side: (i32, i32), kind: MarkKind) {
    let line = line(kind);
    let scaled = |part: i32| (space.w * part + 50) / 100;
    let (width, inset) = (scaled(line.width).max(2), scaled(line.inset));
    let (dash, gap) = (scaled(line.dash).max(2), scaled(line.gap));
    let mut at = if gap == 0 { 0 } else { gap / 2 };
    while at < space.w {
        let long = dash.min(space.w - at);
        let far = space.w - inset - width;
        let (x, y, w, h) = match side {
            (0, -1) => (at, inset, long, width),
            (0, _) => (at, far, long, width),
            (-1, _) => (inset, at, width, long),
            _ => (far, at, width, long),
        };
        frame.rect(space.x + x, space.y + y, w, h, NIGHT);
        at += dash + gap;
    }
}

/// Kinds and names of zones, each once.
pub(crate) fn legend(marked: &[MarkedZone]) -> Vec<(MarkKind, &str)> {
    let mut kinds: Vec<(MarkKind, &str)> = Vec::new();
    for zone in marked {
        let entry = (zone.kind, zone.name.as_str());
        if !kinds.contains(&entry) {
            kinds.push(entry);
        }
    }
    kinds
}

/// Draws a legend: a sample of each line with its name.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "pixels: a picture has a few thousand in each direction"
)]
pub(crate) fn draw_legend(frame: &mut Frame<'_>, fonts: &Fonts, theme: Theme, area: Area, kinds: &[(MarkKind, &str)]) {
    let colours = theme.colours();
    let wide = area.w / kinds.len().max(1) as i32;
    for (i, (kind, name)) in (0..).zip(kinds) {
        let sample = Area::new(area.x + i * wide, area.y, area.h, area.h);
        frame.rect(sample.x, sample.y, sample.w, sample.h, colours.light);
        match kind {
            MarkKind::Half => edge(frame, Area { y: sample.y + sample.h / 2, ..sample }, SIDES[0], *kind),
            _ => SIDES.iter().for_each(|side| edge(frame, sample, *side, *kind)),
        }
        let high = area.h as f32 * 0.72;
        let place = Place::left(sample.x + area.h + area.h / 4, area.y + area.h * 3 / 4, high, wide - area.h * 3 / 2);
        frame.text(fonts, name, place, colours.text);
    }
}

/// Description: "Marked: palace d1–f3 and d8–f10."
pub(crate) fn words(marked: &[MarkedZone]) -> String {
    let entries = legend(marked).into_iter().map(|(kind, name)| {
        let zones = marked.iter().filter(|zone| (zone.kind, zone.name.as_str()) == (kind, name));
        let places: Vec<String> = zones.map(|zone| place(&zone.spaces)).collect();
        format!("{name} {}", places.join(" and "))
    });
    match entries.collect::<Vec<_>>().join("; ") {
        entries if entries.is_empty() => entries,
        entries => format!("Marked: {entries}. "),
    }
}

/// Corners of a rectangle, or the Spaces of any other shape, where neighbours become a range.
fn place(spaces: &[Space]) -> String {
    if let [space] = spaces {
        return space.to_string();
    }
    let (files, ranks) = (spaces.iter().map(|space| space.file()), spaces.iter().map(|space| space.rank()));
    let corners = (files.clone().min(), ranks.clone().min(), files.max(), ranks.max());
    if let (Some(left), Some(low), Some(right), Some(high)) = corners
        && spaces.len() == usize::from(right - left + 1) * usize::from(high - low + 1)
    {
        return format!("{}–{}", Space::new(left, low), Space::new(right, high));
    }
    list(spaces, Style::Full)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::*;
    use engine::view::{BoardView, Zone};

    use crate::board::Scene;
    use crate::renderer::Renderer;
    use engine::board::Side;

    fn zone(kind: MarkKind, name: &str, spaces: &str) -> MarkedZone {
        let spaces = spaces.split(' ').map(|space| space.parse().unwrap()).collect();
        MarkedZone { kind, name: name.to_owned(), spaces }
    }

    #[test]
    fn descriptions_name_each_zone_once_by_its_corners() {
        assert_eq!(words(&[]), "");
        let palaces = [
            zone(MarkKind::Drawn, "palace", "a1 b1 a2 b2"),
            zone(MarkKind::Drawn, "palace", "d4"),
            zone(MarkKind::Promotion, "promotion", "a4 c4"),
            zone(MarkKind::Half, "river", "b1 c1 d1 e1 b2 c2 d2 e2 a3 b3 c3 d3"),
        ];
        let told = "palace a1–b2 and d4; promotion a4 c4; river b1-e1 b2-e2 a3-d3";
        assert_eq!(words(&palaces), format!("Marked: {told}. "));
    }

    /// Number of pixels of each Space that an outline changes, rank by rank from the top.
    fn changed(kind: MarkKind, spaces: &str, bottom: Side) -> Vec<usize> {
        let renderer = Renderer::new().unwrap();
        let mut board = BoardView::new(3, 3, vec![Zone::Battlefield; 9]);
        let drawn = |board: &BoardView| {
            let grid = Grid::new(board, bottom, 50);
            let mut frame = Frame::new(250, 250, [0; 3], renderer.palette(Theme::Dark));
            Scene::empty(board, Theme::Dark, 50).draw(&mut frame, &grid, |cell| renderer.tile(cell));
            (frame.pixels, grid)
        };
        let (plain, grid) = drawn(&board);
        board.marked = vec![zone(kind, "zone", spaces)];
        let (marked, _) = drawn(&board);
        let count = |row: i32, column: i32| {
            let (x, y) = ((grid.x + column * 50) as u32, (grid.y + row * 50) as u32);
            let pixels = (0..50).flat_map(|dx| (0..50).map(move |dy| (x + dx, y + dy)));
            pixels.filter(|(x, y)| plain.get_pixel(*x, *y) != marked.get_pixel(*x, *y)).count()
        };
        (0..3).flat_map(|row| (0..3).map(move |column| (row, column))).map(|(row, column)| count(row, column)).collect()
    }

    #[test]
    fn only_the_edge_of_a_zone_is_drawn_and_only_the_inner_one_of_a_half() {
        let palace = changed(MarkKind::Drawn, "a1 b1 a2 b2", Side::South);
        let inside = [false, false, false, true, true, false, true, true, false];
        assert_eq!(palace.iter().map(|pixels| *pixels > 0).collect::<Vec<_>>(), inside, "{palace:?}");
        let half = changed(MarkKind::Half, "a1 b1 c1", Side::South);
        assert!(half[..6].iter().all(|pixels| *pixels == 0) && half[6] == half[8] && half[6] > 0, "{half:?}");
        assert!(half[6] < palace[6], "one side instead of two: {half:?} {palace:?}");
        let turned = changed(MarkKind::Half, "a1 b1 c1", Side::North);
        assert_eq!(turned[..3].iter().filter(|pixels| **pixels > 0).count(), 3, "{turned:?}");
        let [drawn, centre, promotion] =
            [MarkKind::Drawn, MarkKind::Centre, MarkKind::Promotion].map(|kind| changed(kind, "b2", Side::South)[4]);
        assert!(drawn > promotion && promotion > centre && centre > 0, "{drawn} {promotion} {centre}");
    }
}
