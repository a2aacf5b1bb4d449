-- Monthly reports, and reviews of service accounts.

-- Monthly reports: who has switched them on, and the last month of which each was mailed. scout_alerts mails them, as it does alerts. The
-- address of a choice is that of the person's own membership, which a foreign key sees to: policies ask no other table. Links in the
-- reports end them: each choice has an id for them, and a key of 32 bytes that signs them (244 bits of them random).
CREATE TABLE scout.report_subscriptions (
  tenant_id uuid NOT NULL,
  email text NOT NULL CHECK (email = lower(email)),
  user_id text,
  receives boolean NOT NULL,
  mailed_month text COLLATE "C" NOT NULL CHECK (mailed_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  updated_at timestamptz NOT NULL DEFAULT now(),
  subscription_id uuid NOT NULL DEFAULT gen_random_uuid(),
  link_key bytea NOT NULL DEFAULT decode(replace((gen_random_uuid()::text || gen_random_uuid()::text), '-', ''), 'hex') CHECK
    (octet_length(link_key) = 32),
  PRIMARY KEY (tenant_id, email),
  UNIQUE (tenant_id, subscription_id),
  FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships (tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX report_subscriptions_waiting ON scout.report_subscriptions (mailed_month) WHERE receives;
ALTER TABLE scout.report_subscriptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- Members choose for themselves alone.
CREATE POLICY member_own ON scout.report_subscriptions TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND user_id = nullif(current_setting('scout.user_id', true),
    ''))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND user_id = nullif(current_setting('scout.user_id',
    true), ''));
-- It looks in all organizations for reports that are due, and mails them in one.
CREATE POLICY alerts_reads ON scout.report_subscriptions FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_changes_own_tenant ON scout.report_subscriptions FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.report_subscriptions TO scout_definer USING (true) WITH CHECK (true);
-- Members need no key.
GRANT SELECT (tenant_id, email, user_id, receives, mailed_month, updated_at), INSERT (tenant_id, email, user_id, receives, mailed_month,
  updated_at), UPDATE (receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_member;
GRANT SELECT, UPDATE (receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.report_subscriptions TO scout_definer;

-- Reviews of service accounts by their owners (PCI DSS 7.2.5.1). Accounts and owners are those of the register when the review began.
-- Once closed neither changes any more: is_open goes along to the accounts, whose policies ask no other table.
CREATE TABLE scout.owner_reviews (
  tenant_id uuid NOT NULL REFERENCES scout.tenants,
  number integer NOT NULL CHECK (number > 0),
  started_at timestamptz NOT NULL,
  started_by text NOT NULL CHECK (char_length(started_by) <= 254),
  due_at timestamptz NOT NULL,
  -- Accounts that there were too many of.
  left_out integer NOT NULL DEFAULT 0,
  reminders integer NOT NULL DEFAULT 0,
  -- Null: no further one.
  remind_at timestamptz,
  is_open boolean NOT NULL DEFAULT true,
  closed_at timestamptz,
  -- Null while it is open, and of one that closed because everything was decided.
  closed_by text CHECK (char_length(closed_by) <= 254),
  -- Of the record: the organization's name then, and the last hash.
  organization text,
  head text CHECK (head ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (tenant_id, number),
  UNIQUE (tenant_id, number, is_open),
  CHECK (is_open = (closed_at IS NULL) AND is_open = (head IS NULL) AND is_open = (organization IS NULL)),
  CHECK (NOT is_open OR closed_by IS NULL)
);
-- One at a time.
CREATE UNIQUE INDEX owner_reviews_open ON scout.owner_reviews (tenant_id) WHERE is_open;
ALTER TABLE scout.owner_reviews ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.owner_reviews FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_reads_own_tenant ON scout.owner_reviews FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_to_own_tenant ON scout.owner_reviews FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open);
CREATE POLICY admin_closes_of_own_tenant ON scout.owner_reviews FOR UPDATE TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Alerts look in all organizations for what is due; they remind, and close what is decided, in one.
CREATE POLICY alerts_reads ON scout.owner_reviews FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_closes_of_own_tenant ON scout.owner_reviews FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY definer_all ON scout.owner_reviews TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT ON scout.owner_reviews TO scout_member;
GRANT SELECT, INSERT (tenant_id, number, started_at, started_by, due_at, left_out, remind_at), UPDATE (is_open, closed_at, closed_by,
  organization, head) ON scout.owner_reviews TO scout_admin;
GRANT SELECT, UPDATE (reminders, remind_at, is_open, closed_at, closed_by, organization, head) ON scout.owner_reviews TO scout_alerts;
GRANT SELECT (tenant_id, number, started_at), DELETE ON scout.owner_reviews TO scout_definer;

CREATE TABLE scout.owner_review_accounts (
  tenant_id uuid NOT NULL,
  number integer NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  is_open boolean NOT NULL DEFAULT true,
  account text COLLATE "C" NOT NULL,
  -- As the register named the owner; null: nobody, and nothing is decided.
  owner text CHECK (char_length(owner) <= 254),
  -- The owner as an active member; null: an admin answers.
  asked_email text CHECK (char_length(asked_email) <= 254),
  asked_user_id text,
  decision text CHECK (decision IN ('keep', 'change', 'remove')),
  comment text CHECK (char_length(comment) <= 1000),
  decided_at timestamptz,
  decided_by text CHECK (char_length(decided_by) <= 254),
  PRIMARY KEY (tenant_id, number, account_key),
  FOREIGN KEY (tenant_id, number, is_open) REFERENCES scout.owner_reviews (tenant_id, number, is_open) ON UPDATE CASCADE ON DELETE CASCADE,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK (decision IS NOT NULL OR comment IS NULL),
  CHECK (owner IS NOT NULL OR decision IS NULL AND asked_email IS NULL),
  CHECK ((asked_email IS NULL) = (asked_user_id IS NULL))
);
CREATE INDEX owner_review_accounts_undecided ON scout.owner_review_accounts (tenant_id, number) WHERE owner IS NOT NULL AND decision IS
  NULL;
ALTER TABLE scout.owner_review_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY member_reads_own_tenant ON scout.owner_review_accounts FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Members decide about what they were asked for, while the review is open.
CREATE POLICY member_decides_own ON scout.owner_review_accounts FOR UPDATE TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open AND asked_user_id =
    nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY admin_reads_own_tenant ON scout.owner_review_accounts FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_to_own_tenant ON scout.owner_review_accounts FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open AND decision IS NULL);
CREATE POLICY admin_decides_of_own_tenant ON scout.owner_review_accounts FOR UPDATE TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open);
CREATE POLICY alerts_reads ON scout.owner_review_accounts FOR SELECT TO scout_alerts USING (true);
CREATE POLICY definer_all ON scout.owner_review_accounts TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT, UPDATE (decision, comment, decided_at, decided_by) ON scout.owner_review_accounts TO scout_member;
GRANT SELECT, INSERT (tenant_id, number, account_key, account, owner, asked_email, asked_user_id), UPDATE (decision, comment, decided_at,
  decided_by) ON scout.owner_review_accounts TO scout_admin;
GRANT SELECT ON scout.owner_review_accounts TO scout_alerts;
GRANT SELECT (tenant_id), DELETE ON scout.owner_review_accounts TO scout_definer;

SET LOCAL ROLE scout_definer;

-- Reviews go as old as the audit log, which names their heads.
CREATE FUNCTION scout.delete_expired_reviews(p_days integer, p_now timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET timezone = 'UTC'
AS $$
DECLARE
  v_reviews bigint;
BEGIN
  IF p_days IS NULL OR p_days < 365 THEN
    RAISE EXCEPTION 'Reviews are kept for at least a year' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.owner_reviews WHERE started_at < p_now::date - p_days;
  GET DIAGNOSTICS v_reviews = ROW_COUNT;
  RETURN v_reviews;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_reviews FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_reviews TO scout_operator;

RESET ROLE;
