//! Equal copies of a state of a game, in which actions are tried one after another.

use super::everyone::State;

/// Copies of a state. Opening a copy takes longer than most refusals, so a copy that an action has not changed is used for
/// the next one.
pub(crate) struct Copies {
    start: State,
    now: i64,
    unchanged: Option<State>,
}

impl Copies {
    /// Copies of a state as it is now. Its program stops, so that everything is in its file.
    pub async fn of(start: State) -> Self {
        let now = start.now();
        start.host.close().await;
        Self { start, now, unchanged: None }
    }

    /// A copy that is like the state.
    pub async fn take(&mut self) -> State {
        match self.unchanged.take() {
            Some(copy) => copy,
            None => self.start.again(self.now).await,
        }
    }

    /// Takes back a copy that has not changed.
    pub fn keep(&mut self, copy: State) {
        self.unchanged = Some(copy);
    }

    /// Closes the copy that is left.
    pub async fn close(self) {
        if let Some(copy) = self.unchanged {
            copy.host.close().await;
        }
    }
}
