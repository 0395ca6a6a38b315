//! Tests of the interface as a whole, against Discord's REST interface on loopback ([`stand_in`]): every press in every
//! state of a game ([`walks`]), channels of every kind ([`places`]), and commands in rare states ([`commands`]).

mod commands;
mod places;
pub(super) mod stand_in;
mod walks;
