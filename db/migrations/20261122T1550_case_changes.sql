-- What people decided about a case, beside their comments: an entry for each change of its status or assignee.
CREATE TABLE scout.case_changes (
  tenant_id uuid NOT NULL,
  change_id uuid NOT NULL,
  case_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('acknowledged', 'closed', 'reopened', 'assigned')),
  author text NOT NULL,
  reason text CHECK (char_length(reason) <= 2000),
  closed_as text COLLATE "C" CHECK (closed_as IN ('misuse', 'expected', 'false')),
  assignee text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, change_id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases (tenant_id, case_id),
  CHECK ((kind = 'closed') = (closed_as IS NOT NULL))
);
CREATE INDEX case_changes_case ON scout.case_changes (tenant_id, case_id, created_at);

ALTER TABLE scout.case_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.case_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.case_changes TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY assessor_reads_own_tenant ON scout.case_changes FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY member_own_tenant ON scout.case_changes TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.case_changes TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.case_changes TO scout_definer;
GRANT SELECT ON scout.case_changes TO scout_assessor;
GRANT SELECT, INSERT ON scout.case_changes TO scout_member, scout_admin;
