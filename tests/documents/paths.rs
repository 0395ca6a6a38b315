//! Paths, links and names of settings.

use std::path::Path;

use crate::markdown::{Document, documents, module_docs};
use crate::{assert_none, files, read, top};

/// Folders that documents leave out before a path of the code.
const ROOTS: &[&str] = &[
    "",
    "balance",
    "balance/src",
    "bot",
    "bot/src",
    "bot/src/discord",
    "bot/src/host",
    "engine",
    "engine/src",
    "engine/src/ability",
    "opponent",
    "opponent/src",
    "playground",
    "playground/src",
    "render",
    "render/src",
    "tests",
];

/// Paths that exist only while the program runs or is built.
const MADE: &[&str] = &["data/", "target/", "fuzz/corpus/"];

fn exists(document: &Document, path: &str) -> bool {
    let own = document.path.parent().unwrap_or(Path::new(""));
    let module = document.path.with_extension("");
    let bases = ROOTS.iter().map(Path::new).chain([own, &module]);
    let path = path.trim_end_matches('/');
    // A module is named without its extension.
    bases.map(|base| top().join(base)).any(|base| base.join(path).exists() || base.join(format!("{path}.rs")).exists())
}

/// Returns whether code in a text is a path of the project.
fn is_path(span: &str) -> bool {
    let plain = span.chars().all(|c| c.is_ascii_alphanumeric() || "_./-".contains(c));
    // A name in capitals is a placeholder.
    let words = |part: &str| part.len() > 1 && part.split('.').next().unwrap().chars().any(|c| c.is_ascii_lowercase());
    plain && span.contains('/') && !span.starts_with('/') && span.trim_end_matches('/').split('/').all(words)
}

#[test]
fn every_path_exists() {
    let mut faults = Vec::new();
    for document in documents() {
        let spans = document.spans().into_iter().filter(|span| is_path(span));
        let spans = spans.filter(|span| !MADE.iter().any(|made| span.starts_with(made)));
        faults.extend(spans.filter(|span| !exists(&document, span)).map(|span| document.fault(span)));
    }
    assert_none(&faults);
}

/// In module docs, a path needs the extension of a file to count as one.
#[test]
fn every_file_named_in_module_docs_exists() {
    const EXTENSIONS: &[&str] = &["md", "rs", "toml", "sql", "json"];
    let all: Vec<_> = EXTENSIONS.iter().flat_map(|extension| files(extension)).collect();
    let mut faults = Vec::new();
    for document in module_docs() {
        for span in document.spans().into_iter().filter(|span| is_path(span)) {
            let named = Path::new(&span).extension().is_some_and(|end| EXTENSIONS.iter().any(|known| end == *known));
            if named && !exists(&document, &span) && !all.iter().any(|path| path.ends_with(&span)) {
                faults.push(document.fault(span));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn every_link_leads_somewhere() {
    let all = documents();
    let mut faults = Vec::new();
    for document in &all {
        for link in document.links().into_iter().filter(|link| !link.contains("://")) {
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = match path {
                "" => document.path.clone(),
                path => document.path.parent().unwrap_or(Path::new("")).join(path),
            };
            let Ok(target) = top().join(&target).canonicalize() else {
                faults.push(document.fault(&link));
                continue;
            };
            let read = all.iter().find(|one| top().join(&one.path).canonicalize().is_ok_and(|path| path == target));
            if !anchor.is_empty() && !read.is_some_and(|read| read.anchors().iter().any(|known| known == anchor)) {
                faults.push(document.fault(&link));
            }
        }
    }
    assert_none(&faults);
}

/// A document that nothing leads to is not read.
#[test]
fn every_document_is_linked_from_another_one() {
    let all = documents();
    let mut linked = Vec::new();
    for document in &all {
        let folder = document.path.parent().unwrap_or(Path::new(""));
        let links = document.links().into_iter().map(|link| link.split('#').next().unwrap().to_owned());
        let targets = links.filter(|link| !link.is_empty()).map(|link| top().join(folder.join(link)));
        linked.extend(targets.filter_map(|target| target.canonicalize().ok()));
    }
    let shown = all.iter().filter(|document| document.path.starts_with("docs"));
    let lost = shown.filter(|document| !linked.contains(&top().join(&document.path).canonicalize().unwrap()));
    assert_none(&lost.map(|document| document.fault("no document links to it")).collect::<Vec<_>>());
}

#[test]
fn every_environment_variable_is_read() {
    let code =
        files("rs").into_iter().filter(|path| !path.starts_with("tests/documents")).map(read).collect::<String>();
    let mut faults = Vec::new();
    for document in documents() {
        let lines = document.command_lines();
        let words = lines.iter().flat_map(|line| line.split(|c: char| !(c.is_ascii_uppercase() || c == '_')));
        let ours = words.filter(|word| word.starts_with("BATTALION_") || word.starts_with("DISCORD_"));
        faults.extend(ours.filter(|word| !code.contains(&format!("\"{word}\""))).map(|word| document.fault(word)));
    }
    assert_none(&faults);
}
