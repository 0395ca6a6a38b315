//! Reads a Battalion file: TOML in, a [`Definition`] or everything that is wrong with the file out.
//!
//! It happens in two passes over the parsed tables: the first notes every piece's id and symbol, so that the second, which reads
//! everything, can resolve a name wherever it stands. Errors do not stop the reading; a value that cannot be used is
//! replaced by a harmless one, and in the end there is a definition only if there was no error.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::check::check;
use super::error::{FileError, Report};
use super::suggest::nearest;
use super::text::{self, TextKind};
use super::{
    AbilitySpec, AbilityUse, Definition, DropZone, Param, ParamKind, ParamSpec, PieceDef,
    PromotionDef, ReserveDef, Scope, Territory,
};
use crate::board::MAX_SIDE;
use crate::piece::betza::{self, MAX_RULES};
use crate::piece::{Mode, MoveRule, When};

/// The format this reader understands.
pub const FORMAT: i64 = 1;
/// The largest file, in bytes.
pub const MAX_FILE: usize = 64 * 1024;
/// The most piece types of a Battalion.
pub const MAX_PIECES: usize = 40;
/// The most rows of a Territory: two of them and a Battlefield of two rows fill the longest board.
pub const MAX_ROWS: usize = 12;
/// The most of one piece in one reserve.
pub const MAX_RESERVE: i64 = 16;
/// The most `[[reserve]]` and the most `[[power]]` entries, and the most abilities of one piece.
pub const MAX_ENTRIES: usize = 16;
/// The longest names, in characters.
pub const MAX_NAME: usize = 40;
/// The longest ids, in characters.
pub const MAX_ID: usize = 32;
/// The longest summary, in characters.
pub const MAX_SUMMARY: usize = 150;
/// The longest prose of a piece, in characters.
pub const MAX_PIECE_PROSE: usize = 1500;
/// The longest prose of the Battalion as a whole, in characters.
pub const MAX_PROSE: usize = 4000;

const FILE_KEYS: &[&str] = &[
    "format",
    "id",
    "name",
    "author",
    "summary",
    "prose",
    "extra-strength",
    "duel",
    "counts-for-targets",
    "territory",
    "piece",
    "reserve",
    "power",
];
const TERRITORY_KEYS: &[&str] = &["layout", "mirror", "margin"];
const PIECE_KEYS: &[&str] = &[
    "id",
    "name",
    "symbol",
    "icon",
    "prose",
    "rules",
    "titan",
    "immutable",
    "capturable",
    "blocking",
    "moves",
    "promote",
    "en-passant",
    "castle",
    "abilities",
];
const MOVE_KEYS: &[&str] = &["betza", "mode", "when"];
const PROMOTE_KEYS: &[&str] = &["to", "rear", "optional"];
const CASTLE_KEYS: &[&str] = &["with"];
const RESERVE_KEYS: &[&str] = &["piece", "count", "zone", "instant"];

/// Reads a Battalion file. `abilities` are the ones that exist, normally [`crate::ability`]'s own list.
///
/// # Errors
/// Everything that is wrong with the file, in the order of the file (at most [`MAX_ERRORS`](super::MAX_ERRORS), the last saying
/// how many more there are). No text makes it panic.
pub fn read(text: &str, abilities: &[AbilitySpec]) -> Result<Definition, Vec<FileError>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut report = Report::new(text);
    if text.len() > MAX_FILE {
        report.error(
            0,
            format!(
                "the file has {} bytes, at most {MAX_FILE} are allowed",
                text.len()
            ),
        );
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
        layout_unsure: false,
    };
    let file = Table {
        map: document.get_ref(),
        at: 0,
        what: "the file",
    };
    let definition = reader.file(file);
    let errors = reader.report.finish();
    if errors.is_empty() {
        Ok(definition)
    } else {
        Err(errors)
    }
}

/// Reads the bytes of an uploaded file as text.
///
/// # Errors
/// The place of the first byte that is not UTF-8, or that the file is too large.
pub fn decode(bytes: &[u8]) -> Result<&str, FileError> {
    let first = |message| FileError {
        line: 1,
        column: 1,
        message,
        suggestion: None,
    };
    if bytes.len() > MAX_FILE {
        return Err(first(format!(
            "the file has {} bytes, at most {MAX_FILE} are allowed",
            bytes.len()
        )));
    }
    std::str::from_utf8(bytes).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let line = good.matches('\n').count() as u32 + 1;
        let column = good.chars().rev().take_while(|&c| c != '\n').count() as u32 + 1;
        let message = "the file is not UTF-8 text: save it as UTF-8".to_owned();
        FileError {
            line,
            column,
            ..first(message)
        }
    })
}

/// A value with its place.
type Value<'a> = &'a Spanned<DeValue<'a>>;

/// A table of the file.
#[derive(Clone, Copy)]
struct Table<'a> {
    map: &'a DeTable<'a>,
    /// Where it starts, for what is missing in it.
    at: usize,
    /// What it is, for messages.
    what: &'static str,
}

impl<'a> Table<'a> {
    fn get(self, key: &str) -> Option<Value<'a>> {
        self.map.get(key)
    }
}

/// What a value is, for messages.
fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

fn list_of(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let words: Vec<String> = words
        .into_iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .collect();
    words.join(", ")
}

/// Text of the file, shortened and made harmless for a message.
fn quoted(text: &str) -> String {
    let clean: String = text
        .chars()
        .take(40)
        .map(|c| {
            if c.is_control() || !text_is_plain(c) {
                '\u{FFFD}'
            } else {
                c
            }
        })
        .collect();
    if text.chars().count() > 40 {
        format!("`{clean}…`")
    } else {
        format!("`{clean}`")
    }
}

fn text_is_plain(c: char) -> bool {
    let mut buffer = [0; 4];
    text::check(TextKind::Line(1), c.encode_utf8(&mut buffer)).is_none()
}

struct Reader<'t> {
    report: Report<'t>,
    abilities: &'t [AbilitySpec],
    /// Ids of the pieces in file order, as written.
    ids: Vec<String>,
    /// Symbols of the pieces in file order, as written.
    symbols: Vec<String>,
    /// Something in the layout is no piece that is known.
    layout_unsure: bool,
}

impl Reader<'_> {
    // ---- values

    fn wrong_kind(&mut self, key: &str, value: Value<'_>, expected: &str) {
        let found = kind(value.get_ref());
        self.report.error(
            value.span().start,
            format!("`{key}` takes {expected}, not {found}"),
        );
    }

    fn check_keys(&mut self, table: Table<'_>, known: &[&str]) {
        for key in table.map.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let suggestion = nearest(name, known.iter().copied());
                let message = match suggestion {
                    Some(_) => format!("unknown key {} in {}", quoted(name), table.what),
                    None => format!(
                        "unknown key {} in {}: expected one of {}",
                        quoted(name),
                        table.what,
                        list_of(known)
                    ),
                };
                self.report.suggest(key.span().start, message, suggestion);
            }
        }
    }

    fn required<'a>(&mut self, table: Table<'a>, key: &str, example: &str) -> Option<Value<'a>> {
        let value = table.get(key);
        if value.is_none() {
            self.report.missing(
                table.at,
                format!("{} needs `{key}`: write {example}", table.what),
            );
        }
        value
    }

    /// A text, checked. Line ends become `\n`, and space around it goes.
    fn text(&mut self, key: &str, value: Value<'_>, kind: TextKind) -> String {
        let DeValue::String(raw) = value.get_ref() else {
            self.wrong_kind(key, value, "a text in quotes");
            return String::new();
        };
        let clean = raw.replace("\r\n", "\n");
        if let Some((at, message)) = text::check(kind, clean.trim_end()) {
            let c = clean[at..].chars().next().filter(|_| at > 0);
            let place = match c {
                Some(c) => self.character(value.span(), &clean, at, c),
                None => value.span().start,
            };
            self.report.error(place, format!("`{key}`: {message}"));
        } else if clean.trim().is_empty() && !matches!(kind, TextKind::Prose(_)) {
            self.report
                .error(value.span().start, format!("`{key}` is empty"));
        }
        clean.trim().to_owned()
    }

    /// Where a character of a text stands in the file.
    fn character(&self, span: Range<usize>, text: &str, at: usize, c: char) -> usize {
        let before = text[..at].matches(c).count();
        self.report.nth_in(&span, c, before)
    }

    fn required_text(
        &mut self,
        table: Table<'_>,
        key: &str,
        kind: TextKind,
        example: &str,
    ) -> String {
        match self.required(table, key, example) {
            Some(value) => self.text(key, value, kind),
            None => String::new(),
        }
    }

    fn optional_text(&mut self, table: Table<'_>, key: &str, kind: TextKind) -> String {
        table
            .get(key)
            .map(|value| self.text(key, value, kind))
            .unwrap_or_default()
    }

    fn flag(&mut self, table: Table<'_>, key: &str, default: bool) -> bool {
        match table.get(key) {
            None => default,
            Some(value) => match value.get_ref() {
                DeValue::Boolean(flag) => *flag,
                _ => {
                    self.wrong_kind(key, value, "`true` or `false`");
                    default
                }
            },
        }
    }

    fn integer(
        &mut self,
        key: &str,
        value: Value<'_>,
        range: std::ops::RangeInclusive<i64>,
    ) -> Option<i64> {
        let DeValue::Integer(integer) = value.get_ref() else {
            self.wrong_kind(key, value, "a whole number");
            return None;
        };
        let number = i64::from_str_radix(integer.as_str(), integer.radix())
            .ok()
            .filter(|number| range.contains(number));
        if number.is_none() {
            let message = format!(
                "`{key}` is {}: expected a number from {} to {}",
                quoted(integer.as_str()),
                range.start(),
                range.end()
            );
            self.report.error(value.span().start, message);
        }
        number
    }

    fn number(
        &mut self,
        table: Table<'_>,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
        default: i64,
    ) -> i64 {
        table
            .get(key)
            .and_then(|value| self.integer(key, value, range))
            .unwrap_or(default)
    }

    /// A text or a list of texts.
    fn words<'a>(
        &mut self,
        key: &str,
        value: Value<'a>,
        what: &str,
    ) -> Vec<(&'a str, Range<usize>)> {
        match value.get_ref() {
            DeValue::String(text) => vec![(text.as_ref(), value.span())],
            DeValue::Array(items) => {
                let mut out = Vec::new();
                for item in items.iter() {
                    match item.get_ref() {
                        DeValue::String(text) => out.push((text.as_ref(), item.span())),
                        other => {
                            let message =
                                format!("`{key}` takes {what} in quotes, not {}", kind(other));
                            self.report.error(item.span().start, message);
                        }
                    }
                }
                out
            }
            _ => {
                self.wrong_kind(key, value, &format!("a list of {what}"));
                Vec::new()
            }
        }
    }

    fn id(&mut self, table: Table<'_>, example: &str) -> String {
        let Some(value) = self.required(table, "id", example) else {
            return String::new();
        };
        let DeValue::String(id) = value.get_ref() else {
            self.wrong_kind("id", value, "a text in quotes");
            return String::new();
        };
        if !text::is_id(id, MAX_ID) {
            let message = format!(
                "{} is not an id: lowercase letters, digits and hyphens, beginning with a letter, at most {MAX_ID} of them",
                quoted(id)
            );
            let suggestion = text::id_from(id).filter(|id| text::is_id(id, MAX_ID));
            self.report.suggest(value.span().start, message, suggestion);
        }
        id.as_ref().to_owned()
    }

    /// The index of a piece by its id.
    fn piece_ref(&mut self, id: &str, at: usize) -> Option<usize> {
        let found = self
            .ids
            .iter()
            .position(|known| known == id && !known.is_empty());
        if found.is_none() {
            let suggestion = nearest(
                id,
                self.ids
                    .iter()
                    .map(String::as_str)
                    .filter(|known| text::is_id(known, MAX_ID)),
            );
            let message = format!("there is no piece with the id {}", quoted(id));
            self.report.suggest(at, message, suggestion);
        }
        found
    }

    /// A list of pieces by their ids, without repetition.
    fn piece_refs(&mut self, key: &str, value: Value<'_>) -> Vec<usize> {
        let words = self.words(key, value, "ids of pieces");
        if words.is_empty() && matches!(value.get_ref(), DeValue::Array(items) if items.is_empty())
        {
            self.report.error(
                value.span().start,
                format!("`{key}` is an empty list: name at least one piece"),
            );
        }
        let mut out = Vec::new();
        for (id, span) in words.into_iter().take(MAX_PIECES) {
            if let Some(piece) = self.piece_ref(id, span.start) {
                if out.contains(&piece) {
                    self.report
                        .error(span.start, format!("{} is named twice", quoted(id)));
                } else {
                    out.push(piece);
                }
            }
        }
        out
    }

    fn table<'a>(
        &mut self,
        key: &str,
        value: Value<'a>,
        what: &'static str,
        example: &str,
    ) -> Option<Table<'a>> {
        match value.get_ref() {
            DeValue::Table(map) => Some(Table {
                map,
                at: value.span().start,
                what,
            }),
            _ => {
                self.wrong_kind(key, value, &format!("a table such as {example}"));
                None
            }
        }
    }

    /// The entries of `[[key]]`.
    fn entries<'a>(
        &mut self,
        file: Table<'a>,
        key: &str,
        what: &'static str,
        max: usize,
    ) -> Vec<Table<'a>> {
        let Some(value) = file.get(key) else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            let message = format!(
                "`{key}` is a list of tables: begin each with `[[{key}]]`, two brackets on each side"
            );
            self.report.error(value.span().start, message);
            return Vec::new();
        };
        if let Some(first) = items.get(max) {
            let message = format!(
                "{} entries `[[{key}]]`, at most {max} are allowed",
                items.len()
            );
            self.report.error(first.span().start, message);
        }
        let mut out = Vec::new();
        for item in items.iter().take(max) {
            match item.get_ref() {
                DeValue::Table(map) => out.push(Table {
                    map,
                    at: item.span().start,
                    what,
                }),
                other => {
                    let message = format!(
                        "`{key}` is a list of tables: expected `[[{key}]]`, not {}",
                        kind(other)
                    );
                    self.report.error(item.span().start, message);
                }
            }
        }
        out
    }

    // ---- the file

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
        let name = self.required_text(
            file,
            "name",
            TextKind::Name(MAX_NAME),
            "`name = \"My Battalion\"`",
        );
        let author = self.optional_text(file, "author", TextKind::Name(MAX_NAME));
        let summary = self.optional_text(file, "summary", TextKind::Line(MAX_SUMMARY));
        let prose = self.optional_text(file, "prose", TextKind::Prose(MAX_PROSE));
        let extra_strength = self.flag(file, "extra-strength", false);
        let duel = self.flag(file, "duel", !extra_strength);
        if let (true, true, Some(value)) = (extra_strength, duel, file.get("duel")) {
            self.report.error(
                value.span().start,
                "an Extra-Strength Battalion cannot be picked in a duel (T-31): leave out `duel`",
            );
        }

        let tables = self.entries(file, "piece", "a `[[piece]]`", MAX_PIECES);
        if tables.is_empty() && file.get("piece").is_none() {
            self.report
                .missing(0, "the file has no pieces: begin each with `[[piece]]`");
        }
        self.note_names(&tables);
        let pieces: Vec<PieceDef> = tables.iter().map(|&table| self.piece(table)).collect();

        let (territory, layout_at) = self.territory(file);
        let reserves: Vec<ReserveDef> = {
            let entries = self.entries(file, "reserve", "a `[[reserve]]`", MAX_ENTRIES);
            entries
                .into_iter()
                .filter_map(|table| self.reserve(table))
                .collect()
        };
        let powers: Vec<AbilityUse> = {
            let entries = self.entries(file, "power", "a `[[power]]`", MAX_ENTRIES);
            entries
                .into_iter()
                .filter_map(|table| self.ability_table(table, Scope::Battalion))
                .collect()
        };
        let definition = Definition {
            id,
            name,
            author,
            summary,
            prose,
            extra_strength,
            duel,
            counts_for_targets: self.flag(file, "counts-for-targets", true),
            territory,
            pieces,
            reserves,
            powers,
        };
        let place = |piece: usize, key: &str| {
            let table = tables.get(piece)?;
            Some(table.get(key).map_or(table.at, |value| value.span().start))
        };
        let layout_at = layout_at.filter(|_| !self.layout_unsure);
        check(&definition, layout_at, place, &mut self.report);
        definition
    }

    fn format(&mut self, value: Value<'_>) {
        let DeValue::Integer(integer) = value.get_ref() else {
            return;
        };
        if i64::from_str_radix(integer.as_str(), integer.radix()) != Ok(FORMAT) {
            let found = quoted(integer.as_str());
            let message = format!(
                "`format` is {found}, but only format {FORMAT} is known here: write `format = {FORMAT}`"
            );
            self.report.error(value.span().start, message);
        }
    }

    /// The first pass: every piece's id and symbol, and that none is there twice.
    fn note_names(&mut self, tables: &[Table<'_>]) {
        let written = |table: &Table<'_>, key: &str| match table.get(key).map(Spanned::get_ref) {
            Some(DeValue::String(text)) => text.as_ref().to_owned(),
            _ => String::new(),
        };
        for table in tables {
            let (id, symbol) = (written(table, "id"), written(table, "symbol"));
            let at = |key: &str| table.get(key).map_or(table.at, |value| value.span().start);
            if !id.is_empty() && self.ids.contains(&id) {
                self.report.error(
                    at("id"),
                    format!("the id {} is taken by another piece", quoted(&id)),
                );
            }
            if let Some(other) = self
                .symbols
                .iter()
                .position(|s| !s.is_empty() && s.eq_ignore_ascii_case(&symbol))
            {
                let message = format!(
                    "the symbol {} is taken by the piece {}",
                    quoted(&symbol),
                    quoted(&self.ids[other])
                );
                self.report.error(at("symbol"), message);
            }
            self.ids.push(id);
            self.symbols.push(symbol);
        }
    }

    fn piece(&mut self, table: Table<'_>) -> PieceDef {
        self.check_keys(table, PIECE_KEYS);
        let id = self.id(table, "`id = \"my-piece\"`");
        let name = self.required_text(
            table,
            "name",
            TextKind::Name(MAX_NAME),
            "`name = \"My Piece\"`",
        );
        let (moves, betza) = self.piece_moves(table);
        let (takes_en_passant, taken_en_passant) = self.en_passant(table);
        PieceDef {
            id,
            name,
            symbol: self.symbol(table),
            icon: self.icon(table),
            prose: self.optional_text(table, "prose", TextKind::Prose(MAX_PIECE_PROSE)),
            rules: self.rule_numbers(table),
            titan: self.flag(table, "titan", false),
            immutable: self.flag(table, "immutable", false),
            capturable: self.flag(table, "capturable", true),
            blocking: self.flag(table, "blocking", true),
            moves,
            betza,
            promotion: self.promotion(table),
            takes_en_passant,
            taken_en_passant,
            castles_with: self.castle(table),
            abilities: self.abilities(table),
        }
    }

    fn symbol(&mut self, table: Table<'_>) -> String {
        let Some(value) = self.required(table, "symbol", "`symbol = \"P\"`") else {
            return String::new();
        };
        let DeValue::String(symbol) = value.get_ref() else {
            self.wrong_kind("symbol", value, "a text in quotes");
            return String::new();
        };
        let good = (1..=2).contains(&symbol.len())
            && symbol
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'+');
        if !good {
            let message = format!(
                "{} is not a symbol: one or two letters or digits, or `+` and one of them",
                quoted(symbol)
            );
            self.report.error(value.span().start, message);
        }
        symbol.as_ref().to_owned()
    }

    fn icon(&mut self, table: Table<'_>) -> String {
        let Some(value) = table.get("icon") else {
            return String::new();
        };
        match value.get_ref() {
            DeValue::String(icon) if text::is_id(icon, MAX_NAME) => icon.as_ref().to_owned(),
            DeValue::String(icon) => {
                let message = format!(
                    "{} is not the name of an icon: lowercase letters, digits and hyphens",
                    quoted(icon)
                );
                self.report
                    .suggest(value.span().start, message, text::id_from(icon));
                String::new()
            }
            _ => {
                self.wrong_kind("icon", value, "a text in quotes");
                String::new()
            }
        }
    }

    fn rule_numbers(&mut self, table: Table<'_>) -> Vec<String> {
        let Some(value) = table.get("rules") else {
            return Vec::new();
        };
        let words = self.words("rules", value, "rule numbers such as \"M-2\"");
        let mut out = Vec::new();
        for (rule, span) in words {
            let good = rule.len() <= 12
                && rule.split_once('-').is_some_and(|(letters, number)| {
                    !letters.is_empty()
                        && letters.bytes().all(|b| b.is_ascii_alphabetic())
                        && !number.is_empty()
                        && number.bytes().all(|b| b.is_ascii_digit())
                });
            if good && out.len() < 2 * MAX_ENTRIES {
                out.push(rule.to_owned());
            } else {
                let message = format!(
                    "{} is not a rule number: expected letters, a hyphen and a number, as in `M-2`",
                    quoted(rule)
                );
                self.report.error(span.start, message);
            }
        }
        out
    }

    // ---- movement

    fn piece_moves(&mut self, table: Table<'_>) -> (Vec<MoveRule>, Vec<String>) {
        let Some(value) = self.required(
            table,
            "moves",
            "`moves = \"W\"` in Betza notation, or `moves = []` if it never moves",
        ) else {
            return (Vec::new(), Vec::new());
        };
        let (mut rules, mut notations) = (Vec::new(), Vec::new());
        match value.get_ref() {
            DeValue::Array(items) => {
                if items.len() > MAX_ENTRIES {
                    self.report.error(
                        value.span().start,
                        format!("more than {MAX_ENTRIES} entries in `moves`"),
                    );
                }
                for item in items.iter().take(MAX_ENTRIES) {
                    self.movement(item, &mut rules, &mut notations);
                }
            }
            _ => self.movement(value, &mut rules, &mut notations),
        }
        if rules.len() > MAX_RULES {
            let message = format!(
                "the piece has {} movements (one for each direction), at most {MAX_RULES} are allowed",
                rules.len()
            );
            self.report.error(value.span().start, message);
        }
        (rules, notations)
    }

    fn movement(
        &mut self,
        value: Value<'_>,
        rules: &mut Vec<MoveRule>,
        notations: &mut Vec<String>,
    ) {
        match value.get_ref() {
            DeValue::String(text) => {
                rules.extend(self.betza(text, value.span()));
                notations.push(text.as_ref().to_owned());
            }
            DeValue::Table(map) => {
                let table = Table {
                    map,
                    at: value.span().start,
                    what: "a movement",
                };
                self.check_keys(table, MOVE_KEYS);
                let Some(notation) = self.required(table, "betza", "`betza = \"sW\"`") else {
                    return;
                };
                let DeValue::String(text) = notation.get_ref() else {
                    self.wrong_kind("betza", notation, "Betza notation in quotes");
                    return;
                };
                let mut more = self.betza(text, notation.span());
                let when = self.one_of(table, "when", When::NAMES).unwrap_or_default();
                let modes = [
                    ("both", Mode::Both),
                    ("move", Mode::Move),
                    ("capture", Mode::Capture),
                ];
                let mode = self.one_of(table, "mode", &modes);
                for rule in &mut more {
                    rule.when = when;
                    rule.mode = mode.unwrap_or(rule.mode);
                }
                rules.extend(more);
                notations.push(text.as_ref().to_owned());
            }
            _ => self.wrong_kind(
                "moves",
                value,
                "Betza notation in quotes or a table such as `{ betza = \"sW\" }`",
            ),
        }
    }

    fn betza(&mut self, text: &str, span: Range<usize>) -> Vec<MoveRule> {
        match betza::parse(text) {
            Ok(rules) => rules,
            Err(errors) => {
                for error in errors {
                    let at = self.report.inside(&span, text, error.range.start);
                    self.report.suggest(
                        at,
                        format!("Betza notation: {}", error.message),
                        error.suggestion,
                    );
                }
                Vec::new()
            }
        }
    }

    /// One of a list of words.
    fn one_of<T: Copy>(&mut self, table: Table<'_>, key: &str, names: &[(&str, T)]) -> Option<T> {
        let value = table.get(key)?;
        let DeValue::String(word) = value.get_ref() else {
            self.wrong_kind(
                key,
                value,
                &format!("one of {}", list_of(names.iter().map(|(name, _)| name))),
            );
            return None;
        };
        let found = names
            .iter()
            .find(|(name, _)| name == word)
            .map(|&(_, meaning)| meaning);
        if found.is_none() {
            self.unknown_word(
                key,
                word,
                value.span().start,
                names.iter().map(|&(name, _)| name),
            );
        }
        found
    }

    fn unknown_word<'w>(
        &mut self,
        key: &str,
        word: &str,
        at: usize,
        names: impl Iterator<Item = &'w str> + Clone,
    ) {
        let suggestion = nearest(word, names.clone());
        let message = format!(
            "`{key}` is {}: expected one of {}",
            quoted(word),
            list_of(names)
        );
        self.report.suggest(at, message, suggestion);
    }

    fn promotion(&mut self, table: Table<'_>) -> Option<PromotionDef> {
        let value = table.get("promote")?;
        let table = self.table("promote", value, "`promote`", "`{ to = [\"queen\"] }`")?;
        self.check_keys(table, PROMOTE_KEYS);
        let to = self
            .required(table, "to", "`to = [\"queen\"]`")
            .map(|value| self.piece_refs("to", value))
            .unwrap_or_default();
        let rear = self.number(table, "rear", 1..=MAX_ROWS as i64, 1) as u8;
        let optional = self.flag(table, "optional", false);
        Some(PromotionDef { to, rear, optional })
    }

    fn en_passant(&mut self, table: Table<'_>) -> (bool, bool) {
        let Some(value) = table.get("en-passant") else {
            return (false, false);
        };
        let mut found = (false, false);
        for (word, span) in self.words("en-passant", value, "`takes` and `taken`") {
            match word {
                "takes" => found.0 = true,
                "taken" => found.1 = true,
                _ => self.unknown_word(
                    "en-passant",
                    word,
                    span.start,
                    ["takes", "taken"].into_iter(),
                ),
            }
        }
        found
    }

    fn castle(&mut self, table: Table<'_>) -> Vec<usize> {
        let Some(value) = table.get("castle") else {
            return Vec::new();
        };
        let Some(table) = self.table("castle", value, "`castle`", "`{ with = [\"rook\"] }`") else {
            return Vec::new();
        };
        self.check_keys(table, CASTLE_KEYS);
        self.required(table, "with", "`with = [\"rook\"]`")
            .map(|value| self.piece_refs("with", value))
            .unwrap_or_default()
    }

    // ---- abilities

    fn abilities(&mut self, table: Table<'_>) -> Vec<AbilityUse> {
        let Some(value) = table.get("abilities") else {
            return Vec::new();
        };
        let items: Vec<Value<'_>> = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            DeValue::String(_) | DeValue::Table(_) => vec![value],
            _ => {
                self.wrong_kind(
                    "abilities",
                    value,
                    "a list of names or of tables such as `{ use = \"withdraw\" }`",
                );
                return Vec::new();
            }
        };
        if items.len() > MAX_ENTRIES {
            self.report.error(
                value.span().start,
                format!("more than {MAX_ENTRIES} abilities of one piece"),
            );
        }
        let mut out: Vec<AbilityUse> = Vec::new();
        for item in items.into_iter().take(MAX_ENTRIES) {
            let found = match item.get_ref() {
                DeValue::String(name) => {
                    let nothing = DeTable::new();
                    let table = Table {
                        map: &nothing,
                        at: item.span().start,
                        what: "an ability",
                    };
                    self.ability(name, item.span().start, table, Scope::Piece)
                }
                DeValue::Table(map) => {
                    let table = Table {
                        map,
                        at: item.span().start,
                        what: "an ability",
                    };
                    self.ability_table(table, Scope::Piece)
                }
                _ => {
                    self.wrong_kind(
                        "abilities",
                        item,
                        "names or tables such as `{ use = \"withdraw\" }`",
                    );
                    None
                }
            };
            if let Some(found) = found {
                if out.iter().any(|other| other.name == found.name) {
                    self.report.error(
                        item.span().start,
                        format!("the ability {} is given twice", quoted(&found.name)),
                    );
                } else {
                    out.push(found);
                }
            }
        }
        out
    }

    /// `{ use = "…", … }`.
    fn ability_table(&mut self, table: Table<'_>, scope: Scope) -> Option<AbilityUse> {
        let value = self.required(table, "use", "`use = \"…\"`, the ability's name")?;
        let DeValue::String(name) = value.get_ref() else {
            self.wrong_kind("use", value, "the name of an ability in quotes");
            return None;
        };
        self.ability(name, value.span().start, table, scope)
    }

    fn ability(
        &mut self,
        name: &str,
        at: usize,
        table: Table<'_>,
        scope: Scope,
    ) -> Option<AbilityUse> {
        let abilities = self.abilities;
        let Some(spec) = abilities
            .iter()
            .find(|spec| spec.name == name && spec.scope == scope)
        else {
            if abilities.iter().any(|spec| spec.name == name) {
                let place = match scope {
                    Scope::Piece => "belongs to the whole Battalion: write it as a `[[power]]`",
                    Scope::Battalion => {
                        "belongs to pieces: write it under `abilities` of a `[[piece]]`"
                    }
                };
                self.report
                    .error(at, format!("the ability {} {place}", quoted(name)));
                return None;
            }
            let names = abilities
                .iter()
                .filter(|spec| spec.scope == scope)
                .map(|spec| spec.name);
            let suggestion = nearest(name, names.clone());
            let message = match suggestion {
                Some(_) => format!("unknown ability {}", quoted(name)),
                None => format!(
                    "unknown ability {}: expected one of {}",
                    quoted(name),
                    list_of(names)
                ),
            };
            self.report.suggest(at, message, suggestion);
            return None;
        };
        let known: Vec<&str> = std::iter::once("use")
            .chain(spec.params.iter().map(|param| param.name))
            .collect();
        self.check_keys(table, &known);
        let mut params = BTreeMap::new();
        for param in spec.params {
            match table.get(param.name) {
                Some(value) => {
                    if let Some(read) = self.param(param, value) {
                        params.insert(param.name.to_owned(), read);
                    }
                }
                None if param.required => {
                    self.report.missing(
                        at,
                        format!(
                            "the ability `{name}` needs `{}`, as in `{}`",
                            param.name, spec.example
                        ),
                    );
                }
                None => {}
            }
        }
        Some(AbilityUse {
            name: name.to_owned(),
            params,
        })
    }

    fn param(&mut self, param: &ParamSpec, value: Value<'_>) -> Option<Param> {
        let key = param.name;
        match param.kind {
            ParamKind::Flag => match value.get_ref() {
                DeValue::Boolean(flag) => Some(Param::Flag(*flag)),
                _ => {
                    self.wrong_kind(key, value, "`true` or `false`");
                    None
                }
            },
            ParamKind::Number(min, max) => self.integer(key, value, min..=max).map(Param::Number),
            ParamKind::Word(words) => {
                let DeValue::String(word) = value.get_ref() else {
                    self.wrong_kind(key, value, &format!("one of {}", list_of(words)));
                    return None;
                };
                if words.contains(&word.as_ref()) {
                    return Some(Param::Word(word.as_ref().to_owned()));
                }
                self.unknown_word(key, word, value.span().start, words.iter().copied());
                None
            }
            ParamKind::Pieces => Some(Param::Pieces(self.piece_refs(key, value))),
            ParamKind::Moves => {
                let mut rules = Vec::new();
                for (text, span) in self
                    .words(key, value, "Betza notation")
                    .into_iter()
                    .take(MAX_ENTRIES)
                {
                    rules.extend(self.betza(text, span));
                }
                if rules.len() > MAX_RULES {
                    self.report.error(
                        value.span().start,
                        format!("`{key}` has more than {MAX_RULES} movements"),
                    );
                }
                Some(Param::Moves(rules))
            }
        }
    }

    // ---- territory and reserves

    /// The Territory, and where its layout stands.
    fn territory(&mut self, file: Table<'_>) -> (Territory, Option<usize>) {
        let nothing = Territory {
            rows: Vec::new(),
            mirror: false,
            margin: 0,
        };
        let Some(value) = self.required(file, "territory", "`[territory]` with the layout") else {
            return (nothing, None);
        };
        let Some(table) = self.table("territory", value, "`[territory]`", "`[territory]`") else {
            return (nothing, None);
        };
        self.check_keys(table, TERRITORY_KEYS);
        let mirror = self.flag(table, "mirror", false);
        let margin = self.number(table, "margin", 0..=8, 0) as u8;
        let Some(layout) = self.required(
            table,
            "layout",
            "`layout = [\"PPP\", \"RKR\"]`, the front row first",
        ) else {
            return (
                Territory {
                    mirror,
                    margin,
                    ..nothing
                },
                None,
            );
        };
        let at = layout.span().start;
        let rows = self.layout(layout, margin);
        (
            Territory {
                rows,
                mirror,
                margin,
            },
            Some(at),
        )
    }

    fn layout(&mut self, layout: Value<'_>, margin: u8) -> Vec<Vec<Option<usize>>> {
        let DeValue::Array(items) = layout.get_ref() else {
            self.wrong_kind("layout", layout, "a list of rows, the front row first");
            return Vec::new();
        };
        let at = layout.span().start;
        if items.is_empty() {
            self.report.error(
                at,
                "the layout is empty: expected rows such as \"RNBQKBNR\"",
            );
        }
        if items.len() > MAX_ROWS {
            self.report.error(
                at,
                format!(
                    "the layout has {} rows, at most {MAX_ROWS} are allowed",
                    items.len()
                ),
            );
        }
        let widest = usize::from(MAX_SIDE.saturating_sub(2 * margin));
        let mut rows: Vec<Vec<Option<usize>>> = Vec::new();
        for item in items.iter().take(MAX_ROWS) {
            let Some((cells, count)) = self.row(item) else {
                continue;
            };
            let start = item.span().start;
            if count == 0 {
                let message = "this row of the layout is empty: write `.` for each empty Space";
                self.report.error(start, message);
                continue;
            }
            if count > widest {
                let message = format!(
                    "this row has {count} Spaces, at most {widest} fit on a board (with the margin on both sides)"
                );
                self.report.error(start, message);
                continue;
            }
            if let Some(first) = rows.first()
                && first.len() != cells.len()
            {
                let message = format!(
                    "this row has {} Spaces and the first row {}: all rows are equally long",
                    cells.len(),
                    first.len()
                );
                self.report.error(start, message);
            }
            rows.push(cells);
        }
        rows
    }

    /// The Spaces of a row (no more than a board could have), and how many were written.
    fn row(&mut self, item: Value<'_>) -> Option<(Vec<Option<usize>>, usize)> {
        let mut unknown = BTreeSet::new();
        match item.get_ref() {
            DeValue::String(text) => {
                let spaced = text.contains(' ');
                let whole = self.symbols.iter().any(|symbol| symbol == text);
                let cells: Vec<(usize, &str)> = if spaced {
                    spaced_cells(text)
                } else if whole {
                    vec![(0, text.as_ref())]
                } else {
                    text.char_indices()
                        .map(|(at, c)| (at, &text[at..at + c.len_utf8()]))
                        .collect()
                };
                let mut row = Vec::new();
                for &(offset, cell) in cells.iter().take(usize::from(MAX_SIDE)) {
                    let at = self.report.inside(&item.span(), text, offset);
                    row.push(self.cell(cell, at, !spaced, &mut unknown));
                }
                Some((row, cells.len()))
            }
            DeValue::Array(cells) => {
                let mut row = Vec::new();
                for cell in cells.iter().take(usize::from(MAX_SIDE)) {
                    match cell.get_ref() {
                        DeValue::String(text) => {
                            row.push(self.cell(
                                text.trim(),
                                cell.span().start,
                                false,
                                &mut unknown,
                            ));
                        }
                        other => {
                            let message = format!(
                                "a Space of the layout is a symbol in quotes, not {}",
                                kind(other)
                            );
                            self.report.error(cell.span().start, message);
                        }
                    }
                }
                Some((row, cells.len()))
            }
            other => {
                let message = format!(
                    "a row of the layout is a text in quotes or a list, not {}",
                    kind(other)
                );
                self.report.error(item.span().start, message);
                None
            }
        }
    }

    /// What stands on a Space of the layout. An unknown symbol is reported once a row.
    fn cell(
        &mut self,
        symbol: &str,
        at: usize,
        joined: bool,
        unknown: &mut BTreeSet<String>,
    ) -> Option<usize> {
        if symbol == "." {
            return None;
        }
        let found = self
            .symbols
            .iter()
            .position(|known| known == symbol && !known.is_empty());
        if found.is_some() {
            return found;
        }
        self.layout_unsure = true;
        // Where pieces could not be read, it may be one of them.
        let sure = !self.symbols.is_empty() && !self.report.is_broken();
        if sure && unknown.insert(symbol.to_owned()) {
            let mut known = self.symbols.iter().filter(|known| !known.is_empty());
            let other_case = known
                .clone()
                .find(|known| known.eq_ignore_ascii_case(symbol))
                .cloned();
            let part_of_two =
                joined && known.any(|known| known.len() == 2 && known.contains(symbol));
            let hint = match &other_case {
                Some(_) => "",
                None if part_of_two => {
                    "; put a space between all Spaces of the row, as some symbols have two characters"
                }
                None => " (an empty Space is `.`)",
            };
            let message = format!("no piece has the symbol {}{hint}", quoted(symbol));
            self.report.suggest(at, message, other_case);
        }
        None
    }

    fn reserve(&mut self, table: Table<'_>) -> Option<ReserveDef> {
        self.check_keys(table, RESERVE_KEYS);
        let piece = self
            .required(table, "piece", "`piece = \"rook\"`")
            .and_then(|value| match value.get_ref() {
                DeValue::String(id) => self.piece_ref(id, value.span().start),
                _ => {
                    self.wrong_kind("piece", value, "the id of a piece in quotes");
                    None
                }
            });
        let count = self.number(table, "count", 1..=MAX_RESERVE, 1) as u8;
        let zone = self
            .one_of(table, "zone", DropZone::NAMES)
            .unwrap_or(DropZone::BackRank);
        let instant = self.flag(table, "instant", false);
        Some(ReserveDef {
            piece: piece?,
            count,
            zone,
            instant,
        })
    }
}

/// The parts of a text between spaces, each with its place.
fn spaced_cells(text: &str) -> Vec<(usize, &str)> {
    let mut cells = Vec::new();
    let mut at = 0;
    for cell in text.split(' ') {
        if !cell.is_empty() {
            cells.push((at, cell));
        }
        at += cell.len() + 1;
    }
    cells
}
