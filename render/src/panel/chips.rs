//! Rows of small pieces in a panel: reserves and captured pieces.

use std::sync::Arc;

use engine::play::Kept;
use engine::view::{HeldView, Look, SeatView};

use super::Panels;
use crate::art::Art;
use crate::badge::Sign;
use crate::cell::{Cell, Figure};
use crate::frame::{Frame, Place, Tile};
use crate::ground::Ground;
use crate::ink::{self, InkId};
use crate::layout::Area;

/// A small piece with a number.
pub(super) struct Chip {
    art: Art,
    ink: InkId,
    count: u32,
    signs: &'static [Sign],
}

impl Panels<'_> {
    /// Reserves, then captured pieces, each group after its own sign.
    pub(super) fn chips(&self, seat: &SeatView) -> [Vec<Chip>; 2] {
        let players = self.players();
        let own = ink::of(seat.seat, players);
        let icons = self.studio.icons;
        let chip = |look: &Look, ink, count, kept| Chip { art: icons.art(look), ink, count, signs: Sign::kept(kept) };
        let held = |held: &HeldView| {
            let chip = chip(&held.look, own, held.count, held.kept);
            Chip { art: self.plates.art(seat.seat, chip.art, icons), ..chip }
        };
        let reserve = seat.reserve.iter().filter(|held| held.count > 0);
        let taken = seat.captured.iter().filter(|c| c.2 > 0);
        [
            reserve.map(held).collect(),
            taken.map(|(look, from, n)| chip(look, ink::of(*from, players), *n, Kept::Nothing)).collect(),
        ]
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    fn chip_width(&self, chip: &Chip, side: i32) -> i32 {
        let digits = if chip.count > 1 { chip.count.to_string().len() as i32 } else { 0 };
        side + self.px(3) + digits * self.px(11) + if digits > 0 { self.px(3) } else { 0 }
    }

    pub(super) fn width(&self, chips: &[Vec<Chip>; 2], side: i32) -> i32 {
        let group = |g: &Vec<Chip>| match g.len() {
            0 => 0,
            _ => self.px(19) + g.iter().map(|c| self.chip_width(c, side)).sum::<i32>(),
        };
        group(&chips[0]) + group(&chips[1])
    }

    /// Draws chips in rows from left to right. Those that do not fit are counted at the end.
    pub(super) fn rows(
        &self,
        frame: &mut Frame<'_>,
        chips: &[Vec<Chip>; 2],
        area: Area,
        tile: &mut dyn FnMut(&Cell) -> Arc<Tile>,
    ) {
        let c = self.theme.colours();
        let side = self.px(34).min(area.h);
        if side < self.px(18) {
            return;
        }
        let (mut x, mut y) = (area.x, area.y);
        let end = area.x + area.w;
        let mut left: u32 = chips.iter().flatten().map(|chip| chip.count).sum();
        for (sign, group) in ["+", "×"].into_iter().zip(chips) {
            for (i, chip) in group.iter().enumerate() {
                let lead = if i == 0 { self.px(19) } else { 0 };
                let wide = lead + self.chip_width(chip, side);
                let last_row = y + 2 * (side + self.px(3)) > area.y + area.h;
                let others = left > chip.count;
                let reserve = if last_row && others { self.px(30) } else { 0 };
                if x + wide + reserve > end && !(last_row && !others && x + wide <= end) {
                    if last_row {
                        let text = format!("+{left}");
                        let place = Place::left(x + 2, y + side * 7 / 10, self.high(20), end - x);
                        frame.text(self.studio.fonts, &text, place, c.text);
                        return;
                    }
                    x = area.x;
                    y += side + self.px(3);
                }
                if lead > 0 {
                    let place = Place::middle(x + self.px(8), y + side * 7 / 10, self.high(22), self.px(20));
                    frame.text(self.studio.fonts, sign, place, c.muted);
                    x += lead;
                }
                self.chip(frame, chip, (x, y), side, tile);
                x += wide - lead;
                left -= chip.count;
            }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    fn chip(
        &self,
        frame: &mut Frame<'_>,
        chip: &Chip,
        (x, y): (i32, i32),
        side: i32,
        tile: &mut dyn FnMut(&Cell) -> Arc<Tile>,
    ) {
        let c = self.theme.colours();
        let signs = chip.signs.to_vec();
        let figure = Figure { art: chip.art.clone(), ink: chip.ink, titan: false, blocking: true, signs, pip: None };
        frame.round_rect(x, y, side, side, side / 6, c.plate);
        let cell = Cell::bare((side - 4).max(8) as u16, self.theme, Ground::Plate, figure);
        frame.tile(x + 2, y + 2, &tile(&cell));
        if chip.count > 1 {
            let text = chip.count.to_string();
            let place = Place::left(x + side + self.px(3), y + side * 7 / 10, self.high(21), self.px(60));
            frame.text(self.studio.fonts, &text, place, c.text);
        }
    }
}
