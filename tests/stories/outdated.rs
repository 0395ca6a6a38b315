//! Outdated and forged client requests.

use playground::Interaction;
use serde_json::{Value, json};
use tests::{Table, assert_says_privately};

async fn send(table: &Table, data: Value) -> Interaction {
    table.pg.forge_command(table.user("ann"), table.games, data).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_of_another_version_are_answered() {
    let table = Table::lay().await;
    let command = |name: &str, options: Value| json!({"id": "1", "name": name, "type": 1, "options": options});
    let sub = |name: &str| json!([{"name": name, "type": 1, "options": []}]);
    for data in [command("chess", json!([])), command("match", sub("explode")), command("settings", sub("nonsense"))] {
        let answered = send(&table, data).await;
        assert_says_privately(&answered, "That command is out of date. Restart Discord");
    }
    table.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_from_elsewhere_is_named_as_such() {
    let table = Table::lay().await;
    let file = json!({"id": "5", "filename": "a.toml", "size": 10, "url": "https://evil.example/a.toml",
        "proxy_url": "https://evil.example/a.toml", "content_type": "text/plain"});
    let option = json!([{"name": "check", "type": 1, "options": [{"name": "file", "type": 11, "value": "5"}]}]);
    let data = json!({"id": "1", "name": "battalion-admin", "type": 1, "options": option,
        "resolved": {"attachments": {"5": file}}});
    let answered = send(&table, data).await;
    assert_says_privately(&answered, "That file is not kept by Discord");
    table.assert_clean();
}
