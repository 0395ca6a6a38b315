//! The reader of Battalion files: no bytes make it panic, and its errors are in order and of a bounded length.
#![no_main]

use engine::battalion::{MAX_ERRORS, decode, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = decode(bytes) else { return };
    let abilities = engine::ability::specs();
    if let Err(errors) = read(text, &abilities) {
        assert!(!errors.is_empty() && errors.len() <= MAX_ERRORS + 1);
        assert!(errors.is_sorted_by_key(|error| (error.line, error.column)));
        assert!(errors.iter().all(|error| error.to_string().len() < 2_000));
    }
});
