//! Tests of visibility, permissions and notifications.

use playground::{Permissions, Whom};
use serde_json::{Value, json};

use crate::raw::{club, code, row, start};

#[tokio::test]
async fn mentions_notify_only_whom_they_may() {
    let (pg, rest, _gateway) = start(club()).await;
    let (ann, bob, games) = (pg.user("ann").unwrap(), pg.user("bob").unwrap(), pg.channel("games").unwrap());
    let path = format!("channels/{games}/messages");
    let text = format!("<@{ann}> and <@{bob}>");
    for (allowed, pinged) in [
        (json!({"users": [bob]}), vec![bob]),
        (json!({"parse": []}), vec![]),
        (json!({"parse": ["users"]}), vec![ann, bob]),
        (Value::Null, vec![ann, bob]),
    ] {
        rest.post(&path, json!({"content": text, "allowed_mentions": allowed})).await;
        assert_eq!(pg.last(games).unwrap().pings.into_iter().collect::<Vec<_>>(), pinged, "{allowed}");
    }
    let once = json!({"content": "once", "nonce": "n1", "enforce_nonce": true});
    let (first, second) = (rest.post(&path, once.clone()).await, rest.post(&path, once).await);
    assert_eq!(first.1["id"], second.1["id"]);
    assert_eq!(pg.messages(games).len(), 5);
}

#[tokio::test]
async fn places_can_be_closed_gone_or_forbidden() {
    let (pg, rest, _gateway) = start(club().channel("den").stranger("eve")).await;
    let (ann, games, den) = (pg.user("ann").unwrap(), pg.channel("games").unwrap(), pg.channel("den").unwrap());
    let hi = json!({"content": "hi"});
    let dm = rest.post("users/@me/channels", json!({"recipient_id": ann})).await.1;
    let dm = format!("channels/{}/messages", dm["id"].as_str().unwrap());
    assert_eq!(rest.post(&dm, hi.clone()).await.0, 200);
    assert_eq!(pg.dms(ann).len(), 1);
    pg.close_dms(ann);
    assert_eq!(code(&rest.post(&dm, hi.clone()).await), (403, 50007));
    let eve = rest.post("users/@me/channels", json!({"recipient_id": pg.user("eve").unwrap()})).await.1;
    let eve = format!("channels/{}/messages", eve["id"].as_str().unwrap());
    assert_eq!(code(&rest.post(&eve, hi.clone()).await), (403, 50007));

    let to = |channel: playground::ChannelId| format!("channels/{channel}/messages");
    pg.overwrite(den, Whom::Everyone, Permissions::NONE, Permissions::VIEW_CHANNEL);
    assert_eq!(code(&rest.post(&to(den), hi.clone()).await), (403, 50001));
    pg.overwrite(games, Whom::Everyone, Permissions::NONE, Permissions::SEND_MESSAGES);
    // The bot's own role still allows it, but its member overwrite does not.
    assert_eq!(code(&rest.post(&to(games), hi.clone()).await), (403, 50013));
    pg.overwrite(games, Whom::Member(pg.bot()), Permissions::SEND_MESSAGES, Permissions::NONE);
    assert_eq!(rest.post(&to(games), hi.clone()).await.0, 200);

    let long = json!({"name": "n".repeat(101), "type": 11});
    assert_eq!(code(&rest.post(&format!("channels/{games}/threads"), long).await), (400, 50035));
    let made = rest.post(&format!("channels/{games}/threads"), json!({"name": "Game 1", "type": 11})).await;
    assert_eq!(made.0, 201);
    let thread = pg.channel("Game 1").unwrap();
    pg.archive(thread, false);
    assert_eq!(rest.post(&to(thread), hi.clone()).await.0, 200, "speaking brings it back");
    let message = pg.last(thread).unwrap();
    pg.archive(thread, true);
    assert_eq!(code(&rest.post(&to(thread), hi.clone()).await), (400, 50083));
    let edit = format!("{}/{}", to(thread), message.id);
    assert_eq!(code(&rest.patch(&edit, json!({"content": "x"})).await), (400, 50083));
    assert_eq!(code(&rest.patch(&format!("{}/1", to(games)), json!({})).await), (404, 10008));
    pg.delete_channel(games);
    assert_eq!(code(&rest.post(&to(games), hi.clone()).await), (404, 10003));
    assert_eq!(code(&rest.post(&to(thread), hi).await), (404, 10003), "its threads go with it");
    let limits: Vec<_> = pg.violations();
    assert_eq!(limits.len(), 1, "bad luck breaks no rule: {limits:#?}");
}

#[tokio::test]
async fn clients_refuse_what_people_cannot_do() {
    let (pg, rest, _gateway) = start(club()).await;
    let (ann, bob, games) = (pg.user("ann").unwrap(), pg.user("bob").unwrap(), pg.channel("games").unwrap());
    let admin = json!([
        {"name": "admin", "description": "d", "default_member_permissions": "32", "contexts": [0]},
        {"name": "add", "description": "d", "options": [
            {"name": "n", "description": "d", "type": 4, "required": true, "min_value": 1, "max_value": 3},
            {"name": "mode", "description": "d", "type": 3, "choices": [{"name": "Duel", "value": "duel"}]}]},
    ]);
    assert_eq!(rest.put(&format!("applications/{}/commands", pg.bot()), admin).await.0, 200);
    let refused = |r: Result<playground::Interaction, playground::Error>| r.unwrap_err().to_string();
    assert!(refused(pg.slash(bob, games, "admin", &[]).await).contains("hidden"));
    // Integration settings of the server take precedence: for a role, and then for everyone.
    let guild = pg.guild("Club").unwrap();
    let keepers = pg.add_role(guild, "Keepers", Permissions::NONE);
    pg.give_role(guild, bob, keepers);
    pg.integrate(guild, "admin", keepers, true);
    let odd = [("z", "x".into())];
    assert!(refused(pg.slash(bob, games, "admin", &odd).await).contains("no option"));
    let everyone = pg.role(guild, "@everyone").unwrap();
    pg.integrate(guild, "add", everyone, false);
    assert!(refused(pg.slash(bob, games, "add", &[]).await).contains("hidden"));
    pg.integrate(guild, "add", keepers, true);
    assert!(refused(pg.slash(bob, games, "add", &[]).await).contains("required"));
    assert!(refused(pg.slash(ann, pg.dm(ann), "admin", &[]).await).contains("private"));
    assert!(refused(pg.slash(ann, games, "gone", &[]).await).contains("no command"));
    assert!(refused(pg.slash(ann, games, "add", &[]).await).contains("required"));
    assert!(refused(pg.slash(ann, games, "add", &[("n", 4.into())]).await).contains("must be a number"));
    assert!(refused(pg.slash(ann, games, "add", &[("n", 1.into()), ("mode", "x".into())]).await).contains("choices"));
    assert!(refused(pg.slash(ann, games, "add", &[("n", 1.into()), ("z", "x".into())]).await).contains("no option"));
    assert!(refused(pg.slash(ann, pg.dm(bob), "add", &[("n", 1.into())]).await).contains("cannot see"));
    let body = json!({"content": "c", "components": [row(vec![
        json!({"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": true})])]});
    rest.post(&format!("channels/{games}/messages"), body).await;
    let message = pg.last(games).unwrap();
    assert!(refused(pg.click(ann, &message, "Off").await).contains("cannot be used"));
    assert!(refused(pg.click(ann, &message, "On").await).contains("Off"));
}
