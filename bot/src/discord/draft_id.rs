//! What the components of a preview say when they are pressed: which waiting file, and what is wanted of it. Like the tags of
//! games, they hold everything, so that they work after a restart.

use crate::host::DraftId;

/// What a press in a preview is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DraftTag {
    /// The waiting file.
    pub draft: DraftId,
    /// What is wanted.
    pub want: Want,
}

/// What is wanted of a waiting file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// It becomes a Battalion of the server.
    Accept,
    /// It is forgotten.
    Discard,
    /// A page of its preview.
    Page(u16),
}

/// No tag of a game holds a colon.
const PREFIX: &str = "draft:";

impl DraftTag {
    /// The `custom_id`.
    pub fn encode(self) -> String {
        let want = match self.want {
            Want::Accept => "accept".to_owned(),
            Want::Discard => "discard".to_owned(),
            Want::Page(page) => page.to_string(),
        };
        format!("{PREFIX}{}:{want}", self.draft)
    }

    /// Reads a `custom_id`.
    pub fn decode(text: &str) -> Option<Self> {
        let (draft, want) = text.strip_prefix(PREFIX)?.split_once(':')?;
        let tag = Self {
            draft: draft.parse().ok()?,
            want: match want {
                "accept" => Want::Accept,
                "discard" => Want::Discard,
                page => Want::Page(page.parse().ok()?),
            },
        };
        // Only the one way of writing it is read.
        (tag.encode() == text).then_some(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_read_back_and_nothing_else_is_one() {
        for want in [
            Want::Accept,
            Want::Discard,
            Want::Page(0),
            Want::Page(u16::MAX),
        ] {
            for draft in [DraftId(1), DraftId(i64::MAX)] {
                let tag = DraftTag { draft, want };
                assert_eq!(DraftTag::decode(&tag.encode()), Some(tag));
                assert_eq!(crate::discord::id::Tag::decode(&tag.encode()), None);
                assert!(tag.encode().len() <= crate::discord::id::LIMIT);
            }
        }
        for wrong in [
            "draft:1",
            "draft:1:",
            "draft:+1:accept",
            "draft:1:01",
            "draft:1:70000",
            "1.2.m",
            "draft:x:1",
        ] {
            assert_eq!(DraftTag::decode(wrong), None, "{wrong}");
        }
    }
}
