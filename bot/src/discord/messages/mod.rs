//! Messages made from what the host returns. Features show them as private responses, and the delivery posts them to
//! channels, so both depend on this module and not on each other.

pub mod board;
pub mod challenge;
pub mod invitation;
pub mod lobby;
pub mod odds;
pub mod people;
mod seed;
pub mod standstill;
pub mod target;
#[cfg(test)]
mod tests;
