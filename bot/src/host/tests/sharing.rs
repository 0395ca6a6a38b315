//! Sharing of Battalions between servers: codes, gallery, copies, reports, limits, packs and the log.

use std::io::{Cursor, Write as _};

use zip::write::{SimpleFileOptions, ZipWriter};

use super::*;
use crate::store::BattalionState;

pub(crate) const HOME: GuildId = GuildId(9);
pub(super) const AWAY: GuildId = GuildId(10);

pub(crate) fn file(id: &str, name: &str) -> String {
    engine::battalion::builtin()[0].text.replacen("id = \"medieval\"", &format!("id = \"{id}\""), 1).replacen(
        "name = \"Medieval Battalion\"",
        &format!("name = \"{name}\""),
        1,
    )
}

pub(crate) fn manager_of(guild: GuildId) -> Who {
    let mut who = manager(1);
    who.rights.guild = Some(guild);
    who
}

pub(super) async fn add_to(host: &Host, guild: GuildId, text: &str) -> Looked {
    let bytes = text.as_bytes().to_vec();
    host.battalions.add_battalion(&manager_of(guild), guild, bytes).await.unwrap()
}

pub(crate) async fn bring_to(host: &Host, guild: GuildId, text: &str) -> BattalionChange {
    let Looked::Draft(draft) = add_to(host, guild, text).await else {
        panic!("not added");
    };
    let mut changes = host.battalions.accept_battalion(&manager_of(guild), guild, draft.id).await.unwrap();
    changes.remove(0)
}

async fn share_of(
    host: &Host,
    guild: GuildId,
    id: &str,
    with: ShareWith,
) -> Result<(BattalionChange, Option<String>), Error> {
    host.battalions.share_battalion(&manager_of(guild), guild, id, with, None).await
}

pub(super) async fn share(host: &Host, id: &str, with: ShareWith) -> Option<String> {
    share_of(host, HOME, id, with).await.unwrap().1
}

pub(super) async fn copy(host: &Host, by: &SharedBy, version: i64) -> Result<BattalionChange, Error> {
    host.battalions.copy_shared(&manager_of(AWAY), AWAY, by, version).await
}

async fn listed(host: &Host, guild: GuildId, id: &str) -> Listed {
    let all = host.battalions.all_battalions(&manager_of(guild), guild).await;
    let found = all.unwrap().into_iter().find(|one| one.id == id);
    found.unwrap_or_else(|| panic!("{id} is not listed"))
}

fn not_shared() -> Refusal {
    BattalionRefusal::NotShared.into()
}

#[tokio::test]
async fn a_code_leads_to_a_copy_until_it_is_revoked() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    let nothing = share_of(&host, HOME, "knights", ShareWith::Nobody).await;
    assert_eq!(refusal(nothing), BattalionRefusal::SharedWithNobody.into());
    let code = share(&host, "knights", ShareWith::Code).await.unwrap();
    // The code stays the same while the Battalion is shared, and the gallery does not list it.
    assert_eq!(share(&host, "knights", ShareWith::Code).await.as_ref(), Some(&code));
    assert!(host.battalions.gallery("", GalleryOrder::Rating).await.unwrap().is_empty());
    let army = host.battalions.army_by_code(&code.to_lowercase()).await.unwrap();
    assert_eq!((army.version, army.definition.name.as_str()), (1, "Knights"));
    // The id of a Battalion shared by code gives no access.
    let forged = SharedBy::Gallery(army.id);
    assert_eq!(refusal(host.battalions.shared_army(&forged).await), not_shared());
    for guessed in ["ABCDEFGHJK", "", "@everyone", "abcdefghjk%"] {
        assert_eq!(refusal(host.battalions.army_by_code(guessed).await), not_shared(), "{guessed}");
    }
    // Only administrators can copy it, once, and only to their own server.
    let by = SharedBy::Code(code.clone());
    let member = who(2);
    let no = host.battalions.copy_shared(&member, AWAY, &by, 1).await;
    assert_eq!(refusal(no), Denied::Administer(None).into());
    let own = host.battalions.copy_shared(&manager_of(HOME), HOME, &by, 1).await;
    assert_eq!(refusal(own), BattalionRefusal::IsOwn("Knights".into()).into());
    assert_eq!(refusal(copy(&host, &by, 2).await), BattalionRefusal::OtherVersion.into());
    let manager = manager_of(AWAY);
    let copied = host.battalions.copy_shared(&manager, AWAY, &by, 1).await.unwrap();
    assert_eq!(host.battalions.copy_shared(&manager, AWAY, &by, 1).await.unwrap(), copied);
    let again = BattalionRefusal::HasCopy { name: "Knights".into(), version: 1 };
    assert_eq!(refusal(copy(&host, &by, 1).await), again.into());
    let there = listed(&host, AWAY, "knights").await;
    assert!(there.copied && there.own == Some((1, vec![(1, BattalionState::Private)])));
    // Copies cannot be shared.
    let on = share_of(&host, AWAY, "knights", ShareWith::Gallery).await;
    assert_eq!(refusal(on), BattalionRefusal::IsCopy.into());
    // After revocation, the code is permanently invalid; copies remain.
    share(&host, "knights", ShareWith::Nobody).await;
    assert_eq!(refusal(host.battalions.army_by_code(&code).await), not_shared());
    let new = share(&host, "knights", ShareWith::Code).await.unwrap();
    assert_ne!(new, code);
    assert_eq!(refusal(host.battalions.army_by_code(&code).await), not_shared());
    assert!(listed(&host, AWAY, "knights").await.copied);
    // A new version must be shared explicitly, and becomes a new version of the copy.
    bring_to(&host, HOME, &(file("knights", "Knights") + "# 2\n")).await;
    assert_eq!(host.battalions.army_by_code(&new).await.unwrap().version, 1);
    assert_eq!(share(&host, "knights", ShareWith::Code).await, Some(new.clone()));
    let by = SharedBy::Code(new);
    assert_eq!(refusal(copy(&host, &by, 1).await), BattalionRefusal::OtherVersion.into());
    copy(&host, &by, 2).await.unwrap();
    let there = listed(&host, AWAY, "knights").await;
    assert_eq!(there.own.unwrap().0, 2);
    // Another server copies only the second version, which is the first one there.
    let (third, there) = (GuildId(11), manager_of(GuildId(11)));
    host.battalions.copy_shared(&there, third, &by, 2).await.unwrap();
    let again = BattalionRefusal::HasCopy { name: "Knights".into(), version: 1 };
    assert_eq!(refusal(host.battalions.copy_shared(&manager_of(third), third, &by, 2).await), again.into());
    // While an operator hides it, the code leads nowhere.
    host.battalions.operated_by([PersonId(7)]);
    let SharedBy::Code(code) = &by else { unreachable!("shared by code") };
    host.battalions.hide_shared(&who(7), army.id, true).await.unwrap();
    assert_eq!(refusal(host.battalions.army_by_code(code).await), not_shared());
    assert_eq!(refusal(copy(&host, &by, 2).await), not_shared());
    host.battalions.hide_shared(&who(7), army.id, false).await.unwrap();
    assert_eq!(host.battalions.army_by_code(code).await.unwrap().version, 2);
}

#[tokio::test]
async fn the_gallery_is_searched_and_what_is_hidden_is_gone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.operated_by([PersonId(7)]);
    let riders = file("riders", "Red Riders").replacen("author = \"", "author = \"Wren, ", 1);
    bring_to(&host, HOME, &riders).await;
    bring_to(&host, HOME, &file("towers", "Towers")).await;
    for id in ["riders", "towers"] {
        share(&host, id, ShareWith::Gallery).await;
    }
    let found = |words: &'static str| {
        let host = host.clone();
        async move {
            let found = host.battalions.gallery(words, GalleryOrder::Newest).await.unwrap();
            found.into_iter().map(|one| one.name).collect::<Vec<_>>()
        }
    };
    assert_eq!(found("").await.len(), 2);
    assert_eq!(found("RIDERS red").await, ["Red Riders"]);
    assert_eq!(found("wren").await.len(), usize::from(riders.contains("Wren")));
    assert!(found("red towers").await.is_empty());
    let id = host.battalions.gallery("towers", GalleryOrder::Rating).await.unwrap()[0].id;
    let by = SharedBy::Gallery(id);
    copy(&host, &by, 1).await.unwrap();
    // Reports: one per person, visible only to operators.
    host.battalions.report(&who(3), &by, 1, "  It is *mine*.\n").await.unwrap();
    host.battalions.report(&who(3), &by, 1, "It is mine, really.").await.unwrap();
    host.battalions.report(&who(4), &by, 1, "Rude names.").await.unwrap();
    let empty = host.battalions.report(&who(4), &by, 1, " \n").await;
    assert_eq!(refusal(empty), BattalionRefusal::NoReason.into());
    assert_eq!(refusal(host.battalions.reports(&manager_of(HOME)).await), Denied::Operate.into());
    let operator = who(7);
    let reports = host.battalions.reports(&operator).await.unwrap();
    assert_eq!(reports.len(), 1);
    let said: Vec<&str> = reports[0].notes.iter().map(|note| note.text.as_str()).collect();
    assert_eq!(said, ["It is mine, really.", "Rude names."]);
    let no = host.battalions.hide_shared(&manager_of(HOME), id, true).await;
    assert_eq!(refusal(no), Denied::Operate.into());
    host.battalions.hide_shared(&operator, id, true).await.unwrap();
    assert_eq!(found("").await, ["Red Riders"]);
    assert_eq!(refusal(host.battalions.shared_army(&by).await), not_shared());
    assert_eq!(refusal(copy(&host, &by, 1).await), not_shared());
    assert_eq!(refusal(host.battalions.report(&who(5), &by, 1, "x").await), not_shared());
    // Sharing it again does not unhide it; the copy remains.
    for with in [ShareWith::Code, ShareWith::Gallery] {
        let anew = share_of(&host, HOME, "towers", with).await;
        assert_eq!(refusal(anew), BattalionRefusal::IsHidden.into());
    }
    assert!(listed(&host, HOME, "towers").await.shared.unwrap().hidden);
    assert!(listed(&host, AWAY, "towers").await.copied);
    host.battalions.dismiss_reports(&operator, id).await.unwrap();
    // Operators still see it in the list, so that they can unhide it.
    let reports = host.battalions.reports(&operator).await.unwrap();
    assert!(reports[0].hidden && reports[0].notes.is_empty());
    host.battalions.hide_shared(&operator, id, false).await.unwrap();
    assert_eq!(found("").await.len(), 2);
    // The server's log shows the action without its author.
    let log = host.settings.admin_log(&manager_of(HOME), HOME).await.unwrap();
    let hidden = AdminChange::Battalion(BattalionChange::Hidden("Towers".into()));
    assert!(log.iter().any(|entry| entry.what == Some(hidden.clone()) && entry.by.is_none()));
    // After archiving, it is no longer in the gallery.
    let archived = host.battalions.archive_battalion(&manager_of(HOME), HOME, "towers").await;
    let unshared = BattalionChange::Archived { name: "Towers".into(), unshared: true };
    assert_eq!(archived.unwrap(), unshared);
    assert_eq!(found("").await, ["Red Riders"]);
}

#[tokio::test]
async fn copies_take_a_free_id_and_never_a_name_that_is_in_use() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights of Home")).await;
    share(&host, "knights", ShareWith::Gallery).await;
    let by = SharedBy::Gallery(ShareId(1));
    // Another Battalion has the same id.
    bring_to(&host, AWAY, &file("knights", "Knights of Away")).await;
    copy(&host, &by, 1).await.unwrap();
    let copied = listed(&host, AWAY, "knights-2").await;
    assert_eq!(copied.name, "Knights of Home");
    assert!(!listed(&host, AWAY, "knights").await.copied);
    // Another Battalion has a confusable name.
    let third = GuildId(11);
    bring_to(&host, third, &file("others", "Knights 0f Home")).await;
    let no = host.battalions.copy_shared(&manager_of(third), third, &by, 1).await;
    assert_eq!(refusal(no), BattalionRefusal::NameInUse("Knights 0f Home".into()).into());
    // An archived Battalion does not block the name, but cannot be published while the name is taken.
    let third_manager = manager_of(third);
    host.battalions.archive_battalion(&third_manager, third, "others").await.unwrap();
    host.battalions.copy_shared(&manager_of(third), third, &by, 1).await.unwrap();
    let back = host.battalions.publish_battalion(&manager_of(third), third, "others", None).await;
    assert_eq!(refusal(back), BattalionRefusal::NameInUse("Knights of Home".into()).into());
}

#[tokio::test]
async fn limits_count_what_they_say_and_never_stop_a_new_version() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for id in ["ants", "bees"] {
        bring_to(&host, HOME, &file(id, id)).await;
    }
    let limit = |battalions| {
        let host = host.clone();
        async move {
            let change = move |settings: &mut GuildSettings| {
                settings.limits.battalions = battalions;
                Ok(())
            };
            host.settings.change_guild_settings(&manager_of(HOME), HOME, change).await.unwrap();
        }
    };
    limit(1).await;
    let bytes = file("wasps", "Wasps").into_bytes();
    let no = host.battalions.add_battalion(&manager_of(HOME), HOME, bytes).await;
    assert_eq!(refusal(no), BattalionRefusal::TooMany { used: 2, most: 1 }.into());
    // A new version of a Battalion in use.
    let version = |id: &str, n: i32| format!("{}# {n}\n", file(id, id));
    let added = bring_to(&host, HOME, &version("ants", 1)).await;
    assert!(matches!(added, BattalionChange::Added { version: 2, archived: false, .. }));
    // New versions of an archived Battalion stay archived while the limit is reached.
    host.battalions.archive_battalion(&manager_of(HOME), HOME, "bees").await.unwrap();
    let added = bring_to(&host, HOME, &version("bees", 1)).await;
    assert!(matches!(added, BattalionChange::Added { version: 2, archived: true, .. }));
    let no = host.battalions.publish_battalion(&manager_of(HOME), HOME, "bees", None).await;
    assert_eq!(refusal(no), BattalionRefusal::TooMany { used: 1, most: 1 }.into());
    limit(2).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "bees", None).await.unwrap();
    limit(0).await;
    bring_to(&host, HOME, &version("bees", 2)).await;
}

/// Old versions are deleted, but for the one that is shared.
#[tokio::test]
async fn a_shared_version_is_kept_when_older_ones_are_deleted() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let numbered = |number: i64| format!("{}# {number}\n", file("ants", "Ants"));
    for number in 1..=2 {
        bring_to(&host, HOME, &numbered(number)).await;
    }
    let code = share(&host, "ants", ShareWith::Code).await.unwrap();
    for number in 3..=23 {
        bring_to(&host, HOME, &numbered(number)).await;
    }
    let mut kept = Vec::new();
    for number in 1..=23 {
        if host.store.battalion_file(HOME, "ants", number).await.unwrap().is_some() {
            kept.push(number);
        }
    }
    assert_eq!(kept, [2].into_iter().chain(5..=23).collect::<Vec<i64>>());
    assert_eq!(host.battalions.army_by_code(&code).await.unwrap().version, 2);
}

#[tokio::test]
async fn the_same_file_is_no_new_version() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let (first, second) = (file("ants", "Ants"), file("ants", "Ants") + "# 2\n");
    bring_to(&host, HOME, &first).await;
    let same = |looked: Looked| match looked {
        Looked::Same(same) => (same.version, same.newest, same.state),
        other => panic!("{other:?}"),
    };
    let found = same(add_to(&host, HOME, &first).await);
    assert_eq!(found, (1, true, BattalionState::Private));
    bring_to(&host, HOME, &second).await;
    let found = same(add_to(&host, HOME, &first).await);
    assert_eq!(found, (1, false, BattalionState::Archived));
    // Of two drafts of one file, the second is refused.
    let third = file("ants", "Ants") + "# 3\n";
    let Looked::Draft(one) = add_to(&host, HOME, &third).await else { panic!() };
    let Looked::Draft(two) = add_to(&host, HOME, &third).await else { panic!() };
    assert_eq!(one.before.as_ref().map(|(version, _)| *version), Some(2));
    host.battalions.accept_battalion(&manager_of(HOME), HOME, one.id).await.unwrap();
    let again = host.battalions.accept_battalion(&manager_of(HOME), HOME, two.id).await;
    assert!(matches!(refusal(again), Refusal::Battalion(BattalionRefusal::Same(_))));
    // Files that were only checked cannot be accepted and do not affect drafts.
    let bytes = file("bees", "Bees").into_bytes();
    let checked = host.battalions.check_battalion(&manager_of(HOME), HOME, bytes).await;
    let Looked::Draft(checked) = checked.unwrap() else { panic!() };
    assert!(checked.only_checked);
    let no = host.battalions.accept_battalion(&manager_of(HOME), HOME, checked.id).await;
    assert_eq!(refusal(no), BattalionRefusal::OnlyChecked.into());
    assert!(host.battalions.draft(&manager_of(HOME), HOME, two.id, false).await.is_ok());
}

pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut to = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        to.start_file(*name, SimpleFileOptions::default()).unwrap();
        to.write_all(bytes).unwrap();
    }
    to.finish().unwrap().into_inner()
}

#[tokio::test]
async fn a_pack_is_accepted_as_a_whole() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("ants", "Ants")).await;
    let (ants, bees, like) = (file("ants", "Ants"), file("bees", "Bees"), file("wasps", "B\u{435}es"));
    let pack = zipped(&[
        ("ants.toml", ants.as_bytes()),
        ("bees.toml", bees.as_bytes()),
        ("like.toml", like.as_bytes()),
        ("broken.toml", b"format = 1"),
        ("moths.toml", file("moths", "Moths").as_bytes()),
        ("bees-2.toml", bees.as_bytes()),
        ("blank.toml", b" "),
        ("wasps.toml", file("wasps", "Wasps").as_bytes()),
    ]);
    let found = host.battalions.add_pack(&manager_of(HOME), HOME, pack).await.unwrap();
    let kinds: Vec<&str> = found
        .files
        .iter()
        .map(|(_, found)| match found {
            Packed::Good { .. } => "good",
            Packed::Same(_) => "same",
            Packed::Twice(first) => first,
            Packed::Faulty(_) => "faulty",
            Packed::Refused(_) => "refused",
        })
        .collect();
    assert_eq!(kinds, ["same", "good", "faulty", "faulty", "good", "bees.toml", "refused", "good"]);
    let id = found.id.unwrap();
    // Packs have no preview.
    let no = host.battalions.draft(&manager_of(HOME), HOME, id, false).await;
    assert_eq!(refusal(no), BattalionRefusal::NotWaiting.into());
    let who = manager_of(HOME);
    let changes = host.battalions.accept_battalion(&who, HOME, id).await.unwrap();
    assert_eq!(changes.len(), 3);
    let logged = host.settings.admin_log(&who, HOME).await.unwrap();
    let logged =
        serde_json::to_string(&logged.iter().filter_map(|entry| entry.what.as_ref()).collect::<Vec<_>>()).unwrap();
    assert!(logged.contains("Bees") && logged.contains("Moths"), "{logged}");
    assert_eq!(host.battalions.accept_battalion(&who, HOME, id).await.unwrap(), changes);
    listed(&host, HOME, "moths").await;
    // All Battalions are exported as one pack.
    let back = host.battalions.export_pack(&manager_of(HOME), HOME).await.unwrap();
    let bounds = crate::unzip::Bounds { files: 9, file: 1 << 16, total: 1 << 20 };
    let files = crate::unzip::unzip(&back.bytes, bounds).unwrap();
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["ants.toml", "bees.toml", "moths.toml", "wasps.toml"]);
    assert_eq!(files[1].bytes, bees.as_bytes());
    for bad in [b"PK\x03\x04".to_vec(), zipped(&[]), zipped(&[("a/b.toml", b"x")])] {
        let no = host.battalions.add_pack(&manager_of(HOME), HOME, bad).await;
        assert!(matches!(refusal(no), Refusal::File(FileRefusal::Pack(_))));
    }
}

#[tokio::test]
async fn a_role_hands_administration_on_only_where_it_may() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let role = |id: u64| Role { id: RoleId(id), name: format!("Role {id}") };
    let set = |who: Who, change: fn(&mut GuildSettings)| {
        let host = host.clone();
        async move {
            let changed = host.settings.change_guild_settings(&who, HOME, move |settings| {
                change(settings);
                Ok(())
            });
            changed.await
        }
    };
    let with_role = |id: u64| {
        let mut who = who(5);
        who.rights.guild = Some(HOME);
        who.rights.roles = vec![RoleId(id)];
        who
    };
    let change = move |settings: &mut GuildSettings| {
        settings.admins = Some(role(70));
        Ok(())
    };
    host.settings.change_guild_settings(&manager_of(HOME), HOME, change).await.unwrap();
    let hand_on: fn(&mut GuildSettings) = |settings| {
        settings.admins = Some(Role { id: RoleId(71), name: "Friends".into() });
    };
    let allow: fn(&mut GuildSettings) = |settings| settings.admins_delegate = true;
    let other: fn(&mut GuildSettings) = |settings| settings.most_seats = 4;
    set(with_role(70), other).await.unwrap();
    for forbidden in [hand_on, allow] {
        let no = set(with_role(70), forbidden).await;
        assert_eq!(refusal(no), Denied::Delegate.into());
    }
    set(manager_of(HOME), allow).await.unwrap();
    set(with_role(70), hand_on).await.unwrap();
    // Each change is in the log with its author, newest first. Refused actions are not.
    let log = host.settings.admin_log(&manager_of(HOME), HOME).await.unwrap();
    let keys: Vec<(String, PersonId)> = log
        .iter()
        .map(|entry| match &entry.what {
            Some(AdminChange::Settings(changes)) => (changes[0].key.clone(), entry.by.as_ref().unwrap().person),
            other => panic!("{other:?}"),
        })
        .collect();
    let expected = [("admins", 5), ("admins-delegate", 1), ("most-seats", 5), ("admins", 1)];
    let expected = expected.map(|(key, person)| (key.to_owned(), PersonId(person)));
    assert_eq!(keys, expected);
    let no = host.settings.admin_log(&who(2), HOME).await;
    assert!(matches!(refusal(no), Refusal::Permission(_)));
    // Deletion of a person's data keeps the log entry without a name.
    host.records.erase_person(PersonId(5)).await.unwrap();
    let log = host.settings.admin_log(&manager_of(HOME), HOME).await.unwrap();
    assert_eq!(log.iter().filter(|entry| entry.by.is_none()).count(), 2);
}

/// Only administrators of a server share its Battalions.
#[tokio::test]
async fn only_who_administers_a_server_shares_its_battalions() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("own", "Own Battalion")).await;
    let stranger = manager_of(AWAY);
    for with in [ShareWith::Code, ShareWith::Gallery, ShareWith::Nobody] {
        for by in [&who(2), &moderator(2), &stranger] {
            let no = refusal(host.battalions.share_battalion(by, HOME, "own", with, None).await);
            assert!(matches!(no, Refusal::Permission(_)), "{with:?}: {no:?}");
        }
    }
    assert!(listed(&host, HOME, "own").await.shared.is_none());
}

/// The command line and a server with default limits give the same result for a file.
#[tokio::test]
async fn a_server_and_the_command_line_judge_alike() {
    use crate::check::{Checked, check};
    use crate::discord::{check_text, refusal_text};
    let folder = Folder::new();
    let host = host(&folder).await;
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests");
    let mut files = Vec::new();
    for part in ["bad_battalions", "armies"] {
        for entry in std::fs::read_dir(tests.join(part)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                files.push((path.display().to_string(), std::fs::read(path).unwrap()));
            }
        }
    }
    let more = [
        ("good", file("ants", "Ants")),
        ("a name that is taken", file("ants", "Medieval  Battalion")),
        ("an id that is taken", file("medieval", "Ants")),
        ("nothing", String::new()),
        ("spaces", " \n".to_owned()),
    ];
    files.extend(more.map(|(name, text)| (name.to_owned(), text.into_bytes())));
    let (mut good, mut bad) = (0, 0);
    for (name, bytes) in files {
        let there = host.battalions.check_battalion(&manager_of(HOME), HOME, bytes.clone()).await;
        let there: (bool, Vec<String>) = match there {
            Ok(Looked::Draft(draft)) => (true, draft.warnings.iter().map(check_text::warning).collect()),
            Ok(Looked::Faulty(errors)) => (false, errors.iter().map(check_text::problem).collect()),
            Err(Error::Refused(why)) => (false, vec![refusal_text(&why)]),
            other => panic!("{name}: {other:?}"),
        };
        let here = match check(&bytes) {
            Checked::Good(_, warnings) => (true, warnings),
            Checked::Battlefields(fields) => panic!("{name}: {fields:?}"),
            Checked::Faulty(errors) => (false, errors),
        };
        assert_eq!(there, here, "{name}");
        if here.0 { good += 1 } else { bad += 1 }
    }
    assert!(good > 5 && bad > 25, "{good} good, {bad} bad");
}

#[tokio::test]
async fn the_rulebook_has_the_battalion_that_is_played_and_what_a_version_changed() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let publish = |version| {
        let host = host.clone();
        async move {
            let who = manager_of(HOME);
            host.battalions.publish_battalion(&who, HOME, "ants", version).await.unwrap();
        }
    };
    bring_to(&host, HOME, &file("ants", "Ants")).await;
    publish(None).await;
    let game = super::game(&host, GameMode::Duel, &["ants", "medieval"]).await;
    let secret = file("ants", "Ants").replace("name = \"Rook\"", "name = \"Secret\"");
    bring_to(&host, HOME, &secret).await;
    let third = file("ants", "Ants").replace("name = \"Rook\"", "name = \"Keep\"");
    bring_to(&host, HOME, &third).await;
    // Only administrators can see versions that were never published.
    let versions = |who: Who| {
        let host = host.clone();
        async move { host.rulebook.versions(&who, Some(HOME), "ants").await.unwrap() }
    };
    assert!(versions(who(2)).await.is_none());
    let seen = versions(manager_of(HOME)).await.unwrap();
    assert_eq!((seen.from.0, seen.to.0), (2, 3));
    publish(None).await;
    let seen = versions(who(2)).await.unwrap();
    assert_eq!((seen.from.0, seen.to.0), (1, 3));
    assert_eq!(seen.changes().pieces.len(), 1);
    // The game keeps its version, whatever happens to the Battalion.
    host.battalions.archive_battalion(&manager_of(HOME), HOME, "ants").await.unwrap();
    let played = host.rulebook.played_battalion(game, "Ants").await.unwrap().unwrap();
    assert_eq!(played.version, Some(1));
    let rooks = host.rulebook.played_pieces(game, "ants/rook").await.unwrap();
    let (found, version) = &rooks[0];
    assert_eq!(version, &Some(1));
    assert_eq!(found.definition.pieces[found.piece].name, "Rook");
    // Both armies of the game have a King.
    assert_eq!(host.rulebook.played_pieces(game, "king").await.unwrap().len(), 2);
    for text in ["medieval", "Medieval Battalion"] {
        assert!(host.rulebook.played_battalion(game, text).await.unwrap().is_some(), "{text}");
    }
    assert!(host.rulebook.played_battalion(game, "makpong").await.unwrap().is_none());
}

/// Two seats of a game have the same Battalion; each Battalion keeps its own version.
#[tokio::test]
async fn the_rulebook_names_each_battalion_of_a_game_once() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for text in [file("ants", "Ants"), file("ants", "Ants") + "# 2\n", file("bees", "Bees")] {
        bring_to(&host, HOME, &text).await;
    }
    for id in ["ants", "bees"] {
        host.battalions.publish_battalion(&manager_of(HOME), HOME, id, None).await.unwrap();
    }
    let game = super::game(&host, GameMode::Ffa, &["ants", "ants", "medieval", "bees"]).await;
    let played = host.rulebook.played_in(game).await.unwrap().into_iter();
    let played: Vec<_> = played.map(|one| (one.definition.id.clone(), one.version)).collect();
    let expected = [("ants", Some(2)), ("medieval", None), ("bees", Some(1))];
    assert_eq!(played, expected.map(|(id, version)| (id.to_owned(), version)));
}

#[tokio::test]
async fn a_server_that_removes_the_bot_shares_nothing_until_it_adds_the_bot_again() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    bring_to(&host, HOME, &file("riders", "Riders")).await;
    share(&host, "knights", ShareWith::Gallery).await;
    let code = share(&host, "riders", ShareWith::Code).await.unwrap();
    let ways = [SharedBy::Gallery(ShareId(1)), SharedBy::Code(code)];
    let shown = || async {
        let found = host.battalions.gallery("", GalleryOrder::Rating).await.unwrap();
        for by in &ways {
            assert_eq!(found.is_empty(), host.battalions.shared_army(by).await.is_err(), "{by:?}");
        }
        !found.is_empty()
    };
    assert!(shown().await, "nothing is known before the first connection");
    host.servers.serves(0, 1, [HOME, AWAY]);
    assert!(shown().await);
    host.servers.left_server(HOME);
    assert!(!shown().await);
    for by in &ways {
        assert_eq!(refusal(copy(&host, by, 1).await), not_shared());
    }
    host.servers.joined_server(HOME);
    assert!(shown().await);
    // The bot was removed while it was not connected.
    host.servers.serves(0, 1, [AWAY]);
    assert!(!shown().await);
    // The server belongs to another shard, which has not connected yet.
    host.servers.serves(1, 2, [AWAY]);
    assert!(shown().await);
    host.servers.serves(0, 2, []);
    assert!(!shown().await);
}

#[tokio::test]
async fn remarks_reach_the_server_that_shares_and_those_who_run_the_bot() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.operated_by([PersonId(7)]);
    bring_to(&host, HOME, &file("riders", "Riders")).await;
    assert_eq!(
        host.battalions.shared_origin(&manager_of(HOME), Some(HOME), "riders").await.unwrap(),
        None,
        "it is not shared"
    );
    let code = share(&host, "riders", ShareWith::Code).await.unwrap();
    let (id, version) = host.battalions.shared_origin(&manager_of(HOME), Some(HOME), "riders").await.unwrap().unwrap();
    // Shared by code: remarks are possible only on servers that use it.
    assert_eq!(refusal(host.battalions.remark(&who(3), Some(AWAY), id, version, "Too strong.").await), not_shared());
    assert_eq!(refusal(host.battalions.remark(&who(3), None, id, version, "Too strong.").await), not_shared());
    copy(&host, &SharedBy::Code(code), 1).await.unwrap();
    assert_eq!(host.battalions.shared_origin(&manager_of(AWAY), Some(AWAY), "riders").await.unwrap(), Some((id, 1)));
    assert_eq!(host.battalions.shared_origin(&manager_of(AWAY), Some(AWAY), "medieval").await.unwrap(), None);
    assert_eq!(host.battalions.shared_origin(&who(1), None, "riders").await.unwrap(), None);
    host.battalions.remark(&who(3), Some(AWAY), id, 1, "Too strong.").await.unwrap();
    // A second remark of the same person replaces the first one, but no report.
    host.battalions
        .report(&who(3), &SharedBy::Code(share(&host, "riders", ShareWith::Code).await.unwrap()), 1, "Rude.")
        .await
        .unwrap();
    host.battalions.remark(&who(3), Some(AWAY), id, 1, "  Far too strong.\n").await.unwrap();
    host.battalions.remark(&who(4), Some(HOME), id, 1, "Lovely.").await.unwrap();
    assert_eq!(
        refusal(host.battalions.remark(&who(4), Some(HOME), id, 1, " ").await),
        BattalionRefusal::NoReason.into()
    );
    let texts = |notes: &[Note]| notes.iter().map(|note| note.text.clone()).collect::<Vec<_>>();
    let remarks = host.battalions.remarks(&manager_of(HOME), HOME).await.unwrap();
    assert_eq!((remarks.len(), remarks[0].id, remarks[0].name.as_str()), (1, id, "Riders"));
    assert_eq!(texts(&remarks[0].notes), ["Far too strong.", "Lovely."]);
    assert_eq!(listed(&host, HOME, "riders").await.remarks, 2);
    assert_eq!(listed(&host, AWAY, "riders").await.remarks, 0);
    // Only administrators of the sharing server can read and delete remarks; operators see all notes.
    assert_eq!(refusal(host.battalions.remarks(&who(4), HOME).await), Denied::Administer(None).into());
    assert!(host.battalions.remarks(&manager_of(AWAY), AWAY).await.unwrap().is_empty());
    assert_eq!(refusal(host.battalions.delete_remarks(&manager_of(AWAY), AWAY, id).await), not_shared());
    assert_eq!(refusal(host.battalions.delete_remarks(&who(4), HOME, id).await), Denied::Administer(None).into());
    let noted = host.battalions.reports(&who(7)).await.unwrap();
    assert_eq!(texts(&noted[0].notes), ["Far too strong.", "Rude.", "Lovely."]);
    let now = host.time.now() / 1000;
    let times = noted[0].notes.iter().chain(&remarks[0].notes).map(|note| note.at);
    assert!(times.clone().all(|at| (now - 60..=now).contains(&at)), "{:?} at {now}", times.collect::<Vec<_>>());
    host.battalions.delete_remarks(&manager_of(HOME), HOME, id).await.unwrap();
    assert!(host.battalions.remarks(&manager_of(HOME), HOME).await.unwrap().is_empty());
    assert_eq!(texts(&host.battalions.reports(&who(7)).await.unwrap()[0].notes), ["Rude."]);
    // Hidden or no longer shared: remarks are refused.
    host.battalions.hide_shared(&who(7), id, true).await.unwrap();
    assert_eq!(host.battalions.shared_origin(&manager_of(AWAY), Some(AWAY), "riders").await.unwrap(), None);
    assert_eq!(refusal(host.battalions.remark(&who(3), Some(AWAY), id, 1, "x").await), not_shared());
}

/// A copy has versions of its own, but remarks are about the version that was copied.
#[tokio::test]
async fn a_remark_about_a_copy_is_about_the_version_that_was_copied() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let riders = file("riders", "Riders");
    for text in [riders.clone(), riders.replacen("Riders", "The Riders", 1)] {
        bring_to(&host, HOME, &text).await;
    }
    let code = share(&host, "riders", ShareWith::Code).await.unwrap();
    copy(&host, &SharedBy::Code(code), 2).await.unwrap();
    for (guild, own) in [(HOME, 2), (AWAY, 1)] {
        assert_eq!(listed(&host, guild, "riders").await.own.map(|(newest, _)| newest), Some(own), "{guild:?}");
        let origin = host.battalions.shared_origin(&manager_of(guild), Some(guild), "riders").await.unwrap();
        assert_eq!(origin.map(|(_, version)| version), Some(2), "{guild:?}");
    }
}

/// Each kind of notes has its own limit.
#[tokio::test]
async fn remarks_leave_room_for_reports() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.operated_by([PersonId(7)]);
    bring_to(&host, HOME, &file("riders", "Riders")).await;
    share(&host, "riders", ShareWith::Gallery).await;
    let (id, version) = host.battalions.shared_origin(&manager_of(HOME), Some(HOME), "riders").await.unwrap().unwrap();
    for person in 100..152 {
        host.battalions.remark(&who(person), Some(HOME), id, version, "Lovely.").await.unwrap();
    }
    assert_eq!(host.battalions.remarks(&manager_of(HOME), HOME).await.unwrap()[0].notes.len(), 50);
    host.battalions.report(&who(3), &SharedBy::Gallery(id), version, "Rude.").await.unwrap();
    let noted = host.battalions.reports(&who(7)).await.unwrap();
    assert_eq!(noted[0].notes.iter().filter(|note| note.text == "Rude.").count(), 1);
}

/// Without results, the gallery is in the order of names, whatever their letter case.
#[tokio::test]
async fn entries_without_results_are_in_the_order_of_their_names() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (id, name) in [("wolves", "Wolves"), ("bees", "bees of the north"), ("ants", "Ants"), ("lions", "Cats")] {
        bring_to(&host, HOME, &file(id, name)).await;
        share(&host, id, ShareWith::Gallery).await;
    }
    for order in [GalleryOrder::Rating, GalleryOrder::Played] {
        let lines = host.battalions.gallery("", order).await.unwrap();
        let names: Vec<_> = lines.into_iter().map(|line| line.name).collect();
        assert_eq!(names, ["Ants", "bees of the north", "Cats", "Wolves"]);
    }
    // Ids are searched as well as names.
    let found = host.battalions.gallery("LIONS cats", GalleryOrder::Rating).await.unwrap();
    assert_eq!(found.into_iter().map(|line| line.name).collect::<Vec<_>>(), ["Cats"]);
}

/// Notes are counted and deleted for their own Battalion. Operators dismiss remarks together with reports.
#[tokio::test]
async fn notes_belong_to_one_of_several_shared_battalions() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.operated_by([PersonId(7)]);
    let mut ids = Vec::new();
    for (id, name) in [("ants", "Ants"), ("bees", "Bees"), ("cats", "Cats")] {
        bring_to(&host, HOME, &file(id, name)).await;
        share(&host, id, ShareWith::Gallery).await;
        ids.push(host.battalions.shared_origin(&manager_of(HOME), Some(HOME), id).await.unwrap().unwrap().0);
    }
    for (share, people) in [(ids[0], 3..=4), (ids[1], 3..=3)] {
        for person in people {
            host.battalions.remark(&who(person), None, share, 1, "Lovely.").await.unwrap();
        }
        host.battalions.report(&who(5), &SharedBy::Gallery(share), 1, "Rude.").await.unwrap();
    }
    let counts = async || {
        let mut counts = Vec::new();
        for id in ["ants", "bees", "cats"] {
            counts.push(listed(&host, HOME, id).await.remarks);
        }
        let noted = host.battalions.reports(&who(7)).await.unwrap();
        let mut notes: Vec<_> = noted.iter().map(|noted| noted.notes.len()).collect();
        notes.sort_unstable();
        (counts, notes)
    };
    assert_eq!(counts().await, (vec![2, 1, 0], vec![2, 3]));
    host.battalions.dismiss_reports(&who(7), ids[0]).await.unwrap();
    assert_eq!(counts().await, (vec![0, 1, 0], vec![2]));
}

/// Members of the server see the published version and remark on that one, administrators on the newest one.
#[tokio::test]
async fn a_remark_is_about_the_version_that_a_person_sees() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("riders", "Riders")).await;
    share(&host, "riders", ShareWith::Gallery).await;
    let version = async |who: Who| {
        let origin = host.battalions.shared_origin(&who, Some(HOME), "riders").await.unwrap();
        origin.map(|(_, version)| version)
    };
    assert_eq!((version(who(2)).await, version(manager_of(HOME)).await), (None, Some(1)), "not published");
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "riders", None).await.unwrap();
    bring_to(&host, HOME, &(file("riders", "Riders") + "# 2\n")).await;
    assert_eq!((version(who(2)).await, version(manager_of(HOME)).await), (Some(1), Some(2)));
}

/// A newer version is not for members before it is published, neither while it is private nor once it is archived.
#[tokio::test]
async fn a_remark_of_a_member_is_about_no_unpublished_version() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("riders", "Riders")).await;
    host.battalions.publish_battalion(&manager_of(HOME), HOME, "riders", None).await.unwrap();
    share(&host, "riders", ShareWith::Gallery).await;
    for number in 2..=3 {
        bring_to(&host, HOME, &format!("{}# {number}\n", file("riders", "Riders"))).await;
        for (by, expected) in [(who(2), 1), (manager_of(HOME), number)] {
            let origin = host.battalions.shared_origin(&by, Some(HOME), "riders").await.unwrap();
            assert_eq!(origin.map(|(_, version)| version), Some(expected), "{number}");
        }
    }
}

/// Sharing ends once, whichever way the Battalion was shared.
#[tokio::test]
async fn what_is_no_longer_shared_cannot_be_unshared_again() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    for with in [ShareWith::Code, ShareWith::Gallery] {
        share(&host, "knights", with).await;
        share(&host, "knights", ShareWith::Nobody).await;
        let again = share_of(&host, HOME, "knights", ShareWith::Nobody).await;
        assert_eq!(refusal(again), BattalionRefusal::SharedWithNobody.into(), "{with:?}");
    }
}

/// Without sharing, the entry of a Battalion stays about the version that was shared.
#[tokio::test]
async fn the_end_of_sharing_keeps_the_version_that_was_shared() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    share(&host, "knights", ShareWith::Gallery).await;
    bring_to(&host, HOME, &file("knights", "Horse Guards")).await;
    let ended = share_of(&host, HOME, "knights", ShareWith::Nobody).await.unwrap();
    assert_eq!(ended, (BattalionChange::Unshared("Knights".to_owned()), None));
    let rows = host.store.shares_of(HOME).await.unwrap();
    let kept: Vec<_> = rows.iter().map(|row| (row.version, row.name.as_str())).collect();
    assert_eq!(kept, [(1, "Knights")]);
}

/// A Battalion is shared in one version. Sharing ends, and hiding holds, whatever versions there are.
#[tokio::test]
async fn a_new_version_does_not_hinder_the_end_of_sharing_nor_of_hiding() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.operated_by([PersonId(7)]);
    let again = |number: u8| file("knights", "Knights") + &format!("# {number}\n");
    bring_to(&host, HOME, &again(1)).await;
    share(&host, "knights", ShareWith::Code).await;
    bring_to(&host, HOME, &again(2)).await;
    assert_eq!(share(&host, "knights", ShareWith::Nobody).await, None);
    let code = share(&host, "knights", ShareWith::Code).await.unwrap();
    let army = host.battalions.army_by_code(&code).await.unwrap();
    host.battalions.hide_shared(&who(7), army.id, true).await.unwrap();
    bring_to(&host, HOME, &again(3)).await;
    let no = share_of(&host, HOME, "knights", ShareWith::Gallery).await;
    assert_eq!(refusal(no), BattalionRefusal::IsHidden.into());
}

/// A version of a pack that is archived, because the server has no room, leaves its name to others.
#[tokio::test]
async fn an_archived_file_of_a_pack_leaves_its_name_to_the_next_one() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for (id, name) in [("bees", "Bees"), ("ants", "Ants")] {
        bring_to(&host, HOME, &file(id, name)).await;
    }
    host.battalions.archive_battalion(&manager_of(HOME), HOME, "bees").await.unwrap();
    let change = |settings: &mut GuildSettings| {
        settings.limits.battalions = 1;
        Ok(())
    };
    host.settings.change_guild_settings(&manager_of(HOME), HOME, change).await.unwrap();
    let (bees, ants) = (file("bees", "Bees") + "# 2\n", file("ants", "Bees"));
    let pack = zipped(&[("1.toml", bees.as_bytes()), ("2.toml", ants.as_bytes())]);
    let found = host.battalions.add_pack(&manager_of(HOME), HOME, pack).await.unwrap();
    let versions: Vec<_> = found
        .files
        .iter()
        .map(|(_, found)| match found {
            Packed::Good { name, version, .. } => (name.as_str(), *version),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(versions, [("Bees", 2), ("Bees", 2)]);
    let changes = host.battalions.accept_battalion(&manager_of(HOME), HOME, found.id.unwrap()).await.unwrap();
    let archived: Vec<_> =
        changes.iter().map(|change| matches!(change, BattalionChange::Added { archived: true, .. })).collect();
    assert_eq!(archived, [true, false]);
}

/// Entries begin with the most balanced one, with the one that was played most, or with the newest one.
#[tokio::test]
async fn the_gallery_is_sorted_by_balance_games_or_time() {
    let folder = Folder::new();
    let host = dealing(&folder, [2; 32]).await;
    for (hours, (id, name)) in (0..).zip([("cats", "Cats"), ("bees", "Bees"), ("ants", "Ants")]) {
        host.set_time(BEGIN + hours * HOUR);
        bring_to(&host, HOME, &file(id, name)).await;
        host.battalions.publish_battalion(&manager_of(HOME), HOME, id, None).await.unwrap();
        share(&host, id, ShareWith::Gallery).await;
    }
    // The Cats win one of two games, the Bees all of three.
    for (army, loser) in [("cats", 1), ("cats", 2), ("bees", 2), ("bees", 2), ("bees", 2)] {
        let game = super::game(&host, GameMode::Duel, &[army, "medieval"]).await;
        for (person, text) in [(1, "e4"), (2, "e5")] {
            play(&host, game, person, text).await;
        }
        host.games.resign(&who(loser), game, None).await.unwrap();
    }
    for (order, expected) in [
        (GalleryOrder::Rating, [("Cats", 2), ("Bees", 3), ("Ants", 0)]),
        (GalleryOrder::Played, [("Bees", 3), ("Cats", 2), ("Ants", 0)]),
        (GalleryOrder::Newest, [("Ants", 0), ("Bees", 3), ("Cats", 2)]),
    ] {
        let lines = host.battalions.gallery("", order).await.unwrap();
        let lines: Vec<_> = lines.iter().map(|line| (line.name.as_str(), line.balance.games)).collect();
        assert_eq!(lines, expected, "{order:?}");
    }
}

/// Copies count for the limit of Battalions in use. A new version of an archived copy stays in the archive while the
/// limit is reached.
#[tokio::test]
async fn a_copy_needs_room_like_any_other_battalion() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    share(&host, "knights", ShareWith::Gallery).await;
    bring_to(&host, AWAY, &file("ants", "Ants")).await;
    let change = |settings: &mut GuildSettings| {
        settings.limits.battalions = 1;
        Ok(())
    };
    host.settings.change_guild_settings(&manager_of(AWAY), AWAY, change).await.unwrap();
    let by = SharedBy::Gallery(ShareId(1));
    assert_eq!(refusal(copy(&host, &by, 1).await), BattalionRefusal::TooMany { used: 1, most: 1 }.into());
    host.battalions.archive_battalion(&manager_of(AWAY), AWAY, "ants").await.unwrap();
    let copied = |version, archived| BattalionChange::Copied { name: "Knights".to_owned(), version, archived };
    assert_eq!(copy(&host, &by, 1).await.unwrap(), copied(1, false));
    host.battalions.archive_battalion(&manager_of(AWAY), AWAY, "knights").await.unwrap();
    host.battalions.publish_battalion(&manager_of(AWAY), AWAY, "ants", None).await.unwrap();
    bring_to(&host, HOME, &(file("knights", "Knights") + "# 2\n")).await;
    share(&host, "knights", ShareWith::Gallery).await;
    assert_eq!(copy(&host, &by, 2).await.unwrap(), copied(2, true));
    assert_eq!(listed(&host, AWAY, "knights").await.own, Some((2, Vec::new())));
}

/// A pack has at most twenty files, valid or not.
#[tokio::test]
async fn a_pack_has_at_most_twenty_files() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let names: Vec<String> = (1..=21).map(|number| format!("{number}.toml")).collect();
    for count in [20, 21] {
        let files: Vec<(&str, &[u8])> = names[..count].iter().map(|name| (name.as_str(), &b"x"[..])).collect();
        match host.battalions.add_pack(&manager_of(HOME), HOME, zipped(&files)).await {
            Ok(pack) => assert_eq!((pack.files.len(), pack.id), (20, None)),
            Err(Error::Refused(Refusal::File(FileRefusal::Pack(_)))) => assert_eq!(count, 21),
            other => panic!("{count}: {other:?}"),
        }
    }
}

/// A new version may have a name that looks like that of the version before.
#[tokio::test]
async fn a_new_version_may_look_like_its_own_earlier_one() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for name in ["Bees", "BEES", "B\u{435}es"] {
        bring_to(&host, HOME, &file("bees", name)).await;
        listed(&host, HOME, "bees").await;
    }
}

/// A pack may have several versions of a Battalion. Each is the newest one at its turn, in the preview as well as when
/// the pack is accepted, and leaves its name to later files.
#[tokio::test]
async fn a_pack_may_have_several_versions_of_a_battalion() {
    let folder = Folder::new();
    let host = dealing(&folder, [3; 32]).await;
    let texts = [file("bees", "Bees"), file("bees", "Wasps"), file("bees", "Wasps") + "# 3\n", file("ants", "Bees")];
    let names = ["1.toml", "2.toml", "3.toml", "4.toml"];
    let files: Vec<(&str, &[u8])> = names.into_iter().zip(texts.iter().map(String::as_bytes)).collect();
    let found = host.battalions.add_pack(&manager_of(HOME), HOME, zipped(&files)).await.unwrap();
    let shown = found.files.iter().map(|(_, found)| match found {
        Packed::Good { name, version, .. } => (name.as_str(), *version),
        other => panic!("{other:?}"),
    });
    let shown: Vec<(&str, i64)> = shown.collect();
    assert_eq!(shown, [("Bees", 1), ("Wasps", 2), ("Wasps", 3), ("Bees", 1)]);
    host.set_time(BEGIN + 1);
    let changes = host.battalions.accept_battalion(&manager_of(HOME), HOME, found.id.unwrap()).await.unwrap();
    let added = changes.iter().map(|change| match change {
        BattalionChange::Added { name, version, archived: false } => (name.as_str(), *version),
        other => panic!("{other:?}"),
    });
    assert_eq!(added.collect::<Vec<(&str, i64)>>(), shown);
    assert_eq!(listed(&host, HOME, "bees").await.own, Some((3, vec![(3, BattalionState::Private)])));
}

/// The files of a pack count together for the limit of Battalions in use.
#[tokio::test]
async fn the_files_of_a_pack_share_the_room_that_is_left() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("cats", "Cats")).await;
    let change = |settings: &mut GuildSettings| {
        settings.limits.battalions = 3;
        Ok(())
    };
    host.settings.change_guild_settings(&manager_of(HOME), HOME, change).await.unwrap();
    let texts = [file("ants", "Ants"), file("bees", "Bees"), file("dogs", "Dogs")];
    let files: Vec<(&str, &[u8])> =
        ["1.toml", "2.toml", "3.toml"].into_iter().zip(texts.iter().map(String::as_bytes)).collect();
    let found = host.battalions.add_pack(&manager_of(HOME), HOME, zipped(&files)).await.unwrap();
    let [(_, Packed::Good { .. }), (_, Packed::Good { .. }), (_, Packed::Refused(why))] = found.files.as_slice() else {
        panic!("{:?}", found.files)
    };
    assert_eq!(**why, BattalionRefusal::TooMany { used: 3, most: 3 }.into());
    let changes = host.battalions.accept_battalion(&manager_of(HOME), HOME, found.id.unwrap()).await.unwrap();
    assert_eq!(changes.len(), 2);
}

/// A server that copies several Battalions has a Battalion for each, with versions of its own, and writes to the
/// designers of those that it has copied.
#[tokio::test]
async fn copies_of_several_battalions_are_told_apart() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let (mut ways, mut shares) = (Vec::new(), Vec::new());
    for (id, name) in [("ants", "Ants"), ("bees", "Bees")] {
        bring_to(&host, HOME, &file(id, name)).await;
        ways.push(SharedBy::Code(share(&host, id, ShareWith::Code).await.unwrap()));
        shares.push(host.battalions.shared_origin(&manager_of(HOME), Some(HOME), id).await.unwrap().unwrap().0);
    }
    let copied = |name: &str, version| BattalionChange::Copied { name: name.to_owned(), version, archived: false };
    assert_eq!(copy(&host, &ways[0], 1).await.unwrap(), copied("Ants", 1));
    let early = host.battalions.remark(&who(3), Some(AWAY), shares[1], 1, "Slow.").await;
    assert_eq!(refusal(early), not_shared(), "only the other one is used there");
    assert_eq!(copy(&host, &ways[1], 1).await.unwrap(), copied("Bees", 1));
    host.battalions.remark(&who(3), Some(AWAY), shares[1], 1, "Slow.").await.unwrap();
    bring_to(&host, HOME, &(file("ants", "Ants") + "# 2\n")).await;
    share(&host, "ants", ShareWith::Code).await;
    assert_eq!(copy(&host, &ways[0], 2).await.unwrap(), copied("Ants", 2));
    let again = BattalionRefusal::HasCopy { name: "Bees".to_owned(), version: 1 };
    assert_eq!(refusal(copy(&host, &ways[1], 1).await), again.into());
    for (id, name, newest) in [("ants", "Ants", 2), ("bees", "Bees", 1)] {
        let there = listed(&host, AWAY, id).await;
        assert_eq!((there.name.as_str(), there.own.as_ref().map(|(version, _)| *version)), (name, Some(newest)));
    }
}

/// Nobody writes to a server that has removed the bot, also where its Battalions are used.
#[tokio::test]
async fn a_server_that_has_removed_the_bot_gets_no_remarks() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("riders", "Riders")).await;
    share(&host, "riders", ShareWith::Gallery).await;
    let id = ShareId(1);
    copy(&host, &SharedBy::Gallery(id), 1).await.unwrap();
    host.servers.serves(0, 1, [HOME, AWAY]);
    for is_there in [true, false, true] {
        if is_there {
            host.servers.joined_server(HOME);
        } else {
            host.servers.left_server(HOME);
        }
        let origin = host.battalions.shared_origin(&manager_of(AWAY), Some(AWAY), "riders").await.unwrap();
        assert_eq!(origin, is_there.then_some((id, 1)));
        let written = host.battalions.remark(&who(3), Some(AWAY), id, 1, "Slow.").await;
        if is_there {
            written.unwrap();
        } else {
            assert_eq!(refusal(written), not_shared());
        }
    }
}
