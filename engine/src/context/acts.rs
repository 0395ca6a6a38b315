//! Legal acts as values, and from an act back to the move that plays it.

use crate::action::{Act, Illegal, Turn};
use crate::board::{Seat, Space};
use crate::illegal::ChoiceFault;
use crate::play::{Event, Kind, Move, MoveList, Mover, PendingChoice, Position, Rules, Slot, TypeId};

use super::{RuleSet, RulesContext};
use crate::words;

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
    /// Where a piece appears that the turn may bring: its name and whose it is.
    Bring(String, Seat),
}

/// A legal act with the move that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegalMove {
    /// The act.
    pub act: Act,
    /// The move.
    pub mv: Move,
    /// Its chain: for each jump the Space jumped over and the landing (C-17); without the last landing when it leaves the
    /// board.
    pub chain: Vec<Space>,
}

impl RulesContext<'_> {
    /// Every legal act of the Player to move, sorted, each once.
    pub fn acts(&self) -> Vec<Act> {
        self.lines().into_iter().map(|line| line.act).collect()
    }

    /// Every legal act of the Player to move with the move that plays it: of several the one with the shortest chain (C-17).
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

    /// The move that plays an act.
    ///
    /// # Errors
    /// [`Illegal`] when no piece moves so.
    pub fn find(&self, act: &Act) -> Result<(Move, Vec<Space>), Illegal> {
        let mut list = MoveList::default();
        self.rules.generate(self.pos, &mut list);
        let mut candidates: Vec<&Move> = list.moves.iter().filter(|mv| self.act(mv, list.chain(mv)) == *act).collect();
        // Of equal acts a legal one; the shortest chain stands for its like (C-17).
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

    /// What a chain of jumps captures that stops on these Spaces one after the other, and leaves the board over the last one
    /// if `off` (C-17, C-18); sorted. `None` if there is no such chain.
    pub fn retrace(&self, from: Space, stops: &[Space], off: bool) -> Option<Vec<Space>> {
        let piece = self.pos.at(from)?;
        let mover = Mover::real(from, 0, piece);
        let mut abilities = self.rules.ty(piece.ty).abilities.iter();
        abilities.find_map(|a| a.retrace(self.rules, self.pos, &mover, stops, off))
    }

    /// A move as an act.
    pub fn act(&self, mv: &Move, chain: &[Space]) -> Act {
        let mut hits: Vec<Slot> = Vec::new();
        self.rules.captures(self.pos, mv, chain, &mut hits);
        let mut captures: Vec<Space> = hits.iter().map(|hit| hit.space()).collect();
        captures.sort();
        captures.dedup();
        let key = |ty: Option<TypeId>| ty.map(|ty| self.rules.ty(ty).key.clone());
        match mv.kind {
            Kind::Step | Kind::Gained | Kind::Double | Kind::EnPassant | Kind::Overleap | Kind::Pass => {
                Act::Move { from: mv.from, to: mv.to, captures, promote: key(mv.promote) }
            }
            Kind::Castle => Act::Castle { from: mv.from, to: mv.to, partner: mv.other },
            Kind::Chain { off } => Act::Chain { from: mv.from, to: mv.to, captures, off },
            Kind::Shoot => Act::Shoot { from: mv.from, target: mv.to, captures },
            Kind::Place { kept } => Act::Place { piece: key(mv.promote).unwrap_or_default(), kept, at: mv.to },
            Kind::SelfCapture => Act::SelfCapture { at: mv.from },
            Kind::Act => Act::Shield { at: mv.from },
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

    /// The next choice that a turn obliges to, after those it already holds; `None` when it is complete.
    ///
    /// # Errors
    /// [`Illegal`] when the act or a choice made so far is not legal.
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
/// [`Illegal`]: why not. The position is as before then.
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

/// Settles pending choices with a turn's choices: what is still to be chosen, and whether every choice was needed.
fn settle(rules: &Rules, law: RuleSet, pos: &mut Position, turn: &Turn) -> Result<(Option<Choice>, bool), Illegal> {
    let mut made = turn.then.iter();
    while let Some(pending) = pos.pending().first() {
        let options: Vec<Space> = rules.settlements(pos).collect();
        if options.is_empty() {
            // P-11: with nowhere to go it is not placed; V-7: where nobody is left to choose, nobody is asked.
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
