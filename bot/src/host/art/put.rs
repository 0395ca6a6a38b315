//! Insertion of a picture into the text of a Battalion file. All other bytes, including comments, stay the same.

use std::ops::Range;

use engine::piece::art::Art;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Text with a picture for the piece at this index; `None` if the piece is not found.
pub(super) fn with_art(text: &str, piece: usize, art: &Art) -> Option<String> {
    // In a multi-line table, the new key goes on its own line. In an inline table, it follows a comma.
    let ways = [true, false].into_iter();
    let mut tried = ways.filter_map(|own_line| edited(text, piece, art, own_line));
    tried.find(|changed| has(changed, piece, art))
}

/// Text without the byte order mark, which TOML does not allow, and the length of the mark.
fn content(text: &str) -> (&str, usize) {
    let content = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    (content, text.len() - content.len())
}

fn piece_table<'a>(document: &'a DeTable<'a>, piece: usize) -> Option<&'a DeTable<'a>> {
    let DeValue::Array(pieces) = document.get("piece")?.get_ref() else {
        return None;
    };
    match pieces.get(piece)?.get_ref() {
        DeValue::Table(table) => Some(table),
        _ => None,
    }
}

fn art_table<'a>(table: &'a DeTable<'a>) -> Option<&'a DeTable<'a>> {
    match table.get("art").map(Spanned::get_ref) {
        Some(DeValue::Table(art)) => Some(art),
        _ => None,
    }
}

/// Returns true if the text contains this picture for the piece.
fn has(text: &str, piece: usize, art: &Art) -> bool {
    let read = || -> Option<bool> {
        let document = DeTable::parse(content(text).0).ok()?;
        let written = art_table(piece_table(document.get_ref(), piece)?)?;
        let says = |key: &str, data: &str| match written.get(key).map(Spanned::get_ref) {
            Some(DeValue::String(text)) => text == data,
            None => data.is_empty(),
            Some(_) => false,
        };
        Some(says("silhouette", art.silhouette()) && says("lines", art.lines()))
    };
    read().unwrap_or(false)
}

type Edit = (Range<usize>, String);

fn edited(text: &str, piece: usize, art: &Art, own_line: bool) -> Option<String> {
    let (content, before) = content(text);
    let document = DeTable::parse(content).ok()?;
    let table = piece_table(document.get_ref(), piece)?;
    let (body, lines) = (quoted(art.silhouette()), quoted(art.lines()));
    let view = art.view();
    let view = [view.left, view.top, i32::from(view.width), i32::from(view.height)];
    let after = |at, key: &str, value: &str| inserted(content, at, key, value, own_line);
    let mut edits: Vec<Edit> = Vec::new();
    if let Some(old) = art_table(table) {
        let silhouette = old.get("silhouette")?.span();
        let end = silhouette.end;
        edits.push((silhouette, body));
        match old.get("lines") {
            Some(value) => edits.push((value.span(), lines)),
            None if art.lines().is_empty() => {}
            None => edits.push(after(end, "lines", &lines)),
        }
        if let Some(value) = old.get("view") {
            edits.push((value.span(), format!("{view:?}")));
        }
    } else if table.get("art").is_some() {
        return None;
    } else {
        let value = match art.lines() {
            "" => format!("{{ silhouette = {body} }}"),
            _ => format!("{{ silhouette = {body}, lines = {lines} }}"),
        };
        edits.push(after(table.get("symbol")?.span().end, "art", &value));
    }
    edits.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut changed = text.to_owned();
    for (Range { start, end }, new) in edits {
        changed.replace_range(before + start..before + end, &new);
    }
    Some(changed)
}

/// Quoted string. Path data contains no characters that need escaping.
fn quoted(data: &str) -> String {
    format!("\"{data}\"")
}

/// Inserts a key after the value that ends at this position.
fn inserted(content: &str, at: usize, key: &str, value: &str, own_line: bool) -> Edit {
    let rest = content.get(at..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default();
    let trimmed = line.trim_start();
    if own_line && (trimmed.is_empty() || trimmed.starts_with('#')) {
        let end = at + line.len();
        let newline = if content.get(end..).is_some_and(|rest| rest.starts_with("\r\n")) { "\r\n" } else { "\n" };
        let start = content.get(..at).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let indent: String = content[start..at].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
        (end..end, format!("{newline}{indent}{key} = {value}"))
    } else {
        (at..at, format!(", {key} = {value}"))
    }
}

#[cfg(test)]
mod tests {
    use engine::piece::art::ViewBox;

    use super::*;

    fn art(lines: &str) -> Art {
        Art::new("M5 5h90v90h-90z", lines, ViewBox::default()).unwrap()
    }

    #[test]
    fn a_picture_gets_a_line_of_its_own() {
        let text = "\u{FEFF}# mine\r\n[[piece]]\r\nid = \"a\"\r\n[[piece]] # two\r\n  symbol = 'B' # bee\r\n  id = \"b\"\r\n[x]\r\n";
        let changed = with_art(text, 1, &art("")).unwrap();
        let line = "  art = { silhouette = \"M5 5h90v90h-90z\" }\r\n";
        assert_eq!(changed, text.replace("# bee\r\n", &format!("# bee\r\n{line}")));
        assert_eq!(with_art(text, 0, &art("")), None, "it has no symbol to stand after");
        assert_eq!(with_art(text, 2, &art("")), None);
        let last = with_art("[[piece]]\nsymbol = \"A\"", 0, &art("M9 9h9z")).unwrap();
        assert_eq!(last, "[[piece]]\nsymbol = \"A\"\nart = { silhouette = \"M5 5h90v90h-90z\", lines = \"M9 9h9z\" }");
    }

    #[test]
    fn an_older_picture_is_replaced_however_it_is_written() {
        let old = "\"M1 1h98v98z\"";
        for (text, new) in [
            (
                "[[piece]]\nart = { silhouette = OLD } # x\nid = 1",
                "[[piece]]\nart = { silhouette = NEW, lines = LINES } # x\nid = 1",
            ),
            (
                "[[piece]]\nart = { lines = \"\", view = [0, 0, 24,24], silhouette = OLD }",
                "[[piece]]\nart = { lines = LINES, view = [0, 0, 100, 100], silhouette = NEW }",
            ),
            ("[[piece]]\nart.silhouette = OLD\n", "[[piece]]\nart.silhouette = NEW\nlines = LINES\n"),
            (
                "[[piece]]\n[piece.art]\nsilhouette = OLD # y\n",
                "[[piece]]\n[piece.art]\nsilhouette = NEW # y\nlines = LINES\n",
            ),
            ("piece = [{ symbol = \"A\" }]", "piece = [{ symbol = \"A\", art = { silhouette = NEW, lines = LINES } }]"),
            (
                "piece = [{\n  symbol = \"A\"\n}]",
                "piece = [{\n  symbol = \"A\", art = { silhouette = NEW, lines = LINES }\n}]",
            ),
        ] {
            let text = text.replace("OLD", old);
            let new = new.replace("NEW", "\"M5 5h90v90h-90z\"").replace("LINES", "\"M9 9h9z\"");
            let changed = with_art(&text, 0, &art("M9 9h9z"));
            // After a dotted key, the new key cannot follow on its own line, so such a file is left unchanged.
            if text.contains("art.silhouette") {
                assert_eq!(changed, None);
                continue;
            }
            assert_eq!(changed.as_deref(), Some(new.as_str()), "{text}");
        }
    }
}
