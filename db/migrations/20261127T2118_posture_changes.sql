-- Postures that appeared between two syncs, each told as a case. hour: of the judgment that told it, so that it stays when history is
-- judged again; null: not told yet.
CREATE TABLE scout.posture_changes (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  account_key text COLLATE "C" NOT NULL CHECK (char_length(account_key) BETWEEN 1 AND 256),
  posture text COLLATE "C" NOT NULL CHECK (posture IN ('privileged', 'unconstrained', 'roastable', 'without-preauthentication')),
  appeared_at timestamptz(3) NOT NULL,
  hour timestamptz,
  PRIMARY KEY (tenant_id, account_key, posture, appeared_at)
);
ALTER TABLE scout.posture_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY assessor_own_tenant ON scout.posture_changes TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.posture_changes TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (hour), DELETE ON scout.posture_changes TO scout_assessor;
GRANT SELECT (tenant_id), DELETE ON scout.posture_changes TO scout_definer;

-- A sync that found such a change has the organization assessed.
CREATE POLICY operator_all ON scout.assessment_requests TO scout_operator USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (version) ON scout.assessment_requests TO scout_operator;
