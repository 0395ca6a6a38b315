//! The program's command line, run as a person would.

use std::process::{Command, Output};

use tests::program;

fn battalion(args: &[&str]) -> Output {
    Command::new(program()).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A Battalion file that comes with the program.
fn built_in(name: &str) -> String {
    format!(
        "{}/../engine/battalions/{name}.toml",
        env!("CARGO_MANIFEST_DIR")
    )
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
    let file = built_in("baroque");
    let good = battalion(&["check", &file]);
    assert!(good.status.success(), "{}", text(&good.stderr));
    let folder = tempfile::tempdir().unwrap();
    let bad = folder.path().join("bad.toml");
    let faulty = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&bad, faulty.replace("\"pinch\"", "\"pinsh\"")).unwrap();
    let wrong = battalion(&["check", bad.to_str().unwrap()]);
    assert!(!wrong.status.success());
    let said = text(&wrong.stdout) + &text(&wrong.stderr);
    assert!(
        said.contains("column") && said.contains("did you mean `pinch`?"),
        "{said}"
    );
}

#[test]
fn a_good_battalion_file_is_shown_as_pictures_and_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = built_in("baroque-duel");
    let shown = battalion(&["check", &file, "--preview", folder.path().to_str().unwrap()]);
    assert!(shown.status.success(), "{}", text(&shown.stderr));
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
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
}
