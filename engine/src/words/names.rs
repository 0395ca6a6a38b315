//! What the people in the seats are called.

use crate::board::Seat;

/// What the people in the seats are called, in seat order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNames(Vec<String>);

impl PlayerNames {
    /// One name for each seat; "Player 2" for an empty one.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let named = (1..).zip(names).map(|(number, name): (u32, _)| {
            let name: String = name.into();
            match name.trim() {
                "" => format!("Player {number}"),
                _ => name,
            }
        });
        Self(named.collect())
    }

    /// "Player 1", "Player 2" and so on.
    pub fn numbers(seats: usize) -> Self {
        Self::new(std::iter::repeat_n("", seats))
    }

    /// "White" and "Black", the Players of Clash of the Armies.
    pub fn colours() -> Self {
        Self::new(["White", "Black"])
    }

    /// How many seats there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Who sits in a seat.
    pub fn get(&self, seat: Seat) -> String {
        match self.0.get(seat.index()) {
            Some(name) => name.clone(),
            None => format!("Player {}", seat.0 + 1),
        }
    }

    /// "A, B and C".
    pub fn list(&self, seats: &[Seat]) -> String {
        super::list(&seats.iter().map(|seat| self.get(*seat)).collect::<Vec<_>>())
    }
}
