//! Conformance runner: reads and runs case files. Each schema is a module here; [`run_path`] detects the schema of a
//! file and runs its cases.

#[path = "../../../tests/integration/support/bare.rs"]
mod bare;
mod baroque_perft;
mod clash;
mod cross_perft;
mod legal_set;
mod names;
mod perft_cases;
mod position_cases;
mod scene;
mod supporter_perft;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use serde_json::Value;

/// Result of a case; `Err` holds the expected and the actual result.
pub type Verdict = Result<(), Mismatch>;

/// Difference between a case and the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Result expected by the case.
    pub expected: String,
    /// Actual result of the engine.
    pub got: String,
}

impl Mismatch {
    /// Creates a mismatch.
    pub fn new(expected: impl Into<String>, got: impl Into<String>) -> Self {
        Self { expected: expected.into(), got: got.into() }
    }
}

/// Converts a set-up error, so that it is reported as a failure.
impl From<String> for Mismatch {
    fn from(problem: String) -> Self {
        Self::new("a case that can be set up", problem)
    }
}

/// A failing case.
#[derive(Clone, Debug)]
pub struct Failure {
    /// File and id.
    pub id: String,
    /// Difference found.
    pub mismatch: Mismatch,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { expected, got } = &self.mismatch;
        write!(f, "{}: expected {expected}; got {got}", self.id)
    }
}

/// Totals of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Number of passed cases.
    pub passed: usize,
    /// Cases that failed or could not be read.
    pub failed: Vec<Failure>,
}

/// Collects the verdicts of a file.
pub struct Log<'a> {
    file: String,
    report: &'a mut Report,
    tell: &'a mut dyn FnMut(&Failure),
}

impl Log<'_> {
    /// Records the verdict of a case.
    pub fn note(&mut self, id: &str, verdict: Verdict) {
        match verdict {
            Ok(()) => self.report.passed += 1,
            Err(mismatch) => {
                let id = if id.is_empty() { self.file.clone() } else { id.to_owned() };
                let failure = Failure { id, mismatch };
                (self.tell)(&failure);
                self.report.failed.push(failure);
            }
        }
    }

    /// Runs every case of the file's `cases`.
    fn each(&mut self, file: &Value, play: impl Fn(&Value) -> Verdict) {
        match file["cases"].as_array() {
            None => self.note("", Err(Mismatch::new("a list `cases`", "none"))),
            Some(cases) => {
                for (index, case) in cases.iter().enumerate() {
                    let id = case["id"].as_str().map_or_else(|| format!("{}#{}", self.file, index + 1), str::to_owned);
                    self.note(&id, play(case));
                }
            }
        }
    }
}

/// Runs a case file, or all case files below a folder. Calls `tell` at once for each failure.
pub fn run_path(path: &Path, report: &mut Report, tell: &mut dyn FnMut(&Failure)) {
    let mut files = Vec::new();
    let found = if path.is_dir() {
        collect(path, &mut files)
    } else {
        files.push(path.to_owned());
        Ok(())
    };
    let unreadable = |path: &Path, problem: String| Failure {
        id: path.display().to_string(),
        mismatch: Mismatch::new("a readable case file", problem),
    };
    if let Err(problem) = found {
        let failure = unreadable(path, problem.to_string());
        tell(&failure);
        report.failed.push(failure);
    }
    for file in files {
        let parsed = std::fs::read_to_string(&file)
            .map_err(|error| error.to_string())
            .and_then(|text| serde_json::from_str::<Value>(&text).map_err(|error| error.to_string()));
        match parsed {
            Ok(value) => {
                let name = file.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
                let mut log = Log { file: name, report, tell };
                run_file(&value, &mut log);
            }
            Err(problem) => {
                let failure = unreadable(&file, problem);
                tell(&failure);
                report.failed.push(failure);
            }
        }
    }
}

/// All `.json` files below a folder, ordered by name.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            collect(&entry, files)?;
        } else if entry.extension().is_some_and(|extension| extension == "json") {
            files.push(entry);
        }
    }
    Ok(())
}

fn run_file(file: &Value, log: &mut Log<'_>) {
    let is_clash = file["source"].as_str() == Some(clash::SOURCE);
    match file["schema"].as_str() {
        Some("position-cases-1") if !is_clash => {
            log.each(file, |case| position_cases::play(file, case));
        }
        Some("legal-set-1") if !is_clash => log.each(file, legal_set::play),
        Some("perft-cases-1") => log.each(file, |case| perft_cases::play(file, case)),
        Some("cross-perft-1") => log.note("", cross_perft::play(file)),
        Some("supporter-perft-1") => log.each(file, supporter_perft::play),
        Some("baroque-perft-1") => log.note("", baroque_perft::play(file)),
        Some(schema) if is_clash || clash::SCHEMAS.contains(&schema) => {
            log.each(file, |case| clash::play(schema, case));
        }
        Some(schema) => log.note("", Err(Mismatch::new("a known schema", schema))),
        None => log.note("", Err(Mismatch::new("a text `schema`", "none"))),
    }
}

/// Strings of a JSON list. A single string counts as a list; `null` and missing values are empty.
pub fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(one) => vec![one],
        Value::Array(list) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// Text of a JSON object, or an error that names the missing key.
pub fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, String> {
    value[key].as_str().ok_or_else(|| format!("no text `{key}`"))
}

/// Entries of a JSON object; none for other values.
pub fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

/// File of a castling partner from its letter or its side.
pub fn castling_file(side: &str) -> &str {
    match side {
        "kingside" | "king" | "king_side" | "short" | "O-O" => "h",
        "queenside" | "queen" | "queen_side" | "long" | "O-O-O" => "a",
        file => file,
    }
}

/// Checks whether the case's history of the game forfeits castling (M-4, C-25). A shot does not (C-19).
pub fn spoils_castling(case: &Value) -> bool {
    let harmless = ["not moved", "never moved", "without moving", "did not move", "nothing"];
    strings(&case["history"]).iter().any(|words| {
        let words = words.to_lowercase();
        let says = |signs: &[&str]| signs.iter().any(|sign| words.contains(sign));
        let shot = says(&["shot", "shoot"]);
        (says(&["moved", "came back", "castled"]) || !shot) && !says(&harmless)
    })
}

/// Parses the name of a Space.
pub fn space(name: &str) -> Result<engine::board::Space, String> {
    name.parse().map_err(|error| format!("`{name}` is no Space: {error}"))
}

/// Compares the legal actions that a case lists, converted by `line`, with the actual ones.
pub fn compare_actions(
    case: &Value,
    line: impl Fn(&Value) -> Result<String, String>,
    got: &BTreeSet<String>,
) -> Verdict {
    let expected = case["legal"]
        .as_array()
        .ok_or_else(|| "no list `legal`".to_owned())?
        .iter()
        .map(line)
        .collect::<Result<BTreeSet<String>, String>>()?;
    if *got == expected {
        return Ok(());
    }
    let listed = |set: Vec<&String>| {
        if set.is_empty() {
            return "nothing".to_owned();
        }
        set.into_iter().cloned().collect::<Vec<_>>().join(", ")
    };
    Err(Mismatch::new(
        format!("{} legal actions", expected.len()),
        format!(
            "{}: missing {}, extra {}",
            got.len(),
            listed(expected.difference(got).collect()),
            listed(got.difference(&expected).collect())
        ),
    ))
}

/// Compares node counts by depth (`{"1": 20, …}`) with the results of `count`.
pub fn compare_nodes(nodes: &Value, mut count: impl FnMut(u32) -> u64) -> Verdict {
    let mut depths = Vec::new();
    for (depth, nodes) in entries(nodes) {
        let depth: u32 = depth.parse().map_err(|_| format!("`{depth}` is no depth"))?;
        depths.push((depth, nodes.as_u64().ok_or_else(|| "a count that is no number".to_owned())?));
    }
    if depths.is_empty() {
        return Err("no node counts".to_owned().into());
    }
    depths.sort_unstable();
    for (depth, expected) in depths {
        let got = count(depth);
        if got != expected {
            return Err(Mismatch::new(format!("{expected} nodes at depth {depth}"), got.to_string()));
        }
    }
    Ok(())
}
