//! Words for the seed of a game (T-32): added in the lobby, and told when the seats are fixed.

use crate::host::GameId;
use crate::host::error::{Error, LobbyRefusal, Over, refuse};
use crate::host::lobby::Lobbies;
use crate::host::lobby::challenge::begin_match;
use crate::host::lobby::gathering::{begin_if_complete, member};
use crate::host::lobby::words::{not_fixed, put, word_refusal};
use crate::host::model::{Confirmation, Done, GameOptions, NoticeKind, Who};
use crate::host::session::change::Decision;
use crate::host::session::seed::Contributions;
use crate::store::State;

impl Lobbies {
    /// Adds a word to the seed of a game that has not started, or tells the sealed word once the seats are fixed. The
    /// game starts with the last one.
    pub async fn add_word(&self, who: &Who, game: GameId, text: &str) -> Result<Done, Error> {
        let (me, chooser) = (member(who), self.chooser(who, game).await?);
        let text = text.to_owned();
        let lobbies = self.clone();
        self.games
            .change(game, Some(who), move |game, _| {
                match game.state {
                    State::Lobby => {}
                    State::Running => return Err(refuse(LobbyRefusal::Begun)),
                    State::Over => return Err(refuse(Over::Lobby)),
                }
                game.own_seat(me.person)?;
                let mut decision = Decision::on(game);
                let Some(fixed) = game.contributions.as_ref().filter(|all| all.fixed) else {
                    put(&lobbies, &mut decision, me.clone(), &text)?;
                    decision.announce(NoticeKind::Lobby);
                    return Ok(decision);
                };
                let mut all = Contributions::clone(fixed);
                match all.tell(me.person, &text) {
                    Some(told) => told.map_err(word_refusal)?,
                    None => not_fixed(game)?,
                }
                decision.confirm(Confirmation::WordTold);
                let complete = all.draw().is_some();
                decision.keep_contributions(all)?;
                match &game.options {
                    _ if !complete => decision.announce(NoticeKind::Lobby),
                    GameOptions::Titans(_) => begin_if_complete(&lobbies, &mut decision, &chooser)?,
                    GameOptions::Clash(options) => drop(begin_match(&lobbies, &mut decision, options)?),
                }
                Ok(decision)
            })
            .await
    }
}
