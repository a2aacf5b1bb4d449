-- Tickets: PagerDuty, Opsgenie, Jira and ServiceNow as channels. A case has one ticket in each, whose state comes back.

-- settings: what else a ticket system needs, such as a project; nothing in it is a secret.
ALTER TABLE scout.channels
  DROP CONSTRAINT channels_kind_check,
  DROP CONSTRAINT channels_format_check,
  ADD CONSTRAINT channels_kind_check
    CHECK (kind IN ('webhook', 'slack', 'teams', 'syslog', 'pagerduty', 'opsgenie', 'jira', 'servicenow')),
  ADD CONSTRAINT channels_format_check CHECK (format IN ('scout', 'ecs', 'ocsf', 'cef', 'chat', 'ticket')),
  ADD COLUMN settings jsonb CHECK (octet_length(settings::text) <= 8000),
  ADD CHECK ((format = 'ticket') = (settings IS NOT NULL));

-- Beside the steps of a case: that it was closed or reopened, and the look for a planned change that explains it.
ALTER TABLE scout.channel_deliveries
  DROP CONSTRAINT channel_deliveries_kind_check,
  ADD CONSTRAINT channel_deliveries_kind_check
    CHECK (kind IN ('opened', 'graver', 'gained', 'closed', 'reopened', 'changes', 'test'));

-- What a ticket system or a planned change says about a case, in its history.
ALTER TABLE scout.case_changes
  DROP CONSTRAINT case_changes_kind_check,
  ADD CONSTRAINT case_changes_kind_check
    CHECK (kind IN ('acknowledged', 'closed', 'reopened', 'assigned', 'ticket', 'change'));

-- The ticket of a case in one system. ended_at: when the case's end was queued for it. due_at: of the next look at its state; null when
-- nobody looks any more.
CREATE TABLE scout.tickets (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  channel_id uuid NOT NULL,
  case_id uuid NOT NULL,
  case_number bigint NOT NULL,
  remote_id text NOT NULL CHECK (char_length(remote_id) BETWEEN 1 AND 200),
  reference text CHECK (char_length(reference) BETWEEN 1 AND 100),
  url text CHECK (url ~ '^https://' AND char_length(url) <= 2048),
  state text COLLATE "C" NOT NULL CHECK (state IN ('open', 'acknowledged', 'resolved')),
  state_by text CHECK (char_length(state_by) <= 200),
  state_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  due_at timestamptz,
  failures integer NOT NULL DEFAULT 0,
  problem text CHECK (char_length(problem) <= 200),
  PRIMARY KEY (tenant_id, channel_id, case_id),
  FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels (tenant_id, channel_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases (tenant_id, case_id) ON DELETE CASCADE
);
CREATE INDEX tickets_case ON scout.tickets (tenant_id, case_id);
CREATE INDEX tickets_waiting ON scout.tickets (due_at) WHERE due_at IS NOT NULL;
ALTER TABLE scout.tickets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.tickets TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.tickets TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- It looks for what there is to do in all organizations, and does it in one.
CREATE POLICY alerts_reads ON scout.tickets FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_adds_to_own_tenant ON scout.tickets FOR INSERT TO scout_alerts
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_changes_own_tenant ON scout.tickets FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY account_owner_own ON scout.tickets FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND case_id IN (SELECT c.case_id FROM scout.cases c));
GRANT SELECT (tenant_id, channel_id, case_id, remote_id, reference, url, state, state_by, state_at) ON scout.tickets TO scout_account_owner;
CREATE POLICY account_owner_own ON scout.channels FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND channel_id IN (SELECT t.channel_id FROM scout.tickets t));
GRANT SELECT (tenant_id, channel_id, kind, name, created_at) ON scout.channels TO scout_account_owner;
CREATE POLICY definer_all ON scout.tickets TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, channel_id, case_id, remote_id, reference, url, state, state_by, state_at), UPDATE (due_at)
  ON scout.tickets TO scout_member, scout_admin;
-- By a configuration file, so that the tickets of the channel stay.
GRANT UPDATE (settings) ON scout.channels TO scout_admin;
GRANT SELECT, INSERT, UPDATE (reference, url, state, state_by, state_at, ended_at, due_at, failures, problem)
  ON scout.tickets TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.tickets TO scout_definer;
