//! Tests of the outbox: attempts, order, repeated posts, and messages with buttons.

use super::*;

const BOB: To = To::Person(PersonId(8));

/// Opens a game whose notices to the channel are these, besides that of the lobby, which is posted.
async fn with_notices(store: &Store, notices: Vec<NewNotice>) -> GameId {
    let game = new_game(store).await;
    let lobby = store.take_notices(2000, 9).await.unwrap().remove(0);
    store.superseded(lobby.id, false).await.unwrap();
    store.commit(Change { notices, ..start(game) }, None, 2000).await.unwrap();
    game
}

async fn one(store: &Store, now: i64) -> NoticeRow {
    store.take_notices(now, 1).await.unwrap().remove(0)
}

async fn only_attempts_that_were_made_are_counted(base: Base) {
    let store = base.open().await;
    with_notices(&store, vec![notice("turn")]).await;
    let mut attempts = vec![one(&store, 2000).await.attempts];
    for _ in 0..2 {
        let taken = one(&store, 2000 + outbox::LEASE).await;
        attempts.push(taken.attempts);
        store.release(taken.id, 2000).await.unwrap();
    }
    // A channel that answers again has all attempts again.
    let taken = one(&store, 2000).await;
    attempts.push(taken.attempts);
    store.postpone(taken.id, false, 1_000_000, 3000).await.unwrap();
    store.hurry(ChannelId(4), 4000).await.unwrap();
    assert_eq!(store.next_notice_at().await.unwrap(), Some(1_000_000));
    store.hurry(CHANNEL, 4000).await.unwrap();
    attempts.push(one(&store, 4000).await.attempts);
    assert_eq!(attempts, [1, 2, 2, 2, 1]);
}

/// Notices to several recipients are taken in the order in which they were stored.
async fn the_oldest_notices_are_taken_first(base: Base) {
    let store = base.open().await;
    let notices = (11..=14).map(|person| NewNotice { to: To::Person(PersonId(person)), ..notice("your-turn") });
    with_notices(&store, notices.collect()).await;
    let mut taken = Vec::new();
    for most in [1, 2, 9] {
        let some = store.take_notices(2000, most).await.unwrap();
        taken.push(some.iter().map(|notice| notice.to).collect::<Vec<_>>());
    }
    let people = |people: &[u64]| people.iter().map(|person| To::Person(PersonId(*person))).collect::<Vec<_>>();
    assert_eq!(taken, [people(&[11]), people(&[12, 13]), people(&[14])]);
}

/// A notice whose message may be there makes newer ones unsure: those of its kind, game and recipient.
async fn only_what_replaces_a_message_is_unsure(base: Base) {
    let store = base.open().await;
    let own = |kind: &str| NewNotice { to: BOB, ..notice(kind) };
    let game = with_notices(&store, vec![notice("turn"), own("turn"), own("target")]).await;
    let mut next = action(game, 2, 10, false);
    next.notices = vec![notice("turn"), own("turn")];
    store.commit(next, None, 3000).await.unwrap();
    let Outcome::Stored(_) = lobby_in(&store, 2, ChannelId(4)).await else { panic!() };
    let first = store.take_notices(3000, 9).await.unwrap();
    let first = first.iter().find(|notice| notice.to == BOB).unwrap().clone();
    let unsure = async || -> Vec<(i64, String, String)> {
        let unsure = "SELECT version, whom, kind FROM outbox WHERE unsure ORDER BY id";
        sqlx::query_as(unsure).fetch_all(&store.read).await.unwrap()
    };
    store.superseded(first.id, false).await.unwrap();
    assert_eq!(unsure().await, []);
    store.superseded(first.id, true).await.unwrap();
    assert_eq!(unsure().await, [(3, "person".to_owned(), "turn".to_owned())]);
}

/// A message that may be there is looked for, whatever becomes of later attempts, also by the next start. One that was
/// never tried is not.
async fn what_may_have_been_posted_once_stays_unsure(base: Base) {
    let store = base.open().await;
    with_notices(&store, vec![notice("turn"), NewNotice { to: BOB, ..notice("your-turn") }]).await;
    let mut unsure = Vec::new();
    for (at, may_be_there) in [(2000, true), (3000, false), (4000, false)] {
        let turn = one(&store, at).await;
        unsure.push(turn.unsure);
        store.postpone(turn.id, may_be_there, at + 1000, at).await.unwrap();
    }
    assert_eq!(unsure, [false, true, true]);
    store.end_leases(6000).await.unwrap();
    let taken = store.take_notices(6000, 9).await.unwrap();
    let taken: Vec<_> = taken.iter().map(|notice| (notice.kind.as_str(), notice.unsure)).collect();
    assert_eq!(taken, [("turn", true), ("your-turn", false)]);
}

/// An action reveals sealed ones in the channel with the message about its version.
async fn what_was_published_is_timed_by_its_own_version(base: Base) {
    let store = base.open().await;
    let game = with_notices(&store, Vec::new()).await;
    for (on, at) in [(2, 3000), (3, 4000)] {
        store.commit(action(game, on, 10 + on as u64, false), None, at).await.unwrap();
        let turn = one(&store, at).await;
        store.posted(turn.id, CHANNEL, MessageId(on as u64), None, Some(at + 500)).await.unwrap();
    }
    for (version, before, times) in
        [(3, 4, (Some(3500), Some(4000))), (4, 3, (Some(4500), Some(3000))), (5, 2, (None, None))]
    {
        let found = store.published_at(game, Version(version), Version(before)).await.unwrap();
        assert_eq!(found, times, "{version} {before}");
    }
}

/// A message that is edited to show a newer version has buttons again. Those of another game in the channel are not
/// touched.
async fn older_messages_with_buttons_are_those_of_the_game(base: Base) {
    let store = base.open().await;
    let game = with_notices(&store, vec![notice("turn")]).await;
    let post = async |message, now| {
        let turn = one(&store, now).await;
        let after = store.posted(turn.id, CHANNEL, MessageId(message), None, None).await.unwrap();
        after.older.iter().map(|row| row.message.0).collect::<Vec<_>>()
    };
    assert_eq!(post(5, 2000).await, [0; 0]);
    let mut kinds = action(game, 2, 10, false);
    kinds.notices = vec![notice("turn"), notice("remark")];
    store.commit(kinds, None, 3000).await.unwrap();
    assert_eq!(post(6, 3000).await, [5]);
    store.buttons_gone(MessageId(5)).await.unwrap();
    assert_eq!(post(7, 3000).await, [6]);
    for message in [6, 7] {
        store.buttons_gone(MessageId(message)).await.unwrap();
    }
    // Message 7 shows the next version, and is followed by another one.
    for (on, message, older) in [(3, 7, vec![]), (4, 8, vec![7])] {
        store.commit(action(game, on, 10 + on as u64, false), None, 4000).await.unwrap();
        assert_eq!(post(message, 4000).await, older, "{message}");
    }
    store.commit(Change::new(game, Version(5), State::Over), None, 5000).await.unwrap();
    let Outcome::Stored(_) = lobby(&store, 2).await else { panic!() };
    assert_eq!(post(9, 5000).await, [0; 0]);
}

async fn of_two_messages_about_a_version_the_later_one_is_the_last(base: Base) {
    let store = base.open().await;
    let game = with_notices(&store, vec![notice("turn"), NewNotice { to: BOB, ..notice("turn") }]).await;
    for (message, taken) in (5..).zip(store.take_notices(2000, 9).await.unwrap()) {
        store.posted(taken.id, CHANNEL, MessageId(message), None, None).await.unwrap();
    }
    let last = store.last_message(game, "turn").await.unwrap().unwrap();
    assert_eq!(last.message, MessageId(6));
    assert_eq!(store.last_message(game, "lobby").await.unwrap(), None);
}

/// Only the first notice to the channel is leased to the process that stored the change.
async fn one_notice_is_claimed(base: Base) {
    let store = base.open().await;
    let game = with_notices(&store, Vec::new()).await;
    let mut next = action(game, 2, 10, false);
    next.notices = vec![NewNotice { to: BOB, ..notice("your-turn") }, notice("turn"), notice("remark")];
    let Outcome::Stored(Some(claimed)) = store.commit(next, Some(CHANNEL), 3000).await.unwrap() else { panic!() };
    assert_eq!((claimed.kind.as_str(), claimed.attempts), ("turn", 1));
    let states = "SELECT kind, state FROM outbox WHERE version = 3 ORDER BY id";
    let states: Vec<(String, String)> = sqlx::query_as(states).fetch_all(&store.read).await.unwrap();
    let states: Vec<_> = states.iter().map(|(kind, state)| (kind.as_str(), state.as_str())).collect();
    assert_eq!(states, [("your-turn", "waiting"), ("turn", "leased"), ("remark", "waiting")]);
}

on_both! {
    only_attempts_that_were_made_are_counted,
    the_oldest_notices_are_taken_first,
    only_what_replaces_a_message_is_unsure,
    what_may_have_been_posted_once_stays_unsure,
    what_was_published_is_timed_by_its_own_version,
    older_messages_with_buttons_are_those_of_the_game,
    of_two_messages_about_a_version_the_later_one_is_the_last,
    one_notice_is_claimed,
}
