//! From an empty channel to a game: the seats of a lobby ([`seats`]), games for certain people ([`invitation`]), opening any of them
//! ([`opening`]), a challenge to a match
//! ([`challenge`]), what a server allows ([`allowed`]), and what the game is made of ([`assemble`]).

pub(super) mod allowed;
pub(super) mod assemble;
pub(super) mod challenge;
pub(super) mod invitation;
pub(super) mod opening;
pub(super) mod seats;
