//! Deletion of a person's data. Games remain; in each of them an anonymous player, different in every game, takes the
//! person's place. The request is stored first and then carried out game by game, so an interruption only delays it.
//!
//! New columns that can contain a person's id or name must be handled here. A test with a list of all columns fails
//! when one is added.

use serde_json::Value;

use super::effects::unpack_game;
use super::elsewhere::notify_all;
use super::{ChannelId, Connection, GameId, PersonId, Store, StoreError};

/// Name shown in place of a deleted name.
pub const FORMER: &str = "Former Player";

/// Bound of the ids of anonymous players, which are stored as numbers below `-NAMELESS`. Ids between that and 0 belong
/// to computer players.
const NAMELESS: i64 = 1 << 40;

/// Texts of a game that can contain a person's id. The first statement selects the texts of game `$1` that contain
/// `$2`, each with a key. The second replaces the text with key `$2` in game `$1` by `$3`.
const TEXTS: [(&str, &str); 8] = [
    (
        "SELECT 'options', options FROM games WHERE id = $1 AND options LIKE '%' || $2 || '%'",
        "UPDATE games SET options = $3 WHERE id = $1 AND $2 = 'options'",
    ),
    (
        "SELECT 'setup', setup FROM games WHERE id = $1 AND setup LIKE '%' || $2 || '%'",
        "UPDATE games SET setup = $3 WHERE id = $1 AND $2 = 'setup'",
    ),
    (
        "SELECT 'stopped', stopped FROM games WHERE id = $1 AND stopped LIKE '%' || $2 || '%'",
        "UPDATE games SET stopped = $3 WHERE id = $1 AND $2 = 'stopped'",
    ),
    (
        "SELECT 'pending', pending FROM games WHERE id = $1 AND pending LIKE '%' || $2 || '%'",
        "UPDATE games SET pending = $3 WHERE id = $1 AND $2 = 'pending'",
    ),
    (
        "SELECT 'clock', clock FROM games WHERE id = $1 AND clock LIKE '%' || $2 || '%'",
        "UPDATE games SET clock = $3 WHERE id = $1 AND $2 = 'clock'",
    ),
    (
        "SELECT CAST(seq AS TEXT), action FROM actions WHERE game = $1 AND action LIKE '%' || $2 || '%'",
        "UPDATE actions SET action = $3 WHERE game = $1 AND seq = CAST($2 AS BIGINT)",
    ),
    (
        "SELECT CAST(seq AS TEXT), content FROM effects WHERE game = $1 AND content LIKE '%' || $2 || '%'",
        "UPDATE effects SET content = $3 WHERE game = $1 AND seq = CAST($2 AS BIGINT)",
    ),
    (
        "SELECT name, content FROM secrets WHERE game = $1 AND content LIKE '%' || $2 || '%'",
        "UPDATE secrets SET content = $3 WHERE game = $1 AND name = $2",
    ),
];

/// Replaces a person's id by another one, and a name beside it by [`FORMER`]. Ids of people have at least seventeen
/// digits, so no other number in these texts is mistaken for one.
fn without(value: &mut Value, person: u64, other: u64) {
    match value {
        Value::Number(number) if number.as_u64() == Some(person) => *value = other.into(),
        Value::Array(values) => {
            for value in values {
                without(value, person, other);
            }
        }
        Value::Object(fields) => {
            let theirs = fields.get("person").and_then(Value::as_u64) == Some(person);
            if let Some(name) = fields.get_mut("name").filter(|_| theirs) {
                *name = FORMER.into();
            }
            for (_, value) in fields.iter_mut() {
                without(value, person, other);
            }
        }
        Value::String(text) => {
            *text = text.replace(&person.to_string(), &other.to_string());
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Applies [`without`] to JSON; in any other text, replaces only the id.
fn text_without(text: &str, person: PersonId, other: PersonId) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(mut value) => {
            without(&mut value, person.0, other.0);
            value.to_string()
        }
        Err(_) => text.replace(&person.to_string(), &other.to_string()),
    }
}

impl PersonId {
    /// Returns the anonymous player with this number, from 1. Discord never assigns such an id.
    const fn nameless(number: i64) -> Self {
        PersonId((-NAMELESS - number).cast_unsigned())
    }

    /// Returns whether this id replaces that of a person whose data was deleted.
    pub const fn is_nameless(self) -> bool {
        self.0.cast_signed() < -NAMELESS
    }
}

/// Returns an anonymous player that does not occur in this game yet.
async fn new_holder(tx: &mut Connection, game: GameId) -> Result<PersonId, StoreError> {
    let least: Option<i64> = sqlx::query_scalar(
        "SELECT min(person) FROM (
             SELECT person FROM players WHERE game = $1
             UNION ALL SELECT person FROM past_players WHERE game = $1
             UNION ALL SELECT creator FROM games WHERE id = $1
             UNION ALL SELECT person FROM actions WHERE game = $1) AS people",
    )
    .bind(game)
    .fetch_one(tx)
    .await?;
    let used = least.map_or(0, |least| (-NAMELESS - least).max(0));
    Ok(PersonId::nameless(used + 1))
}

async fn erase_texts(tx: &mut Connection, game: GameId, person: PersonId, other: PersonId) -> Result<(), StoreError> {
    unpack_game(tx, game).await?;
    for (find, put) in TEXTS {
        let found: Vec<(String, String)> =
            sqlx::query_as(find).bind(game).bind(person.to_string()).fetch_all(&mut *tx).await?;
        for (key, text) in found {
            sqlx::query(put).bind(game).bind(key).bind(text_without(&text, person, other)).execute(&mut *tx).await?;
        }
    }
    Ok(())
}

/// Removes a person's id and name from the answers kept for repeated deliveries.
async fn erase_answers(tx: &mut Connection, person: PersonId) -> Result<(), StoreError> {
    let found: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, answer FROM interactions WHERE answer LIKE '%' || $1 || '%'")
            .bind(person.to_string())
            .fetch_all(&mut *tx)
            .await?;
    for (id, answer) in found {
        sqlx::query("UPDATE interactions SET answer = $1 WHERE id = $2")
            .bind(text_without(&answer, person, PersonId::nameless(1)))
            .bind(id)
            .execute(&mut *tx)
            .await?;
    }
    Ok(())
}

impl Store {
    /// Returns the channels of the games that a person must leave before the deletion: games with a seat of theirs, and
    /// lobbies they opened.
    pub async fn open_places(&self, person: PersonId) -> Result<Vec<ChannelId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT channel FROM games WHERE state <> 'over'
             AND (state = 'lobby' AND creator = $1
                  OR id IN (SELECT game FROM players JOIN seats USING (game, seat) WHERE person = $1 AND vacant_since IS NULL))
             GROUP BY channel ORDER BY min(id)",
        )
        .bind(person)
        .fetch_all(&self.read)
        .await?)
    }

    /// Stores a request to delete a person's data.
    pub async fn begin_erasure(&self, person: PersonId) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                sqlx::query("INSERT INTO erasures (person) VALUES ($1) ON CONFLICT DO NOTHING")
                    .bind(person)
                    .execute(tx)
                    .await?;
                Ok(())
            })
        })
        .await
    }

    /// Returns the people whose deletion is not finished.
    pub async fn erasures(&self) -> Result<Vec<PersonId>, StoreError> {
        Ok(sqlx::query_scalar("SELECT person FROM erasures").fetch_all(&self.read).await?)
    }

    /// Returns the games that contain data about a person, except open games in which the person has a seat.
    pub async fn games_about(&self, person: PersonId) -> Result<Vec<GameId>, StoreError> {
        Ok(sqlx::query_scalar(
            "SELECT game FROM players WHERE person = $1
             UNION SELECT game FROM result_people WHERE person = $1
             UNION SELECT game FROM actions WHERE person = $1
             UNION SELECT game FROM invited WHERE person = $1
             UNION SELECT game FROM past_players WHERE person = $1
             UNION SELECT game FROM conditional_moves WHERE person = $1
             UNION SELECT game FROM secrets WHERE content LIKE '%' || $2 || '%'
             UNION SELECT game FROM outbox WHERE whom = 'person' AND recipient = $1
             UNION SELECT id FROM games WHERE creator = $1 OR stopped LIKE '%' || $2 || '%' OR options LIKE '%' || $2 || '%' OR pending LIKE '%' || $2 || '%'
             EXCEPT SELECT id FROM games JOIN players ON players.game = id JOIN seats USING (game, seat)
                    WHERE state <> 'over' AND person = $1 AND vacant_since IS NULL",
        )
        .bind(person)
        .bind(person.to_string())
        .fetch_all(&self.read).await?)
    }

    /// Replaces a person in a game by an anonymous player.
    pub async fn erase_in(&self, game: GameId, person: PersonId) -> Result<(), StoreError> {
        self.store(move |tx| {
            Box::pin(async move {
                let other = new_holder(tx, game).await?;
                erase_texts(tx, game, person, other).await?;
                for named in [
                    "UPDATE players SET person = $3, name = $4 WHERE game = $1 AND person = $2",
                    "UPDATE past_players SET person = $3, name = $4 WHERE game = $1 AND person = $2",
                    "UPDATE games SET creator = $3, creator_name = $4 WHERE id = $1 AND creator = $2",
                ] {
                    sqlx::query(named).bind(game).bind(person).bind(other).bind(FORMER).execute(&mut *tx).await?;
                }
                sqlx::query("UPDATE actions SET person = $3 WHERE game = $1 AND person = $2")
                    .bind(game)
                    .bind(person)
                    .bind(other)
                    .execute(&mut *tx)
                    .await?;
                for gone in [
                    "UPDATE result_people SET person = NULL, name = NULL WHERE game = $1 AND person = $2",
                    "DELETE FROM invited WHERE game = $1 AND person = $2",
                    "DELETE FROM conditional_moves WHERE game = $1 AND person = $2",
                    "DELETE FROM outbox WHERE game = $1 AND whom = 'person' AND recipient = $2",
                    // The text can contain the person's name.
                    "UPDATE messages SET afterwards = NULL WHERE game = $1 AND $2 = $2",
                    // Direct messages about a finished game: their channel ids identify people.
                    "DELETE FROM messages WHERE game = $1 AND $2 = $2
                     AND EXISTS (SELECT 1 FROM games WHERE id = $1 AND state = 'over' AND channel <> messages.channel)",
                ] {
                    sqlx::query(gone).bind(game).bind(person).execute(&mut *tx).await?;
                }
                Ok(())
            })
        })
        .await
    }

    /// Deletes a person's data outside of games, and finally the request itself.
    pub async fn finish_erasure(&self, person: PersonId) -> Result<(), StoreError> {
        let shards = self.shards;
        let done = self.store(move |tx| {
            Box::pin(async move {
                erase_answers(tx, person).await?;
                for anonymous in [
                    "UPDATE battalions SET added_by = $2 WHERE added_by = $1",
                    // Nobody can be told any more.
                    "UPDATE trials SET person = $2, told = TRUE WHERE person = $1",
                ] {
                    sqlx::query(anonymous).bind(person).bind(PersonId::nameless(1)).execute(&mut *tx).await?;
                }
                // Also games of others that are not open yet, such as a challenge of this person.
                sqlx::query("DELETE FROM lobby_drafts WHERE person = $1 OR content LIKE '%' || $2 || '%'")
                    .bind(person)
                    .bind(person.to_string())
                    .execute(&mut *tx)
                    .await?;
                for gone in [
                    "UPDATE admin_log SET person = NULL, name = NULL WHERE person = $1",
                    "UPDATE share_notes SET person = NULL, name = NULL WHERE person = $1",
                    "DELETE FROM battalion_drafts WHERE added_by = $1",
                    "DELETE FROM lessons WHERE person = $1",
                    "DELETE FROM person_settings WHERE person = $1",
                    "DELETE FROM unlisted WHERE person = $1",
                    "DELETE FROM erasures WHERE person = $1",
                ] {
                    sqlx::query(gone).bind(person).execute(&mut *tx).await?;
                }
                notify_all(tx, shards).await
            })
        });
        let done = done.await;
        self.settings.people.invalidate(person);
        done?;
        self.writer.checkpoint().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: PersonId = PersonId(123_456_789_012_345_678);

    #[test]
    fn numbers_and_names_are_replaced_wherever_they_stand() {
        let text = serde_json::json!({
            "by": { "person": ANN.0, "name": "Ann" },
            "last_by": [ANN.0, 5, null],
            "said": format!("<@{ANN}> left"),
            "mate": { "person": 7, "name": "Bob" },
        });
        let other = PersonId::nameless(3);
        assert!(other.is_nameless() && !ANN.is_nameless());
        let found: Value = serde_json::from_str(&text_without(&text.to_string(), ANN, other)).unwrap();
        assert_eq!(
            found,
            serde_json::json!({
                "by": { "person": other.0, "name": FORMER },
                "last_by": [other.0, 5, null],
                "said": format!("<@{other}> left"),
                "mate": { "person": 7, "name": "Bob" },
            })
        );
        assert_eq!(text_without("not JSON", ANN, other), "not JSON");
    }
}
