//! Reader of `art`, a piece's custom picture as SVG path data.

use toml::de::DeValue;

use super::Reader;
use super::values::{Table, Value};
use crate::piece::art::{Art, ArtError, ArtPath, ViewBox};

const ART_KEYS: &[&str] = &["silhouette", "lines", "view"];
const EXAMPLE: &str = "`{ silhouette = \"M10 90 L50 10 L90 90 Z\" }`";
/// Maximum distance of a view box from the origin, and its maximum size.
const FURTHEST: i64 = 10_000;

impl Reader<'_> {
    /// Reads a piece's custom picture. In a file accepted earlier, a picture that cannot be read any more is left out.
    pub(super) fn art(&mut self, table: Table<'_>) -> Option<Art> {
        let before = self.report.count();
        let art = self.read_art(table);
        if self.report.is_accepted() {
            self.report.forget_after(before);
        }
        art
    }

    fn read_art(&mut self, table: Table<'_>) -> Option<Art> {
        let value = table.get("art")?;
        let table = self.table("art", value, "`art`", EXAMPLE)?;
        self.check_keys(table, ART_KEYS);
        let silhouette = self.required(table, "silhouette", EXAMPLE)?;
        let body = self.path_data("silhouette", silhouette)?;
        let lines = table.get("lines");
        let upon = match lines {
            Some(value) => self.path_data("lines", value)?,
            None => "",
        };
        let view = self.view_box(table)?;
        match Art::new(body.trim(), upon.trim(), view) {
            Ok(art) => Some(art),
            Err(error) => {
                let (value, text) = match (error.path, lines) {
                    (ArtPath::Lines, Some(lines)) => (lines, upon),
                    _ => (silhouette, body),
                };
                self.bad_art(value, text, &error);
                None
            }
        }
    }

    fn bad_art(&mut self, value: Value<'_>, text: &str, error: &ArtError) {
        let cut = text.len() - text.trim_start().len();
        let at = self.report.inside(&value.span(), text, cut + error.at);
        let key = match error.path {
            ArtPath::Silhouette => "silhouette",
            ArtPath::Lines => "lines",
        };
        self.report.error(at, format!("`{key}`: {error}"));
    }

    fn path_data<'a>(&mut self, key: &str, value: Value<'a>) -> Option<&'a str> {
        match value.get_ref() {
            DeValue::String(text) => Some(text.as_ref()),
            _ => {
                self.wrong_kind(key, value, "SVG path data in quotes");
                None
            }
        }
    }

    fn view_box(&mut self, table: Table<'_>) -> Option<ViewBox> {
        let Some(value) = table.get("view") else {
            return Some(ViewBox::default());
        };
        const FOUR: &str = "four whole numbers, left, top, width and height, such as `[0, 0, 512, 512]`";
        let DeValue::Array(items) = value.get_ref() else {
            self.wrong_kind("view", value, FOUR);
            return None;
        };
        if items.len() != 4 {
            let message = format!("`view` takes {FOUR}");
            self.report.error(value.span().start, message);
            return None;
        }
        let mut numbers = [0; 4];
        for (index, item) in items.iter().enumerate() {
            let least = if index < 2 { -FURTHEST } else { 1 };
            numbers[index] = self.integer("view", item, least..=FURTHEST)?;
        }
        let [left, top, width, height] = numbers;
        Some(ViewBox {
            left: i32::try_from(left).ok()?,
            top: i32::try_from(top).ok()?,
            width: u16::try_from(width).ok().filter(|width| *width > 0)?,
            height: u16::try_from(height).ok().filter(|height| *height > 0)?,
        })
    }
}
