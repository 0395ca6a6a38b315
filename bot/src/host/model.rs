//! Input and output types of the use cases.

mod analysis;
mod clash;
mod computer;
mod conditional;
mod confirmation;
mod export;
mod history;
mod holiday;
mod listed;
mod lobby;
mod log;
mod notice;
mod odds;
mod options;
mod own;
mod pack;
mod person;
mod private;
mod scene;
mod seed;
mod settings;
mod sharing;
mod standing;
mod step;
mod table;
mod time_control;
mod trial;
mod turn;

pub use crate::store::Place;

pub use analysis::{Analysed, AnalysedTurn, Grade, Mistake};
pub use clash::{
    ArmyChoice, BidDecision, Challenge, ClashOptions, Colours, DuelChallenge, GameOptions, Kept, Opening, Published,
    RoundEnd, Sealed, ShopOffer,
};
pub use computer::{ComputerPlayer, ComputerWish};
pub use conditional::ConditionalLine;
pub use confirmation::Confirmation;
pub use export::{Export, PgnFile};
pub use history::{HistoryEntry, SeatTaken, Stopped, TakenBack, standing};
pub use holiday::{Holiday, HolidayChange};
pub use listed::{ListedGame, Listing};
pub use lobby::{BattalionInfo, Lobby, LobbySeat};
pub use log::{AdminChange, LogEntry, SettingChange};
pub use notice::{Failure, Notice, NoticeKind, Posted, Recipient};
pub(crate) use notice::{Lease, Leased};
pub use odds::{GivenOdds, Odds, PossibleOdds};
pub use options::{Invitation, Join, LobbyOptions, SeatOrder, ThemeName};
pub use own::{
    BattalionChange, BattalionFile, Draft, FileProblem, FileWarning, Listed, Looked, NotHere, SameFile, Shared,
};
pub use pack::{Pack, Packed};
pub use person::{Member, Player, Rights, Role, Who};
pub use private::{PendingDecision, Private, VolatileDecision};
pub(crate) use scene::people;
pub use scene::{Audience, Board, GameSummary, Scene, TurnTold};
pub use seed::{SealedSeed, SealedWord};
pub use settings::{Announce, GuildSettings, Limits, Mode, PersonSettings, Ping, TimeLimits};
pub use sharing::{Balance, GalleryLine, GalleryOrder, Note, Noted, Remarked, ShareWith, SharedArmy, SharedBy};
pub use standing::{
    ArmyLine, ArmyStanding, AskedAbout, Ending, FastWin, Leaderboard, ModeArmies, PersonStanding, Pool, PoolStanding,
    Privacy, Ranked, Rate, RatedAt, Rating, ServerDetails, ServerStanding, Tally,
};
pub use step::{Moment, Step, StepKind};
pub use table::{Absence, HandOverView, TableView, Takeback, VacantSeat, VoteView};
pub use time_control::{ClockView, Standing, TimeControl, TimePart};
pub use trial::{Trial, TrialProgress, TrialSettings, TrialStage};
pub use turn::{Acts, Ask, Completion, Done, ListedAct, Played, Question};
