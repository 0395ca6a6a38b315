//! Winners of a game (T-25, T-29, T-30), computed by a pure function of the setup and the state of the position.

use crate::board::{MAX_SEATS, Seat};
use crate::play::State;

use super::mode::GameMode;

/// Winning conditions of all Players, constant during a game. Secret if there are Targets.
///
/// ```
/// use engine::board::Seat;
/// use engine::play::State;
/// use engine::titans::{Aims, GameMode};
///
/// // Three Players, each hunting the next.
/// let aims = Aims::new(GameMode::Assassin, 3).with_targets(&[vec![Seat(1)], vec![Seat(2)], vec![Seat(0)]]);
/// let mut state = State::start(Seat(0));
/// assert_eq!(aims.winners(&state, 0, Seat(0)), None);
/// state.defeated = 0b010;
/// assert_eq!(aims.winners(&state, 0, Seat(0)), Some(0b001));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aims {
    mode: GameMode,
    seats: usize,
    /// Targets by holder, as bits by seat (T-27); 0 without Targets.
    targets: [u8; MAX_SEATS],
    /// Credited defeats needed to win an FFA (T-30).
    needed: [u8; MAX_SEATS],
}

impl Aims {
    /// Winning conditions of this many Players, without Targets and Extra-Strength Battalions.
    pub const fn new(mode: GameMode, seats: usize) -> Self {
        Self { mode, seats, targets: [0; MAX_SEATS], needed: [1; MAX_SEATS] }
    }

    /// Sets the Targets of each Player (T-27).
    #[must_use]
    pub fn with_targets(mut self, targets: &[Vec<Seat>]) -> Self {
        for (own, hand) in self.targets.iter_mut().zip(targets) {
            *own = hand.iter().fold(0, |all, seat| all | 1 << seat.0);
        }
        self
    }

    /// Marks a Player's Battalion as Extra-Strength, which needs two defeats in an FFA (T-30).
    #[must_use]
    pub const fn with_extra_strength(mut self, seat: Seat) -> Self {
        self.needed[seat.index()] = 2;
        self
    }

    /// Gamemode.
    pub const fn mode(&self) -> GameMode {
        self.mode
    }

    /// Targets of a Player, as bits by seat (T-27).
    pub const fn targets(&self, seat: Seat) -> u8 {
        self.targets[seat.index()]
    }

    /// Number of credited defeats with which a Player wins an FFA (T-30), and of Targets dealt to them in Assassin (T-27).
    pub const fn credits_needed(&self, seat: Seat) -> u8 {
        self.needed[seat.index()]
    }

    /// Winners after an action of `actor` that led to `state`, as bits by seat. `None` if the game continues, `Some(0)`
    /// if nobody is left. `before` holds the Players defeated before the action, in the form of [`State::defeated`].
    ///
    /// If one turn defeats others and its actor, the others' defeat counts first (P-5).
    pub fn winners(&self, state: &State, before: u8, actor: Seat) -> Option<u8> {
        let fell = state.defeated & !before;
        let own = fell & 1 << actor.0;
        let others = fell & !own;
        if self.mode == GameMode::Duel {
            // Only Players who reach their goals together are both credited.
            if own != 0 && others != 0 && state.credits[..2].iter().all(|credits| *credits > 0) {
                return Some(0);
            }
            let loser = if others != 0 { others } else { own };
            return (loser != 0).then_some(0b11 & !loser);
        }
        if fell == 0 {
            return None;
        }
        let first = if others != 0 { state.defeated & !own } else { state.defeated };
        (self.by_defeats(state, first)).or_else(|| self.by_defeats(state, state.defeated))
    }

    /// T-30: returns whether a Player has enough credited defeats to win an FFA.
    pub const fn has_credits(&self, state: &State, seat: Seat) -> bool {
        state.credits[seat.index()] >= self.needed[seat.index()]
    }

    /// Winners in Party Mode, given the defeated Players.
    fn by_defeats(&self, state: &State, down: u8) -> Option<u8> {
        let has_won = |seat: &Seat| match self.mode {
            GameMode::Assassin => {
                let targets = self.targets[seat.index()];
                targets != 0 && targets & !down == 0
            }
            _ => self.has_credits(state, *seat),
        };
        let all = Seat::all(self.seats);
        let won = all.filter(has_won).fold(0, |won, seat| won | 1 << seat.0);
        let left = !down & !(u8::MAX << self.seats);
        match (won, left.count_ones()) {
            (0, 0..=1) => Some(left),
            (0, _) => None,
            _ => Some(won),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(defeated: u8, credits: &[u8]) -> State {
        let mut state = State::start(Seat(0));
        state.defeated = defeated;
        state.credits[..credits.len()].copy_from_slice(credits);
        state
    }

    #[test]
    fn t_25_the_others_defeat_counts_first() {
        let duel = Aims::new(GameMode::Duel, 2);
        assert_eq!(duel.winners(&state(0, &[]), 0, Seat(0)), None);
        assert_eq!(duel.winners(&state(0b10, &[]), 0, Seat(0)), Some(0b01));
        assert_eq!(duel.winners(&state(0b11, &[]), 0, Seat(0)), Some(0b01));
        assert_eq!(duel.winners(&state(0b11, &[]), 0, Seat(1)), Some(0b10));
    }

    #[test]
    fn t_29_targets_and_the_last_standing() {
        let hands = [vec![Seat(1)], vec![Seat(2), Seat(3)], vec![Seat(3)], vec![Seat(0)]];
        let aims = Aims::new(GameMode::Assassin, 4).with_targets(&hands);
        assert_eq!(aims.winners(&state(0b0100, &[]), 0, Seat(0)), None);
        assert_eq!(aims.winners(&state(0b1100, &[]), 0b0100, Seat(0)), Some(0b0110));
        // Seat 3 hunts seat 0, but the game ended with the defeat of seat 1.
        assert_eq!(aims.winners(&state(0b0011, &[]), 0, Seat(0)), Some(0b0001));
        let nobody = Aims::new(GameMode::Assassin, 4);
        assert_eq!(nobody.winners(&state(0b1011, &[]), 0b1001, Seat(2)), Some(0b0100));
    }

    #[test]
    fn t_30_credits() {
        let aims = Aims::new(GameMode::Ffa, 3).with_extra_strength(Seat(0));
        assert_eq!(aims.winners(&state(0b010, &[1, 0, 0]), 0, Seat(0)), None);
        assert_eq!(aims.winners(&state(0b001, &[0, 0, 1]), 0, Seat(2)), Some(0b100));
        assert_eq!(aims.winners(&state(0b110, &[1, 0, 0]), 0b010, Seat(0)), Some(0b001));
    }
}
