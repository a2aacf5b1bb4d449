-- Channels of several kinds: the address of Slack's and Teams' is a secret, of which `url` holds the origin alone. finding_kinds: what a
-- case has to be about to be told; empty for anything.
ALTER TABLE scout.channels ADD COLUMN kind text COLLATE "C" NOT NULL DEFAULT 'webhook'
  CHECK (kind IN ('webhook', 'slack', 'teams'));
ALTER TABLE scout.channels ADD COLUMN finding_kinds text[] NOT NULL DEFAULT '{}' CHECK (cardinality(finding_kinds) <= 50);
GRANT UPDATE (finding_kinds) ON scout.channels TO scout_admin;

CREATE POLICY alerts_reads_own_tenant ON scout.findings FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, case_id, kind) ON scout.findings TO scout_alerts;
