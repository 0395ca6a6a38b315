//! Lists for the people who manage a server: its Battalions, results of a pack of files, warnings, and log entries. Compared
//! with `recorded_lists.txt`; `UPDATE_EXPECTED=1` rewrites the file.

use engine::battalion::{FileError, OddOpening, Oddity};
use engine::board::Battlefield;
use serde_json::{Value, json};

use super::recorded::{changes, file_error, member};
use crate::discord::features::battalions::{battlefield_words, words};
use crate::discord::features::log;
use crate::host::art::UnknownIcon;
use crate::host::{
    AdminChange, BattalionChange, BattalionState, DraftId, FieldsAdded, FileProblem, FileWarning, Listed, LogEntry,
    NotHere, Pack, Packed, SameFile, SettingChange, ShareWith, Shared, TimeControl,
};

use BattalionState::{Archived, Private, Published};

/// Battalions in every state, one at a time and together.
fn battalions() -> Vec<String> {
    let plain = || Listed {
        id: "knights".to_owned(),
        name: "*Knights*".to_owned(),
        enabled: true,
        own: None,
        shared: None,
        copied: false,
        remarks: 0,
    };
    let with = |change: &dyn Fn(&mut Listed)| {
        let mut listed = plain();
        change(&mut listed);
        listed
    };
    let shared =
        |with, code: Option<&str>, hidden| Some(Shared { with, code: code.map(str::to_owned), version: 2, hidden });
    let own = || Some((3, vec![(3, Private), (2, Published)]));
    let all = vec![
        plain(),
        with(&|one| one.enabled = false),
        with(&|one| one.name = String::new()),
        with(&|one| one.own = Some((1, Vec::new()))),
        with(&|one| one.own = Some((1, vec![(1, Private)]))),
        with(&|one| one.own = own()),
        with(&|one| (one.own, one.enabled) = (own(), false)),
        with(&|one| (one.own, one.copied) = (own(), true)),
        with(&|one| (one.own, one.shared) = (own(), shared(ShareWith::Code, Some("ABCDEFGHIJ"), false))),
        with(&|one| (one.own, one.shared) = (own(), shared(ShareWith::Code, Some("ABCDEFGHIJ"), true))),
        with(&|one| (one.own, one.shared) = (own(), shared(ShareWith::Gallery, None, false))),
        with(&|one| (one.own, one.shared) = (own(), shared(ShareWith::Gallery, None, true))),
        with(&|one| (one.own, one.shared) = (own(), shared(ShareWith::Nobody, None, false))),
        with(&|one| (one.own, one.remarks) = (own(), 1)),
        with(&|one| {
            (one.own, one.enabled, one.copied, one.remarks) = (own(), false, true, 12);
            one.shared = shared(ShareWith::Gallery, None, true);
        }),
    ];
    all.iter().map(|one| words::all(std::slice::from_ref(one))).chain([words::all(&all[..2])]).collect()
}

fn faults() -> Vec<FileProblem> {
    let here = |what| FileProblem::Here { line: 3, column: 6, what };
    vec![
        here(NotHere::IdLooksLike("owls".to_owned())),
        here(NotHere::Pieces { has: 121, most: 120 }),
        FileError { line: 1, column: 1, message: "wrong ".repeat(40), suggestion: None }.into(),
    ]
}

fn warnings(number: usize) -> Vec<FileWarning> {
    let opening = |(what, own, begins, against): (Oddity, bool, bool, usize)| OddOpening {
        what,
        own,
        begins,
        against: ["Owls", "Pikes", "Axes"][..against].iter().map(|&name| name.to_owned()).collect(),
    };
    let icon = UnknownIcon {
        piece: "Queen".to_owned(),
        symbol: "Q".to_owned(),
        icon: "qeen".to_owned(),
        meant: Some("queen"),
    };
    let icons = std::iter::once(FileWarning::Icon(icon));
    let openings = [(Oddity::Check, true, true, 1), (Oddity::Defeat, false, true, 2), (Oddity::Check, false, false, 3)];
    icons.chain(openings.into_iter().map(|odd| FileWarning::Opening(opening(odd)))).take(number).collect()
}

fn text_and_file((text, file): (String, Option<String>)) -> String {
    format!("{text} | file: {}", file.as_deref().unwrap_or("none"))
}

fn packs() -> Vec<String> {
    let good = |version, warned| Packed::Good { name: "_Owls_".to_owned(), version, warnings: warnings(warned) };
    let same = Packed::Same(SameFile { name: "Owls".to_owned(), version: 2, newest: true, state: Archived });
    let faulty = |number: usize| Packed::Faulty(faults().into_iter().take(number).collect());
    let of = |files: Vec<Packed>| {
        let files = (1..).zip(files).map(|(number, found)| (format!("army_{number}.toml"), found)).collect();
        text_and_file(words::pack(&Pack { id: Some(DraftId(1)), files }))
    };
    vec![
        of(vec![good(1, 0)]),
        of(vec![good(1, 1), good(2, 3)]),
        of(vec![faulty(1)]),
        of(vec![same, faulty(3), good(7, 0), Packed::Twice("army_3.toml".to_owned())]),
        of(vec![faulty(2); 30]),
        of(vec![good(1, 2); 30]),
    ]
}

fn single_files() -> Vec<String> {
    let manual = crate::discord::features::rules::manual::Manual::new("docs");
    let mut all: Vec<String> = (0..=4).map(|number| format!("{:?}", words::warnings(&warnings(number)))).collect();
    for errors in [vec![file_error().into()], faults(), [faults(), faults(), faults(), faults(), faults()].concat()] {
        all.push(text_and_file(words::faulty(&errors, &manual)));
    }
    all.extend([1, 2].map(words::waiting));
    all
}

/// Every setting, from and to every kind of value.
fn settings() -> Vec<SettingChange> {
    let role = |id: u64, name: &str| json!({"id": id, "name": name});
    let to = |key: &str, from: Value, to: Value| SettingChange { key: key.to_owned(), from, to };
    let mut all = Vec::new();
    for (key, one, other) in [
        ("admins", Value::Null, role(1, "Arbiters")),
        ("makers", Value::Null, role(2, "Makers")),
        ("admins-delegate", json!(false), json!(true)),
        ("time-required", json!(false), json!(true)),
        ("announce", json!("mention"), json!("silent")),
        ("battlefields", json!([]), json!([role(1, "Lake")])),
        ("battlefields", json!([role(1, "Lake"), role(2, "Hill")]), json!([role(1, "Pond"), role(3, "Fen")])),
        ("channels", json!([]), json!([501])),
        ("channels", json!([501, 502]), json!([502, 503])),
        ("computer-minutes", json!(20), json!(1)),
        ("disabled-battalions", json!([]), json!(["medieval", "makpong"])),
        ("forbidden-modes", json!([]), json!(["clash", "duel"])),
        ("forbidden-modes", json!(["clash"]), json!(["duel"])),
        ("time-per-turn", Value::Null, json!(TimeControl::Reserve { turn: 3_600, reserve: 86_400 })),
        ("time-per-turn", json!(86_400), json!(3_600)),
        ("shortest-time", Value::Null, json!(600)),
        ("longest-time", json!(259_200), Value::Null),
        ("limits.bytes", json!(131_072), json!(512)),
        ("theme", json!("dark"), json!("high-contrast")),
        ("of a later version", json!(true), Value::Null),
        ("of a later version", json!(false), json!(2)),
    ] {
        all.push(to(key, one.clone(), other.clone()));
        all.push(to(key, other, one));
    }
    all
}

fn log_entries() -> Vec<String> {
    let entry = |by: bool, what| LogEntry { at: 1_800_000_000, by: by.then(|| member("*Ann*")), what };
    let one = |change: SettingChange| entry(true, Some(AdminChange::Settings(vec![change])));
    let mut all: Vec<LogEntry> = settings().into_iter().map(one).collect();
    all.push(entry(true, Some(AdminChange::Settings(settings()))));
    all.push(entry(true, Some(AdminChange::Settings(settings()[..4].to_vec()))));
    all.extend([true, false].map(|by| entry(by, None)));
    let about = |change: &BattalionChange, by| entry(by, Some(AdminChange::Battalion(change.clone())));
    all.extend(changes().iter().flat_map(|change| [true, false].map(|by| about(change, by))));
    let lines = all.iter().map(|one| log::words::page(std::slice::from_ref(one)));
    lines.map(|text| text.split_once('\n').unwrap().1.to_owned()).chain([log::words::page(&all[..3])]).collect()
}

/// Battlefields: none, one, several, and just as many as fit.
fn battlefields() -> Vec<String> {
    let field = |number: usize| {
        let mut field = Battlefield::standard(2 + number % 5).unwrap();
        (field.id, field.name) = (format!("field-{number}"), format!("*Field {number}* {}", "x".repeat(20)));
        field
    };
    let of = |number: usize| (0..number).map(field).collect::<Vec<_>>();
    let mut all: Vec<String> =
        [1, 5, 20, 21, 22, 23, 24, 25].map(|number| battlefield_words::list(&of(number))).to_vec();
    for (number, replaced) in [(1, 0), (1, 1), (3, 0), (3, 1), (3, 3)] {
        all.push(battlefield_words::added(&FieldsAdded { fields: of(number), replaced }));
    }
    all.push(battlefield_words::removed(&field(0)));
    all
}

#[test]
fn every_list_for_managers_is_as_recorded() {
    let sections = [
        ("Battalions of a server", battalions()),
        ("Packs of files", packs()),
        ("Files", single_files()),
        ("Battlefields", battlefields()),
        ("Log entries", log_entries()),
    ];
    let found = sections.map(|(title, lines)| {
        let lines: Vec<String> = lines.iter().map(|line| line.replace('\n', " / ")).collect();
        format!("# {title}\n{}\n", lines.join("\n"))
    });
    crate::expected::compare("discord/wording/recorded_lists.txt", &found.concat(), 100);
}
