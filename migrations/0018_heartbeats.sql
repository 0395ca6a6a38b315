-- Heartbeats of processes, each with its range of shards: time for turns does not run while the process of a game is down. The only process on a
-- database has shard 0 of 1.
CREATE TABLE heartbeats (
    total_shards INTEGER NOT NULL,
    first_shard  INTEGER NOT NULL,
    last_shard   INTEGER NOT NULL,
    beat_at      INTEGER NOT NULL,
    PRIMARY KEY (total_shards, first_shard, last_shard)
) STRICT;

INSERT INTO heartbeats SELECT 1, 0, 0, beat_at FROM clock;

DROP TABLE clock;
