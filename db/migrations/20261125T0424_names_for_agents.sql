-- Agents get the names of their organization's service accounts with the response to a heartbeat.
CREATE POLICY ingest_reads_own_tenant ON scout.service_accounts FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, account_key, known_by) ON scout.service_accounts TO scout_ingest;
