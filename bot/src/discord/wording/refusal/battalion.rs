//! Battalions of servers, their files, and names that the rulebook does not know.

use crate::discord::wording::admin::file_problem;
use crate::host::{BattalionRefusal, BattlefieldRefusal, Entry, FileRefusal, UnknownName};

pub fn battalion(why: BattalionRefusal) -> String {
    match why {
        BattalionRefusal::Unknown => {
            "There is no such Battalion on this server; choose one from the list.".into()
        }
        BattalionRefusal::BuiltIn => {
            "That Battalion is built in; it can only be enabled, disabled or cloned.".into()
        }
        BattalionRefusal::NoVersion { newest } => {
            format!("There is no such version; the newest is {newest}.")
        }
        BattalionRefusal::TooMany(most) => format!(
            "This server has {most} Battalions of its own, which is its limit; archive one first, or raise the limit."
        ),
        BattalionRefusal::KeepsTooMany(most) => format!(
            "This server already has {most} Battalions, archived ones included; give the file the id of an archived one to make it a new version of that."
        ),
        BattalionRefusal::NotWaiting => {
            "This file is no longer waiting to be accepted; add it again.".into()
        }
    }
}

pub fn battlefield(why: &BattlefieldRefusal) -> String {
    match why {
        BattlefieldRefusal::NotText => {
            "The file is not text; write it as docs/battalion-format.md shows under Battlefields."
                .into()
        }
        BattlefieldRefusal::Faulty(error) => {
            format!(
                "Nothing was saved; correct the file and add it again: {}.",
                error.to_string().replace('\n', " ")
            )
        }
        BattlefieldRefusal::TakenId(id) => format!(
            "Every server has a Battlefield with the id {id}; give yours another, such as my-{id}."
        ),
        BattlefieldRefusal::TooMany(most) => {
            format!("A server has at most {most} Battlefields; remove one first.")
        }
        BattlefieldRefusal::Unknown => {
            "This server has no Battlefield of that name; choose one from the list.".into()
        }
        BattlefieldRefusal::General => {
            "Every server has that Battlefield; only the server's own can be removed.".into()
        }
    }
}

pub fn file(why: &FileRefusal) -> String {
    match why {
        FileRefusal::TooLarge {
            bytes: Some(bytes),
            most,
        } => format!("The file has {bytes} bytes; this server allows at most {most}."),
        FileRefusal::TooLarge { bytes: None, most } => {
            format!("The file is too large; this server allows at most {most} bytes.")
        }
        FileRefusal::Lost => {
            "The file could not be downloaded from Discord; attach it again.".into()
        }
        FileRefusal::Empty => {
            "The file is empty; /battalion-admin clone gives you one to start from.".into()
        }
        FileRefusal::Busy => "Other files are being checked; try again in a moment.".into(),
        FileRefusal::TooSlow { seconds } => format!(
            "Checking this file takes longer than {seconds} seconds; use fewer or simpler pieces."
        ),
        FileRefusal::Unplayable(why) => {
            format!("No game can be set up with this Battalion: {why}")
        }
        FileRefusal::Faulty(problem) => file_problem(problem),
    }
}

pub fn unknown(why: &UnknownName) -> String {
    let what = match why.what {
        Entry::Battalion => "Battalion",
        Entry::Piece => "piece",
    };
    match &why.nearest {
        Some(near) => format!("There is no {what} of that name here; did you mean {near}?"),
        None => format!(
            "There is no {what} of that name here; choose from the list that appears as you type."
        ),
    }
}
