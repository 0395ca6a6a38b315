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

/// Files that wait for approval and files that are only checked have limits of their own, and so has each server.
async fn the_oldest_waiting_files_of_a_server_are_dropped_by_kind(base: Base) {
    let store = base.open().await;
    let put = async |guild, only_checked| {
        let files = vec![NewDraft { battalion: "army".to_owned(), file: "file".to_owned() }];
        store.put_drafts(guild, files, only_checked, ANN, 1000).await.unwrap()
    };
    let kept = async |ids: &[DraftId]| {
        let mut kept = Vec::new();
        for id in ids {
            kept.push(!store.drafts(*id).await.unwrap().is_empty());
        }
        kept
    };
    let elsewhere = put(GuildId(4), false).await;
    let mut both = [Vec::new(), Vec::new()];
    for _ in 0..10 {
        for only_checked in [false, true] {
            both[usize::from(only_checked)].push(put(GUILD, only_checked).await);
        }
    }
    assert_eq!([kept(&both[0]).await, kept(&both[1]).await], [[true; 10], [true; 10]]);
    put(GUILD, true).await;
    let without_oldest = std::array::from_fn(|index| index > 0);
    assert_eq!([kept(&both[0]).await, kept(&both[1]).await], [[true; 10], without_oldest]);
    put(GUILD, false).await;
    assert_eq!([kept(&both[0]).await, kept(&both[1]).await], [without_oldest, without_oldest]);
    assert_eq!(kept(&[elsewhere]).await, [true]);
}

/// A server's log keeps its newest entries, however much other servers log.
async fn each_server_keeps_its_newest_log_entries(base: Base) {
    const KEPT: usize = 1000;
    let store = base.open().await;
    let quiet = GuildId(4);
    let entry = |guild| NewLog { guild, ..log("entry") };
    let fill = store.note(move |tx| {
        Box::pin(async move {
            crate::store::log::write_log(tx, &entry(quiet)).await?;
            for at in 0..KEPT {
                let (at, full) = (at as i64, GUILD);
                sqlx::query("INSERT INTO admin_log (guild, at, content) VALUES ($1, $2, '\"\"')")
                    .bind(full)
                    .bind(at)
                    .execute(&mut *tx)
                    .await?;
            }
            crate::store::log::write_log(tx, &entry(GUILD)).await?;
            crate::store::log::write_log(tx, &entry(quiet)).await
        })
    });
    fill.await.unwrap();
    assert_eq!(store.admin_log(quiet).await.unwrap().len(), 2);
    let full = store.admin_log(GUILD).await.unwrap();
    assert_eq!((full.len(), full[0].at, full[KEPT - 1].at), (KEPT, 2000, 1));
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
    let later = |at| NewShare { at, ..shared(Reach::Gallery) };
    let mut id = ShareId(0);
    for _ in 0..2 {
        let shared = store.put_share(shared(Reach::Gallery), log("shared"));
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
    let shared = store.put_share(later(3000), log("shared")).await.unwrap();
    assert_eq!((shared.id, shared.shared_at), (id, 3000), "shared anew");
    assert_eq!(store.put_share(later(4000), log("shared")).await.unwrap().shared_at, 3000, "nothing has changed");
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
    the_oldest_waiting_files_of_a_server_are_dropped_by_kind,
    each_server_keeps_its_newest_log_entries,
    only_what_changes_is_logged,
}
