-- What an organization calls its service accounts, servers, workstations and database clients. Without a row the names of the
-- specification hold. scout_judge judges stored events again after a change: it reads events, and replaces incidents and rollups.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scout_judge') THEN
    BEGIN
      CREATE ROLE scout_judge NOLOGIN NOINHERIT;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
    END;
  END IF;
  IF NOT pg_has_role('scout_app', 'scout_judge', 'MEMBER') THEN
    EXECUTE 'GRANT scout_judge TO scout_app'
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA scout TO scout_judge;

-- version counts the changes. judged_version: of the settings that all stored events were last judged by; while it is behind, the
-- events from judged_from on are judged by the present settings already, and those from judge_from up to there are not.
CREATE TABLE scout.detection_settings (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  version integer NOT NULL CHECK (version > 0),
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL,
  judged_version integer NOT NULL DEFAULT 0 CHECK (judged_version <= version),
  judge_from timestamptz,
  judge_to timestamptz,
  judged_from timestamptz,
  CHECK (num_nulls(judge_from, judge_to, judged_from) IN (0, 3)),
  CHECK (judge_from <= judged_from AND judged_from <= judge_to)
);
ALTER TABLE scout.detection_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.detection_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.detection_settings TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.detection_settings FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.detection_settings TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.detection_settings FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- It looks for what there is to do in all organizations, and does it in one.
CREATE POLICY judge_reads ON scout.detection_settings FOR SELECT TO scout_judge USING (true);
CREATE POLICY judge_changes_own_tenant ON scout.detection_settings FOR UPDATE TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id), DELETE ON scout.detection_settings TO scout_definer;
GRANT SELECT ON scout.detection_settings TO scout_member;
GRANT SELECT, INSERT ON scout.detection_settings TO scout_admin;
GRANT UPDATE (version, settings, updated_at, updated_by, judge_from, judge_to, judged_from) ON scout.detection_settings TO scout_admin;
GRANT SELECT (tenant_id, version, settings) ON scout.detection_settings TO scout_ingest;
GRANT SELECT (tenant_id, version, settings, judged_version, judge_from, judge_to, judged_from) ON scout.detection_settings TO scout_judge;
GRANT UPDATE (judged_version, judge_from, judge_to, judged_from) ON scout.detection_settings TO scout_judge;

CREATE POLICY judge_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_own_tenant ON scout.incidents TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_own_tenant ON scout.rollups TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT ON scout.tenant_events TO scout_judge;
GRANT SELECT, INSERT, DELETE ON scout.incidents, scout.rollups TO scout_judge;
GRANT UPDATE (n, label, value_label, first_at) ON scout.rollups TO scout_judge;
