-- An organization has a limited number of agents, of machines that await approval, and of those that one person's downloads
-- brought: otherwise a member could fill the list of agents, which is limited, with machines that hide the real ones.
CREATE FUNCTION scout.enrolment_limit(p_tenant_id uuid, p_awaiting boolean, p_created_by text, p_most integer, p_most_awaiting integer,
  p_most_awaiting_of_person integer) RETURNS text
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
REVOKE ALL ON FUNCTION scout.enrolment_limit(uuid, boolean, text, integer, integer, integer) FROM PUBLIC;

DROP FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea, bytea);
CREATE FUNCTION scout.redeem_enrolment(p_token_hash bytea, p_machine_id text, p_host text, p_platform text, p_version text,
  p_credential_hash bytea, p_proof_hash bytea DEFAULT NULL, p_most integer DEFAULT 10000, p_most_awaiting integer DEFAULT 500,
  p_most_awaiting_of_person integer DEFAULT 100)
 RETURNS TABLE(outcome text, tenant_id uuid, agent_id uuid, next_batch bigint, token_id uuid, awaiting boolean, is_first boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;;
REVOKE ALL ON FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea, bytea, integer, integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.redeem_enrolment(bytea, text, text, text, text, bytea, bytea, integer, integer, integer) TO scout_auth;

-- Removes machines that nobody has approved for this number of days. Those with a batch, or with events, were approved before.
CREATE FUNCTION scout.delete_unapproved_machines(p_days integer) RETURNS TABLE (tenant_id uuid, agent_id uuid, host text)
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
      AND a.enrolled_at < now() - make_interval(days => p_days)
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
REVOKE ALL ON FUNCTION scout.delete_unapproved_machines(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_unapproved_machines(integer) TO scout_operator;
