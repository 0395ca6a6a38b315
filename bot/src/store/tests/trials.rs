//! Tests of armies: one in progress for each server, a limit for all, results, and what is deleted with them.

use super::*;

fn new(guild: u64, army: &str) -> NewTrial {
    NewTrial {
        guild: GuildId(guild),
        battalion: army.to_owned(),
        plan: "plan".to_owned(),
        name: army.to_uppercase(),
        person: PersonId(7),
        began_at: 1000,
    }
}

async fn begin(store: &Store, guild: u64, army: &str) -> Option<TrialId> {
    store.begin_trial(new(guild, army), 3).await.unwrap()
}

async fn put(store: &Store, id: TrialId, pair: i64, content: &str) -> bool {
    store.put_trial_pair(id, TrialPair { opponent: 1, pair, content: content.to_owned() }).await.unwrap()
}

async fn a_server_has_one_in_progress_and_all_together_a_limit(base: Base) {
    let store = base.open().await;
    let first = begin(&store, 1, "a").await.unwrap();
    assert_eq!((begin(&store, 1, "a").await, begin(&store, 1, "b").await), (None, None));
    let second = begin(&store, 2, "a").await.unwrap();
    begin(&store, 3, "a").await.unwrap();
    assert_eq!(begin(&store, 4, "a").await, None);
    assert!(store.cancel_trial(second).await.unwrap() && !store.cancel_trial(second).await.unwrap());
    let fourth = begin(&store, 4, "a").await.unwrap();
    assert!(fourth > second);
    assert!(store.trials_in_progress().await.unwrap().contains(&first));
    assert_eq!(store.trials(GuildId(2)).await.unwrap(), []);
}

async fn pairs_belong_to_a_test_in_progress(base: Base) {
    let store = base.open().await;
    let id = begin(&store, 1, "a").await.unwrap();
    for (pair, content) in [(2, "x"), (1, "y"), (2, "z")] {
        assert!(put(&store, id, pair, content).await);
    }
    let content =
        async || -> Vec<String> { store.trial_pairs(id).await.unwrap().into_iter().map(|pair| pair.content).collect() };
    assert_eq!(content().await, ["y", "z"]);
    store.replan_trial(id, "other".to_owned()).await.unwrap();
    assert_eq!(content().await, [""; 0]);
    assert_eq!(store.trial(id).await.unwrap().unwrap().plan, "other");
    assert!(put(&store, id, 1, "x").await);
    assert!(store.end_trial(id, TrialState::Finished, Some("{}".to_owned())).await.unwrap());
    assert_eq!(content().await, [""; 0]);
    assert!(!put(&store, id, 1, "late").await);
    assert!(!store.end_trial(id, TrialState::Failed, None).await.unwrap());
    let untold = store.untold_trials().await.unwrap();
    assert_eq!((untold.len(), untold[0].state, untold[0].report.as_deref()), (1, TrialState::Finished, Some("{}")));
    store.trial_told(id).await.unwrap();
    assert_eq!(store.untold_trials().await.unwrap(), []);
    // A new test replaces the result; so do many others after a while.
    let again = begin(&store, 1, "a").await.unwrap();
    assert_eq!(store.trial(id).await.unwrap(), None);
    assert!(store.end_trial(again, TrialState::Archived, None).await.unwrap());
    let elsewhere = begin(&store, 2, "a").await.unwrap();
    assert!(store.end_trial(elsewhere, TrialState::Failed, None).await.unwrap());
    for number in 0..40 {
        let id = begin(&store, 1, &number.to_string()).await.unwrap();
        assert!(store.end_trial(id, TrialState::Failed, None).await.unwrap());
    }
    assert_eq!(store.trials(GuildId(1)).await.unwrap().len(), 30);
    // A server with few tests keeps them, however many others have.
    let latest = begin(&store, 2, "b").await.unwrap();
    let kept: Vec<TrialId> = store.trials(GuildId(2)).await.unwrap().iter().map(|row| row.id).collect();
    assert_eq!(kept, [latest, elsewhere]);
}

/// A deleted person gets no message; the test itself belongs to the server.
async fn a_test_outlives_its_person_but_not_its_server(base: Base) {
    let store = base.open().await;
    let id = begin(&store, 1, "a").await.unwrap();
    assert!(put(&store, id, 1, "x").await);
    store.finish_erasure(PersonId(7)).await.unwrap();
    let row = store.trial(id).await.unwrap().unwrap();
    assert!(row.person.is_nameless() && row.told && row.state == TrialState::Playing);
    assert!(store.end_trial(id, TrialState::Failed, None).await.unwrap());
    assert_eq!(store.untold_trials().await.unwrap(), []);
    let id = begin(&store, 1, "b").await.unwrap();
    assert!(put(&store, id, 1, "x").await);
    assert!(store.servers_with_data().await.unwrap().iter().any(|(guild, _)| *guild == GuildId(1)));
    store.delete_server(GuildId(1)).await.unwrap();
    assert_eq!((store.trials(GuildId(1)).await.unwrap().len(), store.trial_pairs(id).await.unwrap().len()), (0, 0));
}

/// Tests of other servers and other armies stay when a test begins, ends or is deleted.
async fn tests_of_armies_are_kept_apart(base: Base) {
    let store = base.open().await;
    let mut ids = Vec::new();
    for (guild, army) in [(1, "a"), (1, "b"), (2, "a")] {
        let id = begin(&store, guild, army).await.unwrap();
        assert!(put(&store, id, 1, "x").await);
        assert_eq!(store.finished_trial(GuildId(guild), army).await.unwrap(), None, "in progress");
        assert!(store.end_trial(id, TrialState::Finished, Some(format!("{guild}{army}"))).await.unwrap());
        ids.push(id);
    }
    let reports = async || {
        let mut reports = Vec::new();
        for (guild, army) in [(1, "a"), (1, "b"), (2, "a"), (2, "b")] {
            let found = store.finished_trial(GuildId(guild), army).await.unwrap();
            reports.push(found.and_then(|row| row.report).unwrap_or_default());
        }
        reports
    };
    assert_eq!(reports().await, ["1a", "1b", "2a", ""]);
    let again = begin(&store, 2, "a").await.unwrap();
    assert_eq!(reports().await, ["1a", "1b", "", ""]);
    let other = begin(&store, 1, "b").await.unwrap();
    for id in [again, other] {
        assert!(put(&store, id, 1, "x").await);
    }
    store.replan_trial(again, "other".to_owned()).await.unwrap();
    let left = [store.trial_pairs(again).await.unwrap().len(), store.trial_pairs(other).await.unwrap().len()];
    assert_eq!(left, [0, 1], "the other test goes on");
    assert!(store.end_trial(again, TrialState::Failed, None).await.unwrap());
    assert_eq!(reports().await, ["1a", "", "", ""]);
    assert_eq!(store.trial_pairs(other).await.unwrap().len(), 1);
    assert!(store.cancel_trial(other).await.unwrap());
    let left: Vec<TrialId> = store.trials(GuildId(1)).await.unwrap().iter().map(|row| row.id).collect();
    assert_eq!(left, ids[..1]);
    let untold: Vec<TrialId> = store.untold_trials().await.unwrap().iter().map(|row| row.id).collect();
    assert_eq!(untold, [ids[0], again], "the oldest first");
}

on_both! {
    tests_of_armies_are_kept_apart,
    a_server_has_one_in_progress_and_all_together_a_limit,
    pairs_belong_to_a_test_in_progress,
    a_test_outlives_its_person_but_not_its_server,
}
