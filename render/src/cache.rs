//! A bounded store of things that are costly to make and equal for equal keys. Two generations: when the young one is
//! full it becomes the old one, so that what is in use stays and the rest goes, without any bookkeeping per entry.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// The store.
pub(crate) struct Cache<K, V> {
    state: Mutex<State<K, V>>,
    limit: usize,
}

struct State<K, V> {
    young: HashMap<K, Arc<V>>,
    old: HashMap<K, Arc<V>>,
    weight: usize,
}

impl<K, V> std::fmt::Debug for Cache<K, V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cache(up to {} bytes)", self.limit)
    }
}

impl<K: Hash + Eq + Clone, V> Cache<K, V> {
    /// A store of at most `limit` bytes, by the weights given to [`Cache::get`].
    pub(crate) fn new(limit: usize) -> Self {
        let state = State {
            young: HashMap::new(),
            old: HashMap::new(),
            weight: 0,
        };
        Self {
            state: Mutex::new(state),
            limit,
        }
    }

    /// The value of a key, made if it is not at hand.
    pub(crate) fn get(&self, key: &K, weight: usize, make: impl FnOnce() -> V) -> Arc<V> {
        match self.try_get(key, weight, || Ok::<V, Infallible>(make())) {
            Ok(value) => value,
        }
    }

    /// The value of a key, made if it is not at hand; a failure is not kept.
    pub(crate) fn try_get<E>(
        &self,
        key: &K,
        weight: usize,
        make: impl FnOnce() -> Result<V, E>,
    ) -> Result<Arc<V>, E> {
        if let Some(value) = self.lock().find(key, weight, self.limit) {
            return Ok(value);
        }
        // Made without the lock: at worst twice, with equal results.
        let value = Arc::new(make()?);
        self.lock()
            .insert(key.clone(), Arc::clone(&value), weight, self.limit);
        Ok(value)
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State<K, V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq + Clone, V> State<K, V> {
    fn find(&mut self, key: &K, weight: usize, limit: usize) -> Option<Arc<V>> {
        if let Some(value) = self.young.get(key) {
            return Some(Arc::clone(value));
        }
        let (key, value) = self.old.remove_entry(key)?;
        self.insert(key, Arc::clone(&value), weight, limit);
        Some(value)
    }

    fn insert(&mut self, key: K, value: Arc<V>, weight: usize, limit: usize) {
        self.weight += weight;
        self.young.insert(key, value);
        if self.weight > limit / 2 {
            self.old = std::mem::take(&mut self.young);
            self.weight = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stays_within_its_limit_and_keeps_what_is_used() {
        let cache = Cache::new(100);
        for i in 0..1000 {
            cache.get(&i, 10, || i);
            assert_eq!(*cache.get(&0, 10, || 0), 0);
            let state = cache.lock();
            assert!(state.young.len() + state.old.len() <= 12);
        }
    }
}
