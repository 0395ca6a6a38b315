//! Reader of Battalion files: converts TOML to a [`Definition`] or a list of all errors.
//!
//! The reader makes two passes over the parsed tables. The first collects the id and symbol of every piece, so that the
//! second can resolve names anywhere. Errors do not stop the reader: invalid values are replaced by harmless ones, and
//! a definition is returned only if there was no error.

mod abilities;
mod art;
mod examples;
mod fields;
mod limits;
mod pieces;
mod reader;
mod territory;
mod values;
mod zones;

use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::check::check;
use super::demo::play;
use super::error::{FileError, Report, count};
use super::text::TextKind;
use super::{AbilitySpec, AbilityUse, Credits, Definition, Link, Matches, PieceDef, ReserveDef, Scope};
use crate::seed::sha256;
pub use fields::read_battlefields;
pub use limits::{
    FORMAT, MAX_ALIASES, MAX_ENTRIES, MAX_EXAMPLE_PIECES, MAX_EXAMPLE_SIDE, MAX_EXAMPLE_TEXT, MAX_EXAMPLES, MAX_FILE,
    MAX_ID, MAX_NAME, MAX_PIECE_PROSE, MAX_PIECES, MAX_PROSE, MAX_RESERVE, MAX_ROWS, MAX_SUMMARY, MAX_ZONES,
};
use reader::Reader;
use values::{Table, Value, quoted};

const FILE_KEYS: &[&str] = &[
    "format",
    "id",
    "name",
    "author",
    "license",
    "source",
    "based-on",
    "based-on-link",
    "thanks",
    "summary",
    "prose",
    "extra-strength",
    "duel",
    "party",
    "counts-for-targets",
    "territory",
    "zone",
    "piece",
    "reserve",
    "power",
];

/// Reads a Battalion file. `abilities` are the known abilities, normally [`crate::ability`]'s own list.
///
/// # Errors
/// All errors of the file, at most [`MAX_ERRORS`](super::MAX_ERRORS) followed by the number of further ones. Invalid
/// values come before missing ones and unknown names, which may be their consequences. Each group is in file order. The
/// reader never panics.
pub fn read(text: &str, abilities: &[AbilitySpec]) -> Result<Definition, Vec<FileError>> {
    reading(text, abilities, false, |reader, file| reader.file(file)).map(|army| named_by_file(army, text))
}

/// Reads a file that was accepted earlier, for a game that uses it. Limits and checks added since then are not
/// enforced.
///
/// # Errors
/// The parts of the file that cannot be read any more.
pub fn read_accepted(text: &str, abilities: &[AbilitySpec]) -> Result<Definition, Vec<FileError>> {
    reading(text, abilities, true, |reader, file| reader.file(file)).map(|army| named_by_file(army, text))
}

/// The army with the digest of its file. A byte order mark and Windows line ends make no other army.
fn named_by_file(army: Definition, text: &str) -> Definition {
    Definition { sha256: sha256(&without_mark(text).replace("\r\n", "\n")), ..army }
}

/// The text without its byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

/// Reads a file in TOML with every error and its place; `whole` reads its contents.
fn reading<T>(
    text: &str,
    abilities: &[AbilitySpec],
    accepted: bool,
    whole: impl FnOnce(&mut Reader<'_>, Table<'_>) -> T,
) -> Result<T, Vec<FileError>> {
    let text = without_mark(text);
    let mut report = Report::new(text, accepted);
    if text.len() > MAX_FILE && !accepted {
        report.error(0, format!("the file has {} bytes, at most {MAX_FILE} are allowed", text.len()));
        return Err(report.finish());
    }
    let (document, broken) = DeTable::parse_recoverable(text);
    for error in broken {
        let at = error.span().map_or(text.len(), |span| span.start);
        report.syntax(at, format!("this is not valid TOML: {}", error.message()));
    }
    let mut reader = Reader {
        report,
        abilities,
        ids: Vec::new(),
        symbols: Vec::new(),
        zones: Vec::new(),
        misspelt: Vec::new(),
        layout_unsure: false,
        examples_at: Vec::new(),
    };
    let file = Table { map: document.get_ref(), at: 0, what: "the file" };
    let contents = whole(&mut reader, file);
    let errors = reader.report.finish();
    if errors.is_empty() { Ok(contents) } else { Err(errors) }
}

/// Decodes the bytes of an uploaded file as text.
///
/// # Errors
/// The position of the first byte that is not UTF-8, or a message that the file is too large.
pub fn decode(bytes: &[u8]) -> Result<&str, FileError> {
    let first = |message| FileError { line: 1, column: 1, message, suggestion: None };
    if bytes.len() > MAX_FILE {
        return Err(first(format!("the file has {} bytes, at most {MAX_FILE} are allowed", bytes.len())));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let line = count(good.matches('\n').count() + 1);
        let column = count(good.chars().rev().take_while(|&c| c != '\n').count() + 1);
        let message = "the file is not UTF-8 text: save it as UTF-8".to_owned();
        FileError { line, column, ..first(message) }
    })
}

impl Reader<'_> {
    fn file(&mut self, file: Table<'_>) -> Definition {
        self.check_keys(file, FILE_KEYS);
        match self.required(file, "format", "`format = 1` at the top") {
            Some(value) if matches!(value.get_ref(), DeValue::Integer(_)) => {
                self.format(value);
            }
            Some(value) => self.wrong_kind("format", value, "the number 1"),
            None => {}
        }
        let id = self.id(file, "`id = \"my-battalion\"`");
        let name = self.required_text(file, "name", TextKind::Name(MAX_NAME), "`name = \"My Battalion\"`");
        let author = self.optional_text(file, "author", TextKind::Name(MAX_NAME));
        let license = self.optional_text(file, "license", TextKind::Name(MAX_NAME));
        let summary = self.optional_text(file, "summary", TextKind::Line(MAX_SUMMARY));
        let prose = self.optional_text(file, "prose", TextKind::Prose(MAX_PROSE));
        let credits = self.credits(file);
        let extra_strength = self.flag(file, "extra-strength", false);
        let matches = self.matches(file, extra_strength);

        let tables = self.entries(file, "piece", "a `[[piece]]`", MAX_PIECES);
        if tables.is_empty() && file.get("piece").is_none() && !self.is_misspelt(file, "piece") {
            self.report.missing(0, "the file has no pieces: begin each with `[[piece]]`");
        }
        self.note_names(&tables);
        let zones = self.zones(file);
        let pieces: Vec<PieceDef> = {
            let read = |(index, &table)| self.piece(table, index);
            tables.iter().enumerate().map(read).collect()
        };

        let (territory, layout_at) = self.territory(file);
        let reserves: Vec<ReserveDef> = {
            let entries = self.entries(file, "reserve", "a `[[reserve]]`", MAX_ENTRIES);
            entries.into_iter().filter_map(|table| self.reserve(table)).collect()
        };
        let powers: Vec<AbilityUse> = {
            let entries = self.entries(file, "power", "a `[[power]]`", MAX_ENTRIES);
            entries.into_iter().filter_map(|table| self.ability_table(table, Scope::Battalion)).collect()
        };
        let definition = Definition {
            id,
            name,
            author,
            license,
            credits,
            summary,
            prose,
            extra_strength,
            matches,
            counts_for_targets: self.flag(file, "counts-for-targets", true),
            territory,
            zones,
            pieces,
            reserves,
            powers,
            sha256: String::new(),
        };
        let place = |piece: usize, key: &str| {
            let table = tables.get(piece)?;
            Some(table.get(key).map_or(table.at, |value| value.span().start))
        };
        let layout_at = layout_at.filter(|_| !self.layout_unsure);
        check(&definition, layout_at, place, &mut self.report);
        self.play_examples(&definition);
        definition
    }

    fn credits(&mut self, file: Table<'_>) -> Credits {
        Credits {
            source: self.link(file, "source"),
            based_on: self.optional_text(file, "based-on", TextKind::Line(MAX_SUMMARY)),
            based_on_link: self.link(file, "based-on-link"),
            thanks: self.optional_text(file, "thanks", TextKind::Line(MAX_SUMMARY)),
        }
    }

    /// Reads a link. In a file accepted earlier, an invalid link is left out.
    fn link(&mut self, file: Table<'_>, key: &str) -> Option<Link> {
        let value = file.get(key)?;
        let DeValue::String(text) = value.get_ref() else {
            self.wrong_kind(key, value, "a text in quotes");
            return None;
        };
        let link = Link::read(text);
        link.map_err(|why| self.report.forbid(value.span().start, why)).ok()
    }

    /// Reads the Gamemodes of the Battalion. In a file accepted earlier, an impossible combination keeps its old
    /// meaning: all its exclusions apply.
    fn matches(&mut self, file: Table<'_>, extra_strength: bool) -> Matches {
        let duel = self.flag(file, "duel", !extra_strength);
        let party = self.flag(file, "party", true);
        let at = |key: &str| file.get(key).map_or(0, |value| value.span().start);
        if extra_strength && duel {
            let why = "an Extra-Strength Battalion cannot be picked in a duel (T-31): leave out `duel`";
            self.report.forbid(at("duel"), why);
        }
        match (duel && !extra_strength, party) {
            (true, true) => Matches::All,
            (true, false) => Matches::Duels,
            (false, true) => Matches::Party,
            (false, false) => {
                let why = "this Battalion could be picked nowhere: leave out `party = false`, or allow duels";
                self.report.forbid(at("party"), why);
                Matches::Party
            }
        }
    }

    /// Plays every example, if there are no errors so far.
    fn play_examples(&mut self, definition: &Definition) {
        if self.examples_at.is_empty() || !self.report.is_clean() || self.report.is_accepted() {
            return;
        }
        let definition = Arc::new(definition.clone());
        for (piece, index, at) in std::mem::take(&mut self.examples_at) {
            let example = definition.pieces.get(piece).and_then(|piece| piece.examples.get(index));
            if let Some(Err(why)) = example.map(|example| play(&definition, example)) {
                self.report.error(at, format!("this example cannot be played: {why}"));
            }
        }
    }

    fn format(&mut self, value: Value<'_>) {
        let DeValue::Integer(integer) = value.get_ref() else {
            return;
        };
        if i64::from_str_radix(integer.as_str(), integer.radix()) != Ok(FORMAT) {
            let found = quoted(integer.as_str());
            let message =
                format!("`format` is {found}, but only format {FORMAT} is known here: write `format = {FORMAT}`");
            self.report.error(value.span().start, message);
        }
    }

    /// First pass: collects the id and symbol of every piece and reports duplicates.
    fn note_names(&mut self, tables: &[Table<'_>]) {
        let written = |table: &Table<'_>, key: &str| match table.get(key).map(Spanned::get_ref) {
            Some(DeValue::String(text)) => text.as_ref().to_owned(),
            _ => String::new(),
        };
        for table in tables {
            let (id, symbol) = (written(table, "id"), written(table, "symbol"));
            let at = |key: &str| table.get(key).map_or(table.at, |value| value.span().start);
            if !id.is_empty() && self.ids.contains(&id) {
                self.report.naming(at("id"), format!("the id {} is taken by another piece", quoted(&id)), None);
            }
            if let Some(other) = self.symbols.iter().position(|s| !s.is_empty() && s.eq_ignore_ascii_case(&symbol)) {
                let message =
                    format!("the symbol {} is taken by the piece {}", quoted(&symbol), quoted(&self.ids[other]));
                if !self.report.is_accepted() {
                    self.report.naming(at("symbol"), message, None);
                }
            }
            self.ids.push(id);
            self.symbols.push(symbol);
        }
    }
}
