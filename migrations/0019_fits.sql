-- Values of published Battalions fitted to games of the computer player, at most one fit of each Battalion of a server.
CREATE TABLE fits (
    guild       INTEGER NOT NULL,
    battalion   TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    -- Version of the procedure. Those of another procedure are fitted again.
    format      INTEGER NOT NULL,
    -- SHA-256 of the Battalion file: equal files share their values.
    sha256      TEXT    NOT NULL,
    -- What the test against derived values showed; impossible: the games took too long or could not be played.
    state       TEXT    NOT NULL CHECK (state IN ('accepted', 'refused', 'impossible')),
    -- Accepted values, as JSON.
    content     TEXT,
    fitted_at   INTEGER NOT NULL,
    PRIMARY KEY (guild, battalion),
    CHECK ((state = 'accepted') = (content IS NOT NULL))
) STRICT;

CREATE INDEX fits_by_file ON fits (sha256);
