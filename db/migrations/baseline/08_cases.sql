-- From activity to cases: what ingest folds, what the assessor remembers and finds, and what people make of it.

-- What the events of a batch say of accounts, folded by hour: rows are added in the transaction that stores the batch, so batches of one
-- organization do not wait for each other. stored_in tells what is new since the assessor last looked (docs/decisions/0420-event-cursor.md).
-- body is packed by the server (zstd), because PostgreSQL's own compression of it cost more than a tenth of storing a batch.
CREATE TABLE scout.activity_parts (
  tenant_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  batch_id uuid NOT NULL,
  stored_at timestamptz NOT NULL,
  stored_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  body bytea NOT NULL,
  PRIMARY KEY (tenant_id, hour, batch_id)
);
ALTER TABLE scout.activity_parts ALTER COLUMN body SET STORAGE EXTERNAL; -- compressed already
CREATE INDEX activity_parts_stored_in ON scout.activity_parts (tenant_id, stored_in);
ALTER TABLE scout.activity_parts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- Members and the operator see how far assessment is behind: of activity, only when it was stored.
CREATE POLICY member_own_tenant ON scout.activity_parts FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- An admin tries detection settings on the stored activity of the own organization, read only.
CREATE POLICY admin_reads_own_tenant ON scout.activity_parts FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY ingest_adds_own_tenant ON scout.activity_parts FOR INSERT TO scout_ingest
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.activity_parts TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads_all ON scout.activity_parts FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.activity_parts TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id, stored_at, stored_in) ON scout.activity_parts TO scout_member, scout_operator;
GRANT SELECT (tenant_id, hour, batch_id, body) ON scout.activity_parts TO scout_admin;
GRANT INSERT (tenant_id, hour, batch_id, body, stored_at) ON scout.activity_parts TO scout_ingest;
GRANT SELECT, INSERT, UPDATE (stored_in), DELETE ON scout.activity_parts TO scout_assessor;
GRANT SELECT (tenant_id, hour, batch_id, stored_in), DELETE ON scout.activity_parts TO scout_definer;

-- How far an organization is assessed. Hours before closed_through are judged for good, unless something of them arrives late.
-- read_through: the transactions whose parts were read. due_at: when there is something to do without new parts. exceptions: fingerprint of
-- the exceptions by which the findings were last judged. behind_since: when the oldest activity was stored that the last run took up but
-- did not get to; null: it got to all. requested: the version of assessment_requests that the organization was last assessed with.
-- alerts_from: what happened before is history, of which nobody is alerted.
CREATE TABLE scout.assessments (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  closed_through timestamptz,
  read_through pg_snapshot,
  due_at timestamptz,
  settings text NOT NULL DEFAULT '',
  revision bigint NOT NULL DEFAULT 0,
  last_case_number bigint NOT NULL DEFAULT 0,
  assessed_at timestamptz,
  exceptions text NOT NULL DEFAULT '',
  behind_since timestamptz,
  requested bigint NOT NULL DEFAULT 0,
  alerts_from timestamptz
);
ALTER TABLE scout.assessments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.assessments TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.assessments TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.assessments TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_reads_all ON scout.assessments FOR SELECT TO scout_operator USING (true);
CREATE POLICY definer_all ON scout.assessments TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.assessments TO scout_member, scout_admin;
GRANT SELECT, INSERT, UPDATE ON scout.assessments TO scout_assessor;
GRANT SELECT (tenant_id, read_through, behind_since) ON scout.assessments TO scout_operator;
GRANT SELECT (tenant_id, read_through, due_at, exceptions, requested), UPDATE (closed_through, read_through, due_at, alerts_from), DELETE
  ON scout.assessments TO scout_definer;

-- What the assessor remembers before an hour; a late event makes it go on from the newest one before.
CREATE TABLE scout.assessment_snapshots (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  hour timestamptz NOT NULL,
  state bytea NOT NULL,
  PRIMARY KEY (tenant_id, hour)
);
ALTER TABLE scout.assessment_snapshots ALTER COLUMN state SET STORAGE EXTERNAL; -- compressed already
ALTER TABLE scout.assessment_snapshots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY assessor_own_tenant ON scout.assessment_snapshots TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.assessment_snapshots TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.assessment_snapshots TO scout_assessor;
GRANT SELECT (tenant_id, hour), DELETE ON scout.assessment_snapshots TO scout_definer;

-- Counts the changes that people make of what an organization is judged by, so that the assessor looks at it without waiting for events.
CREATE TABLE scout.assessment_requests (
  tenant_id uuid PRIMARY KEY REFERENCES scout.tenants,
  version bigint NOT NULL CHECK (version > 0)
);
ALTER TABLE scout.assessment_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.assessment_requests TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_reads_own_tenant ON scout.assessment_requests FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.assessment_requests TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (version) ON scout.assessment_requests TO scout_admin;
GRANT SELECT ON scout.assessment_requests TO scout_assessor;
GRANT SELECT (tenant_id, version), DELETE ON scout.assessment_requests TO scout_definer;

-- The register of service accounts. known_by: how Scout knows that it is one. owner to contract_revision are people's. A contract in force
-- is kept apart from its draft: until an admin approves the draft, the contract before holds. The revision counts changes of either, so that
-- nobody approves what they have not seen.
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
  contract_drafted_by text,
  contract_drafted_at timestamptz,
  contract_approved_by text,
  contract_approved_at timestamptz,
  contract_draft jsonb,
  contract_revision integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, account_key),
  CONSTRAINT service_accounts_contract_approved CHECK ((contract IS NULL) = (contract_approved_at IS NULL)),
  CONSTRAINT service_accounts_contract_draft_size CHECK (octet_length(contract_draft::text) <= 262144),
  CONSTRAINT service_accounts_contract_drafted CHECK ((contract_draft IS NULL) = (contract_drafted_at IS NULL)),
  CONSTRAINT service_accounts_contract_size CHECK (octet_length(contract::text) <= 262144)
);
CREATE INDEX service_accounts_last_seen ON scout.service_accounts (tenant_id, last_seen DESC);
ALTER TABLE scout.service_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.service_accounts TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.service_accounts TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Agents get the names of their organization's service accounts with the response to a heartbeat.
CREATE POLICY ingest_reads_own_tenant ON scout.service_accounts FOR SELECT TO scout_ingest
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.service_accounts TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.service_accounts TO scout_definer USING (true) WITH CHECK (true);
-- Admins alone edit the register.
GRANT SELECT ON scout.service_accounts TO scout_member;
GRANT SELECT, INSERT, UPDATE (name, known_by, updated_at, owner, purpose, contract, contract_drafted_by, contract_drafted_at,
  contract_approved_by, contract_approved_at, contract_draft, contract_revision), DELETE ON scout.service_accounts TO scout_admin;
GRANT SELECT (tenant_id, account_key, known_by) ON scout.service_accounts TO scout_ingest;
GRANT SELECT, INSERT (tenant_id, account_key, name, known_by, first_seen, last_seen, created_at, updated_at), UPDATE (name, known_by,
  first_seen, last_seen, updated_at), DELETE ON scout.service_accounts TO scout_assessor;
GRANT SELECT (tenant_id), DELETE ON scout.service_accounts TO scout_definer;

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
-- The overview asks which accounts were refused, signed in to by a person, or started a program. Of service accounts these rows are few,
-- so that only their writes cost more.
CREATE INDEX account_activity_interactive ON scout.account_activity (tenant_id, account_key, hour) WHERE kind IN ('logon:2', 'logon:10');
CREATE INDEX account_activity_refused ON scout.account_activity (tenant_id, account_key, hour) WHERE kind LIKE 'refused%';
CREATE INDEX account_activity_started ON scout.account_activity (tenant_id, account_key, hour) WHERE kind IN ('process', 'command');
ALTER TABLE scout.account_activity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.account_activity TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.account_activity TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.account_activity TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.account_activity TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.account_activity TO scout_member, scout_admin;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.account_activity TO scout_assessor;
GRANT SELECT (tenant_id, hour), DELETE ON scout.account_activity TO scout_definer;

-- An expiring permission for what would be a case. Lists hold patterns with *; an empty list permits any.
CREATE TABLE scout.case_exceptions (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  exception_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL CHECK (char_length(account_key) BETWEEN 1 AND 1024),
  kinds text[] NOT NULL DEFAULT '{}' CHECK (cardinality(kinds) <= 50),
  sources text[] NOT NULL DEFAULT '{}' CHECK (cardinality(sources) <= 50),
  destinations text[] NOT NULL DEFAULT '{}' CHECK (cardinality(destinations) <= 50),
  persons text[] NOT NULL DEFAULT '{}' CHECK (cardinality(persons) <= 50),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 2000),
  created_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  approved_by text CHECK (char_length(approved_by) BETWEEN 1 AND 254),
  approved_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  PRIMARY KEY (tenant_id, exception_id),
  CHECK (ends_at > starts_at)
);
CREATE INDEX case_exceptions_account ON scout.case_exceptions (tenant_id, account_key, ends_at);
ALTER TABLE scout.case_exceptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.case_exceptions TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.case_exceptions TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.case_exceptions TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.case_exceptions TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.case_exceptions TO scout_member, scout_assessor;
GRANT SELECT, INSERT, UPDATE (ends_at, approved_by, approved_at, ended_by, ended_at) ON scout.case_exceptions TO scout_admin;
GRANT SELECT (tenant_id, exception_id, starts_at, ends_at, approved_at, ended_at), DELETE ON scout.case_exceptions TO scout_definer;

-- A case belongs to one account. case_key is made of what it is about, so that assessing again finds it again. The columns up to changed_in
-- follow from its findings, status to touched_at are people's; changed_in is set by every change. excused: of findings alone that
-- exceptions permit; it is on no list of what is to do.
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
  excused boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, case_id),
  UNIQUE (tenant_id, case_key),
  UNIQUE (tenant_id, number),
  CHECK ((status = 'closed') = (closed_as IS NOT NULL))
);
CREATE INDEX cases_account ON scout.cases (tenant_id, account_key, last_seen DESC);
CREATE INDEX cases_changed_in ON scout.cases (tenant_id, changed_in);
CREATE INDEX cases_newest ON scout.cases (tenant_id, last_seen DESC, case_id);
ALTER TABLE scout.cases ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.cases TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.cases TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.cases TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_reads_own_tenant ON scout.cases FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.cases TO scout_definer USING (true) WITH CHECK (true);
-- Members and admins work on cases.
GRANT UPDATE (updated_at, changed_in, status, closed_as, close_reason, closed_at, assignee, touched_at) ON scout.cases TO scout_member,
  scout_admin;
GRANT SELECT ON scout.cases TO scout_member, scout_admin;
GRANT SELECT, INSERT (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, person, person_level,
  persons, accounts, sources, destinations, reasons, findings, first_seen, last_seen, opened_at, created_at, graver_at, updated_at,
  changed_in, excused), UPDATE (severity, score, sentence, person, person_level, persons, accounts, sources, destinations, reasons,
  findings, first_seen, last_seen, opened_at, graver_at, updated_at, changed_in, excused), DELETE ON scout.cases TO scout_assessor;
GRANT SELECT (tenant_id, case_id, number, account, kind, severity, score, sentence, person_level, persons, sources, destinations, reasons,
  first_seen, last_seen, status, closed_at) ON scout.cases TO scout_alerts;
GRANT SELECT (tenant_id, case_id, last_seen, touched_at), DELETE ON scout.cases TO scout_definer;

-- One observation of a case. hour: in which it was judged; going back to an hour writes the findings of that hour and later ones anew.
-- events: the evidence, [{"id", "record_id", "time"}] with the identity by which an event is asked for. excused_by: the exception that
-- permits it.
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
  statement jsonb,
  excused_by uuid,
  PRIMARY KEY (tenant_id, finding_id),
  CONSTRAINT findings_excused_by_fkey FOREIGN KEY (tenant_id, excused_by) REFERENCES scout.case_exceptions (tenant_id, exception_id) ON DELETE
    SET NULL (excused_by),
  FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases (tenant_id, case_id) ON DELETE CASCADE
);
CREATE INDEX findings_case ON scout.findings (tenant_id, case_id, occurred_at);
CREATE INDEX findings_excused ON scout.findings (tenant_id, excused_by) WHERE excused_by IS NOT NULL;
CREATE INDEX findings_hour ON scout.findings (tenant_id, hour);
-- The verdicts of a window, for the AI-Powered Incident Risk panel.
CREATE INDEX findings_newest ON scout.findings (tenant_id, occurred_at);
ALTER TABLE scout.findings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.findings TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.findings TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.findings TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY alerts_reads_own_tenant ON scout.findings FOR SELECT TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.findings TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.findings TO scout_member, scout_admin;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.findings TO scout_assessor;
GRANT SELECT (tenant_id, case_id, kind) ON scout.findings TO scout_alerts;
GRANT SELECT (tenant_id, occurred_at), DELETE ON scout.findings TO scout_definer;

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
ALTER TABLE scout.case_comments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.case_comments TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.case_comments TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_own_tenant ON scout.case_comments TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.case_comments TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON scout.case_comments TO scout_member, scout_admin;
GRANT SELECT ON scout.case_comments TO scout_assessor;
GRANT SELECT (tenant_id, case_id), DELETE ON scout.case_comments TO scout_definer;

-- What people decided about a case, beside their comments: an entry for each change of its status or assignee.
CREATE TABLE scout.case_changes (
  tenant_id uuid NOT NULL,
  change_id uuid NOT NULL,
  case_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('acknowledged', 'closed', 'reopened', 'assigned')),
  author text NOT NULL,
  reason text CHECK (char_length(reason) <= 2000),
  closed_as text COLLATE "C" CHECK (closed_as IN ('misuse', 'expected', 'false')),
  assignee text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, change_id),
  FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases (tenant_id, case_id),
  CHECK ((kind = 'closed') = (closed_as IS NOT NULL))
);
CREATE INDEX case_changes_case ON scout.case_changes (tenant_id, case_id, created_at);
ALTER TABLE scout.case_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own_tenant ON scout.case_changes TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.case_changes TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_reads_own_tenant ON scout.case_changes FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.case_changes TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON scout.case_changes TO scout_member, scout_admin;
GRANT SELECT ON scout.case_changes TO scout_assessor;
GRANT SELECT (tenant_id, case_id), DELETE ON scout.case_changes TO scout_definer;

-- Filters of a list under a name, for one person. The foreign key sees to it that they go with the membership.
CREATE TABLE scout.saved_views (
  tenant_id uuid NOT NULL,
  user_id text NOT NULL,
  email text NOT NULL,
  page text COLLATE "C" NOT NULL CHECK (page IN ('cases', 'accounts')),
  name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  query text NOT NULL CHECK (char_length(query) <= 1000),
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, page, name),
  FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships (tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX saved_views_membership ON scout.saved_views (tenant_id, email, user_id);
ALTER TABLE scout.saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_own ON scout.saved_views TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND user_id = nullif(current_setting('scout.user_id', true),
    ''))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND user_id = nullif(current_setting('scout.user_id',
    true), ''));
CREATE POLICY definer_all ON scout.saved_views TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT (tenant_id, user_id, email, page, name, query, saved_at), UPDATE (query, saved_at), DELETE ON scout.saved_views
  TO scout_member;
GRANT SELECT (tenant_id), DELETE ON scout.saved_views TO scout_definer;

-- Changes whenever an exception of the organization is made, approved or ended.
CREATE FUNCTION scout.exceptions_of(p_tenant_id uuid) RETURNS text
LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT coalesce(md5(string_agg(concat_ws(' ', exception_id, extract(epoch FROM starts_at), extract(epoch FROM ends_at),
    extract(epoch FROM ended_at)), ',' ORDER BY exception_id)), '')
  FROM scout.case_exceptions WHERE tenant_id = p_tenant_id AND approved_at IS NOT NULL
$$;
REVOKE ALL ON FUNCTION scout.exceptions_of FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.exceptions_of TO scout_assessor, scout_definer;

SET LOCAL ROLE scout_definer;

-- Organizations with parts that were not read yet, with something due, or with a change that was not assessed.
CREATE FUNCTION scout.tenants_to_assess(p_now timestamptz) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.assessments a ON a.tenant_id = t.tenant_id
  WHERE a.due_at <= p_now OR a.exceptions <> scout.exceptions_of(t.tenant_id) OR EXISTS (
    SELECT FROM scout.assessment_requests r WHERE r.tenant_id = t.tenant_id AND r.version IS DISTINCT FROM coalesce(a.requested, 0))
  OR EXISTS (
    SELECT FROM scout.activity_parts p WHERE p.tenant_id = t.tenant_id AND (a.read_through IS NULL
      OR pg_snapshot_xmax(a.read_through) > pg_snapshot_xmax(pg_current_snapshot())
      OR p.stored_in >= pg_snapshot_xmin(a.read_through) AND NOT pg_visible_in_snapshot(p.stored_in, a.read_through)))
$$;
REVOKE ALL ON FUNCTION scout.tenants_to_assess FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.tenants_to_assess TO scout_assessor;

-- Deletes the activity of batches that are not in the ledger any more: removing the sample from an organization that stays takes the activity
-- of its agents along. What was found in it has to be judged anew in the same transaction.
CREATE FUNCTION scout.delete_lost_activity(p_tenant_id uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  DELETE FROM scout.activity_parts p WHERE p.tenant_id = p_tenant_id AND NOT EXISTS (
    SELECT FROM scout.batches b WHERE b.tenant_id = p_tenant_id AND b.batch_id = p.batch_id)
$$;
REVOKE ALL ON FUNCTION scout.delete_lost_activity FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_lost_activity TO scout_operator;

RESET ROLE;
