-- Organizations and the people in them.

CREATE TABLE scout.tenants (
  tenant_id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_name text NOT NULL CHECK (company_name <> ''),
  company_key text NOT NULL UNIQUE CHECK (company_key = lower(company_key)),
  is_subscribed boolean NOT NULL DEFAULT false,
  receive_email_alerts boolean NOT NULL DEFAULT true,
  can_purchase_subscription boolean NOT NULL DEFAULT false,
  is_sample boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE scout.tenants ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.tenants FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own ON scout.tenants FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.tenants TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.tenants TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.tenants TO scout_member;
GRANT SELECT, INSERT ON scout.tenants TO scout_operator;
GRANT UPDATE (company_name, company_key, is_subscribed, can_purchase_subscription, receive_email_alerts, updated_at)
  ON scout.tenants TO scout_operator;
GRANT SELECT (tenant_id, is_sample), DELETE ON scout.tenants TO scout_definer;

-- user_id stays null until the person behind the address has an account.
CREATE TABLE scout.memberships (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  email text NOT NULL CHECK (email = lower(email)),
  user_id text,
  role text NOT NULL CHECK (role IN ('admin', 'member')),
  status text NOT NULL CHECK (status IN ('active', 'pending')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, email)
);
CREATE INDEX memberships_user_id ON scout.memberships (user_id) WHERE user_id IS NOT NULL;
ALTER TABLE scout.memberships ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.memberships FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.memberships FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY operator_all ON scout.memberships TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.memberships TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.memberships TO scout_member;
GRANT SELECT, INSERT ON scout.memberships TO scout_operator;
GRANT UPDATE (user_id, role, status, updated_at) ON scout.memberships TO scout_operator;
GRANT SELECT, DELETE ON scout.memberships TO scout_definer;

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
ALTER TABLE scout.profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.profiles FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY member_adds_own ON scout.profiles FOR INSERT TO scout_member
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY member_changes_own ON scout.profiles FOR UPDATE TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY operator_all ON scout.profiles TO scout_operator USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.profiles TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON scout.profiles TO scout_member, scout_operator;
GRANT UPDATE (first_name, last_name, job_title, phone, updated_at) ON scout.profiles TO scout_member, scout_operator;
GRANT SELECT (tenant_id), DELETE ON scout.profiles TO scout_definer;
