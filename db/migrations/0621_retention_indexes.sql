-- Retention looks every hour for rows that were received before a day, of all tenants.
CREATE INDEX batches_received_at ON scout.batches (received_at);
CREATE INDEX agent_gaps_received_at ON scout.agent_gaps (received_at);
