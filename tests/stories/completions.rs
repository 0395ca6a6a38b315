//! Completions of every option of every command: what is offered is found again, and is within Discord's limits. The list comes
//! from the registered commands, so new options are included.

use serde_json::Value;
use tests::Table;

/// Options with completion: the command's full name and the option.
fn completed(prefix: &str, command: &Value, out: &mut Vec<(String, String)>) {
    let name = format!("{prefix} {}", command["name"].as_str().unwrap_or_default()).trim().to_owned();
    for option in command["options"].as_array().into_iter().flatten() {
        match option["type"].as_u64() {
            Some(1 | 2) => completed(&name, option, out),
            _ if option["autocomplete"] == true => {
                out.push((name.clone(), option["name"].as_str().unwrap_or_default().to_owned()));
            }
            _ => {}
        }
    }
}

/// Choices are offered for nothing typed; each is offered when its value is typed, or its name, in any case.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_offered_is_found_again() {
    let table = Table::lay().await;
    table.duel("medieval", "medieval").await;
    table.play("ann", "e4").await;
    let mut options = Vec::new();
    table.pg.commands(None).iter().for_each(|command| completed("", command, &mut options));
    assert!(options.len() > 20, "{options:?}");
    let (mut found, mut missing) = (0, Vec::new());
    for (command, option) in &options {
        let all = table.complete("ann", command, option, "").await;
        let some = [all.first(), all.get(all.len() / 2), all.last()];
        for choice in some.into_iter().flatten() {
            let name = choice.name.split([':', '(']).next().unwrap_or_default().trim().to_owned();
            let value = choice.value.as_str().map_or_else(|| choice.value.to_string(), str::to_owned);
            for typed in [value.clone(), value.to_uppercase(), name.to_uppercase(), format!(" {name} ")] {
                let offered = table.complete("ann", command, option, &typed).await;
                assert!(offered.len() <= 25);
                match offered.iter().any(|other| other.value == choice.value) {
                    true => found += 1,
                    false => missing.push(format!("/{command} {option}: {typed:?} for {:?}", choice.name)),
                }
            }
        }
    }
    assert!(found > 100 && missing.is_empty(), "{found} found; missing: {missing:#?}");
}
