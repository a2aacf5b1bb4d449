-- Sums of nearly a whole window stay when a late event comes, and get additions; see apps/server/src/modules/ingest/sql/rollupSums.ts.
-- lists: of sums of nearly a whole window, the values of each account as JSON, [key, label, first time in epoch milliseconds] each.
ALTER TABLE scout.rollup_sums ADD COLUMN lists text[] COLLATE "C" NOT NULL DEFAULT '{}';
GRANT UPDATE (keys, labels, n, first_at, hours, peaks, lists, ended_at) ON scout.rollup_sums TO scout_judge;

-- additions: approximate number since the sums were planned.
ALTER TABLE scout.summed_tenants ADD COLUMN additions bigint NOT NULL DEFAULT 0;
GRANT SELECT (due, additions), UPDATE (additions) ON scout.summed_tenants TO scout_ingest;
GRANT UPDATE (additions) ON scout.summed_tenants TO scout_judge;
-- Figures use sums up to this end alone.
CREATE POLICY member_reads_own_tenant ON scout.summed_tenants FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, window_end) ON scout.summed_tenants TO scout_member;

-- Local days begin in the organization's time zone.
CREATE POLICY judge_reads_own_tenant ON scout.tenants FOR SELECT TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, time_zone) ON scout.tenants TO scout_judge;

-- Those without lists are made again.
ALTER TABLE scout.rollup_sums NO FORCE ROW LEVEL SECURITY;
DELETE FROM scout.rollup_sums WHERE ended_at IS NOT NULL;
ALTER TABLE scout.rollup_sums FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.summed_tenants NO FORCE ROW LEVEL SECURITY;
UPDATE scout.summed_tenants SET window_end = '-infinity' WHERE window_end > '-infinity';
ALTER TABLE scout.summed_tenants FORCE ROW LEVEL SECURITY;
