//! Small neural networks that correct the static evaluation in duels of an army against itself, as data files written by
//! `lab network`.
//!
//! A network has two layers. The first sums one row of [`HIDDEN`] numbers for each piece ([`Inputs`]), once from the point
//! of view of each Player. The second weighs the squares of these sums, limited to 0 and 1, those of the Player to move
//! apart from those of the other.

use std::sync::{Arc, OnceLock};

use data_encoding::BASE64;
use engine::battalion::Definition;
use engine::board::{Grid, Seat};
use engine::play::{LAYERS, Position, Rules, Slot, TypeId};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::fitted;

/// Number of sums in the first layer.
pub const HIDDEN: usize = 64;
/// Integer for 1 in the first layer.
pub const ONE: i16 = 255;
/// Integer for 1 among the weights of the second layer.
pub const WEIGHT: i16 = 64;
/// Output 1, in hundredths of a Pawn.
pub const UNIT: i16 = 400;

/// Network of one army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Network {
    /// Id of the army.
    pub army: String,
    /// SHA-256 of the army file, in hexadecimal digits.
    pub sha256: String,
    /// Number of positions behind the numbers.
    pub positions: u64,
    /// Width of the board, in Spaces.
    pub width: u8,
    /// Height of the board, in Spaces.
    pub height: u8,
    /// Ids of the piece types, in the order of the inputs.
    pub pieces: Vec<String>,
    /// Rows of the inputs, then a row that always counts; then the weights for the Player to move and for the other, and
    /// the constant part of the output, in hundredths of a Pawn.
    #[serde(serialize_with = "write_numbers", deserialize_with = "read_numbers")]
    pub numbers: Vec<i16>,
}

/// Error of a network file.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// No TOML, other keys than expected, or no Base64.
    #[error("The file with a network cannot be read: {0}")]
    Syntax(#[from] toml::de::Error),
    /// Other than the piece types and the board need.
    #[error("The file with a network holds {0} numbers, but its pieces and its board need {1}.")]
    Numbers(usize, usize),
}

/// Files of the built-in armies.
const FILES: &[&str] = &[
    include_str!("../networks/alchemists.toml"),
    include_str!("../networks/makpong.toml"),
    include_str!("../networks/medieval.toml"),
];

impl Network {
    /// Reads a file.
    ///
    /// # Errors
    /// [`NetworkError`] if the text is no file with a network.
    pub fn read(text: &str) -> Result<Self, NetworkError> {
        let network: Self = toml::from_str(text)?;
        let (found, needed) = (network.numbers.len(), network.needed());
        if found == needed { Ok(network) } else { Err(NetworkError::Numbers(found, needed)) }
    }

    /// Networks of the built-in armies that have a file.
    pub fn builtin() -> &'static [Arc<Self>] {
        static READ: OnceLock<Vec<Arc<Network>>> = OnceLock::new();
        READ.get_or_init(|| FILES.iter().filter_map(|text| Self::read(text).ok()).map(Arc::new).collect())
    }

    /// Number of files of built-in armies.
    pub const fn files() -> usize {
        FILES.len()
    }

    /// Network of an army, if it is a built-in one with a file.
    pub(crate) fn of(army: &Definition) -> Option<&'static Arc<Self>> {
        Self::builtin().iter().find(|network| network.sha256 == army.sha256)
    }

    /// Number of numbers for the piece types and the board.
    fn needed(&self) -> usize {
        let inputs = inputs(self.pieces.len(), usize::from(self.width) * usize::from(self.height));
        HIDDEN * (inputs + 3) + 1
    }
}

/// Number of inputs: for both Players and each type one for each Space, and one for pieces in reserve.
const fn inputs(types: usize, spaces: usize) -> usize {
    2 * types * (spaces + 1)
}

fn write_numbers<S: Serializer>(numbers: &[i16], to: S) -> Result<S::Ok, S::Error> {
    let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    to.serialize_str(&BASE64.encode(&bytes))
}

fn read_numbers<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<i16>, D::Error> {
    let text = String::deserialize(from)?;
    let bytes = BASE64.decode(text.as_bytes()).map_err(serde::de::Error::custom)?;
    Ok(bytes.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes)).collect())
}

/// Inputs of an army's network in the rules of one game.
#[derive(Clone, Debug)]
pub struct Inputs {
    grid: Grid,
    /// Ids of the types, by index.
    ids: Vec<String>,
    width: u8,
    spaces: usize,
    /// By Player and mirroring: each input from the point of view of the first Player, as this Player sees it.
    views: [[Box<[u16]>; 2]; 2],
}

impl Inputs {
    /// Inputs for a duel of an army against itself. `None` for other games, and if there are too many inputs.
    pub fn new(rules: &Rules) -> Option<Self> {
        let is_duel = rules.seat_count() == 2 && rules.army(Seat(0)).sha256 == rules.army(Seat(1)).sha256;
        let (width, height) = (rules.board.width(), rules.board.height());
        let (types, spaces) = (rules.types.len(), usize::from(width) * usize::from(height));
        if !is_duel || u16::try_from(inputs(types, spaces)).is_err() {
            return None;
        }
        let grid = Grid::new(&rules.board);
        let view = |seat: usize, mirrored: bool| -> Box<[u16]> {
            let seen = |input: usize| {
                let (owner, ty, cell) =
                    (input / (types * (spaces + 1)), input / (spaces + 1) % types, input % (spaces + 1));
                let cell = if cell == spaces { spaces } else { turned(rules, grid, seat, mirrored, cell) };
                ((owner ^ seat) * types + ty) * (spaces + 1) + cell
            };
            (0..inputs(types, spaces)).map(|input| u16::try_from(seen(input)).unwrap_or_default()).collect()
        };
        let views = [0, 1].map(|seat| [false, true].map(|mirrored| view(seat, mirrored)));
        let ids = (0..types).map(|ty| fitted::id(rules, TypeId::new(ty)).to_owned()).collect();
        Some(Self { grid, ids, width, spaces, views })
    }

    /// Ids of the piece types, in the order of the inputs.
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// Number of inputs.
    pub fn len(&self) -> usize {
        inputs(self.ids.len(), self.spaces)
    }

    /// Returns `true` if there are no inputs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Calls a function with the input of each piece, from the point of view of the first Player.
    #[inline]
    pub fn each(&self, pos: &Position, mut found: impl FnMut(u16)) {
        let types = self.ids.len();
        for seat in [Seat(0), Seat(1)] {
            let first = seat.index() * types;
            let mut add = |ty: TypeId, cell: usize| {
                #[expect(clippy::cast_possible_truncation, reason = "`new` checks the number of inputs")]
                found(((first + ty.index()) * (self.spaces + 1) + cell) as u16);
            };
            for space in pos.blocking(seat).iter() {
                if let Some(piece) = pos.at(space) {
                    add(piece.ty, self.grid.cell(space));
                }
            }
            for space in pos.non_blocking(seat).iter() {
                for layer in 1..LAYERS {
                    if let Some(piece) = pos.in_slot(Slot::new(space, layer)).filter(|piece| piece.seat == seat) {
                        add(piece.ty, self.grid.cell(space));
                    }
                }
            }
            for ty in (0..types).map(TypeId::new) {
                for _ in 0..pos.reserve(seat, ty) {
                    add(ty, self.spaces);
                }
            }
        }
    }

    /// Returns `true` if left and right are exchanged for a Player: its only Titan is always on the left half.
    #[inline]
    pub fn is_mirrored(&self, pos: &Position, seat: Seat) -> bool {
        matches!(pos.titans(seat), [titan] if 2 * titan.file() >= self.width)
    }

    /// Inputs as a Player sees them, by those from the point of view of the first Player.
    #[inline]
    pub fn view(&self, seat: Seat, mirrored: bool) -> &[u16] {
        &self.views[seat.index()][usize::from(mirrored)]
    }
}

/// Cell as a Player sees it, counted from its rear.
fn turned(rules: &Rules, grid: Grid, seat: usize, mirrored: bool, cell: usize) -> usize {
    let (width, height) = (usize::from(rules.board.width()), usize::from(rules.board.height()));
    let space = grid.space(cell);
    let (file, rank) = (usize::from(space.file()), usize::from(space.rank()));
    let rank = if fitted::is_upwards(rules, Seat::new(seat)) { rank } else { height - 1 - rank };
    let file = if mirrored { width - 1 - file } else { file };
    rank * width + file
}

/// Maximum number of pieces that count.
const MOST: usize = 192;
/// Largest weight: its product with a sum fits into 16 bits.
const LARGEST: i16 = i16::MAX / ONE;

/// Network in the rules of one game, ready to compute.
#[derive(Clone, Debug)]
pub(crate) struct Correction {
    inputs: Inputs,
    rows: Box<[[i16; HIDDEN]]>,
    always: [i16; HIDDEN],
    /// Weights for the Player to move and for the other.
    weights: [[i16; HIDDEN]; 2],
    constant: i32,
}

impl Correction {
    /// `None` if the network does not belong to these rules.
    pub fn new(rules: &Rules, network: &Network) -> Option<Self> {
        let inputs = Inputs::new(rules)?;
        let belongs = rules.army(Seat(0)).sha256 == network.sha256
            && inputs.ids == network.pieces
            && (rules.board.width(), rules.board.height()) == (network.width, network.height);
        let (rows, rest) = network.numbers.as_chunks::<HIDDEN>();
        let (&[ref rows @ .., always, own, other], &[constant]) = (rows, rest) else { return None };
        let belongs = belongs && rows.len() == inputs.len();
        let weights = [own, other].map(|weights| weights.map(|weight| weight.clamp(-LARGEST, LARGEST)));
        belongs.then(|| Self { rows: rows.into(), inputs, always, weights, constant: constant.into() })
    }

    /// Correction of the static evaluation for the Player to move, in hundredths of a Pawn.
    pub fn of(&self, pos: &Position) -> i32 {
        let mut pieces = [0; MOST];
        let mut count = 0;
        self.inputs.each(pos, |input| {
            if let Some(place) = pieces.get_mut(count) {
                *place = input;
                count += 1;
            }
        });
        let me = pos.to_move();
        let sides = [me, Seat(1 - me.0)].into_iter().zip(&self.weights);
        let outputs = sides.map(|(seat, weights)| {
            let view = self.inputs.view(seat, self.inputs.is_mirrored(pos, seat));
            self.side(pieces[..count].iter().map(|input| view[usize::from(*input)]), weights)
        });
        let unit = i64::from(ONE) * i64::from(ONE) * i64::from(WEIGHT);
        let scaled = i64::from(outputs.sum::<i32>()) * i64::from(UNIT) / unit;
        self.constant + i32::try_from(scaled).unwrap_or_default()
    }

    /// Weighted squares of the sums for one point of view. Written so that the compiler uses vector instructions.
    #[inline]
    fn side(&self, inputs: impl Iterator<Item = u16>, weights: &[i16; HIDDEN]) -> i32 {
        let mut sums = self.always;
        for input in inputs {
            let row = &self.rows[usize::from(input)];
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum = sum.saturating_add(*number);
            }
        }
        let mut output = 0;
        for index in 0..HIDDEN {
            let sum = sums[index].clamp(0, ONE);
            output += i32::from(sum.wrapping_mul(weights[index])) * i32::from(sum);
        }
        output
    }
}

#[cfg(test)]
mod tests {
    use engine::battalion::load_builtin;
    use engine::board::{Battlefield, Board, TerritoryPlacement};
    use engine::play::Piece;
    use engine::titans::{Game, GameMode, Setup};

    use super::*;
    use crate::knowledge::Knowledge;

    fn game(ids: &[&str]) -> Game {
        let mode = if ids.len() == 2 { GameMode::Duel } else { GameMode::Ffa };
        let armies = ids.iter().map(|id| load_builtin(id).unwrap()).collect();
        Game::new(Setup::new(mode, armies, [0; 32]).unwrap()).unwrap()
    }

    /// Network of Medieval that counts with the first sum alone, by these rows, and with a constant.
    fn network(inputs: &Inputs, rows: &[(usize, i16)], weights: [i16; 2], constant: i16) -> Network {
        let army = load_builtin("medieval").unwrap();
        let mut numbers = vec![0; HIDDEN * (inputs.len() + 3) + 1];
        rows.iter().for_each(|(input, number)| numbers[HIDDEN * input] = *number);
        numbers[HIDDEN * (inputs.len() + 1)] = weights[0];
        numbers[HIDDEN * (inputs.len() + 2)] = weights[1];
        *numbers.last_mut().unwrap() = constant;
        let sha256 = army.sha256.clone();
        Network {
            army: "medieval".to_owned(),
            sha256,
            positions: 0,
            width: 8,
            height: 8,
            pieces: inputs.ids().to_vec(),
            numbers,
        }
    }

    /// Position with these pieces of Medieval, White to move.
    fn position(rules: &Rules, pieces: &[(u8, &str, &str)]) -> Position {
        let mut pos = Position::empty(rules);
        for (seat, name, space) in pieces {
            let ty = rules.type_by_key(&format!("medieval/{name}")).unwrap();
            pos.put(rules, space.parse().unwrap(), Piece::new(ty, Seat(*seat)));
        }
        pos.crown();
        pos
    }

    /// Input of a piece, seen by its owner or by the other Player from the same side of the board.
    fn input(rules: &Rules, inputs: &Inputs, enemy: bool, name: &str, cell: usize) -> usize {
        let ty = rules.type_by_key(&format!("medieval/{name}")).unwrap().index();
        (usize::from(enemy) * inputs.ids().len() + ty) * 65 + cell
    }

    /// A sum of one half counts a quarter of its weight, for the side that has it; a negative sum counts nothing, and more
    /// than one counts as one.
    #[test]
    fn sums_are_limited_and_squared() {
        let game = game(&["medieval"; 2]);
        let rules = game.rules();
        let inputs = Inputs::new(rules).unwrap();
        let pos = position(rules, &[(0, "king", "b1"), (0, "rook", "a2"), (1, "king", "b8")]);
        let rook = input(rules, &inputs, false, "rook", 8);
        let of = |number: i16, weights| {
            Correction::new(rules, &network(&inputs, &[(rook, number)], weights, 0)).unwrap().of(&pos)
        };
        let half = (ONE + 1) / 2;
        assert_eq!([of(half, [WEIGHT, 0]), of(ONE, [WEIGHT, 0]), of(2 * ONE, [WEIGHT, 0])], [100, 400, 400]);
        assert_eq!([of(-ONE, [WEIGHT, 0]), of(ONE, [0, WEIGHT]), of(ONE, [-WEIGHT / 2, 0])], [0, 0, -200]);
        let seen_by_other = input(rules, &inputs, true, "rook", 48);
        let network = network(&inputs, &[(seen_by_other, ONE)], [0, WEIGHT], 7);
        assert_eq!(
            Correction::new(rules, &network).unwrap().of(&pos),
            407,
            "from the other rear, a2 is the seventh row"
        );
    }

    /// Owner, file and rank.
    type Place = (u8, u8, u8);

    /// Exchanged colours, or left and right exchanged, change no correction.
    #[test]
    fn colours_and_sides_do_not_matter() {
        let game = game(&["medieval"; 2]);
        let rules = game.rules();
        let inputs = Inputs::new(rules).unwrap();
        let rows: Vec<(usize, i16)> = (0..inputs.len()).map(|input| (input, (input * 7 % 64) as i16)).collect();
        let correction = Correction::new(rules, &network(&inputs, &rows, [WEIGHT, -WEIGHT / 2], 0)).unwrap();
        let pieces = [(0, "king", "b1"), (0, "rook", "h5"), (0, "pawn", "c2"), (1, "king", "d8"), (1, "queen", "e3")];
        let of = |change: fn(Place) -> Place, to_move: u8| {
            let changed: Vec<(u8, &str, String)> = pieces
                .iter()
                .map(|(seat, name, space)| {
                    let space: engine::board::Space = space.parse().unwrap();
                    let (seat, file, rank) = change((*seat, space.file(), space.rank()));
                    (seat, *name, engine::board::Space::new(file, rank).to_string())
                })
                .collect();
            let pieces: Vec<_> = changed.iter().map(|(seat, name, space)| (*seat, *name, space.as_str())).collect();
            let mut pos = position(rules, &pieces);
            if to_move == 1 {
                rules.null_move(&mut pos);
            }
            correction.of(&pos)
        };
        let plain = of(|piece| piece, 0);
        assert_eq!(of(|(seat, file, rank)| (1 - seat, file, 7 - rank), 1), plain);
        assert_eq!(of(|(seat, file, rank)| (seat, 7 - file, rank), 0), plain);
        assert_ne!(of(|piece| piece, 1), plain);
        assert_ne!(of(|(seat, file, rank)| (seat, file, 7 - rank), 0), plain);
    }

    /// A piece in reserve counts by its own input, as often as it is there.
    #[test]
    fn pieces_in_reserve_count() {
        let game = game(&["makpong"; 2]);
        let rules = game.rules();
        let inputs = Inputs::new(rules).unwrap();
        let held = |pos: &Position| {
            let mut count = 0;
            inputs.each(pos, |input| count += usize::from(usize::from(input) % 65 == 64));
            count
        };
        let pos = game.seen(Seat(0)).pos.clone();
        let waiting: u16 = (0..rules.types.len())
            .map(|ty| pos.reserve(Seat(0), TypeId::new(ty)) + pos.reserve(Seat(1), TypeId::new(ty)))
            .sum();
        assert!(waiting > 0);
        assert_eq!(held(&pos), usize::from(waiting));
    }

    /// Only duels of the army against itself, on a board of the same size.
    #[test]
    fn other_games_are_not_corrected() {
        let duel = game(&["medieval"; 2]);
        let inputs = Inputs::new(duel.rules()).unwrap();
        let network = network(&inputs, &[], [0; 2], 5);
        let is_corrected = |game: &Game, network: &Network| {
            Knowledge::fitted(game.rules(), Vec::new())
                .corrected(game.rules(), Some(Arc::new(network.clone())))
                .correction()
                .is_some()
        };
        assert!(is_corrected(&duel, &network));
        for ids in [&["makpong"; 2][..], &["medieval", "makpong"], &["medieval"; 3]] {
            assert!(!is_corrected(&game(ids), &network), "{ids:?}");
        }
        // Knowledge taken to a larger board and back.
        let plot = TerritoryPlacement { width: 8, height: 3, offset: Some(0) };
        let is_larger = |board: &Board| (board.width(), board.height()) != (8, 8);
        let boards = Battlefield::duels().filter_map(|field| Board::build(&field, &[plot; 2]).ok());
        let army = load_builtin("medieval").unwrap();
        let large = Rules::shared(boards.into_iter().find(is_larger).unwrap(), &[army.clone(), army]).unwrap();
        let know = Knowledge::fitted(duel.rules(), Vec::new()).corrected(duel.rules(), Some(Arc::new(network.clone())));
        let rebound = know.rebound(&large);
        assert!(rebound.correction().is_none() && rebound.rebound(duel.rules()).correction().is_some());

        let wider = Network { width: 9, ..network.clone() };
        let renamed = Network { pieces: network.pieces.iter().map(|id| format!("{id}s")).collect(), ..network.clone() };
        let shorter = Network { numbers: network.numbers[HIDDEN..].to_vec(), ..network };
        for network in [wider, renamed, shorter] {
            assert!(!is_corrected(&duel, &network));
        }
    }

    /// The games of the lab are the same as before there were networks.
    #[test]
    fn measurements_use_no_network() {
        let game = game(&["medieval"; 2]);
        let knows = [Knowledge::new(game.rules()), Knowledge::on_equal_terms(game.rules())];
        assert_eq!(knows.map(|know| know.correction().is_some()), [true, false]);
    }

    #[test]
    fn a_faulty_file_is_refused() {
        let duel = game(&["medieval"; 2]);
        let network = network(&Inputs::new(duel.rules()).unwrap(), &[], [0; 2], 5);
        let text = toml::to_string(&network).unwrap();
        assert_eq!(Network::read(&text).unwrap(), network);
        let shorter = Network { numbers: network.numbers[1..].to_vec(), ..network };
        assert!(matches!(Network::read(&toml::to_string(&shorter).unwrap()), Err(NetworkError::Numbers(..))));
        for text in [String::new(), text.replace("AAAA", "*"), format!("queens = 1\n{text}")] {
            assert!(matches!(Network::read(&text), Err(NetworkError::Syntax(_))));
        }
    }
}
