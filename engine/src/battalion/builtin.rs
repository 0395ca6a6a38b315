//! Built-in Battalions. Their files are read by the same code as any other Battalion file.

use std::sync::{Arc, OnceLock};

use super::error::FileError;
use super::suggest::nearest;
use super::{Definition, read};
use crate::ability;

type Loaded = Result<Arc<Definition>, Vec<FileError>>;

/// Built-in Battalion file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// Id, equal to the one in the file.
    pub id: &'static str,
    /// Text of the file.
    pub text: &'static str,
}

/// Error of loading a built-in Battalion.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// No built-in Battalion has this id.
    #[error("there is no built-in Battalion `{id}`{}", .suggestion.as_ref().map(|s| format!(", did you mean `{s}`?")).unwrap_or_default())]
    Unknown {
        /// Id requested.
        id: String,
        /// Nearest known id.
        suggestion: Option<String>,
    },
    /// The file has errors. Tests rule this out.
    #[error("the built-in Battalion `{id}` is faulty: {}", .errors.first().map(ToString::to_string).unwrap_or_default())]
    Faulty {
        /// Id of the Battalion.
        id: &'static str,
        /// Errors of the file.
        errors: Vec<FileError>,
    },
}

/// All built-in Battalions in display order.
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

/// Loads a built-in Battalion by its id. Each file is read only once.
///
/// ```
/// let medieval = engine::battalion::load_builtin("medieval")?;
/// assert_eq!(medieval.pieces.len(), 6);
/// # Ok::<(), engine::battalion::LoadError>(())
/// ```
///
/// # Errors
/// [`LoadError::Unknown`] if no built-in Battalion has this id.
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
