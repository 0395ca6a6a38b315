-- Tests of armies by games of the computer player, at most one of each army of a server.
CREATE TABLE trials (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    guild       INTEGER NOT NULL,
    -- Key of the army: the id of a built-in one, or `dragons@2` for the second version of a server's own.
    battalion   TEXT    NOT NULL,
    -- SHA-256 of the plan, which contains the files of all armies: results of different versions are never mixed.
    plan        TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    -- Person who gets the result.
    person      INTEGER NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('playing', 'finished', 'archived', 'replaced', 'failed')),
    -- Results of a finished test, as JSON.
    report      TEXT,
    -- The person has been told how the test ended, or cannot be told.
    told        INTEGER NOT NULL DEFAULT 0 CHECK (told IN (0, 1)),
    began_at    INTEGER NOT NULL,
    UNIQUE (guild, battalion),
    CHECK ((state = 'finished') = (report IS NOT NULL))
) STRICT;

CREATE UNIQUE INDEX one_trial_at_a_time ON trials (guild) WHERE state = 'playing';

-- Finished pairs of games of a test, until it ends.
CREATE TABLE trial_pairs (
    trial       INTEGER NOT NULL REFERENCES trials (id) ON DELETE CASCADE,
    -- Indices of the opponent in the plan and of the pair.
    opponent    INTEGER NOT NULL,
    pair        INTEGER NOT NULL,
    -- Results, as JSON.
    content     TEXT    NOT NULL,
    PRIMARY KEY (trial, opponent, pair)
) STRICT;
