//! Tests of how well the pieces of an army can be told apart.

use std::fmt::Write as _;

use engine::battalion::{builtin, load_builtin};
use engine::view::Look;
use render::cards::look;
use render::{LEAST_DIFFERENCE, Renderer};

use crate::compare::recorded;

/// Most similar other piece of every piece, and the difference of the two: `golden/likeness.txt`.
#[test]
fn the_pieces_of_built_in_armies_are_told_apart() {
    let renderer = Renderer::new().unwrap();
    let mut least = (f32::MAX, String::new());
    let mut found = String::new();
    for army in builtin() {
        let army = load_builtin(army.id).unwrap();
        let looks: Vec<Look> = army.pieces.iter().map(|piece| look(&army, piece)).collect();
        let prints = renderer.prints(&looks);
        for (index, one) in looks.iter().enumerate() {
            let (other, difference) = prints.nearest(index).unwrap();
            let both = format!("{} and {}", one.name, looks[other].name);
            writeln!(found, "{}: {both} {difference:.2}", army.id).unwrap();
            if difference < least.0 {
                least = (difference, both);
            }
        }
    }
    assert!(least.0 >= LEAST_DIFFERENCE, "{least:?}");
    // The limit is close to what the built-in pieces need.
    assert!(least.0 < LEAST_DIFFERENCE + 0.05, "{least:?}");
    recorded("likeness", &found);
}

#[test]
fn the_nearest_piece_is_found_wherever_it_stands() {
    let ids = ["medieval/rook", "medieval/bishop", "medieval/queen"];
    let renderer = Renderer::new().unwrap();
    for twin in 0..ids.len() {
        let mut looks: Vec<_> = ids.iter().map(|id| crate::fixture::look(id)).collect();
        looks.push(looks[twin].clone());
        let prints = renderer.prints(&looks);
        assert_eq!(prints.nearest(twin), Some((ids.len(), 0.0)));
        assert_eq!(prints.nearest(ids.len()), Some((twin, 0.0)));
    }
}
