//! Betza notation: no text makes the reader panic; errors point into the text; what is read can be described.
#![no_main]

use engine::piece::betza::{MAX_RULES, count, describe, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| match parse(text) {
    Ok(rules) => {
        assert!(!rules.is_empty() && count(&rules) <= MAX_RULES);
        assert!(!describe(&rules).is_empty());
    }
    Err(errors) => {
        assert!(!errors.is_empty());
        assert!(errors.iter().all(|error| text.get(error.range.clone()).is_some()));
    }
});
