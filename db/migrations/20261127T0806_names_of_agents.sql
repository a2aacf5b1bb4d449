-- Names by which an agent selects events: its report, and the version that it should have.
ALTER TABLE scout.agents ADD COLUMN names jsonb;
GRANT SELECT (names) ON scout.agents TO scout_member, scout_operator, scout_admin;
GRANT SELECT (names), UPDATE (names) ON scout.agents TO scout_ingest;

CREATE POLICY operator_reads ON scout.detection_settings FOR SELECT TO scout_operator USING (true);
GRANT SELECT (tenant_id, version) ON scout.detection_settings TO scout_operator;
