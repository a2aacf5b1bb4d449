-- Owners of accounts: members who see the service accounts that are theirs, and nothing of others. The server changes into a role of their
-- own, which has no right that is not listed here: a table without a grant is refused, and a forgotten filter finds no other row.
ALTER TABLE scout.memberships DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role IN ('admin', 'member', 'analyst', 'auditor', 'owner'));

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'scout_account_owner') THEN
    BEGIN
      CREATE ROLE scout_account_owner NOLOGIN NOINHERIT;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN NULL; -- another database of this cluster was first
    END;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA scout TO scout_account_owner;

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

-- The confirmed address of the caller, while the caller is an active owner of accounts.
CREATE FUNCTION scout.account_owner_address()
RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
AS $$
  SELECT m.email FROM scout.memberships m
  WHERE m.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND m.user_id = nullif(current_setting('scout.user_id', true), '') AND m.role = 'owner' AND m.status = 'active'
$$;
REVOKE ALL ON FUNCTION scout.account_owner_address FROM PUBLIC;
GRANT EXECUTE ON FUNCTION scout.account_owner_address TO scout_account_owner;

RESET ROLE;
REVOKE CREATE ON SCHEMA scout FROM scout_definer;
DO $$
BEGIN
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
    EXECUTE format('REVOKE scout_definer FROM %I', current_user);
  END IF;
END
$$;

-- Accounts whose owner in the register is that address. Every policy below leads here.
CREATE POLICY account_owner_own ON scout.service_accounts FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND lower(btrim(owner)) = (SELECT scout.account_owner_address()));
CREATE POLICY account_owner_decides_own ON scout.service_accounts FOR UPDATE TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND lower(btrim(owner)) = (SELECT scout.account_owner_address()))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND lower(btrim(owner)) = (SELECT scout.account_owner_address()));
GRANT SELECT, UPDATE (contract, contract_approved_by, contract_approved_at, contract_draft, contract_drafted_by, contract_drafted_at,
  contract_revision) ON scout.service_accounts TO scout_account_owner;

CREATE POLICY account_owner_own ON scout.account_activity FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY account_owner_own ON scout.account_postures FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY account_owner_own ON scout.rc4_uses FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY account_owner_own ON scout.directory_accounts FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY account_owner_own ON scout.directories FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND directory_id IN (SELECT d.directory_id FROM scout.directory_accounts d));
GRANT SELECT ON scout.account_activity, scout.account_postures, scout.rc4_uses, scout.directory_accounts TO scout_account_owner;
GRANT SELECT (tenant_id, directory_id, name, synced_at, failing_since, domain, is_catalog) ON scout.directories TO scout_account_owner;

-- A case about several accounts names them all, so all have to be the caller's.
CREATE POLICY account_owner_own ON scout.cases FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s)
    AND (accounts = '[]' OR NOT EXISTS (SELECT FROM jsonb_array_elements_text(accounts) AS other (key)
      WHERE other.key COLLATE "C" NOT IN (SELECT s.account_key FROM scout.service_accounts s))));
CREATE POLICY account_owner_own ON scout.findings FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND case_id IN (SELECT c.case_id FROM scout.cases c)
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s)
    AND (accounts = '[]' OR NOT EXISTS (SELECT FROM jsonb_array_elements_text(accounts) AS other (key)
      WHERE other.key COLLATE "C" NOT IN (SELECT s.account_key FROM scout.service_accounts s))));
CREATE POLICY account_owner_own ON scout.case_changes FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND case_id IN (SELECT c.case_id FROM scout.cases c));
CREATE POLICY account_owner_own ON scout.case_comments FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND case_id IN (SELECT c.case_id FROM scout.cases c));
CREATE POLICY account_owner_own ON scout.case_exceptions FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND exception_id IN (SELECT f.excused_by FROM scout.findings f));
GRANT SELECT ON scout.cases, scout.findings, scout.case_changes, scout.case_comments, scout.case_exceptions TO scout_account_owner;

-- Events that name one of these accounts as the one that was used. One that names it elsewhere alone may be another account's.
CREATE POLICY account_owner_own ON scout.tenant_events FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND lower(split_part(regexp_replace(btrim(target_user_name), '^.*\\', ''), '@', 1)) COLLATE "C"
      IN (SELECT s.account_key FROM scout.service_accounts s));
GRANT SELECT (tenant_id, occurred_at, batch_id, batch_index, event_type, event_id, target_user_name, subject_user_name,
  system_context_computer_name, target_computer_name, source_info_workstation_name, source_host,
  process_information_new_process_name, process_information_command_line, process_name) ON scout.tenant_events TO scout_account_owner;

CREATE POLICY account_owner_own ON scout.owner_review_accounts FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY account_owner_decides_own ON scout.owner_review_accounts FOR UPDATE TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND is_open
    AND asked_user_id = nullif(current_setting('scout.user_id', true), '')
    AND account_key IN (SELECT s.account_key FROM scout.service_accounts s));
CREATE POLICY account_owner_own ON scout.owner_reviews FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND number IN (SELECT a.number FROM scout.owner_review_accounts a));
GRANT SELECT, UPDATE (decision, comment, decided_at, decided_by) ON scout.owner_review_accounts TO scout_account_owner;
GRANT SELECT ON scout.owner_reviews TO scout_account_owner;

-- The caller, and the people to whom cases of these accounts are assigned.
CREATE POLICY account_owner_own ON scout.memberships FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND (user_id = nullif(current_setting('scout.user_id', true), '') OR user_id IN (SELECT c.assignee FROM scout.cases c)));
CREATE POLICY account_owner_own ON scout.profiles FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY account_owner_adds_own ON scout.profiles FOR INSERT TO scout_account_owner
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY account_owner_changes_own ON scout.profiles FOR UPDATE TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY account_owner_own ON scout.saved_views TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
CREATE POLICY account_owner_own ON scout.api_tokens TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
GRANT SELECT ON scout.memberships TO scout_account_owner;
GRANT SELECT, INSERT, UPDATE (first_name, last_name, job_title, phone, updated_at) ON scout.profiles TO scout_account_owner;
GRANT SELECT, DELETE, INSERT (tenant_id, user_id, email, page, name, query, saved_at), UPDATE (query, saved_at)
  ON scout.saved_views TO scout_account_owner;
GRANT DELETE, INSERT (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at),
  SELECT (tenant_id, token_id, email, user_id, name, scopes, created_at, created_by, expires_at, last_used_at)
  ON scout.api_tokens TO scout_account_owner;

-- Of the organization: its name and plan, how far events are assessed, and which machines have an agent.
CREATE POLICY account_owner_own_tenant ON scout.tenants FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY account_owner_own_tenant ON scout.assessments FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY account_owner_own_tenant ON scout.activity_parts FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
CREATE POLICY account_owner_own_tenant ON scout.agents FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT (tenant_id, company_name, company_key, is_subscribed, receive_email_alerts, can_purchase_subscription, is_sample, created_at,
  updated_at, requires_second_factor, time_zone, trial_ends_at, trial_reminded_days, data_until, deletion_due_at, retention_days,
  former_retention_days, retention_shortens_at, counted_from) ON scout.tenants TO scout_account_owner;
GRANT SELECT (tenant_id, read_through, behind_since) ON scout.assessments TO scout_account_owner;
GRANT SELECT (tenant_id, stored_at, stored_in) ON scout.activity_parts TO scout_account_owner;
GRANT SELECT (tenant_id, host, revoked_at) ON scout.agents TO scout_account_owner;

-- An approved contract applies to stored activity, which is assessed again.
CREATE POLICY account_owner_own_tenant ON scout.assessment_requests TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid)
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
GRANT SELECT, INSERT, UPDATE (version) ON scout.assessment_requests TO scout_account_owner;
CREATE POLICY account_owner_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_account_owner
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid);
-- The entry of the own acceptance of an invitation is confirmed by its id.
CREATE POLICY account_owner_own ON scout.audit_logs FOR SELECT TO scout_account_owner
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND action = 'invite_accepted' AND target_email = (SELECT scout.account_owner_address()));
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device),
  SELECT (tenant_id, id, occurred_at, action, target_email) ON scout.audit_logs TO scout_account_owner;
