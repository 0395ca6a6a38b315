//! Endings: whether a side can still win, and the way to win against a bare Titan.

use engine::board::{Seat, Space};
use engine::play::{Piece, Position, Royalty, Rules, TypeId};

use crate::knowledge::Knowledge;
use crate::value::Values;

/// Bonus for the side that mates a bare Titan, so that it prefers this to any advantage that remains uncertain.
const BARE: i32 = 400;
/// Value of each half step that the bare Titan is away from the centre.
const EDGE: i32 = 10;
/// Value of each Space that the bare Titan is nearer to a corner in which it can be mated.
const CORNER: i32 = 18;
/// Value of each Space between the Titans less.
const CLOSE: i32 = 12;
/// Value of each Space between the bare Titan and another piece less.
const NEAR: i32 = 2;
/// Maximum distance of an own Titan that helps to mate.
const HELP: u8 = 2;
/// Number of pieces that cannot mate alone, but may together.
const TOGETHER: u16 = 2;

/// Pieces with which a seat can win.
#[derive(Clone, Debug, Default)]
struct Means {
    /// The seat has other ways to win, so nothing can be said.
    others: bool,
    /// Types that can mate with the help of their Titan alone, and types that promote to one of these.
    mates: Vec<TypeId>,
    promotes: Vec<TypeId>,
    /// Other types that capture, except those that promote.
    assists: Vec<TypeId>,
}

impl Means {
    fn has(pos: &Position, seat: Seat, types: &[TypeId]) -> bool {
        types.iter().any(|ty| pos.count(seat, *ty) + pos.reserve(seat, *ty) > 0)
    }

    fn assistants(&self, pos: &Position, seat: Seat) -> u16 {
        self.assists.iter().map(|ty| pos.count(seat, *ty) + pos.reserve(seat, *ty)).sum()
    }

    fn can_mate(&self, pos: &Position, seat: Seat) -> bool {
        Self::has(pos, seat, &self.mates) || self.assistants(pos, seat) >= TOGETHER
    }

    fn can_win(&self, pos: &Position, seat: Seat) -> bool {
        self.others || Self::has(pos, seat, &self.promotes) || self.can_mate(pos, seat)
    }
}

/// Knowledge about endings of a duel.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endings {
    /// By seat; empty in games of three and more.
    means: Vec<Means>,
}

impl Endings {
    pub fn new(rules: &Rules, values: &Values) -> Self {
        if rules.seat_count() != 2 {
            return Self::default();
        }
        Self { means: Seat::all(2).map(|seat| means(rules, values, seat)).collect() }
    }
}

fn means(rules: &Rules, values: &Values, seat: Seat) -> Means {
    let enemy = Seat(1 - seat.0);
    let usual = rules.royalty(enemy) == Royalty::Last && rules.keep[enemy.index()].is_empty();
    let mut means = Means { others: !usual || rules.has_aims(seat), ..Means::default() };
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

impl Knowledge {
    /// Checks whether a seat can still win, by the pieces it has.
    #[inline]
    pub(crate) fn can_win(&self, pos: &Position, seat: Seat) -> bool {
        self.endings().means.get(seat.index()).is_none_or(|means| means.can_win(pos, seat))
    }

    /// Checks whether no seat can win any more.
    pub(crate) fn is_dead(&self, pos: &Position) -> bool {
        !self.can_win(pos, Seat(0)) && !self.can_win(pos, Seat(1))
    }

    /// Limits a score for the Player to move: a side that cannot win has no advantage.
    #[inline]
    pub(crate) fn limited(&self, pos: &Position, score: i32) -> i32 {
        let me = pos.to_move();
        let ahead = if score > 0 { me } else { Seat(1 - (me.0 & 1)) };
        if self.can_win(pos, ahead) { score } else { 0 }
    }

    /// Checks whether a seat has nothing on the board but one Titan.
    #[inline]
    pub(crate) fn is_bare(&self, pos: &Position, seat: Seat) -> bool {
        pos.blocking(seat).len() == 1 && pos.titans(seat).len() == 1 && pos.non_blocking(seat).is_empty()
    }

    /// Score of the first Player where one side has a bare Titan and the other can mate it.
    #[inline]
    pub(crate) fn mop_up(&self, pos: &Position) -> Option<i32> {
        let (winner, prey) = match (self.is_bare(pos, Seat(0)), self.is_bare(pos, Seat(1))) {
            (false, true) => (Seat(0), Seat(1)),
            (true, false) => (Seat(1), Seat(0)),
            _ => return None,
        };
        self.drive(pos, winner, prey).map(|score| if winner == Seat(0) { score } else { -score })
    }

    /// Progress of `winner` in mating the bare Titan of `prey`.
    #[cold]
    fn drive(&self, pos: &Position, winner: Seat, prey: Seat) -> Option<i32> {
        let means = self.endings().means.get(winner.index())?;
        let ([hunter], [titan]) = (pos.titans(winner), pos.titans(prey)) else { return None };
        let in_reserve = pos.score(prey) > BARE;
        if means.others || !means.can_mate(pos, winner) || in_reserve {
            return None;
        }
        let push = match self.colour_of_corners(pos, winner, means) {
            Some(colour) => {
                let corners = self.corners().iter().filter(|corner| colour_of(**corner) == colour);
                let away = corners.map(|corner| walk(*corner, *titan)).min().unwrap_or(0);
                CORNER * (2 * 16 - away)
            }
            None => EDGE * self.off_centre(*titan),
        };
        let close = CLOSE * (16 - i32::from(hunter.distance(*titan)));
        let others = pos.blocking(winner).iter().filter(|space| space != hunter);
        let near: i32 = others.map(|space| NEAR * (16 - i32::from(space.distance(*titan)))).sum();
        Some(pos.score(winner) - pos.score(prey) + BARE + push + close + near)
    }

    /// Colour of the corners in which to mate, if pieces bound to one colour are needed for it.
    fn colour_of_corners(&self, pos: &Position, winner: Seat, means: &Means) -> Option<u8> {
        if Means::has(pos, winner, &means.mates) {
            return None;
        }
        let bound = means.assists.iter().filter(|ty| self.terrain().bound[ty.index()]);
        let mut colours = bound.flat_map(|ty| pos.of_type(winner, *ty)).map(colour_of);
        let first = colours.next()?;
        colours.all(|colour| colour == first).then_some(first)
    }
}

const fn colour_of(space: Space) -> u8 {
    (space.file() + space.rank()) % 2
}

/// Distance in steps along files and ranks.
fn walk(from: Space, to: Space) -> i32 {
    i32::from(from.file().abs_diff(to.file())) + i32::from(from.rank().abs_diff(to.rank()))
}
