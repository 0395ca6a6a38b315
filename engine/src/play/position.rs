//! Position, changed only by a few reversible primitives. They update sets, counts and hash and record how to take the
//! change back, so rules need no undo code.

use std::sync::Arc;

use crate::board::{Grid, MAX_SEATS, Seat, Space, SpaceSet, Spaces};

use super::score::Weights;
use super::sets::{Sets, TypeSet};
use super::{EnPassant, Event, Flags, Kept, PendingChoice, PendingChoices, Piece, State, TypeId};

/// Number of layers of a Space: 0 for the blocking piece, 1 for a Supporter, 2 for another non-blocking piece (T-10).
pub const LAYERS: u8 = 3;

/// Place for one piece: a Space and a layer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(u16);

impl Slot {
    /// Slot of a Space and layer.
    #[inline]
    pub const fn new(space: Space, layer: u8) -> Self {
        Self(space.code() + layer as u16 * Space::CODES)
    }

    /// Space of the slot.
    #[inline]
    pub const fn space(self) -> Space {
        Space::from_index(self.0 as usize % Space::COUNT)
    }

    /// Layer of the slot.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a Space has few layers")]
    pub const fn layer(self) -> u8 {
        (self.0 as usize / Space::COUNT) as u8
    }

    #[inline]
    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Reversible change in the journal.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Former content of a slot.
    Slot(Slot, Option<Piece>),
    /// Former value of a reserve entry.
    Reserve(u16, u8),
    /// Former pending choices, saved in a separate list.
    PendingChoices,
    /// Former value of a counter.
    Counter(u16, u16),
}

/// Index of a reserve or counter in the journal.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a game has a few thousand reserves and counters")]
const fn small(index: usize) -> u16 {
    index as u16
}

/// Journal mark: a moment to which [`Position::undo`] can return.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    changes: usize,
    hash: u64,
    /// Number of events recorded.
    told: usize,
    state: State,
}

/// Properties of piece types that a position depends on.
pub trait Kinds {
    /// Layer of the Space on which pieces of this type stand.
    fn layer(&self, ty: TypeId) -> u8;

    /// Returns whether pieces of this type are Titans.
    fn is_titan(&self, ty: TypeId) -> bool;
}

impl<K: Kinds + ?Sized> Kinds for &K {
    #[inline]
    fn layer(&self, ty: TypeId) -> u8 {
        (**self).layer(ty)
    }

    #[inline]
    fn is_titan(&self, ty: TypeId) -> bool {
        (**self).is_titan(ty)
    }
}

impl<K: Kinds + ?Sized> Kinds for Arc<K> {
    #[inline]
    fn layer(&self, ty: TypeId) -> u8 {
        (**self).layer(ty)
    }

    #[inline]
    fn is_titan(&self, ty: TypeId) -> bool {
        (**self).is_titan(ty)
    }
}

/// Position of a game.
#[derive(Clone, Debug)]
pub struct Position {
    cells: Box<[Option<Piece>]>,
    /// Pieces as sets of cells.
    pub(super) sets: Sets,
    /// Titans by seat, unordered.
    titans: [Vec<Space>; MAX_SEATS],
    /// Number of pieces on the board: index `seat * types + type`.
    counts: Vec<u16>,
    /// Number of pieces in reserve (T-18): index `(kept * seats + seat) * types + type`.
    reserve: Vec<u8>,
    /// Hash of the reserves.
    reserve_hash: u64,
    /// Counters of abilities, at the indices assigned by the rules.
    counters: Box<[u16]>,
    hash: u64,
    state: State,
    debts: PendingChoices,
    /// Recorded events; `None` while searching.
    pub(crate) story: Option<Vec<Event>>,
    journal: Vec<Change>,
    old_debts: Vec<PendingChoices>,
    scratch: Vec<Slot>,
    types: usize,
    weights: Option<Arc<Weights>>,
    /// Score by seat, according to the weights.
    score: [i32; MAX_SEATS],
}

impl Position {
    /// Empty board for games with this many types and counters; the first seat is to move.
    pub(super) fn sized(grid: Grid, types: usize, counters: usize) -> Self {
        Self {
            cells: vec![None; usize::from(LAYERS) * Space::COUNT].into_boxed_slice(),
            sets: Sets::empty(grid, types),
            titans: Default::default(),
            counts: vec![0; types * MAX_SEATS],
            reserve: vec![0; types * MAX_SEATS * Kept::ALL.len()],
            reserve_hash: 0,
            counters: vec![0; counters].into_boxed_slice(),
            hash: 0,
            state: State::start(Seat(0)),
            debts: PendingChoices::NONE,
            story: None,
            journal: Vec::with_capacity(256),
            old_debts: Vec::new(),
            scratch: Vec::new(),
            types,
            weights: None,
            score: [0; MAX_SEATS],
        }
    }

    // ---- reading ----------------------------------------------------------------------------------------------------

    /// The blocking piece on a Space.
    #[inline]
    pub fn at(&self, space: Space) -> Option<Piece> {
        self.cells[space.index()]
    }

    /// The piece in a slot.
    #[inline]
    pub fn in_slot(&self, slot: Slot) -> Option<Piece> {
        self.cells[slot.index()]
    }

    /// The Supporter on a Space (layer 1).
    #[inline]
    pub fn supporter(&self, space: Space) -> Option<Piece> {
        self.cells[space.index() + Space::COUNT]
    }

    /// Spaces of a seat's blocking pieces.
    #[inline]
    pub fn blocking(&self, seat: Seat) -> Spaces<'_> {
        self.sets.blocking(seat)
    }

    /// Spaces with at least one non-blocking piece of a seat.
    #[inline]
    pub fn non_blocking(&self, seat: Seat) -> Spaces<'_> {
        self.sets.non_blocking(seat)
    }

    /// Spaces of a seat's blocking pieces of a type.
    pub fn of_type(&self, seat: Seat, ty: TypeId) -> impl Iterator<Item = Space> + '_ {
        self.sets.of_type(seat, ty)
    }

    /// Spaces of a seat's blocking pieces that are held, Invulnerable by themselves, or leave a piece behind.
    pub(crate) fn marked(&self, seat: Seat) -> SpaceSet {
        let own = self.sets.blocking(seat);
        self.sets.marked_spaces().iter().filter(|space| own.has(*space)).collect()
    }

    /// Types with a blocking piece on the board.
    #[inline]
    pub(crate) fn present(&self) -> TypeSet {
        self.sets.present()
    }

    /// Spaces of a seat's Titans.
    #[inline]
    pub fn titans(&self, seat: Seat) -> &[Space] {
        &self.titans[seat.index()]
    }

    /// Number of pieces of a type that a seat has on the board.
    #[inline]
    pub fn count(&self, seat: Seat, ty: TypeId) -> u16 {
        self.counts[seat.index() * self.types + ty.index()]
    }

    /// Number of pieces of a type that a seat has in reserve (T-18), regardless of states kept.
    #[inline]
    pub fn reserve(&self, seat: Seat, ty: TypeId) -> u16 {
        Kept::ALL.into_iter().map(|kept| u16::from(self.held(seat, ty, kept))).sum()
    }

    /// Number of pieces in reserve with exactly these states kept (V-4).
    #[inline]
    pub fn held(&self, seat: Seat, ty: TypeId, kept: Kept) -> u8 {
        self.reserve[self.held_index(seat, ty, kept)]
    }

    #[inline]
    fn held_index(&self, seat: Seat, ty: TypeId, kept: Kept) -> usize {
        (kept as usize * MAX_SEATS + seat.index()) * self.types + ty.index()
    }

    /// State outside the board and the reserves.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Mutable state outside the board and the reserves. Changes are undone with the rest of the turn.
    #[inline]
    pub fn state_mut(&mut self) -> &mut State {
        &mut self.state
    }

    /// Seat to move.
    #[inline]
    pub fn to_move(&self) -> Seat {
        self.state.to_move
    }

    /// Choices that the Player to move must still make in this turn (T-17).
    #[inline]
    pub fn pending(&self) -> &PendingChoices {
        &self.debts
    }

    /// Every piece on the board with its slot, ordered by rank, file and layer.
    pub fn pieces(&self) -> impl Iterator<Item = (Slot, Piece)> + '_ {
        (0..Space::COUNT).flat_map(move |index| {
            (0..LAYERS).filter_map(move |layer| {
                let slot = Slot::new(Space::from_index(index), layer);
                self.in_slot(slot).map(|piece| (slot, piece))
            })
        })
    }

    /// Zobrist hash, equal for equal positions in the sense of T-26: board, reserves, rights, effects and seat to move.
    pub fn hash(&self) -> u64 {
        self.hash_with(self.hash, &self.state.en_passant, self.state.gate_open)
    }

    /// [`Position::hash`] with another board hash, other rights of en passant and another gate (P-6).
    pub(crate) fn hash_with(&self, board: u64, en_passant: &[Option<EnPassant>; MAX_SEATS], gate_open: bool) -> u64 {
        let state = &self.state;
        let mut hash = board ^ self.reserve_hash;
        let mut add = |key: u64, value: u64| hash ^= mix(key << 32 | value);
        add(
            1 << 20,
            state.to_move.0 as u64
                | (state.defeated as u64) << 8
                | (gate_open as u64) << 16
                | (state.phase as u64) << 17
                | ((state.stirred && state.phase > 0) as u64) << 25,
        );
        for (seat, right) in en_passant.iter().enumerate() {
            let rights = right.map_or(0, |ep| 1 + ep.over.index() as u64);
            let shield = state.shield[seat] as u64 | (state.shield_used as u64 >> seat & 1) << 8;
            add((2 << 20) + seat as u64, rights | (state.deputies_taken[seat] as u64) << 16);
            add((3 << 20) + seat as u64, shield);
        }
        if let Some(ty) = state.last_moved {
            add(5 << 20, ty.index() as u64);
        }
        hash
    }

    /// Board hash computed from scratch, equal to the incremental one. For tests.
    pub fn recomputed_board_hash(&self) -> u64 {
        let counters = self.counters.iter().enumerate();
        let counted = counters.fold(0, |hash, (index, count)| hash ^ counter_key(index, *count));
        self.pieces().fold(counted, |hash, (slot, piece)| hash ^ piece_key(slot, piece))
    }

    /// Incremental board hash.
    pub fn board_hash(&self) -> u64 {
        self.hash
    }

    // ---- changing ---------------------------------------------------------------------------------------------------

    /// Sets or empties a slot, replacing its content.
    #[inline]
    pub fn set(&mut self, rules: &impl Kinds, slot: Slot, piece: Option<Piece>) {
        let old = self.cells[slot.index()];
        self.journal.push(Change::Slot(slot, old));
        for piece in [old, piece].into_iter().flatten() {
            self.hash ^= piece_key(slot, piece);
        }
        self.write(rules, slot, piece);
    }

    /// Puts a piece on a Space, in the layer of its type.
    #[inline]
    pub fn put(&mut self, rules: &impl Kinds, space: Space, piece: Piece) {
        self.set(rules, Slot::new(space, rules.layer(piece.ty)), Some(piece));
    }

    /// Takes the blocking piece off a Space.
    #[inline]
    pub fn take(&mut self, rules: &impl Kinds, space: Space) -> Option<Piece> {
        let piece = self.at(space);
        if piece.is_some() {
            self.set(rules, Slot::new(space, 0), None);
        }
        piece
    }

    /// Sets the number of pieces in a seat's reserve.
    pub fn set_held(&mut self, seat: Seat, ty: TypeId, kept: Kept, count: u8) {
        let index = self.held_index(seat, ty, kept);
        self.journal.push(Change::Reserve(small(index), self.reserve[index]));
        self.write_reserve(index, count);
    }

    /// Adds pieces to a seat's reserve.
    pub fn hold(&mut self, seat: Seat, ty: TypeId, kept: Kept, count: u8) {
        let held = self.held(seat, ty, kept);
        self.set_held(seat, ty, kept, held.saturating_add(count));
    }

    /// Removes a piece from a seat's reserve.
    pub fn use_up(&mut self, seat: Seat, ty: TypeId, kept: Kept) {
        let held = self.held(seat, ty, kept);
        self.set_held(seat, ty, kept, held.saturating_sub(1));
    }

    #[inline]
    fn write_reserve(&mut self, index: usize, count: u8) {
        if let Some(weights) = &self.weights {
            let (seat, worth) = weights.of_reserve(index);
            self.score[seat] += worth * (count as i32 - self.reserve[index] as i32);
        }
        let old = std::mem::replace(&mut self.reserve[index], count);
        self.reserve_hash ^= reserve_key(index, old) ^ reserve_key(index, count);
    }

    /// Starts the incremental [`Position::score`] with these weights. Undo restores the score too.
    pub fn weigh(&mut self, weights: Arc<Weights>) {
        self.weights = Some(weights);
        self.score = self.recomputed_score();
    }

    /// Total value of a Player's pieces on the board and in reserve; 0 without [`Position::weigh`].
    #[inline]
    pub fn score(&self, seat: Seat) -> i32 {
        self.score[seat.index()]
    }

    /// Scores computed from scratch, equal to the incremental ones. For tests.
    pub fn recomputed_score(&self) -> [i32; MAX_SEATS] {
        let mut score = [0; MAX_SEATS];
        if let Some(weights) = &self.weights {
            for (slot, piece) in self.pieces() {
                score[piece.seat.index()] += weights.of(piece, slot.space());
            }
            for (index, count) in self.reserve.iter().enumerate() {
                let (seat, worth) = weights.of_reserve(index);
                score[seat] += worth * *count as i32;
            }
        }
        score
    }

    /// Counter of an ability, at an index from `Rules::add_counters`.
    #[inline]
    pub fn counter(&self, index: usize) -> u16 {
        self.counters[index]
    }

    /// Sets a counter of an ability.
    pub fn set_counter(&mut self, index: usize, count: u16) {
        let old = std::mem::replace(&mut self.counters[index], count);
        self.journal.push(Change::Counter(small(index), old));
        self.hash ^= counter_key(index, old) ^ counter_key(index, count);
    }

    /// Adds a pending choice of the turn.
    pub fn push_pending(&mut self, pending: PendingChoice) {
        self.save_pending();
        self.debts.push(pending);
    }

    /// Removes the first pending choice.
    pub fn pop_pending(&mut self) -> Option<PendingChoice> {
        if self.debts.is_empty() {
            return None;
        }
        self.save_pending();
        self.debts.pop()
    }

    fn save_pending(&mut self) {
        self.old_debts.push(self.debts);
        self.journal.push(Change::PendingChoices);
    }

    /// Marks this moment for [`Position::undo`].
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark {
            changes: self.journal.len(),
            hash: self.hash,
            told: self.story.as_ref().map_or(0, Vec::len),
            state: self.state,
        }
    }

    /// Takes back every change since `mark`.
    #[inline]
    pub fn undo(&mut self, rules: &impl Kinds, mark: &Mark) {
        while self.journal.len() > mark.changes {
            match self.journal.pop() {
                Some(Change::Slot(slot, old)) => self.write(rules, slot, old),
                Some(Change::Reserve(index, old)) => self.write_reserve(index as usize, old),
                Some(Change::Counter(index, old)) => self.counters[index as usize] = old,
                Some(Change::PendingChoices) => {
                    if let Some(old) = self.old_debts.pop() {
                        self.debts = old;
                    }
                }
                None => break,
            }
        }
        self.state = mark.state;
        self.hash = mark.hash;
        if let Some(story) = &mut self.story {
            story.truncate(mark.told);
        }
    }

    /// Records the seats with a Titan on the board. From now on, the loss of their Titans defeats them (T-21).
    pub fn crown(&mut self) {
        for seat in 0..MAX_SEATS {
            self.state.had_royal |= (!self.titans[seat].is_empty() as u8) << seat;
            let most = &mut self.state.titans[seat];
            *most = (*most).max(u8::try_from(self.titans[seat].len()).unwrap_or(u8::MAX));
        }
    }

    /// Clears the journal, which makes all changes final. Keeps the journal short in long games.
    pub fn commit(&mut self) {
        self.journal.clear();
        self.old_debts.clear();
    }

    /// Writes a slot and updates everything but the hash.
    #[inline]
    fn write(&mut self, rules: &impl Kinds, slot: Slot, piece: Option<Piece>) {
        let space = slot.space();
        let old = std::mem::replace(&mut self.cells[slot.index()], piece);
        for (piece, comes) in [(old, false), (piece, true)] {
            let Some(piece) = piece else { continue };
            let count = &mut self.counts[piece.seat.index() * self.types + piece.ty.index()];
            *count = if comes { *count + 1 } else { *count - 1 };
            if let Some(weights) = &self.weights {
                let worth = weights.of(piece, space);
                self.score[piece.seat.index()] += if comes { worth } else { -worth };
            }
            if rules.is_titan(piece.ty) {
                let titans = &mut self.titans[piece.seat.index()];
                if comes {
                    titans.push(space);
                } else if let Some(at) = titans.iter().position(|titan| *titan == space) {
                    titans.swap_remove(at);
                }
            }
            if slot.layer() == 0 {
                self.sets.flip(space, piece, comes);
            }
        }
        if slot.layer() > 0 {
            let [one, two] = [1, 2].map(|layer| self.in_slot(Slot::new(space, layer)));
            self.sets.set_non_blocking(space, one, two);
        }
    }

    /// Empty scratch list, kept between moves to avoid allocation.
    #[inline]
    pub(crate) fn borrow_scratch(&mut self) -> Vec<Slot> {
        std::mem::take(&mut self.scratch)
    }

    /// Returns the scratch list.
    #[inline]
    pub(crate) fn return_scratch(&mut self, mut list: Vec<Slot>) {
        list.clear();
        self.scratch = list;
    }

    /// Starts recording events for [`Position::heard`]. Searches run faster without.
    pub fn listen(&mut self) {
        self.story = Some(Vec::new());
    }

    /// Stops recording and returns the events since [`Position::listen`].
    pub fn heard(&mut self) -> Vec<Event> {
        self.story.take().unwrap_or_default()
    }

    /// Records an event, if recording is on.
    #[inline]
    pub(crate) fn tell(&mut self, event: Event) {
        if let Some(story) = &mut self.story {
            story.push(event);
        }
    }

    /// Sets or clears a flag of the piece in a slot.
    pub fn set_flag(&mut self, rules: &impl Kinds, slot: Slot, flag: Flags, on: bool) {
        if let Some(mut piece) = self.in_slot(slot) {
            let flags = if on { piece.flags.union(flag) } else { piece.flags.difference(flag) };
            if flags != piece.flags {
                piece.flags = flags;
                self.set(rules, slot, Some(piece));
            }
        }
    }
}

/// Zobrist key of a piece in a slot.
#[inline]
pub(super) fn piece_key(slot: Slot, piece: Piece) -> u64 {
    mix((slot.0 as u64) << 32 | piece.bits() as u64)
}

/// Zobrist key of a number of pieces in reserve; 0 for none.
#[inline]
fn reserve_key(index: usize, count: u8) -> u64 {
    match count {
        0 => 0,
        count => mix(((4 << 20) + index as u64) << 32 | u64::from(count)),
    }
}

/// Zobrist key of a counter's value; 0 for zero.
#[inline]
fn counter_key(index: usize, count: u16) -> u64 {
    match count {
        0 => 0,
        count => mix(1 << 60 | (index as u64) << 20 | u64::from(count)),
    }
}

/// Finaliser of splitmix64, which mixes every input bit into every output bit.
#[inline]
pub(super) const fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
