-- What the rules make of events: incidents, their counts, and sums of these.

-- What an organization calls its service accounts, servers, workstations and database clients. Without a row the names of the
-- specification hold. version counts the changes. judged_version: of the settings that all stored events were last judged by; while it is
-- behind, the events from judged_from on are judged by the present settings already, and those from judge_from up to there are not.
CREATE TABLE scout.detection_settings (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  version integer NOT NULL CHECK (version > 0),
  settings jsonb NOT NULL CHECK (jsonb_typeof(settings) = 'object'),
  updated_at timestamptz NOT NULL,
  updated_by text NOT NULL,
  judged_version integer NOT NULL DEFAULT 0,
  judge_from timestamptz,
  judge_to timestamptz,
  judged_from timestamptz,
  CHECK (judged_version <= version),
  CHECK (num_nulls(judge_from, judge_to, judged_from) IN (0, 3)),
  CHECK (judge_from <= judged_from AND judged_from <= judge_to)
);
ALTER TABLE scout.detection_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
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
-- Cases follow the organization's own names.
CREATE POLICY assessor_reads_own_tenant ON scout.detection_settings FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.detection_settings TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.detection_settings TO scout_member;
GRANT SELECT, INSERT, UPDATE (version, settings, updated_at, updated_by, judge_from, judge_to, judged_from) ON scout.detection_settings
  TO scout_admin;
GRANT SELECT (tenant_id, version, settings) ON scout.detection_settings TO scout_ingest, scout_assessor;
GRANT SELECT (tenant_id, version, settings, judged_version, judge_from, judge_to, judged_from), UPDATE (judged_version, judge_from,
  judge_to, judged_from) ON scout.detection_settings TO scout_judge;
GRANT SELECT (tenant_id), DELETE ON scout.detection_settings TO scout_definer;

-- One row per rule match. The *_key columns are what detection compares, the others what a person reads.
CREATE TABLE scout.incidents (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  batch_id uuid NOT NULL,
  batch_index integer NOT NULL,
  agent_id uuid NOT NULL,
  service_account text COLLATE "C" NOT NULL,
  service_account_key text COLLATE "C" NOT NULL,
  computer text COLLATE "C",
  computer_key text COLLATE "C",
  server text COLLATE "C",
  server_key text COLLATE "C",
  process text,
  failure_reason text,
  source_hosts text[] NOT NULL DEFAULT '{}',
  -- The account that acted (the event's subject), beside the service account that it used.
  subject_user text COLLATE "C",
  subject_user_key text COLLATE "C",
  -- What an infrastructure change says of itself; null in incidents of other rules.
  change_type text,
  severity text COLLATE "C",
  description text
) PARTITION BY RANGE (occurred_at);
CREATE TABLE scout.incidents_default PARTITION OF scout.incidents DEFAULT;
-- The oldest month is looked through every hour.
CREATE INDEX incidents_brin ON scout.incidents USING brin (occurred_at);
CREATE INDEX incidents_time ON scout.incidents (tenant_id, rule, occurred_at);
ALTER TABLE scout.incidents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.incidents_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.incidents FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.incidents FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_own_tenant ON scout.incidents TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.incidents TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.incidents TO scout_member;
GRANT INSERT ON scout.incidents TO scout_ingest;
GRANT SELECT, INSERT, DELETE ON scout.incidents TO scout_judge;
GRANT SELECT (tenant_id, occurred_at, batch_id, agent_id), DELETE ON scout.incidents TO scout_definer;

-- Counts per quarter hour, which is exact for every time zone's day. label and value_label are the spellings on the earliest event of the
-- bucket; COLLATE "C" orders by code point, as detection does.
CREATE TABLE scout.rollups (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  dimension text NOT NULL,
  bucket timestamptz NOT NULL,
  key text COLLATE "C" NOT NULL,
  value_key text COLLATE "C" NOT NULL DEFAULT '',
  n bigint NOT NULL CHECK (n > 0),
  label text COLLATE "C" NOT NULL,
  value_label text COLLATE "C" NOT NULL DEFAULT '',
  first_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, rule, dimension, bucket, key, value_key)
) PARTITION BY RANGE (bucket);
CREATE TABLE scout.rollups_default PARTITION OF scout.rollups DEFAULT;
-- The oldest month is looked through every hour.
CREATE INDEX rollups_brin ON scout.rollups USING brin (bucket);
-- Incidents of one source host are found by its rollups, of which there is one for each account. A count that grows leaves the index as it is.
CREATE INDEX rollups_source ON scout.rollups (tenant_id, rule, value_key, bucket) WHERE dimension = 'account-source';
ALTER TABLE scout.rollups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.rollups_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.rollups FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.rollups FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.rollups FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_changes_own_tenant ON scout.rollups FOR UPDATE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_own_tenant ON scout.rollups TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.rollups TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.rollups TO scout_member;
GRANT SELECT, INSERT, UPDATE (n, label, value_label, first_at) ON scout.rollups TO scout_ingest;
GRANT SELECT, INSERT, UPDATE (n, label, value_label, first_at), DELETE ON scout.rollups TO scout_judge;
GRANT SELECT (tenant_id, bucket), DELETE ON scout.rollups TO scout_definer;

-- Sums of rollups over whole UTC days that have ended: of each day, and of the days of the default window together. One row holds the
-- names (keys, labels, n, first_at, hours, peaks), the pairs (keys, value_keys, labels, first_at) or the quarter hours (first_at, n) of a
-- rule in arrays, so that thirty days of thousands of accounts are few rows. A late event removes the sums of its day; they are made anew
-- in the background. Sums of nearly the whole default window, in quarter hours, are here too: ended_at is their end, first_day their start,
-- days nominal.
CREATE TABLE scout.rollup_sums (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  days integer NOT NULL CHECK (days > 0),
  first_day timestamptz NOT NULL,
  dimension text NOT NULL,
  keys text[] COLLATE "C" NOT NULL DEFAULT '{}',
  value_keys text[] COLLATE "C" NOT NULL DEFAULT '{}',
  labels text[] COLLATE "C" NOT NULL DEFAULT '{}',
  n bigint[] NOT NULL DEFAULT '{}',
  first_at timestamptz(3)[] NOT NULL DEFAULT '{}',
  hours integer[] NOT NULL DEFAULT '{}',
  peaks bigint[] NOT NULL DEFAULT '{}',
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, rule, days, first_day, dimension)
);
CREATE INDEX rollup_sums_first_day ON scout.rollup_sums (first_day);
ALTER TABLE scout.rollup_sums ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.rollup_sums FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.rollup_sums FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_removes_own_tenant ON scout.rollup_sums FOR DELETE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_own_tenant ON scout.rollup_sums TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.rollup_sums TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.rollup_sums TO scout_member;
GRANT SELECT (tenant_id, days, first_day, ended_at), DELETE ON scout.rollup_sums TO scout_ingest;
GRANT SELECT, INSERT, DELETE ON scout.rollup_sums TO scout_judge;
GRANT SELECT (tenant_id, first_day), DELETE ON scout.rollup_sums TO scout_definer;

-- How far an organization's rollups are summed. due: sums are to be made. window_end: an event before it removes the sums of nearly the
-- whole window, from the moment that one is planned. busy: the days have so many rollups that such sums are worth making.
CREATE TABLE scout.summed_tenants (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  due boolean NOT NULL DEFAULT false,
  summed_through timestamptz NOT NULL DEFAULT '-infinity',
  summed_at timestamptz NOT NULL DEFAULT '-infinity',
  window_end timestamptz NOT NULL DEFAULT '-infinity',
  busy boolean NOT NULL DEFAULT false
);
ALTER TABLE scout.summed_tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY ingest_reads_own_tenant ON scout.summed_tenants FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_changes_own_tenant ON scout.summed_tenants FOR UPDATE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_own_tenant ON scout.summed_tenants TO scout_judge
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.summed_tenants TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, window_end), UPDATE (due, window_end) ON scout.summed_tenants TO scout_ingest;
GRANT SELECT, INSERT, UPDATE (due, summed_through, summed_at, window_end, busy) ON scout.summed_tenants TO scout_judge;
GRANT SELECT, DELETE ON scout.summed_tenants TO scout_definer;

SET LOCAL ROLE scout_definer;

-- The end that a sum of nearly the whole window has at p_now: five minutes before, for events on their way, at a quarter hour.
CREATE FUNCTION scout.window_sum_end(p_now timestamptz) RETURNS timestamptz
LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT date_bin('15 minutes', p_now - interval '5 minutes', 'epoch')
$$;
REVOKE ALL ON FUNCTION scout.window_sum_end FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.window_sum_end TO scout_judge;

-- Organizations with sums to make.
CREATE FUNCTION scout.tenants_to_sum(p_limit integer, p_now timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.summed_tenants s ON s.tenant_id = t.tenant_id
  WHERE s.tenant_id IS NULL OR s.summed_through < p_now::date
    OR (s.due OR s.busy AND s.window_end < scout.window_sum_end(p_now)) AND s.summed_at < p_now - interval '1 minute'
  ORDER BY t.tenant_id LIMIT p_limit
$$;
REVOKE ALL ON FUNCTION scout.tenants_to_sum FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.tenants_to_sum TO scout_judge;

RESET ROLE;
