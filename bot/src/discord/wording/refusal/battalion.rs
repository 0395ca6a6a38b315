//! Battalions of servers, their files, and names that the rulebook does not know.

use crate::discord::wording::admin::file_problem;
use crate::host::{BattalionRefusal, Entry, FileRefusal, UnknownName};

pub fn battalion(why: BattalionRefusal) -> String {
    match why {
        BattalionRefusal::Unknown => {
            "There is no such Battalion on this server; choose one of the list.".into()
        }
        BattalionRefusal::BuiltIn => {
            "That Battalion comes with the program; it can only be enabled, disabled and cloned."
                .into()
        }
        BattalionRefusal::NoVersion { newest } => {
            format!("That version is not kept; the newest is {newest}.")
        }
        BattalionRefusal::TooMany(most) => format!(
            "This server has {most} Battalions of its own, as many as it allows; archive one first, or raise the limit."
        ),
        BattalionRefusal::KeepsTooMany(most) => format!(
            "This server keeps {most} Battalions already; use the id of one in the archive for a new version of it."
        ),
        BattalionRefusal::NotWaiting => {
            "This file no longer waits to be accepted; add it again.".into()
        }
    }
}

pub fn file(why: &FileRefusal) -> String {
    match why {
        FileRefusal::TooLarge {
            bytes: Some(bytes),
            most,
        } => format!("The file has {bytes} bytes; this server takes at most {most}."),
        FileRefusal::TooLarge { bytes: None, most } => {
            format!("The file is too large; this server takes at most {most} bytes.")
        }
        FileRefusal::Lost => "The file could not be fetched from Discord; attach it again.".into(),
        FileRefusal::Empty => {
            "The file is empty; /battalion-admin clone gives you one to start from.".into()
        }
        FileRefusal::Busy => "Other files are being checked; try again in a moment.".into(),
        FileRefusal::TooSlow { seconds } => format!(
            "Checking this file takes longer than {seconds} seconds; take fewer or simpler pieces."
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
