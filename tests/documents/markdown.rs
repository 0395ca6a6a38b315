//! Parts of Markdown that the tests read: code, links and headings.

use std::path::PathBuf;

/// A document in parts.
#[derive(Debug)]
pub struct Document {
    /// Path from the top of the project.
    pub path: PathBuf,
    /// Text outside blocks of code.
    pub prose: String,
    /// Blocks of code: what stands behind the fence (empty for indented blocks), and the text.
    pub blocks: Vec<(String, String)>,
}

/// Every Markdown file of the project.
pub fn documents() -> Vec<Document> {
    super::files("md").into_iter().map(|path| parse(path.clone(), &super::read(path))).collect()
}

/// One document.
pub fn document(path: &str) -> Document {
    parse(path.into(), &super::read(path))
}

/// Module docs of the Rust files, each as a document.
pub fn module_docs() -> Vec<Document> {
    let docs = |path: PathBuf| {
        let text = super::read(&path);
        let lines = text.lines().take_while(|line| line.starts_with("//!"));
        let lines: Vec<&str> = lines.map(|line| line.trim_start_matches("//!").trim_start()).collect();
        parse(path, &lines.join("\n"))
    };
    super::files("rs").into_iter().map(docs).collect()
}

fn parse(path: PathBuf, text: &str) -> Document {
    let (mut prose, mut blocks) = (String::new(), Vec::<(String, String)>::new());
    let (mut fenced, mut indented, mut empty_above) = (false, false, true);
    for line in text.lines() {
        let inner = line.trim_start();
        let fence = inner.strip_prefix("```");
        let deep = line.starts_with("    ") && !inner.is_empty();
        let begins = !fenced && deep && empty_above;
        indented = !fenced && deep && (indented || begins);
        if let Some(kind) = fence {
            fenced = !fenced;
            if fenced {
                blocks.push((kind.trim().to_owned(), String::new()));
            }
        } else if fenced || indented {
            if begins {
                blocks.push((String::new(), String::new()));
            }
            if let Some((_, block)) = blocks.last_mut() {
                *block += &format!("{inner}\n");
            }
        } else {
            prose += &format!("{line}\n");
        }
        empty_above = inner.is_empty();
    }
    Document { path, prose, blocks }
}

impl Document {
    /// Code within lines of text.
    pub fn spans(&self) -> Vec<String> {
        // A paragraph at a time, so that one unpaired mark does not turn the rest of the document around.
        let paragraphs = self.prose.split("\n\n");
        let spans = paragraphs.flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2));
        spans
            .map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "))
            .filter(|span| !span.is_empty())
            .collect()
    }

    /// Addresses of links and pictures.
    pub fn links(&self) -> Vec<String> {
        let text: String = self.prose.split('`').step_by(2).collect();
        let mut found = Vec::new();
        for (mark, end) in [("](", ')'), ("src=\"", '"')] {
            let after = text.split(mark).skip(1);
            found.extend(after.filter_map(|rest| rest.split_once(end)).map(|(address, _)| address.to_owned()));
        }
        found
    }

    /// Anchors of the headings, as GitHub makes them.
    pub fn anchors(&self) -> Vec<String> {
        let headings = self.prose.lines().filter(|line| line.starts_with('#'));
        let anchor = |line: &str| {
            let kept = line.trim_start_matches('#').trim().to_lowercase();
            let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
            kept.collect::<String>().replace(' ', "-")
        };
        headings.map(anchor).collect()
    }

    /// Lines that a person types: those of shell blocks, comments cut off, continued lines joined, and code in the text.
    pub fn command_lines(&self) -> Vec<String> {
        let shell = self.blocks.iter().filter(|(kind, _)| matches!(kind.as_str(), "" | "sh"));
        let blocks = shell.map(|(_, text)| text.replace("\\\n", " "));
        let lines: Vec<String> = blocks.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
        let lines = lines.into_iter().map(|line| line.split(" #").next().unwrap().trim().to_owned());
        lines.chain(self.spans()).collect()
    }

    /// A fault of this document.
    pub fn fault(&self, what: impl std::fmt::Display) -> String {
        format!("{}: {what}", self.path.display())
    }
}
