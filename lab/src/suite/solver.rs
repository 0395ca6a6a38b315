//! Exhaustive mate solver: no pruning, no evaluation, and no code of the search under test.

use engine::play::{MoveList, Position, Rules};

/// Checks whether the Player to move can force the other's defeat within `turns` own turns. Visits at most `left`
/// nodes; `None` if they do not suffice.
pub fn wins_in(rules: &Rules, pos: &mut Position, turns: u32, left: &mut u64) -> Option<bool> {
    let me = pos.to_move();
    let before = pos.state().defeated;
    let mut list = MoveList::default();
    rules.legal_moves(pos, &mut list);
    for mv in &list.moves {
        *left = left.checked_sub(1)?;
        let mark = rules.play(pos, mv, list.chain(mv));
        // The suites exclude moves with pending choices.
        let wins = if !pos.pending().is_empty() {
            false
        } else if pos.state().defeated != before {
            pos.state().is_defeated(engine::board::Seat(1 - me.0))
        } else {
            match all_replies_lose(rules, pos, turns - 1, left) {
                Some(lose) => lose,
                None => {
                    pos.undo(rules, &mark);
                    return None;
                }
            }
        };
        pos.undo(rules, &mark);
        if wins {
            return Some(true);
        }
    }
    Some(false)
}

/// Checks whether the Player to move loses after every reply, within `turns` turns of the other.
fn all_replies_lose(rules: &Rules, pos: &mut Position, turns: u32, left: &mut u64) -> Option<bool> {
    let me = pos.to_move();
    if turns == 0 {
        return Some(rules.in_check(pos, me) && !rules.has_legal_move(pos));
    }
    let before = pos.state().defeated;
    let mut list = MoveList::default();
    rules.legal_moves(pos, &mut list);
    if list.moves.is_empty() {
        return Some(rules.in_check(pos, me));
    }
    for mv in &list.moves {
        *left = left.checked_sub(1)?;
        let mark = rules.play(pos, mv, list.chain(mv));
        let lost = if !pos.pending().is_empty() {
            false
        } else if pos.state().defeated != before {
            pos.state().is_defeated(me) && !pos.state().is_defeated(engine::board::Seat(1 - me.0))
        } else {
            match wins_in(rules, pos, turns, left) {
                Some(wins) => wins,
                None => {
                    pos.undo(rules, &mark);
                    return None;
                }
            }
        };
        pos.undo(rules, &mark);
        if !lost {
            return Some(false);
        }
    }
    Some(true)
}
