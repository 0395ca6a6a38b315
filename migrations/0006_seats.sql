-- Seats that change hands, what the people of a game have asked one another, and games whose channel is gone.

-- Since when nobody holds the seat, in milliseconds since 1970. Who held it last is still in `players`, to be named.
ALTER TABLE seats ADD COLUMN vacant_since INTEGER;

-- Who sat in a place of a seat until this version, and whether somebody took that place over.
CREATE TABLE past_players (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    place       INTEGER NOT NULL CHECK (place BETWEEN 0 AND 1),
    person      INTEGER NOT NULL,
    name        TEXT    NOT NULL,
    replaced    INTEGER NOT NULL CHECK (replaced IN (0, 1)),
    PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;

-- What has been asked and not settled: takebacks, seats handed over, votes. JSON; NULL if there is nothing.
ALTER TABLE games ADD COLUMN pending TEXT;

-- Since when the present decision is waited for; NULL in games of older programs.
ALTER TABLE games ADD COLUMN waiting_since INTEGER;

-- New games that found their channel taken: a button opens them in a thread. Kept for three days.
CREATE TABLE lobby_drafts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    person      INTEGER NOT NULL,
    content     TEXT    NOT NULL,
    added_at    INTEGER NOT NULL
) STRICT;
