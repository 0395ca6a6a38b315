//! Legal acts as values, and from an act back to the move that plays it.

use crate::action::{Act, Action, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::play::{Debt, Kind, Move, MoveList, Slot};

use super::game::{Game, Stage};

/// A choice that an act obliges to before the turn is complete (T-17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What is to be chosen.
    pub kind: ChoiceKind,
    /// The Spaces that may be chosen and leave the turn legal.
    pub options: Vec<Space>,
    /// May be declined.
    pub optional: bool,
}

/// What is to be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// Where a captured piece returns (P-11): its name and its owner.
    Return(String, Seat),
    /// Which piece of this Player becomes Volatile (V-7).
    Volatile(Seat),
}

impl Game {
    /// Every legal action of a seat now: turns without what they oblige to ([`Game::next_choice`]), or none where the decision
    /// is of another kind (placement, Volatile choices) or not this seat's.
    pub fn legal(&self, seat: Seat) -> Vec<Action> {
        self.legal_acts(seat)
            .into_iter()
            .map(|act| Action::Turn(act.into()))
            .collect()
    }

    /// Every legal act of a seat now, sorted, each once.
    pub fn legal_acts(&self, seat: Seat) -> Vec<Act> {
        if self.stage != Stage::Play || self.pos.to_move() != seat {
            return Vec::new();
        }
        let mut list = MoveList::default();
        let mut pos = self.pos.clone();
        self.rules.legal_moves(&mut pos, &mut list);
        let mut acts: Vec<Act> = list
            .moves
            .iter()
            .map(|mv| self.act(mv, list.chain(mv)))
            .collect();
        acts.sort();
        acts.dedup();
        acts
    }

    /// The move that plays an act.
    pub(super) fn find(&self, act: &Act) -> Result<(Move, Vec<Space>), Illegal> {
        let mut list = MoveList::default();
        self.rules.generate(&self.pos, &mut list);
        let mut pos = self.pos.clone();
        let mut candidates: Vec<&Move> = list
            .moves
            .iter()
            .filter(|mv| self.act(mv, list.chain(mv)) == *act)
            .collect();
        // Of equal acts a legal one; the shortest chain stands for its like (C-17).
        candidates.sort_by_key(|mv| (mv.chain.1, list.chain(mv).to_vec()));
        let legal = candidates
            .iter()
            .find(|mv| self.rules.is_legal(&mut pos, mv, list.chain(mv)));
        match legal.or(candidates.first()) {
            Some(mv) => Ok((**mv, list.chain(mv).to_vec())),
            None => Err(self.explain_act(act)),
        }
    }

    /// A move as an act.
    fn act(&self, mv: &Move, chain: &[Space]) -> Act {
        let mut hits: Vec<Slot> = Vec::new();
        self.rules.captures(&self.pos, mv, chain, &mut hits);
        let mut captures: Vec<Space> = hits.iter().map(|hit| hit.space()).collect();
        captures.sort();
        captures.dedup();
        let key = |ty: Option<crate::play::TypeId>| ty.map(|ty| self.rules.ty(ty).key.clone());
        match mv.kind {
            Kind::Step
            | Kind::Gained
            | Kind::Double
            | Kind::EnPassant
            | Kind::Overleap
            | Kind::Pass => Act::Move {
                from: mv.from,
                to: mv.to,
                captures,
                promote: key(mv.promote),
            },
            Kind::Castle => Act::Castle {
                from: mv.from,
                to: mv.to,
                partner: mv.other,
            },
            Kind::Chain { off } => Act::Chain {
                from: mv.from,
                to: mv.to,
                captures,
                off,
            },
            Kind::Shoot => Act::Shoot {
                from: mv.from,
                target: mv.to,
                captures,
            },
            Kind::Place => Act::Place {
                piece: key(mv.promote).unwrap_or_default(),
                at: mv.to,
            },
            Kind::SelfCapture => Act::SelfCapture { at: mv.from },
            Kind::Shield => Act::Shield { at: mv.from },
            Kind::Swap => Act::Swap {
                from: mv.from,
                with: mv.to,
            },
        }
    }

    /// The next choice that a turn obliges to, after those it already holds; `None` when it is complete.
    ///
    /// # Errors
    /// [`Illegal`] when the act or a choice made so far is not legal.
    pub fn next_choice(&self, turn: &Turn) -> Result<Option<Choice>, Illegal> {
        let mut trial = self.clone();
        let (mv, chain) = trial.find(&turn.act)?;
        let rules = trial.rules.clone();
        if let Err(fault) = rules.attempt(&mut trial.pos, &mv, &chain) {
            return Err(self.explain_fault(&mv, fault));
        }
        let mut made = turn.then.iter();
        while let Some(debt) = trial.pos.debts().first() {
            let options = rules.settlements(&mut trial.pos);
            if matches!(debt, Debt::Return(..)) && options.is_empty() {
                rules.waive(&mut trial.pos);
                continue;
            }
            let Some(choice) = made.next() else {
                let kind = match debt {
                    Debt::Return(ty, owner) => ChoiceKind::Return(rules.ty(ty).name.clone(), owner),
                    Debt::Volatile(of) => ChoiceKind::Volatile(of),
                };
                return Ok(Some(Choice {
                    kind,
                    options,
                    optional: matches!(debt, Debt::Volatile(_)),
                }));
            };
            if !rules.settle(&mut trial.pos, *choice) {
                return Err(self.refuse_choice(debt, *choice));
            }
        }
        Ok(None)
    }

    /// What a person should be asked twice about before this turn is taken: losing the game by it, or a stalemate. Sentences.
    pub fn warnings(&self, seat: Seat, turn: &Turn) -> Vec<String> {
        let mut trial = self.clone();
        if trial.apply(seat, &Action::Turn(turn.clone())).is_err() {
            return Vec::new();
        }
        let mut warnings = Vec::new();
        if trial.pos.state().is_defeated(seat) {
            warnings.push("This move loses the game for you: you would have no Supporter left on the board (P-5).".into());
        } else if let Stage::Ended(ending) = &trial.stage
            && ending.winners.is_empty()
        {
            warnings.push(format!("This move ends the game. {}", ending.reason));
        }
        warnings
    }
}
