//! Version of the program, for `--version`: release builds name the commit. Other builds do not, so that a new commit
//! does not compile everything again.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=BATTALION_COMMIT");
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit() {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo::rustc-env=BATTALION_VERSION={version}");
}

/// Returns the commit: from the environment, for builds without git, or else from git in release builds.
fn commit() -> Option<String> {
    let given = std::env::var("BATTALION_COMMIT").ok().filter(|commit| !commit.is_empty());
    if given.is_some() || std::env::var("PROFILE").as_deref() != Ok("release") {
        return given;
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}
