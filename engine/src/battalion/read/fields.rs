//! Files of Battlefields (T-4), read with every error and its place, as files of Battalions are.

use toml::de::DeValue;

use super::values::Table;
use super::{Reader, reading};
use crate::battalion::FileError;
use crate::battalion::text::TextKind;
use crate::board::{Battlefield, EdgeSlot, FieldError, MAX_SIDE, Side};

const FIELD_KEYS: &[&str] = &["id", "name", "width", "height", "edge_slots"];
const SLOT_KEYS: &[&str] = &["side", "from", "length"];
/// Name of `edge_slots` in older files.
const OLD_SLOTS: &str = "berths";
/// Maximum number of Battlefields in one file.
const MAX_FIELDS: usize = 20;
/// Maximum length of the name, in characters.
const MAX_NAME: usize = 60;

/// Reads a file with one or more `[[battlefield]]` entries.
///
/// ```
/// use engine::battalion::read_battlefields;
/// let hall = r#"
/// [[battlefield]]
/// id = "long-hall"
/// name = "Long Hall"
/// width = 8
/// height = 6
/// edge_slots = [{ side = "south", from = 0, length = 8 }, { side = "north", from = 0, length = 8 }]
/// "#;
/// assert_eq!(read_battlefields(hall).unwrap()[0].name, "Long Hall");
/// let errors = read_battlefields(&hall.replace("length = 8", "length = 9")).unwrap_err();
/// assert_eq!(errors.len(), 2);
/// assert!(errors[0].to_string().starts_with("line 7, column 15: edge slot 1 reaches beyond its side"));
/// ```
///
/// # Errors
/// All errors of the file with their places.
pub fn read_battlefields(text: &str) -> Result<Vec<Battlefield>, Vec<FileError>> {
    reading(text, &[], false, |reader, file| reader.battlefields(file))
}

impl Reader<'_> {
    fn battlefields(&mut self, file: Table<'_>) -> Vec<Battlefield> {
        self.check_keys(file, &["battlefield"]);
        let before = self.report.count();
        let tables = self.entries(file, "battlefield", "a `[[battlefield]]`", MAX_FIELDS);
        if tables.is_empty() && self.report.count() == before && !self.is_misspelt(file, "battlefield") {
            self.report.missing(0, "the file has no Battlefields: begin each with `[[battlefield]]`");
        }
        let mut found: Vec<Battlefield> = Vec::new();
        for table in tables {
            let before = self.report.count();
            let field = self.battlefield(table);
            if self.report.count() > before {
                continue;
            }
            let mut faults = field.faults();
            if found.iter().any(|other| other.id == field.id) {
                faults.push(FieldError::Twice(field.id.clone()));
            }
            for fault in faults {
                let at = place(table, &fault);
                self.report.error(at, fault.to_string());
            }
            found.push(field);
        }
        found
    }

    fn battlefield(&mut self, table: Table<'_>) -> Battlefield {
        let keys: Vec<&str> = match table.get(OLD_SLOTS) {
            Some(_) => FIELD_KEYS.iter().copied().chain([OLD_SLOTS]).collect(),
            None => FIELD_KEYS.to_vec(),
        };
        self.check_keys(table, &keys);
        let id = self.id(table, "`id = \"long-hall\"`");
        let name = self.required_text(table, "name", TextKind::Line(MAX_NAME), "`name = \"Long Hall\"`");
        if let Some(value) = table.get("name").filter(|_| !name.is_empty() && !name.chars().any(char::is_alphanumeric))
        {
            self.report.error(value.span().start, "a name needs a letter or a digit".to_owned());
        }
        let side = |reader: &mut Self, key: &str| {
            let value = reader.required(table, key, &format!("`{key} = 8`"));
            value.and_then(|value| reader.small(key, value, 0..=MAX_SIDE)).unwrap_or(0)
        };
        let (width, height) = (side(self, "width"), side(self, "height"));
        Battlefield { id, name, width, height, edge_slots: self.edge_slots(table) }
    }

    fn edge_slots(&mut self, table: Table<'_>) -> Vec<EdgeSlot> {
        let value = table.get(OLD_SLOTS).or_else(|| {
            self.required(table, "edge_slots", "`edge_slots = [{ side = \"south\", from = 0, length = 8 }, …]`")
        });
        let Some(value) = value else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong_kind(
                "edge_slots",
                value,
                "a list of tables such as `{ side = \"south\", from = 0, length = 8 }`",
            );
            return Vec::new();
        };
        let mut slots = Vec::new();
        for item in items.iter() {
            let DeValue::Table(map) = item.get_ref() else {
                self.wrong_kind("edge_slots", item, "tables such as `{ side = \"south\", from = 0, length = 8 }`");
                continue;
            };
            let slot = Table { map, at: item.span().start, what: "an edge slot" };
            self.check_keys(slot, SLOT_KEYS);
            let sides = [("south", Side::South), ("west", Side::West), ("north", Side::North), ("east", Side::East)];
            let side = match self.required(slot, "side", "`side = \"south\"`") {
                Some(_) => self.one_of(slot, "side", &sides),
                None => None,
            };
            let mut number = |key: &str| {
                let value = self.required(slot, key, &format!("`{key} = 0`"));
                value.and_then(|value| self.small(key, value, 0..=MAX_SIDE))
            };
            let (from, length) = (number("from"), number("length"));
            if let (Some(side), Some(from), Some(length)) = (side, from, length) {
                slots.push(EdgeSlot { side, from, length });
            }
        }
        slots
    }
}

/// Byte offset of the value that a fault is about.
fn place(table: Table<'_>, fault: &FieldError) -> usize {
    let slots = || table.get("edge_slots").or_else(|| table.get(OLD_SLOTS));
    let slot = |number: usize| match slots()?.get_ref() {
        DeValue::Array(items) => items.get(number - 1).map(|item| item.span().start),
        _ => None,
    };
    let key = |name: &str| table.get(name).map(|value| value.span().start);
    let at = match fault {
        FieldError::Id | FieldError::Twice(_) => key("id"),
        FieldError::Name => key("name"),
        FieldError::Size | FieldError::TooLarge(..) => key("width"),
        FieldError::EdgeSlots => slots().map(|value| value.span().start),
        FieldError::Outside(number) | FieldError::Overlap(_, number) => slot(*number),
    };
    at.unwrap_or(table.at)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    const HALLS: &str = "# Halls\n[[battlefield]]\nid = \"hall\"\nname = \"Hall\"\nwidth = 8\nheight = 3\nberths = [\n  \
                         { side = \"south\", from = 0, length = 8 },\n  { side = \"north\", from = 0, length = 8 },\n]\n";

    fn places(text: &str) -> Vec<(u32, u32)> {
        read_battlefields(text).unwrap_err().iter().map(|error| (error.line, error.column)).collect()
    }

    #[test]
    fn a_file_is_read_with_every_error_and_its_place() {
        assert_eq!(read_battlefields(HALLS).unwrap()[0].height, 3);
        let several = HALLS.replace("south", "below").replace("width = 8", "width = 800").replace("hall", "Hall");
        assert_eq!(places(&several), [(3, 6), (5, 9), (8, 12)]);
        let short = HALLS.replace("width = 8", "width = 7");
        assert_eq!(places(&short), [(8, 3), (9, 3)]);
        assert_eq!(places(&format!("{HALLS}{}", &HALLS[8..])), [(12, 6)]);
        let misspelt = read_battlefields(&HALLS.replace("width", "widht")).unwrap_err();
        assert_eq!(misspelt.len(), 1, "{misspelt:?}");
        assert_eq!(misspelt[0].suggestion.as_deref(), Some("width"));
        assert!(read_battlefields("# Halls").unwrap_err()[0].message.contains("has no Battlefields"));
    }
}
