-- The domains of an organization, and the addresses that its admins took out. Joining by domain is decided here and nowhere
-- else (docs/decisions/0700-joining-by-domain.md).

-- added: an admin entered it; it means nothing until it is verified. claimed: an admin has a confirmed address at it, the
-- founder's own among them; people there may ask to join. verified: the organization has proved that it is its own.
CREATE TABLE scout.organization_domains (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  domain text NOT NULL CHECK (domain = lower(domain) AND length(domain) BETWEEN 3 AND 253),
  state text NOT NULL CHECK (state IN ('added', 'claimed', 'verified')),
  method text CHECK (method IN ('dns', 'mail')),
  -- Of people who register at it; anything but waiting is an admin's choice.
  admission text NOT NULL DEFAULT 'pending' CHECK (admission IN ('pending', 'active')),
  -- Expected in the DNS; it is public there.
  txt_value text NOT NULL
    DEFAULT 'scout-verification=' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz,
  -- The code of the last mail, as HMAC-SHA-256.
  code_hash bytea,
  code_expires_at timestamptz,
  PRIMARY KEY (tenant_id, domain),
  CHECK ((state = 'verified') = (method IS NOT NULL) AND (state = 'verified') = (verified_at IS NOT NULL)),
  CHECK (admission = 'pending' OR state = 'verified')
);
CREATE INDEX organization_domains_domain ON scout.organization_domains (domain);

-- Addresses that an admin removed or rejected: they join by no domain until an admin lets them in.
CREATE TABLE scout.removed_addresses (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  email text NOT NULL CHECK (email = lower(email)),
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, email)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['organization_domains', 'removed_addresses'] LOOP
    EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY definer_all ON scout.%I TO scout_definer USING (true) WITH CHECK (true)', name);
    EXECUTE format($policy$CREATE POLICY admin_own_tenant ON scout.%I TO scout_admin
      USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
      WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)$policy$, name);
  END LOOP;
END
$$;
CREATE POLICY operator_all ON scout.organization_domains TO scout_operator USING (true) WITH CHECK (state = 'claimed');
CREATE POLICY operator_all ON scout.removed_addresses TO scout_operator USING (true) WITH CHECK (true);

-- Nobody but scout.verify_domain writes state, method and the value of the record; an INSERT cannot be verified, by a CHECK.
GRANT SELECT, INSERT (tenant_id, domain, state, created_at), DELETE ON scout.organization_domains TO scout_admin;
GRANT UPDATE (admission, code_hash, code_expires_at) ON scout.organization_domains TO scout_admin;
GRANT SELECT, INSERT, UPDATE (removed_at), DELETE ON scout.removed_addresses TO scout_admin;
GRANT INSERT (tenant_id, domain, state, created_at) ON scout.organization_domains TO scout_operator;
GRANT SELECT (tenant_id, email), DELETE ON scout.removed_addresses TO scout_operator;
GRANT SELECT, INSERT (tenant_id, domain, state, created_at), UPDATE, DELETE ON scout.organization_domains TO scout_definer;
GRANT SELECT, INSERT, DELETE ON scout.removed_addresses TO scout_definer;

-- For reading the removals of before, below.
GRANT SELECT (target_email, action, occurred_at) ON scout.audit_logs TO scout_definer;

-- Each domain says it now.
ALTER TABLE scout.tenants DROP COLUMN requires_approval;
DROP INDEX scout.memberships_domain;

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

-- What stands already: the domain of each organization's first admin who has an account is claimed, none is verified. A
-- mail provider may be among them; nobody signs up there any more.
INSERT INTO scout.organization_domains (tenant_id, domain, state)
SELECT DISTINCT ON (m.tenant_id) m.tenant_id, split_part(m.email, '@', 2), 'claimed'
FROM scout.memberships m
WHERE m.role = 'admin' AND m.status = 'active' AND m.user_id IS NOT NULL AND length(split_part(m.email, '@', 2)) >= 3
ORDER BY m.tenant_id, m.created_at, m.email;

INSERT INTO scout.removed_addresses (tenant_id, email, removed_at)
SELECT a.tenant_id, lower(a.target_email), max(a.occurred_at) FROM scout.audit_logs a
WHERE a.action IN ('member_removed', 'member_rejected') AND a.target_email IS NOT NULL
  AND NOT EXISTS (SELECT FROM scout.memberships m
    WHERE m.tenant_id = a.tenant_id AND m.email = lower(a.target_email) AND m.status = 'active')
GROUP BY 1, 2;

DROP FUNCTION scout.sign_up_lookup(text, text, text);
DROP FUNCTION scout.join_organization(text, text, text, text, text, text, text, timestamptz);
DROP FUNCTION scout.organization_of_address(text, text, text);

-- The organization that an address would join, by rank: one of the entered name that lists the address; the one that holds
-- the domain by DNS; one of the entered name that claims the domain; then, if p_suggest or without a name, the one that
-- verified the domain by mail, else the oldest claim. Null: none. p_counts: the domain is a company's, no mail provider's.
CREATE FUNCTION scout.organization_of_address(p_email text, p_domain text, p_company_key text, p_counts boolean,
  p_suggest boolean) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT c.tenant_id
  FROM (
    SELECT m.tenant_id, 1 AS rank, m.created_at
    FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
    WHERE m.email = p_email AND t.company_key = p_company_key
    UNION ALL
    SELECT d.tenant_id,
      CASE WHEN d.method = 'dns' THEN 2 WHEN t.company_key = p_company_key THEN 3 WHEN d.state = 'verified' THEN 4 ELSE 5 END,
      d.created_at
    FROM scout.organization_domains d JOIN scout.tenants t ON t.tenant_id = d.tenant_id
    WHERE p_counts AND d.domain = p_domain AND d.state IN ('claimed', 'verified')
      AND (d.method = 'dns' OR t.company_key = p_company_key OR p_company_key IS NULL OR p_suggest)
  ) c
  ORDER BY c.rank, c.created_at, c.tenant_id
  LIMIT 1
$$;
REVOKE ALL ON FUNCTION scout.organization_of_address(text, text, text, boolean, boolean) FROM PUBLIC;

-- What the sign-up form shows: company 'join' with the name, 'domain-mismatch' or 'new' for a name, null without one.
-- admission: what joining means; null unless 'join'. optional: an organization of another name may be founded instead.
CREATE FUNCTION scout.sign_up_lookup(p_email text, p_domain text, p_company_key text, p_counts boolean, p_suggest boolean)
RETURNS TABLE (company_name text, company text, admission text, optional boolean)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.company_name,
    CASE
      WHEN t.tenant_id IS NOT NULL THEN 'join'
      WHEN p_company_key IS NULL THEN NULL
      WHEN EXISTS (SELECT FROM scout.tenants o WHERE o.company_key = p_company_key) THEN 'domain-mismatch'
      ELSE 'new'
    END,
    CASE WHEN t.tenant_id IS NOT NULL THEN coalesce(d.admission, 'pending') END,
    t.tenant_id IS NOT NULL AND d.method IS DISTINCT FROM 'dns'
  FROM (SELECT scout.organization_of_address(p_email, p_domain, p_company_key, p_counts, p_suggest) AS tenant_id) a
    LEFT JOIN scout.tenants t ON t.tenant_id = a.tenant_id
    LEFT JOIN scout.organization_domains d ON p_counts AND d.tenant_id = a.tenant_id AND d.domain = p_domain
$$;
REVOKE ALL ON FUNCTION scout.sign_up_lookup(text, text, text, boolean, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sign_up_lookup(text, text, text, boolean, boolean) TO scout_auth;

-- Gives a person whose address was just confirmed a membership. outcome: created (with the person as admin and the domain
-- claimed), joined, pending (an admin has to approve, or an invitation to be accepted) or mismatch (the name is another
-- organization's by now: no membership). Addresses of one domain wait for each other, and a name is unique, so two people
-- who found the same company at once make one.
CREATE FUNCTION scout.join_organization(p_user_id text, p_email text, p_domain text, p_counts boolean,
  p_company_name text, p_company_key text, p_first_name text, p_last_name text, p_now timestamptz)
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
  v_tenant := scout.organization_of_address(p_email, p_domain, p_company_key, p_counts, false);
  IF v_tenant IS NOT NULL THEN
    -- The same lock as every change of members takes (queries/memberships.ts); the organization may just have gone.
    PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || v_tenant, 0));
    v_tenant := scout.organization_of_address(p_email, p_domain, p_company_key, p_counts, false);
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
    IF p_counts THEN
      INSERT INTO scout.organization_domains (tenant_id, domain, state, created_at)
      VALUES (v_tenant, p_domain, 'claimed', p_now);
    END IF;
  END IF;

  SELECT CASE
      WHEN v_created THEN 'active'
      WHEN p_counts
        AND EXISTS (SELECT FROM scout.organization_domains d WHERE d.tenant_id = v_tenant AND d.domain = p_domain
          AND d.state = 'verified' AND d.admission = 'active')
        AND NOT EXISTS (SELECT FROM scout.removed_addresses r WHERE r.tenant_id = v_tenant AND r.email = p_email)
        THEN 'active'
      ELSE 'pending'
    END INTO v_status;

  -- Listed already: stays as an admin left it, unless the domain by itself opens the door.
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
REVOKE ALL ON FUNCTION scout.join_organization(text, text, text, boolean, text, text, text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.join_organization(text, text, text, boolean, text, text, text, text, timestamptz)
  TO scout_auth;

-- Marks a domain of the transaction's organization as verified, once the server has seen the proof. A record in the DNS
-- takes the domain from whoever held it; a mailbox takes it from nobody. outcome: verified or taken; lost_by: the
-- organization that held it and does no longer. Under the domain's lock one organization at a time has it verified; a unique
-- index could not say so, because unique keys contain tenant_id.
CREATE FUNCTION scout.verify_domain(p_domain text, p_method text, p_now timestamptz)
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
REVOKE ALL ON FUNCTION scout.verify_domain(text, text, timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.verify_domain(text, text, timestamptz) TO scout_admin;

RESET ROLE;
REVOKE SELECT (target_email, action, occurred_at) ON scout.audit_logs FROM scout_definer;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
