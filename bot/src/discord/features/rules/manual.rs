//! Links to the project's documents, down to the section about a key.

use engine::ability::specs;

/// Address of the documents, from the settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manual(String);

/// Document about Battalion files.
const FORMAT: &str = "battalion-format.md";
/// Maximum number of sections named below a list of errors.
const SECTIONS: usize = 3;

/// Keys of Battalion files and the section about them. Abilities have a section of their own name.
const KEYS: [(&str, &str); 22] = [
    ("format", "the-file"),
    ("id", "the-file"),
    ("name", "the-file"),
    ("description", "the-file"),
    ("territory", "territory"),
    ("layout", "territory"),
    ("battlefield", "battlefields"),
    ("zone", "zones"),
    ("zones", "zones"),
    ("piece", "pieces"),
    ("symbol", "pieces"),
    ("titan", "pieces"),
    ("icon", "pictures"),
    ("art", "pictures"),
    ("moves", "betza-notation"),
    ("move", "movements"),
    ("movement", "movements"),
    ("promote", "promotion"),
    ("reserve", "reserves"),
    ("abilities", "abilities"),
    ("ability", "abilities"),
    ("power", "of-the-battalion"),
];

impl Manual {
    /// Manual under this address, without a slash at the end.
    pub fn new(address: &str) -> Self {
        Self(address.trim_end_matches('/').to_owned())
    }

    /// Link to the document about Battalion files.
    pub fn format(&self) -> String {
        format!("<{}/{FORMAT}>", self.0)
    }

    /// Links to the sections about the keys that messages name, each once.
    pub fn sections<'a>(&self, messages: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        for anchor in messages.filter_map(section) {
            if !anchors.contains(&anchor) {
                anchors.push(anchor);
            }
        }
        anchors.truncate(SECTIONS);
        anchors.iter().map(|anchor| format!("<{}/{FORMAT}#{anchor}>", self.0)).collect()
    }
}

/// Section about the first known key in backticks.
fn section(message: &str) -> Option<String> {
    let names = message.split('`').skip(1).step_by(2);
    names.map(|name| name.split([' ', '=']).next().unwrap_or(name)).find_map(|name| {
        let ability = || specs().into_iter().find(|spec| spec.name == name).map(|spec| spec.name.to_owned());
        let key = || KEYS.iter().find(|(key, _)| *key == name).map(|(_, anchor)| (*anchor).to_owned());
        ability().or_else(key)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Anchors of a document's headings, as GitHub makes them.
    fn anchors(text: &str) -> Vec<String> {
        let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
        let plain = |heading: &str| {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
            kept.map(|c| if c == ' ' { '-' } else { c }).collect()
        };
        headings.map(plain).collect()
    }

    #[test]
    fn every_link_leads_to_a_heading() {
        let there = anchors(include_str!("../../../../../docs/battalion-format.md"));
        let of_abilities = specs().into_iter().map(|spec| spec.name.to_owned());
        for anchor in KEYS.iter().map(|(_, anchor)| (*anchor).to_owned()).chain(of_abilities) {
            assert!(there.contains(&anchor), "#{anchor}");
        }
    }

    #[test]
    fn errors_lead_to_the_section_about_their_key() {
        let manual = Manual::new("https://example.org/docs/");
        let links = |messages: &[&str]| manual.sections(messages.iter().copied());
        assert_eq!(
            links(&["`moves` has no `)`", "`moves = \"Q\"` again", "`snare` needs a `range`", "nothing known in `x`"]),
            [
                "<https://example.org/docs/battalion-format.md#betza-notation>",
                "<https://example.org/docs/battalion-format.md#snare>"
            ]
        );
        // Each section once, at most three of them, however many errors are about one.
        let many =
            ["`moves` a", "`moves` b", "`moves` c", "`moves` d", "`snare` e", "`layout` f", "`name` g", "`icon` h"];
        let found = links(&many);
        assert_eq!((found.len(), &found[1]), (SECTIONS, &links(&["`snare`"])[0]), "{found:?}");
        assert_eq!(links(&["no key at all"]), Vec::<String>::new());
        assert_eq!(manual.format(), "<https://example.org/docs/battalion-format.md>");
    }
}
