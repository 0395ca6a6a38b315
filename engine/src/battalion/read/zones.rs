//! Reader of `[[zone]]`, named parts of the Territory, and of references to zones.

use toml::de::DeValue;

use super::values::{Table, Value, list_of, quoted};
use super::{MAX_ROWS, MAX_ZONES, Reader};
use crate::battalion::ZoneDef;
use crate::battalion::suggest::nearest;
use crate::board::MAX_SIDE;
use crate::piece::{Bounds, Zone};

const ZONE_KEYS: &[&str] = &["id", "rows"];
const EXAMPLE: &str = "`rows = [\"...xxx...\", \"...xxx...\"]`, the last on the Back Rank";

impl Reader<'_> {
    /// Reads the zones drawn in the file. Later references can use their ids.
    pub(super) fn zones(&mut self, file: Table<'_>) -> Vec<ZoneDef> {
        let tables = self.entries(file, "zone", "a `[[zone]]`", MAX_ZONES);
        let mut zones: Vec<ZoneDef> = Vec::new();
        for table in tables {
            self.check_keys(table, ZONE_KEYS);
            let id = self.id(table, "`id = \"palace\"`");
            if self.zones.contains(&id) || Zone::named(&id, &[]).is_some() {
                let message = format!("there is a zone called {} already", quoted(&id));
                self.report.error(table.at, message);
            }
            let rows = match self.required(table, "rows", EXAMPLE) {
                Some(rows) => self.marks(rows),
                None => Vec::new(),
            };
            if !self.zones.contains(&id) {
                self.zones.push(id.clone());
            }
            zones.push(ZoneDef { id, rows });
        }
        zones
    }

    /// Reads rows of `.` and `x`.
    fn marks(&mut self, rows: Value<'_>) -> Vec<Vec<bool>> {
        let DeValue::Array(items) = rows.get_ref() else {
            self.wrong_kind("rows", rows, "a list of rows, the last on the Back Rank");
            return Vec::new();
        };
        let mut marks: Vec<Vec<bool>> = Vec::new();
        for item in items.iter().take(usize::from(MAX_ROWS) + 1) {
            let DeValue::String(text) = item.get_ref() else {
                self.wrong_kind("rows", item, "texts of `.` and `x`");
                continue;
            };
            let fits = !text.is_empty()
                && text.len() <= usize::from(MAX_SIDE)
                && text.bytes().all(|mark| matches!(mark, b'.' | b'x'));
            if !fits {
                let message = format!(
                    "the row {} of a zone is drawn with `.` and `x` (a Space of the zone), 1 to {MAX_SIDE} of them",
                    quoted(text)
                );
                self.report.error(item.span().start, message);
                continue;
            }
            let row: Vec<bool> = text.bytes().map(|mark| mark == b'x').collect();
            if marks.first().is_some_and(|first| first.len() != row.len()) {
                let message = "all rows of a zone are equally long: fill up with `.`";
                self.report.error(item.span().start, message);
            }
            marks.push(row);
        }
        if items.len() > MAX_ROWS.into() {
            let message = format!("a zone has at most {MAX_ROWS} rows");
            self.report.forbid(rows.span().start, message);
        } else if !marks.iter().flatten().any(|mark| *mark) && items.len() == marks.len() {
            let message = "the zone has no Space: mark those that belong to it with `x`";
            self.report.error(rows.span().start, message);
        }
        marks
    }

    /// Reads the zone named by a key.
    pub(super) fn zone(&mut self, key: &str, value: Value<'_>) -> Option<Zone> {
        let DeValue::String(name) = value.get_ref() else {
            self.wrong_kind(key, value, "the name of a zone in quotes");
            return None;
        };
        let zone = Zone::named(name, &self.zones);
        if zone.is_none() {
            let drawn = self.zones.iter();
            let drawn = drawn.flat_map(|id| [id.clone(), format!("enemy-{id}")]);
            let known = Zone::NAMES.iter().map(|(name, _)| (*name).to_owned());
            let names: Vec<String> = known.chain(drawn).collect();
            let suggestion = nearest(name, names.iter().map(String::as_str));
            let message = format!("`{key}` is {}: expected a zone, one of {}", quoted(name), list_of(&names));
            self.report.unknown(value.span().start, message, suggestion);
        }
        zone
    }

    /// Reads the zones where a movement may begin, pass and end.
    pub(super) fn bounds(&mut self, table: Table<'_>) -> Bounds {
        let [from, to, within, avoids] = ["from", "to", "within", "avoids"].map(|key| {
            let value = table.get(key)?;
            self.zone(key, value)
        });
        let after = match table.get("after") {
            Some(value) => self.piece_refs("after", value),
            None => Vec::new(),
        };
        let ids = after.into_iter().filter_map(|piece| self.ids.get(piece).cloned());
        Bounds { after: ids.collect(), from, to, within, avoids }
    }
}
