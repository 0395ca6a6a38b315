//! Faults requested by tests: errors, delays and broken connections.

use std::time::Duration;

use super::Op;
use crate::rates::Scope;

/// Effect of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// This HTTP status; the request has no effect.
    Status(u16),
    /// 429 with this scope and retry time; the request has no effect.
    Limited(Scope, Duration),
    /// The connection breaks; the request has no effect.
    DropBefore,
    /// The request takes effect, then the connection breaks.
    DropAfter,
    /// The request succeeds after a delay.
    Delay(Duration),
}

/// Fault for the next requests of an operation.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    pub(crate) op: Op,
    pub(crate) effect: Effect,
    pub(crate) times: u32,
}

impl Fault {
    pub(crate) fn delay(&self) -> Duration {
        match self.effect {
            Effect::Delay(delay) => delay,
            _ => Duration::ZERO,
        }
    }
}

/// Takes the fault for this request, if any.
pub(crate) fn take(faults: &mut Vec<Fault>, op: Op) -> Option<Fault> {
    let at = faults.iter().position(|f| f.op == op)?;
    faults[at].times = faults[at].times.saturating_sub(1);
    let hit = faults[at].clone();
    faults.retain(|f| f.times > 0);
    Some(hit)
}
