-- Events of days that ended a week ago or earlier: about a thousand of an organization in a row, with an array for each column; and
-- their bodies, many in a frame.

-- The arrays of a row have the events in one order, in which equal texts stand together, so that PostgreSQL compresses them well; one of
-- a column without any value is null. No row has events of two days (UTC), nor of batches of two days: arrived_on is the day of its batches,
-- by which events that were old on arrival end. at: milliseconds from first_at. types and type_counts: the events by type. Rows of
-- tenant_events that arrive later stay beside them.
CREATE TABLE scout.packed_events (
  tenant_id uuid NOT NULL,
  chunk_id uuid NOT NULL DEFAULT gen_random_uuid(),
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  arrived_on date NOT NULL,
  n integer NOT NULL CHECK (n > 0),
  types text[] NOT NULL,
  type_counts integer[] NOT NULL,
  at integer[] NOT NULL CHECK (cardinality(at) = n),
  batch_id uuid[] NOT NULL,
  batch_index integer[] NOT NULL,
  agent_id uuid[] NOT NULL,
  event_type text[] NOT NULL,
  event_id integer[],
  record_id bigint[],
  provider text[],
  target_user_name text[],
  target_domain_name text[],
  subject_user_name text[],
  subject_domain_name text[],
  system_context_computer_name text[],
  target_computer_name text[],
  source_info_workstation_name text[],
  source_host text[],
  logon_type text[],
  process_information_new_process_name text[],
  process_information_command_line text[],
  process_information_parent_process_name text[],
  failure_reason text[],
  status text[],
  sub_status text[],
  logon_id text[],
  subject_logon_id text[],
  linked_logon_id text[],
  process_name text[],
  authentication_package text[],
  service_name text[],
  ticket_encryption text[],
  object_name text[],
  object_id text[],
  change text[],
  ticket_details text[],
  PRIMARY KEY (tenant_id, first_at, chunk_id)
);
ALTER TABLE scout.packed_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.packed_events FOR SELECT TO scout_member USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_reads_own_tenant ON scout.packed_events FOR SELECT TO scout_assessor USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY judge_reads_own_tenant ON scout.packed_events FOR SELECT TO scout_judge USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.packed_events TO scout_definer USING (true) WITH CHECK (true);
-- Its policy must be on single events: scout.packed_events_of_owner has it, so that no row here is an owner's.
CREATE POLICY account_owner_none ON scout.packed_events FOR SELECT TO scout_account_owner USING (false);
GRANT SELECT ON scout.packed_events TO scout_member, scout_judge;
GRANT SELECT (tenant_id, chunk_id, first_at, last_at, n, at, batch_id, batch_index, target_user_name) ON scout.packed_events TO scout_assessor;
GRANT SELECT (tenant_id, chunk_id, first_at, last_at, n, at, batch_id, batch_index, event_type, event_id, target_user_name, subject_user_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, process_information_new_process_name, process_information_command_line, process_name)
  ON scout.packed_events TO scout_account_owner;
GRANT SELECT, INSERT, DELETE ON scout.packed_events TO scout_definer;

-- The bodies of batches of those days: some in a row, one after the other by batch_id, their lines in one zstd frame. No row has bodies of
-- two days (UTC). first_line: of each batch, the number of its first line in the frame, from 0.
CREATE TABLE scout.packed_bodies (
  tenant_id uuid NOT NULL,
  first_batch uuid NOT NULL,
  last_batch uuid NOT NULL,
  received_on date NOT NULL,
  batch_id uuid[] NOT NULL,
  received_at timestamptz[] NOT NULL,
  first_line integer[] NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (tenant_id, first_batch),
  CHECK (cardinality(batch_id) = cardinality(received_at) AND cardinality(batch_id) = cardinality(first_line))
);
ALTER TABLE scout.packed_bodies ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE scout.packed_bodies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.packed_bodies FOR SELECT TO scout_member USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.packed_bodies TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.packed_bodies TO scout_member;
GRANT SELECT (tenant_id, received_on), INSERT, DELETE ON scout.packed_bodies TO scout_definer;
-- Packing reads bodies, which no statement can do.
CREATE POLICY judge_reads_own_tenant ON scout.batch_bodies FOR SELECT TO scout_judge USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT ON scout.batch_bodies TO scout_judge;

-- For pack_events and packed_events_of_owner.
GRANT SELECT ON scout.tenant_events TO scout_definer;
GRANT SELECT (account_key, owner) ON scout.service_accounts TO scout_definer;

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

-- When a batch arrived: its id, a UUID of version 7, begins with it. Null for any other id.
CREATE FUNCTION scout.arrival_of(p_batch_id uuid) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$
  SELECT CASE WHEN substr(p_batch_id::text, 15, 1) = '7'
    THEN to_timestamp(('x' || lpad(left(replace(p_batch_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) END
$$;
REVOKE ALL ON FUNCTION scout.arrival_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.arrival_of TO scout_judge;

-- Packs the events of the transaction's organization from p_from on and before p_to, of one day (UTC), that came in batches from before
-- p_settled: takes their rows away and adds them in one statement, so that each is in exactly one place at any time. Returns how many.
-- A column added to tenant_events must be added here.
CREATE FUNCTION scout.pack_events(p_from timestamptz, p_to timestamptz, p_settled timestamptz, p_most integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
  WITH taken AS (
    DELETE FROM scout.tenant_events e
    WHERE e.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND e.occurred_at >= p_from
      AND e.occurred_at < least(p_to, date_trunc('day', p_from) + interval '24 hours')
      AND coalesce(scout.arrival_of(e.batch_id) < p_settled, true)
    RETURNING e.*
  ), dated AS (
    SELECT *, coalesce(scout.arrival_of(batch_id), occurred_at)::date AS arrived_on FROM taken
  ), numbered AS (
    SELECT *, (row_number() OVER (PARTITION BY arrived_on ORDER BY occurred_at) - 1) / p_most AS chunk FROM dated
  ), placed AS (
    -- Equal texts stand together: what says most about the others comes first.
    SELECT *, min(occurred_at) OVER (PARTITION BY arrived_on, chunk) AS first_at, row_number() OVER (
        PARTITION BY arrived_on, chunk
        ORDER BY agent_id, event_type COLLATE "C", process_information_new_process_name COLLATE "C",
          process_information_command_line COLLATE "C", target_user_name COLLATE "C", provider COLLATE "C",
          target_domain_name COLLATE "C", subject_user_name COLLATE "C", subject_domain_name COLLATE "C",
          system_context_computer_name COLLATE "C", target_computer_name COLLATE "C", source_info_workstation_name COLLATE "C",
          source_host COLLATE "C", logon_type COLLATE "C", process_information_parent_process_name COLLATE "C",
          failure_reason COLLATE "C", status COLLATE "C", sub_status COLLATE "C", logon_id COLLATE "C", subject_logon_id COLLATE "C",
          linked_logon_id COLLATE "C", process_name COLLATE "C", authentication_package COLLATE "C", service_name COLLATE "C",
          ticket_encryption COLLATE "C", object_name COLLATE "C", object_id COLLATE "C", change COLLATE "C", ticket_details COLLATE "C",
          batch_id, batch_index) AS place
    FROM numbered
  ), counted AS (
    SELECT arrived_on, chunk, array_agg(event_type) AS types, array_agg(n) AS type_counts
    FROM (SELECT arrived_on, chunk, event_type, count(*)::integer AS n FROM numbered GROUP BY 1, 2, 3) AS one GROUP BY 1, 2
  ), packed AS MATERIALIZED (
    SELECT arrived_on, chunk, first_at, max(occurred_at) AS last_at, count(*)::integer AS n,
      array_agg((extract(epoch FROM occurred_at - first_at) * 1000)::integer ORDER BY place) AS at,
      array_agg(batch_id ORDER BY place) AS batch_id,
      array_agg(batch_index ORDER BY place) AS batch_index,
      array_agg(agent_id ORDER BY place) AS agent_id,
      array_agg(event_type ORDER BY place) AS event_type,
      CASE WHEN count(event_id) > 0 THEN array_agg(event_id ORDER BY place) END AS event_id,
      CASE WHEN count(record_id) > 0 THEN array_agg(record_id ORDER BY place) END AS record_id,
      CASE WHEN count(provider) > 0 THEN array_agg(provider ORDER BY place) END AS provider,
      CASE WHEN count(target_user_name) > 0 THEN array_agg(target_user_name ORDER BY place) END AS target_user_name,
      CASE WHEN count(target_domain_name) > 0 THEN array_agg(target_domain_name ORDER BY place) END AS target_domain_name,
      CASE WHEN count(subject_user_name) > 0 THEN array_agg(subject_user_name ORDER BY place) END AS subject_user_name,
      CASE WHEN count(subject_domain_name) > 0 THEN array_agg(subject_domain_name ORDER BY place) END AS subject_domain_name,
      CASE WHEN count(system_context_computer_name) > 0 THEN array_agg(system_context_computer_name ORDER BY place) END AS system_context_computer_name,
      CASE WHEN count(target_computer_name) > 0 THEN array_agg(target_computer_name ORDER BY place) END AS target_computer_name,
      CASE WHEN count(source_info_workstation_name) > 0 THEN array_agg(source_info_workstation_name ORDER BY place) END AS source_info_workstation_name,
      CASE WHEN count(source_host) > 0 THEN array_agg(source_host ORDER BY place) END AS source_host,
      CASE WHEN count(logon_type) > 0 THEN array_agg(logon_type ORDER BY place) END AS logon_type,
      CASE WHEN count(process_information_new_process_name) > 0 THEN array_agg(process_information_new_process_name ORDER BY place) END AS process_information_new_process_name,
      CASE WHEN count(process_information_command_line) > 0 THEN array_agg(process_information_command_line ORDER BY place) END AS process_information_command_line,
      CASE WHEN count(process_information_parent_process_name) > 0 THEN array_agg(process_information_parent_process_name ORDER BY place) END AS process_information_parent_process_name,
      CASE WHEN count(failure_reason) > 0 THEN array_agg(failure_reason ORDER BY place) END AS failure_reason,
      CASE WHEN count(status) > 0 THEN array_agg(status ORDER BY place) END AS status,
      CASE WHEN count(sub_status) > 0 THEN array_agg(sub_status ORDER BY place) END AS sub_status,
      CASE WHEN count(logon_id) > 0 THEN array_agg(logon_id ORDER BY place) END AS logon_id,
      CASE WHEN count(subject_logon_id) > 0 THEN array_agg(subject_logon_id ORDER BY place) END AS subject_logon_id,
      CASE WHEN count(linked_logon_id) > 0 THEN array_agg(linked_logon_id ORDER BY place) END AS linked_logon_id,
      CASE WHEN count(process_name) > 0 THEN array_agg(process_name ORDER BY place) END AS process_name,
      CASE WHEN count(authentication_package) > 0 THEN array_agg(authentication_package ORDER BY place) END AS authentication_package,
      CASE WHEN count(service_name) > 0 THEN array_agg(service_name ORDER BY place) END AS service_name,
      CASE WHEN count(ticket_encryption) > 0 THEN array_agg(ticket_encryption ORDER BY place) END AS ticket_encryption,
      CASE WHEN count(object_name) > 0 THEN array_agg(object_name ORDER BY place) END AS object_name,
      CASE WHEN count(object_id) > 0 THEN array_agg(object_id ORDER BY place) END AS object_id,
      CASE WHEN count(change) > 0 THEN array_agg(change ORDER BY place) END AS change,
      CASE WHEN count(ticket_details) > 0 THEN array_agg(ticket_details ORDER BY place) END AS ticket_details
    FROM placed GROUP BY arrived_on, chunk, first_at
  ), added AS (
    INSERT INTO scout.packed_events (tenant_id, first_at, last_at, arrived_on, n, types, type_counts, at,
      batch_id, batch_index, agent_id, event_type, event_id, record_id, provider, target_user_name, target_domain_name, subject_user_name,
      subject_domain_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, logon_type,
      process_information_new_process_name, process_information_command_line, process_information_parent_process_name, failure_reason,
      status, sub_status, logon_id, subject_logon_id, linked_logon_id, process_name, authentication_package, service_name,
      ticket_encryption, object_name, object_id, change, ticket_details)
    SELECT nullif(current_setting('scout.tenant_id', true), '')::uuid, first_at, last_at, arrived_on, n, types, type_counts, at,
      batch_id, batch_index, agent_id, event_type, event_id, record_id, provider, target_user_name, target_domain_name, subject_user_name,
      subject_domain_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, logon_type,
      process_information_new_process_name, process_information_command_line, process_information_parent_process_name, failure_reason,
      status, sub_status, logon_id, subject_logon_id, linked_logon_id, process_name, authentication_package, service_name,
      ticket_encryption, object_name, object_id, change, ticket_details
    FROM packed JOIN counted USING (arrived_on, chunk) RETURNING n
  )
  SELECT coalesce(sum(n), 0) FROM added
$$;
REVOKE ALL ON FUNCTION scout.pack_events FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.pack_events TO scout_judge;

-- Packs bodies of the transaction's organization, of one day (UTC), that are in the frame p_body: takes their rows away and adds one. False,
-- and nothing is done, if another process has packed one of them.
CREATE FUNCTION scout.pack_bodies(p_batches uuid[], p_received timestamptz[], p_first_lines integer[], p_body bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_tenant CONSTANT uuid := nullif(current_setting('scout.tenant_id', true), '')::uuid;
  v_taken integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('scout packs bodies ' || v_tenant::text, 0));
  DELETE FROM scout.batch_bodies b USING unnest(p_batches, p_received) AS p (batch_id, received_at)
  WHERE b.tenant_id = v_tenant AND b.batch_id = p.batch_id AND b.received_at = p.received_at;
  GET DIAGNOSTICS v_taken = ROW_COUNT;
  IF v_taken = 0 THEN RETURN false; END IF;
  IF v_taken <> cardinality(p_batches) OR p_received[1]::date <> ANY (SELECT r::date FROM unnest(p_received) AS r) THEN
    RAISE EXCEPTION 'These bodies cannot be packed together' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO scout.packed_bodies (tenant_id, first_batch, last_batch, received_on, batch_id, received_at, first_line, body)
  VALUES (v_tenant, p_batches[1], p_batches[cardinality(p_batches)], p_received[1]::date, p_batches, p_received, p_first_lines, p_body);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION scout.pack_bodies FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.pack_bodies TO scout_judge;

-- Organizations with events or bodies from before p_before. Never the sample: it is removed by its agents.
CREATE FUNCTION scout.tenants_to_pack(p_before timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id FROM scout.tenants t
  WHERE NOT t.is_sample AND (
    EXISTS (SELECT FROM scout.tenant_events e WHERE e.tenant_id = t.tenant_id AND e.occurred_at < p_before)
    OR EXISTS (SELECT FROM scout.batch_bodies b WHERE b.tenant_id = t.tenant_id AND b.received_at < p_before))
  ORDER BY t.tenant_id
$$;
REVOKE ALL ON FUNCTION scout.tenants_to_pack FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.tenants_to_pack TO scout_judge;

-- The packed events between two times that an owner of accounts may see, by the policy of tenant_events; none for any other role, which
-- reads packed_events.
CREATE FUNCTION scout.packed_events_of_owner(p_from timestamptz, p_to timestamptz)
RETURNS TABLE (
  occurred_at timestamptz,
  batch_id uuid,
  batch_index integer,
  event_type text,
  event_id integer,
  target_user_name text,
  subject_user_name text,
  system_context_computer_name text,
  target_computer_name text,
  source_info_workstation_name text,
  source_host text,
  process_information_new_process_name text,
  process_information_command_line text,
  process_name text
)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
#variable_conflict use_column
BEGIN
  IF current_setting('role') <> 'scout_account_owner' THEN RETURN; END IF;
  RETURN QUERY
    SELECT e.* FROM (
      SELECT c.first_at + u.at * interval '1 millisecond' AS occurred_at, u.batch_id, u.batch_index, u.event_type, u.event_id, u.target_user_name, u.subject_user_name, u.system_context_computer_name, u.target_computer_name, u.source_info_workstation_name, u.source_host, u.process_information_new_process_name, u.process_information_command_line, u.process_name
      FROM scout.packed_events c, unnest(c.at, c.batch_id, c.batch_index, c.event_type, c.event_id, c.target_user_name, c.subject_user_name, c.system_context_computer_name, c.target_computer_name, c.source_info_workstation_name, c.source_host, c.process_information_new_process_name, c.process_information_command_line, c.process_name)
        AS u (at, batch_id, batch_index, event_type, event_id, target_user_name, subject_user_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, process_information_new_process_name, process_information_command_line, process_name)
      WHERE c.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
        AND c.first_at >= date_trunc('day', p_from) AND c.first_at <= p_to AND c.last_at >= p_from
    ) AS e
    WHERE e.occurred_at BETWEEN p_from AND p_to
      AND lower(split_part(regexp_replace(btrim(e.target_user_name), '^.*\\', ''), '@', 1)) COLLATE "C" IN (
        SELECT s.account_key FROM scout.service_accounts s
        WHERE s.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND lower(btrim(s.owner)) = (SELECT scout.account_owner_address()));
END
$$;
REVOKE ALL ON FUNCTION scout.packed_events_of_owner FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.packed_events_of_owner TO scout_account_owner, scout_member;

CREATE OR REPLACE FUNCTION scout.delete_expired_rows(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(events bigint, more boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_tenant CONSTANT uuid := p_tenant_id;
  v_kept timestamptz;
  v_day timestamptz;
  v_batch uuid;
BEGIN
  events := 0;
  more := false;
  IF NOT scout.is_held(v_tenant) THEN
    SELECT p_now::date - r.days INTO v_kept FROM scout.retention(p_now) r WHERE r.tenant_id = v_tenant;
  END IF;
  IF v_kept IS NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  -- Every event is counted by its hour.
  SELECT least(v_kept, date_trunc('day', min(c.hour)) + interval '1 day') INTO v_day FROM scout.event_counts c WHERE c.tenant_id = v_tenant;
  more := v_day < v_kept;
  -- Of what was old on arrival, the time here counts.
  v_batch := (lpad(to_hex((extract(epoch FROM v_kept) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  DELETE FROM scout.rollups r WHERE r.tenant_id = v_tenant AND r.bucket < v_day;
  DELETE FROM scout.rollup_sums r WHERE r.tenant_id = v_tenant AND r.first_day < v_day;
  DELETE FROM scout.event_counts c WHERE c.tenant_id = v_tenant AND c.hour < v_day;
  DELETE FROM scout.incidents i WHERE i.tenant_id = v_tenant AND i.occurred_at < v_day AND i.batch_id < v_batch;
  DELETE FROM scout.batch_bodies b WHERE b.tenant_id = v_tenant AND b.received_at < v_day;
  DELETE FROM scout.packed_bodies p WHERE p.tenant_id = v_tenant AND p.received_on < v_day;
  DELETE FROM scout.batches b WHERE b.tenant_id = v_tenant AND b.received_at < v_day AND EXISTS (
    SELECT FROM scout.batches n WHERE n.tenant_id = b.tenant_id AND n.agent_id = b.agent_id AND n.batch_no > b.batch_no);
  DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant AND g.received_at < v_day;
  DELETE FROM scout.activity_parts a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.account_activity a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.findings f WHERE f.tenant_id = v_tenant AND f.occurred_at < v_day;
  DELETE FROM scout.case_comments m USING scout.cases c WHERE c.tenant_id = v_tenant AND m.tenant_id = c.tenant_id
    AND m.case_id = c.case_id AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.case_changes h USING scout.cases c WHERE c.tenant_id = v_tenant AND h.tenant_id = c.tenant_id
    AND h.case_id = c.case_id AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.cases c WHERE c.tenant_id = v_tenant AND greatest(c.last_seen, c.touched_at) < v_day;
  -- Something late may still go back to the newest one before the oldest hour that is kept.
  DELETE FROM scout.assessment_snapshots s WHERE s.tenant_id = v_tenant AND EXISTS (
    SELECT FROM scout.assessment_snapshots n WHERE n.tenant_id = s.tenant_id AND n.hour > s.hour AND n.hour <= v_day);
  DELETE FROM scout.tenant_events e WHERE e.tenant_id = v_tenant AND e.occurred_at < v_day AND e.batch_id < v_batch;
  GET DIAGNOSTICS events = ROW_COUNT;
  WITH gone AS (
    DELETE FROM scout.packed_events p WHERE p.tenant_id = v_tenant AND p.first_at < v_day AND p.arrived_on < v_kept RETURNING p.n)
  SELECT events + coalesce(sum(g.n), 0) INTO events FROM gone g;
  WITH gone AS (
    DELETE FROM scout.packed_events p WHERE p.tenant_id = v_tenant AND p.first_at < v_day AND p.arrived_on < v_kept RETURNING p.n)
  SELECT events + coalesce(sum(g.n), 0) INTO events FROM gone g;
  WITH gone AS (
    DELETE FROM scout.packed_events p WHERE p.tenant_id = v_tenant AND p.first_at < v_day AND p.arrived_on < v_kept RETURNING p.n)
  SELECT events + coalesce(sum(g.n), 0) INTO events FROM gone g;
  WITH gone AS (
    DELETE FROM scout.packed_events p WHERE p.tenant_id = v_tenant AND p.first_at < v_day AND p.arrived_on < v_kept RETURNING p.n)
  SELECT events + coalesce(sum(g.n), 0) INTO events FROM gone g;
  WITH gone AS (
    DELETE FROM scout.packed_events p WHERE p.tenant_id = v_tenant AND p.first_at < v_day AND p.arrived_on < v_kept RETURNING p.n)
  SELECT events + coalesce(sum(g.n), 0) INTO events FROM gone g;
  UPDATE scout.tenants t SET counted_from = v_day
  WHERE t.tenant_id = v_tenant AND coalesce(t.counted_from, '-infinity') < v_day;
  UPDATE scout.tenants t SET former_retention_days = NULL, retention_shortens_at = NULL
  WHERE t.tenant_id = v_tenant AND t.retention_shortens_at <= p_now;
  RETURN NEXT;
END
$function$;

CREATE OR REPLACE FUNCTION scout.remove_ended_data(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  name text;
BEGIN
  IF scout.is_held(p_tenant_id) THEN RETURN false; END IF;
  UPDATE scout.tenants t SET data_until = NULL
  WHERE t.tenant_id = p_tenant_id AND NOT t.is_subscribed AND t.data_until <= p_now;
  IF NOT FOUND THEN RETURN false; END IF;
  -- summed_tenants comes first: its row keeps sums of what is being removed from being made.
  -- Cases go on being counted where they were. The lock keeps the assessor away.
  UPDATE scout.assessments a SET closed_through = NULL, read_through = NULL, due_at = NULL, alerts_from = NULL
  WHERE a.tenant_id = p_tenant_id;
  FOREACH name IN ARRAY ARRAY['summed_tenants', 'rollups', 'rollup_sums', 'event_counts', 'incidents', 'tenant_events', 'packed_events', 'packed_bodies', 'batch_bodies', 'activity_parts', 'account_activity', 'rc4_uses',
    'agent_gaps', 'ingest_usage', 'alert_messages', 'alert_steps', 'channel_deliveries', 'findings', 'case_comments', 'case_changes',
    'cases', 'assessment_snapshots']
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
  RETURN true;
END
$function$;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;

-- Gives back the space of the indexes of a partition of events or bodies, of a day before p_before, that has no row any more, not even for the oldest
-- snapshot: VACUUM shortens the table by then, but no index. Returns its day; null without any.
CREATE FUNCTION scout.shrink_packed_partition(p_before date) RETURNS date
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
SET lock_timeout = '250ms'
AS $$
DECLARE
  v_part record;
BEGIN
  FOR v_part IN
    SELECT c.relname AS name, s.day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT to_date(substring(c.relname FROM '_p(\d{8})$'), 'YYYYMMDD') AS day) AS s
    WHERE i.inhparent IN ('scout.tenant_events'::regclass, 'scout.batch_bodies'::regclass) AND s.day < p_before AND pg_relation_size(c.oid) = 0
      AND pg_total_relation_size(c.oid) > 65536
    ORDER BY s.day
  LOOP
    EXECUTE format('LOCK TABLE scout.%I IN ACCESS EXCLUSIVE MODE', v_part.name);
    -- A row may have come before the lock.
    CONTINUE WHEN pg_relation_size(format('scout.%I', v_part.name)::regclass) > 0;
    EXECUTE format('TRUNCATE scout.%I', v_part.name);
    RETURN v_part.day;
  END LOOP;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION scout.shrink_packed_partition FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.shrink_packed_partition TO scout_operator;
