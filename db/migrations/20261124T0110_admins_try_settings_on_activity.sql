-- An admin tries detection settings on the stored activity of the own organization, read only.
CREATE POLICY admin_reads_own_tenant ON scout.activity_parts FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, hour, batch_id, body) ON scout.activity_parts TO scout_admin;
