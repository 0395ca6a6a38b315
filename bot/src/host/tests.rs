//! Use cases on fresh databases, without Discord.

mod course;
mod lobbies;
mod notices;
mod secrets;
mod times;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::titans::GameMode;

use super::*;

/// A folder of its own, gone at the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        let name = format!("battalion-test-{}-{}", std::process::id(), random::short());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("games.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(super) const CHANNEL: ChannelId = ChannelId(500);
pub(super) const PLACE: Place = Place {
    guild: Some(GuildId(9)),
    channel: CHANNEL,
    parent: None,
};

static DELIVERY: AtomicU64 = AtomicU64::new(1);

/// Somebody, with a new delivery.
pub(super) fn who(person: u64) -> Who {
    let name = ["Nobody", "Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus"][person as usize];
    Who {
        person: PersonId(person),
        name: name.to_owned(),
        rights: Rights {
            guild: PLACE.guild,
            ..Rights::default()
        },
        interaction: InteractionKey(DELIVERY.fetch_add(1, Ordering::Relaxed)),
    }
}

pub(super) fn moderator(person: u64) -> Who {
    let mut who = who(person);
    who.rights.moderator = true;
    who
}

/// Somebody who may manage the server.
pub(super) fn manager(person: u64) -> Who {
    let mut who = who(person);
    who.rights.manager = true;
    who
}

pub(super) fn with(battalion: &str) -> Join {
    Join {
        battalion: Some(battalion.to_owned()),
        with: None,
    }
}

pub(super) async fn host(folder: &Folder) -> Host {
    Host::open(&folder.file(), Vec::new()).await.unwrap()
}

/// A game of persons 1, 2, … in this order.
pub(super) async fn game(host: &Host, mode: GameMode, armies: &[&str]) -> GameId {
    game_with(host, mode, armies, |_| {}).await
}

pub(super) async fn game_with(
    host: &Host,
    mode: GameMode,
    armies: &[&str],
    change: impl FnOnce(&mut LobbyOptions),
) -> GameId {
    let mut options = LobbyOptions::new(mode, armies.len() as u8);
    options.order = SeatOrder::Fixed;
    change(&mut options);
    let lobby = host.open_lobby(&who(1), PLACE, options).await.unwrap();
    for (person, army) in (1..).zip(armies) {
        host.join(&who(person), lobby.game, with(army))
            .await
            .unwrap();
    }
    lobby.game
}

pub(super) async fn play(host: &Host, game: GameId, person: u64, text: &str) -> Done {
    match host.act_text(&who(person), game, text, false).await {
        Ok(Played::Done(done)) => done,
        other => panic!("{text}: {other:?}"),
    }
}

pub(super) fn refusal<T: std::fmt::Debug>(answer: Result<T, Error>) -> Refusal {
    match answer {
        Err(Error::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}

pub(super) async fn scene(host: &Host, game: GameId) -> Scene {
    match host.board(game).await.unwrap() {
        Board::Game(scene) => *scene,
        Board::Lobby(lobby) => panic!("still a lobby: {:?}", lobby.missing),
    }
}

pub(super) async fn lobby(host: &Host, game: GameId) -> Lobby {
    match host.board(game).await.unwrap() {
        Board::Lobby(lobby) => *lobby,
        Board::Game(_) => panic!("not a lobby any more"),
    }
}
