//! Ledger of a game's boards and direct messages: expected and actual posts.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::time::SystemTime;

use aes::Aes128;
use aes::cipher::{BlockCipherDecrypt as _, KeyInit as _};
use playground::{Message, MessageId};
use sha2::{Digest as _, Sha256};

/// Reader of the encrypted component ids of a bot.
#[derive(Debug)]
pub struct Ids(Aes128);

impl Ids {
    /// Reader for the bot with this token.
    pub fn of(token: &str) -> Self {
        let digest = Sha256::digest(format!("component ids\n{token}"));
        Self(Aes128::new_from_slice(&digest[..16]).unwrap())
    }

    /// Game and version of a message, from its buttons.
    pub fn read(&self, message: &Message) -> Option<(u64, u64)> {
        message.buttons().iter().find_map(|button| {
            let (of, _) = button.custom_id.split_once('.')?;
            let (high, low) = of.split_at_checked(13)?;
            let half = |text| u64::from_str_radix(text, 36).ok().map(u128::from);
            let mut block = (half(high)? << 64 | half(low)?).to_be_bytes().into();
            self.0.decrypt_block(&mut block);
            let plain = u128::from_be_bytes(block.into());
            Some((u64::try_from(plain >> 64).ok()?, u64::from(u32::try_from(plain & u128::from(u64::MAX)).ok()?)))
        })
    }
}

/// Returns `true` for a board that everybody in the channel sees.
pub fn is_board(message: &Message) -> bool {
    let picture = |name: &str| message.attachments.iter().any(|file| file.filename == name);
    message.only_for.is_none() && !message.deleted && picture("board.png")
}

/// Checks that each version was posted once.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    due: BTreeSet<u64>,
    /// Version that may be accepted next.
    expected: Option<u64>,
    /// For each version, the time of its first post and the number of posts.
    posted: BTreeMap<u64, (SystemTime, usize)>,
    /// Messages already counted; they may change later, and lose their buttons.
    counted: HashSet<MessageId>,
    /// Messages without a known version.
    strays: usize,
}

impl Ledger {
    /// Expects a version from a turn that was submitted.
    pub fn expect(&mut self, version: u64) {
        self.expected = Some(version);
    }

    /// Marks a version as accepted, so that it must be posted.
    pub fn owe(&mut self, version: u64) {
        self.due.insert(version);
    }

    /// Records a new or changed message with this version. A message without buttons counts for the oldest missing
    /// version; boards have none at the end of a game or once they are outdated.
    pub fn see(&mut self, message: &Message, version: Option<u64>) {
        if !self.counted.insert(message.id) {
            return;
        }
        let expected = self.expected.filter(|next| !self.posted.contains_key(next));
        let Some(version) = version.or_else(|| self.missing().next()).or(expected) else {
            self.strays += 1;
            return;
        };
        let shown = message.edited.unwrap_or(message.sent);
        self.posted.entry(version).or_insert((shown, 0)).1 += 1;
    }

    /// Returns `true` if a message has been counted.
    pub fn knows(&self, message: MessageId) -> bool {
        self.counted.contains(&message)
    }

    /// Time of the first post of a version.
    pub fn posted(&self, version: u64) -> Option<SystemTime> {
        self.posted.get(&version).map(|(shown, _)| *shown)
    }

    fn missing(&self) -> impl Iterator<Item = u64> + '_ {
        let due = self.due.iter().copied();
        due.filter(|version| !self.posted.contains_key(version))
    }

    /// Numbers of expected, lost and surplus messages. Surplus are those beyond one per version, and those for versions
    /// that were never accepted.
    pub fn count(&self) -> [usize; 3] {
        let beyond = self.posted.iter().map(|(version, (_, times))| times - usize::from(self.due.contains(version)));
        [self.due.len(), self.missing().count(), beyond.sum::<usize>() + self.strays]
    }
}

#[cfg(test)]
mod tests {
    use playground::{Builder, Playground};

    use super::*;

    /// Messages to count; their content does not matter here.
    async fn messages(count: usize) -> (Playground, Vec<Message>) {
        let builder = Builder::default().user("ann").guild("Club").channel("games");
        let pg = builder.start("127.0.0.1:0").await.unwrap();
        let (ann, games) = (pg.user("ann").unwrap(), pg.channel("games").unwrap());
        for _ in 0..count {
            pg.say(ann, games, "a board").unwrap();
        }
        let messages = pg.messages(games);
        (pg, messages)
    }

    fn owing(versions: std::ops::Range<u64>) -> Ledger {
        let mut ledger = Ledger::default();
        versions.for_each(|version| ledger.owe(version));
        ledger
    }

    #[tokio::test]
    async fn each_version_once_is_in_order() {
        let (_pg, messages) = messages(3).await;
        let mut ledger = owing(3..6);
        for (message, version) in messages.iter().zip(3..) {
            ledger.see(message, Some(version));
            // The buttons of the message are removed.
            ledger.see(message, None);
        }
        assert_eq!(ledger.count(), [3, 0, 0]);
        assert!(ledger.posted(5).is_some() && ledger.posted(6).is_none());
    }

    #[tokio::test]
    async fn lost_doubled_and_unheard_of_are_found() {
        let (_pg, messages) = messages(4).await;
        let mut ledger = owing(3..6);
        ledger.see(&messages[0], Some(3));
        ledger.see(&messages[1], Some(5));
        assert_eq!(ledger.count(), [3, 1, 0], "4 is lost");
        ledger.see(&messages[2], Some(5));
        assert_eq!(ledger.count(), [3, 1, 1], "5 is there twice");
        ledger.see(&messages[3], Some(9));
        assert_eq!(ledger.count(), [3, 1, 2], "nobody accepted 9");
    }

    #[tokio::test]
    async fn without_buttons_a_board_counts_for_what_is_missing_or_expected() {
        let (_pg, messages) = messages(5).await;
        let mut ledger = owing(3..6);
        ledger.see(&messages[0], Some(3));
        ledger.see(&messages[1], Some(5));
        ledger.see(&messages[2], None);
        assert_eq!(ledger.count(), [3, 0, 0], "4 came late");
        ledger.expect(6);
        ledger.see(&messages[3], None);
        assert!(ledger.posted(6).is_some(), "the end of the game");
        ledger.owe(6);
        assert_eq!(ledger.count(), [4, 0, 0]);
        ledger.see(&messages[4], None);
        assert_eq!(ledger.count(), [4, 0, 1], "one too many");
    }
}
