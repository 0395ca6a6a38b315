//! Public view of a lobby.

use balance::measured::Balance;
use engine::battalion::Matches;
use engine::titans::GameMode;

use super::{GivenOdds, LobbyOptions, Member, Place, PossibleOdds, SealedSeed, Stopped};
use crate::host::error::Missing;
use crate::store::{GameId, Version};

/// Public view of a lobby.
#[derive(Clone, PartialEq, Debug)]
pub struct Lobby {
    /// Id of the game that the lobby becomes.
    pub game: GameId,
    /// Current version.
    pub version: Version,
    /// Server and channel.
    pub place: Place,
    /// Settings chosen by the creator.
    pub options: LobbyOptions,
    /// Name of the chosen Battlefield; `None` for the default one and for one removed since.
    pub battlefield: Option<String>,
    pub creator: Member,
    /// Taken seats, in the order of joining.
    pub seats: Vec<LobbySeat>,
    /// People in these seats who have not accepted their invitation yet.
    pub invited: Vec<Member>,
    /// Strength of the armies of a duel, in the order of the seats; `None` if it is not known which one is stronger.
    pub balance: Option<Balance>,
    /// Odds given so far.
    pub odds: Option<GivenOdds>,
    /// Odds that the Player of the stronger army can give.
    pub possible_odds: Option<PossibleOdds>,
    /// Requirements not yet met; empty if the game can start.
    pub missing: Vec<Missing>,
    /// Commitments to the seed; `None` for a lobby of an older program.
    pub seed: Option<SealedSeed>,
    /// The person who closed the lobby without a game; `None` while it is open.
    pub closed: Option<Stopped>,
}

/// A taken seat of a lobby.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LobbySeat {
    /// One person, or two who share it (T-1).
    pub members: Vec<Member>,
    /// The Battalion, once chosen.
    pub battalion: Option<BattalionInfo>,
}

/// A Battalion that can be picked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattalionInfo {
    /// Id, for [`Join::battalion`](crate::host::Join::battalion).
    pub id: String,
    pub name: String,
    /// One-sentence summary.
    pub summary: String,
    /// Gamemodes that allow it.
    pub matches: Matches,
    /// Added by this server, not built in.
    pub own: bool,
    /// Private: so far, only administrators of the server can pick it.
    pub private: bool,
}

impl BattalionInfo {
    /// Returns true if games of this mode allow the Battalion.
    pub const fn suits(&self, mode: GameMode) -> bool {
        match mode {
            GameMode::Duel => self.matches.duels(),
            GameMode::Assassin | GameMode::Ffa => self.matches.party(),
        }
    }
}
