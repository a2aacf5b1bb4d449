-- Machines that send events: how they enroll, what they report, how they are upgraded and how much they may send.

-- Tokens that let a machine enroll. Of tokens and credentials only SHA-256 hashes are kept.
CREATE TABLE scout.enrolment_tokens (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  token_id uuid NOT NULL DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  label text,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  max_uses integer CHECK (max_uses > 0),
  uses integer NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  created_by text,
  needs_approval boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, token_id),
  UNIQUE (tenant_id, token_hash)
);
CREATE INDEX enrolment_tokens_hash ON scout.enrolment_tokens (token_hash);
ALTER TABLE scout.enrolment_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.enrolment_tokens TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.enrolment_tokens TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.enrolment_tokens TO scout_definer USING (true) WITH CHECK (true);
-- The hash of a token is written and never read back.
GRANT SELECT (tenant_id, token_id, label, created_at, expires_at, max_uses, uses, revoked_at, created_by, needs_approval)
  ON scout.enrolment_tokens TO scout_admin, scout_operator;
GRANT INSERT, UPDATE (revoked_at) ON scout.enrolment_tokens TO scout_admin;
GRANT INSERT, UPDATE (label, revoked_at) ON scout.enrolment_tokens TO scout_operator;
GRANT SELECT, INSERT, UPDATE (uses), DELETE ON scout.enrolment_tokens TO scout_definer;

-- Machines that send events: what an agent reports of itself, what the server measures, and the exchange of credentials. Totals stand
-- on the agent's row, so that a list of thousands of agents counts nothing.
CREATE TABLE scout.agents (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  agent_id uuid NOT NULL DEFAULT gen_random_uuid(),
  machine_id text NOT NULL,
  host text NOT NULL,
  platform text NOT NULL,
  version text NOT NULL,
  credential_hash bytea NOT NULL CHECK (length(credential_hash) = 32),
  enrolled_at timestamptz NOT NULL,
  last_seen_at timestamptz,
  last_batch_at timestamptz,
  queue_depth bigint,
  lag_seconds double precision,
  events_accepted bigint NOT NULL DEFAULT 0,
  events_rejected bigint NOT NULL DEFAULT 0,
  revoked_at timestamptz,
  -- waiting_seconds is the agent's own word for the age of what waits; lag_seconds is measured: from event time to commit.
  clock_skew_seconds double precision,
  waiting_seconds double precision,
  events_read bigint,
  events_sent bigint,
  audit jsonb,
  sources jsonb,
  queue_grows_since timestamptz,
  last_rejected_at timestamptz,
  gaps bigint NOT NULL DEFAULT 0,
  events_missing bigint NOT NULL DEFAULT 0,
  last_gap_at timestamptz,
  last_cleared_at timestamptz,
  enrolled_with uuid,
  credential_issued_at timestamptz NOT NULL,
  next_credential_hash bytea CHECK (length(next_credential_hash) = 32),
  -- Gaps of the last heartbeat past the day's limit: they stand in no list, and a heartbeat whose answer is lost is sent again.
  gaps_counted uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(gaps_counted) <= 100),
  awaiting_approval boolean NOT NULL DEFAULT false,
  -- SHA-256 of the secret by which a machine that has not used its credential yet asks again when the answer was lost.
  enrolment_key_hash bytea CHECK (length(enrolment_key_hash) = 32),
  released_until timestamptz,
  -- The release is also for the credential that the machine holds, without a token.
  release_accepts_credential boolean NOT NULL DEFAULT false,
  refused_at timestamptz,
  -- Processes that sent heartbeats, the newest first; conflict_at: two machines claimed one identity.
  instances uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(instances) <= 8),
  conflict_at timestamptz,
  -- Of its last upgrade that came to nothing, as the agent reports it: {version, outcome, message}.
  upgrade jsonb,
  -- Events whose machine dated them more than a day ahead: they are stored with the time of their arrival.
  events_ahead bigint NOT NULL DEFAULT 0 CHECK (events_ahead >= 0),
  last_ahead_at timestamptz,
  -- Events older than their retention.
  events_old bigint NOT NULL DEFAULT 0 CHECK (events_old >= 0),
  last_old_at timestamptz,
  -- When the agent came without the state in which it keeps how far it has read; what it sends again of the time before is recognized,
  -- counted and not stored a second time.
  begun_anew_at timestamptz,
  events_repeated bigint NOT NULL DEFAULT 0 CHECK (events_repeated >= 0),
  PRIMARY KEY (tenant_id, agent_id),
  UNIQUE (tenant_id, machine_id)
);
-- An agent asks an address whether it is its server before it shows its credential there.
CREATE INDEX agents_agent_id ON scout.agents (agent_id);
CREATE INDEX agents_credential_hash ON scout.agents (credential_hash);
CREATE INDEX agents_next_credential_hash ON scout.agents (next_credential_hash) WHERE next_credential_hash IS NOT NULL;
ALTER TABLE scout.agents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agents FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.agents TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agents FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_changes_own_tenant ON scout.agents FOR UPDATE TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.agents TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.agents TO scout_definer USING (true) WITH CHECK (true);
-- Who knows a machine's id has half of what it takes to pose as that machine: nobody reads it back. Admins approve, release and revoke
-- agents; nothing else of an agent is theirs to change. A heartbeat keeps a stored document that equals the reported one instead of writing
-- it again, and compares them for that.
GRANT SELECT (tenant_id, agent_id, host, platform, version, enrolled_at, last_seen_at, last_batch_at, queue_depth, lag_seconds,
  events_accepted, events_rejected, revoked_at, clock_skew_seconds, waiting_seconds, events_read, events_sent, audit, sources,
  queue_grows_since, last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at, enrolled_with, credential_issued_at,
  awaiting_approval, released_until, refused_at, conflict_at, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at,
  events_repeated) ON scout.agents TO scout_member, scout_admin, scout_operator;
GRANT SELECT (upgrade) ON scout.agents TO scout_member;
GRANT SELECT (upgrade), UPDATE (revoked_at, awaiting_approval, released_until, release_accepts_credential) ON scout.agents TO scout_admin;
GRANT SELECT (tenant_id, agent_id, queue_depth, lag_seconds, events_accepted, events_rejected, revoked_at, clock_skew_seconds, audit,
  sources, queue_grows_since, last_rejected_at, gaps, events_missing, credential_issued_at, gaps_counted, awaiting_approval, instances,
  conflict_at, upgrade, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated), UPDATE (host, platform,
  version, last_seen_at, last_batch_at, queue_depth, lag_seconds, events_accepted, events_rejected, clock_skew_seconds, waiting_seconds,
  events_read, events_sent, audit, sources, queue_grows_since, last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at,
  gaps_counted, instances, conflict_at, upgrade, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated)
  ON scout.agents TO scout_ingest;
GRANT UPDATE (revoked_at, awaiting_approval, released_until) ON scout.agents TO scout_operator;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.agents TO scout_definer;

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
-- Retention looks every hour for rows that were received before a day, of all tenants.
CREATE INDEX agent_gaps_received_at ON scout.agent_gaps (received_at);
ALTER TABLE scout.agent_gaps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
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
GRANT SELECT (tenant_id, agent_id, received_at), DELETE ON scout.agent_gaps TO scout_definer;

-- Links of minutes to packages that enroll themselves. A link and the token that its package carries are made together; of both only
-- SHA-256 hashes are kept.
CREATE TABLE scout.download_tickets (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  ticket_id uuid NOT NULL DEFAULT gen_random_uuid(),
  ticket_hash bytea NOT NULL CHECK (length(ticket_hash) = 32),
  token_id uuid NOT NULL,
  path text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, ticket_id),
  UNIQUE (tenant_id, ticket_hash),
  FOREIGN KEY (tenant_id, token_id) REFERENCES scout.enrolment_tokens (tenant_id, token_id) ON DELETE CASCADE
);
CREATE INDEX download_tickets_hash ON scout.download_tickets (ticket_hash);
ALTER TABLE scout.download_tickets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.download_tickets TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON scout.download_tickets TO scout_definer;

-- Upgrades of agents are off until an admin starts them for a release: in a ring of machines first, then for all of the organization.
CREATE TABLE scout.agent_upgrades (
  tenant_id uuid NOT NULL REFERENCES scout.tenants ON DELETE CASCADE,
  version text NOT NULL CHECK (version ~ '^\d{1,5}\.\d{1,5}\.\d{1,5}$'),
  started_at timestamptz(3) NOT NULL,
  started_by text NOT NULL,
  opened_at timestamptz(3),
  opened_by text,
  paused_at timestamptz(3),
  paused_by text,
  PRIMARY KEY (tenant_id, version),
  CHECK ((opened_at IS NULL) = (opened_by IS NULL)),
  CHECK ((paused_at IS NULL) = (paused_by IS NULL))
);
ALTER TABLE scout.agent_upgrades ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_upgrades FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.agent_upgrades TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_upgrades FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.agent_upgrades TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.agent_upgrades TO scout_member;
GRANT SELECT, INSERT, UPDATE (opened_at, opened_by, paused_at, paused_by) ON scout.agent_upgrades TO scout_admin;
GRANT SELECT (tenant_id, version, opened_at, paused_at) ON scout.agent_upgrades TO scout_ingest;
GRANT SELECT (tenant_id), DELETE ON scout.agent_upgrades TO scout_definer;

-- The machines that are upgraded first.
CREATE TABLE scout.agent_upgrade_rings (
  tenant_id uuid NOT NULL,
  version text NOT NULL,
  agent_id uuid NOT NULL,
  PRIMARY KEY (tenant_id, version, agent_id),
  FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents (tenant_id, agent_id) ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, version) REFERENCES scout.agent_upgrades (tenant_id, version) ON DELETE CASCADE
);
CREATE INDEX agent_upgrade_rings_agent ON scout.agent_upgrade_rings (tenant_id, agent_id);
ALTER TABLE scout.agent_upgrade_rings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_own_tenant ON scout.agent_upgrade_rings FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.agent_upgrade_rings TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.agent_upgrade_rings TO scout_member, scout_ingest;
GRANT SELECT, INSERT ON scout.agent_upgrade_rings TO scout_admin;
GRANT SELECT (tenant_id), DELETE ON scout.agent_upgrade_rings TO scout_definer;

-- What an organization and each of its agents may send, where the operator decided; null: as the server's settings and the plan say.
CREATE TABLE scout.quotas (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  events_per_second integer CHECK (events_per_second > 0),
  bytes_per_day bigint CHECK (bytes_per_day > 0),
  agent_events_per_second integer CHECK (agent_events_per_second > 0),
  agent_bytes_per_day bigint CHECK (agent_bytes_per_day > 0),
  updated_at timestamptz NOT NULL
);
ALTER TABLE scout.quotas ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.quotas FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.quotas TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.quotas TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.quotas TO scout_member;
GRANT SELECT, INSERT, UPDATE ON scout.quotas TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.quotas TO scout_definer;

-- What was sent, counted by every server process: one row an agent, and one for the organization, whose sender_id is its tenant_id.
-- busy_until is when all of it would have been sent at the permitted rate.
CREATE TABLE scout.ingest_usage (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  sender_id uuid NOT NULL,
  busy_until timestamptz NOT NULL,
  -- Time of the last count: events and bytes are those of its day, in UTC.
  counted_at timestamptz NOT NULL,
  events bigint NOT NULL,
  bytes bigint NOT NULL,
  PRIMARY KEY (tenant_id, sender_id)
);
ALTER TABLE scout.ingest_usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.ingest_usage FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_own_tenant ON scout.ingest_usage TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads_all ON scout.ingest_usage FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.ingest_usage TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.ingest_usage TO scout_member, scout_operator;
GRANT SELECT, INSERT, UPDATE ON scout.ingest_usage TO scout_ingest;
GRANT SELECT (tenant_id, sender_id), DELETE ON scout.ingest_usage TO scout_definer;

SET LOCAL ROLE scout_definer;

-- Which agent has this credential (SHA-256 of the bearer text). is_next: it was handed out by a rotation or an enrollment and is used for the
-- first time, so adopt_credential is due. awaiting: an admin has yet to approve the machine. No row: there is none.
CREATE FUNCTION scout.agent_by_credential(p_credential_hash bytea)
RETURNS TABLE (tenant_id uuid, agent_id uuid, revoked boolean, is_next boolean, awaiting boolean, subscribed boolean)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id, a.agent_id, a.revoked_at IS NOT NULL,
    a.credential_hash <> p_credential_hash OR a.enrolment_key_hash IS NOT NULL, a.awaiting_approval, t.is_subscribed
  FROM scout.agents a JOIN scout.tenants t ON t.tenant_id = a.tenant_id
  WHERE a.credential_hash = p_credential_hash OR a.next_credential_hash = p_credential_hash
$$;
REVOKE ALL ON FUNCTION scout.agent_by_credential FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.agent_by_credential TO scout_auth;

-- Keeps a second credential ready for an agent; the present one goes on until the second is first used. A second one that was never used is
-- void. False: there is no such agent, or it is revoked.
CREATE FUNCTION scout.rotate_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  UPDATE scout.agents SET next_credential_hash = p_credential_hash
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id AND revoked_at IS NULL;
  RETURN FOUND;
END
$$;
REVOKE ALL ON FUNCTION scout.rotate_credential FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.rotate_credential TO scout_auth;

-- The second credential becomes the only one, and from the first use on, the machine proves itself by its credential alone. Harmless when it
-- is so already.
CREATE FUNCTION scout.adopt_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea, p_now timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE scout.agents SET credential_hash = p_credential_hash, next_credential_hash = NULL, enrolment_key_hash = NULL,
    credential_issued_at = p_now
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id
    AND (next_credential_hash = p_credential_hash OR credential_hash = p_credential_hash AND enrolment_key_hash IS NOT NULL)
$$;
REVOKE ALL ON FUNCTION scout.adopt_credential FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.adopt_credential TO scout_auth;

-- The server proves to an agent that it is its server by what it keeps of the credential, which does not leave the database: one proof for each
-- credential that the agent may hold. Both parts have 32 bytes, so no proof can be continued to another.
CREATE FUNCTION scout.prove_identity(p_agent_id uuid, p_challenge bytea) RETURNS SETOF bytea
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT sha256(held.hash || p_challenge)
  FROM scout.agents a, LATERAL unnest(ARRAY[a.credential_hash, a.next_credential_hash]) AS held (hash)
  WHERE a.agent_id = p_agent_id AND held.hash IS NOT NULL AND length(p_challenge) = 32
$$;
REVOKE ALL ON FUNCTION scout.prove_identity FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.prove_identity TO scout_auth;

-- An organization has a limited number of agents, of machines that await approval, and of those that one person's downloads brought: otherwise
-- a member could fill the list of agents, which is limited, with machines that hide the real ones. Null: the machine may enroll.
CREATE FUNCTION scout.enrolment_limit(p_tenant_id uuid, p_awaiting boolean, p_created_by text, p_most integer, p_most_awaiting integer,
  p_most_awaiting_of_person integer)
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT CASE
    WHEN count(*) >= p_most THEN 'machine_limit'
    WHEN p_awaiting AND (count(*) FILTER (WHERE a.awaiting_approval) >= p_most_awaiting
      OR count(*) FILTER (WHERE a.awaiting_approval AND t.created_by = p_created_by) >= p_most_awaiting_of_person) THEN 'approval_limit'
  END
  FROM scout.agents a LEFT JOIN scout.enrolment_tokens t ON t.tenant_id = a.tenant_id AND t.token_id = a.enrolled_with
  WHERE a.tenant_id = p_tenant_id AND a.revoked_at IS NULL
$$;
REVOKE ALL ON FUNCTION scout.enrolment_limit FROM PUBLIC;

-- Enrolls a machine. One that the organization does not know needs a token. One that it knows needs a token and proof that it is the same (its
-- credential, present or next, or the secret that it first asked with), or an admin's release: then a token, or if the release says so the
-- credential, present or next, alone.
-- outcome: ok, machine_known, machine_revoked, machine_limit, approval_limit, unknown_token, token_revoked, token_expired, token_used_up.
-- Tenant and agent are those that ok and machine_known are about; is_first says of machine_known that it is the first in a day.
CREATE FUNCTION scout.redeem_enrolment(p_token_hash bytea, p_machine_id text, p_host text, p_platform text, p_version text,
  p_credential_hash bytea, p_now timestamptz, p_proof_hash bytea DEFAULT NULL, p_most integer DEFAULT 10000,
  p_most_awaiting integer DEFAULT 500, p_most_awaiting_of_person integer DEFAULT 100)
RETURNS TABLE (outcome text, tenant_id uuid, agent_id uuid, next_batch bigint, token_id uuid, awaiting boolean, is_first boolean)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_token scout.enrolment_tokens;
  v_agent scout.agents;
  v_fault text;
  v_shown boolean;
  v_proven boolean;
  v_released boolean;
  v_keeps boolean;
  v_awaiting boolean;
BEGIN
  -- Held to the end, so that uses are counted one after the other.
  SELECT * INTO v_token FROM scout.enrolment_tokens t WHERE t.token_hash = p_token_hash FOR UPDATE;
  v_fault := CASE
    WHEN v_token.token_id IS NULL THEN 'unknown_token'
    WHEN v_token.revoked_at IS NOT NULL THEN 'token_revoked'
    WHEN v_token.expires_at <= p_now THEN 'token_expired'
    WHEN v_token.uses >= v_token.max_uses THEN 'token_used_up'
  END;

  IF v_fault IS NULL THEN
    SELECT * INTO v_agent FROM scout.agents a
    WHERE a.tenant_id = v_token.tenant_id AND a.machine_id = p_machine_id FOR UPDATE;
  ELSE
    SELECT * INTO v_agent FROM scout.agents a
    WHERE (a.credential_hash = p_proof_hash OR a.next_credential_hash = p_proof_hash) AND a.machine_id = p_machine_id FOR UPDATE;
  END IF;
  v_shown := coalesce(p_proof_hash IN (v_agent.credential_hash, v_agent.next_credential_hash), false);
  v_proven := v_shown OR coalesce(p_proof_hash = v_agent.enrolment_key_hash, false);
  v_released := coalesce(v_agent.released_until > p_now, false);

  IF v_fault IS NOT NULL AND NOT (v_shown AND v_released AND v_agent.release_accepts_credential) THEN
    IF v_shown AND v_agent.revoked_at IS NOT NULL THEN v_fault := 'machine_revoked'; END IF;
    RETURN QUERY SELECT v_fault, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
    RETURN;
  END IF;

  IF v_agent.agent_id IS NULL THEN
    v_awaiting := v_token.needs_approval;
    -- Held to the end, so that machines of one organization are counted one after the other, whatever their tokens.
    PERFORM pg_advisory_xact_lock(hashtextextended('scout-enrolment ' || v_token.tenant_id, 0));
    v_fault := scout.enrolment_limit(v_token.tenant_id, v_awaiting, v_token.created_by, p_most, p_most_awaiting,
      p_most_awaiting_of_person);
    IF v_fault IS NOT NULL THEN
      RETURN QUERY SELECT v_fault, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
      RETURN;
    END IF;
    INSERT INTO scout.agents AS a (tenant_id, machine_id, host, platform, version, credential_hash, credential_issued_at,
      enrolled_at, enrolled_with, enrolment_key_hash, awaiting_approval)
    VALUES (v_token.tenant_id, p_machine_id, p_host, p_platform, p_version, p_credential_hash, p_now, p_now, v_token.token_id,
      p_proof_hash, v_awaiting)
    ON CONFLICT (tenant_id, machine_id) DO NOTHING
    RETURNING * INTO v_agent;
    -- The same machine with two tokens at once: the other one was first.
    IF v_agent.agent_id IS NULL THEN
      RETURN QUERY SELECT 'machine_known'::text, v_token.tenant_id, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, false;
      RETURN;
    END IF;
  ELSIF NOT v_released AND v_agent.revoked_at IS NOT NULL THEN
    RETURN QUERY SELECT 'machine_revoked'::text, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
    RETURN;
  ELSIF NOT v_released AND NOT v_proven THEN
    UPDATE scout.agents a SET refused_at = p_now WHERE a.tenant_id = v_agent.tenant_id AND a.agent_id = v_agent.agent_id;
    RETURN QUERY SELECT 'machine_known'::text, v_agent.tenant_id, v_agent.agent_id, NULL::bigint, v_token.token_id, NULL::boolean,
      v_agent.refused_at IS NULL OR v_agent.refused_at < p_now - interval '1 day';
    RETURN;
  ELSE
    -- What proves the machine goes on proving it until the new credential is first used, because the answer may be lost. A
    -- credential that was revoked comes back only where the release says so.
    v_keeps := v_proven AND (v_agent.revoked_at IS NULL OR v_fault IS NOT NULL);
    v_awaiting := CASE
      WHEN v_proven AND v_agent.revoked_at IS NULL THEN v_agent.awaiting_approval AND coalesce(v_token.needs_approval, true)
      WHEN v_fault IS NOT NULL THEN v_agent.awaiting_approval
      ELSE v_token.needs_approval
    END;
    UPDATE scout.agents a SET host = p_host, platform = p_platform, version = p_version, enrolled_at = p_now,
      credential_hash = CASE WHEN v_keeps THEN a.credential_hash ELSE p_credential_hash END,
      next_credential_hash = CASE WHEN v_keeps THEN p_credential_hash END,
      enrolment_key_hash = CASE WHEN v_keeps THEN a.enrolment_key_hash ELSE p_proof_hash END,
      credential_issued_at = p_now, enrolled_with = coalesce(v_token.token_id, a.enrolled_with), awaiting_approval = v_awaiting,
      revoked_at = NULL, released_until = NULL, release_accepts_credential = false, refused_at = NULL, conflict_at = NULL,
      instances = '{}'
    WHERE a.tenant_id = v_agent.tenant_id AND a.agent_id = v_agent.agent_id;
  END IF;
  IF v_fault IS NULL THEN
    UPDATE scout.enrolment_tokens t SET uses = t.uses + 1
    WHERE t.tenant_id = v_token.tenant_id AND t.token_id = v_token.token_id;
  END IF;

  RETURN QUERY
    SELECT 'ok'::text, v_agent.tenant_id, v_agent.agent_id, coalesce(max(b.batch_no), 0) + 1,
      CASE WHEN v_fault IS NULL THEN v_token.token_id END, v_awaiting, NULL::boolean
    FROM scout.batches b WHERE b.tenant_id = v_agent.tenant_id AND b.agent_id = v_agent.agent_id;
END
$$;
REVOKE ALL ON FUNCTION scout.redeem_enrolment FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.redeem_enrolment TO scout_auth;

-- Removes machines that nobody has approved for this number of days. Those with a batch, or with events, were approved before.
CREATE FUNCTION scout.delete_unapproved_machines(p_days integer, p_now timestamptz)
RETURNS TABLE (tenant_id uuid, agent_id uuid, host text)
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_tenant_id uuid;
  v_agent_id uuid;
  v_host text;
BEGIN
  IF p_days IS NULL OR p_days < 1 THEN
    RAISE EXCEPTION 'Machines await approval for at least a day' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR v_tenant_id, v_agent_id, v_host IN
    SELECT a.tenant_id, a.agent_id, a.host FROM scout.agents a
    WHERE a.awaiting_approval AND a.revoked_at IS NULL AND a.released_until IS NULL AND a.last_batch_at IS NULL AND a.events_accepted = 0
      AND a.enrolled_at < p_now - make_interval(days => p_days)
      AND NOT EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = a.tenant_id AND b.agent_id = a.agent_id)
    ORDER BY a.tenant_id, a.agent_id FOR UPDATE SKIP LOCKED
  LOOP
    DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant_id AND g.agent_id = v_agent_id;
    DELETE FROM scout.ingest_usage u WHERE u.tenant_id = v_tenant_id AND u.sender_id = v_agent_id;
    DELETE FROM scout.agents a WHERE a.tenant_id = v_tenant_id AND a.agent_id = v_agent_id;
    RETURN QUERY SELECT v_tenant_id, v_agent_id, v_host;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_unapproved_machines FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_unapproved_machines TO scout_operator;

-- A link and its token for the organization of the member who asks; links of the organization that are over go. p_needs_approval: machines of
-- the download wait for an admin.
CREATE FUNCTION scout.make_download_ticket(p_ticket_hash bytea, p_token_hash bytea, p_path text, p_label text, p_created_by text, p_now
  timestamptz, p_ticket_expires timestamptz, p_token_expires timestamptz, p_max_uses integer, p_needs_approval boolean)
RETURNS uuid
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  v_tenant uuid := nullif(current_setting('scout.tenant_id', true), '')::uuid;
  v_token uuid;
BEGIN
  DELETE FROM scout.download_tickets WHERE tenant_id = v_tenant AND expires_at < p_now;
  INSERT INTO scout.enrolment_tokens (tenant_id, token_hash, label, created_at, created_by, expires_at, max_uses, needs_approval)
  VALUES (v_tenant, p_token_hash, p_label, p_now, p_created_by, p_token_expires, p_max_uses, p_needs_approval)
  RETURNING token_id INTO v_token;
  INSERT INTO scout.download_tickets (tenant_id, ticket_hash, token_id, path, created_at, expires_at)
  VALUES (v_tenant, p_ticket_hash, v_token, p_path, p_now, p_ticket_expires);
  RETURN v_token;
END
$$;
REVOKE ALL ON FUNCTION scout.make_download_ticket FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.make_download_ticket TO scout_member;

-- What a link leads to. No row: there is no such link, or it is over.
CREATE FUNCTION scout.download_ticket(p_ticket_hash bytea, p_now timestamptz) RETURNS TABLE (tenant_id uuid, path text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT d.tenant_id, d.path FROM scout.download_tickets d
  WHERE d.ticket_hash = p_ticket_hash AND d.expires_at > p_now
$$;
REVOKE ALL ON FUNCTION scout.download_ticket FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.download_ticket TO scout_auth;

RESET ROLE;
