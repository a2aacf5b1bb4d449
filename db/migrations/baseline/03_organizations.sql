-- Organizations and the people in them: who belongs to one, who may join it, and how.

CREATE TABLE scout.tenants (
  tenant_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_name text NOT NULL CHECK (company_name <> ''),
  company_key text NOT NULL UNIQUE CHECK (company_key = lower(company_key)),
  is_subscribed boolean NOT NULL DEFAULT false,
  receive_email_alerts boolean NOT NULL DEFAULT true,
  can_purchase_subscription boolean NOT NULL DEFAULT false,
  is_sample boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  requires_second_factor boolean NOT NULL DEFAULT false,
  -- Times in mails are told in it.
  time_zone text NOT NULL DEFAULT 'UTC' CHECK (char_length(time_zone) BETWEEN 1 AND 64),
  -- Trials and the end of subscriptions: null in trial_ends_at without a trial, in data_until while data goes with its age alone.
  trial_ends_at timestamptz,
  trial_reminded_days smallint,
  data_until timestamptz,
  -- An admin asked for the deletion, which is done then unless an admin takes the request back.
  deletion_due_at timestamptz,
  deletion_requested_by text CHECK (char_length(deletion_requested_by) <= 254),
  CONSTRAINT tenants_deletion_check CHECK ((deletion_due_at IS NULL) = (deletion_requested_by IS NULL))
);
CREATE INDEX tenants_data_until ON scout.tenants (data_until) WHERE data_until IS NOT NULL;
CREATE INDEX tenants_deletion_due_at ON scout.tenants (deletion_due_at) WHERE deletion_due_at IS NOT NULL;
CREATE INDEX tenants_trial_ends_at ON scout.tenants (trial_ends_at) WHERE trial_ends_at IS NOT NULL;
ALTER TABLE scout.tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own ON scout.tenants FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Any member switches email alerts (Settings, Notifications); every other setting stays the admins'.
CREATE POLICY member_switches_alerts ON scout.tenants FOR UPDATE TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.tenants TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_reads_own_tenant ON scout.tenants FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.tenants TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.tenants TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE (receive_email_alerts, updated_at) ON scout.tenants TO scout_member;
GRANT SELECT, UPDATE (receive_email_alerts, updated_at, requires_second_factor, time_zone, deletion_due_at, deletion_requested_by)
  ON scout.tenants TO scout_admin;
GRANT SELECT (tenant_id, company_name, is_subscribed, receive_email_alerts, is_sample, time_zone) ON scout.tenants TO scout_alerts;
GRANT SELECT, INSERT, UPDATE (company_name, company_key, is_subscribed, receive_email_alerts, can_purchase_subscription, updated_at,
  trial_ends_at, trial_reminded_days, data_until) ON scout.tenants TO scout_operator;
GRANT SELECT (tenant_id, company_name, company_key, is_subscribed, is_sample, requires_second_factor, data_until, deletion_due_at),
  INSERT (company_name, company_key, created_at, updated_at), UPDATE (is_sample, updated_at, data_until), DELETE ON scout.tenants
  TO scout_definer;

-- user_id stays null until the person behind the address has an account.
CREATE TABLE scout.memberships (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  email text NOT NULL CHECK (email = lower(email)),
  user_id text,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  status text NOT NULL CHECK (status IN ('active', 'pending')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, email),
  UNIQUE (tenant_id, email, user_id)
);
-- Sign-up asks by address.
CREATE INDEX memberships_email ON scout.memberships (email);
CREATE INDEX memberships_user_id ON scout.memberships (user_id) WHERE user_id IS NOT NULL;
ALTER TABLE scout.memberships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.memberships FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.memberships TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Admins are mailed when a channel is switched off.
CREATE POLICY alerts_reads_own_tenant ON scout.memberships FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.memberships TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.memberships TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.memberships TO scout_member;
GRANT SELECT, INSERT, UPDATE (user_id, role, status, updated_at), DELETE ON scout.memberships TO scout_admin;
GRANT SELECT (tenant_id, email, role, status) ON scout.memberships TO scout_alerts;
GRANT SELECT, INSERT, UPDATE (user_id, role, status, updated_at) ON scout.memberships TO scout_operator;
GRANT SELECT, INSERT, UPDATE (user_id, status, updated_at), DELETE ON scout.memberships TO scout_definer;

CREATE TABLE scout.profiles (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  user_id text NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  email text NOT NULL,
  job_title text,
  phone text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id)
);
ALTER TABLE scout.profiles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.profiles FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY member_adds_own ON scout.profiles FOR INSERT TO scout_member
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND user_id = nullif(current_setting('scout.user_id',
    true), ''));
CREATE POLICY member_changes_own ON scout.profiles FOR UPDATE TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND user_id = nullif(current_setting('scout.user_id', true),
    ''));
CREATE POLICY admin_own_tenant ON scout.profiles TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.profiles TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.profiles TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (first_name, last_name, job_title, phone, updated_at) ON scout.profiles TO scout_member, scout_operator;
GRANT SELECT, INSERT, DELETE ON scout.profiles TO scout_admin;
GRANT SELECT, SELECT (tenant_id, user_id, email), INSERT, DELETE ON scout.profiles TO scout_definer;

-- One row a mail that was sent. Of several for one address only the newest is neither revoked nor answered.
CREATE TABLE scout.invitations (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  invitation_id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  role text NOT NULL DEFAULT 'member' CHECK (role IN ('admin', 'member')),
  token_hash bytea NOT NULL,
  inviter_email text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  declined_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (tenant_id, invitation_id),
  UNIQUE (token_hash, tenant_id),
  CHECK (num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)
);
CREATE INDEX invitations_email ON scout.invitations (tenant_id, email, created_at DESC);
CREATE UNIQUE INDEX invitations_one_open ON scout.invitations (tenant_id, email) WHERE accepted_at IS NULL AND declined_at IS NULL AND
  revoked_at IS NULL;
ALTER TABLE scout.invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.invitations TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.invitations TO scout_definer USING (true) WITH CHECK (true);
-- The hash of a token is written and never read by an admin.
GRANT SELECT (tenant_id, invitation_id, email, role, inviter_email, created_at, expires_at, accepted_at, declined_at, revoked_at), INSERT,
  UPDATE (accepted_at, declined_at, revoked_at) ON scout.invitations TO scout_admin;
GRANT SELECT, DELETE ON scout.invitations TO scout_definer;

-- The domains of an organization. Joining by domain is decided here and nowhere else (docs/decisions/0700-joining-by-domain.md).
-- state: added, an admin entered it; it means nothing until it is verified. claimed, an admin has a confirmed address at it, the
-- founder's own among them; people there may ask to join. verified, the organization has proved that it is its own.
CREATE TABLE scout.organization_domains (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  domain text NOT NULL CHECK (domain = lower(domain) AND length(domain) BETWEEN 3 AND 253),
  state text NOT NULL CHECK (state IN ('added', 'claimed', 'verified')),
  method text CHECK (method IN ('dns', 'mail')),
  -- Of people who register at it; anything but waiting is an admin's choice.
  admission text NOT NULL DEFAULT 'pending' CHECK (admission IN ('pending', 'active')),
  -- Expected in the DNS; it is public there.
  txt_value text NOT NULL DEFAULT 'scout-verification=' || replace((gen_random_uuid()::text || gen_random_uuid()::text), '-', ''),
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
ALTER TABLE scout.organization_domains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.organization_domains TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.organization_domains TO scout_operator USING (true) WITH CHECK (state = 'claimed');
CREATE POLICY definer_all ON scout.organization_domains TO scout_definer USING (true) WITH CHECK (true);
-- Nobody but scout.verify_domain writes state, method and the value of the record; an INSERT cannot be verified, by a CHECK.
GRANT SELECT, INSERT (tenant_id, domain, state, created_at), UPDATE (admission, code_hash, code_expires_at), DELETE
  ON scout.organization_domains TO scout_admin;
GRANT INSERT (tenant_id, domain, state, created_at) ON scout.organization_domains TO scout_operator;
GRANT SELECT, INSERT (tenant_id, domain, state, created_at), UPDATE, DELETE ON scout.organization_domains TO scout_definer;

-- Addresses that an admin removed or rejected: they join by no domain until an admin lets them in.
CREATE TABLE scout.removed_addresses (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  email text NOT NULL CHECK (email = lower(email)),
  removed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, email)
);
ALTER TABLE scout.removed_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.removed_addresses TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.removed_addresses TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.removed_addresses TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (removed_at), DELETE ON scout.removed_addresses TO scout_admin;
GRANT SELECT (tenant_id, email), DELETE ON scout.removed_addresses TO scout_operator;
GRANT SELECT, INSERT, DELETE ON scout.removed_addresses TO scout_definer;

SET LOCAL ROLE scout_definer;

-- The organizations of a signed-in person.
CREATE FUNCTION scout.memberships_of_user(p_user_id text) RETURNS TABLE (tenant_id uuid, email text, role text, status text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.tenant_id, m.email, m.role, m.status FROM scout.memberships m WHERE m.user_id = p_user_id
  ORDER BY m.created_at, m.tenant_id
$$;
REVOKE ALL ON FUNCTION scout.memberships_of_user FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.memberships_of_user TO scout_auth;

-- The organizations that a person belongs to, or asks to join, by name: the mail that confirms a deletion names those that went along.
CREATE FUNCTION scout.organization_names_of(p_user_id text) RETURNS TABLE (tenant_id uuid, company_name text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id, t.company_name
  FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
  WHERE m.user_id = p_user_id
$$;
REVOKE ALL ON FUNCTION scout.organization_names_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.organization_names_of TO scout_auth;

-- Whether an organization of this person asks for a second factor.
CREATE FUNCTION scout.second_factor_required_of(p_user_id text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
    WHERE m.user_id = p_user_id AND m.status = 'active' AND t.requires_second_factor)
$$;
REVOKE ALL ON FUNCTION scout.second_factor_required_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.second_factor_required_of TO scout_auth;

-- The invitation behind a token (its SHA-256), with what the invited person is shown. No row: there is none.
CREATE FUNCTION scout.invitation_by_token(p_token_hash bytea)
RETURNS TABLE (tenant_id uuid, invitation_id uuid, company_name text, email text, inviter text, expires_at timestamptz, accepted_at
  timestamptz, declined_at timestamptz, revoked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT i.tenant_id, i.invitation_id, t.company_name, i.email,
    coalesce((SELECT nullif(btrim(p.first_name || ' ' || p.last_name), '') FROM scout.profiles p
      WHERE p.tenant_id = i.tenant_id AND p.email = i.inviter_email LIMIT 1), i.inviter_email),
    i.expires_at, i.accepted_at, i.declined_at, i.revoked_at
  FROM scout.invitations i JOIN scout.tenants t ON t.tenant_id = i.tenant_id
  WHERE i.token_hash = p_token_hash
$$;
REVOKE ALL ON FUNCTION scout.invitation_by_token FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.invitation_by_token TO scout_auth;

-- The newest invitation of an address to an organization, by its id or the key of its name. The caller has made sure that the person who
-- asks owns the address.
CREATE FUNCTION scout.invitation_by_address(p_email text, p_tenant_id uuid, p_company_key text)
RETURNS TABLE (tenant_id uuid, invitation_id uuid, company_name text, email text, inviter text, expires_at timestamptz, accepted_at
  timestamptz, declined_at timestamptz, revoked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT i.tenant_id, i.invitation_id, t.company_name, i.email,
    coalesce((SELECT nullif(btrim(p.first_name || ' ' || p.last_name), '') FROM scout.profiles p
      WHERE p.tenant_id = i.tenant_id AND p.email = i.inviter_email LIMIT 1), i.inviter_email),
    i.expires_at, i.accepted_at, i.declined_at, i.revoked_at
  FROM scout.invitations i JOIN scout.tenants t ON t.tenant_id = i.tenant_id
  WHERE i.email = p_email AND (t.tenant_id = p_tenant_id OR t.company_key = p_company_key)
  ORDER BY t.tenant_id IS DISTINCT FROM p_tenant_id, i.created_at DESC, i.invitation_id DESC
  LIMIT 1
$$;
REVOKE ALL ON FUNCTION scout.invitation_by_address FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.invitation_by_address TO scout_auth;

-- The organization that an address would join, by rank: one of the entered name that lists the address; the one that holds the domain by
-- DNS; one of the entered name that claims the domain; then, if p_suggest or without a name, the one that verified the domain by mail, else
-- the oldest claim. Null: none. p_counts: the domain is a company's, no mail provider's.
CREATE FUNCTION scout.organization_of_address(p_email text, p_domain text, p_company_key text, p_counts boolean, p_suggest boolean)
RETURNS uuid
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
REVOKE ALL ON FUNCTION scout.organization_of_address FROM PUBLIC;

-- What the sign-up form shows: company 'join' with the name, 'domain-mismatch' or 'new' for a name, null without one. admission: what joining
-- means; null unless 'join'. optional: an organization of another name may be founded instead.
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
REVOKE ALL ON FUNCTION scout.sign_up_lookup FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.sign_up_lookup TO scout_auth;

-- Gives a person whose address was just confirmed a membership. outcome: created (with the person as admin and the domain claimed), joined,
-- pending (an admin has to approve, or an invitation to be accepted) or mismatch (the name is another organization's by now: no
-- membership). Addresses of one domain wait for each other, and a name is unique, so two people who found the same company at once make
-- one.
CREATE FUNCTION scout.join_organization(p_user_id text, p_email text, p_domain text, p_counts boolean, p_company_name text, p_company_key
  text, p_first_name text, p_last_name text, p_now timestamptz)
RETURNS TABLE (outcome text, tenant_id uuid)
LANGUAGE plpgsql SECURITY DEFINER
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
REVOKE ALL ON FUNCTION scout.join_organization FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.join_organization TO scout_auth;

-- Marks a domain of the transaction's organization as verified, once the server has seen the proof. A record in the DNS takes the domain from
-- whoever held it; a mailbox takes it from nobody. outcome: verified or taken; lost_by: the organization that held it and does no longer.
-- Under the domain's lock one organization at a time has it verified; a unique index could not say so, because unique keys contain
-- tenant_id.
CREATE FUNCTION scout.verify_domain(p_domain text, p_method text, p_now timestamptz) RETURNS TABLE (outcome text, lost_by uuid)
LANGUAGE plpgsql SECURITY DEFINER
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
REVOKE ALL ON FUNCTION scout.verify_domain FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.verify_domain TO scout_admin;

-- Takes a person out of every organization before the account goes. outcome, one row each: left; deleted, when nobody else was active
-- there; last_admin, when others are: then nothing may be kept of what was done, so roll back.
CREATE FUNCTION scout.leave_organizations(p_user_id text, p_now timestamptz) RETURNS TABLE (tenant_id uuid, outcome text)
LANGUAGE plpgsql SECURITY DEFINER
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
      PERFORM scout.delete_organization(v_tenant, p_now);
      RETURN QUERY SELECT v_tenant, 'deleted'::text;
    ELSE
      DELETE FROM scout.profiles p WHERE p.tenant_id = v_tenant AND p.user_id = p_user_id;
      DELETE FROM scout.memberships m WHERE m.tenant_id = v_tenant AND m.user_id = p_user_id;
      RETURN QUERY SELECT v_tenant, 'left'::text;
    END IF;
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION scout.leave_organizations FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.leave_organizations TO scout_auth;

RESET ROLE;
