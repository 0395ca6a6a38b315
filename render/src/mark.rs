//! Marks on a Space: the last move, Check, the selected piece, and its destinations. Each has a distinct shape, so that
//! none depends on colour alone.

use bitflags::bitflags;
use engine::piece::{Chance, Reach};
use tiny_skia::{Path, Pixmap};

use crate::art::{letters, shapes};
use crate::colour::{Rgb, hex};
use crate::options::HintKind;
use crate::paint::Brush;
use crate::text::Fonts;
use crate::theme::{AFFECTED, CHECK, MOVE_INK, NIGHT, SELECTED_INK, WHITE};

bitflags! {
    /// Marks of one Space.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub(crate) struct Marks: u8 {
        /// A piece left this Space.
        const FROM = 1;
        /// A piece arrived here.
        const TO = 1 << 1;
        /// A piece was captured here.
        const REMOVED = 1 << 2;
        /// A piece appeared here.
        const CREATED = 1 << 3;
        /// The piece here changed sides.
        const CONVERTED = 1 << 4;
        /// The selected piece.
        const SELECTED = 1 << 5;
        /// The Titan here is in Check.
        const CHECK = 1 << 6;
        /// An Affected Space.
        const AFFECTED = 1 << 7;
        /// Marks that need colours that others do not.
        const STRONG = Self::CHECK.bits()
            | Self::SELECTED.bits()
            | Self::CREATED.bits()
            | Self::CONVERTED.bits()
            | Self::AFFECTED.bits();
    }
}

/// Draws the marks below the pieces.
pub(crate) fn below(to: &mut Pixmap, marks: Marks, occupied: bool, s: f32) {
    let h = s / 2.0;
    if marks.contains(Marks::AFFECTED) {
        let (a, b) = (s * 0.05, s * 0.19);
        for (x, y, dx, dy) in [(0.0, 0.0, 1.0, 1.0), (s, s, -1.0, -1.0)] {
            let corner = [(x + dx * a, y + dy * b), (x + dx * b, y + dy * a)];
            to.stroke(shapes::polyline(&corner), AFFECTED, s * 0.03);
        }
    }
    if marks.contains(Marks::CHECK) {
        to.stroke(shapes::round_rect(s * 0.035, s * 0.035, s * 0.93, s * 0.93, s * 0.10), CHECK, s * 0.07);
    }
    if marks.contains(Marks::SELECTED) {
        let t = (s * 0.055).round();
        to.stroke(shapes::round_rect(t * 0.5, t * 0.5, s - t, s - t, s * 0.05), SELECTED_INK, t);
    }
    if marks.intersects(Marks::TO | Marks::CREATED | Marks::CONVERTED) {
        brackets(to, s);
    }
    if occupied {
        return;
    }
    if marks.contains(Marks::REMOVED) {
        cross(to, h, h, s * 0.24, s * 0.075, MOVE_INK);
    } else if marks.contains(Marks::FROM) {
        to.stroke(shapes::circle(h, h, s * 0.16), MOVE_INK, s * 0.055);
    }
}

fn brackets(to: &mut Pixmap, s: f32) {
    let (t, n) = ((s * 0.06).round(), (s * 0.26).round());
    for (x, y) in [(0.0, 0.0), (s - n, 0.0), (0.0, s - n), (s - n, s - n)] {
        let (right, low) = (x > 0.0, y > 0.0);
        to.shape(shapes::rect(x, if low { s - t } else { 0.0 }, n, t), MOVE_INK);
        to.shape(shapes::rect(if right { s - t } else { 0.0 }, y, t, n), MOVE_INK);
    }
}

fn cross(to: &mut Pixmap, x: f32, y: f32, r: f32, width: f32, colour: Rgb) {
    to.stroke(shapes::polyline(&[(x - r, y - r), (x + r, y + r)]), colour, width);
    to.stroke(shapes::polyline(&[(x - r, y + r), (x + r, y - r)]), colour, width);
}

/// Draws a small sign around (`x`, `y`) for what happened to the piece here; returns `false` if nothing did.
pub(crate) fn event(to: &mut Pixmap, marks: Marks, x: f32, y: f32, r: f32) -> bool {
    let plate = |to: &mut Pixmap| {
        to.disc(x, y, r * 1.16, WHITE);
        to.disc(x, y, r, MOVE_INK);
    };
    let w = r * 0.26;
    if marks.contains(Marks::CONVERTED) {
        plate(to);
        // Two half turns with arrowheads: a change of sides.
        for side in [-1.0, 1.0] {
            let (a, b) = (x - r * 0.45, x + r * 0.45);
            let at = y + side * r * 0.24;
            to.stroke(shapes::polyline(&[(a, at), (b, at)]), WHITE, w * 0.8);
            let tip = if side < 0.0 { b } else { a };
            let back = tip + side * r * 0.3;
            to.stroke(shapes::polyline(&[(back, at - r * 0.26), (tip, at), (back, at + r * 0.26)]), WHITE, w * 0.8);
        }
    } else if marks.contains(Marks::CREATED) {
        plate(to);
        to.stroke(shapes::polyline(&[(x - r * 0.5, y), (x + r * 0.5, y)]), WHITE, w);
        to.stroke(shapes::polyline(&[(x, y - r * 0.5), (x, y + r * 0.5)]), WHITE, w);
    } else if marks.contains(Marks::REMOVED) {
        plate(to);
        cross(to, x, y, r * 0.4, w, WHITE);
    } else {
        return false;
    }
    true
}

/// Draws "!" on a Titan in Check.
pub(crate) fn alarm(to: &mut Pixmap, fonts: &Fonts, x: f32, y: f32, r: f32) {
    to.disc(x, y, r * 1.14, WHITE);
    to.disc(x, y, r, CHECK);
    letters(to, fonts, "!", x, y - r * 0.02, r * 2.0, WHITE);
}

const JUMP: Rgb = hex(0x0B4F9E);
const EFFECT: Rgb = hex(0x8A3B00);
const CAPTURE: Rgb = hex(0xA3102A);

/// Hint colours, for the palette.
pub(crate) const HINTS: [Rgb; 3] = [JUMP, EFFECT, CAPTURE];

/// Draws a hint over the content of the Space.
pub(crate) fn hint(to: &mut Pixmap, kind: HintKind, occupied: bool, s: f32) {
    let h = s / 2.0;
    let twice = |to: &mut Pixmap, path: Option<Path>, colour: Rgb, width: f32| twice(to, path, colour, width, s);
    match kind {
        HintKind::Move => {
            let r = s * if occupied { 0.12 } else { 0.155 };
            to.disc(h, h, r + s * 0.022, WHITE);
            to.disc(h, h, r, SELECTED_INK);
        }
        HintKind::Capture => twice(to, shapes::circle(h, h, s * 0.44), CAPTURE, s * 0.07),
        HintKind::Reach(can) => reach(to, can, s),
        HintKind::Shot => {
            twice(to, shapes::circle(h, h, s * 0.36), CAPTURE, s * 0.05);
            for (dx, dy) in [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)] {
                let at = |k: f32| (h + dx * s * k, h + dy * s * k);
                twice(to, shapes::polyline(&[at(0.24), at(0.47)]), CAPTURE, s * 0.055);
            }
        }
        HintKind::Jump => {
            let r = s * if occupied { 0.44 } else { 0.25 };
            let diamond = [(h, h - r), (h + r, h), (h, h + r), (h - r, h)];
            twice(to, shapes::polygon(&diamond), JUMP, s * 0.065);
        }
        HintKind::Effect => {
            let star = |k: f32| shapes::star(h, h, s * 0.47 * k, s * 0.37 * k, 12);
            twice(to, star(1.0), EFFECT, s * 0.05);
        }
        HintKind::Swap => {
            for side in [-1.0f32, 1.0] {
                let y = h + side * s * 0.36;
                let (a, b) = (h - side * s * 0.28, h + side * s * 0.28);
                twice(to, shapes::polyline(&[(a, y), (b, y)]), JUMP, s * 0.06);
                let back = b - side * s * 0.13;
                let head = [(back, y - s * 0.09), (b, y), (back, y + s * 0.09)];
                twice(to, shapes::polyline(&head), JUMP, s * 0.06);
            }
        }
        HintKind::Place => {
            let r = s * 0.2;
            for line in [[(h - r, h), (h + r, h)], [(h, h - r), (h, h + r)]] {
                to.stroke(shapes::polyline(&line), WHITE, s * 0.135);
            }
            for line in [[(h - r, h), (h + r, h)], [(h, h - r), (h, h + r)]] {
                to.stroke(shapes::polyline(&line), SELECTED_INK, s * 0.09);
            }
        }
        HintKind::Ability => {
            to.shape(shapes::star(h, h, s * 0.24, s * 0.11, 5), WHITE);
            to.shape(shapes::star(h, h, s * 0.2, s * 0.085, 5), NIGHT);
        }
    }
}

/// Draws a light line below a dark one, so that the shape shows on any square and any ink.
fn twice(to: &mut Pixmap, path: Option<Path>, colour: Rgb, width: f32, s: f32) {
    to.stroke(path.clone(), WHITE, width + s * 0.035);
    to.stroke(path, colour, width);
}

/// Draws the mark of a Space in a movement diagram: a ring for capturing, with a dot or, for leaping, a diamond inside.
fn reach(to: &mut Pixmap, can: Reach, s: f32) {
    let h = s / 2.0;
    match can.captures {
        Chance::Never => {}
        Chance::Sometimes => {
            for arc in 0..8 {
                twice(to, shapes::arc(h, h, s * 0.37, arc as f32 / 8.0, 0.075), CAPTURE, s * 0.055, s);
            }
        }
        Chance::Always if can.leaps && can.moves == Chance::Never => {
            let r = s * 0.42;
            let diamond = shapes::polygon(&[(h, h - r), (h + r, h), (h, h + r), (h - r, h)]);
            twice(to, diamond, CAPTURE, s * 0.055, s);
        }
        Chance::Always => twice(to, shapes::circle(h, h, s * 0.37), CAPTURE, s * 0.055, s),
    }
    let dot = |x: f32, y: f32, r: f32| {
        let diamond = r * 1.3;
        if can.leaps {
            shapes::polygon(&[(x, y - diamond), (x + diamond, y), (x, y + diamond), (x - diamond, y)])
        } else {
            shapes::circle(x, y, r)
        }
    };
    match can.moves {
        Chance::Never => {}
        Chance::Sometimes => twice(to, dot(h, h, s * 0.13), SELECTED_INK, s * 0.055, s),
        Chance::Always if can.copies => {
            let aside = s * 0.09;
            twice(to, dot(h - aside, h + aside, s * 0.13), SELECTED_INK, s * 0.045, s);
            to.shape(dot(h + aside, h - aside, s * 0.17), WHITE);
            to.shape(dot(h + aside, h - aside, s * 0.145), SELECTED_INK);
        }
        Chance::Always => {
            to.shape(dot(h, h, s * 0.17), WHITE);
            to.shape(dot(h, h, s * 0.145), SELECTED_INK);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use super::*;

    const SIDE: f32 = 90.0;

    fn drawn(draw: impl FnOnce(&mut Pixmap)) -> Vec<u8> {
        let mut to = Pixmap::new(90, 90).unwrap();
        draw(&mut to);
        to.data().to_vec()
    }

    fn marks(marks: Marks, occupied: bool) -> Vec<u8> {
        drawn(|to| below(to, marks, occupied, SIDE))
    }

    fn inked(picture: &[u8]) -> usize {
        picture.chunks_exact(4).filter(|pixel| pixel[3] > 0).count()
    }

    /// The sign of a removed piece replaces that of the start of a move. A piece on the Space hides both.
    #[test]
    fn a_removed_piece_is_marked_before_the_start_of_a_move() {
        let both = Marks::FROM | Marks::REMOVED;
        assert_eq!(marks(both, false), marks(Marks::REMOVED, false));
        assert_ne!(marks(both, false), marks(Marks::FROM, false));
        for one in [Marks::FROM, Marks::REMOVED, both] {
            assert!(inked(&marks(one, false)) > 0 && inked(&marks(one, true)) == 0, "{one:?}");
        }
        let arrived = [Marks::TO, Marks::CREATED, Marks::CONVERTED].map(|one| marks(one, true));
        assert!(arrived.iter().all(|one| *one == arrived[0] && inked(one) > 0));
    }

    /// Hints do not cover a piece: a dot becomes smaller, a diamond goes around the piece.
    #[test]
    fn hints_do_not_cover_a_piece() {
        let area = |kind: HintKind, occupied| inked(&drawn(|to| hint(to, kind, occupied, SIDE)));
        assert!(area(HintKind::Move, true) < area(HintKind::Move, false));
        assert!(area(HintKind::Jump, true) > area(HintKind::Jump, false));
        for kind in [HintKind::Capture, HintKind::Shot, HintKind::Effect, HintKind::Swap, HintKind::Place] {
            assert!(area(kind, true) == area(kind, false) && area(kind, true) > 0, "{kind:?}");
        }
    }
}
