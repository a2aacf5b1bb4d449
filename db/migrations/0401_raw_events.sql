-- A member looks at the raw event behind an incident: its line in the batch as it arrived.
CREATE POLICY member_reads_own_tenant ON scout.batch_bodies FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, batch_id, received_at, encoding, body) ON scout.batch_bodies TO scout_member;
