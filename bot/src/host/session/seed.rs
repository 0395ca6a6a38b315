//! Seed of a game. It is stored separately and never shown during the game.

use engine::game::Saved;

use crate::host::error::{Error, InternalError};

/// Seed in hexadecimal. Secret.
pub(in crate::host) struct Seed(pub String);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(…)")
    }
}

/// Removes the seed from a saved game.
pub(in crate::host) fn take_seed(mut saved: Saved) -> Result<(String, Seed), Error> {
    let seed = match &mut saved {
        Saved::Titans(setup) => std::mem::take(&mut setup.seed),
        Saved::Clash(setup) => std::mem::take(&mut setup.seed),
        _ => return Err(InternalError::plain("storing a game", "of an unknown kind").into()),
    };
    let text =
        serde_json::to_string(&saved).map_err(|error| InternalError::new("writing the setup of a game", &error))?;
    Ok((text, Seed(seed)))
}

/// Restores the seed.
pub(in crate::host) fn with_seed(saved: &str, seed: &Seed) -> Result<Saved, Error> {
    let mut saved: Saved = serde_json::from_str(saved)
        .map_err(|_| InternalError::plain("reading the setup of a game", "it cannot be read"))?;
    match &mut saved {
        Saved::Titans(setup) => setup.seed.clone_from(&seed.0),
        Saved::Clash(setup) => setup.seed.clone_from(&seed.0),
        _ => return Err(InternalError::plain("reading a game", "of an unknown kind").into()),
    }
    Ok(saved)
}
