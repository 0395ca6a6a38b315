//! Legal acts as values, and the moves that play them.

use crate::action::{Act, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::illegal::ChoiceFault;
use crate::play::{Event, Kind, Move, MoveList, Mover, PendingChoice, Position, Rules, Slot, TypeId};

use super::{RuleSet, RulesContext};
use crate::words;

/// Choice required by an act before the turn is complete (T-17).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Kind of choice.
    pub kind: ChoiceKind,
    /// Spaces that can be chosen and leave the turn legal.
    pub options: Vec<Space>,
    /// May be declined.
    pub optional: bool,
}

/// Kind of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// Destination of a returning captured piece (P-11): its name and owner.
    Return(String, Seat),
    /// Piece of this Player that becomes Volatile (V-7).
    Volatile(Seat),
    /// Space of a piece that the turn may bring: its name and owner.
    Bring(String, Seat),
}

/// Legal act with the move that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// Act.
    pub act: Act,
    /// Move.
    pub mv: Move,
    /// Chain of the move: for each jump the Space jumped over and the landing (C-17). The last landing is missing if
    /// the chain leaves the board.
    pub chain: Vec<Space>,
}

impl RulesContext<'_> {
    /// All distinct legal acts of the Player to move, sorted.
    pub fn acts(&self) -> Vec<Act> {
        self.lines().into_iter().map(|line| line.act).collect()
    }

    /// All distinct legal acts of the Player to move with their moves. Of several moves, the one with the shortest
    /// chain is used (C-17).
    pub fn lines(&self) -> Vec<LegalMove> {
        let mut list = MoveList::default();
        self.rules.legal_moves(&mut self.pos.clone(), &mut list);
        let mut lines: Vec<LegalMove> = list
            .moves
            .iter()
            .map(|mv| LegalMove { act: self.act(mv, list.chain(mv)), mv: *mv, chain: list.chain(mv).to_vec() })
            .collect();
        lines.sort_by(|a, b| (&a.act, a.chain.len(), &a.chain).cmp(&(&b.act, b.chain.len(), &b.chain)));
        lines.dedup_by(|later, first| later.act == first.act);
        lines
    }

    /// Finds the move that plays an act. A chain that does not name its promotion takes the first option, as in games
    /// of versions that did not record it.
    ///
    /// # Errors
    /// [`Illegal`] if no piece has such a move.
    pub fn find(&self, act: &Act) -> Result<(Move, Vec<Space>), Illegal> {
        let mut list = MoveList::default();
        self.rules.generate(self.pos, &mut list);
        let playing = |fits: fn(&Act, &Act) -> bool| -> Vec<&Move> {
            list.moves.iter().filter(|mv| fits(&self.act(mv, list.chain(mv)), act)).collect()
        };
        let mut candidates = playing(Act::eq);
        if candidates.is_empty() {
            candidates = playing(Act::is_recorded_as);
        }
        // Prefer a legal move, then the shortest chain (C-17).
        candidates.sort_by_key(|mv| (mv.chain.1, list.chain(mv).to_vec()));
        let found = match candidates.as_slice() {
            [] => None,
            [only] => Some(*only),
            several => {
                let mut pos = self.pos.clone();
                let legal = several.iter().find(|mv| self.rules.is_legal(&mut pos, mv, list.chain(mv)));
                legal.or(several.first()).copied()
            }
        };
        match found {
            Some(mv) => Ok((*mv, list.chain(mv).to_vec())),
            None => Err(self.explain_act(act)),
        }
    }

    /// Captures of a chain of jumps with these stops that, if `off`, leaves the board over the last one (C-17, C-18);
    /// sorted. `None` if there is no such chain.
    pub fn retrace(&self, from: Space, stops: &[Space], off: bool) -> Option<Vec<Space>> {
        let piece = self.pos.at(from)?;
        let mover = Mover::real(from, 0, piece);
        let mut abilities = self.rules.abilities(piece.ty).iter();
        abilities.find_map(|a| a.retrace(self.rules, self.pos, &mover, stops, off))
    }

    /// Converts a move to an act.
    pub fn act(&self, mv: &Move, chain: &[Space]) -> Act {
        let mut hits: Vec<Slot> = Vec::new();
        self.rules.captures(self.pos, mv, chain, &mut hits);
        let mut captures: Vec<Space> = hits.iter().map(|hit| hit.space()).collect();
        captures.sort();
        captures.dedup();
        let key = |ty: Option<TypeId>| ty.map(|ty| self.rules.ty(ty).key.clone());
        match mv.kind {
            Kind::Step | Kind::Gained | Kind::Double | Kind::EnPassant | Kind::Overleap => {
                Act::Move { from: mv.from, to: mv.to, captures, promote: key(mv.promote) }
            }
            Kind::Castle => Act::Castle { from: mv.from, to: mv.to, partner: mv.other },
            Kind::Chain { off } => Act::Chain { from: mv.from, to: mv.to, captures, off, promote: key(mv.promote) },
            Kind::Shoot => Act::Shoot { from: mv.from, target: mv.to, captures },
            Kind::Place { kept } => Act::Place { piece: key(mv.promote).unwrap_or_default(), kept, at: mv.to },
            Kind::SelfCapture => Act::SelfCapture { at: mv.from },
            Kind::Act => Act::Shield { at: mv.from },
            Kind::Pass => Act::Pass { at: mv.from },
            Kind::Swap => Act::Swap { from: mv.from, with: mv.to },
            Kind::Fuse { kept, .. } => {
                Act::Fuse { from: mv.from, into: mv.to, piece: key(mv.promote).unwrap_or_default(), kept }
            }
            Kind::Split { power } => {
                let power = self.rules.powers.get(power as usize);
                let [_, goes] = power.map_or([None; 2], |power| power.arrivals(self.rules, self.pos, mv));
                Act::Split {
                    from: mv.from,
                    to: mv.to,
                    stays: key(mv.promote).unwrap_or_default(),
                    goes: key(goes.map(|(ty, _)| ty)).unwrap_or_default(),
                }
            }
        }
    }

    /// Next choice required by a turn after those already made; `None` if the turn is complete.
    ///
    /// # Errors
    /// [`Illegal`] if the act or a choice made so far is not legal.
    pub fn next_choice(&self, turn: &Turn) -> Result<Option<Choice>, Illegal> {
        let (mv, chain) = self.find(&turn.act)?;
        let mut pos = self.pos.clone();
        if let Err(fault) = self.rules.attempt(&mut pos, &mv, &chain) {
            return Err(self.explain_fault(&mv, fault));
        }
        settle(self.rules, self.law, &mut pos, turn).map(|(open, _)| open)
    }
}

/// Takes a whole turn.
///
/// # Errors
/// [`Illegal`] if the turn is not legal; the position is then unchanged.
pub(crate) fn take_turn(rules: &Rules, law: RuleSet, pos: &mut Position, turn: &Turn) -> Result<Vec<Event>, Illegal> {
    let context = RulesContext { rules, pos, law };
    let (mv, chain) = context.find(&turn.act)?;
    pos.listen();
    let mark = match rules.attempt(pos, &mv, &chain) {
        Ok(mark) => mark,
        Err(fault) => {
            pos.heard();
            return Err(RulesContext { rules, pos, law }.explain_fault(&mv, fault));
        }
    };
    let settled = match settle(rules, law, pos, turn) {
        Ok((None, true)) => Ok(()),
        Ok((None, false)) => Err(Illegal::new(law.turn(), ChoiceFault::TooMany)),
        Ok((Some(_), _)) => {
            let context = RulesContext { rules, pos, law };
            Err(pos
                .pending()
                .first()
                .map_or_else(|| Illegal::new(law.turn(), ChoiceFault::OneMore), |pending| context.ask_for(pending)))
        }
        Err(why) => Err(why),
    };
    let events = pos.heard();
    if let Err(why) = settled {
        pos.undo(rules, &mark);
        return Err(why);
    }
    Ok(events)
}

/// Settles pending choices with a turn's choices. Returns the next open choice, and whether every choice given was
/// needed.
fn settle(rules: &Rules, law: RuleSet, pos: &mut Position, turn: &Turn) -> Result<(Option<Choice>, bool), Illegal> {
    let mut made = turn.then.iter();
    while let Some(pending) = pos.pending().first() {
        let options: Vec<Space> = rules.settlements(pos).collect();
        if options.is_empty() {
            // Drop a choice without options: a piece that cannot be placed (P-11), or no piece left to make Volatile
            // (V-7).
            rules.clear_pending(pos);
            continue;
        }
        let Some(choice) = made.next() else {
            let kind = match pending {
                PendingChoice::Return(ty, owner) => ChoiceKind::Return(rules.ty(ty).name.clone(), owner),
                PendingChoice::Volatile(of) => ChoiceKind::Volatile(of),
                PendingChoice::Bring { ty, cost, .. } => {
                    ChoiceKind::Bring(words::held(&rules.ty(ty).name, cost.kept()), pos.to_move())
                }
            };
            let open = Choice { kind, options, optional: !matches!(pending, PendingChoice::Return(..)) };
            return Ok((Some(open), true));
        };
        if !rules.settle(pos, *choice) {
            return Err(RulesContext { rules, pos, law }.refuse_choice(pending, *choice));
        }
    }
    Ok((None, made.next().is_none()))
}
