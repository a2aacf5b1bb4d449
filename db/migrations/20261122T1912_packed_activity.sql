-- Activity is written packed (zstd), because PostgreSQL's own compression of it cost more than a tenth of storing a batch. Rows from before
-- keep their text, which begins with a brace.
ALTER TABLE scout.activity_parts ALTER COLUMN body TYPE bytea USING convert_to(body, 'UTF8');
ALTER TABLE scout.activity_parts ALTER COLUMN body SET STORAGE EXTERNAL;

-- behind_since: when the oldest activity was stored that the last run took up but did not get to; null: it got to all.
ALTER TABLE scout.assessments ADD COLUMN behind_since timestamptz;

-- Members and the operator see how far assessment is behind. No activity: only when it was stored.
CREATE POLICY member_own_tenant ON scout.activity_parts FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads_all ON scout.activity_parts FOR SELECT TO scout_operator USING (true);
CREATE POLICY operator_reads_all ON scout.assessments FOR SELECT TO scout_operator USING (true);
CREATE POLICY operator_reads_all ON scout.batches FOR SELECT TO scout_operator USING (true);
GRANT SELECT (tenant_id, stored_at, stored_in) ON scout.activity_parts TO scout_member, scout_operator;
GRANT SELECT (tenant_id, read_through, behind_since) ON scout.assessments TO scout_operator;
GRANT SELECT (tenant_id, folded) ON scout.batches TO scout_operator;
