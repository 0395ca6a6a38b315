//! Matrix of all actions, kinds of people and states of a game: permissions, answers and notifications.
//!
//! The expected output is in `everyone.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test
//! -p battalion --lib everyone` and review the diff.

use std::fmt::Write as _;
use std::pin::Pin;

use ::opponent::Level;
use engine::action::ClashAction;
use engine::clash::Gold;

use super::copies::Copies;
use super::*;

const DAY: i64 = 24 * HOUR;
const ELSEWHERE: Place = Place { guild: PLACE.guild, channel: ChannelId(501), parent: None };

/// A host with fixed time and fixed seed.
pub(super) async fn frozen(folder: &Folder, now: i64) -> Host {
    let host = Host::open_at(folder.place(), Vec::new(), WallClock::frozen(now)).await.unwrap();
    host.with(|parts| parts.chance = random::Chance::Fixed([7; 32]))
}

/// People who try each action: three Players, a non-Player, a member of another server, and two people with permissions
/// but without a seat.
pub(crate) const PEOPLE: [&str; 7] = ["Ann", "Bob", "Cid", "Eve", "of another server", "moderator", "manager"];

pub(crate) fn somebody(name: &str) -> Who {
    match name {
        "Ann" => who(1),
        "Bob" => who(2),
        "Cid" => who(3),
        "Eve" => who(5),
        "moderator" => moderator(9),
        "manager" => manager(8),
        _ => Who { rights: Rights { guild: Some(GuildId(10)), ..Rights::default() }, ..who(6) },
    }
}

/// A game in a certain state. `asked`: the version of a seat offer.
pub(crate) struct State {
    folder: Folder,
    pub host: Host,
    pub game: GameId,
    pub asked: Version,
}

impl State {
    pub fn now(&self) -> i64 {
        self.host.time.now()
    }

    /// Sets the time.
    pub fn set(&self, now: i64) {
        self.host.time.set(now);
    }

    /// An equal copy of the state.
    pub async fn again(&self, now: i64) -> State {
        let folder = Folder::of_file();
        std::fs::copy(self.folder.file(), folder.file()).unwrap();
        let host = frozen(&folder, now).await;
        State { folder, host, game: self.game, asked: self.asked }
    }
}

pub(crate) type Doing<T> = Pin<Box<dyn Future<Output = T>>>;
/// Name of a state, and what brings it about.
pub(crate) type NamedState = (&'static str, fn() -> Doing<State>);

/// Threads among which the states are divided. Without optimisation, answers need as much stack as the program gives its
/// threads.
const THREADS: usize = 2;
const STACK: usize = 16 << 20;

/// Text about every state, in their order.
pub(crate) fn in_every_state<F: Future<Output = String> + 'static>(section: fn(NamedState) -> F) -> String {
    let share = move |first: usize| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let states = STATES.iter().enumerate().skip(first).step_by(THREADS);
        let sections = states.map(|(number, state)| async move { (number, section(*state).await) });
        runtime.block_on(futures_util::future::join_all(sections))
    };
    // A panic names the test by its thread.
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    let thread = || std::thread::Builder::new().name(test.clone()).stack_size(STACK);
    let threads: Vec<_> = (0..THREADS).map(|first| thread().spawn(move || share(first)).unwrap()).collect();
    let mut sections: Vec<(usize, String)> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    sections.sort_unstable();
    sections.into_iter().map(|(_, text)| text).collect()
}

/// A fresh host. Person 1 has chosen direct messages, the others mentions.
async fn fresh(now: i64) -> (Folder, Host) {
    let folder = Folder::of_file();
    let host = frozen(&folder, now).await;
    host.settings.change_person_settings(PersonId(1), |settings| settings.ping = Ping::Dm).await.unwrap();
    (folder, host)
}

async fn timed(host: &Host, mode: GameMode, players: usize) -> GameId {
    game_with(host, mode, &vec!["medieval"; players], |options| options.time = TimeControl::USUAL).await
}

async fn ready(folder: Folder, host: Host, game: GameId) -> State {
    told(&host).await;
    let asked = host.views.board(game).await.map_or(Version(0), |board| match board {
        Board::Game(scene) => scene.newest,
        _ => Version(0),
    });
    State { folder, host, game, asked }
}

/// The state at a later time, in which the host has run without a break, after a restart.
async fn later(state: State, now: i64) -> State {
    let State { folder, host, game, asked } = state;
    host.time.set(now);
    host.close().await;
    let host = frozen(&folder, now).await;
    State { folder, host, game, asked }
}

macro_rules! states {
    ($($name:literal => $body:expr),* $(,)?) => {
        pub(crate) const STATES: &[NamedState] = &[$(($name, || Box::pin($body))),*];
    };
}

states! {
    "a lobby with a free seat, Ann in it" => async {
        let (folder, host) = fresh(BEGIN).await;
        let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
        host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
        ready(folder, host, game).await
    },
    "Ann has challenged Bob to a duel" => async {
        let (folder, host) = fresh(BEGIN).await;
        let options = LobbyOptions::new(GameMode::Duel, 2);
        let challenge =
            DuelChallenge { opponent: member(2), mine: None, theirs: None, first: Colours::Challenger, options };
        let game = host.lobbies.challenge_to_duel(&who(1), PLACE, challenge).await.unwrap().game;
        ready(folder, host, game).await
    },
    "Ann has challenged anyone to a match" => async {
        let (folder, host) = fresh(BEGIN).await;
        let options = ClashOptions { colours: Colours::Challenger, ..ClashOptions::default() };
        let game = host.lobbies.challenge(&who(1), PLACE, None, options).await.unwrap().game;
        ready(folder, host, game).await
    },
    "Ann has challenged Bob to a match" => async {
        let (folder, host) = fresh(BEGIN).await;
        let options = ClashOptions { colours: Colours::Challenger, ..ClashOptions::default() };
        let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap().game;
        ready(folder, host, game).await
    },
    "before the first turn, Ann to move" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Duel, 2).await;
        ready(folder, host, game).await
    },
    "Bob to move" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Duel, 2).await;
        play(&host, game, 1, "e4").await;
        later(ready(folder, host, game).await, BEGIN + HOUR).await
    },
    "Bob to move without a limit of time" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = TimeControl::Unlimited)
            .await;
        play(&host, game, 1, "e4").await;
        ready(folder, host, game).await
    },
    "Bob to move, everything asked by Ann" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Duel, 2).await;
        play(&host, game, 1, "e4").await;
        host.games.offer_draw(&who(1), game, None).await.unwrap();
        host.tables.ask_takeback(&who(1), game).await.unwrap();
        host.games.ask_pause(&who(1), game, false).await.unwrap();
        host.tables.hand_over(&who(1), game, member(5)).await.unwrap();
        later(ready(folder, host, game).await, BEGIN + HOUR).await
    },
    "paused" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Duel, 2).await;
        play(&host, game, 1, "e4").await;
        let State { folder, host, game, .. } = later(ready(folder, host, game).await, BEGIN + HOUR).await;
        host.games.ask_pause(&who(1), game, false).await.unwrap();
        host.games.ask_pause(&who(2), game, true).await.unwrap();
        later(ready(folder, host, game).await, BEGIN + 9 * HOUR).await
    },
    "adjourned" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = duel(&host).await;
        let mut state = ready(folder, host, game).await;
        for days in [14, 21] {
            state = later(state, BEGIN + days * DAY).await;
            state.host.clocks.run_due().await.unwrap();
        }
        ready(state.folder, state.host, game).await
    },
    "three at the table, Bob away for four days" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
        let text = host.games.acts(game, PersonId(1)).await.unwrap().acts[0].text.clone();
        play(&host, game, 1, &text).await;
        later(ready(folder, host, game).await, BEGIN + 4 * DAY).await
    },
    "three at the table, the seat of Bob is free" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
        let text = host.games.acts(game, PersonId(1)).await.unwrap().acts[0].text.clone();
        play(&host, game, 1, &text).await;
        let state = later(ready(folder, host, game).await, BEGIN + 4 * DAY).await;
        state.host.tables.free_seat(&who(1), game, PersonId(2)).await.unwrap();
        state.host.tables.free_seat(&moderator(9), game, PersonId(2)).await.ok();
        ready(state.folder, state.host, game).await
    },
    "Ann against a computer" => async {
        let (folder, host) = fresh(BEGIN).await;
        let options = LobbyOptions {
            order: SeatOrder::Fixed,
            time: TimeControl::USUAL,
            ..LobbyOptions::new(GameMode::Duel, 2)
        };
        let wish = ComputerWish { level: Level::Recruit, battalion: Some("medieval".to_owned()) };
        let game = host.lobbies.open_against(&who(1), PLACE, options, Some("medieval"), &wish).await.unwrap().game;
        ready(folder, host, game).await
    },
    "Bob to move, with a bank of time" => async {
        let (folder, host) = fresh(BEGIN).await;
        let time = TimeControl::Increment { game: 1800, increment: 300 };
        let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await;
        play(&host, game, 1, "e4").await;
        let state = later(ready(folder, host, game).await, BEGIN + HOUR / 6).await;
        state.host.tables.hand_over(&who(2), game, member(5)).await.unwrap();
        ready(state.folder, state.host, game).await
    },
    "Bob asked to take a turn back, and for a pause" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Duel, 2).await;
        for (person, text) in [(1, "e4"), (2, "e5"), (1, "Nf3")] {
            play(&host, game, person, text).await;
        }
        host.tables.ask_takeback(&who(2), game).await.unwrap();
        host.games.ask_pause(&who(2), game, false).await.unwrap();
        host.games.offer_draw(&who(2), game, None).await.unwrap();
        later(ready(folder, host, game).await, BEGIN + HOUR).await
    },
    "three at the table, Ann has voted that Bob is away" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
        let text = host.games.acts(game, PersonId(1)).await.unwrap().acts[0].text.clone();
        play(&host, game, 1, &text).await;
        let state = later(ready(folder, host, game).await, BEGIN + 2 * DAY).await;
        state.host.tables.free_seat(&who(1), game, PersonId(2)).await.unwrap();
        state.host.tables.hand_over(&who(2), game, member(5)).await.unwrap();
        ready(state.folder, state.host, game).await
    },
    "three with Targets, nothing played yet" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Assassin, 3).await;
        ready(folder, host, game).await
    },
    "three with Targets, Ann has played" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Assassin, 3).await;
        let text = host.games.acts(game, PersonId(1)).await.unwrap().acts[0].text.clone();
        play(&host, game, 1, &text).await;
        ready(folder, host, game).await
    },
    "three at the table, Ann has given up" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Ffa, 3).await;
        host.games.resign(&who(1), game, None).await.unwrap();
        ready(folder, host, game).await
    },
    "over" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Duel, 2).await;
        host.games.resign(&who(2), game, None).await.unwrap();
        ready(folder, host, game).await
    },
    "three at the table, over" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Ffa, 3).await;
        for person in [2, 3] {
            host.games.resign(&who(person), game, None).await.unwrap();
        }
        ready(folder, host, game).await
    },
    "ended by a moderator" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = timed(&host, GameMode::Duel, 2).await;
        host.games.end(&moderator(9), game, None).await.unwrap();
        ready(folder, host, game).await
    },
    "four at the table, the seats of Bob and Cid are free" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 4], |options| options.time = TimeControl::Unlimited).await;
        for person in [2, 3] {
            host.tables.has_left(game, PersonId(person)).await.unwrap();
        }
        ready(folder, host, game).await
    },
    "Ann and Eve share a seat, Bob to move" => async {
        let (folder, host) = fresh(BEGIN).await;
        let options = LobbyOptions {
            order: SeatOrder::Fixed,
            time: TimeControl::USUAL,
            start_when_full: false,
            ..LobbyOptions::new(GameMode::Duel, 2)
        };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        host.lobbies.start(&who(1), game, None).await.unwrap();
        play(&host, game, 1, "e4").await;
        ready(folder, host, game).await
    },
    "placing their armies" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = game_with(&host, GameMode::Duel, &["medieval", "makpong"], |options| {
            options.time = TimeControl::USUAL;
            options.placement = engine::titans::PlacementStyle::Chosen;
        })
        .await;
        ready(folder, host, game).await
    },
    "choosing Volatile pieces in secret" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = game_with(&host, GameMode::Duel, &["party-volatile", "medieval"], |options| {
            options.time = TimeControl::USUAL;
        })
        .await;
        ready(folder, host, game).await
    },
    "in the shop" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = clash::begun(&host).await;
        ready(folder, host, game).await
    },
    "in the auction" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = clash::begun(&host).await;
        clash::auction(&host, game).await;
        ready(folder, host, game).await
    },
    "after equal bids" => async {
        let (folder, host) = fresh(BEGIN).await;
        let game = clash::begun(&host).await;
        clash::auction(&host, game).await;
        for person in [1, 2] {
            let bid = ClashAction::Bid { gold: Gold::whole(20) };
            host.clash.act(&who(person), game, None, bid).await.unwrap();
        }
        ready(folder, host, game).await
    },
}

fn done(done: Done) -> String {
    format!("{:?}", done.confirmed)
}

macro_rules! actions {
    ($($name:literal: |$host:ident, $who:ident, $game:ident, $asked:ident| $call:expr),* $(,)?) => {
        pub(crate) const ACTIONS: &[(&str, fn(Host, Who, GameId, Version) -> Doing<Result<String, Error>>)] =
            &[$(($name, |$host, $who, $game, $asked| {
                Box::pin(async move {
                    let _ = $asked;
                    $call
                })
            })),*];
    };
}

fn played(answer: Played) -> String {
    match answer {
        Played::Done(it) => done(it),
        other => format!("asks first: {}", format!("{other:?}").split(['(', ' ']).next().unwrap_or_default()),
    }
}

actions! {
    "join": |host, who, game, asked| host.lobbies.join(&who, game, with("medieval")).await.map(done),
    "choose a Battalion": |host, who, game, asked| host.lobbies.choose_battalion(&who, game, "makpong").await.map(done),
    "leave": |host, who, game, asked| host.lobbies.leave(&who, game).await.map(done),
    "give odds": |host, who, game, asked| host.lobbies.give_odds(&who, game, Some(Odds::HalfTime)).await.map(done),
    "kick Ann": |host, who, game, asked| host.lobbies.kick(&who, game, PersonId(1)).await.map(done),
    "start": |host, who, game, asked| host.lobbies.start(&who, game, None).await.map(done),
    "add a computer": |host, who, game, asked| {
        let wish = ComputerWish { level: Level::Recruit, battalion: Some("medieval".to_owned()) };
        host.lobbies.add_computer(&who, game, wish).await.map(done)
    },
    "remove a computer": |host, who, game, asked| host.lobbies.remove_computer(&who, game).await.map(done),
    "accept": |host, who, game, asked| host.lobbies.accept(&who, game).await.map(done),
    "add a word": |host, who, game, asked| host.lobbies.add_word(&who, game, "apple").await.map(done),
    "decline": |host, who, game, asked| host.lobbies.decline(&who, game).await.map(done),
    "move e5": |host, who, game, asked| host.games.act_text(&who, game, "e5", true).await.map(played),
    "resign": |host, who, game, asked| host.games.resign(&who, game, None).await.map(done),
    "offer a draw": |host, who, game, asked| host.games.offer_draw(&who, game, None).await.map(done),
    "accept the draw": |host, who, game, asked| host.games.answer_draw(&who, game, None, true).await.map(done),
    "decline the draw": |host, who, game, asked| host.games.answer_draw(&who, game, None, false).await.map(done),
    "ask for a takeback": |host, who, game, asked| host.tables.ask_takeback(&who, game).await.map(done),
    "allow the takeback": |host, who, game, asked| host.tables.answer_takeback(&who, game, None, true).await.map(done),
    "decline the takeback": |host, who, game, asked| host.tables.answer_takeback(&who, game, None, false).await.map(done),
    "ask for a pause": |host, who, game, asked| host.games.ask_pause(&who, game, false).await.map(done),
    "agree to the pause": |host, who, game, asked| host.games.ask_pause(&who, game, true).await.map(done),
    "decline the pause": |host, who, game, asked| host.games.no_pause(&who, game).await.map(done),
    "resume": |host, who, game, asked| host.games.resume(&who, game, None).await.map(done),
    "resume elsewhere": |host, who, game, asked| host.games.resume(&who, game, Some(ELSEWHERE)).await.map(done),
    "find the adjourned": |host, who, game, asked| host.games.to_resume(&who, ChannelId(999)).await.map(|found| (found == game).to_string()),
    "still playing": |host, who, game, asked| host.games.still_playing(&who, game).await.map(done),
    "prepare an answer": |host, who, game, asked| {
        host.games.prepare_answer(&who, game, None, ("e5".into(), "Nf3".into())).await.map(|()| "prepared".into())
    },
    "drop prepared answers": |host, who, game, asked| {
        host.games.drop_conditional_moves(&who, game, None).await.map(|()| "dropped".into())
    },
    "hand over to Fay": |host, who, game, asked| {
        let fay = Member { person: PersonId(7), name: "Fay".into() };
        host.tables.hand_over(&who, game, fay).await.map(done)
    },
    "take the offered seat": |host, who, game, asked| host.tables.answer_hand_over(&who, game, asked, true).await.map(done),
    "refuse the offered seat": |host, who, game, asked| host.tables.answer_hand_over(&who, game, asked, false).await.map(done),
    "free the seat of Bob": |host, who, game, asked| host.tables.free_seat(&who, game, PersonId(2)).await.map(done),
    "agree that Bob is away": |host, who, game, asked| host.tables.agree_absent(&who, game, Seat(1)).await.map(done),
    "take the free seat": |host, who, game, asked| host.tables.take_seat(&who, game, Seat(1)).await.map(done),
    "a computer takes the seat": |host, who, game, asked| {
        host.tables.computer_takes(&who, game, Seat(1), Level::Recruit).await.map(done)
    },
    "move the game": |host, who, game, asked| host.tables.move_game(&who, game, ELSEWHERE).await.map(done),
    "end the game": |host, who, game, asked| host.games.end(&who, game, Some("enough".into())).await.map(done),
    "ask for a rematch": |host, who, game, asked| host.lobbies.rematch(&who, game).await.map(done),
    "a whole army": |host, who, game, asked| host.clash.act(&who, game, None, ClashAction::Suggest).await.map(done),
    "ready": |host, who, game, asked| host.clash.act(&who, game, None, ClashAction::Ready).await.map(done),
    "bid 20": |host, who, game, asked| {
        host.clash.act(&who, game, None, ClashAction::Bid { gold: Gold::whole(20) }).await.map(done)
    },
}

/// All waiting notices with their recipients, sorted.
pub(crate) async fn told(host: &Host) -> String {
    let mut told = Vec::new();
    // Without a time limit: a slow machine must not leave notices for the next action.
    while wants_to_speak(host).await {
        for notice in host.outbox.take_notices(100).await.unwrap() {
            host.outbox.superseded(&notice).await.unwrap();
            told.push(match notice.to {
                Recipient::Channel(_) => format!("{:?}", notice.kind),
                Recipient::Person(person) => format!("{:?} {}", notice.kind, person.0),
            });
        }
    }
    told.sort();
    told.join(", ")
}

/// State of a game, one line per part.
pub(crate) async fn parts(host: &Host, game: GameId) -> Vec<String> {
    let names = |people: &[Member]| people.iter().map(|one| one.name.clone()).collect::<Vec<_>>().join(" and ");
    match host.views.board(game).await.unwrap() {
        Board::Lobby(lobby) => vec![
            format!("seats {:?}", lobby.seats.iter().map(|seat| names(&seat.members)).collect::<Vec<_>>()),
            format!(
                "armies {:?}",
                lobby.seats.iter().map(|seat| seat.battalion.as_ref().map(|it| &it.id)).collect::<Vec<_>>()
            ),
            format!("asked {}", names(&lobby.invited)),
            format!("missing {}", lobby.missing.len()),
            format!("closed by {:?}", lobby.closed.map(|stopped| stopped.by.name)),
        ],
        Board::Challenge(challenge) => vec![format!("closed by {:?}", challenge.closed.map(|stopped| stopped.by.name))],
        Board::Game(scene) => {
            let table = &scene.table;
            let offers = table.hand_overs.iter().filter(|offer| offer.declined.is_none());
            vec![
                format!("seats {:?}", scene.seats.iter().map(|seat| names(seat)).collect::<Vec<_>>()),
                format!("to act {}", names(&scene.to_act)),
                format!("over {} {:?}", scene.over, scene.view.phase),
                format!("turns {}", scene.view.turns),
                format!("draw {:?}", scene.view.draw_offer),
                format!("minutes {:?}", scene.deadline.map(|at| (at - BEGIN / 1000) / 60)),
                format!("clock {:?} left {:?} banks {:?}", scene.clock.standing, scene.clock.left, scene.clock.banks),
                format!("pause {:?}", scene.clock.asked),
                format!(
                    "takeback {:?}",
                    table.takeback.as_ref().filter(|it| it.declined.is_none()).map(|it| names(&it.waiting))
                ),
                format!("offers {:?}", offers.map(|offer| (&offer.from.name, &offer.to.name)).collect::<Vec<_>>()),
                format!("vote {:?}", table.vote.as_ref().map(|vote| (names(&vote.absent), names(&vote.waiting)))),
                format!("free {:?}", table.vacant.iter().map(|free| (free.seat, free.why)).collect::<Vec<_>>()),
                format!("in {}", scene.place.channel),
                format!("ended by {:?}", scene.stopped.map(|stopped| (stopped.by.name, stopped.reason))),
            ]
        }
    }
}

/// View of a game by a person: their lists, their decision, their moves and what they may do. Changes nothing.
pub(super) async fn sees(host: &Host, game: GameId, by: &Who) -> String {
    let kind = |of: String| of.split(['(', ' ', '{']).next().unwrap_or_default().to_owned();
    let names = |people: &[Member]| people.iter().map(|one| one.name.clone()).collect::<Vec<_>>().join(" and ");
    let (person, guild) = (by.person, by.rights.guild.unwrap());
    let mut seen = Vec::new();
    for one in host.views.list_games(person, Some(guild)).await.unwrap() {
        let (others, open) = (names(&one.others), names(&one.to_act));
        let minutes = one.deadline.map(|at| (at - BEGIN / 1000) / 60);
        let (waits, standing) = (one.waiting, one.standing);
        seen.push(format!(
            "listed {} with {others}, waits {waits}, to act {open}, minutes {minutes:?}, {standing:?}",
            kind(format!("{:?}", one.what))
        ));
    }
    seen.push(format!("seeks {}", host.views.seeks(guild).await.unwrap().len()));
    seen.push(match host.views.private(game, person).await {
        Ok(own) => format!("decides {}", kind(format!("{:?}", own.decision))),
        Err(Error::Refused(why)) => format!("no decision {why:?}"),
        Err(other) => panic!("{other:?}"),
    });
    seen.push(match host.games.acts(game, person).await {
        Ok(acts) => format!("{} moves", acts.acts.len()),
        Err(Error::Refused(why)) => format!("no moves {}", kind(format!("{why:?}"))),
        Err(other) => panic!("{other:?}"),
    });
    if let Ok(Some(seat)) = host.tables.seat_to_have_back(game, person).await {
        seen.push(format!("may have back {}", seat.0));
    }
    if host.games.resign_asked(game, person).await.is_ok_and(|asked| asked) {
        seen.push("is asked to resign".to_owned());
    }
    if let Ok(lines) = host.games.conditional_moves(game, person).await {
        seen.push(format!("{} prepared", lines.len()));
    }
    seen.join("; ")
}

async fn section((name, set_up): NamedState) -> String {
    let mut out = format!("# {name}\n");
    let start = set_up().await;
    for person in PEOPLE {
        writeln!(out, "{person}: {}", sees(&start.host, start.game, &somebody(person)).await).unwrap();
    }
    let mut copies = Copies::of(start).await;
    for (action, act) in ACTIONS {
        let mut answers: Vec<(String, Vec<&str>)> = Vec::new();
        for person in PEOPLE {
            let now = copies.take().await;
            let before = parts(&now.host, now.game).await;
            let answer = act(now.host.clone(), somebody(person), now.game, now.asked).await;
            let heard = told(&now.host).await;
            let line = match answer {
                Ok(said) => {
                    let after = parts(&now.host, now.game).await;
                    let changed: Vec<String> = if before.len() == after.len() {
                        after.into_iter().filter(|part| !before.contains(part)).collect()
                    } else {
                        vec!["the game begins".to_owned()]
                    };
                    let line = format!("yes {said}, told: {heard}; now: {}", changed.join("; "));
                    now.host.close().await;
                    line
                }
                Err(Error::Refused(why)) => {
                    assert_eq!(heard, "", "{name}: {action} by {person}: told, though refused: {why:?}");
                    copies.keep(now);
                    format!("no {why:?}")
                }
                Err(other) => panic!("{name}: {action} by {person}: {other:?}"),
            };
            match answers.iter_mut().find(|(other, _)| *other == line) {
                Some((_, people)) => people.push(person),
                None => answers.push((line, vec![person])),
            }
        }
        for (line, people) in answers {
            writeln!(out, "{action} | {}: {line}", people.join(", ")).unwrap();
        }
    }
    copies.close().await;
    out
}

#[test]
fn everyone_may_do_what_they_may_and_nobody_else_hears_of_it() {
    let found = in_every_state(section);
    crate::expected::compare("host/tests/everyone.txt", &found, 600);
}
