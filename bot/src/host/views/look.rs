//! Public and private views of a game.

use std::sync::Arc;

use engine::action::Action;
use engine::board::{Seat, Space};
use engine::game::Game;
use engine::text;
use engine::titans::PlacementStyle;
use engine::view::{Phase, View, Viewer};
use engine::words::PlayerNames;

use crate::host::battalions::roster::Roster;
use crate::host::blocking;
use crate::host::error::{Error, NoGame, NothingToShow, refuse};
use crate::host::lobby::challenge::challenge_of;
use crate::host::model::{
    Absence, Audience, Board, ClockView, ComputerPlayer, GameOptions, GameSummary, HistoryEntry, Member,
    PendingDecision, Place, Private, Scene, TableView, TimeControl, VacantSeat, VolatileDecision,
};
use crate::host::opponent::{playout, series};
use crate::host::session::game::GameSession;
use crate::host::session::running::RunningGame;
use crate::host::table::{absence, plays, seats, takeback};
use crate::host::views::Views;
use crate::host::views::pictures;
use crate::host::{ChannelId, GameId, PersonId, Version};
use crate::store::State;

/// Public view of a position. After an end from outside nobody is to act.
fn public(play: &RunningGame, stopped: bool) -> View {
    if stopped { play.game.view_stopped(Viewer::Public) } else { play.public().clone() }
}

/// Public view of a game; `play` is the game at this version.
pub(in crate::host) fn scene(game: &GameSession, play: &RunningGame, version: Version) -> Scene {
    let stopped = game.stopped.clone().filter(|_| version >= game.version);
    let view = public(play, stopped.is_some());
    let over = play.is_over() || stopped.is_some();
    let to_act = if over {
        Vec::new()
    } else {
        let actors = |seat: &Seat| game.actors(play, *seat, &view.phase);
        match view.phase {
            // All Players are listed, because the choosing seats are secret (V-3).
            Phase::VolatileChoice { .. } if view.to_act.is_empty() => {
                let all = game.members().into_iter().flatten();
                all.filter(|member| ComputerPlayer::of(member.person).is_none()).collect()
            }
            _ => view.to_act.iter().flat_map(actors).collect(),
        }
    };
    let is_now = version >= play_since(game) && !over;
    let contributions = game.contributions.as_ref().filter(|all| all.has_words() || draws(game, play, &view));
    Scene {
        game: game.id,
        version,
        is_current: is_now,
        newest: game.public_version(),
        place: game.place,
        options: game.options.clone(),
        seats: game.members_at(version),
        to_act,
        deadline: game.deadline.filter(|_| is_now && game.clock.since.is_some()).map(|at| at / 1000),
        told_before: series::told_before(game, play, version),
        since_own_turn: series::since_own_turn(game, play, version),
        unattended: playout::is_unattended(game, play),
        clock: if is_now { clock(game) } else { ClockView::default() },
        odds: game.odds(),
        round_over: play.round_since > play.started && play.round_since == version,
        table: table(game, play, version),
        stopped,
        over,
        seed: contributions.map(|all| all.sealed()),
        proof: contributions.filter(|_| over).map(|all| all.proof()).unwrap_or_default(),
        view,
    }
}

/// True if more than seats or colours was drawn: Targets, Volatile pieces or Back Ranks.
fn draws(game: &GameSession, play: &RunningGame, view: &View) -> bool {
    let shuffled = game.lobby_options().is_ok_and(|options| options.placement == PlacementStyle::Shuffled);
    let volatile = || play.game.log().iter().any(|(_, action)| *action == Action::DrawVolatile);
    shuffled || view.commitment.is_some() || volatile()
}

/// Open requests between the players, and the effect of this version on them.
fn table(game: &GameSession, play: &RunningGame, version: Version) -> TableView {
    let vacant = game.vacant().into_iter();
    let vacant = vacant.filter(|seat| plays(play, *seat)).map(|seat| VacantSeat {
        seat,
        last: game.player(seat).people,
        why: game.pending.freed.get(&seat.0).copied().unwrap_or(Absence::Left),
    });
    let last = play.history.last().filter(|last| last.version == version);
    TableView {
        takeback: takeback::asked(game, play),
        hand_overs: seats::hand_overs(game),
        vote: absence::vote(game, play),
        vacant: vacant.collect(),
        taken: seats::taken(game, version),
        taken_back: last.and_then(|last| Some((last.seat, last.taken_back.clone()?))),
    }
}

/// Clock data besides the deadline.
fn clock(game: &GameSession) -> ClockView {
    let clock = &game.clock;
    let seconds = |millis: i64| u32::try_from(millis / 1000).unwrap_or(0);
    ClockView {
        standing: clock.standing,
        left: (clock.standing.is_some() && game.options.time() != TimeControl::Unlimited)
            .then(|| seconds(clock.allowed)),
        banks: clock.banks.iter().copied().map(seconds).collect(),
        asked: clock.asked.clone(),
    }
}

/// A position as text, with the names of the people in the seats.
pub fn as_text(view: &View, seats: &[Vec<Member>]) -> String {
    let people = seats.iter().map(|members| members.iter().map(|one| one.name.clone()).collect::<Vec<String>>());
    let armies = view.seats.iter().map(|seat| seat.battalion.as_str());
    text::position(view, &PlayerNames::of_people(people).with_armies(armies))
}

/// Version at which the current position arose.
fn play_since(game: &GameSession) -> Version {
    game.play.as_ref().map_or(game.version, |play| play.position_since)
}

/// Private decision of a seat.
pub(in crate::host) fn decision(play: &RunningGame, seat: Seat) -> PendingDecision {
    let game = match &play.game {
        Game::Titans(game) => game,
        Game::Clash(game) => return crate::host::clash::decision(game, seat),
        _ => return PendingDecision::Nothing,
    };
    if let Some(question) = game.placement_question(seat) {
        return PendingDecision::Placement(question);
    }
    let questions = game.volatile_questions(seat);
    if !questions.is_empty() {
        let view = play.public();
        let name = |space| {
            let piece = view.pieces.iter().rev().find(|piece| piece.space == space);
            piece.map_or_else(String::new, |piece| piece.look.name.clone())
        };
        let volatile = questions
            .into_iter()
            .map(|(of, count, spaces)| VolatileDecision {
                openly: matches!(view.phase, Phase::VolatileChoice { openly: true, .. }),
                of,
                count,
                options: spaces.into_iter().map(|space| (space, name(space))).collect(),
            })
            .collect();
        return PendingDecision::Volatile(volatile);
    }
    if matches!(play.public().phase, Phase::Play) && game.to_act().contains(&seat) {
        return PendingDecision::Turn;
    }
    PendingDecision::Nothing
}

impl Views {
    /// Game of a channel: the open one, or else the one that ended last.
    pub async fn game_in(&self, channel: ChannelId) -> Result<GameId, Error> {
        self.store.game_in(channel).await?.ok_or_else(|| refuse(NoGame::InChannel))
    }

    /// Lobbies and challenges in a channel and its threads, oldest first. For a thread, those of its parent channel.
    pub async fn lobbies_around(&self, place: Place) -> Result<Vec<GameId>, Error> {
        let channel = place.parent.unwrap_or(place.channel);
        Ok(self.store.lobbies_around(channel).await?)
    }

    /// Returns true if a channel has an open lobby or game.
    pub async fn is_taken(&self, channel: ChannelId) -> Result<bool, Error> {
        Ok(self.store.is_taken(channel).await?)
    }

    /// Channel of a game and the people in its seats: who may see it. Cheaper than [`Views::board`].
    pub async fn audience(&self, game: GameId) -> Result<Audience, Error> {
        let loaded = self.games.load(game).await?;
        let people = loaded.seats.iter().flat_map(|seat| seat.holder.named()).map(|member| member.person);
        Ok(Audience { place: loaded.place, people: people.collect() })
    }

    /// Open games of a person, newest first; for commands in direct messages.
    pub async fn games_of(&self, person: PersonId) -> Result<Vec<GameSummary>, Error> {
        let games = self.store.games_of(person).await?;
        let summary = |game: crate::store::OpenGame| GameSummary {
            game: game.id,
            place: Place { guild: game.place.guild, channel: game.place.channel, parent: game.place.parent },
            lobby: game.state == State::Lobby,
        };
        Ok(games.into_iter().map(summary).collect())
    }

    /// Current lobby, challenge or game.
    pub async fn board(&self, game: GameId) -> Result<Board, Error> {
        let (lobbies, loaded) = (Arc::clone(&self.lobbies), self.games.load(game).await?);
        let (roster, balance) = match &loaded.play {
            Some(_) => (Roster::default(), None),
            None => (self.rosters.roster(loaded.place.guild).await?, lobbies.balance_in(&loaded).await?),
        };
        blocking(move || {
            Ok(match &loaded.play {
                Some(play) => Board::Game(Box::new(scene(&loaded, play, loaded.public_version()))),
                None => match &loaded.options {
                    GameOptions::Titans(options) => {
                        Board::Lobby(Box::new(lobbies.lobby_of(&loaded, options, &roster, balance)))
                    }
                    GameOptions::Clash(options) => Board::Challenge(Box::new(challenge_of(&loaded, options))),
                },
            })
        })
        .await
    }

    /// Game at a version.
    ///
    /// # Errors
    /// Refused if the game had not started at that version.
    pub async fn scene(&self, game: GameId, version: Version) -> Result<Scene, Error> {
        let loaded = self.games.load(game).await?;
        if version < loaded.play()?.started || version > loaded.version {
            return Err(refuse(NothingToShow::BoardThen));
        }
        // Hide versions that only the buyer of an unfinished army has seen.
        let version = version.min(loaded.public_version());
        let play = self.games.play_at(&loaded, version).await?;
        blocking(move || Ok(scene(&loaded, &play, version))).await
    }

    /// Public position as text: the targets of the piece on `space`, what happened last, every piece by name, and a text
    /// board.
    pub async fn text_board(&self, game: GameId, space: Option<Space>) -> Result<String, Error> {
        let loaded = self.games.load(game).await?;
        blocking(move || {
            let position = as_text(&public(loaded.play()?, loaded.stopped.is_some()), &loaded.members());
            Ok(match space {
                Some(space) => format!("{}\n{position}", pictures::targets_as_text(&loaded, space)?),
                None => position,
            })
        })
        .await
    }

    /// Private view of a person. Show it only to that person.
    pub async fn private(&self, game: GameId, person: PersonId) -> Result<Private, Error> {
        let loaded = self.games.load(game).await?;
        blocking(move || {
            let play = loaded.play()?;
            let seat = loaded.own_seat(person)?;
            let decision = match loaded.state {
                State::Over => PendingDecision::Nothing,
                _ => decision(play, seat),
            };
            Ok(Private {
                game: loaded.id,
                version: match decision {
                    PendingDecision::Shop(_) => loaded.version,
                    _ => loaded.public_version(),
                },
                seat,
                view: match loaded.stopped {
                    Some(_) => play.game.view_stopped(Viewer::Seat(seat)),
                    None => play.game.view(Viewer::Seat(seat)),
                },
                seats: loaded.members(),
                decision,
            })
        })
        .await
    }

    /// All turns so far.
    pub async fn history(&self, game: GameId) -> Result<Vec<HistoryEntry>, Error> {
        let loaded = self.games.load(game).await?;
        let history = &loaded.play()?.history;
        Ok(history.iter().map(|entry| (**entry).clone()).collect())
    }
}
