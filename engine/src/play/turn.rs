//! Complete turns: a move, required choices, defeats, the legality test (T-17, T-20), and the next seat to move.

use crate::board::{MAX_SEATS, Seat, Space};

use super::make::castling_way;
use super::moves::Verdict;
use super::{Ban, Event, Fall, Kind, Mark, Move, MoveList, Position, Rules, Slot, with_list};

/// Reason why a pseudo-legal move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Illegality {
    /// T-20: the piece on this Space would attack the own Titan.
    LeavesCheck(Space),
    /// S-2: the piece is attacked from this Space and may only capture the attacker.
    Bound(Space),
    /// M-4: the King is in Check from the piece on this Space.
    CastlesOutOfCheck(Space),
    /// M-4: the King would pass over a Space attacked by the piece on this Space.
    CastlesThroughCheck(Space),
    /// The own Battalion may not give Check, here to the Titan on this Space.
    GivesCheck(Space),
    /// An ability of the piece forbids its destination.
    Forbidden(Ban),
    /// The move would capture the own Titan on this Space.
    TakesOwnTitan(Space),
    /// The Player must capture, for example the piece on this Space.
    MustCapture(Space),
    /// P-11: no placement of the returned piece makes the turn legal.
    NoSafeReturn,
}

impl Rules {
    /// Generates all legal moves of the Player to move: those whose turn as a whole is legal (T-17). Unordered.
    pub fn legal_moves(&self, pos: &mut Position, out: &mut MoveList) {
        out.clear();
        self.compiled.sort(self, pos, out);
        self.try_doubtful(pos, out);
        out.moves.append(&mut out.sure);
        self.keep_dutiful(pos, out);
    }

    /// Generates the legal captures and promotions, as needed by a quiescence search. For types without special
    /// captures, the cost is proportional to the number of these moves.
    ///
    /// ```
    /// # use engine::{battalion, board::{Battlefield, Board, TerritoryPlacement, Seat}, play::{MoveList, Piece, Position, Rules}};
    /// # let army = battalion::load_builtin("medieval").unwrap();
    /// # let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
    /// # let board = Board::build(&Battlefield::standard(2).unwrap(), &[plot; 2]).unwrap();
    /// # let rules = Rules::new(board, &[army.clone(), army], &[]).unwrap();
    /// let mut pos = Position::empty(&rules);
    /// for (seat, id, space) in [(0, "rook", "a1"), (1, "knight", "a8"), (0, "king", "e1"), (1, "king", "e8")] {
    ///     let ty = rules.type_by_key(&format!("medieval/{id}")).unwrap();
    ///     pos.put(&rules, space.parse().unwrap(), Piece::new(ty, Seat(seat)));
    /// }
    /// let mut list = MoveList::default();
    /// rules.legal_captures(&mut pos, &mut list);
    /// assert_eq!(list.moves.len(), 1);
    /// assert_eq!(list.moves[0].to.to_string(), "a8");
    /// ```
    pub fn legal_captures(&self, pos: &mut Position, out: &mut MoveList) {
        self.captures_at_will(pos, out);
        self.keep_dutiful(pos, out);
    }

    /// Like `legal_captures`, ignoring duties to capture.
    pub(super) fn captures_at_will(&self, pos: &mut Position, out: &mut MoveList) {
        out.clear();
        self.compiled.sort_captures(self, pos, out);
        self.try_doubtful(pos, out);
        out.moves.append(&mut out.sure);
    }

    /// Like [`Rules::legal_moves`], or with `captures` like [`Rules::legal_captures`], but without trying doubtful
    /// moves. The first [`MoveList::doubtful`] moves must be made with [`Rules::attempt`], the others can be made with
    /// [`Rules::play`]. Saves time in a search that rarely reaches the end of a list.
    pub fn candidates(&self, pos: &mut Position, captures: bool, out: &mut MoveList) {
        if self.is_dutiful(pos) {
            // A move may fulfil the duty or not depending on all other moves.
            return if captures { self.legal_captures(pos, out) } else { self.legal_moves(pos, out) };
        }
        out.clear();
        self.compiled.sort_roughly(self, pos, captures, out);
        let MoveList { moves, verdicts, sure, .. } = out;
        let mut verdicts = verdicts.iter();
        moves.retain(|mv| match verdicts.next() {
            Some(Verdict::Legal) => {
                sure.push(*mv);
                false
            }
            Some(Verdict::Illegal) => false,
            Some(Verdict::Try) | None => true,
        });
        out.doubtful = out.moves.len();
        out.moves.append(&mut out.sure);
    }

    /// Keeps only the legal ones among the doubtful moves.
    fn try_doubtful(&self, pos: &mut Position, out: &mut MoveList) {
        let MoveList { moves, chains, verdicts, .. } = out;
        let mut verdicts = verdicts.iter();
        moves.retain(|mv| match verdicts.next() {
            Some(Verdict::Legal) => true,
            Some(Verdict::Illegal) => false,
            Some(Verdict::Try) | None => self.is_legal_but_for_duty(pos, mv, &chains[mv.span()]),
        });
    }

    /// Returns whether this pseudo-legal move is legal.
    pub fn is_legal(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> bool {
        self.is_legal_but_for_duty(pos, mv, chain) && self.neglects(pos, mv, chain).is_none()
    }

    fn is_legal_but_for_duty(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> bool {
        match self.attempt_freely(pos, mv, chain) {
            Ok(mark) => {
                pos.undo(self, &mark);
                true
            }
            Err(_) => false,
        }
    }

    /// Makes a pseudo-legal move if it is legal. Ends the turn unless there are pending choices; settle those with
    /// [`Rules::settle`]. [`Position::undo`] with the returned mark takes everything back.
    ///
    /// # Errors
    /// The [`Illegality`]; the position is unchanged.
    pub fn attempt(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> Result<Mark, Illegality> {
        match self.neglects(pos, mv, chain) {
            Some(prey) => Err(Illegality::MustCapture(prey)),
            None => self.attempt_freely(pos, mv, chain),
        }
    }

    /// Like `attempt`, ignoring duties to capture.
    fn attempt_freely(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> Result<Mark, Illegality> {
        let actor = pos.to_move();
        if (self.shuns || !self.classes.meets.is_empty())
            && let Some(titan) = self.own_titan_taken(pos, mv, chain)
        {
            return Err(Illegality::TakesOwnTitan(titan));
        }
        if !self.classes.bound.is_empty()
            && let Some(by) = self.bound(pos, mv, chain)
        {
            return Err(Illegality::Bound(by));
        }
        if self.forbids
            && let Some(ban) = self.forbidden(pos, mv)
        {
            return Err(Illegality::Forbidden(ban));
        }
        if mv.kind == Kind::Castle {
            self.judge_castling(pos, actor, mv)?;
        }
        let mark = pos.mark();
        self.make(pos, mv, chain);
        self.call_returns(pos);
        let verdict = if pos.pending().is_empty() {
            self.end_turn(pos)
        } else if self.can_complete(pos) {
            Ok(())
        } else {
            Err(Illegality::NoSafeReturn)
        };
        match verdict {
            Ok(()) => Ok(mark),
            Err(fault) => {
                pos.undo(self, &mark);
                Err(fault)
            }
        }
    }

    /// Null move: ends the turn without an action, for a search to detect threats. [`Position::undo`] takes it back.
    ///
    /// Not a legal action. Use it only if no choice is pending and the Player to move is not in Check.
    pub fn null_move(&self, pos: &mut Position) -> Mark {
        let mark = pos.mark();
        pos.state_mut().phase = self.phases[pos.to_move().index()].actions;
        self.drop_returns(pos);
        self.pass_turn(pos);
        mark
    }

    /// Ends the turn of the Player to move: settles defeats, tests legality (T-20) and selects the next Player. After
    /// an error the caller must undo the turn.
    pub fn end_turn(&self, pos: &mut Position) -> Result<(), Illegality> {
        let actor = pos.to_move();
        self.settle_defeats(pos, actor);
        if !pos.state().is_defeated(actor)
            && let Some(by) = self.checker(pos, actor)
            && !self.can_be_mended(pos)
        {
            return Err(Illegality::LeavesCheck(by));
        }
        if self.peaceful[actor.index()]
            && let Some(titan) = Seat::all(self.seat_count()).find_map(|other| self.given_check(pos, actor, other))
        {
            return Err(Illegality::GivesCheck(titan));
        }
        self.settle_aims(pos, actor);
        self.pass_turn(pos);
        Ok(())
    }

    /// Settles defeats by loss of the last Titan (T-21) or of the last piece that a Battalion needs (P-5). Other
    /// Players come before the actor.
    pub(crate) fn settle_defeats(&self, pos: &mut Position, actor: Seat) {
        let others = Seat::all(self.seat_count()).filter(|seat| *seat != actor);
        for seat in others.chain([actor]) {
            if !pos.state().is_defeated(seat)
                && let Some(how) = self.falls(pos, seat)
            {
                let by = (seat != actor || how == Fall::Bereft).then_some(actor);
                self.defeat(pos, seat, how, by);
            }
        }
    }

    /// Cause of defeat of a seat in the current position, if any.
    pub(super) fn falls(&self, pos: &Position, seat: Seat) -> Option<Fall> {
        if self.is_uncrowned(pos, seat) {
            Some(Fall::TitanCaptured)
        } else {
            self.is_bereft(pos, seat).then_some(Fall::Bereft)
        }
    }

    /// Returns whether a Player is already certain to be defeated at the end of this turn. Their pieces no longer hold
    /// others (T-23).
    #[inline]
    pub(super) fn somebody_falls(&self, pos: &Position) -> bool {
        Seat::all(self.seat_count()).any(|seat| !pos.state().is_defeated(seat) && self.falls(pos, seat).is_some())
    }

    fn is_bereft(&self, pos: &Position, seat: Seat) -> bool {
        let needed = &self.keep[seat.index()];
        !needed.is_empty() && needed.iter().all(|ty| pos.count(seat, *ty) == 0)
    }

    /// Removes a Player from the game (T-21 … T-23).
    pub fn defeat(&self, pos: &mut Position, seat: Seat, how: Fall, by: Option<Seat>) {
        let state = pos.state_mut();
        state.defeated |= 1 << seat.0;
        if let Some(by) = by.filter(|by| *by != seat) {
            state.credits[by.index()] += 1;
        }
        if self.gate_seat == Some(seat) {
            state.gate_open = true;
        }
        pos.tell(Event::Defeated { seat, how, by });
    }

    /// Starts the next action of the turn, if any, or gives the turn to the next undefeated Player. Rights and
    /// protections that last until the beginning of a turn end.
    pub fn pass_turn(&self, pos: &mut Position) {
        if self.turn_goes_on(pos) {
            pos.state_mut().phase += 1;
            return;
        }
        let actor = pos.to_move();
        self.forget_ways(pos, actor);
        let gate = self.gate_seat == Some(actor);
        let state = pos.state_mut();
        state.turns[actor.index()] += 1;
        if state.progress {
            state.quiet = [0; MAX_SEATS];
        } else {
            state.quiet[actor.index()] += 1;
        }
        state.progress = false;
        state.phase = 0;
        state.stirred = false;
        state.gate_open |= gate;
        let mut next = actor;
        for _ in 0..self.seat_count() {
            next = Seat::new((next.index() + 1) % self.seat_count());
            // T-13: the right lasts until the next turn of the double-stepper begins, or would begin.
            state.en_passant[next.index()] = None;
            if !state.is_defeated(next) {
                break;
            }
        }
        state.to_move = next;
        if !self.protecting.is_empty() {
            self.protections_run_down(pos, next);
        }
        if let Some(rests) = self.rests {
            let rest = rests + 2 * next.index() + 1;
            let left = pos.counter(rest);
            if left > 0 {
                pos.set_counter(rest, left - 1);
            }
        }
    }

    /// S-2: Space of the Enemy that binds the piece of this move, if any.
    fn bound(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> Option<Space> {
        let piece = pos.at(mv.from).filter(|_| mv.layer == 0)?;
        let binders = self.classes.bound_by[piece.ty.index()];
        if binders.is_empty() || matches!(mv.kind, Kind::Place { .. }) {
            return None;
        }
        let mut hits = pos.borrow_scratch();
        self.captures(pos, mv, chain, &mut hits);
        let by = self.find_attacker(pos, mv.from, piece.seat, |from| {
            pos.at(from).is_some_and(|by| binders.has(by.ty.index())) && !hits.contains(&Slot::new(from, 0))
        });
        pos.return_scratch(hits);
        by
    }

    /// M-4, C-25: no castling out of Check or over an attacked Space, tested with the King there and the partner still
    /// in its place. The final position is judged like any turn, except that an attacked destination is illegal even
    /// with a second Titan. Nothing is tested for a Player who is never in Check.
    fn judge_castling(&self, pos: &mut Position, actor: Seat, mv: &Move) -> Result<(), Illegality> {
        if !self.royalty[actor.index()].knows_check() {
            return Ok(());
        }
        if let Some(by) = self.checker(pos, actor) {
            return Err(Illegality::CastlesOutOfCheck(by));
        }
        let mark = pos.mark();
        for over in castling_way(mv) {
            if over == mv.other {
                pos.take(self, over);
            }
            if let Some(king) = pos.take(self, mv.from) {
                pos.put(self, over, king);
            }
            let through = self.attacker(pos, over, actor);
            pos.undo(self, &mark);
            if let Some(by) = through {
                return Err(Illegality::CastlesThroughCheck(by));
            }
        }
        self.make(pos, mv, &[]);
        let end = self.attacker(pos, mv.to, actor);
        pos.undo(self, &mark);
        end.map_or(Ok(()), |by| Err(Illegality::LeavesCheck(by)))
    }

    /// Makes a legal move. Like [`Rules::attempt`] without its tests, for moves from [`Rules::legal_moves`].
    pub fn play(&self, pos: &mut Position, mv: &Move, chain: &[Space]) -> Mark {
        let actor = pos.to_move();
        let mark = pos.mark();
        self.make(pos, mv, chain);
        self.call_returns(pos);
        if pos.pending().is_empty() {
            self.settle_defeats(pos, actor);
            self.settle_aims(pos, actor);
            self.pass_turn(pos);
        }
        mark
    }

    /// Returns whether the Player to move has a legal move.
    pub fn has_legal_move(&self, pos: &mut Position) -> bool {
        with_list(|list| {
            let sure = self.compiled.count(self, pos, list);
            sure > 0
                || list.verdicts.contains(&Verdict::Legal)
                || (list.moves.iter().zip(&list.verdicts))
                    .any(|(mv, verdict)| *verdict == Verdict::Try && self.is_legal(pos, mv, list.chain(mv)))
        })
    }
}
