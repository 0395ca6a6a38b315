-- Games for certain people: challenges and rematches wait until everybody in `players` has agreed.
CREATE TABLE invited (
    -- They have yet to answer.
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

-- Conditional moves. They hold secrets, like `secrets`.
CREATE TABLE plans (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- Whose.
    person      INTEGER NOT NULL,
    -- The turns, in turn of the opponent and of the person, JSON; and where in the game the first of them comes.
    content     TEXT    NOT NULL
) STRICT;

CREATE INDEX plans_of_a_game ON plans (game, id);
