//! Plates that are shown once beside an army's name instead of on each of its pieces, such as the Snares of Makpong.

use std::collections::BTreeMap;

use engine::board::Seat;
use engine::view::{Look, View};

use crate::art::{Art, Icons, Plate};

/// Plates of the armies in a View, by seat.
#[derive(Debug)]
pub(crate) struct Plates(Vec<Option<Plate>>);

impl Plates {
    /// Finds the plate that most kinds of an army's pieces carry.
    pub(crate) fn of(view: &View, icons: &Icons) -> Self {
        let of_seat = |seat: Seat| {
            let on_board = view.pieces.iter().filter(|piece| piece.seat == seat && !piece.fallen);
            let mut looks: Vec<&Look> = on_board.map(|piece| &piece.look).collect();
            looks.sort_by(|a, b| a.id.cmp(&b.id));
            looks.dedup_by(|a, b| a.id == b.id);
            let mut counts: BTreeMap<Plate, usize> = BTreeMap::new();
            for (plate, _) in looks.iter().filter_map(|look| icons.plate(&icons.art(look))) {
                *counts.entry(plate).or_default() += 1;
            }
            let (plate, kinds) = counts.into_iter().max_by_key(|(_, kinds)| *kinds)?;
            (kinds > 1 && kinds * 2 > looks.len()).then_some(plate)
        };
        Self(view.seats.iter().map(|seat| of_seat(seat.seat)).collect())
    }

    /// Plate of a seat's army.
    pub(crate) fn of_army(&self, seat: Seat) -> Option<Plate> {
        self.0.get(seat.index()).copied().flatten()
    }

    /// Art of a piece, without the plate of its army.
    pub(crate) fn art(&self, seat: Seat, art: Art, icons: &Icons) -> Art {
        match icons.plate(&art) {
            Some((plate, rest)) if self.of_army(seat) == Some(plate) => rest,
            _ => art,
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop")]
mod tests {
    use engine::battalion::load_builtin;
    use engine::titans::{Game, GameMode, Setup};
    use engine::view::Viewer;

    use super::*;

    #[test]
    fn the_snares_of_an_army_are_shown_once() {
        let armies = vec![load_builtin("makpong").unwrap(), load_builtin("medieval").unwrap()];
        let setup = Setup::new(GameMode::Duel, armies, [7; 32]).unwrap();
        let mut view = Game::new(setup).unwrap().view(Viewer::Public);
        let icons = Icons::new().unwrap();
        let plates = Plates::of(&view, &icons);
        assert!(plates.of_army(Seat(0)).is_some());
        assert_eq!(plates.of_army(Seat(1)), None);
        for piece in view.pieces.iter().filter(|piece| piece.seat == Seat(0)) {
            let art = icons.art(&piece.look);
            assert!(icons.plate(&art).is_some());
            assert_eq!(icons.plate(&plates.art(Seat(0), art, &icons)), None, "{}", piece.look.name);
        }
        // One piece alone keeps its plate.
        let pawn = view.pieces.iter().position(|piece| piece.look.name.contains("Pawn")).unwrap();
        view.pieces = vec![view.pieces[pawn].clone()];
        assert_eq!(Plates::of(&view, &icons).of_army(Seat(0)), None);
    }
}
