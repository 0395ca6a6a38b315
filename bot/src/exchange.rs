//! Conversion of armies from and to the formats of other programs: `battalion import FILE` and `battalion export FILE`.
//! The army goes to standard output; what could not be converted is listed on standard error.

use std::path::Path;

use engine::battalion::{self, Exported, Imported};

/// Army formats of other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// A section of Fairy-Stockfish's variants.ini
    Ini,
    /// The description of an Interactive Diagram
    Diagram,
}

/// Reads an army in another program's format and prints it as a Battalion file. A file with sections is read as
/// `variants.ini`, any other as an Interactive Diagram's description.
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
    tell("not imported", &missing);
    match battalion::read(&text, &engine::ability::specs()) {
        Ok(_) => Ok(()),
        Err(errors) => {
            for error in &errors {
                eprintln!("to fix: {error}");
            }
            Err(format!("{shown} is incomplete; fix the errors above"))
        }
    }
}

/// Prints a Battalion in another program's format.
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
    tell("not exported", &missing);
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
