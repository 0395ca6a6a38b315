//! Armies from and for other programs on the command line: `battalion import FILE` and `battalion export FILE`. The army goes to standard
//! output, what could not be taken or said to standard error.

use std::path::Path;

use engine::battalion::{self, Exported, Imported};

/// Formats that armies are written in for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A section of Fairy-Stockfish's variants.ini
    Ini,
    /// The description of an Interactive Diagram
    Diagram,
}

/// Prints the Battalion file of an army in another program's file: a `variants.ini` if it has sections, else an Interactive Diagram's
/// description.
///
/// # Errors
/// A sentence for the person who runs the program.
pub fn import(file: &Path, variant: Option<&str>) -> Result<(), String> {
    let shown = file.display();
    let text = read(file)?;
    let section = |line: &str| line.trim().starts_with('[') && line.trim().ends_with(']');
    let taken = if text.lines().any(section) {
        battalion::from_variants_ini(&text, variant)
    } else {
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        battalion::from_diagram(&text, variant.unwrap_or(&stem))
    };
    let Imported { text, missing } = taken.map_err(|error| format!("{shown}: {error}"))?;
    print!("{text}");
    tell("not taken", &missing);
    match battalion::read(&text, &engine::ability::specs()) {
        Ok(_) => Ok(()),
        Err(errors) => {
            for error in &errors {
                eprintln!("to be mended: {error}");
            }
            Err(format!("what {shown} says is no complete Battalion; mend what is named above"))
        }
    }
}

/// Prints a Battalion for another program.
///
/// # Errors
/// A sentence for the person who runs the program.
pub fn export(file: &Path, format: Format, between: u8) -> Result<(), String> {
    let shown = file.display();
    let text = read(file)?;
    let army = battalion::read(&text, &engine::ability::specs()).map_err(|errors| {
        let first = errors.first().map(ToString::to_string).unwrap_or_default();
        format!("{shown}: {first}")
    })?;
    let Exported { text, missing } = match format {
        Format::Ini => battalion::to_variants_ini(&army, between),
        Format::Diagram => battalion::to_diagram(&army, between),
    };
    print!("{text}");
    tell("not said", &missing);
    Ok(())
}

fn read(file: &Path) -> Result<String, String> {
    let shown = file.display();
    let bytes = std::fs::read(file).map_err(|error| format!("{shown} cannot be read: {error}"))?;
    let text = battalion::decode(&bytes).map_err(|error| format!("{shown}: {error}"))?;
    Ok(text.to_owned())
}

fn tell(what: &str, missing: &[String]) {
    for one in missing {
        eprintln!("{what}: {one}");
    }
}
