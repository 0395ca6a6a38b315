//! Settings, which are cached: each change is seen at once.

use std::future::Future as _;
use std::task::{Context, Waker};
use std::time::Duration;

use super::*;

const ANN: PersonId = PersonId(123_456_789_012_345_678);
const GUILD: GuildId = GuildId(5);

async fn set_person(store: &Store, content: &'static str) -> Result<(), StoreError> {
    store.change_person_settings(ANN, move |_| Ok::<_, StoreError>((content.to_owned(), ()))).await
}

async fn set_guild(store: &Store, content: &'static str) {
    let change = |_| Ok::<_, StoreError>(Settled { content: content.to_owned(), log: None, answer: () });
    store.change_guild_settings(GUILD, change).await.unwrap();
}

async fn read(store: &Store) -> [Option<String>; 2] {
    [store.person_settings(ANN).await.unwrap(), store.guild_settings(GUILD).await.unwrap()]
}

async fn a_change_or_deletion_is_seen_at_once(base: Base) {
    let store = base.open().await;
    assert_eq!(read(&store).await, [None, None]);
    for (content, other) in [("first", "other"), ("second", "third")] {
        set_person(&store, content).await.unwrap();
        set_guild(&store, other).await;
        assert_eq!(read(&store).await, [content, other].map(|kept| Some(kept.to_owned())));
    }
    store.finish_erasure(ANN).await.unwrap();
    assert_eq!(read(&store).await, [None, Some("third".to_owned())]);
    store.delete_server(GUILD).await.unwrap();
    assert_eq!(read(&store).await, [None, None]);
}

async fn a_change_whose_caller_has_gone_is_seen_too(base: Base) {
    let store = base.open().await;
    assert_eq!(store.person_settings(ANN).await.unwrap(), None);
    // The change begins, and its caller is dropped.
    let mut change = Box::pin(set_person(&store, "new"));
    assert!(change.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
    drop(change);
    let seen = async {
        while store.person_settings(ANN).await.unwrap().as_deref() != Some("new") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(10), seen).await.unwrap();
}

/// Settings that are read while they change are either the old ones, and not cached, or the new ones.
async fn reading_during_a_change_caches_nothing_old(base: Base) {
    let store = base.open().await;
    for content in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        let reading = async {
            for _ in 0..20 {
                store.person_settings(ANN).await.unwrap();
            }
        };
        let (_, changed, ()) = tokio::join!(reading, set_person(&store, content), async {
            store.person_settings(ANN).await.unwrap();
        });
        changed.unwrap();
        assert_eq!(store.person_settings(ANN).await.unwrap().as_deref(), Some(content));
    }
}

on_both! {
    a_change_or_deletion_is_seen_at_once,
    a_change_whose_caller_has_gone_is_seen_too,
    reading_during_a_change_caches_nothing_old,
}
