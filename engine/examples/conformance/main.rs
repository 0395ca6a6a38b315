//! Runner of the rule cases: `cargo run --release -p engine --example conformance -- PATH…` with files or folders.
//!
//! Prints one line for each failing case (id, expected, got), then `N passed, M failed`. The exit code is 1 if a case
//! failed or could not be read.

mod runner;

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if paths.is_empty() {
        eprintln!("usage: conformance PATH…   (case files, or folders of them)");
        return ExitCode::from(2);
    }
    let mut report = runner::Report::default();
    for path in &paths {
        runner::run_path(path, &mut report, &mut |failure| println!("{failure}"));
    }
    println!("{} passed, {} failed", report.passed, report.failed.len());
    if report.failed.is_empty() && report.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
