//! Export of everything the database holds about a person, for that person.

use serde_json::{Map, Value, json};
use sqlx::any::{AnyRow, AnyTypeInfoKind};
use sqlx::{Column as _, Row as _, ValueRef as _};

use super::games::{CONTRIBUTIONS, Sealed};
use super::{Connection, PersonId, Store, StoreError};

/// Parts by name, with the statement that lists the entries of a person (`$1`), one object for each row. Columns in the
/// list hold JSON. Discord ids are exported as text, because many JSON readers round numbers of that size.
const PARTS: [(&str, &str, &[&str]); 15] = [
    (
        "seats",
        "SELECT p.game, g.kind, g.state, CAST(g.guild AS TEXT) AS server, CAST(g.channel AS TEXT) AS channel, p.seat, p.name,
             s.battalion, s.odds, g.created_at AS opened_at
         FROM players p JOIN games g ON g.id = p.game JOIN seats s ON s.game = p.game AND s.seat = p.seat
         WHERE p.person = $1 ORDER BY p.game",
        &[],
    ),
    (
        "games_opened",
        "SELECT id AS game, kind, creator_name AS name, options, created_at AS opened_at FROM games WHERE creator = $1 ORDER BY id",
        &["options"],
    ),
    (
        "actions",
        "SELECT game, seq AS number, at, action FROM actions WHERE person = $1 ORDER BY game, seq",
        &["action"],
    ),
    (
        "conditional_moves",
        "SELECT game, content AS moves FROM conditional_moves WHERE person = $1 ORDER BY id",
        &["moves"],
    ),
    (
        "past_seats",
        "SELECT game, seat, name, version AS until_version FROM past_players WHERE person = $1 ORDER BY game, version",
        &[],
    ),
    (
        "games_to_open",
        "SELECT content AS game, added_at AS at FROM lobby_drafts WHERE person = $1 ORDER BY id",
        &["game"],
    ),
    (
        "results",
        "SELECT p.game, p.name, r.mode, s.army_name AS army, s.score AS result, r.turns, r.ending, r.ended_at
         FROM result_people p JOIN results r ON r.game = p.game JOIN result_seats s ON s.game = p.game AND s.seat = p.seat
         WHERE p.person = $1 ORDER BY r.ended_at",
        &[],
    ),
    (
        "lessons",
        "SELECT lesson, played, CAST(finished AS INTEGER) AS finished FROM lessons WHERE person = $1",
        &["played"],
    ),
    (
        "direct_messages",
        "SELECT game, kind AS about, state FROM outbox WHERE whom = 'person' AND recipient = $1 ORDER BY id",
        &[],
    ),
    (
        "battalions_added",
        "SELECT CAST(guild AS TEXT) AS server, id, version, state, added_at FROM battalions WHERE added_by = $1",
        &[],
    ),
    (
        "battalion_drafts",
        "SELECT CAST(guild AS TEXT) AS server, battalion, file, added_at FROM battalion_drafts WHERE added_by = $1",
        &[],
    ),
    (
        "armies_tested",
        "SELECT CAST(guild AS TEXT) AS server, battalion, began_at FROM trials WHERE person = $1 ORDER BY id",
        &[],
    ),
    (
        "changes_to_servers",
        "SELECT CAST(guild AS TEXT) AS server, name, content AS what, at FROM admin_log WHERE person = $1 ORDER BY id",
        &["what"],
    ),
    (
        "reports_and_remarks",
        "SELECT s.name AS battalion, r.kind, r.version, r.name, r.reason, r.at
         FROM share_notes r JOIN shares s ON s.id = r.share WHERE r.person = $1 ORDER BY r.id",
        &[],
    ),
    ("settings", "SELECT content FROM person_settings WHERE person = $1", &["content"]),
];

/// Tables in which a person has a row or none.
const MARKS: [(&str, &str); 2] = [
    ("without_public_standing", "SELECT count(*) FROM unlisted WHERE person = $1"),
    ("to_be_deleted", "SELECT count(*) FROM erasures WHERE person = $1"),
];

/// Parses JSON; other text remains text.
fn parsed(text: String) -> Value {
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// Makes an object of a row.
fn object(row: &AnyRow, json: &[&str]) -> Result<Map<String, Value>, sqlx::Error> {
    let mut object = Map::new();
    for column in row.columns() {
        let index = column.ordinal();
        let value = match row.try_get_raw(index)?.type_info().kind() {
            AnyTypeInfoKind::Null => Value::Null,
            AnyTypeInfoKind::Text if json.contains(&column.name()) => parsed(row.try_get(index)?),
            AnyTypeInfoKind::Text => Value::String(row.try_get(index)?),
            _ => row.try_get::<i64, _>(index)?.into(),
        };
        object.insert(column.name().to_owned(), value);
    }
    Ok(object)
}

impl Store {
    /// Returns everything about a person: the name of each part, with its entries as JSON.
    pub async fn personal(&self, person: PersonId) -> Result<Vec<(&'static str, Vec<Value>)>, StoreError> {
        let mut tx = self.read.begin().await?;
        let mut parts = Vec::with_capacity(PARTS.len() + MARKS.len() + 3);
        for (name, statement, json) in PARTS {
            let rows = sqlx::query(statement).bind(person).fetch_all(&mut *tx).await?;
            let entries = rows.iter().map(|row| {
                let mut object = object(row, json)?;
                // Settings have a single column, which is the entry itself.
                Ok(object.remove("content").unwrap_or_else(|| object.into()))
            });
            parts.push((name, entries.collect::<Result<_, sqlx::Error>>()?));
        }
        for (name, statement) in MARKS {
            let rows: i64 = sqlx::query_scalar(statement).bind(person).fetch_one(&mut *tx).await?;
            parts.push((name, (0..rows).map(|_| Value::Bool(true)).collect()));
        }
        for (name, entries) in [
            ("games_ended", ended(&mut tx, person).await?),
            ("sealed_actions", sealed(&mut tx, person).await?),
            ("words_for_the_draws", words(&mut tx, person).await?),
        ] {
            parts.push((name, entries));
        }
        tx.commit().await?;
        Ok(parts)
    }
}

/// Returns the games that a person ended from outside.
async fn ended(tx: &mut Connection, person: PersonId) -> Result<Vec<Value>, StoreError> {
    let found: Vec<(i64, String)> =
        sqlx::query_as("SELECT id, stopped FROM games WHERE stopped LIKE '%' || $1 || '%' ORDER BY id")
            .bind(person.to_string())
            .fetch_all(tx)
            .await?;
    let found = found.into_iter().map(|(game, how)| (game, parsed(how)));
    let theirs = found.filter(|(_, how)| how["by"]["person"] == person.0);
    Ok(theirs.map(|(game, how)| json!({ "game": game, "how": how })).collect())
}

/// Returns a person's sealed actions.
async fn sealed(tx: &mut Connection, person: PersonId) -> Result<Vec<Value>, StoreError> {
    let found: Vec<(i64, String, String)> = sqlx::query_as(
        "SELECT game, name, content FROM secrets WHERE name LIKE 'action %' AND content LIKE '%' || $1 || '%' ORDER BY game",
    )
    .bind(person.to_string())
    .fetch_all(tx)
    .await?;
    let entry = |(game, name, content): (i64, String, String)| {
        let sealed: Sealed =
            serde_json::from_str(&content).ok().filter(|sealed: &Sealed| sealed.person == Some(person))?;
        let number: i64 = name.strip_prefix("action ")?.parse().ok()?;
        Some(json!({ "game": game, "number": number, "action": parsed(sealed.action) }))
    };
    Ok(found.into_iter().filter_map(entry).collect())
}

/// Returns a person's words for the draws of games.
async fn words(tx: &mut Connection, person: PersonId) -> Result<Vec<Value>, StoreError> {
    let found: Vec<(i64, String)> = sqlx::query_as(
        "SELECT game, content FROM secrets WHERE name = $1 AND content LIKE '%' || $2 || '%' ORDER BY game",
    )
    .bind(CONTRIBUTIONS)
    .bind(person.to_string())
    .fetch_all(tx)
    .await?;
    let mut entries = Vec::new();
    for (game, content) in found {
        let content = parsed(content);
        let words = content["words"].as_array().into_iter().flatten();
        let theirs = words.filter(|added| added["by"]["person"] == person.0);
        entries.extend(theirs.map(|added| json!({ "game": game, "word": added["word"] })));
    }
    Ok(entries)
}
