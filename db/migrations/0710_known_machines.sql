-- A token whose machines wait for an admin, a known machine that enrols again only with proof or after a release, and the signs
-- that two machines claim one identity.
ALTER TABLE scout.enrolment_tokens ADD COLUMN needs_approval boolean NOT NULL DEFAULT false;
GRANT SELECT (needs_approval) ON scout.enrolment_tokens TO scout_admin, scout_operator;

ALTER TABLE scout.agents
  ADD COLUMN awaiting_approval boolean NOT NULL DEFAULT false,
  -- SHA-256 of the secret by which a machine that has not used its credential yet asks again when the answer was lost.
  ADD COLUMN enrolment_key_hash bytea CHECK (length(enrolment_key_hash) = 32),
  ADD COLUMN released_until timestamptz,
  -- The release is also for the credential that the machine holds, without a token.
  ADD COLUMN release_accepts_credential boolean NOT NULL DEFAULT false,
  ADD COLUMN refused_at timestamptz,
  -- Processes that sent heartbeats, the newest first.
  ADD COLUMN instances uuid[] NOT NULL DEFAULT '{}' CHECK (cardinality(instances) <= 8),
  ADD COLUMN conflict_at timestamptz;

-- Who knows a machine's id has half of what it takes to pose as that machine: nobody reads it back.
REVOKE SELECT (machine_id) ON scout.agents FROM scout_member, scout_admin, scout_operator;
GRANT SELECT (awaiting_approval, released_until, refused_at, conflict_at)
  ON scout.agents TO scout_member, scout_admin, scout_operator;
GRANT UPDATE (awaiting_approval, released_until, release_accepts_credential) ON scout.agents TO scout_admin;
GRANT UPDATE (awaiting_approval, released_until) ON scout.agents TO scout_operator;
GRANT SELECT (awaiting_approval, instances, conflict_at), UPDATE (instances, conflict_at) ON scout.agents TO scout_ingest;

GRANT CREATE ON SCHEMA scout TO scout_definer;
GRANT UPDATE (needs_approval) ON scout.enrolment_tokens TO scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;

-- Downloads of people who are no admins, made before there was such a thing as waiting.
UPDATE scout.enrolment_tokens t SET needs_approval = true
WHERE t.label LIKE 'Download for %' AND t.created_by IS NOT NULL AND NOT EXISTS (
  SELECT FROM scout.memberships m
  WHERE m.tenant_id = t.tenant_id AND m.email = t.created_by AND m.role = 'admin' AND m.status = 'active');

-- As in 0601, and: awaiting, whether an admin has yet to approve the machine; is_next also for the first use of what an enrolment
-- handed out.
DROP FUNCTION scout.agent_by_credential(bytea);
CREATE FUNCTION scout.agent_by_credential(p_credential_hash bytea)
RETURNS TABLE (tenant_id uuid, agent_id uuid, revoked boolean, is_next boolean, awaiting boolean)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT a.tenant_id, a.agent_id, a.revoked_at IS NOT NULL,
    a.credential_hash <> p_credential_hash OR a.enrolment_key_hash IS NOT NULL, a.awaiting_approval
  FROM scout.agents a
  WHERE a.credential_hash = p_credential_hash OR a.next_credential_hash = p_credential_hash
$$;
REVOKE ALL ON FUNCTION scout.agent_by_credential(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.agent_by_credential(bytea) TO scout_auth;

-- As in 0601, and: from the first use on, the machine proves itself by its credential alone.
CREATE OR REPLACE FUNCTION scout.adopt_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea) RETURNS void
LANGUAGE sql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  UPDATE scout.agents SET credential_hash = p_credential_hash, next_credential_hash = NULL, enrolment_key_hash = NULL,
    credential_issued_at = now()
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id
    AND (next_credential_hash = p_credential_hash OR credential_hash = p_credential_hash AND enrolment_key_hash IS NOT NULL)
$$;

-- Enrols a machine. One that the organization does not know needs a token. One that it knows needs a token and proof that it is
-- the same (its credential, present or next, or the secret that it first asked with), or an admin's release: then a token, or if
-- the release says so the credential, present or next, alone.
-- outcome: ok, machine_known, machine_revoked, unknown_token, token_revoked, token_expired, token_used_up. Tenant and agent are
-- those that ok and machine_known are about; is_first says of machine_known that it is the first in a day.
DROP FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea);
CREATE FUNCTION scout.redeem_enrolment(p_token_hash bytea, p_machine_id text, p_host text, p_platform text,
  p_version text, p_credential_hash bytea, p_proof_hash bytea DEFAULT NULL)
RETURNS TABLE (outcome text, tenant_id uuid, agent_id uuid, next_batch bigint, token_id uuid, awaiting boolean, is_first boolean)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := now();
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
    WHEN v_token.expires_at <= v_now THEN 'token_expired'
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
  v_released := coalesce(v_agent.released_until > v_now, false);

  IF v_fault IS NOT NULL AND NOT (v_shown AND v_released AND v_agent.release_accepts_credential) THEN
    IF v_shown AND v_agent.revoked_at IS NOT NULL THEN v_fault := 'machine_revoked'; END IF;
    RETURN QUERY SELECT v_fault, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
    RETURN;
  END IF;

  IF v_agent.agent_id IS NULL THEN
    v_awaiting := v_token.needs_approval;
    INSERT INTO scout.agents AS a (tenant_id, machine_id, host, platform, version, credential_hash, credential_issued_at,
      enrolled_at, enrolled_with, enrolment_key_hash, awaiting_approval)
    VALUES (v_token.tenant_id, p_machine_id, p_host, p_platform, p_version, p_credential_hash, v_now, v_now, v_token.token_id,
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
    UPDATE scout.agents a SET refused_at = v_now WHERE a.tenant_id = v_agent.tenant_id AND a.agent_id = v_agent.agent_id;
    RETURN QUERY SELECT 'machine_known'::text, v_agent.tenant_id, v_agent.agent_id, NULL::bigint, v_token.token_id, NULL::boolean,
      v_agent.refused_at IS NULL OR v_agent.refused_at < v_now - interval '1 day';
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
    UPDATE scout.agents a SET host = p_host, platform = p_platform, version = p_version, enrolled_at = v_now,
      credential_hash = CASE WHEN v_keeps THEN a.credential_hash ELSE p_credential_hash END,
      next_credential_hash = CASE WHEN v_keeps THEN p_credential_hash END,
      enrolment_key_hash = CASE WHEN v_keeps THEN a.enrolment_key_hash ELSE p_proof_hash END,
      credential_issued_at = v_now, enrolled_with = coalesce(v_token.token_id, a.enrolled_with), awaiting_approval = v_awaiting,
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
REVOKE ALL ON FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea, bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea, bytea) TO scout_auth;

-- As in 0620, and: whether machines of the download wait for approval.
DROP FUNCTION scout.make_download_ticket(bytea, bytea, text, text, text, timestamptz, timestamptz, timestamptz, integer);
CREATE FUNCTION scout.make_download_ticket(p_ticket_hash bytea, p_token_hash bytea, p_path text, p_label text,
  p_created_by text, p_now timestamptz, p_ticket_expires timestamptz, p_token_expires timestamptz, p_max_uses integer,
  p_needs_approval boolean)
RETURNS uuid
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
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
REVOKE ALL ON FUNCTION scout.make_download_ticket(bytea, bytea, text, text, text, timestamptz, timestamptz, timestamptz, integer, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.make_download_ticket(bytea, bytea, text, text, text, timestamptz, timestamptz, timestamptz, integer, boolean) TO scout_member;

RESET ROLE;
REVOKE UPDATE (needs_approval) ON scout.enrolment_tokens FROM scout_definer;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
