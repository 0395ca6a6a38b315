-- Battalion files that were found in order and wait to be accepted: after a restart as before.
CREATE TABLE battalion_drafts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    guild       INTEGER NOT NULL,
    battalion   TEXT    NOT NULL,
    file        TEXT    NOT NULL,
    added_by    INTEGER NOT NULL,
    added_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX battalion_drafts_of_a_guild ON battalion_drafts (guild, id);
