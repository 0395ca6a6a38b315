//! Habits of beginners: they bring out their pieces, castle, advance Pawns in the middle, and rarely go back.

use engine::board::Seat;
use engine::play::{Kind, Position, Rules};

use crate::candidate::Candidate;
use crate::knowledge::Knowledge;

/// Number of own turns in which habits count fully; afterwards they fade over as many turns.
const OPENING: i32 = 12;
/// Values of a habit, in hundredths of a Pawn.
const CASTLES: i32 = 180;
const TITAN_WALKS: i32 = -160;
const COMES_OUT: i32 = 110;
const MOVES_AGAIN: i32 = -50;
const GOES_BACK: i32 = -90;
/// Per file nearer to the middle than the second file from the edge.
const MIDDLE: i32 = 25;

/// Addition to a candidate's score in the eyes of a beginner.
pub(crate) fn habit(rules: &Rules, know: &Knowledge, pos: &Position, candidate: &Candidate) -> i32 {
    let seat = pos.to_move();
    let turns = i32::from(pos.state().turns[seat.index()]);
    let fading = (2 * OPENING - turns).clamp(0, OPENING);
    match fading {
        0 => 0,
        _ => by_shape(rules, know, pos, seat, candidate) * fading / OPENING,
    }
}

fn by_shape(rules: &Rules, know: &Knowledge, pos: &Position, seat: Seat, candidate: &Candidate) -> i32 {
    let mv = &candidate.mv;
    if mv.kind == Kind::Castle {
        return CASTLES;
    }
    let Some(piece) = pos.at(mv.from).filter(|_| mv.layer == 0 && !candidate.loud) else {
        return 0;
    };
    if know.is_titan(piece.ty) {
        return TITAN_WALKS;
    }
    let terrain = know.terrain();
    let ahead = rules.board.side(seat).seen(mv.from.to(mv.to)).1;
    if terrain.hope(seat.index(), piece.ty.index()).is_some() {
        let (file, width) = (mv.to.file(), rules.board.width());
        return MIDDLE * (i32::from(file.min(width - 1 - file)) - 1);
    }
    let at_home = terrain.outlooks[seat.index()].forward[terrain.grid.cell(mv.from)] == 0;
    match ahead {
        ..0 => GOES_BACK,
        0 => MOVES_AGAIN,
        _ if at_home => COMES_OUT,
        _ => MOVES_AGAIN,
    }
}
