-- The register names an account as events spell it, which the assessor looks up in the events of its findings.
CREATE POLICY assessor_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, occurred_at, batch_id, batch_index, target_user_name) ON scout.tenant_events TO scout_assessor;
