//! The Battalions that come with the program: files like any other, read by the same code.

use std::sync::{Arc, OnceLock};

use super::error::FileError;
use super::suggest::nearest;
use super::{Definition, read};
use crate::ability;

type Loaded = Result<Arc<Definition>, Vec<FileError>>;

/// A Battalion file that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Its id, the same as in the file.
    pub id: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Why a built-in Battalion could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// There is none of this id.
    #[error("there is no built-in Battalion `{id}`{}", .suggestion.as_ref().map(|s| format!(", did you mean `{s}`?")).unwrap_or_default())]
    Unknown {
        /// What was asked for.
        id: String,
        /// What may have been meant.
        suggestion: Option<String>,
    },
    /// Its file is faulty, which the tests exclude.
    #[error("the built-in Battalion `{id}` is faulty: {}", .errors.first().map(ToString::to_string).unwrap_or_default())]
    Faulty {
        /// Which.
        id: &'static str,
        /// What is wrong with it.
        errors: Vec<FileError>,
    },
}

/// Every built-in Battalion, in the order to list them.
pub const fn builtin() -> &'static [Builtin] {
    const {
        &[
            Builtin { id: "medieval", text: include_str!("../../battalions/medieval.toml") },
            Builtin { id: "makpong", text: include_str!("../../battalions/makpong.toml") },
            Builtin { id: "baroque-duel", text: include_str!("../../battalions/baroque-duel.toml") },
            Builtin { id: "baroque", text: include_str!("../../battalions/baroque.toml") },
            Builtin { id: "the-party", text: include_str!("../../battalions/the-party.toml") },
            Builtin { id: "party-volatile", text: include_str!("../../battalions/party-volatile.toml") },
            Builtin { id: "reptilian-order", text: include_str!("../../battalions/reptilian-order.toml") },
            Builtin { id: "alchemists", text: include_str!("../../battalions/alchemists.toml") },
        ]
    }
}

/// A built-in Battalion by its id. Its file is read once.
///
/// ```
/// let medieval = engine::battalion::load_builtin("medieval")?;
/// assert_eq!(medieval.pieces.len(), 6);
/// # Ok::<(), engine::battalion::LoadError>(())
/// ```
///
/// # Errors
/// [`LoadError::Unknown`] if there is none of this id.
pub fn load_builtin(id: &str) -> Result<Arc<Definition>, LoadError> {
    static LOADED: OnceLock<Vec<Loaded>> = OnceLock::new();
    let loaded = LOADED.get_or_init(|| {
        let abilities = ability::specs();
        builtin().iter().map(|builtin| read(builtin.text, &abilities).map(Arc::new)).collect()
    });
    let found = builtin().iter().zip(loaded).find(|(builtin, _)| builtin.id == id);
    match found {
        Some((_, Ok(definition))) => Ok(Arc::clone(definition)),
        Some((builtin, Err(errors))) => Err(LoadError::Faulty { id: builtin.id, errors: errors.clone() }),
        None => {
            let suggestion = nearest(id, builtin().iter().map(|builtin| builtin.id));
            Err(LoadError::Unknown { id: id.to_owned(), suggestion })
        }
    }
}
