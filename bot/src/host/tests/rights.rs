//! Every use case that only administrators of a server may use, tried by everybody else.

use super::sharing::{AWAY, HOME, bring_to, file, manager_of, share};
use super::*;

/// People who may not administer the server at home.
fn others() -> [(&'static str, Who); 4] {
    let mut elsewhere = moderator(4);
    elsewhere.rights.guild = None;
    [
        ("a member", who(2)),
        ("a moderator", moderator(3)),
        ("an administrator of another server", manager_of(AWAY)),
        ("a moderator in a direct message", elsewhere),
    ]
}

/// Battalions, log and settings of the server.
async fn state(host: &Host) -> String {
    let all = host.battalions.all_battalions(&manager_of(HOME), HOME).await.unwrap();
    let log = host.settings.admin_log(&manager_of(HOME), HOME).await.unwrap();
    format!("{all:?} {log:?} {:?}", host.settings.guild_settings(HOME).await.unwrap())
}

fn refused<T: std::fmt::Debug>(what: &str, by: &str, answer: Result<T, Error>) {
    match answer {
        Err(Error::Refused(Refusal::Permission(Denied::Administer(None)))) => {}
        other => panic!("{what} by {by}: {other:?}"),
    }
}

#[tokio::test]
async fn only_administrators_of_a_server_use_what_is_theirs() {
    let folder = Folder::new();
    let host = host(&folder).await;
    bring_to(&host, HOME, &file("knights", "Knights")).await;
    bring_to(&host, AWAY, &file("riders", "Riders")).await;
    let away = share_away(&host).await;
    share(&host, "knights", ShareWith::Gallery).await;
    let Looked::Draft(draft) = sharing::add_to(&host, HOME, &file("other", "Other")).await else { panic!() };
    let origin = host.battalions.gallery("Knights", GalleryOrder::Newest).await.unwrap().remove(0).id;
    let trial = host.trials.test(&manager_of(HOME), HOME, "knights").await.unwrap().id;
    let before = state(&host).await;
    let text = || file("more", "More").into_bytes();
    let (battalions, fields, trials) = (&host.battalions, &host.battlefields, &host.trials);
    for (name, by) in others() {
        let by = &by;
        refused("settings", name, host.settings.administered(by, HOME).await);
        refused("change settings", name, host.settings.change_guild_settings(by, HOME, |_| Ok(())).await);
        refused("log", name, host.settings.admin_log(by, HOME).await);
        refused("check", name, battalions.check_battalion(by, HOME, text()).await);
        refused("add", name, battalions.add_battalion(by, HOME, text()).await);
        refused("add a pack", name, battalions.add_pack(by, HOME, text()).await);
        refused("export a pack", name, battalions.export_pack(by, HOME).await);
        refused("draft", name, battalions.draft(by, HOME, draft.id, false).await);
        refused("accept", name, battalions.accept_battalion(by, HOME, draft.id).await);
        refused("discard", name, battalions.discard_battalion(by, HOME, draft.id).await);
        refused("publish", name, battalions.publish_battalion(by, HOME, "knights", None).await);
        refused("archive", name, battalions.archive_battalion(by, HOME, "knights").await);
        refused("export", name, battalions.export_battalion(by, HOME, "knights", None).await);
        refused("clone", name, battalions.clone_battalion(by, HOME, "medieval").await);
        for on in [true, false] {
            refused("switch", name, battalions.switch_battalion(by, HOME, "medieval", on).await);
        }
        refused("list", name, battalions.all_battalions(by, HOME).await);
        for with in [ShareWith::Code, ShareWith::Gallery, ShareWith::Nobody] {
            refused("share", name, battalions.share_battalion(by, HOME, "knights", with, None).await);
        }
        refused("copy", name, battalions.copy_shared(by, HOME, &away, 1).await);
        refused("remarks", name, battalions.remarks(by, HOME).await);
        refused("delete remarks", name, battalions.delete_remarks(by, HOME, origin).await);
        let picture = ("pawn.svg".to_owned(), b"<svg/>".to_vec());
        let drawn = battalions.draw_battalion(by, HOME, "knights", Some("Pawn"), picture, Progress::default()).await;
        refused("draw", name, drawn);
        refused("add Battlefields", name, fields.add_battlefields(by, HOME, b"x".to_vec()).await);
        refused("remove a Battlefield", name, fields.remove_battlefield(by, HOME, "moat").await);
        refused("test", name, trials.test(by, HOME, "medieval").await);
        refused("stop a test", name, trials.cancel(by, HOME, trial).await);
        assert_eq!(state(&host).await, before, "{name}");
    }
    assert!(!trials.state_of(trial).await.unwrap().unwrap().stage.is_over());
}

/// Code of the Battalion of the other server.
async fn share_away(host: &Host) -> SharedBy {
    let (_, code) =
        host.battalions.share_battalion(&manager_of(AWAY), AWAY, "riders", ShareWith::Code, None).await.unwrap();
    SharedBy::Code(code.unwrap())
}

/// Where games are opened by a role, administrators open them as well.
#[tokio::test]
async fn administrators_open_games_without_the_role_for_it() {
    let [makers, admins] = [60, 70].map(RoleId);
    let folder = Folder::new();
    let host = host(&folder).await;
    let guild = PLACE.guild.unwrap();
    let role = |id| Some(Role { id, name: "Friends".to_owned() });
    let change = move |settings: &mut GuildSettings| {
        (settings.makers, settings.admins) = (role(makers), role(admins));
        Ok(())
    };
    host.settings.change_guild_settings(&manager_of(guild), guild, change).await.unwrap();
    let with_roles = |roles: &[RoleId]| {
        let mut who = who(5);
        (who.rights.guild, who.rights.roles) = (Some(guild), roles.to_vec());
        who
    };
    let people = [with_roles(&[]), with_roles(&[makers]), with_roles(&[admins]), manager_of(guild)];
    for (who, (channel, may)) in people.into_iter().zip((500..).map(ChannelId).zip([false, true, true, true])) {
        let options = LobbyOptions::new(GameMode::Duel, 2);
        let opened = host.lobbies.open_lobby(&who, Place { channel, ..PLACE }, options, None).await;
        match opened {
            Ok(_) => assert!(may, "{who:?}"),
            Err(Error::Refused(Refusal::Permission(Denied::Open(role)))) => {
                assert!(!may && role.id == makers, "{who:?}")
            }
            other => panic!("{who:?}: {other:?}"),
        }
    }
}

#[test]
fn content_for_everyone_is_made_with_the_permissions_of_nobody() {
    let guild = PLACE.guild;
    let rights = Rights { guild, moderator: true, manager: true, roles: vec![RoleId(4)] };
    let everyone = Who { rights, ..who(1) }.without_rights();
    assert_eq!(everyone.rights, Rights { guild, ..Rights::default() });
}

/// The role for administrators gives the permissions of moderators as well, on its own server.
#[tokio::test]
async fn administrators_by_role_moderate_games() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let guild = PLACE.guild.unwrap();
    let admins = RoleId(70);
    let change = move |settings: &mut GuildSettings| {
        settings.admins = Some(Role { id: admins, name: "Friends".to_owned() });
        Ok(())
    };
    host.settings.change_guild_settings(&manager_of(guild), guild, change).await.unwrap();
    let game = game(&host, GameMode::Duel, &["medieval"; 2]).await;
    for (person, text) in [(1, "e4"), (2, "e5")] {
        play(&host, game, person, text).await;
    }
    for (role, server, may) in [(71, guild, false), (70, GuildId(10), false), (70, guild, true)] {
        let rights = Rights { guild: Some(server), roles: vec![RoleId(role)], ..Rights::default() };
        let ended = host.games.end(&Who { rights, ..who(5) }, game, None).await;
        assert_eq!(ended.is_ok(), may, "{role} {server:?}: {ended:?}");
    }
}

/// Games are opened in the channels of the server's settings, and in their threads.
#[tokio::test]
async fn threads_belong_to_the_channels_with_games() {
    let folder = Folder::new();
    let host = host(&folder).await;
    let games_in = |settings: &mut GuildSettings| {
        settings.channels = [ChannelId(600), ChannelId(650)].into();
        Ok(())
    };
    host.settings.change_guild_settings(&manager(9), PLACE.guild.unwrap(), games_in).await.unwrap();
    for (channel, parent, may) in
        [(600, None, true), (601, None, false), (602, Some(600), true), (603, Some(601), false), (650, Some(601), true)]
    {
        let place = Place { channel: ChannelId(channel), parent: parent.map(ChannelId), ..PLACE };
        let opened = host.lobbies.open_lobby(&who(1), place, LobbyOptions::new(GameMode::Duel, 2), None).await;
        assert_eq!(opened.is_ok(), may, "{channel} {parent:?}: {opened:?}");
        let by = who(1);
        assert_eq!(host.settings.check_place(&by, &place).await.is_ok(), may, "{channel} {parent:?}");
    }
}

/// An entry of the log has the time of its change, in seconds, and its author.
#[tokio::test]
async fn an_entry_of_the_log_has_its_time_and_its_author() {
    let folder = Folder::new();
    let host = Host::open_at(folder.place(), Vec::new(), WallClock::frozen(BEGIN)).await.unwrap();
    let guild = PLACE.guild.unwrap();
    // The last change is none.
    for (number, seats) in [(0, 5), (1, 4), (2, 4)] {
        host.set_time(BEGIN + number * HOUR);
        let change = move |settings: &mut GuildSettings| {
            settings.most_seats = seats;
            Ok(())
        };
        host.settings.change_guild_settings(&manager(2), guild, change).await.unwrap();
    }
    let log = host.settings.admin_log(&manager(1), guild).await.unwrap();
    let seen: Vec<_> = log.iter().map(|entry| (entry.at, entry.by.clone())).collect();
    let second = |hours: i64| (BEGIN + hours * HOUR) / 1000;
    assert_eq!(seen, [(second(1), Some(member(2))), (second(0), Some(member(2)))]);
}

/// An entry that only a newer program can read is listed without its content, among the others.
#[tokio::test]
async fn an_entry_of_a_newer_program_stays_in_the_log() {
    use sqlx::Connection as _;
    let folder = Folder::new();
    let host = host(&folder).await;
    let guild = PLACE.guild.unwrap();
    for seats in [5, 4, 3] {
        let change = move |settings: &mut GuildSettings| {
            settings.most_seats = seats;
            Ok(())
        };
        host.settings.change_guild_settings(&manager(2), guild, change).await.unwrap();
    }
    let mut connection = crate::store::connect(&folder.place()).await;
    let newer = "UPDATE admin_log SET content = '{\"newer\":1}' WHERE id = (SELECT max(id) - 1 FROM admin_log)";
    sqlx::query(newer).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    let log = host.settings.admin_log(&manager(1), guild).await.unwrap();
    let seen: Vec<_> = log.iter().map(|entry| (entry.what.is_some(), entry.by.clone())).collect();
    assert_eq!(seen, [true, false, true].map(|read| (read, Some(member(2)))));
}
