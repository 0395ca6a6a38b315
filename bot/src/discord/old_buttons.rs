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
