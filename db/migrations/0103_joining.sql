-- What sign-up, confirmation and leaving do to organizations before, or after, a person belongs to one. All for scout_auth.
GRANT CREATE ON SCHEMA scout TO scout_definer;
GRANT SELECT (company_name, company_key, requires_approval, requires_second_factor),
  INSERT (company_name, company_key, created_at, updated_at) ON scout.tenants TO scout_definer;
GRANT INSERT, UPDATE (user_id, status, updated_at) ON scout.memberships TO scout_definer;
GRANT SELECT, INSERT ON scout.profiles TO scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('GRANT scout_definer TO %I', current_user)
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
SET LOCAL ROLE scout_definer;

-- The organization that an address would join: one with an active person at its domain, or one of this name that lists the
-- address; among several the one with this name, else the oldest. Null: none. A listing by itself takes nobody along, and
-- speaks for no domain until somebody with a confirmed address is behind it: admins may list whomever they like.
CREATE FUNCTION scout.organization_of_address(p_email text, p_domain text, p_company_key text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id
  FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
  WHERE (m.status = 'active' AND m.user_id IS NOT NULL AND split_part(m.email, '@', 2) = p_domain)
    OR (m.email = p_email AND t.company_key = p_company_key)
  ORDER BY t.company_key IS DISTINCT FROM p_company_key, m.created_at, t.tenant_id
  LIMIT 1
$$;
REVOKE ALL ON FUNCTION scout.organization_of_address(text, text, text) FROM PUBLIC;

-- What the sign-up form shows: company 'join' with the name, 'domain-mismatch' or 'new' for a name, null without one.
CREATE FUNCTION scout.sign_up_lookup(p_email text, p_domain text, p_company_key text)
RETURNS TABLE (company_name text, company text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.company_name,
    CASE
      WHEN t.tenant_id IS NOT NULL THEN 'join'
      WHEN p_company_key IS NULL THEN NULL
      WHEN EXISTS (SELECT FROM scout.tenants o WHERE o.company_key = p_company_key) THEN 'domain-mismatch'
      ELSE 'new'
    END
  FROM (SELECT scout.organization_of_address(p_email, p_domain, p_company_key) AS tenant_id) a
    LEFT JOIN scout.tenants t ON t.tenant_id = a.tenant_id
$$;
REVOKE ALL ON FUNCTION scout.sign_up_lookup(text, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sign_up_lookup(text, text, text) TO scout_auth;

-- Gives a person whose address was just confirmed a membership. outcome: created (with the person as admin), joined,
-- pending (an admin has to approve, or an invitation to be accepted) or mismatch (the name was taken meanwhile by another
-- domain: no membership). Addresses of one domain wait for each other, and a name is unique, so two people who found the
-- same company at once make one.
CREATE FUNCTION scout.join_organization(p_user_id text, p_email text, p_domain text, p_company_name text,
  p_company_key text, p_first_name text, p_last_name text, p_now timestamptz)
RETURNS TABLE (outcome text, tenant_id uuid)
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_tenant uuid;
  v_created boolean := false;
  v_status text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('scout domain ' || p_domain, 0));
  v_tenant := scout.organization_of_address(p_email, p_domain, p_company_key);
  IF v_tenant IS NOT NULL THEN
    -- The same lock as every change of members takes (queries/memberships.ts); the last member may just have gone.
    PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || v_tenant, 0));
    v_tenant := scout.organization_of_address(p_email, p_domain, p_company_key);
  END IF;

  IF v_tenant IS NULL THEN
    IF p_company_name IS NULL THEN
      RETURN QUERY SELECT 'mismatch'::text, NULL::uuid;
      RETURN;
    END IF;
    INSERT INTO scout.tenants AS t (company_name, company_key, created_at, updated_at)
    VALUES (p_company_name, p_company_key, p_now, p_now)
    ON CONFLICT (company_key) DO NOTHING
    RETURNING t.tenant_id INTO v_tenant;
    IF v_tenant IS NULL THEN
      RETURN QUERY SELECT 'mismatch'::text, NULL::uuid;
      RETURN;
    END IF;
    v_created := true;
  END IF;

  SELECT CASE
      WHEN v_created THEN 'active'
      -- Listed already: stays as an admin left it, unless the domain by itself opens the door.
      WHEN t.requires_approval OR NOT EXISTS (SELECT FROM scout.memberships o WHERE o.tenant_id = v_tenant
        AND o.status = 'active' AND o.user_id IS NOT NULL AND split_part(o.email, '@', 2) = p_domain) THEN 'pending'
      ELSE 'active'
    END INTO v_status
  FROM scout.tenants t WHERE t.tenant_id = v_tenant;

  INSERT INTO scout.memberships AS m (tenant_id, email, user_id, role, status, created_at, updated_at)
  VALUES (v_tenant, p_email, p_user_id, CASE WHEN v_created THEN 'admin' ELSE 'member' END, v_status, p_now, p_now)
  ON CONFLICT (tenant_id, email) DO UPDATE SET user_id = excluded.user_id, updated_at = excluded.updated_at,
    status = CASE WHEN m.status = 'active' THEN m.status ELSE excluded.status END
  RETURNING m.status INTO v_status;

  INSERT INTO scout.profiles (tenant_id, user_id, first_name, last_name, email, created_at, updated_at)
  VALUES (v_tenant, p_user_id, coalesce(p_first_name, ''), coalesce(p_last_name, ''), p_email, p_now, p_now)
  ON CONFLICT (tenant_id, user_id) DO NOTHING;

  RETURN QUERY SELECT CASE WHEN v_created THEN 'created' WHEN v_status = 'active' THEN 'joined' ELSE 'pending' END, v_tenant;
END
$$;
REVOKE ALL ON FUNCTION scout.join_organization(text, text, text, text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.join_organization(text, text, text, text, text, text, text, timestamptz) TO scout_auth;

-- Whether an organization of this person asks for a second factor.
CREATE FUNCTION scout.second_factor_required_of(p_user_id text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
    WHERE m.user_id = p_user_id AND m.status = 'active' AND t.requires_second_factor)
$$;
REVOKE ALL ON FUNCTION scout.second_factor_required_of(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.second_factor_required_of(text) TO scout_auth;

-- Deletes an organization and everything of it, whatever tables there are by then: those not named here first, because
-- they may refer to these. For the functions below only.
CREATE FUNCTION scout.delete_organization(p_tenant_id uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY array_position(ARRAY['rollups', 'incidents', 'tenant_events', 'batch_bodies', 'batches', 'agents',
      'enrolment_tokens', 'profiles', 'memberships', 'tenants']::name[], c.relname) NULLS FIRST, c.relname
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_organization(uuid) FROM PUBLIC;

-- Takes a person out of every organization before the account goes. outcome, one row each: left; deleted, when nobody
-- else was active there; last_admin, when others are: then nothing may be kept of what was done, so roll back.
CREATE FUNCTION scout.leave_organizations(p_user_id text) RETURNS TABLE (tenant_id uuid, outcome text)
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
REVOKE ALL ON FUNCTION scout.leave_organizations(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.leave_organizations(text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.remove_sample_tenant(p_tenant_id uuid) RETURNS void
LANGUAGE plpgsql VOLATILE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.is_sample) THEN
    RAISE EXCEPTION 'Only a sample organization can be removed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM scout.delete_organization(p_tenant_id);
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
