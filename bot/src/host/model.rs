//! Input and output types of the use cases.

mod clash;
mod computer;
mod conditional;
mod confirmation;
mod holiday;
mod listed;
mod log;
mod notice;
mod own;
mod player;
mod seed;
mod settings;
mod sharing;
mod standing;
mod step;
mod table;
mod time_control;

use serde::{Deserialize, Serialize};

use engine::action::{Act, Turn};
use engine::battalion::Matches;
use engine::board::{Seat, Space};
use engine::fact::{Fact, Warning};
use engine::seed::Proof;
use engine::titans::{ChoiceKind, GameMode, PlacementQuestion, PlacementStyle};
use engine::view::{ShopView, View};
use render::People;

use crate::host::error::NotPgn;
use crate::store::{ChannelId, GameId, GuildId, InteractionKey, PersonId, RoleId, Version};

pub use crate::store::Place;

pub use clash::{
    ArmyChoice, BidDecision, Challenge, ClashOptions, Colours, DuelChallenge, GameOptions, Kept, Opening, Published,
    RaiseDecision, RoundEnd, Sealed, ShopOffer,
};
pub use computer::{ComputerPlayer, ComputerWish};
pub use conditional::ConditionalLine;
pub use confirmation::Confirmation;
pub use holiday::{Holiday, HolidayChange};
pub use listed::{ListedGame, Listing};
pub use log::{AdminChange, LogEntry, SettingChange};
pub use notice::{Failure, Notice, NoticeKind, Posted, Recipient};
pub(crate) use notice::{Lease, Leased};
pub use own::{
    BattalionChange, BattalionFile, Draft, FileProblem, FileWarning, Listed, Looked, NotHere, Pack, Packed, SameFile,
    Shared,
};
pub use player::{Missing, Player};
pub use seed::{SealedSeed, SealedWord};
pub use settings::{Announce, GuildSettings, Limits, Mode, PersonSettings, Ping, Role, TimeLimits};
pub use sharing::{Balance, GalleryLine, GalleryOrder, Note, Noted, Remarked, ShareWith, SharedArmy, SharedBy};
pub use standing::{
    ArmyLine, ArmyStanding, AskedAbout, Ending, FastWin, Leaderboard, ModeArmies, PersonStanding, Pool, PoolStanding,
    Privacy, Ranked, Rate, RatedAt, Rating, ServerDetails, ServerStanding, Tally,
};
pub use step::{Moment, Step, StepKind};
pub use table::{Absence, HandOverView, TableView, Takeback, VacantSeat, VoteView};
pub use time_control::{ClockView, Standing, TimeControl, TimePart};

/// The person who makes a request, with their permissions.
#[derive(Clone, Debug)]
pub struct Who {
    /// Discord id of the person.
    pub person: PersonId,
    /// Display name.
    pub name: String,
    /// Permissions of the person on the server.
    pub rights: Rights,
    /// Key of the interaction. A repeated delivery gets the stored answer and changes nothing.
    pub interaction: InteractionKey,
    /// Channel in which a public answer to the interaction would appear.
    pub shows_in: Option<ChannelId>,
}

/// Permissions of a person on one server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rights {
    /// The server. The other fields hold only there.
    pub guild: Option<GuildId>,
    /// May remove other people's messages (*Manage Messages*).
    pub moderator: bool,
    /// May change the server (*Manage Server*).
    pub manager: bool,
    /// Roles of the person.
    pub roles: Vec<RoleId>,
}

impl Rights {
    /// Returns true if the person has this role.
    pub fn have(&self, role: &Role) -> bool {
        self.roles.contains(&role.id)
    }
}

/// Assignment of people to seats at the start of a game (T-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatOrder {
    /// At random.
    #[default]
    Random,
    /// Order of joining.
    Fixed,
}

/// Settings of a lobby, chosen by its creator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LobbyOptions {
    /// The gamemode.
    pub mode: GameMode,
    /// Number of seats, 2 to 6.
    pub seats: u8,
    /// Placement of Territories on the board.
    #[serde(default)]
    pub placement: PlacementStyle,
    /// Assignment of people to seats.
    #[serde(default)]
    pub order: SeatOrder,
    /// Time control. Older versions stored only a number of seconds per turn.
    #[serde(default, rename = "time_per_turn")]
    pub time: TimeControl,
    /// Id of the Battlefield; `None`: the built-in one for the number of seats.
    #[serde(default)]
    pub battlefield: Option<String>,
    /// Colours of the public pictures: `dark`, `light` or `high-contrast`.
    #[serde(default)]
    pub theme: ThemeName,
    /// Start automatically when every seat is taken and has a Battalion.
    #[serde(default)]
    pub start_when_full: bool,
    /// Invitation of certain people; `None`: anyone may join.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
}

/// Kind of invitation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Invitation {
    Challenge,
    /// Rematch of this game.
    Rematch(GameId),
}

impl LobbyOptions {
    /// Default settings of a gamemode.
    pub fn new(mode: GameMode, seats: u8) -> Self {
        Self {
            mode,
            seats,
            placement: PlacementStyle::Usual,
            order: SeatOrder::Random,
            time: TimeControl::Unlimited,
            battlefield: None,
            theme: ThemeName::default(),
            start_when_full: true,
            invitation: None,
        }
    }
}

/// Theme of the pictures, with its name in options and settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    /// Dark frame and panels.
    #[default]
    Dark,
    /// Light frame and panels.
    Light,
    /// Black and white with thick outlines.
    HighContrast,
}

impl From<ThemeName> for render::Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Dark => render::Theme::Dark,
            ThemeName::Light => render::Theme::Light,
            ThemeName::HighContrast => render::Theme::HighContrast,
        }
    }
}

/// Request to join a lobby.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Join {
    /// Id of the Battalion; `None`: chosen later.
    pub battalion: Option<String>,
    /// Team mate whose seat and Battalion are shared (T-1).
    pub with: Option<PersonId>,
    /// Word for the seed (T-32).
    pub word: Option<String>,
}

/// A person with their display name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    pub person: PersonId,
    pub name: String,
}

/// A Battalion that can be picked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattalionInfo {
    /// Id, for [`Join::battalion`].
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

/// The people who may see a game, beside everyone in its channel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audience {
    /// Server and channel.
    pub place: Place,
    /// People in the seats.
    pub people: Vec<PersonId>,
}

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

/// Public view of a game at one version. Contains no secrets.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub game: GameId,
    /// The version shown.
    pub version: Version,
    /// Newest version of the game. Only its message has buttons.
    pub newest: Version,
    /// Server and channel.
    pub place: Place,
    /// Settings chosen by the creator.
    pub options: GameOptions,
    /// Public view of the engine.
    pub view: View,
    /// People in each seat.
    pub seats: Vec<Vec<Member>>,
    /// People to act, who are the only ones mentioned. In a shared seat, only the person whose turn it is. Empty after
    /// the game, and while sealed choices are pending that must not reveal who chooses.
    pub to_act: Vec<Member>,
    /// Deadline of the people to act, in seconds since 1970. Set only for the newest version.
    pub deadline: Option<i64>,
    /// Turns of computer players announced in the message of this version, oldest first.
    pub told_before: Vec<TurnTold>,
    /// Versions of the turns of others since the last turn of the Player to move, except the newest turn.
    pub since_own_turn: Vec<Version>,
    /// Only computer players are still in the game; they finish it at once.
    pub unattended: bool,
    /// Further clock data. Set only for the newest version.
    pub clock: ClockView,
    /// True if this version ended a round of the match.
    pub round_over: bool,
    /// Open requests between the players.
    pub table: TableView,
    /// Set if a person or moderator ended the game from outside. The engine's view then still shows a game in progress.
    pub stopped: Option<Stopped>,
    /// True if the game is over, by the rules or from outside.
    pub over: bool,
    /// Commitments to the seed, if the game shows them (T-32).
    pub seed: Option<SealedSeed>,
    /// Texts that prove the seed, once the game is over and if it shows them (T-32).
    pub proof: Vec<Proof>,
}

/// End of a game from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stopped {
    /// The person who ended it.
    pub by: Member,
    /// Reason, one sentence, if given.
    pub reason: Option<String>,
}

/// Content of a channel: lobby, challenge or game.
#[derive(Clone, PartialEq, Debug)]
pub enum Board {
    /// A lobby, open or closed.
    Lobby(Box<Lobby>),
    /// A challenge to a match of Clash of the Armies, open or closed.
    Challenge(Box<Challenge>),
    /// A game, running or finished.
    Game(Box<Scene>),
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    pub game: GameId,
    /// Server and channel.
    pub place: Place,
    /// True while it is a lobby.
    pub lobby: bool,
}

/// Result of a stored action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Done {
    pub game: GameId,
    /// Version after the action.
    pub version: Version,
    /// Confirmations for the person who acted. Empty if an earlier version of the program stored them in another
    /// format.
    #[serde(default)]
    pub confirmed: Vec<Confirmation>,
    /// True if this interaction was handled before, so nothing changed now.
    #[serde(skip)]
    pub repeated: bool,
    /// Notice to post in the channel as the answer to the interaction itself ([`Who::shows_in`]).
    #[serde(skip)]
    pub claimed: Option<Notice>,
}

/// Result of playing a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// The turn was played.
    Done(Done),
    /// A decision is needed first. Nothing has changed.
    Ask(Box<Ask>),
}

/// A decision needed before a turn can be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    pub game: GameId,
    /// Version of the position.
    pub version: Version,
    /// The turn so far, with the choices already made.
    pub turn: Turn,
    /// Index of its act in [`Acts::acts`] at this version. Together with `turn.then`, it identifies the turn.
    pub index: u16,
    /// Notation of the turn so far.
    pub text: String,
    pub question: Question,
}

/// Question of an [`Ask`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// A mandatory choice of the turn (T-17).
    Choice {
        /// Kind of choice.
        kind: ChoiceKind,
        /// Owners of the piece.
        whose: Vec<Member>,
        /// Spaces to choose from.
        options: Vec<Space>,
        /// May be declined (`None` in [`Turn::then`]).
        optional: bool,
    },
    /// Confirmation of a turn that loses or ends the game.
    Confirm(Vec<Warning>),
}

/// Legal acts of a person in the current position; source of the guided menus.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acts {
    pub game: GameId,
    /// Version of the position. Acts of one version are always listed in the same order.
    pub version: Version,
    /// Seat of the person.
    pub seat: Seat,
    /// All legal acts, in a fixed order. Empty when it is not the person's turn.
    pub acts: Vec<ListedAct>,
}

/// A legal act with the data that menus show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedAct {
    /// Index in the list.
    pub index: u16,
    pub act: Act,
    /// Its notation.
    pub text: String,
    /// Name of the piece: "Pawn".
    pub piece: String,
    /// Origin; `None` for a piece placed from reserve.
    pub from: Option<Space>,
    /// Destination, or target of the act.
    pub to: Space,
    /// Landing Spaces of a chain of jumps, in order (C-17). If the piece leaves the board, the last one is the Space of
    /// its last capture. Empty for other acts.
    pub landings: Vec<Space>,
}

/// An autocomplete suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// Label shown: "e4 (Pawn e2)".
    pub label: String,
    /// Value sent back as text.
    pub value: String,
}

/// A private decision of a person, other than a turn.
#[derive(Clone, PartialEq, Debug)]
pub enum PendingDecision {
    /// No decision.
    Nothing,
    /// A turn is due.
    Turn,
    /// Placement of the Territory (T-15).
    Placement(PlacementQuestion),
    /// Choice of Volatile pieces (V-2).
    Volatile(Vec<VolatileDecision>),
    /// Purchase and setup of an army (C-3), with its current state.
    Shop(Box<ShopView>),
    /// Bid for the Amazon, or a new bid that replaces it (C-10).
    Bid(BidDecision),
    /// Raise the bid or stop (C-12).
    Raise(RaiseDecision),
}

/// A choice of Volatile pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VolatileDecision {
    /// The choice is public at once.
    pub openly: bool,
    /// Owner of the pieces.
    pub of: Seat,
    /// Number of pieces to choose.
    pub count: usize,
    /// Candidate Spaces, each with the name of its piece.
    pub options: Vec<(Space, String)>,
}

/// Private view of one seat. Show it only in ephemeral answers and direct messages.
#[derive(Clone, PartialEq, Debug)]
pub struct Private {
    pub game: GameId,
    pub version: Version,
    pub seat: Seat,
    /// View of the seat: the public view, with the seat's own secrets in `own`.
    pub view: View,
    /// People in each seat.
    pub seats: Vec<Vec<Member>>,
    /// Decision that the seat has to make.
    pub decision: PendingDecision,
}

/// One line of a game's history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Version that it created.
    pub version: Version,
    /// Seat that acted.
    pub seat: Seat,
    /// Notation of the turn; empty for other actions.
    pub text: String,
    /// Facts about what happened.
    pub facts: Vec<Fact>,
    /// Seats in Check afterwards. Entries of older versions of the program do not have them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked: Vec<Seat>,
    /// Turns undone by this entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<TakenBack>,
}

/// A turn of a computer player that is announced together with a later turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnTold {
    /// Version that shows it.
    pub version: Version,
    /// Seat of the computer player.
    pub seat: Seat,
    /// Notation; empty for other actions, such as resigning.
    pub text: String,
    /// Facts about what happened.
    pub facts: Vec<Fact>,
    /// Seats in Check because of it.
    pub gave: Vec<Seat>,
    /// Seats no longer in Check because of it.
    pub lifted: Vec<Seat>,
}

/// Turns undone by a takeback.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakenBack {
    /// Version whose position is restored. Entries between that version and this one are undone.
    pub to: Version,
    /// Notation of the undone turns, in order.
    pub turns: Vec<String>,
}

/// A change of a seat's holder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatTaken {
    /// Former holder.
    pub from: Member,
    /// New holder; `None` if the other person of a shared seat continues alone.
    pub to: Option<Member>,
}

/// Entries of a history that are still valid: without undone turns and without the takebacks themselves.
pub fn standing<'a>(history: impl Iterator<Item = &'a HistoryEntry>) -> Vec<&'a HistoryEntry> {
    let mut standing: Vec<&HistoryEntry> = Vec::new();
    for entry in history {
        match &entry.taken_back {
            Some(back) => standing.retain(|entry| entry.version <= back.to),
            None => standing.push(entry),
        }
    }
    standing
}

/// A game exported as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// File name.
    pub name: String,
    /// JSON. Excludes the seed and secrets until the game is over.
    pub json: String,
}

/// A game exported as PGN.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnFile {
    /// File name.
    pub name: String,
    /// PGN text; one game per round of a match.
    pub text: String,
    /// First round of the match that PGN cannot represent, with the reason.
    pub left_out: Option<(u8, NotPgn)>,
}

/// Names of the people of a game, for pictures.
pub(crate) fn people(seats: &[Vec<Member>]) -> People {
    let person = |members: &Vec<Member>| render::Person {
        names: members.iter().map(|member| member.name.clone()).collect(),
        ..render::Person::default()
    };
    People { seats: seats.iter().map(person).collect() }
}
