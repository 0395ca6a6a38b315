-- Rows of more than about 1,000 bytes take a page of 4,096 bytes each in a table without rowid, since they do not fit into its index.
-- Effects have about 1,150. The program moves the rows into the new table a few games at a time and drops the old one when it is empty.
ALTER TABLE effects RENAME TO effects_to_move;

CREATE TABLE effects (
    game        INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL CHECK (seq >= 0),
    content     TEXT    NOT NULL,
    UNIQUE (game, seq)
) STRICT;

-- The effects of a finished game, which has no rows in `effects`: a JSON list of them in order, compressed (zlib).
CREATE TABLE packed_effects (
    game        INTEGER PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    content     BLOB    NOT NULL
) STRICT;

-- A copy was put in the place of the database: the next start posts the boards of running games again, and removes the row.
CREATE TABLE restored (
    only_row    INTEGER PRIMARY KEY CHECK (only_row = 1)
) STRICT;
