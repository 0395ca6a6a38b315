//! Draws the fixtures into a folder, for looking at them: `cargo run -p render --example look -- DIR`.
#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::time::Instant;

use engine::board::Side;
use fixture::{clash, cross, duel, friends, middle_game, six, sp, states, three};
use render::{Hint, HintKind, Options, Renderer, Theme};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let dir = std::env::args().nth(1).ok_or("which folder?")?;
    let start = Instant::now();
    let renderer = Renderer::new()?;
    println!("start {:?}", start.elapsed());
    let people = friends();
    let mut hints = Options { selected: Some(sp("d5")), ..Options::default() };
    for (space, kind) in [
        ("d4", HintKind::Move), ("e5", HintKind::Capture), ("c7", HintKind::Capture), ("f6", HintKind::Jump),
        ("b6", HintKind::Jump), ("b4", HintKind::Move), ("f4", HintKind::Shot), ("e7", HintKind::Shot),
        ("a7", HintKind::Effect), ("h7", HintKind::Effect), ("h1", HintKind::Swap), ("b3", HintKind::Place), ("d5", HintKind::Ability),
    ] {
        hints.hints.push(Hint { space: sp(space), kind });
    }
    let plain = Options::default();
    let with = |theme, bottom| Options { theme, bottom, ..Options::default() };
    for (name, view, options) in [
        ("start", duel("medieval", "medieval"), plain.clone()),
        ("middle", middle_game(), plain.clone()),
        ("hints", middle_game(), hints),
        ("states", states(), plain.clone()),
        ("states_light", states(), with(Theme::Light, Some(Side::North))),
        ("states_hc", states(), with(Theme::HighContrast, Some(Side::West))),
        ("snare", duel("snare", "medieval"), plain.clone()),
        ("clash", clash(), plain.clone()),
        ("cross", cross(["medieval", "baroque", "party", "volatile"]), plain.clone()),
        ("three", three(), plain.clone()),
        ("six", six(), plain.clone()),
    ] {
        let start = Instant::now();
        let picture = renderer.turn(&view, &people, &options)?;
        let cold = start.elapsed();
        let mut times: Vec<_> = (0..50)
            .map(|_| {
                let start = Instant::now();
                renderer.turn(&view, &people, &options).map(|_| start.elapsed())
            })
            .collect::<Result<_, _>>()?;
        times.sort();
        println!("{name} {}x{} {} B cold {cold:?} warm {:?}\n  {}", picture.width, picture.height, picture.png.len(), times[25], picture.alt);
        std::fs::write(format!("{dir}/{name}.png"), picture.png)?;
    }
    Ok(())
}
