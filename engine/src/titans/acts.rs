//! Legal acts of a game and the choices they require.

use crate::action::{Act, Action, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::context::{Choice, Playing, RuleSet, RulesContext};
use crate::fact::Warning;
use crate::illegal::PhaseFault;

use super::game::{Game, Stage};

impl Playing for Game {
    fn context(&self) -> RulesContext<'_> {
        RulesContext { rules: &self.rules, pos: &self.pos, law: RuleSet::Titans }
    }

    fn is_on_turn(&self, seat: Seat) -> bool {
        self.stage == Stage::Play && self.pos.to_move() == seat
    }
}

impl Game {
    /// Every legal turn of a seat now, without required choices ([`Game::next_choice`]). Empty if another seat or
    /// another kind of decision (placement, Volatile choices) is due.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        self.legal_acts(seat).into_iter().map(|act| Action::Turn(act.into())).collect()
    }

    /// All distinct legal acts of a seat now, sorted.
    pub fn legal_acts(&self, seat: Seat) -> Vec<Act> {
        Playing::legal_acts(self, seat)
    }

    /// Next choice required by a turn after those already made; `None` if the turn is complete.
    ///
    /// # Errors
    /// [`Illegal`] if the act or a choice made so far is not legal.
    pub fn next_choice(&self, turn: &Turn) -> Result<Option<Choice>, Illegal> {
        self.context().next_choice(turn)
    }

    /// The most specific reason why a seat cannot move a piece from one Space to another.
    pub fn explain(&self, seat: Seat, from: Space, to: Space) -> Illegal {
        match &self.stage {
            Stage::Play => self.context().explain(seat, from, to),
            Stage::Ended(_) => Illegal::new("T-21", PhaseFault::GameOver),
            Stage::Placement(_) => Illegal::new("T-16", PhaseFault::Placing),
            Stage::Volatile(_) => Illegal::new("T-16", PhaseFault::ChoosingVolatile),
        }
    }

    /// Warnings to confirm before this turn is taken: it loses the game or ends it in a draw.
    pub fn warnings(&self, seat: Seat, turn: &Turn) -> Vec<Warning> {
        let mut trial = self.clone();
        if trial.apply(seat, &Action::Turn(turn.clone())).is_err() {
            return Vec::new();
        }
        let mut warnings = Vec::new();
        if trial.pos.state().is_defeated(seat) {
            warnings.push(Warning::NoSupporterLeft);
        } else if let Stage::Ended(ending) = &trial.stage
            && ending.winners.is_empty()
        {
            warnings.push(Warning::EndsGame(ending.reason));
        }
        warnings
    }
}
