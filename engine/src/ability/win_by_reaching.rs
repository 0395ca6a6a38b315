//! `win-by-reaching`: a Player wins by reaching a goal on the board, such as the hill of King of the Hill or the Back
//! Rank in a race.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::piece::Zone;
use crate::play::{COMPLETE, Fall};

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "win-by-reaching",
    scope: Scope::Battalion,
    params: &[
        ParamSpec { name: "zone", kind: ParamKind::Zone, required: true, about: "The goal." },
        ParamSpec {
            name: "pieces",
            kind: ParamKind::Pieces,
            required: false,
            about: "What must reach it; a Titan if not given.",
        },
        ParamSpec {
            name: "last-turn",
            kind: ParamKind::Flag,
            required: false,
            about: "As in Racing Kings: it counts when every Player has had the same number of turns. A duel in which both have reached their \
                    goals then is drawn.",
        },
    ],
    about: "A Player of this Battalion with such a piece in the goal at the end of their own turn defeats every other Player. Next to \
            something that keeps it from acting, a piece has reached nothing.",
    rules: "T-21, T-22",
    example: "[[power]]\nuse = \"win-by-reaching\"\nzone = \"centre\"",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct Goal {
    seat: Seat,
    zone: SpaceSet,
    /// Types that can reach the goal; Titans if empty.
    pieces: Vec<TypeId>,
    /// Judged only when every Player has had the same number of turns.
    last_turn: bool,
}

pub(super) fn empower(given: &Given<'_>, seat: Seat, rules: &mut Rules) {
    let army = rules.seats[seat.index()].army;
    let zone = given.zone("zone").unwrap_or(Zone::EnemyBackRank);
    let (pieces, last_turn) = (given.pieces("pieces"), given.flag("last-turn"));
    rules.aims.push(Arc::new(Goal { seat, zone: rules.zone(seat, army, &zone), pieces, last_turn }));
}

impl Goal {
    fn is_reached(&self, rules: &Rules, pos: &Position) -> bool {
        pos.blocking(self.seat).iter().any(|space| {
            self.zone.has(space)
                && pos.at(space).is_some_and(|piece| {
                    let wanted = match self.pieces.as_slice() {
                        [] => rules.ty(piece.ty).titan,
                        pieces => pieces.contains(&piece.ty),
                    };
                    wanted && rules.restraint(pos, space, piece).is_none()
                })
        })
    }
}

/// Returns whether every undefeated Player has had the same number of turns after this turn of `actor`.
fn completes_round(rules: &Rules, pos: &Position, actor: Seat) -> bool {
    let state = pos.state();
    let playing = Seat::all(rules.seat_count()).filter(|seat| !state.is_defeated(*seat));
    let mut turns = playing.map(|seat| state.turns[seat.index()] + u16::from(seat == actor));
    turns.next().is_none_or(|first| turns.all(|more| more == first))
}

impl Aim for Goal {
    fn seat(&self) -> Seat {
        self.seat
    }

    fn fells(&self, rules: &Rules, pos: &Position, actor: Seat, victim: Seat) -> Option<Fall> {
        let due = if self.last_turn { completes_round(rules, pos, actor) } else { actor == self.seat };
        (due && victim != self.seat && self.is_reached(rules, pos)).then_some(Fall::Outrun)
    }

    fn is_shared(&self) -> bool {
        self.last_turn
    }

    fn progress(&self, rules: &Rules, pos: &Position) -> i32 {
        let steps = |space: Space| self.zone.iter().map(|goal| i32::from(space.distance(goal))).min();
        let runners = pos.blocking(self.seat).iter().filter(|space| {
            pos.at(*space).is_some_and(|piece| match self.pieces.as_slice() {
                [] => rules.ty(piece.ty).titan,
                pieces => pieces.contains(&piece.ty),
            })
        });
        let nearest = runners.filter_map(steps).min();
        nearest.map_or(0, |steps| COMPLETE / (steps + 1))
    }
}
