//! Tests of secrecy. Two games that differ only in hidden information produce the same public output: every channel
//! message with its pictures, alt texts and buttons, every view and every refusal. Only the published hashes of
//! the deal and of the bot's part of the seed may differ (T-32), so they are masked.

use engine::action::Action;
use engine::battalion::load_builtin;
use engine::board::{Seat, Space};
use engine::titans::{self, GameMode, Setup};
use engine::view::{Phase, SeatState};

use super::*;
use crate::config::Route;
use crate::discord::app::App;
use crate::discord::features::rules::manual::Manual;
use crate::host::tests::{Folder, dealing, game, play, scene, wants_to_speak, who};
use crate::host::{GameId, PendingDecision, PersonId, Played, Recipient};
use crate::monitoring::Gateway;

/// Number of people: those in the seats and two without a seat.
const PEOPLE: u64 = 7;

/// Game with all of its public output.
struct World {
    app: Shared,
    game: GameId,
    seats: u64,
    said: Vec<String>,
    posted: u64,
    /// Published hashes.
    hashes: Vec<String>,
    _folder: Folder,
}

impl World {
    async fn begin(mode: GameMode, armies: &[&str], seed: [u8; 32]) -> World {
        let folder = Folder::new();
        let host = dealing(&folder, seed).await;
        let game = game(&host, mode, armies).await;
        let scene = scene(&host, game).await;
        let (deal, part) = (scene.view.commitment.map(|deal| deal.hash), scene.seed.map(|seed| seed.part));
        let mut world = World {
            app: Arc::new(App::new(host, Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap()),
            game,
            seats: armies.len() as u64,
            said: Vec::new(),
            posted: 0,
            hashes: deal.into_iter().chain(part).collect(),
            _folder: folder,
        };
        world.listen().await;
        world
    }

    fn note(&mut self, what: &str, shown: &impl std::fmt::Debug) {
        let mut line = format!("{what}: {shown:?}");
        for hash in &self.hashes {
            line = line.replace(hash.as_str(), "#");
        }
        self.said.push(line);
    }

    /// Composes the waiting notices and records their messages, except direct messages.
    async fn listen(&mut self) {
        let host = self.app.host.clone();
        while wants_to_speak(&host).await {
            for notice in host.outbox.take_notices(100).await.unwrap() {
                let action = compose(&self.app, &notice).await.unwrap();
                let (channel, message) = match action {
                    _ if matches!(notice.to, Recipient::Person(_)) => {
                        host.outbox.superseded(&notice).await.unwrap();
                        continue;
                    }
                    DeliveryAction::Supersede => {
                        self.note("superseded", &notice.kind);
                        host.outbox.superseded(&notice).await.unwrap();
                        continue;
                    }
                    DeliveryAction::Post(answer) => {
                        self.note("post", &answer);
                        self.posted += 1;
                        (ChannelId(500), MessageId(self.posted))
                    }
                    DeliveryAction::Edit(answer, earlier) | DeliveryAction::EditText(answer, earlier) => {
                        self.note("edit", &(&earlier, &answer));
                        (earlier.channel, earlier.message)
                    }
                };
                let older = host.outbox.posted(&notice, channel, message, None).await.unwrap();
                self.note("then without buttons", &older);
            }
        }
    }

    /// Records every public view of the game, once for each person.
    async fn look(&mut self) {
        let (host, game) = (self.app.host.clone(), self.game);
        let board = host.views.board(game).await;
        self.note("board", &board);
        self.note("as text", &host.views.text_board(game, None).await);
        self.note("history", &host.views.history(game).await);
        self.note("file", &host.games.export(game).await.map(|file| file.json));
        for person in (1..=PEOPLE).map(PersonId) {
            self.note("picture", &host.views.board_picture(game, person).await);
            self.note("moves", &host.views.moves_picture(game, person, None).await);
            self.note("acts", &host.games.acts(game, person).await);
            for typed in ["", "e", "x"] {
                self.note("completes", &host.games.complete(game, person, typed).await);
            }
        }
        for person in (self.seats + 1..=PEOPLE).map(PersonId) {
            self.note("a stranger", &host.views.private(game, person).await);
            self.note("a stranger", &host.clash.own_shop(game, person).await);
        }
    }

    /// Records the refusal of an invalid turn.
    async fn refused(&mut self, person: u64, text: &str) {
        let host = self.app.host.clone();
        let answer = host.games.act_text(&who(person), self.game, text, false).await;
        assert!(matches!(answer, Err(Error::Refused(_))), "{text}");
        self.note("refused", &answer);
    }

    async fn play(&mut self, moves: &[(u64, &str)]) {
        for (person, text) in moves {
            play(&self.app.host, self.game, *person, text).await;
            self.listen().await;
        }
    }

    fn same(&self, other: &World) {
        for (one, other) in self.said.iter().zip(&other.said) {
            let cut = |line: &str| line.chars().take(3000).collect::<String>();
            assert!(one == other, "{}\n{}", cut(one), cut(other));
        }
        assert_eq!(self.said.len(), other.said.len());
    }
}

/// Finds two parts of the bot with different deals for these armies.
fn two_deals(armies: &[&str]) -> [[u8; 32]; 2] {
    let deal = |part: [u8; 32]| {
        let seed = engine::seed::draw(&titans::to_hex(&part), &[]).unwrap();
        let armies = armies.iter().map(|id| load_builtin(id).unwrap()).collect();
        titans::deal(&Setup::new(GameMode::Assassin, armies, seed).unwrap()).unwrap()
    };
    let other = (2..=255).find(|n| deal([*n; 32]) != deal([1; 32]));
    [[1; 32], [other.expect("deals differ"); 32]]
}

#[tokio::test]
async fn the_deal_shows_in_nothing_public_not_even_after_a_defeat() {
    let armies = ["baroque"; 4];
    let mut worlds = Vec::new();
    for seed in two_deals(&armies) {
        let mut world = World::begin(GameMode::Assassin, &armies, seed).await;
        world.look().await;
        world.refused(2, "a1-a2").await;
        world.refused(1, "a1-a9").await;
        world.refused(7, "e2-e4").await;
        let opening = [(1, "i2-i4"), (2, "b7-d7"), (3, "f13-f11"), (4, "m6-l6"), (1, "e2-e5")];
        world.play(&opening).await;
        let host = world.app.host.clone();
        host.games.offer_draw(&who(4), world.game, None).await.unwrap();
        world.listen().await;
        host.games.answer_draw(&who(3), world.game, None, false).await.unwrap();
        world.listen().await;
        // Everybody holds two Targets, so one defeat never ends the game.
        host.games.resign(&who(2), world.game, None).await.unwrap();
        world.listen().await;
        world.play(&[(3, "g13-g11"), (4, "m7-k7")]).await;
        world.look().await;
        let scene = scene(&host, world.game).await;
        assert!(!scene.over && scene.view.seats[1].state != SeatState::Playing);
        // People without a seat see the public picture. Players, even defeated ones, see it from their own side.
        let public = host.views.turn_picture(world.game, scene.version).await.unwrap();
        for (person, turned) in [(7, false), (1, false), (2, true), (3, true), (4, true)] {
            let own = host.views.board_picture(world.game, PersonId(person)).await;
            assert_eq!(own.unwrap().png != public.png, turned, "{person}");
        }
        worlds.push(world);
    }
    assert_eq!(worlds[0].hashes.len(), 2);
    assert_ne!(worlds[0].hashes, worlds[1].hashes);
    worlds[0].same(&worlds[1]);
}

#[tokio::test]
async fn conditional_moves_show_in_nothing_public() {
    let armies = ["medieval"; 2];
    let mut worlds = Vec::new();
    for prepared in [false, true] {
        let mut world = World::begin(GameMode::Duel, &armies, [1; 32]).await;
        world.play(&[(1, "e2-e4")]).await;
        let (host, game) = (world.app.host.clone(), world.game);
        if prepared {
            for answer in [("e5", "Nf3"), ("c5", "d4")] {
                let moves = (answer.0.to_owned(), answer.1.to_owned());
                host.games.prepare_answer(&who(1), game, None, moves).await.unwrap();
            }
            // The refusal of an invalid conditional move is private as well.
            let wrong = ("e5".to_owned(), "Ra5".to_owned());
            assert!(host.games.prepare_answer(&who(1), game, None, wrong).await.is_err());
        }
        world.look().await;
        world.refused(1, "a2-a4").await;
        host.games.offer_draw(&who(2), game, None).await.unwrap();
        world.listen().await;
        for person in (1..=PEOPLE).map(PersonId) {
            let list = host.views.list_games(person, None).await;
            world.note("list", &list);
        }
        // The opponent plays a different move.
        world.play(&[(2, "d7-d5"), (1, "e4-e5")]).await;
        world.look().await;
        worlds.push(world);
    }
    worlds[0].same(&worlds[1]);
}

/// Seals a choice for the pieces of `of` on behalf of the player who must choose.
async fn seal(world: &mut World, of: Seat, pick: impl Fn(&[Space]) -> Vec<Space>) {
    let host = world.app.host.clone();
    for person in 1..=world.seats {
        let private = host.views.private(world.game, PersonId(person)).await.unwrap();
        let PendingDecision::Volatile(decisions) = private.decision else {
            continue;
        };
        let Some(decision) = decisions.into_iter().find(|decision| decision.of == of) else {
            continue;
        };
        let options: Vec<Space> = decision.options.iter().map(|(space, _)| *space).collect();
        let spaces = pick(&options);
        assert_eq!(spaces.len(), decision.count);
        let action = Action::ChooseVolatile { of, spaces };
        let done = host.games.act(&who(person), world.game, None, action, true).await;
        assert!(matches!(done, Ok(Played::Done(_))), "{done:?}");
        world.listen().await;
        return;
    }
    panic!("somebody is asked for {of:?}");
}

#[tokio::test]
async fn who_chooses_for_whom_shows_in_nothing_public() {
    let armies = ["party-volatile", "medieval", "makpong", "medieval"];
    let mut worlds = Vec::new();
    for seed in two_deals(&armies) {
        let mut world = World::begin(GameMode::Assassin, &armies, seed).await;
        for of in (0..4).map(Seat) {
            world.look().await;
            seal(&mut world, of, |options| options[..2].to_vec()).await;
        }
        let host = world.app.host.clone();
        assert_eq!(scene(&host, world.game).await.view.phase, Phase::Play);
        world.look().await;
        worlds.push(world);
    }
    worlds[0].same(&worlds[1]);
}

#[tokio::test]
async fn a_sealed_choice_shows_in_nothing_public_until_all_are_in() {
    let armies = ["party-volatile", "medieval", "medieval", "medieval"];
    let mut worlds = Vec::new();
    for skip in [0, 3] {
        let mut world = World::begin(GameMode::Assassin, &armies, [1; 32]).await;
        for of in (1..4).map(Seat) {
            seal(&mut world, of, |options| options[skip..skip + 2].to_vec()).await;
            world.look().await;
        }
        worlds.push(world);
    }
    worlds[0].same(&worlds[1]);
    // After the last choice the views differ.
    for world in &mut worlds {
        seal(world, Seat(0), |options| options[..2].to_vec()).await;
        world.look().await;
    }
    let (one, other) = (&worlds[0].said, &worlds[1].said);
    assert!(one.iter().zip(other).any(|(one, other)| one != other));
}
