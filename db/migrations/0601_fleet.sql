-- Proof of collection: what an agent reports of itself, what it could not read (gaps), what the server measures, and the
-- exchange of credentials. Totals stand on the agent's row, so that a list of thousands of agents counts nothing.
ALTER TABLE scout.agents
  ADD COLUMN clock_skew_seconds double precision,
  ADD COLUMN waiting_seconds double precision,
  ADD COLUMN events_read bigint,
  ADD COLUMN events_sent bigint,
  ADD COLUMN audit jsonb,
  ADD COLUMN sources jsonb,
  ADD COLUMN queue_grows_since timestamptz,
  ADD COLUMN last_rejected_at timestamptz,
  ADD COLUMN gaps bigint NOT NULL DEFAULT 0,
  ADD COLUMN events_missing bigint NOT NULL DEFAULT 0,
  ADD COLUMN last_gap_at timestamptz,
  ADD COLUMN last_cleared_at timestamptz,
  ADD COLUMN enrolled_with uuid,
  ADD COLUMN credential_issued_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN next_credential_hash bytea CHECK (length(next_credential_hash) = 32);
CREATE INDEX agents_next_credential_hash ON scout.agents (next_credential_hash) WHERE next_credential_hash IS NOT NULL;

-- Until now the agent's own word for the age of what waits; from here on event time to commit, measured at ingest.
UPDATE scout.agents SET waiting_seconds = lag_seconds, lag_seconds = NULL;

-- Events that an agent knows it could not read, each told once by its id however often it is sent.
CREATE TABLE scout.agent_gaps (
  tenant_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  gap_id uuid NOT NULL,
  source text NOT NULL,
  reason text NOT NULL CHECK (reason ~ '^[a-z][a-z_]*$'),
  from_record text,
  to_record text,
  missing bigint CHECK (missing >= 0),
  happened_at timestamptz(3) NOT NULL,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, agent_id, gap_id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents (tenant_id, agent_id)
);
CREATE INDEX agent_gaps_newest ON scout.agent_gaps (tenant_id, agent_id, received_at DESC);
ALTER TABLE scout.agent_gaps ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.agent_gaps FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_gaps FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_reads_own_tenant ON scout.agent_gaps FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_gaps FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.agent_gaps FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads ON scout.agent_gaps FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.agent_gaps TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.agent_gaps TO scout_member, scout_admin, scout_operator;
GRANT SELECT, INSERT ON scout.agent_gaps TO scout_ingest;
GRANT SELECT (tenant_id, received_at), DELETE ON scout.agent_gaps TO scout_definer;

GRANT SELECT (clock_skew_seconds, waiting_seconds, events_read, events_sent, audit, sources, queue_grows_since,
  last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at, enrolled_with, credential_issued_at)
  ON scout.agents TO scout_member, scout_operator;
GRANT SELECT (queue_depth, lag_seconds, clock_skew_seconds, last_rejected_at, queue_grows_since, gaps, events_missing, credential_issued_at),
  UPDATE (clock_skew_seconds, waiting_seconds, events_read, events_sent, audit, sources, queue_grows_since,
    last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at)
  ON scout.agents TO scout_ingest;

-- Admins revoke agents of their organization; nothing else of an agent is theirs to change.
CREATE POLICY admin_own_tenant ON scout.agents TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, agent_id, machine_id, host, platform, version, enrolled_at, last_seen_at, last_batch_at,
  queue_depth, lag_seconds, events_accepted, events_rejected, revoked_at, clock_skew_seconds, waiting_seconds, events_read,
  events_sent, audit, sources, queue_grows_since, last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at,
  enrolled_with, credential_issued_at), UPDATE (revoked_at) ON scout.agents TO scout_admin;

-- Admins make, list and revoke the tokens of their organization. The hash is written and never read back.
ALTER TABLE scout.enrolment_tokens ADD COLUMN created_by text;
CREATE POLICY admin_own_tenant ON scout.enrolment_tokens TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, token_id, label, created_at, created_by, expires_at, max_uses, uses, revoked_at), INSERT,
  UPDATE (revoked_at) ON scout.enrolment_tokens TO scout_admin;
GRANT SELECT (created_by) ON scout.enrolment_tokens TO scout_operator;

-- Whether agents replace themselves with a newer signed release.
ALTER TABLE scout.tenants ADD COLUMN agent_upgrades boolean NOT NULL DEFAULT true;
GRANT UPDATE (agent_upgrades) ON scout.tenants TO scout_admin;

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

-- Which agent has this credential (SHA-256 of the bearer text). is_next: it was handed out by a rotation and is used for the
-- first time, so adopt_credential is due. No row: there is none.
DROP FUNCTION scout.agent_by_credential(bytea);
CREATE FUNCTION scout.agent_by_credential(p_credential_hash bytea)
RETURNS TABLE (tenant_id uuid, agent_id uuid, revoked boolean, is_next boolean)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id, a.agent_id, a.revoked_at IS NOT NULL, a.credential_hash <> p_credential_hash FROM scout.agents a
  WHERE a.credential_hash = p_credential_hash OR a.next_credential_hash = p_credential_hash
$$;
REVOKE ALL ON FUNCTION scout.agent_by_credential(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.agent_by_credential(bytea) TO scout_auth;

-- Keeps a second credential ready for an agent; the present one goes on until the second is first used. A second one that
-- was never used is void. False: there is no such agent, or it is revoked.
CREATE FUNCTION scout.rotate_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  UPDATE scout.agents SET next_credential_hash = p_credential_hash
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id AND revoked_at IS NULL;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION scout.rotate_credential(uuid, uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.rotate_credential(uuid, uuid, bytea) TO scout_auth;

-- The second credential becomes the only one. Harmless when it is already.
CREATE FUNCTION scout.adopt_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE scout.agents SET credential_hash = p_credential_hash, next_credential_hash = NULL, credential_issued_at = now()
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id AND next_credential_hash = p_credential_hash
$$;
REVOKE ALL ON FUNCTION scout.adopt_credential(uuid, uuid, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.adopt_credential(uuid, uuid, bytea) TO scout_auth;

-- As in 0007, and: notes the token, and voids what a rotation had kept ready.
CREATE OR REPLACE FUNCTION scout.redeem_enrolment(p_token_hash bytea, p_machine_id text, p_host text, p_platform text,
  p_version text, p_credential_hash bytea)
RETURNS TABLE (outcome text, tenant_id uuid, agent_id uuid, next_batch bigint)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := now();
  v_tenant uuid;
  v_token uuid;
  v_agent uuid;
  v_outcome text;
BEGIN
  UPDATE scout.enrolment_tokens t SET uses = t.uses + 1
  WHERE t.token_hash = p_token_hash AND t.revoked_at IS NULL
    AND (t.expires_at IS NULL OR t.expires_at > v_now) AND (t.max_uses IS NULL OR t.uses < t.max_uses)
  RETURNING t.tenant_id, t.token_id INTO v_tenant, v_token;

  IF v_tenant IS NULL THEN
    SELECT CASE
        WHEN t.revoked_at IS NOT NULL THEN 'token_revoked'
        WHEN t.expires_at <= v_now THEN 'token_expired'
        ELSE 'token_used_up'
      END INTO v_outcome
    FROM scout.enrolment_tokens t WHERE t.token_hash = p_token_hash;
    RETURN QUERY SELECT coalesce(v_outcome, 'unknown_token'), NULL::uuid, NULL::uuid, NULL::bigint;
    RETURN;
  END IF;

  INSERT INTO scout.agents AS a (tenant_id, machine_id, host, platform, version, credential_hash, credential_issued_at,
    enrolled_at, enrolled_with)
  VALUES (v_tenant, p_machine_id, p_host, p_platform, p_version, p_credential_hash, v_now, v_now, v_token)
  ON CONFLICT (tenant_id, machine_id) DO UPDATE SET host = excluded.host, platform = excluded.platform,
    version = excluded.version, credential_hash = excluded.credential_hash, next_credential_hash = NULL,
    credential_issued_at = excluded.credential_issued_at, enrolled_at = excluded.enrolled_at,
    enrolled_with = excluded.enrolled_with, revoked_at = NULL
  RETURNING a.agent_id INTO v_agent;

  RETURN QUERY
    SELECT 'ok'::text, v_tenant, v_agent, coalesce(max(b.batch_no), 0) + 1
    FROM scout.batches b WHERE b.tenant_id = v_tenant AND b.agent_id = v_agent;
END
$$;

-- As in 0007, and: gaps that were reported before.
CREATE OR REPLACE FUNCTION scout.delete_expired_rows(p_retention_days integer) RETURNS bigint
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_day timestamptz := current_date - p_retention_days;
  v_month timestamptz := date_trunc('month', v_day); -- the oldest monthly partition that is kept begins here
  v_batch uuid := (lpad(to_hex((extract(epoch FROM v_day) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  v_events bigint;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.rollups WHERE bucket < v_month;
  DELETE FROM scout.incidents WHERE occurred_at < v_month AND batch_id < v_batch;
  DELETE FROM scout.batch_bodies WHERE received_at < v_day;
  DELETE FROM scout.batches b WHERE b.received_at < v_day AND EXISTS (
    SELECT FROM scout.batches n WHERE n.tenant_id = b.tenant_id AND n.agent_id = b.agent_id AND n.batch_no > b.batch_no);
  DELETE FROM scout.agent_gaps WHERE received_at < v_day;
  DELETE FROM scout.tenant_events WHERE occurred_at < v_day AND batch_id < v_batch;
  GET DIAGNOSTICS v_events = ROW_COUNT;
  RETURN v_events;
END
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
