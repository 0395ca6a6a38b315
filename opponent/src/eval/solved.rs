//! Results of solved endings by piece types. Each ending is solved when it is first needed.

use std::sync::OnceLock;

use engine::play::{Piece, PieceType, Rules, TypeId};

use super::solver::solve;

/// Abilities that change nothing in an ending against a bare Titan.
const HARMLESS: [&str; 1] = ["swap-with-titan"];

/// Endings of a seat's Titan and one or two pieces against a bare Titan.
#[derive(Debug)]
pub(super) struct Solved {
    own: Piece,
    prey: Piece,
    /// By type: the solver knows all that pieces of the type can do.
    plain: Vec<bool>,
    /// By type: result with one piece.
    alone: Vec<OnceLock<Option<bool>>>,
    /// By two types: results with the pieces on Spaces of the same colour and of different colours.
    pairs: Vec<OnceLock<Option<[bool; 2]>>>,
}

impl Solved {
    pub fn new(rules: &Rules, own: Piece, prey: Piece) -> Self {
        let powers = [own, prey].iter().any(|piece| !rules.army(piece.seat).powers.is_empty());
        let harmless = |ty: &PieceType| ty.ability_names.iter().all(|name| HARMLESS.contains(&name.as_str()));
        let plain: Vec<bool> = rules.types.iter().map(|ty| !powers && ty.layer == 0 && harmless(ty)).collect();
        let types = plain.len();
        Self { own, prey, plain, alone: vec![OnceLock::new(); types], pairs: vec![OnceLock::new(); types * types] }
    }

    /// Checks whether one piece usually wins. Returns `None` if this cannot be solved.
    pub fn alone(&self, rules: &Rules, ty: TypeId) -> Option<bool> {
        *self.alone[ty.index()].get_or_init(|| self.solve(rules, &[ty]).map(|[won, _]| won))
    }

    /// Checks whether two pieces usually win, on Spaces of the same colour and of different colours. Returns `None` if
    /// this cannot be solved.
    pub fn pair(&self, rules: &Rules, one: TypeId, other: TypeId) -> Option<[bool; 2]> {
        let [one, other] = [one.min(other), one.max(other)];
        let pair = &self.pairs[one.index() * self.plain.len() + other.index()];
        *pair.get_or_init(|| self.solve(rules, &[one, other]))
    }

    fn solve(&self, rules: &Rules, types: &[TypeId]) -> Option<[bool; 2]> {
        let pieces: Vec<Piece> = types.iter().map(|ty| Piece::new(*ty, self.own.seat)).collect();
        let plain = [self.own, self.prey].iter().chain(&pieces).all(|piece| self.plain[piece.ty.index()]);
        if plain { solve(rules, self.own, self.prey, &pieces) } else { None }
    }
}
