//! Exact times of everything that clocks do, in games of every kind and after events of every kind: reminders, ends of
//! turns, questions, adjournments, holidays, pauses, takebacks and changed seats.
//!
//! The expected output is in `timeline.txt`. To update it after an intended change, run `UPDATE_EXPECTED=1 cargo test
//! -p battalion --lib timeline` and review the diff.

use std::fmt::Write as _;

use super::everyone::{ACTIONS, frozen, somebody, told};
use super::*;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * HOUR;
/// End of each story.
const END: i64 = 30 * DAY;

/// Event: minutes since the start, a person, and an action of the matrix or one of the following.
type Event = (i64, &'static str, &'static str);
const HOLIDAY: &str = "takes a day off";
const BACK: &str = "comes back";
const DIRECT: &str = "wants direct messages";
const MOVES: &str = "makes the first move";

const USUAL: TimeControl = TimeControl::PerTurn { turn: 3 * 3600 };

/// Kinds of games.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Duel(TimeControl),
    Three(TimeControl),
    /// Both choose Volatile pieces in secret.
    Secret(TimeControl),
    Clash(TimeControl),
    /// Clash of the Armies at its auction.
    Auction(TimeControl),
}

const RESERVE: TimeControl = TimeControl::Reserve { turn: 3600, reserve: 2 * 3600 };
const BANK: TimeControl = TimeControl::Increment { game: 1800, increment: 360 };
const NO_LIMIT: TimeControl = TimeControl::Unlimited;

const STORIES: &[(Kind, &[Event])] = &[
    (Kind::Duel(USUAL), &[]),
    (Kind::Duel(RESERVE), &[]),
    (Kind::Duel(BANK), &[]),
    (Kind::Duel(NO_LIMIT), &[]),
    (Kind::Three(USUAL), &[]),
    (Kind::Three(NO_LIMIT), &[]),
    (Kind::Secret(USUAL), &[]),
    (Kind::Secret(NO_LIMIT), &[]),
    (Kind::Clash(USUAL), &[]),
    (Kind::Auction(USUAL), &[]),
    (Kind::Auction(USUAL), &[(0, "Bob", DIRECT)]),
    // Turns in time, with the other person reached by direct messages.
    (Kind::Duel(USUAL), &[(30, "Ann", MOVES), (60, "Bob", MOVES)]),
    (Kind::Duel(USUAL), &[(0, "Bob", DIRECT), (30, "Ann", MOVES), (150, "Bob", MOVES)]),
    (Kind::Duel(RESERVE), &[(90, "Ann", MOVES), (100, "Bob", MOVES)]),
    (Kind::Duel(BANK), &[(20, "Ann", MOVES), (21, "Bob", MOVES)]),
    (Kind::Three(USUAL), &[(30, "Ann", MOVES), (40, "Bob", MOVES)]),
    // Holidays of who is waited for, of who is not, and that end early.
    (Kind::Duel(USUAL), &[(60, "Ann", HOLIDAY)]),
    (Kind::Duel(USUAL), &[(150, "Ann", HOLIDAY)]),
    (Kind::Duel(USUAL), &[(60, "Bob", HOLIDAY)]),
    (Kind::Duel(USUAL), &[(60, "Bob", HOLIDAY), (90, "Ann", MOVES)]),
    (Kind::Duel(USUAL), &[(60, "Ann", HOLIDAY), (180, "Ann", BACK)]),
    (Kind::Duel(USUAL), &[(60, "Ann", HOLIDAY), (90, "Ann", HOLIDAY)]),
    (Kind::Duel(BANK), &[(10, "Ann", HOLIDAY), (600, "Ann", MOVES)]),
    (Kind::Secret(USUAL), &[(60, "Bob", HOLIDAY)]),
    (Kind::Auction(USUAL), &[(60, "Bob", HOLIDAY)]),
    (Kind::Clash(USUAL), &[(60, "Bob", HOLIDAY)]),
    (Kind::Three(USUAL), &[(60, "Ann", HOLIDAY)]),
    (Kind::Duel(NO_LIMIT), &[(60, "Ann", HOLIDAY)]),
    // Pauses, with a holiday and with an offer in between.
    (Kind::Duel(USUAL), &[(60, "Ann", "ask for a pause"), (90, "Bob", "agree to the pause"), (900, "Bob", "resume")]),
    (Kind::Duel(USUAL), &[(60, "Ann", "ask for a pause"), (90, "Bob", "decline the pause")]),
    (Kind::Duel(USUAL), &[(60, "Ann", "ask for a pause"), (70, "Ann", MOVES), (90, "Bob", "agree to the pause")]),
    (
        Kind::Duel(BANK),
        &[
            (10, "Ann", "ask for a pause"),
            (12, "Bob", "agree to the pause"),
            (600, "Ann", HOLIDAY),
            (700, "Bob", "resume"),
        ],
    ),
    (
        Kind::Auction(USUAL),
        &[(60, "Ann", "ask for a pause"), (90, "Bob", "agree to the pause"), (900, "Ann", "resume")],
    ),
    (Kind::Duel(USUAL), &[(60, "Ann", "ask for a pause"), (90, "Bob", "agree to the pause")]),
    // Takebacks, draws and seats.
    (Kind::Duel(USUAL), &[(10, "Ann", MOVES), (60, "Ann", "ask for a takeback"), (120, "Bob", "allow the takeback")]),
    (Kind::Duel(BANK), &[(10, "Ann", MOVES), (15, "Ann", "ask for a takeback"), (20, "Bob", "allow the takeback")]),
    (Kind::Duel(USUAL), &[(60, "Ann", "offer a draw"), (150, "Bob", "decline the draw")]),
    (Kind::Duel(USUAL), &[(60, "Ann", "hand over to Fay")]),
    (Kind::Three(USUAL), &[(10, "Ann", MOVES), (170, "Bob", "hand over to Fay")]),
    (Kind::Three(USUAL), &[(10, "Ann", MOVES), (400, "Eve", "take the free seat")]),
    (Kind::Three(NO_LIMIT), &[(10, "Ann", MOVES), (3000, "Ann", "free the seat of Bob")]),
    (
        Kind::Three(NO_LIMIT),
        &[(10, "Ann", MOVES), (4400, "Ann", "free the seat of Bob"), (4500, "Eve", "take the free seat")],
    ),
    // Long silence.
    (Kind::Duel(NO_LIMIT), &[(14 * 1440 + 60, "Bob", "still playing")]),
    (Kind::Duel(NO_LIMIT), &[(10 * 1440, "Bob", "offer a draw")]),
    (Kind::Duel(NO_LIMIT), &[(10, "Ann", MOVES), (10 * 1440, "Ann", "ask for a takeback")]),
    (Kind::Duel(NO_LIMIT), &[(10 * 1440, "Bob", "hand over to Fay")]),
    (Kind::Duel(NO_LIMIT), &[(10 * 1440, "Ann", MOVES)]),
    (Kind::Duel(NO_LIMIT), &[(22 * 1440, "Bob", "resume")]),
    (Kind::Duel(NO_LIMIT), &[(22 * 1440, "Ann", "move the game")]),
    (Kind::Duel(USUAL), &[(60, "moderator", "end the game")]),
    (Kind::Duel(USUAL), &[(60, "Bob", "resign")]),
];

async fn clash(host: &Host, time: TimeControl) -> GameId {
    let options = ClashOptions { colours: Colours::Challenger, time, ..ClashOptions::default() };
    let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap().game;
    host.lobbies.accept(&who(2), game).await.unwrap();
    game
}

async fn begin(host: &Host, kind: Kind) -> GameId {
    let titans =
        |mode, armies: &'static [&'static str], time| game_with(host, mode, armies, move |options| options.time = time);
    match kind {
        Kind::Duel(time) => titans(GameMode::Duel, &["medieval"; 2], time).await,
        Kind::Three(time) => titans(GameMode::Ffa, &["medieval"; 3], time).await,
        Kind::Secret(time) => titans(GameMode::Duel, &["party-volatile"; 2], time).await,
        Kind::Clash(time) => clash(host, time).await,
        Kind::Auction(time) => {
            let game = clash(host, time).await;
            super::clash::auction(host, game).await;
            game
        }
    }
}

struct Story {
    host: Host,
    game: GameId,
    asked: Version,
    begun: i64,
    out: String,
    _folder: Folder,
}

/// Duration in days, hours, minutes and seconds.
pub(crate) fn after(millis: i64) -> String {
    let seconds = millis / 1000;
    let rest = if millis % 1000 == 0 { String::new() } else { format!(".{:03}", millis % 1000) };
    format!("{}d {:02}:{:02}:{:02}{rest}", seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60)
}

impl Story {
    /// Sets the time. Background tasks of the last action may still use the host.
    async fn set(&mut self, now: i64) {
        self.host.settled().await;
        self.host.time.set(now);
    }

    /// Notes new notices with their recipients, and the deadline if it has changed.
    async fn note(&mut self, what: &str) {
        let told = told(&self.host).await;
        if told.is_empty() && what.is_empty() {
            return;
        }
        let row = self.host.store.game(self.game).await.unwrap().unwrap();
        let deadline = row.deadline.map(|at| after(at - self.begun));
        let Board::Game(scene) = self.host.views.board(self.game).await.unwrap() else { panic!() };
        let now = after(self.host.time.now() - self.begun);
        let clock = &scene.clock;
        writeln!(
            self.out,
            "{now}: {what}{}{} | until {deadline:?}{}{}",
            if what.is_empty() || told.is_empty() { "" } else { " > " },
            told,
            clock.standing.map(|standing| format!(", {standing:?}")).unwrap_or_default(),
            if clock.banks.is_empty() { String::new() } else { format!(", banks {:?}", clock.banks) },
        )
        .unwrap();
    }

    /// Lets the clocks run until this time.
    async fn wait(&mut self, until: i64) {
        loop {
            let now = self.host.time.now();
            let next = self.host.clocks.run_due().await.unwrap();
            self.note("").await;
            let next = next.map(|wait| now + i64::try_from(wait.as_millis()).unwrap().max(1));
            match next.filter(|at| *at <= until) {
                Some(at) => self.set(at).await,
                None => break,
            }
        }
        self.set(until).await;
        self.host.clocks.run_due().await.unwrap();
        self.note("").await;
    }

    async fn act(&mut self, name: &str, what: &str) {
        let person = somebody(name).person;
        let guild = PLACE.guild;
        let answer = match what {
            HOLIDAY => {
                self.host.clocks.change_holiday(person, guild, HolidayChange::Now(DAY)).await.map(|_| "yes".to_owned())
            }
            BACK => self.host.clocks.change_holiday(person, guild, HolidayChange::End).await.map(|_| "yes".to_owned()),
            DIRECT => self
                .host
                .settings
                .change_person_settings(person, |settings| settings.ping = Ping::Dm)
                .await
                .map(|_| "yes".to_owned()),
            MOVES => {
                let acts = self.host.games.acts(self.game, person).await.unwrap().acts;
                let text = acts[0].text.clone();
                self.host.games.act_text(&who(person.0), self.game, &text, true).await.map(|_| format!("plays {text}"))
            }
            what => {
                let (_, action) = ACTIONS.iter().find(|(known, _)| *known == what).unwrap_or_else(|| panic!("{what}"));
                action(self.host.clone(), somebody(name), self.game, self.asked).await
            }
        };
        let answer = match answer {
            Ok(done) => done,
            Err(Error::Refused(why)) => format!("no {why:?}"),
            Err(other) => panic!("{name} {what}: {other:?}"),
        };
        self.note(&format!("{name}: {what}: {answer}")).await;
    }
}

async fn story(kind: Kind, events: &[Event]) -> String {
    let folder = Folder::of_file();
    let host = frozen(&folder, BEGIN).await;
    host.settings.change_person_settings(PersonId(1), |settings| settings.ping = Ping::Dm).await.unwrap();
    let game = begin(&host, kind).await;
    told(&host).await;
    let mut story = Story { host, game, asked: Version(0), begun: BEGIN, out: String::new(), _folder: folder };
    writeln!(story.out, "# {kind:?}").unwrap();
    for (minutes, name, what) in events {
        story.wait(BEGIN + minutes * MINUTE).await;
        story.act(name, what).await;
    }
    story.wait(BEGIN + END).await;
    story.out
}

#[tokio::test]
async fn everything_happens_at_the_time_at_which_it_did_when_it_was_read() {
    let local = tokio::task::LocalSet::new();
    let tasks: Vec<_> = STORIES.iter().map(|(kind, events)| local.spawn_local(story(*kind, events))).collect();
    local.await;
    let mut found = String::new();
    for task in tasks {
        found.push_str(&task.await.unwrap());
    }
    crate::expected::compare("host/tests/timeline.txt", &found, 150);
}
