-- Monthly reports: who has switched them on, and the last month of which each was mailed. scout_alerts mails them, as it does alerts.
-- The address of a choice is that of the person's own membership, which a foreign key sees to: policies ask no other table.
ALTER TABLE scout.memberships ADD UNIQUE (tenant_id, email, user_id);
CREATE TABLE scout.report_subscriptions (
  tenant_id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  user_id text,
  receives boolean NOT NULL,
  mailed_month text COLLATE "C" NOT NULL CHECK (mailed_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, email),
  FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships (tenant_id, email, user_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX report_subscriptions_waiting ON scout.report_subscriptions (mailed_month) WHERE receives;
ALTER TABLE scout.report_subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.report_subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.report_subscriptions TO scout_definer USING (true) WITH CHECK (true);
-- Members choose for themselves alone.
CREATE POLICY member_own ON scout.report_subscriptions TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
-- It looks in all organizations for reports that are due, and mails them in one.
CREATE POLICY alerts_reads ON scout.report_subscriptions FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_changes_own_tenant ON scout.report_subscriptions FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.report_subscriptions TO scout_definer;
GRANT SELECT, INSERT (tenant_id, email, user_id, receives, mailed_month, updated_at),
  UPDATE (receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_member;
GRANT SELECT, UPDATE (mailed_month) ON scout.report_subscriptions TO scout_alerts;
