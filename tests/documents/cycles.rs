//! Import cycles between the modules of the Discord interface, as `docs/architecture.md` excludes them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use syn::visit::{self, Visit};

use crate::{files, read};

/// Folder of the modules that are compared.
const FOLDER: &str = "bot/src/discord";
/// Modules that are still part of a cycle. Remove a module once it is free of cycles; never add one.
const KNOWN: &str = include_str!("cycles.txt");

/// Path of a module below the crate.
type Module = Vec<String>;

/// Paths that a file mentions, except in tests. Paths relative to the own module have no first `self`.
#[derive(Default)]
struct Mentions(Vec<Vec<String>>);

impl Mentions {
    fn tree(&mut self, above: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [above, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.0.push(with(&name.ident)),
            syn::UseTree::Rename(name) => self.0.push(with(&name.ident)),
            syn::UseTree::Glob(_) => self.0.push(above.to_owned()),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(above, tree)),
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    let test = |attribute: &syn::Attribute| attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test");
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") && test(attribute))
}

impl<'a> Visit<'a> for Mentions {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.tree(&[], &item.tree);
    }

    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.segments.len() > 1 {
            self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }
}

/// Module of a file.
fn module_of(path: &Path) -> Module {
    let path = path.strip_prefix("bot/src").unwrap().with_extension("");
    let mut module: Module = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    if module.last().is_some_and(|last| last == "mod") {
        module.pop();
    }
    module
}

/// Module that holds what a path names, seen from the module `at`. `None` for paths into other crates.
fn holder(modules: &BTreeMap<Module, syn::File>, at: &Module, path: &[String]) -> Option<Module> {
    let mut found = match path.first()?.as_str() {
        "crate" => Vec::new(),
        _ => at.clone(),
    };
    let mut below = path.iter();
    for name in below.by_ref() {
        match name.as_str() {
            "crate" | "self" => continue,
            "super" => {
                found.pop();
                continue;
            }
            _ => {}
        }
        let deeper = [&*found, &[name.clone()]].concat();
        // The parent of the compared folder is no module of its own, so the way to it stays open.
        if !modules.contains_key(&deeper) && !modules.keys().any(|module| module.starts_with(&deeper)) {
            break;
        }
        found = deeper;
    }
    (modules.contains_key(&found)).then_some(found)
}

/// Modules that are reached from each module.
fn reached(uses: &BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<Module> {
    let (mut found, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(module) = open.pop() {
        for used in &uses[module] {
            if found.insert(used.clone()) {
                open.push(used);
            }
        }
    }
    found
}

#[test]
fn modules_import_each_other_without_cycles() {
    let sources: Vec<_> = files("rs").into_iter().filter(|path| path.starts_with(FOLDER)).collect();
    let mut modules: BTreeMap<Module, syn::File> =
        sources.iter().map(|path| (module_of(path), syn::parse_file(&read(path)).unwrap())).collect();
    // Files that are compiled only for tests.
    let tests: BTreeSet<Module> = modules
        .iter()
        .flat_map(|(module, file)| file.items.iter().map(move |item| (module, item)))
        .filter_map(|(module, item)| match item {
            syn::Item::Mod(inner) if is_test(&inner.attrs) => Some([&**module, &[inner.ident.to_string()]].concat()),
            _ => None,
        })
        .collect();
    modules.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));

    let mut uses = BTreeMap::new();
    for (module, file) in &modules {
        let mut mentions = Mentions::default();
        mentions.visit_file(file);
        let own = |path: &Vec<String>| holder(&modules, module, path).filter(|used| used != module);
        uses.insert(module.clone(), mentions.0.iter().filter_map(own).collect::<BTreeSet<Module>>());
    }
    let cyclic = |module: &&Module| reached(&uses, module).contains(*module);
    let found: BTreeSet<String> = uses.keys().filter(cyclic).map(|module| module.join("::")).collect();
    let known: BTreeSet<String> = KNOWN.lines().map(str::to_owned).collect();
    let listed = |modules: Vec<&String>| modules.into_iter().cloned().collect::<Vec<_>>().join("\n");
    assert!(
        found == known,
        "{} of {} modules are in import cycles.\nnew:\n{}\nno longer, remove them from cycles.txt:\n{}",
        found.len(),
        uses.len(),
        listed(found.difference(&known).collect()),
        listed(known.difference(&found).collect()),
    );
}
