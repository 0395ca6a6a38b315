//! Lists of games: a person's games, and open lobbies of a server.

use engine::view::Phase;

use crate::host::blocking;
use crate::host::error::Error;
use crate::host::model::{Board, GameOptions, ListedGame, Listing, Lobby, PendingDecision, Scene};
use crate::host::session::game::GameSession;
use crate::host::views::Views;
use crate::host::views::look::{decision, scene};
use crate::host::{GameId, GuildId, PersonId};
use crate::store::State;

/// Returns true if this person has to act in a running game.
fn waits(game: &GameSession, scene: &Scene, person: PersonId) -> bool {
    let (Some(play), Some(seat)) = (&game.play, game.seat_of(person)) else {
        return false;
    };
    match scene.view.phase {
        // In a shared seat, only the person whose turn it is.
        Phase::Play => scene.to_act.iter().any(|member| member.person == person),
        _ => match decision(play, seat) {
            PendingDecision::Nothing => false,
            // A sealed bid can be changed, but nobody waits for that.
            PendingDecision::Bid(bid) => bid.sealed.is_none(),
            _ => true,
        },
    }
}

/// Returns true if a lobby needs an answer, a choice or a sealed word of this person.
fn is_asked(game: &GameSession, person: PersonId) -> bool {
    if let Some(all) = game.contributions.as_ref().filter(|all| all.fixed) {
        return all.sealed().awaited().iter().any(|member| member.person == person);
    }
    match &game.options {
        GameOptions::Clash(_) => game.creator.person != person,
        GameOptions::Titans(_) => {
            let own = game.seat_of(person).and_then(|seat| game.seats.get(seat.index()));
            game.invited.contains(&person) || own.is_some_and(|chair| chair.battalion.is_none())
        }
    }
}

fn listed(game: &GameSession, person: PersonId) -> ListedGame {
    let people = game.seats.iter().flat_map(|chair| chair.holder.named());
    let others = people.filter(|member| member.person != person).cloned();
    let mut listed = ListedGame {
        game: game.id,
        place: game.place,
        message: None,
        what: match &game.options {
            GameOptions::Titans(options) => Listing::Lobby(options.mode),
            GameOptions::Clash(_) => Listing::Challenge,
        },
        others: others.collect(),
        waiting: false,
        to_act: Vec::new(),
        deadline: None,
        standing: None,
    };
    match (&game.play, game.state) {
        (Some(play), State::Running) => {
            let scene = scene(game, play, game.public_version());
            listed.what = Listing::Playing(scene.view.played);
            listed.waiting = waits(game, &scene, person);
            listed.to_act = scene.to_act;
            listed.deadline = scene.deadline;
            listed.standing = scene.clock.standing;
        }
        _ => listed.waiting = is_asked(game, person),
    }
    listed
}

impl Views {
    /// Open games of a person, on one server or on all. Games in which they have to act come first, then in order of
    /// remaining time. Show the list only to that person.
    pub async fn list_games(&self, person: PersonId, guild: Option<GuildId>) -> Result<Vec<ListedGame>, Error> {
        let mut games = Vec::new();
        for summary in self.games_of(person).await? {
            if guild.is_some() && summary.place.guild != guild {
                continue;
            }
            // Unreadable games are reported in their channel, not here.
            let Ok(loaded) = self.games.load(summary.game).await else {
                continue;
            };
            let mut game = blocking(move || Ok(listed(&loaded, person))).await?;
            game.message = self.store.newest_message(game.game, game.place.channel).await?;
            games.push(game);
        }
        let by_time = |game: &ListedGame| game.deadline.unwrap_or(i64::MAX);
        games.sort_by_key(|game| (!game.waiting, by_time(game), game.game));
        Ok(games)
    }

    /// Open lobbies of a server with a free seat that anyone may take, oldest first.
    pub async fn seeks(&self, guild: GuildId) -> Result<Vec<Lobby>, Error> {
        let mut seeks = Vec::new();
        for game in self.store.lobbies(guild).await? {
            if let Ok(Board::Lobby(lobby)) = self.board(game).await
                && is_open(&lobby)
            {
                seeks.push(*lobby);
            }
        }
        Ok(seeks)
    }

    /// Returns true for an open lobby with a free seat that anyone may take.
    pub async fn is_seek(&self, game: GameId) -> Result<bool, Error> {
        let board = self.board(game).await?;
        Ok(matches!(board, Board::Lobby(lobby) if is_open(&lobby)))
    }
}

fn is_open(lobby: &Lobby) -> bool {
    let free = lobby.seats.len() < usize::from(lobby.options.seats);
    lobby.closed.is_none() && lobby.options.invitation.is_none() && free
}
