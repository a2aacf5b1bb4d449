-- From activity to cases: what ingest folds, what the assessor remembers and finds, and what people make of it.
--
--   scout_assessor  reads what ingest folded, writes what follows from it; no status, owner or comment, which are people's

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scout_assessor') THEN
    BEGIN
      CREATE ROLE scout_assessor NOLOGIN NOINHERIT;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
    END;
  END IF;
  IF NOT pg_has_role('scout_app', 'scout_assessor', 'MEMBER') THEN
    EXECUTE 'GRANT scout_assessor TO scout_app'
      || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA scout TO scout_assessor;

-- What the events of a batch say of accounts, folded by hour: rows are added in the transaction that stores the batch, so batches of one
-- organization do not wait for each other. stored_in tells what is new since the assessor last looked (docs/decisions/0420-event-cursor.md).
CREATE TABLE scout.activity_parts (
  tenant_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  batch_id uuid NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now(),
  stored_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  body text NOT NULL,
  PRIMARY KEY (tenant_id, hour, batch_id)
);
CREATE INDEX activity_parts_stored_in ON scout.activity_parts (tenant_id, stored_in);

-- How far an organization is assessed. Hours before closed_through are judged for good, unless something of them arrives late.
-- read_through: the transactions whose parts were read. due_at: when there is something to do without new parts.
CREATE TABLE scout.assessments (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  closed_through timestamptz,
  read_through pg_snapshot,
  due_at timestamptz,
  settings text NOT NULL DEFAULT '',
  revision bigint NOT NULL DEFAULT 0,
  last_case_number bigint NOT NULL DEFAULT 0,
  assessed_at timestamptz
);

-- What the assessor remembers before an hour; a late event makes it go on from the newest one before.
CREATE TABLE scout.assessment_snapshots (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  hour timestamptz NOT NULL,
  state bytea NOT NULL,
  PRIMARY KEY (tenant_id, hour)
);
ALTER TABLE scout.assessment_snapshots ALTER COLUMN state SET STORAGE EXTERNAL; -- compressed already

-- A case belongs to one account. case_key is made of what it is about, so that assessing again finds it again. The first group of columns
-- follows from its findings, status to touched_at are people's; changed_in is set by every change.
CREATE TABLE scout.cases (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  case_id uuid NOT NULL,
  number bigint NOT NULL CHECK (number > 0),
  case_key text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind ~ '^[a-z][a-z0-9-]{0,63}$'),
  severity text COLLATE "C" NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  score double precision NOT NULL,
  sentence text NOT NULL,
  person text COLLATE "C",
  person_level text COLLATE "C" CHECK (person_level IN ('acted', 'same-session', 'present')),
  persons jsonb NOT NULL DEFAULT '[]',
  accounts jsonb NOT NULL DEFAULT '[]',
  sources jsonb NOT NULL DEFAULT '[]',
  destinations jsonb NOT NULL DEFAULT '[]',
  reasons jsonb NOT NULL DEFAULT '[]',
  findings integer NOT NULL DEFAULT 0,
  first_seen timestamptz(3) NOT NULL,
  last_seen timestamptz(3) NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  graver_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  changed_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  status text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'acknowledged', 'closed')),
  closed_as text COLLATE "C" CHECK (closed_as IN ('misuse', 'expected', 'false')),
  close_reason text CHECK (char_length(close_reason) <= 2000),
  closed_at timestamptz,
  assignee text,
  touched_at timestamptz,
  PRIMARY KEY (tenant_id, case_id),
  UNIQUE (tenant_id, case_key),
  UNIQUE (tenant_id, number),
  CHECK ((status = 'closed') = (closed_as IS NOT NULL))
);
CREATE INDEX cases_newest ON scout.cases (tenant_id, last_seen DESC, case_id);
CREATE INDEX cases_account ON scout.cases (tenant_id, account_key, last_seen DESC);
CREATE INDEX cases_changed_in ON scout.cases (tenant_id, changed_in);

-- One observation of a case. hour: in which it was judged; going back to an hour writes the findings of that hour and later ones anew.
-- events: the evidence, [{"id", "record_id", "time"}] with the identity by which an event is asked for.
CREATE TABLE scout.findings (
  tenant_id uuid NOT NULL,
  finding_id uuid NOT NULL,
  case_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  account text COLLATE "C" NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  severity text COLLATE "C" NOT NULL CHECK (severity IN ('critical', 'high', 'medium', 'low')),
  score double precision NOT NULL,
  sentence text NOT NULL,
  person text COLLATE "C",
  person_level text COLLATE "C" CHECK (person_level IN ('acted', 'same-session', 'present')),
  persons jsonb NOT NULL DEFAULT '[]',
  accounts jsonb NOT NULL DEFAULT '[]',
  sources jsonb NOT NULL DEFAULT '[]',
  destinations jsonb NOT NULL DEFAULT '[]',
  reasons jsonb NOT NULL DEFAULT '[]',
  events jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (tenant_id, finding_id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases (tenant_id, case_id) ON DELETE CASCADE
);
CREATE INDEX findings_case ON scout.findings (tenant_id, case_id, occurred_at);
CREATE INDEX findings_hour ON scout.findings (tenant_id, hour);

-- A case with a comment is not removed by the assessor: the key refuses it.
CREATE TABLE scout.case_comments (
  tenant_id uuid NOT NULL,
  comment_id uuid NOT NULL,
  case_id uuid NOT NULL,
  author text NOT NULL,
  body text NOT NULL CHECK (char_length(body) BETWEEN 1 AND 4000),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, comment_id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases (tenant_id, case_id)
);
CREATE INDEX case_comments_case ON scout.case_comments (tenant_id, case_id, created_at);

-- An expiring permission for what would be a case. Lists hold patterns with *; an empty list permits any.
CREATE TABLE scout.case_exceptions (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  exception_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  kinds text[] NOT NULL DEFAULT '{}' CHECK (cardinality(kinds) <= 50),
  sources text[] NOT NULL DEFAULT '{}' CHECK (cardinality(sources) <= 50),
  destinations text[] NOT NULL DEFAULT '{}' CHECK (cardinality(destinations) <= 50),
  persons text[] NOT NULL DEFAULT '{}' CHECK (cardinality(persons) <= 50),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 2000),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  approved_by text,
  approved_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, exception_id),
  CHECK (ends_at > starts_at)
);
CREATE INDEX case_exceptions_account ON scout.case_exceptions (tenant_id, account_key, ends_at);

-- What service accounts do, by hour; '' stands for what the events do not tell. cell: a hash of kind to actor.
CREATE TABLE scout.account_activity (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  hour timestamptz NOT NULL,
  cell uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL DEFAULT '',
  destination text COLLATE "C" NOT NULL DEFAULT '',
  program text COLLATE "C" NOT NULL DEFAULT '',
  actor text COLLATE "C" NOT NULL DEFAULT '',
  n bigint NOT NULL CHECK (n > 0),
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, account_key, hour, cell)
);
CREATE INDEX account_activity_hour ON scout.account_activity (tenant_id, hour);

-- The register of service accounts. known_by: how Scout knows that it is one. owner to contract_approved_at are people's.
CREATE TABLE scout.service_accounts (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  account_key text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  known_by text COLLATE "C" NOT NULL CHECK (known_by IN ('name', 'list', 'behaviour')),
  first_seen timestamptz(3),
  last_seen timestamptz(3),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  owner text CHECK (char_length(owner) <= 254),
  purpose text CHECK (char_length(purpose) <= 2000),
  contract jsonb,
  contract_proposed_by text,
  contract_proposed_at timestamptz,
  contract_approved_by text,
  contract_approved_at timestamptz,
  PRIMARY KEY (tenant_id, account_key)
);
CREATE INDEX service_accounts_last_seen ON scout.service_accounts (tenant_id, last_seen DESC);

DO $$
DECLARE
  name text;
  own CONSTANT text := 'tenant_id = nullif(current_setting(''scout.tenant_id'', true), '''')::uuid';
BEGIN
  FOREACH name IN ARRAY ARRAY['activity_parts', 'assessments', 'assessment_snapshots', 'cases', 'findings', 'case_comments',
    'case_exceptions', 'account_activity', 'service_accounts'] LOOP
    EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY definer_all ON scout.%I TO scout_definer USING (true) WITH CHECK (true)', name);
    EXECUTE format('CREATE POLICY assessor_own_tenant ON scout.%I TO scout_assessor USING (%s) WITH CHECK (%s)', name, own, own);
    EXECUTE format('GRANT SELECT (tenant_id), DELETE ON scout.%I TO scout_definer', name);
  END LOOP;
  FOREACH name IN ARRAY ARRAY['assessments', 'cases', 'findings', 'case_comments', 'case_exceptions', 'account_activity',
    'service_accounts'] LOOP
    EXECUTE format('CREATE POLICY member_own_tenant ON scout.%I TO scout_member USING (%s) WITH CHECK (%s)', name, own, own);
    EXECUTE format('CREATE POLICY admin_own_tenant ON scout.%I TO scout_admin USING (%s) WITH CHECK (%s)', name, own, own);
    EXECUTE format('GRANT SELECT ON scout.%I TO scout_member, scout_admin', name);
  END LOOP;
  EXECUTE format('CREATE POLICY ingest_adds_own_tenant ON scout.activity_parts FOR INSERT TO scout_ingest WITH CHECK (%s)', own);
END
$$;

GRANT INSERT (tenant_id, hour, batch_id, body) ON scout.activity_parts TO scout_ingest;

GRANT SELECT, INSERT, DELETE, UPDATE (stored_in) ON scout.activity_parts TO scout_assessor;
GRANT SELECT, INSERT, UPDATE ON scout.assessments TO scout_assessor;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.assessment_snapshots, scout.findings, scout.account_activity TO scout_assessor;
GRANT SELECT, DELETE, INSERT (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, person,
  person_level, persons, accounts, sources, destinations, reasons, findings, first_seen, last_seen, opened_at, created_at, graver_at,
  updated_at, changed_in) ON scout.cases TO scout_assessor;
GRANT UPDATE (severity, score, sentence, person, person_level, persons, accounts, sources, destinations, reasons, findings, first_seen,
  last_seen, opened_at, graver_at, updated_at, changed_in) ON scout.cases TO scout_assessor;
GRANT SELECT ON scout.case_exceptions, scout.case_comments TO scout_assessor;
GRANT SELECT, DELETE, INSERT (tenant_id, account_key, name, known_by, first_seen, last_seen, created_at, updated_at),
  UPDATE (name, known_by, first_seen, last_seen, updated_at) ON scout.service_accounts TO scout_assessor;

-- Members work on cases; admins own the register, its contracts and the exceptions as well.
GRANT UPDATE (status, closed_as, close_reason, closed_at, assignee, touched_at, updated_at, changed_in) ON scout.cases
  TO scout_member, scout_admin;
GRANT INSERT ON scout.case_comments TO scout_member, scout_admin;
GRANT UPDATE (owner, purpose, contract, contract_proposed_by, contract_proposed_at, updated_at) ON scout.service_accounts TO scout_member;
GRANT INSERT, DELETE, UPDATE (name, known_by, owner, purpose, contract, contract_proposed_by, contract_proposed_at,
  contract_approved_by, contract_approved_at, updated_at) ON scout.service_accounts TO scout_admin;
GRANT INSERT, UPDATE (ends_at, approved_by, approved_at, ended_by, ended_at) ON scout.case_exceptions TO scout_admin;

GRANT SELECT (hour) ON scout.activity_parts, scout.account_activity TO scout_definer;
GRANT SELECT (stored_in) ON scout.activity_parts TO scout_definer;
GRANT SELECT (read_through, due_at) ON scout.assessments TO scout_definer;

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

-- Organizations with parts that were not read yet, or with something due.
CREATE FUNCTION scout.tenants_to_assess(p_now timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.assessments a ON a.tenant_id = t.tenant_id
  WHERE a.due_at <= p_now OR EXISTS (
    SELECT FROM scout.activity_parts p WHERE p.tenant_id = t.tenant_id AND (a.read_through IS NULL
      OR pg_snapshot_xmax(a.read_through) > pg_snapshot_xmax(pg_current_snapshot())
      OR p.stored_in >= pg_snapshot_xmin(a.read_through) AND NOT pg_visible_in_snapshot(p.stored_in, a.read_through)))
$$;
REVOKE ALL ON FUNCTION scout.tenants_to_assess(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.tenants_to_assess(timestamptz) TO scout_assessor;

CREATE OR REPLACE FUNCTION scout.delete_expired_rows(p_retention_days integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_day timestamptz := current_date - p_retention_days;
  v_month timestamptz := date_trunc('month', v_day); -- the oldest monthly partition that is kept begins here
  v_batch uuid := (lpad(to_hex((extract(epoch FROM v_day) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  v_events bigint;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.rollups WHERE bucket < v_month;
  DELETE FROM scout.incidents WHERE occurred_at < v_month AND batch_id < v_batch;
  DELETE FROM scout.batch_bodies WHERE received_at < v_day;
  DELETE FROM scout.batches b WHERE b.received_at < v_day AND EXISTS (
    SELECT FROM scout.batches n WHERE n.tenant_id = b.tenant_id AND n.agent_id = b.agent_id AND n.batch_no > b.batch_no);
  DELETE FROM scout.agent_gaps WHERE received_at < v_day;
  DELETE FROM scout.activity_parts WHERE hour < v_day;
  DELETE FROM scout.account_activity WHERE hour < v_day;
  DELETE FROM scout.tenant_events WHERE occurred_at < v_day AND batch_id < v_batch;
  GET DIAGNOSTICS v_events = ROW_COUNT;
  RETURN v_events;
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
