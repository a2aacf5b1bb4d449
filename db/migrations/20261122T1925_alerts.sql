-- Alerts: the assessor notes the steps of a case in its own transaction, and scout_alerts makes mails of them.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scout_alerts') THEN
    BEGIN
      CREATE ROLE scout_alerts NOLOGIN NOINHERIT;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
    END;
  END IF;
  IF NOT pg_has_role('scout_app', 'scout_alerts', 'MEMBER') THEN
    EXECUTE 'GRANT scout_alerts TO scout_app'
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA scout TO scout_alerts;

-- Times in mails are told in it.
ALTER TABLE scout.tenants ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC' CHECK (char_length(time_zone) BETWEEN 1 AND 64);
GRANT UPDATE (time_zone) ON scout.tenants TO scout_admin;
CREATE POLICY alerts_reads_own_tenant ON scout.tenants FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, company_name, is_subscribed, is_sample, receive_email_alerts, time_zone) ON scout.tenants TO scout_alerts;

-- What happened before is history, of which nobody is alerted. Organizations that are there have it from now on.
ALTER TABLE scout.assessments ADD COLUMN alerts_from timestamptz DEFAULT now();
ALTER TABLE scout.assessments ALTER COLUMN alerts_from DROP DEFAULT;

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
CREATE INDEX alert_steps_waiting ON scout.alert_steps (due_at) WHERE planned_at IS NULL AND NOT is_history;
ALTER TABLE scout.alert_steps ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.alert_steps FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.alert_steps TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY assessor_own_tenant ON scout.alert_steps TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- It looks for what there is to do in all organizations, and does it in one.
CREATE POLICY alerts_reads ON scout.alert_steps FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_changes_own_tenant ON scout.alert_steps FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.alert_steps TO scout_definer;
GRANT SELECT, INSERT ON scout.alert_steps TO scout_assessor;
GRANT UPDATE (occurred_at, noted_at, is_history, due_at) ON scout.alert_steps TO scout_assessor;
GRANT SELECT ON scout.alert_steps TO scout_alerts;
GRANT UPDATE (due_at, planned_at) ON scout.alert_steps TO scout_alerts;

-- How an address on the list of recipients is mailed; without a row as the defaults say. It outlives a removal from the list only where
-- the recipient has unsubscribed. link_key signs the links in this recipient's mails.
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
  PRIMARY KEY (tenant_id, email),
  UNIQUE (tenant_id, recipient_id),
  CHECK (num_nulls(quiet_from, quiet_to) IN (0, 2))
);
ALTER TABLE scout.alert_preferences ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.alert_preferences FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.alert_preferences TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY alerts_own_tenant ON scout.alert_preferences TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.alert_preferences TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.alert_preferences TO scout_definer;
GRANT SELECT, INSERT ON scout.alert_preferences TO scout_alerts;
GRANT UPDATE (receives, min_severity, delivery, quiet_from, quiet_to, hourly_cap, updated_at) ON scout.alert_preferences TO scout_alerts;
GRANT SELECT (tenant_id, email, receives), DELETE ON scout.alert_preferences TO scout_admin;

CREATE POLICY alerts_reads_own_tenant ON scout.alert_recipients FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, email, position) ON scout.alert_recipients TO scout_alerts;
CREATE POLICY alerts_reads_own_tenant ON scout.cases FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, case_id, number, account, kind, severity, score, sentence, person_level, persons, sources, destinations, reasons,
  first_seen, last_seen, status, closed_at) ON scout.cases TO scout_alerts;
-- Unsubscribing is noted.
CREATE POLICY alerts_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_alerts
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_alerts;

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
  CHECK ((mail_id IS NOT NULL) = (outcome IS NOT NULL AND outcome <> 'dropped'))
);
CREATE INDEX alert_messages_waiting ON scout.alert_messages (due_at) WHERE settled_at IS NULL;
CREATE INDEX alert_messages_settled ON scout.alert_messages (tenant_id, settled_at);
CREATE INDEX alert_messages_case ON scout.alert_messages (tenant_id, case_id, created_at);
ALTER TABLE scout.alert_messages ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.alert_messages FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.alert_messages TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY alerts_reads ON scout.alert_messages FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_adds_to_own_tenant ON scout.alert_messages FOR INSERT TO scout_alerts
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_changes_own_tenant ON scout.alert_messages FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_deletes_of_own_tenant ON scout.alert_messages FOR DELETE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.alert_messages TO scout_definer;
GRANT SELECT, INSERT, DELETE ON scout.alert_messages TO scout_alerts;
GRANT UPDATE (due_at, outcome, settled_at, mail_id) ON scout.alert_messages TO scout_alerts;
