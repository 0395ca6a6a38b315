//! Reader of `[[piece]]`: properties and movements of pieces.

use std::ops::Range;

use toml::de::DeValue;

use super::values::{Table, Value, list_of, quoted};
use super::{MAX_ALIASES, MAX_ENTRIES, MAX_NAME, MAX_PIECE_PROSE, MAX_ROWS, Reader};
use crate::battalion::import::known::movement;
use crate::battalion::suggest::nearest;
use crate::battalion::text::{self, TextKind};
use crate::battalion::{Castling, ExampleDef, PieceDef, PromotionDef, PromotionLimit};
use crate::piece::betza::{self, MAX_RULES};
use crate::piece::{Mode, MoveRule, When};

const PIECE_KEYS: &[&str] = &[
    "id",
    "name",
    "aliases",
    "symbol",
    "icon",
    "art",
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
    "example",
];
const MOVE_KEYS: &[&str] = &["betza", "mode", "when", "from", "to", "within", "avoids", "after"];
const PROMOTE_KEYS: &[&str] = &["to", "rear", "optional", "leaving", "must", "others", "most", "lost"];
const CASTLE_KEYS: &[&str] = &["with", "by", "far"];
/// Maximum distance in Spaces that a King moves when castling.
const FURTHEST_CASTLING: u8 = 12;

impl Reader<'_> {
    pub(super) fn piece(&mut self, table: Table<'_>, index: usize) -> PieceDef {
        self.check_keys(table, PIECE_KEYS);
        let id = self.id(table, "`id = \"my-piece\"`");
        let name = self.required_text(table, "name", TextKind::Name(MAX_NAME), "`name = \"My Piece\"`");
        let (moves, betza) = self.piece_moves(table);
        let (takes_en_passant, taken_en_passant) = self.en_passant(table);
        let (castles_with, castling) = self.castle(table);
        PieceDef {
            id,
            name,
            aliases: self.aliases(table),
            symbol: self.symbol(table),
            icon: self.icon(table),
            art: self.art(table),
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
            castles_with,
            castling,
            abilities: self.abilities(table),
            examples: self.examples_of(table, index),
        }
    }

    /// Reads other names. In a file accepted earlier, invalid ones are left out.
    fn aliases(&mut self, table: Table<'_>) -> Vec<String> {
        let Some(value) = table.get("aliases") else {
            return Vec::new();
        };
        let mut aliases = Vec::new();
        for (name, span) in self.words("aliases", value, "names") {
            let fault = match text::check(TextKind::Name(MAX_NAME), name) {
                _ if name.trim().is_empty() => Some("an alias cannot be empty".to_owned()),
                Some((_, message)) => Some(message),
                None if aliases.len() == MAX_ALIASES => Some(format!("at most {MAX_ALIASES} aliases are allowed")),
                None => None,
            };
            match fault {
                Some(message) => self.report.forbid(span.start, message),
                None => aliases.push(name.trim().to_owned()),
            }
        }
        aliases
    }

    /// Reads the examples. In a file accepted earlier, those of a piece are left out if they cannot be read any more.
    fn examples_of(&mut self, table: Table<'_>, index: usize) -> Vec<ExampleDef> {
        let before = self.report.count();
        let examples = self.examples(table, index);
        if !self.report.is_accepted() || self.report.count() == before {
            return examples;
        }
        self.report.forget_after(before);
        Vec::new()
    }

    pub(super) fn symbol(&mut self, table: Table<'_>) -> String {
        let Some(value) = self.required(table, "symbol", "`symbol = \"P\"`") else {
            return String::new();
        };
        let DeValue::String(symbol) = value.get_ref() else {
            self.wrong_kind("symbol", value, "a text in quotes");
            return String::new();
        };
        let good = (1..=2).contains(&symbol.len()) && symbol.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'+');
        if !good && !self.report.is_accepted() {
            let message =
                format!("{} is not a symbol: one or two letters or digits, or `+` and one of them", quoted(symbol));
            self.report.naming(value.span().start, message, None);
        }
        symbol.as_ref().to_owned()
    }

    pub(super) fn icon(&mut self, table: Table<'_>) -> String {
        let Some(value) = table.get("icon") else {
            return String::new();
        };
        match value.get_ref() {
            DeValue::String(icon) if text::is_id(icon, MAX_NAME) => icon.as_ref().to_owned(),
            DeValue::String(icon) => {
                let message =
                    format!("{} is not the name of an icon: lowercase letters, digits and hyphens", quoted(icon));
                if !self.report.is_accepted() {
                    self.report.suggest(value.span().start, message, text::id_from(icon));
                }
                String::new()
            }
            _ => {
                self.wrong_kind("icon", value, "a text in quotes");
                String::new()
            }
        }
    }

    pub(super) fn rule_numbers(&mut self, table: Table<'_>) -> Vec<String> {
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
            if (good || self.report.is_accepted()) && out.len() < self.report.at_most(2 * MAX_ENTRIES) {
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

    pub(super) fn piece_moves(&mut self, table: Table<'_>) -> (Vec<MoveRule>, Vec<String>) {
        let Some(value) =
            self.required(table, "moves", "`moves = \"W\"` in Betza notation, or `moves = []` if it never moves")
        else {
            return (Vec::new(), Vec::new());
        };
        let (mut rules, mut notations) = (Vec::new(), Vec::new());
        match value.get_ref() {
            DeValue::Array(items) => {
                if items.len() > MAX_ENTRIES {
                    self.report.forbid(value.span().start, format!("more than {MAX_ENTRIES} entries in `moves`"));
                }
                for item in items.iter().take(self.report.at_most(MAX_ENTRIES)) {
                    self.movement(item, &mut rules, &mut notations);
                }
            }
            _ => self.movement(value, &mut rules, &mut notations),
        }
        self.check_count("moves", value, &rules);
        (rules, notations)
    }

    pub(super) fn movement(&mut self, value: Value<'_>, rules: &mut Vec<MoveRule>, notations: &mut Vec<String>) {
        match value.get_ref() {
            DeValue::String(text) => {
                rules.extend(self.betza(text, value.span()));
                notations.push(text.as_ref().to_owned());
            }
            DeValue::Table(map) => {
                let table = Table { map, at: value.span().start, what: "a movement" };
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
                let modes = [("both", Mode::Both), ("move", Mode::Move), ("capture", Mode::Capture)];
                let mode = self.one_of(table, "mode", &modes);
                let bounds = self.bounds(table);
                for rule in &mut more {
                    rule.bounds = bounds.clone();
                    rule.when = when;
                    rule.mode = mode.unwrap_or(rule.mode);
                }
                rules.extend(more);
                notations.push(text.as_ref().to_owned());
            }
            _ => self.wrong_kind("moves", value, "Betza notation in quotes or a table such as `{ betza = \"sW\" }`"),
        }
    }

    pub(super) fn betza(&mut self, text: &str, span: Range<usize>) -> Vec<MoveRule> {
        match betza::parse(text) {
            Ok(rules) => rules,
            Err(errors) => {
                if let Some(notation) = movement(text).filter(|_| text.len() > 1) {
                    let message = format!("Betza notation: {} is a name", super::values::quoted(text));
                    self.report.suggest(span.start, message, Some(notation.replace("fce", "fc")));
                    return Vec::new();
                }
                for error in errors {
                    let at = self.report.inside(&span, text, error.range.start);
                    self.report.suggest(at, format!("Betza notation: {}", error.message), error.suggestion);
                }
                Vec::new()
            }
        }
    }

    /// Reads one of a list of words.
    pub(super) fn one_of<T: Copy>(&mut self, table: Table<'_>, key: &str, names: &[(&str, T)]) -> Option<T> {
        let value = table.get(key)?;
        let DeValue::String(word) = value.get_ref() else {
            self.wrong_kind(key, value, &format!("one of {}", list_of(names.iter().map(|(name, _)| name))));
            return None;
        };
        let found = names.iter().find(|(name, _)| name == word).map(|&(_, meaning)| meaning);
        if found.is_none() {
            self.unknown_word(key, word, value.span().start, names.iter().map(|&(name, _)| name));
        }
        found
    }

    pub(super) fn unknown_word<'w>(
        &mut self,
        key: &str,
        word: &str,
        at: usize,
        names: impl Iterator<Item = &'w str> + Clone,
    ) {
        let suggestion = nearest(word, names.clone());
        let message = format!("`{key}` is {}: expected one of {}", quoted(word), list_of(names));
        self.report.suggest(at, message, suggestion);
    }

    pub(super) fn promotion(&mut self, table: Table<'_>) -> Option<PromotionDef> {
        let value = table.get("promote")?;
        let table = self.table("promote", value, "`promote`", "`{ to = [\"queen\"] }`")?;
        self.check_keys(table, PROMOTE_KEYS);
        let to = self
            .required(table, "to", "`to = [\"queen\"]`")
            .map(|value| self.piece_refs("to", value))
            .unwrap_or_default();
        let rear = self.number(table, "rear", 1..=MAX_ROWS, 1);
        let optional = self.flag(table, "optional", false);
        let must = self.number(table, "must", 1..=MAX_ROWS, 0);
        if let Some(value) = table.get("must").filter(|_| !optional || must > rear) {
            self.report.forbid(
                value.span().start,
                "`must` says on how many of the rows of `rear` an `optional` promotion is no choice: it needs \
                 `optional = true` and is at most `rear`",
            );
        }
        Some(PromotionDef {
            to,
            rear,
            optional,
            leaving: self.flag(table, "leaving", false),
            must,
            others: self.flag(table, "others", false),
            limit: PromotionLimit {
                most: self.number(table, "most", 1..=u8::MAX, 0),
                lost: self.flag(table, "lost", false),
            },
        })
    }

    pub(super) fn en_passant(&mut self, table: Table<'_>) -> (bool, bool) {
        let Some(value) = table.get("en-passant") else {
            return (false, false);
        };
        let mut found = (false, false);
        for (word, span) in self.words("en-passant", value, "`takes` and `taken`") {
            match word {
                "takes" => found.0 = true,
                "taken" => found.1 = true,
                _ => self.unknown_word("en-passant", word, span.start, ["takes", "taken"].into_iter()),
            }
        }
        found
    }

    pub(super) fn castle(&mut self, table: Table<'_>) -> (Vec<usize>, Castling) {
        let none = (Vec::new(), Castling::CHESS);
        let Some(value) = table.get("castle") else {
            return none;
        };
        let Some(table) = self.table("castle", value, "`castle`", "`{ with = [\"rook\"] }`") else {
            return none;
        };
        self.check_keys(table, CASTLE_KEYS);
        let near = self.number(table, "by", 2..=FURTHEST_CASTLING, 2);
        let far = self.number(table, "far", 2..=FURTHEST_CASTLING, near);
        let with = self
            .required(table, "with", "`with = [\"rook\"]`")
            .map(|value| self.piece_refs("with", value))
            .unwrap_or_default();
        (with, Castling { near, far, home: None })
    }

    /// Reports too many movements, which would make move generation slow.
    pub(super) fn check_count(&mut self, key: &str, value: Value<'_>, rules: &[MoveRule]) {
        let count = betza::count(rules);
        if count > MAX_RULES {
            self.report.forbid(value.span().start, format!("`{key}`: {}", betza::too_many(count)));
        }
    }
}
