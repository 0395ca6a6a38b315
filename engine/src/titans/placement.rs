//! Placement of Territories, mirrored or not, and of Instant Reinforcements (T-15, T-16, T-18).

use crate::action::{Action, Illegal};
use crate::board::{Seat, Side, Space};
use crate::illegal::PlacementFault;
use crate::play::{Kept, Piece, Position, Reserve, Rules, TypeId};

use super::error::SetupError;
use super::game::{Game, Stage};
use super::setup::{PlacementStyle, Setup};

/// Options of a Player who places a Territory (T-15, T-16).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementQuestion {
    /// Side of the Battlefield.
    pub side: Side,
    /// Number of files (South, North) or ranks (West, East) of the Territory.
    pub width: u8,
    /// Possible offsets: the first file or rank of the Territory, counted on the Battlefield from 0. Only one in a game
    /// with usual places.
    pub offsets: std::ops::RangeInclusive<u8>,
    /// Allows mirroring; never set in a game with usual places.
    pub may_mirror: bool,
    /// Usual placement, without Instant Reinforcements.
    pub usual: Action,
    /// Instant Reinforcements: type key, name, number.
    pub instants: Vec<(String, String, u8)>,
}

impl PlacementQuestion {
    /// All possible placements as offset and mirroring, the usual one first.
    pub fn places(&self) -> Vec<(u8, bool)> {
        let usual = match self.usual {
            Action::Place { offset, mirrored, .. } => (offset, mirrored),
            _ => (*self.offsets.start(), false),
        };
        let sides: &[bool] = if self.may_mirror { &[false, true] } else { &[usual.1] };
        let offsets = self.offsets.clone();
        let all = offsets.flat_map(|offset| sides.iter().map(move |side| (offset, *side)));
        std::iter::once(usual).chain(all.filter(|place| *place != usual)).collect()
    }
}

impl Game {
    /// Placement options of a seat. `None` if another seat or no seat is to place.
    pub fn placement_question(&self, seat: Seat) -> Option<PlacementQuestion> {
        if self.stage != Stage::Placement(seat) {
            return None;
        }
        let (offset, mirrored) = self.setup.usual(seat);
        let chosen = self.setup.placement == PlacementStyle::Chosen;
        let instants = self.reserves(seat).iter().filter(|reserve| reserve.instant);
        Some(PlacementQuestion {
            side: self.setup.battlefield.edge_slots[seat.index()].side,
            width: self.setup.armies[seat.index()].territory.width(),
            offsets: if chosen { self.setup.offsets(seat) } else { offset..=offset },
            may_mirror: chosen && self.setup.armies[seat.index()].territory.mirror,
            usual: Action::Place { offset, mirrored, instant: Vec::new() },
            instants: instants
                .map(|r| (self.rules.ty(r.ty).key.clone(), self.rules.ty(r.ty).name.clone(), r.count))
                .collect(),
        })
    }

    /// T-15: places Territories in seat order up to the first seat with a choice.
    pub(super) fn place_what_needs_no_choice(&mut self) -> Result<(), SetupError> {
        let Stage::Placement(first) = self.stage else {
            return Ok(());
        };
        let mut placed = false;
        for seat in Seat::all(self.setup.armies.len()).skip(first.index()) {
            self.stage = Stage::Placement(seat);
            let (offset, mirrored) = self.setup.usual(seat);
            let one_place = self.setup.offsets(seat).count() == 1 && !self.setup.armies[seat.index()].territory.mirror;
            let automatic = one_place || self.setup.placement != PlacementStyle::Chosen;
            if !automatic || self.has_room_for_instants(seat, (offset, mirrored)) {
                break;
            }
            self.put_territory(seat, offset, mirrored, Vec::new());
            placed = true;
        }
        // Building rules is expensive, so it is done once for all placements.
        if placed { self.set_up() } else { Ok(()) }
    }

    /// Pieces in reserve with which a seat starts (T-18).
    fn reserves(&self, seat: Seat) -> &[Reserve] {
        if self.setup.without_reserves.contains(&seat) { &[] } else { &self.rules.seats[seat.index()].reserves }
    }

    /// Returns whether this seat could place Instant Reinforcements, given the placement of its Territory (T-18).
    fn has_room_for_instants(&self, seat: Seat, place: (u8, bool)) -> bool {
        let reserves = self.reserves(seat);
        let mut instant = reserves.iter().filter(|r| r.instant && r.count > 0);
        instant.any(|reserve| {
            let key = &self.rules.ty(reserve.ty).key;
            !self.instant_spaces(seat, place, &[], key).is_empty()
        })
    }

    pub(super) fn place(
        &mut self,
        seat: Seat,
        offset: u8,
        mirrored: bool,
        instant: &[(String, Space)],
    ) -> Result<(), Illegal> {
        match self.stage {
            Stage::Placement(next) if next == seat => {}
            Stage::Placement(_) => {
                return Err(Illegal::new("T-15", PlacementFault::NotYourTurn));
            }
            _ => return Err(Illegal::new("T-15", PlacementFault::Done)),
        }
        let offsets = self.setup.offsets(seat);
        if !offsets.contains(&offset) {
            let (first, last) = (*offsets.start(), *offsets.end());
            return Err(Illegal::new("T-15", PlacementFault::Offset { first, last }));
        }
        let army = &self.setup.armies[seat.index()];
        if mirrored && !army.territory.mirror {
            return Err(Illegal::new("T-15", PlacementFault::Mirror(army.name.clone())));
        }
        let mut placed: Vec<(TypeId, Space)> = Vec::new();
        for (key, space) in instant {
            let ty = self.rules.type_by_key(key);
            let reserves = self.reserves(seat);
            let reserve = reserves.iter().find(|reserve| Some(reserve.ty) == ty && reserve.instant);
            let Some(reserve) = reserve else {
                return Err(Illegal::new("T-18", PlacementFault::NotInstant));
            };
            let total: u8 = reserves.iter().filter(|r| r.ty == reserve.ty && r.instant).map(|r| r.count).sum();
            if placed.iter().filter(|(other, _)| *other == reserve.ty).count() >= total as usize {
                return Err(Illegal::new("T-18", PlacementFault::TooMany));
            }
            if placed.iter().any(|(_, other)| other == space) {
                return Err(Illegal::new("T-18", PlacementFault::Twice(*space)));
            }
            placed.push((reserve.ty, *space));
        }
        let spaces: Vec<Space> = placed.iter().map(|(_, space)| *space).collect();
        self.put_territory(seat, offset, mirrored, placed);
        self.set_up().map_err(|error| Illegal::new("T-15", PlacementFault::Setup(error)))?;
        let back = self.rules.board.rear(seat, 1);
        for space in spaces {
            let filled = layout(&self.setup, &self.rules, seat, mirrored).any(|(at, _)| at == space);
            if !back.has(space) || filled {
                return Err(Illegal::new("T-18", PlacementFault::NotBackRank(space)));
            }
        }
        self.place_what_needs_no_choice().map_err(|error| Illegal::new("T-15", PlacementFault::Setup(error)))
    }

    /// Spaces where a seat may place one more Instant Reinforcement of this type (T-18), given its Territory's
    /// placement and the pieces `placed` already. Empty for an impossible placement.
    pub fn instant_spaces(
        &self,
        seat: Seat,
        (offset, mirrored): (u8, bool),
        placed: &[(String, Space)],
        key: &str,
    ) -> Vec<Space> {
        let asked = self.stage == Stage::Placement(seat);
        if !asked || !self.setup.offsets(seat).contains(&offset) {
            return Vec::new();
        }
        let left = |key: &str| {
            let given = self.reserves(seat).iter();
            let given = given.filter(|r| r.instant && self.rules.ty(r.ty).key == key);
            let given: usize = given.map(|r| usize::from(r.count)).sum();
            given.saturating_sub(placed.iter().filter(|(other, _)| other == key).count())
        };
        let mut plots = self.plots.clone();
        plots[seat.index()].offset = Some(offset);
        let Ok(rules) = self.setup.bind(&plots) else {
            return Vec::new();
        };
        if left(key) == 0 {
            return Vec::new();
        }
        let filled: Vec<Space> = layout(&self.setup, &rules, seat, mirrored)
            .map(|(space, _)| space)
            .chain(placed.iter().map(|(_, space)| *space))
            .collect();
        let mut free: Vec<Space> = rules.board.rear(seat, 1).iter().collect();
        free.retain(|space| !filled.contains(space));
        free.sort();
        free
    }

    /// Records the placement of a Territory; [`set_up`](Self::set_up) updates the board.
    fn put_territory(&mut self, seat: Seat, offset: u8, mirrored: bool, instant: Vec<(TypeId, Space)>) {
        self.plots[seat.index()].offset = Some(offset);
        self.mirrored[seat.index()] = mirrored;
        self.instants[seat.index()] = instant;
    }

    /// Builds board, rules and position from the placements so far. Continues with the next seat to place, or with the
    /// choices before play.
    fn set_up(&mut self) -> Result<(), SetupError> {
        self.rules = self.setup.bind(&self.plots)?;
        self.set_up_pieces();
        let mut seats = Seat::all(self.plots.len());
        match seats.find(|seat| self.plots[seat.index()].offset.is_none()) {
            Some(next) => self.stage = Stage::Placement(next),
            None => self.begin_choices(),
        }
        Ok(())
    }

    /// Sets up the position of the placements so far.
    fn set_up_pieces(&mut self) {
        let rules = self.rules.clone();
        let mut pos = Position::empty(&rules);
        for seat in Seat::all(rules.seat_count()) {
            if self.plots[seat.index()].offset.is_some() {
                for (space, ty) in layout(&self.setup, &rules, seat, self.mirrored[seat.index()]) {
                    pos.put(&rules, space, rules.unmoved(ty, seat));
                }
            }
            for reserve in self.reserves(seat) {
                pos.hold(seat, reserve.ty, Kept::Nothing, reserve.count);
            }
            for (ty, space) in self.instants[seat.index()].clone() {
                pos.use_up(seat, ty, Kept::Nothing);
                if rules.board.has(space) && pos.at(space).is_none() {
                    pos.put(&rules, space, Piece::new(ty, seat));
                }
            }
        }
        pos.commit();
        self.pos = pos;
    }
}

/// Pieces of a Territory's drawing with their Spaces (T-8).
fn layout<'a>(
    setup: &'a Setup,
    rules: &'a Rules,
    seat: Seat,
    mirrored: bool,
) -> impl Iterator<Item = (Space, TypeId)> + 'a {
    let army = &setup.armies[seat.index()];
    rules.board.rows(seat).iter().zip(&army.territory.rows).flat_map(move |(spaces, row)| {
        let width = row.len();
        spaces.iter().enumerate().filter_map(move |(column, space)| {
            let piece = row.get(if mirrored { width - 1 - column } else { column }).copied().flatten()?;
            let ty = rules.type_by_key(&format!("{}/{}", army.id, army.pieces[piece].id))?;
            Some((*space, ty))
        })
    })
}
