//! Why something is not legal, in a sentence that names the cause.

use crate::action::{Act, Illegal};
use crate::board::{Seat, Space};
use crate::play::{Debt, Fault, Kind, Move, MoveList, Mover, Piece, Restraint};

use super::{Law, Table};

impl Table<'_> {
    /// "Rook on e8".
    fn piece_on(&self, space: Space) -> String {
        match self.pos.at(space) {
            Some(piece) => format!("{} on {space}", self.rules.ty(piece.ty).name),
            None => format!("piece on {space}"),
        }
    }

    fn name(&self, piece: Piece) -> &str {
        &self.rules.ty(piece.ty).name
    }

    /// Whose Titan it is, by name: "King".
    fn titan_name(&self, seat: Seat) -> String {
        let titan = self
            .pos
            .titans(seat)
            .first()
            .and_then(|space| self.pos.at(*space));
        titan.map_or_else(|| self.leader().into(), |piece| self.name(piece).to_owned())
    }

    /// Why a move that the piece can make is not legal.
    pub(crate) fn explain_fault(&self, mv: &Move, fault: Fault) -> Illegal {
        let titan = self.titan_name(self.pos.to_move());
        match fault {
            Fault::LeavesCheck(by) => {
                let attacker = if by == mv.to {
                    "a piece".to_owned()
                } else {
                    format!("the {}", self.piece_on(by))
                };
                Illegal::new(
                    self.law.check(),
                    format!("That would leave your {titan} in Check from {attacker}."),
                )
            }
            Fault::Snared(by) => {
                let name = self
                    .pos
                    .at(by)
                    .map_or("Snare Piece", |piece| self.name(piece));
                let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) {
                    "An"
                } else {
                    "A"
                };
                Illegal::new(
                    "S-2",
                    format!(
                        "{article} {name} attacks your {titan}: it may only capture it, on {by}."
                    ),
                )
            }
            Fault::CastlesOutOfCheck(by) => Illegal::new(
                self.law.castling(),
                format!(
                    "Your {titan} is in Check from the {} and may not castle.",
                    self.piece_on(by)
                ),
            ),
            Fault::CastlesThroughCheck(by) => Illegal::new(
                self.law.castling(),
                format!(
                    "Your {titan} would pass over a Space that the {} attacks.",
                    self.piece_on(by)
                ),
            ),
            Fault::Doubled(beside) => Illegal::new(
                "T-17",
                format!(
                    "Your {} stands on that file already, and only one of its kind may.",
                    self.piece_on(beside)
                ),
            ),
            Fault::NoSafeReturn => Illegal::new(
                "P-11",
                format!(
                    "Wherever the captured piece is placed again, your {titan} would be in Check at the end of the turn."
                ),
            ),
        }
    }

    /// Why an act is not even a move of the piece.
    pub(crate) fn explain_act(&self, act: &Act) -> Illegal {
        match act {
            Act::Place { piece, at } => self.explain_placement(piece, *at),
            Act::SelfCapture { at } => Illegal::new(
                "B-9",
                format!(
                    "Only an immobilised piece that is no Titan may capture itself; the {} may not.",
                    self.piece_on(*at)
                ),
            ),
            Act::Shield { at } => self.explain_shield(*at),
            _ => self.explain(self.pos.to_move(), act.origin(), act.target()),
        }
    }

    fn explain_shield(&self, at: Space) -> Illegal {
        let seat = self.pos.to_move();
        let own = self.pos.at(at).filter(|piece| piece.seat == seat);
        let sentence = match own {
            Some(_) if self.pos.state().shield_used >> seat.0 & 1 != 0 => {
                "Your shield has been raised already.".to_owned()
            }
            Some(piece) => format!("Your {} has no shield.", self.name(piece)),
            None => format!("No piece of yours stands on {at}."),
        };
        Illegal::new("C-24", sentence)
    }

    fn explain_placement(&self, key: &str, at: Space) -> Illegal {
        let seat = self.pos.to_move();
        let Some(ty) = self
            .rules
            .type_by_key(key)
            .filter(|ty| self.pos.reserve(seat, *ty) > 0)
        else {
            return Illegal::new("T-18", "You have no such piece in reserve.");
        };
        let name = &self.rules.ty(ty).name;
        let reserve = self.rules.seats[seat.index()]
            .reserves
            .iter()
            .find(|reserve| reserve.ty == ty);
        match reserve {
            Some(reserve) if reserve.gated && !self.pos.state().gate_open => Illegal::new(
                "P-6",
                format!(
                    "Your {name} can be placed once the first Player of its Battalion has had a turn."
                ),
            ),
            Some(reserve) if !reserve.zone.has(at) => Illegal::new(
                "T-18",
                format!(
                    "A {name} cannot be placed on {at}: it is not in your part of the board for it."
                ),
            ),
            _ => Illegal::new("T-18", format!("{at} is not free for a {name}.")),
        }
    }

    /// Why a seat cannot move a piece from one Space to another, as exactly as can be said.
    pub fn explain(&self, seat: Seat, from: Space, to: Space) -> Illegal {
        if !self.rules.board.has(from) {
            return Illegal::new(self.law.board(), format!("{from} is not on the board."));
        }
        if !self.rules.board.has(to) {
            return Illegal::new(self.law.board(), format!("{to} is not on the board."));
        }
        let own_ghost = self.pos.supporter(from).filter(|piece| piece.seat == seat);
        let Some(piece) = self.pos.at(from).or(own_ghost) else {
            return Illegal::new(self.law.turn(), format!("There is no piece on {from}."));
        };
        if piece.seat != seat {
            return Illegal::new(
                self.law.owner(),
                format!("The {} is not yours.", self.piece_on(from)),
            );
        }
        match self.rules.restraint(self.pos, from, piece) {
            Some(Restraint::Imprisoned) => {
                return Illegal::new(
                    "V-6",
                    format!(
                        "Your {} is imprisoned until a Supporter of yours moves next to it.",
                        self.name(piece)
                    ),
                );
            }
            Some(Restraint::Immobilised(by) | Restraint::FrozenByCopy(by)) => {
                return Illegal::new(
                    "B-8",
                    format!("The {} holds your {}.", self.piece_on(by), self.name(piece)),
                );
            }
            None => {}
        }
        let mut list = MoveList::default();
        self.rules.generate(self.pos, &mut list);
        let mut pos = self.pos.clone();
        for mv in list
            .moves
            .iter()
            .filter(|mv| mv.from == from && mv.to == to)
        {
            if let Err(fault) = self.rules.attempt(&mut pos, mv, list.chain(mv)) {
                return self.explain_fault(mv, fault);
            }
        }
        if let Some(other) = self.pos.at(to).filter(|other| other.seat == seat) {
            return Illegal::new(
                self.law.movement(),
                format!("Your own {} stands on {to}.", self.name(other)),
            );
        }
        if let Some(why) = self.explain_victim(from, to, piece) {
            return why;
        }
        if self.rules.bars_far_diagonal(piece.ty, from, to) {
            return Illegal::new(
                "S-5",
                format!(
                    "{to} is an Affected Space: a diagonal movement may end there only from an adjacent Space."
                ),
            );
        }
        Illegal::new(
            self.law.movement(),
            format!("Your {} cannot go from {from} to {to}.", self.name(piece)),
        )
    }

    /// A choice that the turn still needs.
    pub(crate) fn ask_for(&self, debt: Debt) -> Illegal {
        match debt {
            Debt::Return(ty, _) => {
                let name = &self.rules.ty(ty).name;
                Illegal::new(
                    "P-11",
                    format!("Say where the captured {name} returns, for example \", {name} a6\"."),
                )
            }
            Debt::Volatile(_) => Illegal::new(
                "V-7",
                "Say which piece becomes Volatile, for example \", Volatile e2\", or \", none\".",
            ),
        }
    }

    /// A choice that is not allowed.
    pub(crate) fn refuse_choice(&self, debt: Debt, choice: Option<Space>) -> Illegal {
        match (debt, choice) {
            (Debt::Return(ty, _), Some(space)) if self.pos.at(space).is_some() => {
                let name = &self.rules.ty(ty).name;
                Illegal::new(
                    "P-11",
                    format!(
                        "The {name} must return to a Space without a blocking piece; {space} has one."
                    ),
                )
            }
            (Debt::Return(ty, _), Some(space)) => {
                let name = &self.rules.ty(ty).name;
                Illegal::new(
                    "P-11",
                    format!(
                        "With the {name} on {space} the turn is not legal: your Titan would be in Check."
                    ),
                )
            }
            (Debt::Return(..), None) => self.ask_for(debt),
            (Debt::Volatile(_), Some(space)) => Illegal::new(
                "V-7",
                format!("The piece on {space} cannot become Volatile now."),
            ),
            (Debt::Volatile(_), None) => self.ask_for(debt),
        }
    }

    /// What a royal piece is called where none is on the board.
    fn leader(&self) -> &'static str {
        match self.law {
            Law::Titans => "Titan",
            Law::Clash => "Leader",
        }
    }

    /// Why the Enemy on a Space cannot be captured so, if that is the reason.
    fn explain_victim(&self, from: Space, to: Space, piece: Piece) -> Option<Illegal> {
        let victim = self.pos.at(to)?;
        let (own, theirs) = (self.rules.ty(piece.ty), self.rules.ty(victim.ty));
        if self.rules.is_invulnerable(self.pos, to, victim) {
            return Some(Illegal::new(
                "C-23",
                format!("The {} is Invulnerable now.", self.piece_on(to)),
            ));
        }
        let refused = theirs.traits.refuses && theirs.abilities.iter().any(|a| a.refuses(own));
        if refused {
            return Some(Illegal::new(
                "C-22",
                format!(
                    "Your {} cannot capture the {}.",
                    own.name,
                    self.piece_on(to)
                ),
            ));
        }
        let mut list = MoveList::default();
        self.rules
            .generate_as(self.pos, &Mover::real(from, 0, piece), &mut list);
        let shot = |mv: &Move| mv.kind == Kind::Shoot && mv.to == to;
        if list.moves.iter().any(shot) {
            return Some(Illegal::new(
                "C-19",
                format!("Your {} captures by shooting: write {from}*{to}.", own.name),
            ));
        }
        let jumped = |mv: &Move| {
            matches!(mv.kind, Kind::Chain { .. })
                && list.chain(mv).iter().step_by(2).any(|over| *over == to)
        };
        list.moves.iter().any(jumped).then(|| {
            Illegal::new(
                "C-17",
                format!(
                    "Your {} captures by jumping over: name the squares where it lands.",
                    own.name
                ),
            )
        })
    }
}
