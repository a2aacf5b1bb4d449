GRANT SELECT (received_at) ON scout.batches TO scout_definer;
