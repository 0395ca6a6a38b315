ALTER TABLE games ADD COLUMN unreadable_since BIGINT;
