//! Pieces with which a seat can still win a duel.

use std::cmp::Reverse;
use std::sync::Arc;

use engine::board::{Seat, Space};
use engine::play::{MoveList, Mover, Piece, Position, Royalty, Rules, Stalemate, TypeId};

use super::solved::Solved;
use super::solver::colour_of;
use crate::value::Values;

/// Maximum distance of an own Titan that helps to mate.
const HELP: u8 = 2;
/// Number of pieces that cannot mate alone, but may together.
const TOGETHER: u16 = 2;
/// Number of pieces that are many enough to win, and of pieces that can turn back.
const MANY: usize = 9;
const MOBILE: usize = 3;

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
    /// Types that capture or promote; those that the seat starts with most of come first.
    fighters: Vec<Fighter>,
    /// Solved endings; `None` if any number of pieces may win.
    solved: Option<Arc<Solved>>,
}

/// Type that captures or promotes.
#[derive(Clone, Debug)]
struct Fighter {
    ty: TypeId,
    /// The type does more than advance.
    turns_back: bool,
    /// The type itself and the types to which it promotes.
    becomes: Vec<TypeId>,
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

    /// Checks whether the pieces of a seat can win, if only by mistakes of the Opponent.
    pub(super) fn can_win(&self, pos: &Position, seat: Seat) -> bool {
        self.others || self.stalemates || Self::has(pos, seat, &self.promotes) || self.can_mate(pos, seat)
    }

    /// Checks whether the pieces of a seat usually win against a bare Titan.
    #[inline]
    pub(super) fn usually_win(&self, rules: &Rules, pos: &Position, seat: Seat) -> bool {
        let Some(solved) = &self.solved else { return true };
        let (mut all, mut mobile) = (0, 0);
        for fighter in &self.fighters {
            let number = usize::from(pos.count(seat, fighter.ty) + pos.reserve(seat, fighter.ty));
            all += number;
            mobile += if fighter.turns_back { number } else { 0 };
            if all >= MANY || mobile >= MOBILE {
                return true;
            }
        }
        self.few_win(solved, rules, pos, seat)
    }

    /// Checks whether one of a few pieces usually wins alone, or two of them together.
    #[cold]
    fn few_win(&self, solved: &Solved, rules: &Rules, pos: &Position, seat: Seat) -> bool {
        // With the colours of their Spaces; pieces in reserve can be placed on both.
        let mut few: Vec<(&Fighter, Option<u8>)> = Vec::with_capacity(MANY);
        for fighter in &self.fighters {
            few.extend(pos.of_type(seat, fighter.ty).map(|space| (fighter, Some(colour_of(space)))));
            few.extend((0..pos.reserve(seat, fighter.ty)).map(|_| (fighter, None)));
        }
        let alone = |(fighter, _): &(&Fighter, _)| fighter.becomes.iter().any(|ty| self.wins_alone(rules, *ty));
        few.iter().any(alone)
            || few.iter().enumerate().any(|(number, one)| {
                few[number + 1..].iter().any(|other| {
                    let colours = [one, other].map(|(fighter, colour)| colour.filter(|_| fighter.becomes.len() == 1));
                    let won = |won: [bool; 2]| match colours {
                        [Some(one), Some(other)] => won[usize::from(one != other)],
                        _ => won[0] || won[1],
                    };
                    let types = |one| other.0.becomes.iter().map(move |other| (one, *other));
                    let mut pairs = one.0.becomes.iter().flat_map(|one| types(*one));
                    pairs.any(|(one, other)| solved.pair(rules, one, other).is_none_or(won))
                })
            })
    }

    /// Checks whether a piece of this type usually wins alone. If this cannot be solved, it wins where it can mate.
    fn wins_alone(&self, rules: &Rules, ty: TypeId) -> bool {
        let solved = self.solved.as_ref().and_then(|solved| solved.alone(rules, ty));
        solved.unwrap_or_else(|| self.mates.contains(&ty))
    }

    /// Checks whether one piece of a seat usually wins alone.
    pub(super) fn one_wins(&self, rules: &Rules, pos: &Position, seat: Seat) -> bool {
        let present = |ty: &&TypeId| Self::has(pos, seat, std::slice::from_ref(*ty));
        self.mates.iter().filter(present).any(|ty| self.wins_alone(rules, *ty))
    }
}

/// Means of each seat of a duel, by seat; empty in games of three and more.
pub(crate) fn of_seats(rules: &Rules, values: &Values) -> Vec<Means> {
    let seats = Seat::all(rules.seat_count()).filter(|_| rules.seat_count() == 2);
    let mut means: Vec<Means> = seats.map(|seat| means(rules, values, seat)).collect();
    // An army against itself has the same endings on both sides.
    if let [first, second] = means.as_mut_slice()
        && rules.seats[0].army == rules.seats[1].army
        && second.solved.is_some()
    {
        second.solved.clone_from(&first.solved);
    }
    means
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
    let fighter = |ty: TypeId| {
        let promotion = rules.ty(ty).promotion.iter().flat_map(|promotion| promotion.to.iter().copied());
        Fighter { ty, turns_back: turns_back(rules, ty), becomes: std::iter::once(ty).chain(promotion).collect() }
    };
    means.fighters = types().filter(|ty| values.captures(*ty) || means.promotes.contains(ty)).map(fighter).collect();
    let at_start = |ty: TypeId| match rules.ty(ty) {
        ty if ty.origin.0 == rules.seats[seat.index()].army => ty.at_start,
        _ => 0,
    };
    means.fighters.sort_by_key(|fighter| Reverse(at_start(fighter.ty)));
    let capable = means.fighters.iter().any(|fighter| fighter.turns_back || fighter.becomes.len() > 1);
    if capable && !means.others && !means.stalemates {
        means.solved = Some(Arc::new(Solved::new(rules, titans[0], titans[1])));
    }
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

/// Checks whether pieces of this type do more than advance.
fn turns_back(rules: &Rules, ty: TypeId) -> bool {
    let board = &rules.board;
    let owner = Seat::all(rules.seat_count()).find(|seat| rules.seats[seat.index()].army == rules.ty(ty).origin.0);
    let Some(seat) = owner.filter(|_| rules.ty(ty).layer == 0) else { return true };
    let middle = Space::new(board.width() / 2, board.height() / 2);
    if !board.has(middle) {
        return true;
    }
    let piece = Piece::new(ty, seat);
    let mut pos = Position::empty(rules);
    pos.put(rules, middle, piece);
    let mut list = MoveList::default();
    rules.generate_as(&pos, &Mover::real(middle, 0, piece), &mut list);
    let advances = |to: Space| board.side(seat).seen(middle.to(to)).1 > 0;
    list.moves.is_empty() || !list.moves.iter().all(|mv| advances(mv.to))
}
