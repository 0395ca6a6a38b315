//! What is to be said, to whom, and what became of it.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use crate::host::lock;
use crate::store::{ChannelId, GameId, MessageId, NoticeId, PersonId, Version};

/// Something to be posted, in the order of the outbox. What exactly is looked up when it is posted. It is leased: while this
/// lives, nobody else gets it.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Its number, the nonce of its message.
    pub id: NoticeId,
    /// The game.
    pub game: GameId,
    /// The version it is about.
    pub version: Version,
    /// To whom.
    pub to: Recipient,
    /// What about.
    pub kind: NoticeKind,
    /// How often it has been taken, this time included.
    pub attempts: u32,
    /// An earlier attempt may have reached Discord: look for the message before it is posted again.
    pub unsure: bool,
    /// Since when every attempt has failed, in milliseconds since 1970.
    pub failing_since: Option<i64>,
    /// When the action was taken that it is about, in milliseconds since 1970.
    pub acted_at: Option<i64>,
    pub(crate) _lease: Arc<Lease>,
}

impl PartialEq for Notice {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Notice {}

/// The notices that somebody in this program is posting.
pub(crate) type Leased = Arc<Mutex<HashSet<NoticeId>>>;

/// A notice that somebody in this program is posting; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Lease {
    id: NoticeId,
    leased: Leased,
}

impl Lease {
    /// `None` when somebody has it already.
    pub fn take(id: NoticeId, leased: &Leased) -> Option<Arc<Self>> {
        let leased = Arc::clone(leased);
        let new = lock(&leased).insert(id);
        new.then(|| Arc::new(Self { id, leased }))
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        lock(&self.leased).remove(&self.id);
    }
}

/// Who is to get a notice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Recipient {
    /// Everyone in a channel or thread.
    Channel(ChannelId),
    /// One person, as a direct message.
    Person(PersonId),
}

/// What a notice is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum NoticeKind {
    /// Channel: the lobby as it is now. The first is posted, later ones edit that message ([`Host::lobby_message`](crate::host::Host::lobby_message)).
    Lobby,
    /// Channel: the position at this version: [`Host::scene`](crate::host::Host::scene) and [`Host::turn_picture`](crate::host::Host::turn_picture).
    /// Also the first one and the last one.
    Turn,
    /// Channel: one more sealed choice is in: the newest [`NoticeKind::Turn`] is edited, which says how many there are.
    Progress,
    /// Channel: somebody offers a draw at this version, or agrees to one that stands.
    DrawOffer,
    /// Channel: a round of Clash is over: [`Host::scene`](crate::host::Host::scene) and [`Host::round_end`](crate::host::Host::round_end).
    Round,
    /// Channel: a bid has been sealed at this version, or replaced (C-10): the message of the auction is edited, and nothing of it
    /// shows which of the two it was. Its hash is in the public view.
    Sealed,
    /// Channel: a draw was declined, or an offer taken back.
    DrawDeclined,
    /// Channel: a moderator ended the game.
    Stopped,
    /// Channel: a third of the time is left.
    Reminder,
    /// Channel: somebody asks for a pause at this version, or agrees to one.
    PauseAsked,
    /// Channel: somebody wants no pause.
    NoPause,
    /// Channel: the clocks stand still.
    Paused,
    /// Channel: nothing has happened for long; is the game still played?
    StillPlaying,
    /// Channel: somebody is still playing.
    Playing,
    /// Channel: the games were restored from a copy; the newest board follows.
    Restored,
    /// Channel: nobody went on with the game, and the channel is free.
    Adjourned,
    /// Channel: something about the game could not be posted and was given up.
    Lost,
    /// Channel: a computer player plays at a lower level, because the server's quota is used up.
    WeakerComputer,
    /// Channel: the game cannot be opened, or was closed as such.
    Unreadable,
    /// Channel: a direct message could not be delivered to somebody; show a button that opens the same in private.
    ClosedDm,
    /// Channel: direct messages to somebody who wants them are refused; they are mentioned instead, and told why.
    DmRefused,
    /// Channel: somebody asks for a takeback, or one more agrees to it: [`TableView::takeback`](super::TableView::takeback).
    TakebackAsked,
    /// Channel: a takeback was declined or withdrawn.
    TakebackOff,
    /// Channel: somebody offers their seat to somebody at this version: [`TableView::hand_overs`](super::TableView::hand_overs).
    HandOver,
    /// Channel: a seat that was offered was declined, or the offer withdrawn, at this version.
    HandOverOff,
    /// Channel: a seat changed hands at this version: [`TableView::taken`](super::TableView::taken).
    SeatTaken,
    /// Channel: a seat is free: [`TableView::vacant`](super::TableView::vacant).
    SeatFree,
    /// Channel: a vote to free the seat of somebody who is absent: [`TableView::vote`](super::TableView::vote).
    AbsenceVote,
    /// Channel: somebody is out of time for the first time, and their turn begins once more.
    TimeAgain,
    /// Channel: the game goes on elsewhere.
    Moved,
    /// Person: the channel of your game is gone.
    Homeless,
    /// Person: your Target card (T-28).
    Target,
    /// Person: place your Territory, or choose Volatile pieces ([`Private::decision`](super::Private::decision)).
    PendingDecision,
    /// Person: somebody challenges you; for people who want that as a direct message.
    Challenged,
    /// Person: it is your turn; for people who want that as a direct message.
    YourTurn,
    /// Person: your team mate wants to resign, which takes both of you (T-1, T-25).
    ResignAsked,
    /// Person: a third of your time is left; for people who want that as a direct message.
    YourReminder,
}

impl NoticeKind {
    const WORDS: [(NoticeKind, &'static str); 37] = [
        (NoticeKind::Lobby, "lobby"),
        (NoticeKind::Turn, "turn"),
        (NoticeKind::Progress, "progress"),
        (NoticeKind::DrawOffer, "draw-offer"),
        (NoticeKind::Round, "round"),
        (NoticeKind::Sealed, "sealed"),
        (NoticeKind::DrawDeclined, "draw-declined"),
        (NoticeKind::Stopped, "stopped"),
        (NoticeKind::Reminder, "reminder"),
        (NoticeKind::PauseAsked, "pause-asked"),
        (NoticeKind::NoPause, "no-pause"),
        (NoticeKind::Paused, "paused"),
        (NoticeKind::StillPlaying, "still-playing"),
        (NoticeKind::Playing, "playing"),
        (NoticeKind::Restored, "restored"),
        (NoticeKind::Adjourned, "adjourned"),
        (NoticeKind::Lost, "lost"),
        (NoticeKind::WeakerComputer, "weaker-computer"),
        (NoticeKind::Unreadable, "unreadable"),
        (NoticeKind::ClosedDm, "closed-dm"),
        (NoticeKind::DmRefused, "dm-refused"),
        (NoticeKind::TakebackAsked, "takeback-asked"),
        (NoticeKind::TakebackOff, "takeback-off"),
        (NoticeKind::HandOver, "hand-over"),
        (NoticeKind::HandOverOff, "hand-over-off"),
        (NoticeKind::SeatTaken, "seat-taken"),
        (NoticeKind::SeatFree, "seat-free"),
        (NoticeKind::AbsenceVote, "absence-vote"),
        (NoticeKind::TimeAgain, "time-again"),
        (NoticeKind::Moved, "moved"),
        (NoticeKind::Homeless, "homeless"),
        (NoticeKind::Target, "target"),
        (NoticeKind::PendingDecision, "duty"),
        (NoticeKind::Challenged, "challenged"),
        (NoticeKind::YourTurn, "your-turn"),
        (NoticeKind::ResignAsked, "resign-asked"),
        (NoticeKind::YourReminder, "your-reminder"),
    ];

    /// Whether the buttons of an older message of that kind, in the same place, are pointless after this one.
    pub fn replaces(self, older: NoticeKind) -> bool {
        use NoticeKind::{
            AbsenceVote, Challenged, ClosedDm, DmRefused, HandOver, HandOverOff, Homeless, Lost, Moved, NoPause,
            PauseAsked, PendingDecision, Playing, Progress, Reminder, ResignAsked, Restored, SeatFree, SeatTaken,
            StillPlaying, TakebackAsked, TakebackOff, Target, TimeAgain, Unreadable, YourReminder, YourTurn,
        };
        match self {
            // They stand beside the board, whose buttons stay.
            ClosedDm | DmRefused | Progress | Reminder | Lost | Unreadable | Restored | StillPlaying | Moved
            | Homeless | TimeAgain => false,
            PauseAsked | NoPause => older == PauseAsked,
            Playing => older == StillPlaying,
            // So do questions between people; an answer takes the buttons off the question.
            TakebackAsked | TakebackOff => older == TakebackAsked,
            HandOver | HandOverOff => older == HandOver,
            AbsenceVote => older == AbsenceVote,
            SeatFree => matches!(older, AbsenceVote | SeatFree),
            // The board comes with it, and the buttons of seats that are still free.
            SeatTaken => older != ClosedDm,
            // Direct messages that ask for something else keep their buttons.
            Target | PendingDecision | Challenged | ResignAsked => older == self,
            YourTurn | YourReminder => matches!(older, YourTurn | YourReminder),
            // What is private stays within reach as long as the game lasts, and so do seats that are offered.
            _ => !matches!(older, ClosedDm | HandOver | SeatFree),
        }
    }

    /// The word that the database keeps.
    pub(crate) fn word(self) -> &'static str {
        let found = Self::WORDS.iter().find(|(kind, _)| *kind == self);
        found.map_or("turn", |(_, word)| word)
    }

    pub(crate) fn read(word: &str) -> Option<Self> {
        let found = Self::WORDS.iter().find(|(_, known)| *known == word);
        found.map(|(kind, _)| *kind)
    }
}

/// Why a notice could not be posted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Failure {
    /// The message could not be made, or Discord does not take it as it is.
    Message,
    /// The bot may not post there. Permissions come back, threads are opened again.
    NoAccess,
    /// Discord was not reached, or is in trouble itself. `unsure`: it may have posted the message anyway.
    Discord {
        /// Whether to look for the message before the next attempt.
        unsure: bool,
    },
    /// The person takes no direct messages from the bot.
    Closed,
    /// It can never be posted: the channel is gone.
    Never,
}

/// A message posted for a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Posted {
    /// Where.
    pub channel: ChannelId,
    /// Which.
    pub message: MessageId,
    /// What it is about.
    pub kind: NoticeKind,
    /// The version it shows.
    pub version: Version,
    /// What it says once its turn is over, where that is something else.
    pub afterwards: Option<String>,
}
