//! Servers' own Battalions: permissions, storage, and the version in use.

use super::*;
use crate::store::BattalionState;

const GUILD: GuildId = GuildId(9);

/// A copy of a built-in Battalion with another id and name.
fn file(id: &str, name: &str) -> String {
    engine::battalion::builtin()[0].text.replacen("id = \"medieval\"", &format!("id = \"{id}\""), 1).replacen(
        "name = \"Medieval Battalion\"",
        &format!("name = \"{name}\""),
        1,
    )
}

async fn add(host: &Host, text: &str) -> Draft {
    match host.battalions.add_battalion(&manager(1), GUILD, text.as_bytes().to_vec()).await {
        Ok(Looked::Draft(draft)) => draft,
        other => panic!("{other:?}"),
    }
}

async fn bring(host: &Host, text: &str) {
    let draft = add(host, text).await;
    host.battalions.accept_battalion(&manager(1), GUILD, draft.id).await.unwrap();
}

/// Adds and publishes the Battalion Knights.
async fn bring_for_all(host: &Host) {
    bring(host, &file("knights", "Knights")).await;
    host.battalions.publish_battalion(&manager(1), GUILD, "knights", None).await.unwrap();
}

async fn ids(host: &Host, who: &Who) -> Vec<String> {
    let all = host.rosters.battalions_for(who, who.rights.guild).await.unwrap();
    all.into_iter().filter(|battalion| battalion.own).map(|battalion| battalion.id).collect()
}

#[tokio::test]
async fn a_file_is_looked_at_accepted_once_and_published() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let draft = add(&host, &file("knights", "Knights")).await;
    assert_eq!((draft.version, draft.definition.id.as_str()), (1, "knights"));
    assert!(ids(&host, &manager(1)).await.is_empty());
    // The draft survives a restart, and two deliveries of one interaction create one version.
    let host = super::host(&folder).await;
    let ann = manager(1);
    let said = host.battalions.accept_battalion(&ann, GUILD, draft.id).await.unwrap();
    assert_eq!(host.battalions.accept_battalion(&ann, GUILD, draft.id).await.unwrap(), said);
    let late = refusal(host.battalions.accept_battalion(&manager(1), GUILD, draft.id).await);
    assert_eq!(late, BattalionRefusal::NotWaiting.into());
    let late = refusal(host.battalions.discard_battalion(&manager(1), GUILD, draft.id).await);
    assert_eq!(late, BattalionRefusal::NotWaiting.into());
    let all = host.battalions.all_battalions(&manager(1), GUILD).await.unwrap();
    let own = all.iter().find(|one| one.id == "knights").unwrap();
    assert_eq!(own.own, Some((1, vec![(1, BattalionState::Private)])));
    assert_eq!(ids(&host, &manager(1)).await, ["knights"]);
    assert!(ids(&host, &who(2)).await.is_empty());
    host.battalions.publish_battalion(&manager(1), GUILD, "Knights", None).await.unwrap();
    assert_eq!(ids(&host, &who(2)).await, ["knights"]);
    // On other servers, it does not exist, even for administrators.
    let mut elsewhere = manager(3);
    elsewhere.rights.guild = Some(GuildId(10));
    assert!(ids(&host, &elsewhere).await.is_empty());
    let no = refusal(host.battalions.export_battalion(&elsewhere, GUILD, "knights", None).await);
    assert_eq!(no, Denied::Administer(None).into());
}

#[tokio::test]
async fn members_play_what_is_published_and_administrators_try_what_is_not() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_for_all(&host).await;
    // The second version is private, so members keep playing the first.
    let second = file("knights", "Knights").replace("name = \"Rook\"", "name = \"Keep\"");
    bring(&host, &second).await;
    let named = |who: Who| {
        let host = host.clone();
        async move {
            let army = host.rulebook.definition(&who, Some(GUILD), "knights").await.unwrap();
            army.pieces.iter().any(|piece| piece.name == "Keep")
        }
    };
    assert!(named(manager(1)).await);
    assert!(!named(who(2)).await);
    let game = open(&host, 2, GameMode::Duel, 2).await;
    host.lobbies.join(&who(2), game, with("knights")).await.unwrap();
    // Two versions cannot be in one game.
    let joined = host.lobbies.join(&manager(1), game, with("knights")).await.unwrap();
    assert!(!joined.confirmed.contains(&Confirmation::GameBegins));
    let missing = lobby(&host, game).await.missing;
    let two = LobbyRefusal::TwoVersions("Knights".to_owned());
    assert_eq!(missing, [Missing::Setup(Box::new(two.into()))]);
    host.lobbies.choose_battalion(&who(2), game, "medieval").await.unwrap();
    host.lobbies.start(&manager(1), game, None).await.unwrap();
    let scene = scene(&host, game).await;
    let keeps = scene.view.pieces.iter();
    assert_eq!(keeps.filter(|piece| piece.look.name == "Keep").count(), 2);
    // A started game keeps its Battalions after they are archived.
    host.battalions.archive_battalion(&manager(1), GUILD, "knights").await.unwrap();
    let host = super::host(&folder).await;
    let later = super::scene(&host, game).await;
    assert_eq!(later.view.pieces, scene.view.pieces);
}

/// Letter case makes no difference, neither in the id nor in the name.
#[tokio::test]
async fn administrators_name_one_by_its_id_or_its_name() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring(&host, &file("owls", "Night Birds")).await;
    for text in ["owls", "OWLS", "Night Birds", " night BIRDS "] {
        host.battalions.export_battalion(&manager(1), GUILD, text, None).await.unwrap();
    }
    let other = refusal(host.battalions.export_battalion(&manager(1), GUILD, "Night", None).await);
    assert!(matches!(other, Refusal::Unknown(_)), "{other:?}");
}

/// An archived version may have had a name that another Battalion has now.
#[tokio::test]
async fn a_name_finds_the_battalion_that_has_it_now() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let found = async |name: &str| {
        let file = host.battalions.export_battalion(&manager(1), GUILD, name, None).await.unwrap();
        file.name
    };
    bring(&host, &file("hawks", "Night Birds")).await;
    bring(&host, &file("hawks", "Day Birds")).await;
    assert_eq!(found("Night Birds").await, "hawks-2.toml", "no other Battalion has the name");
    bring(&host, &file("owls", "Night Birds")).await;
    assert_eq!(found("Night Birds").await, "owls-1.toml");
    assert_eq!(found("Day Birds").await, "hawks-2.toml");
}

/// Two versions cannot be in one game, so a computer with a random army never takes another version of one that a person has.
#[tokio::test]
async fn a_computer_takes_no_other_version_of_a_persons_army() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_for_all(&host).await;
    // A private version, which only administrators pick.
    bring(&host, &file("knights", "Knights").replace("name = \"Rook\"", "name = \"Keep\"")).await;
    let game = open(&host, 1, GameMode::Ffa, 3).await;
    host.lobbies.join(&manager(1), game, with("knights")).await.unwrap();
    for _ in 0..40 {
        let any = ComputerWish { level: ::opponent::Level::Recruit, battalion: None };
        host.lobbies.add_computer(&who(1), game, any).await.unwrap();
        let seats = lobby(&host, game).await.seats;
        assert_ne!(seats[1].battalion.as_ref().unwrap().id, "knights");
        host.lobbies.remove_computer(&who(1), game).await.unwrap();
    }
}

#[tokio::test]
async fn a_private_one_is_started_by_an_administrator_only() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring(&host, &file("knights", "Knights")).await;
    let game = open(&host, 2, GameMode::Duel, 2).await;
    host.lobbies.join(&manager(1), game, with("knights")).await.unwrap();
    let joined = host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    assert!(!joined.confirmed.contains(&Confirmation::GameBegins));
    let no = refusal(host.lobbies.start(&who(2), game, None).await);
    assert_eq!(no, Denied::StartUnpublished("Knights".to_owned()).into());
    host.lobbies.start(&manager(1), game, None).await.unwrap();
    scene(&host, game).await;
}

/// A lobby with a private Battalion begins when an administrator completes it, against people and computer players.
#[tokio::test]
async fn a_lobby_that_an_administrator_completes_with_a_private_one_begins() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring(&host, &file("knights", "Knights")).await;
    let game = open(&host, 2, GameMode::Duel, 2).await;
    host.lobbies.join(&who(2), game, with("medieval")).await.unwrap();
    let joined = host.lobbies.join(&manager(1), game, with("knights")).await.unwrap();
    assert_eq!(joined.confirmed.last(), Some(&Confirmation::GameBegins));
    let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: Some("medieval".to_owned()) };
    let (place, options) = (Place { channel: ChannelId(700), ..PLACE }, LobbyOptions::new(GameMode::Duel, 2));
    let opened = host.lobbies.open_against(&manager(1), place, options, Some("knights"), &wish).await.unwrap();
    assert_eq!(opened.confirmed.last(), Some(&Confirmation::GameBegins));
}

#[tokio::test]
async fn a_newer_version_has_to_be_chosen_again() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_for_all(&host).await;
    let game = open(&host, 2, GameMode::Duel, 2).await;
    host.lobbies.join(&who(2), game, with("knights")).await.unwrap();
    bring(&host, &(file("knights", "Knights") + "# Once more\n")).await;
    host.battalions.publish_battalion(&manager(1), GUILD, "knights", None).await.unwrap();
    let joined = host.lobbies.join(&who(3), game, with("medieval")).await.unwrap();
    assert!(!joined.confirmed.contains(&Confirmation::GameBegins));
    assert_eq!(lobby(&host, game).await.missing, [Missing::OtherBattalion(player(0, 2))]);
    host.lobbies.choose_battalion(&who(2), game, "knights").await.unwrap();
    scene(&host, game).await;
}

/// Even an administrator gets no private Battalion for a computer player, unless by name.
#[tokio::test]
async fn a_computer_player_draws_from_the_battalions_of_everyone() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring(&host, &file("knights", "Knights")).await;
    let add = async |game, battalion: Option<&str>| {
        let wish = ComputerWish { level: ::opponent::Level::Recruit, battalion: battalion.map(str::to_owned) };
        host.lobbies.add_computer(&manager(1), game, wish).await.unwrap();
    };
    let armies = async |game| {
        let seats = lobby(&host, game).await.seats.into_iter();
        seats.filter_map(|seat| seat.battalion).map(|battalion| format!("{battalion:?}")).collect::<Vec<_>>()
    };
    for channel in 0..8 {
        let place = Place { channel: ChannelId(700 + channel), ..PLACE };
        let options = LobbyOptions::new(GameMode::Ffa, 6);
        let game = host.lobbies.open_lobby(&manager(1), place, options, None).await.unwrap().game;
        for _ in 0..5 {
            add(game, None).await;
        }
        let mut drawn = armies(game).await;
        assert!(drawn.len() == 5 && !drawn.iter().any(|army| army.contains("Knights")), "{drawn:?}");
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn.len(), 5, "each draws another army: {drawn:?}");
    }
    let game = open(&host, 1, GameMode::Duel, 2).await;
    add(game, Some("knights")).await;
    assert!(armies(game).await[0].contains("Knights"));
}

#[tokio::test]
async fn files_are_kept_within_bounds() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let empty = refusal(host.battalions.add_battalion(&manager(1), GUILD, Vec::new()).await);
    assert_eq!(empty, FileRefusal::Empty.into());
    let no = refusal(host.battalions.add_battalion(&who(2), GUILD, Vec::new()).await);
    assert_eq!(no, Denied::Administer(None).into());
    // Of twelve drafts, the two oldest were dropped.
    let mut drafts = Vec::new();
    for _ in 0..12 {
        drafts.push(add(&host, &file("knights", "Knights")).await.id);
    }
    for (index, draft) in drafts.iter().enumerate() {
        let found = host.battalions.draft(&manager(1), GUILD, *draft, true).await;
        assert_eq!(found.is_ok(), index >= 2, "{index}");
    }
    // Only the newest of many versions are kept.
    let numbered = |number| format!("{}# {number}\n", file("knights", "Knights"));
    for number in 0..25 {
        bring(&host, &numbered(number)).await;
    }
    let export = |version| {
        let host = host.clone();
        async move { host.battalions.export_battalion(&manager(1), GUILD, "knights", Some(version)).await }
    };
    let newest = BattalionRefusal::NoVersion { newest: 25 };
    assert_eq!(refusal(export(3).await), newest.into());
    assert_eq!(export(25).await.unwrap().name, "knights-25.toml");
    let sixth = export(6).await.unwrap().bytes;
    assert_eq!(sixth, numbered(5).into_bytes());
    // Ids and names of other Battalions are taken, including built-in ones.
    for (id, name, why) in [
        ("medieval", "Knights II", NotHere::BuiltInId("medieval".to_owned())),
        ("others", "KNIGHTS", NotHere::TakenName),
        ("others", "Knig\u{4bb}ts", NotHere::LooksLike("Knights".to_owned())),
        ("others", "Medieval  Battalion", NotHere::LooksLike("Medieval Battalion".to_owned())),
        ("kn1ghts", "Others", NotHere::IdLooksLike("knights".to_owned())),
        ("others", "Makpong Battalion", NotHere::TakenName),
    ] {
        let bytes = file(id, name).into_bytes();
        let errors = match host.battalions.add_battalion(&manager(1), GUILD, bytes).await {
            Ok(Looked::Faulty(errors)) => errors,
            other => panic!("{other:?}"),
        };
        assert!(matches!(&errors[0], FileProblem::Here { line: 2.., what, .. } if *what == why), "{errors:?}");
    }
}

#[tokio::test]
async fn every_built_in_one_is_within_the_limits_of_a_new_server() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for builtin in engine::battalion::builtin() {
        let copy = host.battalions.clone_battalion(&manager(1), GUILD, builtin.id).await.unwrap();
        let draft = add(&host, std::str::from_utf8(&copy.bytes).unwrap()).await;
        assert_eq!(draft.definition.id, format!("my-{}", builtin.id));
    }
}

/// Army of two rows and this many columns.
fn row_of(columns: usize) -> String {
    let (pawns, king) = ("P".repeat(columns), format!("K{}", ".".repeat(columns - 1)));
    format!(
        "format = 1\nid = \"row-{columns}\"\nname = \"Row of {columns}\"\n\n[territory]\nlayout = [\"{pawns}\", \"{king}\"]\n\n\
         [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n\n\
         [[piece]]\nid = \"pawn\"\nname = \"Pawn\"\nsymbol = \"P\"\nmoves = \"fmWfcF\"\n"
    )
}

#[tokio::test]
async fn armies_of_any_width_are_accepted() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for columns in [2, 9, 10, 13, 26] {
        assert_eq!(add(&host, &row_of(columns)).await.warnings, [], "{columns}");
    }
}

#[tokio::test]
async fn a_check_ends_when_its_time_is_up() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let limits = Limits { seconds: 0, ..Limits::default() };
    let hurried = Terms { limits, ..Terms::default() };
    let bytes = file("knights", "Knights").into_bytes();
    let slow = refusal(host.battalions.validation.look_at(bytes.clone(), hurried, true).await);
    assert_eq!(slow, FileRefusal::TooSlow { seconds: 0 }.into());
    // The slot is free again.
    for _ in 0..4 {
        let good = host.battalions.validation.look_at(bytes.clone(), Terms::default(), true).await;
        assert!(good.unwrap().is_ok());
    }
}

/// A check returns a preview of any valid file, also of one that the server has already, or that exceeds its limit. The
/// preview of a draft says each time whether it can be accepted.
#[tokio::test]
async fn a_checked_file_has_a_preview_and_is_never_accepted() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let knights = file("knights", "Knights");
    bring(&host, &knights).await;
    let change = |settings: &mut GuildSettings| {
        settings.limits.battalions = 1;
        Ok(())
    };
    host.settings.change_guild_settings(&manager(1), GUILD, change).await.unwrap();
    for (text, version) in [(knights.clone(), 2), (file("riders", "Riders"), 1)] {
        let checked = host.battalions.check_battalion(&manager(1), GUILD, text.into_bytes()).await;
        let Looked::Draft(checked) = checked.unwrap() else { panic!() };
        assert_eq!((checked.only_checked, checked.version), (true, version));
        let preview = host.battalions.draft(&manager(1), GUILD, checked.id, false).await.unwrap();
        assert_eq!((preview.only_checked, preview.version), (true, version));
    }
    let added = add(&host, &(knights + "# 2\n")).await;
    let preview = host.battalions.draft(&manager(1), GUILD, added.id, false).await.unwrap();
    assert_eq!((added.only_checked, preview.only_checked), (false, false));
}

/// Disabling twice is the same as disabling once. Publishing names a Battalion that is disabled.
#[tokio::test]
async fn a_battalion_is_disabled_once_and_its_publication_tells_it() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring(&host, &file("knights", "Knights")).await;
    for (on, times) in [(false, 1), (false, 2), (true, 1), (false, 1), (true, 2)] {
        for _ in 0..times {
            host.battalions.switch_battalion(&manager(1), GUILD, " KNIGHTS ", on).await.unwrap();
        }
        let settings = host.settings.guild_settings(GUILD).await.unwrap();
        let expected = if on { Vec::new() } else { vec!["knights".to_owned()] };
        assert_eq!(settings.disabled_battalions, expected, "{on}, {times} times");
        let published = host.battalions.publish_battalion(&manager(1), GUILD, "knights", None).await.unwrap();
        assert_eq!(published, BattalionChange::Published { name: "Knights".to_owned(), version: 1, disabled: !on });
    }
}

/// A disabled Battalion is called disabled however it is written, not unknown.
#[tokio::test]
async fn a_disabled_battalion_is_named_in_any_spelling() {
    let folder = Folder::new();
    let host = host(&folder).await;
    host.battalions.switch_battalion(&manager(1), GUILD, "makpong", false).await.unwrap();
    let game = open(&host, 1, GameMode::Duel, 2).await;
    for text in ["makpong", " makpong ", "MAKPONG", "Makpong Battalion", " makpong battalion"] {
        let no = refusal(host.lobbies.join(&who(1), game, with(text)).await);
        assert_eq!(no, LobbyRefusal::DisabledBattalion.into(), "{text:?}");
    }
}

/// Members cannot tell a private Battalion from one that does not exist, disabled or not.
#[tokio::test]
async fn a_private_battalion_is_unknown_to_members_even_if_it_is_disabled() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring(&host, &file("knights", "Horse Guards")).await;
    let game = open(&host, 1, GameMode::Duel, 2).await;
    for on in [true, false] {
        host.battalions.switch_battalion(&manager(1), GUILD, "knights", on).await.unwrap();
        for text in ["knights", "Horse Guards"] {
            let no = refusal(host.lobbies.join(&who(2), game, with(text)).await);
            assert!(matches!(no, Refusal::Unknown(_)), "{on}, {text}: {no:?}");
        }
    }
    let no = refusal(host.lobbies.join(&manager(1), game, with("knights")).await);
    assert_eq!(no, LobbyRefusal::DisabledBattalion.into());
}

/// Another version may keep its name, but not take one that looks like the name of another Battalion.
#[tokio::test]
async fn a_new_version_takes_no_name_of_another_battalion() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring(&host, &file("knights", "Knights")).await;
    bring(&host, &file("riders", "Riders")).await;
    for (name, why) in [
        ("Knights", NotHere::TakenName),
        ("Kn1ghts", NotHere::LooksLike("Knights".to_owned())),
        ("Makpong Battalion", NotHere::TakenName),
    ] {
        let bytes = file("riders", name).into_bytes();
        let looked = host.battalions.add_battalion(&manager(1), GUILD, bytes).await.unwrap();
        let Looked::Faulty(errors) = looked else { panic!("{name}") };
        assert!(matches!(&errors[..], [FileProblem::Here { what, .. }] if *what == why), "{name}: {errors:?}");
    }
    assert_eq!(add(&host, &file("riders", "Red Riders")).await.version, 2);
}

/// Members see the published version and administrators the newer private one, so both names are taken.
#[tokio::test]
async fn a_published_name_stays_taken_while_a_private_version_has_another() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_for_all(&host).await;
    bring(&host, &file("knights", "Horse Guards")).await;
    for name in ["Knights", "Horse Guards"] {
        let bytes = file("riders", name).into_bytes();
        let looked = host.battalions.add_battalion(&manager(1), GUILD, bytes).await.unwrap();
        let Looked::Faulty(errors) = looked else { panic!("{name}") };
        let why = NotHere::TakenName;
        assert!(matches!(&errors[..], [FileProblem::Here { what, .. }] if *what == why), "{name}: {errors:?}");
    }
    // Once the version with the other name is published, the earlier name is free.
    host.battalions.publish_battalion(&manager(1), GUILD, "knights", None).await.unwrap();
    assert_eq!(add(&host, &file("riders", "Knights")).await.version, 1);
}

/// A long id is cut for the template of a new Battalion, and stays an id.
#[tokio::test]
async fn a_clone_of_a_battalion_with_a_long_id_can_be_added() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for length in 24..=30 {
        let id = format!("{}-x", "a".repeat(length));
        bring(&host, &file(&id, &format!("Army of {length}"))).await;
        let clone = host.battalions.clone_battalion(&manager(1), GUILD, &id).await.unwrap();
        let draft = add(&host, std::str::from_utf8(&clone.bytes).unwrap()).await;
        assert_eq!(clone.name, format!("{}.toml", draft.definition.id), "{length}");
        assert!(draft.definition.id.starts_with("my-a") && !clone.name.contains("-."), "{}", clone.name);
        host.battalions.archive_battalion(&manager(1), GUILD, &id).await.unwrap();
    }
}

/// A draft whose preview compared it with an older version than the newest is refused; versions that were accepted in
/// the same moment do not count, and neither do equal files of versions that have been replaced.
#[tokio::test]
async fn a_draft_is_overtaken_by_a_version_that_was_accepted_after_it() {
    let folder = Folder::new();
    let host = dealing(&folder, [1; 32]).await;
    let numbered = |number: i64| format!("{}# {number}\n", file("knights", "Knights"));
    bring(&host, &numbered(1)).await;
    let drafts =
        [add(&host, &numbered(2)).await.id, add(&host, &numbered(2)).await.id, add(&host, &numbered(3)).await.id];
    let last = add(&host, &numbered(4)).await.id;
    let accept = async |id| host.battalions.accept_battalion(&manager(1), GUILD, id).await;
    accept(drafts[0]).await.unwrap();
    assert!(matches!(refusal(accept(drafts[1]).await), Refusal::Battalion(BattalionRefusal::Same(_))));
    accept(drafts[2]).await.unwrap();
    accept(drafts[1]).await.unwrap();
    let looked = host.battalions.add_battalion(&manager(1), GUILD, numbered(2).into_bytes()).await.unwrap();
    let same = match looked {
        Looked::Same(same) => (same.version, same.newest, same.state),
        other => panic!("{other:?}"),
    };
    assert_eq!(same, (4, true, BattalionState::Private), "of two equal versions, the newest is named");
    host.set_time(BEGIN + 1);
    bring(&host, &numbered(5)).await;
    assert_eq!(refusal(accept(last).await), BattalionRefusal::Overtaken(5).into());
}

/// A server exports the newest version of each Battalion, archived ones included.
#[tokio::test]
async fn a_pack_has_the_newest_versions() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let newest = [file("ants", "Ants") + "# 2\n", file("bees", "Bees") + "# 2\n"];
    for text in [&file("ants", "Ants"), &file("bees", "Bees"), &newest[1], &newest[0]] {
        bring(&host, text).await;
    }
    host.battalions.publish_battalion(&manager(1), GUILD, "ants", None).await.unwrap();
    host.battalions.archive_battalion(&manager(1), GUILD, "bees").await.unwrap();
    let pack = host.battalions.export_pack(&manager(1), GUILD).await.unwrap();
    let bounds = crate::unzip::Bounds { files: 9, file: 1 << 16, total: 1 << 20 };
    let files = crate::unzip::unzip(&pack.bytes, bounds).unwrap();
    let files: Vec<_> = files.into_iter().map(|file| String::from_utf8(file.bytes).unwrap()).collect();
    assert_eq!(files, newest);
}

/// A draft belongs to its server: administrators of another one neither see nor accept nor discard it there.
#[tokio::test]
async fn a_draft_of_another_server_does_not_exist() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let draft = add(&host, &file("knights", "Knights")).await.id;
    let (away, by) = (sharing::AWAY, sharing::manager_of(sharing::AWAY));
    let gone = || Refusal::from(BattalionRefusal::NotWaiting);
    assert_eq!(refusal(host.battalions.draft(&by, away, draft, false).await), gone());
    assert_eq!(refusal(host.battalions.accept_battalion(&by, away, draft).await), gone());
    assert_eq!(refusal(host.battalions.discard_battalion(&by, away, draft).await), gone());
    host.battalions.accept_battalion(&manager(1), GUILD, draft).await.unwrap();
}

/// A long name is cut for the template of a new Battalion, and stays a name.
#[tokio::test]
async fn a_clone_of_a_battalion_with_a_long_name_can_be_added() {
    let folder = Folder::new();
    let host = host(&folder).await;
    for length in 34..=38 {
        let name = format!("{} x", "N".repeat(length));
        bring(&host, &file("long", &name)).await;
        let clone = host.battalions.clone_battalion(&manager(1), GUILD, "long").await.unwrap();
        let draft = add(&host, std::str::from_utf8(&clone.bytes).unwrap()).await;
        let cut: String = format!("My {name}").chars().take(40).collect();
        assert_eq!(draft.definition.name, cut.trim_end(), "{length}");
    }
}

/// A file that only another version of the program can read is not picked, and hides no other Battalion. It can still
/// be downloaded and archived.
#[tokio::test]
async fn a_file_that_cannot_be_read_hides_no_other_battalion() {
    let folder = Folder::new();
    let before = host(&folder).await;
    for (id, name) in [("knights", "Knights"), ("riders", "Riders")] {
        bring(&before, &file(id, name)).await;
        before.battalions.publish_battalion(&manager(1), GUILD, id, None).await.unwrap();
    }
    before.close().await;
    let spoil = "UPDATE battalions SET file = 'format = 99' WHERE id = 'knights' AND $1 > 0";
    damage(&folder, spoil, GameId(1)).await;
    let host = super::host(&folder).await;
    assert_eq!(ids(&host, &who(2)).await, ["riders"]);
    let all = host.battalions.all_battalions(&manager(1), GUILD).await.unwrap();
    let own: Vec<&str> = all.iter().filter(|one| one.own.is_some()).map(|one| one.id.as_str()).collect();
    assert_eq!(own, ["knights", "riders"]);
    let exported = host.battalions.export_battalion(&manager(1), GUILD, "knights", None).await.unwrap();
    assert_eq!(exported.bytes, b"format = 99");
    host.battalions.archive_battalion(&manager(1), GUILD, "knights").await.unwrap();
}
