-- Gaps of the last heartbeat past the day's limit: they stand in no list, and a heartbeat whose answer is lost is sent again.
ALTER TABLE scout.agents ADD COLUMN gaps_counted uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(gaps_counted) <= 100);
GRANT SELECT (gaps_counted), UPDATE (gaps_counted) ON scout.agents TO scout_ingest;
