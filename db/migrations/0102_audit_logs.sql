-- Who did what: authentication, organization and role changes, each written in the transaction of the change. The server's
-- roles may add and read, never change or delete.
CREATE TABLE scout.audit_logs (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  id uuid NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  actor text NOT NULL,
  action text NOT NULL CHECK (action ~ '^[a-z][a-z_]*$'),
  target_email text,
  details jsonb NOT NULL DEFAULT '{}',
  address text,
  device text,
  PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_logs_newest ON scout.audit_logs (tenant_id, occurred_at DESC, id DESC);
ALTER TABLE scout.audit_logs ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.audit_logs FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.audit_logs FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY member_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_member
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY auth_adds ON scout.audit_logs FOR INSERT TO scout_auth WITH CHECK (true);
CREATE POLICY operator_adds ON scout.audit_logs FOR INSERT TO scout_operator WITH CHECK (true);
CREATE POLICY definer_all ON scout.audit_logs TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON scout.audit_logs TO scout_member;
GRANT INSERT ON scout.audit_logs TO scout_auth, scout_operator;
-- Only as part of deleting a whole organization.
GRANT SELECT (tenant_id), DELETE ON scout.audit_logs TO scout_definer;
