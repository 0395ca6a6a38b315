//! Tests of deleted and exported personal data: what belongs to a person, and what stays as it is.

use super::*;

const GUILD: GuildId = GuildId(3);
const ANN: PlayerName = PlayerName(713_456_789_012_345_678, "Annabelle");
const BOB: PlayerName = PlayerName(823_456_789_012_345_679, "Bobadil");
const DAN: PlayerName = PlayerName(933_456_789_012_345_671, "Danube");

/// Id and name of a person.
#[derive(Clone, Copy)]
struct PlayerName(u64, &'static str);

impl PlayerName {
    const fn id(self) -> PersonId {
        PersonId(self.0)
    }

    fn player(self) -> PlayerRow {
        PlayerRow { person: self.id(), name: self.1.to_owned() }
    }

    fn notice(self) -> NewNotice {
        NewNotice { to: To::Person(self.id()), ..notice("your-turn") }
    }

    fn log(self) -> NewLog {
        NewLog { guild: GUILD, at: 2000, by: Some(self.player()), content: "\"changed\"".to_owned() }
    }

    /// Entry for a seat that the person has left.
    fn left(self, version: i64) -> PastPlayerRow {
        PastPlayerRow { version: Version(version), seat: 0, place: 0, player: self.player(), replaced: true }
    }
}

/// A running game of Bob in this channel, with the clock running.
async fn game_of_bob(store: &Store, key: u64) -> GameId {
    let Outcome::Stored(game) = lobby_in(store, key, ChannelId(key)).await else { panic!() };
    let mut change = start(game);
    change.seats.as_mut().unwrap()[0].players = vec![BOB.player()];
    store.commit(change, None, 2000).await.unwrap();
    game
}

async fn file(store: &Store, only_checked: bool, by: PlayerName, battalion: &str) -> DraftRow {
    let files = vec![NewDraft { battalion: battalion.to_owned(), file: "file".to_owned() }];
    let id = store.put_drafts(GUILD, files, only_checked, by.id(), 1000).await.unwrap();
    store.drafts(id).await.unwrap().remove(0)
}

/// Stores everything about a person that does not belong to a game.
async fn lives(store: &Store, of: PlayerName) {
    let key = of.0 % 1000;
    let army = format!("army-{key}");
    let draft = file(store, false, of, &army).await;
    let answer = move |_: &[i64]| ("added".to_owned(), vec![of.log()]);
    store.accept_drafts(vec![(draft, false)], of.id(), InteractionKey(key), 1500, answer).await.unwrap();
    file(store, false, of, &army).await;
    file(store, true, of, &army).await;
    let about = ["Army", "Author", "CC0-1.0", "An army."].map(str::to_owned);
    let new = NewShare { guild: GUILD, battalion: army, reach: Reach::Gallery, version: 1, about, at: 2000 };
    let share = store.put_share(new, of.log()).await.unwrap().id;
    for kind in [NoteKind::Report, NoteKind::Remark] {
        let by = Some(of.player());
        store.put_note(NoteRow { kind, share, version: 1, by, reason: "?".to_owned(), at: 1 }, 9).await.unwrap();
    }
    let trial = NewTrial {
        guild: GuildId(key),
        battalion: "army@1".to_owned(),
        plan: "plan".to_owned(),
        name: "Army".to_owned(),
        person: of.id(),
        began_at: 1000,
    };
    store.begin_trial(trial, 9).await.unwrap().unwrap();
    store.advance_lesson(of.id(), "titan", 0, "[1]".to_owned(), true).await.unwrap();
    store.put_opening(of.id(), "{}".to_owned(), 1000).await.unwrap();
    let change = |_| Ok::<_, StoreError>(("{}".to_owned(), ()));
    store.change_person_settings(of.id(), change).await.unwrap();
    store.set_unlisted(of.id(), true).await.unwrap();
}

/// Number of entries about a person by part, without empty parts.
async fn entries(store: &Store, of: PlayerName) -> Vec<(&'static str, usize)> {
    let parts = store.personal(of.id()).await.unwrap().into_iter();
    parts.map(|(part, entries)| (part, entries.len())).filter(|(_, entries)| *entries > 0).collect()
}

async fn texts(store: &Store, select: &'static str) -> Vec<String> {
    sqlx::query_scalar(select).fetch_all(&store.read).await.unwrap()
}

/// Data of a person outside of games is exported and deleted whole; data of others stays.
async fn a_person_is_deleted_outside_of_games_and_nobody_else(base: Base) {
    let store = base.open().await;
    lives(&store, ANN).await;
    lives(&store, BOB).await;
    let all = [
        ("games_to_open", 1),
        ("lessons", 1),
        ("battalions_added", 1),
        ("battalion_drafts", 2),
        ("armies_tested", 1),
        ("changes_to_servers", 2),
        ("reports_and_remarks", 2),
        ("settings", 1),
        ("without_public_standing", 1),
    ];
    assert_eq!(entries(&store, ANN).await, all);
    store.begin_erasure(ANN.id()).await.unwrap();
    assert_eq!(entries(&store, ANN).await.last(), Some(&("to_be_deleted", 1)));
    store.finish_erasure(ANN.id()).await.unwrap();
    assert_eq!(entries(&store, ANN).await, []);
    assert_eq!(entries(&store, BOB).await, all);
    assert_eq!(store.erasures().await.unwrap(), []);
    for (names, left) in [
        ("SELECT DISTINCT name FROM admin_log WHERE name IS NOT NULL", vec![BOB.1]),
        ("SELECT DISTINCT name FROM share_notes WHERE name IS NOT NULL", vec![BOB.1]),
    ] {
        assert_eq!(texts(&store, names).await, left, "{names}");
    }
    // What belongs to the server remains, without the person.
    assert_eq!(store.admin_log(GUILD).await.unwrap().len(), 4);
    assert_eq!(store.notes().await.unwrap().len(), 4);
    assert_eq!(store.battalions(GUILD).await.unwrap().len(), 2);
}

/// Games that others want to open can name a person, for example as the opponent.
async fn games_to_open_that_name_a_deleted_person_are_deleted(base: Base) {
    let store = base.open().await;
    let mut openings = Vec::new();
    for named in [ANN, DAN] {
        let content = serde_json::json!({ "opponent": { "person": named.0, "name": named.1 } }).to_string();
        openings.push(store.put_opening(BOB.id(), content, 1000).await.unwrap());
    }
    store.begin_erasure(ANN.id()).await.unwrap();
    store.finish_erasure(ANN.id()).await.unwrap();
    let mut left = Vec::new();
    for id in openings {
        left.push(store.take_opening(id, BOB.id()).await.unwrap().is_some());
    }
    assert_eq!(left, [false, true]);
}

/// Each way in which a game of others can concern a person.
async fn games_that_concern_a_person_are_found_by_each_of_their_parts(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for (key, what) in (1..).zip(["left", "invited", "line", "notice", "action", "sealed", "pending", "nothing"]) {
        let game = game_of_bob(&store, key).await;
        let mut change = Change::new(game, Version(2), State::Running);
        match what {
            "left" => change.past = Some(ANN.left(3)),
            "invited" => change.invited = Some(vec![ANN.id()]),
            "line" => store.add_line((game, None), ANN.id(), "[]".to_owned(), Vec::new()).await.unwrap(),
            "notice" => change.notices = vec![ANN.notice()],
            "action" | "sealed" => {
                let sealed = what == "sealed";
                change.action = action(game, 2, 100 + key, sealed).action;
                change.action.as_mut().unwrap().person = Some(ANN.id());
            }
            "pending" => change.pending = Some(Some(format!("{{\"person\":{}}}", ANN.id()))),
            _ => {}
        }
        assert!(matches!(store.commit(change, None, 3000).await.unwrap(), Outcome::Stored(_)), "{what}");
        games.push((what, game));
    }
    let mut about = store.games_about(ANN.id()).await.unwrap();
    about.sort_unstable();
    let concerned: Vec<GameId> = games.iter().take(7).map(|(_, game)| *game).collect();
    assert_eq!(about, concerned, "{games:?}");
    // Bob plays in all of them. A deletion that continues after a restart leaves the seats that were taken since.
    assert_eq!(store.games_about(BOB.id()).await.unwrap(), []);
    let last = games[7].1;
    store.commit(Change::new(last, Version(3), State::Over), None, 4000).await.unwrap();
    assert_eq!(store.games_about(BOB.id()).await.unwrap(), [last]);
    let parts = ["actions", "conditional_moves", "past_seats", "direct_messages", "sealed_actions"];
    assert_eq!(entries(&store, ANN).await, parts.map(|part| (part, 1)));
    for game in about {
        store.erase_in(game, ANN.id()).await.unwrap();
    }
    assert_eq!(store.games_about(ANN.id()).await.unwrap(), []);
    assert_eq!(entries(&store, ANN).await, []);
}

/// The last holder of a free seat has left the game, so the deletion includes it although it is being played.
async fn a_free_seat_keeps_nobody_from_being_deleted(base: Base) {
    let store = base.open().await;
    let (held, left) = (game_of_bob(&store, 1).await, game_of_bob(&store, 2).await);
    for (game, free) in [(held, [true, false]), (left, [false, true])] {
        let seat = |of: PlayerName, is_free: bool| SeatRow {
            battalion: None,
            odds: None,
            players: vec![of.player()],
            vacant_since: is_free.then_some(2500),
        };
        let mut change = Change::new(game, Version(2), State::Running);
        change.seats = Some(vec![seat(ANN, free[0]), seat(BOB, free[1])]);
        store.commit(change, None, 3000).await.unwrap();
    }
    assert_eq!(store.open_places(BOB.id()).await.unwrap(), [ChannelId(1)]);
    assert_eq!(store.open_places(ANN.id()).await.unwrap(), [ChannelId(2)]);
    assert_eq!(store.games_about(BOB.id()).await.unwrap(), [left]);
    store.erase_in(left, BOB.id()).await.unwrap();
    let seats = store.game(left).await.unwrap().unwrap().seats;
    assert_eq!(seats[0].players, [ANN.player()]);
    assert!(seats[1].players[0].person.is_nameless(), "{seats:?}");
    assert_eq!(store.games_about(BOB.id()).await.unwrap(), []);
}

/// Games of others that a person has opened or ended, without a seat in them. A person who is only named in the reason
/// has not ended the game.
async fn games_of_others_belong_to_whoever_opened_or_ended_them(base: Base) {
    let store = base.open().await;
    let new = NewGame {
        kind: Kind::Titans,
        seats: Vec::new(),
        place: Place { guild: Some(GUILD), channel: ChannelId(1), parent: None },
        creator: ANN.id(),
        creator_name: ANN.1.to_owned(),
        options: "{}".to_owned(),
        invited: Vec::new(),
        notices: Vec::new(),
        interaction: InteractionKey(1),
    };
    let created = store.create(new, String::from("{}"), 1000, |id| id.to_string()).await.unwrap();
    let Outcome::Stored(opened) = created else { panic!("{created:?}") };
    store.commit(Change::new(opened, Version(1), State::Over), None, 2000).await.unwrap();
    let mut games = vec![opened];
    for (key, by, reason) in [(2, ANN, "It is late.".to_owned()), (3, DAN, format!("<@{}> is away.", ANN.id()))] {
        let game = game_of_bob(&store, key).await;
        let stopped = serde_json::json!({ "by": { "person": by.0, "name": by.1 }, "reason": reason });
        let change = Change { stopped: Some(stopped.to_string()), ..Change::new(game, Version(2), State::Over) };
        store.commit(change, None, 3000).await.unwrap();
        games.push(game);
    }
    let mut about = store.games_about(ANN.id()).await.unwrap();
    about.sort_unstable();
    assert_eq!(about, games);
    let ended = ("games_ended", 1);
    assert_eq!(entries(&store, ANN).await, [("games_opened", 1), ended]);
    assert_eq!(entries(&store, DAN).await, [ended]);
    for game in about {
        store.erase_in(game, ANN.id()).await.unwrap();
    }
    assert_eq!(store.games_about(ANN.id()).await.unwrap(), []);
    assert_eq!(entries(&store, ANN).await, []);
    assert_eq!(entries(&store, DAN).await, [ended]);
    let row = store.game(opened).await.unwrap().unwrap();
    assert!(row.creator.is_nameless() && row.creator_name == FORMER, "{}", row.creator_name);
}

/// A game continues for the others: their lines, notices and messages stay.
async fn in_a_running_game_only_the_person_is_deleted(base: Base) {
    let store = base.open().await;
    let game = game_of_bob(&store, 1).await;
    for of in [ANN, BOB] {
        store.add_line((game, None), of.id(), format!("[\"{}\"]", of.1), Vec::new()).await.unwrap();
    }
    let mut change = Change::new(game, Version(2), State::Running);
    change.past = Some(ANN.left(3));
    change.invited = Some(vec![ANN.id(), BOB.id()]);
    change.notices = vec![ANN.notice(), BOB.notice()];
    store.commit(change, None, 3000).await.unwrap();
    // The lobby is posted in its channel, and a card to Bob.
    let mut messages = Vec::new();
    for notice in store.take_notices(9000, 9).await.unwrap() {
        let (at, message) = match notice.to {
            To::Channel(_) => (ChannelId(1), 50),
            To::Person(person) if person == BOB.id() => (ChannelId(77), 51),
            To::Person(_) => continue,
        };
        store.posted(notice.id, at, MessageId(message), Some(ANN.1.to_owned()), None).await.unwrap();
        messages.push(message);
    }
    assert_eq!(messages, [50, 51]);
    let mut change = Change::new(game, Version(3), State::Running);
    change.past = Some(DAN.left(4));
    change.notices = vec![ANN.notice(), BOB.notice()];
    store.commit(change, None, 4000).await.unwrap();
    store.erase_in(game, ANN.id()).await.unwrap();
    let lines: Vec<PersonId> = store.lines(game).await.unwrap().iter().map(|line| line.person).collect();
    assert_eq!(lines, [BOB.id()]);
    let waiting = store.take_notices(9000, 9).await.unwrap();
    assert_eq!(waiting.iter().map(|notice| notice.to).collect::<Vec<_>>(), [To::Person(BOB.id())]);
    let row = store.game(game).await.unwrap().unwrap();
    assert_eq!(row.invited, [BOB.id()]);
    assert_eq!(row.seats[0].players, [BOB.player()]);
    let kept = sqlx::query_as("SELECT message, afterwards FROM messages ORDER BY message");
    let kept: Vec<(i64, Option<String>)> = kept.fetch_all(&store.read).await.unwrap();
    assert_eq!(kept, [(50, None), (51, None)]);
    // Two people who are deleted are two anonymous players with the same name.
    store.erase_in(game, DAN.id()).await.unwrap();
    let past = store.game(game).await.unwrap().unwrap().past;
    assert!(past.iter().all(|past| past.player.person.is_nameless() && past.player.name == FORMER), "{past:?}");
    assert_ne!(past[0].player.person, past[1].player.person);
    // Channels of direct messages are deleted with the end of the game.
    store.commit(Change::new(game, Version(4), State::Over), None, 5000).await.unwrap();
    store.erase_in(game, BOB.id()).await.unwrap();
    let kept: Vec<(i64, Option<String>)> =
        sqlx::query_as("SELECT message, afterwards FROM messages").fetch_all(&store.read).await.unwrap();
    assert_eq!(kept, [(50, None)]);
}

async fn a_person_is_sent_to_the_open_games_in_the_order_of_their_beginning(base: Base) {
    let store = base.open().await;
    for key in [5, 4, 6] {
        game_of_bob(&store, key).await;
    }
    assert_eq!(store.open_places(BOB.id()).await.unwrap(), [5, 4, 6].map(ChannelId));
    assert_eq!(store.open_places(ANN.id()).await.unwrap(), []);
    // The opener of these games has no seat in them, so only a lobby is left to be closed.
    let opener = PersonId(u64::MAX);
    assert_eq!(store.open_places(opener).await.unwrap(), []);
    lobby_in(&store, 7, ChannelId(7)).await;
    assert_eq!(store.open_places(opener).await.unwrap(), [ChannelId(7)]);
}

on_both! {
    a_person_is_deleted_outside_of_games_and_nobody_else,
    games_to_open_that_name_a_deleted_person_are_deleted,
    games_that_concern_a_person_are_found_by_each_of_their_parts,
    a_free_seat_keeps_nobody_from_being_deleted,
    games_of_others_belong_to_whoever_opened_or_ended_them,
    in_a_running_game_only_the_person_is_deleted,
    a_person_is_sent_to_the_open_games_in_the_order_of_their_beginning,
}
