//! Tests of limits with a raw client: requests that Discord rejects get Discord's error.

use playground::{ViolationKind, limits};
use serde_json::{Value, json};

use crate::raw::{button, club, code, row, start};

#[tokio::test]
async fn messages_over_a_limit_are_refused() {
    let (pg, rest, _gateway) = start(club()).await;
    let path = format!("channels/{}/messages", pg.channel("games").unwrap());
    let x = |n: usize| "x".repeat(n);
    let rows = |n: usize, each: usize| -> Vec<Value> {
        (0..n).map(|r| row((0..each).map(|b| button(&format!("{r}.{b}"))).collect())).collect()
    };
    let menu = |n: usize| {
        let options: Vec<Value> = (0..n).map(|i| json!({"label": "o", "value": i.to_string()})).collect();
        json!([row(vec![json!({"type": 3, "custom_id": "m", "options": options})])])
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
        assert_eq!(code(&rest.post(&path, body.clone()).await), (400, 50035), "{body}");
    }
    assert_eq!(code(&rest.post(&path, json!({"content": " "})).await), (400, 50006));
    let file = |n: usize, alt: usize| {
        let about = json!({"content": "f", "attachments": [{"id": 0, "description": x(alt)}]});
        (about, vec![("files[0]".to_owned(), "a.txt".to_owned(), vec![b'x'; n])])
    };
    let (about, files) = file(10, 1024);
    assert_eq!(rest.form(&path, about, files).await.0, 200);
    let (about, files) = file(10, 1025);
    assert_eq!(code(&rest.form(&path, about, files).await), (400, 50035));
    let (about, files) = file(limits::FILE_BYTES + 1, 1);
    assert_eq!(code(&rest.form(&path, about, files).await), (413, 40005));
    let many = (0..11).map(|i| (format!("files[{i}]"), "a.txt".to_owned(), vec![b'x'])).collect();
    assert_eq!(code(&rest.form(&path, json!({}), many).await), (400, 50035));

    let violations = pg.violations();
    assert_eq!(violations.len(), bad.len() + 4, "{violations:#?}");
    assert!(violations.iter().all(|v| v.kind == ViolationKind::Limit));
    assert_eq!(code(&rest.get("nowhere").await), (404, 0));
    assert_eq!(pg.violations().last().unwrap().kind, ViolationKind::UnknownRoute);
}

#[tokio::test]
async fn command_trees_over_a_limit_are_refused() {
    let (pg, rest, _gateway) = start(club()).await;
    let path = format!("applications/{}/commands", pg.bot());
    let option = |name: &str| json!({"name": name, "description": "d", "type": 3});
    let with = |options: Vec<Value>| json!([{"name": "a", "description": "d", "options": options}]);
    let long: Vec<Value> = (0..25)
        .map(|i| {
            let choices: Vec<Value> =
                (0..4).map(|c| json!({"name": format!("{c}{}", "n".repeat(99)), "value": c.to_string()})).collect();
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
        with(vec![option("a"), json!({"name": "b", "description": "d", "type": 3, "required": true})]),
        with(vec![json!({"name": "c", "description": "d", "type": 1}), option("v")]),
        with(vec![json!({"name": "c", "description": "d", "type": 3, "autocomplete": true,
            "choices": [{"name": "n", "value": "v"}]})]),
        with(long),
    ];
    for body in &bad {
        assert_eq!(code(&rest.put(&path, body.clone()).await), (400, 50035), "{body}");
    }
    let many: Vec<Value> = (0..101).map(|i| json!({"name": format!("c{i}"), "description": "d"})).collect();
    assert_eq!(code(&rest.put(&path, json!(many)).await), (400, 30032));
    assert_eq!(pg.violations().len(), bad.len() + 1);
    assert_eq!(pg.commands(None).len(), 1, "what was refused changes nothing");
}

#[tokio::test]
async fn completions_have_limits_too() {
    let (pg, rest, mut gateway) = start(club()).await;
    let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
    let bot = async {
        let i = gateway.until("INTERACTION_CREATE").await;
        assert_eq!(i["data"]["options"][0], json!({"name": "where", "type": 3, "value": "no", "focused": true}));
        let (callback, _) = rest.paths(&i);
        let choice = |n: usize| json!({"name": "n".repeat(n), "value": "v"});
        let answer = |choices: Vec<Value>| json!({"type": 8, "data": {"choices": choices}});
        assert_eq!(code(&rest.post(&callback, answer(vec![choice(1); 26])).await), (400, 50035));
        assert_eq!(code(&rest.post(&callback, answer(vec![choice(101)])).await), (400, 50035));
        assert_eq!(rest.post(&callback, answer(vec![choice(100); 25])).await.0, 204);
    };
    let (choices, ()) = tokio::join!(pg.autocomplete(ann, games, "go", "where", "no"), bot);
    assert_eq!(choices.unwrap().len(), 25);
}
