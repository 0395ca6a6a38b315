//! Gallery writer: `cargo run --release -p render --example gallery` writes `docs/gallery.md`, `docs/icons.md` and the
//! pictures in `docs/pictures`. A folder as argument is written to instead, to review changes first.

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use fixture::friends;
use fixture::games::{game, opera};
use fixture::samples::samples;
use render::{Options, Renderer, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");
    let docs = std::env::args().nth(1).map_or_else(|| PathBuf::from(docs), PathBuf::from);
    let pictures = docs.join("pictures");
    std::fs::create_dir_all(&pictures)?;
    let renderer = Renderer::new()?;
    let mut page = String::from(
        "# Gallery\n\nMade by the program: `cargo run --release -p render --example gallery`. Under each picture stands the \
         description that goes with it, for people who do not see it.\n",
    );
    let mut group = "";
    for sample in samples() {
        let start = Instant::now();
        let picture = (sample.draw)(&renderer)?;
        println!(
            "{:16} {:4}x{:<4} {:6} B {:6.2?}",
            sample.name,
            picture.width,
            picture.height,
            picture.png.len(),
            start.elapsed()
        );
        std::fs::write(pictures.join(format!("{}.png", sample.name)), &picture.png)?;
        if group != sample.group {
            group = sample.group;
            write!(page, "\n## {group}\n")?;
        }
        let alt = picture.alt.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        let wide = picture.width.min(720);
        write!(
            page,
            "\n### {}\n\n<img src=\"pictures/{}.png\" width=\"{wide}\" alt=\"{alt}\">\n\n> {alt}\n",
            sample.about, sample.name
        )?;
    }
    let start = Instant::now();
    let options = Options { size: Size::Small, ..Options::default() };
    let replay = renderer.replay(&game(80), &friends(), &options)?;
    println!(
        "replay           {:4}x{:<4} {:6} B {:6.2?}",
        replay.width,
        replay.height,
        replay.gif.len(),
        start.elapsed()
    );
    let short = renderer.replay(&opera(), &friends(), &options)?;
    std::fs::write(pictures.join("replay.gif"), &short.gif)?;
    write!(page, "\n## Replay\n\n![{0}](pictures/replay.gif)\n\n> {0}\n", short.alt)?;
    std::fs::write(docs.join("gallery.md"), page)?;
    for (name, picture) in fixture::icons::pictures(&renderer) {
        std::fs::write(pictures.join(name), &picture.png)?;
    }
    std::fs::write(docs.join("icons.md"), fixture::icons::page())?;
    Ok(())
}
