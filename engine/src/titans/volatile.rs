//! Volatile choices during Placement: sealed and revealed together (V-2, V-3), or public and one after the other.

use serde::{Deserialize, Serialize};

use crate::action::Illegal;
use crate::board::{Seat, Space};
use crate::fact::SealedChoice;
use crate::illegal::VolatileFault;
use crate::play::{Chooser, Position, Rules};

use super::lots::Lots;
use super::mode::GameMode;
use super::setup::Setup;

/// Choice of one Player's Volatile pieces, and its chooser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Choice {
    chooser: Seat,
    of: Seat,
    count: usize,
    chosen: Option<Vec<Space>>,
}

/// Parts of a game that the choices depend on.
#[derive(Clone, Copy)]
pub(super) struct Basis<'a> {
    pub rules: &'a Rules,
    pub pos: &'a Position,
    pub setup: &'a Setup,
    /// Targets by holder.
    pub targets: &'a [Vec<Seat>],
}

impl<'a> Basis<'a> {
    /// Spaces of a Player's pieces that can be chosen.
    pub fn candidates(self, of: Seat) -> impl Iterator<Item = Space> + 'a {
        self.pos.blocking(of).iter().filter(move |space| self.rules.may_become_volatile(self.pos, of, *space))
    }

    /// V-2: chooser for a Player. In a duel, the Opponent. In Assassin, the Player who targets them (of two, the first
    /// in seat order). In FFA, the next Player.
    fn chooser(self, of: Seat, who: Chooser) -> Seat {
        if who != Chooser::Opponent {
            return of;
        }
        let seats = self.rules.seat_count();
        let next = Seat::new((of.index() + 1) % seats);
        match self.setup.mode {
            GameMode::Duel | GameMode::Ffa => next,
            GameMode::Assassin => {
                Seat::all(seats).find(|seat| self.targets[seat.index()].contains(&of)).unwrap_or(next)
            }
        }
    }
}

/// Volatile choices of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct VolatileChoices(Vec<Choice>);

impl VolatileChoices {
    /// Choices required by the Battalions in play; `None` if there are none.
    pub fn begin(at: Basis<'_>) -> Option<Self> {
        let wanted = at.rules.volatile?;
        let seats = at.rules.seat_count();
        let mut choices = Vec::new();
        for of in Seat::all(seats) {
            let possible = at.candidates(of).count();
            let count = possible.min(wanted.count.into());
            if count > 0 {
                choices.push(Choice { chooser: at.chooser(of, wanted.chooser), of, count, chosen: None });
            }
        }
        (!choices.is_empty()).then_some(Self(choices))
    }

    /// Seats that still have to choose; only the next one if choices are made `openly`.
    pub fn open(&self, openly: bool) -> Vec<Seat> {
        let most = if openly { 1 } else { usize::MAX };
        let mut seats: Vec<Seat> = self.0.iter().filter(|c| c.chosen.is_none()).take(most).map(|c| c.chooser).collect();
        seats.sort();
        seats.dedup();
        seats
    }

    /// Number of choices made, and their total number.
    pub fn progress(&self) -> (usize, usize) {
        (self.0.iter().filter(|choice| choice.chosen.is_some()).count(), self.0.len())
    }

    /// Choices of a seat now: owner of the pieces, number to choose, and the choice made so far. A choice can be
    /// changed unless choices are made `openly`.
    pub fn of_chooser(&self, seat: Seat, openly: bool) -> impl Iterator<Item = (Seat, usize, Option<&[Space]>)> + '_ {
        let now = self.0.iter().find(|choice| choice.chosen.is_none()).map(|choice| choice.of).filter(|_| openly);
        let asked = move |choice: &&Choice| choice.chooser == seat && (!openly || now == Some(choice.of));
        self.0.iter().filter(asked).map(|c| (c.of, c.count, c.chosen.as_deref()))
    }

    /// All chosen Spaces.
    pub fn all(&self) -> Vec<Space> {
        self.0.iter().filter_map(|choice| choice.chosen.clone()).flatten().collect()
    }

    /// Choices made so far, by owner of the pieces.
    pub fn sealed(&self) -> Vec<SealedChoice> {
        let chosen = |choice: &Choice| {
            let spaces = choice.chosen.clone()?;
            let of = choice.of;
            Some(SealedChoice::Volatile { of, spaces })
        };
        self.0.iter().filter_map(chosen).collect()
    }

    /// Draws missing choices at random; with `openly`, only the next one. The result depends on the seed and the owner
    /// of the pieces, not on who was late.
    pub fn draw_missing(&mut self, at: Basis<'_>, openly: bool) {
        let most = if openly { 1 } else { usize::MAX };
        for choice in self.0.iter_mut().filter(|choice| choice.chosen.is_none()).take(most) {
            let purpose = format!("battalion volatile {}", choice.of.0 + 1);
            let mut fit: Vec<Space> = at.candidates(choice.of).collect();
            fit.sort();
            let chosen = Lots::new(&purpose, &at.setup.seed).choose(fit, choice.count);
            choice.chosen = Some(chosen);
        }
    }

    /// Records a choice. It replaces an earlier one, unless choices are made `openly`.
    pub fn choose(
        &mut self,
        at: Basis<'_>,
        seat: Seat,
        of: Seat,
        spaces: &[Space],
        openly: bool,
    ) -> Result<(), Illegal> {
        if !self.of_chooser(seat, openly).any(|(owner, ..)| owner == of) {
            return Err(Illegal::new("V-2", VolatileFault::NotYours));
        }
        let Some(choice) = self.0.iter_mut().find(|choice| choice.chooser == seat && choice.of == of) else {
            return Err(Illegal::new("V-2", VolatileFault::NotYours));
        };
        let mut chosen = spaces.to_vec();
        chosen.sort();
        chosen.dedup();
        if chosen.len() != choice.count || spaces.len() != choice.count {
            return Err(Illegal::new("V-2", VolatileFault::Count(choice.count)));
        }
        if let Some(bad) = chosen.iter().find(|space| !at.candidates(of).any(|fit| fit == **space)) {
            return Err(Illegal::new("V-2", VolatileFault::Unfit(*bad)));
        }
        choice.chosen = Some(chosen);
        Ok(())
    }
}
