-- Findings that an exception permits stay, and say which one does. A case of such findings alone is excused: it is on no list of what is to do.
ALTER TABLE scout.findings
  ADD COLUMN statement jsonb,
  ADD COLUMN excused_by uuid,
  ADD CONSTRAINT findings_excused_by_fkey FOREIGN KEY (tenant_id, excused_by)
    REFERENCES scout.case_exceptions (tenant_id, exception_id) ON DELETE SET NULL (excused_by);
CREATE INDEX findings_excused ON scout.findings (tenant_id, excused_by) WHERE excused_by IS NOT NULL;

ALTER TABLE scout.cases ADD COLUMN excused boolean NOT NULL DEFAULT false;
GRANT INSERT (excused), UPDATE (excused) ON scout.cases TO scout_assessor;

ALTER TABLE scout.case_exceptions
  ADD CONSTRAINT case_exceptions_approved_by_check CHECK (char_length(approved_by) BETWEEN 1 AND 254),
  ADD CONSTRAINT case_exceptions_account_key_check CHECK (char_length(account_key) BETWEEN 1 AND 1024);

-- Fingerprint of the exceptions by which the findings were last judged.
ALTER TABLE scout.assessments ADD COLUMN exceptions text NOT NULL DEFAULT '';
GRANT SELECT (exceptions) ON scout.assessments TO scout_definer;
GRANT SELECT (tenant_id, exception_id, starts_at, ends_at, approved_at, ended_at) ON scout.case_exceptions TO scout_definer;

-- Changes whenever an exception of the organization is made, approved or ended.
CREATE FUNCTION scout.exceptions_of(p_tenant_id uuid) RETURNS text
  LANGUAGE sql STABLE SET search_path TO 'pg_catalog', 'pg_temp' AS $$
  SELECT coalesce(md5(string_agg(concat_ws(' ', exception_id, extract(epoch FROM starts_at), extract(epoch FROM ends_at),
    extract(epoch FROM ended_at)), ',' ORDER BY exception_id)), '')
  FROM scout.case_exceptions WHERE tenant_id = p_tenant_id AND approved_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION scout.exceptions_of(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.exceptions_of(uuid) TO scout_assessor, scout_definer;

CREATE OR REPLACE FUNCTION scout.tenants_to_assess(p_now timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path TO 'pg_catalog', 'pg_temp' AS $$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.assessments a ON a.tenant_id = t.tenant_id
  WHERE a.due_at <= p_now OR a.exceptions <> scout.exceptions_of(t.tenant_id) OR EXISTS (
    SELECT FROM scout.activity_parts p WHERE p.tenant_id = t.tenant_id AND (a.read_through IS NULL
      OR pg_snapshot_xmax(a.read_through) > pg_snapshot_xmax(pg_current_snapshot())
      OR p.stored_in >= pg_snapshot_xmin(a.read_through) AND NOT pg_visible_in_snapshot(p.stored_in, a.read_through)))
$$;
