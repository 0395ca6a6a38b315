//! Commands of the program from a run to a document.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::path::Path;
use std::process::{Command, Output};

use engine::game::Saved;
use lab::highlights::Highlight;
use lab::record::Record;
use serde_json::Value;

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
    let whole = done(folder, "table whole.jsonl");
    done(folder, "record whole.jsonl whole.json");
    done(folder, "record first.jsonl grown.json");
    let joined = done(folder, &format!("{play} --after grown.json --pairs 4 --out rest.jsonl"));
    assert_eq!(joined, whole);
    done(folder, "record rest.jsonl grown.json");
    assert_eq!(record(folder, "grown.json"), record(folder, "whole.json"));
    let other = lab(folder, &format!("{play} --seed 2 --after whole.json --out other.jsonl"));
    assert!(!other.status.success() && !folder.join("other.jsonl").exists());
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

/// A run until intervals are narrow has the same games whether it is played at once, in two parts, or after a record.
#[test]
fn a_run_until_intervals_are_narrow() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let play = "match makpong medieval --nodes 30 --longest 80";
    done(folder, &format!("{play} --pairs 5 --out parts.jsonl"));
    done(folder, "record parts.jsonl begun.json");
    let parts = done(folder, &format!("{play} --pairs 5 --within 14 --out parts.jsonl"));
    let whole = done(folder, &format!("{play} --pairs 5 --within 14 --out whole.jsonl --threads 1"));
    let after = done(folder, &format!("{play} --after begun.json --pairs 0 --within 14 --out rest.jsonl"));
    assert_eq!((&parts, &after), (&whole, &whole));
    done(folder, "record whole.jsonl whole.json");
    let counts = record(folder, "whole.json").pairings.remove(0);
    assert!(counts.number() >= 15 && counts.number() % 10 == 5, "{counts:?}");
    assert!(counts.score().unwrap().half <= 0.14);
    // Time that is up ends the run, too.
    done(folder, &format!("{play} --pairs 5 --within 0.1 --minutes 0 --out whole.jsonl"));
    assert!(!lab(folder, &format!("{play} --within 0 --out x.jsonl")).status.success());
}

/// An army against itself: the two games of a pair have different openings, and each can be replayed.
#[test]
fn a_match_of_an_army_against_itself_repeats_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let table = done(folder, "match makpong makpong --nodes 20 --longest 40 --pairs 2 --out mirror.jsonl");
    assert!(table.contains("makpong v. makpong"), "{table}");
    let run = std::fs::read_to_string(folder.join("mirror.jsonl")).unwrap();
    let pairs = run.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let games: Vec<Value> = pairs.filter_map(|pair| pair["games"].as_array().cloned()).flatten().collect();
    let logs: std::collections::BTreeSet<String> = games.iter().map(|game| game["log"].to_string()).collect();
    assert_eq!((games.len(), logs.len()), (4, 4));
    assert!(done(folder, "replay mirror.jsonl makpong makpong 1").contains("battalion game"));
}

/// Games of four and rounds of Clash are exported, and the bot's replay accepts them.
#[test]
fn every_kind_of_run_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let opened = |names: &str| {
        let file: Value = serde_json::from_str(&done(folder, &format!("replay {names}"))).unwrap();
        assert_eq!((&file["format"], &file["complete"]), (&"battalion game".into(), &true.into()));
        let setup: Saved = serde_json::from_value(file["setup"].clone()).unwrap();
        let entry = |entry: &Value| {
            let part = |name: &str| entry[name].clone();
            (serde_json::from_value(part("seat")).unwrap(), serde_json::from_value(part("action")).unwrap())
        };
        let log: Vec<_> = file["log"].as_array().unwrap().iter().map(entry).collect();
        assert_eq!(setup.open(&log).unwrap().seat_count(), file["players"].as_array().unwrap().len());
        (file["title"].as_str().unwrap().to_owned(), log.len())
    };
    let refused = |names: &str, why: &str| {
        let ran = lab(folder, &format!("replay {names}"));
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(!ran.status.success() && told.contains(why), "{names}: {told}");
    };

    done(folder, "party --nodes 20 --longest 24 --blocks 2 --out party.jsonl");
    for (names, mode) in [("0 3", "Free for all"), ("1 0", "Assassin")] {
        let (title, length) = opened(&format!("party.jsonl {names}"));
        assert!(title == format!("Titan's Battalion: {mode}") && length > 6, "{names}: {title}, {length}");
    }
    refused("party.jsonl 2 0", "The run holds no block 2. The last one is 1.");
    refused("party.jsonl 0 4", "There is no game 4: they are numbered from 0 to 3.");
    refused("party.jsonl medieval makpong 0", "lab replay RUN BLOCK GAME");
    refused("party.jsonl one 0", "one is no number of a game");

    // Too few rounds for prices, but the rounds are in the file.
    assert!(!lab(folder, "clash --nodes 20 --longest 24 --pairs 8 --out clash.jsonl").status.success());
    for names in ["buying 0 0", "buying 1 1", "purse-1 0 0", "purse-1 0 1"] {
        let (title, length) = opened(&format!("clash.jsonl {names}"));
        // Both sides buy and confirm before the first turn.
        assert!(title == "Clash of the Armies: round 1" && length > 6, "{names}: {title}, {length}");
    }
    refused("clash.jsonl purse-4 0 0", "gold, and a Player has 40");
    refused("clash.jsonl prices 8 0", "The run holds no pair 8 of prices. The last one is 7.");
    refused("clash.jsonl purse-9 0 0", "purse-9 is no subject of rounds");
    refused("clash.jsonl buying 0 2", "they are numbered from 0 to 1");
    refused("clash.jsonl 0 0", "lab replay RUN SUBJECT PAIR GAME");

    done(folder, "match makpong medieval --nodes 20 --longest 24 --pairs 1 --out duels.jsonl");
    assert_eq!(opened("duels.jsonl medieval makpong 0").0, "Titan's Battalion: Duel");
    refused("duels.jsonl medieval makpong 1", "The run holds no game 1 of these armies.");
    refused("duels.jsonl 0 0", "lab replay RUN FIRST SECOND PAIR");
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

/// A training that continues with the positions of an earlier one gives the same network as one that plays all games.
#[test]
fn a_training_continues_with_the_positions_of_an_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let train = "network medieval --nodes 20 --test-nodes 20 --positions";
    let told = done(folder, &format!("{train} grown.jsonl first.toml --games 5"));
    assert!(told.contains("positions; error") && told.contains("6 of 6") && told.contains("games: "), "{told}");
    done(folder, &format!("{train} grown.jsonl grown.toml --games 12 --threads 1"));
    done(folder, &format!("{train} whole.jsonl whole.toml --games 12"));
    let [first, grown, whole] =
        ["first", "grown", "whole"].map(|name| std::fs::read_to_string(folder.join(format!("{name}.toml"))).unwrap());
    assert_eq!(grown, whole);
    assert_ne!(first, whole);
    assert!(opponent::Network::read(&whole).is_ok_and(|network| network.army == "medieval"));

    let other = lab(folder, "network makpong --nodes 20 --positions whole.jsonl makpong.toml --games 1");
    assert!(!other.status.success() && !folder.join("makpong.toml").exists());
    assert!(String::from_utf8_lossy(&other.stderr).contains("Name another file"));
}
