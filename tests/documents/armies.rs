//! Pages about armies, made from their files: `UPDATE_EXPECTED=1 cargo test -p battalion --test documents armies` writes them anew.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use battalion::discord::rules_text::{self, Paragraph};
use battalion::host::rulebook;
use engine::battalion::{Definition, builtin, load_builtin};
use engine::clash::{self, WARES};
use render::cards::Sheet;
use render::{Picture, Renderer, Theme};
use tests::Board;

use crate::top;

/// Folder of the pages, from the top.
const FOLDER: &str = "docs/armies";

/// A page and its pictures, by the names of their files.
struct Page {
    text: String,
    pictures: Vec<(String, Picture)>,
}

impl Page {
    fn show(&mut self, name: String, width: u32, picture: Picture) {
        let alt = picture.alt.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('\n', " ");
        writeln!(self.text, "\n<img src=\"pictures/{name}\" width=\"{width}\" alt=\"{alt}\">").unwrap();
        self.pictures.push((name, picture));
    }

    fn say(&mut self, paragraphs: &[Paragraph]) {
        for one in paragraphs {
            let head = if one.head.is_empty() { String::new() } else { format!("**{}:** ", one.head) };
            let link = one.link.as_ref().map(|link| format!(" <{link}>")).unwrap_or_default();
            // In Markdown a star or an underscore would be markup.
            let text = one.text.trim().replace('*', "\\*").replace('_', "\\_");
            writeln!(self.text, "\n{head}{text}{link}").unwrap();
        }
    }
}

/// A section for each piece, with the diagram of its movement. Examples are shown by the rulebook.
fn pieces(page: &mut Page, renderer: &Renderer, army: &Arc<Definition>) {
    for piece in &army.pieces {
        writeln!(page.text, "\n## {}", piece.name).unwrap();
        let pictures = rulebook::piece_pictures(renderer, army, piece, Theme::Dark).unwrap();
        if let Some(movement) = pictures.into_iter().next() {
            page.show(format!("{}-{}.png", army.id, piece.id), 320, movement);
        }
        page.say(&rules_text::piece(army, piece));
    }
}

/// Page of the pieces that can be bought in Clash of the Armies.
fn shop(renderer: &Renderer) -> Page {
    let mut text = "# The pieces of Clash of the Armies\n\nDesigned by Lunar000. An army has exactly 1 Leader and at most 1 Jewel, \
                    2 Heavy, 4 Light (2 of one kind) and 8 Peasants. [How the game is played](../games/clash-of-the-armies.md).\n\n\
                    | piece | class | gold |\n| --- | --- | --- |\n"
        .to_owned();
    for ware in &WARES {
        let (id, name, class) = (ware.id, ware.name, ware.class.name());
        let cost = ware.cost.map_or_else(|| "by auction".to_owned(), |cost| cost.to_string());
        writeln!(text, "| [{name}](#{id}) | {class} | {cost} |").unwrap();
    }
    let mut page = Page { text, pictures: Vec::new() };
    let army = clash::definition(true, true).unwrap();
    pieces(&mut page, renderer, &army);
    page.text += "\nThis page is made from the files of the game. Numbers such as C-17 are those of the [rules](../rules/clash.md).\n";
    page
}

fn page(renderer: &Renderer, army: &Arc<Definition>) -> Page {
    let mut page = Page { text: format!("# {}\n\nDesigner: {}.\n", army.name, army.author), pictures: Vec::new() };
    page.show(format!("{}.png", army.id), 480, renderer.sheet(&Sheet::of(army), Theme::Dark).unwrap());
    page.say(&rules_text::battalion(army));
    pieces(&mut page, renderer, army);
    let about = format!(
        "\nThis page is made from the army's file, [`{id}.toml`](../../engine/battalions/{id}.toml). Numbers such as T-12 are \
         those of the [rules](../rules/README.md).\n",
        id = army.id
    );
    page.text += &about;
    page
}

fn index(armies: &[Arc<Definition>]) -> String {
    let mut text =
        "# Armies\n\nEvery Battalion that comes with the bot, as `/battalions show` shows it. The pieces of \
                    Clash of the Armies are [on a page of their own](clash.md).\n\n| Battalion | by | in short |\n\
                    | --- | --- | --- |\n"
            .to_owned();
    for army in armies {
        writeln!(text, "| [{}]({}.md) | {} | {} |", army.name, army.id, army.author, army.summary).unwrap();
    }
    text
}

/// Every file of the folder with its expected content.
fn expected() -> Vec<(PathBuf, Vec<u8>)> {
    let renderer = Renderer::new().unwrap();
    let armies: Vec<_> = builtin().iter().map(|army| load_builtin(army.id).unwrap()).collect();
    let mut files = vec![(PathBuf::from("README.md"), index(&armies).into_bytes())];
    let pages = armies.iter().map(|army| (army.id.as_str(), page(&renderer, army)));
    for (id, page) in pages.chain([("clash", shop(&renderer))]) {
        files.push((format!("{id}.md").into(), page.text.into_bytes()));
        let pictures = page.pictures.into_iter();
        files.extend(pictures.map(|(name, picture)| (PathBuf::from("pictures").join(name), picture.png)));
    }
    files
}

#[test]
fn pages_of_armies_are_as_their_files() {
    let folder = top().join(FOLDER);
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("pictures")).unwrap();
        for (name, bytes) in expected() {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
        return;
    }
    let again = "run it with UPDATE_EXPECTED=1, then look at what git says has changed";
    for (name, bytes) in expected() {
        let found =
            std::fs::read(folder.join(&name)).unwrap_or_else(|_| panic!("{} is missing: {again}", name.display()));
        // Pictures that another compressor wrote are the same if their pixels are.
        let drawn_alike = || {
            let (found, drawn) = (Board::decode(&found), Board::decode(&bytes));
            found.size() == drawn.size() && found.differs(&drawn) == 0
        };
        let is_picture = name.extension().is_some_and(|extension| extension == "png");
        let same = found == bytes || is_picture && drawn_alike();
        assert!(same, "{} is out of date: {again}", name.display());
    }
}
