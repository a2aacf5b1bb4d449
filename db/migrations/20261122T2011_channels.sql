-- Channels: receivers of other systems that are told of the steps of cases by signed webhooks. scout_admin manages them, scout_alerts
-- delivers.
CREATE TABLE scout.channels (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  channel_id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2048),
  min_severity text COLLATE "C" NOT NULL CHECK (min_severity IN ('critical', 'high', 'medium', 'low')),
  account_pattern text CHECK (char_length(account_pattern) BETWEEN 1 AND 200),
  is_active boolean NOT NULL DEFAULT true,
  failing_since timestamptz,
  switched_off_at timestamptz,
  created_at timestamptz NOT NULL,
  created_by text NOT NULL,
  PRIMARY KEY (tenant_id, channel_id),
  CHECK (switched_off_at IS NULL OR NOT is_active)
);
ALTER TABLE scout.channels ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.channels FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.channels TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY admin_own_tenant ON scout.channels TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_own_tenant ON scout.channels TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.channels TO scout_definer;
-- Where it leads to is never changed: a new address is a new channel with a new secret.
GRANT SELECT, INSERT, DELETE ON scout.channels TO scout_admin;
GRANT UPDATE (name, min_severity, account_pattern, is_active, failing_since, switched_off_at) ON scout.channels TO scout_admin;
GRANT SELECT ON scout.channels TO scout_alerts;
GRANT UPDATE (is_active, failing_since, switched_off_at) ON scout.channels TO scout_alerts;

-- What signs the messages of a channel, sealed with a key of the keyring: the present secret, and for a day the one before.
CREATE TABLE scout.channel_secrets (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  secret_id uuid NOT NULL DEFAULT gen_random_uuid(),
  channel_id uuid NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  valid_until timestamptz,
  PRIMARY KEY (tenant_id, secret_id),
  FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels ON DELETE CASCADE
);
CREATE UNIQUE INDEX channel_secrets_present ON scout.channel_secrets (tenant_id, channel_id) WHERE valid_until IS NULL;
CREATE INDEX channel_secrets_channel ON scout.channel_secrets (tenant_id, channel_id);
ALTER TABLE scout.channel_secrets ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.channel_secrets FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.channel_secrets TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY admin_own_tenant ON scout.channel_secrets TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- All are sealed anew when the operator changes the key.
CREATE POLICY alerts_reads ON scout.channel_secrets FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_reseals ON scout.channel_secrets FOR UPDATE TO scout_alerts USING (true);
GRANT SELECT (tenant_id), DELETE ON scout.channel_secrets TO scout_definer;
-- Admins are shown a secret when it is made, and never again.
GRANT SELECT (tenant_id, secret_id, channel_id, created_at, valid_until), INSERT, DELETE ON scout.channel_secrets TO scout_admin;
GRANT UPDATE (valid_until) ON scout.channel_secrets TO scout_admin;
GRANT SELECT ON scout.channel_secrets TO scout_alerts;
GRANT UPDATE (sealed) ON scout.channel_secrets TO scout_alerts;

-- A message for one channel, and what became of it. Its id is the webhook-id of every attempt. due_at: of the next attempt; while one is
-- under way, when it is taken up again.
CREATE TABLE scout.channel_deliveries (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  delivery_id uuid NOT NULL DEFAULT gen_random_uuid(),
  channel_id uuid NOT NULL,
  case_id uuid,
  case_number bigint,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('opened', 'graver', 'gained', 'test')),
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  status smallint,
  problem text CHECK (char_length(problem) <= 200),
  outcome text COLLATE "C" CHECK (outcome IN ('delivered', 'failed', 'dropped')),
  settled_at timestamptz,
  PRIMARY KEY (tenant_id, delivery_id),
  FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels ON DELETE CASCADE,
  CHECK (num_nulls(outcome, settled_at) IN (0, 2)),
  CHECK (num_nulls(case_id, case_number) = CASE kind WHEN 'test' THEN 2 ELSE 0 END)
);
CREATE INDEX channel_deliveries_waiting ON scout.channel_deliveries (due_at) WHERE settled_at IS NULL;
CREATE INDEX channel_deliveries_settled ON scout.channel_deliveries (tenant_id, settled_at);
CREATE INDEX channel_deliveries_log ON scout.channel_deliveries (tenant_id, channel_id, created_at);
CREATE INDEX channel_deliveries_case ON scout.channel_deliveries (tenant_id, case_id, created_at);
ALTER TABLE scout.channel_deliveries ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.channel_deliveries FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.channel_deliveries TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY admin_own_tenant ON scout.channel_deliveries TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- It looks for what there is to do in all organizations, and does it in one.
CREATE POLICY alerts_reads ON scout.channel_deliveries FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_adds_to_own_tenant ON scout.channel_deliveries FOR INSERT TO scout_alerts
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_changes_own_tenant ON scout.channel_deliveries FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_deletes_of_own_tenant ON scout.channel_deliveries FOR DELETE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.channel_deliveries TO scout_definer;
GRANT SELECT (tenant_id, delivery_id, channel_id, case_id, case_number, kind, created_at, due_at, attempts, status, problem, outcome,
  settled_at), INSERT (tenant_id, channel_id, kind, body, created_at, due_at) ON scout.channel_deliveries TO scout_admin;
GRANT SELECT, INSERT, DELETE ON scout.channel_deliveries TO scout_alerts;
GRANT UPDATE (due_at, attempts, status, problem, outcome, settled_at) ON scout.channel_deliveries TO scout_alerts;

-- Admins are mailed when a channel is switched off.
CREATE POLICY alerts_reads_own_tenant ON scout.memberships FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, email, role, status) ON scout.memberships TO scout_alerts;
