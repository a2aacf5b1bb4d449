-- Since when an account of the register has a posture that a directory shows. compared_at: of a directory whose accounts were compared
-- before, so that a posture that is new since then is told, and those of a new directory are not.
CREATE TABLE scout.account_postures (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  account_key text COLLATE "C" NOT NULL CHECK (char_length(account_key) BETWEEN 1 AND 256),
  posture text COLLATE "C" NOT NULL
    CHECK (posture IN ('privileged', 'unconstrained', 'roastable', 'without-preauthentication', 'old-password')),
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, account_key, posture)
);
ALTER TABLE scout.account_postures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.account_postures FOR SELECT TO scout_member, scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.account_postures TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.account_postures TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.account_postures TO scout_member, scout_admin;
GRANT SELECT, INSERT, DELETE ON scout.account_postures TO scout_assessor;
GRANT SELECT (tenant_id), DELETE ON scout.account_postures TO scout_definer;

ALTER TABLE scout.directories ADD COLUMN compared_at timestamptz(3);
GRANT UPDATE (compared_at) ON scout.directories TO scout_operator;
GRANT SELECT (compared_at) ON scout.directories TO scout_assessor;
