//! Runs every rule case in `tests/cases` with the runner of the `conformance` example.

#[path = "../../examples/conformance/runner/mod.rs"]
#[allow(dead_code, clippy::duplicate_mod, reason = "the example needs all of it, and shares a file with these tests")]
mod runner;

use std::path::Path;

fn run(files: &[&str]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut report = runner::Report::default();
    for file in files {
        runner::run_path(&folder.join(file), &mut report, &mut |_| ());
    }
    let failed: Vec<String> = report.failed.iter().map(ToString::to_string).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(report.passed >= files.len());
}

#[test]
fn medieval_and_data_defined_perft() {
    run(&["perft.json", "cross-perft.json"]);
}

#[test]
fn baroque() {
    run(&["baroque.json", "baroque-perft.json"]);
}

#[test]
fn the_party() {
    run(&["party.json", "party-test.json", "supporters-perft.json"]);
}

#[test]
fn abilities_that_no_built_in_battalion_has() {
    run(&["abilities.json"]);
}

#[test]
fn makpong() {
    run(&["makpong.json"]);
}

#[test]
fn all_legal_actions_of_mixed_positions() {
    run(&["titans-legal.json"]);
}

#[test]
fn clash_on_the_board() {
    run(&["clash.json", "clash-legal.json", "clash-replay.json"]);
}

#[test]
fn clash_off_the_board() {
    run(&["clash-setup.json", "clash-auction.json", "clash-match.json"]);
}

/// Cases whose rules have more than one possible reading.
#[test]
fn readings() {
    run(&["readings-clash.json", "readings-setup.json", "readings-party.json", "readings-party-test.json"]);
}
