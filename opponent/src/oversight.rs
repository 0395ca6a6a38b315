//! Oversights of weaker players: kinds of replies that they miss, and of own turns in the case of beginners. They are
//! the same throughout a game. Such mistakes resemble those of people, and an opponent can learn to exploit them.

use engine::play::{Kind, Move, Position, Rules};

use crate::candidate::Candidate;
use crate::level::Temper;
use crate::random::{Random, mix};

/// Distance above which a reply counts as far.
const FAR: u8 = 4;

/// Oversights of one player in one game.
#[derive(Clone, Debug)]
pub(crate) struct Oversight {
    seed: u64,
    /// Replies of an overlooked kind that are missed, per 1,000.
    missed: u64,
    /// Other replies that are missed, per 1,000.
    careless: u64,
    /// Own turns of an overlooked kind that are missed, per 1,000.
    own: u64,
    backward: bool,
    far: bool,
    side_effects: bool,
    /// Random bits that select about one in four piece types with abilities; their replies count as hard to see.
    strange: u64,
}

impl Oversight {
    /// Draws the kinds of turns to overlook, each with a probability of 60 %; `None` for a level that overlooks nothing.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a probability in thousandths")]
    pub fn draw(seed: u64, temper: Temper) -> Option<Self> {
        let Temper { oversight, careless, own_oversight, .. } = temper;
        if oversight <= 0.0 {
            return None;
        }
        let mut random = Random::new(seed ^ 0x0b5e);
        Some(Self {
            seed,
            missed: (oversight * 1_000.0) as u64,
            careless: (careless * 1_000.0) as u64,
            own: (own_oversight * 1_000.0) as u64,
            backward: random.unit() < 0.6,
            far: random.unit() < 0.6,
            side_effects: random.unit() < 0.6,
            strange: random.next(),
        })
    }

    /// Checks whether this reply is missed.
    #[inline]
    pub fn misses(&self, rules: &Rules, pos: &Position, mv: &Move, key: u64, loud: bool) -> bool {
        let drawn = mix(key ^ self.seed) % 1_000;
        drawn < self.careless || drawn < self.missed && self.is_hard_to_see(rules, pos, mv, loud)
    }

    /// Removes the own turns that are missed, unless no other is left.
    pub fn narrow(&self, rules: &Rules, pos: &Position, candidates: &mut Vec<Candidate>) {
        let found = |candidate: &Candidate| {
            let drawn = mix(candidate.mv.key(&[]) ^ self.seed) % 1_000;
            drawn >= self.own || !self.is_hard_to_see(rules, pos, &candidate.mv, candidate.loud)
        };
        if candidates.iter().any(found) {
            candidates.retain(found);
        }
    }

    fn is_hard_to_see(&self, rules: &Rules, pos: &Position, mv: &Move, loud: bool) -> bool {
        let seat = pos.to_move();
        if self.far && mv.from.distance(mv.to) > FAR {
            return true;
        }
        if self.backward && rules.board.side(seat).seen(mv.from.to(mv.to)).1 < 0 {
            return true;
        }
        let plain = matches!(mv.kind, Kind::Step | Kind::Double) && pos.at(mv.to).is_some();
        if self.side_effects && loud && !plain {
            return true;
        }
        let Some(piece) = pos.at(mv.from) else {
            return false;
        };
        let abilities = !rules.abilities(piece.ty).is_empty();
        abilities && self.strange >> (piece.ty.index() % 32 * 2) & 3 == 0
    }
}
