-- Upgrades of agents are off until an admin starts them for a release: in a ring of machines first, then for all of the organization.
CREATE TABLE scout.agent_upgrades (
  tenant_id uuid NOT NULL REFERENCES scout.tenants ON DELETE CASCADE,
  version text NOT NULL CHECK (version ~ '^\d{1,5}\.\d{1,5}\.\d{1,5}$'),
  started_at timestamptz(3) NOT NULL,
  started_by text NOT NULL,
  opened_at timestamptz(3),
  opened_by text,
  paused_at timestamptz(3),
  paused_by text,
  PRIMARY KEY (tenant_id, version),
  CHECK ((opened_at IS NULL) = (opened_by IS NULL)),
  CHECK ((paused_at IS NULL) = (paused_by IS NULL))
);
ALTER TABLE scout.agent_upgrades ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.agent_upgrades FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_upgrades FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_upgrades FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.agent_upgrades TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT ON scout.agent_upgrades TO scout_member;
GRANT SELECT (tenant_id, version, opened_at, paused_at) ON scout.agent_upgrades TO scout_ingest;
GRANT SELECT, INSERT, UPDATE (opened_at, opened_by, paused_at, paused_by) ON scout.agent_upgrades TO scout_admin;

-- The machines that are upgraded first.
CREATE TABLE scout.agent_upgrade_rings (
  tenant_id uuid NOT NULL,
  version text NOT NULL,
  agent_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, version, agent_id),
  FOREIGN KEY (tenant_id, version) REFERENCES scout.agent_upgrades ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents (tenant_id, agent_id) ON DELETE CASCADE
);
CREATE INDEX agent_upgrade_rings_agent ON scout.agent_upgrade_rings (tenant_id, agent_id);
ALTER TABLE scout.agent_upgrade_rings ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.agent_upgrade_rings FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_own_tenant ON scout.agent_upgrade_rings FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT ON scout.agent_upgrade_rings TO scout_member, scout_ingest;
GRANT SELECT, INSERT ON scout.agent_upgrade_rings TO scout_admin;

-- Of its last upgrade that came to nothing, as the agent reports it: {version, outcome, message}.
ALTER TABLE scout.agents ADD COLUMN upgrade jsonb;
GRANT SELECT (upgrade) ON scout.agents TO scout_member, scout_admin;
GRANT UPDATE (upgrade) ON scout.agents TO scout_ingest;

-- Was on for everybody, and knew no stages.
ALTER TABLE scout.tenants DROP COLUMN agent_upgrades;
