//! `drop-within`: a piece that comes to hand can be dropped only in one zone.

use super::*;
use crate::battalion::{ParamKind, ParamSpec, Scope};
use crate::board::SpaceSet;

pub(super) const SPEC: AbilitySpec = AbilitySpec {
    name: "drop-within",
    scope: Scope::Piece,
    params: &[ParamSpec {
        name: "zone",
        kind: ParamKind::Zone,
        required: true,
        about: "Where it may be dropped, as seen by the Player who drops it.",
    }],
    about: "Where pieces are captured to hand (`captures-to-hand`), it may be dropped only in its own zone, within the zone of all.",
    rules: "A-2, T-18",
    example: "abilities = [{ use = \"drop-within\", zone = \"own-half\" }]",
    weight: Weight::LIGHT,
};

#[derive(Debug)]
struct DropWithin;

pub(super) fn build(_: &Given<'_>) -> Arc<dyn Ability> {
    Arc::new(DropWithin)
}

impl Ability for DropWithin {
    fn traits(&self) -> Traits {
        Traits::empty()
    }
}

/// Part of `zone` where a Player may drop pieces of a type.
pub(super) fn limited(rules: &Rules, seat: Seat, ty: TypeId, zone: SpaceSet) -> SpaceSet {
    let (army, piece) = rules.ty(ty).origin;
    let uses = rules.armies[army].pieces[piece].abilities.iter().filter(|one| one.name == SPEC.name);
    uses.filter_map(|one| one.zone("zone")).fold(zone, |zone, limit| {
        let limit = rules.zone(seat, army, limit);
        zone.iter().filter(|space| limit.has(*space)).collect()
    })
}
