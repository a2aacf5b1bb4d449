-- What visitors leave: requests for early access, messages to sales, addresses for the mailing list. It belongs to no
-- tenant. Visitors write it as scout_visitor, which reads nothing of it; the operator reads it.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scout_visitor') THEN
    BEGIN
      CREATE ROLE scout_visitor NOLOGIN NOINHERIT;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
    END;
  END IF;
  IF NOT pg_has_role('scout_app', 'scout_visitor', 'MEMBER') THEN
    EXECUTE 'GRANT scout_visitor TO scout_app'
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA scout TO scout_visitor;

-- request_id: UUID version 7, in the order of arrival. request_key: made by the form; the same request sent twice has it
-- twice. suspected: a program filled in the form; such a row takes nobody's place.
CREATE TABLE scout.demo_requests (
  request_id uuid PRIMARY KEY,
  created_at timestamptz NOT NULL,
  kind text NOT NULL CHECK (kind IN ('early_access', 'contact')),
  first_name text NOT NULL CHECK (char_length(first_name) BETWEEN 1 AND 200),
  last_name text NOT NULL CHECK (char_length(last_name) BETWEEN 1 AND 200),
  email text NOT NULL CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  phone text CHECK (char_length(phone) <= 50),
  company_name text NOT NULL CHECK (char_length(company_name) BETWEEN 1 AND 200),
  company_size text CHECK (company_size IN ('1-10', '11-50', '51-200', '201-500', '501-1,000', '1,001-5,000', '5,001+')),
  job_title text CHECK (char_length(job_title) <= 200),
  message text CHECK (char_length(message) <= 5000),
  request_key uuid UNIQUE,
  suspected boolean NOT NULL
);
CREATE UNIQUE INDEX demo_requests_one_early_access ON scout.demo_requests (email)
  WHERE kind = 'early_access' AND NOT suspected;

CREATE TABLE scout.mailing_list (
  email text PRIMARY KEY CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL,
  suspected boolean NOT NULL
);

-- Checkout sessions that the payment provider has confirmed: each subscribes its organization once, and never again.
CREATE TABLE scout.payments (
  tenant_id uuid NOT NULL REFERENCES scout.tenants ON DELETE CASCADE,
  session_id text NOT NULL CHECK (char_length(session_id) <= 255),
  confirmed_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, session_id)
);
ALTER TABLE scout.payments ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.payments FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.payments TO scout_operator USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON scout.payments TO scout_operator;
-- Deleting an organization takes them along.
CREATE POLICY definer_all ON scout.payments TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id), DELETE ON scout.payments TO scout_definer;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['demo_requests', 'mailing_list'] LOOP
    EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY visitor_insert ON scout.%I FOR INSERT TO scout_visitor WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY operator_read ON scout.%I FOR SELECT TO scout_operator USING (true)', name);
    EXECUTE format('GRANT INSERT ON scout.%I TO scout_visitor', name);
    EXECUTE format('GRANT SELECT ON scout.%I TO scout_operator', name);
  END LOOP;
END
$$;
CREATE POLICY definer_read ON scout.demo_requests FOR SELECT TO scout_definer USING (true);
GRANT SELECT (kind, email, request_key, suspected) ON scout.demo_requests TO scout_definer;

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

-- Whether early access was requested with this address, in lower case.
CREATE FUNCTION scout.early_access_requested(p_email text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.demo_requests r WHERE r.email = p_email AND r.kind = 'early_access' AND NOT r.suspected)
$$;
REVOKE ALL ON FUNCTION scout.early_access_requested(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.early_access_requested(text) TO scout_visitor;

-- Whether the request of this key is stored; whoever knows the key has sent it.
CREATE FUNCTION scout.demo_request_stored(p_request_key uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.demo_requests r WHERE r.request_key = p_request_key)
$$;
REVOKE ALL ON FUNCTION scout.demo_request_stored(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.demo_request_stored(uuid) TO scout_visitor;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
