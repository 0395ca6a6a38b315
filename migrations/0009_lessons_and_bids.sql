-- When the hash of a sealed bid got to the channel, by the version of the game that the bid made: told when the bids are shown. Replaced
-- bids have rows too, which nobody is shown.

CREATE TABLE publications (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,
    -- Milliseconds since 1970.
    at          INTEGER NOT NULL,
    PRIMARY KEY (game, version)
) STRICT, WITHOUT ROWID;

-- Until now every bid had a message of its own, and the number of a message says when it was posted.
INSERT INTO publications (game, version, at)
SELECT game, version, min((message >> 22) + 1420070400000) FROM messages WHERE kind = 'sealed' GROUP BY game, version;

-- How far a person has come in a lesson: what they have played, a JSON list of texts, and whether they have ever finished it.

CREATE TABLE lessons (
    person      INTEGER NOT NULL,
    lesson      TEXT    NOT NULL,
    played      TEXT    NOT NULL,
    -- How many steps that is.
    reached     INTEGER NOT NULL CHECK (reached >= 0),
    finished    INTEGER NOT NULL DEFAULT 0 CHECK (finished IN (0, 1)),
    PRIMARY KEY (person, lesson)
) STRICT, WITHOUT ROWID;
