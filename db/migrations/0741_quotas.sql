-- What an organization and each of its agents may send, where the operator decided; null: as the server's settings and the plan say.
CREATE TABLE scout.quotas (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  events_per_second integer CHECK (events_per_second > 0),
  bytes_per_day bigint CHECK (bytes_per_day > 0),
  agent_events_per_second integer CHECK (agent_events_per_second > 0),
  agent_bytes_per_day bigint CHECK (agent_bytes_per_day > 0),
  updated_at timestamptz NOT NULL
);
ALTER TABLE scout.quotas ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.quotas FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.quotas FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.quotas TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.quotas TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.quotas TO scout_member;
GRANT SELECT, INSERT, UPDATE ON scout.quotas TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.quotas TO scout_definer;

-- What was sent, counted by every server process: one row an agent, and one for the organization, whose sender_id is its tenant_id.
-- busy_until is when all of it would have been sent at the permitted rate.
CREATE TABLE scout.ingest_usage (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  sender_id uuid NOT NULL,
  busy_until timestamptz NOT NULL,
  day date NOT NULL,
  events bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (tenant_id, sender_id)
);
ALTER TABLE scout.ingest_usage ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.ingest_usage FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.ingest_usage FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_own_tenant ON scout.ingest_usage TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads_all ON scout.ingest_usage FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.ingest_usage TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.ingest_usage TO scout_member, scout_operator;
GRANT SELECT, INSERT, UPDATE ON scout.ingest_usage TO scout_ingest;
GRANT SELECT (tenant_id), DELETE ON scout.ingest_usage TO scout_definer;
