//! Tests of servers' Battalions: adding several at once, and log entries only for actual changes.

use super::*;

const GUILD: GuildId = GuildId(3);
const ANN: PersonId = PersonId(7);

fn log(content: &str) -> NewLog {
    NewLog { guild: GUILD, at: 2000, by: None, content: format!("\"{content}\"") }
}

async fn logged(store: &Store) -> usize {
    store.admin_log(GUILD).await.unwrap().len()
}

async fn waiting(store: &Store, battalion: &str) -> DraftRow {
    let files = vec![NewDraft { battalion: battalion.to_owned(), file: "file".to_owned() }];
    let id = store.put_drafts(GUILD, files, false, ANN, 1000).await;
    store.drafts(id.unwrap()).await.unwrap().remove(0)
}

async fn accept(store: &Store, drafts: Vec<DraftRow>, key: u64) -> Outcome<Vec<i64>> {
    let drafts = drafts.into_iter().map(|draft| (draft, false)).collect();
    let answer = |versions: &[i64]| (format!("{versions:?}"), Vec::new());
    store.accept_drafts(drafts, ANN, InteractionKey(key), 1500, answer).await.unwrap()
}

async fn waiting_files_are_accepted_all_or_none(base: Base) {
    let store = base.open().await;
    let gone = waiting(&store, "gone").await;
    let waits = waiting(&store, "waits").await;
    assert!(store.discard_drafts(gone.id).await.unwrap());
    assert!(!store.discard_drafts(gone.id).await.unwrap());
    // The files of a pack are discarded together, and no others.
    let file = |battalion: &str| NewDraft { battalion: battalion.to_owned(), file: "file".to_owned() };
    let pack = store.put_drafts(GUILD, vec![file("first"), file("second")], false, ANN, 1000).await.unwrap();
    assert_eq!(store.drafts(pack).await.unwrap().len(), 2);
    assert!(store.discard_drafts(pack).await.unwrap());
    assert!(store.drafts(pack).await.unwrap().is_empty());
    assert_eq!(store.drafts(waits.id).await.unwrap().len(), 1);
    for (drafts, key) in [(vec![gone, waits.clone()], 1), (Vec::new(), 2)] {
        let outcome = accept(&store, drafts, key).await;
        assert!(matches!(outcome, Outcome::Conflict), "{outcome:?}");
    }
    assert!(store.battalions(GUILD).await.unwrap().is_empty());
    let outcome = accept(&store, vec![waits], 3).await;
    assert!(matches!(outcome, Outcome::Stored(versions) if versions == [1]));
}

async fn only_what_changes_is_logged(base: Base) {
    let store = base.open().await;
    let draft = waiting(&store, "army").await;
    accept(&store, vec![draft], 1).await;
    for _ in 0..2 {
        let published = store.publish_battalion(GUILD, "army", 1, log("published"));
        published.await.unwrap();
        assert_eq!(logged(&store).await, 1);
    }
    let share = |reach| NewShare {
        guild: GUILD,
        battalion: "army".to_owned(),
        reach,
        version: 1,
        about: ["Army", "Ann", "CC0-1.0", "An army."].map(str::to_owned),
        at: 2000,
    };
    let mut id = ShareId(0);
    for _ in 0..2 {
        let shared = store.put_share(share(Reach::Gallery), log("shared"));
        id = shared.await.unwrap().id;
        assert_eq!(logged(&store).await, 2);
    }
    for (hidden, entries) in [(true, 3), (true, 3), (false, 4)] {
        store.hide_share(id, hidden, log("hidden")).await.unwrap();
        assert_eq!(logged(&store).await, entries);
    }
    for (was_shared, entries) in [(true, 5), (false, 5)] {
        let archived = store.archive_battalion(GUILD, "army", log("archived"));
        assert_eq!(archived.await.unwrap(), was_shared);
        assert_eq!(logged(&store).await, entries);
    }
    // An archived but shared Battalion: withdrawing it is a change, too.
    store.put_share(share(Reach::Gallery), log("shared")).await.unwrap();
    let archived = store.archive_battalion(GUILD, "army", log("archived"));
    assert!(archived.await.unwrap());
    assert_eq!(logged(&store).await, 7);
    // A published Battalion that is not shared.
    let published = store.publish_battalion(GUILD, "army", 1, log("published"));
    published.await.unwrap();
    let archived = store.archive_battalion(GUILD, "army", log("archived"));
    assert!(!archived.await.unwrap());
    assert_eq!(logged(&store).await, 9);
}

on_both! {
    waiting_files_are_accepted_all_or_none,
    only_what_changes_is_logged,
}
