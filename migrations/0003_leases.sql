-- Deliveries are leased: whoever posts a notice takes it for a while, and a notice that may have been posted says so.

CREATE TABLE outbox_new (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    whom        TEXT    NOT NULL CHECK (whom IN ('channel', 'person')),
    recipient   INTEGER NOT NULL,
    state       TEXT    NOT NULL DEFAULT 'waiting'
                CHECK (state IN ('waiting', 'leased', 'posted', 'superseded', 'given-up')),
    -- An attempt may have reached Discord without the program hearing of it: it is looked for before it is posted again.
    unsure      INTEGER NOT NULL DEFAULT 0 CHECK (unsure IN (0, 1)),
    attempts    INTEGER NOT NULL DEFAULT 0,
    -- When it is tried next; while it is leased, when the lease ends.
    due_at      INTEGER NOT NULL,
    -- Since when every attempt has failed.
    failing_since INTEGER,
    UNIQUE (game, version, kind, whom, recipient)
) STRICT;

-- What waited before may have been posted.
INSERT INTO outbox_new (id, game, version, kind, whom, recipient, state, unsure, attempts, due_at)
SELECT id, game, version, kind, whom, recipient,
       CASE state WHEN 'said' THEN 'posted' ELSE state END, state = 'waiting', 0, due_at
FROM outbox;

-- Numbers of notices are nonces and never used again.
DELETE FROM sqlite_sequence WHERE name = 'outbox_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'outbox_new', seq FROM sqlite_sequence WHERE name = 'outbox';

DROP TABLE outbox;
ALTER TABLE outbox_new RENAME TO outbox;

CREATE INDEX open_notices ON outbox (whom, recipient, id) WHERE state IN ('waiting', 'leased');

-- A game that could not be opened: its clock stands still until a moderator ends it or a later program can open it.
ALTER TABLE games ADD COLUMN unreadable INTEGER NOT NULL DEFAULT 0 CHECK (unreadable IN (0, 1));
CREATE INDEX running_reminders ON games (remind_at) WHERE remind_at IS NOT NULL;
