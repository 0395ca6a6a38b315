//! Messages of games for named people: challenges to a duel, and rematches.

use crate::discord::wording::refusal::missing;
use crate::discord::wording::{clean, list, safe, sentence};
use crate::host::{Invitation, Member, Missing, Stopped};

/// Seat with the answer of its people.
#[derive(Clone, Debug)]
pub struct Row {
    /// People in the seat.
    pub members: Vec<Member>,
    /// Chosen Battalion; `None` until they choose one.
    pub battalion: Option<String>,
    /// Every person of the seat has agreed.
    pub agreed: bool,
}

/// Content of an invitation's message.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Kind of the invitation.
    pub why: Invitation,
    /// "Duel".
    pub mode: String,
    /// Person who invites.
    pub by: Member,
    /// Settings, joined in one line: "1 day for each turn".
    pub settings: Vec<String>,
    /// Seats.
    pub rows: Vec<Row>,
    /// The seats keep their order, so they are numbered.
    pub fixed: bool,
    /// People who have yet to answer: mentions or clean names.
    pub asked: Vec<String>,
    /// Other reasons why the game cannot start yet.
    pub missing: Vec<Missing>,
    /// Sentence about sealed words that are awaited.
    pub awaited: Option<String>,
    /// Person who closed the invitation without a game.
    pub closed: Option<Stopped>,
}

/// Message of an invitation.
pub fn sheet(sheet: &Sheet) -> String {
    let by = clean(&sheet.by.name);
    let head = match sheet.why {
        Invitation::Challenge => {
            let others = sheet.rows.iter().flat_map(|row| &row.members);
            let others = others.filter(|member| member.person != sheet.by.person);
            let others: Vec<String> = others.map(bold).collect();
            let (whom, mode) = (list(&others), sheet.mode.to_lowercase());
            format!("**{by}** challenges {whom} to a **{mode}** of Titan's Battalion.")
        }
        Invitation::Rematch(_) => {
            let mode = &sheet.mode;
            format!("**{by}** wants a **rematch** with seats exchanged (Titan's Battalion: {mode}).")
        }
    };
    let mut lines = vec![head, sheet.settings.join(" · ")];
    lines.extend((1..).zip(&sheet.rows).map(|(number, row)| {
        let mark = if sheet.fixed { format!("{number}.") } else { "•".to_owned() };
        let names: Vec<String> = row.members.iter().map(bold).collect();
        let battalion = match &row.battalion {
            Some(name) => safe(name, 60),
            None => "Battalion not chosen yet".to_owned(),
        };
        let agreed = if row.agreed { " ✓" } else { "" };
        format!("{mark} {}, {battalion}{agreed}", list(&names))
    }));
    lines.push(match (&sheet.closed, sheet.asked.as_slice()) {
        (Some(stopped), _) => closed(stopped, sheet),
        (None, []) if sheet.awaited.is_some() => sheet.awaited.clone().unwrap_or_default(),
        (None, []) if sheet.missing.is_empty() => format!("Ready: {by} can press Start."),
        (None, []) => {
            let missing = sheet.missing.iter();
            let missing = missing.map(|what| sentence(&crate::discord::wording::refusal::missing(what)));
            missing.collect::<Vec<_>>().join(" ")
        }
        (None, asked) => {
            // Pending answers and Battalions are shown above; only other reasons are listed here.
            let others = sheet.missing.iter();
            let others = others.filter(|what| !matches!(what, Missing::Answers(_)));
            let others = others.filter(|what| !matches!(what, Missing::Battalion(_)));
            let said: Vec<String> = others.map(|what| sentence(&missing(what))).collect();
            let question = format!("{}: accept or decline?", list(asked));
            [vec![question], said].concat().join(" ")
        }
    });
    lines.join("\n")
}

fn bold(member: &Member) -> String {
    format!("**{}**", clean(&member.name))
}

fn closed(stopped: &Stopped, sheet: &Sheet) -> String {
    let by = bold(&stopped.by);
    let reason = stopped.reason.as_deref();
    let reason = reason.map_or_else(String::new, |why| format!(" Reason: {}", sentence(why)));
    let people = sheet.rows.iter().flat_map(|row| &row.members);
    let invited = people.into_iter().any(|m| m.person == stopped.by.person);
    match (stopped.by.person == sheet.by.person, invited) {
        (true, _) => format!("{by} has withdrawn it.{reason}"),
        (false, true) => format!("{by} has declined."),
        (false, false) => format!("{by} has closed it.{reason}"),
    }
}

/// Direct message to an invited person.
pub fn asked(why: Invitation, by: &str, mode: &str, place: &str) -> String {
    let by = clean(by);
    let mode_small = mode.to_lowercase();
    match why {
        Invitation::Challenge => {
            format!("**{by}** challenges you to a {mode_small} of Titan's Battalion in {place}.")
        }
        Invitation::Rematch(_) => {
            format!("**{by}** wants a rematch in {place} (Titan's Battalion: {mode}).")
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::board::Seat;

    use super::*;
    use crate::host::{GameId, PersonId, Player};

    fn member(person: u64, name: &str) -> Member {
        let (person, name) = (PersonId(person), name.to_owned());
        Member { person, name }
    }

    fn row(person: u64, name: &str, battalion: Option<&str>, agreed: bool) -> Row {
        Row { members: vec![member(person, name)], battalion: battalion.map(str::to_owned), agreed }
    }

    #[test]
    fn an_invitation_says_who_plays_what_and_who_has_agreed() {
        let mut told = Sheet {
            why: Invitation::Challenge,
            mode: "Duel".into(),
            by: member(1, "Ann"),
            settings: vec!["No time limit".into()],
            rows: vec![row(1, "Ann", Some("Medieval"), true), row(2, "Bob", None, false)],
            fixed: false,
            asked: vec!["<@2>".into()],
            missing: vec![Missing::Answers(vec![member(2, "Bob")])],
            awaited: None,
            closed: None,
        };
        assert_eq!(
            sheet(&told),
            "**Ann** challenges **Bob** to a **duel** of Titan's Battalion.\nNo time limit\n\
             • **Ann**, Medieval ✓\n• **Bob**, Battalion not chosen yet\n<@2>: accept or decline?"
        );
        told.closed = Some(Stopped { by: member(2, "Bob"), reason: None });
        assert!(sheet(&told).ends_with("**Bob** has declined."));
        told.why = Invitation::Rematch(GameId(1));
        told.fixed = true;
        let said = sheet(&told);
        assert!(said.starts_with("**Ann** wants a **rematch**") && said.contains("\n1. **Ann**"));
    }

    /// Answers and Battalions that are awaited are shown above; any other reason follows the question.
    #[test]
    fn what_else_is_missing_follows_the_question() {
        let bob = || Player { seat: Seat(1), people: vec![member(2, "Bob")] };
        let mut told = Sheet {
            why: Invitation::Rematch(GameId(1)),
            mode: "Duel".into(),
            by: member(1, "Ann"),
            settings: Vec::new(),
            rows: vec![row(1, "Ann", Some("Medieval"), true), row(2, "Bob", None, false)],
            fixed: true,
            asked: vec!["<@2>".into()],
            missing: Vec::new(),
            awaited: None,
            closed: None,
        };
        let other = || Missing::OtherBattalion(bob());
        let other_said = " The Battalion of Bob can no longer be picked here; Bob has to choose again.";
        let both = format!("{other_said} 1 more Player is needed.");
        for (missing, said) in [
            (Vec::new(), ""),
            (vec![Missing::Answers(vec![member(2, "Bob")]), Missing::Battalion(bob())], ""),
            (vec![Missing::Answers(vec![member(2, "Bob")]), other()], other_said),
            (vec![other(), Missing::Players(1)], both.as_str()),
        ] {
            told.missing = missing;
            let text = sheet(&told);
            assert_eq!(text.lines().last(), Some(format!("<@2>: accept or decline?{said}").as_str()), "{text}");
        }
    }
}
