//! Input of the job that stores a new lobby or a change of a game.

use super::{
    ChannelId, GameId, InteractionKey, Kind, NewResult, PastPlayerRow, PersonId, Place, SeatRow, State, Version,
};

/// Lobby to be opened.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Game variant.
    pub kind: Kind,
    /// Place where the game is played.
    pub place: Place,
    /// Person who opens the lobby.
    pub creator: PersonId,
    /// Name of the creator.
    pub creator_name: String,
    /// Options chosen by the creator, as JSON.
    pub options: String,
    /// Seats, with the players who join from the beginning.
    pub seats: Vec<SeatRow>,
    /// Players in the seats who have yet to accept their invitation.
    pub invited: Vec<PersonId>,
    /// Notices about version 1.
    pub notices: Vec<NewNotice>,
    /// Id of the interaction that opens the lobby.
    pub interaction: InteractionKey,
}

/// Accepted change, which creates the next version of a game. No derived `Debug`, because it may hold secrets.
#[derive(Clone)]
pub struct Change {
    pub game: GameId,
    /// Version that the change is based on. If the game has a newer version, nothing is stored.
    pub on: Version,
    /// Id of the interaction and the answer to it; `None` for changes that the program makes itself.
    pub interaction: Option<(InteractionKey, String)>,
    /// State of the game after the change.
    pub state: State,
    /// New seats, if they changed.
    pub seats: Option<Vec<SeatRow>>,
    /// Players who have yet to accept their invitation, if that changed.
    pub invited: Option<Vec<PersonId>>,
    /// Player who left a seat.
    pub past: Option<PastPlayerRow>,
    /// Pending proposals, as JSON, if they changed; inner `None` if none is left.
    pub pending: Option<Option<String>>,
    /// Contributions to the seed, as JSON, if they changed. Secret.
    pub contributions: Option<String>,
    /// Restarts the time for which the current decision has been pending.
    pub waits_anew: bool,
    /// Deletes all conditional moves of the game.
    pub forgets_lines: bool,
    /// Setup, if the game starts.
    pub setup: Option<NewSetup>,
    /// Action of the game, if the change is one.
    pub action: Option<NewAction>,
    /// Person who ended the game from outside, with the reason, as JSON.
    pub stopped: Option<String>,
    /// Result, if the game ends.
    pub result: Option<NewResult>,
    /// Change of the deadline.
    pub time: Time,
    /// Clock state other than the deadline, as JSON, if it changed.
    pub clock: Option<String>,
    /// New value of the flag that the game is adjourned, if it changed.
    pub adjourned: Option<bool>,
    /// New place of the game, if it moved.
    pub place: Option<Place>,
    /// Notices about the new version.
    pub notices: Vec<NewNotice>,
}

impl Change {
    /// Creates a change that increases the version and does nothing else.
    pub fn new(game: GameId, on: Version, state: State) -> Self {
        Self {
            game,
            on,
            interaction: None,
            state,
            seats: None,
            invited: None,
            past: None,
            pending: None,
            contributions: None,
            waits_anew: false,
            forgets_lines: false,
            setup: None,
            action: None,
            stopped: None,
            result: None,
            time: Time::Keep,
            clock: None,
            adjourned: None,
            place: None,
            notices: Vec::new(),
        }
    }
}

/// Setup of a starting game. No derived `Debug`, because it holds secrets.
#[derive(Clone)]
pub struct NewSetup {
    /// Setup without the seed, as JSON.
    pub setup: String,
    /// Seed of the random numbers.
    pub seed: String,
    /// Initial state of the game, as JSON.
    pub state: String,
}

/// New entry of a game's action log. No derived `Debug`, because it may be sealed.
#[derive(Clone)]
pub struct NewAction {
    /// Seat that acts.
    pub seat: u8,
    /// Person who acts; `None` for the clock.
    pub person: Option<PersonId>,
    /// Action, as JSON.
    pub action: String,
    /// Stores seat, person and action among the secrets instead of the public row.
    pub sealed: bool,
    /// Effect on the state of the game, as a JSON patch; always secret.
    pub effect: String,
}

impl std::fmt::Debug for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Change").field("game", &self.game).field("on", &self.on).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for NewSetup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewSetup").finish_non_exhaustive()
    }
}

impl std::fmt::Debug for NewAction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewAction").finish_non_exhaustive()
    }
}

/// Change of a game's deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// Leaves the deadline unchanged.
    Keep,
    /// Removes the deadline.
    Off,
    /// Sets a new deadline. Times are in milliseconds since 1970.
    Until {
        /// End of the time to act.
        deadline: i64,
        /// Time of the reminder.
        remind_at: i64,
        /// Start of the running clock; `None` if it is not running.
        since: Option<i64>,
    },
}

/// Recipient of a notice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum To {
    /// Everyone in a channel or thread.
    Channel(ChannelId),
    /// One person.
    Person(PersonId),
}

/// Notice about a version, to be posted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNotice {
    /// Recipient.
    pub to: To,
    /// Kind of the notice.
    pub kind: String,
}

/// Result of storing a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<T> {
    /// Stored.
    Stored(T),
    /// The interaction was already handled; contains the earlier answer.
    Repeated(String),
    /// Nothing was stored: the game has a newer version, or the channel already has an open game.
    Conflict,
}
