CREATE TABLE fits (
    guild       BIGINT  NOT NULL,
    battalion   TEXT    NOT NULL,
    version     BIGINT  NOT NULL,
    format      BIGINT  NOT NULL,
    sha256      TEXT    NOT NULL,
    state       TEXT    NOT NULL CHECK (state IN ('accepted', 'refused', 'impossible')),
    content     TEXT,
    fitted_at   BIGINT  NOT NULL,
    PRIMARY KEY (guild, battalion),
    CHECK ((state = 'accepted') = (content IS NOT NULL))
);

CREATE INDEX fits_by_file ON fits (sha256);
