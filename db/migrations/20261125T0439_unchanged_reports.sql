-- A heartbeat keeps a stored document that equals the reported one instead of writing it again, and compares them for that.
GRANT SELECT (audit, sources, upgrade) ON scout.agents TO scout_ingest;
