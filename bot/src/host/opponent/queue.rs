//! Fair queue of tasks: round robin over servers, and over the games or tests of armies within a server. A server with
//! fifty games waits no longer than one with a single game, and does not delay others.

use std::collections::VecDeque;

use crate::host::{GameId, GuildId};

/// Owner of a task: server (`None` for direct messages) and game.
pub(in crate::host) type Whose = (Option<GuildId>, GameId);

/// Queue of waiting tasks, by server and key.
#[derive(Debug)]
pub(super) struct FairQueue<K, T> {
    servers: VecDeque<Server<K, T>>,
    waiting: usize,
}

#[derive(Debug)]
struct Server<K, T> {
    guild: Option<GuildId>,
    keys: VecDeque<(K, VecDeque<T>)>,
}

impl<K, T> Default for FairQueue<K, T> {
    fn default() -> Self {
        Self { servers: VecDeque::new(), waiting: 0 }
    }
}

impl<K: PartialEq, T> FairQueue<K, T> {
    /// Adds a task after the waiting tasks of the same key.
    pub fn push(&mut self, (guild, key): (Option<GuildId>, K), work: T) {
        self.waiting += 1;
        let server = self.servers.iter_mut().find(|server| server.guild == guild);
        let Some(server) = server else {
            let keys = VecDeque::from([(key, VecDeque::from([work]))]);
            self.servers.push_back(Server { guild, keys });
            return;
        };
        match server.keys.iter_mut().find(|(known, _)| *known == key) {
            Some((_, works)) => works.push_back(work),
            None => server.keys.push_back((key, VecDeque::from([work]))),
        }
    }

    /// Removes the next task. Its server, and its key within the server, move to the end.
    pub fn pop(&mut self) -> Option<T> {
        let mut server = self.servers.pop_front()?;
        let (key, mut works) = server.keys.pop_front()?;
        let work = works.pop_front()?;
        self.waiting -= 1;
        if !works.is_empty() {
            server.keys.push_back((key, works));
        }
        if !server.keys.is_empty() {
            self.servers.push_back(server);
        }
        Some(work)
    }

    /// Number of waiting tasks.
    pub const fn len(&self) -> usize {
        self.waiting
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(guild: u64, game: i64) -> Whose {
        (Some(GuildId(guild)), GameId(game))
    }

    fn drain(queue: &mut FairQueue<GameId, &'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop()).collect()
    }

    #[test]
    fn a_server_with_many_games_waits_its_turn() {
        let mut queue = FairQueue::default();
        for work in ["a1", "a2", "a3"] {
            queue.push(on(1, 10 + i64::from(work.as_bytes()[1])), work);
        }
        queue.push(on(2, 20), "b1");
        queue.push(on(3, 30), "c1");
        queue.push((None, GameId(40)), "direct");
        assert_eq!(queue.len(), 6);
        assert_eq!(drain(&mut queue), ["a1", "b1", "c1", "direct", "a2", "a3"]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn a_game_with_much_work_waits_its_turn() {
        let mut queue = FairQueue::default();
        for work in ["x1", "x2", "x3"] {
            queue.push(on(1, 10), work);
        }
        queue.push(on(1, 11), "y1");
        assert_eq!(queue.pop(), Some("x1"));
        // A new task comes after the first waiting tasks of other games, but before further tasks of the busy game.
        queue.push(on(1, 12), "z1");
        assert_eq!(drain(&mut queue), ["y1", "x2", "z1", "x3"]);
    }

    #[test]
    fn the_work_of_one_game_stays_in_order() {
        let mut queue = FairQueue::default();
        for (game, work) in [(1, "a"), (2, "b"), (1, "c"), (1, "d")] {
            queue.push(on(1, game), work);
        }
        let order = drain(&mut queue);
        let of_game_1: Vec<_> = order.into_iter().filter(|work| *work != "b").collect();
        assert_eq!(of_game_1, ["a", "c", "d"]);
    }
}
