-- A contract in force is kept apart from its draft: until an admin approves the draft, the contract before holds. The revision counts changes
-- of either, so that nobody approves what they have not seen.
ALTER TABLE scout.service_accounts RENAME COLUMN contract_proposed_by TO contract_drafted_by;
ALTER TABLE scout.service_accounts RENAME COLUMN contract_proposed_at TO contract_drafted_at;
ALTER TABLE scout.service_accounts ADD COLUMN contract_draft jsonb;
ALTER TABLE scout.service_accounts ADD COLUMN contract_revision integer NOT NULL DEFAULT 0;
-- The owner of the table changes rows of all organizations.
ALTER TABLE scout.service_accounts NO FORCE ROW LEVEL SECURITY;
UPDATE scout.service_accounts SET contract_draft = contract, contract = NULL,
    contract_drafted_by = coalesce(contract_drafted_by, ''), contract_drafted_at = coalesce(contract_drafted_at, updated_at)
  WHERE contract IS NOT NULL AND contract_approved_at IS NULL;
UPDATE scout.service_accounts SET contract_approved_by = NULL, contract_approved_at = NULL
  WHERE contract IS NULL AND contract_approved_at IS NOT NULL;
UPDATE scout.service_accounts SET contract_drafted_by = NULL, contract_drafted_at = NULL
  WHERE contract_draft IS NULL AND contract_drafted_at IS NOT NULL;
ALTER TABLE scout.service_accounts FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.service_accounts
  ADD CONSTRAINT service_accounts_contract_approved CHECK ((contract IS NULL) = (contract_approved_at IS NULL)),
  ADD CONSTRAINT service_accounts_contract_drafted CHECK ((contract_draft IS NULL) = (contract_drafted_at IS NULL)),
  ADD CONSTRAINT service_accounts_contract_size CHECK (octet_length(contract::text) <= 262144),
  ADD CONSTRAINT service_accounts_contract_draft_size CHECK (octet_length(contract_draft::text) <= 262144);
GRANT UPDATE (contract_draft, contract_revision) ON scout.service_accounts TO scout_admin;
-- Admins alone edit the register.
REVOKE UPDATE (owner, purpose, contract, contract_drafted_by, contract_drafted_at, updated_at) ON scout.service_accounts FROM scout_member;

-- Counts the changes that people make of what an organization is judged by, so that the assessor looks at it without waiting for events.
CREATE TABLE scout.assessment_requests (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  version bigint NOT NULL CHECK (version > 0)
);
ALTER TABLE scout.assessment_requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.assessment_requests FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.assessment_requests TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY admin_own_tenant ON scout.assessment_requests TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_reads_own_tenant ON scout.assessment_requests FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, version), DELETE ON scout.assessment_requests TO scout_definer;
GRANT SELECT, INSERT, UPDATE (version) ON scout.assessment_requests TO scout_admin;
GRANT SELECT ON scout.assessment_requests TO scout_assessor;

-- requested: the version of these changes that the organization was last assessed with.
ALTER TABLE scout.assessments ADD COLUMN requested bigint NOT NULL DEFAULT 0;
GRANT SELECT (requested) ON scout.assessments TO scout_definer;

GRANT CREATE ON SCHEMA scout TO scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;

-- Organizations with parts that were not read yet, with something due, or with a change that was not assessed.
CREATE OR REPLACE FUNCTION scout.tenants_to_assess(p_now timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.assessments a ON a.tenant_id = t.tenant_id
  WHERE a.due_at <= p_now OR a.exceptions <> scout.exceptions_of(t.tenant_id) OR EXISTS (
    SELECT FROM scout.assessment_requests r WHERE r.tenant_id = t.tenant_id AND r.version IS DISTINCT FROM coalesce(a.requested, 0))
  OR EXISTS (
    SELECT FROM scout.activity_parts p WHERE p.tenant_id = t.tenant_id AND (a.read_through IS NULL
      OR pg_snapshot_xmax(a.read_through) > pg_snapshot_xmax(pg_current_snapshot())
      OR p.stored_in >= pg_snapshot_xmin(a.read_through) AND NOT pg_visible_in_snapshot(p.stored_in, a.read_through)))
$$;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
