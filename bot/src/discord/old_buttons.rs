//! Queue of messages whose buttons must be removed. The delivery works through it.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use tokio::sync::mpsc;

use super::answers::Token;
use crate::host::{GameId, MessageId, Posted};

/// Maximum number of queued messages.
const WAITING: usize = 1024;
/// Maximum number of remembered tokens.
const TOKENS: usize = 10_000;

/// Message whose buttons are outdated.
pub struct Old {
    pub game: GameId,
    pub message: Posted,
    /// Number of attempts so far.
    pub tries: u32,
}

/// Queue of messages whose buttons must be removed.
#[derive(Debug)]
pub struct Buttons {
    queue: mpsc::Sender<Old>,
    waiting: Mutex<Option<mpsc::Receiver<Old>>>,
    queued: Mutex<HashSet<MessageId>>,
    tokens: Mutex<HashMap<MessageId, Token>>,
}

impl std::fmt::Debug for Old {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Old({})", self.message.message)
    }
}

impl Default for Buttons {
    fn default() -> Self {
        let (queue, waiting) = mpsc::channel(WAITING);
        Self { queue, waiting: Mutex::new(Some(waiting)), queued: Mutex::default(), tokens: Mutex::default() }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Buttons {
    /// Queues messages of a game for removal of their buttons.
    pub fn take_off(&self, game: GameId, messages: Vec<Posted>) {
        for message in messages {
            if lock(&self.queued).insert(message.message) {
                self.put(Old { game, message, tries: 0 });
            }
        }
    }

    /// Remembers the interaction token with which a message can be edited.
    pub fn can_change(&self, message: MessageId, token: Token) {
        let mut tokens = lock(&self.tokens);
        if tokens.len() >= TOKENS {
            tokens.retain(|_, token| token.lasts());
        }
        if tokens.len() < TOKENS {
            tokens.insert(message, token);
        }
    }

    /// Queues a message. If the queue is full, the game's next message queues it again.
    pub fn put(&self, old: Old) {
        let message = old.message.message;
        if self.queue.try_send(old).is_err() {
            lock(&self.queued).remove(&message);
        }
    }

    /// Receiver of the queue, once.
    pub fn take_queue(&self) -> Option<mpsc::Receiver<Old>> {
        lock(&self.waiting).take()
    }

    /// Token for editing a message, if it is still valid. It is forgotten.
    pub fn take_token(&self, message: MessageId) -> Option<Token> {
        lock(&self.tokens).remove(&message).filter(Token::lasts)
    }

    /// Ends the work on a message.
    pub fn finished(&self, message: MessageId) {
        lock(&self.queued).remove(&message);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serenity::all::ApplicationId;
    use tokio::time::Instant;

    use super::*;
    use crate::host::{ChannelId, NoticeKind, Version};

    fn posted(message: u64) -> Posted {
        Posted {
            channel: ChannelId(500),
            message: MessageId(message),
            kind: NoticeKind::Turn,
            version: Version(1),
            afterwards: None,
        }
    }

    #[test]
    fn a_message_waits_once_and_comes_again_when_it_found_no_room() {
        let buttons = Buttons::default();
        let mut queue = buttons.take_queue().unwrap();
        let last = WAITING as u64;
        for message in (0..last).chain([0, last, last]) {
            buttons.take_off(GameId(1), vec![posted(message)]);
        }
        let mut waiting =
            || std::iter::from_fn(|| queue.try_recv().ok()).map(|old| old.message.message.0).collect::<Vec<_>>();
        assert_eq!(waiting(), (0..last).collect::<Vec<_>>(), "each once");
        for message in [0, last] {
            buttons.take_off(GameId(1), vec![posted(message)]);
        }
        assert_eq!(waiting(), [last], "the work on the first is not finished");
        buttons.finished(MessageId(0));
        buttons.take_off(GameId(1), vec![posted(0)]);
        assert_eq!(waiting(), [0]);
    }

    #[tokio::test(start_paused = true)]
    async fn expired_tokens_make_room_for_new_ones() {
        let buttons = Buttons::default();
        let token = || Token::new(ApplicationId::new(1), "token".to_owned(), Instant::now());
        for message in 0..=TOKENS as u64 {
            buttons.can_change(MessageId(message), token());
        }
        assert!(buttons.take_token(MessageId(0)).is_some());
        assert!(buttons.take_token(MessageId(0)).is_none(), "it is forgotten");
        assert!(buttons.take_token(MessageId(TOKENS as u64)).is_none(), "there was no room");
        buttons.can_change(MessageId(0), token());
        tokio::time::advance(Duration::from_secs(15 * 60)).await;
        assert!(buttons.take_token(MessageId(1)).is_none(), "expired");
        for message in [2, 3] {
            buttons.can_change(MessageId(TOKENS as u64 + message), token());
        }
        for message in [2, 3] {
            assert!(buttons.take_token(MessageId(TOKENS as u64 + message)).is_some());
        }
    }
}
