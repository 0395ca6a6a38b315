//! Piece types of the wares, as a Battalion file.

use std::sync::{Arc, OnceLock};

use super::wares::amazon;
use crate::battalion::{self, Definition, FileError};

/// File with the piece types.
const FILE: &str = include_str!("pieces.toml");

/// Piece types of a round. Peasants promote to an Amazon only in the Ultimate Round (C-8), and en passant is a setting
/// (C-16).
///
/// # Errors
/// The errors of the built-in file. Tests rule them out.
pub fn definition(ultimate: bool, en_passant: bool) -> Result<Arc<Definition>, Vec<FileError>> {
    static READ: OnceLock<Result<[Arc<Definition>; 4], Vec<FileError>>> = OnceLock::new();
    let read = READ.get_or_init(|| {
        let file = battalion::read(FILE, &crate::ability::specs())?;
        let variant = |ultimate: bool, en_passant: bool| {
            let mut file = file.clone();
            let amazon = file.pieces.iter().position(|piece| piece.id == amazon().id);
            for piece in &mut file.pieces {
                piece.takes_en_passant &= en_passant;
                piece.taken_en_passant &= en_passant;
                if let Some(promotion) = piece.promotion.as_mut().filter(|_| !ultimate) {
                    promotion.to.retain(|to| Some(*to) != amazon);
                }
            }
            Arc::new(file)
        };
        Ok([variant(false, false), variant(false, true), variant(true, false), variant(true, true)])
    });
    match read {
        Ok(variants) => Ok(variants[2 * ultimate as usize + en_passant as usize].clone()),
        Err(errors) => Err(errors.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clash::{Class, Gold, WARES, leader_cost, ware};

    #[test]
    fn every_ware_is_a_piece_of_the_file_and_no_piece_is_left_out() {
        let file = definition(true, true).unwrap();
        assert_eq!(file.pieces.len(), WARES.len());
        for (piece, ware) in file.pieces.iter().zip(&WARES) {
            assert_eq!((piece.id.as_str(), piece.name.as_str()), (ware.id, ware.name));
            assert_eq!(piece.titan, ware.class == Class::Leader);
            assert_eq!(piece.promotion.is_some(), ware.class == Class::Peasant);
        }
        assert_eq!(amazon().id, "amazon");
        assert_eq!(leader_cost(), Gold::whole(5));
        assert_eq!(ware("War Machine").map(|ware| ware.id), Some("war-machine"));
    }
}
