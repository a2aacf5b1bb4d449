-- Events that were stored before there was activity are folded in the background. folded: activity_parts holds the batch's activity,
-- which ingest says itself of every batch that it stores now.
ALTER TABLE scout.batches ADD COLUMN folded boolean NOT NULL DEFAULT false;
CREATE INDEX batches_to_fold ON scout.batches (tenant_id, batch_id) WHERE NOT folded;
GRANT SELECT (folded) ON scout.batches TO scout_member;

-- scout_judge looks for organizations with something to fold, and folds for one at a time.
CREATE POLICY judge_reads ON scout.batches FOR SELECT TO scout_judge USING (true);
CREATE POLICY judge_changes_own_tenant ON scout.batches FOR UPDATE TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, agent_id, batch_no, batch_id, received_at, accepted, rejections, folded), UPDATE (folded)
  ON scout.batches TO scout_judge;
CREATE POLICY judge_reads_own_tenant ON scout.batch_bodies FOR SELECT TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, batch_id, received_at, encoding, body) ON scout.batch_bodies TO scout_judge;
CREATE POLICY judge_adds_own_tenant ON scout.activity_parts FOR INSERT TO scout_judge
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT INSERT (tenant_id, hour, batch_id, body) ON scout.activity_parts TO scout_judge;
