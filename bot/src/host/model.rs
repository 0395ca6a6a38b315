//! What goes into the use cases and what comes out of them.

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
use engine::titans::{ChoiceKind, GameMode, PlacementQuestion, PlacementStyle};
use engine::view::{ShopView, View};
use render::People;

use crate::host::error::NotPgn;
use crate::store::{ChannelId, GameId, GuildId, InteractionKey, PersonId, RoleId, Version};

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
pub use settings::{Announce, GuildSettings, Limits, Mode, PersonSettings, Ping, Role, TimeLimits};
pub use sharing::{Balance, GalleryLine, GalleryOrder, Note, Noted, Remarked, ShareWith, SharedArmy, SharedBy};
pub use standing::{
    ArmyLine, ArmyStanding, AskedAbout, Ending, FastWin, Leaderboard, ModeArmies, PersonStanding, Pool, PoolStanding,
    Privacy, Ranked, Rate, RatedAt, Rating, ServerDetails, ServerStanding, Tally,
};
pub use step::{Moment, Step, StepKind};
pub use table::{Absence, HandOverView, TableView, Takeback, VacantSeat, VoteView};
pub use time_control::{ClockView, Standing, TimeControl, TimePart};

/// Who asks for something.
#[derive(Clone, Debug)]
pub struct Who {
    /// The person.
    pub person: PersonId,
    /// The name to show for them.
    pub name: String,
    /// What they may do, and where.
    pub rights: Rights,
    /// The delivery that asks: the second time around it is answered as before and changes nothing.
    pub interaction: InteractionKey,
    /// The channel in which everybody would see an answer to it.
    pub shows_in: Option<ChannelId>,
}

/// What somebody may do on a server.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Rights {
    /// The server; the rest holds nowhere else.
    pub guild: Option<GuildId>,
    /// May remove what others wrote (*Manage Messages*).
    pub moderator: bool,
    /// May change the server (*Manage Server*).
    pub manager: bool,
    /// The roles they have.
    pub roles: Vec<RoleId>,
}

impl Rights {
    /// Do they have this role?
    pub fn have(&self, role: &Role) -> bool {
        self.roles.contains(&role.id)
    }
}

/// Where a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The server; `None` in a direct message.
    pub guild: Option<GuildId>,
    /// The channel or thread that the game's messages go to. It holds one open game.
    pub channel: ChannelId,
    /// For a thread, the channel it belongs to.
    pub parent: Option<ChannelId>,
}

/// Who sits where when the game starts (T-3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatOrder {
    /// At random.
    #[default]
    Random,
    /// As people joined.
    Fixed,
}

/// What the creator of a lobby decides.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LobbyOptions {
    /// The gamemode.
    pub mode: GameMode,
    /// Number of seats, 2 to 6.
    pub seats: u8,
    /// How Territories come onto the board.
    #[serde(default)]
    pub placement: PlacementStyle,
    /// Who sits where.
    #[serde(default)]
    pub order: SeatOrder,
    /// How much time there is. Older programs knew a number of seconds for each turn alone.
    #[serde(default, rename = "time_per_turn")]
    pub time: TimeControl,
    /// The id of a Battlefield; the built-in one for the number of seats if `None`.
    #[serde(default)]
    pub battlefield: Option<String>,
    /// Colours of the public pictures: `dark`, `light` or `high-contrast`.
    #[serde(default)]
    pub theme: ThemeName,
    /// Starts by itself when every seat is taken and has a Battalion.
    #[serde(default)]
    pub start_when_full: bool,
    /// For certain people, who are all asked; anyone may join if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invitation: Option<Invitation>,
}

/// Why certain people are asked to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Invitation {
    /// Somebody challenges them.
    Challenge,
    /// They have played this game, and somebody wants another.
    Rematch(GameId),
}

impl LobbyOptions {
    /// The usual choices for a gamemode.
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

/// A theme of the pictures, by the name it has in options and settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    /// Dark frame and panels.
    #[default]
    Dark,
    /// Light frame and panels.
    Light,
    /// Black and white, thick rims.
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

/// How somebody joins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Join {
    /// Id of the Battalion; may be chosen later.
    pub battalion: Option<String>,
    /// Shares the seat of this person as a team mate (T-1), with their Battalion.
    pub with: Option<PersonId>,
}

/// A person and the name to show.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Member {
    /// The person.
    pub person: PersonId,
    /// The name.
    pub name: String,
}

/// A Battalion that can be picked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattalionInfo {
    /// Its id, for [`Join::battalion`].
    pub id: String,
    /// Its name.
    pub name: String,
    /// One sentence.
    pub summary: String,
    /// Gamemodes in which it may be picked.
    pub matches: Matches,
    /// Brought by this server, not built in.
    pub own: bool,
    /// Only the people who administer the server can pick it so far.
    pub private: bool,
}

impl BattalionInfo {
    /// Whether it may be picked in games of this mode.
    pub const fn suits(&self, mode: GameMode) -> bool {
        match mode {
            GameMode::Duel => self.matches.duels(),
            GameMode::Assassin | GameMode::Ffa => self.matches.party(),
        }
    }
}

/// A lobby as everyone may see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Lobby {
    /// The game it will become.
    pub game: GameId,
    /// What it has come to.
    pub version: Version,
    /// Where it is.
    pub place: Place,
    /// What its creator decided.
    pub options: LobbyOptions,
    /// The name of the chosen Battlefield; `None` for the usual one, and for one that has been removed since.
    pub battlefield: Option<String>,
    /// Who opened it.
    pub creator: Member,
    /// The seats taken, in the order of joining.
    pub seats: Vec<LobbySeat>,
    /// Those of them who have yet to agree to play.
    pub invited: Vec<Member>,
    /// What is missing before it can start; empty when it can.
    pub missing: Vec<Missing>,
    /// Who closed it without a game; `None` while it is open.
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

/// A game as everyone may see it at one version. Everything in it is public.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The game.
    pub game: GameId,
    /// The version it shows.
    pub version: Version,
    /// The game's newest version; buttons belong only under the newest position.
    pub newest: Version,
    /// Where it is played.
    pub place: Place,
    /// What the creator decided.
    pub options: GameOptions,
    /// The public view.
    pub view: View,
    /// The people in each seat.
    pub seats: Vec<Vec<Member>>,
    /// The people waited for, the only ones to be mentioned: of a shared seat the one whose turn it is. Empty while
    /// sealed choices are out that must not show who chooses, and when the game is over.
    pub to_act: Vec<Member>,
    /// When the time of those to act is over, in seconds since 1970. Only in the newest version.
    pub deadline: Option<i64>,
    /// Turns of computer players that are told together with this version's, first to last.
    pub told_before: Vec<TurnTold>,
    /// What the clock shows besides. Only in the newest version.
    pub clock: ClockView,
    /// A round of the match was over with this version.
    pub round_over: bool,
    /// What its people have asked one another.
    pub table: TableView,
    /// The game was ended from outside; the view then still says that it is being played.
    pub stopped: Option<Stopped>,
    /// Is it over, either way?
    pub over: bool,
}

/// A game ended by somebody from outside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stopped {
    /// Who ended it.
    pub by: Member,
    /// A sentence, if they gave one.
    pub reason: Option<String>,
}

/// What is in a channel.
#[derive(Clone, PartialEq, Debug)]
pub enum Board {
    /// A lobby, open or closed.
    Lobby(Box<Lobby>),
    /// A challenge to a match of Clash of the Armies, open or closed.
    Challenge(Box<Challenge>),
    /// A game, running or over.
    Game(Box<Scene>),
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The game.
    pub game: GameId,
    /// Where it is played.
    pub place: Place,
    /// Still in the lobby?
    pub lobby: bool,
}

/// Something was done and is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// The game.
    pub game: GameId,
    /// Its version since.
    pub version: Version,
    /// What was done, for the one who did it; nothing where an earlier version of the program has kept it in another form.
    #[serde(default)]
    pub confirmed: Vec<Confirmation>,
    /// This delivery had been dealt with before; nothing happened now.
    #[serde(skip)]
    pub repeated: bool,
    /// What is to be posted in the channel as the answer to the delivery itself ([`Who::shows_in`]).
    #[serde(skip)]
    pub claimed: Option<Notice>,
}

/// What became of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// It is taken.
    Done(Done),
    /// Not yet: something is to be decided first. Nothing has changed.
    Ask(Box<Ask>),
}

/// What is to be decided before a turn can be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ask {
    /// The game.
    pub game: GameId,
    /// The version that the question is about.
    pub version: Version,
    /// The turn so far; it holds the choices already made.
    pub turn: Turn,
    /// Index of its act in [`Acts::acts`] at this version: with `turn.then` it stands for the whole turn.
    pub index: u16,
    /// Its notation so far.
    pub text: String,
    /// The question.
    pub question: Question,
}

/// The question of an [`Ask`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// The turn obliges to a choice (T-17).
    Choice {
        /// What is chosen.
        kind: ChoiceKind,
        /// The people whose piece it is.
        whose: Vec<Member>,
        /// The Spaces.
        options: Vec<Space>,
        /// May be declined (`None` in [`Turn::then`]).
        optional: bool,
    },
    /// The turn should be confirmed: it loses or ends the game.
    Confirm(Vec<Warning>),
}

/// The legal acts of a person now: what guided menus are made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Acts {
    /// The game.
    pub game: GameId,
    /// The version they belong to. The same version always has the same acts in the same order.
    pub version: Version,
    /// The person's seat.
    pub seat: Seat,
    /// Every legal act, in a fixed order. Empty when it is not the person's turn.
    pub acts: Vec<ListedAct>,
}

/// A legal act with what menus need to know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedAct {
    /// Its place in the list.
    pub index: u16,
    /// The act.
    pub act: Act,
    /// Its notation.
    pub text: String,
    /// Name of the piece: "Pawn".
    pub piece: String,
    /// Where it stands; `None` for a piece placed from reserve.
    pub from: Option<Space>,
    /// Where it goes, or what it acts on.
    pub to: Space,
    /// Where a chain of jumps lands, first to last (C-17); the last piece captured when it leaves the board. Empty for other acts.
    pub landings: Vec<Space>,
}

/// A completion of what has been typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    /// What to show: "e4 (Pawn e2)".
    pub label: String,
    /// What to send back as text.
    pub value: String,
}

/// What is asked of a person in private, apart from turns.
#[derive(Clone, PartialEq, Debug)]
pub enum PendingDecision {
    /// Nothing now.
    Nothing,
    /// To take a turn.
    Turn,
    /// To place their Territory (T-15).
    Placement(PlacementQuestion),
    /// To choose Volatile pieces: whose, how many, from which Spaces, and what they chose so far (V-2).
    Volatile(Vec<VolatileDecision>),
    /// To buy an army and set it up (C-3): as it is so far.
    Shop(Box<ShopView>),
    /// To bid for the Amazon, or to replace the bid (C-10).
    Bid(BidDecision),
    /// To raise the bid or stop (C-12).
    Raise(RaiseDecision),
}

/// A choice of Volatile pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VolatileDecision {
    /// Everyone sees the choice at once.
    pub openly: bool,
    /// Whose pieces.
    pub of: Seat,
    /// How many.
    pub count: usize,
    /// From which Spaces, with the name of the piece there.
    pub options: Vec<(Space, String)>,
}

/// What only the people of one seat may see. Answer with it in private or in a direct message, never in a channel.
#[derive(Clone, PartialEq, Debug)]
pub struct Private {
    /// The game.
    pub game: GameId,
    /// The version.
    pub version: Version,
    /// The seat.
    pub seat: Seat,
    /// The view of the seat: the public one, and its own secrets in `own`.
    pub view: View,
    /// The people behind the seats.
    pub seats: Vec<Vec<Member>>,
    /// What is asked of them.
    pub decision: PendingDecision,
}

/// One line of a game's history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HistoryEntry {
    /// Version that it made.
    pub version: Version,
    /// Whose action.
    pub seat: Seat,
    /// Notation of a turn; empty for what is no turn.
    pub text: String,
    /// What happened.
    pub facts: Vec<Fact>,
    /// The turns that were taken back with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taken_back: Option<TakenBack>,
}

/// A turn of a computer player that is told together with a later one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnTold {
    /// Whose turn.
    pub seat: Seat,
    /// Its notation; empty for what is no turn, such as giving up.
    pub text: String,
    /// What happened.
    pub facts: Vec<Fact>,
}

/// Turns that were taken back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakenBack {
    /// The version whose position stands again: of the entries before this one, those of later versions are taken back.
    pub to: Version,
    /// The notation of the turns, first to last.
    pub turns: Vec<String>,
}

/// A seat that changed hands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatTaken {
    /// Who sat there.
    pub from: Member,
    /// Who sits there since; `None` where the other one of the seat goes on alone.
    pub to: Option<Member>,
}

/// The entries of a history that stand: without the turns that were taken back, and without the takebacks themselves.
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

/// A game as a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    /// Name for the file.
    pub name: String,
    /// JSON. Without seed and secrets while the game is played; complete after its end.
    pub json: String,
}

/// A game for other programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnFile {
    /// Name for the file.
    pub name: String,
    /// PGN; of a match a game for each round.
    pub text: String,
    /// The first round of a match that cannot be written so, and why.
    pub left_out: Option<(u8, NotPgn)>,
}

/// The people of a game as pictures name them.
pub(crate) fn people(seats: &[Vec<Member>]) -> People {
    let person = |members: &Vec<Member>| render::Person {
        names: members.iter().map(|member| member.name.clone()).collect(),
        clock: String::new(),
    };
    People { seats: seats.iter().map(person).collect() }
}
