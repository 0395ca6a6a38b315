//! Slash commands that documents name.

use serde_json::Value;

use crate::assert_none;
use crate::markdown::documents;

/// Texts that begin with a slash and are no commands: addresses of the monitoring page.
const ADDRESSES: &[&str] = &["/health", "/metrics"];

/// Types of options in Discord.
const GROUPS: [u64; 2] = [1, 2];

fn options(node: &Value) -> &[Value] {
    node["options"].as_array().map_or(&[], Vec::as_slice)
}

fn is_group(node: &Value) -> bool {
    node["type"].as_u64().is_some_and(|kind| GROUPS.contains(&kind))
}

fn named<'a>(nodes: &'a [Value], name: &str) -> Option<&'a Value> {
    nodes.iter().find(|node| node["name"] == name)
}

/// A command as far as it is named, and what is wrong with the rest.
fn follow<'a>(commands: &'a [Value], words: &[&str]) -> Result<(&'a Value, Option<&'a Value>), String> {
    let (first, rest) = words.split_first().ok_or("nothing")?;
    let root = named(commands, first.trim_start_matches('/')).ok_or(format!("there is no `{first}`"))?;
    let (mut node, mut parent) = (root, None);
    for (index, word) in rest.iter().enumerate() {
        let all = options(node);
        if all.iter().any(is_group) {
            (node, parent) =
                (named(all, word).ok_or(format!("`{}` has no `{word}`", words[..=index].join(" ")))?, Some(node));
            continue;
        }
        match word.split_once(':') {
            Some((name, value)) => {
                let option = named(all, name).ok_or(format!("there is no option `{name}`"))?;
                let choices = option["choices"].as_array().map_or(&[] as &[Value], Vec::as_slice);
                let fits = |choice: &Value| choice["name"].as_str().is_some_and(|name| name.starts_with(value));
                if !choices.is_empty() && !choices.iter().any(fits) {
                    return Err(format!("`{name}` cannot be `{value}`"));
                }
            }
            // The name of an option, or text that a person types into the only one.
            None if named(all, word).is_some() => {}
            None if all.iter().any(|option| option["type"] == 3) && index + 1 >= rest.len().min(2) => {}
            None => return Err(format!("`{}` has no `{word}`", words[..=index].join(" "))),
        }
    }
    Ok((node, parent))
}

fn commands() -> Vec<Value> {
    let list = battalion::discord::command_list().unwrap();
    list.as_array().unwrap().clone()
}

fn words(span: &str) -> Option<Vec<&str>> {
    let words: Vec<&str> = span.split_whitespace().collect();
    let name = words.first()?.strip_prefix('/')?;
    let command = !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    (command && !ADDRESSES.contains(&words[0])).then_some(words)
}

#[test]
fn every_slash_command_exists() {
    let commands = commands();
    let (mut faults, mut seen) = (Vec::new(), 0);
    for document in documents() {
        // The changelog tells of earlier versions, too.
        if document.path.ends_with("CHANGELOG.md") {
            continue;
        }
        for span in document.spans() {
            let Some(words) = words(&span) else { continue };
            seen += 1;
            faults.extend(follow(&commands, &words).err().map(|fault| document.fault(format!("{span}: {fault}"))));
        }
    }
    assert!(seen > 60, "{seen}");
    assert_none(&faults);
}

/// In tables of commands a first column such as `/lobby join`, `leave` names the others by their last word.
#[test]
fn every_command_of_a_table_exists() {
    let commands = commands();
    let mut faults = Vec::new();
    for document in documents() {
        for row in document.prose.lines().filter(|line| line.trim_start().starts_with("| `/")) {
            let first = row.trim_start().trim_start_matches('|').split('|').next().unwrap();
            let mut before = None;
            for span in first.split('`').skip(1).step_by(2) {
                if let Some(full) = words(span) {
                    before = follow(&commands, &full).ok();
                } else if let Some((node, parent)) = before {
                    let siblings = parent.map_or(&[] as &[Value], options);
                    if named(siblings, span).or_else(|| named(options(node), span)).is_none() {
                        faults.push(document.fault(format!("`{span}` in {first}")));
                    }
                }
            }
        }
    }
    assert_none(&faults);
}

/// Nobody can learn of a command that no document names.
#[test]
fn the_readme_names_every_command() {
    let readme = crate::read("README.md");
    let mut missing = Vec::new();
    for command in commands() {
        let name = command["name"].as_str().unwrap().to_owned();
        // A command in the menu of a person.
        if command["type"] == 2 {
            if !readme.contains(&format!("→ {name}*")) {
                missing.push(name);
            }
            continue;
        }
        if !readme.contains(&format!("`/{name}")) {
            missing.push(name.clone());
        }
        for option in options(&command).iter().filter(|option| is_group(option)) {
            let sub = option["name"].as_str().unwrap();
            if !readme.contains(&format!("`/{name} {sub}`")) && !readme.contains(&format!("`{sub}`")) {
                missing.push(format!("{name} {sub}"));
            }
        }
    }
    assert_none(&missing);
}
