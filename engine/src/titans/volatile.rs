//! Volatile choices during Placement: sealed and revealed together (V-2, V-3), or public and one after the other.

use serde::{Deserialize, Serialize};

use crate::action::Illegal;
use crate::board::{Seat, Space};
use crate::fact::SealedChoice;
use crate::illegal::VolatileFault;
use crate::play::Chooser;

use super::game::Game;
use super::lots::Lots;
use super::setup::GameMode;

/// Choice of one Player's Volatile pieces, and its chooser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Choice {
    chooser: Seat,
    of: Seat,
    count: usize,
    chosen: Option<Vec<Space>>,
}

/// Volatile choices of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct VolatileChoices(Vec<Choice>);

impl VolatileChoices {
    /// Choices required by the Battalions in play; `None` if there are none.
    pub fn begin(game: &Game) -> Option<Self> {
        let wanted = game.rules.volatile?;
        let seats = game.rules.seat_count();
        let mut choices = Vec::new();
        for of in Seat::all(seats) {
            let possible = candidates(game, of).count();
            let count = possible.min(wanted.count.into());
            if count > 0 {
                choices.push(Choice { chooser: chooser(game, of, wanted.chooser), of, count, chosen: None });
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
    pub fn draw_missing(&mut self, game: &Game, openly: bool) {
        let most = if openly { 1 } else { usize::MAX };
        for choice in self.0.iter_mut().filter(|choice| choice.chosen.is_none()).take(most) {
            let purpose = format!("battalion volatile {}", choice.of.0 + 1);
            let mut fit: Vec<Space> = candidates(game, choice.of).collect();
            fit.sort();
            let chosen = Lots::new(&purpose, &game.setup.seed).choose(fit, choice.count);
            choice.chosen = Some(chosen);
        }
    }

    /// Records a choice. It replaces an earlier one, unless choices are made `openly`.
    pub fn choose(&mut self, game: &Game, seat: Seat, of: Seat, spaces: &[Space], openly: bool) -> Result<(), Illegal> {
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
        if let Some(bad) = chosen.iter().find(|space| !candidates(game, of).any(|fit| fit == **space)) {
            return Err(Illegal::new("V-2", VolatileFault::Unfit(*bad)));
        }
        choice.chosen = Some(chosen);
        Ok(())
    }
}

/// Spaces of a Player's pieces that can be chosen.
pub(super) fn candidates(game: &Game, of: Seat) -> impl Iterator<Item = Space> + '_ {
    game.pos.blocking(of).iter().filter(move |space| game.rules.may_become_volatile(&game.pos, of, *space))
}

/// V-2: chooser for a Player. In a duel, the Opponent. In Assassin, the Player who targets them (of two, the first in
/// seat order). In FFA, the next Player.
fn chooser(game: &Game, of: Seat, who: Chooser) -> Seat {
    if who != Chooser::Opponent {
        return of;
    }
    let seats = game.rules.seat_count();
    let next = Seat((of.0 + 1) % seats as u8);
    match game.setup.mode {
        GameMode::Duel | GameMode::Ffa => next,
        GameMode::Assassin => Seat::all(seats).find(|seat| game.targets[seat.index()].contains(&of)).unwrap_or(next),
    }
}
