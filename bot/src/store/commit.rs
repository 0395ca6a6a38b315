//! Storing of accepted changes. The action log, the game's row, the id of the interaction and the notices are written
//! in one job: all of them or none.

use super::effects::put_effect;
use super::elsewhere::notify_owner;
use super::games::{CONTRIBUTIONS, Sealed, is_taken, sealed_name};
use super::invited::put_invited;
use super::outbox::put_notices;
use super::results::put_result;
use super::{
    Cause, Change, ChannelId, Connection, GameId, GuildId, InteractionKey, NewAction, NewGame, NewSetup, NoticeRow,
    Outcome, PastPlayerRow, SeatRow, Store, StoreError, Time, Version,
};

/// Number of times that a change is stored again after a deadlock.
const DEADLOCKS: usize = 3;

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
                put_notices(tx, (game, Version(1)), &new.notices, None, now).await?;
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
        let attempts = if self.database.is_server() { DEADLOCKS } else { 0 };
        for _ in 0..attempts {
            match self.commit_once(change.clone(), claim, now).await {
                // Two transactions waited for each other's rows. The server has undone this one.
                Err(error) if error.cause() == Cause::Locked => {}
                done => return done,
            }
        }
        self.commit_once(change, claim, now).await
    }

    async fn commit_once(
        &self,
        change: Change,
        claim: Option<ChannelId>,
        now: i64,
    ) -> Result<Outcome<Option<NoticeRow>>, StoreError> {
        let shards = self.shards;
        self.store(move |tx| {
            Box::pin(async move {
                if let Some((key, answer)) = &change.interaction
                    && let Some(earlier) = remember_first(tx, *key, answer, now).await?
                {
                    return Ok(Outcome::Repeated(earlier));
                }
                let is_taken = match &change.place {
                    Some(place) => is_taken(tx, place.channel, Some(change.game)).await?,
                    None => false,
                };
                let guild = if is_taken { None } else { put_fields(tx, &change, now).await? };
                let Some(guild) = guild else {
                    if let Some((key, _)) = &change.interaction {
                        forget(tx, *key).await?;
                    }
                    return Ok(Outcome::Conflict);
                };
                let version = Version(change.on.0 + 1);
                put_parts(tx, &change, version, now).await?;
                let claimed = put_notices(tx, (change.game, version), &change.notices, claim, now).await?;
                notify_owner(tx, shards, change.game, guild).await?;
                Ok(Outcome::Stored(claimed))
            })
        })
        .await
    }
}

/// Inserts a game and its place; `None` if the channel already has an open game.
async fn put_game(tx: &mut Connection, new: &NewGame, now: i64) -> Result<Option<GameId>, StoreError> {
    let id = sqlx::query_scalar(
        "INSERT INTO games (kind, guild, channel, parent, state, version, creator, creator_name, options, created_at, changed_at)
         VALUES ($1, $2, $3, $4, 'lobby', 1, $5, $6, $7, $8, $8) ON CONFLICT DO NOTHING RETURNING id",
    )
    .bind(new.kind)
    .bind(new.place.guild)
    .bind(new.place.channel)
    .bind(new.place.parent)
    .bind(new.creator)
    .bind(&new.creator_name)
    .bind(&new.options)
    .bind(now)
    .fetch_optional(tx)
    .await?;
    Ok(id)
}

/// Stores the changed fields of a game and returns its server. `None` if the game has another version or is over.
async fn put_fields(tx: &mut Connection, change: &Change, now: i64) -> Result<Option<Option<GuildId>>, StoreError> {
    let (deadline, remind_at, since) = match change.time {
        Time::Keep | Time::Off => (None, None, None),
        Time::Until { deadline, remind_at, since } => (Some(deadline), Some(remind_at), since),
    };
    let guild = sqlx::query_scalar(
        "UPDATE games SET version = version + 1, state = $3, changed_at = $4,
             waiting_since = CASE WHEN $5 THEN $4 ELSE waiting_since END,
             pending = CASE WHEN $6 THEN $7 ELSE pending END,
             setup = coalesce($8, setup), started = CASE WHEN $8 IS NULL THEN started ELSE version + 1 END,
             stopped = coalesce($9, stopped), clock = coalesce($10, clock), adjourned = coalesce($11, adjourned),
             deadline = CASE WHEN $12 THEN $13 ELSE deadline END,
             remind_at = CASE WHEN $12 AND (remind_at IS NOT NULL OR $14 > $4) THEN $14 WHEN $12 THEN NULL ELSE remind_at END,
             clock_since = CASE WHEN $12 THEN $15 ELSE clock_since END,
             channel = coalesce($16, channel),
             guild = CASE WHEN $16 IS NULL THEN guild ELSE $17 END,
             parent = CASE WHEN $16 IS NULL THEN parent ELSE $18 END
         WHERE id = $1 AND version = $2 AND state <> 'over' RETURNING guild",
    )
    .bind(change.game)
    .bind(change.on)
    .bind(change.state)
    .bind(now)
    .bind(change.waits_anew)
    .bind(change.pending.is_some())
    .bind(change.pending.as_ref().and_then(Option::as_ref))
    .bind(change.setup.as_ref().map(|new| &new.setup))
    .bind(&change.stopped)
    .bind(&change.clock)
    .bind(change.adjourned)
    .bind(change.time != Time::Keep)
    .bind(deadline)
    .bind(remind_at)
    .bind(since)
    .bind(change.place.map(|place| place.channel))
    .bind(change.place.and_then(|place| place.guild))
    .bind(change.place.and_then(|place| place.parent))
    .fetch_optional(tx)
    .await?;
    Ok(guild)
}

/// Stores the parts of a change outside of the game's row.
async fn put_parts(tx: &mut Connection, change: &Change, version: Version, now: i64) -> Result<(), StoreError> {
    if let Some(seats) = &change.seats {
        put_seats(tx, change.game, seats).await?;
    }
    if let Some(invited) = &change.invited {
        put_invited(tx, change.game, invited).await?;
    }
    if let Some(past) = &change.past {
        put_past_player(tx, change.game, past).await?;
    }
    if let Some(contributions) = &change.contributions {
        put_secret(tx, change.game, CONTRIBUTIONS, contributions).await?;
    }
    if change.forgets_lines {
        sqlx::query("DELETE FROM conditional_moves WHERE game = $1").bind(change.game).execute(&mut *tx).await?;
    }
    if let Some(NewSetup { seed, state, .. }) = &change.setup {
        put_secret(tx, change.game, "seed", seed).await?;
        put_effect(tx, change.game, 0, state).await?;
    }
    if let Some(action) = &change.action {
        put_action(tx, change.game, version, action, now).await?;
    }
    if let Some(result) = &change.result {
        put_result(tx, change.game, result, now).await?;
    }
    Ok(())
}

pub(super) async fn repeated(tx: &mut Connection, key: InteractionKey) -> Result<Option<String>, StoreError> {
    let answer =
        sqlx::query_scalar("SELECT answer FROM interactions WHERE id = $1").bind(key).fetch_optional(tx).await?;
    Ok(answer)
}

pub(super) async fn remember(
    tx: &mut Connection,
    key: InteractionKey,
    answer: &str,
    now: i64,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO interactions (id, answer, at) VALUES ($1, $2, $3)")
        .bind(key)
        .bind(answer)
        .bind(now)
        .execute(tx)
        .await?;
    Ok(())
}

/// Stores the answer to an interaction, or returns the one stored by an earlier delivery of it.
async fn remember_first(
    tx: &mut Connection,
    key: InteractionKey,
    answer: &str,
    now: i64,
) -> Result<Option<String>, StoreError> {
    let stored = sqlx::query("INSERT INTO interactions (id, answer, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(key)
        .bind(answer)
        .bind(now)
        .execute(&mut *tx)
        .await?;
    if stored.rows_affected() > 0 { Ok(None) } else { repeated(tx, key).await }
}

async fn forget(tx: &mut Connection, key: InteractionKey) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM interactions WHERE id = $1").bind(key).execute(tx).await?;
    Ok(())
}

async fn put_secret(tx: &mut Connection, game: GameId, name: &str, content: &str) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO secrets (game, name, content) VALUES ($1, $2, $3)
         ON CONFLICT (game, name) DO UPDATE SET content = excluded.content",
    )
    .bind(game)
    .bind(name)
    .bind(content)
    .execute(tx)
    .await?;
    Ok(())
}

async fn put_past_player(tx: &mut Connection, game: GameId, past: &PastPlayerRow) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO past_players (game, version, seat, place, person, name, replaced) VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(game)
    .bind(past.version)
    .bind(i64::from(past.seat))
    .bind(i64::from(past.place))
    .bind(past.player.person)
    .bind(&past.player.name)
    .bind(past.replaced)
    .execute(tx)
    .await?;
    Ok(())
}

async fn put_seats(tx: &mut Connection, game: GameId, seats: &[SeatRow]) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM seats WHERE game = $1").bind(game).execute(&mut *tx).await?;
    for (index, seat) in (0_i64..).zip(seats) {
        sqlx::query("INSERT INTO seats (game, seat, battalion, odds, vacant_since) VALUES ($1, $2, $3, $4, $5)")
            .bind(game)
            .bind(index)
            .bind(&seat.battalion)
            .bind(&seat.odds)
            .bind(seat.vacant_since)
            .execute(&mut *tx)
            .await?;
        for (place, player) in (0_i64..).zip(&seat.players) {
            sqlx::query("INSERT INTO players (game, person, seat, place, name) VALUES ($1, $2, $3, $4, $5)")
                .bind(game)
                .bind(player.person)
                .bind(index)
                .bind(place)
                .bind(&player.name)
                .execute(&mut *tx)
                .await?;
        }
    }
    Ok(())
}

async fn put_action(
    tx: &mut Connection,
    game: GameId,
    version: Version,
    new: &NewAction,
    now: i64,
) -> Result<(), StoreError> {
    let open = !new.sealed;
    let seq: i64 = sqlx::query_scalar(
        "INSERT INTO actions (game, seq, version, seat, person, action, at)
         SELECT $1, coalesce(max(seq), 0) + 1, $2, $3, $4, $5, $6 FROM actions WHERE game = $1 RETURNING seq",
    )
    .bind(game)
    .bind(version)
    .bind(open.then_some(i64::from(new.seat)))
    .bind(new.person.filter(|_| open))
    .bind(open.then_some(&new.action))
    .bind(now)
    .fetch_one(&mut *tx)
    .await?;
    if new.sealed {
        let sealed = Sealed { seat: new.seat, person: new.person, action: new.action.clone() };
        let content = serde_json::to_string(&sealed).map_err(|_| StoreError::Content("a sealed action".into()))?;
        put_secret(tx, game, &sealed_name(seq), &content).await?;
    }
    put_effect(tx, game, seq, &new.effect).await
}
