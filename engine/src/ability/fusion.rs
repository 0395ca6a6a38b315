//! `fusion`: one of two adjacent pieces with a tier captures itself, and the other becomes the piece of the combined
//! tier.

use super::tiers::{RULER, TIERS, Tiers};
use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::board::{EIGHT, SpaceSet};
use crate::play::{Event, Kept, Kind};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "fusion",
    scope: Scope::Battalion,
    params: &[
        TIERS,
        RULER,
        ParamSpec {
            name: "hand-rear",
            kind: ParamKind::Number(1, 12),
            required: false,
            about: "A piece on so many rearmost rows of another Player's Territory can also fuse with a piece in its Player's reserve.",
        },
    ],
    about: "As a turn, a piece with a tier captures itself next to another one of its Player, which becomes the piece whose tier is \
            the sum of both. It is no promotion. There must be a piece of that tier. A piece that is held cannot capture itself so, and an \
            Immutable one is not changed.",
    rules: "A-6, A-8",
    example: "[[power]]\nuse = \"fusion\"\ntiers = [\"lead-golem\", \"iron-golem\", \"silver-golem\"]\nruler = [\"alchemist\"]\nhand-rear = 3",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Fusion {
    tiers: Tiers,
    index: u8,
    /// Spaces where a piece can fuse with one in reserve, by seat.
    far: Vec<SpaceSet>,
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    if !rules.is_first_user(seat) {
        return;
    }
    let rows = given.number("hand-rear", 0);
    let far = Seat::all(rules.seat_count())
        .map(|own| {
            let mut far = SpaceSet::EMPTY;
            for other in Seat::all(rules.seat_count()).filter(|other| *other != own) {
                far.extend(&rules.board.rear(other, rows));
            }
            far
        })
        .collect();
    let fusion = Fusion { tiers: Tiers::new(given, rules), index: rules.next_power(), far };
    rules.powers.push(Arc::new(fusion));
}

impl Fusion {
    /// Type taken from the reserve by a fusion on one Space.
    fn used(&self, pos: &Position, mv: &Move) -> Option<TypeId> {
        let before = self.tiers.of(pos.at(mv.to)?.ty)?;
        let after = self.tiers.of(mv.promote?)?;
        self.tiers.at(after.checked_sub(before)?)
    }
}

impl Power for Fusion {
    fn generate(&self, rules: &Rules, pos: &Position, seat: Seat, out: &mut MoveList) {
        if !self.tiers.ruled(pos, seat) {
            return;
        }
        let mut fuse = |from: Space, to: Space, sum: usize, kept: Kept| {
            if let Some(becomes) = self.tiers.at(sum) {
                let kind = Kind::Fuse { power: self.index, kept };
                out.push(Move { promote: Some(becomes), ..Move::of(kind, from, to) });
            }
        };
        for to in pos.blocking(seat).iter() {
            let Some((piece, tier)) = self.tiers.on(pos, to) else {
                continue;
            };
            if rules.ty(piece.ty).immutable {
                continue;
            }
            for vector in EIGHT {
                let Some(from) = rules.board.step(to, vector) else {
                    continue;
                };
                if let Some((other, more)) = self.tiers.on(pos, from)
                    && other.seat == seat
                    && rules.restraint(pos, from, other).is_none()
                {
                    fuse(from, to, tier + more, Kept::Nothing);
                }
            }
            if self.far[seat.index()].has(to) && rules.restraint(pos, to, piece).is_none() {
                for more in 1..=self.tiers.count() {
                    let Some(used) = self.tiers.at(more) else { continue };
                    for kept in Kept::ALL.into_iter().filter(|kept| pos.held(seat, used, *kept) > 0) {
                        fuse(to, to, tier + more, kept);
                    }
                }
            }
        }
    }

    fn make(&self, rules: &Rules, pos: &mut Position, mv: &Move) {
        let seat = pos.to_move();
        let Some(becomes) = mv.promote else { return };
        if let Kind::Fuse { kept, .. } = mv.kind
            && mv.from == mv.to
        {
            let Some(used) = self.used(pos, mv) else {
                return;
            };
            pos.use_up(seat, used, kept);
        } else if let Some(piece) = pos.take(rules, mv.from) {
            pos.tell(Event::SelfCaptured { piece, space: mv.from });
        }
        super::tiers::change(rules, pos, mv.to, becomes);
        pos.state_mut().progress = true;
    }

    fn arrivals(&self, _: &Rules, _: &Position, mv: &Move) -> [Option<(TypeId, Space)>; 2] {
        [mv.promote.map(|ty| (ty, mv.to)), None]
    }
}
