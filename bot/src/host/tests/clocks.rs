//! Time banks, pauses, holidays, inactivity, and missing sealed choices.

use engine::action::ClashAction;
use engine::clash::Gold;
use engine::titans::PlacementStyle;
use engine::view::Phase;

use super::*;

const DAY: i64 = 24 * HOUR;
const MINUTE: i64 = 60_000;
const ELSEWHERE: Place = Place { guild: PLACE.guild, channel: ChannelId(501), parent: None };

/// Host for the same database at another time. A heartbeat at that time prevents downtime.
async fn at(folder: &Folder, now: i64) -> Host {
    if let Ok(store) = Store::open(folder.place()).await {
        store.heartbeat(now, 0).await.unwrap();
        store.close().await;
    }
    host_at(folder, now).await
}

async fn timed(host: &Host, time: TimeControl) -> GameId {
    let armies = ["medieval", "medieval"];
    game_with(host, GameMode::Duel, &armies, |options| options.time = time).await
}

/// Deadline in minutes after the start.
async fn deadline(host: &Host, game: GameId) -> i64 {
    let deadline = scene(host, game).await.deadline.expect("a clock that runs");
    (deadline * 1000 - BEGIN + MINUTE / 2) / MINUTE
}

async fn kinds(host: &Host) -> Vec<NoticeKind> {
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

#[tokio::test]
async fn an_increment_is_added_with_every_turn_and_what_is_left_is_kept() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let (game, increment) = (30 * 60, 5 * 60);
    let game = timed(&host, TimeControl::Increment { game, increment }).await;
    assert_eq!(deadline(&host, game).await, 35);
    let host = at(&folder, BEGIN + 10 * MINUTE).await;
    play(&host, game, 1, "e4").await;
    assert_eq!(deadline(&host, game).await, 10 + 35);
    let banks = scene(&host, game).await.clock.banks;
    assert!((banks[0].abs_diff(25 * 60)) < 30 && banks[1] == 30 * 60, "{banks:?}");
    let host = at(&folder, BEGIN + 12 * MINUTE).await;
    play(&host, game, 2, "e5").await;
    assert_eq!(deadline(&host, game).await, 12 + 25 + 5);
    let host = at(&folder, BEGIN + 43 * MINUTE).await;
    host.clocks.run_due().await.unwrap();
    assert!(scene(&host, game).await.over, "the bank is empty");
}

#[tokio::test]
async fn who_takes_over_a_seat_has_a_third_of_the_time_at_least() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::Increment { game: 30 * 60, increment: 60 }).await;
    let host = at(&folder, BEGIN + 30 * MINUTE).await;
    assert_eq!(deadline(&host, game).await, 31, "one minute is left");
    let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap();
    host.tables.answer_hand_over(&who(5), game, asked.version, true).await.unwrap();
    assert_eq!(deadline(&host, game).await, 30 + 10);
    play(&host, game, 5, "e4").await;
    // Who has more keeps it; the decision begins anew, with its increment.
    let asked = host.tables.hand_over(&who(2), game, member(6)).await.unwrap();
    host.tables.answer_hand_over(&who(6), game, asked.version, true).await.unwrap();
    assert_eq!(deadline(&host, game).await, 30 + 31 + 1);
}

#[tokio::test]
async fn a_reserve_is_only_used_by_turns_that_take_too_long() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let (turn, reserve) = (60 * 60, 120 * 60);
    let game = timed(&host, TimeControl::Reserve { turn, reserve }).await;
    assert_eq!(deadline(&host, game).await, 180);
    let host = at(&folder, BEGIN + 50 * MINUTE).await;
    play(&host, game, 1, "e4").await;
    let host = at(&folder, BEGIN + 60 * MINUTE).await;
    play(&host, game, 2, "e5").await;
    assert_eq!(deadline(&host, game).await, 60 + 180, "a turn in time costs nothing");
    let host = at(&folder, BEGIN + 150 * MINUTE).await;
    host.clocks.run_due().await.unwrap();
    play(&host, game, 1, "d4").await;
    let host = at(&folder, BEGIN + 151 * MINUTE).await;
    play(&host, game, 2, "d5").await;
    assert_eq!(deadline(&host, game).await, 151 + 180 - 30, "half an hour is gone");
}

#[tokio::test]
async fn a_pause_takes_everybody_and_ends_by_anybody() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
    kinds(&host).await;
    let nobody = refusal(host.games.ask_pause(&who(2), game, true).await);
    assert_eq!(nobody, ClockRefusal::NoPause.into());
    assert_eq!(refusal(host.games.ask_pause(&who(3), game, false).await), Refusal::NotInGame);
    let host = at(&folder, BEGIN + HOUR).await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    let twice = refusal(host.games.ask_pause(&who(1), game, false).await);
    assert_eq!(twice, ClockRefusal::Asked(vec![player(1, 2)]).into());
    // A pause can be declined; meanwhile, the clock kept running.
    host.games.no_pause(&who(2), game).await.unwrap();
    assert_eq!(deadline(&host, game).await, 180);
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    host.games.ask_pause(&who(2), game, true).await.unwrap();
    let paused = scene(&host, game).await;
    assert_eq!(paused.clock.standing, Some(Standing::Paused));
    assert_eq!(paused.deadline, None);
    assert!(paused.clock.left.unwrap().abs_diff(2 * 3600) < 30);
    assert_eq!(
        kinds(&host).await,
        [NoticeKind::PauseAsked, NoticeKind::NoPause, NoticeKind::PauseAsked, NoticeKind::Paused]
    );
    let host = at(&folder, BEGIN + 10 * DAY).await;
    host.clocks.run_due().await.unwrap();
    let move_now = host.games.act_text(&who(1), game, "e4", false).await;
    assert_eq!(refusal(move_now), Refusal::StandsStill(Standing::Paused));
    host.games.resume(&who(2), game, None).await.unwrap();
    assert_eq!(deadline(&host, game).await, 10 * 24 * 60 + 120);
    assert_eq!(refusal(host.games.resume(&who(2), game, None).await), ClockRefusal::Running.into());
    play(&host, game, 1, "e4").await;
}

#[tokio::test]
async fn who_has_given_up_neither_asks_for_a_pause_nor_declines_one() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| {
        options.time = TimeControl::PerTurn { turn: 3 * 3600 };
    })
    .await;
    host.games.resign(&who(3), game, None).await.unwrap();
    assert_eq!(refusal(host.games.ask_pause(&who(3), game, false).await), TableRefusal::NoSay.into());
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    assert_eq!(refusal(host.games.ask_pause(&who(3), game, true).await), TableRefusal::NoSay.into());
    assert_eq!(refusal(host.games.no_pause(&who(3), game).await), TableRefusal::NoSay.into());
    host.games.ask_pause(&who(2), game, true).await.unwrap();
    assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Paused));
}

/// A withdrawn request is off for everybody, including people who have agreed.
#[tokio::test]
async fn a_withdrawn_pause_is_off_for_those_who_agreed() {
    for by in 1..=3 {
        let folder = Folder::new();
        let host = at(&folder, BEGIN).await;
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| {
            options.time = TimeControl::PerTurn { turn: 3 * 3600 };
        })
        .await;
        host.games.ask_pause(&who(1), game, false).await.unwrap();
        host.games.ask_pause(&who(2), game, true).await.unwrap();
        host.games.no_pause(&who(by), game).await.unwrap();
        assert!(scene(&host, game).await.clock.asked.is_empty(), "{by}");
        assert_eq!(refusal(host.games.ask_pause(&who(3), game, true).await), ClockRefusal::NoPause.into(), "{by}");
    }
}

/// Resigning ends a pause, also out of turn: the time of the Player to move runs on from where it was stopped.
#[tokio::test]
async fn a_resignation_out_of_turn_ends_a_pause() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let time = TimeControl::PerTurn { turn: 3 * 3600 };
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
    host.set_time(BEGIN + HOUR);
    for person in [1, 2, 3] {
        host.games.ask_pause(&who(person), game, false).await.unwrap();
    }
    assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Paused));
    host.set_time(BEGIN + 5 * HOUR);
    host.games.resign(&who(3), game, None).await.unwrap();
    let seen = scene(&host, game).await;
    assert_eq!((seen.clock.standing, seen.to_act), (None, vec![member(1)]));
    assert_eq!(deadline(&host, game).await, (5 + 2) * 60);
}

/// After the only Player who has not agreed has left, another press of somebody who has agreed stops the clocks.
#[tokio::test]
async fn a_requested_pause_begins_when_nobody_is_left_to_agree() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let time = TimeControl::PerTurn { turn: 3 * 3600 };
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    host.games.ask_pause(&who(2), game, true).await.unwrap();
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    assert_eq!(scene(&host, game).await.clock.standing, None);
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Paused));
}

#[tokio::test]
async fn without_a_clock_there_is_nothing_to_pause_and_giving_up_ends_a_pause() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = duel(&host).await;
    let no_clock = refusal(host.games.ask_pause(&who(1), game, false).await);
    assert_eq!(no_clock, ClockRefusal::Unlimited.into());
    host.games.resign(&who(1), game, None).await.unwrap();
    let game = timed(&host, TimeControl::USUAL).await;
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    host.games.ask_pause(&who(2), game, false).await.unwrap();
    host.games.resign(&who(1), game, None).await.unwrap();
    assert!(scene(&host, game).await.over);
}

#[tokio::test]
async fn a_silent_game_is_asked_about_then_adjourned_and_brought_back_elsewhere() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    kinds(&host).await;
    let host = at(&folder, BEGIN + 13 * DAY).await;
    host.clocks.run_due().await.unwrap();
    assert_eq!(kinds(&host).await, []);
    let host = at(&folder, BEGIN + 14 * DAY + HOUR).await;
    host.clocks.run_due().await.unwrap();
    host.clocks.run_due().await.unwrap();
    assert_eq!(kinds(&host).await, [NoticeKind::StillPlaying], "once");
    assert_eq!(refusal(host.games.still_playing(&who(3), game).await), Refusal::NotInGame);
    host.games.still_playing(&who(1), game).await.unwrap();
    assert_eq!(kinds(&host).await, [NoticeKind::Playing]);
    // The period of inactivity restarts at that point.
    let host = at(&folder, BEGIN + 22 * DAY).await;
    host.clocks.run_due().await.unwrap();
    assert_eq!(kinds(&host).await, []);
    let host = at(&folder, BEGIN + 36 * DAY).await;
    host.clocks.run_due().await.unwrap();
    assert_eq!(kinds(&host).await, [NoticeKind::Adjourned]);
    let adjourned = scene(&host, game).await;
    assert_eq!(adjourned.clock.standing, Some(Standing::Adjourned));
    let move_now = host.games.act_text(&who(2), game, "e5", false).await;
    assert_eq!(refusal(move_now), Refusal::StandsStill(Standing::Adjourned));
    let press = host.games.still_playing(&who(2), game).await;
    assert_eq!(refusal(press), Refusal::StandsStill(Standing::Adjourned));
    // The channel is free and used by another game.
    let other = duel(&host).await;
    assert_eq!(host.views.game_in(CHANNEL).await.unwrap(), other);
    let taken = host.games.resume(&who(1), game, Some(PLACE)).await;
    assert_eq!(refusal(taken), Refusal::GameHere);
    let far = Place { guild: Some(GuildId(10)), ..ELSEWHERE };
    let far = refusal(host.games.resume(&who(1), game, Some(far)).await);
    assert_eq!(far, ClockRefusal::OtherServer.into());
    assert_eq!(refusal(host.games.resume(&who(3), game, Some(ELSEWHERE)).await), Refusal::NotInGame);
    assert_eq!(host.games.to_resume(&who(2), ChannelId(999)).await.unwrap(), game);
    host.games.resume(&who(2), game, Some(ELSEWHERE)).await.unwrap();
    assert_eq!(host.views.game_in(ELSEWHERE.channel).await.unwrap(), game);
    assert_eq!(host.views.game_in(CHANNEL).await.unwrap(), other);
    let nothing = refusal(host.games.to_resume(&who(2), ChannelId(999)).await);
    assert_eq!(nothing, ClockRefusal::NothingAdjourned.into());
    // Nothing is lost, and the period of inactivity restarts.
    let host = at(&folder, BEGIN + 40 * DAY).await;
    play(&host, game, 2, "e5").await;
    assert_eq!(scene(&host, game).await.view.turns, 2);
}

/// Runs the clocks at this time after the start. Returns the kinds of notices.
async fn told_at(host: &Host, at: i64) -> String {
    host.set_time(BEGIN + at);
    host.clocks.run_due().await.unwrap();
    everyone::told(host).await
}

/// The answer that a paused game is still played keeps the pause, and the period of inactivity restarts.
#[tokio::test]
async fn a_paused_game_that_is_still_played_is_not_adjourned() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
    for person in [1, 2] {
        host.games.ask_pause(&who(person), game, false).await.unwrap();
    }
    everyone::told(&host).await;
    assert_eq!(told_at(&host, 14 * DAY).await, "StillPlaying");
    let done = host.games.still_playing(&who(2), game).await.unwrap();
    assert_eq!(done.confirmed, [Confirmation::StillPlaying]);
    assert_eq!(everyone::told(&host).await, "Playing");
    for (at, told, standing) in [
        (22 * DAY, "", Standing::Paused),
        (35 * DAY - 1, "StillPlaying", Standing::Paused),
        (35 * DAY, "Adjourned", Standing::Adjourned),
    ] {
        assert_eq!(told_at(&host, at).await, told, "{at}");
        assert_eq!(scene(&host, game).await.clock.standing, Some(standing), "{at}");
    }
    let late = refusal(host.games.still_playing(&who(1), game).await);
    assert_eq!(late, Refusal::StandsStill(Standing::Adjourned));
}

/// A channel whose game is adjourned is free for another one.
#[tokio::test]
async fn an_adjourned_game_is_resumed_where_another_one_is_adjourned() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let mut games = Vec::new();
    for _ in 0..2 {
        games.push(duel(&host).await);
        host.tables.channel_gone(CHANNEL).await.unwrap();
    }
    host.games.resume(&who(1), games[0], Some(PLACE)).await.unwrap();
    assert_eq!(host.views.game_in(CHANNEL).await.unwrap(), games[0]);
    assert_eq!(refusal(host.games.resume(&who(1), games[1], Some(PLACE)).await), Refusal::GameHere);
}

/// A channel whose game is adjourned is free.
#[tokio::test]
async fn an_adjourned_game_leaves_its_channel_free() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    assert!(!host.views.is_taken(CHANNEL).await.unwrap());
    let game = duel(&host).await;
    assert!(host.views.is_taken(CHANNEL).await.unwrap());
    let version = host.games.load(game).await.unwrap().version;
    host.games.adjourn(game, version).await.unwrap();
    assert!(!host.views.is_taken(CHANNEL).await.unwrap());
    host.games.resume(&who(1), game, Some(PLACE)).await.unwrap();
    assert!(host.views.is_taken(CHANNEL).await.unwrap());
    host.games.resign(&who(1), game, None).await.unwrap();
    assert!(!host.views.is_taken(CHANNEL).await.unwrap());
}

#[tokio::test]
async fn a_clock_stands_still_for_whoever_is_on_holiday() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
    let guild = PLACE.guild;
    let host = at(&folder, BEGIN + HOUR).await;
    kinds(&host).await;
    let away = HolidayChange::Now(10 * DAY);
    host.clocks.change_holiday(PersonId(2), guild, away).await.unwrap();
    assert_eq!(deadline(&host, game).await, 180, "it is not their turn");
    host.clocks.change_holiday(PersonId(1), guild, HolidayChange::Now(2 * DAY)).await.unwrap();
    let minutes = |days: i64| days * 24 * 60;
    assert_eq!(deadline(&host, game).await, minutes(2) + 180);
    assert_eq!(kinds(&host).await, [NoticeKind::Progress], "the message shows the new deadline");
    let shown = scene(&host, game).await;
    let told = host.settings.on_holiday(&shown).await.unwrap();
    assert_eq!((told.len(), told[0].0.person), (1, PersonId(1)));
    // Playing during a holiday is allowed. The other Player is next, and is away for nine more days.
    let host = at(&folder, BEGIN + DAY + HOUR).await;
    play(&host, game, 1, "e4").await;
    assert_eq!(deadline(&host, game).await, minutes(10) + 60 + 180);
    let host = at(&folder, BEGIN + 2 * DAY).await;
    host.clocks.change_holiday(PersonId(2), guild, HolidayChange::End).await.unwrap();
    assert_eq!(deadline(&host, game).await, minutes(2) + 180);
}

/// The deadline does not reveal who still has to choose.
#[tokio::test]
async fn a_holiday_stops_the_clock_of_secret_choices_for_a_person_who_has_chosen_as_well() {
    for away in [1, 2] {
        let folder = Folder::new();
        let host = at(&folder, BEGIN).await;
        let game = super::clash::begun(&host).await;
        super::clash::auction(&host, game).await;
        let bid = ClashAction::Bid { gold: Gold::whole(1) };
        host.clash.act(&who(1), game, None, bid).await.unwrap();
        assert_eq!(deadline(&host, game).await, 180);
        host.clocks.change_holiday(PersonId(away), PLACE.guild, HolidayChange::Now(2 * DAY)).await.unwrap();
        assert_eq!(deadline(&host, game).await, 2 * 24 * 60 + 180, "{away} is away");
    }
}

#[tokio::test]
async fn a_holiday_counts_even_if_the_program_stopped_before_the_clocks_followed() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
    // The holiday is stored, but the deadline was computed before it.
    let away = Holiday { from: BEGIN + HOUR, to: BEGIN + DAY };
    host.settings.change_person_settings(PersonId(1), move |mine| mine.holidays.push(away)).await.unwrap();
    let host = at(&folder, BEGIN + 4 * HOUR).await;
    host.clocks.run_due().await.unwrap();
    assert!(!scene(&host, game).await.over);
    assert_eq!(deadline(&host, game).await, 24 * 60 + 120);
    let host = at(&folder, BEGIN + DAY + 3 * HOUR).await;
    host.clocks.run_due().await.unwrap();
    assert!(scene(&host, game).await.over);
}

#[tokio::test]
async fn a_server_says_how_many_days_of_holiday_count() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let guild = PLACE.guild.unwrap();
    host.settings
        .change_guild_settings(&manager(1), guild, |settings| {
            settings.holiday_days = 5;
            Ok(())
        })
        .await
        .unwrap();
    let week = HolidayChange::Now(7 * DAY);
    let refused = host.clocks.change_holiday(PersonId(1), Some(guild), week).await;
    let (days, left) = (5, 5);
    assert_eq!(refusal(refused), HolidayRefusal::TooLong { days, left }.into());
    // A holiday taken elsewhere counts here for five days.
    host.clocks.change_holiday(PersonId(1), None, week).await.unwrap();
    let game = timed(&host, TimeControl::PerTurn { turn: 3600 }).await;
    assert_eq!(deadline(&host, game).await, 5 * 24 * 60 + 60);
}

#[tokio::test]
async fn volatile_choices_that_are_missing_are_drawn_by_lot_when_the_time_is_up() {
    let armies = ["party-volatile", "medieval", "medieval", "medieval"];
    for mode in [GameMode::Assassin, GameMode::Ffa] {
        let folder = Folder::new();
        let host = at(&folder, BEGIN).await;
        let game = game_with(&host, mode, &armies, |options| {
            options.time = TimeControl::PerTurn { turn: 3600 };
        })
        .await;
        let before = scene(&host, game).await;
        assert!(matches!(before.view.phase, Phase::VolatileChoice { .. }));
        kinds(&host).await;
        let host = at(&folder, BEGIN + HOUR + MINUTE).await;
        host.clocks.run_due().await.unwrap();
        let after = scene(&host, game).await;
        assert_eq!(after.view.phase, Phase::Play, "nobody is defeated by it");
        let sealed = (before.seed.is_some(), after.seed.is_some());
        assert_eq!(sealed, (mode == GameMode::Assassin, true), "the seed is shown once it has drawn something");
        assert_eq!(deadline(&host, game).await, 121, "the first turn has its time");
        assert_eq!(kinds(&host).await, [NoticeKind::Turn], "all are told the same");
        let told = host.views.history(game).await.unwrap();
        assert_eq!(told.last().unwrap().facts, [engine::fact::Fact::VolatileDrawn]);
        // After the game, everything can be verified by the seed. The late seat is not recorded.
        for person in 1..=4 {
            if !scene(&host, game).await.over {
                host.games.resign(&who(person), game, None).await.unwrap();
            }
        }
        let file: serde_json::Value = serde_json::from_str(&host.games.export(game).await.unwrap().json).unwrap();
        assert_eq!(file["log"][0]["action"], "draw_volatile");
        assert_eq!(file["log"][0]["seat"], 0);
    }
}

#[tokio::test]
async fn a_request_to_resign_together_outlasts_the_outbox() {
    let folder = Folder::new();
    let host = at(&folder, BEGIN).await;
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.order = SeatOrder::Fixed;
    options.time = TimeControl::Unlimited;
    options.start_when_full = false;
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    host.lobbies.join(&who(1), game, with("medieval")).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.join(&who(3), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    host.games.resign(&who(1), game, None).await.unwrap();
    kinds(&host).await;
    let host = at(&folder, BEGIN + 30 * DAY).await;
    host.clocks.prune().await.unwrap();
    assert!(host.games.resign_asked(game, PersonId(3)).await.unwrap());
    assert!(!host.games.resign_asked(game, PersonId(2)).await.unwrap());
    host.games.resign(&who(3), game, None).await.unwrap();
    assert!(scene(&host, game).await.over);
}

/// The turn of a person on holiday costs them nothing; the holiday of the next person to move does not help them.
#[tokio::test]
async fn a_turn_is_charged_without_the_holidays_of_its_player() {
    for (away, bank) in [(1, 130 * 60), (2, 70 * 60)] {
        let folder = Folder::new();
        let host = everyone::frozen(&folder, BEGIN).await;
        let game = timed(&host, TimeControl::Increment { game: 2 * 3600, increment: 10 * 60 }).await;
        host.clocks.change_holiday(PersonId(away), PLACE.guild, HolidayChange::Now(2 * DAY)).await.unwrap();
        host.set_time(BEGIN + HOUR);
        play(&host, game, 1, "e4").await;
        assert_eq!(scene(&host, game).await.clock.banks, [bank, 2 * 3600], "{away} is away");
    }
}

/// A holiday that has not begun is cancelled like one that has.
#[tokio::test]
async fn a_planned_holiday_is_cancelled() {
    for starts in [0, DAY] {
        let folder = Folder::new();
        let host = everyone::frozen(&folder, BEGIN).await;
        let game = timed(&host, TimeControl::PerTurn { turn: 2 * 24 * 3600 }).await;
        let holiday = HolidayChange::Take(Holiday { from: BEGIN + starts, to: BEGIN + starts + 3 * DAY });
        host.clocks.change_holiday(PersonId(1), PLACE.guild, holiday).await.unwrap();
        assert_eq!(deadline(&host, game).await, 5 * 24 * 60);
        let after = host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::End).await.unwrap();
        assert_eq!(host.settings.holiday_of(&after), None);
        assert_eq!(deadline(&host, game).await, 2 * 24 * 60, "{starts}");
    }
}

/// A reminder before a holiday is not repeated when the holiday is entered. There is one when it ends, early or not.
#[tokio::test]
async fn a_reminder_is_repeated_at_the_end_of_a_holiday_alone() {
    for early in [false, true] {
        let folder = Folder::new();
        let host = everyone::frozen(&folder, BEGIN).await;
        let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
        everyone::told(&host).await;
        assert_eq!(told_at(&host, 2 * HOUR).await, "Reminder");
        let entered = 2 * HOUR + MINUTE;
        host.set_time(BEGIN + entered);
        host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::Now(2 * DAY)).await.unwrap();
        assert_eq!(deadline(&host, game).await, 2 * 24 * 60 + 180);
        assert_eq!(told_at(&host, entered).await, "Progress", "the message shows the new deadline");
        assert_eq!(told_at(&host, DAY).await, "");
        if early {
            host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::End).await.unwrap();
            assert_eq!(told_at(&host, DAY).await, "Progress, Reminder");
            assert_eq!(told_at(&host, DAY + MINUTE).await, "", "once");
        } else {
            assert_eq!(told_at(&host, 2 * DAY + entered - 1).await, "");
            assert_eq!(told_at(&host, 2 * DAY + entered).await, "Reminder");
            assert_eq!(told_at(&host, 2 * DAY + entered + MINUTE).await, "", "once");
        }
    }
}

/// A person who is not away yet has their reminder already: it is repeated neither at once nor when the holiday begins.
#[tokio::test]
async fn a_planned_holiday_repeats_no_reminder() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 24 * 3600 }).await;
    everyone::told(&host).await;
    assert_eq!(told_at(&host, 2 * DAY).await, "Reminder");
    let (entered, begins) = (2 * DAY + HOUR, 2 * DAY + 12 * HOUR);
    host.set_time(BEGIN + entered);
    let holiday = HolidayChange::Take(Holiday { from: BEGIN + begins, to: BEGIN + 4 * DAY });
    host.clocks.change_holiday(PersonId(1), PLACE.guild, holiday).await.unwrap();
    assert_eq!(deadline(&host, game).await, 4 * 24 * 60 + 12 * 60);
    for (at, told) in [(entered, "Progress"), (begins - 1, ""), (begins, ""), (begins + HOUR, "")] {
        assert_eq!(told_at(&host, at).await, told, "{at}");
    }
}

/// A stopped clock stays stopped when a seat changes hands. A paused game can be resigned, an adjourned one cannot.
#[tokio::test]
async fn a_new_holder_starts_no_stopped_clock() {
    for standing in [Standing::Paused, Standing::Adjourned] {
        let folder = Folder::new();
        let host = everyone::frozen(&folder, BEGIN).await;
        let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
        if standing == Standing::Paused {
            host.games.ask_pause(&who(1), game, false).await.unwrap();
            host.games.ask_pause(&who(2), game, true).await.unwrap();
        } else {
            let version = host.games.load(game).await.unwrap().version;
            let earlier = host.games.adjourn(game, Version(version.0 - 1)).await;
            assert_eq!(refusal(earlier), Stale::Position.into());
            host.games.adjourn(game, version).await.unwrap();
        }
        let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
        host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
        for host in [host.clone(), host.started_again()] {
            let seen = scene(&host, game).await;
            assert_eq!((seen.clock.standing, seen.deadline), (Some(standing), None));
        }
        let resigned = host.games.resign(&who(5), game, None).await;
        match standing {
            Standing::Paused => assert!(resigned.is_ok() && scene(&host, game).await.over),
            Standing::Adjourned => assert_eq!(refusal(resigned), Refusal::StandsStill(standing)),
        }
    }
}

/// A new holder of the seat to move has a fair time once the game is resumed, not the minute that was left. It does not
/// run before.
#[tokio::test]
async fn whoever_takes_over_a_seat_of_a_stopped_game_has_a_fair_time_when_it_is_resumed() {
    let bank = TimeControl::Increment { game: 30 * 60, increment: 60 };
    for (time, fair) in [(TimeControl::PerTurn { turn: 3 * 3600 }, 3 * 3600_u32), (bank, 10 * 60)] {
        for standing in [Standing::Paused, Standing::Adjourned] {
            let folder = Folder::new();
            let host = everyone::frozen(&folder, BEGIN).await;
            let game = timed(&host, time).await;
            // Ann has little left in her bank, too.
            host.set_time(BEGIN + 30 * MINUTE);
            play(&host, game, 1, "e4").await;
            play(&host, game, 2, "e5").await;
            let now = scene(&host, game).await.deadline.unwrap() * 1000 - MINUTE;
            host.set_time(now);
            match standing {
                Standing::Paused => {
                    for person in [1, 2] {
                        host.games.ask_pause(&who(person), game, false).await.unwrap();
                    }
                }
                Standing::Adjourned => {
                    let version = host.games.load(game).await.unwrap().version;
                    host.games.adjourn(game, version).await.unwrap();
                }
            }
            let stopped = scene(&host, game).await.clock;
            assert_eq!((stopped.standing, stopped.left), (Some(standing), Some(60)), "{time:?}");
            let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
            host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
            let now = now + 5 * HOUR;
            host.set_time(now);
            host.clocks.run_due().await.unwrap();
            for host in [host.clone(), host.started_again()] {
                let seen = scene(&host, game).await;
                let clock = (seen.clock.standing, seen.clock.left, seen.deadline);
                assert_eq!(clock, (Some(standing), Some(fair), None), "{time:?}");
            }
            host.games.resume(&who(5), game, None).await.unwrap();
            let seen = scene(&host, game).await;
            let clock = (seen.clock.standing, seen.deadline);
            assert_eq!(clock, (None, Some(now / 1000 + i64::from(fair))), "{time:?}, {standing:?}");
            play(&host, game, 5, "d4").await;
        }
    }
}

/// A game that is brought elsewhere is answered in public there, and nowhere else.
#[tokio::test]
async fn an_adjourned_game_is_answered_where_it_goes_on() {
    for (shows_in, claimed) in [(ELSEWHERE.channel, true), (CHANNEL, false)] {
        let folder = Folder::new();
        let host = at(&folder, BEGIN).await;
        let game = duel(&host).await;
        host.tables.channel_gone(CHANNEL).await.unwrap();
        kinds(&host).await;
        let ann = Who { shows_in: Some(shows_in), ..who(1) };
        let done = host.games.resume(&ann, game, Some(ELSEWHERE)).await.unwrap();
        assert_eq!(done.claimed.is_some(), claimed, "{shows_in:?}");
    }
}

/// A pause needs the agreement of people alone: neither of a free seat nor of the person who left it.
#[tokio::test]
async fn a_pause_does_not_wait_for_a_free_seat() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let time = TimeControl::PerTurn { turn: 3 * 3600 };
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    assert_eq!(scene(&host, game).await.table.vacant.len(), 1);
    host.games.ask_pause(&who(1), game, false).await.unwrap();
    let twice = refusal(host.games.ask_pause(&who(1), game, false).await);
    assert_eq!(twice, ClockRefusal::Asked(vec![player(1, 2)]).into());
    host.games.ask_pause(&who(2), game, true).await.unwrap();
    assert_eq!(scene(&host, game).await.clock.standing, Some(Standing::Paused));
}

/// A holiday moves the deadlines of all games of a person at once, on each server by the days that count there.
#[tokio::test]
async fn a_holiday_stops_every_clock_of_a_person() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let one_day = |settings: &mut GuildSettings| {
        settings.holiday_days = 1;
        Ok(())
    };
    let elsewhere = GuildId(10);
    host.settings.change_guild_settings(&sharing::manager_of(elsewhere), elsewhere, one_day).await.unwrap();
    let time = TimeControl::PerTurn { turn: 3 * 3600 };
    let mut games = Vec::new();
    for (channel, guild) in [(600, 9), (601, 9), (602, 10)] {
        let place = Place { guild: Some(GuildId(guild)), channel: ChannelId(channel), parent: None };
        let options = LobbyOptions { order: SeatOrder::Fixed, time, ..LobbyOptions::new(GameMode::Duel, 2) };
        let game = host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        games.push(game);
    }
    let hours = async || {
        let mut hours = Vec::new();
        for game in &games {
            hours.push(deadline(&host, *game).await / 60);
        }
        hours
    };
    host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::Now(2 * DAY)).await.unwrap();
    assert_eq!(hours().await, [48 + 3, 48 + 3, 24 + 3]);
    host.set_time(BEGIN + HOUR);
    host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::End).await.unwrap();
    assert_eq!(hours().await, [1 + 3; 3]);
}

/// The clock of a shared seat stops for the person who is to move alone; while both may act, it stops if both are away.
#[tokio::test]
async fn a_shared_clock_stops_for_the_people_who_may_act() {
    let (usual, chosen) = (PlacementStyle::Usual, PlacementStyle::Chosen);
    for (placement, away, hours) in [(usual, [1, 5], [51, 51]), (usual, [5, 1], [3, 51]), (chosen, [1, 5], [3, 51])] {
        let folder = Folder::new();
        let host = everyone::frozen(&folder, BEGIN).await;
        let options = LobbyOptions {
            order: SeatOrder::Fixed,
            start_when_full: false,
            placement,
            time: TimeControl::PerTurn { turn: 3 * 3600 },
            ..LobbyOptions::new(GameMode::Duel, 2)
        };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
        host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        host.lobbies.start(&who(1), game, None).await.unwrap();
        for (person, hours) in away.into_iter().zip(hours) {
            host.clocks.change_holiday(PersonId(person), PLACE.guild, HolidayChange::Now(2 * DAY)).await.unwrap();
            assert_eq!(deadline(&host, game).await, hours * 60, "{placement:?}: {person} of {away:?}");
        }
    }
}

/// Armies and sealed bids have five minutes, however short the time for turns is.
#[tokio::test]
async fn armies_and_sealed_bids_have_five_minutes() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let time = TimeControl::Increment { game: 60, increment: 1 };
    let options = ClashOptions { colours: Colours::Challenger, time, ..ClashOptions::default() };
    let game = host.lobbies.challenge(&who(1), PLACE, Some(member(2)), options).await.unwrap().game;
    host.lobbies.accept(&who(2), game).await.unwrap();
    assert_eq!(deadline(&host, game).await, 5, "an army");
    super::clash::armies(&host, game, &[1, 2]).await;
    assert_eq!(deadline(&host, game).await, 1, "a turn");
    host.games.resign(&who(2), game, None).await.unwrap();
    super::clash::armies(&host, game, &[1, 2]).await;
    host.games.resign(&who(1), game, None).await.unwrap();
    assert_eq!(deadline(&host, game).await, 5, "sealed bids");
    for person in [1, 2] {
        host.clash.act(&who(person), game, None, ClashAction::Bid { gold: Gold::whole(20) }).await.unwrap();
    }
    assert!(matches!(scene(&host, game).await.view.phase, Phase::Auction { standing: Some(_) }));
    assert_eq!(deadline(&host, game).await, 5, "a raise");
}

/// The time that is left in a pause is that without the holidays of the Player to move.
#[tokio::test]
async fn a_holiday_before_a_pause_costs_no_time() {
    for (away, left) in [(1, 3), (2, 2)] {
        let folder = Folder::new();
        let host = everyone::frozen(&folder, BEGIN).await;
        let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
        host.clocks.change_holiday(PersonId(away), PLACE.guild, HolidayChange::Now(2 * DAY)).await.unwrap();
        host.set_time(BEGIN + HOUR);
        for person in [1, 2] {
            host.games.ask_pause(&who(person), game, false).await.unwrap();
        }
        assert_eq!(scene(&host, game).await.clock.left, Some(left * 3600), "{away} is away");
    }
}

/// A turn of few seconds wakes the clocks, which would look at it too late otherwise.
#[tokio::test]
async fn a_turn_of_few_seconds_wakes_the_clocks() {
    use futures_util::FutureExt as _;
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::Increment { game: 60, increment: 1 }).await;
    let woken = || host.clocks.clocks_changed().now_or_never().is_some();
    while woken() {}
    // Bob takes 58 of his 61 seconds, and has four for his second turn.
    for (second, person, text, wakes) in [(0, 1, "e4", false), (58, 2, "e5", false), (58, 1, "Nf3", true)] {
        host.set_time(BEGIN + second * 1000);
        play(&host, game, person, text).await;
        assert_eq!(woken(), wakes, "{text}");
    }
}

/// A holiday counts from now, also if its first day is in the past: it gives no time back.
#[tokio::test]
async fn a_holiday_gives_no_time_back() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let game = timed(&host, TimeControl::PerTurn { turn: 3 * 3600 }).await;
    host.set_time(BEGIN + 2 * HOUR);
    let holiday = Holiday { from: BEGIN - DAY, to: BEGIN + DAY };
    let mine = host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::Take(holiday)).await.unwrap();
    assert_eq!(mine.holidays, [Holiday { from: BEGIN + 2 * HOUR, ..holiday }]);
    assert_eq!(deadline(&host, game).await, 24 * 60 + 60);
}

/// The holiday that is shown is the current or the next one, whatever earlier ones there are.
#[tokio::test]
async fn the_current_or_the_next_holiday_is_shown() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let [first, second] = [0, 5].map(|day| Holiday { from: BEGIN + day * DAY, to: BEGIN + (day + 1) * DAY });
    for holiday in [first, second] {
        let change = HolidayChange::Take(holiday);
        let mine = host.clocks.change_holiday(PersonId(1), PLACE.guild, change).await.unwrap();
        for now in [holiday.from - 1, holiday.from, holiday.to - 1, holiday.to] {
            host.set_time(now);
            let shown = (now < holiday.to).then_some(holiday);
            assert_eq!(host.settings.holiday_of(&mine), shown, "{}", now - BEGIN);
        }
    }
}

/// Territories are placed in five minutes, however short the time for turns is.
#[tokio::test]
async fn a_placement_has_five_minutes() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let game = game_with(&host, GameMode::Duel, &["medieval", "makpong"], |options| {
        options.time = TimeControl::Increment { game: 60, increment: 1 };
        options.placement = PlacementStyle::Chosen;
    })
    .await;
    assert_eq!(scene(&host, game).await.view.phase, Phase::Placement);
    assert_eq!(deadline(&host, game).await, 5);
}

/// A second chance has a third of the time at least, although the bank is empty. So has a seat that becomes free.
#[tokio::test]
async fn a_second_chance_and_a_free_seat_have_a_third_of_the_time() {
    let folder = Folder::new();
    let host = everyone::frozen(&folder, BEGIN).await;
    let time = TimeControl::Increment { game: 30 * 60, increment: 60 };
    let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
    for (minutes, free) in [(31, 0), (41, 1)] {
        assert_eq!(deadline(&host, game).await, minutes);
        host.set_time(BEGIN + minutes * MINUTE);
        host.clocks.run_due().await.unwrap();
        assert_eq!(scene(&host, game).await.table.vacant.len(), free);
    }
    assert_eq!(deadline(&host, game).await, 51);
}
