-- Cases follow the organization's own names.
CREATE POLICY assessor_reads_own_tenant ON scout.detection_settings FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, version, settings) ON scout.detection_settings TO scout_assessor;
