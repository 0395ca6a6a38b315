//! Reasons why a piece cannot go to a Space that its movements reach on an empty board.

use crate::board::Space;
use crate::piece::{Bounds, Path, Vector, When, Zone};

use super::passage::Course;
use super::zone::{Limit, Limits};
use super::{Flags, Piece, Position, Rules};

/// Obstacle to a movement, ordered by how much a player can do about it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Obstacle {
    /// An own piece is there.
    OwnPiece,
    /// The movement only captures, and there is nothing to capture.
    OnlyCaptures,
    /// The movement does not capture, and a piece is there.
    OnlyMoves,
    /// The movement belongs to the piece's first move (M-2).
    FirstMove,
    /// This condition of the movement does not hold.
    Condition(When),
    /// The movement may not begin, pass or end there; with the zone in words, such as "its own palace".
    Zone(Limit, String),
    /// A piece that the movement must jump over is missing.
    Mount,
    /// A piece is in the way, on this Space.
    InTheWay(Space),
    /// A compulsory promotion there has no option left within its limits.
    NothingToBecome,
}

impl Rules {
    /// Finds what keeps `piece` from going from one Space to another; `None` if none of its Betza movements leads there.
    pub(crate) fn obstacle(&self, pos: &Position, from: Space, piece: Piece, to: Space) -> Option<Obstacle> {
        let (army, index) = self.ty(piece.ty).origin;
        let moves = &self.armies[army].pieces[index].moves;
        let side = self.board.side(piece.seat);
        let own = pos.at(to).is_some_and(|other| other.seat == piece.seat);
        let found = moves.iter().filter_map(|rule| {
            let course = Course { board: &self.board, path: &rule.path, side, from, to, pos: None, rules: self };
            let passed = course.any_path()?;
            let limits = Limits::new(self, piece.seat, army, &rule.bounds);
            let zone = limits.broken(from, &passed).map(|limit| Obstacle::Zone(limit, zone(&rule.bounds, limit)));
            let between = passed.split_last().map_or(&[][..], |(_, between)| between);
            let blocked = between.iter().copied().find(|at| pos.at(*at).is_some());
            Some(if rule.initial && !piece.flags.contains(Flags::FRESH) {
                Obstacle::FirstMove
            } else if !self.holds(pos, rule.when, piece, from) {
                Obstacle::Condition(rule.when)
            } else if let Some(zone) = zone {
                zone
            } else if pos.at(to).is_none() && !rule.mode.moves() {
                Obstacle::OnlyCaptures
            } else if rule.path.needs_others() && blocked.is_none() {
                Obstacle::Mount
            } else if let Some(blocked) = blocked.filter(|_| !rule.path.needs_others()) {
                Obstacle::InTheWay(blocked)
            } else if own {
                Obstacle::OwnPiece
            } else if pos.at(to).is_some() && !rule.mode.captures() {
                Obstacle::OnlyMoves
            } else if rule.path.needs_others() {
                Obstacle::InTheWay(between.iter().copied().rfind(|at| pos.at(*at).is_some())?)
            } else if self.lacks_promotion(pos, from, piece, to) {
                Obstacle::NothingToBecome
            } else {
                return None;
            })
        });
        found.max()
    }

    /// Returns whether a promotion is compulsory on a Space and has no option left.
    fn lacks_promotion(&self, pos: &Position, from: Space, piece: Piece, to: Space) -> bool {
        self.promotes_by(piece.seat, piece.ty, from, to).is_some_and(|(promotion, optional)| {
            !optional && !promotion.to.iter().any(|to| self.may_become(pos, piece.seat, promotion, *to))
        })
    }

    /// Returns whether the condition of a movement holds for a piece.
    fn holds(&self, pos: &Position, when: When, piece: Piece, from: Space) -> bool {
        let (board, seat) = (&self.board, piece.seat);
        match when {
            When::Always => true,
            When::OnBattlefield => board.battlefield().has(from),
            When::InOwnTerritory => board.territory(seat).has(from),
            When::InOwnRearTwo => board.rear(seat, 2).has(from),
            When::SupportLead => self.leads_support(pos, seat),
        }
    }
}

/// Zone of a limit in words.
fn zone(bounds: &Bounds, limit: Limit) -> String {
    let zone = match limit {
        Limit::From => &bounds.from,
        Limit::To => &bounds.to,
        Limit::Avoids => &bounds.avoids,
        Limit::Within => &bounds.within,
    };
    zone.as_ref().map_or_else(String::new, Zone::words)
}

impl Course<'_> {
    /// A path to the destination with whatever pieces it needs: its Spaces in order, the destination last. A leap passes none.
    fn any_path(&self) -> Option<Vec<Space>> {
        let mut path = None;
        match self.path {
            Path::Area { vectors, steps } => {
                let vectors: Vec<Vector> = vectors.iter().map(|vector| self.side.resolve(*vector)).collect();
                let reach = |at| {
                    if at == self.to {
                        path = Some(vec![at])
                    }
                };
                super::route::area(self.board, &vectors, *steps, self.from, |_| true, reach);
            }
            _ => self.each_path(&mut |found| {
                if path.is_none() {
                    path = Some(found.to_vec());
                }
            }),
        }
        match self.path {
            Path::Leap(_) | Path::Anywhere => path.map(|_| vec![self.to]),
            Path::Ride { step: (right, forward), .. } => {
                let size = usize::from(right.unsigned_abs().max(forward.unsigned_abs()).max(1));
                // A ride of long steps passes only the Spaces where a step ends.
                path.map(|path| path.rchunks(size).rev().filter_map(|step| step.last().copied()).collect())
            }
            _ => path,
        }
    }
}
