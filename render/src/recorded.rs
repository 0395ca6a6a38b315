//! Records of what no single picture shows: places of boards and panels, and colours of palettes. Each is compared with a
//! file that was read once. After an intended change, `UPDATE_EXPECTED=1 cargo test -p render --lib recorded` rewrites
//! the files.

use std::fmt::Write as _;
use std::path::Path;

use engine::board::Side;
use engine::titans::GameMode;
use engine::view::{MarkKind, MarkedZone, View, Viewer};

use crate::grid::Grid;
use crate::inset::inset;
use crate::layout::Layout;
use crate::options::Size;
use crate::palette::Palette;
use crate::played::{self, titans, walk};
use crate::theme::Theme;

/// Compares a text with the file of this name.
pub(crate) fn compare(name: &str, found: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(&file, found).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    let other = found.lines().zip(expected.lines()).find(|(found, expected)| found != expected);
    assert_eq!(other, None, "{name}: first that differs: found, expected");
    assert_eq!(found.lines().count(), expected.lines().count(), "{name}");
}

/// Games of every number of Players after some turns.
pub(crate) fn games() -> Vec<View> {
    let armies = ["the-party", "makpong", "baroque", "medieval", "alchemists", "reptilian-order"];
    let mut views = vec![
        played::clash([&["shielderer", "rabbit"], &["rogue", "jester"]]).view(Viewer::Public),
        titans(GameMode::Duel, &["medieval", "makpong"]).view(Viewer::Public),
        walk(&titans(GameMode::Duel, &["party-volatile", "baroque-duel"]), 30).swap_remove(30),
    ];
    views.extend((3..=6).map(|players| walk(&titans(GameMode::Ffa, &armies[..players]), 24).swap_remove(24)));
    views
}

/// Cells, margins and columns of a grid.
fn grid(grid: &Grid) -> String {
    let Grid { cell, x, y, margin, across, down, first, .. } = grid;
    format!("{across}x{down} of {cell} from {first:?} at {x},{y} margin {margin}")
}

/// Places of boards, insets, legends and panels, and the rows at which pictures are cut.
#[test]
fn boards_and_panels_are_where_they_were() {
    let mut found = String::new();
    let palace = MarkedZone { kind: MarkKind::Drawn, name: "palace".to_owned(), spaces: vec!["d4".parse().unwrap()] };
    for (number, mut view) in games().into_iter().enumerate() {
        for bottom in [Side::South, Side::West, Side::North, Side::East] {
            for size in [Size::Small, Size::Normal] {
                view.board.marked = if size == Size::Small { Vec::new() } else { vec![palace.clone()] };
                let layout = Layout::new(&view.board, &view.seats, bottom, size).unwrap();
                let part = inset(&layout.grid, &view, &[]);
                let layout = part.map_or(layout.clone(), |part| layout.with_inset(part, &view.seats));
                let Layout { width, height, legend, inset, panels, cuts, .. } = &layout;
                let panels: Vec<String> = panels
                    .iter()
                    .map(|place| {
                        let a = place.area;
                        format!("{} {:?} {},{} {}x{}", place.seat.0, place.shape, a.x, a.y, a.w, a.h)
                    })
                    .collect();
                let inset = inset.as_ref().map(grid);
                writeln!(
                    found,
                    "{number} {bottom:?} {size:?}: {width}x{height}; {}; inset {inset:?}; legend {legend:?}; {}; cuts {cuts:?}",
                    grid(&layout.grid),
                    panels.join(", ")
                )
                .unwrap();
            }
        }
    }
    compare("layouts", &found);
}

/// Colours of the palette of every theme.
#[test]
fn palettes_have_the_colours_that_they_had() {
    let mut found = String::new();
    for theme in Theme::ALL {
        let palette = Palette::new(theme);
        for (number, colour) in palette.bytes().chunks_exact(3).enumerate() {
            let [red, green, blue] = [colour[0], colour[1], colour[2]];
            writeln!(found, "{theme:?} {number}: {red:02x}{green:02x}{blue:02x}").unwrap();
            assert_eq!(usize::from(palette.index([red, green, blue])), number, "{theme:?}");
        }
    }
    compare("palettes", &found);
}

/// Icons found for words and for misspelt names.
#[test]
fn searches_find_the_icons_that_they_found() {
    let mut found = String::new();
    let typed =
        "knight Horse-head horse head rook tower TOWER q boat fire dragon king's 7 animal weapon ship bird ches";
    for word in typed.split(' ').chain(["chess kn", "head horse", "sword shield", "war machine", "  ", "ä"]) {
        let icons = crate::find_icons(word);
        let first: Vec<&str> = icons.iter().take(6).copied().collect();
        writeln!(found, "{word:?}: {} icons, {first:?}, nearest {:?}", icons.len(), crate::nearest_icon(word)).unwrap();
    }
    for name in ["knigth", "chess_rook", "castel", "dragn", "big ship", "head", "the-horse", "x-sword", "chess-"] {
        writeln!(found, "{name:?} nearest {:?}", crate::nearest_icon(name)).unwrap();
    }
    compare("searches", &found);
}
