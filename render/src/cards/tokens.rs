//! Preview of pieces with custom pictures: in every ink, on every kind of square, in every theme.

use engine::view::Look;
use image::{Rgb, RgbImage, imageops};

use super::block::{Block, Card, Tone};
use crate::board::plain_figure;
use crate::cell::Cell;
use crate::ground::Ground;
use crate::ink::{INKS, InkId};
use crate::options::{Picture, RenderError};
use crate::renderer::Renderer;
use crate::theme::Theme;

/// Pieces of a Battalion to preview before they are accepted.
#[derive(Clone, Debug)]
pub struct Tokens {
    /// Heading.
    pub title: String,
    /// Pieces: a single one is shown on every kind of square, several on light and dark ones.
    pub pieces: Vec<Look>,
}

/// Maximum number of pieces on one card.
pub const TOKENS: usize = 6;

/// Side of a Space, in pixels: as on a board of eight files.
const SIDE: u16 = 72;
/// Side of a Space on a board of fourteen files, in pixels.
const SMALL: u16 = 46;

impl Renderer {
    /// Draws pieces in every ink and theme on one card.
    ///
    /// # Errors
    /// If the picture cannot be encoded.
    pub fn tokens(&self, tokens: &Tokens) -> Result<Picture, RenderError> {
        let mut parts = Vec::new();
        for (theme, name) in
            [(Theme::Dark, "Dark theme"), (Theme::Light, "Light theme"), (Theme::HighContrast, "High contrast")]
        {
            let mut card = Card::default();
            if parts.is_empty() {
                card.add(Block::Title(tokens.title.clone(), String::new()));
            }
            card.add(Block::Head(name.to_owned(), String::new()));
            card.add(Block::Gap(8));
            self.rows(tokens, theme, &mut card);
            parts.push(self.flat(&card, theme));
        }
        let width = parts.iter().map(RgbImage::width).max().unwrap_or(0);
        let height = parts.iter().map(RgbImage::height).sum();
        let mut all = RgbImage::new(width, height);
        let mut y = 0;
        for part in &parts {
            imageops::replace(&mut all, part, 0, y);
            y += i64::from(part.height());
        }
        let png = written(&all)?;
        let names: Vec<&str> = tokens.pieces.iter().map(|look| look.name.as_str()).collect();
        let names = names.join(", ");
        let title = if tokens.title == names { String::new() } else { format!("{}: ", tokens.title) };
        let alt = format!(
            "{title}{names} in every Player's colour, on the squares of the dark, the light and the high-contrast theme."
        );
        Ok(Picture { png, width, height, alt })
    }

    #[expect(clippy::cast_possible_truncation, reason = "pixels: a picture has a few thousand in each direction")]
    fn rows(&self, tokens: &Tokens, theme: Theme, card: &mut Card) {
        let row = |look: &Look, side: u16, ground: &dyn Fn(usize) -> Ground| {
            let cell = |ink: usize| {
                let figure = plain_figure(look, ink as InkId, &self.icons);
                Cell::bare(side, theme, ground(ink), figure)
            };
            (0..INKS.len()).map(cell).collect::<Vec<_>>()
        };
        let squares = [Ground::Light, Ground::Dark];
        match tokens.pieces.as_slice() {
            [look] => {
                for ground in Ground::ALL {
                    card.add(Block::Squares(row(look, SIDE, &|_| ground)));
                }
                card.add(Block::Squares(row(look, SMALL, &|ink| squares[ink % 2])));
            }
            several => {
                for look in several {
                    card.add(Block::Text(look.name.clone(), Tone::Quiet));
                    card.add(Block::Squares(row(look, SIDE, &|ink| squares[ink % 2])));
                }
            }
        }
    }

    fn flat(&self, card: &Card, theme: Theme) -> RgbImage {
        let frame = card.draw(self, theme);
        let palette = self.palette(theme);
        RgbImage::from_fn(frame.pixels.width(), frame.pixels.height(), |x, y| {
            Rgb(palette.rgb(frame.pixels.get_pixel(x, y)[0]))
        })
    }
}

/// Encodes a picture in the colours of several themes as PNG. The PNG is indexed if the colours fit into one palette,
/// as they do for a few pieces.
fn written(picture: &RgbImage) -> Result<Vec<u8>, RenderError> {
    let mut colours: Vec<Rgb<u8>> = picture.pixels().copied().collect();
    colours.sort_unstable_by_key(|colour| colour.0);
    colours.dedup();
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, picture.width(), picture.height());
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let index = |pixel: &Rgb<u8>| colours.binary_search_by_key(&pixel.0, |colour| colour.0);
    let indices: Option<Vec<u8>> = picture.pixels().map(|pixel| u8::try_from(index(pixel).ok()?).ok()).collect();
    match indices {
        Some(indices) => {
            encoder.set_color(png::ColorType::Indexed);
            encoder.set_filter(png::Filter::NoFilter);
            encoder.set_palette(colours.iter().flat_map(|colour| colour.0).collect::<Vec<u8>>());
            let mut writer = encoder.write_header()?;
            writer.write_image_data(&indices)?;
            writer.finish()?;
        }
        None => {
            encoder.set_color(png::ColorType::Rgb);
            let mut writer = encoder.write_header()?;
            writer.write_image_data(picture)?;
            writer.finish()?;
        }
    }
    Ok(png)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pictures with few colours have a palette, those with more than it can hold do not; both have every pixel.
    #[test]
    fn every_number_of_colours_is_written_whole() {
        for (colours, indexed) in [(1, true), (2, true), (255, true), (256, true), (257, false), (9_000, false)] {
            let picture = RgbImage::from_fn(123, 97, |x, y| {
                let number = (y * 123 + x) % colours;
                Rgb([(number % 31 * 8) as u8, (number / 31 % 37 * 6) as u8, (number / 31 / 37 * 9) as u8])
            });
            let png = written(&picture).unwrap();
            assert!(image::load_from_memory(&png).unwrap().into_rgb8() == picture, "{colours}");
            let head = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap().info().color_type;
            assert_eq!(head == png::ColorType::Indexed, indexed, "{colours}");
        }
    }
}
