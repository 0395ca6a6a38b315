//! Tests of the interface as a whole, against Discord's REST interface on loopback ([`stand_in`]): every press in every
//! state of a game ([`walks`]), pages that belong to no game ([`pages`] and [`rulebook`]), channels of every kind
//! ([`places`]), commands in rare states ([`commands`] and [`corners`]), choices with several pages ([`choices`]), slash
//! commands as they are typed ([`slash`]), scenes of several people ([`scenes`], on a [`stage`]), random ones
//! ([`generated`]), and ways from one page to another ([`ways`]).

mod choices;
mod commands;
mod corners;
mod generated;
mod pages;
mod places;
mod rulebook;
mod scenes;
mod slash;
mod stage;
pub(super) mod stand_in;
pub(super) mod told;
mod typed;
mod valid;
mod walks;
mod ways;
