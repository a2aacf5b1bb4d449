-- What visitors leave: requests for early access, messages to sales, addresses for the mailing list. It belongs to no tenant. Visitors write
-- it as scout_visitor, which reads nothing of it; the operator reads it.

-- request_id: UUID version 7, in the order of arrival. request_key: made by the form; the same request sent twice has it twice. suspected: a
-- program filled in the form; such a row takes nobody's place.
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
CREATE UNIQUE INDEX demo_requests_one_early_access ON scout.demo_requests (email) WHERE kind = 'early_access' AND NOT suspected;
ALTER TABLE scout.demo_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY visitor_insert ON scout.demo_requests FOR INSERT TO scout_visitor WITH CHECK (true);
CREATE POLICY operator_read ON scout.demo_requests FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_read ON scout.demo_requests FOR SELECT TO scout_definer USING (true);
CREATE POLICY definer_deletes ON scout.demo_requests FOR DELETE TO scout_definer USING (true);
GRANT INSERT ON scout.demo_requests TO scout_visitor;
GRANT SELECT ON scout.demo_requests TO scout_operator;
GRANT SELECT (created_at, kind, email, request_key, suspected), DELETE ON scout.demo_requests TO scout_definer;

CREATE TABLE scout.mailing_list (
  email text PRIMARY KEY CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL,
  suspected boolean NOT NULL
);
ALTER TABLE scout.mailing_list ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY visitor_insert ON scout.mailing_list FOR INSERT TO scout_visitor WITH CHECK (true);
CREATE POLICY operator_read ON scout.mailing_list FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.mailing_list TO scout_definer USING (true) WITH CHECK (true);
GRANT INSERT ON scout.mailing_list TO scout_visitor;
GRANT SELECT ON scout.mailing_list TO scout_operator;
GRANT SELECT (created_at), DELETE ON scout.mailing_list TO scout_definer;

SET LOCAL ROLE scout_definer;

-- Whether early access was requested with this address, in lower case.
CREATE FUNCTION scout.early_access_requested(p_email text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.demo_requests r WHERE r.email = p_email AND r.kind = 'early_access' AND NOT r.suspected)
$$;
REVOKE ALL ON FUNCTION scout.early_access_requested FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.early_access_requested TO scout_visitor;

-- Whether the request of this key is stored; whoever knows the key has sent it.
CREATE FUNCTION scout.demo_request_stored(p_request_key uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT EXISTS (SELECT FROM scout.demo_requests r WHERE r.request_key = p_request_key)
$$;
REVOKE ALL ON FUNCTION scout.demo_request_stored FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.demo_request_stored TO scout_visitor;

-- Requests of visitors and addresses of the mailing list end, too.
CREATE FUNCTION scout.delete_expired_requests(p_request_days integer, p_mailing_list_days integer, p_now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
BEGIN
  IF p_request_days IS NULL OR p_request_days < 30 OR p_mailing_list_days IS NULL OR p_mailing_list_days < 30 THEN
    RAISE EXCEPTION 'Requests and addresses are kept for at least 30 days' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.demo_requests WHERE created_at < p_now::date - p_request_days;
  DELETE FROM scout.mailing_list WHERE created_at < p_now::date - p_mailing_list_days;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_requests FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_requests TO scout_operator;

RESET ROLE;
