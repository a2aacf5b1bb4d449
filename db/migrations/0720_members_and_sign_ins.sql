-- The sign-in before the one that began a session; null for sessions from before this column.
ALTER TABLE auth.session ADD COLUMN previous_sign_in_at timestamptz;

-- Any member switches email alerts (Settings, Notifications); every other setting stays the admins'.
CREATE POLICY member_switches_alerts ON scout.tenants FOR UPDATE TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT UPDATE (receive_email_alerts, updated_at) ON scout.tenants TO scout_member;
