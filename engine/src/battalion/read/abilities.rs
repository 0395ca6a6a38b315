//! Reader of named abilities, which are checked against the list of known ones.

use std::collections::BTreeMap;

use toml::de::{DeTable, DeValue};

use super::values::{Table, Value, list_of, quoted};
use super::{MAX_ENTRIES, Reader};
use crate::battalion::suggest::nearest;
use crate::battalion::{AbilityUse, Param, ParamKind, ParamSpec, Scope};

impl Reader<'_> {
    pub(super) fn abilities(&mut self, table: Table<'_>) -> Vec<AbilityUse> {
        let Some(value) = table.get("abilities") else {
            return Vec::new();
        };
        let items: Vec<Value<'_>> = match value.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            DeValue::String(_) | DeValue::Table(_) => vec![value],
            _ => {
                self.wrong_kind("abilities", value, "a list of names or of tables such as `{ use = \"withdraw\" }`");
                return Vec::new();
            }
        };
        if items.len() > MAX_ENTRIES {
            self.report.forbid(value.span().start, format!("more than {MAX_ENTRIES} abilities of one piece"));
        }
        let mut out: Vec<AbilityUse> = Vec::new();
        for item in items.into_iter().take(self.report.at_most(MAX_ENTRIES)) {
            let found = match item.get_ref() {
                DeValue::String(name) => {
                    let nothing = DeTable::new();
                    let table = Table { map: &nothing, at: item.span().start, what: "an ability" };
                    self.ability(name, item.span().start, table, Scope::Piece)
                }
                DeValue::Table(map) => {
                    let table = Table { map, at: item.span().start, what: "an ability" };
                    self.ability_table(table, Scope::Piece)
                }
                _ => {
                    self.wrong_kind("abilities", item, "names or tables such as `{ use = \"withdraw\" }`");
                    None
                }
            };
            if let Some(found) = found {
                if out.iter().any(|other| other.name == found.name) {
                    self.report
                        .forbid(item.span().start, format!("the ability {} is given twice", quoted(&found.name)));
                } else {
                    out.push(found);
                }
            }
        }
        out
    }

    /// Reads `{ use = "…", … }`.
    pub(super) fn ability_table(&mut self, table: Table<'_>, scope: Scope) -> Option<AbilityUse> {
        let value = self.required(table, "use", "`use = \"…\"`, the ability's name")?;
        let DeValue::String(name) = value.get_ref() else {
            self.wrong_kind("use", value, "the name of an ability in quotes");
            return None;
        };
        self.ability(name, value.span().start, table, scope)
    }

    pub(super) fn ability(&mut self, name: &str, at: usize, table: Table<'_>, scope: Scope) -> Option<AbilityUse> {
        let abilities = self.abilities;
        let Some(spec) = abilities.iter().find(|spec| spec.name == name && spec.scope == scope) else {
            if abilities.iter().any(|spec| spec.name == name) {
                let place = match scope {
                    Scope::Piece => "belongs to the whole Battalion: write it as a `[[power]]`",
                    Scope::Battalion => "belongs to pieces: write it under `abilities` of a `[[piece]]`",
                };
                self.report.error(at, format!("the ability {} {place}", quoted(name)));
                return None;
            }
            let names = abilities.iter().filter(|spec| spec.scope == scope).map(|spec| spec.name);
            let suggestion = nearest(name, names.clone());
            let message = match suggestion {
                Some(_) => format!("unknown ability {}", quoted(name)),
                None => format!("unknown ability {}: expected one of {}", quoted(name), list_of(names)),
            };
            self.report.suggest(at, message, suggestion);
            return None;
        };
        let known: Vec<&str> = std::iter::once("use").chain(spec.params.iter().map(|param| param.name)).collect();
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
                    self.report
                        .missing(at, format!("the ability `{name}` needs `{}`, as in `{}`", param.name, spec.example));
                }
                None => {}
            }
        }
        Some(AbilityUse { name: name.to_owned(), params })
    }

    pub(super) fn param(&mut self, param: &ParamSpec, value: Value<'_>) -> Option<Param> {
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
            ParamKind::Piece => {
                let DeValue::String(id) = value.get_ref() else {
                    self.wrong_kind(key, value, "the id of a piece in quotes");
                    return None;
                };
                let piece = self.piece_ref(id, value.span().start)?;
                Some(Param::Pieces(vec![piece]))
            }
            ParamKind::Pieces => Some(Param::Pieces(self.piece_refs(key, value))),
            ParamKind::Zone => self.zone(key, value).map(Param::Zone),
            ParamKind::Moves => {
                let mut rules = Vec::new();
                for (text, span) in self.words(key, value, "Betza notation").into_iter().take(MAX_ENTRIES) {
                    rules.extend(self.betza(text, span));
                }
                self.check_count(key, value, &rules);
                Some(Param::Moves(rules))
            }
        }
    }
}
