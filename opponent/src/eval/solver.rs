//! Solver of endings: a Titan and one or two pieces against a bare Titan.
//!
//! All positions are solved together, backwards from the mates. For each placement of the stronger side, one set holds the
//! cells on which the bare Titan is lost with its Player to move, and another those with the stronger side to move. The
//! sets grow until nothing changes. Where two other pieces stand, a piece goes where each of them alone lets it go. This is
//! exact for sliders and leapers. Endings with hoppers, for which it is not, are not solved.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{LazyLock, Mutex, PoisonError};

use engine::board::{Bits, Grid, Space};
use engine::play::{Piece, Position, Rules};

/// Maximum number of cells of a board whose endings with one piece are solved, and of one with two pieces.
const CELLS: [usize; 2] = [128, 80];

/// Results in this process, by the hash of all that they depend on. There are at most some dozens for each army.
static KNOWN: LazyLock<Mutex<HashMap<u64, [bool; 2]>>> = LazyLock::new(Mutex::default);

/// Share of the positions of an ending from which on it counts as won.
const WON: f64 = 0.5;

/// Checks whether most positions with the Titan `own` and one or two `pieces` against the Titan `prey` are won by the
/// stronger side, which is to move: first those with both pieces on Spaces of the same colour, then the others. Returns
/// `None` if the board is too large or a piece is a hopper.
///
/// An ending with two pieces takes some tenths of a second the first time.
pub(super) fn solve(rules: &Rules, own: Piece, prey: Piece, pieces: &[Piece]) -> Option<[bool; 2]> {
    let cells = usize::from(rules.board.width()) * usize::from(rules.board.height());
    if cells > CELLS[pieces.len() - 1] {
        return None;
    }
    match Grid::new(&rules.board).words() {
        1 => remembered(Ending::<1>::new(rules, own, prey, pieces)),
        _ => remembered(Ending::<2>::new(rules, own, prey, pieces)),
    }
}

/// Result of an ending from memory, or else by solving it. Returns `None` if a piece is a hopper.
fn remembered<const N: usize>(ending: Ending<N>) -> Option<[bool; 2]> {
    if ending.pieces.iter().any(Reach::hops) {
        return None;
    }
    let key = ending.key();
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(won) = known().get(&key).copied() {
        return Some(won);
    }
    let won = ending.solve(WON).map(|share| share >= WON);
    known().insert(key, won);
    Some(won)
}

/// Cells to which a piece can go and cells that it attacks, by its own cell and that of another piece.
struct Reach<const N: usize> {
    cells: usize,
    goes: Vec<Bits<N>>,
    strikes: Vec<Bits<N>>,
    /// By origin and destination: cells of another piece that do not obstruct the move.
    clear: Vec<Bits<N>>,
    /// By destination: origins.
    comes: Vec<Bits<N>>,
}

impl<const N: usize> Reach<N> {
    /// Surveys all boards with the piece and `other`. Both on one cell mean that the piece is alone.
    fn new(rules: &Rules, piece: Piece, other: Piece) -> Self {
        let grid = Grid::new(&rules.board);
        let cells = usize::from(rules.board.width()) * usize::from(rules.board.height());
        let empty = || vec![Bits::EMPTY; cells * cells];
        let mut reach =
            Self { cells, goes: empty(), strikes: empty(), clear: empty(), comes: vec![Bits::EMPTY; cells] };
        let mut pos = Position::empty(rules);
        for from in rules.board.spaces().iter() {
            pos.put(rules, from, piece);
            for at in rules.board.spaces().iter() {
                if at != from {
                    pos.put(rules, at, other);
                }
                let index = grid.cell(from) * cells + grid.cell(at);
                rules.survey(&pos, &mut |sight| {
                    let pieces = Bits::<N>::read(sight.pieces, 0);
                    if pieces.has(grid.cell(from)) {
                        reach.goes[index] |= Bits::read(sight.goes, 0);
                        reach.strikes[index] |= Bits::read(sight.strikes, 0);
                    }
                });
                for to in reach.goes[index] {
                    reach.clear[grid.cell(from) * cells + to].insert(grid.cell(at));
                    reach.comes[to].insert(grid.cell(from));
                }
                if at != from {
                    pos.take(rules, at);
                }
                pos.commit();
            }
            pos.take(rules, from);
        }
        reach
    }

    /// Checks whether the other piece gives this one destinations or attacks that it does not have alone.
    fn hops(&self) -> bool {
        let gains = |all: &[Bits<N>]| {
            all.chunks(self.cells)
                .enumerate()
                .any(|(from, by_other)| by_other.iter().any(|set| (*set & !by_other[from]).any()))
        };
        gains(&self.goes) || gains(&self.strikes)
    }

    #[inline]
    fn goes(&self, from: usize, other: usize) -> Bits<N> {
        self.goes[from * self.cells + other]
    }

    #[inline]
    fn strikes(&self, from: usize, other: usize) -> Bits<N> {
        self.strikes[from * self.cells + other]
    }

    #[inline]
    fn clear(&self, from: usize, to: usize) -> Bits<N> {
        self.clear[from * self.cells + to]
    }
}

/// Ending that is being solved.
struct Ending<const N: usize> {
    grid: Grid,
    cells: usize,
    board: Bits<N>,
    own: Reach<N>,
    pieces: Vec<Reach<N>>,
    /// By cell: cells from which the bare Titan can go there, and cells from which it attacks there.
    from: Vec<Bits<N>>,
    threatens: Vec<Bits<N>>,
    /// By place of the stronger side's pieces: cells that it attacks, and cells on which a bare Titan to move can stand
    /// without being stalemated.
    attacked: Vec<Bits<N>>,
    open: Vec<Bits<N>>,
    /// By the same: cells on which the bare Titan is lost, with its Player to move and with the other.
    lost: Vec<Bits<N>>,
    won: Vec<Bits<N>>,
    /// By the same: a position that it leads to has changed.
    stale: Vec<bool>,
}

impl<const N: usize> Ending<N> {
    fn new(rules: &Rules, own: Piece, prey: Piece, pieces: &[Piece]) -> Self {
        let grid = Grid::new(&rules.board);
        let bare = Reach::<N>::new(rules, prey, own);
        let cells = bare.cells;
        let mut board = Bits::EMPTY;
        let (mut from, mut threatens) = (vec![Bits::EMPTY; cells], vec![Bits::EMPTY; cells]);
        for space in rules.board.spaces().iter() {
            let cell = grid.cell(space);
            board.insert(cell);
            // The other piece is not on the board.
            for to in bare.goes(cell, cell) {
                from[to].insert(cell);
            }
            for to in bare.strikes(cell, cell) {
                threatens[to].insert(cell);
            }
        }
        Self {
            grid,
            cells,
            board,
            own: Reach::new(rules, own, prey),
            pieces: pieces.iter().map(|piece| Reach::new(rules, *piece, own)).collect(),
            from,
            threatens,
            attacked: Vec::new(),
            open: Vec::new(),
            lost: Vec::new(),
            won: Vec::new(),
            stale: Vec::new(),
        }
    }

    /// Extends the sets until they do not change any more, or until at least `enough` of all positions are won. Returns the
    /// shares that are won.
    fn solve(mut self, enough: f64) -> [f64; 2] {
        (self.attacked, self.open) = self.places().map(|place| self.look(place)).unzip();
        self.lost = vec![Bits::EMPTY; self.open.len()];
        self.won = self.lost.clone();
        self.stale = vec![true; self.open.len()];
        loop {
            let changed = self.advance();
            let shares = self.shares();
            if !changed || shares.iter().all(|share| *share >= enough) {
                return shares;
            }
        }
    }

    /// Hash of everything that the result depends on.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let mut add = |sets: &[Bits<N>]| sets.iter().for_each(|set| set.words().hash(&mut hasher));
        add(&[self.board]);
        add(&self.from);
        add(&self.threatens);
        for reach in std::iter::once(&self.own).chain(&self.pieces) {
            add(&reach.goes);
            add(&reach.strikes);
        }
        hasher.finish()
    }

    /// All places of the stronger side, in the order of the entries: the Titan, and both pieces (twice the same cell where
    /// there is only one).
    fn places(&self) -> impl Iterator<Item = [usize; 3]> + use<N> {
        let (cells, both) = (self.cells, self.pieces.len() == 2);
        (0..cells).flat_map(move |titan| {
            (0..cells).flat_map(move |one| {
                let others = if both { 0..cells } else { one..one + 1 };
                others.map(move |other| [titan, one, other])
            })
        })
    }

    #[inline]
    fn index(&self, [titan, one, other]: [usize; 3]) -> usize {
        let index = titan * self.cells + one;
        if self.pieces.len() == 2 { index * self.cells + other } else { index }
    }

    /// Cells attacked by the stronger side, and cells on which a bare Titan to move can stand without being stalemated.
    fn look(&self, place: [usize; 3]) -> (Bits<N>, Bits<N>) {
        let occupied = self.occupied(place);
        if occupied.count() != self.pieces.len() + 1 || (occupied & !self.board).any() {
            return (Bits::EMPTY, Bits::EMPTY);
        }
        let [titan, ..] = place;
        let mut attacked = self.own.strikes(titan, titan);
        for (number, piece) in self.pieces.iter().enumerate() {
            let [from, other] = [place[1 + number], place[2 - number]];
            attacked |= piece.strikes(from, titan) & piece.strikes(from, other);
        }
        let mobile = self.reaching(self.board & !attacked & !Bits::of(titan));
        (attacked, self.board & !occupied & !self.threatens[titan] & (attacked | mobile))
    }

    fn occupied(&self, [titan, one, other]: [usize; 3]) -> Bits<N> {
        Bits::of(titan).with(one).with(other)
    }

    /// Cells from which the bare Titan can go to one of these.
    #[inline]
    fn reaching(&self, goals: Bits<N>) -> Bits<N> {
        let mut found = Bits::EMPTY;
        for goal in goals {
            found |= self.from[goal];
        }
        found
    }

    /// Extends all sets once. Returns `false` when nothing changes any more.
    fn advance(&mut self) -> bool {
        let mut changed = false;
        for (index, place) in self.places().enumerate() {
            let (open, before) = (self.open[index], self.lost[index]);
            if !std::mem::take(&mut self.stale[index]) || before == open {
                continue;
            }
            let occupied = self.occupied(place);
            let [titan, one, other] = place;
            let mut won = self.won[index];
            for to in self.own.goes(titan, titan) & !occupied {
                won |= self.lost[self.index([to, one, other])];
            }
            for (number, piece) in self.pieces.iter().enumerate() {
                let [from, beside] = [place[1 + number], place[2 - number]];
                for to in piece.goes(from, titan) & piece.goes(from, beside) & !occupied {
                    let then = if number == 0 { [titan, to, other] } else { [titan, one, to] };
                    won |= self.lost[self.index(then)] & piece.clear(from, to);
                }
            }
            // A bare Titan that goes to the cell of a piece captures it.
            won &= !occupied;
            let safe = self.reaching(self.board & !self.attacked[index] & !won & !Bits::of(titan));
            let lost = open & !safe;
            self.won[index] = won;
            if lost != before {
                self.lost[index] = lost;
                self.spread(place);
                changed = true;
            }
        }
        changed
    }

    /// Marks the places from which the stronger side comes to this one.
    fn spread(&mut self, [titan, one, other]: [usize; 3]) {
        for from in self.own.comes[titan] {
            let index = self.index([from, one, other]);
            self.stale[index] = true;
        }
        for number in 0..self.pieces.len() {
            for from in self.pieces[number].comes[[one, other][number]] {
                let index = self.index(if number == 0 { [titan, from, other] } else { [titan, one, from] });
                self.stale[index] = true;
            }
        }
    }

    /// Shares of won positions, first with both pieces on the same colour.
    fn shares(&self) -> [f64; 2] {
        let (mut won, mut all) = ([0; 2], [0; 2]);
        for (index, place) in self.places().enumerate() {
            if self.open[index].none() {
                continue;
            }
            let [titan, one, other] = place;
            let possible = self.board & !self.attacked[index] & !self.threatens[titan] & !self.occupied(place);
            let differ = usize::from(colour_of(self.grid.space(one)) != colour_of(self.grid.space(other)));
            won[differ] += (self.won[index] & possible).count();
            all[differ] += possible.count();
        }
        [0, 1].map(|differ| if all[differ] == 0 { 1.0 } else { won[differ] as f64 / all[differ] as f64 })
    }
}

/// Colour of a Space, 0 or 1.
pub(super) const fn colour_of(space: Space) -> u8 {
    (space.file() + space.rank()) % 2
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::battalion::{Definition, builtin, load_builtin, read};
    use engine::board::Seat;
    use engine::titans::{Game, GameMode, Setup};

    use super::*;

    fn solved(army: &str, titan: &str, pieces: &[&str]) -> [bool; 2] {
        attempt(load_builtin(army).unwrap(), titan, pieces).unwrap()
    }

    fn attempt(definition: Arc<Definition>, titan: &str, pieces: &[&str]) -> Option<[bool; 2]> {
        let army = definition.id.clone();
        let setup = Setup::new(GameMode::Duel, vec![definition.clone(), definition], [0; 32]).unwrap();
        let game = Game::new(setup).unwrap();
        let rules = game.rules();
        let piece = |id: &str, seat| Piece::new(rules.type_by_key(&format!("{army}/{id}")).unwrap(), Seat(seat));
        let pieces: Vec<Piece> = pieces.iter().map(|id| piece(id, 0)).collect();
        solve(rules, piece(titan, 0), piece(titan, 1), &pieces)
    }

    /// A hopper attacks more beside other pieces than alone.
    #[test]
    fn endings_with_hoppers_are_not_solved() {
        let medieval = builtin().iter().find(|army| army.id == "medieval").unwrap();
        let cannons = medieval.text.replace("moves = \"R\"", "moves = \"mRcpR\"");
        let army = Arc::new(read(&cannons, &engine::ability::specs()).unwrap());
        for (pieces, solved) in [(&["rook"][..], false), (&["rook", "queen"], false), (&["bishop", "queen"], true)] {
            assert_eq!(attempt(army.clone(), "king", pieces).is_some(), solved, "{pieces:?}");
        }
    }

    /// Results of chess endings that every textbook gives.
    #[test]
    fn endings_of_chess() {
        for (pieces, won) in [
            (&["queen"][..], true),
            (&["rook"], true),
            (&["bishop"], false),
            (&["knight"], false),
            (&["pawn"], false),
            (&["knight", "knight"], false),
            (&["bishop", "knight"], true),
        ] {
            let [same, other] = solved("medieval", "king", pieces);
            assert_eq!(same, won, "{pieces:?}");
            assert!(pieces.len() == 1 || other == won, "{pieces:?}");
        }
        assert_eq!(solved("medieval", "king", &["bishop", "bishop"]), [false, true]);
    }

    /// Guards can mate alone, but cannot force it; two pieces win if they attack Spaces of both colours.
    #[test]
    fn endings_of_pieces_that_move_and_capture_differently() {
        let army = "reptilian-order";
        for (piece, won) in [("crocodile", true), ("guard", false), ("snake", false), ("zealot", false)] {
            assert_eq!(solved(army, "prophet", &[piece])[0], won, "{piece}");
        }
        for (pieces, won) in [
            (["snake", "snake"], [false, true]),
            (["zealot", "zealot"], [false, true]),
            (["zealot", "snake"], [true, false]),
            (["guard", "snake"], [true, true]),
            (["snake", "tortoise"], [false, false]),
        ] {
            assert_eq!(solved(army, "prophet", &pieces), won, "{pieces:?}");
        }
    }
}
