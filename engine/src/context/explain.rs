//! Reasons why an action is not legal.

use std::collections::BTreeSet;

use crate::ability::Ban;
use crate::action::{Act, Illegal};
use crate::board::{Seat, Space};
use crate::illegal::{ChoiceFault, Hindrance, MoveFault, PieceOn, Why};
use crate::play::{
    Flags, Illegality, Kept, Kind, LAYERS, Move, MoveList, Mover, Obstacle, PendingChoice, Piece, Restraint, Slot,
};

use super::{RuleSet, RulesContext};
use crate::words;

/// Number of pieces of a kind that a refusal names with their destinations.
const MOST_NAMED: usize = 3;

impl RulesContext<'_> {
    fn piece_on(&self, space: Space) -> PieceOn {
        PieceOn { name: self.pos.at(space).map_or_else(String::new, |piece| self.name(piece)), space }
    }

    fn name(&self, piece: Piece) -> String {
        self.rules.ty(piece.ty).name.clone()
    }

    /// Name of a Player's Titan: "King".
    fn titan_name(&self, seat: Seat) -> String {
        let titan = self.pos.titans(seat).first().and_then(|space| self.pos.at(*space));
        titan.map_or_else(|| self.leader().into(), |piece| self.name(piece))
    }

    /// Reason why a pseudo-legal move is not legal.
    pub(crate) fn explain_fault(&self, mv: &Move, fault: Illegality) -> Illegal {
        let titan = self.titan_name(self.pos.to_move());
        match fault {
            Illegality::LeavesCheck(by) => {
                let by = (by != mv.to).then(|| self.piece_on(by));
                Illegal::new(self.law.check(), MoveFault::LeavesCheck { titan, by })
            }
            Illegality::Bound(by) => {
                let name = self.pos.at(by).map_or_else(|| "Snare Piece".to_owned(), |piece| self.name(piece));
                let by = PieceOn { name, space: by };
                Illegal::new("S-2", MoveFault::Snared { by, titan })
            }
            Illegality::CastlesOutOfCheck(by) => {
                let by = self.piece_on(by);
                Illegal::new(self.law.castling(), MoveFault::CastlesOutOfCheck { titan, by })
            }
            Illegality::CastlesThroughCheck(by) => {
                let by = self.piece_on(by);
                Illegal::new(self.law.castling(), MoveFault::CastlesThroughCheck { titan, by })
            }
            Illegality::GivesCheck(at) => Illegal::new(self.law.turn(), MoveFault::GivesCheck(self.piece_on(at))),
            Illegality::Forbidden(Ban::Doubles(beside)) => {
                Illegal::new("T-17", MoveFault::Doubled(self.piece_on(beside)))
            }
            Illegality::Forbidden(Ban::DropMates) => Illegal::new("T-17", MoveFault::DropMates),
            Illegality::TakesOwnTitan(at) => {
                Illegal::new(self.law.check(), MoveFault::TakesOwnTitan(self.piece_on(at)))
            }
            Illegality::MustCapture(prey) => Illegal::new(self.law.turn(), MoveFault::MustCapture(self.piece_on(prey))),
            Illegality::NoSafeReturn => Illegal::new("P-11", MoveFault::NoSafeReturn { titan }),
        }
    }

    /// Reason why an act is not even pseudo-legal.
    pub(crate) fn explain_act(&self, act: &Act) -> Illegal {
        match act {
            Act::Place { piece, kept, at } => self.explain_placement(piece, *kept, *at),
            Act::SelfCapture { at } => Illegal::new("B-9", MoveFault::NotImmobilised(self.piece_on(*at))),
            Act::Shield { at } => self.explain_shield(*at),
            Act::Pass { .. } => self.explain_pass(),
            _ => self.explain(self.pos.to_move(), act.origin(), act.target()),
        }
    }

    /// Why the Player to move may not pass.
    pub(crate) fn explain_pass(&self) -> Illegal {
        let fault = self.first_fault(&self.pseudo_legal(), |mv| mv.kind == Kind::Pass);
        fault.unwrap_or_else(|| Illegal::new(self.law.turn(), MoveFault::NoPass))
    }

    fn explain_shield(&self, at: Space) -> Illegal {
        let seat = self.pos.to_move();
        let own = self.pos.at(at).filter(|piece| piece.seat == seat);
        let fault = match own {
            Some(_) if self.pos.state().shield_used >> seat.0 & 1 != 0 => MoveFault::ShieldUsed,
            Some(piece) => MoveFault::NoShield(self.name(piece)),
            None => MoveFault::NotOwnPiece(at),
        };
        Illegal::new("C-24", fault)
    }

    /// Why no piece of this name can be placed on a Space.
    pub(crate) fn explain_drop(&self, name: &str, at: Space) -> Illegal {
        let seat = self.pos.to_move();
        let held = self.rules.seats[seat.index()].reserves.iter().find_map(|reserve| {
            let kept = Kept::ALL.into_iter().find(|kept| self.pos.held(seat, reserve.ty, *kept) > 0)?;
            let ty = self.rules.ty(reserve.ty);
            (ty.name == name).then(|| (ty.key.clone(), kept))
        });
        match held {
            Some((key, kept)) => self.explain_placement(&key, kept, at),
            None => Illegal::new("T-18", MoveFault::NotInReserve),
        }
    }

    fn explain_placement(&self, key: &str, kept: Kept, at: Space) -> Illegal {
        let seat = self.pos.to_move();
        let Some(ty) = self.rules.type_by_key(key).filter(|ty| self.pos.held(seat, *ty, kept) > 0) else {
            return Illegal::new("T-18", MoveFault::NotInReserve);
        };
        let name = self.rules.ty(ty).name.clone();
        let reserve = self.rules.seats[seat.index()].reserves.iter().find(|reserve| reserve.ty == ty);
        let piece = PieceOn { name: name.clone(), space: at };
        match reserve {
            Some(reserve) if reserve.gated && !self.pos.state().gate_open => {
                Illegal::new("P-6", MoveFault::GateClosed(name))
            }
            _ => {
                let placed = |mv: &Move| matches!(mv.kind, Kind::Place { .. }) && mv.promote == Some(ty);
                let list = self.pseudo_legal();
                self.first_fault(&list, |mv| placed(mv) && mv.to == at).unwrap_or_else(|| {
                    let can = self.destinations(&list, placed);
                    Illegal::new("T-18", MoveFault::CannotPlace { piece, can })
                })
            }
        }
    }

    /// The most specific reason why a seat cannot move a piece from one Space to another.
    pub fn explain(&self, seat: Seat, from: Space, to: Space) -> Illegal {
        if !self.rules.board.has(from) {
            return Illegal::new(self.law.board(), MoveFault::OffBoard(from));
        }
        if !self.rules.board.has(to) {
            return Illegal::new(self.law.board(), MoveFault::OffBoard(to));
        }
        let own_beside = self.pos.supporter(from).filter(|piece| piece.seat == seat);
        let beside = (1..LAYERS).find_map(|layer| self.pos.in_slot(Slot::new(from, layer)));
        let Some(piece) = self.pos.at(from).or(own_beside).or(beside) else {
            return Illegal::new(self.law.turn(), MoveFault::NoPiece(from));
        };
        if piece.seat != seat {
            let piece = PieceOn { name: self.name(piece), space: from };
            return Illegal::new(self.law.owner(), MoveFault::NotYours(piece));
        }
        if from == to {
            let can = self.destinations(&self.pseudo_legal(), |mv| mv.from == from && mv.to != from);
            let piece = PieceOn { name: self.name(piece), space: from };
            return Illegal::new(self.law.movement(), MoveFault::StandsThere { piece, can });
        }
        match self.rules.restraint(self.pos, from, piece) {
            Some(Restraint::Imprisoned) => {
                let piece = PieceOn { name: self.name(piece), space: from };
                return Illegal::new("V-6", MoveFault::Imprisoned(piece));
            }
            Some(Restraint::Held(by)) => {
                let (piece, by) = (PieceOn { name: self.name(piece), space: from }, self.piece_on(by));
                return Illegal::new("B-8", MoveFault::Held { piece, by });
            }
            None => {}
        }
        let list = self.pseudo_legal();
        if let Some(why) = self.first_fault(&list, |mv| mv.from == from && mv.to == to) {
            return why;
        }
        if let Some(why) = self.explain_victim(from, to, piece) {
            return why;
        }
        if self.rules.bars_far_diagonal(piece.ty, from, to) {
            return Illegal::new("S-5", MoveFault::Affected(to));
        }
        let mover = PieceOn { name: self.name(piece), space: from };
        if self.trades_places(piece) && self.pos.titans(seat).contains(&to) {
            let titan = self.piece_on(to);
            return Illegal::new("O-3", MoveFault::CannotTradePlaces { piece: mover, titan });
        }
        let because = match self.rules.obstacle(self.pos, from, piece, to) {
            Some(Obstacle::OwnPiece) => {
                let other = self.piece_on(to);
                return Illegal::new(self.law.movement(), MoveFault::OwnPiece { piece: mover, other });
            }
            because => because.map(|obstacle| self.hindrance(obstacle, to)),
        };
        let can = self.destinations(&list, |mv| mv.from == from && mv.to != from);
        let piece = mover;
        Illegal::new(self.law.movement(), MoveFault::CannotGo { piece, to, because, can })
    }

    /// Why none of several pieces of a kind can go to a Space: the most telling reason, or what they can do instead.
    pub(crate) fn explain_kind(&self, seat: Seat, name: String, pieces: &[Space], to: Space) -> Illegal {
        if pieces.contains(&to) {
            return self.explain(seat, to, to);
        }
        let mut can = Vec::new();
        for from in pieces {
            let why = self.explain(seat, *from, to);
            match why.why() {
                Why::Move(MoveFault::CannotGo { because: None, can: spaces, .. }) if pieces.len() > 1 => {
                    can.push((*from, spaces.clone()));
                }
                _ => return why,
            }
        }
        can.retain(|(_, spaces)| !spaces.is_empty());
        // Of many, only the nearest on the file or rank of the destination is of interest, such as the Pawn on e2 for e5.
        let in_line = |from: &&Space| from.file() == to.file() || from.rank() == to.rank();
        let nearest = pieces.iter().filter(in_line).min_by_key(|from| from.distance(to));
        if let Some(from) = nearest.filter(|_| can.len() > MOST_NAMED) {
            return self.explain(seat, *from, to);
        }
        let fault = match pieces {
            [] => MoveFault::NoSuchPiece(name),
            _ => MoveFault::NoneCanGo { piece: name, to, can },
        };
        Illegal::new(self.law.movement(), fault)
    }

    /// Refusal of capital letters that are the symbol of no kind.
    pub(crate) fn explain_letters(&self, seat: Seat, letters: String) -> Illegal {
        let mut known: Vec<(String, String)> = Vec::new();
        for (_, piece) in self.pos.pieces().filter(|(_, piece)| piece.seat == seat) {
            let ty = self.rules.ty(piece.ty);
            if known.iter().all(|(_, name)| *name != ty.name) {
                known.push((ty.symbol.clone(), ty.name.clone()));
            }
        }
        Illegal::new(self.law.movement(), MoveFault::NoSuchLetter { letters, known })
    }

    /// Why no legal action castles in this way; `is_it` tells from the Spaces of the King, its destination and its partner.
    pub(crate) fn explain_castling(&self, seat: Seat, is_it: impl Fn(Space, Space, Space) -> bool) -> Illegal {
        let list = self.pseudo_legal();
        let castles = |mv: &&Move| mv.kind == Kind::Castle && is_it(mv.from, mv.to, mv.other);
        if let Some(mv) = list.moves.iter().find(castles) {
            return self.explain(seat, mv.from, mv.to);
        }
        let own = self.pos.pieces().filter(|(_, piece)| piece.seat == seat);
        let partner = |piece: Piece| self.rules.ty(piece.ty).castles_with.first().copied();
        let king = own.filter_map(|(slot, piece)| Some((slot.space(), piece, partner(piece)?))).next();
        let fault = match king {
            None => MoveFault::NeverCastles,
            Some((space, piece, _)) if !piece.flags.contains(Flags::FRESH) => MoveFault::HasMoved(self.piece_on(space)),
            Some((space, _, partner)) => {
                MoveFault::CannotCastle { king: self.piece_on(space), partner: self.rules.ty(partner).name.clone() }
            }
        };
        Illegal::new(self.law.castling(), fault)
    }

    /// Pseudo-legal moves of the Player to move.
    fn pseudo_legal(&self) -> MoveList {
        let mut list = MoveList::default();
        self.rules.generate(self.pos, &mut list);
        list
    }

    /// Reason why the first of these moves that is not legal is refused.
    fn first_fault(&self, list: &MoveList, wanted: impl Fn(&Move) -> bool) -> Option<Illegal> {
        let mut pos = self.pos.clone();
        let mut wanted = list.moves.iter().filter(|mv| wanted(mv));
        wanted.find_map(|mv| match self.rules.attempt(&mut pos, mv, list.chain(mv)) {
            Ok(mark) => {
                pos.undo(self.rules, &mark);
                None
            }
            Err(fault) => Some(self.explain_fault(mv, fault)),
        })
    }

    /// Returns whether the piece has the ability to trade places with its Titan.
    fn trades_places(&self, piece: Piece) -> bool {
        let (army, index) = self.rules.ty(piece.ty).origin;
        let abilities = &self.rules.armies[army].pieces[index].abilities;
        abilities.iter().any(|ability| ability.name == "swap-with-titan")
    }

    /// Spaces where these moves end, if they are legal, in the order of the board.
    fn destinations(&self, list: &MoveList, wanted: impl Fn(&Move) -> bool) -> Vec<Space> {
        let mut pos = self.pos.clone();
        let wanted = list.moves.iter().filter(|mv| wanted(mv));
        let legal = wanted.filter(|mv| self.rules.is_legal(&mut pos, mv, list.chain(mv)));
        let spaces: BTreeSet<Space> = legal.map(|mv| mv.to).collect();
        spaces.into_iter().collect()
    }

    fn hindrance(&self, obstacle: Obstacle, to: Space) -> Hindrance {
        match obstacle {
            Obstacle::OnlyCaptures => Hindrance::OnlyCaptures,
            Obstacle::OnlyMoves | Obstacle::OwnPiece => Hindrance::OnlyMoves(self.piece_on(to)),
            Obstacle::FirstMove => Hindrance::FirstMove,
            Obstacle::Condition(when) => Hindrance::Condition(when),
            Obstacle::Zone(limit, zone) => Hindrance::Zone { limit, zone },
            Obstacle::Mount => Hindrance::Mount,
            Obstacle::NothingToBecome => Hindrance::NothingToBecome,
            Obstacle::InTheWay(space) => Hindrance::InTheWay(self.piece_on(space)),
        }
    }

    /// Refusal of a turn that lacks this choice.
    pub(crate) fn ask_for(&self, pending: PendingChoice) -> Illegal {
        match pending {
            PendingChoice::Return(ty, _) => {
                let name = self.rules.ty(ty).name.clone();
                Illegal::new("P-11", ChoiceFault::SayReturn(name))
            }
            PendingChoice::Volatile(_) => Illegal::new("V-7", ChoiceFault::SayVolatile),
            PendingChoice::Bring { ty, cost, .. } => {
                let name = words::held(&self.rules.ty(ty).name, cost.kept());
                Illegal::new("T-17", ChoiceFault::SayBring(name))
            }
        }
    }

    /// Refusal of a choice that is not allowed.
    pub(crate) fn refuse_choice(&self, pending: PendingChoice, choice: Option<Space>) -> Illegal {
        match (pending, choice) {
            (PendingChoice::Return(ty, _), Some(space)) => {
                let name = self.rules.ty(ty).name.clone();
                let piece = PieceOn { name, space };
                let fault = match self.pos.at(space) {
                    Some(_) => ChoiceFault::Occupied(piece),
                    None => ChoiceFault::ReturnInCheck(piece),
                };
                Illegal::new("P-11", fault)
            }
            (PendingChoice::Volatile(_), Some(space)) => Illegal::new("V-7", ChoiceFault::NotVolatile(space)),
            (PendingChoice::Bring { ty, near, cost }, Some(space)) => {
                let name = self.rules.ty(ty).name.clone();
                let piece = PieceOn { name, space };
                let fault = if self.rules.may_bring(self.pos, ty, near, cost, space) {
                    ChoiceFault::ReturnInCheck(piece)
                } else {
                    ChoiceFault::CannotAppear(piece)
                };
                Illegal::new("T-17", fault)
            }
            (_, None) => self.ask_for(pending),
        }
    }

    /// Term for a royal piece when none is on the board.
    fn leader(&self) -> &'static str {
        match self.law {
            RuleSet::Titans => "Titan",
            RuleSet::Clash => "Leader",
        }
    }

    /// Reason why the Enemy on a Space cannot be captured by this piece, if there is one.
    fn explain_victim(&self, from: Space, to: Space, piece: Piece) -> Option<Illegal> {
        let victim = self.pos.at(to)?;
        let (own, theirs) = (self.rules.ty(piece.ty), self.rules.ty(victim.ty));
        if self.rules.is_invulnerable(self.pos, to, victim) {
            return Some(Illegal::new("C-23", MoveFault::Invulnerable(self.piece_on(to))));
        }
        let name = own.name.clone();
        let takes = (self.rules).may_take(self.pos, piece.seat, piece.ty, to, victim);
        if theirs.capturable && victim.seat != piece.seat && !takes {
            let (piece, victim) = (name, self.piece_on(to));
            return Some(Illegal::new("C-22", MoveFault::Refuses { piece, victim }));
        }
        let mut list = MoveList::default();
        self.rules.generate_as(self.pos, &Mover::real(from, 0, piece), &mut list);
        let shot = |mv: &Move| mv.kind == Kind::Shoot && mv.to == to;
        if list.moves.iter().any(shot) {
            let piece = name;
            return Some(Illegal::new("C-19", MoveFault::Shoots { piece, from, to }));
        }
        let jumped = |mv: &Move| {
            matches!(mv.kind, Kind::Chain { .. }) && list.chain(mv).iter().step_by(2).any(|over| *over == to)
        };
        let jumps = list.moves.iter().any(jumped);
        jumps.then(|| Illegal::new("C-17", MoveFault::Jumps(name)))
    }
}
