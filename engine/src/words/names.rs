//! Names of the people in the seats.

use crate::board::Seat;
use crate::english::list;

/// Names of the people in the seats, in seat order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerNames(Vec<Player>);

/// Name of a seat in sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Player {
    name: String,
    army: String,
    /// Several people share the seat, so verbs are in the plural.
    several: bool,
}

impl PlayerNames {
    /// One name per seat; "Player 2" for an empty name.
    pub fn new(names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::of_people(names.into_iter().map(|name| [name]))
    }

    /// Names of the people in each seat: "Ann and Bob" for a shared seat; "Player 2" for an empty one.
    ///
    /// ```
    /// use engine::board::Seat;
    /// use engine::words::PlayerNames;
    /// let names = PlayerNames::of_people([vec!["Ann", "Bob"], vec!["Cem"]]);
    /// assert_eq!(names.get(Seat(0)), "Ann and Bob");
    /// assert!(names.several(&[Seat(0)]) && !names.several(&[Seat(1)]));
    /// ```
    pub fn of_people<P>(seats: impl IntoIterator<Item = P>) -> Self
    where
        P: IntoIterator,
        P::Item: Into<String>,
    {
        let player = |(number, people): (u32, P)| {
            let people: Vec<String> = people.into_iter().map(Into::into).collect();
            let name = list(&people);
            Player {
                name: match name.trim() {
                    "" => format!("Player {number}"),
                    _ => name,
                },
                army: String::new(),
                several: people.len() > 1,
            }
        };
        Self((1..).zip(seats).map(player).collect())
    }

    /// Numbered names: "Player 1", "Player 2" and so on.
    pub fn numbers(seats: usize) -> Self {
        Self::new(std::iter::repeat_n("", seats))
    }

    /// "White" and "Black", the Players of Clash of the Armies.
    pub fn colours() -> Self {
        Self::new(["White", "Black"])
    }

    /// Adds Battalions for results: "Ann (Medieval)" for Ann with the Medieval Battalion.
    #[must_use]
    pub fn with_armies(mut self, armies: impl IntoIterator<Item = impl Into<String>>) -> Self {
        for (player, army) in self.0.iter_mut().zip(armies) {
            let army: String = army.into();
            let short = army.strip_suffix(" Battalion").unwrap_or(&army);
            short.clone_into(&mut player.army);
        }
        self
    }

    /// Number of seats.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns whether these seats hold more than one person: "Ann and Bob win".
    pub fn several(&self, seats: &[Seat]) -> bool {
        let shared = |seat: &Seat| self.0.get(seat.index()).is_some_and(|one| one.several);
        seats.len() > 1 || seats.iter().any(shared)
    }

    /// Name of a seat.
    pub fn get(&self, seat: Seat) -> String {
        match self.0.get(seat.index()) {
            Some(Player { name, army, .. }) if army.is_empty() => name.clone(),
            // A computer's name already ends with its level: "Ada (Recruit bot, Medieval)".
            Some(Player { name, army, .. }) => match name.strip_suffix(')').filter(|open| open.contains(" (")) {
                Some(open) => format!("{open}, {army})"),
                None => format!("{name} ({army})"),
            },
            None => format!("Player {}", seat.0 + 1),
        }
    }

    /// Names of several seats: "A, B and C".
    pub fn list(&self, seats: &[Seat]) -> String {
        list(&seats.iter().map(|seat| self.get(*seat)).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_army_joins_the_brackets_of_a_computer() {
        let names = PlayerNames::new(["Ann", "Ada (Recruit bot)"]).with_armies(["Medieval Battalion", "Makpong"]);
        assert_eq!(names.get(Seat(0)), "Ann (Medieval)");
        assert_eq!(names.get(Seat(1)), "Ada (Recruit bot, Makpong)");
    }
}
