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
  FOREIGN KEY (tenant_id, number, is_open) REFERENCES scout.owner_reviews (tenant_id, number, is_open)
    ON DELETE CASCADE ON UPDATE CASCADE,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK (decision IS NOT NULL OR comment IS NULL),
  CHECK (owner IS NOT NULL OR (decision IS NULL AND asked_email IS NULL)),
  CHECK ((asked_email IS NULL) = (asked_user_id IS NULL))
);
CREATE INDEX owner_review_accounts_undecided ON scout.owner_review_accounts (tenant_id, number)
  WHERE owner IS NOT NULL AND decision IS NULL;
ALTER TABLE scout.owner_reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.owner_reviews FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.owner_review_accounts ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.owner_review_accounts FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.owner_reviews TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.owner_review_accounts TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.owner_reviews FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY member_reads_own_tenant ON scout.owner_review_accounts FOR SELECT TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- Members decide about what they were asked for, while the review is open.
CREATE POLICY member_decides_own ON scout.owner_review_accounts FOR UPDATE TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open
    AND asked_user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY admin_reads_own_tenant ON scout.owner_reviews FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_to_own_tenant ON scout.owner_reviews FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open);
CREATE POLICY admin_closes_of_own_tenant ON scout.owner_reviews FOR UPDATE TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_reads_own_tenant ON scout.owner_review_accounts FOR SELECT TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY admin_adds_to_own_tenant ON scout.owner_review_accounts FOR INSERT TO scout_admin
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open AND decision IS NULL);
CREATE POLICY admin_decides_of_own_tenant ON scout.owner_review_accounts FOR UPDATE TO scout_admin
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open);
-- Alerts look in all organizations for what is due; they remind, and close what is decided, in one.
CREATE POLICY alerts_reads ON scout.owner_reviews FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_reads ON scout.owner_review_accounts FOR SELECT TO scout_alerts USING (true);
CREATE POLICY alerts_closes_of_own_tenant ON scout.owner_reviews FOR UPDATE TO scout_alerts
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, number, started_at), DELETE ON scout.owner_reviews TO scout_definer;
GRANT SELECT (tenant_id), DELETE ON scout.owner_review_accounts TO scout_definer;
GRANT SELECT ON scout.owner_reviews, scout.owner_review_accounts TO scout_member, scout_admin, scout_alerts;
GRANT UPDATE (decision, comment, decided_at, decided_by) ON scout.owner_review_accounts TO scout_member, scout_admin;
GRANT INSERT (tenant_id, number, started_at, started_by, due_at, left_out, remind_at),
  UPDATE (is_open, closed_at, closed_by, organization, head) ON scout.owner_reviews TO scout_admin;
GRANT INSERT (tenant_id, number, account_key, account, owner, asked_email, asked_user_id) ON scout.owner_review_accounts TO scout_admin;
GRANT UPDATE (reminders, remind_at, is_open, closed_at, closed_by, organization, head) ON scout.owner_reviews TO scout_alerts;

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

-- Reviews go as old as the audit log, which names their heads.
CREATE FUNCTION scout.delete_expired_reviews(p_days integer) RETURNS bigint
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
  DELETE FROM scout.owner_reviews WHERE started_at < current_date - p_days;
  GET DIAGNOSTICS v_reviews = ROW_COUNT;
  RETURN v_reviews;
END
$$;
REVOKE ALL ON FUNCTION scout.delete_expired_reviews(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.delete_expired_reviews(integer) TO scout_operator;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;
