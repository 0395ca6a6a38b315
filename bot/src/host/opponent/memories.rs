//! Search results of computer players, kept from one of their turns to the next. All games together have a fixed
//! amount of storage; the games that moved longest ago lose theirs first.

use std::collections::VecDeque;
use std::sync::Mutex;

use engine::board::Seat;
use opponent::Memory;

use crate::host::{GameId, lock};

/// Maximum size of all kept results, in bytes.
const MOST: usize = 48 << 20;

/// Kept results by game and seat, the latest last.
#[derive(Debug, Default)]
pub(in crate::host) struct Memories(Mutex<VecDeque<(GameId, Seat, Memory)>>);

impl Memories {
    /// Takes out the results of a seat; new ones if none are kept.
    pub fn take(&self, game: GameId, seat: Seat) -> Memory {
        let mut kept = lock(&self.0);
        let place = kept.iter().position(|(of, by, _)| (*of, *by) == (game, seat));
        place.and_then(|place| kept.remove(place)).map(|(.., memory)| memory).unwrap_or_default()
    }

    /// Keeps the results of a seat.
    pub fn keep(&self, game: GameId, seat: Seat, memory: Memory) {
        let mut kept = lock(&self.0);
        kept.retain(|(of, by, _)| (*of, *by) != (game, seat));
        kept.push_back((game, seat, memory));
        let mut bytes: usize = kept.iter().map(|(.., memory)| memory.bytes()).sum();
        while bytes > MOST
            && let Some((.., oldest)) = kept.pop_front()
        {
            bytes -= oldest.bytes();
        }
    }

    /// Drops the results of a finished game.
    pub fn forget(&self, game: GameId) {
        lock(&self.0).retain(|(of, ..)| *of != game);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use engine::battalion::load_builtin;
    use engine::titans::{Game, GameMode, Setup};
    use opponent::{Budget, Knowledge, Level, decide_recalling};

    use super::*;

    /// Results of a decision: about 9 MiB.
    fn memory() -> Memory {
        let army = load_builtin("medieval").unwrap();
        let game = Game::new(Setup::new(GameMode::Duel, vec![army.clone(), army], [0; 32]).unwrap()).unwrap();
        let (seen, know) = (game.seen(Seat(0)), Knowledge::new(game.rules()));
        let stop = AtomicBool::new(true);
        let mut memory = Memory::default();
        decide_recalling(&seen, Level::Titan, &know, Budget::new(400_000, &stop), 1, &mut memory);
        memory
    }

    /// The results of a seat replace its own earlier ones, not those of other seats or games.
    #[test]
    fn each_seat_keeps_its_own_results() {
        let memories = Memories::default();
        for (game, seat) in [(1, 0), (1, 1), (2, 0), (1, 1)] {
            memories.keep(GameId(game), Seat(seat), memory());
        }
        let kept = [(1, 0), (1, 1), (1, 1), (2, 0), (2, 1)]
            .map(|(game, seat)| memories.take(GameId(game), Seat(seat)).bytes() > 0);
        assert_eq!(kept, [true, true, false, true, false]);
    }

    #[test]
    fn storage_is_bounded_and_the_oldest_results_go_first() {
        let memories = Memories::default();
        let count = |game| usize::from(memories.take(GameId(game), Seat(0)).bytes() > 0);
        for game in 0..10 {
            memories.keep(GameId(game), Seat(0), memory());
        }
        let bytes: usize = lock(&memories.0).iter().map(|(.., memory)| memory.bytes()).sum();
        assert!((MOST / 2..=MOST).contains(&bytes), "{bytes}");
        memories.forget(GameId(9));
        assert_eq!([count(0), count(8), count(8), count(9)], [0, 1, 0, 0]);
    }
}
