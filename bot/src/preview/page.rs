//! Page that a designer can publish: a whole army in one HTML file, pictures included.

use std::sync::Arc;

use data_encoding::BASE64;
use engine::battalion::{Definition, Link};
use engine::play::Rules;
use engine::titans::Game;
use engine::view::Viewer;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use render::cards::Sheet;
use render::{Options, People, Person, Picture, RenderError, Renderer, Theme};

use crate::discord::rules_text::{self, Paragraph};
use crate::host::{first_position, rulebook};

/// Estimated number of leaf positions above which counting stops.
const LEAVES: u64 = 2_000_000;
/// Maximum depth of the count, in plies.
const PLIES: u32 = 6;

const STYLE: &str = include_str!("page.css");

/// Builds the page of an army.
pub fn page(renderer: &Renderer, definition: &Arc<Definition>) -> Result<String, RenderError> {
    let sheet = renderer.sheet(&Sheet::of(definition), Theme::Light)?;
    let mut pieces = Vec::new();
    for piece in &definition.pieces {
        let pictures = rulebook::piece_pictures(renderer, definition, piece, Theme::Light)?;
        pieces.push((piece, rules_text::piece(definition, piece), pictures));
    }
    let begin = begin(renderer, definition)?;
    let by = [("by ", &definition.author), ("", &definition.license)];
    let by: Vec<String> =
        by.iter().filter(|(_, who)| !who.is_empty()).map(|(word, who)| format!("{word}{who}")).collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="description" content=(definition.summary);
                title { (definition.name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (definition.name) }
                @if !by.is_empty() { p.by { (by.join(", ")) } }
                (picture(&sheet))
                (paragraphs(&rules_text::battalion(definition)))
                nav { @for (piece, ..) in &pieces { a href={ "#" (piece.id) } { (piece.name) } " " } }
                @for (piece, told, pictures) in &pieces {
                    section id=(piece.id) {
                        h2 { (piece.name) }
                        (paragraphs(told))
                        // The movement, then the examples in the order of the file.
                        @for shown in pictures { (picture(shown)) }
                    }
                }
                @if let Some((board, counts)) = begin {
                    section id="first-position" {
                        h2 { "The first position" }
                        (picture(&board))
                        p { "Ways to play on (perft), for comparison with another program:" }
                        table {
                            tr { th { "plies" } th { "leaves" } }
                            @for (plies, leaves) in (1..).zip(counts) { tr { td { (plies) } td { (grouped(leaves)) } } }
                        }
                    }
                }
            }
        }
    };
    Ok(page.into_string())
}

fn paragraphs(all: &[Paragraph]) -> Markup {
    html! {
        @for one in all {
            @for (index, line) in one.text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
                p {
                    @if index == 0 && !one.head.is_empty() { b { (one.head) ": " } }
                    (line)
                    @if let Some(link) = one.link.as_ref().filter(|_| index + 1 == one.text.lines().count()) { " " (address(link)) }
                }
            }
        }
    }
}

fn address(link: &Link) -> Markup {
    html! { a href=(link) rel="noopener" { (link) } }
}

fn picture(picture: &Picture) -> Markup {
    let source = format!("data:image/png;base64,{}", BASE64.encode(&picture.png));
    html! { img src=(source) width=(picture.width) height=(picture.height) alt=(picture.alt); }
}

/// Draws the board before the first turn of the army against itself, and counts the leaf positions after one ply, two
/// plies and so on. `None` if the army requires choices before the first turn.
fn begin(renderer: &Renderer, definition: &Arc<Definition>) -> Result<Option<(Picture, Vec<u64>)>, RenderError> {
    let Ok(game) = first_position(definition) else { return Ok(None) };
    let people = People { seats: game.setup().armies.iter().map(|army| Person::named(&army.name)).collect() };
    let options = Options { theme: Theme::Light, ..Options::default() };
    let board = renderer.turn(&game.view(Viewer::Public), &people, &options)?;
    Ok(Some((board, counts(&game))))
}

/// Counts leaf positions by depth, as far as this is quick.
fn counts(game: &Game) -> Vec<u64> {
    let rules: &Rules = game.rules();
    let mut counts: Vec<u64> = Vec::new();
    for depth in 1..=PLIES {
        // Estimate: each ply multiplies the number by about the same factor.
        let expected = match counts[..] {
            [.., before, last] => last * (last / before.max(1)).max(1),
            [last] => last * last,
            [] => 0,
        };
        if expected > LEAVES {
            break;
        }
        counts.push(rules.perft(&mut game.position().clone(), depth));
    }
    counts
}

/// Formats a number with commas: `8,902`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, rest) = digits.split_at(first);
    let threes = (0..rest.len()).step_by(3).map(|at| &rest[at..at + 3]);
    std::iter::once(head).filter(|head| !head.is_empty()).chain(threes).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::ability;
    use engine::battalion::{builtin, load_builtin, read};

    #[test]
    fn every_army_has_a_page_with_everything_in_it() {
        let renderer = Renderer::new().unwrap();
        for one in builtin() {
            let definition = load_builtin(one.id).unwrap();
            let page = page(&renderer, &definition).unwrap();
            let shown: usize = definition.pieces.iter().map(|piece| piece.examples.len()).sum();
            assert!(page.matches("<img ").count() > shown + definition.pieces.len(), "{}", one.id);
            for piece in &definition.pieces {
                assert!(page.contains(&format!("<h2>{}</h2>", piece.name)), "{}: {}", one.id, piece.name);
            }
            assert!(page.contains(&definition.author) && page.contains("The first position"), "{}", one.id);
            // The page loads nothing from elsewhere.
            assert!(!page.contains("src=\"http") && !page.contains("<script"), "{}", one.id);
        }
    }

    #[test]
    fn the_counts_are_those_of_chess() {
        let game = first_position(&load_builtin("medieval").unwrap()).unwrap();
        assert_eq!(counts(&game), [20, 400, 8_902, 197_281]);
        assert_eq!([0, 999, 1_000, 4_865_609].map(grouped), ["0", "999", "1,000", "4,865,609"]);
    }

    #[test]
    fn what_a_file_says_is_text_on_the_page() {
        let text = "format = 1\nid = \"small\"\nname = \"Small\"\nauthor = \"A & B\"\n\
                    summary = \"<script>alert(1)</script> <b>B</b>\"\n\
                    prose = \"\\\"</p><img src=x onerror=alert(1)>\"\n[territory]\nlayout = [\".K.\"]\n\
                    [[piece]]\nid = \"king\"\nname = \"King\"\nsymbol = \"K\"\ntitan = true\nmoves = \"K\"\n";
        let definition = Arc::new(read(text, &ability::specs()).unwrap());
        let page = page(&Renderer::new().unwrap(), &definition).unwrap();
        assert!(!page.contains("<script>") && !page.contains("<img src=x") && !page.contains("<b>B"), "{page}");
        assert!(page.contains("&lt;script&gt;") && page.contains("A &amp; "));
    }
}
