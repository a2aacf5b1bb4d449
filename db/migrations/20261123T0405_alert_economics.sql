-- Members read how many alerts were sent and of which cases: neither the addresses that they went to nor what they said.
CREATE POLICY member_reads_own_tenant ON scout.alert_steps FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, case_id, step, is_history, noted_at, planned_at) ON scout.alert_steps TO scout_member;
CREATE INDEX alert_steps_planned ON scout.alert_steps (tenant_id, planned_at) WHERE planned_at IS NOT NULL;
CREATE POLICY member_reads_own_tenant ON scout.alert_messages FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, case_id, mail_id, settled_at) ON scout.alert_messages TO scout_member;
CREATE POLICY member_reads_own_tenant ON scout.channel_deliveries FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, delivery_id, channel_id, case_id, kind, outcome, settled_at) ON scout.channel_deliveries TO scout_member;
CREATE POLICY member_reads_own_tenant ON scout.channels FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, channel_id, kind, name, created_at) ON scout.channels TO scout_member;
