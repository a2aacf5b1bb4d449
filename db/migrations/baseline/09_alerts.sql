-- Alerts: the assessor notes the steps of a case in its own transaction, and scout_alerts makes mails and messages of them.

-- Who is mailed about alerts, in the order in which an admin saved them.
CREATE TABLE scout.alert_recipients (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  email text NOT NULL CHECK (email = lower(email)),
  "position" integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, email)
);
ALTER TABLE scout.alert_recipients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.alert_recipients TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_reads_own_tenant ON scout.alert_recipients FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.alert_recipients TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON scout.alert_recipients TO scout_admin;
GRANT SELECT (tenant_id, email, "position") ON scout.alert_recipients TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.alert_recipients TO scout_definer;

-- How an address on the list of recipients is mailed; without a row as the defaults say. It outlives a removal from the list only where
-- the recipient has unsubscribed. link_key signs the links in this recipient's mails. time_zone: of quiet hours, daily mail and times;
-- null: the organization's.
CREATE TABLE scout.alert_preferences (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  email text NOT NULL CHECK (email = lower(email)),
  recipient_id uuid NOT NULL DEFAULT gen_random_uuid(),
  link_key bytea NOT NULL CHECK (octet_length(link_key) = 32),
  receives boolean NOT NULL DEFAULT true,
  min_severity text COLLATE "C" NOT NULL DEFAULT 'medium' CHECK (min_severity IN ('critical', 'high', 'medium', 'low')),
  delivery text COLLATE "C" NOT NULL DEFAULT 'each' CHECK (delivery IN ('each', 'daily')),
  quiet_from smallint CHECK (quiet_from BETWEEN 0 AND 1439),
  quiet_to smallint CHECK (quiet_to BETWEEN 0 AND 1439),
  hourly_cap smallint NOT NULL DEFAULT 10 CHECK (hourly_cap BETWEEN 1 AND 60),
  updated_at timestamptz NOT NULL DEFAULT now(),
  time_zone text CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  PRIMARY KEY (tenant_id, email),
  UNIQUE (tenant_id, recipient_id),
  CHECK (num_nulls(quiet_from, quiet_to) IN (0, 2))
);
ALTER TABLE scout.alert_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.alert_preferences TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_own_tenant ON scout.alert_preferences TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.alert_preferences TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, email, receives), DELETE ON scout.alert_preferences TO scout_admin;
GRANT SELECT, INSERT, UPDATE (receives, min_severity, delivery, quiet_from, quiet_to, hourly_cap, updated_at, time_zone)
  ON scout.alert_preferences TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.alert_preferences TO scout_definer;

-- The steps of a case, each once however often it is judged: that it opened, its gravest severities, persons and machines that matter.
CREATE TABLE scout.alert_steps (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  case_id uuid NOT NULL,
  step text COLLATE "C" NOT NULL CHECK (step ~ '^(opened|severity:[a-z]{1,16}|person:[0-9a-f]{32}|machine:[0-9a-f]{32})$'),
  name text,
  occurred_at timestamptz NOT NULL,
  noted_at timestamptz NOT NULL,
  is_history boolean NOT NULL,
  due_at timestamptz NOT NULL,
  planned_at timestamptz,
  PRIMARY KEY (tenant_id, case_id, step)
);
CREATE INDEX alert_steps_planned ON scout.alert_steps (tenant_id, planned_at) WHERE planned_at IS NOT NULL;
CREATE INDEX alert_steps_waiting ON scout.alert_steps (due_at) WHERE planned_at IS NULL AND NOT is_history;
ALTER TABLE scout.alert_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- Members read how many alerts were sent and of which cases: neither the addresses that they went to nor what they said.
CREATE POLICY member_reads_own_tenant ON scout.alert_steps FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.alert_steps TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- It looks for what there is to do in all organizations, and does it in one.
CREATE POLICY alerts_reads ON scout.alert_steps FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_changes_own_tenant ON scout.alert_steps FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.alert_steps TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, case_id, step, noted_at, is_history, planned_at) ON scout.alert_steps TO scout_member;
GRANT SELECT, INSERT, UPDATE (occurred_at, noted_at, is_history, due_at) ON scout.alert_steps TO scout_assessor;
GRANT SELECT, UPDATE (due_at, planned_at) ON scout.alert_steps TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.alert_steps TO scout_definer;

-- A step of a case for one recipient. mail_id: the mail in which it was told, together with others where outcome is 'summarized'.
CREATE TABLE scout.alert_messages (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  email text NOT NULL,
  case_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('opened', 'graver', 'gained')),
  severity text COLLATE "C" NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  names jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  outcome text COLLATE "C" CHECK (outcome IN ('sent', 'summarized', 'dropped')),
  settled_at timestamptz,
  mail_id uuid,
  PRIMARY KEY (tenant_id, message_id),
  CHECK (num_nulls(outcome, settled_at) IN (0, 2)),
  CHECK ((mail_id IS NOT NULL) = ((outcome IS NOT NULL) AND (outcome <> 'dropped')))
);
CREATE INDEX alert_messages_case ON scout.alert_messages (tenant_id, case_id, created_at);
CREATE INDEX alert_messages_settled ON scout.alert_messages (tenant_id, settled_at);
CREATE INDEX alert_messages_waiting ON scout.alert_messages (due_at) WHERE settled_at IS NULL;
ALTER TABLE scout.alert_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.alert_messages FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- It looks for what there is to do in all organizations, and does it in one.
CREATE POLICY alerts_reads ON scout.alert_messages FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_adds_to_own_tenant ON scout.alert_messages FOR INSERT TO scout_alerts
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_changes_own_tenant ON scout.alert_messages FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_deletes_of_own_tenant ON scout.alert_messages FOR DELETE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.alert_messages TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, case_id, settled_at, mail_id) ON scout.alert_messages TO scout_member;
GRANT SELECT, INSERT, UPDATE (due_at, outcome, settled_at, mail_id), DELETE ON scout.alert_messages TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.alert_messages TO scout_definer;

-- Receivers of other systems that are told of the steps of cases by signed webhooks, chat or syslog. The address of Slack's and Teams' is
-- a secret, of which url holds the origin alone. finding_kinds: what a case has to be about to be told; empty for anything. ca: certificates
-- of authorities as PEM, by which a receiver over TLS is checked instead of those of the public web.
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
  kind text COLLATE "C" NOT NULL DEFAULT 'webhook' CHECK (kind IN ('webhook', 'slack', 'teams', 'syslog')),
  finding_kinds text[] NOT NULL DEFAULT '{}' CHECK (cardinality(finding_kinds) <= 50),
  format text COLLATE "C" NOT NULL DEFAULT 'scout' CHECK (format IN ('scout', 'ecs', 'ocsf', 'cef', 'chat')),
  ca text CHECK (char_length(ca) BETWEEN 1 AND 20000),
  PRIMARY KEY (tenant_id, channel_id),
  CHECK (switched_off_at IS NULL OR NOT is_active)
);
ALTER TABLE scout.channels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.channels FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.channels TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_own_tenant ON scout.channels TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.channels TO scout_definer USING (true) WITH CHECK (true);
-- Where a channel leads to is never changed: a new address is a new channel with a new secret.
GRANT SELECT (tenant_id, channel_id, name, created_at, kind) ON scout.channels TO scout_member;
GRANT SELECT, INSERT, UPDATE (name, min_severity, account_pattern, is_active, failing_since, switched_off_at, finding_kinds), DELETE
  ON scout.channels TO scout_admin;
GRANT SELECT, UPDATE (is_active, failing_since, switched_off_at) ON scout.channels TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.channels TO scout_definer;

-- What signs the messages of a channel, sealed with a key of the keyring: the present secret, and for a day the one before.
CREATE TABLE scout.channel_secrets (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  secret_id uuid NOT NULL DEFAULT gen_random_uuid(),
  channel_id uuid NOT NULL,
  sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  valid_until timestamptz,
  PRIMARY KEY (tenant_id, secret_id),
  FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels (tenant_id, channel_id) ON DELETE CASCADE
);
CREATE INDEX channel_secrets_channel ON scout.channel_secrets (tenant_id, channel_id);
CREATE UNIQUE INDEX channel_secrets_present ON scout.channel_secrets (tenant_id, channel_id) WHERE valid_until IS NULL;
ALTER TABLE scout.channel_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.channel_secrets TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- All are sealed anew when the operator changes the key.
CREATE POLICY alerts_reads ON scout.channel_secrets FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_reseals ON scout.channel_secrets FOR UPDATE TO scout_alerts USING (true);
CREATE POLICY definer_all ON scout.channel_secrets TO scout_definer USING (true) WITH CHECK (true);
-- Admins are shown a secret when it is made, and never again.
GRANT SELECT (tenant_id, secret_id, channel_id, created_at, valid_until), INSERT, UPDATE (valid_until), DELETE ON scout.channel_secrets
  TO scout_admin;
GRANT SELECT, UPDATE (sealed) ON scout.channel_secrets TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.channel_secrets TO scout_definer;

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
  FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels (tenant_id, channel_id) ON DELETE CASCADE,
  CHECK (num_nulls(outcome, settled_at) IN (0, 2)),
  CHECK (num_nulls(case_id, case_number) = CASE kind WHEN 'test' THEN 2 ELSE 0 END)
);
CREATE INDEX channel_deliveries_case ON scout.channel_deliveries (tenant_id, case_id, created_at);
CREATE INDEX channel_deliveries_log ON scout.channel_deliveries (tenant_id, channel_id, created_at);
CREATE INDEX channel_deliveries_settled ON scout.channel_deliveries (tenant_id, settled_at);
CREATE INDEX channel_deliveries_waiting ON scout.channel_deliveries (due_at) WHERE settled_at IS NULL;
ALTER TABLE scout.channel_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.channel_deliveries FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
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
CREATE POLICY definer_all ON scout.channel_deliveries TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, delivery_id, channel_id, case_id, kind, outcome, settled_at) ON scout.channel_deliveries TO scout_member;
GRANT SELECT (tenant_id, delivery_id, channel_id, case_id, case_number, kind, created_at, due_at, attempts, status, problem, outcome,
  settled_at), INSERT (tenant_id, delivery_id, channel_id, kind, body, created_at, due_at) ON scout.channel_deliveries TO scout_admin;
GRANT SELECT, INSERT, UPDATE (due_at, attempts, status, problem, outcome, settled_at), DELETE ON scout.channel_deliveries TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.channel_deliveries TO scout_definer;
