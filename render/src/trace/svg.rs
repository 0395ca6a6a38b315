//! SVG files to pixels. Only paths and basic shapes are drawn: clones, patterns and the like can make a small file cost
//! hours, and pictures and fonts would have to be loaded.

use image::RgbaImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree, roxmltree};

use super::error::TraceError;

/// Longer side of the drawing, in pixels.
const SIDE: f32 = 512.0;
/// Maximum number of elements, attributes and texts.
const NODES: u32 = 4000;
/// Maximum nesting of elements.
const DEPTH: usize = 60;
/// Elements that are not drawn here.
const OTHER: [&str; 11] =
    ["use", "image", "feImage", "text", "pattern", "filter", "marker", "mask", "clipPath", "foreignObject", "switch"];

/// Draws an SVG file.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "pixels, and colours from 0 to 255")]
pub(super) fn decode(bytes: &[u8]) -> Result<RgbaImage, TraceError> {
    let text = std::str::from_utf8(bytes).map_err(|_| TraceError::Unknown)?;
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('<') {
        return Err(TraceError::Unknown);
    }
    let options = roxmltree::ParsingOptions { allow_dtd: true, nodes_limit: NODES, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => TraceError::Intricate,
        _ => TraceError::Damaged,
    })?;
    if document.root_element().tag_name().name() != "svg" {
        return Err(TraceError::Unknown);
    }
    let elements = || document.descendants().filter(roxmltree::Node::is_element);
    if elements().any(|element| OTHER.contains(&element.tag_name().name())) {
        return Err(TraceError::Elements);
    }
    if elements().any(|element| element.ancestors().nth(DEPTH).is_some()) {
        return Err(TraceError::Intricate);
    }
    // Elements that load files are refused above; the resolvers make sure that none is read.
    let nothing = ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: nothing, ..Options::default() };
    let tree = Tree::from_xmltree(&document, &options).map_err(|_| TraceError::Damaged)?;
    let (wide, high) = (tree.size().width(), tree.size().height());
    let k = SIDE / wide.max(high);
    let side = |length: f32| (length * k).round().max(1.0) as u32;
    let mut pixels = Pixmap::new(side(wide), side(high)).ok_or(TraceError::Damaged)?;
    resvg::render(&tree, Transform::from_scale(k, k), &mut pixels.as_mut());
    let (width, height) = (pixels.width(), pixels.height());
    RgbaImage::from_raw(width, height, pixels.take_demultiplied()).ok_or(TraceError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(inner: &str) -> Result<RgbaImage, TraceError> {
        decode(
            format!(
                r#"<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">{inner}</svg>"#
            )
            .as_bytes(),
        )
    }

    #[test]
    fn shapes_are_drawn_large() {
        let picture = svg(r#"<circle cx="22.5" cy="22.5" r="18" fill="white" stroke="black"/>"#).unwrap();
        assert_eq!((picture.width(), picture.height()), (512, 512));
        assert_eq!(picture.get_pixel(256, 256).0, [255; 4]);
        assert_eq!(picture.get_pixel(5, 5)[3], 0);
    }

    /// Every element that could draw something else is refused, at any depth.
    #[test]
    fn other_elements_are_refused() {
        for name in OTHER {
            let element = format!("<{name}/>");
            for inner in [element.clone(), format!("<defs>{element}</defs>"), format!("<g><g>{element}</g></g>")] {
                assert_eq!(svg(&inner), Err(TraceError::Elements), "{inner}");
            }
        }
        for name in ["g", "defs", "title", "linearGradient"] {
            assert!(svg(&format!("<{name}/><circle cx='9' cy='9' r='9'/>")).is_ok(), "{name}");
        }
    }

    #[test]
    fn hostile_files_are_refused_quickly() {
        let uses = r##"<g id="a"><path d="M0 0h9v9z"/></g><g id="b"><use href="#a"/><use href="#a"/></g>"##;
        assert_eq!(svg(uses), Err(TraceError::Elements));
        assert_eq!(svg(r#"<image href="/etc/passwd"/>"#), Err(TraceError::Elements));
        assert_eq!(svg(&"<g>".repeat(100)), Err(TraceError::Damaged));
        let deep = format!("{}{}", "<g>".repeat(200), "</g>".repeat(200));
        assert_eq!(svg(&deep), Err(TraceError::Intricate));
        assert_eq!(svg(&"<path d='M0 0h9v9z'/>".repeat(9000)), Err(TraceError::Intricate));
        let laughs = r#"<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;&d;&d;">]><svg xmlns="http://www.w3.org/2000/svg">&e;&e;&e;&e;&e;&e;&e;&e;&e;&e;</svg>"#;
        assert!(decode(laughs.as_bytes()).is_err());
        for size in
            ["width='0' height='0'", "width='1e30' height='1e30'", "width='1e30' height='1'", "viewBox='0 0 0 0'"]
        {
            let file = format!("<svg xmlns='http://www.w3.org/2000/svg' {size}><path d='M0 0h9v9z'/></svg>");
            let drawn = decode(file.as_bytes());
            assert!(drawn.is_err() || drawn.is_ok_and(|drawn| drawn.width() <= 512 && drawn.height() <= 512), "{size}");
        }
        assert_eq!(decode(b"<html><body/></html>"), Err(TraceError::Unknown));
        assert_eq!(decode(b"no picture"), Err(TraceError::Unknown));
    }
}
