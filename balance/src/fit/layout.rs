//! Numbers that are fitted: values of pieces on the board, in reserve and by Space, and places of the Titan.

use std::collections::{BTreeMap, BTreeSet};

use engine::board::{Seat, Space};
use engine::play::{Piece, Rules, TypeId};
use engine::titans::Game;
use opponent::Knowledge;
use opponent::fitted::{self, FittedPiece, Table};

/// Places of a type's value in reserve and of its table, after its value.
pub(super) const RESERVE: usize = 1;
pub(super) const TABLE: usize = 2;
/// Number of positions that outweigh the original number, for values of pieces and for all others.
const TRUST: [f64; 2] = [200.0, 600.0];

/// Number that is fitted.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    pub(super) now: f64,
    pub(super) before: f64,
    pub(super) trust: f64,
}

/// Order of the numbers: for each type a value, a value in reserve and a table, or two tables for a Titan.
#[derive(Debug)]
pub(super) struct Layout {
    pub types: Vec<TypeId>,
    titans: Vec<bool>,
    pub cells: usize,
    columns: usize,
    pub first: Vec<Option<usize>>,
}

impl Layout {
    /// Layout for the first Player's army; `None` if there are too many numbers for a position to name them.
    pub fn new(rules: &Rules) -> Option<Self> {
        let (rows, columns) = fitted::size(rules);
        let cells = rows * columns;
        let own = |ty: &TypeId| rules.ty(*ty).origin.0 == rules.seats[0].army;
        let types: Vec<TypeId> = (0..rules.types.len()).map(TypeId::new).filter(own).collect();
        let titans = types.iter().map(|ty| rules.ty(*ty).titan).collect::<Vec<_>>();
        let mut first = vec![None; rules.types.len()];
        let mut next = 0;
        for (ty, titan) in types.iter().zip(&titans) {
            first[ty.index()] = Some(next);
            next += if *titan { 2 * cells } else { TABLE + cells };
        }
        u16::try_from(next).is_ok().then_some(Self { types, titans, cells, columns, first })
    }

    /// The derived numbers.
    pub fn numbers(&self, rules: &Rules, know: &Knowledge) -> Vec<Number> {
        let number = |before: f64, trust| Number { now: before, before, trust };
        let mut numbers = Vec::new();
        for (ty, titan) in self.types.iter().zip(&self.titans) {
            if *titan {
                numbers.extend((0..2 * self.cells).map(|_| number(0.0, TRUST[1])));
                continue;
            }
            let value = f64::from(know.value(*ty));
            numbers.push(number(value, TRUST[0]));
            numbers.push(number(f64::from(know.value_in_reserve(*ty)), TRUST[0]));
            let mut table = vec![(0.0, 0.0); self.cells];
            for space in rules.board.spaces().iter() {
                let (sum, count) = &mut table[self.cell(rules, Seat(0), space)];
                *sum += f64::from(know.worth(Piece::new(*ty, Seat(0)), space)) - value;
                *count += 1.0;
            }
            numbers.extend(table.iter().map(|(sum, count)| number(sum / f64::max(*count, 1.0), TRUST[1])));
        }
        numbers
    }

    /// Scales the values of all pieces, so that the army is worth as much at the start as before: games of an army
    /// against itself do not show how strong it is against others.
    pub fn keep_total(&self, game: &Game, numbers: &mut [Number]) {
        let seen = game.seen(Seat(0));
        let rules = &seen.rules;
        let value_of = |ty: TypeId| self.first[ty.index()].filter(|_| !rules.ty(ty).titan);
        let own = seen.pos.pieces().filter(|(_, piece)| piece.seat == Seat(0));
        let placed = own.filter_map(|(slot, piece)| {
            let value = value_of(piece.ty)?;
            Some([value, value + TABLE + self.cell(rules, Seat(0), slot.space())])
        });
        let waiting = rules.seats[0].reserves.iter().flat_map(|reserve| {
            let value = value_of(reserve.ty).map(|value| value + RESERVE);
            (0..reserve.count).filter_map(move |_| value)
        });
        let counted: Vec<usize> = placed.flatten().chain(waiting).collect();
        let total = |part: fn(&Number) -> f64| counted.iter().map(|index| part(&numbers[*index])).sum::<f64>();
        let [before, now] = [total(|number| number.before), total(|number| number.now)];
        let factor = if before > 0.0 && now > 0.0 { before / now } else { 1.0 };
        for ty in self.types.iter().filter(|ty| !rules.ty(**ty).titan) {
            let Some(first) = self.first[ty.index()] else { continue };
            numbers[first..first + TABLE + self.cells].iter_mut().for_each(|number| number.now *= factor);
        }
    }

    /// Moves the mean of each table into the value: the mean of the initial Spaces, or of all Spaces for a piece that is not
    /// there at the start. The fit cannot tell the two apart, but exchanges are judged by values alone.
    pub fn centre(&self, game: &Game, numbers: &mut [Number]) {
        let seen = game.seen(Seat(0));
        let rules = &seen.rules;
        for ty in self.types.iter().filter(|ty| !rules.ty(**ty).titan) {
            let Some(first) = self.first[ty.index()] else { continue };
            let own = seen.pos.pieces().filter(|(_, piece)| (piece.ty, piece.seat) == (*ty, Seat(0)));
            let mut cells: Vec<usize> = own.map(|(slot, _)| self.cell(rules, Seat(0), slot.space())).collect();
            if cells.is_empty() {
                cells.extend(0..self.cells);
            }
            let (value, table) = numbers[first..first + TABLE + self.cells].split_at_mut(TABLE);
            let mean = cells.iter().map(|cell| table[*cell].now).sum::<f64>() / cells.len().max(1) as f64;
            value[0].now += mean;
            table.iter_mut().for_each(|number| number.now -= mean);
        }
    }

    pub fn cell(&self, rules: &Rules, seat: Seat, space: Space) -> usize {
        let (row, column) = fitted::cell(rules, seat, space);
        row * self.columns + column
    }

    /// Rounded values and tables by piece id. Values in reserve only where the number is among those `counted`.
    #[expect(clippy::cast_possible_truncation, reason = "values are small")]
    pub fn tables(
        &self,
        rules: &Rules,
        counted: &BTreeSet<usize>,
        numbers: &[Number],
    ) -> (BTreeMap<String, FittedPiece>, BTreeMap<String, [Table; 2]>) {
        let (mut pieces, mut titans) = (BTreeMap::new(), BTreeMap::new());
        for (ty, titan) in self.types.iter().zip(&self.titans) {
            let Some(first) = self.first[ty.index()] else { continue };
            let key = &rules.ty(*ty).key;
            let id = key.split_once('/').map_or(key.as_str(), |(_, id)| id).to_owned();
            if *titan {
                titans.insert(id, [first, first + self.cells].map(|from| self.table(numbers, from)));
            } else {
                let value = numbers[first].now.round() as i32;
                let in_games = counted.contains(&(first + RESERVE));
                let reserve = in_games.then(|| numbers[first + RESERVE].now.round() as i32);
                pieces.insert(id, FittedPiece { value, reserve, table: self.table(numbers, first + TABLE) });
            }
        }
        (pieces, titans)
    }

    #[expect(clippy::cast_possible_truncation, reason = "values are small")]
    fn table(&self, numbers: &[Number], from: usize) -> Table {
        let rows = numbers[from..from + self.cells].chunks(self.columns);
        rows.map(|row| row.iter().map(|number| number.now.round() as i32).collect()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::army::Army;
    use crate::games as arena;

    /// The army keeps its worth at the start, and a table is 0 on average where its pieces begin.
    #[test]
    fn the_army_keeps_its_worth_and_tables_are_centred() {
        let army = Army::load("medieval").unwrap().definition;
        let game = arena::duel_of([army.clone(), army], 0).unwrap();
        let rules = game.rules();
        let layout = Layout::new(rules).unwrap();
        let mut numbers = layout.numbers(rules, &Knowledge::fitted(rules, Vec::new()));
        let seen = game.seen(Seat(0));
        let own = || seen.pos.pieces().filter(|(_, piece)| piece.seat == Seat(0) && !rules.ty(piece.ty).titan);
        let parts = |slot: engine::play::Slot, piece: Piece| {
            let first = layout.first[piece.ty.index()].unwrap();
            (first, first + TABLE + layout.cell(rules, Seat(0), slot.space()))
        };
        let worth = |numbers: &[Number]| -> f64 {
            own().map(|(slot, piece)| parts(slot, piece)).map(|(a, b)| numbers[a].now + numbers[b].now).sum()
        };
        let before = worth(&numbers);
        numbers.iter_mut().for_each(|number| number.now = 0.5 * number.now + 7.0);
        layout.keep_total(&game, &mut numbers);
        assert!((worth(&numbers) - before).abs() < 1e-6);
        layout.centre(&game, &mut numbers);
        assert!((worth(&numbers) - before).abs() < 1e-6);
        let pawn = rules.type_by_key("medieval/pawn").unwrap();
        let table = own().filter(|(_, piece)| piece.ty == pawn).map(|(slot, piece)| numbers[parts(slot, piece).1].now);
        assert!(table.sum::<f64>().abs() < 1e-6);
    }
}
