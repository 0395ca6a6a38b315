//! Commands of the program from a run to a document.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::process::{Command, Output};

use lab::highlights::Highlight;
use lab::record::Record;

fn lab(folder: &Path, line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command.args(line.split_whitespace()).current_dir(folder).env_remove("LAB_QUEUE").output().unwrap()
}

fn done(folder: &Path, line: &str) -> String {
    let ran = lab(folder, line);
    assert!(ran.status.success(), "{line}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

fn record(folder: &Path, name: &str) -> Record {
    serde_json::from_str(&std::fs::read_to_string(folder.join(name)).unwrap()).unwrap()
}

#[test]
fn a_record_grows_and_becomes_a_document() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let play = "match makpong medieval --nodes 60 --longest 120";
    done(folder, &format!("{play} --pairs 6 --out whole.jsonl"));
    done(folder, &format!("{play} --pairs 2 --out first.jsonl"));
    done(folder, &format!("{play} --from 2 --pairs 4 --out rest.jsonl"));
    done(folder, "record whole.jsonl whole.json");
    done(folder, "record first.jsonl grown.json");
    done(folder, "record rest.jsonl grown.json");
    assert_eq!(record(folder, "grown.json"), record(folder, "whole.json"));
    // A run that does not follow leaves the record as it is.
    let refused = lab(folder, "record first.jsonl grown.json");
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("do not follow each other"));
    assert_eq!(record(folder, "grown.json"), record(folder, "whole.json"));

    done(folder, "highlights whole.jsonl --out shown");
    let list: Vec<Highlight> =
        serde_json::from_str(&std::fs::read_to_string(folder.join("shown/list.json")).unwrap()).unwrap();
    assert!(!list.is_empty());
    for shown in &list {
        let gif = std::fs::read(folder.join("shown").join(&shown.file)).unwrap();
        assert!(gif.starts_with(b"GIF89a") && shown.what.contains("wins after"), "{shown:?}");
        let replayed = done(folder, &shown.command.replace("lab replay RUN", "replay whole.jsonl"));
        assert!(replayed.contains("battalion game"), "{replayed}");
    }
    done(folder, "report whole.json --highlights shown/list.json --out page.md");
    let page = std::fs::read_to_string(folder.join("page.md")).unwrap();
    for part in
        ["| Makpong Battalion v. Medieval Battalion |", "### Handicaps", "(shown/", "![Scores and ratings](page.png)"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(std::fs::read(folder.join("page.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_search_without_time_reports_and_fails() {
    let folder = tempfile::tempdir().unwrap();
    let ran = lab(folder.path(), "balance makpong --nodes 1 --longest 10 --minutes 0 --out found");
    assert!(!ran.status.success());
    let told = String::from_utf8_lossy(&ran.stdout);
    assert!(told.contains("was confirmed in the time"), "{told}");
    assert!(folder.path().join("found/makpong.json").exists());
    for wrong in
        ["balance nothing", "record missing.jsonl x.json", "report missing.json", "match a b --queue x --threads 2"]
    {
        let refused = lab(folder.path(), wrong);
        assert!(!refused.status.success() && !refused.stderr.is_empty(), "{wrong}");
    }
}
