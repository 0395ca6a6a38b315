//! Export of everything the database holds about a person, for that person. Each part is a list of JSON texts.

use super::{PersonId, Store, StoreError};

/// Parts by name, with the statement that lists the entries of a person (`$1`). Discord ids are exported as text,
/// because many JSON readers round numbers of that size.
const PARTS: [(&str, &str); 19] = [
    ("settings", "SELECT content FROM person_settings WHERE person = $1"),
    (
        "without_public_standing",
        "SELECT 'true' FROM unlisted WHERE person = $1",
    ),
    (
        "seats",
        "SELECT json_object('game', p.game, 'kind', g.kind, 'state', g.state, 'server', CAST(g.guild AS TEXT),
             'channel', CAST(g.channel AS TEXT), 'seat', p.seat, 'name', p.name, 'battalion', s.battalion, 'opened_at', g.created_at)
         FROM players p JOIN games g ON g.id = p.game JOIN seats s ON s.game = p.game AND s.seat = p.seat
         WHERE p.person = $1 ORDER BY p.game",
    ),
    (
        "games_opened",
        "SELECT json_object('game', id, 'kind', kind, 'name', creator_name, 'options', json(options), 'opened_at', created_at)
         FROM games WHERE creator = $1 ORDER BY id",
    ),
    (
        "games_ended",
        "SELECT json_object('game', id, 'how', json(stopped)) FROM games
         WHERE json_extract(stopped, '$.by.person') = $1 ORDER BY id",
    ),
    (
        "actions",
        "SELECT json_object('game', game, 'number', seq, 'at', at, 'action', json(action)) FROM actions
         WHERE person = $1 ORDER BY game, seq",
    ),
    (
        "sealed_actions",
        "SELECT json_object('game', game, 'number', CAST(substr(name, 8) AS INTEGER), 'action', json(json_extract(content, '$.action')))
         FROM secrets WHERE name LIKE 'action %' AND json_extract(content, '$.person') = $1 ORDER BY game",
    ),
    (
        "words_for_the_draws",
        "SELECT json_object('game', game, 'word', json(json_extract(added.value, '$.word')))
         FROM secrets, json_each(content, '$.words') AS added
         WHERE secrets.name = 'contributions' AND json_extract(added.value, '$.by.person') = $1 ORDER BY game",
    ),
    (
        "conditional_moves",
        "SELECT json_object('game', game, 'moves', json(content)) FROM conditional_moves WHERE person = $1 ORDER BY id",
    ),
    (
        "past_seats",
        "SELECT json_object('game', game, 'seat', seat, 'name', name, 'until_version', version) FROM past_players WHERE person = $1 ORDER BY game, version",
    ),
    (
        "games_to_open",
        "SELECT json_object('game', json(content), 'at', added_at) FROM lobby_drafts WHERE person = $1 ORDER BY id",
    ),
    (
        "results",
        "SELECT json_object('game', p.game, 'name', p.name, 'mode', r.mode, 'army', s.army_name, 'result', s.score, 'turns', r.turns,
             'ending', r.ending, 'ended_at', r.ended_at)
         FROM result_people p JOIN results r ON r.game = p.game JOIN result_seats s ON s.game = p.game AND s.seat = p.seat
         WHERE p.person = $1 ORDER BY r.ended_at",
    ),
    (
        "lessons",
        "SELECT json_object('lesson', lesson, 'played', json(played), 'finished', finished) FROM lessons WHERE person = $1",
    ),
    (
        "direct_messages",
        "SELECT json_object('game', game, 'about', kind, 'state', state) FROM outbox
         WHERE whom = 'person' AND recipient = $1 ORDER BY id",
    ),
    (
        "battalions_added",
        "SELECT json_object('server', CAST(guild AS TEXT), 'id', id, 'version', version, 'state', state, 'added_at', added_at)
         FROM battalions WHERE added_by = $1",
    ),
    (
        "battalion_drafts",
        "SELECT json_object('server', CAST(guild AS TEXT), 'battalion', battalion, 'file', file, 'added_at', added_at)
         FROM battalion_drafts WHERE added_by = $1",
    ),
    (
        "changes_to_servers",
        "SELECT json_object('server', CAST(guild AS TEXT), 'name', name, 'what', json(content), 'at', at) FROM admin_log
         WHERE person = $1 ORDER BY id",
    ),
    (
        "reports_and_remarks",
        "SELECT json_object('battalion', s.name, 'kind', r.kind, 'version', r.version, 'name', r.name, 'reason', r.reason, 'at', r.at)
         FROM share_notes r JOIN shares s ON s.id = r.share WHERE r.person = $1 ORDER BY r.id",
    ),
    (
        "to_be_deleted",
        "SELECT 'true' FROM erasures WHERE person = $1",
    ),
];

impl Store {
    /// Returns everything about a person: the name of each part, with its entries as JSON.
    pub async fn personal(&self, person: PersonId) -> Result<Vec<(&'static str, Vec<String>)>, StoreError> {
        let mut tx = self.read.begin().await?;
        let mut parts = Vec::with_capacity(PARTS.len());
        for (name, statement) in PARTS {
            let entries = sqlx::query_scalar(statement).bind(person).fetch_all(&mut *tx).await?;
            parts.push((name, entries));
        }
        tx.commit().await?;
        Ok(parts)
    }
}
