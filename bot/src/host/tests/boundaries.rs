//! Time limits, each tested just before and at the limit.

use super::*;

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const DAY: i64 = 24 * HOUR;

/// Host for the same database at this fixed time. The program ran until then.
async fn at(folder: &Folder, now: i64) -> Host {
    if let Ok(store) = Store::open(folder.place()).await {
        store.heartbeat(now, 0).await.unwrap();
        store.close().await;
    }
    Host::open_at(folder.place(), Vec::new(), WallClock::frozen(now)).await.unwrap()
}

/// Notices created by the clocks at this time.
async fn due(folder: &Folder, now: i64) -> Vec<NoticeKind> {
    let host = at(folder, now).await;
    host.clocks.run_due().await.unwrap();
    let kinds = waiting(&host).await;
    host.close().await;
    kinds
}

/// Waiting notices, which stay unposted.
async fn waiting(host: &Host) -> Vec<NoticeKind> {
    let mut all = Vec::new();
    loop {
        let taken = some(host).await;
        if taken.is_empty() {
            return all;
        }
        for notice in taken {
            host.outbox.superseded(&notice).await.unwrap();
            all.push(notice.kind);
        }
    }
}

async fn timed(host: &Host, time: TimeControl) -> GameId {
    game_with(host, GameMode::Duel, &["medieval"; 2], |options| options.time = time).await
}

#[tokio::test]
async fn a_reminder_comes_with_the_last_third_and_the_end_with_the_last_moment() {
    let (hour, minute) = (3600, 60);
    for (time, whole) in [
        (TimeControl::PerTurn { turn: 3 * hour }, 3 * HOUR),
        (TimeControl::PerTurn { turn: 14 * 24 * hour }, 14 * DAY),
        (TimeControl::Reserve { turn: hour, reserve: 2 * hour }, 3 * HOUR),
        (TimeControl::Increment { game: 30 * minute, increment: 6 * minute }, 36 * MINUTE),
    ] {
        let folder = Folder::new();
        let host = at(&folder, BEGIN).await;
        let game = timed(&host, time).await;
        let begun = host.store.game(game).await.unwrap().unwrap();
        assert_eq!(begun.deadline, Some(BEGIN + whole), "{time:?}");
        waiting(&host).await;
        host.close().await;
        let (remind, end) = (BEGIN + whole * 2 / 3, BEGIN + whole);
        for early in [BEGIN + 1, BEGIN + whole / 3, remind - 1] {
            assert_eq!(due(&folder, early).await, [], "{time:?}: too early");
        }
        assert_eq!(due(&folder, remind).await, [NoticeKind::Reminder], "{time:?}");
        for again in [remind + 1, end - 1] {
            assert_eq!(due(&folder, again).await, [], "{time:?}: once");
        }
        assert_eq!(due(&folder, end).await, [NoticeKind::Turn], "{time:?}");
        let host = at(&folder, end).await;
        let over = scene(&host, game).await;
        assert!(over.over && over.deadline.is_none());
        assert_eq!(due(&folder, end + 100 * DAY).await, [], "nothing more");
    }
}

#[tokio::test]
async fn a_silent_game_is_asked_about_after_two_weeks_and_adjourned_after_three() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = duel(&host).await;
    waiting(&host).await;
    host.close().await;
    assert_eq!(due(&folder, BEGIN + 14 * DAY - 1).await, []);
    assert_eq!(due(&folder, BEGIN + 14 * DAY).await, [NoticeKind::StillPlaying]);
    assert_eq!(due(&folder, BEGIN + 21 * DAY - 1).await, []);
    assert_eq!(due(&folder, BEGIN + 21 * DAY).await, [NoticeKind::Adjourned]);
    assert_eq!(due(&folder, BEGIN + 99 * DAY).await, [], "it waits for its Players");
    let host = at(&folder, BEGIN + 99 * DAY).await;
    assert!(!scene(&host, game).await.over);
}

#[tokio::test]
async fn a_paused_game_is_left_alone_and_goes_on_with_what_was_left() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
    let host = at(&folder, BEGIN + HOUR).await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    host.games.ask_pause(&who(2), game, true).await.unwrap();
    waiting(&host).await;
    host.close().await;
    // No reminder, no deadline of the turn in progress, and no question before two weeks of inactivity.
    for quiet in [2 * HOUR, 3 * HOUR, DAY, 14 * DAY] {
        assert_eq!(due(&folder, BEGIN + quiet).await, [], "{quiet}");
    }
    assert_eq!(due(&folder, BEGIN + HOUR + 14 * DAY).await, [NoticeKind::StillPlaying]);
    let back = BEGIN + 15 * DAY;
    let host = at(&folder, back).await;
    host.games.resume(&who(2), game, None).await.unwrap();
    waiting(&host).await;
    let row = host.store.game(game).await.unwrap().unwrap();
    assert_eq!(row.deadline, Some(back + 2 * HOUR), "two of three hours");
    host.close().await;
    assert_eq!(due(&folder, back + 2 * HOUR * 2 / 3 - 1).await, []);
    assert_eq!(due(&folder, back + 2 * HOUR * 2 / 3).await, [NoticeKind::Reminder]);
    assert_eq!(due(&folder, back + 2 * HOUR - 1).await, []);
    assert_eq!(due(&folder, back + 2 * HOUR).await, [NoticeKind::Turn]);
}

#[tokio::test]
async fn the_seat_of_somebody_absent_is_not_freed_before_its_time() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    // The waiting time counts from the last turn, not from the start.
    let since = BEGIN + 5 * DAY;
    let host = at(&folder, since).await;
    play(&host, game, 1, &acts.acts[0].text).await;
    host.close().await;
    let wait_until = |wait: i64| TableRefusal::WaitUntil((since + wait) / 1000).into();
    let absent = PersonId(2);
    // A vote of the others is possible after one day.
    let host = at(&folder, since + DAY - 1).await;
    assert_eq!(refusal(host.tables.free_seat(&who(3), game, absent).await), wait_until(DAY));
    // A moderator without a seat can free the seat after three days.
    for early in [DAY, 3 * DAY - 1] {
        let host = at(&folder, since + early).await;
        assert_eq!(refusal(host.tables.free_seat(&moderator(9), game, absent).await), wait_until(3 * DAY));
        assert_eq!(
            refusal(host.tables.free_seat(&who(8), game, absent).await),
            TableRefusal::NoSay.into(),
            "a stranger"
        );
    }
    // Until then, the creator has one vote like every other Player.
    let host = at(&folder, since + 3 * DAY - 1).await;
    host.tables.free_seat(&who(1), game, absent).await.unwrap();
    assert!(scene(&host, game).await.table.vacant.is_empty(), "one vote of two");
    assert_eq!(waiting(&host).await.last(), Some(&NoticeKind::AbsenceVote));
    let host = at(&folder, since + 3 * DAY).await;
    assert_eq!(refusal(host.tables.free_seat(&who(8), game, absent).await), TableRefusal::NoSay.into());
    host.tables.free_seat(&moderator(9), game, absent).await.unwrap();
    assert_eq!(scene(&host, game).await.table.vacant.len(), 1);
}

#[tokio::test]
async fn a_holiday_begins_and_ends_on_time() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
    let guild = PLACE.guild;
    let ahead = 366 * DAY;
    let take = |from: i64, to: i64| HolidayChange::Take(Holiday { from, to });
    for (wanted, why) in [
        (take(BEGIN - DAY, BEGIN), HolidayRefusal::Past),
        (take(BEGIN + DAY, BEGIN + DAY), HolidayRefusal::Past),
        (take(BEGIN + ahead - DAY, BEGIN + ahead + 1), HolidayRefusal::TooFar),
    ] {
        assert_eq!(refusal(host.clocks.change_holiday(PersonId(1), guild, wanted).await), why.into());
    }
    host.clocks.change_holiday(PersonId(1), guild, take(BEGIN + ahead - DAY, BEGIN + ahead)).await.unwrap();
    let (from, to) = (BEGIN + HOUR, BEGIN + HOUR + DAY);
    host.clocks.change_holiday(PersonId(1), guild, take(from, to)).await.unwrap();
    host.close().await;
    for (now, away) in [(from - 1, false), (from, true), (to - 1, true), (to, false)] {
        let host = at(&folder, now).await;
        let shown = scene(&host, game).await;
        assert_eq!(host.settings.on_holiday(&shown).await.unwrap().len(), usize::from(away), "{}", now - BEGIN);
        assert_eq!(shown.deadline, Some((BEGIN + 3 * HOUR + DAY) / 1000));
        host.close().await;
    }
    assert_eq!(due(&folder, to + 2 * HOUR - 1).await.last(), Some(&NoticeKind::Reminder));
    assert_eq!(due(&folder, to + 2 * HOUR).await, [NoticeKind::Turn], "the last of three hours");
}

/// A failing notice is retried exactly for the period set for its kind of failure.
#[tokio::test]
async fn a_notice_is_given_up_when_its_time_is_over_and_not_before() {
    let discord = Failure::Discord { unsure: false };
    for (failure, patience, instead) in [
        (Failure::Message, 10 * MINUTE, Some(NoticeKind::Lost)),
        (Failure::NoAccess, DAY, None),
        (Failure::Archived, DAY, None),
        (discord, 7 * DAY, None),
    ] {
        let folder = Folder::new();
        let host = at(&folder, BEGIN).await;
        duel(&host).await;
        loop {
            let mut taken = some(&host).await;
            assert_eq!(taken.len(), 1, "{failure:?}");
            let first = taken.remove(0);
            if first.kind == NoticeKind::Turn {
                assert!(!host.outbox.failed(&first, failure).await.unwrap());
                break;
            }
            host.outbox.superseded(&first).await.unwrap();
        }
        // The first retry comes after half a second to one second.
        host.time.set(BEGIN + SECOND / 2 - 1);
        assert!(some(&host).await.is_empty(), "it waits");
        host.time.set(BEGIN + SECOND);
        let again = some(&host).await.remove(0);
        assert_eq!((again.attempts, again.failing_since), (2, Some(BEGIN)));
        host.time.set(BEGIN + patience - 1);
        assert!(!host.outbox.failed(&again, failure).await.unwrap(), "{failure:?}: too early");
        drop(again);
        // The delay before the next attempt is at most five minutes.
        host.time.set(BEGIN + patience + 5 * MINUTE);
        let last = some(&host).await.remove(0);
        assert!(host.outbox.failed(&last, failure).await.unwrap(), "{failure:?}");
        drop(last);
        assert_eq!(waiting(&host).await, Vec::from_iter(instead), "{failure:?}");
    }
}

/// With a time bank, a turn in time costs its duration; without one, nothing.
#[tokio::test]
async fn a_turn_costs_what_it_takes() {
    let (game_time, increment) = (30 * MINUTE, 5 * MINUTE);
    let seconds = |millis: i64| u32::try_from(millis / 1000).unwrap();
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let time = TimeControl::Increment { game: seconds(game_time), increment: seconds(increment) };
    let game = timed(&host, time).await;
    let mut banks = [game_time; 2];
    let mut now = BEGIN;
    for (turn, (took, text)) in
        [(MINUTE, "e4"), (34 * MINUTE, "e5"), (0, "Nf3"), (6 * MINUTE, "Nc6")].iter().enumerate()
    {
        now += took;
        let host = at(&folder, now).await;
        let seat = turn % 2;
        play(&host, game, seat as u64 + 1, text).await;
        banks[seat] = banks[seat] + increment - took;
        let row = host.store.game(game).await.unwrap().unwrap();
        assert_eq!(row.deadline, Some(now + banks[1 - seat] + increment), "after {text}");
        let told = scene(&host, game).await.clock.banks;
        assert_eq!(told, banks.map(seconds), "after {text}");
        host.close().await;
    }
}

/// A holiday moves the reminder as far as the deadline.
#[tokio::test]
async fn a_holiday_moves_the_reminder_along_with_the_deadline() {
    for begins in [0, HOUR] {
        let folder = Folder::new();
        let host = at(&folder, BEGIN).await;
        timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
        let away = Holiday { from: BEGIN + begins, to: BEGIN + begins + 2 * DAY };
        host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::Take(away)).await.unwrap();
        waiting(&host).await;
        host.close().await;
        let (remind, end) = (BEGIN + 2 * DAY + 2 * HOUR, BEGIN + 2 * DAY + 3 * HOUR);
        for early in [BEGIN + 2 * HOUR, BEGIN + 3 * HOUR, BEGIN + 2 * DAY, remind - 1] {
            assert_eq!(due(&folder, early).await, [], "from {begins}: too early");
        }
        assert_eq!(due(&folder, remind).await, [NoticeKind::Reminder], "from {begins}");
        assert_eq!(due(&folder, end - 1).await, [], "from {begins}: once");
        assert_eq!(due(&folder, end).await, [NoticeKind::Turn], "from {begins}");
    }
}

/// The delay before another attempt doubles with each failure, up to five minutes.
#[tokio::test]
async fn attempts_become_rarer_until_there_is_one_every_five_minutes() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    duel(&host).await;
    let mut now = BEGIN;
    for attempt in 1..=12 {
        let notice = some(&host).await.remove(0);
        assert_eq!(notice.attempts, attempt);
        assert!(!host.outbox.failed(&notice, Failure::NoAccess).await.unwrap());
        drop(notice);
        let due = host.next_notice_at().await.unwrap();
        let longest = (SECOND << (attempt - 1)).min(5 * MINUTE);
        assert!((now + longest / 2..=now + longest).contains(&due), "{attempt}: {} ms", due - now);
        now = due;
        host.time.set(now);
    }
}

/// Each part of a time control has bounds of its own: a reserve has up to thirty days.
#[test]
fn each_part_of_a_time_control_has_its_bounds() {
    let (hour, day) = (3600, 24 * 3600);
    let reserve = |reserve| TimeControl::Reserve { turn: day, reserve }.fault();
    let of_reserve = Some(TimePart::Reserve);
    assert_eq!([59, 60, 30 * day, 30 * day + 1].map(reserve), [of_reserve, None, None, of_reserve]);
    let turn = |turn| TimeControl::Reserve { turn, reserve: day }.fault();
    let of_turn = Some(TimePart::Turn);
    assert_eq!([59, 60, 14 * day, 14 * day + 1].map(turn), [of_turn, None, None, of_turn]);
    let game = |game| TimeControl::Increment { game, increment: 1 }.fault();
    let of_game = Some(TimePart::Game);
    assert_eq!([59, 60, 14 * day, 14 * day + 1].map(game), [of_game, None, None, of_game]);
    let increment = |increment| TimeControl::Increment { game: day, increment }.fault();
    let of_increment = Some(TimePart::Increment);
    assert_eq!([0, 1, hour, hour + 1].map(increment), [of_increment, None, None, of_increment]);
}
