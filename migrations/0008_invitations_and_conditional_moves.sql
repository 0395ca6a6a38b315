-- Games for certain people: a challenge or a rematch waits until everybody in `players` has agreed.
CREATE TABLE invited (
    -- They have yet to answer.
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person      INTEGER NOT NULL,
    PRIMARY KEY (game, person)
) STRICT, WITHOUT ROWID;

-- Moves to be played if the opponent plays as expected. They are secrets, like `secrets`.
CREATE TABLE conditional_moves (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    -- Whose.
    person      INTEGER NOT NULL,
    -- The line, JSON: where in the game it begins, and its turns, the opponent's first.
    content     TEXT    NOT NULL
) STRICT;

CREATE INDEX conditional_moves_of_a_game ON conditional_moves (game, id);
