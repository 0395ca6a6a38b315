//! Storing of accepted changes. The action log, the game's row, the id of the interaction and the notices are written
//! in one job: all of them or none.

use sqlx::{Row, SqliteConnection};

use super::effects::put_effect;
use super::games::{CONTRIBUTIONS, Sealed, sealed_name};
use super::ids::stored;
use super::invited::put_invited;
use super::outbox::claim_notice;
use super::results::put_result;
use super::{
    Change, ChannelId, GameId, InteractionKey, NewAction, NewGame, NewNotice, NewSetup, NoticeRow, Outcome,
    PastPlayerRow, SeatRow, Store, StoreError, Time, Version,
};

impl Store {
    /// Opens a lobby with the contributions to its seed, as JSON. `answer` maps the id of the new game to the answer to
    /// the interaction.
    pub async fn create(
        &self,
        new: NewGame,
        contributions: String,
        now: i64,
        answer: impl FnOnce(GameId) -> String + Send + 'static,
    ) -> Result<Outcome<GameId>, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                if let Some(answer) = repeated(tx, new.interaction).await? {
                    return Ok(Outcome::Repeated(answer));
                }
                let Some(game) = put_game(tx, &new, now).await? else {
                    return Ok(Outcome::Conflict);
                };
                put_seats(tx, game, &new.seats).await?;
                put_invited(tx, game, &new.invited).await?;
                put_secret(tx, game, CONTRIBUTIONS, &contributions).await?;
                remember(tx, new.interaction, &answer(game), now).await?;
                put_notices(tx, game, Version(1), &new.notices, now).await?;
                Ok(Outcome::Stored(game))
            })
        })
        .await
    }

    /// Stores a change atomically. With `claim`, the caller wants to post the first notice to this channel itself. If
    /// no earlier notice is waiting there, the notice is leased to the caller and returned.
    pub async fn commit(
        &self,
        change: Change,
        claim: Option<ChannelId>,
        now: i64,
    ) -> Result<Outcome<Option<NoticeRow>>, StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                if let Some((key, _)) = &change.interaction
                    && let Some(answer) = repeated(tx, *key).await?
                {
                    return Ok(Outcome::Repeated(answer));
                }
                if let Some(place) = &change.place
                    && is_taken(tx, change.game, place.channel).await?
                {
                    return Ok(Outcome::Conflict);
                }
                let updated = sqlx::query(
                    "UPDATE games SET version = version + 1, state = ?, changed_at = ? WHERE id = ? AND version = ? AND state <> 'over'",
                )
                .bind(change.state.word())
                .bind(now)
                .bind(change.game.0)
                .bind(change.on.0)
                .execute(&mut *tx)
                .await?;
                if updated.rows_affected() == 0 {
                    return Ok(Outcome::Conflict);
                }
                let version = Version(change.on.0 + 1);
                put_change(tx, &change, version, now).await?;
                if let Some((key, answer)) = &change.interaction {
                    remember(tx, *key, answer, now).await?;
                }
                put_notices(tx, change.game, version, &change.notices, now).await?;
                let claimed = match claim {
                    Some(channel) => claim_notice(tx, change.game, version, channel, now).await?,
                    None => None,
                };
                Ok(Outcome::Stored(claimed))
            })
        })
        .await
    }
}

/// Inserts a game and its place; `None` if the channel already has an open game.
async fn put_game(tx: &mut SqliteConnection, new: &NewGame, now: i64) -> Result<Option<GameId>, StoreError> {
    let row = sqlx::query(
        "INSERT INTO games (kind, guild, channel, parent, state, version, creator, creator_name, options, created_at, changed_at)
         VALUES (?, ?, ?, ?, 'lobby', 1, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(new.kind.word())
    .bind(new.place.guild.map(|id| stored(id.0)))
    .bind(stored(new.place.channel.0))
    .bind(new.place.parent.map(|id| stored(id.0)))
    .bind(stored(new.creator.0))
    .bind(&new.creator_name)
    .bind(&new.options)
    .bind(now)
    .bind(now)
    .fetch_optional(tx)
    .await?;
    row.map(|row| Ok(GameId(row.try_get("id")?))).transpose()
}

/// Returns whether a channel has another open game.
async fn is_taken(tx: &mut SqliteConnection, game: GameId, channel: ChannelId) -> Result<bool, StoreError> {
    let taken = sqlx::query_scalar(
        "SELECT EXISTS (SELECT 1 FROM games WHERE channel = ? AND state <> 'over' AND adjourned = 0 AND id <> ?)",
    )
    .bind(stored(channel.0))
    .bind(game.0)
    .fetch_one(tx)
    .await?;
    Ok(taken)
}

/// Stores the optional parts of a change.
async fn put_change(tx: &mut SqliteConnection, change: &Change, version: Version, now: i64) -> Result<(), StoreError> {
    if let Some(seats) = &change.seats {
        put_seats(tx, change.game, seats).await?;
    }
    if let Some(invited) = &change.invited {
        put_invited(tx, change.game, invited).await?;
    }
    if let Some(past) = &change.past {
        put_past_player(tx, change.game, past).await?;
    }
    if let Some(pending) = &change.pending {
        sqlx::query("UPDATE games SET pending = ? WHERE id = ?")
            .bind(pending)
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
    }
    if let Some(contributions) = &change.contributions {
        put_secret(tx, change.game, CONTRIBUTIONS, contributions).await?;
    }
    if change.forgets_lines {
        sqlx::query("DELETE FROM conditional_moves WHERE game = ?").bind(change.game.0).execute(&mut *tx).await?;
    }
    if change.waits_anew {
        sqlx::query("UPDATE games SET waiting_since = ? WHERE id = ?")
            .bind(now)
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
    }
    if let Some(NewSetup { setup, seed, state }) = &change.setup {
        sqlx::query("UPDATE games SET setup = ?, started = version WHERE id = ?")
            .bind(setup)
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
        put_secret(tx, change.game, "seed", seed).await?;
        put_effect(tx, change.game, 0, state).await?;
    }
    if let Some(action) = &change.action {
        put_action(tx, change.game, version, action, now).await?;
    }
    if let Some(stopped) = &change.stopped {
        sqlx::query("UPDATE games SET stopped = ? WHERE id = ?")
            .bind(stopped)
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
    }
    if let Some(result) = &change.result {
        put_result(tx, change.game, result, now).await?;
    }
    let time = match change.time {
        Time::Keep => None,
        Time::Off => Some((None, None, None)),
        Time::Until { deadline, remind_at, since } => Some((Some(deadline), Some(remind_at), since)),
    };
    if let Some((deadline, remind_at, since)) = time {
        sqlx::query("UPDATE games SET deadline = ?, remind_at = ?, clock_since = ? WHERE id = ?")
            .bind(deadline)
            .bind(remind_at)
            .bind(since)
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
    }
    if let Some(clock) = &change.clock {
        sqlx::query("UPDATE games SET clock = ? WHERE id = ?")
            .bind(clock)
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
    }
    if let Some(place) = &change.place {
        sqlx::query("UPDATE games SET guild = ?, channel = ?, parent = ? WHERE id = ?")
            .bind(place.guild.map(|id| stored(id.0)))
            .bind(stored(place.channel.0))
            .bind(place.parent.map(|id| stored(id.0)))
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
    }
    if let Some(adjourned) = change.adjourned {
        sqlx::query("UPDATE games SET adjourned = ? WHERE id = ?")
            .bind(adjourned)
            .bind(change.game.0)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

pub(super) async fn repeated(tx: &mut SqliteConnection, key: InteractionKey) -> Result<Option<String>, StoreError> {
    let answer = sqlx::query_scalar("SELECT answer FROM interactions WHERE id = ?")
        .bind(stored(key.0))
        .fetch_optional(tx)
        .await?;
    Ok(answer)
}

pub(super) async fn remember(
    tx: &mut SqliteConnection,
    key: InteractionKey,
    answer: &str,
    now: i64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO interactions (id, answer, at) VALUES (?, ?, ?)")
        .bind(stored(key.0))
        .bind(answer)
        .bind(now)
        .execute(tx)
        .await?;
    Ok(())
}

async fn put_secret(tx: &mut SqliteConnection, game: GameId, name: &str, content: &str) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO secrets (game, name, content) VALUES (?, ?, ?)
         ON CONFLICT (game, name) DO UPDATE SET content = excluded.content",
    )
    .bind(game.0)
    .bind(name)
    .bind(content)
    .execute(tx)
    .await?;
    Ok(())
}

async fn put_past_player(tx: &mut SqliteConnection, game: GameId, past: &PastPlayerRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO past_players (game, version, seat, place, person, name, replaced) VALUES (?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(game.0)
    .bind(past.version.0)
    .bind(i64::from(past.seat))
    .bind(i64::from(past.place))
    .bind(stored(past.player.person.0))
    .bind(&past.player.name)
    .bind(past.replaced)
    .execute(tx)
    .await?;
    Ok(())
}

async fn put_seats(tx: &mut SqliteConnection, game: GameId, seats: &[SeatRow]) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM seats WHERE game = ?").bind(game.0).execute(&mut *tx).await?;
    for (index, seat) in seats.iter().enumerate() {
        sqlx::query("INSERT INTO seats (game, seat, battalion, vacant_since) VALUES (?, ?, ?, ?)")
            .bind(game.0)
            .bind(index as i64)
            .bind(&seat.battalion)
            .bind(seat.vacant_since)
            .execute(&mut *tx)
            .await?;
        for (place, player) in seat.players.iter().enumerate() {
            sqlx::query("INSERT INTO players (game, person, seat, place, name) VALUES (?, ?, ?, ?, ?)")
                .bind(game.0)
                .bind(stored(player.person.0))
                .bind(index as i64)
                .bind(place as i64)
                .bind(&player.name)
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(())
}

async fn put_action(
    tx: &mut SqliteConnection,
    game: GameId,
    version: Version,
    new: &NewAction,
    now: i64,
) -> Result<(), StoreError> {
    let seq: i64 = sqlx::query_scalar("SELECT coalesce(max(seq), 0) + 1 FROM actions WHERE game = ?")
        .bind(game.0)
        .fetch_one(&mut *tx)
        .await?;
    let open = !new.sealed;
    sqlx::query("INSERT INTO actions (game, seq, version, seat, person, action, at) VALUES (?, ?, ?, ?, ?, ?, ?)")
        .bind(game.0)
        .bind(seq)
        .bind(version.0)
        .bind(open.then_some(i64::from(new.seat)))
        .bind(new.person.filter(|_| open).map(|person| stored(person.0)))
        .bind(open.then_some(&new.action))
        .bind(now)
        .execute(&mut *tx)
        .await?;
    if new.sealed {
        let sealed = Sealed { seat: new.seat, person: new.person, action: new.action.clone() };
        let content = serde_json::to_string(&sealed).map_err(|_| StoreError::Content("a sealed action"))?;
        put_secret(tx, game, &sealed_name(seq), &content).await?;
    }
    put_effect(tx, game, seq, &new.effect).await
}

pub(super) async fn put_notices(
    tx: &mut SqliteConnection,
    game: GameId,
    version: Version,
    notices: &[NewNotice],
    now: i64,
) -> Result<(), StoreError> {
    for notice in notices {
        let (whom, recipient) = notice.to.stored();
        sqlx::query(
            "INSERT INTO outbox (game, version, kind, whom, recipient, due_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        )
        .bind(game.0)
        .bind(version.0)
        .bind(&notice.kind)
        .bind(whom)
        .bind(recipient)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}
