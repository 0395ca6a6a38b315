//! Armies of a measurement: built-in ones and Battalion files.

use std::path::Path;
use std::sync::Arc;

use engine::battalion::{self, Definition, FileError, builtin, load_builtin};
use serde::{Deserialize, Serialize};

/// Army with the text of its file, so that a run can be repeated and its games replayed.
#[derive(Clone, Debug)]
pub struct Army {
    /// File with the army's names.
    pub file: ArmyFile,
    /// Definition read from it.
    pub definition: Arc<Definition>,
}

/// Battalion file as it is stored with a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArmyFile {
    /// Id from the file.
    pub id: String,
    /// Display name.
    pub name: String,
    /// The whole file.
    pub text: String,
}

/// Error of an army that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ArmyError {
    /// Neither a built-in army nor a file.
    #[error("{0} is neither a built-in army nor a file that can be read. Built-in armies for duels: {list}.", list = duels().join(", "))]
    Unknown(String),
    /// Faulty file.
    #[error("{0}: {first}. `battalion check` lists everything that is wrong.", first = .1.first().map(ToString::to_string).unwrap_or_default())]
    Faulty(String, Vec<FileError>),
}

/// Ids of the built-in armies that may play duels.
pub fn duels() -> Vec<&'static str> {
    let duels = builtin().iter().filter(|army| load_builtin(army.id).is_ok_and(|army| army.matches.duels()));
    duels.map(|army| army.id).collect()
}

impl Army {
    /// Built-in army of this id, or the army of a file at this path.
    ///
    /// # Errors
    /// [`ArmyError`] if there is neither, or the file is faulty.
    pub fn load(name: &str) -> Result<Self, ArmyError> {
        let known = builtin().iter().find(|army| army.id == name);
        let text = match known {
            Some(army) => army.text.to_owned(),
            None => std::fs::read_to_string(Path::new(name)).map_err(|_| ArmyError::Unknown(name.to_owned()))?,
        };
        Self::of_text(name, text)
    }

    /// Army of a file's text; errors call it `name`.
    ///
    /// # Errors
    /// [`ArmyError::Faulty`] if the file is not valid.
    pub fn of_text(name: &str, text: String) -> Result<Self, ArmyError> {
        let definition = battalion::read(&text, &engine::ability::specs())
            .map_err(|errors| ArmyError::Faulty(name.to_owned(), errors))?;
        let file = ArmyFile { id: definition.id.clone(), name: definition.name.clone(), text };
        Ok(Self { file, definition: Arc::new(definition) })
    }
}
