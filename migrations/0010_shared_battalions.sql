-- Battalions beyond their own server, what is said against them, and what those who administer a server have changed.

-- What a server shares of its Battalions, one row for each that it has ever shared. Who may play a version on the server itself is the
-- state of that version; this is about all other servers.
CREATE TABLE shares (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    guild       INTEGER NOT NULL,
    battalion   TEXT    NOT NULL,
    -- With nobody (any more), with those who have the code, or with everybody.
    reach       TEXT    NOT NULL CHECK (reach IN ('none', 'code', 'gallery')),
    code        TEXT    UNIQUE,
    version     INTEGER NOT NULL,
    -- As that version says them, to be searched.
    name        TEXT    NOT NULL,
    author      TEXT    NOT NULL,
    license     TEXT    NOT NULL,
    summary     TEXT    NOT NULL,
    -- By those who run the bot; it stays when the Battalion is shared anew.
    hidden      INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    shared_at   INTEGER NOT NULL,
    UNIQUE (guild, battalion),
    CHECK ((reach = 'code') = (code IS NOT NULL))
) STRICT;

-- What people have said against a shared Battalion, until those who run the bot have dealt with it. Nobody where the person had
-- everything about them deleted.
CREATE TABLE share_reports (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    share       INTEGER NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,
    person      INTEGER,
    name        TEXT,
    reason      TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    UNIQUE (share, person),
    CHECK ((person IS NULL) = (name IS NULL))
) STRICT;

-- Versions that were copied from another server: what of, and which version of that.
ALTER TABLE battalions ADD COLUMN share INTEGER REFERENCES shares (id);
ALTER TABLE battalions ADD COLUMN share_version INTEGER;
-- Everyone on the server has been able to play it at some time. Of versions in the archive nothing is known.
ALTER TABLE battalions ADD COLUMN was_published INTEGER NOT NULL DEFAULT 0 CHECK (was_published IN (0, 1));
UPDATE battalions SET was_published = 1 WHERE state = 'published';

CREATE INDEX copies_of_a_share ON battalions (share) WHERE share IS NOT NULL;
CREATE INDEX seats_of_an_army ON result_seats (army);

-- A file that was only looked at cannot be accepted. Files of one pack are accepted together: the number of the first of them.
ALTER TABLE battalion_drafts ADD COLUMN only_checked INTEGER NOT NULL DEFAULT 0 CHECK (only_checked IN (0, 1));
ALTER TABLE battalion_drafts ADD COLUMN pack INTEGER;

-- What those who administer a server have changed, and what was done to its Battalions by those who run the bot (then nobody is named).
-- Nobody either where the person had everything about them deleted.
CREATE TABLE admin_log (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    guild       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    person      INTEGER,
    name        TEXT,
    -- What, JSON.
    content     TEXT    NOT NULL,
    CHECK ((person IS NULL) = (name IS NULL))
) STRICT;

CREATE INDEX admin_log_of_a_guild ON admin_log (guild, id);
