//! Panel of a Player: token, name, state, facts, reserves and captured pieces (`chips`).

mod chips;

use std::sync::Arc;

use engine::board::Seat;
use engine::view::{SeatView, View};

use crate::art::{Plate, fit, shapes};
use crate::cell::{Cell, Studio};
use crate::colour::{Rgb, distance, is_dark};
use crate::frame::{Frame, Place, Tile};
use crate::ink::{self, INKS, InkId};
use crate::layout::{Area, PanelPlace, Shape, Unit};
use crate::options::People;
use crate::plates::Plates;
use crate::status::{PlayerState, SUFFIX, facts, name, shortened, unnamed};
use crate::theme::{NIGHT, Theme, WHITE};

/// Height of texts, in units: 11 pixels on a phone, where pictures are 350 pixels wide.
const TEXT: i32 = 23;

/// Distance below which a colour looks like the panel behind it.
const LIKE_PANEL: i32 = 2000;

/// Data for panels.
pub(crate) struct Panels<'a> {
    pub view: &'a View,
    pub people: &'a People,
    pub theme: Theme,
    pub unit: Unit,
    pub plates: &'a Plates,
    pub studio: Studio<'a>,
}

/// Draws the token shape of a seat in its ink.
pub(crate) fn token(frame: &mut Frame<'_>, seat: u8, ink: InkId, theme: Theme, (x, y): (f32, f32), r: f32) {
    let (panel, ink) = (theme.colours().panel, INKS[ink as usize % INKS.len()].fill);
    let ring = if is_dark(panel) { WHITE } else { NIGHT };
    frame.fill(shapes::token(seat, x, y, r), ring, 255);
    // A black token is darker than a dark panel, not hollow.
    let fill = if distance(ink, panel) < LIKE_PANEL { NIGHT } else { ink };
    let inner = if is_dark(ink) && is_dark(panel) { 0.7 } else { 0.74 };
    frame.fill(shapes::token(seat, x, y, r * inner), fill, 255);
}

impl Panels<'_> {
    /// Draws one panel.
    pub(crate) fn draw(&self, frame: &mut Frame<'_>, place: PanelPlace, tile: &mut dyn FnMut(&Cell) -> Arc<Tile>) {
        let Some(seat) = self.view.seats.iter().find(|v| v.seat == place.seat) else {
            return;
        };
        match place.shape {
            Shape::Bar => self.bar(frame, seat, place.area, tile),
            Shape::Card => self.card(frame, seat, place.area, tile),
        }
    }

    fn players(&self) -> usize {
        self.view.seats.len()
    }

    fn px(&self, pixels: i32) -> i32 {
        self.unit.px(pixels)
    }

    fn high(&self, pixels: i32) -> f32 {
        self.px(pixels).max(11) as f32
    }

    fn name(&self, seat: &SeatView) -> String {
        let name = name(self.people, seat.seat, self.players());
        if self.studio.fonts.readable(&name) { name } else { unnamed(seat.seat, self.players()) }
    }

    fn colour(&self, state: &PlayerState) -> Rgb {
        let c = self.theme.colours();
        match state {
            PlayerState::Check(_) => c.alarm,
            PlayerState::ToAct(_) | PlayerState::Won => c.turn,
            _ => c.muted,
        }
    }

    fn bar(&self, frame: &mut Frame<'_>, seat: &SeatView, area: Area, tile: &mut dyn FnMut(&Cell) -> Arc<Tile>) {
        let c = self.theme.colours();
        let fonts = self.studio.fonts;
        let state = PlayerState::of(self.view, seat);
        frame.rect(area.x, area.y, area.w, area.h, c.panel);
        if self.theme == Theme::HighContrast {
            frame.rect(area.x, if area.y == 0 { area.h - 2 } else { area.y }, area.w, 2, c.line);
        }
        if state.acts() {
            frame.rect(area.x, area.y, self.px(8), area.h, self.colour(&state));
        }
        let ink = ink::of(seat.seat, self.players());
        let middle = (area.y + area.h / 2) as f32;
        token(frame, seat.seat.0, ink, self.theme, (self.px(35) as f32, middle), self.px(15) as f32);
        let left = self.px(62);
        let chips = self.chips(seat);
        let side = self.px(34);
        let wanted = self.width(&chips, side);
        let room = area.w - left - self.px(14);
        let texts = (room - wanted - self.px(12)).max(room * 45 / 100);
        let words = fonts.fit(&state.words(), self.high(TEXT), texts as f32 * 0.55);
        let gap = if words.width > 0.0 { self.px(14) } else { 0 };
        let name = fonts.shrink(&self.name(seat), self.highs(27, 23), texts as f32 - words.width - gap as f32);
        let base = area.y + self.px(31);
        let quiet = matches!(state, PlayerState::Out(_));
        let end = frame.run(fonts, &name, left, base, if quiet { c.muted } else { c.text });
        frame.run(fonts, &words, end + gap, base, self.colour(&state));
        let low = area.y + self.px(56);
        self.facts(frame, seat, Place::left(left, low, self.high(TEXT), texts));
        let right = Area::new(area.x + left + texts + self.px(12), area.y, room - texts - self.px(12), area.h);
        let width = self.width(&chips, side).min(right.w);
        let row = Area::new(right.x + right.w - width, area.y + (area.h - side) / 2, width, side);
        self.rows(frame, &chips, row, tile);
    }

    fn card(&self, frame: &mut Frame<'_>, seat: &SeatView, area: Area, tile: &mut dyn FnMut(&Cell) -> Arc<Tile>) {
        let c = self.theme.colours();
        let state = PlayerState::of(self.view, seat);
        frame.round_rect(area.x, area.y, area.w, area.h, self.px(12), c.panel);
        let outline = match self.theme {
            _ if state.acts() => Some((self.colour(&state), self.px(4))),
            Theme::HighContrast => Some((c.line, 2)),
            _ => None,
        };
        if let Some((colour, width)) = outline {
            frame.round_frame(area, self.px(11), colour, width);
        }
        let ink = ink::of(seat.seat, self.players());
        let at = ((area.x + self.px(25)) as f32, (area.y + self.px(27)) as f32);
        token(frame, seat.seat.0, ink, self.theme, at, self.px(13) as f32);
        let name = if matches!(state, PlayerState::Out(_)) { c.muted } else { c.text };
        let body = Area::new(area.x + self.px(14), area.y, area.w - self.px(26), area.h - self.px(8));
        let top = if area.w > self.px(280) {
            self.wide(frame, seat, &state, name, body)
        } else {
            self.tall(frame, seat, &state, name, body)
        };
        let chips = Area::new(body.x, top, body.w, body.y + body.h - top);
        self.rows(frame, &self.chips(seat), chips, tile);
    }

    /// Draws all facts on one line.
    fn facts(&self, frame: &mut Frame<'_>, seat: &SeatView, place: Place) {
        let facts = facts(self.view, seat, self.people);
        let whole = facts.join(" · ");
        let text = if self.is_within(&whole, place.room) { whole } else { shortened(facts).join(" · ") };
        self.line(frame, seat, &text, place);
    }

    /// Returns whether a line of facts fits.
    fn is_within(&self, text: &str, room: f32) -> bool {
        self.studio.fonts.fit(text, self.high(TEXT), f32::MAX).width <= room
    }

    /// Draws a line of facts. The plate of the army's pieces comes before the army's name.
    #[expect(clippy::cast_possible_truncation, reason = "pixels: a picture has a few thousand in each direction")]
    fn line(&self, frame: &mut Frame<'_>, seat: &SeatView, text: &str, place: Place) {
        let (fonts, muted) = (self.studio.fonts, self.theme.colours().muted);
        let name = seat.battalion.strip_suffix(SUFFIX).unwrap_or(&seat.battalion);
        let plate = self.plates.of_army(seat.seat).zip(text.find(name));
        let Some((plate, at)) = plate else {
            frame.text(fonts, text, place, muted);
            return;
        };
        let (before, after) = text.split_at(at);
        let left = if before.is_empty() { place.x } else { frame.text(fonts, before, place, muted) };
        let r = place.high * 0.45;
        self.plate(frame, seat.seat, plate, (left as f32 + r, place.baseline as f32 - place.high * 0.32), r);
        let x = left + (2.6 * r) as i32;
        frame.text(fonts, after, Place { x, room: place.room - (x - place.x) as f32, ..place }, muted);
    }

    /// Draws a plate of radius `r` in the colours of a seat's pieces.
    fn plate(&self, frame: &mut Frame<'_>, seat: Seat, plate: Plate, (x, y): (f32, f32), r: f32) {
        let ink = INKS[ink::of(seat, self.players()) as usize % INKS.len()];
        let Some(sign) = self.studio.icons.sign(plate) else { return };
        frame.fill(shapes::circle(x, y, r), ink.fill, 255);
        frame.fill(shapes::circle(x, y, r * 0.9), ink.detail, 255);
        frame.fill(sign.whole.clone().transform(fit(sign, r * 1.4, x, y)), ink.fill, 255);
    }

    /// Draws name and state side by side, facts below; returns the top of the area for chips.
    fn wide(&self, frame: &mut Frame<'_>, seat: &SeatView, state: &PlayerState, name: Rgb, body: Area) -> i32 {
        let fonts = self.studio.fonts;
        let indent = self.px(32);
        let words = fonts.fit(&state.words(), self.high(24), body.w as f32 * 0.5);
        let room = (body.w - indent - self.px(12)) as f32 - words.width;
        let run = fonts.shrink(&self.name(seat), self.highs(27, 23), room);
        let base = body.y + self.px(36);
        let end = frame.run(fonts, &run, body.x + indent, base, name);
        frame.run(fonts, &words, end + self.px(12), base, self.colour(state));
        let line = body.y + self.px(64);
        self.facts(frame, seat, Place::left(body.x, line, self.high(TEXT), body.w));
        line + self.px(9)
    }

    /// Draws the name on one or two lines, then state, then facts; returns the top of the area for chips.
    fn tall(&self, frame: &mut Frame<'_>, seat: &SeatView, state: &PlayerState, name: Rgb, body: Area) -> i32 {
        let fonts = self.studio.fonts;
        let indent = self.px(32);
        let room = (body.w - indent) as f32;
        let step = self.px(26);
        let mut line = body.y + self.px(36);
        let whole = self.name(seat);
        let one = fonts.shrink(&whole, self.highs(27, 23), room);
        match fonts.split(&whole, self.high(24), room).filter(|_| one.cut) {
            Some((first, second)) => {
                frame.run(fonts, &first, body.x + indent, line - self.px(5), name);
                line += self.px(20);
                frame.run(fonts, &second, body.x + indent, line, name);
            }
            None => {
                frame.run(fonts, &one, body.x + indent, line, name);
            }
        }
        line += step;
        let words = fonts.shrink(&state.words(), self.highs(25, 23), body.w as f32);
        if words.width > 0.0 {
            frame.run(fonts, &words, body.x, line, self.colour(state));
            line += step;
        }
        for text in self.lines(facts(self.view, seat, self.people), body.w, 3) {
            self.line(frame, seat, &text, Place::left(body.x, line, self.high(TEXT), body.w));
            line += step;
        }
        line - step + self.px(9)
    }

    /// Text sizes from large to small.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels: a picture has a few thousand in each direction"
    )]
    fn highs(&self, from: i32, to: i32) -> impl Iterator<Item = u16> {
        (self.px(to)..=self.px(from)).rev().map(|h| h.max(11) as u16)
    }

    /// Arranges facts on at most `limit` lines, with the army's short name if necessary.
    fn lines(&self, facts: Vec<String>, room: i32, limit: usize) -> Vec<String> {
        let arrange = |facts: &[String]| {
            let mut lines: Vec<String> = Vec::new();
            for fact in facts {
                match lines.last_mut() {
                    Some(line) if self.is_within(&format!("{line} · {fact}"), room as f32) => {
                        *line += &format!(" · {fact}");
                    }
                    _ => lines.push(fact.clone()),
                }
            }
            lines
        };
        let mut lines = arrange(&facts);
        if lines.len() > limit {
            lines = arrange(&shortened(facts));
        }
        let rest = lines.split_off(limit.min(lines.len()));
        if let Some(last) = lines.last_mut() {
            rest.iter().for_each(|line| *last += &format!(" · {line}"));
        }
        lines
    }
}
