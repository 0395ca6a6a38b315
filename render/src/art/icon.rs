//! Icon set: `assets/icons.txt` holds outlines, `assets/composed.txt` combines some of them.

use std::collections::HashMap;
use std::sync::OnceLock;

use engine::piece::art::Art as OwnArt;
use engine::view::Look;

use super::path::{Outline, outline};

/// Colouring of an icon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Icon in the Player's colour, holes in the detail colour.
    Solid,
    /// For icons made of lines: silhouette in the Player's colour, lines in the detail colour.
    Line,
}

/// One icon of a composition.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// Index of the outline.
    pub glyph: usize,
    /// Longer side of the icon, in cells.
    pub scale: f32,
    /// Offset from the centre, in cells.
    pub dx: f32,
    pub dy: f32,
    /// `true` for an icon drawn small, on a round plate in the lower right corner.
    pub plate: bool,
}

/// Appearance of a piece.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Art {
    /// Icon of the set, by index.
    Icon(u16),
    /// Custom picture of the piece.
    Own(OwnArt),
    /// Symbol on a round token, for pieces without a known icon.
    Letter(String),
}

/// Outline of the set, parsed when first drawn.
#[derive(Debug)]
pub(crate) struct Glyph {
    data: &'static str,
    pub style: Style,
    outline: OnceLock<Option<Outline>>,
}

impl Glyph {
    pub(crate) fn outline(&self) -> Option<&Outline> {
        self.outline.get_or_init(|| outline(self.data)).as_ref()
    }
}

/// The icon set.
#[derive(Debug)]
pub(crate) struct Icons {
    glyphs: Vec<Glyph>,
    icons: Vec<Vec<Layer>>,
    names: HashMap<&'static str, u16>,
    /// Sign on the plate of an icon, and the icon without it.
    plates: HashMap<u16, (Plate, u16)>,
}

/// Sign on a small round plate, by its outline in the set.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Plate(usize);

const OUTLINES: &str = include_str!("../../assets/icons.txt");
const COMPOSED: &str = include_str!("../../assets/composed.txt");
/// Default size of an icon: its longer side, in cells.
pub(super) const SCALE: f32 = 0.84;

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// Returns the names of all icons in alphabetical order: the valid values of a piece's `icon`.
///
/// ```
/// assert!(render::icons().contains(&"chess-king"));
/// ```
pub fn icons() -> Vec<&'static str> {
    let plain = lines(OUTLINES).filter_map(|line| Some(line.split_once('\t')?.0));
    let composed = lines(COMPOSED).filter_map(|line| Some(line.split_once(" = ")?.0));
    let mut names: Vec<_> = plain.chain(composed).collect();
    names.sort_unstable();
    names.dedup();
    names
}

impl Icons {
    /// Parses the set. `Err` names the malformed line; a test rules this out.
    #[expect(clippy::cast_possible_truncation, reason = "the set has a few thousand icons")]
    pub(crate) fn new() -> Result<Self, &'static str> {
        let mut glyphs = Vec::new();
        let mut by_name = HashMap::new();
        for line in lines(OUTLINES) {
            let mut fields = line.split('\t');
            let (Some(name), Some(_author), Some(style), Some(data)) =
                (fields.next(), fields.next(), fields.next(), fields.next())
            else {
                return Err(line);
            };
            by_name.insert(name, glyphs.len());
            let style = if style == "line" { Style::Line } else { Style::Solid };
            glyphs.push(Glyph { data, style, outline: OnceLock::new() });
        }
        let plain = |glyph| vec![Layer { glyph, scale: SCALE, dx: 0.0, dy: 0.0, plate: false }];
        let mut icons: Vec<_> = (0..glyphs.len()).map(plain).collect();
        let mut names: HashMap<_, _> = by_name.iter().map(|(&name, &glyph)| (name, glyph as u16)).collect();
        for line in lines(COMPOSED) {
            let (name, layers) = line.split_once(" = ").ok_or(line)?;
            let layers: Option<Vec<_>> = layers.split(" + ").map(|text| layer(text, &by_name)).collect();
            names.insert(name, icons.len() as u16);
            icons.push(layers.ok_or(line)?);
        }
        let mut plates = HashMap::new();
        for id in 0..icons.len() {
            if let Some(sign) = icons[id].iter().find(|layer| layer.plate) {
                plates.insert(id as u16, (Plate(sign.glyph), icons.len() as u16));
                let rest = icons[id].iter().filter(|layer| !layer.plate).cloned().collect();
                icons.push(rest);
            }
        }
        Ok(Self { glyphs, icons, names, plates })
    }

    /// Appearance of a piece: its custom picture, else its icon, else its symbol.
    pub(crate) fn art(&self, look: &Look) -> Art {
        match (&look.art, self.names.get(look.icon.as_str())) {
            (Some(own), _) => Art::Own(own.clone()),
            (None, Some(&id)) => Art::Icon(id),
            (None, None) => Art::Letter(look.symbol.chars().take(4).collect()),
        }
    }

    /// Plate of an icon, and the same icon without it.
    pub(crate) fn plate(&self, art: &Art) -> Option<(Plate, Art)> {
        let Art::Icon(id) = art else { return None };
        self.plates.get(id).map(|&(plate, rest)| (plate, Art::Icon(rest)))
    }

    /// Outline of a plate's sign.
    pub(crate) fn sign(&self, plate: Plate) -> Option<&Outline> {
        self.glyphs[plate.0].outline()
    }

    pub(crate) fn layers(&self, id: u16) -> &[Layer] {
        self.icons.get(id as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn glyph(&self, layer: &Layer) -> &Glyph {
        &self.glyphs[layer.glyph]
    }

    /// Returns a plain icon by name.
    pub(crate) fn named(&self, name: &str) -> Option<&Glyph> {
        self.layers(*self.names.get(name)?).first().map(|layer| self.glyph(layer))
    }
}

fn layer(text: &str, by_name: &HashMap<&str, usize>) -> Option<Layer> {
    let plate = text.starts_with('@');
    let mut fields = text.trim_start_matches('@').split(':');
    let glyph = *by_name.get(fields.next()?)?;
    let mut number = |default: f32| fields.next().map_or(Some(default), |text| text.parse().ok());
    Some(Layer {
        glyph,
        scale: number(if plate { 0.25 } else { SCALE })?,
        dx: number(if plate { 0.24 } else { 0.0 })?,
        dy: number(if plate { 0.23 } else { 0.0 })?,
        plate,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_icon_can_be_drawn() {
        let set = Icons::new().unwrap();
        let look = |icon: &str| Look {
            id: "army/piece".to_owned(),
            name: "Piece".to_owned(),
            symbol: "Zq".to_owned(),
            icon: icon.to_owned(),
            art: None,
            titan: false,
            blocking: true,
        };
        for name in icons() {
            let Art::Icon(id) = set.art(&look(name)) else { panic!("{name}") };
            assert!(!set.layers(id).is_empty());
            for layer in set.layers(id) {
                assert!(set.glyph(layer).outline().is_some(), "{name}");
            }
        }
        assert_eq!(set.art(&look("no-such-icon")), Art::Letter("Zq".into()));
    }
}
