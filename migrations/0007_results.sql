-- How finished games ended: one result a game, stored with the action that ends it. Ratings and statistics are computed from these rows.

CREATE TABLE results (
    game        INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    guild       INTEGER,
    -- Which of the two games it was follows from the mode.
    mode        TEXT    NOT NULL CHECK (mode IN ('duel', 'assassin', 'ffa', 'clash')),
    -- Turns that were taken, of all seats together.
    turns       INTEGER NOT NULL CHECK (turns >= 0),
    ending      TEXT    NOT NULL,
    -- A computer held a seat.
    computer    INTEGER NOT NULL CHECK (computer IN (0, 1)),
    ended_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX results_of_a_guild ON results (guild, ended_at, game);

CREATE TABLE result_seats (
    game        INTEGER NOT NULL REFERENCES results (game) ON DELETE CASCADE,
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    -- The key of its Battalion, or its colour in Clash of the Armies.
    army        TEXT    NOT NULL,
    army_name   TEXT    NOT NULL,
    score       TEXT    NOT NULL CHECK (score IN ('won', 'drew', 'lost', 'none')),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Who held the seat at the end; nobody where a person had everything about them deleted.
CREATE TABLE result_people (
    game        INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    place       INTEGER NOT NULL,
    person      INTEGER,
    name        TEXT,
    PRIMARY KEY (game, seat, place),
    FOREIGN KEY (game, seat) REFERENCES result_seats (game, seat) ON DELETE CASCADE,
    CHECK ((person IS NULL) = (name IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_person ON result_people (person, game);

-- Games that had ended before results were stored: numbers still to be looked at. Gone when all of them have been.
CREATE TABLE results_missing (
    only_row    INTEGER PRIMARY KEY CHECK (only_row = 1),
    next_game   INTEGER NOT NULL,
    last_game   INTEGER NOT NULL
) STRICT;

INSERT INTO results_missing (only_row, next_game, last_game)
SELECT 1, min(id), max(id) FROM games WHERE state = 'over' AND setup IS NOT NULL HAVING count(*) > 0;

-- People without a public standing.
CREATE TABLE unlisted (
    person      INTEGER PRIMARY KEY
) STRICT;

-- People who have asked for everything about them to be deleted, until that is done.
CREATE TABLE erasures (
    person      INTEGER PRIMARY KEY
) STRICT;
