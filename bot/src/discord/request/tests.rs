//! Tests with Discord's own JSON: person, place and permissions of an interaction.

use serde_json::{Value, json};
use serenity::all::{CommandInteraction, Permissions};

use super::*;
use crate::config::Route;
use crate::discord::answer::Answer;
use crate::discord::app::App;
use crate::discord::features::rules::manual::Manual;
use crate::host::tests::{Folder, host};
use crate::monitoring::Gateway;

/// Discord's numbers for kinds of channels.
const TEXT: u8 = 0;
const NEWS_THREAD: u8 = 10;
const PUBLIC_THREAD: u8 = 11;
const PRIVATE_THREAD: u8 = 12;
const VOICE: u8 = 2;

/// A slash command in a channel of a server.
fn command(kind: u8, person: Permissions, bot: Permissions) -> Value {
    let user = json!({"id": "5", "username": "eve", "discriminator": "0", "global_name": "Eve", "avatar": null});
    json!({
        "id": "700",
        "application_id": "800",
        "type": 2,
        "data": {"id": "900", "name": "play", "type": 1},
        "guild_id": "9",
        "channel": {"id": "500", "type": kind, "name": "games", "parent_id": "400", "permissions": person},
        "channel_id": "500",
        "member": {
            "user": user,
            "nick": null,
            "avatar": null,
            "roles": ["31", "32"],
            "joined_at": "2026-01-01T00:00:00Z",
            "deaf": false,
            "mute": false,
            "flags": 0,
            "pending": false,
            "permissions": person,
        },
        "token": "token",
        "version": 1,
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": bot,
        "entitlements": [],
        "authorizing_integration_owners": {"0": "9"},
        "context": 0,
        "attachment_size_limit": 10_000_000,
    })
}

struct Stage {
    app: Shared,
    _folder: Folder,
}

impl Stage {
    async fn new() -> Self {
        let folder = Folder::new();
        let host = host(&folder).await;
        let app = App::new(host, Gateway::default(), &Route::Direct, Manual::new("docs")).unwrap();
        Self { app: Arc::new(app), _folder: folder }
    }

    fn read(&self, command: Value) -> Request {
        let command: CommandInteraction = serde_json::from_value(command).unwrap();
        Request::command(&self.app, Arc::new(Http::new("")), &command)
    }
}

#[tokio::test]
async fn a_person_has_the_name_of_this_server() {
    let stage = Stage::new().await;
    let all = Permissions::all();
    for (nick, global, name) in [
        (json!("Captain Eve"), json!("Eve"), "Captain Eve"),
        (json!(null), json!("Eve"), "Eve"),
        (json!(null), json!(null), "eve"),
    ] {
        let mut sent = command(TEXT, all, all);
        sent["member"]["nick"] = nick;
        sent["member"]["user"]["global_name"] = global;
        let request = stage.read(sent);
        assert_eq!((request.name.as_str(), request.who().name.as_str()), (name, name));
        assert_eq!(request.person(), PersonId(5));
        assert_eq!((request.channel, request.guild), (ChannelId(500), Some(GuildId(9))));
    }
}

/// Writing in a thread is another permission than writing in its channel, for people and for the bot.
#[tokio::test]
async fn who_may_write_where() {
    let stage = Stage::new().await;
    let (send, in_threads) = (Permissions::SEND_MESSAGES, Permissions::SEND_MESSAGES_IN_THREADS);
    let rest = Permissions::VIEW_CHANNEL | Permissions::ATTACH_FILES;
    for kind in [TEXT, VOICE, NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD] {
        let thread = ![TEXT, VOICE].contains(&kind);
        let (needed, other) = if thread { (in_threads, send) } else { (send, in_threads) };
        let word = if thread { "Send Messages in Threads" } else { "Send Messages" };
        for (may, allowed) in [
            (needed | rest, true),
            (other | rest, false),
            (needed | other | rest, true),
            (rest, false),
            (Permissions::ADMINISTRATOR, true),
        ] {
            let person = stage.read(command(kind, may, Permissions::all()));
            assert_eq!(person.in_thread(), thread, "{kind}");
            let parent = crate::discord::features::lobby::place::here(&person).unwrap().parent;
            assert_eq!(parent, thread.then_some(ChannelId(400)), "a category is no parent of a game: {kind}");
            assert_eq!(person.to_everyone().is_ok(), allowed, "a person with {may:?} in {kind}");
            assert_eq!(person.missing_permissions(), [""; 0], "what people lack is not the bot's");
            let bot = stage.read(command(kind, Permissions::all(), may));
            assert!(bot.to_everyone().is_ok(), "what the bot lacks is not the person's");
            let missing: &[&str] = if allowed { &[] } else { &[word] };
            assert_eq!(bot.missing_permissions(), missing, "the bot with {may:?} in {kind}");
            assert_eq!(bot.cannot_post().is_none(), allowed);
            assert_eq!(bot.public_actor().shows_in, allowed.then_some(ChannelId(500)), "{may:?} in {kind}");
        }
        for (lacks, word) in [(Permissions::VIEW_CHANNEL, "View Channel"), (Permissions::ATTACH_FILES, "Attach Files")]
        {
            let may = Permissions::all() - lacks - Permissions::ADMINISTRATOR;
            assert_eq!(stage.read(command(kind, Permissions::all(), may)).missing_permissions(), [word]);
        }
    }
}

/// People manage games with one permission of the server, and the bot's settings with another.
#[tokio::test]
async fn who_moderates_and_who_manages() {
    let stage = Stage::new().await;
    for (may, moderator, manager) in [
        (Permissions::MANAGE_MESSAGES, true, false),
        (Permissions::MANAGE_GUILD, false, true),
        (Permissions::ADMINISTRATOR, true, true),
        (Permissions::MANAGE_MESSAGES | Permissions::MANAGE_GUILD, true, true),
        (Permissions::empty(), false, false),
        (
            Permissions::all() - Permissions::MANAGE_MESSAGES - Permissions::MANAGE_GUILD - Permissions::ADMINISTRATOR,
            false,
            false,
        ),
    ] {
        let rights = stage.read(command(TEXT, may, Permissions::all())).rights();
        assert_eq!((rights.moderator, rights.manager), (moderator, manager), "{may:?}");
        assert_eq!(rights.guild, Some(GuildId(9)));
        assert_eq!(rights.roles, [RoleId(31), RoleId(32)]);
    }
}

/// In a direct message there is no server, no role, no permission to lack, and no channel to post an answer in.
#[tokio::test]
async fn a_direct_message_has_no_server() {
    let stage = Stage::new().await;
    let mut sent = command(1, Permissions::all(), Permissions::empty());
    sent["user"] = sent["member"]["user"].take();
    for key in ["guild_id", "member", "guild_locale"] {
        sent.as_object_mut().unwrap().remove(key);
    }
    let request = stage.read(sent);
    assert_eq!((request.guild, request.name.as_str()), (None, "Eve"));
    assert!(request.to_everyone().is_ok() && request.cannot_post().is_none());
    assert_eq!(request.public_actor().shows_in, None);
    let rights = request.rights();
    assert!(!rights.moderator && !rights.manager && rights.roles.is_empty() && rights.guild.is_none());
}

/// A form that was opened from a private message is answered there, as a press in it is.
#[tokio::test]
async fn a_form_of_a_private_message_is_answered_in_that_message() {
    use crate::discord::tests::stand_in::{EPHEMERAL, From, StandIn, message};
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: 500, kind: 0, may: Permissions::all() };
    let answer = "POST interactions/token/callback";
    let edit = "PATCH webhooks/800/token/messages/@original";
    for (of, expected) in [(None, &[answer][..]), (Some(0), &[answer]), (Some(EPHEMERAL), &[answer, edit])] {
        let data = json!({"custom_id": "x", "components": []});
        let form = by.interaction(5, data, of.map(|flags| message(1, 500, "", flags)));
        let form = serde_json::from_value(form).unwrap();
        Request::form_sent(&app, Arc::clone(&stand_in.http), &form).say("Said.").await;
        let calls: Vec<String> = stand_in.take().into_iter().map(|one| one.call).collect();
        assert_eq!(calls, expected, "{of:?}");
    }
}

/// A page that a person shows to everyone has the person's name, without markup.
#[tokio::test]
async fn what_is_shown_to_everyone_names_the_person() {
    use crate::discord::tests::stand_in::{From, StandIn};
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let by = From { person: 1, name: "**Ann**", guild: Some(9), channel: 500, kind: 0, may: Permissions::all() };
    stand_in.command(&app, by).to_everyone().unwrap().show(Answer::text("A page.")).await;
    let sent = stand_in.take();
    let shown = sent.iter().find(|one| one.call == "POST webhooks/800/token").expect("a follow-up");
    let text = shown.body["content"].as_str().unwrap();
    let name = text.strip_prefix("A page.\n-# Shown by ").unwrap();
    assert!(name.contains("Ann") && !name.contains("**Ann**"), "{name}");
}

/// The colours of a game count for its boards, not for pages about rules and armies.
#[tokio::test]
async fn pages_about_rules_have_the_colours_of_the_person_or_the_server() {
    use crate::discord::tests::stand_in::{From, StandIn};
    use crate::host::tests::PLACE;
    use crate::host::tests::sharing::manager_of;
    let folder = Folder::new();
    let host = host(&folder).await;
    let home = GuildId(9);
    let light = |settings: &mut crate::host::GuildSettings| {
        settings.theme = ThemeName::Light;
        Ok(())
    };
    host.settings.change_guild_settings(&manager_of(home), home, light).await.unwrap();
    let contrast = |settings: &mut crate::host::PersonSettings| settings.theme = Some(ThemeName::HighContrast);
    host.settings.change_person_settings(PersonId(2), contrast).await.unwrap();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host);
    for (person, guild, theme) in [
        (1, None, ThemeName::Dark),
        (1, Some(10), ThemeName::Dark),
        (1, Some(9), ThemeName::Light),
        (2, Some(9), ThemeName::HighContrast),
        (2, None, ThemeName::HighContrast),
    ] {
        let from = From { person, name: "Ann", guild, channel: PLACE.channel.0, kind: TEXT, may: Permissions::all() };
        assert_eq!(stand_in.command(&app, from).theme().await, theme, "{person} on {guild:?}");
    }
}

/// A token lasts as long as Discord accepts it: from the arrival of its interaction.
#[tokio::test]
async fn a_token_lasts_from_the_arrival_of_its_interaction() {
    let stage = Stage::new().await;
    tokio::time::pause();
    let request = stage.read(command(TEXT, Permissions::all(), Permissions::all()));
    tokio::time::advance(Duration::from_secs(13 * 60)).await;
    let token = request.token();
    assert!(token.lasts());
    tokio::time::advance(Duration::from_secs(2 * 60)).await;
    assert!(!token.lasts());
}

/// A second look at a channel gives the same answer, without another request.
#[tokio::test]
async fn a_channel_that_is_hidden_stays_hidden() {
    use crate::discord::tests::stand_in::{From, StandIn};
    use crate::host::tests::PLACE;
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: 500, kind: 0, may: Permissions::all() };
    let request = stand_in.command(&app, by);
    let mut visibility = ChannelVisibility::of(&request);
    let place = crate::host::Place { channel: ChannelId(777), ..PLACE };
    assert!(!visibility.can_see(place).await && !visibility.can_see(place).await);
    assert_eq!(stand_in.take().len(), 1);
}

/// Discord assigns uploaded files to attachments by their numbers, also in a response that was acknowledged first.
#[tokio::test]
async fn the_files_of_a_response_that_was_acknowledged_are_numbered() {
    use crate::discord::tests::stand_in::{From, StandIn};
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: 500, kind: 0, may: Permissions::all() };
    let request = stand_in.command(&app, by);
    request.hold().await;
    request.say(Answer::text("Two files.").file("one.txt", "1").file("two.txt", "2")).await;
    let sent = stand_in.take();
    let edit = sent.iter().find(|one| one.call.ends_with("/@original")).expect("an edit");
    let files = edit.body["attachments"].as_array().unwrap();
    let files: Vec<_> = files.iter().map(|file| (&file["id"], &file["filename"])).collect();
    assert_eq!(files, [(&json!(0), &json!("one.txt")), (&json!(1), &json!("two.txt"))]);
}

/// A person who uses the bot on a server is there, and is not looked up before a mention.
#[tokio::test]
async fn whoever_uses_the_bot_on_a_server_counts_as_there() {
    use crate::discord::tests::stand_in::{From, StandIn};
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    app.presence.connect(Arc::clone(&stand_in.http));
    for guild in [9, 10] {
        let unknown = json!({"code": 10007, "message": "Unknown Member"});
        stand_in.set(&format!("GET guilds/{guild}/members/1"), 404, unknown);
    }
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: 500, kind: 0, may: Permissions::all() };
    assert_eq!(stand_in.command(&app, by).guild, Some(GuildId(9)));
    for (guild, here, requests) in [(9, true, 0), (10, false, 1)] {
        assert_eq!(app.presence.is_here(&app.limits, GuildId(guild), PersonId(1)).await, here, "{guild}");
        assert_eq!(stand_in.take().len(), requests, "{guild}");
    }
}

/// A panic of the program is answered, so that nobody waits for a response in vain.
#[tokio::test]
async fn a_request_that_panics_gets_an_apology() {
    use crate::discord::interaction::run;
    use crate::discord::tests::stand_in::{From, StandIn};
    async fn panics(request: Request, held: bool) -> Outcome {
        if held {
            request.hold().await;
        }
        panic!("on purpose")
    }
    let folder = Folder::new();
    let stand_in = StandIn::start().await;
    let app = stand_in.app(host(&folder).await);
    let by = From { person: 1, name: "Ann", guild: Some(9), channel: 500, kind: 0, may: Permissions::all() };
    for held in [false, true] {
        let request = stand_in.command(&app, by);
        let task = panics(request.clone(), held);
        run(request, "test".to_owned(), None, task).await;
        let sent = stand_in.take();
        let last = sent.last().expect("a response");
        let body = if held { &last.body } else { &last.body["data"] };
        assert_eq!(body["content"], refusal::APOLOGY, "{held}: {sent:?}");
    }
}
