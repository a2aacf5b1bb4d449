-- Directories of organizations: what is read of Active Directory, and the last good state.

-- A directory, the account that signs in, and how far it was read. sync_id: of the attempt that runs until due_at or its end; no other
-- one may store anything. invocation_id and usn: how far that controller was read; without them, the next sync reads every entry.
CREATE TABLE scout.directories (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  directory_id uuid NOT NULL DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
  url text NOT NULL CHECK (char_length(url) BETWEEN 1 AND 300),
  bind_name text NOT NULL CHECK (char_length(bind_name) BETWEEN 1 AND 500),
  base text CHECK (char_length(base) BETWEEN 1 AND 1000),
  filter text CHECK (char_length(filter) BETWEEN 1 AND 2000),
  ca text CHECK (char_length(ca) BETWEEN 1 AND 20000),
  created_at timestamptz(3) NOT NULL,
  created_by text NOT NULL,
  due_at timestamptz(3) NOT NULL,
  sync_id uuid,
  attempted_at timestamptz(3),
  synced_at timestamptz(3),
  read_fully_at timestamptz(3),
  failing_since timestamptz(3),
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  problem text CHECK (char_length(problem) <= 300),
  domain text CHECK (char_length(domain) <= 300),
  invocation_id uuid,
  usn bigint,
  accounts integer NOT NULL DEFAULT 0,
  computers integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, directory_id),
  CHECK (num_nulls(invocation_id, usn) IN (0, 2)),
  CHECK (num_nulls(failing_since, problem) IN (0, 2))
);
CREATE INDEX directories_due ON scout.directories (due_at);
ALTER TABLE scout.directories ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.directories FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_own_tenant ON scout.directories TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.directories TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.directories TO scout_definer USING (true) WITH CHECK (true);
-- Members see how old the state is that they are shown, and not where it comes from.
GRANT SELECT (tenant_id, directory_id, name, domain, synced_at, failing_since) ON scout.directories TO scout_member;
-- Address and account of a directory never change: another controller or account is another directory with its own password.
GRANT SELECT, INSERT (tenant_id, name, url, bind_name, base, filter, ca, created_at, created_by, due_at),
  UPDATE (due_at, invocation_id, usn), DELETE ON scout.directories TO scout_admin;
GRANT SELECT, INSERT (tenant_id, name, url, bind_name, base, filter, ca, created_at, created_by, due_at),
  UPDATE (due_at, sync_id, attempted_at, synced_at, read_fully_at, failing_since, failures, problem, domain, invocation_id, usn,
    accounts, computers), DELETE ON scout.directories TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.directories TO scout_definer;

-- The password of the account that signs in, sealed with a key of the keyring.
CREATE TABLE scout.directory_secrets (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  directory_id uuid NOT NULL,
  sealed text NOT NULL CHECK (char_length(sealed) <= 4000),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, directory_id),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories (tenant_id, directory_id) ON DELETE CASCADE
);
ALTER TABLE scout.directory_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_adds_to_own_tenant ON scout.directory_secrets FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.directory_secrets TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.directory_secrets TO scout_definer USING (true) WITH CHECK (true);
-- Nobody is shown a password, admins included.
GRANT INSERT ON scout.directory_secrets TO scout_admin;
-- All are sealed anew when the operator changes the key.
GRANT SELECT, INSERT, UPDATE (sealed) ON scout.directory_secrets TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.directory_secrets TO scout_definer;

-- Accounts of a directory, as of its last good state. account_key: as in service_accounts. privileged_groups: nested ones resolved.
-- acted_for_by and password_readers: security identifiers.
CREATE TABLE scout.directory_accounts (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  directory_id uuid NOT NULL,
  object_guid uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL CHECK (char_length(account_key) BETWEEN 1 AND 256),
  name text NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('user', 'msa', 'gmsa', 'dmsa', 'trust')),
  sid text COLLATE "C",
  upn text,
  dn text NOT NULL,
  spns text[] NOT NULL,
  password_set_at timestamptz(3),
  last_logon_at timestamptz(3),
  created_at timestamptz(3),
  is_enabled boolean NOT NULL,
  password_never_expires boolean NOT NULL,
  without_preauthentication boolean NOT NULL,
  encryption_types integer,
  admin_count boolean NOT NULL,
  privileged_groups text[] NOT NULL DEFAULT '{}',
  delegation text COLLATE "C" NOT NULL CHECK (delegation IN ('none', 'unconstrained', 'constrained', 'any-protocol')),
  delegates_to text[] NOT NULL,
  acted_for_by text[] NOT NULL,
  password_readers text[] NOT NULL,
  replaced text,
  managed_by text,
  description text,
  PRIMARY KEY (tenant_id, directory_id, object_guid),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories (tenant_id, directory_id) ON DELETE CASCADE
);
CREATE INDEX directory_accounts_key ON scout.directory_accounts (tenant_id, account_key);
CREATE INDEX directory_accounts_sid ON scout.directory_accounts (tenant_id, directory_id, sid);
ALTER TABLE scout.directory_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.directory_accounts FOR SELECT TO scout_member, scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_reads_own_tenant ON scout.directory_accounts FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.directory_accounts TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.directory_accounts TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.directory_accounts TO scout_member, scout_admin, scout_assessor;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.directory_accounts TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.directory_accounts TO scout_definer;

-- Computers of a directory, as of its last good state. host_key: as machines are compared.
CREATE TABLE scout.directory_computers (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  directory_id uuid NOT NULL,
  object_guid uuid NOT NULL,
  host_key text COLLATE "C" NOT NULL CHECK (char_length(host_key) BETWEEN 1 AND 256),
  name text NOT NULL,
  sid text COLLATE "C",
  dns_name text,
  dn text NOT NULL,
  spns text[] NOT NULL,
  system text,
  system_version text,
  role text COLLATE "C" NOT NULL CHECK (role IN ('controller', 'server', 'workstation')),
  password_set_at timestamptz(3),
  last_logon_at timestamptz(3),
  created_at timestamptz(3),
  is_enabled boolean NOT NULL,
  encryption_types integer,
  delegation text COLLATE "C" NOT NULL CHECK (delegation IN ('none', 'unconstrained', 'constrained', 'any-protocol')),
  delegates_to text[] NOT NULL,
  acted_for_by text[] NOT NULL,
  managed_by text,
  description text,
  PRIMARY KEY (tenant_id, directory_id, object_guid),
  FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories (tenant_id, directory_id) ON DELETE CASCADE
);
CREATE INDEX directory_computers_key ON scout.directory_computers (tenant_id, host_key);
ALTER TABLE scout.directory_computers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.directory_computers FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY assessor_reads_own_tenant ON scout.directory_computers FOR SELECT TO scout_assessor
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.directory_computers TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.directory_computers TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.directory_computers TO scout_member, scout_assessor;
GRANT SELECT, INSERT, UPDATE, DELETE ON scout.directory_computers TO scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.directory_computers TO scout_definer;
