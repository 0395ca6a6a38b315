//! Tests of lists of games and of the fields that a change leaves or replaces.

use super::*;

const GUILD: GuildId = GuildId(3);
const ANN: PersonId = PersonId(7);

/// Opens a lobby on a server, in a thread of channel 50.
async fn opened(store: &Store, key: u64) -> GameId {
    let new = NewGame {
        kind: Kind::Titans,
        seats: start(GameId(0)).seats.unwrap(),
        place: Place { guild: Some(GUILD), channel: ChannelId(key), parent: Some(ChannelId(50)) },
        creator: PersonId(9),
        creator_name: "Cid".to_owned(),
        options: "{}".to_owned(),
        invited: vec![PersonId(8)],
        notices: Vec::new(),
        interaction: InteractionKey(key),
    };
    match store.create(new, String::from("{}"), 1000, |id| id.to_string()).await.unwrap() {
        Outcome::Stored(game) => game,
        other => panic!("{other:?}"),
    }
}

/// Stores a change of a game at its present version.
async fn changed(store: &Store, game: GameId, state: State, fill: impl FnOnce(&mut Change)) -> Outcome<()> {
    let on = store.version_of(game).await.unwrap().unwrap();
    let mut change = Change::new(game, on, state);
    fill(&mut change);
    match store.commit(change, None, 2000).await.unwrap() {
        Outcome::Stored(_) => Outcome::Stored(()),
        Outcome::Repeated(answer) => Outcome::Repeated(answer),
        Outcome::Conflict => Outcome::Conflict,
    }
}

/// One game in each state, and the lists with it.
async fn each_list_has_the_games_of_its_state(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for key in 1..=7 {
        games.push(opened(&store, key).await);
    }
    let [lobby, paused, ticking, vacant, away, later, over] = games[..] else { panic!() };
    for game in [paused, ticking, vacant, away, later, over] {
        changed(&store, game, State::Running, |change| change.setup = start(game).setup).await;
    }
    for game in [ticking, vacant, over] {
        changed(&store, game, State::Running, |change| change.time = start(game).time).await;
    }
    let mut seats = start(vacant).seats.unwrap();
    seats[0].vacant_since = Some(1500);
    changed(&store, vacant, State::Running, |change| change.seats = Some(seats)).await;
    for game in [away, later] {
        changed(&store, game, State::Running, |change| change.adjourned = Some(true)).await;
    }
    changed(&store, over, State::Over, |_| ()).await;
    let own: Vec<GameId> = store.games_of(ANN).await.unwrap().iter().map(|game| game.id).collect();
    assert_eq!(own, [later, away, ticking, paused, lobby], "without vacant seats");
    assert_eq!(store.adjourned_games(GUILD, ANN).await.unwrap(), [later, away]);
    assert_eq!(store.adjourned_games(GuildId(4), ANN).await.unwrap(), []);
    assert_eq!(store.ticking_games(ANN).await.unwrap(), [ticking, vacant]);
    assert_eq!(store.ticking_games(PersonId(9)).await.unwrap(), []);
    for (channel, open) in [(50, &games[..6]), (2, &games[1..2]), (7, &[])] {
        assert_eq!(store.open_games_in(ChannelId(channel)).await.unwrap(), open, "{channel}");
    }
    assert_eq!(store.games_of_server(GUILD).await.unwrap(), games);
    assert_eq!(store.lobbies_around(ChannelId(50)).await.unwrap(), [lobby]);
    // An adjourned game that ends cannot be resumed any more.
    changed(&store, later, State::Over, |_| ()).await;
    assert_eq!(store.adjourned_games(GUILD, ANN).await.unwrap(), [away]);
}

/// A game whose seat the person has left, or that cannot be read, is not offered for resuming.
async fn adjourned_games_are_those_that_a_person_can_resume(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for key in 1..=3 {
        games.push(opened(&store, key).await);
    }
    let [held, left, unreadable] = games[..] else { panic!() };
    for game in games {
        changed(&store, game, State::Running, |change| change.adjourned = Some(true)).await;
    }
    let mut seats = start(left).seats.unwrap();
    seats[0].vacant_since = Some(1500);
    changed(&store, left, State::Running, |change| change.seats = Some(seats)).await;
    store.mark_unreadable(unreadable, notice("unreadable"), 2000).await.unwrap();
    assert_eq!(store.adjourned_games(GUILD, ANN).await.unwrap(), [held]);
    store.mark_readable(unreadable, 3000).await.unwrap();
    assert_eq!(store.adjourned_games(GUILD, ANN).await.unwrap(), [unreadable, held]);
}

async fn the_oldest_lobbies_around_a_channel_are_listed(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for key in 1..=22 {
        games.push(opened(&store, key).await);
    }
    assert_eq!(store.lobbies_around(ChannelId(50)).await.unwrap(), games[..20]);
}

/// An open game occupies its channel; an adjourned or finished one does not.
async fn a_channel_belongs_to_its_open_game_alone(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for key in 1..=3 {
        games.push(opened(&store, key).await);
    }
    let [moved, first, second] = games[..] else { panic!() };
    let to = |channel| Some(Place { guild: Some(GUILD), channel: ChannelId(channel), parent: None });
    let move_to = async |channel| changed(&store, moved, State::Lobby, |change| change.place = to(channel)).await;
    assert_eq!(move_to(2).await, Outcome::Conflict);
    changed(&store, first, State::Running, |change| change.adjourned = Some(true)).await;
    assert_eq!(move_to(2).await, Outcome::Stored(()));
    let place = store.head(moved).await.unwrap().unwrap().place;
    assert_eq!((place.channel, place.parent), (ChannelId(2), None), "no thread any more");
    assert_eq!(store.game_in(ChannelId(2)).await.unwrap(), Some(moved));
    // The adjourned game cannot be resumed here.
    assert_eq!(
        changed(&store, first, State::Running, |change| {
            change.adjourned = Some(false);
            change.place = to(2);
        })
        .await,
        Outcome::Conflict
    );
    changed(&store, second, State::Over, |_| ()).await;
    assert_eq!(move_to(3).await, Outcome::Stored(()));
    assert_eq!(store.game_in(ChannelId(2)).await.unwrap(), Some(first), "an adjourned one, if no other");
    assert_eq!(store.open_games_in(ChannelId(50)).await.unwrap(), [first], "the other was moved");
}

/// While a game is adjourned, a newer one can be played in its channel and end before it.
async fn a_channel_without_an_open_game_has_the_one_that_changed_last(base: Base) {
    let store = base.open().await;
    let here = ChannelId(1);
    let older = opened(&store, 1).await;
    changed(&store, older, State::Running, |change| change.adjourned = Some(true)).await;
    let Outcome::Stored(newer) = lobby_in(&store, 2, here).await else { panic!() };
    assert!(newer > older);
    assert_eq!(store.game_in(here).await.unwrap(), Some(newer), "the open one, though it changed earlier");
    for (game, at) in [(newer, 3000), (older, 4000)] {
        let on = store.version_of(game).await.unwrap().unwrap();
        store.commit(Change::new(game, on, State::Over), None, at).await.unwrap();
        assert_eq!(store.game_in(here).await.unwrap(), Some(game), "{at}");
    }
}

/// A decision waits since it arose, whatever else happens in the game meanwhile.
async fn a_change_leaves_what_it_does_not_name(base: Base) {
    let store = base.open().await;
    let game = opened(&store, 1).await;
    store.commit(Change { waits_anew: true, ..start(game) }, None, 2000).await.unwrap();
    let mut change = Change::new(game, Version(2), State::Running);
    change.pending = Some(Some("{}".to_owned()));
    store.commit(change, None, 3000).await.unwrap();
    let row = store.game(game).await.unwrap().unwrap();
    assert_eq!((row.waiting_since, row.deadline, row.clock_since), (2000, Some(9000), Some(1000)));
    assert_eq!((row.pending.as_deref(), row.started, row.invited), (Some("{}"), Some(Version(2)), vec![PersonId(8)]));
    let mut change = Change::new(game, Version(3), State::Running);
    change.invited = Some(vec![PersonId(5)]);
    change.pending = Some(None);
    change.time = Time::Off;
    change.waits_anew = true;
    store.commit(change, None, 4000).await.unwrap();
    let row = store.game(game).await.unwrap().unwrap();
    assert_eq!((row.waiting_since, row.deadline, row.clock_since), (4000, None, None));
    assert_eq!((row.pending, row.invited, row.seats.len()), (None, vec![PersonId(5)], 1));
}

/// The people of a shared seat play in turn, so they keep their order, whatever their ids.
async fn people_of_a_shared_seat_keep_their_order(base: Base) {
    let store = base.open().await;
    let game = opened(&store, 1).await;
    let mut seats = start(game).seats.unwrap();
    seats[0].players.reverse();
    let sat = changed(&store, game, State::Lobby, |change| change.seats = Some(seats.clone())).await;
    assert_eq!(sat, Outcome::Stored(()));
    assert_eq!(store.game(game).await.unwrap().unwrap().seats, seats);
}

/// A game that cannot be loaded is reported once, and has no clock meanwhile. Finished games are not reported.
async fn an_unreadable_game_is_reported_once_and_its_clock_stands(base: Base) {
    let store = base.open().await;
    let (game, over) = (opened(&store, 1).await, opened(&store, 2).await);
    store.commit(start(game), None, 2000).await.unwrap();
    changed(&store, over, State::Over, |_| ()).await;
    let mark = async |game| store.mark_unreadable(game, notice("unreadable"), 3000).await.unwrap();
    assert_eq!([mark(game).await, mark(game).await, mark(over).await], [true, false, false]);
    assert_eq!(store.unreadable_games().await.unwrap(), [game]);
    let looked = async || (store.next_clock_at(2000).await.unwrap(), store.due_clocks(9000, 9).await.unwrap().len());
    assert_eq!(looked().await, (None, 0));
    assert_eq!(store.counts(3000).await.unwrap().unreadable, 1);
    store.mark_readable(game, 3000).await.unwrap();
    assert_eq!(looked().await, (Some(6000), 1));
    assert_eq!(store.unreadable_games().await.unwrap(), []);
    assert_eq!(store.take_notices(3000, 9).await.unwrap().len(), 1);
    // A game that is closed without having been read does not count any more.
    assert!(mark(game).await);
    changed(&store, game, State::Over, |_| ()).await;
    assert_eq!(store.counts(3000).await.unwrap().unreadable, 0);
    assert_eq!(store.unreadable_games().await.unwrap(), []);
}

/// Time for which a game was set aside does not count, each time that it was.
async fn the_clock_of_a_game_that_can_be_read_again_goes_on_where_it_stood(base: Base) {
    let store = base.open().await;
    let (game, old) = (opened(&store, 1).await, opened(&store, 2).await);
    for game in [game, old] {
        store.commit(Change { waits_anew: true, ..start(game) }, None, 2000).await.unwrap();
        store.mark_unreadable(game, notice("unreadable"), 3000).await.unwrap();
    }
    let times = async |game| {
        let row = store.game(game).await.unwrap().unwrap();
        (row.deadline, row.clock_since, row.waiting_since)
    };
    store.mark_readable(game, 8000).await.unwrap();
    assert_eq!(times(game).await, (Some(14_000), Some(6000), 7000));
    assert_eq!(store.next_clock_at(0).await.unwrap(), Some(11_000), "the reminder");
    store.mark_unreadable(game, notice("unreadable"), 8500).await.unwrap();
    store.mark_readable(game, 9000).await.unwrap();
    assert_eq!(times(game).await, (Some(14_500), Some(6500), 7500));
    assert_eq!(store.next_clock_at(0).await.unwrap(), Some(11_500));
    // Older versions of the program did not store when a game was set aside.
    let forget = store.note(move |tx| {
        Box::pin(async move {
            sqlx::query("UPDATE games SET unreadable_since = NULL WHERE id = $1").bind(old).execute(tx).await?;
            Ok(())
        })
    });
    forget.await.unwrap();
    store.mark_readable(old, 8000).await.unwrap();
    assert_eq!(times(old).await, (Some(9000), Some(1000), 2000));
    assert_eq!(store.next_clock_at(0).await.unwrap(), Some(6000));
}

/// Downtime moves everything that waits for a time: the reminder with the deadline, and notices.
async fn downtime_moves_all_times(base: Base) {
    let store = base.open().await;
    let game = opened(&store, 1).await;
    let posted = vec![notice("turn"), NewNotice { to: To::Person(ANN), ..notice("your-turn") }];
    store.commit(Change { notices: posted, ..start(game) }, None, 2000).await.unwrap();
    assert_eq!(store.counts(2500).await.unwrap().oldest, 500);
    let first = store.take_notices(2000, 1).await.unwrap().remove(0);
    store.postpone(first.id, false, 2400, 2000).await.unwrap();
    assert_eq!(store.counts(2500).await.unwrap().oldest, 500);
    let times = async || {
        let row = store.game(game).await.unwrap().unwrap();
        let reminder = store.next_clock_at(0).await.unwrap();
        (reminder, row.deadline, row.clock_since, store.next_notice_at().await.unwrap())
    };
    assert_eq!(times().await, (Some(6000), Some(9000), Some(1000), Some(2000)));
    store.heartbeat(5000, 0).await.unwrap();
    assert_eq!(times().await, (Some(6000), Some(9000), Some(1000), Some(2000)));
    store.heartbeat(6000, 700).await.unwrap();
    assert_eq!(times().await, (Some(6700), Some(9700), Some(1700), Some(2700)));
    assert_eq!(store.last_heartbeat().await.unwrap(), Some(6000));
}

/// Downtime counts neither for a decision, nor for a message that cannot be posted, nor for a game that is set aside.
async fn downtime_moves_the_time_since_when_something_waits(base: Base) {
    let store = base.open().await;
    let (decided, begun, aside) = (opened(&store, 1).await, opened(&store, 2).await, opened(&store, 3).await);
    let posted = vec![notice("turn")];
    store.commit(Change { notices: posted, waits_anew: true, ..start(decided) }, None, 2000).await.unwrap();
    store.commit(Change::new(decided, Version(2), State::Running), None, 2400).await.unwrap();
    // Without a time of its own, a decision waits since the last change.
    store.commit(start(begun), None, 2500).await.unwrap();
    store.commit(start(aside), None, 2000).await.unwrap();
    let first = store.take_notices(2500, 1).await.unwrap().remove(0);
    store.postpone(first.id, false, 2600, 2500).await.unwrap();
    store.mark_unreadable(aside, notice("unreadable"), 3000).await.unwrap();
    store.heartbeat(6000, 700).await.unwrap();
    let mut waiting = Vec::new();
    for game in [decided, begun] {
        waiting.push(store.game(game).await.unwrap().unwrap().waiting_since);
    }
    assert_eq!(waiting, [2700, 3200]);
    let again = store.take_notices(3300, 1).await.unwrap().remove(0);
    assert_eq!((again.id, again.failing_since), (first.id, Some(3200)));
    // Set aside for 1300 milliseconds besides the downtime.
    store.mark_readable(aside, 5000).await.unwrap();
    assert_eq!(store.game(aside).await.unwrap().unwrap().deadline, Some(9000 + 700 + 1300));
}

async fn lines_are_replaced_by_the_one_that_extends_them(base: Base) {
    let store = base.open().await;
    let game = opened(&store, 1).await;
    let add = async |content: &str, instead_of| {
        store.add_line((game, Some(GUILD)), ANN, content.to_owned(), instead_of).await.unwrap();
        let lines = store.lines(game).await.unwrap();
        lines.iter().map(|line| (line.id, line.content.clone())).collect::<Vec<_>>()
    };
    for content in ["a", "b"] {
        add(content, Vec::new()).await;
    }
    let lines = add("c", Vec::new()).await;
    let left = add("ab", lines[..2].iter().map(|(id, _)| *id).collect()).await;
    assert_eq!(left.iter().map(|(_, content)| content.as_str()).collect::<Vec<_>>(), ["c", "ab"]);
    changed(&store, game, State::Lobby, |change| change.forgets_lines = true).await;
    assert_eq!(store.lines(game).await.unwrap(), []);
}

/// After a restore, the boards of games that are being played are posted again, and no others.
async fn boards_are_posted_again_where_games_are_played(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    for key in 1..=5 {
        games.push(opened(&store, key).await);
    }
    let [played, adjourned, unreadable, over, _lobby] = games[..] else { panic!() };
    for game in [played, adjourned, unreadable, over] {
        let board =
            NewNotice { to: To::Channel(store.head(game).await.unwrap().unwrap().place.channel), ..notice("turn") };
        let card = NewNotice { to: To::Person(ANN), ..notice("turn") };
        store.commit(Change { notices: vec![board, card], ..start(game) }, None, 2000).await.unwrap();
    }
    changed(&store, adjourned, State::Running, |change| change.adjourned = Some(true)).await;
    changed(&store, over, State::Over, |_| ()).await;
    store.mark_unreadable(unreadable, notice("unreadable"), 2000).await.unwrap();
    let kinds = ["restored", "turn"];
    assert_eq!(store.after_restore(kinds, 5000).await.unwrap(), None);
    let mark = store.note(|tx| {
        Box::pin(async move {
            sqlx::query("INSERT INTO restored (only_row) VALUES (1)").execute(tx).await?;
            Ok(())
        })
    });
    mark.await.unwrap();
    assert_eq!(store.after_restore(kinds, 5000).await.unwrap(), Some(1));
    let new = "SELECT game, kind FROM outbox WHERE due_at = 5000 AND whom = 'channel' ORDER BY id";
    let new: Vec<(i64, String)> = sqlx::query_as(new).fetch_all(&store.read).await.unwrap();
    assert_eq!(new, kinds.map(|kind| (played.0, kind.to_owned())));
    let cards: i64 =
        sqlx::query_scalar("SELECT count(*) FROM outbox WHERE whom = 'person'").fetch_one(&store.read).await.unwrap();
    assert_eq!(cards, 4, "cards stay");
    // Buttons that were posted after the copy was made have numbers that are not used again. Those of a file are
    // skipped by the restore itself.
    let next = opened(&store, 6).await;
    assert_eq!(next.0 > 100_000, base.at.file().is_none(), "{next}");
}

/// The bot is missing since the first time it was noticed, until it comes back.
async fn a_server_is_left_since_the_first_time(base: Base) {
    let store = base.open().await;
    for since in [1000, 2000] {
        store.depart(GUILD, since).await.unwrap();
        assert_eq!(store.servers_with_data().await.unwrap(), [(GUILD, Some(1000))]);
    }
    opened(&store, 1).await;
    store.come_back(GUILD).await.unwrap();
    assert_eq!(store.servers_with_data().await.unwrap(), [(GUILD, None)]);
}

async fn only_one_lesson_is_restarted(base: Base) {
    let store = base.open().await;
    for lesson in ["one", "two"] {
        for person in [ANN, PersonId(8)] {
            store.advance_lesson(person, lesson, 0, "[1]".to_owned(), false).await.unwrap();
        }
    }
    store.restart_lesson(ANN, "one").await.unwrap();
    let played = async |person| {
        let lessons = store.lessons_of(person).await.unwrap().into_iter();
        lessons.map(|row| (row.lesson, row.played)).collect::<std::collections::BTreeMap<_, _>>()
    };
    let both =
        |one: &str| [("one", one), ("two", "[1]")].map(|(lesson, played)| (lesson.to_owned(), played.to_owned()));
    assert_eq!(played(ANN).await, both("[]").into());
    assert_eq!(played(PersonId(8)).await, both("[1]").into());
}

/// An entry is written with each change of a server's settings, the first one and later ones, and not for a refused one.
async fn each_change_of_a_servers_settings_is_logged(base: Base) {
    let store = base.open().await;
    for content in ["first", "second"] {
        let log = NewLog { guild: GUILD, at: 2000, by: None, content: format!("\"{content}\"") };
        let change = move |_| Ok::<_, StoreError>(Settled { content: content.to_owned(), log: Some(log), answer: () });
        store.change_guild_settings(GUILD, change).await.unwrap();
    }
    let refused = store.change_guild_settings::<(), _>(GUILD, |_| Err(StoreError::Interrupted)).await;
    assert!(refused.is_err());
    let log: Vec<String> = store.admin_log(GUILD).await.unwrap().into_iter().map(|row| row.content).collect();
    assert_eq!(log, ["\"second\"", "\"first\""]);
}

on_both! {
    each_list_has_the_games_of_its_state,
    adjourned_games_are_those_that_a_person_can_resume,
    the_oldest_lobbies_around_a_channel_are_listed,
    a_channel_belongs_to_its_open_game_alone,
    a_channel_without_an_open_game_has_the_one_that_changed_last,
    a_change_leaves_what_it_does_not_name,
    people_of_a_shared_seat_keep_their_order,
    an_unreadable_game_is_reported_once_and_its_clock_stands,
    the_clock_of_a_game_that_can_be_read_again_goes_on_where_it_stood,
    downtime_moves_all_times,
    downtime_moves_the_time_since_when_something_waits,
    lines_are_replaced_by_the_one_that_extends_them,
    boards_are_posted_again_where_games_are_played,
    a_server_is_left_since_the_first_time,
    only_one_lesson_is_restarted,
    each_change_of_a_servers_settings_is_logged,
}
