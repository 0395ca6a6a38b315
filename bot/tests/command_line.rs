//! The program's command line, run as a person would.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::process::{Command, Output};

fn battalion(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_battalion"))
        .args(args)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn help_says_how_it_is_used() {
    let help = battalion(&["--help"]);
    assert!(help.status.success());
    assert!(text(&help.stdout).contains("battalion check FILE"));
}

#[test]
fn what_is_not_understood_is_said_and_fails() {
    let wrong = battalion(&["frobnicate"]);
    assert!(!wrong.status.success());
    assert!(text(&wrong.stderr).contains("\"frobnicate\" is not understood"));
}

#[test]
fn a_battalion_file_is_checked_with_line_and_suggestion() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/battalions/baroque.toml"
    );
    let good = battalion(&["check", file]);
    assert!(good.status.success(), "{}", text(&good.stderr));
    let bad = std::env::temp_dir().join(format!("battalion-{}-bad.toml", std::process::id()));
    std::fs::write(
        &bad,
        std::fs::read_to_string(file)
            .unwrap()
            .replace("\"pinch\"", "\"pinsh\""),
    )
    .unwrap();
    let wrong = battalion(&["check", bad.to_str().unwrap()]);
    assert!(!wrong.status.success());
    std::fs::remove_file(&bad).unwrap();
    let said = text(&wrong.stdout) + &text(&wrong.stderr);
    assert!(
        said.contains("column") && said.contains("did you mean `pinch`?"),
        "{said}"
    );
}

#[test]
fn a_good_battalion_file_is_shown_as_pictures_and_text() {
    let folder = std::env::temp_dir().join(format!("battalion-{}-preview", std::process::id()));
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../engine/battalions/baroque-duel.toml"
    );
    let shown = battalion(&["check", file, "--preview", folder.to_str().unwrap()]);
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    let read = |name: &str| std::fs::read(folder.join(name)).unwrap();
    for name in ["battalion.png", "01-baroque-titan.png", "07-chameleon.png"] {
        assert!(read(name).starts_with(b"\x89PNG"), "{name}");
    }
    let told = text(&read("preview.txt"));
    for needed in [
        "2 × Chameleon in reserve",
        "Not Extra-Strength",
        "kills by walking away",
        "Withdraw (B-3, B-4)",
    ] {
        assert!(told.contains(needed), "{needed}: {told}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
