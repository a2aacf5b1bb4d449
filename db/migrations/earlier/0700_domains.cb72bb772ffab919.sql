DROP INDEX scout.organization_domains_verified;
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

CREATE OR REPLACE FUNCTION scout.verify_domain(p_domain text, p_method text, p_now timestamptz)
RETURNS TABLE (outcome text, lost_by uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_tenant uuid := nullif(current_setting('scout.tenant_id', true), '')::uuid;
  v_holder uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('scout domain ' || p_domain, 0));
  SELECT d.tenant_id INTO v_holder FROM scout.organization_domains d
  WHERE d.domain = p_domain AND d.state = 'verified' AND d.tenant_id <> v_tenant;
  IF v_holder IS NOT NULL AND p_method <> 'dns' THEN
    RETURN QUERY SELECT 'taken'::text, NULL::uuid;
    RETURN;
  END IF;
  DELETE FROM scout.organization_domains d WHERE d.tenant_id = v_holder AND d.domain = p_domain;
  UPDATE scout.organization_domains d
  SET state = 'verified', method = CASE WHEN d.method = 'dns' THEN 'dns' ELSE p_method END, verified_at = p_now,
    code_hash = NULL, code_expires_at = NULL
  WHERE d.tenant_id = v_tenant AND d.domain = p_domain;
  RETURN QUERY SELECT 'verified'::text, v_holder;
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
