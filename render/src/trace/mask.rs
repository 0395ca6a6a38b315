//! Operations on pixel masks: closing gaps, removing specks, thickening thin parts.

use image::{GrayImage, Luma};
use imageproc::distance_transform::{Norm, distance_transform};
use imageproc::morphology::{dilate, open};
use imageproc::region_labelling::{Connectivity, connected_components};

/// Value of a pixel inside the mask.
pub(super) const IN: Luma<u8> = Luma([255]);
/// Value of a pixel outside the mask.
pub(super) const OUT: Luma<u8> = Luma([0]);

/// Half of the minimum thickness of an inner line, in pixels of the canvas: about three quarters of a pixel on a Space
/// of 22 pixels.
pub(super) const THIN_LINE: u8 = 5;
/// Halves of the minimum thickness of a body, in pixels of the canvas, tried until enough of its colour shows.
pub(super) const THIN_BODY: [u8; 4] = [5, 8, 11, 14];
/// Width of the border around a piece on a Space of 22 pixels, in pixels of the canvas.
const RIM: u8 = 15;
/// Minimum share of a token in its owner's colour, in percent.
const LEAST_INK: usize = 38;

/// Combines two masks of the same size pixel by pixel.
pub(super) fn joined(a: &GrayImage, b: &GrayImage, keep: impl Fn(bool, bool) -> bool) -> GrayImage {
    let mut out = a.clone();
    for (to, other) in out.pixels_mut().zip(b.pixels()) {
        *to = if keep(to[0] > 0, other[0] > 0) { IN } else { OUT };
    }
    out
}

/// Number of pixels in the mask.
pub(super) fn area(mask: &GrayImage) -> usize {
    mask.pixels().filter(|pixel| pixel[0] > 0).count()
}

/// Thickens a body with these inner lines until its owner's colour fills enough of the token beside lines and border;
/// `None` if it never does.
pub(super) fn inked(body: &GrayImage, lines: &GrayImage) -> Option<GrayImage> {
    THIN_BODY.into_iter().map(|half| bold(body, half)).find(|body| {
        let token = area(&dilate(body, Norm::L2, RIM)).max(1);
        let ink = area(body).saturating_sub(area(lines));
        ink * 100 / token >= LEAST_INK
    })
}

/// Bounding box: left, top, width and height.
pub(super) fn bounds(mask: &GrayImage) -> Option<(u32, u32, u32, u32)> {
    let mut found: Option<[u32; 4]> = None;
    for (x, y, _) in mask.enumerate_pixels().filter(|(.., pixel)| pixel[0] > 0) {
        let [left, top, right, bottom] = found.unwrap_or([x, y, x, y]);
        found = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    found.map(|[left, top, right, bottom]| (left, top, right - left + 1, bottom - top + 1))
}

/// Everything that cannot be reached from outside through openings wider than `2 * gap` pixels.
pub(super) fn filled(solid: &GrayImage, gap: u8) -> GrayImage {
    let pad = u32::from(gap) + 1;
    let (width, height) = solid.dimensions();
    let mut wide = GrayImage::new(width + 2 * pad, height + 2 * pad);
    image::imageops::replace(&mut wide, solid, pad.into(), pad.into());
    let walls = match gap {
        0 => wide.clone(),
        gap => dilate(&wide, Norm::L2, gap),
    };
    let regions = connected_components(&walls, Connectivity::Four, IN);
    let outside = *regions.get_pixel(0, 0);
    let mut reached = GrayImage::new(wide.width(), wide.height());
    for (to, region) in reached.pixels_mut().zip(regions.pixels()) {
        *to = if *region == outside { IN } else { OUT };
    }
    if gap > 0 {
        reached = dilate(&reached, Norm::L2, gap);
    }
    let inside = joined(&wide, &reached, |wall, reached| wall || !reached);
    image::imageops::crop_imm(&inside, pad, pad, width, height).to_image()
}

/// Fills the holes of a mask.
pub(super) fn without_holes(mask: &GrayImage) -> GrayImage {
    filled(mask, 0)
}

/// Parts of the mask with at least `percent` of the area of the largest; `None` if there are more than `most`.
pub(super) fn parts(mask: &GrayImage, percent: usize, most: usize) -> Option<GrayImage> {
    let areas = areas(mask);
    let largest = areas.1.iter().max().copied().unwrap_or(0);
    let keeps = |area: usize| area * 100 >= largest * percent;
    if areas.1.iter().filter(|area| **area > 0 && keeps(**area)).count() > most {
        return None;
    }
    Some(kept(mask, &areas, keeps))
}

/// Parts of the mask with at least `least` pixels.
pub(super) fn without_specks(mask: &GrayImage, least: usize) -> GrayImage {
    kept(mask, &areas(mask), |area| area >= least)
}

/// Part number of each pixel, and area of each part; 0 is outside the mask.
type Areas = (Vec<usize>, Vec<usize>);

fn areas(mask: &GrayImage) -> Areas {
    let labels = connected_components(mask, Connectivity::Eight, OUT);
    let labels: Vec<usize> = labels.pixels().map(|label| label[0] as usize).collect();
    let mut areas = vec![0; labels.iter().max().map_or(1, |most| most + 1)];
    for label in labels.iter().filter(|label| **label > 0) {
        areas[*label] += 1;
    }
    (labels, areas)
}

fn kept(mask: &GrayImage, (labels, areas): &Areas, keeps: impl Fn(usize) -> bool) -> GrayImage {
    let mut out = GrayImage::new(mask.width(), mask.height());
    for (to, label) in out.pixels_mut().zip(labels) {
        *to = if *label > 0 && keeps(areas[*label]) { IN } else { OUT };
    }
    out
}

/// Removes corners of thick parts from the thin rest: areas that extend no further from the thick parts than a corner
/// does.
fn without_corners(thin: &GrayImage, away: &GrayImage, half: u8) -> GrayImage {
    let areas = areas(thin);
    let mut reach = vec![0; areas.1.len()];
    for (label, away) in areas.0.iter().zip(away.pixels()) {
        reach[*label] = away[0].max(reach[*label]);
    }
    let mut out = thin.clone();
    for (to, label) in out.pixels_mut().zip(&areas.0) {
        if reach[*label] <= half.saturating_mul(2) {
            *to = OUT;
        }
    }
    out
}

/// Thickens parts thinner than `2 * half` to that width: draws along their middle with a round pen. Thin parts are what
/// remains without the thick ones and their corners.
pub(super) fn bold(mask: &GrayImage, half: u8) -> GrayImage {
    if half == 0 {
        return mask.clone();
    }
    let thick = open(mask, Norm::L2, half);
    let away = distance_transform(&thick, Norm::L2);
    let thin = without_corners(&joined(mask, &thick, |any, thick| any && !thick), &away, half);
    let outside = joined(mask, mask, |any, _| !any);
    let depth = distance_transform(&outside, Norm::L2);
    let (width, height) = mask.dimensions();
    let mut middle = GrayImage::new(width, height);
    for (x, y, _) in thin.enumerate_pixels().filter(|(.., pixel)| pixel[0] > 0) {
        let own = depth.get_pixel(x, y)[0];
        let near = [(-1, 0), (1, 0), (0, -1), (0, 1)];
        let is_ridge = near.iter().all(|(dx, dy)| {
            let (x, y) = (x.checked_add_signed(*dx), y.checked_add_signed(*dy));
            let other = x.zip(y).and_then(|(x, y)| depth.get_pixel_checked(x, y));
            other.is_none_or(|other| other[0] <= own)
        });
        if is_ridge {
            middle.put_pixel(x, y, IN);
        }
    }
    let drawn = dilate(&middle, Norm::L2, half);
    joined(mask, &drawn, |any, drawn| any || drawn)
}
