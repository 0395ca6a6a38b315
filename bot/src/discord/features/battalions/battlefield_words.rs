//! Messages about a server's own Battlefields.

use engine::board::Battlefield;

use crate::discord::wording::{count, list as sentence_list, safe};
use crate::host::FieldsAdded;

/// Maximum characters of a list in a message.
const LIST: usize = 1700;

/// "8×6, 2 Players".
pub fn size(field: &Battlefield) -> String {
    let seats = field.edge_slots.len();
    let players = match seats {
        2 => "2 Players".to_owned(),
        seats => format!("up to {seats} Players"),
    };
    format!("{}×{}, {players}", field.width, field.height)
}

fn name(field: &Battlefield) -> String {
    safe(&field.name, 60)
}

/// One line per Battlefield, as many as fit into a message.
fn lines(fields: &[Battlefield]) -> String {
    let mut text = String::new();
    for (number, field) in fields.iter().enumerate() {
        let line = format!("* {} (`{}`): {}\n", name(field), field.id, size(field));
        if text.chars().count() + line.chars().count() > LIST {
            return format!("{text}… and {} more", fields.len() - number);
        }
        text += &line;
    }
    text.trim_end().to_owned()
}

/// Confirmation of the Battlefields that a file added or replaced.
pub fn added(FieldsAdded { fields, replaced }: &FieldsAdded) -> String {
    let parts = [("added", fields.len() - replaced), ("replaced", *replaced)];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(_, number)| *number > 0)
        .map(|(done, number)| format!("{} {done}", count(*number, "Battlefield", "Battlefields")))
        .collect();
    format!(
        "{}. To play on one, choose it as `battlefield` in `/titans new`.\n{}",
        sentence_list(&parts),
        lines(fields)
    )
}

/// Note where no picture can be drawn.
pub const NO_PICTURE: &str = "There is no picture because no built-in Battalion fits every side of the first one: it needs Battalions with narrower Territories.";

/// Confirmation that a Battlefield was removed.
pub fn removed(field: &Battlefield) -> String {
    format!("{} has been removed; games in progress keep it.", name(field))
}

/// List of a server's own Battlefields.
pub fn list(fields: &[Battlefield]) -> String {
    match fields {
        [] => "This server has no Battlefields of its own; add one with `/battalion-admin battlefield add`.".into(),
        fields => format!("The Battlefields of this server:\n{}", lines(fields)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_battlefields_with_long_names_fit_into_a_message() {
        let mut field = Battlefield::standard(2).unwrap();
        field.name = "_".repeat(60);
        field.id = "h".repeat(40);
        let fields = vec![field; 20];
        let all = list(&fields);
        assert!(all.chars().count() <= 2000, "{}", all.chars().count());
        let listed = all.lines().filter(|line| line.starts_with("* ")).count();
        assert!(all.ends_with(&format!("… and {} more", 20 - listed)), "{all}");
        assert_eq!(list(&fields[..1]).matches("\\_").count(), 60);
        let said = added(&FieldsAdded { fields, replaced: 19 });
        assert!(said.starts_with("1 Battlefield added and 19 Battlefields replaced. To play"), "{said}");
        assert!(said.chars().count() <= 2000, "{}", said.chars().count());
    }
}
