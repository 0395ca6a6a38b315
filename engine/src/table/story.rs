//! What happened, as marks for the picture and sentences for people.

use crate::board::{Seat, Space};
use crate::play::{Event, Fall, Piece, TypeId};
use crate::view::LastAction;

use super::Table;

impl Table<'_> {
    /// Marks and sentences for the events of an action.
    pub(crate) fn tell_story(
        &self,
        seat: Option<Seat>,
        text: String,
        events: &[Event],
    ) -> LastAction {
        let mut last = LastAction {
            seat,
            text,
            ..LastAction::default()
        };
        for event in events {
            match event {
                Event::Moved { from, to, .. } => {
                    last.from.push(*from);
                    last.to.push(*to);
                }
                Event::Passed { space } => last.path.push(*space),
                Event::Captured { space, .. }
                | Event::SelfCaptured { space, .. }
                | Event::Avenged { space, .. } => {
                    last.removed.push(*space);
                }
                Event::Shot { from, at } => last.shots.push((*from, *at)),
                Event::Placed { space, .. } | Event::Created { space, .. } => {
                    last.created.push(*space)
                }
                Event::Converted { space, .. } => last.converted.push(*space),
                _ => {}
            }
            last.sentences.extend(self.sentence(event));
        }
        last
    }

    fn type_name(&self, ty: TypeId) -> &str {
        &self.rules.ty(ty).name
    }

    /// "the Knight", or with its owner where several Players could be meant.
    fn the(&self, piece: Piece) -> String {
        let name = self.type_name(piece.ty);
        if self.rules.seat_count() > 2 {
            format!("{}'s {name}", self.law.player(piece.seat))
        } else {
            format!("the {name}")
        }
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        let player = |seat: Seat| self.law.player(seat);
        Some(match event {
            Event::Moved { .. } | Event::Passed { .. } => return None,
            Event::Captured { piece, space, .. } => {
                format!("Captures {} on {space}.", self.the(*piece))
            }
            Event::SelfCaptured { piece, space } => format!(
                "The {} on {space} captures itself.",
                self.type_name(piece.ty)
            ),
            Event::Shot { from, at } => format!("Shoots from {from} at {at}."),
            Event::Placed { piece, space } => {
                format!(
                    "{} comes in on {space}.",
                    some(self.type_name(piece.ty), true)
                )
            }
            Event::Created { piece, space } => {
                format!("A new {} appears on {space}.", self.type_name(piece.ty))
            }
            Event::Converted { piece, space, .. } => {
                format!(
                    "The {} on {space} changes sides to {}.",
                    self.type_name(piece.ty),
                    player(piece.seat)
                )
            }
            Event::ToHand { ty, seat } => {
                format!(
                    "{} comes to the hand of {}.",
                    some(self.type_name(*ty), true),
                    player(*seat)
                )
            }
            Event::Changed { was, to, space } => format!(
                "The {} on {space} becomes {}.",
                self.type_name(*was),
                some(self.type_name(*to), false)
            ),
            Event::Promoted { to, space } => {
                format!("Promotes to {} on {space}.", self.type_name(*to))
            }
            Event::Imprisoned { space } => format!("{} is imprisoned.", self.named(*space)),
            Event::Freed { space } => format!("{} is free again.", self.named(*space)),
            Event::MadeVolatile { space } => format!("{} becomes Volatile.", self.named(*space)),
            Event::Hidden { space } => format!("{} is Invulnerable.", self.named(*space)),
            Event::ShieldUp { space } => format!("{} raises its shield.", self.named(*space)),
            Event::Avenged { piece, space } => format!(
                "The {} is removed with it on {space}.",
                self.type_name(piece.ty)
            ),
            Event::Defeated { seat, how, .. } => {
                let how = match how {
                    Fall::TitanCaptured => "has lost the last Titan and is defeated",
                    Fall::Checkmate => "is checkmated",
                    Fall::Bereft => "has no Supporter left on the board and is defeated",
                    Fall::Resigned => "resigns",
                    Fall::Time => "has run out of time",
                };
                format!("{} {how}.", player(*seat))
            }
            Event::ForcedPass { seat } => {
                format!("{} has no legal action and passes.", player(*seat))
            }
        })
    }

    /// "The Rook on e4".
    fn named(&self, space: Space) -> String {
        let name = self
            .pos
            .at(space)
            .map_or("piece", |piece| self.type_name(piece.ty));
        format!("The {name} on {space}")
    }
}

/// "a Golem", "an Agent"; capital at the beginning of a sentence.
fn some(name: &str, begins: bool) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O']);
    let article = match (begins, vowel) {
        (true, true) => "An",
        (true, false) => "A",
        (false, true) => "an",
        (false, false) => "a",
    };
    format!("{article} {name}")
}
