//! Takebacks, changes of seats, free seats, and games whose channel was deleted.

use engine::board::Seat;
use engine::view::{Phase, SeatState};

use super::*;
use crate::host::model::Absence;

const DAY: i64 = 24 * HOUR;

/// All waiting notices, in posting order.
async fn told(host: &Host) -> Vec<(NoticeKind, Recipient)> {
    let mut told = Vec::new();
    loop {
        let taken = some(host).await;
        if taken.is_empty() {
            return told;
        }
        for notice in taken {
            host.outbox.superseded(&notice).await.unwrap();
            told.push((notice.kind, notice.to));
        }
    }
}

async fn agree(host: &Host, game: GameId, person: u64) -> Done {
    let done = host.tables.answer_takeback(&who(person), game, None, true).await;
    done.unwrap()
}

#[tokio::test]
async fn a_turn_is_taken_back_when_the_other_agrees() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let start = scene(&host, game).await;
    assert_eq!(refusal(host.tables.ask_takeback(&who(1), game).await), TableRefusal::NothingToTakeBack.into());
    play(&host, game, 1, "e4").await;
    play(&host, game, 2, "e5").await;
    let before = scene(&host, game).await;
    let asked = host.tables.ask_takeback(&who(1), game).await.unwrap();
    // Nothing has changed yet, and the buttons under the board are still valid.
    assert_eq!(scene(&host, game).await.view, before.view);
    assert!(host.views.is_current(game, before.version).await.unwrap());
    assert_eq!(
        refusal(host.tables.answer_takeback(&who(1), game, Some(asked.version), true).await),
        TableRefusal::OwnTakeback.into()
    );
    assert_eq!(refusal(host.tables.answer_takeback(&who(3), game, None, true).await), Refusal::NotInGame);
    assert_eq!(refusal(host.tables.ask_takeback(&who(2), game).await), TableRefusal::TakebackOpen(player(0, 1)).into());
    let bob = who(2);
    let done = host.tables.answer_takeback(&bob, game, Some(asked.version), true).await.unwrap();
    let again = host.tables.answer_takeback(&bob, game, Some(asked.version), true).await.unwrap();
    assert!(again.repeated && again.version == done.version);
    let back = scene(&host, game).await;
    assert_eq!(back.view, start.view);
    assert_eq!(back.to_act, [member(1)]);
    let (by, turns) = back.table.taken_back.clone().unwrap();
    assert_eq!((by, turns.turns), (Seat(0), vec!["e4".into(), "e5".into()]));
    // A crash preserves the state, and earlier versions are available.
    let host = super::host(&folder).await;
    assert_eq!(scene(&host, game).await, back);
    assert_eq!(host.views.scene(game, before.version).await.unwrap().view, before.view);
    let history = host.views.history(game).await.unwrap();
    assert_eq!(history.len(), 3);
    assert!(standing(history.iter()).is_empty());
    // An outdated button is refused, and the game continues from the restored position.
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    let old = host.games.act_index(&who(1), game, before.version, 0, Vec::new(), true).await;
    assert_eq!(refusal(old), Stale::Position.into());
    assert_eq!(acts.acts.len(), 20);
    play(&host, game, 1, "d4").await;
    play(&host, game, 2, "d5").await;
    host.tables.ask_takeback(&who(2), game).await.unwrap();
    agree(&host, game, 1).await;
    let now = play(&host, game, 2, "Nf6").await;
    let host = super::host(&folder).await;
    let seen = scene(&host, game).await;
    assert_eq!((seen.version, seen.view.turns), (now.version, 2));
    let history = host.views.history(game).await.unwrap();
    let stands: Vec<&str> = standing(history.iter()).iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(stands, ["d4", "Nf6"]);
    // The file contains the valid turns, and lists the undone ones.
    let file: serde_json::Value = serde_json::from_str(&host.games.export(game).await.unwrap().json).unwrap();
    assert_eq!(file["log"].as_array().unwrap().len(), 2);
    assert_eq!(file["takebacks"][0]["turns"], serde_json::json!(["e4", "e5"]));
    // The replay, too, has only the starting position and two turns.
    let pictures = host.views.replay(game, Progress::default()).await.unwrap();
    let first = pictures.alt;
    assert!(!first.is_empty());
}

#[tokio::test]
async fn a_takeback_holds_for_its_position_alone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    let asked = host.tables.ask_takeback(&who(1), game).await.unwrap();
    assert_eq!(refusal(host.tables.ask_takeback(&who(1), game).await), TableRefusal::TakebackAsked.into());
    play(&host, game, 2, "e5").await;
    let late = host.tables.answer_takeback(&who(2), game, Some(asked.version), true).await;
    assert_eq!(refusal(late), Stale::NoTakeback.into());
    assert_eq!(scene(&host, game).await.view.turns, 2);
    // After it was declined or withdrawn, a takeback can be requested again.
    for person in [1, 2] {
        host.tables.ask_takeback(&who(2), game).await.unwrap();
        host.tables.answer_takeback(&who(person), game, None, false).await.unwrap();
        let gone = host.tables.answer_takeback(&who(1), game, None, true).await;
        assert_eq!(refusal(gone), Stale::NoTakeback.into());
    }
    host.games.resign(&who(1), game, None).await.unwrap();
    let over = refusal(host.tables.ask_takeback(&who(2), game).await);
    assert_eq!(over, Over::Game.into());
}

#[tokio::test]
async fn a_takeback_takes_all_and_never_passes_a_defeat_or_a_round() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let armies = ["medieval"; 4];
    let game = game(&host, GameMode::Ffa, &armies).await;
    let first = scene(&host, game).await;
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    let text = acts.acts[0].text.clone();
    play(&host, game, 1, &text).await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    agree(&host, game, 2).await;
    agree(&host, game, 4).await;
    assert_eq!(scene(&host, game).await.view.turns, 1, "one is missing");
    agree(&host, game, 3).await;
    assert_eq!(scene(&host, game).await.view, first.view);
    play(&host, game, 1, &text).await;
    host.games.resign(&who(4), game, None).await.unwrap();
    let no = refusal(host.tables.ask_takeback(&who(1), game).await);
    assert_eq!(no, TableRefusal::DefeatStands.into());
}

#[tokio::test]
async fn a_round_that_is_over_is_not_taken_back() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = clash::begun(&host).await;
    clash::armies(&host, game, &[1, 2]).await;
    let acts = host.games.acts(game, PersonId(1)).await.unwrap();
    let text = acts.acts[0].text.clone();
    play(&host, game, 1, &text).await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    agree(&host, game, 2).await;
    assert_eq!(scene(&host, game).await.to_act, [member(1)]);
    play(&host, game, 1, &text).await;
    host.games.resign(&who(2), game, None).await.unwrap();
    let no = refusal(host.tables.ask_takeback(&who(1), game).await);
    assert_eq!(no, TableRefusal::RoundOver.into());
    // An unfinished army stays with its seat.
    let seller = scene(&host, game).await.view.to_act[0];
    let (old, new) = (u64::from(seller.0) + 1, 5);
    let suggest = engine::action::ClashAction::Suggest;
    host.clash.act(&who(old), game, None, suggest).await.unwrap();
    let army = host.views.private(game, PersonId(old)).await.unwrap().decision;
    let asked = host.tables.hand_over(&who(old), game, member(new)).await.unwrap();
    host.tables.answer_hand_over(&who(new), game, asked.version, true).await.unwrap();
    assert_eq!(host.views.private(game, PersonId(new)).await.unwrap().decision, army);
    assert_eq!(refusal(host.views.private(game, PersonId(old)).await), Refusal::NotInGame);
}

#[tokio::test]
async fn a_seat_is_handed_over_with_all_that_belongs_to_it() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let armies = ["medieval"; 3];
    let game = game_with(&host, GameMode::Assassin, &armies, |options| {
        options.time = TimeControl::PerTurn { turn: 3 * 3600 };
    })
    .await;
    told(&host).await;
    let before = scene(&host, game).await;
    let targets = |private: Private| private.view.own.unwrap().targets;
    let held = targets(host.views.private(game, PersonId(1)).await.unwrap());
    host.store.heartbeat(BEGIN + HOUR, 0).await.unwrap();
    let host = host_at(&folder, BEGIN + HOUR).await;
    let ask = |to: u64| {
        let host = host.clone();
        async move { host.tables.hand_over(&who(1), game, member(to)).await }
    };
    assert_eq!(refusal(ask(1).await), TableRefusal::ToYourself.into());
    assert_eq!(refusal(ask(2).await), TableRefusal::HasSeat.into());
    let asked = ask(5).await.unwrap().version;
    let answer = |person: u64, yes: bool| {
        let host = host.clone();
        async move { host.tables.answer_hand_over(&who(person), game, asked, yes).await }
    };
    assert_eq!(refusal(answer(6, true).await), TableRefusal::OfferedTo(member(5)).into());
    let done = answer(5, true).await.unwrap();
    assert_eq!(refusal(answer(5, true).await), Stale::NoSeatOffer.into());
    // The new holder has the turn, the full time and the Targets; the former one sees nothing.
    let after = scene(&host, game).await;
    assert_eq!(after.to_act, [member(5)]);
    assert_eq!(after.view, before.view);
    assert!(after.deadline.unwrap() - before.deadline.unwrap() >= 3000);
    assert_eq!(targets(host.views.private(game, PersonId(5)).await.unwrap()), held);
    assert_eq!(refusal(host.views.private(game, PersonId(1)).await), Refusal::NotInGame);
    let kinds = told(&host).await;
    assert!(kinds.contains(&(NoticeKind::SeatTaken, Recipient::Channel(CHANNEL))));
    assert!(kinds.contains(&(NoticeKind::Target, Recipient::Person(PersonId(5)))));
    let stranger = refusal(host.games.act_text(&who(1), game, "e4", false).await);
    assert_eq!(stranger, Refusal::NotInGame);
    // A person who knows one seat's Targets cannot hold another seat.
    let other = host.tables.hand_over(&who(2), game, member(1)).await;
    assert_eq!(refusal(other), TableRefusal::KnowsSecrets.into());
    let (_, taken) = after.table.taken.clone().unwrap();
    assert_eq!((taken.from, taken.to), (member(1), Some(member(5))));
    let host = super::host(&folder).await;
    assert_eq!(scene(&host, game).await.seats, after.seats);
    assert_eq!(
        host.views.scene(game, Version(done.version.0 - 1)).await.unwrap().seats[0],
        [member(1)],
        "who sat there then"
    );
}

/// A later host on the same database; the program ran in between.
async fn later(folder: &Folder, now: i64) -> Host {
    let host = host_at(folder, now).await;
    host.store.heartbeat(now, 0).await.unwrap();
    host
}

/// A later host, after the first one has written its last heartbeat.
async fn pass(host: Host, folder: &Folder, now: i64) -> Host {
    host.store.heartbeat(now, 0).await.unwrap();
    later(folder, now).await
}

#[tokio::test]
async fn a_seat_out_of_time_twice_is_free_before_it_is_defeated() {
    let folder = Folder::new();
    let mut host = host_at(&folder, BEGIN).await;
    let armies = ["medieval"; 3];
    let game = game_with(&host, GameMode::Ffa, &armies, |options| {
        options.time = TimeControl::PerTurn { turn: 3600 };
    })
    .await;
    let mut now = BEGIN;
    told(&host).await;
    for kind in [NoticeKind::TimeAgain, NoticeKind::SeatFree] {
        now += HOUR + 60_000;
        host = pass(host, &folder, now).await;
        host.clocks.run_due().await.unwrap();
        let kinds: Vec<NoticeKind> = told(&host).await.into_iter().map(|(kind, _)| kind).collect();
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    let free = scene(&host, game).await;
    assert_eq!(free.view.seats[0].state, SeatState::Playing);
    assert!(free.to_act.is_empty() && free.deadline.is_some());
    assert_eq!(free.table.vacant[0].why, Absence::OutOfTime);
    assert_eq!(refusal(host.games.act_text(&who(1), game, "e4", false).await), Refusal::NotInGame);
    // Its last holder gets the seat back unchanged.
    let stranger = refusal(host.tables.take_seat(&who(2), game, Seat(0)).await);
    assert_eq!(stranger, TableRefusal::HasSeat.into());
    host.tables.take_seat(&who(1), game, Seat(0)).await.unwrap();
    assert_eq!(refusal(host.tables.take_seat(&who(6), game, Seat(0)).await), Stale::SeatHeld.into());
    assert_eq!(scene(&host, game).await.to_act, [member(1)]);
    // If nobody takes the seat, the rule applies.
    for _ in 0..3 {
        assert_eq!(scene(&host, game).await.view.seats[0].state, SeatState::Playing);
        now += HOUR + 60_000;
        host = pass(host, &folder, now).await;
        host.clocks.run_due().await.unwrap();
    }
    let fallen = &scene(&host, game).await.view.seats[0].state;
    assert!(matches!(fallen, SeatState::Defeated { .. }), "{fallen:?}");
    // A Player who moves in between is not absent.
    now += HOUR + 60_000;
    host = pass(host, &folder, now).await;
    host.clocks.run_due().await.unwrap();
    let acts = host.games.acts(game, PersonId(2)).await.unwrap();
    play(&host, game, 2, &acts.acts[0].text).await;
    let row = host.store.game(game).await.unwrap().unwrap();
    assert!(!row.pending.unwrap_or_default().contains("out_of_time"));
}

#[tokio::test]
async fn the_seat_of_somebody_absent_is_freed_by_all_the_others() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let armies = ["medieval"; 3];
    let game = game(&host, GameMode::Ffa, &armies).await;
    let free = |host: &Host, by: u64, person: u64| {
        let host = host.clone();
        async move { host.tables.free_seat(&who(by), game, PersonId(person)).await }
    };
    let no = refusal(free(&host, 2, 1).await);
    assert!(matches!(no, Refusal::Table(TableRefusal::WaitUntil(_))), "{no:?}");
    assert_eq!(refusal(free(&host, 2, 3).await), TableRefusal::NotWaitedFor.into());
    assert_eq!(refusal(free(&host, 2, 2).await), TableRefusal::OwnSeat.into());
    let host = pass(host, &folder, BEGIN + DAY + 60_000).await;
    free(&host, 2, 1).await.unwrap();
    assert!(scene(&host, game).await.table.vacant.is_empty(), "one is missing");
    host.tables.agree_absent(&who(3), game, Seat(0)).await.unwrap();
    let now = scene(&host, game).await;
    assert_eq!(now.table.vacant[0].why, Absence::Voted);
    let outside = Who { rights: Rights::default(), ..who(5) };
    assert_eq!(refusal(host.tables.take_seat(&outside, game, Seat(0)).await), TableRefusal::OtherServer.into());
    host.tables.take_seat(&who(5), game, Seat(0)).await.unwrap();
    assert_eq!(scene(&host, game).await.to_act, [member(5)]);
    // After a longer wait, the creator of the game can free the seat alone.
    let host = pass(host, &folder, BEGIN + 5 * DAY).await;
    free(&host, 1, 5).await.unwrap();
    assert_eq!(scene(&host, game).await.table.vacant[0].why, Absence::Freed);
}

/// Holidays do not count as absence.
#[tokio::test]
async fn nobody_is_voted_out_on_holiday() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let guild = PLACE.guild;
    host.clocks.change_holiday(PersonId(1), guild, HolidayChange::Now(3 * DAY)).await.unwrap();
    // A holiday of somebody else changes nothing.
    host.clocks.change_holiday(PersonId(2), guild, HolidayChange::Now(20 * DAY)).await.unwrap();
    let until = |days: i64| Refusal::from(TableRefusal::WaitUntil((BEGIN + days * DAY) / 1000));
    assert_eq!(refusal(host.tables.free_seat(&who(2), game, PersonId(1)).await), until(4));
    let host = pass(host, &folder, BEGIN + 4 * DAY - 3_600_000).await;
    assert_eq!(refusal(host.tables.free_seat(&who(2), game, PersonId(1)).await), until(4));
    let host = pass(host, &folder, BEGIN + 4 * DAY + 60_000).await;
    host.tables.free_seat(&who(2), game, PersonId(1)).await.unwrap();
    assert!(scene(&host, game).await.table.vote.is_some());
}

/// The seat of a Player who was defeated before they left is not offered.
#[tokio::test]
async fn a_defeated_player_who_leaves_the_server_leaves_no_free_seat() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    host.games.resign(&who(3), game, None).await.unwrap();
    told(&host).await;
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    assert!(scene(&host, game).await.table.vacant.is_empty());
    assert!(told(&host).await.is_empty());
}

#[tokio::test]
async fn whoever_leaves_the_server_leaves_the_seat_and_a_mate_goes_on() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let mut options = LobbyOptions::new(GameMode::Duel, 2);
    options.order = SeatOrder::Fixed;
    options.start_when_full = false;
    let lobby = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    host.lobbies.join(&who(1), lobby, with("medieval")).await.unwrap();
    let share = Join { with: Some(PersonId(1)), ..Join::default() };
    host.lobbies.join(&who(3), lobby, share).await.unwrap();
    host.lobbies.join(&who(2), lobby, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), lobby, None).await.unwrap();
    let game = lobby;
    play(&host, game, 1, "e4").await;
    play(&host, game, 2, "e5").await;
    assert_eq!(scene(&host, game).await.to_act, [member(3)], "mates alternate");
    // Handing over a place keeps its turn.
    let asked = host.tables.hand_over(&who(1), game, member(4)).await.unwrap();
    host.tables.answer_hand_over(&who(4), game, asked.version, true).await.unwrap();
    assert_eq!(scene(&host, game).await.to_act, [member(3)]);
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    host.tables.has_left(game, PersonId(3)).await.unwrap();
    let alone = scene(&host, game).await;
    assert_eq!(alone.to_act, [member(4)]);
    assert!(alone.table.vacant.is_empty());
    assert_eq!(alone.seats[0], [member(4)]);
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    let free = scene(&host, game).await;
    assert_eq!(free.table.vacant[0].why, Absence::Left);
    // An earlier version shows the holders at that time.
    let first = host.views.history(game).await.unwrap()[0].version;
    let then = host.views.scene(game, first).await.unwrap();
    assert_eq!(then.seats, [vec![member(1), member(3)], vec![member(2)]]);
    let none = refusal(host.tables.ask_takeback(&who(4), game).await);
    assert_eq!(none, TableRefusal::NobodyToAsk.into());
}

/// A person who comes back in the other place of a shared seat alternates with the new mate.
#[tokio::test]
async fn a_person_who_comes_back_as_a_mate_alternates() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let options =
        LobbyOptions { order: SeatOrder::Fixed, start_when_full: false, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(3), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    host.lobbies.start(&who(1), game, None).await.unwrap();
    // Ann gives her place to Dee, and comes back in the place of Cid.
    for (from, to) in [(1, 4), (3, 1)] {
        let asked = host.tables.hand_over(&who(from), game, member(to)).await.unwrap().version;
        host.tables.answer_hand_over(&who(to), game, asked, true).await.unwrap();
    }
    let first = scene(&host, game).await.to_act[0].person.0;
    let second = 1 + 4 - first;
    for (mover, text, reply) in [(first, "e4", "e5"), (second, "Nf3", "Nc6"), (first, "Bc4", "Bc5")] {
        assert_eq!(scene(&host, game).await.to_act, [member(mover)], "{text}");
        play(&host, game, mover, text).await;
        play(&host, game, 2, reply).await;
    }
}

#[tokio::test]
async fn a_game_whose_channel_is_gone_goes_on_elsewhere() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    let game = game_with(&host, GameMode::Duel, &["medieval"; 2], |options| {
        options.time = TimeControl::PerTurn { turn: 3600 };
    })
    .await;
    let there = Place { channel: ChannelId(77), ..PLACE };
    let no = refusal(host.tables.move_game(&who(2), game, there).await);
    assert_eq!(no, Denied::Move.into(), "while the channel is there");
    told(&host).await;
    host.tables.channel_gone(CHANNEL).await.unwrap();
    host.tables.channel_gone(CHANNEL).await.unwrap();
    let kinds = told(&host).await;
    let told_to = |person| (NoticeKind::Homeless, Recipient::Person(PersonId(person)));
    assert_eq!(kinds, [told_to(1), told_to(2)], "once");
    let still = scene(&host, game).await;
    assert_eq!(still.clock.standing, Some(Standing::Adjourned));
    let host = pass(host, &folder, BEGIN + DAY).await;
    host.clocks.run_due().await.unwrap();
    assert!(!scene(&host, game).await.over);
    assert_eq!(refusal(host.tables.move_game(&who(3), game, there).await), Refusal::NotInGame);
    let elsewhere = Place { guild: Some(GuildId(8)), ..there };
    let no = refusal(host.tables.move_game(&who(2), game, elsewhere).await);
    assert_eq!(no, TableRefusal::OtherServer.into());
    // A channel has at most one open game.
    let options = LobbyOptions::new(GameMode::Duel, 2);
    let other = host.lobbies.open_lobby(&who(6), there, options, None).await.unwrap().game;
    let no = refusal(host.tables.move_game(&who(2), game, there).await);
    assert_eq!(no, Refusal::GameHere);
    host.games.end(&who(6), other, None).await.unwrap();
    host.tables.move_game(&who(2), game, there).await.unwrap();
    let host = pass(host, &folder, BEGIN + DAY + 1000).await;
    let now = scene(&host, game).await;
    assert_eq!(now.place, there);
    assert!(now.deadline.is_some());
    assert_eq!(host.views.game_in(there.channel).await.unwrap(), game);
    let kinds = told(&host).await;
    let board = (NoticeKind::Turn, Recipient::Channel(there.channel));
    assert!(kinds.contains(&board), "{kinds:?}");
}

#[tokio::test]
async fn a_creator_removes_people_from_the_lobby_for_good() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = open(&host, 1, GameMode::Ffa, 3).await;
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    assert_eq!(refusal(host.lobbies.kick(&who(3), game, PersonId(2)).await), Denied::Kick.into());
    host.lobbies.kick(&who(1), game, PersonId(2)).await.unwrap();
    assert!(lobby(&host, game).await.seats.is_empty());
    assert_eq!(refusal(host.lobbies.join(&who(2), game, with("medieval")).await), LobbyRefusal::Kicked.into());
    assert_eq!(refusal(host.lobbies.kick(&moderator(4), game, PersonId(2)).await), LobbyRefusal::NotSeated.into());
}

#[tokio::test]
async fn every_ending_shows_what_was_sealed() {
    use engine::action::{Action, ClashAction};
    use engine::clash::Gold;
    let folder = Folder::new();
    let host = host(&folder).await;
    // A match ended from outside, and one resigned, while a bid is sealed.
    for resigns in [false, true] {
        let game = clash::begun(&host).await;
        clash::auction(&host, game).await;
        let gold = Gold::whole(13);
        host.clash.act(&who(1), game, None, ClashAction::Bid { gold }).await.unwrap();
        let seen = |scene: &Scene| scene.view.clash.clone().unwrap().auction.unwrap().bids[0].clone();
        let sealed = seen(&scene(&host, game).await);
        assert!(sealed.text.is_none() && sealed.gold.is_none());
        if resigns {
            host.games.resign(&who(2), game, None).await.unwrap()
        } else {
            host.games.end(&moderator(4), game, None).await.unwrap()
        };
        let end = scene(&host, game).await;
        assert!(end.over);
        let shown = seen(&end);
        assert_eq!(shown.hash, sealed.hash);
        assert!(shown.text.unwrap().starts_with("White bids 13 salt "));
    }
    // Secret choices of Volatile pieces, with the game ending before all are made.
    for resigns in [false, true] {
        let armies = ["party-volatile", "medieval", "medieval"];
        let game = game(&host, GameMode::Assassin, &armies).await;
        let mut chosen = None;
        for person in 1..=3 {
            let private = host.views.private(game, PersonId(person)).await.unwrap();
            let PendingDecision::Volatile(decisions) = private.decision else {
                continue;
            };
            let decision = &decisions[0];
            let spaces: Vec<_> = decision.options.iter().take(decision.count).map(|at| at.0).collect();
            let of = decision.of;
            let action = Action::ChooseVolatile { of, spaces: spaces.clone() };
            host.games.act(&who(person), game, None, action, true).await.unwrap();
            chosen = Some((of, spaces));
            break;
        }
        let now = scene(&host, game).await;
        assert!(matches!(now.view.phase, Phase::VolatileChoice { .. }));
        assert!(now.view.unsealed.is_empty());
        if resigns {
            host.games.resign(&who(3), game, None).await.unwrap()
        } else {
            host.games.end(&moderator(4), game, None).await.unwrap()
        };
        let end = scene(&host, game).await;
        let (of, spaces) = chosen.unwrap();
        let choice = engine::fact::SealedChoice::Volatile { of, spaces };
        assert_eq!(end.view.unsealed, [choice]);
        assert!(end.view.commitment.unwrap().revealed.unwrap().contains(" salt "));
        let host = super::host(&folder).await;
        assert_eq!(scene(&host, game).await.view.unsealed, end.view.unsealed);
    }
}

#[tokio::test]
async fn whoever_opened_a_game_can_end_it_before_its_second_turn() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    let no = refusal(host.games.end(&who(2), game, None).await);
    assert_eq!(no, Denied::End.into());
    play(&host, game, 2, "e5").await;
    let late = refusal(host.games.end(&who(1), game, None).await);
    assert_eq!(late, Denied::End.into());
    host.games.end(&moderator(3), game, None).await.unwrap();
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    host.games.end(&who(1), game, None).await.unwrap();
    assert!(scene(&host, game).await.stopped.is_some());
}

/// A host with a frozen clock.
async fn frozen(folder: &Folder) -> Host {
    Host::open_at(folder.place(), Vec::new(), WallClock::frozen(BEGIN)).await.unwrap()
}

/// First legal turn of a person.
async fn some_turn(host: &Host, game: GameId, person: u64) {
    let text = host.games.acts(game, PersonId(person)).await.unwrap().acts[0].text.clone();
    play(host, game, person, &text).await;
}

/// Lets time pass without a stop of the program.
async fn at(host: &Host, now: i64) {
    host.beat(now).await;
    host.set_time(now);
}

/// A vote is over when any seat becomes free or changes hands: the number of people who have to agree is another one.
#[tokio::test]
async fn a_vote_ends_when_a_seat_changes() {
    for leaves in [true, false] {
        let folder = Folder::new();
        let host = frozen(&folder).await;
        let game = game(&host, GameMode::Ffa, &["medieval"; 4]).await;
        at(&host, BEGIN + 2 * DAY).await;
        host.tables.free_seat(&who(2), game, PersonId(1)).await.unwrap();
        let vote = async || scene(&host, game).await.table.vote;
        assert_eq!(vote().await.unwrap().waiting, [member(3), member(4)]);
        if leaves {
            host.tables.has_left(game, PersonId(3)).await.unwrap();
        } else {
            let asked = host.tables.hand_over(&who(3), game, member(5)).await.unwrap().version;
            assert!(vote().await.is_some(), "an offer changes nothing");
            host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
        }
        assert_eq!(vote().await, None, "{leaves}");
    }
}

/// Votes of an earlier turn do not count in a later one of the same person. The wait is exactly a day.
#[tokio::test]
async fn a_vote_counts_in_its_turn_alone() {
    let folder = Folder::new();
    let host = frozen(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let mut now = BEGIN;
    for asking in [2, 3] {
        at(&host, now + DAY - 1).await;
        let early = refusal(host.tables.free_seat(&who(asking), game, PersonId(1)).await);
        assert_eq!(early, TableRefusal::WaitUntil((now + DAY) / 1000).into());
        now += DAY;
        at(&host, now).await;
        host.tables.free_seat(&who(asking), game, PersonId(1)).await.unwrap();
        let table = scene(&host, game).await.table;
        assert_eq!(table.vacant, [], "{asking}");
        assert_eq!(table.vote.unwrap().waiting, [member(5 - asking)]);
        if asking == 2 {
            for person in [1, 2, 3] {
                some_turn(&host, game, person).await;
            }
        }
    }
}

/// An offer of a seat ends when its holder leaves, also if they come back.
#[tokio::test]
async fn an_offer_of_a_seat_ends_when_its_holder_leaves() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
    host.tables.has_left(game, PersonId(1)).await.unwrap();
    host.tables.take_seat(&who(1), game, Seat(0)).await.unwrap();
    assert_eq!(scene(&host, game).await.table.hand_overs, []);
    let late = host.tables.answer_hand_over(&who(5), game, asked, true).await;
    assert_eq!(refusal(late), Stale::NoSeatOffer.into());
}

/// A person who stays in a shared seat after the other one ran out of time begins without timeouts.
#[tokio::test]
async fn a_mate_who_stays_has_a_second_chance() {
    let folder = Folder::new();
    let host = frozen(&folder).await;
    let options = LobbyOptions {
        order: SeatOrder::Fixed,
        start_when_full: false,
        time: TimeControl::PerTurn { turn: 3600 },
        ..LobbyOptions::new(GameMode::Ffa, 3)
    };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
    host.lobbies.join(&who(5), game, Join { with: Some(PersonId(1)), ..Join::default() }).await.unwrap();
    for person in [2, 3] {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    host.lobbies.start(&who(1), game, None).await.unwrap();
    told(&host).await;
    for (number, kind) in
        (1..).zip([NoticeKind::TimeAgain, NoticeKind::SeatTaken, NoticeKind::TimeAgain, NoticeKind::SeatFree])
    {
        at(&host, BEGIN + number * (HOUR + 60_000)).await;
        host.clocks.run_due().await.unwrap();
        let kinds: Vec<NoticeKind> = told(&host).await.into_iter().map(|(kind, _)| kind).collect();
        assert!(kinds.contains(&kind), "{number}: {kinds:?}");
    }
}

/// While Volatile pieces are chosen in secret, a changed seat does not show by its clock who has to choose: a seat that becomes
/// free leaves the clock alone, and a new holder has the whole time.
#[tokio::test]
async fn the_clock_of_a_changed_seat_reveals_no_secret_choice() {
    for leaves in [true, false] {
        let mut deadlines = Vec::new();
        for person in 1..=3 {
            let folder = Folder::new();
            let host = dealing(&folder, [4; 32]).await;
            let armies = ["party-volatile", "medieval", "medieval"];
            let game = game_with(&host, GameMode::Assassin, &armies, |options| {
                options.time = TimeControl::PerTurn { turn: 3600 };
            })
            .await;
            assert!(matches!(scene(&host, game).await.view.phase, Phase::VolatileChoice { openly: false, .. }));
            at(&host, BEGIN + HOUR / 2).await;
            if leaves {
                host.tables.has_left(game, PersonId(person)).await.unwrap();
            } else {
                let asked = host.tables.hand_over(&who(person), game, member(5)).await.unwrap().version;
                host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
            }
            deadlines.push(scene(&host, game).await.deadline.unwrap() * 1000 - BEGIN);
        }
        let expected = if leaves { HOUR } else { HOUR + HOUR / 2 };
        assert_eq!(deadlines, [expected; 3], "{leaves}");
    }
}

/// A game whose channel was deleted notifies the person to move when it continues, as at the beginning of a turn.
#[tokio::test]
async fn whoever_is_to_move_learns_that_a_game_goes_on_elsewhere() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for person in [1, 2] {
        host.settings.change_person_settings(PersonId(person), |settings| settings.ping = Ping::Dm).await.unwrap();
    }
    for (gone, to) in [(false, 77), (true, 78)] {
        told(&host).await;
        if gone {
            host.tables.channel_gone(ChannelId(77)).await.unwrap();
            told(&host).await;
        }
        host.tables.move_game(&who(1), game, Place { channel: ChannelId(to), ..PLACE }).await.unwrap();
        let told = told(&host).await;
        let person = (NoticeKind::YourTurn, Recipient::Person(PersonId(1)));
        assert_eq!(told.contains(&person), gone, "{told:?}");
        let left_behind = (NoticeKind::Moved, Recipient::Channel(CHANNEL));
        assert_eq!(told.contains(&left_behind), !gone, "{told:?}");
    }
    // A channel can come back; a game that continues there is not moved.
    let there = Place { channel: ChannelId(78), ..PLACE };
    let here = refusal(host.tables.move_game(&who(1), game, there).await);
    assert_eq!(here, TableRefusal::AlreadyHere.into());
    host.tables.channel_gone(there.channel).await.unwrap();
    host.tables.move_game(&who(1), game, there).await.unwrap();
    let now = scene(&host, game).await;
    assert_eq!((now.place, now.clock.standing), (there, None));
}

/// A computer player that takes a seat gets a name that no other one of the game has, also after others have left.
#[tokio::test]
async fn computers_of_a_game_have_different_names() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 4]).await;
    let take = async |seat: u8| {
        let done = host.tables.computer_takes(&who(1), game, Seat(seat), ::opponent::Level::Recruit).await;
        done.unwrap().confirmed
    };
    for seat in [1, 2] {
        host.tables.has_left(game, PersonId(u64::from(seat) + 1)).await.unwrap();
        take(seat).await;
    }
    // Bob has his seat back, and leaves it again.
    host.tables.take_seat(&who(2), game, Seat(1)).await.unwrap();
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    assert_eq!(take(1).await, [Confirmation::ComputerSits("Ada (Recruit bot)".to_owned())]);
    let names: Vec<String> = scene(&host, game).await.seats.concat().into_iter().map(|one| one.name).collect();
    assert_eq!(names, ["Ann", "Ada (Recruit bot)", "Bruno (Recruit bot)", "Dee"]);
}

/// A button of an earlier vote is no vote about the person who is absent now.
#[tokio::test]
async fn a_button_of_an_earlier_vote_frees_no_other_seat() {
    let folder = Folder::new();
    let host = frozen(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    at(&host, BEGIN + DAY).await;
    host.tables.free_seat(&who(2), game, PersonId(1)).await.unwrap();
    some_turn(&host, game, 1).await;
    at(&host, BEGIN + 2 * DAY).await;
    host.tables.free_seat(&who(1), game, PersonId(2)).await.unwrap();
    let earlier = refusal(host.tables.agree_absent(&who(3), game, Seat(0)).await);
    assert_eq!(earlier, Stale::Position.into());
    let table = scene(&host, game).await.table;
    assert_eq!((table.vacant, table.vote.unwrap().waiting), (vec![], vec![member(3)]));
    host.tables.agree_absent(&who(3), game, Seat(1)).await.unwrap();
    assert_eq!(scene(&host, game).await.table.vacant.len(), 1);
}

/// An offer of a seat that was withdrawn or declined can be neither accepted nor declined.
#[tokio::test]
async fn an_offer_that_was_withdrawn_or_declined_is_over() {
    for by in [1, 5] {
        let folder = Folder::new();
        let host = host(&folder).await;
        let game = duel(&host).await;
        let asked = host.tables.hand_over(&who(1), game, member(5)).await.unwrap().version;
        host.tables.answer_hand_over(&who(by), game, asked, false).await.unwrap();
        for (person, yes) in [(5, true), (5, false), (1, false)] {
            let late = refusal(host.tables.answer_hand_over(&who(person), game, asked, yes).await);
            assert_eq!(late, Stale::NoSeatOffer.into(), "ended by {by}; {person}: {yes}");
        }
        assert_eq!(scene(&host, game).await.seats[0], [member(1)], "{by}");
    }
}

/// A button under a request that was declined answers no later one.
#[tokio::test]
async fn a_button_of_a_declined_takeback_answers_no_later_one() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    let earlier = host.tables.ask_takeback(&who(1), game).await.unwrap().version;
    host.tables.answer_takeback(&who(2), game, Some(earlier), false).await.unwrap();
    let open = host.tables.ask_takeback(&who(1), game).await.unwrap().version;
    for (person, yes) in [(2, true), (2, false), (1, false)] {
        let late = refusal(host.tables.answer_takeback(&who(person), game, Some(earlier), yes).await);
        assert_eq!(late, Stale::NoTakeback.into(), "{person}: {yes}");
    }
    host.tables.answer_takeback(&who(2), game, Some(open), true).await.unwrap();
    assert_eq!(scene(&host, game).await.to_act, [member(1)]);
}

/// A lobby closes with its channel, or with the channel of its thread.
#[tokio::test]
async fn a_lobby_closes_with_its_channel() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let thread = Place { channel: ChannelId(601), parent: Some(CHANNEL), ..PLACE };
    let mut lobbies = Vec::new();
    for place in [PLACE, thread] {
        let options = LobbyOptions::new(GameMode::Duel, 2);
        lobbies.push(host.lobbies.open_lobby(&who(1), place, options, Some("medieval")).await.unwrap().game);
    }
    host.tables.channel_gone(CHANNEL).await.unwrap();
    for game in lobbies {
        assert!(lobby(&host, game).await.closed.is_some());
    }
    assert_eq!(host.views.list_games(PersonId(1), None).await.unwrap(), []);
}

/// The Targets of a seat go to nobody by direct message if a computer player takes it.
#[tokio::test]
async fn no_targets_are_sent_to_a_computer() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Assassin, &["medieval"; 3]).await;
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    told(&host).await;
    host.tables.computer_takes(&who(1), game, Seat(1), ::opponent::Level::Recruit).await.unwrap();
    assert_eq!(told(&host).await, [(NoticeKind::SeatTaken, Recipient::Channel(CHANNEL))]);
}

/// A late Player who offers a draw is not absent: the next time that runs out is a first one again.
#[tokio::test]
async fn whoever_offers_a_draw_after_a_missed_turn_is_not_absent() {
    for offers in [true, false] {
        let folder = Folder::new();
        let host = frozen(&folder).await;
        let time = TimeControl::PerTurn { turn: 3600 };
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
        for number in 1..=2 {
            at(&host, BEGIN + number * (HOUR + 60_000)).await;
            host.clocks.run_due().await.unwrap();
            if offers && number == 1 {
                host.games.offer_draw(&who(1), game, None).await.unwrap();
            }
        }
        assert_eq!(scene(&host, game).await.table.vacant.is_empty(), offers);
    }
}

/// Each open offer of a seat is one of its own: it outlasts the end of another one, and another holder who leaves.
#[tokio::test]
async fn an_offer_of_a_seat_outlasts_the_end_of_another_one() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    let mut asked = Vec::new();
    for (by, to) in [(1, 5), (2, 6), (3, 7)] {
        asked.push(host.tables.hand_over(&who(by), game, member(to)).await.unwrap().version);
    }
    host.tables.answer_hand_over(&who(5), game, asked[0], false).await.unwrap();
    host.tables.answer_hand_over(&who(6), game, asked[1], true).await.unwrap();
    host.tables.has_left(game, PersonId(1)).await.unwrap();
    host.tables.answer_hand_over(&who(7), game, asked[2], true).await.unwrap();
    assert_eq!(scene(&host, game).await.seats, [[member(1)], [member(6)], [member(7)]]);
}

/// The name of a person to whom a seat is offered is cleaned like that of a person who joins.
#[tokio::test]
async fn the_name_in_an_offer_of_a_seat_is_cleaned() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    let named = |name: &str| Member { name: name.to_owned(), ..member(5) };
    let done = host.tables.hand_over(&who(1), game, named("A\u{202E}n\nn")).await.unwrap();
    assert_eq!(done.confirmed, [Confirmation::SeatOffered(named("An n"))]);
    assert_eq!(scene(&host, game).await.table.hand_overs[0].to, named("An n"));
}

/// A person who agrees to a takeback twice counts once, and the question is not repeated.
#[tokio::test]
async fn agreeing_twice_to_a_takeback_counts_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    some_turn(&host, game, 1).await;
    host.tables.ask_takeback(&who(1), game).await.unwrap();
    agree(&host, game, 2).await;
    told(&host).await;
    let again = agree(&host, game, 2).await;
    assert_eq!(again.confirmed, [Confirmation::TakebackAgreed]);
    assert!(told(&host).await.is_empty());
    assert_eq!(scene(&host, game).await.table.takeback.unwrap().waiting, [member(3)]);
}

/// A change of another seat does not end the count of missed turns.
#[tokio::test]
async fn a_change_of_another_seat_leaves_the_missed_turns_of_a_player() {
    for leaves in [true, false] {
        let folder = Folder::new();
        let host = frozen(&folder).await;
        let time = TimeControl::PerTurn { turn: 3600 };
        let game = game_with(&host, GameMode::Ffa, &["medieval"; 3], |options| options.time = time).await;
        at(&host, BEGIN + HOUR).await;
        host.clocks.run_due().await.unwrap();
        if leaves {
            host.tables.has_left(game, PersonId(2)).await.unwrap();
        } else {
            let asked = host.tables.hand_over(&who(2), game, member(5)).await.unwrap().version;
            host.tables.answer_hand_over(&who(5), game, asked, true).await.unwrap();
        }
        at(&host, BEGIN + 2 * HOUR).await;
        host.clocks.run_due().await.unwrap();
        let free: Vec<Seat> = scene(&host, game).await.table.vacant.iter().map(|free| free.seat).collect();
        assert_eq!(free, if leaves { vec![Seat(0), Seat(1)] } else { vec![Seat(0)] });
    }
}

/// A holiday also delays a moderator who frees a seat alone.
#[tokio::test]
async fn nobody_loses_the_seat_to_a_moderator_on_holiday() {
    let folder = Folder::new();
    let host = frozen(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    host.clocks.change_holiday(PersonId(1), PLACE.guild, HolidayChange::Now(2 * DAY)).await.unwrap();
    let free = BEGIN + 5 * DAY;
    at(&host, free - 1).await;
    let early = refusal(host.tables.free_seat(&moderator(9), game, PersonId(1)).await);
    assert_eq!(early, TableRefusal::WaitUntil(free / 1000).into());
    at(&host, free).await;
    host.tables.free_seat(&moderator(9), game, PersonId(1)).await.unwrap();
    assert_eq!(scene(&host, game).await.table.vacant[0].why, Absence::Freed);
}

/// While Volatile pieces are chosen in secret, a vote about somebody does not show whether they have chosen.
#[tokio::test]
async fn a_vote_does_not_show_who_has_chosen_in_secret() {
    use engine::action::Action;
    let folder = Folder::new();
    let host = dealing(&folder, [4; 32]).await;
    let game = game(&host, GameMode::Assassin, &["party-volatile", "medieval", "medieval"]).await;
    for person in 1..=3 {
        let private = host.views.private(game, PersonId(person)).await.unwrap();
        let PendingDecision::Volatile(decisions) = private.decision else { continue };
        for decision in decisions {
            let spaces = decision.options.iter().take(decision.count).map(|at| at.0).collect();
            let action = Action::ChooseVolatile { of: decision.of, spaces };
            host.games.act(&who(person), game, None, action, true).await.unwrap();
        }
        break;
    }
    at(&host, BEGIN + DAY).await;
    for absent in 1..=3 {
        host.tables.free_seat(&who(absent % 3 + 1), game, PersonId(absent)).await.unwrap();
        let now = scene(&host, game).await;
        assert!(matches!(now.view.phase, Phase::VolatileChoice { openly: false, .. }), "{:?}", now.view.phase);
        assert_eq!(now.table.vote.unwrap().absent, [member(absent)]);
    }
}

/// A person who opened a game without a seat in it moves it, frees a seat after three days, and fills it.
#[tokio::test]
async fn whoever_opened_a_game_for_others_moves_it_and_frees_and_fills_its_seats() {
    let folder = Folder::new();
    let host = frozen(&folder).await;
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Ffa, 3) };
    let game = host.lobbies.open_lobby(&who(6), PLACE, options, None).await.unwrap().game;
    for person in 1..=3 {
        host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
    }
    let there = Place { channel: ChannelId(77), ..PLACE };
    assert_eq!(refusal(host.tables.move_game(&who(7), game, there).await), Refusal::NotInGame);
    host.tables.move_game(&who(6), game, there).await.unwrap();
    assert_eq!(scene(&host, game).await.place, there);
    at(&host, BEGIN + 3 * DAY - 1).await;
    let early = refusal(host.tables.free_seat(&who(6), game, PersonId(1)).await);
    assert_eq!(early, TableRefusal::WaitUntil((BEGIN + 3 * DAY) / 1000).into());
    at(&host, BEGIN + 3 * DAY).await;
    assert_eq!(refusal(host.tables.free_seat(&who(7), game, PersonId(1)).await), TableRefusal::NoSay.into());
    host.tables.free_seat(&who(6), game, PersonId(1)).await.unwrap();
    let fill = async |by: u64| host.tables.computer_takes(&who(by), game, Seat(0), ::opponent::Level::Recruit).await;
    assert_eq!(refusal(fill(7).await), ComputerRefusal::NotAtTable.into());
    fill(6).await.unwrap();
    assert_eq!(scene(&host, game).await.seats[0][0].name, "Ada (Recruit bot)");
}
