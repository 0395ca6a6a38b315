//! What becomes of a game, to be stored in one go: a new lobby, or a change of a game that is there.

use super::{GameId, InteractionKey, Kind, NewResult, PastPlayerRow, PersonId, PlaceRow, SeatRow, State, To, Version};

/// A lobby to be opened.
#[derive(Clone, Debug)]
pub struct NewGame {
    /// Which game.
    pub kind: Kind,
    /// Where.
    pub place: PlaceRow,
    /// By whom.
    pub creator: PersonId,
    /// Their name.
    pub creator_name: String,
    /// What they decided, JSON.
    pub options: String,
    /// Who sits there from the beginning.
    pub seats: Vec<SeatRow>,
    /// Those of them who have yet to agree.
    pub invited: Vec<PersonId>,
    /// What to say, about version 1.
    pub notices: Vec<NewNotice>,
    /// The delivery, if it has a number.
    pub interaction: InteractionKey,
}

/// Something accepted, which makes the next version of a game. It may hold secrets: no `Debug`.
#[derive(Clone)]
pub struct Change {
    /// Which game.
    pub game: GameId,
    /// The version that it was decided upon; if the game has moved on, nothing happens.
    pub on: Version,
    /// The delivery's number, and what will be answered; `None` for what the program does by itself.
    pub interaction: Option<(InteractionKey, String)>,
    /// How far the game has come now.
    pub state: State,
    /// The seats, if they changed.
    pub seats: Option<Vec<SeatRow>>,
    /// Those in the seats who have yet to agree, if that changed.
    pub invited: Option<Vec<PersonId>>,
    /// Who sat somewhere until now.
    pub past: Option<PastPlayerRow>,
    /// What has been asked and not settled, if that changed; inside, JSON.
    pub pending: Option<Option<String>>,
    /// The decision that is waited for is a new one.
    pub waits_anew: bool,
    /// Moves that were prepared for what was expected mean nothing any more.
    pub forgets_lines: bool,
    /// How the game was made, when it starts.
    pub setup: Option<NewSetup>,
    /// The action, if it is one of the game.
    pub action: Option<NewAction>,
    /// By whom it is ended from outside, JSON.
    pub stopped: Option<String>,
    /// How the game ended, when it does.
    pub result: Option<NewResult>,
    /// What becomes of the deadline.
    pub time: Time,
    /// The clock besides, JSON, if it changed.
    pub clock: Option<String>,
    /// It is adjourned, or no longer, if that changed.
    pub adjourned: Option<bool>,
    /// Where it is played from now on, if that changed.
    pub place: Option<PlaceRow>,
    /// What to say about the new version.
    pub notices: Vec<NewNotice>,
}

impl Change {
    /// A change of a game that so far changes nothing but the version.
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

/// How a game was made. It holds secrets: no `Debug`.
#[derive(Clone)]
pub struct NewSetup {
    /// JSON without the seed.
    pub setup: String,
    /// The seed.
    pub seed: String,
    /// The state that the game begins with, JSON.
    pub state: String,
}

/// An entry for the log. It may be sealed: no `Debug`.
#[derive(Clone)]
pub struct NewAction {
    /// Whose action.
    pub seat: u8,
    /// By whom; `None` for the clock.
    pub person: Option<PersonId>,
    /// The action, JSON.
    pub action: String,
    /// Not to be seen in a public row.
    pub sealed: bool,
    /// What it changed in the state of the game, JSON patch; always a secret.
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

/// What becomes of a game's deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// It stays.
    Keep,
    /// There is none.
    Off,
    /// It is set anew, in milliseconds since 1970.
    Until {
        /// When the time is over.
        deadline: i64,
        /// When to remind.
        remind_at: i64,
        /// Since when the clock runs; `None` where it does not.
        since: Option<i64>,
    },
}

/// Something to be said about a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewNotice {
    /// To whom.
    pub to: To,
    /// What about.
    pub kind: String,
}

/// What became of a change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<T> {
    /// It is stored.
    Stored(T),
    /// This delivery has been dealt with before: what was answered then.
    Repeated(String),
    /// The game has moved on, or the channel has an open game already. Nothing happened.
    Conflict,
}
