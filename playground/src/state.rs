//! Shared state behind one lock: the world, the gateway's sessions and the faults of tests.
//!
//! [`Shared::with`] changes the state and then notifies the bot over the gateway, the pages, and all callers of
//! [`Shared::wait`]. No code waits while holding the lock.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::{broadcast, mpsc, watch};

use crate::gateway::Sessions;
use crate::id::InteractionId;
use crate::rates::{Rates, Rules};
use crate::record::{Request, ViolationKind};
use crate::rest::Fault;
use crate::store::Unsaved;
use crate::world::{Event, Message, PageEvent, World};

/// Settings that are constant while the stand-in runs.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) token: String,
    /// Time limit for the initial response to an interaction.
    pub(crate) answer_within: Duration,
    /// Gateway address for the bot.
    pub(crate) gateway_url: String,
    /// `true` to keep the bot's requests instead of only counting them.
    pub(crate) keep_requests: bool,
    /// Number of servers that exist only in the gateway's events.
    pub(crate) other_guilds: u64,
}

/// State behind the lock.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) world: World,
    pub(crate) sessions: Sessions,
    pub(crate) faults: Vec<Fault>,
    pub(crate) requests: Vec<Request>,
    /// Latency of every request.
    pub(crate) latency: Duration,
    pub(crate) in_flight: usize,
    pub(crate) last_request: Instant,
    pub(crate) rates: Rates,
    /// Changes that are not yet in the world's file; `None` without a file.
    unsaved: Option<Unsaved>,
}

/// State with its lock and its subscribers.
#[derive(Debug)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: watch::Sender<u64>,
    page: broadcast::Sender<PageEvent>,
    /// Subscribers to every message, who must miss none.
    feeds: Mutex<Vec<mpsc::UnboundedSender<Message>>>,
    pub(crate) settings: Settings,
}

impl Shared {
    pub(crate) fn new(world: World, settings: Settings, rules: Rules, saved: bool) -> Arc<Self> {
        Arc::new(Self {
            state: Mutex::new(State {
                world,
                sessions: Sessions::default(),
                faults: Vec::new(),
                requests: Vec::new(),
                latency: Duration::ZERO,
                in_flight: 0,
                last_request: Instant::now(),
                rates: Rates::new(rules),
                unsaved: saved.then(Unsaved::default),
            }),
            changed: watch::Sender::new(0),
            page: broadcast::Sender::new(1024),
            feeds: Mutex::default(),
            settings,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads the state.
    pub(crate) fn read<R>(&self, look: impl FnOnce(&State) -> R) -> R {
        look(&self.lock())
    }

    /// Changes the state and notifies all subscribers.
    pub(crate) fn with<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        let mut state = self.lock();
        let out = change(&mut state);
        let State { world, sessions, unsaved, .. } = &mut *state;
        for event in std::mem::take(&mut world.outbox) {
            match event {
                Event::Page(event) => {
                    if let Some(unsaved) = unsaved {
                        unsaved.note(event);
                    }
                    if let PageEvent::Message(id) = event {
                        self.feed(world.messages.get(&id));
                    }
                    // Fails if no page is open.
                    let _ = self.page.send(event);
                }
                Event::Gateway(dispatch) => {
                    let live = sessions.dispatch(&dispatch);
                    if dispatch.name == "INTERACTION_CREATE" {
                        let id = crate::check::snowflake(&dispatch.data["id"]).map(InteractionId);
                        if let Some(record) = id.and_then(|i| world.interactions.get_mut(&i)) {
                            record.delivered = live.then_some(sessions.identified);
                        }
                    }
                }
            }
        }
        drop(state);
        self.changed.send_modify(|n| *n += 1);
        out
    }

    /// Takes the unsaved changes if the world has a file.
    pub(crate) fn take_unsaved<R>(&self, take: impl FnOnce(&State, Unsaved) -> R) -> Option<R> {
        let mut state = self.lock();
        let unsaved = state.unsaved.as_mut().map(std::mem::take)?;
        Some(take(&state, unsaved))
    }

    /// Returns changes that could not be written.
    pub(crate) fn give_back(&self, unsaved: Unsaved) {
        if let Some(more) = &mut self.lock().unsaved {
            more.messages.extend(unsaved.messages);
            more.commands |= unsaved.commands;
        }
    }

    fn feed(&self, message: Option<&Message>) {
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(message) = message {
            feeds.retain(|feed| feed.send(message.clone()).is_ok());
        }
    }

    /// Subscribes to every new and changed message from now on.
    pub(crate) fn follow(&self) -> mpsc::UnboundedReceiver<Message> {
        let (feed, follower) = mpsc::unbounded_channel();
        let mut feeds = self.feeds.lock().unwrap_or_else(PoisonError::into_inner);
        feeds.push(feed);
        follower
    }

    /// Waits until `look` returns a value, or the time is up.
    pub(crate) async fn wait<R>(&self, patience: Duration, mut look: impl FnMut(&State) -> Option<R>) -> Option<R> {
        let mut changed = self.changed.subscribe();
        let waiting = async {
            loop {
                changed.borrow_and_update();
                if let Some(out) = self.read(&mut look) {
                    return Some(out);
                }
                if changed.changed().await.is_err() {
                    return None;
                }
            }
        };
        tokio::time::timeout(patience, waiting).await.ok().flatten()
    }

    /// Subscribes to changes of the state.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Subscribes to events for pages.
    pub(crate) fn page_events(&self) -> broadcast::Receiver<PageEvent> {
        self.page.subscribe()
    }

    /// Starts the timeout of an interaction: without a response in time, it has failed.
    pub(crate) fn expire_later(self: &Arc<Self>, id: InteractionId) {
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            tokio::time::sleep(shared.settings.answer_within).await;
            if shared.read(|s| s.world.record(id).is_none_or(|r| r.answer.is_some())) {
                return;
            }
            shared.with(|state| {
                let session = state.sessions.connected().then_some(state.sessions.identified);
                let world = &mut state.world;
                let Some(record) = world.interactions.get_mut(&id) else {
                    return;
                };
                record.expired = true;
                let sentence = format!("{} was not answered within {:?}", record.name, shared.settings.answer_within);
                // A bot that is no longer connected violates no rule.
                if record.delivered.is_some() && record.delivered == session {
                    world.violate(ViolationKind::Timeout, sentence);
                } else {
                    world.note(sentence);
                }
            });
        });
    }
}
