//! Refusals about Battalions and Battlefields of servers, their files, and unknown names.

use crate::discord::features::battalions::check_words as check;
use crate::discord::wording::{capitalised, count, safe};
use crate::host::{BattalionRefusal, BattalionState, BattlefieldRefusal, Entry, FileRefusal, SameFile, UnknownName};

pub fn battalion(why: BattalionRefusal) -> String {
    match why {
        BattalionRefusal::BuiltIn => "That Battalion is built in; it can only be enabled, disabled or cloned.".into(),
        BattalionRefusal::NoVersion { newest } => {
            format!("There is no such version; the newest is {newest}.")
        }
        BattalionRefusal::TooMany { most: 0, .. } => {
            "This server may have no Battalions of its own; raise the limit first.".into()
        }
        BattalionRefusal::TooMany { used, most } => format!(
            "This server already uses {} of its own, and its limit is {most}; archive one first, or raise the limit.",
            count(used, "Battalion", "Battalions")
        ),
        BattalionRefusal::KeepsTooMany(most) => format!(
            "This server already has {most} Battalions, archived ones included; give the file the id of an archived one to make it a new version of that."
        ),
        BattalionRefusal::NotWaiting => {
            "This file is no longer waiting to be accepted; add it again if the list does not have it.".into()
        }
        BattalionRefusal::Overtaken(version) => format!(
            "Version {version} of this Battalion was added after this file was sent; send it again to see what it would change now."
        ),
        BattalionRefusal::OnlyChecked => "This file was only checked; use /battalion-admin add to add it.".into(),
        BattalionRefusal::Same(same) => same_file(&same),
        BattalionRefusal::NameInUse(other) => {
            format!("Its name is too similar to that of {other}, which is in use here; archive that one first.")
        }
        BattalionRefusal::NoneHere => {
            "This server has no Battalions of its own yet; add one with /battalion-admin add.".into()
        }
        BattalionRefusal::TooLargeTogether => {
            "All Battalions together are too large for one message; choose one to export.".into()
        }
        BattalionRefusal::IsCopy => {
            "This is a copy from another server; only the server it comes from can share it.".into()
        }
        BattalionRefusal::IsHidden => {
            "The people who run this bot have hidden this Battalion from other servers; please talk to them.".into()
        }
        BattalionRefusal::NotShared => {
            "This Battalion is not shared, or no longer; check the code, or look for another in /battalions browse."
                .into()
        }
        BattalionRefusal::SharedWithNobody => "This Battalion is not shared, so there is nothing to stop.".into(),
        BattalionRefusal::NoReason => "There was no text, so nothing was sent; type a sentence.".into(),
        BattalionRefusal::OtherVersion => {
            "A different version of this Battalion is shared now; look at that one before you add it.".into()
        }
        BattalionRefusal::IsOwn(name) => {
            format!("{name} belongs to this server already; there is nothing to add.")
        }
        BattalionRefusal::HasCopy { name, version } => format!(
            "This server already has this version of {name}, as its version {version}; /battalion-admin publish lets everyone pick it."
        ),
    }
}

/// Reply to a file that the server already has.
pub fn same_file(same: &SameFile) -> String {
    let SameFile { name, version, newest, state } = same;
    let name = safe(name, 60);
    let publish = |version: &str| format!("`/battalion-admin publish`{version}");
    match (newest, state) {
        (true, BattalionState::Published) => format!(
            "This file is version {version} of {name}, which everyone here can already pick; there is nothing to add."
        ),
        (true, _) => format!(
            "This file is the newest version of {name} already (version {version}). To let everyone pick it, use {}.",
            publish("")
        ),
        (false, _) => format!(
            "This file is version {version} of {name} already. To go back to it, use {} with version {version}.",
            publish("")
        ),
    }
}

pub fn battlefield(why: &BattlefieldRefusal) -> String {
    match why {
        BattlefieldRefusal::IsBattalion => {
            "This file describes a Battalion, not Battlefields; add it with `/battalion-admin add`.".into()
        }
        BattlefieldRefusal::NotText => {
            "The file is not text; save the Battlefield as a plain text file and add it again.".into()
        }
        BattlefieldRefusal::TakenId(id) => {
            format!("Every server has a Battlefield with the id {id}; give yours another, such as my-{id}.")
        }
        BattlefieldRefusal::TakenName(name) => format!(
            "There is already a Battlefield called {name} here; give yours a name that nobody can confuse with it."
        ),
        BattlefieldRefusal::TooMany(most) => {
            format!("A server has at most {most} Battlefields; remove one first.")
        }
        BattlefieldRefusal::General => {
            "Every server has that Battlefield; only the server's own can be removed.".into()
        }
    }
}

/// "8 MiB", "16 KiB", "500 bytes".
fn size(bytes: usize) -> String {
    match bytes {
        mib if mib.is_multiple_of(1 << 20) => format!("{} MiB", mib >> 20),
        kib if kib.is_multiple_of(1 << 10) => format!("{} KiB", kib >> 10),
        bytes => format!("{bytes} bytes"),
    }
}

pub fn file(why: &FileRefusal) -> String {
    match why {
        FileRefusal::TooLarge { bytes: Some(bytes), most } => {
            format!("The file has {bytes} bytes; this server allows at most {most}.")
        }
        FileRefusal::TooLarge { bytes: None, most } => {
            format!("The file is too large; at most {} are allowed.", size(*most))
        }
        FileRefusal::PicturesTooLarge { bytes, most } => format!(
            "With these pictures the Battalion's file would have {bytes} bytes; this server allows at most {most}, so use simpler or fewer pictures."
        ),
        FileRefusal::Lost => "The file could not be downloaded from Discord; attach it again.".into(),
        FileRefusal::Elsewhere => {
            "That file is not kept by Discord, so it was not read; attach the file itself.".into()
        }
        FileRefusal::IsBattlefields => {
            "This file describes Battlefields, not a Battalion; add it with `/battalion-admin battlefield add`.".into()
        }
        FileRefusal::Empty => "The file is empty; /battalion-admin clone gives you one to start from.".into(),
        FileRefusal::Busy => "Other files are being checked; try again in a moment.".into(),
        FileRefusal::TooSlow { seconds } => format!(
            "Checking this file takes longer than {}; use fewer or simpler pieces.",
            count((*seconds).into(), "second", "seconds")
        ),
        FileRefusal::Unplayable(why) => {
            format!("No game can be set up with this Battalion: {why}")
        }
        FileRefusal::Faulty(problem) => check::problem(problem),
        FileRefusal::Pack(why) => capitalised(&format!("{why}.")),
    }
}

pub fn unknown(why: &UnknownName) -> String {
    let what = match why.what {
        Entry::Battalion => "Battalion",
        Entry::Battlefield => "Battlefield",
        Entry::Piece => "piece",
        Entry::Army => "army",
    };
    match &why.nearest {
        Some(near) => format!("There is no {what} of that name here; did you mean {near}?"),
        None => format!("There is no {what} of that name here; choose one from the list."),
    }
}
