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

CREATE OR REPLACE FUNCTION scout.leave_organizations(p_user_id text) RETURNS TABLE (tenant_id uuid, outcome text)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_tenant uuid;
  v_admin boolean;
  v_others integer;
  v_other_admins integer;
BEGIN
  FOR v_tenant IN SELECT m.tenant_id FROM scout.memberships m WHERE m.user_id = p_user_id ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || v_tenant, 0));
    SELECT coalesce(bool_or(m.user_id = p_user_id AND m.role = 'admin' AND m.status = 'active'), false),
      count(*) FILTER (WHERE m.status = 'active' AND m.user_id <> p_user_id),
      count(*) FILTER (WHERE m.status = 'active' AND m.role = 'admin' AND m.user_id <> p_user_id)
    INTO v_admin, v_others, v_other_admins
    FROM scout.memberships m WHERE m.tenant_id = v_tenant;

    IF v_admin AND v_others > 0 AND v_other_admins = 0 THEN
      RETURN QUERY SELECT v_tenant, 'last_admin'::text;
    ELSIF v_others = 0 AND v_admin THEN
      PERFORM scout.delete_organization(v_tenant);
      RETURN QUERY SELECT v_tenant, 'deleted'::text;
    ELSE
      DELETE FROM scout.profiles p WHERE p.tenant_id = v_tenant AND p.user_id = p_user_id;
      DELETE FROM scout.memberships m WHERE m.tenant_id = v_tenant AND m.user_id = p_user_id;
      RETURN QUERY SELECT v_tenant, 'left'::text;
    END IF;
  END LOOP;
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
