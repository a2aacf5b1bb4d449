-- The assessor knows machines and accounts of directories, in judgments and in trials of settings.
CREATE POLICY assessor_reads_own_tenant ON scout.directories FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, directory_id, synced_at, registered_version) ON scout.directories TO scout_assessor;
CREATE POLICY admin_reads_own_tenant ON scout.directory_computers FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT ON scout.directory_computers TO scout_admin;
