//! Command lines in documents: `cargo …` and `battalion …`.

use std::collections::HashMap;
use std::process::Command;

use serde_json::Value;

use crate::markdown::{documents, module_docs};
use crate::{assert_none, read, top};

/// Subcommands of cargo in use, with the tools that CONTRIBUTING names.
const CARGO: &[&str] = &["bench", "build", "clippy", "deny", "doc", "fmt", "fuzz", "install", "run", "test"];
/// Flags of cargo without a value.
const FLAGS: &[&str] = &[
    "--all",
    "--all-targets",
    "--bins",
    "--check",
    "--features",
    "--lib",
    "--locked",
    "--no-default-features",
    "--no-deps",
    "--release",
    "--workspace",
];

/// The workspace, as cargo describes it.
struct Workspace {
    packages: Vec<Value>,
    profiles: String,
}

impl Workspace {
    fn load() -> Workspace {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let mut metadata = Command::new(cargo);
        metadata.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(top());
        let told: Value = serde_json::from_slice(&metadata.output().unwrap().stdout).unwrap();
        Workspace { packages: told["packages"].as_array().unwrap().clone(), profiles: read("Cargo.toml") }
    }

    fn package(&self, name: &str) -> Option<&Value> {
        self.packages.iter().find(|package| package["name"] == name)
    }

    fn has_target(&self, package: Option<&str>, kind: &str, name: &str) -> bool {
        let named = |one: &&Value| package.is_none_or(|name| one["name"] == name);
        let mut targets = self.packages.iter().filter(named).flat_map(|one| one["targets"].as_array().unwrap());
        targets.any(|target| target["name"] == name && target["kind"][0] == kind)
    }

    /// Fault of a cargo command.
    fn fault(&self, words: &[&str]) -> Option<String> {
        let mut words = words.iter().skip(1).copied().skip_while(|word| word.starts_with('+')).peekable();
        let sub = words.next()?;
        if !CARGO.contains(&sub) {
            return Some(format!("cargo has no `{sub}` here"));
        }
        // What these take besides flags is theirs.
        if matches!(sub, "deny" | "install" | "fuzz") {
            return None;
        }
        let (mut package, mut target) = (None, None);
        while let Some(word) = words.next().filter(|word| *word != "--") {
            let wrong = match word {
                "-p" => {
                    package = words.next();
                    package.is_none_or(|name| name.chars().any(char::is_lowercase) && self.package(name).is_none())
                }
                "--example" | "--bench" | "--test" | "--bin" => {
                    let (kind, name) = (word.trim_start_matches('-'), words.next().unwrap_or_default());
                    target = Some(name);
                    !self.has_target(package, kind, name)
                }
                "--profile" => {
                    let name = words.next().unwrap_or_default();
                    name != "release" && !self.profiles.contains(&format!("[profile.{name}]"))
                }
                flag if flag.starts_with('-') => !FLAGS.contains(&flag),
                // A name of tests, or "and so on".
                _ => sub != "test",
            };
            if wrong {
                return Some(format!("`{word}` of `cargo {sub}`"));
            }
        }
        let arguments: Vec<&str> = words.collect();
        match (package, target) {
            (Some("lab"), _) if sub == "run" => lab(&arguments),
            (_, Some("load")) => load(&arguments),
            _ => None,
        }
    }
}

/// The balance lab: the first word is a command, and the second one of `suite` a measurement.
fn lab(arguments: &[&str]) -> Option<String> {
    let has = |file: &str, name: &str| {
        let capital = |word: &str| word[..1].to_ascii_uppercase() + &word[1..];
        let variant: String = name.split('-').filter(|word| !word.is_empty()).map(capital).collect();
        let code = read(file);
        code.lines().any(|line| {
            line.strip_prefix("    ").is_some_and(|line| {
                line.strip_prefix(&variant).is_some_and(|rest| [" {", "(", ","].iter().any(|end| rest.starts_with(end)))
            })
        })
    };
    let command = arguments.first().filter(|word| word.starts_with(char::is_alphabetic))?;
    let known = match arguments {
        ["suite", measurement, ..] => *measurement == "…" || has("lab/src/suite/mod.rs", measurement),
        _ => has("lab/src/main.rs", command),
    };
    (!known).then(|| format!("the lab has no `{}`", arguments.join(" ")))
}

/// The load benchmark: `key=value`.
fn load(arguments: &[&str]) -> Option<String> {
    let code = read("tests/benches/load.rs") + &read("tests/src/load.rs");
    let mut keys = arguments.iter().filter_map(|word| word.split_once('=')).map(|(key, _)| key);
    keys.find(|key| !code.contains(&format!("\"{key}\""))).map(|key| format!("the benchmark has no `{key}`"))
}

/// The program's own help, read once for each subcommand.
#[derive(Default)]
struct Program {
    helps: HashMap<String, Option<String>>,
}

impl Program {
    fn help(&mut self, sub: &str) -> Option<&str> {
        let ask = || {
            let mut program = Command::new(tests::program());
            let help = program.args(sub.split_whitespace()).arg("--help").output().unwrap();
            help.status.success().then(|| String::from_utf8(help.stdout).unwrap())
        };
        self.helps.entry(sub.to_owned()).or_insert_with(ask).as_deref()
    }

    fn fault(&mut self, words: &[&str]) -> Option<String> {
        let sub = words.get(1).filter(|word| !word.starts_with('-')).copied().unwrap_or("");
        let nested = words.get(2).map(|word| format!("{sub} {word}"));
        let below = self.help(sub).is_some_and(|help| help.contains("Commands:")).then_some(nested).flatten();
        let sub = below.filter(|_| !sub.is_empty()).unwrap_or_else(|| sub.to_owned());
        let Some(help) = self.help(&sub) else {
            return Some(format!("battalion has no `{sub}`"));
        };
        let mut flags = words.iter().filter(|word| word.starts_with('-')).map(|word| word.trim_end_matches([',', ')']));
        let known = |flag: &str| help.split([' ', ',', '\n']).any(|word| word == flag);
        flags.find(|flag| !known(flag)).map(|flag| format!("`battalion {sub}` has no `{flag}`"))
    }
}

/// The words of a command, without what stands before it (`BATTALION_TOKEN=… target/release/battalion`).
fn words<'a>(line: &'a str, program: &str) -> Option<Vec<&'a str>> {
    let words = line.split_whitespace().skip_while(|word| word.contains('=') && !word.starts_with('-'));
    let words: Vec<&str> = words.collect();
    let first = words.first()?.rsplit('/').next()?;
    // In a text, the name of the program alone is no command.
    (first == program && words.get(1).is_some_and(|word| *word != "…")).then_some(words)
}

#[test]
fn every_documented_command_exists() {
    let (workspace, mut program) = (Workspace::load(), Program::default());
    let (mut faults, mut tried) = (Vec::new(), 0);
    for document in documents().iter().chain(&module_docs()) {
        for line in document.command_lines() {
            let cargo = words(&line, "cargo").map(|words| workspace.fault(&words));
            let found = cargo.or_else(|| words(&line, "lab").map(|words| lab(&words[1..])));
            let found = found.or_else(|| words(&line, "battalion").map(|words| program.fault(&words)));
            tried += usize::from(found.is_some());
            faults.extend(found.flatten().map(|fault| document.fault(format!("{line}: {fault}"))));
        }
    }
    assert!(tried > 40, "{tried} commands are documented");
    assert_none(&faults);
}

#[test]
fn the_program_reads_its_own_battalions_and_what_it_exports() {
    let folder = tempfile::tempdir().unwrap();
    let program = |args: &[&str]| Command::new(tests::program()).args(args).output().unwrap();
    let file = top().join("engine/tests/armies/orthodox.toml");
    let file = file.to_str().unwrap();
    assert!(program(&["check", file]).status.success());
    for (format, name) in [("ini", "army.ini"), ("diagram", "army.txt")] {
        let export = program(&["export", file, "--to", format, "--between", "4"]);
        assert!(export.status.success(), "{}", String::from_utf8_lossy(&export.stderr));
        let written = folder.path().join(name);
        std::fs::write(&written, export.stdout).unwrap();
        let import = program(&["import", written.to_str().unwrap()]);
        assert!(import.status.success(), "{}", String::from_utf8_lossy(&import.stderr));
    }
}
