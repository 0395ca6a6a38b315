//! Pieces with which a seat can still win a duel.

use engine::board::{Seat, Space};
use engine::play::{Piece, Position, Royalty, Rules, Stalemate, TypeId};

use crate::value::Values;

/// Maximum distance of an own Titan that helps to mate.
const HELP: u8 = 2;
/// Number of pieces that cannot mate alone, but may together.
const TOGETHER: u16 = 2;

/// Pieces with which a seat can win.
#[derive(Clone, Debug, Default)]
pub(crate) struct Means {
    /// The seat has other ways to win, so nothing can be said.
    pub(super) others: bool,
    /// A stalemate wins, which any piece can bring about.
    stalemates: bool,
    /// Types that can mate with the help of their Titan alone, and types that promote to one of these.
    pub(super) mates: Vec<TypeId>,
    promotes: Vec<TypeId>,
    /// Other types that capture, except those that promote.
    pub(super) assists: Vec<TypeId>,
}

impl Means {
    pub(super) fn has(pos: &Position, seat: Seat, types: &[TypeId]) -> bool {
        types.iter().any(|ty| pos.count(seat, *ty) + pos.reserve(seat, *ty) > 0)
    }

    fn assistants(&self, pos: &Position, seat: Seat) -> u16 {
        self.assists.iter().map(|ty| pos.count(seat, *ty) + pos.reserve(seat, *ty)).sum()
    }

    pub(super) fn can_mate(&self, pos: &Position, seat: Seat) -> bool {
        Self::has(pos, seat, &self.mates) || self.assistants(pos, seat) >= TOGETHER
    }

    pub(super) fn can_win(&self, pos: &Position, seat: Seat) -> bool {
        self.others || self.stalemates || Self::has(pos, seat, &self.promotes) || self.can_mate(pos, seat)
    }
}

/// Means of each seat of a duel, by seat; empty in games of three and more.
pub(crate) fn of_seats(rules: &Rules, values: &Values) -> Vec<Means> {
    let seats = Seat::all(rules.seat_count()).filter(|_| rules.seat_count() == 2);
    seats.map(|seat| means(rules, values, seat)).collect()
}

fn means(rules: &Rules, values: &Values, seat: Seat) -> Means {
    let enemy = Seat(1 - seat.0);
    let usual = rules.royalty(enemy) == Royalty::Last && rules.keep[enemy.index()].is_empty();
    let stalemates = rules.stalemate(enemy) == Stalemate::Loses || rules.stalemate(seat) == Stalemate::Wins;
    let mut means = Means { others: !usual || rules.has_aims(seat), stalemates, ..Means::default() };
    let titan = |of: Seat| {
        let own = |ty: &TypeId| rules.ty(*ty).origin.0 == rules.seats[of.index()].army && rules.ty(*ty).titan;
        (0..rules.types.len()).map(TypeId::new).find(own)
    };
    let (Some(own), Some(prey)) = (titan(seat), titan(enemy)) else {
        return Means { others: true, ..means };
    };
    let titans = [Piece::new(own, seat), Piece::new(prey, enemy)];
    // Both seats may own any type, for example after a change of sides.
    let types = || (0..rules.types.len()).map(TypeId::new).filter(|ty| !rules.ty(*ty).titan);
    means.mates = types().filter(|ty| rules.ty(*ty).layer == 0 && mates_alone(rules, *ty, titans)).collect();
    means.promotes = types()
        .filter(|ty| {
            let promotion = rules.ty(*ty).promotion.as_ref();
            promotion
                .is_some_and(|promotion| promotion.to.iter().any(|to| means.mates.contains(to) || values.captures(*to)))
        })
        .collect();
    let assists = |ty: &TypeId| values.captures(*ty) && !means.mates.contains(ty) && !means.promotes.contains(ty);
    means.assists = types().filter(assists).collect();
    means
}

/// Checks whether a piece of this type can mate a bare Titan at the edge of the board, helped by its own Titan.
fn mates_alone(rules: &Rules, ty: TypeId, [own, prey]: [Piece; 2]) -> bool {
    let spaces: Vec<Space> = rules.board.spaces().iter().collect();
    let (Some(corner), width) = (spaces.first().copied(), rules.board.width()) else {
        return false;
    };
    let edge = Space::new(width / 2, corner.rank());
    let mut pos = Position::empty(rules);
    for at in [corner, edge].into_iter().filter(|at| rules.board.has(*at)) {
        pos.put(rules, at, prey);
        let near = |space: &&Space| (2..=HELP).contains(&space.distance(at));
        for helper in spaces.iter().filter(near) {
            pos.put(rules, *helper, own);
            pos.crown();
            pos.state_mut().to_move = prey.seat;
            for space in spaces.iter().filter(|space| **space != at && *space != helper) {
                pos.put(rules, *space, Piece::new(ty, own.seat));
                pos.commit();
                let mates = rules.in_check(&pos, prey.seat) && !rules.has_legal_move(&mut pos);
                pos.take(rules, *space);
                if mates {
                    return true;
                }
            }
            pos.take(rules, *helper);
        }
        pos.take(rules, at);
    }
    false
}
