//! Tests of the store's upkeep: clocks, notices, interaction ids and deleted people.

use super::*;

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn count(store: &Store, table: &'static str) -> i64 {
    let sql = match table {
        "outbox" => "SELECT count(*) FROM outbox",
        "interactions" => "SELECT count(*) FROM interactions",
        _ => "SELECT count(*) FROM lobby_drafts",
    };
    let counted = sqlx::query_scalar(sql).fetch_one(&store.read).await;
    counted.unwrap()
}

async fn deliveries_are_known_for_three_days_and_notices_kept_for_two_weeks(base: Base) {
    let store = base.open().await;
    new_game(&store).await;
    let aged = store.note(|tx| {
        Box::pin(async move {
            sqlx::query("UPDATE outbox SET state = 'posted', due_at = 1000").execute(&mut *tx).await?;
            sqlx::query("INSERT INTO lobby_drafts (person, content, added_at) VALUES (7, '{}', 1000)")
                .execute(tx)
                .await?;
            Ok(())
        })
    });
    aged.await.unwrap();
    for (age, kept) in
        [(3 * DAY, [1, 1, 1]), (3 * DAY + 1, [0, 0, 1]), (14 * DAY, [0, 0, 1]), (14 * DAY + 1, [0, 0, 0])]
    {
        store.prune(1000 + age).await.unwrap();
        let mut left = [0; 3];
        for (left, table) in left.iter_mut().zip(["interactions", "lobby_drafts", "outbox"]) {
            *left = count(&store, table).await;
        }
        assert_eq!(left, kept, "{age}");
    }
}

async fn notices_that_wait_are_never_too_old(base: Base) {
    let store = base.open().await;
    new_game(&store).await;
    store.prune(1000 * DAY).await.unwrap();
    assert_eq!(count(&store, "outbox").await, 1);
}

async fn a_clock_wants_something_when_reminding_and_when_the_time_is_up(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    assert_eq!(store.next_clock_at(0).await.unwrap(), None);
    store.commit(start(game), None, 2000).await.unwrap();
    for (now, next) in [(2000, Some(6000)), (6000, Some(9000)), (9000, None)] {
        assert_eq!(store.next_clock_at(now).await.unwrap(), next, "{now}");
    }
}

async fn clocks_are_due_by_reminder_and_by_deadline_the_earliest_deadline_first(base: Base) {
    let store = base.open().await;
    let mut games = Vec::new();
    // The last one reminds before it has less time than the others.
    for (key, deadline, remind_at) in [(1, 9000, 6000), (2, 8000, 7000), (3, 20_000, 5000)] {
        let Outcome::Stored(game) = lobby_in(&store, key, ChannelId(key)).await else { panic!() };
        let time = Time::Until { deadline, since: Some(1000), remind_at };
        store.commit(Change { time, ..start(game) }, None, 2000).await.unwrap();
        games.push(game);
    }
    let due = async |now, most| {
        let due = store.due_clocks(now, most).await.unwrap();
        due.iter().map(|due| (games.iter().position(|game| *game == due.game).unwrap(), due.over)).collect::<Vec<_>>()
    };
    assert_eq!(due(4999, 9).await, []);
    assert_eq!(due(5000, 9).await, [(2, false)]);
    assert_eq!(due(8000, 9).await, [(1, true), (0, false), (2, false)]);
    assert_eq!(due(8000, 2).await, [(1, true), (0, false)]);
    for (now, next) in [(4999, Some(5000)), (5000, Some(6000)), (7000, Some(8000)), (9000, Some(20_000))] {
        assert_eq!(store.next_clock_at(now).await.unwrap(), next, "{now}");
    }
    store
        .commit(Change { time: Time::Off, ..Change::new(games[1], Version(2), State::Running) }, None, 2000)
        .await
        .unwrap();
    assert_eq!(due(8000, 9).await, [(0, false), (2, false)]);
}

async fn a_player_is_reminded_once(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    let before = count(&store, "outbox").await;
    for _ in 0..2 {
        let reminder = vec![notice("reminder")];
        store.remind(game, Version(2), reminder, 6000).await.unwrap();
    }
    assert_eq!(count(&store, "outbox").await, before + 1);
    // The reminder is for an older version.
    let late = vec![notice("late")];
    store.remind(game, Version(1), late, 6000).await.unwrap();
    assert_eq!(count(&store, "outbox").await, before + 1);
}

async fn an_opening_is_taken_once_and_by_whoever_asked_for_it(base: Base) {
    let store = base.open().await;
    let opening = store.put_opening(PersonId(7), "{}".to_owned(), 1000);
    let id = opening.await.unwrap();
    let mut taken = Vec::new();
    for person in [8, 7, 7] {
        taken.push(store.take_opening(id, PersonId(person)).await.unwrap());
    }
    assert_eq!(taken, [None, Some("{}".to_owned()), None]);
}

/// A game that could not be opened keeps its button, whose number is that of the opening.
async fn an_opening_that_is_put_back_is_taken_once_more_by_whoever_asked_for_it(base: Base) {
    let store = base.open().await;
    let ann = PersonId(7);
    let id = store.put_opening(ann, "{}".to_owned(), 1000).await.unwrap();
    store.take_opening(id, ann).await.unwrap().unwrap();
    store.put_back_opening(id, ann, "[]".to_owned(), 2000).await.unwrap();
    let mut taken = Vec::new();
    for person in [8, 7, 7] {
        taken.push(store.take_opening(id, PersonId(person)).await.unwrap());
    }
    assert_eq!(taken, [None, Some("[]".to_owned()), None]);
    let next = store.put_opening(ann, "{}".to_owned(), 3000).await.unwrap();
    assert!(next > id, "no number is given twice");
}

async fn a_lesson_goes_on_from_the_step_that_was_reached(base: Base) {
    let store = base.open().await;
    let ann = PersonId(7);
    let known = || async { store.lessons_of(ann).await.unwrap() };
    let row = |played: &str, finished| LessonRow { lesson: "titan".to_owned(), played: played.to_owned(), finished };
    assert_eq!(known().await, []);
    for (reached, played, finished, then) in [
        (0, "[1]", false, row("[1]", false)),
        (0, "[9]", false, row("[1]", false)),
        (1, "[1,2]", true, row("[1,2]", true)),
    ] {
        let advanced = store.advance_lesson(ann, "titan", reached, played.to_owned(), finished);
        advanced.await.unwrap();
        assert_eq!(known().await, [then]);
    }
    assert_eq!(store.lessons_of(PersonId(8)).await.unwrap(), []);
    store.restart_lesson(ann, "titan").await.unwrap();
    assert_eq!(known().await, [row("[]", true)]);
    // A finished lesson stays finished while it is played again.
    store.advance_lesson(ann, "titan", 0, "[3]".to_owned(), false).await.unwrap();
    assert_eq!(known().await, [row("[3]", true)]);
    // Moves that no longer fit are dropped, and the lesson continues after those that are left.
    for (reached, played) in [(1, "[3,4]"), (2, "[3,4,5]"), (3, "[6]"), (1, "[6,7]")] {
        store.advance_lesson(ann, "titan", reached, played.to_owned(), false).await.unwrap();
        assert_eq!(known().await, [row(played, true)]);
    }
}

async fn lobbies_are_found_in_their_channel_and_around_it(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    for (channel, found) in [(CHANNEL, true), (ChannelId(3), true), (ChannelId(4), false)] {
        let around = store.lobbies_around(channel).await.unwrap();
        assert_eq!(around.contains(&game), found, "{channel:?}");
    }
    let counts = store.counts(1500).await.unwrap();
    assert_eq!((counts.lobbies, counts.running, counts.outbox), (1, 0, 1));
    store.commit(start(game), None, 2000).await.unwrap();
    assert_eq!(store.lobbies_around(CHANNEL).await.unwrap(), []);
    let counts = store.counts(2500).await.unwrap();
    assert_eq!((counts.lobbies, counts.running), (0, 1));
}

async fn the_newest_message_of_a_game_is_that_of_its_channel(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    assert_eq!(store.newest_message(game, CHANNEL).await.unwrap(), None);
    let lobby = store.take_notices(2000, 9).await.unwrap().remove(0);
    let posted = store.posted(lobby.id, CHANNEL, MessageId(5), None, None);
    posted.await.unwrap();
    let newest = store.newest_message(game, CHANNEL).await.unwrap();
    assert_eq!(newest, Some(MessageId(5)));
    let elsewhere = store.newest_message(game, ChannelId(4)).await.unwrap();
    assert_eq!(elsewhere, None);
}

async fn a_notice_that_a_newer_one_repeats_is_told_apart(base: Base) {
    let store = base.open().await;
    let one = new_game(&store).await;
    let Outcome::Stored(other) = lobby_in(&store, 2, ChannelId(4)).await else { panic!("a second lobby") };
    // Two notices about one game for a person, and a later one about another game.
    for (game, on, key) in [(one, 2, 10), (one, 3, 11), (other, 2, 12)] {
        if on == 2 {
            store.commit(start(game), None, 2000).await.unwrap();
        }
        let mut next = action(game, on, key, false);
        next.notices = vec![NewNotice { to: To::Person(PersonId(7)), ..notice("your-turn") }];
        store.commit(next, None, 3000).await.unwrap();
    }
    let ids = sqlx::query_scalar("SELECT id FROM outbox WHERE kind = 'your-turn' ORDER BY id");
    let ids: Vec<i64> = ids.fetch_all(&store.read).await.unwrap();
    let mut later = Vec::new();
    for id in ids {
        later.push(store.repeated_later(NoticeId(id)).await.unwrap());
    }
    assert_eq!(later, [true, false, false]);
}

async fn a_message_that_has_lost_its_buttons_is_known_to(base: Base) {
    let store = base.open().await;
    new_game(&store).await;
    let lobby = store.take_notices(2000, 9).await.unwrap().remove(0);
    let posted = store.posted(lobby.id, CHANNEL, MessageId(5), None, None);
    posted.await.unwrap();
    let buttons = || async {
        let found = sqlx::query_scalar::<_, column::Flag>("SELECT buttons FROM messages");
        found.fetch_one(&store.read).await.unwrap().0
    };
    assert!(buttons().await);
    store.buttons_gone(MessageId(5)).await.unwrap();
    assert!(!buttons().await);
}

async fn a_claimed_notice_is_due_again_when_its_lease_ends(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    let lobby = store.take_notices(2000, 9).await.unwrap().remove(0);
    let posted = store.posted(lobby.id, CHANNEL, MessageId(1), None, None);
    posted.await.unwrap();
    let claimed = store.commit(Change { notices: vec![notice("turn")], ..start(game) }, Some(CHANNEL), 3000);
    assert!(matches!(claimed.await.unwrap(), Outcome::Stored(Some(_))));
    let again = 3000 + outbox::LEASE;
    assert_eq!(store.next_notice_at().await.unwrap(), Some(again));
}

/// At a start, a message that could not be posted before has its full time again.
async fn a_new_start_forgets_earlier_failures(base: Base) {
    let store = base.open().await;
    new_game(&store).await;
    let lobby = store.take_notices(2000, 9).await.unwrap().remove(0);
    store.postpone(lobby.id, false, 4000, 2500).await.unwrap();
    let again = store.take_notices(4000, 9).await.unwrap().remove(0);
    assert_eq!((again.failing_since, again.attempts, again.unsure), (Some(2500), 2, false));
    store.end_leases(9000).await.unwrap();
    assert_eq!(store.next_notice_at().await.unwrap(), Some(9000));
    let after = store.take_notices(9000, 9).await.unwrap().remove(0);
    assert_eq!((after.failing_since, after.attempts, after.unsure), (None, 1, true));
}

async fn effects_are_added_only_to_a_game_without_any(base: Base) {
    let store = base.open().await;
    let game = new_game(&store).await;
    store.commit(start(game), None, 2000).await.unwrap();
    store.commit(action(game, 2, 10, false), None, 3000).await.unwrap();
    let effects = || async {
        let found = sqlx::query_scalar::<_, i64>("SELECT count(*) FROM effects");
        found.fetch_one(&store.read).await.unwrap()
    };
    let known = effects().await;
    assert!(known > 0);
    let other = vec!["[]".to_owned(), "[]".to_owned()];
    store.add_effects(game, other.clone()).await.unwrap();
    assert_eq!(effects().await, known);
    let forget = store.note(|tx| {
        Box::pin(async move {
            sqlx::query("DELETE FROM effects").execute(tx).await?;
            Ok(())
        })
    });
    forget.await.unwrap();
    let few = vec!["[]".to_owned()];
    store.add_effects(game, few).await.unwrap();
    assert_eq!(effects().await, 0, "one for each action, and one for the start");
    store.add_effects(game, other).await.unwrap();
    assert_eq!(effects().await, 2);
}

#[test]
fn nameless_holders_are_neither_people_nor_computers() {
    let below_zero = |number: i64| PersonId(number.cast_unsigned()).is_nameless();
    assert!(below_zero(-(1 << 40) - 1));
    for other in [-(1 << 40), -1, 0, 7, i64::MAX] {
        assert!(!below_zero(other), "{other}");
    }
}

async fn a_late_failure_leaves_a_posted_notice_alone(base: Base) {
    let store = base.open().await;
    new_game(&store).await;
    let lobby = store.take_notices(2000, 9).await.unwrap().remove(0);
    store.posted(lobby.id, CHANNEL, MessageId(5), None, None).await.unwrap();
    // The lease of the first attempt had ended, a second one has posted the message, and now the first one fails.
    store.postpone(lobby.id, true, 3000, 2500).await.unwrap();
    assert!(store.take_notices(1_000_000, 9).await.unwrap().is_empty());
    store.release(lobby.id, 3000).await.unwrap();
    assert!(store.take_notices(1_000_000, 9).await.unwrap().is_empty(), "released too late");
}

on_both! {
    deliveries_are_known_for_three_days_and_notices_kept_for_two_weeks,
    notices_that_wait_are_never_too_old,
    a_clock_wants_something_when_reminding_and_when_the_time_is_up,
    clocks_are_due_by_reminder_and_by_deadline_the_earliest_deadline_first,
    a_player_is_reminded_once,
    an_opening_is_taken_once_and_by_whoever_asked_for_it,
    an_opening_that_is_put_back_is_taken_once_more_by_whoever_asked_for_it,
    a_lesson_goes_on_from_the_step_that_was_reached,
    lobbies_are_found_in_their_channel_and_around_it,
    the_newest_message_of_a_game_is_that_of_its_channel,
    a_notice_that_a_newer_one_repeats_is_told_apart,
    a_message_that_has_lost_its_buttons_is_known_to,
    a_claimed_notice_is_due_again_when_its_lease_ends,
    a_new_start_forgets_earlier_failures,
    effects_are_added_only_to_a_game_without_any,
    a_late_failure_leaves_a_posted_notice_alone,
}
