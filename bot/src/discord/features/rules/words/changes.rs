//! Changes of a version of a Battalion as text.

use engine::battalion::{Aspect, Change, Changes, Definition, PieceChange, PieceDef, UseChange};

use crate::discord::features::rules::words::piece::title;
use crate::discord::wording::pages::{Paragraph, paragraph};
use crate::discord::wording::{capitalised, count, list};

/// Changes of the whole Battalion, then of each piece.
pub fn changes(old: &Definition, new: &Definition, changes: &Changes) -> Vec<Paragraph> {
    if changes.is_empty() {
        return vec![paragraph("", "Nothing that can be seen or played is different.")];
    }
    let mut told = Vec::new();
    let whole: Vec<String> = changes.whole.iter().map(whole).collect();
    told.push(paragraph("The Battalion", sentence(&whole.join("; "))));
    let name = |definition: &Definition, piece: usize| {
        let piece = definition.pieces.get(piece);
        piece.map_or_else(String::new, |piece| piece.name.clone())
    };
    let (mut gained, mut lost) = (Vec::new(), Vec::new());
    for change in &changes.pieces {
        match change {
            PieceChange::Gained(to) => gained.push(name(new, *to)),
            PieceChange::Lost(from) => lost.push(name(old, *from)),
            PieceChange::Changed { .. } => {}
        }
    }
    told.push(paragraph("New pieces", list(&gained)));
    told.push(paragraph("Gone", list(&lost)));
    for change in &changes.pieces {
        if let PieceChange::Changed { from, to, aspects } = change
            && let Some((was, is)) = old.pieces.get(*from).zip(new.pieces.get(*to))
        {
            let all: Vec<String> = aspects.iter().map(|one| aspect(one, was, is)).collect();
            told.push(paragraph(is.name.clone(), sentence(&all.join("; "))));
        }
    }
    told.retain(|one| !one.text.is_empty());
    told
}

fn whole(change: &Change) -> String {
    let now = |is: bool, yes: &str, no: &str| if is { yes } else { no }.to_owned();
    match change {
        Change::Name(old) => format!("it was called {old}"),
        Change::Words => "its description, author, credits or license are different".into(),
        Change::ExtraStrength(is) => {
            now(*is, "it is Extra-Strength now (T-31)", "it is no longer Extra-Strength (T-31)")
        }
        Change::Duel(is) => now(*is, "it can be picked in duels now", "it can no longer be picked in duels"),
        Change::Party(is) => now(*is, "it can be picked in Party Mode now", "it can no longer be picked in Party Mode"),
        Change::CountsForTargets(is) => {
            now(*is, "it counts for Targets now (T-27)", "it no longer counts for Targets (T-27)")
        }
        Change::Size(was, is) => {
            let size = |(columns, rows): (u8, u8)| {
                format!("{} and {}", count(columns.into(), "column", "columns"), count(rows.into(), "row", "rows"))
            };
            format!("its Territory had {} and has {}", size(*was), size(*is))
        }
        Change::Layout => "its pieces stand differently at the start".into(),
        Change::Mirror(is) => {
            now(*is, "its Territory can be mirrored now (T-15)", "its Territory can no longer be mirrored (T-15)")
        }
        Change::Margin(was, is) => {
            format!("the columns to be left free on either side were {was} and are {is} (T-15)")
        }
        Change::Zones => "its zones are drawn differently".into(),
        Change::Power(change) => given("the power", change),
    }
}

fn given(what: &str, change: &UseChange) -> String {
    match change {
        UseChange::Gained(name) => format!("gains {what} {}", title(name)),
        UseChange::Lost(name) => format!("loses {what} {}", title(name)),
        UseChange::Changed(name) => format!("{what} {} works differently", title(name)),
    }
}

fn aspect(aspect: &Aspect, was: &PieceDef, is: &PieceDef) -> String {
    let now = |is: bool, yes: &str, no: &str| if is { yes } else { no }.to_owned();
    match aspect {
        Aspect::Name(old) => format!("was called {old}"),
        Aspect::Look => "looks different".into(),
        Aspect::Words => "its description is different".into(),
        Aspect::Movement => {
            let notation = |piece: &PieceDef| match piece.betza.join(" ") {
                empty if empty.is_empty() => "nothing".to_owned(),
                betza => betza,
            };
            match (notation(was), notation(is)) {
                (old, new) if old == new => "moves differently".into(),
                (old, new) => format!("moves differently: {old} before, {new} now"),
            }
        }
        Aspect::Titan(is) => now(*is, "is a Titan now (T-10)", "is no longer a Titan (T-10)"),
        Aspect::Immutable(is) => now(*is, "is Immutable now (T-10)", "is no longer Immutable (T-10)"),
        Aspect::Capturable(is) => now(*is, "can be captured now (T-10)", "can no longer be captured (T-10)"),
        Aspect::Blocking(is) => now(*is, "blocks its Space now (T-10)", "no longer blocks its Space (T-10)"),
        Aspect::Promotion => match (&was.promotion, &is.promotion) {
            (None, _) => "promotes now (T-12)".into(),
            (_, None) => "no longer promotes (T-12)".into(),
            _ => "promotes differently (T-12)".into(),
        },
        Aspect::EnPassant => "captures or is captured en passant differently (T-13)".into(),
        Aspect::Castling => "castles differently (M-4)".into(),
        Aspect::Ability(change) => given("the ability", change),
        Aspect::Placed(was, is) => format!("{was} at the start before, {is} now"),
        Aspect::Reserve(was, is) => format!("{was} in reserve before, {is} now (T-18)"),
        Aspect::Placing => "its reserve is placed elsewhere or at another time (T-18)".into(),
    }
}

/// A sentence.
fn sentence(text: &str) -> String {
    match text {
        "" => String::new(),
        text => capitalised(text) + ".",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::wording::pages::plain;
    use engine::battalion::{builtin, read};

    #[test]
    fn a_rook_that_has_become_a_keep_is_told() {
        let text = builtin()[0].text;
        let read = |text: &str| read(text, &engine::ability::specs()).unwrap();
        let (old, new) = (
            read(text),
            read(&text.replace("name = \"Rook\"", "name = \"Keep\"").replace("moves = \"R\"", "moves = \"RF\"")),
        );
        let found = engine::battalion::changes(&old, &new);
        let told = plain("", &changes(&old, &new, &found));
        assert!(told.contains("Keep: Was called Rook; moves differently: R before, RF now."), "{told}");
        let keep = text.replace("\"rook\"", "\"keep\"").replace("\"Rook\"", "\"Keep\"");
        let new = read(&keep);
        let told = plain("", &changes(&old, &new, &engine::battalion::changes(&old, &new)));
        for line in ["New pieces: Keep", "Gone: Rook"] {
            assert!(told.contains(line), "{told}");
        }
        let none = changes(&old, &old, &Changes::default());
        assert!(none[0].text.starts_with("Nothing"), "{none:?}");
    }
}
