//! Tests of armies: their games, restarts, ends, permissions and limits.

use super::sharing::{AWAY, HOME, bring_to, file, manager_of};
use super::*;
use crate::store::TrialState;
use balance::appraisal::{Appraisal, Meeting};
use balance::measured::Balance;
use balance::stats::Interval;

/// Short and weak games.
const SMALL: TrialSettings = TrialSettings { pairs: 1, nodes: 10, longest: 24 };

async fn small(folder: &Folder) -> Host {
    let host = host(folder).await;
    host.trials.sized(SMALL);
    host
}

async fn begin(host: &Host, army: &str) -> TrialId {
    host.trials.test(&manager_of(HOME), HOME, army).await.unwrap().id
}

async fn stage(host: &Host, id: TrialId) -> TrialStage {
    host.trials.state_of(id).await.unwrap().unwrap().stage
}

async fn stored(host: &Host, id: TrialId) -> usize {
    host.store.trial_pairs(id).await.unwrap().len()
}

/// Plays until some pairs are stored, then stops as a crash does.
async fn play_some(host: &Host, id: TrialId) {
    let playing = tokio::spawn({
        let host = host.clone();
        async move { host.trials.play(id).await }
    });
    while stored(host, id).await < 2 {
        assert!(!playing.is_finished());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    playing.abort();
    assert!(playing.await.unwrap_err().is_cancelled());
}

#[tokio::test]
async fn a_test_continues_after_a_restart_and_its_result_is_the_same() {
    let mut reports = Vec::new();
    for interrupted in [true, false] {
        let folder = Folder::new();
        let mut host = small(&folder).await;
        let id = begin(&host, "medieval").await;
        assert_eq!(host.trials.asked().await, Some(id));
        if interrupted {
            play_some(&host, id).await;
            let before = stored(&host, id).await;
            let TrialStage::Playing(progress) = stage(&host, id).await else { panic!() };
            assert!(progress.played >= 2 && progress.games == 2 * (balance::army::duels().len() - 1), "{progress:?}");
            host = small(&folder).await;
            assert_eq!(host.trials.unfinished().await.unwrap(), [id]);
            assert!(stored(&host, id).await >= before);
        }
        let before = stored(&host, id).await;
        let playing = tokio::spawn({
            let host = host.clone();
            async move { host.trials.play(id).await }
        });
        let mut seen = 0;
        while !playing.is_finished() {
            let TrialStage::Playing(progress) = stage(&host, id).await else { break };
            assert!(progress.games == 0 || progress.played >= 2 * before, "{before}: {progress:?}");
            seen += usize::from(progress.games > 0);
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        playing.await.unwrap();
        assert!(seen > 0, "the progress was not seen");
        assert!(host.trials.unfinished().await.unwrap().is_empty());
        assert_eq!(stored(&host, id).await, 0);
        let untold = host.trials.untold().await.unwrap();
        let [Trial { stage: TrialStage::Finished(report), person, .. }] = untold.as_slice() else {
            panic!("{untold:?}")
        };
        assert_eq!(*person, manager_of(HOME).person);
        assert_eq!(report.games, 2 * (balance::army::duels().len() - 1));
        assert!(report.meetings.iter().all(|meeting| meeting.name != "Medieval Battalion"));
        host.trials.told(id).await.unwrap();
        assert!(host.trials.untold().await.unwrap().is_empty());
        // The command shows the stored result, also to other administrators, but not the result of other games.
        let again = host.trials.test(&manager_of(HOME), HOME, "Medieval Battalion").await.unwrap();
        assert_eq!((again.id, &again.stage), (id, &TrialStage::Finished(report.clone())));
        let other = super::host(&folder).await;
        other.trials.sized(TrialSettings { pairs: 2, ..SMALL });
        let new = other.trials.test(&manager_of(HOME), HOME, "medieval").await.unwrap();
        assert!(new.id != id && !new.stage.is_over());
        reports.push(report.clone());
    }
    assert_eq!(reports[0], reports[1]);
}

#[tokio::test]
async fn a_cancelled_test_stops_and_leaves_nothing() {
    let folder = Folder::new();
    let host = small(&folder).await;
    host.trials.sized(TrialSettings { pairs: 40, ..SMALL });
    let id = begin(&host, "medieval").await;
    let playing = tokio::spawn({
        let host = host.clone();
        async move { host.trials.play(id).await }
    });
    while stored(&host, id).await == 0 {
        assert!(!playing.is_finished());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    // Nobody cancels the test of another server.
    let elsewhere = host.trials.cancel(&manager_of(AWAY), AWAY, id).await;
    assert_eq!(refusal(elsewhere), TrialRefusal::Over.into());
    assert_eq!(host.trials.cancel(&manager_of(HOME), HOME, id).await.unwrap(), "Medieval Battalion");
    playing.await.unwrap();
    assert_eq!((host.trials.state_of(id).await.unwrap(), stored(&host, id).await), (None, 0));
    assert!(host.trials.untold().await.unwrap().is_empty());
    assert_eq!(refusal(host.trials.cancel(&manager_of(HOME), HOME, id).await), TrialRefusal::Over.into());
    // A new test begins from the start.
    let new = host.trials.test(&manager_of(HOME), HOME, "medieval").await.unwrap();
    assert!(new.id != id && stored(&host, new.id).await == 0);
}

#[tokio::test]
async fn a_test_ends_when_its_army_is_archived_or_replaced() {
    let folder = Folder::new();
    let host = small(&folder).await;
    let text = file("knights", "Knights");
    bring_to(&host, HOME, &text).await;
    let first = begin(&host, "knights").await;
    play_some(&host, first).await;
    bring_to(&host, HOME, &format!("{text}# 2\n")).await;
    host.trials.play(first).await;
    assert_eq!((stage(&host, first).await, stored(&host, first).await), (TrialStage::Replaced, 0));
    // The second version is another army.
    let second = host.trials.test(&manager_of(HOME), HOME, "knights").await.unwrap();
    assert_eq!((second.version, second.name.as_str()), (Some(2), "Knights"));
    host.battalions.archive_battalion(&manager_of(HOME), HOME, "knights").await.unwrap();
    host.trials.play(second.id).await;
    assert_eq!(stage(&host, second.id).await, TrialStage::Archived);
    assert_eq!(host.trials.untold().await.unwrap().len(), 2);
    let archived = host.trials.test(&manager_of(HOME), HOME, "knights").await;
    assert_eq!(refusal(archived), TrialRefusal::Archived.into());
    // In use again, it is tested from the start.
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "knights", None).await.unwrap();
    let third = host.trials.test(&manager_of(HOME), HOME, "knights").await.unwrap();
    assert!(third.id != second.id && !third.stage.is_over());
}

/// A test that is being played ends with its army, long before its last game.
#[tokio::test]
async fn a_test_in_progress_ends_when_its_army_is_archived_or_replaced() {
    for replaced in [false, true] {
        let folder = Folder::new();
        let host = host(&folder).await;
        host.trials.sized(TrialSettings { pairs: 40, ..SMALL });
        let text = file("knights", "Knights");
        bring_to(&host, HOME, &text).await;
        let id = begin(&host, "knights").await;
        let playing = tokio::spawn({
            let host = host.clone();
            async move { host.trials.play(id).await }
        });
        while stored(&host, id).await == 0 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        if replaced {
            bring_to(&host, HOME, &format!("{text}# 2\n")).await;
        } else {
            host.battalions.archive_battalion(&manager_of(HOME), HOME, "knights").await.unwrap();
        }
        playing.await.unwrap();
        let expected = if replaced { TrialStage::Replaced } else { TrialStage::Archived };
        assert_eq!((stage(&host, id).await, stored(&host, id).await), (expected, 0));
    }
}

/// Ends a test with this score against the Medieval Battalion.
async fn finish(host: &Host, id: TrialId, score: Interval) {
    let report = Appraisal {
        name: "Knights".to_owned(),
        nodes: SMALL.nodes,
        games: 100,
        score,
        meetings: vec![Meeting { name: "Medieval Battalion".to_owned(), score }],
        first_move: score,
        draws: 0.0,
        too_long: 0.0,
        turns: 20.0,
        shortest: None,
        pieces: Vec::new(),
        warnings: Vec::new(),
    };
    let report = serde_json::to_string(&report).unwrap();
    assert!(host.store.end_trial(id, TrialState::Finished, Some(report)).await.unwrap());
}

/// A lobby of two people with these armies.
async fn lobby_of(host: &Host, armies: [&str; 2]) -> GameId {
    let options = LobbyOptions { order: SeatOrder::Fixed, ..LobbyOptions::new(GameMode::Duel, 2) };
    let options = LobbyOptions { start_when_full: false, ..options };
    let game = host.lobbies.open_lobby(&who(1), PLACE, options, None).await.unwrap().game;
    for (person, army) in (1..).zip(armies) {
        host.lobbies.join(&who(person), game, with(army)).await.unwrap();
    }
    game
}

/// Close to 88.0 points for a win with an army that scores at least 75 %, by hand from Glickman's formulas.
#[tokio::test]
async fn a_finished_test_counts_in_lobbies_and_ratings_for_its_version_and_plan() {
    let folder = Folder::new();
    let host = small(&folder).await;
    let text = file("knights", "Knights");
    bring_to(&host, HOME, &text).await;
    let publish = async |host: &Host| {
        host.battalions.publish_battalion(&manager_of(HOME), HOME, "knights", None).await.unwrap();
    };
    publish(&host).await;
    let id = begin(&host, "knights").await;
    let game = lobby_of(&host, ["knights", "medieval"]).await;
    let balance = async |host: &Host, game| lobby(host, game).await.balance;
    assert_eq!(balance(&host, game).await, None, "the test is in progress");
    host.lobbies.start(&who(1), game, None).await.unwrap();
    for person in [1, 2] {
        let acts = host.games.acts(game, PersonId(person)).await.unwrap();
        let index = acts.acts[0].index;
        host.games.act_index(&who(person), game, acts.version, index, Vec::new(), true).await.unwrap();
    }
    host.games.resign(&who(2), game, None).await.unwrap();
    let rating = async |host: &Host| {
        let about = AskedAbout { person: PersonId(1), name: "Ann".to_owned() };
        let standing = host.standings.standing_of(PersonId(1), HOME, about).await.unwrap();
        standing.pools[0].rating.unwrap().value
    };
    assert!((rating(&host).await - 1662.2).abs() < 0.2);
    let score = Interval { mean: 0.8, half: 0.05 };
    finish(&host, id, score).await;
    assert!((rating(&host).await - 1588.0).abs() < 0.5, "{}", rating(&host).await);
    let game = lobby_of(&host, ["medieval", "knights"]).await;
    assert_eq!(balance(&host, game).await, Some(Balance::Second(score)));
    // Not against armies that it did not meet, nor by a test of another size.
    host.lobbies.choose_battalion(&who(1), game, "makpong").await.unwrap();
    assert_eq!(balance(&host, game).await, None);
    host.lobbies.choose_battalion(&who(1), game, "medieval").await.unwrap();
    let other = super::host(&folder).await;
    other.trials.sized(TrialSettings { pairs: 2, ..SMALL });
    assert_eq!(balance(&other, game).await, None);
    assert!((rating(&other).await - 1662.2).abs() < 0.2);
    let host = small(&folder).await;
    assert_eq!(balance(&host, game).await, Some(Balance::Second(score)));
    // A new version is another army; the game with the old one keeps its score.
    bring_to(&host, HOME, &format!("{text}# 2\n")).await;
    publish(&host).await;
    host.lobbies.choose_battalion(&who(2), game, "knights").await.unwrap();
    assert_eq!(balance(&host, game).await, None);
    assert!((rating(&host).await - 1588.0).abs() < 0.5);
}

/// Pairs of another plan are not used: here the program is started with another size of the tests.
#[tokio::test]
async fn games_of_another_plan_are_played_again() {
    let folder = Folder::new();
    let host = small(&folder).await;
    let id = begin(&host, "medieval").await;
    play_some(&host, id).await;
    let before = host.store.trial_pairs(id).await.unwrap();
    let plan = host.store.trial(id).await.unwrap().unwrap().plan;
    let host = super::host(&folder).await;
    host.trials.sized(TrialSettings { longest: 12, ..SMALL });
    let playing = tokio::spawn({
        let host = host.clone();
        async move { host.trials.play(id).await }
    });
    while host.store.trial(id).await.unwrap().unwrap().plan == plan || stored(&host, id).await == 0 {
        assert!(!playing.is_finished());
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    let after = host.store.trial_pairs(id).await.unwrap();
    playing.abort();
    assert!(after.iter().all(|pair| !before.contains(pair)), "{after:?}");
}

#[tokio::test]
async fn only_administrators_test_and_each_server_one_army_at_a_time() {
    let folder = Folder::new();
    let host = small(&folder).await;
    let denied = || Denied::Administer(None).into();
    assert_eq!(refusal(host.trials.test(&who(2), HOME, "medieval").await), denied());
    assert_eq!(refusal(host.trials.test(&manager_of(AWAY), HOME, "medieval").await), denied());
    let id = begin(&host, "medieval").await;
    assert_eq!(refusal(host.trials.cancel(&who(2), HOME, id).await), denied());
    assert_eq!(begin(&host, "medieval").await, id);
    let other = host.trials.test(&manager_of(HOME), HOME, "makpong").await;
    assert_eq!(refusal(other), TrialRefusal::Other("Medieval Battalion".to_owned()).into());
    let elsewhere = host.trials.test(&manager_of(AWAY), AWAY, "makpong").await.unwrap();
    assert_eq!(host.trials.unfinished().await.unwrap(), [id, elsewhere.id]);
    let unknown = host.trials.test(&manager_of(HOME), HOME, "nothing").await;
    assert_eq!(refusal(unknown), UnknownName::of(Entry::Battalion).into());
    let duels = balance::army::duels();
    let other = engine::battalion::builtin().iter().find(|army| !duels.contains(&army.id)).unwrap();
    let name = engine::battalion::load_builtin(other.id).unwrap().name.clone();
    let not_for_duels = host.trials.test(&manager_of(HOME), HOME, other.id).await;
    assert_eq!(refusal(not_for_duels), TrialRefusal::NotForDuels(name).into());
    // All servers together have a limited number.
    for server in 100.. {
        match host.trials.test(&manager_of(GuildId(server)), GuildId(server), "makpong").await {
            Ok(_) => assert!(server < 118),
            Err(Error::Refused(why)) => {
                assert_eq!(why, TrialRefusal::Busy.into());
                assert_eq!(server, 118, "two tests and eighteen more");
                break;
            }
            Err(other) => panic!("{other}"),
        }
    }
}

/// Every end of a test wakes the delivery, which posts the result or changes the message about the test.
#[tokio::test]
async fn the_delivery_is_woken_at_every_end_of_a_test() {
    use futures_util::FutureExt as _;
    let folder = Folder::new();
    let host = small(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    let woken = || host.trials.ended().now_or_never().is_some();
    let cancelled = begin(&host, "knights").await;
    assert!(!woken());
    host.trials.cancel(&manager_of(HOME), HOME, cancelled).await.unwrap();
    assert!(woken() && !woken());
    let id = begin(&host, "knights").await;
    host.battalions.archive_battalion(&manager_of(HOME), HOME, "knights").await.unwrap();
    host.trials.play(id).await;
    assert!(woken() && !woken());
    for text in ["knights", " KNIGHTS "] {
        let archived = host.trials.test(&manager_of(HOME), HOME, text).await;
        assert_eq!(refusal(archived), TrialRefusal::Archived.into(), "{text:?}");
    }
}

/// The background task continues the tests of all servers.
#[tokio::test(flavor = "multi_thread")]
async fn the_tests_of_all_servers_continue_after_a_start() {
    let folder = Folder::new();
    let before = small(&folder).await;
    for guild in [HOME, AWAY] {
        before.trials.test(&manager_of(guild), guild, "makpong").await.unwrap();
    }
    let host = small(&folder).await;
    let shutdown = tokio_util::sync::CancellationToken::new();
    let running = tokio::spawn(crate::testing::run(host.trials.clone(), shutdown.clone()));
    let all = async {
        while !host.trials.unfinished().await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(600), all).await.expect("both tests end");
    assert_eq!(host.trials.untold().await.unwrap().len(), 2);
    shutdown.cancel();
    running.await.unwrap();
}

/// Armies of two servers can have the same id; each counts with its own test.
#[tokio::test]
async fn armies_of_two_servers_with_the_same_id_are_told_apart() {
    let folder = Folder::new();
    let host = small(&folder).await;
    let scores = [(HOME, 0.8), (AWAY, 0.2)].map(|(guild, mean)| (guild, Interval { mean, half: 0.05 }));
    for (guild, score) in scores {
        bring_to(&host, guild, &file("knights", &format!("Knights of {}", guild.0))).await;
        let id = host.trials.test(&manager_of(guild), guild, "knights").await.unwrap().id;
        finish(&host, id, score).await;
    }
    for (guild, score) in scores {
        let known = host.lobbies.strengths.score(Some(guild), "knights@1", "medieval").await.unwrap();
        assert_eq!(known, Some(score), "{guild:?}");
    }
}

/// A test of a file that only another version of the program can read fails, and another test can begin.
#[tokio::test]
async fn a_test_of_a_file_that_cannot_be_read_fails() {
    let folder = Folder::new();
    let before = small(&folder).await;
    bring_to(&before, HOME, &file("knights", "Knights")).await;
    let id = begin(&before, "knights").await;
    before.close().await;
    let spoil = "UPDATE battalions SET file = 'format = 99' WHERE id = 'knights' AND $1 > 0";
    damage(&folder, spoil, GameId(1)).await;
    let host = small(&folder).await;
    host.trials.play(id).await;
    assert_eq!(stage(&host, id).await, TrialStage::Failed);
    let next = host.trials.test(&manager_of(HOME), HOME, "medieval").await.unwrap();
    assert!(next.id != id && !next.stage.is_over());
}
