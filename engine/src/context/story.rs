//! Events as marks for pictures and facts for texts.

use crate::board::{Seat, Space};
use crate::fact::{Fact, NewState};
use crate::play::{Event, Kept, TypeId};
use crate::view::LastAction;

use super::RulesContext;

impl RulesContext<'_> {
    /// Converts the events of an action to marks and facts. `text` is the notation of a turn.
    pub(crate) fn tell_story(&self, seat: Option<Seat>, text: String, events: &[Event]) -> LastAction {
        let mut last = LastAction { seat, text, ..LastAction::default() };
        for event in events {
            match event {
                Event::Moved { from, to, .. } => {
                    last.from.push(*from);
                    last.to.push(*to);
                }
                Event::Passed { space } => last.path.push(*space),
                Event::Captured { space, .. } | Event::SelfCaptured { space, .. } | Event::Avenged { space, .. } => {
                    last.removed.push(*space);
                }
                Event::Shot { from, at } => last.shots.push((*from, *at)),
                Event::Placed { space, .. } | Event::Created { space, .. } => last.created.push(*space),
                Event::Converted { space, .. } => last.converted.push(*space),
                _ => {}
            }
            last.facts.extend(self.fact(event));
        }
        last
    }

    fn type_name(&self, ty: TypeId) -> String {
        self.rules.ty(ty).name.clone()
    }

    /// Public fact of an event; `None` if the notation already covers it.
    fn fact(&self, event: &Event) -> Option<Fact> {
        let state = |space: Space, state: NewState| Fact::State {
            piece: self.pos.at(space).map_or_else(String::new, |piece| self.type_name(piece.ty)),
            space,
            state,
        };
        Some(match *event {
            Event::Moved { .. } | Event::Passed { .. } => return None,
            Event::Captured { piece, space, .. } => {
                Fact::Captured { piece: self.type_name(piece.ty), owner: piece.seat, space }
            }
            Event::SelfCaptured { piece, space } => Fact::CapturedItself { piece: self.type_name(piece.ty), space },
            Event::Shot { from, at } => Fact::Shot { from, at },
            Event::Placed { piece, space } => {
                Fact::Placed { piece: self.type_name(piece.ty), kept: Kept::of(piece.flags), space }
            }
            Event::Created { piece, space } => Fact::Appeared { piece: self.type_name(piece.ty), space },
            Event::Converted { piece, space, .. } => {
                Fact::ChangedSides { piece: self.type_name(piece.ty), space, owner: piece.seat }
            }
            Event::ToHand { ty, kept, seat } => Fact::ToHand { piece: self.type_name(ty), kept, owner: seat },
            Event::Changed { was, to, space } => {
                Fact::Became { was: self.type_name(was), piece: self.type_name(to), space }
            }
            Event::Promoted { to, space } => Fact::Promoted { piece: self.type_name(to), space },
            Event::Imprisoned { space } => state(space, NewState::Imprisoned),
            Event::Freed { space } => state(space, NewState::Freed),
            Event::MadeVolatile { space } => state(space, NewState::Volatile),
            Event::Hidden { space } => state(space, NewState::Invulnerable),
            Event::ShieldUp { space } => state(space, NewState::Shield),
            Event::Avenged { piece, space } => Fact::Avenged { piece: self.type_name(piece.ty), space },
            Event::Defeated { seat, how, .. } => Fact::Defeated { seat, how },
            Event::CheckCounted { to, count, of, .. } => Fact::CheckCounted { to, count, of },
            Event::ForcedPass { seat } => Fact::ForcedPass { seat },
        })
    }
}
