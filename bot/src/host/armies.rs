//! Complete armies in the shop of Clash (C-6): presets, the last confirmed army, and selling everything.

use std::sync::Arc;

use engine::action::{Action, ClashAction, Illegal};
use engine::clash::{Template, presets};
use engine::fact::Fact;
use engine::game::Game;
use engine::illegal::ShopFault;
use engine::seen::Question;

use crate::host::blocking;
use crate::host::clash::Clash;
use crate::host::clash::the_match;
use crate::host::error::{Entry, Error, NothingToShow, UnknownName, refuse};
use crate::host::model::{ArmyChoice, Done, Who};
use crate::host::session::request::TurnRequest;
use crate::host::session::running::RunningGame;
use crate::host::{GameId, PersonId, Version};

use engine::board::Seat;

/// Maximum number of earlier matches searched for an army.
const LOOKED_THROUGH: u8 = 5;

/// Action that turns an unfinished army into this template; without a template, the action that sells everything.
pub(super) fn fitting(play: &RunningGame, seat: Seat, template: Option<&Template>) -> Result<Action, Error> {
    let game = the_match(play)?;
    let action = match template {
        Some(template) => game.fit_out(seat, template)?,
        None => game.sell_all(seat)?,
    };
    Ok(action.into())
}

impl Clash {
    /// The army that a person confirmed last, in this match or an earlier one.
    pub async fn last_army(&self, game: GameId, person: PersonId) -> Result<Option<Template>, Error> {
        let before = self.store.matches_of(person, LOOKED_THROUGH).await?;
        let others = before.into_iter().filter(|other| *other != game);
        for game in std::iter::once(game).chain(others) {
            // Unreadable matches are skipped.
            if let Ok(Some(army)) = self.confirmed_army(game, person).await {
                return Ok(Some(army));
            }
        }
        Ok(None)
    }

    async fn confirmed_army(&self, game: GameId, person: PersonId) -> Result<Option<Template>, Error> {
        let loaded = self.games.load(game).await?;
        let (play, seat) = (loaded.play()?, loaded.own_seat(person)?);
        let ready = Fact::Ready { seat };
        let confirmed = play.history.iter().rev();
        let confirmed = confirmed.filter(|entry| entry.facts.contains(&ready)).map(|entry| entry.version);
        let Some(version) = confirmed.max() else {
            return Ok(None);
        };
        let then = self.games.play_at(&loaded, version).await?;
        let army = Template::repeating(the_match(&then)?.army(seat));
        Ok((!army.is_empty()).then_some(army))
    }

    /// Completes a person's unfinished army, considering the opponent's army ([`opponent::suggest`]).
    pub async fn suggest(&self, who: &Who, game: GameId, expected: Option<Version>) -> Result<Done, Error> {
        let loaded = self.games.load(game).await?;
        let (version, seat) = (loaded.version, loaded.own_seat(who.person)?);
        let knowledge = Arc::clone(&self.games.opponents.knowledge);
        let step = blocking(move || {
            let seen = loaded.play()?.game.seen(seat);
            if !matches!(seen.question, Question::Shop(_)) {
                // The engine checks whose turn it is to buy.
                return Ok(ClashAction::Suggest);
            }
            let known = knowledge.of(&seen.rules);
            let found = opponent::suggest(&seen, &known.1, version.0.unsigned_abs());
            found.ok_or_else(|| Illegal::new("C-6", ShopFault::NoChange).into())
        });
        let step = step.await?;
        self.act(who, game, expected.or(Some(version)), step).await
    }

    /// Replaces an unfinished army with another one, as far as the gold suffices.
    pub async fn fit_out(
        &self,
        who: &Who,
        game: GameId,
        expected: Option<Version>,
        army: &ArmyChoice,
    ) -> Result<Done, Error> {
        let template = match army {
            ArmyChoice::Nothing => None,
            ArmyChoice::LastTime => {
                let last = self.last_army(game, who.person).await?;
                Some(last.ok_or_else(|| refuse(NothingToShow::Army))?)
            }
            ArmyChoice::Preset(id) => {
                let preset = presets().iter().find(|preset| preset.id == *id);
                Some(Template::of(preset.ok_or_else(|| refuse(UnknownName::of(Entry::Army)))?)?)
            }
        };
        self.games.simply(who, game, expected, TurnRequest::Army(template)).await
    }

    /// Returns true if a person has confirmed their army in the round of this version, or in the current round without
    /// a version. Returns false instead of an error.
    pub async fn has_confirmed(&self, game: GameId, person: PersonId, pressed: Option<Version>) -> bool {
        let Ok(loaded) = self.games.load(game).await else {
            return false;
        };
        let (Ok(play), Some(seat)) = (loaded.running(), loaded.seat_of(person)) else {
            return false;
        };
        let same_round = pressed.is_none_or(|version| version >= play.round_since);
        same_round && matches!(&play.game, Game::Clash(game) if game.is_ready(seat))
    }
}
