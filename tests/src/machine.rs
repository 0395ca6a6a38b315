//! Who has the machine: most stories share it, one that plays under load has it to itself.
//!
//! A story holds one guard at a time: a second one could wait for a story that itself waits for the first.

use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

static MACHINE: RwLock<()> = RwLock::const_new(());

/// Held while the machine is shared.
pub(crate) type Shared = RwLockReadGuard<'static, ()>;

/// Held while nobody else has it.
pub(crate) type Alone = RwLockWriteGuard<'static, ()>;

/// Waits until nobody needs the machine alone.
pub(crate) async fn share() -> Shared {
    MACHINE.read().await
}

/// Waits until nobody else has the machine.
pub(crate) async fn take_alone() -> Alone {
    MACHINE.write().await
}
