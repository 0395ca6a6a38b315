CREATE TABLE heartbeats (
    total_shards BIGINT  NOT NULL,
    first_shard  BIGINT  NOT NULL,
    last_shard   BIGINT  NOT NULL,
    beat_at      BIGINT  NOT NULL,
    PRIMARY KEY (total_shards, first_shard, last_shard)
);

INSERT INTO heartbeats SELECT 1, 0, 0, beat_at FROM clock;

DROP TABLE clock;
