//! Limits and protocol, by a raw client: what Discord refuses is refused here, with Discord's error.

use std::time::Duration;

use playground::{Builder, Op, Permissions, Playground, ViolationKind, Whom, limits};
use serde_json::{Value, json};

use crate::raw::{Gateway, Rest};

const SECONDS: Duration = Duration::from_secs(5);

fn club() -> Builder {
    Playground::builder()
        .user("ann")
        .user("bob")
        .guild("Club")
        .channel("games")
}

/// A stand-in with a connected bot that has one command, `/go`.
async fn start(builder: Builder) -> (Playground, Rest, Gateway) {
    let pg = builder.start("127.0.0.1:0").await.unwrap();
    let rest = Rest::new(&pg);
    let app = rest.get("users/@me").await.1["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let go = json!([{"name": "go", "description": "Goes", "options": [
        {"name": "where", "description": "To", "type": 3, "autocomplete": true}]}]);
    assert_eq!(
        rest.put(&format!("applications/{app}/commands"), go)
            .await
            .0,
        200
    );
    let gateway = Gateway::identify(&pg, 1 | 1 << 9 | 1 << 12).await;
    (pg, rest, gateway)
}

fn code(answer: &(u16, Value)) -> (u16, u64) {
    (answer.0, answer.1["code"].as_u64().unwrap_or(0))
}

fn button(custom_id: &str) -> Value {
    json!({"type": 2, "style": 1, "label": "B", "custom_id": custom_id})
}

fn row(components: Vec<Value>) -> Value {
    json!({"type": 1, "components": components})
}

#[tokio::test]
async fn messages_over_a_limit_are_refused() {
    let (pg, rest, _gateway) = start(club()).await;
    let path = format!("channels/{}/messages", pg.channel("games").unwrap());
    let x = |n: usize| "x".repeat(n);
    let rows = |n: usize, each: usize| -> Vec<Value> {
        (0..n)
            .map(|r| row((0..each).map(|b| button(&format!("{r}.{b}"))).collect()))
            .collect()
    };
    let menu = |n: usize| {
        let options: Vec<Value> = (0..n)
            .map(|i| json!({"label": "o", "value": i.to_string()}))
            .collect();
        json!([row(vec![
            json!({"type": 3, "custom_id": "m", "options": options})
        ])])
    };
    let good = [
        json!({"content": x(limits::CONTENT)}),
        json!({"content": "ß".repeat(limits::CONTENT)}),
        json!({"components": rows(5, 5)}),
        json!({"components": menu(25)}),
        json!({"embeds": [{"title": x(256), "description": x(4096)}]}),
    ];
    let bad = [
        json!({"content": x(limits::CONTENT + 1)}),
        json!({"components": rows(6, 1)}),
        json!({"components": rows(1, 6)}),
        json!({"components": [row(vec![])]}),
        json!({"components": menu(26)}),
        json!({"components": [row(vec![button("same"), button("same")])]}),
        json!({"components": [row(vec![button(&x(101))])]}),
        json!({"components": [row(vec![json!({"type": 2, "style": 1, "label": x(81), "custom_id": "a"})])]}),
        json!({"embeds": [{"title": x(257)}]}),
        json!({"embeds": [{"description": x(4096)}, {"description": x(1905)}]}),
        json!({"embeds": vec![json!({"title": "t"}); 11]}),
        json!({"content": "<@1>", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}),
        json!({"content": "a", "attachments": [{"id": "0"}]}),
    ];
    for body in good {
        assert_eq!(rest.post(&path, body.clone()).await.0, 200, "{body}");
    }
    for body in &bad {
        assert_eq!(
            code(&rest.post(&path, body.clone()).await),
            (400, 50035),
            "{body}"
        );
    }
    assert_eq!(
        code(&rest.post(&path, json!({"content": " "})).await),
        (400, 50006)
    );
    let file = |n: usize, alt: usize| {
        let about = json!({"content": "f", "attachments": [{"id": 0, "description": x(alt)}]});
        (
            about,
            vec![("files[0]".to_owned(), "a.txt".to_owned(), vec![b'x'; n])],
        )
    };
    let (about, files) = file(10, 1024);
    assert_eq!(rest.form(&path, about, files).await.0, 200);
    let (about, files) = file(10, 1025);
    assert_eq!(code(&rest.form(&path, about, files).await), (400, 50035));
    let (about, files) = file(limits::FILE_BYTES + 1, 1);
    assert_eq!(code(&rest.form(&path, about, files).await), (413, 40005));
    let many = (0..11)
        .map(|i| (format!("files[{i}]"), "a.txt".to_owned(), vec![b'x']))
        .collect();
    assert_eq!(code(&rest.form(&path, json!({}), many).await), (400, 50035));

    let violations = pg.violations();
    assert_eq!(violations.len(), bad.len() + 4, "{violations:#?}");
    assert!(violations.iter().all(|v| v.kind == ViolationKind::Limit));
    assert_eq!(code(&rest.get("nowhere").await), (404, 0));
    assert_eq!(
        pg.violations().last().unwrap().kind,
        ViolationKind::UnknownRoute
    );
}

#[tokio::test]
async fn command_trees_over_a_limit_are_refused() {
    let (pg, rest, _gateway) = start(club()).await;
    let path = format!("applications/{}/commands", pg.bot());
    let option = |name: &str| json!({"name": name, "description": "d", "type": 3});
    let with = |options: Vec<Value>| json!([{"name": "a", "description": "d", "options": options}]);
    let long: Vec<Value> = (0..25)
        .map(|i| {
            let choices: Vec<Value> = (0..4)
                .map(|c| json!({"name": format!("{c}{}", "n".repeat(99)), "value": c.to_string()}))
                .collect();
            json!({"name": format!("o{i}"), "description": "d", "type": 3, "choices": choices})
        })
        .collect();
    let bad = [
        json!([{"name": "Upper", "description": "d"}]),
        json!([{"name": "two words", "description": "d"}]),
        json!([{"name": "x".repeat(33), "description": "d"}]),
        json!([{"name": "a", "description": ""}]),
        json!([{"name": "a", "description": "d".repeat(101)}]),
        json!([{"name": "a", "description": "d"}, {"name": "a", "description": "d"}]),
        with((0..26).map(|i| option(&format!("o{i}"))).collect()),
        with(vec![option("same"), option("same")]),
        with(vec![
            option("a"),
            json!({"name": "b", "description": "d", "type": 3, "required": true}),
        ]),
        with(vec![
            json!({"name": "c", "description": "d", "type": 1}),
            option("v"),
        ]),
        with(vec![
            json!({"name": "c", "description": "d", "type": 3, "autocomplete": true,
            "choices": [{"name": "n", "value": "v"}]}),
        ]),
        with(long),
    ];
    for body in &bad {
        assert_eq!(
            code(&rest.put(&path, body.clone()).await),
            (400, 50035),
            "{body}"
        );
    }
    let many: Vec<Value> = (0..101)
        .map(|i| json!({"name": format!("c{i}"), "description": "d"}))
        .collect();
    assert_eq!(code(&rest.put(&path, json!(many)).await), (400, 30032));
    assert_eq!(pg.violations().len(), bad.len() + 1);
    assert_eq!(
        pg.commands(None).len(),
        1,
        "what was refused changes nothing"
    );
}

#[tokio::test]
async fn an_interaction_is_answered_once_and_in_time() {
    let builder = club()
        .answer_within(Duration::from_millis(400))
        .token_life(Duration::from_millis(600));
    let (pg, rest, mut gateway) = start(builder).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let bot = async {
        let i = gateway.until("INTERACTION_CREATE").await;
        let (callback, hook) = rest.paths(&i);
        assert_eq!(
            code(&rest.post(&hook, json!({"content": "early"})).await),
            (404, 10015)
        );
        let wrong = json!({"type": 8, "data": {"choices": []}});
        assert_eq!(code(&rest.post(&callback, wrong).await), (400, 50035));
        let modal = json!({"type": 9, "data": {"title": "t".repeat(46), "custom_id": "m", "components": [
            row(vec![json!({"type": 4, "custom_id": "i", "style": 1, "label": "l"})])]}});
        assert_eq!(code(&rest.post(&callback, modal).await), (400, 50035));
        assert_eq!(
            rest.post(&callback, json!({"type": 5, "data": {"flags": 64}}))
                .await
                .0,
            204
        );
        assert_eq!(
            code(&rest.post(&callback, json!({"type": 5})).await),
            (400, 40060)
        );
        // The first follow-up takes the place of "thinking…", the second is a message of its own.
        assert_eq!(
            rest.post(&hook, json!({"content": "one", "flags": 64}))
                .await
                .0,
            200
        );
        assert_eq!(rest.post(&hook, json!({"content": "two"})).await.0, 200);
        let original = format!("{hook}/messages/@original");
        assert_eq!(rest.get(&original).await.1["content"], "one");
        assert_eq!(rest.patch(&original, json!({"content": "1"})).await.0, 200);
        hook
    };
    let (i, hook) = tokio::join!(pg.slash(ann, games, "go", &[]), bot);
    let i = i.unwrap();
    assert!(i.deferred() && i.ephemeral());
    pg.wait_for("both", SECONDS, |_| (i.text() == "1\ntwo").then_some(()))
        .await
        .unwrap();
    assert_eq!(pg.last(games).unwrap().content, "two");
    assert_eq!(pg.messages_for(ann, games)[0].content, "1");
    assert!(
        pg.messages_for(pg.user("bob").unwrap(), games)
            .iter()
            .all(|m| m.content != "1")
    );
    tokio::time::sleep(Duration::from_millis(700)).await;
    assert_eq!(
        code(&rest.post(&hook, json!({"content": "old"})).await),
        (401, 50027)
    );
    let kinds: Vec<_> = pg.take_violations().into_iter().map(|v| v.kind).collect();
    use ViolationKind::{DoubleAnswer, Late, Limit, Protocol, Timeout};
    assert_eq!(kinds, [Protocol, Protocol, Limit, DoubleAnswer, Late]);

    // Too late for the initial answer.
    let late = pg.slash(ann, games, "go", &[]).await.unwrap();
    assert!(late.failed() && late.answer().is_none());
    let (callback, _) = rest.paths(&gateway.until("INTERACTION_CREATE").await);
    assert_eq!(
        code(
            &rest
                .post(&callback, json!({"type": 4, "data": {"content": "sorry"}}))
                .await
        ),
        (404, 10062)
    );
    let kinds: Vec<_> = pg.take_violations().into_iter().map(|v| v.kind).collect();
    assert_eq!(kinds, [Timeout, Late]);

    // Nobody is there: no rule is broken, but the person hears nothing either.
    gateway.close().await;
    pg.wait_gone(SECONDS).await.unwrap();
    assert!(pg.slash(ann, games, "go", &[]).await.unwrap().failed());
    assert!(pg.violations().is_empty());
}

#[tokio::test]
async fn a_bot_that_dies_comes_back() {
    let (pg, rest, mut gateway) = start(club().answer_within(Duration::from_millis(500))).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let death = async {
        gateway.until("INTERACTION_CREATE").await;
        drop(gateway);
        pg.wait_gone(SECONDS).await.unwrap();
        Gateway::identify(&pg, 1).await
    };
    let (lost, mut gateway) = tokio::join!(pg.slash(ann, games, "go", &[]), death);
    let lost = lost.unwrap();
    assert!(lost.failed());
    assert!(pg.violations().is_empty(), "the dead break no rules");
    pg.wait_ready(SECONDS).await.unwrap();
    let bot = async {
        let i = gateway.until("INTERACTION_CREATE").await;
        assert_ne!(
            i["id"],
            lost.id().to_string(),
            "a new session hears nothing of the old one"
        );
        assert_eq!(
            rest.post(
                &rest.paths(&i).0,
                json!({"type": 4, "data": {"content": "back"}})
            )
            .await
            .0,
            204
        );
    };
    let (i, ()) = tokio::join!(pg.slash(ann, games, "go", &[]), bot);
    assert_eq!(i.unwrap().text(), "back");
    assert_eq!(pg.sessions(), (2, 0));
}

#[tokio::test]
async fn completions_have_limits_too() {
    let (pg, rest, mut gateway) = start(club()).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let bot = async {
        let i = gateway.until("INTERACTION_CREATE").await;
        assert_eq!(
            i["data"]["options"][0],
            json!({"name": "where", "type": 3, "value": "no", "focused": true})
        );
        let (callback, _) = rest.paths(&i);
        let choice = |n: usize| json!({"name": "n".repeat(n), "value": "v"});
        let answer = |choices: Vec<Value>| json!({"type": 8, "data": {"choices": choices}});
        assert_eq!(
            code(&rest.post(&callback, answer(vec![choice(1); 26])).await),
            (400, 50035)
        );
        assert_eq!(
            code(&rest.post(&callback, answer(vec![choice(101)])).await),
            (400, 50035)
        );
        assert_eq!(
            rest.post(&callback, answer(vec![choice(100); 25])).await.0,
            204
        );
    };
    let (choices, ()) = tokio::join!(pg.autocomplete(ann, games, "go", "where", "no"), bot);
    assert_eq!(choices.unwrap().len(), 25);
}

#[tokio::test]
async fn an_update_that_lists_no_attachments_takes_them_away() {
    let (pg, rest, mut gateway) = start(club()).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let path = format!("channels/{games}/messages");
    let body = json!({"content": "board", "components": [row(vec![button("go")])]});
    let files = vec![(
        "files[0]".to_owned(),
        "notes.txt".to_owned(),
        b"hello".to_vec(),
    )];
    let board = rest.form(&path, body, files).await.1;
    let url = board["attachments"][0]["url"].as_str().unwrap();
    assert_eq!(rest.raw_get(url).await, b"hello");
    let message = pg.last(games).unwrap();
    for (data, left) in [
        (json!({"content": "a"}), 1),
        (json!({"content": "b", "attachments": []}), 0),
    ] {
        let bot = async {
            let (callback, _) = rest.paths(&gateway.until("INTERACTION_CREATE").await);
            assert_eq!(
                rest.post(&callback, json!({"type": 7, "data": data}))
                    .await
                    .0,
                204
            );
        };
        let (i, ()) = tokio::join!(pg.click(ann, &message, "B"), bot);
        assert_eq!(i.unwrap().response().unwrap().attachments.len(), left);
    }
    let now = pg.message(&message).unwrap();
    assert_eq!(
        (
            now.edits,
            now.history.len(),
            now.history[1].attachments.len()
        ),
        (2, 2, 1)
    );
    assert!(pg.violations().is_empty());
}

#[tokio::test]
async fn mentions_notify_only_whom_they_may() {
    let (pg, rest, _gateway) = start(club()).await;
    let (ann, bob, games) = (
        pg.user("ann").unwrap(),
        pg.user("bob").unwrap(),
        pg.channel("games").unwrap(),
    );
    let path = format!("channels/{games}/messages");
    let text = format!("<@{ann}> and <@{bob}>");
    for (allowed, pinged) in [
        (json!({"users": [bob]}), vec![bob]),
        (json!({"parse": []}), vec![]),
        (json!({"parse": ["users"]}), vec![ann, bob]),
        (Value::Null, vec![ann, bob]),
    ] {
        rest.post(&path, json!({"content": text, "allowed_mentions": allowed}))
            .await;
        assert_eq!(
            pg.last(games)
                .unwrap()
                .pings
                .into_iter()
                .collect::<Vec<_>>(),
            pinged,
            "{allowed}"
        );
    }
    let once = json!({"content": "once", "nonce": "n1", "enforce_nonce": true});
    let (first, second) = (
        rest.post(&path, once.clone()).await,
        rest.post(&path, once).await,
    );
    assert_eq!(first.1["id"], second.1["id"]);
    assert_eq!(pg.messages(games).len(), 5);
}

#[tokio::test]
async fn places_can_be_closed_gone_or_forbidden() {
    let (pg, rest, _gateway) = start(club().channel("den").stranger("eve")).await;
    let (ann, games, den) = (
        pg.user("ann").unwrap(),
        pg.channel("games").unwrap(),
        pg.channel("den").unwrap(),
    );
    let hi = json!({"content": "hi"});
    let dm = rest
        .post("users/@me/channels", json!({"recipient_id": ann}))
        .await
        .1;
    let dm = format!("channels/{}/messages", dm["id"].as_str().unwrap());
    assert_eq!(rest.post(&dm, hi.clone()).await.0, 200);
    assert_eq!(pg.dms(ann).len(), 1);
    pg.close_dms(ann);
    assert_eq!(code(&rest.post(&dm, hi.clone()).await), (403, 50007));
    let eve = rest
        .post(
            "users/@me/channels",
            json!({"recipient_id": pg.user("eve").unwrap()}),
        )
        .await
        .1;
    let eve = format!("channels/{}/messages", eve["id"].as_str().unwrap());
    assert_eq!(code(&rest.post(&eve, hi.clone()).await), (403, 50007));

    let to = |channel: playground::ChannelId| format!("channels/{channel}/messages");
    pg.overwrite(
        den,
        Whom::Everyone,
        Permissions::NONE,
        Permissions::VIEW_CHANNEL,
    );
    assert_eq!(code(&rest.post(&to(den), hi.clone()).await), (403, 50001));
    pg.overwrite(
        games,
        Whom::Everyone,
        Permissions::NONE,
        Permissions::SEND_MESSAGES,
    );
    // The bot's own role still allows it, its member overwrite does not.
    assert_eq!(code(&rest.post(&to(games), hi.clone()).await), (403, 50013));
    pg.overwrite(
        games,
        Whom::Member(pg.bot()),
        Permissions::SEND_MESSAGES,
        Permissions::NONE,
    );
    assert_eq!(rest.post(&to(games), hi.clone()).await.0, 200);

    let long = json!({"name": "n".repeat(101), "type": 11});
    assert_eq!(
        code(&rest.post(&format!("channels/{games}/threads"), long).await),
        (400, 50035)
    );
    let made = rest
        .post(
            &format!("channels/{games}/threads"),
            json!({"name": "Game 1", "type": 11}),
        )
        .await;
    assert_eq!(made.0, 201);
    let thread = pg.channel("Game 1").unwrap();
    pg.archive(thread, false);
    assert_eq!(
        rest.post(&to(thread), hi.clone()).await.0,
        200,
        "speaking brings it back"
    );
    let message = pg.last(thread).unwrap();
    pg.archive(thread, true);
    assert_eq!(
        code(&rest.post(&to(thread), hi.clone()).await),
        (400, 50083)
    );
    let edit = format!("{}/{}", to(thread), message.id);
    assert_eq!(
        code(&rest.patch(&edit, json!({"content": "x"})).await),
        (400, 50083)
    );
    assert_eq!(
        code(&rest.patch(&format!("{}/1", to(games)), json!({})).await),
        (404, 10008)
    );
    pg.delete_channel(games);
    assert_eq!(code(&rest.post(&to(games), hi.clone()).await), (404, 10003));
    assert_eq!(
        code(&rest.post(&to(thread), hi).await),
        (404, 10003),
        "its threads go with it"
    );
    let limits: Vec<_> = pg.violations();
    assert_eq!(limits.len(), 1, "bad luck breaks no rule: {limits:#?}");
}

#[tokio::test]
async fn clients_refuse_what_people_cannot_do() {
    let (pg, rest, _gateway) = start(club()).await;
    let (ann, bob, games) = (
        pg.user("ann").unwrap(),
        pg.user("bob").unwrap(),
        pg.channel("games").unwrap(),
    );
    let admin = json!([
        {"name": "admin", "description": "d", "default_member_permissions": "32", "contexts": [0]},
        {"name": "add", "description": "d", "options": [
            {"name": "n", "description": "d", "type": 4, "required": true, "min_value": 1, "max_value": 3},
            {"name": "mode", "description": "d", "type": 3, "choices": [{"name": "Duel", "value": "duel"}]}]},
    ]);
    assert_eq!(
        rest.put(&format!("applications/{}/commands", pg.bot()), admin)
            .await
            .0,
        200
    );
    let refused =
        |r: Result<playground::Interaction, playground::Error>| r.unwrap_err().to_string();
    assert!(refused(pg.slash(bob, games, "admin", &[]).await).contains("hidden"));
    // What the server sets under Integrations goes before: for a role, and then for everyone.
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
    assert!(
        refused(pg.slash(ann, games, "add", &[("n", 4.into())]).await).contains("other numbers")
    );
    assert!(
        refused(
            pg.slash(ann, games, "add", &[("n", 1.into()), ("mode", "x".into())])
                .await
        )
        .contains("choices")
    );
    assert!(
        refused(
            pg.slash(ann, games, "add", &[("n", 1.into()), ("z", "x".into())])
                .await
        )
        .contains("no option")
    );
    assert!(
        refused(pg.slash(ann, pg.dm(bob), "add", &[("n", 1.into())]).await).contains("cannot see")
    );
    let body = json!({"content": "c", "components": [row(vec![
        json!({"type": 2, "style": 1, "label": "Off", "custom_id": "off", "disabled": true})])]});
    rest.post(&format!("channels/{games}/messages"), body).await;
    let message = pg.last(games).unwrap();
    assert!(refused(pg.click(ann, &message, "Off").await).contains("disabled"));
    assert!(refused(pg.click(ann, &message, "On").await).contains("Off"));
}

#[tokio::test]
async fn faults_hit_when_asked() {
    let (pg, rest, mut gateway) = start(club()).await;
    let games = pg.channel("games").unwrap();
    let path = format!("channels/{games}/messages");
    let hi = json!({"content": "hi"});
    pg.fail_next(Op::CreateMessage, 503, 1);
    assert_eq!(rest.post(&path, hi.clone()).await.0, 503);
    pg.break_next(Op::CreateMessage, false, 1);
    assert!(rest.try_post(&path, hi.clone()).await.is_none());
    assert!(pg.messages(games).is_empty());
    pg.break_next(Op::CreateMessage, true, 1);
    assert!(rest.try_post(&path, hi.clone()).await.is_none());
    assert_eq!(pg.messages(games).len(), 1);
    assert_eq!(rest.post(&path, hi.clone()).await.0, 200);
    assert_eq!(pg.requests_of(Op::CreateMessage).len(), 4);
    let statuses: Vec<_> = pg
        .requests_of(Op::CreateMessage)
        .iter()
        .map(|r| r.status)
        .collect();
    assert_eq!(statuses, [Some(503), None, None, Some(200)]);

    // A session that broke goes on where it was; one that is refused does not.
    let seen = gateway.until("MESSAGE_CREATE").await;
    assert_eq!(seen["content"], "hi");
    pg.drop_gateway();
    rest.post(&path, json!({"content": "missed"})).await;
    let mut gateway = gateway.resume(&pg).await.expect("resumed");
    let texts = [
        gateway.until("MESSAGE_CREATE").await,
        gateway.until("MESSAGE_CREATE").await,
    ];
    assert_eq!(
        texts.map(|t| t["content"].clone()),
        [json!("hi"), json!("missed")]
    );
    gateway.until("RESUMED").await;
    assert_eq!(pg.sessions(), (1, 1));
    pg.refuse_resume();
    pg.drop_gateway();
    assert!(gateway.resume(&pg).await.is_none());
    pg.wait_quiet(Duration::from_millis(50), SECONDS)
        .await
        .unwrap();
}

#[tokio::test]
async fn only_the_bot_and_our_own_page_get_in() {
    let (pg, rest, _gateway) = start(club()).await;
    let wrong = Rest::with_token(&pg, "a.b.c");
    assert_eq!(wrong.get("users/@me").await.0, 401);
    assert_eq!(pg.take_violations()[0].kind, ViolationKind::Auth);
    assert_eq!(rest.header("Host", "evil.example").await, 403);
    assert_eq!(rest.header("Origin", "http://evil.example").await, 403);
    assert_eq!(rest.header("Accept", "*/*").await, 200);
}
