-- Games from lobby to end, what is to be said about them, and what people and servers have decided.
--
-- Times are milliseconds since 1970. Numbers of people, channels and servers are 64 bits without a sign, kept bit by bit.
-- Whatever a Player may not know is in `secrets` and nowhere else.

CREATE TABLE clock (
    -- When the program last showed that it was running: time for turns does not run while it is down.
    only_row  INTEGER PRIMARY KEY CHECK (only_row = 1),
    beat_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE games (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    kind        TEXT    NOT NULL CHECK (kind IN ('titans', 'clash')),
    guild       INTEGER,
    channel     INTEGER NOT NULL,
    parent      INTEGER,
    state       TEXT    NOT NULL CHECK (state IN ('lobby', 'running', 'over')),
    -- Grows by one with everything that is accepted.
    version     INTEGER NOT NULL CHECK (version >= 1),
    creator     INTEGER NOT NULL,
    creator_name TEXT   NOT NULL,
    -- What the creator decided, JSON.
    options     TEXT    NOT NULL,
    -- How the game was made, JSON without the seed, and the version since: both once it has started.
    setup       TEXT,
    started     INTEGER,
    -- By whom it was ended from outside, JSON.
    stopped     TEXT,
    created_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    -- When the time of those to act is over, and when they are reminded.
    deadline    INTEGER,
    remind_at   INTEGER,
    CHECK ((setup IS NULL) = (started IS NULL))
) STRICT;

CREATE UNIQUE INDEX one_open_game_a_channel ON games (channel) WHERE state <> 'over';
CREATE INDEX games_of_a_channel ON games (channel, id);
CREATE INDEX running_clocks ON games (deadline) WHERE deadline IS NOT NULL;

-- In a lobby in the order of joining, in a game in turn order.
CREATE TABLE seats (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat        INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 5),
    battalion   TEXT,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE players (
    game        INTEGER NOT NULL,
    person      INTEGER NOT NULL,
    seat        INTEGER NOT NULL,
    -- Among those who share the seat.
    place       INTEGER NOT NULL CHECK (place BETWEEN 0 AND 1),
    name        TEXT    NOT NULL,
    PRIMARY KEY (game, person),
    UNIQUE (game, seat, place),
    FOREIGN KEY (game, seat) REFERENCES seats (game, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX games_of_a_person ON players (person, game);

-- The log. With the setup and the seed it is the game. Of a sealed action only that it happened stands here.
CREATE TABLE actions (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL CHECK (seq >= 1),
    version     INTEGER NOT NULL,
    seat        INTEGER,
    person      INTEGER,
    action      TEXT,
    at          INTEGER NOT NULL,
    PRIMARY KEY (game, seq),
    UNIQUE (game, version),
    CHECK ((seat IS NULL) = (action IS NULL))
) STRICT, WITHOUT ROWID;

-- The seed (`seed`), and sealed actions by their number in the log (`action 3`).
CREATE TABLE secrets (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    name        TEXT    NOT NULL,
    content     TEXT    NOT NULL,
    PRIMARY KEY (game, name)
) STRICT, WITHOUT ROWID;

-- Deliveries dealt with, and what was answered.
CREATE TABLE interactions (
    id          INTEGER PRIMARY KEY,
    answer      TEXT    NOT NULL,
    at          INTEGER NOT NULL
) STRICT;

CREATE INDEX interactions_by_age ON interactions (at);

-- What is to be said, to whom, and what became of it. What exactly is said is looked up then.
CREATE TABLE outbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version     INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    whom        TEXT    NOT NULL CHECK (whom IN ('channel', 'person')),
    recipient   INTEGER NOT NULL,
    state       TEXT    NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'said', 'given-up')),
    attempts    INTEGER NOT NULL DEFAULT 0,
    due_at      INTEGER NOT NULL,
    UNIQUE (game, version, kind, whom, recipient)
) STRICT;

CREATE INDEX waiting_notices ON outbox (id) WHERE state = 'waiting';

-- Messages of a game, so that old ones can lose their buttons.
CREATE TABLE messages (
    message     INTEGER PRIMARY KEY,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    channel     INTEGER NOT NULL,
    version     INTEGER NOT NULL,
    kind        TEXT    NOT NULL,
    buttons     INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE INDEX messages_of_a_game ON messages (game);

CREATE TABLE guild_settings (
    guild       INTEGER PRIMARY KEY,
    content     TEXT    NOT NULL
) STRICT;

CREATE TABLE person_settings (
    person      INTEGER PRIMARY KEY,
    content     TEXT    NOT NULL
) STRICT;

-- Battalions that servers bring. A game keeps the text that it started with; versions are never changed, only archived.
CREATE TABLE battalions (
    guild       INTEGER NOT NULL,
    id          TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('private', 'published', 'archived')),
    file        TEXT    NOT NULL,
    added_by    INTEGER NOT NULL,
    added_at    INTEGER NOT NULL,
    PRIMARY KEY (guild, id, version)
) STRICT, WITHOUT ROWID;
