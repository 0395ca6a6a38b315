//! The use cases: everything a person can do, without Discord and without SQL.

mod error;
mod model;
mod random;

use std::path::Path;
use std::sync::Arc;

use engine::action::Action;
use engine::board::{Battlefield, Space};
use render::Picture;

pub use crate::store::{
    ChannelId, GameId, GuildId, InteractionKey, MessageId, NoticeId, PersonId, StoreError, Version,
};
pub use error::{Error, Fault, Refusal, RefusalKind};
pub use model::*;

/// The host of all games. Clones are handles to the same.
#[derive(Clone, Debug)]
pub struct Host(#[allow(dead_code)] Arc<()>);

/// Why the host cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The renderer cannot be prepared.
    #[error(transparent)]
    Render(#[from] render::RenderError),
}

fn unfinished() -> Error {
    Error::Fault(Fault::plain("starting", "not written yet"))
}

impl Host {
    /// Opens the database, making it if need be, and prepares the renderer.
    ///
    /// # Errors
    /// [`StartError`], a sentence for whoever runs the program.
    #[allow(unused_variables)]
    pub async fn open(database: &Path, battlefields: Vec<Battlefield>) -> Result<Host, StartError> {
        Ok(Host(Arc::new(())))
    }

    /// Opens a lobby in a place that has no open game. Its creator has not joined yet.
    #[allow(unused_variables)]
    pub async fn open_lobby(
        &self,
        who: &Who,
        place: Place,
        options: LobbyOptions,
    ) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Joins a lobby, or takes part in the seat of a team mate (T-1).
    #[allow(unused_variables)]
    pub async fn join(&self, who: &Who, game: GameId, join: Join) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Leaves a lobby.
    #[allow(unused_variables)]
    pub async fn leave(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Picks another Battalion in a lobby.
    #[allow(unused_variables)]
    pub async fn choose_battalion(
        &self,
        who: &Who,
        game: GameId,
        battalion: &str,
    ) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Starts the game (T-2, T-15, T-31): the creator, or a moderator.
    #[allow(unused_variables)]
    pub async fn start(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Ends whatever is there: closes a lobby (creator or moderator) or stops a game (moderator). It is announced.
    #[allow(unused_variables)]
    pub async fn end(
        &self,
        who: &Who,
        game: GameId,
        reason: Option<String>,
    ) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Takes any decision. `expected` is the version that a button carries, `None` for what is typed. `confirmed` is the answer to [`Question::Confirm`].
    #[allow(unused_variables)]
    pub async fn act(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        action: Action,
        confirmed: bool,
    ) -> Result<Played, Error> {
        Err(unfinished())
    }

    /// Takes a turn that somebody typed.
    #[allow(unused_variables)]
    pub async fn act_text(
        &self,
        who: &Who,
        game: GameId,
        text: &str,
        confirmed: bool,
    ) -> Result<Played, Error> {
        Err(unfinished())
    }

    /// Takes the turn with this index in [`Acts::acts`] of `expected` and these choices.
    #[allow(unused_variables)]
    pub async fn act_index(
        &self,
        who: &Who,
        game: GameId,
        expected: Version,
        index: u16,
        then: Vec<Option<Space>>,
        confirmed: bool,
    ) -> Result<Played, Error> {
        Err(unfinished())
    }

    /// Gives up (T-21).
    #[allow(unused_variables)]
    pub async fn resign(&self, who: &Who, game: GameId) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Offers a draw (T-26).
    #[allow(unused_variables)]
    pub async fn offer_draw(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
    ) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// Agrees to the draw offer that stands, or declines it (taking back an own one).
    #[allow(unused_variables)]
    pub async fn answer_draw(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        accept: bool,
    ) -> Result<Done, Error> {
        Err(unfinished())
    }

    /// The game of a channel: the open one, else the last one that ended there.
    #[allow(unused_variables)]
    pub async fn game_in(&self, channel: ChannelId) -> Result<GameId, Error> {
        Err(unfinished())
    }

    /// The open games in which a person sits, newest first: for commands in direct messages.
    #[allow(unused_variables)]
    pub async fn games_of(&self, person: PersonId) -> Result<Vec<GameSummary>, Error> {
        Err(unfinished())
    }

    /// The lobby or game as it is now.
    #[allow(unused_variables)]
    pub async fn board(&self, game: GameId) -> Result<Board, Error> {
        Err(unfinished())
    }

    /// A game as it was at a version.
    #[allow(unused_variables)]
    pub async fn scene(&self, game: GameId, version: Version) -> Result<Scene, Error> {
        Err(unfinished())
    }

    /// The public position as a text board.
    #[allow(unused_variables)]
    pub async fn text_board(&self, game: GameId) -> Result<String, Error> {
        Err(unfinished())
    }

    /// What only this person may see. For their eyes only.
    #[allow(unused_variables)]
    pub async fn private(&self, game: GameId, person: PersonId) -> Result<Private, Error> {
        Err(unfinished())
    }

    /// The person's legal acts now, in a fixed order.
    #[allow(unused_variables)]
    pub async fn acts(&self, game: GameId, person: PersonId) -> Result<Acts, Error> {
        Err(unfinished())
    }

    /// Up to 25 completions of what a person is typing. Never an error: without a game or a turn there is nothing to complete.
    #[allow(unused_variables)]
    pub async fn complete(&self, game: GameId, person: PersonId, typed: &str) -> Vec<Completion> {
        Vec::new()
    }

    /// Every turn so far.
    #[allow(unused_variables)]
    pub async fn history(&self, game: GameId) -> Result<Vec<Told>, Error> {
        Err(unfinished())
    }

    /// The game as a file.
    #[allow(unused_variables)]
    pub async fn export(&self, game: GameId) -> Result<Export, Error> {
        Err(unfinished())
    }

    /// The public picture of a version; drawn once and kept for a while.
    #[allow(unused_variables)]
    pub async fn turn_picture(
        &self,
        game: GameId,
        version: Version,
    ) -> Result<Arc<Picture>, Error> {
        Err(unfinished())
    }

    /// A private picture: the board from the person's side, and where the piece on `space` can go (all own pieces that can act when `None`).
    #[allow(unused_variables)]
    pub async fn moves_picture(
        &self,
        game: GameId,
        person: PersonId,
        space: Option<Space>,
    ) -> Result<Picture, Error> {
        Err(unfinished())
    }

    /// Waits until there is something to say, and hands it out. A notice is handed out once until [`Host::delivered`] or [`Host::undelivered`]; after a restart the rest comes again.
    #[allow(unused_variables)]
    pub async fn next_notices(&self) -> Result<Vec<Notice>, Error> {
        Err(unfinished())
    }

    /// A notice has been said. Answers with the older messages of this game that still have buttons.
    #[allow(unused_variables)]
    pub async fn delivered(
        &self,
        notice: NoticeId,
        posted: Option<(ChannelId, MessageId)>,
    ) -> Result<Vec<Posted>, Error> {
        Err(unfinished())
    }

    /// A notice could not be said.
    #[allow(unused_variables)]
    pub async fn undelivered(&self, notice: NoticeId, trouble: Trouble) -> Result<(), Error> {
        Err(unfinished())
    }

    /// The buttons of a message are gone.
    #[allow(unused_variables)]
    pub async fn buttons_gone(&self, message: MessageId) -> Result<(), Error> {
        Err(unfinished())
    }

    /// The message of a game's lobby, to be edited.
    #[allow(unused_variables)]
    pub async fn lobby_message(&self, game: GameId) -> Result<Option<Posted>, Error> {
        Err(unfinished())
    }

    /// What a person prefers.
    #[allow(unused_variables)]
    pub async fn person_settings(&self, person: PersonId) -> Result<PersonSettings, Error> {
        Err(unfinished())
    }

    /// Sets what a person prefers.
    #[allow(unused_variables)]
    pub async fn set_person_settings(
        &self,
        person: PersonId,
        settings: &PersonSettings,
    ) -> Result<(), Error> {
        Err(unfinished())
    }

    /// What a server has decided.
    #[allow(unused_variables)]
    pub async fn guild_settings(&self, guild: GuildId) -> Result<GuildSettings, Error> {
        Err(unfinished())
    }

    /// Sets what a server has decided.
    #[allow(unused_variables)]
    pub async fn set_guild_settings(
        &self,
        guild: GuildId,
        settings: &GuildSettings,
    ) -> Result<(), Error> {
        Err(unfinished())
    }

    /// The Battalions that can be picked.
    #[allow(unused_variables)]
    pub async fn battalions(&self, guild: Option<GuildId>) -> Result<Vec<BattalionInfo>, Error> {
        Err(unfinished())
    }

    /// Closes the database. What is under way is finished first.
    #[allow(unused_variables)]
    pub async fn close(&self) {
        let _ = self;
    }
}
