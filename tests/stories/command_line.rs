//! Command line of the program, run as a person would.

use std::process::{Command, Output};

use tests::program;

fn battalion(args: &[&str]) -> Output {
    Command::new(program()).args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Path of a built-in Battalion file.
fn built_in(name: &str) -> String {
    format!("{}/../engine/battalions/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

/// Copy of the file with its own id and name, because servers refuse those of built-in ones.
fn own(file: &str) -> String {
    file.replacen("id = \"medieval\"", "id = \"my-medieval\"", 1).replacen(
        "name = \"Medieval",
        "name = \"My Medieval",
        1,
    )
}

#[test]
fn help_says_how_it_is_used() {
    let help = battalion(&["--help"]);
    assert!(help.status.success());
    let said = text(&help.stdout);
    for needed in ["check", "--config <FILE>", "config.example.toml"] {
        assert!(said.contains(needed), "{needed}: {said}");
    }
}

#[test]
fn what_is_not_understood_is_said_and_fails() {
    let wrong = battalion(&["frobnicate"]);
    assert!(!wrong.status.success());
    assert!(text(&wrong.stderr).contains("unrecognized subcommand 'frobnicate'"));
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
    assert!(said.contains("column") && said.contains("did you mean `pinch`?"), "{said}");
}

#[test]
fn a_file_gets_pictures_and_unknown_icons_are_warnings() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let medieval = at("medieval.toml");
    let file = std::fs::read_to_string(built_in("medieval")).unwrap();
    std::fs::write(&medieval, own(&file)).unwrap();
    let art = |name: &str| format!("{}/../tests/files/art/{name}", env!("CARGO_MANIFEST_DIR"));
    let pictures = [format!("queen={}", art("cat.png")), format!("N={}", art("ghost.gif"))];
    let drawn =
        battalion(&["art", &medieval, &pictures[0], &pictures[1], "-o", &at("new.toml"), "--preview", &at("look")]);
    assert!(drawn.status.success(), "{}", text(&drawn.stderr));
    assert!(text(&drawn.stdout).contains("Queen: taken; it looks most like the"));
    assert!(folder.path().join("look/pieces-1.png").exists());
    let new = std::fs::read_to_string(at("new.toml")).unwrap();
    assert_eq!(new.matches("\nart = ").count(), 2);
    assert!(battalion(&["check", &at("new.toml")]).status.success());
    let alike = [format!("king={}", art("cat.png")), format!("pawn={}", art("none.png"))];
    let wrong = battalion(&["art", &at("new.toml"), &alike[0], "-o", &at("x.toml")]);
    assert!(!wrong.status.success() && !folder.path().join("x.toml").exists());
    assert!(text(&wrong.stderr).contains("from the Queen; give it a different outline"));
    let missing = battalion(&["art", &medieval, &alike[1], "-o", &at("x.toml")]);
    assert!(text(&missing.stderr).contains("none.png cannot be read"));
    // A refused picture does not keep the others out, but the command fails.
    let unknown = format!("dragon={}", art("ghost.gif"));
    let partly = battalion(&["art", &medieval, &pictures[0], &unknown, "-o", &at("partly.toml")]);
    let told = text(&partly.stderr);
    assert!(!partly.status.success() && told.contains("1 of 2 pictures not taken"), "{told}");
    assert_eq!(std::fs::read_to_string(at("partly.toml")).unwrap().matches("\nart = ").count(), 1);
    let icon = std::fs::read_to_string(&medieval).unwrap().replace("chess-knight", "ches-knight");
    std::fs::write(at("icon.toml"), icon).unwrap();
    let warned = battalion(&["check", &at("icon.toml")]);
    assert!(warned.status.success());
    let said = text(&warned.stdout);
    assert!(said.contains("warning: ") && said.contains("did you mean \"chess-knight\"?"), "{said}");
}

#[test]
fn an_army_goes_to_another_program_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    for (format, name) in [("ini", "variants.ini"), ("diagram", "diagram.txt")] {
        let out = battalion(&["export", &built_in("medieval"), "--to", format]);
        assert!(out.status.success(), "{}", text(&out.stderr));
        let there = folder.path().join(name);
        std::fs::write(&there, &out.stdout).unwrap();
        let back = battalion(&["import", there.to_str().unwrap()]);
        assert!(back.status.success(), "{}", text(&back.stderr));
        let army = folder.path().join("army.toml");
        // The id and the name still belong to a built-in one.
        let taken = text(&back.stdout);
        std::fs::write(&army, &taken).unwrap();
        let checked = battalion(&["check", army.to_str().unwrap()]);
        let said = text(&checked.stdout);
        let is_taken = taken.contains("id = \"medieval\"");
        assert_eq!(said.contains("did you mean `my-medieval`?"), is_taken, "{said}");
        std::fs::write(&army, own(&taken)).unwrap();
        let checked = battalion(&["check", army.to_str().unwrap()]);
        assert!(checked.status.success(), "{}", text(&checked.stdout));
        assert!(text(&checked.stdout).contains("6 piece types"));
    }
}

#[test]
fn what_another_program_says_and_this_one_cannot_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("variants.ini");
    std::fs::write(&file, "[v:chess]\ncustomPiece1 = x:oR\nmustDance = true\n").unwrap();
    let taken = battalion(&["import", file.to_str().unwrap()]);
    assert!(taken.status.success());
    let told = text(&taken.stderr);
    for needed in ["not imported: the setting `mustDance = true`", "no board wraps round"] {
        assert!(told.contains(needed), "{needed}: {told}");
    }
    let none = battalion(&["import", &built_in("medieval")]);
    assert!(!none.status.success());
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
    for needed in ["2 × Chameleon in reserve", "Not Extra-Strength", "kills by walking away", "Withdraw (B-3, B-4)"] {
        assert!(told.contains(needed), "{needed}: {told}");
    }
}
