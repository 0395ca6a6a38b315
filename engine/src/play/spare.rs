//! Reusable move lists, kept per thread, so that move generation rarely allocates.

use std::cell::RefCell;

use super::MoveList;

thread_local! {
    static LISTS: RefCell<Vec<MoveList>> = const { RefCell::new(Vec::new()) };
}

/// Calls `work` with an empty list.
pub(crate) fn with_list<T>(work: impl FnOnce(&mut MoveList) -> T) -> T {
    let mut list = LISTS.with_borrow_mut(Vec::pop).unwrap_or_default();
    list.clear();
    let result = work(&mut list);
    LISTS.with_borrow_mut(|lists| lists.push(list));
    result
}
