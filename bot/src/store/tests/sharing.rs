//! Tests of versions of Battalions, files that wait for approval, shared Battalions and notes about them.

use super::*;

const GUILD: GuildId = GuildId(3);
const AWAY: GuildId = GuildId(4);
const ANN: PersonId = PersonId(7);

fn log(guild: GuildId) -> NewLog {
    NewLog { guild, at: 2000, by: None, content: "\"entry\"".to_owned() }
}

fn file(battalion: &str, file: &str) -> NewDraft {
    NewDraft { battalion: battalion.to_owned(), file: file.to_owned() }
}

/// Adds a version, and returns its number.
async fn add(store: &Store, battalion: &str, text: &str, key: u64) -> i64 {
    let id = store.put_drafts(GUILD, vec![file(battalion, text)], false, ANN, 1000).await.unwrap();
    let draft = store.drafts(id).await.unwrap().remove(0);
    let answer = |versions: &[i64]| (format!("{versions:?}"), Vec::new());
    match store.accept_drafts(vec![(draft, false)], ANN, InteractionKey(key), 1500, answer).await.unwrap() {
        Outcome::Stored(versions) => versions[0],
        other => panic!("{other:?}"),
    }
}

fn share(reach: Reach, version: i64) -> NewShare {
    let about = [&format!("Army {version}"), "Ann", "CC0-1.0", "An army."].map(str::to_owned);
    NewShare { version, about, ..shared(reach) }
}

/// Versions of a Battalion with their states, newest first.
async fn versions(store: &Store, battalion: &str) -> Vec<(i64, BattalionState, bool)> {
    let rows = store.battalions(GUILD).await.unwrap().into_iter().filter(|row| row.id == battalion);
    rows.map(|row| (row.version, row.state, row.was_published)).collect()
}

/// Twenty versions are kept: the newest, and all that are available or shared.
async fn the_oldest_versions_that_nobody_can_use_are_deleted(base: Base) {
    let store = base.open().await;
    add(&store, "other", "file", 1000).await;
    add(&store, "army", "file", 1).await;
    store.put_share(share(Reach::Code("code".to_owned()), 1), log(GUILD)).await.unwrap();
    add(&store, "army", "file", 2).await;
    store.publish_battalion(GUILD, "army", 2, log(GUILD)).await.unwrap();
    for version in 3..=20 {
        assert_eq!(add(&store, "army", "file", version).await, version as i64);
    }
    let numbers = async || versions(&store, "army").await.into_iter().map(|(version, ..)| version).collect::<Vec<_>>();
    assert_eq!(numbers().await, (1..=20).rev().collect::<Vec<_>>());
    for version in 21..=23 {
        add(&store, "army", "file", version).await;
    }
    let kept: Vec<i64> = (6..=23).rev().chain([2, 1]).collect();
    assert_eq!(numbers().await, kept);
    // The earlier private version of this Battalion is archived, and no other.
    let found = versions(&store, "army").await;
    let states: Vec<_> = found.iter().filter(|(_, state, _)| *state != BattalionState::Archived).collect();
    assert_eq!(states, [&(23, BattalionState::Private, false), &(2, BattalionState::Published, true)]);
    assert_eq!(versions(&store, "other").await, [(1, BattalionState::Private, false)]);
    // Without its share, the oldest version is the next to go.
    store.put_share(share(Reach::None, 1), log(GUILD)).await.unwrap();
    add(&store, "army", "file", 24).await;
    assert_eq!(numbers().await, (6..=24).rev().chain([2]).collect::<Vec<_>>());
}

async fn a_version_that_was_published_stays_known_as_such(base: Base) {
    use BattalionState::{Archived, Private, Published};
    let store = base.open().await;
    for key in 1..=2 {
        add(&store, "army", "file", key).await;
        store.publish_battalion(GUILD, "army", key as i64, log(GUILD)).await.unwrap();
    }
    add(&store, "army", "file", 3).await;
    assert_eq!(versions(&store, "army").await, [(3, Private, false), (2, Published, true), (1, Archived, true)]);
    store.publish_battalion(GUILD, "army", 3, log(GUILD)).await.unwrap();
    store.archive_battalion(GUILD, "army", log(GUILD)).await.unwrap();
    assert_eq!(versions(&store, "army").await, [3, 2, 1].map(|version| (version, Archived, true)));
}

/// Battalions of two servers with the same id have nothing to do with each other.
async fn battalions_of_two_servers_with_the_same_id_are_kept_apart(base: Base) {
    use BattalionState::{Archived, Private, Published};
    let store = base.open().await;
    let add = async |guild, key| {
        let id = store.put_drafts(guild, vec![file("army", "file")], false, ANN, 1000).await.unwrap();
        let draft = store.drafts(id).await.unwrap().remove(0);
        let answer = |_: &[i64]| (String::new(), Vec::new());
        let added = store.accept_drafts(vec![(draft, false)], ANN, InteractionKey(key), 1500, answer).await.unwrap();
        assert!(matches!(added, Outcome::Stored(_)), "{added:?}");
    };
    let states = async || {
        let mut states = Vec::new();
        for guild in [GUILD, AWAY] {
            let rows = store.battalions(guild).await.unwrap().into_iter();
            states.push(rows.map(|row| row.state).collect::<Vec<_>>());
        }
        states
    };
    add(AWAY, 1).await;
    add(GUILD, 2).await;
    store.publish_battalion(GUILD, "army", 1, log(GUILD)).await.unwrap();
    assert_eq!(states().await, [vec![Published], vec![Private]]);
    add(GUILD, 3).await;
    assert_eq!(states().await, [vec![Private, Published], vec![Private]]);
    store.archive_battalion(GUILD, "army", log(GUILD)).await.unwrap();
    assert_eq!(states().await, [vec![Archived, Archived], vec![Private]]);
}

async fn versions_with_the_same_file_are_found_the_newest_first(base: Base) {
    let store = base.open().await;
    for (key, text) in (1..).zip(["x", "y", "x", "x"]) {
        add(&store, "army", text, key).await;
    }
    add(&store, "other", "x", 9).await;
    for (text, found) in [("x", vec![4, 3, 1]), ("y", vec![2]), ("z", vec![])] {
        assert_eq!(store.versions_like(GUILD, "army", text).await.unwrap(), found, "{text}");
    }
    assert!(store.versions_like(AWAY, "army", "x").await.unwrap().is_empty());
}

async fn what_was_only_checked_is_not_accepted_and_each_file_has_its_own_state(base: Base) {
    let store = base.open().await;
    let answer = |versions: &[i64]| (format!("{versions:?}"), Vec::new());
    let accept = async |id: DraftId, archived: &[bool], key| {
        let drafts = store.drafts(id).await.unwrap().into_iter().zip(archived.iter().copied()).collect();
        store.accept_drafts(drafts, ANN, InteractionKey(key), 1500, answer).await.unwrap()
    };
    let checked = store.put_drafts(GUILD, vec![file("army", "x")], true, ANN, 1000).await.unwrap();
    assert_eq!(accept(checked, &[false], 1).await, Outcome::Conflict);
    assert_eq!(store.drafts(checked).await.unwrap().len(), 1);
    let pack = ["b", "a", "c"].map(|name| file(name, "x")).to_vec();
    let pack = store.put_drafts(GUILD, pack, false, ANN, 1000).await.unwrap();
    let names: Vec<String> = store.drafts(pack).await.unwrap().into_iter().map(|draft| draft.battalion).collect();
    assert_eq!(names, ["b", "a", "c"]);
    assert_eq!(accept(pack, &[true, false, true], 2).await, Outcome::Stored(vec![1; 3]));
    let rows = store.battalions(GUILD).await.unwrap();
    let states: Vec<_> = rows.iter().map(|row| (row.id.as_str(), row.state)).collect();
    let (private, archived) = (BattalionState::Private, BattalionState::Archived);
    assert_eq!(states, [("a", private), ("b", archived), ("c", archived)]);
}

/// A pack counts as one file, and is dropped whole.
async fn a_pack_that_waits_counts_once(base: Base) {
    let store = base.open().await;
    let pack = ["a", "b", "c"].map(|name| file(name, "x")).to_vec();
    let pack = store.put_drafts(GUILD, pack, false, ANN, 1000).await.unwrap();
    let mut left = Vec::new();
    for _ in 0..10 {
        store.put_drafts(GUILD, vec![file("army", "x")], false, ANN, 1000).await.unwrap();
        left.push(store.drafts(pack).await.unwrap().len());
    }
    assert_eq!(left, [3, 3, 3, 3, 3, 3, 3, 3, 3, 0]);
}

/// Only what is shared at this moment can be copied, and a repeated press copies once.
async fn what_is_not_shared_or_hidden_is_not_copied(base: Base) {
    let store = base.open().await;
    let id = store.put_share(share(Reach::Gallery, 1), log(GUILD)).await.unwrap().id;
    let copy = async |version, key| {
        let new = NewVersion {
            guild: AWAY,
            battalion: "army".to_owned(),
            file: "file".to_owned(),
            copied: Some((id, version)),
            archived: false,
        };
        let answer = |version| (format!("copied {version}"), log(AWAY));
        store.add_copy(new, ANN, InteractionKey(key), 2000, answer).await.unwrap()
    };
    assert_eq!(copy(2, 1).await, Outcome::Conflict, "another version");
    store.hide_share(id, true, log(GUILD)).await.unwrap();
    assert_eq!(copy(1, 2).await, Outcome::Conflict, "hidden");
    store.hide_share(id, false, log(GUILD)).await.unwrap();
    store.put_share(share(Reach::None, 1), log(GUILD)).await.unwrap();
    assert_eq!(copy(1, 3).await, Outcome::Conflict, "withdrawn");
    store.put_share(share(Reach::Code("code".to_owned()), 1), log(GUILD)).await.unwrap();
    assert_eq!(copy(1, 4).await, Outcome::Stored(1));
    assert_eq!(copy(1, 4).await, Outcome::Repeated("copied 1".to_owned()));
    assert_eq!(copy(1, 5).await, Outcome::Stored(2));
    assert!(store.battalions(AWAY).await.unwrap().iter().all(|row| row.copied == Some((id, 1))));
    assert_eq!(store.admin_log(AWAY).await.unwrap().len(), 2);
}

/// A code stays the same with a new version, which is described by its own file. It ends with the sharing by code.
async fn a_shared_battalion_keeps_its_code_and_is_described_anew(base: Base) {
    let store = base.open().await;
    let code = |code: &str| Reach::Code(code.to_owned());
    for (reach, version, then) in [
        (code("one"), 1, code("one")),
        (code("two"), 2, code("one")),
        (code("three"), 2, code("one")),
        (Reach::Gallery, 2, Reach::Gallery),
        (code("four"), 3, code("four")),
        (Reach::None, 3, Reach::None),
    ] {
        let row = store.put_share(share(reach, version), log(GUILD)).await.unwrap();
        assert_eq!((&row.reach, row.version, row.name), (&then, version, format!("Army {version}")));
        for known in ["one", "two", "three", "four"] {
            let found = store.share_by_code(known).await.unwrap().is_some();
            assert_eq!(found, then == code(known), "{known}");
        }
    }
}

/// Each kind of note has its own limit, and a person can change a note when the limit is reached.
async fn notes_are_counted_and_deleted_by_kind(base: Base) {
    let store = base.open().await;
    let share = store.put_share(share(Reach::Gallery, 1), log(GUILD)).await.unwrap().id;
    let put = async |kind, person: u64, reason: &str| {
        let by = Some(PlayerRow { person: PersonId(person), name: person.to_string() });
        store.put_note(NoteRow { kind, share, version: 1, by, reason: reason.to_owned(), at: 1 }, 2).await.unwrap();
    };
    let found = async || {
        let notes = store.notes().await.unwrap().into_iter();
        notes.map(|note| (note.kind, note.by.unwrap().person.0, note.reason)).collect::<Vec<_>>()
    };
    let (report, remark) = (NoteKind::Report, NoteKind::Remark);
    let note = |kind, person, reason: &str| (kind, person, reason.to_owned());
    for (kind, person, reason) in
        [(report, 1, "a"), (report, 2, "b"), (report, 3, "c"), (remark, 1, "d"), (remark, 3, "e"), (report, 2, "f")]
    {
        put(kind, person, reason).await;
    }
    let all = [note(report, 1, "a"), note(report, 2, "f"), note(remark, 1, "d"), note(remark, 3, "e")];
    assert_eq!(found().await, all);
    let remarks = store.remarks(GUILD).await.unwrap();
    assert_eq!(remarks.iter().map(|note| note.reason.as_str()).collect::<Vec<_>>(), ["d", "e"]);
    store.drop_notes(share, Some(report)).await.unwrap();
    assert_eq!(found().await, all[2..]);
    put(report, 4, "g").await;
    store.drop_notes(share, None).await.unwrap();
    assert_eq!(found().await, []);
    // A note that is written anew is about the version, by the name and at the time of the new one.
    for (version, name, at) in [(1, "Ann", 1), (2, "Annabelle", 5)] {
        let by = Some(PlayerRow { person: ANN, name: name.to_owned() });
        let note = NoteRow { kind: report, share, version, by, reason: "h".to_owned(), at };
        store.put_note(note.clone(), 2).await.unwrap();
        assert_eq!(store.notes().await.unwrap(), [note]);
    }
}

async fn what_was_reported_comes_before_what_is_hidden(base: Base) {
    let store = base.open().await;
    let mut ids = Vec::new();
    for name in ["a", "b", "c", "d"] {
        let new = NewShare { battalion: name.to_owned(), ..share(Reach::Gallery, 1) };
        ids.push(store.put_share(new, log(GUILD)).await.unwrap().id);
    }
    store.hide_share(ids[0], true, log(GUILD)).await.unwrap();
    for id in [ids[3], ids[1]] {
        let by = Some(PlayerRow { person: ANN, name: "Ann".to_owned() });
        let note = NoteRow { kind: NoteKind::Report, share: id, version: 1, by, reason: "?".to_owned(), at: 1 };
        store.put_note(note, 9).await.unwrap();
    }
    let found: Vec<ShareId> = store.reported_shares().await.unwrap().into_iter().map(|share| share.id).collect();
    assert_eq!(found, [ids[1], ids[3], ids[0]]);
    let gallery: Vec<ShareId> = store.gallery().await.unwrap().into_iter().map(|share| share.id).collect();
    assert!(!gallery.contains(&ids[0]) && gallery.len() == 3, "{gallery:?}");
}

/// Values are fitted to published versions, in turn for each server, and anew for a newer version.
async fn fits_belong_to_versions_and_the_oldest_version_comes_first(base: Base) {
    let store = base.open().await;
    let publish = async |battalion: &str, key, at| {
        let id = store.put_drafts(GUILD, vec![file(battalion, "file")], false, ANN, at).await.unwrap();
        let draft = store.drafts(id).await.unwrap().remove(0);
        let answer = |_: &[i64]| (String::new(), Vec::new());
        let added = store.accept_drafts(vec![(draft, false)], ANN, InteractionKey(key), at, answer).await.unwrap();
        let Outcome::Stored(versions) = added else { panic!("{added:?}") };
        store.publish_battalion(GUILD, battalion, versions[0], log(GUILD)).await.unwrap();
    };
    for (key, battalion, at) in [(1, "b", 3000), (2, "a", 4000), (3, "c", 2000)] {
        publish(battalion, key, at).await;
    }
    let mut order = Vec::new();
    let fit = async |format: i64| {
        let of = store.next_unfitted(format).await.unwrap()?;
        let content = Some(format!("\"{}{}\"", of.id, of.version));
        let fitted_at = 5000 + 10 * format + of.version + i64::from(of.id == "b");
        let (state, sha256) = (FitState::Accepted, of.id.clone());
        let name = format!("{}{}", of.id, of.version);
        store.put_fit(FitRow { of, format, sha256, state, content, fitted_at }).await.unwrap();
        Some(name)
    };
    while let Some(name) = fit(1).await {
        order.push(name);
        if order.len() == 3 {
            publish("b", 4, 6000).await;
        }
    }
    assert_eq!(order, ["c1", "b1", "a1", "b2"]);
    assert_eq!(store.accepted_fits(1, 1).await.unwrap(), ["\"b2\""], "the newest values");
    assert_eq!(store.accepted_fits(1, 9).await.unwrap().len(), 3);
    assert_eq!(fit(2).await.as_deref(), Some("c1"), "by another procedure");
    assert_eq!(store.accepted_fits(1, 9).await.unwrap().len(), 2);
}

on_both! {
    the_oldest_versions_that_nobody_can_use_are_deleted,
    a_version_that_was_published_stays_known_as_such,
    battalions_of_two_servers_with_the_same_id_are_kept_apart,
    versions_with_the_same_file_are_found_the_newest_first,
    what_was_only_checked_is_not_accepted_and_each_file_has_its_own_state,
    a_pack_that_waits_counts_once,
    what_is_not_shared_or_hidden_is_not_copied,
    a_shared_battalion_keeps_its_code_and_is_described_anew,
    notes_are_counted_and_deleted_by_kind,
    what_was_reported_comes_before_what_is_hidden,
    fits_belong_to_versions_and_the_oldest_version_comes_first,
}
