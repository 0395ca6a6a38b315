//! Results of finished games, and the statistics computed from them.

use super::*;
use crate::store::{ResultRow, Score};
use engine::titans::PlacementStyle;

const GUILD: GuildId = GuildId(9);
/// Mate in two turns of each side.
const MATE: [(u64, &str); 4] = [(1, "f3"), (2, "e5"), (1, "g4"), (2, "Qh4")];

async fn results(host: &Host) -> Vec<ResultRow> {
    host.store.results(GUILD).await.unwrap()
}

async fn mated(host: &Host) -> GameId {
    let game = duel(host).await;
    for (person, text) in MATE {
        play(host, game, person, text).await;
    }
    game
}

fn scores(row: &ResultRow) -> Vec<Score> {
    row.seats.iter().map(|seat| seat.score).collect()
}

fn about(person: u64) -> AskedAbout {
    AskedAbout { person: PersonId(person), name: who(person).name }
}

async fn standing(host: &Host, asking: u64, person: u64) -> Result<PersonStanding, Error> {
    let about = about(person);
    host.standings.standing_of(PersonId(asking), GUILD, about).await
}

#[tokio::test]
async fn the_action_that_ends_a_game_stores_its_result_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = duel(&host).await;
    for (person, text) in &MATE[..3] {
        play(&host, game, *person, text).await;
    }
    assert_eq!(results(&host).await, [], "it is not over");
    let bob = who(2);
    for repeated in [false, true] {
        let Played::Done(done) = host.games.act_text(&bob, game, "Qh4", true).await.unwrap() else { panic!() };
        assert_eq!(done.repeated, repeated);
        let all = results(&host).await;
        let [one] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((one.game, one.turns, one.computer), (game, 4, false));
        assert_eq!((one.mode.as_str(), one.ending.as_str()), ("duel", "checkmate"));
        assert_eq!(scores(one), [Score::Lost, Score::Won]);
        assert_eq!(one.seats[1].army, "medieval");
        let held = one.seats[1].people[0].as_ref().unwrap();
        assert_eq!((held.person, held.name.as_str()), (PersonId(2), "Bob"));
    }
    // Simulates a crash: the host is not closed.
    let host = super::host(&folder).await;
    assert_eq!(results(&host).await.len(), 1);
}

#[tokio::test]
async fn every_way_to_end_a_game_is_told_apart() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let started = || async {
        let game = duel(&host).await;
        play(&host, game, 1, "e4").await;
        play(&host, game, 2, "e5").await;
        game
    };
    let game = started().await;
    host.games.resign(&who(1), game, None).await.unwrap();
    let game = started().await;
    let offer = host.games.offer_draw(&who(1), game, None).await.unwrap();
    host.games.answer_draw(&who(2), game, Some(offer.version), true).await.unwrap();
    let game = started().await;
    host.games.end(&moderator(7), game, None).await.unwrap();
    // Over too early to count.
    let game = duel(&host).await;
    play(&host, game, 1, "e4").await;
    host.games.resign(&who(2), game, None).await.unwrap();
    // A closed lobby is not a game.
    let lobby = open(&host, 1, GameMode::Duel, 2).await;
    host.games.end(&who(1), lobby, None).await.unwrap();
    let all = results(&host).await;
    let found: Vec<(&str, Vec<Score>, u32)> =
        all.iter().map(|row| (row.ending.as_str(), scores(row), row.turns)).collect();
    assert_eq!(
        found,
        [
            ("resigned", vec![Score::Lost, Score::Won], 2),
            ("agreement", vec![Score::Drew, Score::Drew], 2),
            ("stopped", vec![Score::None, Score::None], 2),
            ("resigned", vec![Score::Won, Score::Lost], 1),
        ]
    );
    // Only the first two of these games count.
    let ann = standing(&host, 3, 1).await.unwrap();
    let [duels] = ann.pools.as_slice() else { panic!("{ann:?}") };
    let (won, drawn, lost) = (duels.tally.won, duels.tally.drawn, duels.tally.lost);
    assert_eq!((won, drawn, lost), (0, 1, 1));
    assert_eq!(duels.course.len(), 2);
    let server = host.standings.server_standing(&manager(1), GUILD).await.unwrap();
    assert_eq!((server.games, server.people), (4, 2));
    let admin = server.admin.unwrap();
    assert_eq!((admin.uncounted, admin.endings[0]), (2, (Ending::Resigned, 2)));
    let server = host.standings.server_standing(&who(1), GUILD).await.unwrap();
    assert_eq!(server.admin, None);
}

#[tokio::test]
async fn administrators_see_how_much_was_played_in_the_last_month() {
    const DAY: i64 = 24 * HOUR;
    let folder = Folder::new();
    let mut seen = Vec::new();
    for now in [BEGIN, BEGIN + 29 * DAY, BEGIN + 31 * DAY] {
        let host = host_at(&folder, now).await;
        if now < BEGIN + 31 * DAY {
            mated(&host).await;
        }
        let server = host.standings.server_standing(&manager(1), GUILD).await.unwrap();
        let admin = server.admin.unwrap();
        seen.push((server.games, admin.lately, admin.people_lately));
    }
    assert_eq!(seen, [(1, 1, 2), (2, 2, 2), (2, 1, 2)]);
}

#[tokio::test]
async fn a_match_counts_for_both_colours() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = super::clash::begun(&host).await;
    host.games.resign(&who(2), game, None).await.unwrap();
    host.games.resign(&who(2), game, None).await.unwrap();
    let all = results(&host).await;
    assert_eq!((all[0].mode.as_str(), all[0].ending.as_str()), ("clash", "match"));
    assert_eq!((all[0].seats[0].army.as_str(), all[0].seats[0].score), ("white", Score::Won));
}

#[tokio::test]
async fn games_that_ended_before_results_were_stored_are_looked_at_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for _ in 0..3 {
        mated(&host).await;
    }
    let spoilt = mated(&host).await;
    let running = duel(&host).await;
    let before = results(&host).await;
    // Simulates data of an older version; one of the games is unreadable.
    for plant in [
        "DELETE FROM results WHERE game <= $1",
        "INSERT INTO results_missing SELECT 1, min(id), max(id) FROM games WHERE state = 'over' AND $1 > 0",
        "UPDATE effects SET content = '{}' WHERE game = $1 AND seq = 0",
    ] {
        damage(&folder, plant, spoilt).await;
    }
    let host = super::host(&folder).await;
    assert_eq!(results(&host).await, []);
    // The migration continues after an interruption.
    let first = host.store.games_without_result(1).await.unwrap().unwrap();
    let added = host.store.add_results(Vec::new(), Some(first[0].0));
    added.await.unwrap();
    host.records.catch_up().await.unwrap();
    assert_eq!(results(&host).await, before[1..3]);
    assert_eq!(host.store.games_without_result(9).await.unwrap(), None);
    host.games.resign(&who(1), running, None).await.unwrap();
    assert_eq!(results(&host).await.len(), 3);
}

/// The last turn of a fast win counts, for the Player who moves first and for the other one.
#[tokio::test]
async fn a_fast_win_counts_the_own_turns() {
    let folder = Folder::new();
    let host = host(&folder).await;
    mated(&host).await;
    let game = duel(&host).await;
    for (person, text) in [(1, "e4"), (2, "g5"), (1, "d4"), (2, "f6"), (1, "Qh5")] {
        play(&host, game, person, text).await;
    }
    for (person, turns) in [(1, 3), (2, 2)] {
        let shown = standing(&host, person, person).await.unwrap();
        assert_eq!(shown.fastest.iter().map(|win| win.turns).collect::<Vec<_>>(), [turns]);
    }
}

#[tokio::test]
async fn who_has_no_public_standing_is_nobody_to_others() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for _ in 0..6 {
        mated(&host).await;
    }
    let board = |pool| host.standings.leaderboard(GUILD, pool, 9);
    let names = |board: Leaderboard| {
        let names = board.lines.into_iter().map(|line| line.person.name);
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(board(Pool::Duel).await.unwrap()), ["Bob", "Ann"]);
    assert_eq!(board(Pool::Party).await.unwrap().pages, 0);
    let shown = standing(&host, 1, 2).await.unwrap();
    assert_eq!((shown.streak, shown.best_streak), (6, 6));
    assert_eq!((shown.fastest.len(), shown.fastest[0].turns), (3, 2));
    assert_eq!(shown.armies[0].rate.games, 6);
    let ann = standing(&host, 2, 1).await.unwrap();
    host.records.set_listed(PersonId(2), false).await.unwrap();
    host.records.set_listed(PersonId(2), false).await.unwrap();
    assert_eq!(names(board(Pool::Duel).await.unwrap()), ["Ann"]);
    let hidden = refusal(standing(&host, 1, 2).await);
    assert_eq!(hidden, StandingRefusal::NotListed("Bob".to_owned()).into());
    // A person who has never played gives the same refusal.
    let never = refusal(standing(&host, 1, 3).await);
    assert_eq!(never, StandingRefusal::NotListed("Cid".to_owned()).into());
    assert!(!standing(&host, 2, 2).await.unwrap().listed);
    // Other people's results are unchanged.
    assert_eq!(standing(&host, 3, 1).await.unwrap().pools, ann.pools);
    host.records.set_listed(PersonId(2), true).await.unwrap();
    assert_eq!(names(board(Pool::Duel).await.unwrap()), ["Bob", "Ann"]);
}

/// Ten people fill a page.
#[tokio::test]
async fn people_who_hide_fill_no_page_of_a_leaderboard() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for people in [[1, 2], [3, 4], [5, 6], [7, 8], [9, 10], [10, 11]] {
        let opener = who(people[0]);
        let opened = host.lobbies.open_lobby(&opener, PLACE, LobbyOptions::new(GameMode::Duel, 2), None);
        let game = opened.await.unwrap().game;
        for person in people {
            host.lobbies.join(&who(person), game, with("medieval")).await.unwrap();
        }
        for text in ["e4", "e5", "d4", "d5"] {
            let person = scene(&host, game).await.to_act[0].person.0;
            play(&host, game, person, text).await;
        }
        host.games.resign(&who(people[0]), game, None).await.unwrap();
    }
    let board = async |page| host.standings.leaderboard(GUILD, Pool::Duel, page).await.unwrap();
    let size = |board: Leaderboard| (board.page, board.pages, board.lines.len());
    assert_eq!(size(board(0).await), (0, 2, 10));
    assert_eq!(size(board(1).await), (1, 2, 1));
    host.records.set_listed(PersonId(4), false).await.unwrap();
    assert_eq!(size(board(1).await), (0, 1, 10));
}

#[tokio::test]
async fn the_best_of_a_server_is_nobody_who_hides() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let best = async || {
        let standing = host.standings.server_standing(&who(3), GUILD).await.unwrap();
        standing.best.into_iter().map(|(pool, line)| (pool, line.person.name)).collect::<Vec<_>>()
    };
    assert_eq!(best().await, []);
    // Ratings are provisional while only one of the two has won.
    for loser in [1, 2, 1].repeat(7) {
        let game = duel(&host).await;
        for (person, text) in [(1, "e4"), (2, "e5"), (1, "d4")] {
            play(&host, game, person, text).await;
        }
        host.games.resign(&who(loser), game, None).await.unwrap();
    }
    assert_eq!(best().await, [(Pool::Duel, "Bob".to_owned())]);
    host.records.set_listed(PersonId(2), false).await.unwrap();
    assert_eq!(best().await, [(Pool::Duel, "Ann".to_owned())]);
}

#[tokio::test]
async fn armies_are_compared_where_they_differ() {
    let folder = Folder::new();
    let host = host(&folder).await;
    mated(&host).await;
    for loser in [1, 1, 2] {
        let game = game(&host, GameMode::Duel, &["medieval", "makpong"]).await;
        for person in [1, 2] {
            let acts = host.games.acts(game, PersonId(person)).await.unwrap();
            let index = acts.acts[0].index;
            host.games.act_index(&who(person), game, acts.version, index, Vec::new(), true).await.unwrap();
        }
        host.games.resign(&who(loser), game, None).await.unwrap();
    }
    let makpong = host.standings.army_standing(&who(3), GUILD, "Makpong").await.unwrap();
    let [(Mode::Duel, rate)] = makpong.modes.as_slice() else { panic!("{makpong:?}") };
    assert_eq!((rate.games, (rate.share * 3.0).round()), (3, 2.0));
    assert_eq!(makpong.against[0].rate, *rate);
    assert_eq!(makpong.versions, []);
    // Games of several count, but not as games against each of the other armies.
    let several = game(&host, GameMode::Ffa, &["makpong", "medieval", "baroque"]).await;
    for person in [1, 2, 3] {
        let acts = host.games.acts(several, PersonId(person)).await.unwrap();
        let index = acts.acts[0].index;
        host.games.act_index(&who(person), several, acts.version, index, Vec::new(), true).await.unwrap();
    }
    for person in [1, 2] {
        host.games.resign(&who(person), several, None).await.unwrap();
    }
    let later = host.standings.army_standing(&who(3), GUILD, "Makpong").await.unwrap();
    assert_eq!(later.against, makpong.against);
    assert_eq!(
        later.modes.iter().map(|(mode, rate)| (*mode, rate.games)).collect::<Vec<_>>(),
        [(Mode::Duel, 3), (Mode::Ffa, 1)]
    );
    let unknown = refusal(host.standings.army_standing(&who(3), GUILD, "dragons").await);
    assert_eq!(unknown, UnknownName::of(Entry::Battalion).into());
    let server = host.standings.server_standing(&who(3), GUILD).await.unwrap();
    assert_eq!(server.modes[0].games, 4);
    assert_eq!(server.modes[0].armies.len(), 2);
}

#[tokio::test]
async fn the_versions_of_an_army_are_told_apart() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let by = sharing::manager_of(GUILD);
    for (version, losers) in [(1, vec![2]), (2, vec![2, 1, 2])] {
        let text = format!("{}# version {version}\n", sharing::file("knights", "Knights"));
        sharing::bring_to(&host, GUILD, &text).await;
        host.battalions.publish_battalion(&by, GUILD, "knights", None).await.unwrap();
        for loser in losers {
            let game = game(&host, GameMode::Duel, &["knights", "medieval"]).await;
            play(&host, game, 1, "e4").await;
            play(&host, game, 2, "e5").await;
            host.games.resign(&who(loser), game, None).await.unwrap();
        }
    }
    let knights = host.standings.army_standing(&who(3), GUILD, "Knights").await.unwrap();
    let versions: Vec<_> =
        knights.versions.iter().map(|(version, rate)| (*version, rate.games, (rate.share * 3.0).round())).collect();
    assert_eq!(versions, [(2, 3, 2.0), (1, 1, 3.0)]);
    assert_eq!((knights.modes[0].1.games, knights.against[0].rate.games), (4, 4));
}

/// A duel that ends after two turns; returns the rating of the winner, the first of these people.
async fn won(host: &Host, people: [u64; 2], armies: [&str; 2], placement: PlacementStyle) -> f64 {
    let options = LobbyOptions { order: SeatOrder::Fixed, placement, ..LobbyOptions::new(GameMode::Duel, 2) };
    let game = host.lobbies.open_lobby(&who(people[0]), PLACE, options, None).await.unwrap().game;
    for (person, army) in people.into_iter().zip(armies) {
        host.lobbies.join(&who(person), game, with(army)).await.unwrap();
    }
    for person in people {
        let acts = host.games.acts(game, PersonId(person)).await.unwrap();
        let index = acts.acts[0].index;
        host.games.act_index(&who(person), game, acts.version, index, Vec::new(), true).await.unwrap();
    }
    host.games.resign(&who(people[1]), game, None).await.unwrap();
    let standing = standing(host, people[0], people[0]).await.unwrap();
    standing.pools[0].rating.unwrap().value
}

#[tokio::test]
async fn a_win_with_the_weaker_army_is_worth_more() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let usual = PlacementStyle::Usual;
    let stronger = won(&host, [1, 2], ["alchemists", "medieval"], usual).await;
    let weaker = won(&host, [3, 4], ["medieval", "alchemists"], usual).await;
    assert!((1500.0..1600.0).contains(&stronger) && weaker > 1750.0, "{stronger} {weaker}");
    // As between equal armies: a mirror, and armies that were not measured on such a board.
    let mirror = won(&host, [5, 6], ["alchemists", "alchemists"], usual).await;
    let shuffled = won(&host, [7, 8], ["alchemists", "medieval"], PlacementStyle::Shuffled).await;
    assert!((mirror - 1662.2).abs() < 0.2 && mirror == shuffled, "{mirror} {shuffled}");
}

#[tokio::test]
async fn party_games_rate_everyone_at_the_table() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 4]).await;
    for person in 1..=4 {
        let offered = host.games.complete(game, PersonId(person), "").await;
        play(&host, game, person, &offered[0].value).await;
    }
    for person in [3, 1, 2] {
        host.games.resign(&who(person), game, None).await.unwrap();
    }
    let board = host.standings.leaderboard(GUILD, Pool::Party, 0).await.unwrap();
    assert_eq!((board.pages, board.lines.len()), (1, 4));
    assert_eq!(board.lines[0].person, member(4));
    let ratings = board.lines.iter().map(|line| line.rating.value);
    assert!(ratings.clone().is_sorted_by(|one, next| one >= next));
    assert!(ratings.clone().next() > ratings.clone().next_back());
    assert_eq!((board.lines[0].tally.won, board.lines[3].tally.lost), (1, 1));
    let duels = host.standings.leaderboard(GUILD, Pool::Duel, 0).await.unwrap();
    assert_eq!((duels.pages, duels.lines), (0, Vec::new()));
}

#[tokio::test]
async fn a_long_leaderboard_has_pages() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for pair in 0..12 {
        let [first, second] = [2 * pair + 1, 2 * pair + 2];
        let options = LobbyOptions::new(GameMode::Duel, 2);
        let options = LobbyOptions { order: SeatOrder::Fixed, ..options };
        let lobby = host.lobbies.open_lobby(&who(first), PLACE, options, None).await.unwrap();
        for person in [first, second] {
            host.lobbies.join(&who(person), lobby.game, with("medieval")).await.unwrap();
        }
        for (side, text) in MATE {
            play(&host, lobby.game, 2 * pair + side, text).await;
        }
    }
    let page = async |number| host.standings.leaderboard(GUILD, Pool::Duel, number).await.unwrap();
    let mut seen = Vec::new();
    for number in 0..3 {
        let board = page(number).await;
        assert_eq!((board.page, board.pages), (number, 3));
        seen.extend(board.lines.into_iter().map(|line| line.person.person.0));
    }
    // The winners, who are tied, rank before the losers; everyone is listed once.
    assert!(seen[..12].iter().all(|person| person % 2 == 0), "{seen:?}");
    seen.sort_unstable();
    assert_eq!(seen, (1..=24).collect::<Vec<u64>>());
    assert_eq!(page(u16::MAX).await.page, 2);
}

/// Games of several people: each plays a turn, then all but the last resign.
async fn free_for_all(host: &Host, people: &[u64]) -> GameId {
    let game = game(host, GameMode::Ffa, &vec!["medieval"; people.len()]).await;
    for person in people {
        let text = host.games.acts(game, PersonId(*person)).await.unwrap().acts[0].text.clone();
        play(host, game, *person, &text).await;
    }
    for person in &people[..people.len() - 1] {
        host.games.resign(&who(*person), game, None).await.unwrap();
    }
    game
}

/// An unpublished army is known to administrators only, also by its name.
#[tokio::test]
async fn an_unpublished_army_has_a_standing_for_administrators() {
    let folder = Folder::new();
    let host = host(&folder).await;
    sharing::bring_to(&host, GUILD, &sharing::file("knights", "Knights")).await;
    for text in ["knights", "Knights"] {
        let shown = host.standings.army_standing(&sharing::manager_of(GUILD), GUILD, text).await.unwrap();
        assert_eq!((shown.id.as_str(), shown.name.as_str(), shown.modes), ("knights", "Knights", Vec::new()));
        let no = refusal(host.standings.army_standing(&who(3), GUILD, text).await);
        assert_eq!(no, UnknownName::of(Entry::Battalion).into());
    }
}

/// A newer version that is not published hides nothing of the published one.
#[tokio::test]
async fn a_private_version_leaves_the_standing_of_the_published_one() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let by = sharing::manager_of(GUILD);
    sharing::bring_to(&host, GUILD, &sharing::file("knights", "Knights")).await;
    host.battalions.publish_battalion(&by, GUILD, "knights", None).await.unwrap();
    sharing::bring_to(&host, GUILD, &sharing::file("knights", "Horses")).await;
    for (asker, text, expected) in [
        (who(3), "knights", Some("Knights")),
        (who(3), "Knights", Some("Knights")),
        (who(3), "Horses", None),
        (by.clone(), "knights", Some("Horses")),
        (by.clone(), "Knights", Some("Horses")),
    ] {
        let shown = host.standings.army_standing(&asker, GUILD, text).await;
        assert_eq!(shown.ok().map(|army| army.name), expected.map(str::to_owned), "{text}");
    }
}

/// The people of the last month are those of its games, not all who ever played.
#[tokio::test]
async fn the_people_of_the_last_month_are_counted() {
    let folder = Folder::new();
    let host = host_at(&folder, BEGIN).await;
    mated(&host).await;
    host.close().await;
    let host = host_at(&folder, BEGIN + 40 * 24 * HOUR).await;
    won(&host, [3, 2], ["medieval"; 2], PlacementStyle::Usual).await;
    won(&host, [3, 4], ["medieval"; 2], PlacementStyle::Usual).await;
    let server = host.standings.server_standing(&manager(1), GUILD).await.unwrap();
    let admin = server.admin.unwrap();
    assert_eq!((server.games, server.people, admin.lately, admin.people_lately), (3, 4, 2, 3));
}

/// Modes of a server begin with the one that is played most; equal ones are in the usual order.
#[tokio::test]
async fn the_modes_of_a_server_begin_with_the_one_that_is_played_most() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let modes = async || {
        let server = host.standings.server_standing(&who(3), GUILD).await.unwrap();
        server.modes.into_iter().map(|mode| (mode.mode, mode.games)).collect::<Vec<_>>()
    };
    mated(&host).await;
    free_for_all(&host, &[1, 2, 3]).await;
    assert_eq!(modes().await, [(Mode::Duel, 1), (Mode::Ffa, 1)]);
    let server = host.standings.server_standing(&who(3), GUILD).await.unwrap();
    assert_eq!(server.best, [], "all ratings are provisional");
    free_for_all(&host, &[1, 2, 3]).await;
    assert_eq!(modes().await, [(Mode::Ffa, 2), (Mode::Duel, 1)]);
}

/// The last holder of a seat that is free at the end has its result.
#[tokio::test]
async fn the_last_holder_of_a_free_seat_has_its_result() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let game = game(&host, GameMode::Ffa, &["medieval"; 3]).await;
    for person in [1, 2, 3] {
        let text = host.games.acts(game, PersonId(person)).await.unwrap().acts[0].text.clone();
        play(&host, game, person, &text).await;
    }
    host.tables.has_left(game, PersonId(2)).await.unwrap();
    host.games.resign(&who(1), game, None).await.unwrap();
    host.games.end(&moderator(7), game, None).await.unwrap();
    let rows = results(&host).await;
    let people: Vec<_> = rows[0].seats.iter().flat_map(|seat| &seat.people).flatten().map(|one| one.person.0).collect();
    assert_eq!(people, [1, 2, 3]);
}

/// A duel with odds is not rated, whatever its other conditions are.
#[tokio::test]
async fn odds_are_a_condition_of_their_own() {
    use crate::store::Conditions;
    let folder = Folder::new();
    let host = host(&folder).await;
    for (placement, odds, expected) in [
        (PlacementStyle::Usual, None, Conditions::Usual),
        (PlacementStyle::Shuffled, None, Conditions::Other),
        (PlacementStyle::Usual, Some(Odds::HalfTime), Conditions::Odds),
        (PlacementStyle::Shuffled, Some(Odds::HalfTime), Conditions::Odds),
    ] {
        let options = LobbyOptions {
            order: SeatOrder::Fixed,
            placement,
            time: TimeControl::USUAL,
            start_when_full: false,
            ..LobbyOptions::new(GameMode::Duel, 2)
        };
        let game = host.lobbies.open_lobby(&who(1), PLACE, options, Some("medieval")).await.unwrap().game;
        if odds.is_some() {
            host.lobbies.give_odds(&who(1), game, odds).await.unwrap();
        }
        host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
        host.lobbies.start(&who(1), game, None).await.unwrap();
        host.games.resign(&who(2), game, None).await.unwrap();
        let rows = results(&host).await;
        assert_eq!(rows.last().unwrap().conditions, expected, "{placement:?} {odds:?}");
    }
}
