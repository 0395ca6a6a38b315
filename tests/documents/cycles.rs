//! Import cycles between the modules of a crate, as `docs/architecture.md` excludes them.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::{files, read};

/// Crates whose modules are compared.
const CRATES: [&str; 7] = ["balance", "bot", "engine", "lab", "opponent", "playground", "render"];
/// Names from the top of a crate to a module.
type Module = Vec<String>;
/// Modules that each module uses, with the names it takes from them.
type Uses = BTreeMap<Module, BTreeMap<Module, BTreeSet<String>>>;

/// One module: a file, or a module written inside one.
#[derive(Default)]
struct Contents {
    /// Names of the items defined here.
    items: BTreeSet<String>,
    /// Paths of imported names.
    imported: BTreeMap<String, Vec<String>>,
    /// Paths imported with `*`.
    globs: Vec<Vec<String>>,
    /// Paths that the code mentions.
    mentions: BTreeSet<Vec<String>>,
}

/// Modules of a crate.
#[derive(Default)]
struct Crate {
    modules: BTreeMap<Module, Contents>,
    /// Modules that are files of their own.
    files: BTreeSet<Module>,
    /// Modules that are compiled only for tests.
    tests: BTreeSet<Module>,
}

/// Module or item at the end of a path.
enum Target {
    Module(Module),
    Item(Module, String),
}

impl Crate {
    fn read(name: &str) -> Self {
        let mut found = Self::default();
        let folder = format!("{name}/src");
        let program = |path: &std::path::Path| path.ends_with("main.rs") && path.with_file_name("lib.rs").exists();
        for path in files("rs").into_iter().filter(|path| path.starts_with(&folder) && !program(path)) {
            let below = path.strip_prefix(&folder).unwrap().with_extension("");
            let mut module: Module = below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if module.last().is_some_and(|last| last == "mod") || ["lib", "main"].iter().any(|top| module == [*top]) {
                module.pop();
            }
            found.files.insert(module.clone());
            found.add(module, &syn::parse_file(&read(&path)).unwrap().items);
        }
        let tests = std::mem::take(&mut found.tests);
        found.modules.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        found
    }

    fn add(&mut self, module: Module, items: &[syn::Item]) {
        let mut contents = Contents::default();
        for item in items {
            let (attributes, name) = parts(item);
            if let syn::Item::Mod(inner) = item {
                let below = [&*module, &[inner.ident.to_string()]].concat();
                match (&inner.content, is_test(attributes)) {
                    (_, true) => drop(self.tests.insert(below)),
                    (Some((_, items)), false) => self.add(below, items),
                    (None, false) => {}
                }
            } else if !is_test(attributes) {
                contents.items.extend(name);
                if let syn::Item::Macro(call) = item {
                    contents.items.extend(declared(call.mac.tokens.clone()));
                }
                contents.visit_item(item);
            }
        }
        self.modules.insert(module, contents);
    }

    /// Target of a path, seen from a module. `None` for paths into other crates.
    fn target(&self, at: &Module, path: &[String], steps: usize) -> Option<Target> {
        let mut here = at.clone();
        for (index, name) in path.iter().enumerate() {
            match name.as_str() {
                "crate" => here.clear(),
                "self" => {}
                "super" => drop(here.pop()),
                _ => {
                    let below = [&*here, std::slice::from_ref(name)].concat();
                    let contents = self.modules.get(&here)?;
                    // A module and a function in it can have the same name.
                    let is_item = index + 1 == path.len() && contents.imported.contains_key(name) && steps > 0;
                    if self.modules.contains_key(&below) && !is_item {
                        here = below;
                        continue;
                    }
                    // A name can stand for a path that begins with the same name.
                    let steps = steps.checked_sub(1)?;
                    let rest = &path[index + 1..];
                    let through = |path: &[String]| self.target(&here, &[path, rest].concat(), steps);
                    return if contents.items.contains(name) {
                        Some(Target::Item(here, name.clone()))
                    } else if let Some(path) = contents.imported.get(name) {
                        through(path)
                    } else {
                        contents.globs.iter().find_map(|glob| match self.target(&here, glob, steps)? {
                            Target::Module(module) if module != here => self.target(&module, &path[index..], steps),
                            _ => None,
                        })
                    };
                }
            }
        }
        Some(Target::Module(here))
    }

    /// File that a module is written in.
    fn file(&self, module: &[String]) -> Module {
        (0..=module.len()).rev().map(|length| module[..length].to_vec()).find(|one| self.files.contains(one)).unwrap()
    }

    /// Files whose items each file mentions.
    fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for (module, contents) in &self.modules {
            let own = self.file(module);
            let items = contents.mentions.iter().filter_map(|path| match self.target(module, path, 20)? {
                Target::Item(module, name) => Some((module, name)),
                Target::Module(_) => None,
            });
            let globs = contents.globs.iter().filter_map(|path| match self.target(module, path, 20)? {
                Target::Item(module, _) | Target::Module(module) => Some((module, "*".to_owned())),
            });
            let from = uses.entry(own.clone()).or_default();
            for (module, name) in items.chain(globs) {
                let file = self.file(&module);
                if file != own {
                    from.entry(file).or_default().insert(name);
                }
            }
        }
        uses
    }
}

impl Contents {
    fn tree(&mut self, above: &[String], tree: &syn::UseTree, public: bool) {
        let with = |name: &syn::Ident| [above, &[name.to_string()]].concat();
        let (path, name) = match tree {
            syn::UseTree::Path(path) => return self.tree(&with(&path.ident), &path.tree, public),
            syn::UseTree::Group(group) => return group.items.iter().for_each(|tree| self.tree(above, tree, public)),
            syn::UseTree::Glob(_) => return self.globs.push(above.to_owned()),
            syn::UseTree::Name(name) if name.ident == "self" => (above.to_owned(), above.last().cloned()),
            syn::UseTree::Name(name) => (with(&name.ident), Some(name.ident.to_string())),
            syn::UseTree::Rename(name) if name.ident == "self" => (above.to_owned(), Some(name.rename.to_string())),
            syn::UseTree::Rename(name) => (with(&name.ident), Some(name.rename.to_string())),
        };
        // A name that is only handed on is no use of it.
        if !public {
            self.mentions.insert(path.clone());
        }
        self.imported.extend(name.map(|name| (name, path)));
    }

    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut colons) = (Vec::new(), 0);
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' && !path.is_empty() => colons += 1,
                TokenTree::Ident(name) if colons == 2 => {
                    path.push(name.to_string());
                    colons = 0;
                }
                token => {
                    self.mentions.insert(std::mem::take(&mut path));
                    colons = 0;
                    match token {
                        TokenTree::Ident(name) => path.push(name.to_string()),
                        TokenTree::Group(group) => self.tokens(group.stream()),
                        TokenTree::Punct(_) | TokenTree::Literal(_) => {}
                    }
                }
            }
        }
        self.mentions.insert(path);
    }
}

impl<'a> Visit<'a> for Contents {
    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.tree(&[], &item.tree, !matches!(item.vis, syn::Visibility::Inherited));
    }

    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}

    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        visit::visit_macro(self, call);
        self.tokens(call.tokens.clone());
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        self.mentions.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }
}

/// Types declared inside a macro such as `bitflags!`.
fn declared(tokens: TokenStream) -> Vec<String> {
    let names = |token: TokenTree| match token {
        TokenTree::Ident(name) => Some(name.to_string()),
        _ => None,
    };
    let tokens: Vec<Option<String>> = tokens.into_iter().map(names).collect();
    let types = tokens.windows(2).filter(|pair| pair[0].as_deref() == Some("struct"));
    types.filter_map(|pair| pair[1].clone()).collect()
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    let test = |attribute: &syn::Attribute| attribute.parse_args::<syn::Ident>().is_ok_and(|name| name == "test");
    attributes.iter().any(|attribute| attribute.path().is_ident("cfg") && test(attribute))
}

/// Attributes of an item, and its name if it has one.
fn parts(item: &syn::Item) -> (&[syn::Attribute], Option<String>) {
    let (attributes, name) = match item {
        syn::Item::Const(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        syn::Item::Impl(item) => (&item.attrs, None),
        syn::Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        syn::Item::Mod(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Static(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Type(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Union(item) => (&item.attrs, Some(&item.ident)),
        syn::Item::Use(item) => (&item.attrs, None),
        _ => return (&[], None),
    };
    (attributes, name.map(ToString::to_string))
}

/// Groups of modules that reach each other.
fn cycles(uses: &Uses) -> BTreeSet<BTreeSet<&Module>> {
    let reached = |from| {
        let (mut found, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(module) = open.pop() {
            for used in uses.get(module).into_iter().flat_map(BTreeMap::keys) {
                if found.insert(used) {
                    open.push(used);
                }
            }
        }
        found
    };
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = uses.keys().map(|module| (module, reached(module))).collect();
    let cyclic = reached.iter().filter(|(module, found)| found.contains(*module));
    let groups = cyclic.map(|(module, found)| found.iter().copied().filter(|one| reached[one].contains(module)));
    groups.map(Iterator::collect).collect()
}

#[test]
fn modules_import_each_other_without_cycles() {
    let mut found = Vec::new();
    for name in CRATES {
        let uses = Crate::read(name).uses();
        let path = |module: &Module| [&[name.to_owned()], &**module].concat().join("::");
        for cycle in cycles(&uses) {
            let within = cycle.iter().flat_map(|from| uses[*from].iter().map(move |(to, names)| (from, to, names)));
            let arrows = within.filter(|(_, to, _)| cycle.contains(to)).map(|(from, to, names)| {
                let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                format!("  {} -> {}: {names}", path(from), path(to))
            });
            found.push(arrows.collect::<Vec<_>>().join("\n"));
        }
    }
    assert!(found.is_empty(), "{} import cycles\n{}", found.len(), found.join("\n\n"));
}
