-- What db/migrations make of an empty database. Written by `npm run db:schema`; do not edit.

CREATE ROLE scout_account_owner NOLOGIN NOINHERIT;
CREATE ROLE scout_admin NOLOGIN NOINHERIT;
CREATE ROLE scout_alerts NOLOGIN NOINHERIT;
CREATE ROLE scout_assessor NOLOGIN NOINHERIT;
CREATE ROLE scout_auth NOLOGIN NOINHERIT;
CREATE ROLE scout_definer NOLOGIN NOINHERIT;
CREATE ROLE scout_ingest NOLOGIN NOINHERIT;
CREATE ROLE scout_jobs NOLOGIN NOINHERIT;
CREATE ROLE scout_judge NOLOGIN NOINHERIT;
CREATE ROLE scout_member NOLOGIN NOINHERIT;
CREATE ROLE scout_operator NOLOGIN NOINHERIT;
CREATE ROLE scout_visitor NOLOGIN NOINHERIT;



-- Schema auth

GRANT USAGE ON SCHEMA auth TO scout_auth;

CREATE TABLE auth.account (
  id text NOT NULL,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  password text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT account_pkey PRIMARY KEY (id),
  CONSTRAINT account_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX account_user_id ON auth.account USING btree (user_id);
ALTER TABLE auth.account ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.account FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.account FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.account TO scout_auth;

CREATE TABLE auth.confirmations (
  confirmation_id uuid NOT NULL,
  user_id text NOT NULL,
  password text,
  first_name text,
  last_name text,
  company_name text,
  code_hash bytea NOT NULL,
  token_hash bytea NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT confirmations_pkey PRIMARY KEY (confirmation_id),
  CONSTRAINT confirmations_token_hash_key UNIQUE (token_hash),
  CONSTRAINT confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX confirmations_user_id ON auth.confirmations USING btree (user_id);
ALTER TABLE auth.confirmations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.confirmations FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.confirmations FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.confirmations TO scout_auth;

CREATE TABLE auth.devices (
  user_id text NOT NULL,
  device_hash bytea NOT NULL,
  first_seen_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone NOT NULL,
  CONSTRAINT devices_pkey PRIMARY KEY (user_id, device_hash),
  CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
ALTER TABLE auth.devices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.devices FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.devices FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.devices TO scout_auth;

CREATE TABLE auth.factors (
  user_id text NOT NULL,
  factor_id uuid NOT NULL,
  factor_type text NOT NULL,
  status text NOT NULL,
  friendly_name text NOT NULL,
  secret text NOT NULL,
  last_used_step bigint,
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT factors_pkey PRIMARY KEY (user_id, factor_id),
  CONSTRAINT factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  CONSTRAINT factors_factor_type_check CHECK ((factor_type = ANY (ARRAY['totp'::text, 'phone'::text]))),
  CONSTRAINT factors_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text])))
);
ALTER TABLE auth.factors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.factors FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.factors FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.factors TO scout_auth;

CREATE TABLE auth.jwks (
  id text NOT NULL,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  alg text,
  crv text,
  CONSTRAINT jwks_pkey PRIMARY KEY (id)
);
ALTER TABLE auth.jwks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.jwks FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.jwks FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.jwks TO scout_auth;

CREATE TABLE auth.keys (
  purpose text NOT NULL,
  key_id text NOT NULL,
  material text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  used_from timestamp with time zone NOT NULL,
  expires_at timestamp with time zone,
  CONSTRAINT keys_pkey PRIMARY KEY (purpose, key_id),
  CONSTRAINT keys_key_id_check CHECK ((key_id ~ '^[A-Za-z0-9_-]{1,16}$'::text)),
  CONSTRAINT keys_purpose_check CHECK ((purpose = ANY (ARRAY['secrets'::text, 'mail'::text, 'codes'::text, 'challenges'::text, 'downloads'::text, 'cursors'::text])))
);
ALTER TABLE auth.keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.keys FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.keys FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.keys TO scout_auth;

CREATE TABLE auth.passkey_challenges (
  challenge_hash bytea NOT NULL,
  purpose text NOT NULL,
  bound_to bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash),
  CONSTRAINT passkey_challenges_bound_to_check CHECK ((length(bound_to) = 32)),
  CONSTRAINT passkey_challenges_challenge_hash_check CHECK ((length(challenge_hash) = 32)),
  CONSTRAINT passkey_challenges_purpose_check CHECK ((purpose = ANY (ARRAY['add'::text, 'prove'::text, 'sign-in'::text])))
);
CREATE INDEX passkey_challenges_bound_to ON auth.passkey_challenges USING btree (bound_to);
CREATE INDEX passkey_challenges_expires ON auth.passkey_challenges USING btree (expires_at);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.passkey_challenges FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.passkey_challenges FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON auth.passkey_challenges TO scout_auth;

CREATE TABLE auth.passkeys (
  passkey_id uuid NOT NULL,
  user_id text NOT NULL,
  credential_id text COLLATE "C" NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  backed_up boolean NOT NULL,
  friendly_name text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (passkey_id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE,
  CONSTRAINT passkeys_counter_check CHECK ((counter >= 0)),
  CONSTRAINT passkeys_credential_id_check CHECK (((char_length(credential_id) >= 1) AND (char_length(credential_id) <= 1400))),
  CONSTRAINT passkeys_friendly_name_check CHECK (((char_length(friendly_name) >= 1) AND (char_length(friendly_name) <= 100))),
  CONSTRAINT passkeys_public_key_check CHECK (((length(public_key) >= 1) AND (length(public_key) <= 4096))),
  CONSTRAINT passkeys_transports_check CHECK ((cardinality(transports) <= 10))
);
CREATE INDEX passkeys_user_id ON auth.passkeys USING btree (user_id);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.passkeys FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.passkeys FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.passkeys TO scout_auth;

CREATE TABLE auth.password_resets (
  user_id text NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT password_resets_pkey PRIMARY KEY (user_id),
  CONSTRAINT password_resets_token_hash_key UNIQUE (token_hash),
  CONSTRAINT password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
ALTER TABLE auth.password_resets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.password_resets FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.password_resets FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.password_resets TO scout_auth;

CREATE TABLE auth.rate_limits (
  key text NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
ALTER TABLE auth.rate_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.rate_limits FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.rate_limits FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.rate_limits TO scout_auth;

CREATE TABLE auth.recovery_codes (
  user_id text NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamp with time zone,
  key_id text NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.recovery_codes FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.recovery_codes FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.recovery_codes TO scout_auth;

CREATE TABLE auth.session (
  id text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  token text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  ip_address text,
  user_agent text,
  user_id text NOT NULL,
  second_factor_at timestamp with time zone,
  previous_sign_in_at timestamp with time zone,
  CONSTRAINT session_pkey PRIMARY KEY (id),
  CONSTRAINT session_token_key UNIQUE (token),
  CONSTRAINT session_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth."user"(id) ON DELETE CASCADE
);
CREATE INDEX session_user_id ON auth.session USING btree (user_id);
ALTER TABLE auth.session ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.session FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.session FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.session TO scout_auth;

CREATE TABLE auth.sso_assertions (
  tenant_id uuid NOT NULL,
  assertion_hash bytea NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT sso_assertions_pkey PRIMARY KEY (tenant_id, assertion_hash),
  CONSTRAINT sso_assertions_assertion_hash_check CHECK ((length(assertion_hash) = 32))
);
CREATE INDEX sso_assertions_expires ON auth.sso_assertions USING btree (expires_at);
ALTER TABLE auth.sso_assertions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.sso_assertions FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.sso_assertions FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON auth.sso_assertions TO scout_auth;

CREATE TABLE auth.sso_attempts (
  state_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  tester text,
  expires_at timestamp with time zone NOT NULL,
  proven jsonb,
  CONSTRAINT sso_attempts_pkey PRIMARY KEY (state_hash),
  CONSTRAINT sso_attempts_tester_fkey FOREIGN KEY (tester) REFERENCES auth."user"(id) ON DELETE CASCADE,
  CONSTRAINT sso_attempts_browser_hash_check CHECK ((length(browser_hash) = 32)),
  CONSTRAINT sso_attempts_proven_check CHECK ((octet_length((proven)::text) <= 32000)),
  CONSTRAINT sso_attempts_state_hash_check CHECK ((length(state_hash) = 32))
);
CREATE INDEX sso_attempts_expires ON auth.sso_attempts USING btree (expires_at);
CREATE INDEX sso_attempts_tester ON auth.sso_attempts USING btree (tester);
ALTER TABLE auth.sso_attempts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.sso_attempts FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.sso_attempts FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sso_attempts TO scout_auth;

CREATE TABLE auth.sso_sessions (
  session_id text NOT NULL,
  tenant_id uuid NOT NULL,
  connection_id uuid NOT NULL,
  subject text COLLATE "C" NOT NULL,
  sid text COLLATE "C",
  end_session_url text,
  CONSTRAINT sso_sessions_pkey PRIMARY KEY (session_id),
  CONSTRAINT sso_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.session(id) ON DELETE CASCADE,
  CONSTRAINT sso_sessions_end_session_url_check CHECK ((char_length(end_session_url) <= 2000)),
  CONSTRAINT sso_sessions_sid_check CHECK ((char_length(sid) <= 255))
);
CREATE INDEX sso_sessions_sid ON auth.sso_sessions USING btree (tenant_id, connection_id, sid);
CREATE INDEX sso_sessions_subject ON auth.sso_sessions USING btree (tenant_id, connection_id, subject);
ALTER TABLE auth.sso_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.sso_sessions FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.sso_sessions FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.sso_sessions TO scout_auth;

CREATE TABLE auth."user" (
  id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  email_verified boolean DEFAULT false NOT NULL,
  image text,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  email_confirmed_at timestamp with time zone,
  last_sign_in_at timestamp with time zone,
  first_name text,
  company_name text,
  alert_recipient_email text,
  CONSTRAINT user_pkey PRIMARY KEY (id),
  CONSTRAINT user_email_key UNIQUE (email),
  CONSTRAINT user_email_check CHECK ((email = lower(email)))
);
ALTER TABLE auth."user" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth."user" FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth."user" FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth."user" TO scout_auth;

CREATE TABLE auth.verification (
  id text NOT NULL,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT verification_pkey PRIMARY KEY (id)
);
CREATE INDEX verification_identifier ON auth.verification USING btree (identifier);
ALTER TABLE auth.verification ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.verification FOR ALL TO scout_auth
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON auth.verification FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON auth.verification TO scout_auth;

-- Schema pgboss

GRANT USAGE ON SCHEMA pgboss TO scout_jobs;

CREATE TABLE pgboss.bam (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  version integer NOT NULL,
  status text DEFAULT 'pending'::text NOT NULL,
  queue text,
  table_name text NOT NULL,
  command text NOT NULL,
  error text,
  created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
  started_on timestamp with time zone,
  completed_on timestamp with time zone,
  CONSTRAINT bam_pkey PRIMARY KEY (id)
);
ALTER TABLE pgboss.bam ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.bam FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.bam FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON pgboss.bam TO scout_jobs;

CREATE TABLE pgboss.job (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  priority integer DEFAULT 0 NOT NULL,
  data jsonb,
  state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
  retry_limit integer DEFAULT 2 NOT NULL,
  retry_count integer DEFAULT 0 NOT NULL,
  retry_delay integer DEFAULT 0 NOT NULL,
  retry_backoff boolean DEFAULT false NOT NULL,
  retry_delay_max integer,
  expire_seconds integer DEFAULT 900 NOT NULL,
  deletion_seconds integer DEFAULT 604800 NOT NULL,
  singleton_key text,
  singleton_on timestamp without time zone,
  group_id text,
  group_tier text,
  start_after timestamp with time zone DEFAULT now() NOT NULL,
  created_on timestamp with time zone DEFAULT now() NOT NULL,
  started_on timestamp with time zone,
  completed_on timestamp with time zone,
  keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
  output jsonb,
  dead_letter text,
  policy text,
  heartbeat_on timestamp with time zone,
  heartbeat_seconds integer,
  blocked boolean DEFAULT false NOT NULL,
  blocking boolean DEFAULT false NOT NULL,
  pending_dependencies integer DEFAULT 0 NOT NULL,
  source_name text,
  source_id uuid,
  source_created_on timestamp with time zone,
  source_retry_count integer,
  source_output jsonb,
  source_root_id uuid,
  CONSTRAINT job_pkey PRIMARY KEY (name, id)
) PARTITION BY LIST (name);
-- partitions: job_common DEFAULT
ALTER TABLE pgboss.job ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.job FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.job FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON pgboss.job TO scout_jobs;

CREATE TABLE pgboss.job_common (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  priority integer DEFAULT 0 NOT NULL,
  data jsonb,
  state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
  retry_limit integer DEFAULT 2 NOT NULL,
  retry_count integer DEFAULT 0 NOT NULL,
  retry_delay integer DEFAULT 0 NOT NULL,
  retry_backoff boolean DEFAULT false NOT NULL,
  retry_delay_max integer,
  expire_seconds integer DEFAULT 900 NOT NULL,
  deletion_seconds integer DEFAULT 604800 NOT NULL,
  singleton_key text,
  singleton_on timestamp without time zone,
  group_id text,
  group_tier text,
  start_after timestamp with time zone DEFAULT now() NOT NULL,
  created_on timestamp with time zone DEFAULT now() NOT NULL,
  started_on timestamp with time zone,
  completed_on timestamp with time zone,
  keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
  output jsonb,
  dead_letter text,
  policy text,
  heartbeat_on timestamp with time zone,
  heartbeat_seconds integer,
  blocked boolean DEFAULT false NOT NULL,
  blocking boolean DEFAULT false NOT NULL,
  pending_dependencies integer DEFAULT 0 NOT NULL,
  source_name text,
  source_id uuid,
  source_created_on timestamp with time zone,
  source_retry_count integer,
  source_output jsonb,
  source_root_id uuid,
  CONSTRAINT job_common_pkey PRIMARY KEY (name, id),
  CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);
CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));
CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));
CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);
CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));
CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));
CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));
CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));
CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));
CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));
CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));
ALTER TABLE pgboss.job_common ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.job_common FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.job_common FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON pgboss.job_common TO scout_jobs;

CREATE TABLE pgboss.job_dependency (
  child_name text NOT NULL,
  child_id uuid NOT NULL,
  parent_name text NOT NULL,
  parent_id uuid NOT NULL,
  CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id)
);
CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);
ALTER TABLE pgboss.job_dependency ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.job_dependency FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.job_dependency FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON pgboss.job_dependency TO scout_jobs;

CREATE TABLE pgboss.queue (
  name text NOT NULL,
  policy text NOT NULL,
  retry_limit integer NOT NULL,
  retry_delay integer NOT NULL,
  retry_backoff boolean NOT NULL,
  retry_delay_max integer,
  expire_seconds integer NOT NULL,
  retention_seconds integer NOT NULL,
  deletion_seconds integer NOT NULL,
  dead_letter text,
  partition boolean NOT NULL,
  table_name text NOT NULL,
  deferred_count integer DEFAULT 0 NOT NULL,
  queued_count integer DEFAULT 0 NOT NULL,
  ready_count integer DEFAULT 0 NOT NULL,
  warning_queued integer DEFAULT 0 NOT NULL,
  active_count integer DEFAULT 0 NOT NULL,
  failed_count integer DEFAULT 0 NOT NULL,
  total_count integer DEFAULT 0 NOT NULL,
  created_delta integer DEFAULT 0 NOT NULL,
  completed_delta integer DEFAULT 0 NOT NULL,
  failed_delta integer DEFAULT 0 NOT NULL,
  delta_on timestamp with time zone,
  delta_seconds integer,
  ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
  heartbeat_seconds integer,
  notify boolean DEFAULT false NOT NULL,
  singletons_active text[],
  monitor_claim_on timestamp with time zone,
  monitor_on timestamp with time zone,
  maintain_on timestamp with time zone,
  created_on timestamp with time zone DEFAULT now() NOT NULL,
  updated_on timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT queue_pkey PRIMARY KEY (name),
  CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name),
  CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);
ALTER TABLE pgboss.queue ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.queue FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.queue FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT INSERT, SELECT, UPDATE ON pgboss.queue TO scout_jobs;

CREATE TABLE pgboss.queue_stats (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  deferred_count integer DEFAULT 0 NOT NULL,
  queued_count integer DEFAULT 0 NOT NULL,
  ready_count integer DEFAULT 0 NOT NULL,
  active_count integer DEFAULT 0 NOT NULL,
  failed_count integer DEFAULT 0 NOT NULL,
  total_count integer DEFAULT 0 NOT NULL,
  created_delta integer,
  completed_delta integer,
  failed_delta integer,
  delta_seconds integer,
  delta_on timestamp with time zone,
  captured_on timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on)
) PARTITION BY RANGE (captured_on);
CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);
ALTER TABLE pgboss.queue_stats ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.queue_stats FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.queue_stats FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON pgboss.queue_stats TO scout_jobs;

CREATE TABLE pgboss.schedule (
  name text NOT NULL,
  key text DEFAULT ''::text NOT NULL,
  kind text DEFAULT 'cron'::text NOT NULL,
  cron text NOT NULL,
  timezone text DEFAULT 'UTC'::text,
  data jsonb,
  options jsonb,
  created_on timestamp with time zone DEFAULT now() NOT NULL,
  updated_on timestamp with time zone DEFAULT now() NOT NULL,
  last_job_id uuid,
  CONSTRAINT schedule_pkey PRIMARY KEY (name, key),
  CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE,
  CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);
ALTER TABLE pgboss.schedule ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.schedule FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.schedule FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON pgboss.schedule TO scout_jobs;

CREATE TABLE pgboss.subscription (
  event text NOT NULL,
  name text NOT NULL,
  created_on timestamp with time zone DEFAULT now() NOT NULL,
  updated_on timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT subscription_pkey PRIMARY KEY (event, name),
  CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE
);
ALTER TABLE pgboss.subscription ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.subscription FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.subscription FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON pgboss.subscription TO scout_jobs;

CREATE TABLE pgboss.version (
  version integer NOT NULL,
  cron_on timestamp with time zone,
  bam_on timestamp with time zone,
  flow_on timestamp with time zone,
  reindex_on timestamp with time zone,
  monitor_backoff_on timestamp with time zone,
  CONSTRAINT version_pkey PRIMARY KEY (version)
);
ALTER TABLE pgboss.version ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.version FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.version FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON pgboss.version TO scout_jobs;
GRANT UPDATE (flow_on, reindex_on, monitor_backoff_on) ON pgboss.version TO scout_jobs;

CREATE TABLE pgboss.warning (
  id uuid DEFAULT gen_random_uuid() NOT NULL,
  type text NOT NULL,
  message text NOT NULL,
  data jsonb,
  created_on timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT warning_pkey PRIMARY KEY (id)
);
CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);
ALTER TABLE pgboss.warning ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY jobs_all ON pgboss.warning FOR ALL TO scout_jobs
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_all ON pgboss.warning FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT DELETE, INSERT, SELECT, UPDATE ON pgboss.warning TO scout_jobs;

CREATE OR REPLACE FUNCTION pgboss.create_queue(queue_name text, options jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  tablename varchar := CASE WHEN options->>'partition' = 'true'
                        THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                        ELSE 'job_common'
                        END;
  queue_created_on timestamptz;
BEGIN

  WITH q as (
    INSERT INTO pgboss.queue (
      name,
      policy,
      retry_limit,
      retry_delay,
      retry_backoff,
      retry_delay_max,
      expire_seconds,
      retention_seconds,
      deletion_seconds,
      warning_queued,
      dead_letter,
      partition,
      table_name,
      heartbeat_seconds,
      notify,
      created_on,
      updated_on
    )
    VALUES (
      queue_name,
      options->>'policy',
      COALESCE((options->>'retryLimit')::int, 2),
      COALESCE((options->>'retryDelay')::int, 0),
      COALESCE((options->>'retryBackoff')::bool, false),
      (options->>'retryDelayMax')::int,
      COALESCE((options->>'expireInSeconds')::int, 900),
      COALESCE((options->>'retentionSeconds')::int, 1209600),
      COALESCE((options->>'deleteAfterSeconds')::int, 604800),
      COALESCE((options->>'warningQueueSize')::int, 0),
      options->>'deadLetter',
      COALESCE((options->>'partition')::bool, false),
      tablename,
      (options->>'heartbeatSeconds')::int,
      COALESCE((options->>'notify')::bool, false),
      pgboss.job_now(),
      pgboss.job_now()
    )
    ON CONFLICT DO NOTHING
    RETURNING created_on
  )
  SELECT created_on into queue_created_on from q;

  IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
    RETURN;
  END IF;

  EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', tablename);

  EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
  EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
  EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

  EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i11 ON pgboss.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
  EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON pgboss.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
  EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i7 ON pgboss.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
  EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i9 ON pgboss.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
  EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i12 ON pgboss.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

  IF options->>'policy' = 'short' THEN
    EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
  ELSIF options->>'policy' = 'singleton' THEN
    EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
  ELSIF options->>'policy' = 'stately' THEN
    EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON pgboss.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
  ELSIF options->>'policy' = 'exclusive' THEN
    EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
  ELSIF options->>'policy' = 'key_strict_fifo' THEN
    EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON pgboss.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
    EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i10 ON pgboss.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
    EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
  END IF;

  EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
  EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', tablename, queue_name);
END;
$function$;
ALTER FUNCTION pgboss.create_queue(text,jsonb) OWNER TO owner;
GRANT EXECUTE ON FUNCTION pgboss.create_queue(text,jsonb) TO scout_jobs;

CREATE OR REPLACE FUNCTION pgboss.delete_queue(queue_name text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  v_table varchar;
  v_partition bool;
BEGIN

  SELECT table_name, partition
  FROM pgboss.queue
  WHERE name = queue_name
  INTO v_table, v_partition;

  IF v_partition THEN
    EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
  ELSE
    EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
  END IF;

  DELETE FROM pgboss.queue WHERE name = queue_name;
END;
$function$;
ALTER FUNCTION pgboss.delete_queue(text) OWNER TO owner;

CREATE OR REPLACE FUNCTION pgboss.job_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE
AS $function$
  SELECT pg_catalog.now();
$function$;
ALTER FUNCTION pgboss.job_now() OWNER TO owner;
GRANT EXECUTE ON FUNCTION pgboss.job_now() TO scout_jobs;

CREATE OR REPLACE FUNCTION pgboss.job_table_format(command text, table_name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  SELECT format(
    regexp_replace(
      regexp_replace(command, '\.job\y', '.%1$I', 'g'),
      '\yjob_i(\d+)', '%1$s_i\1', 'g'
    ),
    table_name
  );
$function$;
ALTER FUNCTION pgboss.job_table_format(text,text) OWNER TO owner;

CREATE OR REPLACE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  tbl RECORD;
BEGIN
  IF queue_name IS NOT NULL THEN
    SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
  END IF;

  IF tbl_name IS NOT NULL THEN
    EXECUTE pgboss.job_table_format(command, tbl_name);
    RETURN;
  END IF;

  EXECUTE pgboss.job_table_format(command, 'job_common');

  FOR tbl IN SELECT table_name FROM pgboss.queue WHERE partition = true
  LOOP
    EXECUTE pgboss.job_table_format(command, tbl.table_name);
  END LOOP;
END;
$function$;
ALTER FUNCTION pgboss.job_table_run(text,text,text) OWNER TO owner;

CREATE OR REPLACE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
BEGIN
  IF queue_name IS NOT NULL THEN
    SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
  END IF;

  IF tbl_name IS NOT NULL THEN
    INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
    VALUES (
      command_name,
      version,
      'pending',
      queue_name,
      tbl_name,
      pgboss.job_table_format(command, tbl_name)
    );
    RETURN;
  END IF;

  INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
  SELECT
    command_name,
    version,
    'pending',
    NULL,
    'job_common',
    pgboss.job_table_format(command, 'job_common')
  UNION ALL
  SELECT
    command_name,
    version,
    'pending',
    queue.name,
    queue.table_name,
    pgboss.job_table_format(command, queue.table_name)
  FROM pgboss.queue
  WHERE partition = true;
END;
$function$;
ALTER FUNCTION pgboss.job_table_run_async(text,integer,text,text,text) OWNER TO owner;

-- Schema scout

GRANT USAGE ON SCHEMA scout TO scout_account_owner;
GRANT USAGE ON SCHEMA scout TO scout_admin;
GRANT USAGE ON SCHEMA scout TO scout_alerts;
GRANT USAGE ON SCHEMA scout TO scout_assessor;
GRANT USAGE ON SCHEMA scout TO scout_auth;
GRANT USAGE ON SCHEMA scout TO scout_definer;
GRANT USAGE ON SCHEMA scout TO scout_ingest;
GRANT USAGE ON SCHEMA scout TO scout_judge;
GRANT USAGE ON SCHEMA scout TO scout_member;
GRANT USAGE ON SCHEMA scout TO scout_operator;
GRANT USAGE ON SCHEMA scout TO scout_visitor;

CREATE TABLE scout.account_activity (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  hour timestamp with time zone NOT NULL,
  cell uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  source text COLLATE "C" DEFAULT ''::text NOT NULL,
  destination text COLLATE "C" DEFAULT ''::text NOT NULL,
  program text COLLATE "C" DEFAULT ''::text NOT NULL,
  actor text COLLATE "C" DEFAULT ''::text NOT NULL,
  n bigint NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT account_activity_pkey PRIMARY KEY (tenant_id, account_key, hour, cell),
  CONSTRAINT account_activity_n_check CHECK ((n > 0))
);
CREATE INDEX account_activity_hour ON scout.account_activity USING btree (tenant_id, hour);
CREATE INDEX account_activity_interactive ON scout.account_activity USING btree (tenant_id, account_key, hour) WHERE (kind = ANY (ARRAY['logon:2'::text, 'logon:10'::text]));
CREATE INDEX account_activity_refused ON scout.account_activity USING btree (tenant_id, account_key, hour) WHERE (kind ~~ 'refused%'::text);
CREATE INDEX account_activity_started ON scout.account_activity USING btree (tenant_id, account_key, hour) WHERE (kind = ANY (ARRAY['process'::text, 'command'::text]));
ALTER TABLE scout.account_activity ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.account_activity FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY admin_own_tenant ON scout.account_activity FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.account_activity FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.account_activity FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.account_activity FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.account_activity FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.account_activity TO scout_account_owner;
GRANT SELECT ON scout.account_activity TO scout_admin;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.account_activity TO scout_assessor;
GRANT DELETE ON scout.account_activity TO scout_definer;
GRANT SELECT ON scout.account_activity TO scout_member;
GRANT SELECT (tenant_id, hour) ON scout.account_activity TO scout_definer;

CREATE TABLE scout.account_days (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  day timestamp with time zone NOT NULL,
  place integer NOT NULL,
  use text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  destination text COLLATE "C" NOT NULL,
  program text COLLATE "C" NOT NULL,
  hours smallint[] NOT NULL,
  through bigint[] NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT account_days_pkey PRIMARY KEY (tenant_id, account_key, day, place),
  CONSTRAINT account_days_check CHECK ((cardinality(through) = cardinality(hours))),
  CONSTRAINT account_days_use_check CHECK ((use = ANY (ARRAY['refused'::text, 'signed-in'::text, 'started'::text, 'other'::text])))
);
ALTER TABLE scout.account_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.account_days FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_own_tenant ON scout.account_days FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.account_days FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.account_days FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.account_days FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.account_days TO scout_account_owner;
GRANT SELECT ON scout.account_days TO scout_admin;
GRANT DELETE, INSERT, SELECT ON scout.account_days TO scout_assessor;
GRANT DELETE ON scout.account_days TO scout_definer;
GRANT SELECT ON scout.account_days TO scout_member;
GRANT SELECT (tenant_id, day) ON scout.account_days TO scout_definer;

CREATE TABLE scout.account_names (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  hour timestamp with time zone NOT NULL,
  CONSTRAINT account_names_pkey PRIMARY KEY (tenant_id, account_key, kind, name),
  CONSTRAINT account_names_kind_check CHECK ((kind = ANY (ARRAY['host'::text, 'actor'::text, 'person'::text]))),
  CONSTRAINT account_names_name_check CHECK ((name <> ''::text))
);
CREATE INDEX account_names_name ON scout.account_names USING btree (tenant_id, kind, name, account_key);
ALTER TABLE scout.account_names ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.account_names FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_own_tenant ON scout.account_names FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.account_names FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.account_names FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.account_names FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.account_names TO scout_account_owner;
GRANT SELECT ON scout.account_names TO scout_admin;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.account_names TO scout_assessor;
GRANT DELETE ON scout.account_names TO scout_definer;
GRANT SELECT ON scout.account_names TO scout_member;
GRANT SELECT (tenant_id, hour) ON scout.account_names TO scout_definer;

CREATE TABLE scout.account_postures (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  posture text COLLATE "C" NOT NULL,
  since timestamp(3) with time zone NOT NULL,
  CONSTRAINT account_postures_pkey PRIMARY KEY (tenant_id, account_key, posture),
  CONSTRAINT account_postures_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT account_postures_account_key_check CHECK (((char_length(account_key) >= 1) AND (char_length(account_key) <= 256))),
  CONSTRAINT account_postures_posture_check CHECK ((posture = ANY (ARRAY['privileged'::text, 'unconstrained'::text, 'roastable'::text, 'without-preauthentication'::text, 'old-password'::text])))
);
ALTER TABLE scout.account_postures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.account_postures FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_own_tenant ON scout.account_postures FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.account_postures FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.account_postures FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.account_postures FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.account_postures TO scout_account_owner;
GRANT SELECT ON scout.account_postures TO scout_admin;
GRANT DELETE, INSERT, SELECT ON scout.account_postures TO scout_assessor;
GRANT DELETE ON scout.account_postures TO scout_definer;
GRANT SELECT ON scout.account_postures TO scout_member;
GRANT SELECT (tenant_id) ON scout.account_postures TO scout_definer;

CREATE TABLE scout.account_uses (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  refused_hour timestamp with time zone,
  done_hour timestamp with time zone,
  person_hour timestamp with time zone,
  second_person_hour timestamp with time zone,
  CONSTRAINT account_uses_pkey PRIMARY KEY (tenant_id, account_key)
);
ALTER TABLE scout.account_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.account_uses FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_own_tenant ON scout.account_uses FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.account_uses FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.account_uses FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.account_uses FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.account_uses TO scout_account_owner;
GRANT SELECT ON scout.account_uses TO scout_admin;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.account_uses TO scout_assessor;
GRANT DELETE ON scout.account_uses TO scout_definer;
GRANT SELECT ON scout.account_uses TO scout_member;
GRANT SELECT (tenant_id, refused_hour, done_hour, person_hour, second_person_hour) ON scout.account_uses TO scout_definer;
GRANT UPDATE (refused_hour, done_hour, person_hour, second_person_hour) ON scout.account_uses TO scout_definer;

CREATE TABLE scout.activity_parts (
  tenant_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  batch_id uuid NOT NULL,
  stored_at timestamp with time zone NOT NULL,
  stored_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
  body bytea STORAGE EXTERNAL NOT NULL,
  CONSTRAINT activity_parts_pkey PRIMARY KEY (tenant_id, hour, batch_id)
);
CREATE INDEX activity_parts_stored_in ON scout.activity_parts USING btree (tenant_id, stored_in);
ALTER TABLE scout.activity_parts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own_tenant ON scout.activity_parts FOR SELECT TO scout_account_owner
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_reads_own_tenant ON scout.activity_parts FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.activity_parts FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.activity_parts FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.activity_parts FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_own_tenant ON scout.activity_parts FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads_all ON scout.activity_parts FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.activity_parts FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.activity_parts TO scout_assessor;
GRANT DELETE ON scout.activity_parts TO scout_definer;
GRANT SELECT (tenant_id, stored_at, stored_in) ON scout.activity_parts TO scout_account_owner;
GRANT SELECT (tenant_id, hour, batch_id, body) ON scout.activity_parts TO scout_admin;
GRANT UPDATE (stored_in) ON scout.activity_parts TO scout_assessor;
GRANT SELECT (tenant_id, hour, batch_id, stored_in) ON scout.activity_parts TO scout_definer;
GRANT INSERT (tenant_id, hour, batch_id, stored_at, body) ON scout.activity_parts TO scout_ingest;
GRANT SELECT (tenant_id, stored_at, stored_in) ON scout.activity_parts TO scout_member;
GRANT SELECT (tenant_id, stored_at, stored_in) ON scout.activity_parts TO scout_operator;

CREATE TABLE scout.agent_configuration_keys (
  tenant_id uuid NOT NULL,
  public_key text NOT NULL,
  sealed text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT agent_configuration_keys_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT agent_configuration_keys_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id) ON DELETE CASCADE,
  CONSTRAINT agent_configuration_keys_public_key_check CHECK ((char_length(public_key) <= 100)),
  CONSTRAINT agent_configuration_keys_sealed_check CHECK ((char_length(sealed) <= 1000))
);
ALTER TABLE scout.agent_configuration_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.agent_configuration_keys FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.agent_configuration_keys FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_reads_own_tenant ON scout.agent_configuration_keys FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads ON scout.agent_configuration_keys FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY operator_reseals ON scout.agent_configuration_keys FOR UPDATE TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.agent_configuration_keys FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.agent_configuration_keys TO scout_definer;
GRANT INSERT, SELECT ON scout.agent_configuration_keys TO scout_ingest;
GRANT SELECT (tenant_id) ON scout.agent_configuration_keys TO scout_definer;
GRANT SELECT (tenant_id, sealed) ON scout.agent_configuration_keys TO scout_operator;
GRANT UPDATE (sealed) ON scout.agent_configuration_keys TO scout_operator;

CREATE TABLE scout.agent_gaps (
  tenant_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  gap_id uuid NOT NULL,
  source text NOT NULL,
  reason text NOT NULL,
  from_record text,
  to_record text,
  missing bigint,
  happened_at timestamp(3) with time zone NOT NULL,
  received_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT agent_gaps_pkey PRIMARY KEY (tenant_id, agent_id, gap_id),
  CONSTRAINT agent_gaps_tenant_id_agent_id_fkey FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents(tenant_id, agent_id),
  CONSTRAINT agent_gaps_missing_check CHECK ((missing >= 0)),
  CONSTRAINT agent_gaps_reason_check CHECK ((reason ~ '^[a-z][a-z_]*$'::text))
);
CREATE INDEX agent_gaps_newest ON scout.agent_gaps USING btree (tenant_id, agent_id, received_at DESC);
CREATE INDEX agent_gaps_received_at ON scout.agent_gaps USING btree (received_at);
ALTER TABLE scout.agent_gaps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_reads_own_tenant ON scout.agent_gaps FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.agent_gaps FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.agent_gaps FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_reads_own_tenant ON scout.agent_gaps FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.agent_gaps FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads ON scout.agent_gaps FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.agent_gaps FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.agent_gaps TO scout_admin;
GRANT DELETE ON scout.agent_gaps TO scout_definer;
GRANT INSERT, SELECT ON scout.agent_gaps TO scout_ingest;
GRANT SELECT ON scout.agent_gaps TO scout_member;
GRANT SELECT ON scout.agent_gaps TO scout_operator;
GRANT SELECT (tenant_id, agent_id, received_at) ON scout.agent_gaps TO scout_definer;

CREATE TABLE scout.agent_group_rings (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  version integer NOT NULL,
  agent_id uuid NOT NULL,
  ring integer NOT NULL,
  CONSTRAINT agent_group_rings_pkey PRIMARY KEY (tenant_id, group_id, version, agent_id),
  CONSTRAINT agent_group_rings_tenant_id_agent_id_fkey FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents(tenant_id, agent_id) ON DELETE CASCADE,
  CONSTRAINT agent_group_rings_tenant_id_group_id_version_fkey FOREIGN KEY (tenant_id, group_id, version) REFERENCES scout.agent_group_versions(tenant_id, group_id, version) ON DELETE CASCADE,
  CONSTRAINT agent_group_rings_ring_check CHECK ((ring > 0))
);
CREATE INDEX agent_group_rings_agent ON scout.agent_group_rings USING btree (tenant_id, agent_id);
ALTER TABLE scout.agent_group_rings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.agent_group_rings FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.agent_group_rings FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_group_rings FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.agent_group_rings FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads ON scout.agent_group_rings FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.agent_group_rings FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.agent_group_rings TO scout_admin;
GRANT DELETE ON scout.agent_group_rings TO scout_definer;
GRANT SELECT ON scout.agent_group_rings TO scout_ingest;
GRANT SELECT ON scout.agent_group_rings TO scout_member;
GRANT SELECT ON scout.agent_group_rings TO scout_operator;
GRANT SELECT (tenant_id) ON scout.agent_group_rings TO scout_definer;

CREATE TABLE scout.agent_group_versions (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  version integer NOT NULL,
  settings jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by text NOT NULL,
  CONSTRAINT agent_group_versions_pkey PRIMARY KEY (tenant_id, group_id, version),
  CONSTRAINT agent_group_versions_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES scout.agent_groups(tenant_id, group_id) ON DELETE CASCADE,
  CONSTRAINT agent_group_versions_created_by_check CHECK ((char_length(created_by) <= 254)),
  CONSTRAINT agent_group_versions_settings_check CHECK ((octet_length((settings)::text) <= 16384)),
  CONSTRAINT agent_group_versions_version_check CHECK ((version > 0))
);
ALTER TABLE scout.agent_group_versions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.agent_group_versions FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.agent_group_versions FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_group_versions FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.agent_group_versions FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads ON scout.agent_group_versions FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.agent_group_versions FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.agent_group_versions TO scout_admin;
GRANT DELETE ON scout.agent_group_versions TO scout_definer;
GRANT SELECT ON scout.agent_group_versions TO scout_member;
GRANT SELECT ON scout.agent_group_versions TO scout_operator;
GRANT SELECT (tenant_id) ON scout.agent_group_versions TO scout_definer;
GRANT SELECT (tenant_id, group_id, version, settings) ON scout.agent_group_versions TO scout_ingest;

CREATE TABLE scout.agent_groups (
  tenant_id uuid NOT NULL,
  group_id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  patterns text[] DEFAULT '{}'::text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by text NOT NULL,
  version integer DEFAULT 1 NOT NULL,
  next_version integer,
  CONSTRAINT agent_groups_pkey PRIMARY KEY (tenant_id, group_id),
  CONSTRAINT agent_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id) ON DELETE CASCADE,
  CONSTRAINT agent_groups_created_by_check CHECK ((char_length(created_by) <= 254)),
  CONSTRAINT agent_groups_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT agent_groups_next_version_check CHECK ((next_version > 0)),
  CONSTRAINT agent_groups_patterns_check CHECK ((cardinality(patterns) <= 20)),
  CONSTRAINT agent_groups_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX agent_groups_name ON scout.agent_groups USING btree (tenant_id, lower(name));
ALTER TABLE scout.agent_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.agent_groups FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.agent_groups FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_groups FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.agent_groups FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads ON scout.agent_groups FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.agent_groups FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.agent_groups TO scout_admin;
GRANT DELETE ON scout.agent_groups TO scout_definer;
GRANT SELECT ON scout.agent_groups TO scout_member;
GRANT SELECT ON scout.agent_groups TO scout_operator;
GRANT UPDATE (name, patterns, version, next_version) ON scout.agent_groups TO scout_admin;
GRANT SELECT (tenant_id, group_id, name) ON scout.agent_groups TO scout_definer;
GRANT SELECT (tenant_id, group_id, name, patterns, version, next_version) ON scout.agent_groups TO scout_ingest;

CREATE TABLE scout.agent_upgrade_rings (
  tenant_id uuid NOT NULL,
  version text NOT NULL,
  agent_id uuid NOT NULL,
  CONSTRAINT agent_upgrade_rings_pkey PRIMARY KEY (tenant_id, version, agent_id),
  CONSTRAINT agent_upgrade_rings_tenant_id_agent_id_fkey FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents(tenant_id, agent_id) ON DELETE CASCADE,
  CONSTRAINT agent_upgrade_rings_tenant_id_version_fkey FOREIGN KEY (tenant_id, version) REFERENCES scout.agent_upgrades(tenant_id, version) ON DELETE CASCADE
);
CREATE INDEX agent_upgrade_rings_agent ON scout.agent_upgrade_rings USING btree (tenant_id, agent_id);
ALTER TABLE scout.agent_upgrade_rings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_adds_own_tenant ON scout.agent_upgrade_rings FOR INSERT TO scout_admin
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.agent_upgrade_rings FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.agent_upgrade_rings FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.agent_upgrade_rings FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT, SELECT ON scout.agent_upgrade_rings TO scout_admin;
GRANT DELETE ON scout.agent_upgrade_rings TO scout_definer;
GRANT SELECT ON scout.agent_upgrade_rings TO scout_ingest;
GRANT SELECT ON scout.agent_upgrade_rings TO scout_member;
GRANT SELECT (tenant_id) ON scout.agent_upgrade_rings TO scout_definer;

CREATE TABLE scout.agent_upgrades (
  tenant_id uuid NOT NULL,
  version text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  started_by text NOT NULL,
  opened_at timestamp(3) with time zone,
  opened_by text,
  paused_at timestamp(3) with time zone,
  paused_by text,
  CONSTRAINT agent_upgrades_pkey PRIMARY KEY (tenant_id, version),
  CONSTRAINT agent_upgrades_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id) ON DELETE CASCADE,
  CONSTRAINT agent_upgrades_check CHECK (((opened_at IS NULL) = (opened_by IS NULL))),
  CONSTRAINT agent_upgrades_check1 CHECK (((paused_at IS NULL) = (paused_by IS NULL))),
  CONSTRAINT agent_upgrades_version_check CHECK ((version ~ '^\d{1,5}\.\d{1,5}\.\d{1,5}$'::text))
);
ALTER TABLE scout.agent_upgrades ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.agent_upgrades FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.agent_upgrades FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.agent_upgrades FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.agent_upgrades FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.agent_upgrades FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT, SELECT ON scout.agent_upgrades TO scout_admin;
GRANT DELETE ON scout.agent_upgrades TO scout_definer;
GRANT SELECT ON scout.agent_upgrades TO scout_member;
GRANT UPDATE (opened_at, opened_by, paused_at, paused_by) ON scout.agent_upgrades TO scout_admin;
GRANT SELECT (tenant_id) ON scout.agent_upgrades TO scout_definer;
GRANT SELECT (tenant_id, version, opened_at, paused_at) ON scout.agent_upgrades TO scout_ingest;

CREATE TABLE scout.agents (
  tenant_id uuid NOT NULL,
  agent_id uuid DEFAULT gen_random_uuid() NOT NULL,
  machine_id text NOT NULL,
  host text NOT NULL,
  platform text NOT NULL,
  version text NOT NULL,
  credential_hash bytea NOT NULL,
  enrolled_at timestamp with time zone NOT NULL,
  last_seen_at timestamp with time zone,
  last_batch_at timestamp with time zone,
  queue_depth bigint,
  lag_seconds double precision,
  events_accepted bigint DEFAULT 0 NOT NULL,
  events_rejected bigint DEFAULT 0 NOT NULL,
  revoked_at timestamp with time zone,
  clock_skew_seconds double precision,
  waiting_seconds double precision,
  events_read bigint,
  events_sent bigint,
  audit jsonb,
  sources jsonb,
  queue_grows_since timestamp with time zone,
  last_rejected_at timestamp with time zone,
  gaps bigint DEFAULT 0 NOT NULL,
  events_missing bigint DEFAULT 0 NOT NULL,
  last_gap_at timestamp with time zone,
  last_cleared_at timestamp with time zone,
  enrolled_with uuid,
  credential_issued_at timestamp with time zone NOT NULL,
  next_credential_hash bytea,
  gaps_counted uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  awaiting_approval boolean DEFAULT false NOT NULL,
  enrolment_key_hash bytea,
  released_until timestamp with time zone,
  release_accepts_credential boolean DEFAULT false NOT NULL,
  refused_at timestamp with time zone,
  instances uuid[] DEFAULT '{}'::uuid[] NOT NULL,
  conflict_at timestamp with time zone,
  upgrade jsonb,
  events_ahead bigint DEFAULT 0 NOT NULL,
  last_ahead_at timestamp with time zone,
  events_old bigint DEFAULT 0 NOT NULL,
  last_old_at timestamp with time zone,
  begun_anew_at timestamp with time zone,
  events_repeated bigint DEFAULT 0 NOT NULL,
  group_id uuid,
  joined_by text COLLATE "C",
  group_host text,
  configuration jsonb,
  names jsonb,
  CONSTRAINT agents_pkey PRIMARY KEY (tenant_id, agent_id),
  CONSTRAINT agents_tenant_id_machine_id_key UNIQUE (tenant_id, machine_id),
  CONSTRAINT agents_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT agents_credential_hash_check CHECK ((length(credential_hash) = 32)),
  CONSTRAINT agents_enrolment_key_hash_check CHECK ((length(enrolment_key_hash) = 32)),
  CONSTRAINT agents_events_ahead_check CHECK ((events_ahead >= 0)),
  CONSTRAINT agents_events_old_check CHECK ((events_old >= 0)),
  CONSTRAINT agents_events_repeated_check CHECK ((events_repeated >= 0)),
  CONSTRAINT agents_gaps_counted_check CHECK ((cardinality(gaps_counted) <= 100)),
  CONSTRAINT agents_instances_check CHECK ((cardinality(instances) <= 8)),
  CONSTRAINT agents_joined_by_check CHECK ((joined_by = ANY (ARRAY['hand'::text, 'token'::text, 'installer'::text, 'name'::text]))),
  CONSTRAINT agents_next_credential_hash_check CHECK ((length(next_credential_hash) = 32))
);
CREATE INDEX agents_agent_id ON scout.agents USING btree (agent_id);
CREATE INDEX agents_credential_hash ON scout.agents USING btree (credential_hash);
CREATE INDEX agents_group ON scout.agents USING btree (tenant_id, group_id) WHERE (group_id IS NOT NULL);
CREATE INDEX agents_next_credential_hash ON scout.agents USING btree (next_credential_hash) WHERE (next_credential_hash IS NOT NULL);
ALTER TABLE scout.agents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own_tenant ON scout.agents FOR SELECT TO scout_account_owner
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_own_tenant ON scout.agents FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.agents FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_changes_own_tenant ON scout.agents FOR UPDATE TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_reads_own_tenant ON scout.agents FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.agents FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.agents FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.agents FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.agents TO scout_definer;
GRANT SELECT (tenant_id, host, revoked_at) ON scout.agents TO scout_account_owner;
GRANT SELECT (tenant_id, agent_id, host, platform, version, enrolled_at, last_seen_at, last_batch_at, queue_depth, lag_seconds, events_accepted, events_rejected, revoked_at, clock_skew_seconds, waiting_seconds, events_read, events_sent, audit, sources, queue_grows_since, last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at, enrolled_with, credential_issued_at, awaiting_approval, released_until, refused_at, conflict_at, upgrade, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated, group_id, joined_by, group_host, configuration, names) ON scout.agents TO scout_admin;
GRANT UPDATE (revoked_at, awaiting_approval, released_until, release_accepts_credential, group_id, joined_by, group_host) ON scout.agents TO scout_admin;
GRANT SELECT (tenant_id, agent_id, host, queue_depth, lag_seconds, events_accepted, events_rejected, revoked_at, clock_skew_seconds, audit, sources, queue_grows_since, last_rejected_at, gaps, events_missing, credential_issued_at, gaps_counted, awaiting_approval, instances, conflict_at, upgrade, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated, group_id, joined_by, group_host, configuration, names) ON scout.agents TO scout_ingest;
GRANT UPDATE (host, platform, version, last_seen_at, last_batch_at, queue_depth, lag_seconds, events_accepted, events_rejected, clock_skew_seconds, waiting_seconds, events_read, events_sent, audit, sources, queue_grows_since, last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at, gaps_counted, instances, conflict_at, upgrade, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated, group_id, joined_by, group_host, configuration, names) ON scout.agents TO scout_ingest;
GRANT SELECT (tenant_id, agent_id, host, platform, version, enrolled_at, last_seen_at, last_batch_at, queue_depth, lag_seconds, events_accepted, events_rejected, revoked_at, clock_skew_seconds, waiting_seconds, events_read, events_sent, audit, sources, queue_grows_since, last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at, enrolled_with, credential_issued_at, awaiting_approval, released_until, refused_at, conflict_at, upgrade, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated, group_id, joined_by, configuration, names) ON scout.agents TO scout_member;
GRANT SELECT (tenant_id, agent_id, host, platform, version, enrolled_at, last_seen_at, last_batch_at, queue_depth, lag_seconds, events_accepted, events_rejected, revoked_at, clock_skew_seconds, waiting_seconds, events_read, events_sent, audit, sources, queue_grows_since, last_rejected_at, gaps, events_missing, last_gap_at, last_cleared_at, enrolled_with, credential_issued_at, awaiting_approval, released_until, refused_at, conflict_at, events_ahead, last_ahead_at, events_old, last_old_at, begun_anew_at, events_repeated, group_id, joined_by, configuration, names) ON scout.agents TO scout_operator;
GRANT UPDATE (revoked_at, awaiting_approval, released_until) ON scout.agents TO scout_operator;

CREATE TABLE scout.alert_messages (
  tenant_id uuid NOT NULL,
  message_id uuid DEFAULT gen_random_uuid() NOT NULL,
  email text NOT NULL,
  case_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  severity text COLLATE "C" NOT NULL,
  names jsonb DEFAULT '[]'::jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  outcome text COLLATE "C",
  settled_at timestamp with time zone,
  mail_id uuid,
  CONSTRAINT alert_messages_pkey PRIMARY KEY (tenant_id, message_id),
  CONSTRAINT alert_messages_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT alert_messages_check CHECK ((num_nulls(outcome, settled_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT alert_messages_check1 CHECK (((mail_id IS NOT NULL) = ((outcome IS NOT NULL) AND (outcome <> 'dropped'::text)))),
  CONSTRAINT alert_messages_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'graver'::text, 'gained'::text]))),
  CONSTRAINT alert_messages_outcome_check CHECK ((outcome = ANY (ARRAY['sent'::text, 'summarized'::text, 'dropped'::text]))),
  CONSTRAINT alert_messages_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text])))
);
CREATE INDEX alert_messages_case ON scout.alert_messages USING btree (tenant_id, case_id, created_at);
CREATE INDEX alert_messages_settled ON scout.alert_messages USING btree (tenant_id, settled_at);
CREATE INDEX alert_messages_waiting ON scout.alert_messages USING btree (due_at) WHERE (settled_at IS NULL);
ALTER TABLE scout.alert_messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY alerts_adds_to_own_tenant ON scout.alert_messages FOR INSERT TO scout_alerts
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_changes_own_tenant ON scout.alert_messages FOR UPDATE TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_deletes_of_own_tenant ON scout.alert_messages FOR DELETE TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.alert_messages FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY definer_all ON scout.alert_messages FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.alert_messages FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.alert_messages FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.alert_messages TO scout_alerts;
GRANT DELETE ON scout.alert_messages TO scout_definer;
GRANT UPDATE (due_at, outcome, settled_at, mail_id) ON scout.alert_messages TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.alert_messages TO scout_definer;
GRANT SELECT (tenant_id, case_id, settled_at, mail_id) ON scout.alert_messages TO scout_member;

CREATE TABLE scout.alert_preferences (
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  recipient_id uuid DEFAULT gen_random_uuid() NOT NULL,
  link_key bytea NOT NULL,
  receives boolean DEFAULT true NOT NULL,
  min_severity text COLLATE "C" DEFAULT 'medium'::text NOT NULL,
  delivery text COLLATE "C" DEFAULT 'each'::text NOT NULL,
  quiet_from smallint,
  quiet_to smallint,
  hourly_cap smallint DEFAULT 10 NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  time_zone text,
  CONSTRAINT alert_preferences_pkey PRIMARY KEY (tenant_id, email),
  CONSTRAINT alert_preferences_tenant_id_recipient_id_key UNIQUE (tenant_id, recipient_id),
  CONSTRAINT alert_preferences_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT alert_preferences_check CHECK ((num_nulls(quiet_from, quiet_to) = ANY (ARRAY[0, 2]))),
  CONSTRAINT alert_preferences_delivery_check CHECK ((delivery = ANY (ARRAY['each'::text, 'daily'::text]))),
  CONSTRAINT alert_preferences_email_check CHECK ((email = lower(email))),
  CONSTRAINT alert_preferences_hourly_cap_check CHECK (((hourly_cap >= 1) AND (hourly_cap <= 60))),
  CONSTRAINT alert_preferences_link_key_check CHECK ((octet_length(link_key) = 32)),
  CONSTRAINT alert_preferences_min_severity_check CHECK ((min_severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT alert_preferences_quiet_from_check CHECK (((quiet_from >= 0) AND (quiet_from <= 1439))),
  CONSTRAINT alert_preferences_quiet_to_check CHECK (((quiet_to >= 0) AND (quiet_to <= 1439))),
  CONSTRAINT alert_preferences_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64)))
);
ALTER TABLE scout.alert_preferences ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.alert_preferences FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_own_tenant ON scout.alert_preferences FOR ALL TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.alert_preferences FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.alert_preferences FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.alert_preferences TO scout_admin;
GRANT INSERT, SELECT ON scout.alert_preferences TO scout_alerts;
GRANT DELETE ON scout.alert_preferences TO scout_definer;
GRANT SELECT (tenant_id, email, receives) ON scout.alert_preferences TO scout_admin;
GRANT UPDATE (receives, min_severity, delivery, quiet_from, quiet_to, hourly_cap, updated_at, time_zone) ON scout.alert_preferences TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.alert_preferences TO scout_definer;

CREATE TABLE scout.alert_recipients (
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  "position" integer NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT alert_recipients_pkey PRIMARY KEY (tenant_id, email),
  CONSTRAINT alert_recipients_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT alert_recipients_email_check CHECK ((email = lower(email)))
);
ALTER TABLE scout.alert_recipients ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.alert_recipients FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads_own_tenant ON scout.alert_recipients FOR SELECT TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.alert_recipients FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.alert_recipients FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.alert_recipients TO scout_admin;
GRANT DELETE ON scout.alert_recipients TO scout_definer;
GRANT SELECT (tenant_id, email, "position") ON scout.alert_recipients TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.alert_recipients TO scout_definer;

CREATE TABLE scout.alert_steps (
  tenant_id uuid NOT NULL,
  case_id uuid NOT NULL,
  step text COLLATE "C" NOT NULL,
  name text,
  occurred_at timestamp with time zone NOT NULL,
  noted_at timestamp with time zone NOT NULL,
  is_history boolean NOT NULL,
  due_at timestamp with time zone NOT NULL,
  planned_at timestamp with time zone,
  CONSTRAINT alert_steps_pkey PRIMARY KEY (tenant_id, case_id, step),
  CONSTRAINT alert_steps_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT alert_steps_step_check CHECK ((step ~ '^(opened|severity:[a-z]{1,16}|person:[0-9a-f]{32}|machine:[0-9a-f]{32})$'::text))
);
CREATE INDEX alert_steps_planned ON scout.alert_steps USING btree (tenant_id, planned_at) WHERE (planned_at IS NOT NULL);
CREATE INDEX alert_steps_waiting ON scout.alert_steps USING btree (due_at) WHERE ((planned_at IS NULL) AND (NOT is_history));
ALTER TABLE scout.alert_steps ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY alerts_changes_own_tenant ON scout.alert_steps FOR UPDATE TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.alert_steps FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY assessor_own_tenant ON scout.alert_steps FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.alert_steps FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.alert_steps FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.alert_steps FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.alert_steps TO scout_alerts;
GRANT INSERT, SELECT ON scout.alert_steps TO scout_assessor;
GRANT DELETE ON scout.alert_steps TO scout_definer;
GRANT UPDATE (due_at, planned_at) ON scout.alert_steps TO scout_alerts;
GRANT UPDATE (occurred_at, noted_at, is_history, due_at) ON scout.alert_steps TO scout_assessor;
GRANT SELECT (tenant_id) ON scout.alert_steps TO scout_definer;
GRANT SELECT (tenant_id, case_id, step, noted_at, is_history, planned_at) ON scout.alert_steps TO scout_member;

CREATE TABLE scout.api_tokens (
  tenant_id uuid NOT NULL,
  token_id uuid DEFAULT gen_random_uuid() NOT NULL,
  email text,
  user_id text,
  name text NOT NULL,
  scopes text[] NOT NULL,
  token_hash bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  last_used_at timestamp with time zone,
  CONSTRAINT api_tokens_pkey PRIMARY KEY (tenant_id, token_id),
  CONSTRAINT api_tokens_tenant_id_email_user_id_fkey FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships(tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT api_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT api_tokens_check CHECK ((expires_at > created_at)),
  CONSTRAINT api_tokens_check1 CHECK (((email IS NULL) = (user_id IS NULL))),
  CONSTRAINT api_tokens_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT api_tokens_scopes_check CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 64))),
  CONSTRAINT api_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX api_tokens_hash ON scout.api_tokens USING btree (token_hash);
CREATE INDEX api_tokens_membership ON scout.api_tokens USING btree (tenant_id, email, user_id);
ALTER TABLE scout.api_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.api_tokens FOR ALL TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))))
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY admin_adds_to_own_tenant ON scout.api_tokens FOR INSERT TO scout_admin
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id IS NULL)));
CREATE POLICY admin_reads_own_tenant ON scout.api_tokens FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_revokes_in_own_tenant ON scout.api_tokens FOR DELETE TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.api_tokens FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own ON scout.api_tokens FOR ALL TO scout_member
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))))
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY owner_backs_up ON scout.api_tokens FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.api_tokens TO scout_account_owner;
GRANT DELETE ON scout.api_tokens TO scout_admin;
GRANT DELETE, SELECT ON scout.api_tokens TO scout_definer;
GRANT DELETE ON scout.api_tokens TO scout_member;
GRANT INSERT (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at) ON scout.api_tokens TO scout_account_owner;
GRANT SELECT (tenant_id, token_id, email, user_id, name, scopes, created_at, created_by, expires_at, last_used_at) ON scout.api_tokens TO scout_account_owner;
GRANT INSERT (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at) ON scout.api_tokens TO scout_admin;
GRANT SELECT (tenant_id, token_id, email, user_id, name, scopes, created_at, created_by, expires_at, last_used_at) ON scout.api_tokens TO scout_admin;
GRANT UPDATE (last_used_at) ON scout.api_tokens TO scout_definer;
GRANT INSERT (tenant_id, email, user_id, name, scopes, token_hash, created_at, created_by, expires_at) ON scout.api_tokens TO scout_member;
GRANT SELECT (tenant_id, token_id, email, user_id, name, scopes, created_at, created_by, expires_at, last_used_at) ON scout.api_tokens TO scout_member;

CREATE TABLE scout.assessment_requests (
  tenant_id uuid NOT NULL,
  version bigint NOT NULL,
  CONSTRAINT assessment_requests_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT assessment_requests_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT assessment_requests_version_check CHECK ((version > 0))
);
ALTER TABLE scout.assessment_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own_tenant ON scout.assessment_requests FOR ALL TO scout_account_owner
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_own_tenant ON scout.assessment_requests FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_reads_own_tenant ON scout.assessment_requests FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.assessment_requests FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.assessment_requests FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.assessment_requests FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT, SELECT ON scout.assessment_requests TO scout_account_owner;
GRANT INSERT, SELECT ON scout.assessment_requests TO scout_admin;
GRANT SELECT ON scout.assessment_requests TO scout_assessor;
GRANT DELETE ON scout.assessment_requests TO scout_definer;
GRANT INSERT, SELECT ON scout.assessment_requests TO scout_operator;
GRANT UPDATE (version) ON scout.assessment_requests TO scout_account_owner;
GRANT UPDATE (version) ON scout.assessment_requests TO scout_admin;
GRANT SELECT (tenant_id, version) ON scout.assessment_requests TO scout_definer;
GRANT UPDATE (version) ON scout.assessment_requests TO scout_operator;

CREATE TABLE scout.assessment_snapshots (
  tenant_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  state bytea STORAGE EXTERNAL NOT NULL,
  CONSTRAINT assessment_snapshots_pkey PRIMARY KEY (tenant_id, hour),
  CONSTRAINT assessment_snapshots_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id)
);
ALTER TABLE scout.assessment_snapshots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY assessor_own_tenant ON scout.assessment_snapshots FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.assessment_snapshots FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.assessment_snapshots FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.assessment_snapshots TO scout_assessor;
GRANT DELETE ON scout.assessment_snapshots TO scout_definer;
GRANT SELECT (tenant_id, hour) ON scout.assessment_snapshots TO scout_definer;

CREATE TABLE scout.assessments (
  tenant_id uuid NOT NULL,
  closed_through timestamp with time zone,
  read_through pg_snapshot,
  due_at timestamp with time zone,
  settings text DEFAULT ''::text NOT NULL,
  revision bigint DEFAULT 0 NOT NULL,
  last_case_number bigint DEFAULT 0 NOT NULL,
  assessed_at timestamp with time zone,
  exceptions text DEFAULT ''::text NOT NULL,
  behind_since timestamp with time zone,
  requested bigint DEFAULT 0 NOT NULL,
  alerts_from timestamp with time zone,
  days_summed_before timestamp with time zone,
  CONSTRAINT assessments_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT assessments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id)
);
ALTER TABLE scout.assessments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own_tenant ON scout.assessments FOR SELECT TO scout_account_owner
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_own_tenant ON scout.assessments FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.assessments FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.assessments FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.assessments FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads_all ON scout.assessments FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.assessments FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.assessments TO scout_admin;
GRANT INSERT, SELECT, UPDATE ON scout.assessments TO scout_assessor;
GRANT DELETE ON scout.assessments TO scout_definer;
GRANT SELECT ON scout.assessments TO scout_member;
GRANT SELECT (tenant_id, read_through, behind_since, days_summed_before) ON scout.assessments TO scout_account_owner;
GRANT SELECT (tenant_id, read_through, due_at, exceptions, requested, days_summed_before) ON scout.assessments TO scout_definer;
GRANT UPDATE (closed_through, read_through, due_at, alerts_from, days_summed_before) ON scout.assessments TO scout_definer;
GRANT SELECT (tenant_id, read_through, behind_since) ON scout.assessments TO scout_operator;

CREATE TABLE scout.audit_heads (
  tenant_id uuid NOT NULL,
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  deleted_through bigint DEFAULT 0 NOT NULL,
  deleted_hash bytea DEFAULT '\x'::bytea NOT NULL,
  CONSTRAINT audit_heads_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT audit_heads_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id)
);
ALTER TABLE scout.audit_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.audit_heads FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.audit_heads FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.audit_heads TO scout_definer;
GRANT UPDATE (sequence, hash, deleted_through, deleted_hash) ON scout.audit_heads TO scout_definer;

CREATE TABLE scout.audit_logs (
  tenant_id uuid NOT NULL,
  id uuid NOT NULL,
  occurred_at timestamp(3) with time zone DEFAULT clock_timestamp() NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  target_email text,
  details jsonb DEFAULT '{}'::jsonb NOT NULL,
  address text,
  device text,
  sequence bigint,
  hash bytea,
  forwarded_at timestamp with time zone,
  CONSTRAINT audit_logs_pkey PRIMARY KEY (tenant_id, id),
  CONSTRAINT audit_logs_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT audit_logs_action_check CHECK ((action ~ '^[a-z][a-z_]*$'::text)),
  CONSTRAINT link_audit_entry TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX audit_logs_newest ON scout.audit_logs USING btree (tenant_id, occurred_at DESC, id DESC);
CREATE INDEX audit_logs_occurred_at ON scout.audit_logs USING btree (occurred_at);
CREATE UNIQUE INDEX audit_logs_sequence ON scout.audit_logs USING btree (tenant_id, sequence);
CREATE INDEX audit_logs_to_forward ON scout.audit_logs USING btree (occurred_at) WHERE (forwarded_at IS NULL);
ALTER TABLE scout.audit_logs ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_account_owner
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY account_owner_own ON scout.audit_logs FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (action = 'invite_accepted'::text) AND (target_email = ( SELECT scout.account_owner_address() AS account_owner_address))));
CREATE POLICY admin_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_admin
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_reads_own_tenant ON scout.audit_logs FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_alerts
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY auth_adds ON scout.audit_logs FOR INSERT TO scout_auth
  WITH CHECK (true);
CREATE POLICY definer_all ON scout.audit_logs FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_adds_to_own_tenant ON scout.audit_logs FOR INSERT TO scout_member
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.audit_logs FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_adds ON scout.audit_logs FOR INSERT TO scout_operator
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.audit_logs FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.audit_logs TO scout_admin;
GRANT DELETE, SELECT ON scout.audit_logs TO scout_definer;
GRANT SELECT ON scout.audit_logs TO scout_member;
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_account_owner;
GRANT SELECT (tenant_id, id, occurred_at, action, target_email) ON scout.audit_logs TO scout_account_owner;
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_admin;
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_alerts;
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_auth;
GRANT SELECT (tenant_id) ON scout.audit_logs TO scout_definer;
GRANT UPDATE (sequence, hash, forwarded_at) ON scout.audit_logs TO scout_definer;
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_member;
GRANT INSERT (tenant_id, id, actor, action, target_email, details, address, device) ON scout.audit_logs TO scout_operator;

CREATE TABLE scout.backups (
  made_at timestamp with time zone NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT backups_pkey PRIMARY KEY (made_at),
  CONSTRAINT backups_bytes_check CHECK ((bytes > 0))
);
ALTER TABLE scout.backups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_reads ON scout.backups FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_all ON scout.backups FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
GRANT SELECT ON scout.backups TO scout_operator;

CREATE TABLE scout.batch_bodies (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  received_at timestamp with time zone NOT NULL,
  encoding text NOT NULL,
  body bytea STORAGE EXTERNAL NOT NULL,
  CONSTRAINT batch_bodies_pkey PRIMARY KEY (tenant_id, batch_id, received_at),
  CONSTRAINT batch_bodies_encoding_check CHECK ((encoding = ANY (ARRAY['gzip'::text, 'zstd'::text, 'identity'::text])))
) PARTITION BY RANGE (received_at);
-- partitions: batch_bodies_default DEFAULT
-- partitions: one a day
ALTER TABLE scout.batch_bodies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.batch_bodies FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.batch_bodies FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_reads_own_tenant ON scout.batch_bodies FOR SELECT TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.batch_bodies FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.batch_bodies FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.batch_bodies TO scout_definer;
GRANT INSERT ON scout.batch_bodies TO scout_ingest;
GRANT SELECT ON scout.batch_bodies TO scout_judge;
GRANT SELECT (tenant_id, batch_id, received_at) ON scout.batch_bodies TO scout_definer;
GRANT SELECT (tenant_id, batch_id, received_at, encoding, body) ON scout.batch_bodies TO scout_member;

CREATE TABLE scout.batches (
  tenant_id uuid NOT NULL,
  agent_id uuid NOT NULL,
  batch_no bigint NOT NULL,
  batch_id uuid NOT NULL,
  body_sha256 bytea NOT NULL,
  received_at timestamp with time zone NOT NULL,
  accepted integer NOT NULL,
  rejected integer NOT NULL,
  rejections jsonb DEFAULT '[]'::jsonb NOT NULL,
  stored_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
  CONSTRAINT batches_pkey PRIMARY KEY (tenant_id, agent_id, batch_no),
  CONSTRAINT batches_tenant_id_agent_id_fkey FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents(tenant_id, agent_id),
  CONSTRAINT batches_batch_no_check CHECK ((batch_no > 0)),
  CONSTRAINT batches_body_sha256_check CHECK ((length(body_sha256) = 32))
);
CREATE INDEX batches_received_at ON scout.batches USING btree (received_at);
CREATE INDEX batches_stored_in ON scout.batches USING btree (tenant_id, stored_in);
ALTER TABLE scout.batches ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.batches FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.batches FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_reads_own_tenant ON scout.batches FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.batches FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.batches FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.batches TO scout_definer;
GRANT INSERT, SELECT ON scout.batches TO scout_ingest;
GRANT SELECT (tenant_id, agent_id, batch_no, batch_id, received_at) ON scout.batches TO scout_definer;
GRANT SELECT (tenant_id, agent_id, batch_no, batch_id, received_at, accepted, rejected, rejections, stored_in) ON scout.batches TO scout_member;

CREATE TABLE scout.case_changes (
  tenant_id uuid NOT NULL,
  change_id uuid NOT NULL,
  case_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  author text NOT NULL,
  reason text,
  closed_as text COLLATE "C",
  assignee text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT case_changes_pkey PRIMARY KEY (tenant_id, change_id),
  CONSTRAINT case_changes_tenant_id_case_id_fkey FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases(tenant_id, case_id),
  CONSTRAINT case_changes_check CHECK (((kind = 'closed'::text) = (closed_as IS NOT NULL))),
  CONSTRAINT case_changes_closed_as_check CHECK ((closed_as = ANY (ARRAY['misuse'::text, 'expected'::text, 'false'::text]))),
  CONSTRAINT case_changes_kind_check CHECK ((kind = ANY (ARRAY['acknowledged'::text, 'closed'::text, 'reopened'::text, 'assigned'::text, 'ticket'::text, 'change'::text]))),
  CONSTRAINT case_changes_reason_check CHECK ((char_length(reason) <= 2000))
);
CREATE INDEX case_changes_case ON scout.case_changes USING btree (tenant_id, case_id, created_at);
ALTER TABLE scout.case_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.case_changes FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (case_id IN ( SELECT c.case_id
   FROM scout.cases c))));
CREATE POLICY admin_own_tenant ON scout.case_changes FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_reads_own_tenant ON scout.case_changes FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.case_changes FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.case_changes FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.case_changes FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.case_changes TO scout_account_owner;
GRANT INSERT, SELECT ON scout.case_changes TO scout_admin;
GRANT SELECT ON scout.case_changes TO scout_assessor;
GRANT DELETE ON scout.case_changes TO scout_definer;
GRANT INSERT, SELECT ON scout.case_changes TO scout_member;
GRANT SELECT (tenant_id, case_id) ON scout.case_changes TO scout_definer;

CREATE TABLE scout.case_comments (
  tenant_id uuid NOT NULL,
  comment_id uuid NOT NULL,
  case_id uuid NOT NULL,
  author text NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT case_comments_pkey PRIMARY KEY (tenant_id, comment_id),
  CONSTRAINT case_comments_tenant_id_case_id_fkey FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases(tenant_id, case_id),
  CONSTRAINT case_comments_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000)))
);
CREATE INDEX case_comments_case ON scout.case_comments USING btree (tenant_id, case_id, created_at);
ALTER TABLE scout.case_comments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.case_comments FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (case_id IN ( SELECT c.case_id
   FROM scout.cases c))));
CREATE POLICY admin_own_tenant ON scout.case_comments FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.case_comments FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.case_comments FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.case_comments FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.case_comments FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.case_comments TO scout_account_owner;
GRANT INSERT, SELECT ON scout.case_comments TO scout_admin;
GRANT SELECT ON scout.case_comments TO scout_assessor;
GRANT DELETE ON scout.case_comments TO scout_definer;
GRANT INSERT, SELECT ON scout.case_comments TO scout_member;
GRANT SELECT (tenant_id, case_id) ON scout.case_comments TO scout_definer;

CREATE TABLE scout.case_exceptions (
  tenant_id uuid NOT NULL,
  exception_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  kinds text[] DEFAULT '{}'::text[] NOT NULL,
  sources text[] DEFAULT '{}'::text[] NOT NULL,
  destinations text[] DEFAULT '{}'::text[] NOT NULL,
  persons text[] DEFAULT '{}'::text[] NOT NULL,
  starts_at timestamp with time zone NOT NULL,
  ends_at timestamp with time zone NOT NULL,
  reason text NOT NULL,
  created_by text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  approved_by text,
  approved_at timestamp with time zone,
  ended_by text,
  ended_at timestamp with time zone,
  CONSTRAINT case_exceptions_pkey PRIMARY KEY (tenant_id, exception_id),
  CONSTRAINT case_exceptions_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT case_exceptions_account_key_check CHECK (((char_length(account_key) >= 1) AND (char_length(account_key) <= 1024))),
  CONSTRAINT case_exceptions_approved_by_check CHECK (((char_length(approved_by) >= 1) AND (char_length(approved_by) <= 254))),
  CONSTRAINT case_exceptions_check CHECK ((ends_at > starts_at)),
  CONSTRAINT case_exceptions_destinations_check CHECK ((cardinality(destinations) <= 50)),
  CONSTRAINT case_exceptions_kinds_check CHECK ((cardinality(kinds) <= 50)),
  CONSTRAINT case_exceptions_persons_check CHECK ((cardinality(persons) <= 50)),
  CONSTRAINT case_exceptions_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 2000))),
  CONSTRAINT case_exceptions_sources_check CHECK ((cardinality(sources) <= 50))
);
CREATE INDEX case_exceptions_account ON scout.case_exceptions USING btree (tenant_id, account_key, ends_at);
ALTER TABLE scout.case_exceptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.case_exceptions FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (exception_id IN ( SELECT f.excused_by
   FROM scout.findings f))));
CREATE POLICY admin_own_tenant ON scout.case_exceptions FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.case_exceptions FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.case_exceptions FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.case_exceptions FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.case_exceptions FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.case_exceptions TO scout_account_owner;
GRANT INSERT, SELECT ON scout.case_exceptions TO scout_admin;
GRANT SELECT ON scout.case_exceptions TO scout_assessor;
GRANT DELETE ON scout.case_exceptions TO scout_definer;
GRANT SELECT ON scout.case_exceptions TO scout_member;
GRANT UPDATE (ends_at, approved_by, approved_at, ended_by, ended_at) ON scout.case_exceptions TO scout_admin;
GRANT SELECT (tenant_id, exception_id, starts_at, ends_at, approved_at, ended_at) ON scout.case_exceptions TO scout_definer;

CREATE TABLE scout.cases (
  tenant_id uuid NOT NULL,
  case_id uuid NOT NULL,
  number bigint NOT NULL,
  case_key text COLLATE "C" NOT NULL,
  account text COLLATE "C" NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  severity text COLLATE "C" NOT NULL,
  score double precision NOT NULL,
  sentence text NOT NULL,
  person text COLLATE "C",
  person_level text COLLATE "C",
  persons jsonb DEFAULT '[]'::jsonb NOT NULL,
  accounts jsonb DEFAULT '[]'::jsonb NOT NULL,
  sources jsonb DEFAULT '[]'::jsonb NOT NULL,
  destinations jsonb DEFAULT '[]'::jsonb NOT NULL,
  reasons jsonb DEFAULT '[]'::jsonb NOT NULL,
  findings integer DEFAULT 0 NOT NULL,
  first_seen timestamp(3) with time zone NOT NULL,
  last_seen timestamp(3) with time zone NOT NULL,
  opened_at timestamp(3) with time zone NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  graver_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  changed_in xid8 DEFAULT pg_current_xact_id() NOT NULL,
  status text COLLATE "C" DEFAULT 'open'::text NOT NULL,
  closed_as text COLLATE "C",
  close_reason text,
  closed_at timestamp with time zone,
  assignee text,
  touched_at timestamp with time zone,
  excused boolean DEFAULT false NOT NULL,
  CONSTRAINT cases_pkey PRIMARY KEY (tenant_id, case_id),
  CONSTRAINT cases_tenant_id_case_key_key UNIQUE (tenant_id, case_key),
  CONSTRAINT cases_tenant_id_number_key UNIQUE (tenant_id, number),
  CONSTRAINT cases_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT cases_check CHECK (((status = 'closed'::text) = (closed_as IS NOT NULL))),
  CONSTRAINT cases_close_reason_check CHECK ((char_length(close_reason) <= 2000)),
  CONSTRAINT cases_closed_as_check CHECK ((closed_as = ANY (ARRAY['misuse'::text, 'expected'::text, 'false'::text]))),
  CONSTRAINT cases_kind_check CHECK ((kind ~ '^[a-z][a-z0-9-]{0,63}$'::text)),
  CONSTRAINT cases_number_check CHECK ((number > 0)),
  CONSTRAINT cases_person_level_check CHECK ((person_level = ANY (ARRAY['acted'::text, 'same-session'::text, 'present'::text]))),
  CONSTRAINT cases_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT cases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'acknowledged'::text, 'closed'::text])))
);
CREATE INDEX cases_account ON scout.cases USING btree (tenant_id, account_key, last_seen DESC);
CREATE INDEX cases_changed_in ON scout.cases USING btree (tenant_id, changed_in);
CREATE INDEX cases_newest ON scout.cases USING btree (tenant_id, last_seen DESC, case_id);
ALTER TABLE scout.cases ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.cases FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s)) AND ((accounts = '[]'::jsonb) OR (NOT (EXISTS ( SELECT
   FROM jsonb_array_elements_text(cases.accounts) other(key)
  WHERE (NOT ((other.key COLLATE "C") IN ( SELECT s.account_key
           FROM scout.service_accounts s)))))))));
CREATE POLICY admin_own_tenant ON scout.cases FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads_own_tenant ON scout.cases FOR SELECT TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.cases FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.cases FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.cases FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.cases FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.cases TO scout_account_owner;
GRANT SELECT ON scout.cases TO scout_admin;
GRANT DELETE, SELECT ON scout.cases TO scout_assessor;
GRANT DELETE ON scout.cases TO scout_definer;
GRANT SELECT ON scout.cases TO scout_member;
GRANT UPDATE (updated_at, changed_in, status, closed_as, close_reason, closed_at, assignee, touched_at) ON scout.cases TO scout_admin;
GRANT SELECT (tenant_id, case_id, number, account, kind, severity, score, sentence, person_level, persons, accounts, sources, destinations, reasons, first_seen, last_seen, status, closed_at) ON scout.cases TO scout_alerts;
GRANT INSERT (tenant_id, case_id, number, case_key, account, account_key, kind, severity, score, sentence, person, person_level, persons, accounts, sources, destinations, reasons, findings, first_seen, last_seen, opened_at, created_at, graver_at, updated_at, changed_in, excused) ON scout.cases TO scout_assessor;
GRANT UPDATE (kind, severity, score, sentence, person, person_level, persons, accounts, sources, destinations, reasons, findings, first_seen, last_seen, opened_at, graver_at, updated_at, changed_in, excused) ON scout.cases TO scout_assessor;
GRANT SELECT (tenant_id, case_id, last_seen, touched_at) ON scout.cases TO scout_definer;
GRANT UPDATE (updated_at, changed_in, status, closed_as, close_reason, closed_at, assignee, touched_at) ON scout.cases TO scout_member;

CREATE TABLE scout.channel_deliveries (
  tenant_id uuid NOT NULL,
  delivery_id uuid DEFAULT gen_random_uuid() NOT NULL,
  channel_id uuid NOT NULL,
  case_id uuid,
  case_number bigint,
  kind text COLLATE "C" NOT NULL,
  body text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  due_at timestamp with time zone NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  status smallint,
  problem text,
  outcome text COLLATE "C",
  settled_at timestamp with time zone,
  CONSTRAINT channel_deliveries_pkey PRIMARY KEY (tenant_id, delivery_id),
  CONSTRAINT channel_deliveries_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels(tenant_id, channel_id) ON DELETE CASCADE,
  CONSTRAINT channel_deliveries_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT channel_deliveries_check CHECK ((num_nulls(outcome, settled_at) = ANY (ARRAY[0, 2]))),
  CONSTRAINT channel_deliveries_check1 CHECK ((num_nulls(case_id, case_number) =
CASE kind
    WHEN 'test'::text THEN 2
    ELSE 0
END)),
  CONSTRAINT channel_deliveries_kind_check CHECK ((kind = ANY (ARRAY['opened'::text, 'graver'::text, 'gained'::text, 'closed'::text, 'reopened'::text, 'changes'::text, 'test'::text]))),
  CONSTRAINT channel_deliveries_outcome_check CHECK ((outcome = ANY (ARRAY['delivered'::text, 'failed'::text, 'dropped'::text]))),
  CONSTRAINT channel_deliveries_problem_check CHECK ((char_length(problem) <= 200))
);
CREATE INDEX channel_deliveries_case ON scout.channel_deliveries USING btree (tenant_id, case_id, created_at);
CREATE INDEX channel_deliveries_log ON scout.channel_deliveries USING btree (tenant_id, channel_id, created_at);
CREATE INDEX channel_deliveries_settled ON scout.channel_deliveries USING btree (tenant_id, settled_at);
CREATE INDEX channel_deliveries_waiting ON scout.channel_deliveries USING btree (due_at) WHERE (settled_at IS NULL);
ALTER TABLE scout.channel_deliveries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.channel_deliveries FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_adds_to_own_tenant ON scout.channel_deliveries FOR INSERT TO scout_alerts
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_changes_own_tenant ON scout.channel_deliveries FOR UPDATE TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_deletes_of_own_tenant ON scout.channel_deliveries FOR DELETE TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.channel_deliveries FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY definer_all ON scout.channel_deliveries FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.channel_deliveries FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.channel_deliveries FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.channel_deliveries TO scout_alerts;
GRANT DELETE ON scout.channel_deliveries TO scout_definer;
GRANT INSERT (tenant_id, delivery_id, channel_id, kind, body, created_at, due_at) ON scout.channel_deliveries TO scout_admin;
GRANT SELECT (tenant_id, delivery_id, channel_id, case_id, case_number, kind, created_at, due_at, attempts, status, problem, outcome, settled_at) ON scout.channel_deliveries TO scout_admin;
GRANT UPDATE (due_at, attempts, status, problem, outcome, settled_at) ON scout.channel_deliveries TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.channel_deliveries TO scout_definer;
GRANT SELECT (tenant_id, delivery_id, channel_id, case_id, kind, outcome, settled_at) ON scout.channel_deliveries TO scout_member;

CREATE TABLE scout.channel_secrets (
  tenant_id uuid NOT NULL,
  secret_id uuid DEFAULT gen_random_uuid() NOT NULL,
  channel_id uuid NOT NULL,
  sealed text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  valid_until timestamp with time zone,
  CONSTRAINT channel_secrets_pkey PRIMARY KEY (tenant_id, secret_id),
  CONSTRAINT channel_secrets_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels(tenant_id, channel_id) ON DELETE CASCADE,
  CONSTRAINT channel_secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id)
);
CREATE INDEX channel_secrets_channel ON scout.channel_secrets USING btree (tenant_id, channel_id);
CREATE UNIQUE INDEX channel_secrets_present ON scout.channel_secrets USING btree (tenant_id, channel_id) WHERE (valid_until IS NULL);
ALTER TABLE scout.channel_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.channel_secrets FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.channel_secrets FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY alerts_reseals ON scout.channel_secrets FOR UPDATE TO scout_alerts
  USING (true);
CREATE POLICY definer_all ON scout.channel_secrets FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.channel_secrets FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT ON scout.channel_secrets TO scout_admin;
GRANT SELECT ON scout.channel_secrets TO scout_alerts;
GRANT DELETE ON scout.channel_secrets TO scout_definer;
GRANT SELECT (tenant_id, secret_id, channel_id, created_at, valid_until) ON scout.channel_secrets TO scout_admin;
GRANT UPDATE (valid_until) ON scout.channel_secrets TO scout_admin;
GRANT UPDATE (sealed) ON scout.channel_secrets TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.channel_secrets TO scout_definer;

CREATE TABLE scout.channels (
  tenant_id uuid NOT NULL,
  channel_id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  min_severity text COLLATE "C" NOT NULL,
  account_pattern text,
  is_active boolean DEFAULT true NOT NULL,
  failing_since timestamp with time zone,
  switched_off_at timestamp with time zone,
  created_at timestamp with time zone NOT NULL,
  created_by text NOT NULL,
  kind text COLLATE "C" DEFAULT 'webhook'::text NOT NULL,
  finding_kinds text[] DEFAULT '{}'::text[] NOT NULL,
  format text COLLATE "C" DEFAULT 'scout'::text NOT NULL,
  ca text,
  settings jsonb,
  CONSTRAINT channels_pkey PRIMARY KEY (tenant_id, channel_id),
  CONSTRAINT channels_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT channels_account_pattern_check CHECK (((char_length(account_pattern) >= 1) AND (char_length(account_pattern) <= 200))),
  CONSTRAINT channels_ca_check CHECK (((char_length(ca) >= 1) AND (char_length(ca) <= 20000))),
  CONSTRAINT channels_check CHECK (((switched_off_at IS NULL) OR (NOT is_active))),
  CONSTRAINT channels_check1 CHECK (((format = 'ticket'::text) = (settings IS NOT NULL))),
  CONSTRAINT channels_finding_kinds_check CHECK ((cardinality(finding_kinds) <= 50)),
  CONSTRAINT channels_format_check CHECK ((format = ANY (ARRAY['scout'::text, 'ecs'::text, 'ocsf'::text, 'cef'::text, 'chat'::text, 'ticket'::text]))),
  CONSTRAINT channels_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'slack'::text, 'teams'::text, 'syslog'::text, 'pagerduty'::text, 'opsgenie'::text, 'jira'::text, 'servicenow'::text]))),
  CONSTRAINT channels_min_severity_check CHECK ((min_severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text]))),
  CONSTRAINT channels_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  CONSTRAINT channels_settings_check CHECK ((octet_length((settings)::text) <= 8000)),
  CONSTRAINT channels_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048)))
);
ALTER TABLE scout.channels ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.channels FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (channel_id IN ( SELECT t.channel_id
   FROM scout.tickets t))));
CREATE POLICY admin_own_tenant ON scout.channels FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_own_tenant ON scout.channels FOR ALL TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.channels FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.channels FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.channels FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.channels TO scout_admin;
GRANT SELECT ON scout.channels TO scout_alerts;
GRANT DELETE ON scout.channels TO scout_definer;
GRANT SELECT (tenant_id, channel_id, name, created_at, kind) ON scout.channels TO scout_account_owner;
GRANT UPDATE (name, min_severity, account_pattern, is_active, failing_since, switched_off_at, finding_kinds, settings) ON scout.channels TO scout_admin;
GRANT UPDATE (is_active, failing_since, switched_off_at) ON scout.channels TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.channels TO scout_definer;
GRANT SELECT (tenant_id, channel_id, name, created_at, kind) ON scout.channels TO scout_member;

CREATE TABLE scout.demo_requests (
  request_id uuid NOT NULL,
  created_at timestamp with time zone NOT NULL,
  kind text NOT NULL,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  phone text,
  company_name text NOT NULL,
  company_size text,
  job_title text,
  message text,
  request_key uuid,
  suspected boolean NOT NULL,
  CONSTRAINT demo_requests_pkey PRIMARY KEY (request_id),
  CONSTRAINT demo_requests_request_key_key UNIQUE (request_key),
  CONSTRAINT demo_requests_company_name_check CHECK (((char_length(company_name) >= 1) AND (char_length(company_name) <= 200))),
  CONSTRAINT demo_requests_company_size_check CHECK ((company_size = ANY (ARRAY['1-10'::text, '11-50'::text, '51-200'::text, '201-500'::text, '501-1,000'::text, '1,001-5,000'::text, '5,001+'::text]))),
  CONSTRAINT demo_requests_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254)))),
  CONSTRAINT demo_requests_first_name_check CHECK (((char_length(first_name) >= 1) AND (char_length(first_name) <= 200))),
  CONSTRAINT demo_requests_job_title_check CHECK ((char_length(job_title) <= 200)),
  CONSTRAINT demo_requests_kind_check CHECK ((kind = ANY (ARRAY['early_access'::text, 'contact'::text]))),
  CONSTRAINT demo_requests_last_name_check CHECK (((char_length(last_name) >= 1) AND (char_length(last_name) <= 200))),
  CONSTRAINT demo_requests_message_check CHECK ((char_length(message) <= 5000)),
  CONSTRAINT demo_requests_phone_check CHECK ((char_length(phone) <= 50))
);
CREATE UNIQUE INDEX demo_requests_one_early_access ON scout.demo_requests USING btree (email) WHERE ((kind = 'early_access'::text) AND (NOT suspected));
ALTER TABLE scout.demo_requests ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_deletes ON scout.demo_requests FOR DELETE TO scout_definer
  USING (true);
CREATE POLICY definer_read ON scout.demo_requests FOR SELECT TO scout_definer
  USING (true);
CREATE POLICY operator_read ON scout.demo_requests FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.demo_requests FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
CREATE POLICY visitor_insert ON scout.demo_requests FOR INSERT TO scout_visitor
  WITH CHECK (true);
GRANT DELETE ON scout.demo_requests TO scout_definer;
GRANT SELECT ON scout.demo_requests TO scout_operator;
GRANT INSERT ON scout.demo_requests TO scout_visitor;
GRANT SELECT (created_at, kind, email, request_key, suspected) ON scout.demo_requests TO scout_definer;

CREATE TABLE scout.detection_settings (
  tenant_id uuid NOT NULL,
  version integer NOT NULL,
  settings jsonb NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  updated_by text NOT NULL,
  judged_version integer DEFAULT 0 NOT NULL,
  judge_from timestamp with time zone,
  judge_to timestamp with time zone,
  judged_from timestamp with time zone,
  CONSTRAINT detection_settings_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT detection_settings_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT detection_settings_check CHECK ((judged_version <= version)),
  CONSTRAINT detection_settings_check1 CHECK ((num_nulls(judge_from, judge_to, judged_from) = ANY (ARRAY[0, 3]))),
  CONSTRAINT detection_settings_check2 CHECK (((judge_from <= judged_from) AND (judged_from <= judge_to))),
  CONSTRAINT detection_settings_settings_check CHECK ((jsonb_typeof(settings) = 'object'::text)),
  CONSTRAINT detection_settings_version_check CHECK ((version > 0))
);
ALTER TABLE scout.detection_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.detection_settings FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_reads_own_tenant ON scout.detection_settings FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.detection_settings FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.detection_settings FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_changes_own_tenant ON scout.detection_settings FOR UPDATE TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_reads ON scout.detection_settings FOR SELECT TO scout_judge
  USING (true);
CREATE POLICY member_reads_own_tenant ON scout.detection_settings FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads ON scout.detection_settings FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.detection_settings FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT, SELECT ON scout.detection_settings TO scout_admin;
GRANT DELETE ON scout.detection_settings TO scout_definer;
GRANT SELECT ON scout.detection_settings TO scout_member;
GRANT UPDATE (version, settings, updated_at, updated_by, judge_from, judge_to, judged_from) ON scout.detection_settings TO scout_admin;
GRANT SELECT (tenant_id, version, settings) ON scout.detection_settings TO scout_assessor;
GRANT SELECT (tenant_id) ON scout.detection_settings TO scout_definer;
GRANT SELECT (tenant_id, version, settings) ON scout.detection_settings TO scout_ingest;
GRANT SELECT (tenant_id, version, settings, judged_version, judge_from, judge_to, judged_from) ON scout.detection_settings TO scout_judge;
GRANT UPDATE (judged_version, judge_from, judge_to, judged_from) ON scout.detection_settings TO scout_judge;
GRANT SELECT (tenant_id, version) ON scout.detection_settings TO scout_operator;

CREATE TABLE scout.directories (
  tenant_id uuid NOT NULL,
  directory_id uuid DEFAULT gen_random_uuid() NOT NULL,
  name text NOT NULL,
  url text,
  bind_name text,
  base text,
  filter text,
  ca text,
  created_at timestamp(3) with time zone NOT NULL,
  created_by text NOT NULL,
  due_at timestamp(3) with time zone NOT NULL,
  sync_id uuid,
  attempted_at timestamp(3) with time zone,
  synced_at timestamp(3) with time zone,
  read_fully_at timestamp(3) with time zone,
  failing_since timestamp(3) with time zone,
  failures integer DEFAULT 0 NOT NULL,
  problem text,
  domain text,
  invocation_id uuid,
  usn bigint,
  accounts integer DEFAULT 0 NOT NULL,
  computers integer DEFAULT 0 NOT NULL,
  registered_version integer,
  agent_id uuid,
  connector_key text COLLATE "C",
  sign_in text COLLATE "C" DEFAULT 'password'::text NOT NULL,
  kdc text,
  is_catalog boolean DEFAULT COALESCE((url ~ ':326[89]/?$'::text), false) NOT NULL,
  compared_at timestamp(3) with time zone,
  CONSTRAINT directories_pkey PRIMARY KEY (tenant_id, directory_id),
  CONSTRAINT directories_agent FOREIGN KEY (tenant_id, agent_id) REFERENCES scout.agents(tenant_id, agent_id) ON DELETE CASCADE,
  CONSTRAINT directories_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT directories_base_check CHECK (((char_length(base) >= 1) AND (char_length(base) <= 1000))),
  CONSTRAINT directories_bind_name_check CHECK (((char_length(bind_name) >= 1) AND (char_length(bind_name) <= 500))),
  CONSTRAINT directories_ca_check CHECK (((char_length(ca) >= 1) AND (char_length(ca) <= 20000))),
  CONSTRAINT directories_check CHECK ((num_nulls(invocation_id, usn) = ANY (ARRAY[0, 2]))),
  CONSTRAINT directories_check1 CHECK ((num_nulls(failing_since, problem) = ANY (ARRAY[0, 2]))),
  CONSTRAINT directories_check2 CHECK (((kdc IS NULL) OR (sign_in = 'keytab'::text))),
  CONSTRAINT directories_connector_key_check CHECK (((char_length(connector_key) >= 1) AND (char_length(connector_key) <= 100))),
  CONSTRAINT directories_domain_check CHECK ((char_length(domain) <= 300)),
  CONSTRAINT directories_failures_check CHECK ((failures >= 0)),
  CONSTRAINT directories_filter_check CHECK (((char_length(filter) >= 1) AND (char_length(filter) <= 2000))),
  CONSTRAINT directories_kdc_check CHECK (((char_length(kdc) >= 1) AND (char_length(kdc) <= 260))),
  CONSTRAINT directories_key CHECK (((agent_id IS NOT NULL) OR (connector_key IS NULL))),
  CONSTRAINT directories_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  CONSTRAINT directories_problem_check CHECK ((char_length(problem) <= 300)),
  CONSTRAINT directories_read_by CHECK ((num_nulls(agent_id, url) = 1)),
  CONSTRAINT directories_sign_in CHECK ((num_nulls(url, bind_name) = ANY (ARRAY[0, 2]))),
  CONSTRAINT directories_sign_in_check CHECK ((sign_in = ANY (ARRAY['password'::text, 'keytab'::text]))),
  CONSTRAINT directories_url_check CHECK (((char_length(url) >= 1) AND (char_length(url) <= 300)))
);
CREATE INDEX directories_due ON scout.directories USING btree (due_at);
CREATE UNIQUE INDEX directories_of_agent ON scout.directories USING btree (tenant_id, agent_id, lower(name)) WHERE (agent_id IS NOT NULL);
ALTER TABLE scout.directories ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.directories FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (directory_id IN ( SELECT d.directory_id
   FROM scout.directory_accounts d))));
CREATE POLICY admin_own_tenant ON scout.directories FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_reads_own_tenant ON scout.directories FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.directories FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_changes_own_tenant ON scout.directories FOR UPDATE TO scout_ingest
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (agent_id IS NOT NULL)))
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (agent_id IS NOT NULL)));
CREATE POLICY ingest_reads_own_tenant ON scout.directories FOR SELECT TO scout_ingest
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (agent_id IS NOT NULL)));
CREATE POLICY member_reads_own_tenant ON scout.directories FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.directories FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.directories FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, SELECT ON scout.directories TO scout_admin;
GRANT DELETE ON scout.directories TO scout_definer;
GRANT DELETE, SELECT ON scout.directories TO scout_operator;
GRANT SELECT (tenant_id, directory_id, name, synced_at, failing_since, domain, is_catalog) ON scout.directories TO scout_account_owner;
GRANT INSERT (tenant_id, name, url, bind_name, base, filter, ca, created_at, created_by, due_at, agent_id, sign_in, kdc) ON scout.directories TO scout_admin;
GRANT UPDATE (due_at, invocation_id, usn) ON scout.directories TO scout_admin;
GRANT SELECT (tenant_id, directory_id, synced_at, registered_version, compared_at) ON scout.directories TO scout_assessor;
GRANT SELECT (tenant_id) ON scout.directories TO scout_definer;
GRANT SELECT (tenant_id, directory_id, name, due_at, sync_id, read_fully_at, invocation_id, usn, agent_id, connector_key) ON scout.directories TO scout_ingest;
GRANT UPDATE (due_at, sync_id, connector_key) ON scout.directories TO scout_ingest;
GRANT SELECT (tenant_id, directory_id, name, synced_at, failing_since, domain, is_catalog) ON scout.directories TO scout_member;
GRANT INSERT (tenant_id, name, url, bind_name, base, filter, ca, created_at, created_by, due_at, agent_id, sign_in, kdc) ON scout.directories TO scout_operator;
GRANT UPDATE (due_at, sync_id, attempted_at, synced_at, read_fully_at, failing_since, failures, problem, domain, invocation_id, usn, accounts, computers, registered_version, compared_at) ON scout.directories TO scout_operator;

CREATE TABLE scout.directory_accounts (
  tenant_id uuid NOT NULL,
  directory_id uuid NOT NULL,
  object_guid uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  kind text COLLATE "C" NOT NULL,
  sid text COLLATE "C",
  upn text,
  dn text NOT NULL,
  spns text[] NOT NULL,
  password_set_at timestamp(3) with time zone,
  last_logon_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone,
  is_enabled boolean NOT NULL,
  password_never_expires boolean NOT NULL,
  without_preauthentication boolean NOT NULL,
  encryption_types integer,
  admin_count boolean,
  privileged_groups text[] DEFAULT '{}'::text[] NOT NULL,
  delegation text COLLATE "C",
  delegates_to text[],
  acted_for_by text[],
  password_readers text[],
  replaced text,
  managed_by text,
  description text,
  group_name text,
  group_managed_by text,
  CONSTRAINT directory_accounts_pkey PRIMARY KEY (tenant_id, directory_id, object_guid),
  CONSTRAINT directory_accounts_tenant_id_directory_id_fkey FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories(tenant_id, directory_id) ON DELETE CASCADE,
  CONSTRAINT directory_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT directory_accounts_account_key_check CHECK (((char_length(account_key) >= 1) AND (char_length(account_key) <= 256))),
  CONSTRAINT directory_accounts_delegation_check CHECK ((delegation = ANY (ARRAY['none'::text, 'unconstrained'::text, 'constrained'::text, 'any-protocol'::text]))),
  CONSTRAINT directory_accounts_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'msa'::text, 'gmsa'::text, 'dmsa'::text, 'trust'::text])))
);
CREATE INDEX directory_accounts_key ON scout.directory_accounts USING btree (tenant_id, account_key);
CREATE INDEX directory_accounts_sid ON scout.directory_accounts USING btree (tenant_id, directory_id, sid);
ALTER TABLE scout.directory_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.directory_accounts FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_reads_own_tenant ON scout.directory_accounts FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.directory_accounts FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.directory_accounts FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.directory_accounts FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.directory_accounts FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.directory_accounts TO scout_account_owner;
GRANT SELECT ON scout.directory_accounts TO scout_admin;
GRANT SELECT ON scout.directory_accounts TO scout_assessor;
GRANT DELETE ON scout.directory_accounts TO scout_definer;
GRANT SELECT ON scout.directory_accounts TO scout_member;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.directory_accounts TO scout_operator;
GRANT SELECT (tenant_id) ON scout.directory_accounts TO scout_definer;

CREATE TABLE scout.directory_computers (
  tenant_id uuid NOT NULL,
  directory_id uuid NOT NULL,
  object_guid uuid NOT NULL,
  host_key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  sid text COLLATE "C",
  dns_name text,
  dn text NOT NULL,
  spns text[] NOT NULL,
  system text,
  system_version text,
  role text COLLATE "C",
  password_set_at timestamp(3) with time zone,
  last_logon_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone,
  is_enabled boolean NOT NULL,
  encryption_types integer,
  delegation text COLLATE "C",
  delegates_to text[],
  acted_for_by text[],
  managed_by text,
  description text,
  CONSTRAINT directory_computers_pkey PRIMARY KEY (tenant_id, directory_id, object_guid),
  CONSTRAINT directory_computers_tenant_id_directory_id_fkey FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories(tenant_id, directory_id) ON DELETE CASCADE,
  CONSTRAINT directory_computers_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT directory_computers_delegation_check CHECK ((delegation = ANY (ARRAY['none'::text, 'unconstrained'::text, 'constrained'::text, 'any-protocol'::text]))),
  CONSTRAINT directory_computers_host_key_check CHECK (((char_length(host_key) >= 1) AND (char_length(host_key) <= 256))),
  CONSTRAINT directory_computers_role_check CHECK ((role = ANY (ARRAY['controller'::text, 'server'::text, 'workstation'::text])))
);
CREATE INDEX directory_computers_key ON scout.directory_computers USING btree (tenant_id, host_key);
ALTER TABLE scout.directory_computers ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_reads_own_tenant ON scout.directory_computers FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_reads_own_tenant ON scout.directory_computers FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.directory_computers FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.directory_computers FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.directory_computers FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.directory_computers FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.directory_computers TO scout_admin;
GRANT SELECT ON scout.directory_computers TO scout_assessor;
GRANT DELETE ON scout.directory_computers TO scout_definer;
GRANT SELECT ON scout.directory_computers TO scout_member;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.directory_computers TO scout_operator;
GRANT SELECT (tenant_id) ON scout.directory_computers TO scout_definer;

CREATE TABLE scout.directory_pieces (
  tenant_id uuid NOT NULL,
  snapshot_id uuid NOT NULL,
  number integer NOT NULL,
  body bytea NOT NULL,
  CONSTRAINT directory_pieces_pkey PRIMARY KEY (tenant_id, snapshot_id, number),
  CONSTRAINT directory_pieces_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT directory_pieces_tenant_id_snapshot_id_fkey FOREIGN KEY (tenant_id, snapshot_id) REFERENCES scout.directory_snapshots(tenant_id, snapshot_id) ON DELETE CASCADE,
  CONSTRAINT directory_pieces_body_check CHECK (((octet_length(body) >= 1) AND (octet_length(body) <= 45000))),
  CONSTRAINT directory_pieces_number_check CHECK (((number >= 1) AND (number <= 2000)))
);
ALTER TABLE scout.directory_pieces ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.directory_pieces FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_own_tenant ON scout.directory_pieces FOR ALL TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.directory_pieces FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.directory_pieces FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.directory_pieces TO scout_definer;
GRANT INSERT, SELECT ON scout.directory_pieces TO scout_ingest;
GRANT SELECT ON scout.directory_pieces TO scout_operator;
GRANT SELECT (tenant_id) ON scout.directory_pieces TO scout_definer;

CREATE TABLE scout.directory_secrets (
  tenant_id uuid NOT NULL,
  directory_id uuid NOT NULL,
  sealed text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT directory_secrets_pkey PRIMARY KEY (tenant_id, directory_id),
  CONSTRAINT directory_secrets_tenant_id_directory_id_fkey FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories(tenant_id, directory_id) ON DELETE CASCADE,
  CONSTRAINT directory_secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT directory_secrets_sealed_check CHECK ((char_length(sealed) <= 4000))
);
ALTER TABLE scout.directory_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_adds_to_own_tenant ON scout.directory_secrets FOR INSERT TO scout_admin
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.directory_secrets FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.directory_secrets FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.directory_secrets FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT ON scout.directory_secrets TO scout_admin;
GRANT DELETE ON scout.directory_secrets TO scout_definer;
GRANT INSERT, SELECT ON scout.directory_secrets TO scout_operator;
GRANT SELECT (tenant_id) ON scout.directory_secrets TO scout_definer;
GRANT UPDATE (sealed) ON scout.directory_secrets TO scout_operator;

CREATE TABLE scout.directory_snapshots (
  tenant_id uuid NOT NULL,
  directory_id uuid NOT NULL,
  snapshot_id uuid NOT NULL,
  begun_at timestamp(3) with time zone NOT NULL,
  pieces integer DEFAULT 0 NOT NULL,
  digest bytea NOT NULL,
  document text,
  CONSTRAINT directory_snapshots_pkey PRIMARY KEY (tenant_id, directory_id),
  CONSTRAINT directory_snapshots_tenant_id_snapshot_id_key UNIQUE (tenant_id, snapshot_id),
  CONSTRAINT directory_snapshots_tenant_id_directory_id_fkey FOREIGN KEY (tenant_id, directory_id) REFERENCES scout.directories(tenant_id, directory_id) ON DELETE CASCADE,
  CONSTRAINT directory_snapshots_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT directory_snapshots_digest_check CHECK ((octet_length(digest) = 32)),
  CONSTRAINT directory_snapshots_document_check CHECK ((char_length(document) <= 4000)),
  CONSTRAINT directory_snapshots_pieces_check CHECK (((pieces >= 0) AND (pieces <= 2000)))
);
CREATE INDEX directory_snapshots_begun ON scout.directory_snapshots USING btree (begun_at);
ALTER TABLE scout.directory_snapshots ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.directory_snapshots FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_own_tenant ON scout.directory_snapshots FOR ALL TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.directory_snapshots FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.directory_snapshots FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.directory_snapshots TO scout_definer;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.directory_snapshots TO scout_ingest;
GRANT DELETE, SELECT ON scout.directory_snapshots TO scout_operator;
GRANT SELECT (tenant_id) ON scout.directory_snapshots TO scout_definer;

CREATE TABLE scout.download_tickets (
  tenant_id uuid NOT NULL,
  ticket_id uuid DEFAULT gen_random_uuid() NOT NULL,
  ticket_hash bytea NOT NULL,
  token_id uuid NOT NULL,
  path text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  CONSTRAINT download_tickets_pkey PRIMARY KEY (tenant_id, ticket_id),
  CONSTRAINT download_tickets_tenant_id_ticket_hash_key UNIQUE (tenant_id, ticket_hash),
  CONSTRAINT download_tickets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT download_tickets_tenant_id_token_id_fkey FOREIGN KEY (tenant_id, token_id) REFERENCES scout.enrolment_tokens(tenant_id, token_id) ON DELETE CASCADE,
  CONSTRAINT download_tickets_ticket_hash_check CHECK ((length(ticket_hash) = 32))
);
CREATE INDEX download_tickets_hash ON scout.download_tickets USING btree (ticket_hash);
ALTER TABLE scout.download_tickets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.download_tickets FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.download_tickets FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.download_tickets TO scout_definer;

CREATE TABLE scout.enrolment_tokens (
  tenant_id uuid NOT NULL,
  token_id uuid DEFAULT gen_random_uuid() NOT NULL,
  token_hash bytea NOT NULL,
  label text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  expires_at timestamp with time zone,
  max_uses integer,
  uses integer DEFAULT 0 NOT NULL,
  revoked_at timestamp with time zone,
  created_by text,
  needs_approval boolean DEFAULT false NOT NULL,
  group_id uuid,
  CONSTRAINT enrolment_tokens_pkey PRIMARY KEY (tenant_id, token_id),
  CONSTRAINT enrolment_tokens_tenant_id_token_hash_key UNIQUE (tenant_id, token_hash),
  CONSTRAINT enrolment_tokens_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT enrolment_tokens_max_uses_check CHECK ((max_uses > 0)),
  CONSTRAINT enrolment_tokens_token_hash_check CHECK ((length(token_hash) = 32))
);
CREATE INDEX enrolment_tokens_hash ON scout.enrolment_tokens USING btree (token_hash);
ALTER TABLE scout.enrolment_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.enrolment_tokens FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.enrolment_tokens FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.enrolment_tokens FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.enrolment_tokens FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT ON scout.enrolment_tokens TO scout_admin;
GRANT DELETE, INSERT, SELECT ON scout.enrolment_tokens TO scout_definer;
GRANT INSERT ON scout.enrolment_tokens TO scout_operator;
GRANT SELECT (tenant_id, token_id, label, created_at, expires_at, max_uses, uses, revoked_at, created_by, needs_approval, group_id) ON scout.enrolment_tokens TO scout_admin;
GRANT UPDATE (revoked_at) ON scout.enrolment_tokens TO scout_admin;
GRANT UPDATE (uses) ON scout.enrolment_tokens TO scout_definer;
GRANT SELECT (tenant_id, token_id, label, created_at, expires_at, max_uses, uses, revoked_at, created_by, needs_approval, group_id) ON scout.enrolment_tokens TO scout_operator;
GRANT UPDATE (label, revoked_at) ON scout.enrolment_tokens TO scout_operator;

CREATE TABLE scout.event_counts (
  tenant_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  type_key text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  CONSTRAINT event_counts_pkey PRIMARY KEY (tenant_id, hour, type_key),
  CONSTRAINT event_counts_n_check CHECK ((n > 0))
);
CREATE INDEX event_counts_brin ON scout.event_counts USING brin (hour);
ALTER TABLE scout.event_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.event_counts FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.event_counts FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_changes_own_tenant ON scout.event_counts FOR UPDATE TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_reads_own_tenant ON scout.event_counts FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_own_tenant ON scout.event_counts FOR ALL TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.event_counts FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.event_counts FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.event_counts TO scout_definer;
GRANT INSERT, SELECT ON scout.event_counts TO scout_ingest;
GRANT DELETE, INSERT, SELECT ON scout.event_counts TO scout_judge;
GRANT SELECT ON scout.event_counts TO scout_member;
GRANT SELECT (tenant_id, hour) ON scout.event_counts TO scout_definer;
GRANT UPDATE (n) ON scout.event_counts TO scout_ingest;
GRANT UPDATE (n) ON scout.event_counts TO scout_judge;

CREATE TABLE scout.findings (
  tenant_id uuid NOT NULL,
  finding_id uuid NOT NULL,
  case_id uuid NOT NULL,
  hour timestamp with time zone NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  account text COLLATE "C" NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  severity text COLLATE "C" NOT NULL,
  score double precision NOT NULL,
  sentence text NOT NULL,
  person text COLLATE "C",
  person_level text COLLATE "C",
  persons jsonb DEFAULT '[]'::jsonb NOT NULL,
  accounts jsonb DEFAULT '[]'::jsonb NOT NULL,
  sources jsonb DEFAULT '[]'::jsonb NOT NULL,
  destinations jsonb DEFAULT '[]'::jsonb NOT NULL,
  reasons jsonb DEFAULT '[]'::jsonb NOT NULL,
  events jsonb DEFAULT '[]'::jsonb NOT NULL,
  statement jsonb,
  excused_by uuid,
  CONSTRAINT findings_pkey PRIMARY KEY (tenant_id, finding_id),
  CONSTRAINT findings_excused_by_fkey FOREIGN KEY (tenant_id, excused_by) REFERENCES scout.case_exceptions(tenant_id, exception_id) ON DELETE SET NULL (excused_by),
  CONSTRAINT findings_tenant_id_case_id_fkey FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases(tenant_id, case_id) ON DELETE CASCADE,
  CONSTRAINT findings_person_level_check CHECK ((person_level = ANY (ARRAY['acted'::text, 'same-session'::text, 'present'::text]))),
  CONSTRAINT findings_severity_check CHECK ((severity = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text])))
);
CREATE INDEX findings_case ON scout.findings USING btree (tenant_id, case_id, occurred_at);
CREATE INDEX findings_excused ON scout.findings USING btree (tenant_id, excused_by) WHERE (excused_by IS NOT NULL);
CREATE INDEX findings_hour ON scout.findings USING btree (tenant_id, hour);
CREATE INDEX findings_newest ON scout.findings USING btree (tenant_id, occurred_at);
ALTER TABLE scout.findings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.findings FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (case_id IN ( SELECT c.case_id
   FROM scout.cases c)) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s)) AND ((accounts = '[]'::jsonb) OR (NOT (EXISTS ( SELECT
   FROM jsonb_array_elements_text(findings.accounts) other(key)
  WHERE (NOT ((other.key COLLATE "C") IN ( SELECT s.account_key
           FROM scout.service_accounts s)))))))));
CREATE POLICY admin_own_tenant ON scout.findings FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads_own_tenant ON scout.findings FOR SELECT TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.findings FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.findings FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.findings FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.findings FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.findings TO scout_account_owner;
GRANT SELECT ON scout.findings TO scout_admin;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.findings TO scout_assessor;
GRANT DELETE ON scout.findings TO scout_definer;
GRANT SELECT ON scout.findings TO scout_member;
GRANT SELECT (tenant_id, case_id, kind) ON scout.findings TO scout_alerts;
GRANT SELECT (tenant_id, occurred_at) ON scout.findings TO scout_definer;

CREATE TABLE scout.former_organizations (
  organization_id uuid NOT NULL,
  deleted_at timestamp with time zone NOT NULL,
  CONSTRAINT former_organizations_pkey PRIMARY KEY (organization_id)
);
ALTER TABLE scout.former_organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_insert ON scout.former_organizations FOR INSERT TO scout_definer
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.former_organizations FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.former_organizations FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT ON scout.former_organizations TO scout_definer;
GRANT DELETE, SELECT ON scout.former_organizations TO scout_operator;

CREATE TABLE scout.group_roles (
  tenant_id uuid NOT NULL,
  group_name text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by text NOT NULL,
  CONSTRAINT group_roles_pkey PRIMARY KEY (tenant_id, group_name),
  CONSTRAINT group_roles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT group_roles_group_name_check CHECK (((char_length(group_name) >= 1) AND (char_length(group_name) <= 254))),
  CONSTRAINT group_roles_role_check CHECK ((role ~ '^[a-z]{1,20}$'::text))
);
ALTER TABLE scout.group_roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.group_roles FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.group_roles FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.group_roles FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.group_roles TO scout_admin;
GRANT DELETE, SELECT ON scout.group_roles TO scout_definer;
GRANT UPDATE (role, created_at, created_by) ON scout.group_roles TO scout_admin;

CREATE TABLE scout.incidents (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  batch_id uuid NOT NULL,
  batch_index integer NOT NULL,
  agent_id uuid NOT NULL,
  service_account text COLLATE "C" NOT NULL,
  service_account_key text COLLATE "C" NOT NULL,
  computer text COLLATE "C",
  computer_key text COLLATE "C",
  server text COLLATE "C",
  server_key text COLLATE "C",
  process text,
  failure_reason text,
  source_hosts text[] DEFAULT '{}'::text[] NOT NULL,
  subject_user text COLLATE "C",
  subject_user_key text COLLATE "C",
  change_type text,
  severity text COLLATE "C",
  description text
) PARTITION BY RANGE (occurred_at);
-- partitions: incidents_default DEFAULT
-- partitions: one a month
CREATE INDEX incidents_brin ON ONLY scout.incidents USING brin (occurred_at);
CREATE INDEX incidents_time ON ONLY scout.incidents USING btree (tenant_id, rule, occurred_at);
ALTER TABLE scout.incidents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.incidents FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.incidents FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_own_tenant ON scout.incidents FOR ALL TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.incidents FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.incidents FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.incidents TO scout_definer;
GRANT INSERT ON scout.incidents TO scout_ingest;
GRANT DELETE, INSERT, SELECT ON scout.incidents TO scout_judge;
GRANT SELECT ON scout.incidents TO scout_member;
GRANT SELECT (tenant_id, occurred_at, batch_id, agent_id) ON scout.incidents TO scout_definer;

CREATE TABLE scout.ingest_usage (
  tenant_id uuid NOT NULL,
  sender_id uuid NOT NULL,
  busy_until timestamp with time zone NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  events bigint NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT ingest_usage_pkey PRIMARY KEY (tenant_id, sender_id),
  CONSTRAINT ingest_usage_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id)
);
ALTER TABLE scout.ingest_usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.ingest_usage FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_own_tenant ON scout.ingest_usage FOR ALL TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.ingest_usage FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads_all ON scout.ingest_usage FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.ingest_usage FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.ingest_usage TO scout_definer;
GRANT INSERT, SELECT, UPDATE ON scout.ingest_usage TO scout_ingest;
GRANT SELECT ON scout.ingest_usage TO scout_member;
GRANT SELECT ON scout.ingest_usage TO scout_operator;
GRANT SELECT (tenant_id, sender_id) ON scout.ingest_usage TO scout_definer;

CREATE TABLE scout.invitations (
  tenant_id uuid NOT NULL,
  invitation_id uuid NOT NULL,
  email text NOT NULL,
  role text DEFAULT 'member'::text NOT NULL,
  token_hash bytea NOT NULL,
  inviter_email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  accepted_at timestamp with time zone,
  declined_at timestamp with time zone,
  revoked_at timestamp with time zone,
  CONSTRAINT invitations_pkey PRIMARY KEY (tenant_id, invitation_id),
  CONSTRAINT invitations_token_hash_tenant_id_key UNIQUE (token_hash, tenant_id),
  CONSTRAINT invitations_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT invitations_check CHECK ((num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)),
  CONSTRAINT invitations_email_check CHECK ((email = lower(email))),
  CONSTRAINT invitations_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text])))
);
CREATE INDEX invitations_email ON scout.invitations USING btree (tenant_id, email, created_at DESC);
CREATE UNIQUE INDEX invitations_one_open ON scout.invitations USING btree (tenant_id, email) WHERE ((accepted_at IS NULL) AND (declined_at IS NULL) AND (revoked_at IS NULL));
ALTER TABLE scout.invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.invitations FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.invitations FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.invitations FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT ON scout.invitations TO scout_admin;
GRANT DELETE, SELECT ON scout.invitations TO scout_definer;
GRANT SELECT (tenant_id, invitation_id, email, role, inviter_email, created_at, expires_at, accepted_at, declined_at, revoked_at) ON scout.invitations TO scout_admin;
GRANT UPDATE (accepted_at, declined_at, revoked_at) ON scout.invitations TO scout_admin;

CREATE TABLE scout.mailing_list (
  email text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  suspected boolean NOT NULL,
  CONSTRAINT mailing_list_pkey PRIMARY KEY (email),
  CONSTRAINT mailing_list_email_check CHECK (((email = lower(email)) AND ((char_length(email) >= 3) AND (char_length(email) <= 254))))
);
ALTER TABLE scout.mailing_list ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.mailing_list FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_read ON scout.mailing_list FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.mailing_list FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
CREATE POLICY visitor_insert ON scout.mailing_list FOR INSERT TO scout_visitor
  WITH CHECK (true);
GRANT DELETE ON scout.mailing_list TO scout_definer;
GRANT SELECT ON scout.mailing_list TO scout_operator;
GRANT INSERT ON scout.mailing_list TO scout_visitor;
GRANT SELECT (created_at) ON scout.mailing_list TO scout_definer;

CREATE TABLE scout.memberships (
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  user_id text,
  role text NOT NULL,
  status text NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT memberships_pkey PRIMARY KEY (tenant_id, email),
  CONSTRAINT memberships_tenant_id_email_user_id_key UNIQUE (tenant_id, email, user_id),
  CONSTRAINT memberships_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT memberships_email_check CHECK ((email = lower(email))),
  CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'analyst'::text, 'auditor'::text, 'owner'::text]))),
  CONSTRAINT memberships_status_check CHECK ((status = ANY (ARRAY['active'::text, 'pending'::text])))
);
CREATE INDEX memberships_admins ON scout.memberships USING btree (tenant_id, email) WHERE ((role = 'admin'::text) AND (status = 'active'::text) AND (user_id IS NOT NULL));
CREATE INDEX memberships_email ON scout.memberships USING btree (email);
CREATE INDEX memberships_registered ON scout.memberships USING btree (tenant_id, email) WHERE ((status = 'active'::text) AND (user_id IS NOT NULL));
CREATE INDEX memberships_user_id ON scout.memberships USING btree (user_id) WHERE (user_id IS NOT NULL);
ALTER TABLE scout.memberships ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.memberships FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND ((user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text)) OR (user_id IN ( SELECT c.assignee
   FROM scout.cases c)))));
CREATE POLICY admin_own_tenant ON scout.memberships FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads_own_tenant ON scout.memberships FOR SELECT TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.memberships FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.memberships FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.memberships FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.memberships FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.memberships TO scout_account_owner;
GRANT DELETE, INSERT, SELECT ON scout.memberships TO scout_admin;
GRANT DELETE, INSERT, SELECT ON scout.memberships TO scout_definer;
GRANT SELECT ON scout.memberships TO scout_member;
GRANT INSERT, SELECT ON scout.memberships TO scout_operator;
GRANT UPDATE (user_id, role, status, updated_at) ON scout.memberships TO scout_admin;
GRANT SELECT (tenant_id, email, role, status) ON scout.memberships TO scout_alerts;
GRANT UPDATE (user_id, role, status, updated_at) ON scout.memberships TO scout_definer;
GRANT UPDATE (user_id, role, status, updated_at) ON scout.memberships TO scout_operator;

CREATE TABLE scout.operator_troubles (
  trouble text COLLATE "C" NOT NULL,
  since timestamp with time zone NOT NULL,
  mailed_at timestamp with time zone,
  gone_since timestamp with time zone,
  CONSTRAINT operator_troubles_pkey PRIMARY KEY (trouble),
  CONSTRAINT operator_troubles_trouble_check CHECK ((trouble ~ '^[a-z_]{1,60}$'::text))
);
ALTER TABLE scout.operator_troubles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.operator_troubles FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.operator_troubles FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.operator_troubles TO scout_operator;
GRANT UPDATE (mailed_at, gone_since) ON scout.operator_troubles TO scout_operator;

CREATE TABLE scout.organization_domains (
  tenant_id uuid NOT NULL,
  domain text NOT NULL,
  state text NOT NULL,
  method text,
  admission text DEFAULT 'pending'::text NOT NULL,
  txt_value text DEFAULT ('scout-verification='::text || replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text)) NOT NULL,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  verified_at timestamp with time zone,
  code_hash bytea,
  code_expires_at timestamp with time zone,
  CONSTRAINT organization_domains_pkey PRIMARY KEY (tenant_id, domain),
  CONSTRAINT organization_domains_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT organization_domains_admission_check CHECK ((admission = ANY (ARRAY['pending'::text, 'active'::text]))),
  CONSTRAINT organization_domains_check CHECK ((((state = 'verified'::text) = (method IS NOT NULL)) AND ((state = 'verified'::text) = (verified_at IS NOT NULL)))),
  CONSTRAINT organization_domains_check1 CHECK (((admission = 'pending'::text) OR (state = 'verified'::text))),
  CONSTRAINT organization_domains_domain_check CHECK (((domain = lower(domain)) AND ((length(domain) >= 3) AND (length(domain) <= 253)))),
  CONSTRAINT organization_domains_method_check CHECK ((method = ANY (ARRAY['dns'::text, 'mail'::text]))),
  CONSTRAINT organization_domains_state_check CHECK ((state = ANY (ARRAY['added'::text, 'claimed'::text, 'verified'::text])))
);
CREATE INDEX organization_domains_domain ON scout.organization_domains USING btree (domain);
ALTER TABLE scout.organization_domains ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.organization_domains FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.organization_domains FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.organization_domains FOR ALL TO scout_operator
  USING (true)
  WITH CHECK ((state = 'claimed'::text));
CREATE POLICY owner_backs_up ON scout.organization_domains FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, SELECT ON scout.organization_domains TO scout_admin;
GRANT DELETE, SELECT, UPDATE ON scout.organization_domains TO scout_definer;
GRANT INSERT (tenant_id, domain, state, created_at) ON scout.organization_domains TO scout_admin;
GRANT UPDATE (admission, code_hash, code_expires_at) ON scout.organization_domains TO scout_admin;
GRANT INSERT (tenant_id, domain, state, created_at) ON scout.organization_domains TO scout_definer;
GRANT INSERT (tenant_id, domain, state, created_at) ON scout.organization_domains TO scout_operator;

CREATE TABLE scout.owner_review_accounts (
  tenant_id uuid NOT NULL,
  number integer NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  is_open boolean DEFAULT true NOT NULL,
  account text COLLATE "C" NOT NULL,
  owner text,
  asked_email text,
  asked_user_id text,
  decision text,
  comment text,
  decided_at timestamp with time zone,
  decided_by text,
  CONSTRAINT owner_review_accounts_pkey PRIMARY KEY (tenant_id, number, account_key),
  CONSTRAINT owner_review_accounts_tenant_id_number_is_open_fkey FOREIGN KEY (tenant_id, number, is_open) REFERENCES scout.owner_reviews(tenant_id, number, is_open) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT owner_review_accounts_asked_email_check CHECK ((char_length(asked_email) <= 254)),
  CONSTRAINT owner_review_accounts_check CHECK ((((decision IS NULL) = (decided_at IS NULL)) AND ((decision IS NULL) = (decided_by IS NULL)))),
  CONSTRAINT owner_review_accounts_check1 CHECK (((decision IS NOT NULL) OR (comment IS NULL))),
  CONSTRAINT owner_review_accounts_check2 CHECK (((owner IS NOT NULL) OR ((decision IS NULL) AND (asked_email IS NULL)))),
  CONSTRAINT owner_review_accounts_check3 CHECK (((asked_email IS NULL) = (asked_user_id IS NULL))),
  CONSTRAINT owner_review_accounts_comment_check CHECK ((char_length(comment) <= 1000)),
  CONSTRAINT owner_review_accounts_decided_by_check CHECK ((char_length(decided_by) <= 254)),
  CONSTRAINT owner_review_accounts_decision_check CHECK ((decision = ANY (ARRAY['keep'::text, 'change'::text, 'remove'::text]))),
  CONSTRAINT owner_review_accounts_owner_check CHECK ((char_length(owner) <= 254))
);
CREATE INDEX owner_review_accounts_undecided ON scout.owner_review_accounts USING btree (tenant_id, number) WHERE ((owner IS NOT NULL) AND (decision IS NULL));
ALTER TABLE scout.owner_review_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_decides_own ON scout.owner_review_accounts FOR UPDATE TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND is_open AND (asked_user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text)) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY account_owner_own ON scout.owner_review_accounts FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY admin_adds_to_own_tenant ON scout.owner_review_accounts FOR INSERT TO scout_admin
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND is_open AND (decision IS NULL)));
CREATE POLICY admin_decides_of_own_tenant ON scout.owner_review_accounts FOR UPDATE TO scout_admin
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND is_open));
CREATE POLICY admin_reads_own_tenant ON scout.owner_review_accounts FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.owner_review_accounts FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY definer_all ON scout.owner_review_accounts FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_decides_own ON scout.owner_review_accounts FOR UPDATE TO scout_member
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND is_open AND (asked_user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY member_reads_own_tenant ON scout.owner_review_accounts FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.owner_review_accounts FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.owner_review_accounts TO scout_account_owner;
GRANT SELECT ON scout.owner_review_accounts TO scout_admin;
GRANT SELECT ON scout.owner_review_accounts TO scout_alerts;
GRANT DELETE ON scout.owner_review_accounts TO scout_definer;
GRANT SELECT ON scout.owner_review_accounts TO scout_member;
GRANT UPDATE (decision, comment, decided_at, decided_by) ON scout.owner_review_accounts TO scout_account_owner;
GRANT INSERT (tenant_id, number, account_key, account, owner, asked_email, asked_user_id) ON scout.owner_review_accounts TO scout_admin;
GRANT UPDATE (decision, comment, decided_at, decided_by) ON scout.owner_review_accounts TO scout_admin;
GRANT SELECT (tenant_id) ON scout.owner_review_accounts TO scout_definer;
GRANT UPDATE (decision, comment, decided_at, decided_by) ON scout.owner_review_accounts TO scout_member;

CREATE TABLE scout.owner_reviews (
  tenant_id uuid NOT NULL,
  number integer NOT NULL,
  started_at timestamp with time zone NOT NULL,
  started_by text NOT NULL,
  due_at timestamp with time zone NOT NULL,
  left_out integer DEFAULT 0 NOT NULL,
  reminders integer DEFAULT 0 NOT NULL,
  remind_at timestamp with time zone,
  is_open boolean DEFAULT true NOT NULL,
  closed_at timestamp with time zone,
  closed_by text,
  organization text,
  head text,
  CONSTRAINT owner_reviews_pkey PRIMARY KEY (tenant_id, number),
  CONSTRAINT owner_reviews_tenant_id_number_is_open_key UNIQUE (tenant_id, number, is_open),
  CONSTRAINT owner_reviews_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT owner_reviews_check CHECK (((is_open = (closed_at IS NULL)) AND (is_open = (head IS NULL)) AND (is_open = (organization IS NULL)))),
  CONSTRAINT owner_reviews_check1 CHECK (((NOT is_open) OR (closed_by IS NULL))),
  CONSTRAINT owner_reviews_closed_by_check CHECK ((char_length(closed_by) <= 254)),
  CONSTRAINT owner_reviews_head_check CHECK ((head ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT owner_reviews_number_check CHECK ((number > 0)),
  CONSTRAINT owner_reviews_started_by_check CHECK ((char_length(started_by) <= 254))
);
CREATE UNIQUE INDEX owner_reviews_open ON scout.owner_reviews USING btree (tenant_id) WHERE is_open;
ALTER TABLE scout.owner_reviews ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.owner_reviews FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (number IN ( SELECT a.number
   FROM scout.owner_review_accounts a))));
CREATE POLICY admin_adds_to_own_tenant ON scout.owner_reviews FOR INSERT TO scout_admin
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND is_open));
CREATE POLICY admin_closes_of_own_tenant ON scout.owner_reviews FOR UPDATE TO scout_admin
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND is_open))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_reads_own_tenant ON scout.owner_reviews FOR SELECT TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_closes_of_own_tenant ON scout.owner_reviews FOR UPDATE TO scout_alerts
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND is_open))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.owner_reviews FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY definer_all ON scout.owner_reviews FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.owner_reviews FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.owner_reviews FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.owner_reviews TO scout_account_owner;
GRANT SELECT ON scout.owner_reviews TO scout_admin;
GRANT SELECT ON scout.owner_reviews TO scout_alerts;
GRANT DELETE ON scout.owner_reviews TO scout_definer;
GRANT SELECT ON scout.owner_reviews TO scout_member;
GRANT INSERT (tenant_id, number, started_at, started_by, due_at, left_out, remind_at) ON scout.owner_reviews TO scout_admin;
GRANT UPDATE (is_open, closed_at, closed_by, organization, head) ON scout.owner_reviews TO scout_admin;
GRANT UPDATE (reminders, remind_at, is_open, closed_at, closed_by, organization, head) ON scout.owner_reviews TO scout_alerts;
GRANT SELECT (tenant_id, number, started_at) ON scout.owner_reviews TO scout_definer;

CREATE TABLE scout.packed_bodies (
  tenant_id uuid NOT NULL,
  first_batch uuid NOT NULL,
  last_batch uuid NOT NULL,
  received_on date NOT NULL,
  batch_id uuid[] NOT NULL,
  received_at timestamp with time zone[] NOT NULL,
  first_line integer[] NOT NULL,
  body bytea STORAGE EXTERNAL NOT NULL,
  CONSTRAINT packed_bodies_pkey PRIMARY KEY (tenant_id, first_batch),
  CONSTRAINT packed_bodies_check CHECK (((cardinality(batch_id) = cardinality(received_at)) AND (cardinality(batch_id) = cardinality(first_line))))
);
ALTER TABLE scout.packed_bodies ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.packed_bodies FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.packed_bodies FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.packed_bodies FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT ON scout.packed_bodies TO scout_definer;
GRANT SELECT ON scout.packed_bodies TO scout_member;
GRANT SELECT (tenant_id, received_on) ON scout.packed_bodies TO scout_definer;

CREATE TABLE scout.packed_events (
  tenant_id uuid NOT NULL,
  chunk_id uuid DEFAULT gen_random_uuid() NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  arrived_on date NOT NULL,
  n integer NOT NULL,
  types text[] NOT NULL,
  type_counts integer[] NOT NULL,
  at integer[] NOT NULL,
  batch_id uuid[] NOT NULL,
  batch_index integer[] NOT NULL,
  agent_id uuid[] NOT NULL,
  event_type text[] NOT NULL,
  event_id integer[],
  record_id bigint[],
  provider text[],
  target_user_name text[],
  target_domain_name text[],
  subject_user_name text[],
  subject_domain_name text[],
  system_context_computer_name text[],
  target_computer_name text[],
  source_info_workstation_name text[],
  source_host text[],
  logon_type text[],
  process_information_new_process_name text[],
  process_information_command_line text[],
  process_information_parent_process_name text[],
  failure_reason text[],
  status text[],
  sub_status text[],
  logon_id text[],
  subject_logon_id text[],
  linked_logon_id text[],
  process_name text[],
  authentication_package text[],
  service_name text[],
  ticket_encryption text[],
  object_name text[],
  object_id text[],
  change text[],
  ticket_details text[],
  CONSTRAINT packed_events_pkey PRIMARY KEY (tenant_id, first_at, chunk_id),
  CONSTRAINT packed_events_check CHECK ((cardinality(at) = n)),
  CONSTRAINT packed_events_n_check CHECK ((n > 0))
);
ALTER TABLE scout.packed_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_none ON scout.packed_events FOR SELECT TO scout_account_owner
  USING (false);
CREATE POLICY assessor_reads_own_tenant ON scout.packed_events FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.packed_events FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY judge_reads_own_tenant ON scout.packed_events FOR SELECT TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.packed_events FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.packed_events FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.packed_events TO scout_definer;
GRANT SELECT ON scout.packed_events TO scout_judge;
GRANT SELECT ON scout.packed_events TO scout_member;
GRANT SELECT (tenant_id, chunk_id, first_at, last_at, n, at, batch_id, batch_index, event_type, event_id, target_user_name, subject_user_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, process_information_new_process_name, process_information_command_line, process_name) ON scout.packed_events TO scout_account_owner;
GRANT SELECT (tenant_id, chunk_id, first_at, last_at, n, at, batch_id, batch_index, target_user_name) ON scout.packed_events TO scout_assessor;

CREATE TABLE scout.payment_cancellations (
  subscription_id text NOT NULL,
  try_after timestamp with time zone,
  CONSTRAINT payment_cancellations_pkey PRIMARY KEY (subscription_id),
  CONSTRAINT payment_cancellations_subscription_id_check CHECK ((char_length(subscription_id) <= 255))
);
ALTER TABLE scout.payment_cancellations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_insert ON scout.payment_cancellations FOR INSERT TO scout_definer
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.payment_cancellations FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.payment_cancellations FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT ON scout.payment_cancellations TO scout_definer;
GRANT DELETE, SELECT ON scout.payment_cancellations TO scout_operator;
GRANT INSERT (subscription_id) ON scout.payment_cancellations TO scout_operator;
GRANT UPDATE (try_after) ON scout.payment_cancellations TO scout_operator;

CREATE TABLE scout.payments (
  tenant_id uuid NOT NULL,
  session_id text NOT NULL,
  confirmed_at timestamp with time zone NOT NULL,
  subscription_id text,
  ended_at timestamp with time zone,
  CONSTRAINT payments_pkey PRIMARY KEY (tenant_id, session_id),
  CONSTRAINT payments_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id) ON DELETE CASCADE,
  CONSTRAINT payments_session_id_check CHECK ((char_length(session_id) <= 255)),
  CONSTRAINT payments_subscription_id_check CHECK ((char_length(subscription_id) <= 255))
);
CREATE INDEX payments_subscription ON scout.payments USING btree (subscription_id) WHERE (subscription_id IS NOT NULL);
ALTER TABLE scout.payments ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.payments FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.payments FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.payments FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.payments TO scout_definer;
GRANT INSERT, SELECT ON scout.payments TO scout_operator;
GRANT SELECT (tenant_id, subscription_id, ended_at) ON scout.payments TO scout_definer;
GRANT UPDATE (ended_at) ON scout.payments TO scout_operator;

CREATE TABLE scout.posture_changes (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  posture text COLLATE "C" NOT NULL,
  appeared_at timestamp(3) with time zone NOT NULL,
  hour timestamp with time zone,
  CONSTRAINT posture_changes_pkey PRIMARY KEY (tenant_id, account_key, posture, appeared_at),
  CONSTRAINT posture_changes_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT posture_changes_account_key_check CHECK (((char_length(account_key) >= 1) AND (char_length(account_key) <= 256))),
  CONSTRAINT posture_changes_posture_check CHECK ((posture = ANY (ARRAY['privileged'::text, 'unconstrained'::text, 'roastable'::text, 'without-preauthentication'::text])))
);
ALTER TABLE scout.posture_changes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY assessor_own_tenant ON scout.posture_changes FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.posture_changes FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.posture_changes FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.posture_changes TO scout_assessor;
GRANT DELETE ON scout.posture_changes TO scout_definer;
GRANT UPDATE (hour) ON scout.posture_changes TO scout_assessor;
GRANT SELECT (tenant_id) ON scout.posture_changes TO scout_definer;

CREATE TABLE scout.profiles (
  tenant_id uuid NOT NULL,
  user_id text NOT NULL,
  first_name text DEFAULT ''::text NOT NULL,
  last_name text DEFAULT ''::text NOT NULL,
  email text NOT NULL,
  job_title text,
  phone text,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT profiles_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT profiles_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id)
);
ALTER TABLE scout.profiles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_adds_own ON scout.profiles FOR INSERT TO scout_account_owner
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY account_owner_changes_own ON scout.profiles FOR UPDATE TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY account_owner_own ON scout.profiles FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY admin_own_tenant ON scout.profiles FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.profiles FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_adds_own ON scout.profiles FOR INSERT TO scout_member
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY member_changes_own ON scout.profiles FOR UPDATE TO scout_member
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY member_reads_own_tenant ON scout.profiles FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.profiles FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.profiles FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT, SELECT ON scout.profiles TO scout_account_owner;
GRANT DELETE, INSERT, SELECT ON scout.profiles TO scout_admin;
GRANT DELETE, INSERT, SELECT ON scout.profiles TO scout_definer;
GRANT INSERT, SELECT ON scout.profiles TO scout_member;
GRANT INSERT, SELECT ON scout.profiles TO scout_operator;
GRANT UPDATE (first_name, last_name, job_title, phone, updated_at) ON scout.profiles TO scout_account_owner;
GRANT SELECT (tenant_id, user_id, email) ON scout.profiles TO scout_definer;
GRANT UPDATE (first_name, last_name, job_title, phone, updated_at) ON scout.profiles TO scout_member;
GRANT UPDATE (first_name, last_name, job_title, phone, updated_at) ON scout.profiles TO scout_operator;

CREATE TABLE scout.quotas (
  tenant_id uuid NOT NULL,
  events_per_second integer,
  bytes_per_day bigint,
  agent_events_per_second integer,
  agent_bytes_per_day bigint,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT quotas_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT quotas_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT quotas_agent_bytes_per_day_check CHECK ((agent_bytes_per_day > 0)),
  CONSTRAINT quotas_agent_events_per_second_check CHECK ((agent_events_per_second > 0)),
  CONSTRAINT quotas_bytes_per_day_check CHECK ((bytes_per_day > 0)),
  CONSTRAINT quotas_events_per_second_check CHECK ((events_per_second > 0))
);
ALTER TABLE scout.quotas ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.quotas FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.quotas FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.quotas FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.quotas FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.quotas TO scout_definer;
GRANT SELECT ON scout.quotas TO scout_member;
GRANT INSERT, SELECT, UPDATE ON scout.quotas TO scout_operator;
GRANT SELECT (tenant_id) ON scout.quotas TO scout_definer;

CREATE TABLE scout.rc4_uses (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  cell uuid NOT NULL,
  requester text COLLATE "C" NOT NULL,
  client text COLLATE "C" NOT NULL,
  cause text COLLATE "C" NOT NULL,
  n bigint NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  last_at timestamp(3) with time zone NOT NULL,
  event text,
  CONSTRAINT rc4_uses_pkey PRIMARY KEY (tenant_id, account_key, cell),
  CONSTRAINT rc4_uses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT rc4_uses_cause_check CHECK ((cause = ANY (ARRAY['no-key'::text, 'not-allowed'::text, 'client'::text, 'controller'::text, 'unknown'::text]))),
  CONSTRAINT rc4_uses_n_check CHECK ((n > 0))
);
ALTER TABLE scout.rc4_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.rc4_uses FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_own_tenant ON scout.rc4_uses FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.rc4_uses FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.rc4_uses FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_reads_all ON scout.rc4_uses FOR SELECT TO scout_operator
  USING (true);
CREATE POLICY owner_backs_up ON scout.rc4_uses FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.rc4_uses TO scout_account_owner;
GRANT SELECT ON scout.rc4_uses TO scout_admin;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.rc4_uses TO scout_assessor;
GRANT DELETE ON scout.rc4_uses TO scout_definer;
GRANT SELECT ON scout.rc4_uses TO scout_member;
GRANT SELECT ON scout.rc4_uses TO scout_operator;
GRANT SELECT (tenant_id) ON scout.rc4_uses TO scout_definer;

CREATE TABLE scout.removed_addresses (
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  removed_at timestamp with time zone NOT NULL,
  by_directory boolean DEFAULT false NOT NULL,
  CONSTRAINT removed_addresses_pkey PRIMARY KEY (tenant_id, email),
  CONSTRAINT removed_addresses_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT removed_addresses_email_check CHECK ((email = lower(email)))
);
ALTER TABLE scout.removed_addresses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.removed_addresses FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.removed_addresses FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.removed_addresses FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.removed_addresses FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.removed_addresses TO scout_admin;
GRANT DELETE, INSERT, SELECT ON scout.removed_addresses TO scout_definer;
GRANT DELETE ON scout.removed_addresses TO scout_operator;
GRANT UPDATE (removed_at, by_directory) ON scout.removed_addresses TO scout_admin;
GRANT SELECT (tenant_id, email) ON scout.removed_addresses TO scout_operator;

CREATE TABLE scout.report_subscriptions (
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  user_id text,
  receives boolean NOT NULL,
  mailed_month text COLLATE "C" NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  subscription_id uuid DEFAULT gen_random_uuid() NOT NULL,
  link_key bytea DEFAULT decode(replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), 'hex'::text) NOT NULL,
  CONSTRAINT report_subscriptions_pkey PRIMARY KEY (tenant_id, email),
  CONSTRAINT report_subscriptions_tenant_id_subscription_id_key UNIQUE (tenant_id, subscription_id),
  CONSTRAINT report_subscriptions_tenant_id_email_user_id_fkey FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships(tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT report_subscriptions_email_check CHECK ((email = lower(email))),
  CONSTRAINT report_subscriptions_link_key_check CHECK ((octet_length(link_key) = 32)),
  CONSTRAINT report_subscriptions_mailed_month_check CHECK ((mailed_month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'::text))
);
CREATE INDEX report_subscriptions_waiting ON scout.report_subscriptions USING btree (mailed_month) WHERE receives;
ALTER TABLE scout.report_subscriptions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY alerts_changes_own_tenant ON scout.report_subscriptions FOR UPDATE TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.report_subscriptions FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY definer_all ON scout.report_subscriptions FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own ON scout.report_subscriptions FOR ALL TO scout_member
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))))
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY owner_backs_up ON scout.report_subscriptions FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.report_subscriptions TO scout_alerts;
GRANT DELETE ON scout.report_subscriptions TO scout_definer;
GRANT UPDATE (receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.report_subscriptions TO scout_definer;
GRANT INSERT (tenant_id, email, user_id, receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_member;
GRANT SELECT (tenant_id, email, user_id, receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_member;
GRANT UPDATE (receives, mailed_month, updated_at) ON scout.report_subscriptions TO scout_member;

CREATE TABLE scout.rollup_sums (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  days integer NOT NULL,
  first_day timestamp with time zone NOT NULL,
  dimension text NOT NULL,
  keys text[] COLLATE "C" DEFAULT '{}'::text[] NOT NULL,
  value_keys text[] COLLATE "C" DEFAULT '{}'::text[] NOT NULL,
  labels text[] COLLATE "C" DEFAULT '{}'::text[] NOT NULL,
  n bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  first_at timestamp(3) with time zone[] DEFAULT '{}'::timestamp with time zone[] NOT NULL,
  hours integer[] DEFAULT '{}'::integer[] NOT NULL,
  peaks bigint[] DEFAULT '{}'::bigint[] NOT NULL,
  ended_at timestamp with time zone,
  lists text[] COLLATE "C" DEFAULT '{}'::text[] NOT NULL,
  CONSTRAINT rollup_sums_pkey PRIMARY KEY (tenant_id, rule, days, first_day, dimension),
  CONSTRAINT rollup_sums_days_check CHECK ((days > 0))
);
CREATE INDEX rollup_sums_first_day ON scout.rollup_sums USING btree (first_day);
ALTER TABLE scout.rollup_sums ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.rollup_sums FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.rollup_sums FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_removes_own_tenant ON scout.rollup_sums FOR DELETE TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_own_tenant ON scout.rollup_sums FOR ALL TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.rollup_sums FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.rollup_sums FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.rollup_sums TO scout_definer;
GRANT DELETE ON scout.rollup_sums TO scout_ingest;
GRANT DELETE, INSERT, SELECT ON scout.rollup_sums TO scout_judge;
GRANT SELECT ON scout.rollup_sums TO scout_member;
GRANT SELECT (tenant_id, first_day) ON scout.rollup_sums TO scout_definer;
GRANT SELECT (tenant_id, days, first_day, ended_at) ON scout.rollup_sums TO scout_ingest;
GRANT UPDATE (keys, labels, n, first_at, hours, peaks, ended_at, lists) ON scout.rollup_sums TO scout_judge;

CREATE TABLE scout.rollups (
  tenant_id uuid NOT NULL,
  rule text NOT NULL,
  dimension text NOT NULL,
  bucket timestamp with time zone NOT NULL,
  key text COLLATE "C" NOT NULL,
  value_key text COLLATE "C" DEFAULT ''::text NOT NULL,
  n bigint NOT NULL,
  label text COLLATE "C" NOT NULL,
  value_label text COLLATE "C" DEFAULT ''::text NOT NULL,
  first_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT rollups_pkey PRIMARY KEY (tenant_id, rule, dimension, bucket, key, value_key),
  CONSTRAINT rollups_n_check CHECK ((n > 0))
) PARTITION BY RANGE (bucket);
-- partitions: one a month
-- partitions: rollups_default DEFAULT
CREATE INDEX rollups_brin ON ONLY scout.rollups USING brin (bucket);
CREATE INDEX rollups_source ON ONLY scout.rollups USING btree (tenant_id, rule, value_key, bucket) WHERE (dimension = 'account-source'::text);
ALTER TABLE scout.rollups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.rollups FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.rollups FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_changes_own_tenant ON scout.rollups FOR UPDATE TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_reads_own_tenant ON scout.rollups FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_own_tenant ON scout.rollups FOR ALL TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.rollups FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.rollups FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE ON scout.rollups TO scout_definer;
GRANT INSERT, SELECT ON scout.rollups TO scout_ingest;
GRANT DELETE, INSERT, SELECT ON scout.rollups TO scout_judge;
GRANT SELECT ON scout.rollups TO scout_member;
GRANT SELECT (tenant_id, bucket) ON scout.rollups TO scout_definer;
GRANT UPDATE (n, label, value_label, first_at) ON scout.rollups TO scout_ingest;
GRANT UPDATE (n, label, value_label, first_at) ON scout.rollups TO scout_judge;

CREATE TABLE scout.saved_views (
  tenant_id uuid NOT NULL,
  user_id text NOT NULL,
  email text NOT NULL,
  page text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  query text NOT NULL,
  saved_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (tenant_id, user_id, page, name),
  CONSTRAINT saved_views_tenant_id_email_user_id_fkey FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships(tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60))),
  CONSTRAINT saved_views_page_check CHECK ((page = ANY (ARRAY['cases'::text, 'accounts'::text]))),
  CONSTRAINT saved_views_query_check CHECK ((char_length(query) <= 1000))
);
CREATE INDEX saved_views_membership ON scout.saved_views USING btree (tenant_id, email, user_id);
ALTER TABLE scout.saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.saved_views FOR ALL TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))))
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY definer_all ON scout.saved_views FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own ON scout.saved_views FOR ALL TO scout_member
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))))
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (user_id = NULLIF(current_setting('scout.user_id'::text, true), ''::text))));
CREATE POLICY owner_backs_up ON scout.saved_views FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, SELECT ON scout.saved_views TO scout_account_owner;
GRANT DELETE ON scout.saved_views TO scout_definer;
GRANT DELETE, SELECT ON scout.saved_views TO scout_member;
GRANT INSERT (tenant_id, user_id, email, page, name, query, saved_at) ON scout.saved_views TO scout_account_owner;
GRANT UPDATE (query, saved_at) ON scout.saved_views TO scout_account_owner;
GRANT SELECT (tenant_id) ON scout.saved_views TO scout_definer;
GRANT INSERT (tenant_id, user_id, email, page, name, query, saved_at) ON scout.saved_views TO scout_member;
GRANT UPDATE (query, saved_at) ON scout.saved_views TO scout_member;

CREATE TABLE scout.schema_migrations (
  name text NOT NULL,
  checksum text NOT NULL,
  applied_at timestamp with time zone DEFAULT now() NOT NULL,
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);
ALTER TABLE scout.schema_migrations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON scout.schema_migrations FOR ALL TO owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY visitor_reads ON scout.schema_migrations FOR SELECT TO scout_visitor
  USING (true);
GRANT SELECT (name) ON scout.schema_migrations TO scout_visitor;

CREATE TABLE scout.scim_group_members (
  tenant_id uuid NOT NULL,
  group_id uuid NOT NULL,
  scim_id uuid NOT NULL,
  CONSTRAINT scim_group_members_pkey PRIMARY KEY (tenant_id, group_id, scim_id),
  CONSTRAINT scim_group_members_tenant_id_group_id_fkey FOREIGN KEY (tenant_id, group_id) REFERENCES scout.scim_groups(tenant_id, group_id) ON DELETE CASCADE,
  CONSTRAINT scim_group_members_tenant_id_scim_id_fkey FOREIGN KEY (tenant_id, scim_id) REFERENCES scout.scim_users(tenant_id, scim_id) ON DELETE CASCADE
);
CREATE INDEX scim_group_members_user ON scout.scim_group_members USING btree (tenant_id, scim_id);
ALTER TABLE scout.scim_group_members ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.scim_group_members FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.scim_group_members FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.scim_group_members FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.scim_group_members TO scout_admin;
GRANT DELETE ON scout.scim_group_members TO scout_definer;
GRANT SELECT (tenant_id) ON scout.scim_group_members TO scout_definer;

CREATE TABLE scout.scim_groups (
  tenant_id uuid NOT NULL,
  group_id uuid DEFAULT gen_random_uuid() NOT NULL,
  display_name text COLLATE "C" NOT NULL,
  external_id text COLLATE "C",
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  display_name_key text COLLATE "C" DEFAULT lower(display_name) NOT NULL,
  CONSTRAINT scim_groups_pkey PRIMARY KEY (tenant_id, group_id),
  CONSTRAINT scim_groups_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT scim_groups_display_name_check CHECK (((char_length(display_name) >= 1) AND (char_length(display_name) <= 254))),
  CONSTRAINT scim_groups_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 254))),
  CONSTRAINT scim_groups_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX scim_groups_name ON scout.scim_groups USING btree (tenant_id, display_name_key);
ALTER TABLE scout.scim_groups ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.scim_groups FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.scim_groups FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.scim_groups FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.scim_groups TO scout_admin;
GRANT DELETE ON scout.scim_groups TO scout_definer;
GRANT UPDATE (display_name, external_id, version, updated_at) ON scout.scim_groups TO scout_admin;
GRANT SELECT (tenant_id) ON scout.scim_groups TO scout_definer;

CREATE TABLE scout.scim_users (
  tenant_id uuid NOT NULL,
  scim_id uuid DEFAULT gen_random_uuid() NOT NULL,
  user_name text COLLATE "C" NOT NULL,
  address text NOT NULL,
  email text NOT NULL,
  external_id text COLLATE "C",
  given_name text,
  family_name text,
  display_name text,
  active boolean NOT NULL,
  role text COLLATE "C",
  person text,
  version integer DEFAULT 1 NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  user_name_key text COLLATE "C" DEFAULT lower(user_name) NOT NULL,
  CONSTRAINT scim_users_pkey PRIMARY KEY (tenant_id, scim_id),
  CONSTRAINT scim_users_tenant_id_address_key UNIQUE (tenant_id, address),
  CONSTRAINT scim_users_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT scim_users_address_check CHECK (((address = lower(address)) AND (char_length(address) <= 254))),
  CONSTRAINT scim_users_display_name_check CHECK ((char_length(display_name) <= 254)),
  CONSTRAINT scim_users_email_check CHECK (((email = lower(email)) AND (char_length(email) <= 254))),
  CONSTRAINT scim_users_external_id_check CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 254))),
  CONSTRAINT scim_users_family_name_check CHECK ((char_length(family_name) <= 200)),
  CONSTRAINT scim_users_given_name_check CHECK ((char_length(given_name) <= 200)),
  CONSTRAINT scim_users_role_check CHECK ((role ~ '^[a-z]{1,20}$'::text)),
  CONSTRAINT scim_users_user_name_check CHECK (((char_length(user_name) >= 1) AND (char_length(user_name) <= 254))),
  CONSTRAINT scim_users_version_check CHECK ((version > 0))
);
CREATE UNIQUE INDEX scim_users_email ON scout.scim_users USING btree (tenant_id, email);
CREATE INDEX scim_users_external_id ON scout.scim_users USING btree (tenant_id, external_id);
CREATE UNIQUE INDEX scim_users_user_name ON scout.scim_users USING btree (tenant_id, user_name_key);
ALTER TABLE scout.scim_users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.scim_users FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.scim_users FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.scim_users FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.scim_users TO scout_admin;
GRANT DELETE ON scout.scim_users TO scout_definer;
GRANT UPDATE (user_name, address, email, external_id, given_name, family_name, display_name, active, role, person, version, updated_at) ON scout.scim_users TO scout_admin;
GRANT SELECT (tenant_id) ON scout.scim_users TO scout_definer;

CREATE TABLE scout.seen_names (
  tenant_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  hour timestamp with time zone NOT NULL,
  CONSTRAINT seen_names_pkey PRIMARY KEY (tenant_id, kind, name),
  CONSTRAINT seen_names_kind_check CHECK ((kind = ANY (ARRAY['host'::text, 'actor'::text]))),
  CONSTRAINT seen_names_name_check CHECK ((name <> ''::text))
);
ALTER TABLE scout.seen_names ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.seen_names FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND ((kind, name) IN ( SELECT n.kind,
    n.name
   FROM scout.account_names n))));
CREATE POLICY assessor_own_tenant ON scout.seen_names FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.seen_names FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.seen_names FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.seen_names FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.seen_names TO scout_account_owner;
GRANT SELECT ON scout.seen_names TO scout_admin;
GRANT DELETE, INSERT, SELECT, UPDATE ON scout.seen_names TO scout_assessor;
GRANT DELETE ON scout.seen_names TO scout_definer;
GRANT SELECT ON scout.seen_names TO scout_member;
GRANT SELECT (tenant_id, hour) ON scout.seen_names TO scout_definer;

CREATE TABLE scout.service_accounts (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  known_by text COLLATE "C" NOT NULL,
  first_seen timestamp(3) with time zone,
  last_seen timestamp(3) with time zone,
  created_at timestamp with time zone DEFAULT now() NOT NULL,
  updated_at timestamp with time zone DEFAULT now() NOT NULL,
  owner text,
  purpose text,
  contract jsonb,
  contract_drafted_by text,
  contract_drafted_at timestamp with time zone,
  contract_approved_by text,
  contract_approved_at timestamp with time zone,
  contract_draft jsonb,
  contract_revision integer DEFAULT 0 NOT NULL,
  in_directory boolean DEFAULT false NOT NULL,
  decoy_since timestamp(3) with time zone,
  decoy_by text,
  decoy_added boolean DEFAULT false NOT NULL,
  former_decoy_since timestamp(3) with time zone,
  former_decoy_until timestamp(3) with time zone,
  CONSTRAINT service_accounts_pkey PRIMARY KEY (tenant_id, account_key),
  CONSTRAINT service_accounts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT service_accounts_contract_approved CHECK (((contract IS NULL) = (contract_approved_at IS NULL))),
  CONSTRAINT service_accounts_contract_draft_size CHECK ((octet_length((contract_draft)::text) <= 262144)),
  CONSTRAINT service_accounts_contract_drafted CHECK (((contract_draft IS NULL) = (contract_drafted_at IS NULL))),
  CONSTRAINT service_accounts_contract_size CHECK ((octet_length((contract)::text) <= 262144)),
  CONSTRAINT service_accounts_decoy CHECK (((decoy_since IS NULL) = (decoy_by IS NULL))),
  CONSTRAINT service_accounts_decoy_by_check CHECK ((char_length(decoy_by) <= 254)),
  CONSTRAINT service_accounts_former_decoy CHECK ((num_nulls(former_decoy_since, former_decoy_until) = ANY (ARRAY[0, 2]))),
  CONSTRAINT service_accounts_known_by_check CHECK ((known_by = ANY (ARRAY['name'::text, 'list'::text, 'behaviour'::text, 'directory'::text]))),
  CONSTRAINT service_accounts_owner_check CHECK ((char_length(owner) <= 254)),
  CONSTRAINT service_accounts_purpose_check CHECK ((char_length(purpose) <= 2000))
);
CREATE INDEX service_accounts_last_seen ON scout.service_accounts USING btree (tenant_id, last_seen DESC);
ALTER TABLE scout.service_accounts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_decides_own ON scout.service_accounts FOR UPDATE TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (lower(btrim(owner)) = ( SELECT scout.account_owner_address() AS account_owner_address))))
  WITH CHECK (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (lower(btrim(owner)) = ( SELECT scout.account_owner_address() AS account_owner_address))));
CREATE POLICY account_owner_own ON scout.service_accounts FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (lower(btrim(owner)) = ( SELECT scout.account_owner_address() AS account_owner_address))));
CREATE POLICY admin_own_tenant ON scout.service_accounts FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY assessor_own_tenant ON scout.service_accounts FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.service_accounts FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_reads_own_tenant ON scout.service_accounts FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_own_tenant ON scout.service_accounts FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.service_accounts FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.service_accounts TO scout_account_owner;
GRANT DELETE, INSERT, SELECT ON scout.service_accounts TO scout_admin;
GRANT DELETE, SELECT ON scout.service_accounts TO scout_assessor;
GRANT DELETE ON scout.service_accounts TO scout_definer;
GRANT SELECT ON scout.service_accounts TO scout_member;
GRANT UPDATE (contract, contract_drafted_by, contract_drafted_at, contract_approved_by, contract_approved_at, contract_draft, contract_revision) ON scout.service_accounts TO scout_account_owner;
GRANT UPDATE (name, known_by, updated_at, owner, purpose, contract, contract_drafted_by, contract_drafted_at, contract_approved_by, contract_approved_at, contract_draft, contract_revision, decoy_since, decoy_by, decoy_added, former_decoy_since, former_decoy_until) ON scout.service_accounts TO scout_admin;
GRANT INSERT (tenant_id, account_key, name, known_by, first_seen, last_seen, created_at, updated_at, in_directory) ON scout.service_accounts TO scout_assessor;
GRANT UPDATE (name, known_by, first_seen, last_seen, updated_at, in_directory) ON scout.service_accounts TO scout_assessor;
GRANT SELECT (tenant_id, account_key, owner) ON scout.service_accounts TO scout_definer;
GRANT SELECT (tenant_id, account_key, known_by) ON scout.service_accounts TO scout_ingest;

CREATE TABLE scout.sso_break_glass (
  tenant_id uuid NOT NULL,
  email text NOT NULL,
  user_id text NOT NULL,
  CONSTRAINT sso_break_glass_pkey PRIMARY KEY (tenant_id, user_id),
  CONSTRAINT sso_break_glass_tenant_id_email_user_id_fkey FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships(tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sso_break_glass_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.sso_connections(tenant_id) ON DELETE CASCADE
);
CREATE INDEX sso_break_glass_membership ON scout.sso_break_glass USING btree (tenant_id, email, user_id);
ALTER TABLE scout.sso_break_glass ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.sso_break_glass FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.sso_break_glass FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.sso_break_glass FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.sso_break_glass TO scout_admin;
GRANT DELETE, SELECT ON scout.sso_break_glass TO scout_definer;

CREATE TABLE scout.sso_connections (
  tenant_id uuid NOT NULL,
  connection_id uuid DEFAULT gen_random_uuid() NOT NULL,
  issuer text NOT NULL,
  client_id text NOT NULL,
  state text COLLATE "C" DEFAULT 'off'::text NOT NULL,
  admission text COLLATE "C" DEFAULT 'pending'::text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by text NOT NULL,
  test jsonb,
  tested_at timestamp(3) with time zone,
  protocol text COLLATE "C" DEFAULT 'oidc'::text NOT NULL,
  metadata_url text,
  metadata jsonb,
  certificate text,
  CONSTRAINT sso_connections_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT sso_connections_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT sso_connections_admission_check CHECK ((admission = ANY (ARRAY['active'::text, 'pending'::text]))),
  CONSTRAINT sso_connections_certificate_check CHECK ((char_length(certificate) <= 8000)),
  CONSTRAINT sso_connections_check CHECK (((state = 'off'::text) OR (tested_at IS NOT NULL))),
  CONSTRAINT sso_connections_check1 CHECK ((num_nonnulls(metadata_url, metadata) =
CASE protocol
    WHEN 'saml'::text THEN 1
    ELSE 0
END)),
  CONSTRAINT sso_connections_check2 CHECK (((protocol = 'saml'::text) = (certificate IS NOT NULL))),
  CONSTRAINT sso_connections_client_id_check CHECK (((char_length(client_id) >= 1) AND (char_length(client_id) <= 300))),
  CONSTRAINT sso_connections_issuer_check CHECK (((char_length(issuer) >= 1) AND (char_length(issuer) <= 300))),
  CONSTRAINT sso_connections_metadata_check CHECK ((octet_length((metadata)::text) <= 64000)),
  CONSTRAINT sso_connections_metadata_url_check CHECK (((char_length(metadata_url) >= 1) AND (char_length(metadata_url) <= 2000))),
  CONSTRAINT sso_connections_protocol_check CHECK ((protocol = ANY (ARRAY['oidc'::text, 'saml'::text]))),
  CONSTRAINT sso_connections_state_check CHECK ((state = ANY (ARRAY['off'::text, 'on'::text, 'required'::text]))),
  CONSTRAINT sso_connections_test_check CHECK ((octet_length((test)::text) <= 16000))
);
ALTER TABLE scout.sso_connections ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.sso_connections FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.sso_connections FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.sso_connections FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, SELECT ON scout.sso_connections TO scout_admin;
GRANT DELETE, SELECT ON scout.sso_connections TO scout_definer;
GRANT INSERT (tenant_id, issuer, client_id, created_at, created_by, protocol, metadata_url, metadata, certificate) ON scout.sso_connections TO scout_admin;
GRANT UPDATE (state, admission, metadata_url, metadata) ON scout.sso_connections TO scout_admin;
GRANT UPDATE (test, tested_at) ON scout.sso_connections TO scout_definer;

CREATE TABLE scout.sso_identities (
  tenant_id uuid NOT NULL,
  subject text COLLATE "C" NOT NULL,
  email text NOT NULL,
  user_id text NOT NULL,
  linked_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sso_identities_pkey PRIMARY KEY (tenant_id, subject),
  CONSTRAINT sso_identities_tenant_id_user_id_key UNIQUE (tenant_id, user_id),
  CONSTRAINT sso_identities_tenant_id_email_user_id_fkey FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships(tenant_id, email, user_id) ON UPDATE CASCADE ON DELETE CASCADE,
  CONSTRAINT sso_identities_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.sso_connections(tenant_id) ON DELETE CASCADE,
  CONSTRAINT sso_identities_subject_check CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);
CREATE INDEX sso_identities_membership ON scout.sso_identities USING btree (tenant_id, email, user_id);
ALTER TABLE scout.sso_identities ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.sso_identities FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.sso_identities FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, INSERT, SELECT ON scout.sso_identities TO scout_definer;

CREATE TABLE scout.sso_secrets (
  tenant_id uuid NOT NULL,
  sealed text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT sso_secrets_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT sso_secrets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.sso_connections(tenant_id) ON DELETE CASCADE,
  CONSTRAINT sso_secrets_sealed_check CHECK ((char_length(sealed) <= 4000))
);
ALTER TABLE scout.sso_secrets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY admin_own_tenant ON scout.sso_secrets FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.sso_secrets FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY operator_all ON scout.sso_secrets FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.sso_secrets FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT ON scout.sso_secrets TO scout_admin;
GRANT DELETE, SELECT ON scout.sso_secrets TO scout_definer;
GRANT SELECT ON scout.sso_secrets TO scout_operator;
GRANT SELECT (tenant_id) ON scout.sso_secrets TO scout_admin;
GRANT UPDATE (sealed, created_at) ON scout.sso_secrets TO scout_admin;
GRANT UPDATE (sealed) ON scout.sso_secrets TO scout_operator;

CREATE TABLE scout.summed_tenants (
  tenant_id uuid NOT NULL,
  due boolean DEFAULT false NOT NULL,
  summed_through timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  summed_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  window_end timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
  busy boolean DEFAULT false NOT NULL,
  additions bigint DEFAULT 0 NOT NULL,
  CONSTRAINT summed_tenants_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT summed_tenants_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id)
);
ALTER TABLE scout.summed_tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.summed_tenants FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_changes_own_tenant ON scout.summed_tenants FOR UPDATE TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY ingest_reads_own_tenant ON scout.summed_tenants FOR SELECT TO scout_ingest
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_own_tenant ON scout.summed_tenants FOR ALL TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.summed_tenants FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.summed_tenants FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, SELECT ON scout.summed_tenants TO scout_definer;
GRANT INSERT, SELECT ON scout.summed_tenants TO scout_judge;
GRANT SELECT (tenant_id, due, window_end, additions) ON scout.summed_tenants TO scout_ingest;
GRANT UPDATE (due, window_end, additions) ON scout.summed_tenants TO scout_ingest;
GRANT UPDATE (due, summed_through, summed_at, window_end, busy, additions) ON scout.summed_tenants TO scout_judge;
GRANT SELECT (tenant_id, window_end) ON scout.summed_tenants TO scout_member;

CREATE TABLE scout.tenant_events (
  tenant_id uuid NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  batch_id uuid NOT NULL,
  batch_index integer NOT NULL,
  agent_id uuid NOT NULL,
  event_type text NOT NULL,
  event_id integer,
  record_id bigint,
  provider text,
  target_user_name text,
  target_domain_name text,
  subject_user_name text,
  subject_domain_name text,
  system_context_computer_name text,
  target_computer_name text,
  source_info_workstation_name text,
  source_host text,
  logon_type text,
  process_information_new_process_name text,
  process_information_command_line text,
  process_information_parent_process_name text,
  failure_reason text,
  status text,
  sub_status text,
  logon_id text,
  subject_logon_id text,
  linked_logon_id text,
  process_name text,
  authentication_package text,
  service_name text,
  ticket_encryption text,
  object_name text,
  object_id text,
  change text,
  ticket_details text
) PARTITION BY RANGE (occurred_at);
-- partitions: one a day
-- partitions: tenant_events_default DEFAULT
CREATE INDEX tenant_events_brin ON ONLY scout.tenant_events USING brin (occurred_at);
CREATE INDEX tenant_events_sign_ins ON ONLY scout.tenant_events USING btree (tenant_id, occurred_at) WHERE ((event_id = 4624) AND (logon_type = ANY (ARRAY['2'::text, '7'::text, '10'::text, '11'::text, '12'::text, '13'::text])));
CREATE INDEX tenant_events_time ON ONLY scout.tenant_events USING btree (tenant_id, occurred_at);
ALTER TABLE scout.tenant_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.tenant_events FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND ((lower(split_part(regexp_replace(btrim(target_user_name), '^.*\\'::text, ''::text), '@'::text, 1)) COLLATE "C") IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.tenant_events FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY ingest_adds_own_tenant ON scout.tenant_events FOR INSERT TO scout_ingest
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY judge_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own_tenant ON scout.tenant_events FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.tenant_events FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT DELETE, SELECT ON scout.tenant_events TO scout_definer;
GRANT INSERT ON scout.tenant_events TO scout_ingest;
GRANT SELECT ON scout.tenant_events TO scout_judge;
GRANT SELECT ON scout.tenant_events TO scout_member;
GRANT SELECT (tenant_id, occurred_at, batch_id, batch_index, event_type, event_id, target_user_name, subject_user_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, process_information_new_process_name, process_information_command_line, process_name) ON scout.tenant_events TO scout_account_owner;
GRANT SELECT (tenant_id, occurred_at, batch_id, batch_index, target_user_name) ON scout.tenant_events TO scout_assessor;
GRANT SELECT (tenant_id, occurred_at, batch_id, agent_id) ON scout.tenant_events TO scout_definer;

CREATE TABLE scout.tenants (
  tenant_id uuid DEFAULT gen_random_uuid() NOT NULL,
  company_name text NOT NULL,
  company_key text NOT NULL,
  is_subscribed boolean DEFAULT false NOT NULL,
  receive_email_alerts boolean DEFAULT true NOT NULL,
  can_purchase_subscription boolean DEFAULT false NOT NULL,
  is_sample boolean DEFAULT false NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  requires_second_factor boolean DEFAULT false NOT NULL,
  time_zone text DEFAULT 'UTC'::text NOT NULL,
  trial_ends_at timestamp with time zone,
  trial_reminded_days smallint,
  data_until timestamp with time zone,
  deletion_due_at timestamp with time zone,
  deletion_requested_by text,
  retention_days integer DEFAULT 365 NOT NULL,
  former_retention_days integer,
  retention_shortens_at timestamp with time zone,
  hold_since timestamp with time zone,
  hold_reason text,
  hold_set_by text,
  counted_from timestamp with time zone,
  CONSTRAINT tenants_pkey PRIMARY KEY (tenant_id),
  CONSTRAINT tenants_company_key_key UNIQUE (company_key),
  CONSTRAINT tenants_company_key_check CHECK ((company_key = lower(company_key))),
  CONSTRAINT tenants_company_name_check CHECK ((company_name <> ''::text)),
  CONSTRAINT tenants_deletion_check CHECK (((deletion_due_at IS NULL) = (deletion_requested_by IS NULL))),
  CONSTRAINT tenants_deletion_requested_by_check CHECK ((char_length(deletion_requested_by) <= 254)),
  CONSTRAINT tenants_hold_check CHECK ((((hold_since IS NULL) = (hold_reason IS NULL)) AND ((hold_since IS NULL) = (hold_set_by IS NULL)))),
  CONSTRAINT tenants_hold_reason_check CHECK (((char_length(hold_reason) >= 1) AND (char_length(hold_reason) <= 500))),
  CONSTRAINT tenants_hold_set_by_check CHECK ((char_length(hold_set_by) <= 254)),
  CONSTRAINT tenants_retention_check CHECK (((former_retention_days IS NULL) = (retention_shortens_at IS NULL))),
  CONSTRAINT tenants_retention_days_check CHECK (((retention_days >= 31) AND (retention_days <= 3650))),
  CONSTRAINT tenants_sample_hold_check CHECK (((hold_since IS NULL) OR (NOT is_sample))),
  CONSTRAINT tenants_time_zone_check CHECK (((char_length(time_zone) >= 1) AND (char_length(time_zone) <= 64)))
);
CREATE INDEX tenants_data_until ON scout.tenants USING btree (data_until) WHERE (data_until IS NOT NULL);
CREATE INDEX tenants_deletion_due_at ON scout.tenants USING btree (deletion_due_at) WHERE (deletion_due_at IS NOT NULL);
CREATE INDEX tenants_trial_ends_at ON scout.tenants USING btree (trial_ends_at) WHERE (trial_ends_at IS NOT NULL);
ALTER TABLE scout.tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own_tenant ON scout.tenants FOR SELECT TO scout_account_owner
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY admin_own_tenant ON scout.tenants FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads_own_tenant ON scout.tenants FOR SELECT TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.tenants FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY judge_reads_own_tenant ON scout.tenants FOR SELECT TO scout_judge
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_reads_own ON scout.tenants FOR SELECT TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY member_switches_alerts ON scout.tenants FOR UPDATE TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY operator_all ON scout.tenants FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.tenants FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.tenants TO scout_admin;
GRANT DELETE ON scout.tenants TO scout_definer;
GRANT INSERT, SELECT ON scout.tenants TO scout_operator;
GRANT SELECT (tenant_id, company_name, company_key, is_subscribed, receive_email_alerts, can_purchase_subscription, is_sample, created_at, updated_at, requires_second_factor, time_zone, trial_ends_at, trial_reminded_days, data_until, deletion_due_at, retention_days, former_retention_days, retention_shortens_at, counted_from) ON scout.tenants TO scout_account_owner;
GRANT UPDATE (receive_email_alerts, updated_at, requires_second_factor, time_zone, deletion_due_at, deletion_requested_by, retention_days, former_retention_days, retention_shortens_at, hold_since, hold_reason, hold_set_by) ON scout.tenants TO scout_admin;
GRANT SELECT (tenant_id, company_name, is_subscribed, receive_email_alerts, is_sample, time_zone) ON scout.tenants TO scout_alerts;
GRANT INSERT (company_name, company_key, created_at, updated_at) ON scout.tenants TO scout_definer;
GRANT SELECT (tenant_id, company_name, company_key, is_subscribed, is_sample, requires_second_factor, data_until, deletion_due_at, retention_days, former_retention_days, retention_shortens_at, hold_since, counted_from) ON scout.tenants TO scout_definer;
GRANT UPDATE (is_sample, updated_at, data_until, former_retention_days, retention_shortens_at, counted_from) ON scout.tenants TO scout_definer;
GRANT SELECT (tenant_id, time_zone) ON scout.tenants TO scout_judge;
GRANT SELECT (tenant_id, company_name, company_key, is_subscribed, receive_email_alerts, can_purchase_subscription, is_sample, created_at, updated_at, requires_second_factor, time_zone, trial_ends_at, trial_reminded_days, data_until, deletion_due_at, retention_days, former_retention_days, retention_shortens_at, counted_from) ON scout.tenants TO scout_member;
GRANT UPDATE (receive_email_alerts, updated_at) ON scout.tenants TO scout_member;
GRANT UPDATE (company_name, company_key, is_subscribed, receive_email_alerts, can_purchase_subscription, updated_at, trial_ends_at, trial_reminded_days, data_until) ON scout.tenants TO scout_operator;

CREATE TABLE scout.tickets (
  tenant_id uuid NOT NULL,
  channel_id uuid NOT NULL,
  case_id uuid NOT NULL,
  case_number bigint NOT NULL,
  remote_id text NOT NULL,
  reference text,
  url text,
  state text COLLATE "C" NOT NULL,
  state_by text,
  state_at timestamp with time zone NOT NULL,
  created_at timestamp with time zone NOT NULL,
  ended_at timestamp with time zone,
  due_at timestamp with time zone,
  failures integer DEFAULT 0 NOT NULL,
  problem text,
  CONSTRAINT tickets_pkey PRIMARY KEY (tenant_id, channel_id, case_id),
  CONSTRAINT tickets_tenant_id_case_id_fkey FOREIGN KEY (tenant_id, case_id) REFERENCES scout.cases(tenant_id, case_id) ON DELETE CASCADE,
  CONSTRAINT tickets_tenant_id_channel_id_fkey FOREIGN KEY (tenant_id, channel_id) REFERENCES scout.channels(tenant_id, channel_id) ON DELETE CASCADE,
  CONSTRAINT tickets_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES scout.tenants(tenant_id),
  CONSTRAINT tickets_problem_check CHECK ((char_length(problem) <= 200)),
  CONSTRAINT tickets_reference_check CHECK (((char_length(reference) >= 1) AND (char_length(reference) <= 100))),
  CONSTRAINT tickets_remote_id_check CHECK (((char_length(remote_id) >= 1) AND (char_length(remote_id) <= 200))),
  CONSTRAINT tickets_state_by_check CHECK ((char_length(state_by) <= 200)),
  CONSTRAINT tickets_state_check CHECK ((state = ANY (ARRAY['open'::text, 'acknowledged'::text, 'resolved'::text]))),
  CONSTRAINT tickets_url_check CHECK (((url ~ '^https://'::text) AND (char_length(url) <= 2048)))
);
CREATE INDEX tickets_case ON scout.tickets USING btree (tenant_id, case_id);
CREATE INDEX tickets_waiting ON scout.tickets USING btree (due_at) WHERE (due_at IS NOT NULL);
ALTER TABLE scout.tickets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.tickets FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (case_id IN ( SELECT c.case_id
   FROM scout.cases c))));
CREATE POLICY admin_own_tenant ON scout.tickets FOR ALL TO scout_admin
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_adds_to_own_tenant ON scout.tickets FOR INSERT TO scout_alerts
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_changes_own_tenant ON scout.tickets FOR UPDATE TO scout_alerts
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY alerts_reads ON scout.tickets FOR SELECT TO scout_alerts
  USING (true);
CREATE POLICY definer_all ON scout.tickets FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_own_tenant ON scout.tickets FOR ALL TO scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.tickets FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT INSERT, SELECT ON scout.tickets TO scout_alerts;
GRANT DELETE ON scout.tickets TO scout_definer;
GRANT SELECT (tenant_id, channel_id, case_id, remote_id, reference, url, state, state_by, state_at) ON scout.tickets TO scout_account_owner;
GRANT SELECT (tenant_id, channel_id, case_id, remote_id, reference, url, state, state_by, state_at) ON scout.tickets TO scout_admin;
GRANT UPDATE (due_at) ON scout.tickets TO scout_admin;
GRANT UPDATE (reference, url, state, state_by, state_at, ended_at, due_at, failures, problem) ON scout.tickets TO scout_alerts;
GRANT SELECT (tenant_id) ON scout.tickets TO scout_definer;
GRANT SELECT (tenant_id, channel_id, case_id, remote_id, reference, url, state, state_by, state_at) ON scout.tickets TO scout_member;
GRANT UPDATE (due_at) ON scout.tickets TO scout_member;

CREATE TABLE scout.unsummed_days (
  tenant_id uuid NOT NULL,
  account_key text COLLATE "C" NOT NULL,
  day timestamp with time zone NOT NULL,
  CONSTRAINT unsummed_days_pkey PRIMARY KEY (tenant_id, account_key, day)
);
ALTER TABLE scout.unsummed_days ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY account_owner_own ON scout.unsummed_days FOR SELECT TO scout_account_owner
  USING (((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid) AND (account_key IN ( SELECT s.account_key
   FROM scout.service_accounts s))));
CREATE POLICY assessor_own_tenant ON scout.unsummed_days FOR ALL TO scout_assessor
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid))
  WITH CHECK ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY definer_all ON scout.unsummed_days FOR ALL TO scout_definer
  USING (true)
  WITH CHECK (true);
CREATE POLICY member_reads_own_tenant ON scout.unsummed_days FOR SELECT TO scout_admin, scout_member
  USING ((tenant_id = (NULLIF(current_setting('scout.tenant_id'::text, true), ''::text))::uuid));
CREATE POLICY owner_backs_up ON scout.unsummed_days FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
GRANT SELECT ON scout.unsummed_days TO scout_account_owner;
GRANT SELECT ON scout.unsummed_days TO scout_admin;
GRANT DELETE, INSERT, SELECT ON scout.unsummed_days TO scout_assessor;
GRANT DELETE ON scout.unsummed_days TO scout_definer;
GRANT SELECT ON scout.unsummed_days TO scout_member;
GRANT SELECT (tenant_id, day) ON scout.unsummed_days TO scout_definer;

CREATE TABLE scout.web_files (
  path text COLLATE "C" NOT NULL,
  body bytea NOT NULL,
  left_at timestamp with time zone,
  CONSTRAINT web_files_pkey PRIMARY KEY (path),
  CONSTRAINT web_files_path_check CHECK ((path ~ '^assets/[A-Za-z0-9_.-]{1,200}$'::text))
);
ALTER TABLE scout.web_files ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY operator_all ON scout.web_files FOR ALL TO scout_operator
  USING (true)
  WITH CHECK (true);
CREATE POLICY owner_backs_up ON scout.web_files FOR SELECT TO owner
  USING ((current_setting('scout.backup'::text, true) = 'on'::text));
CREATE POLICY visitor_reads ON scout.web_files FOR SELECT TO scout_visitor
  USING (true);
GRANT DELETE, INSERT, SELECT ON scout.web_files TO scout_operator;
GRANT UPDATE (left_at) ON scout.web_files TO scout_operator;
GRANT SELECT (path, body) ON scout.web_files TO scout_visitor;

CREATE OR REPLACE FUNCTION scout.account_owner_address()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.email FROM scout.memberships m
  WHERE m.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND m.user_id = nullif(current_setting('scout.user_id', true), '') AND m.role = 'owner' AND m.status = 'active'
$function$;
ALTER FUNCTION scout.account_owner_address() OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.account_owner_address() TO scout_account_owner;

CREATE OR REPLACE FUNCTION scout.adopt_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE scout.agents SET credential_hash = p_credential_hash, next_credential_hash = NULL, enrolment_key_hash = NULL,
    credential_issued_at = p_now
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id
    AND (next_credential_hash = p_credential_hash OR credential_hash = p_credential_hash AND enrolment_key_hash IS NOT NULL)
$function$;
ALTER FUNCTION scout.adopt_credential(uuid,uuid,bytea,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.adopt_credential(uuid,uuid,bytea,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.agent_by_credential(p_credential_hash bytea)
 RETURNS TABLE(tenant_id uuid, agent_id uuid, revoked boolean, is_next boolean, awaiting boolean, subscribed boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT a.tenant_id, a.agent_id, a.revoked_at IS NOT NULL,
    a.credential_hash <> p_credential_hash OR a.enrolment_key_hash IS NOT NULL, a.awaiting_approval, t.is_subscribed
  FROM scout.agents a JOIN scout.tenants t ON t.tenant_id = a.tenant_id
  WHERE a.credential_hash = p_credential_hash OR a.next_credential_hash = p_credential_hash
$function$;
ALTER FUNCTION scout.agent_by_credential(bytea) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.agent_by_credential(bytea) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.arrival_of(p_batch_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  SELECT CASE WHEN substr(p_batch_id::text, 15, 1) = '7'
    THEN to_timestamp(('x' || lpad(left(replace(p_batch_id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint / 1000.0) END
$function$;
ALTER FUNCTION scout.arrival_of(uuid) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.arrival_of(uuid) TO scout_judge;

CREATE OR REPLACE FUNCTION scout.audit_hash(p_previous bytea, p_sequence bigint, p_entry scout.audit_logs)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT sha256(p_previous || convert_to(jsonb_build_array(
    p_entry.tenant_id, p_entry.id, p_sequence,
    to_char(p_entry.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    p_entry.actor, p_entry.action, p_entry.target_email, p_entry.details, p_entry.address, p_entry.device
  )::text, 'UTF8'))
$function$;
ALTER FUNCTION scout.audit_hash(bytea,bigint,scout.audit_logs) OWNER TO scout_definer;

CREATE OR REPLACE FUNCTION scout.audit_to_forward(p_limit integer)
 RETURNS TABLE(tenant_id uuid, company_name text, id uuid, sequence bigint, hash text, occurred_at timestamp with time zone, actor text, action text, target_email text, details jsonb, address text, device text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT a.tenant_id, t.company_name, a.id, a.sequence, encode(a.hash, 'hex'), a.occurred_at, a.actor, a.action, a.target_email,
    a.details, a.address, a.device
  FROM scout.audit_logs a JOIN scout.tenants t ON t.tenant_id = a.tenant_id
  WHERE a.forwarded_at IS NULL AND a.sequence IS NOT NULL
  ORDER BY a.occurred_at LIMIT p_limit
  FOR UPDATE OF a SKIP LOCKED
$function$;
ALTER FUNCTION scout.audit_to_forward(integer) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.audit_to_forward(integer) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_expired_audit(p_days integer, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_day timestamptz := p_now::date - p_days;
  v_tenant uuid;
  v_head scout.audit_heads;
  v_last scout.audit_logs;
  v_deleted bigint;
  v_sum bigint := 0;
BEGIN
  IF p_days IS NULL OR p_days < 365 THEN
    RAISE EXCEPTION 'The audit log is kept for at least 365 days' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR v_tenant IN SELECT DISTINCT a.tenant_id FROM scout.audit_logs a WHERE a.occurred_at < v_day ORDER BY 1 LOOP
    CONTINUE WHEN scout.is_held(v_tenant);
    -- Held until the end: entries are linked after it.
    SELECT * INTO v_head FROM scout.audit_heads h WHERE h.tenant_id = v_tenant FOR UPDATE;
    CONTINUE WHEN NOT FOUND;
    -- In the order of the chain, up to the first entry that is kept.
    SELECT * INTO v_last FROM scout.audit_logs a
    WHERE a.tenant_id = v_tenant AND a.sequence < coalesce((SELECT min(n.sequence) FROM scout.audit_logs n
      WHERE n.tenant_id = v_tenant AND n.occurred_at >= v_day), v_head.sequence + 1)
    ORDER BY a.sequence DESC LIMIT 1;
    CONTINUE WHEN NOT FOUND;
    DELETE FROM scout.audit_logs a WHERE a.tenant_id = v_tenant AND a.sequence <= v_last.sequence;
    GET DIAGNOSTICS v_deleted = ROW_COUNT;
    v_sum := v_sum + v_deleted;
    UPDATE scout.audit_heads h SET deleted_through = v_last.sequence, deleted_hash = v_last.hash WHERE h.tenant_id = v_tenant;
  END LOOP;
  RETURN v_sum;
END
$function$;
ALTER FUNCTION scout.delete_expired_audit(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_audit(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_expired_requests(p_request_days integer, p_mailing_list_days integer, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
BEGIN
  IF p_request_days IS NULL OR p_request_days < 30 OR p_mailing_list_days IS NULL OR p_mailing_list_days < 30 THEN
    RAISE EXCEPTION 'Requests and addresses are kept for at least 30 days' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.demo_requests WHERE created_at < p_now::date - p_request_days;
  DELETE FROM scout.mailing_list WHERE created_at < p_now::date - p_mailing_list_days;
END
$function$;
ALTER FUNCTION scout.delete_expired_requests(integer,integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_requests(integer,integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_expired_reviews(p_days integer, p_now timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_reviews bigint;
BEGIN
  IF p_days IS NULL OR p_days < 365 THEN
    RAISE EXCEPTION 'Reviews are kept for at least a year' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  DELETE FROM scout.owner_reviews r WHERE r.started_at < p_now::date - p_days AND NOT scout.is_held(r.tenant_id);
  GET DIAGNOSTICS v_reviews = ROW_COUNT;
  RETURN v_reviews;
END
$function$;
ALTER FUNCTION scout.delete_expired_reviews(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_reviews(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_expired_rows(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(events bigint, more boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_tenant CONSTANT uuid := p_tenant_id;
  v_kept timestamptz;
  v_day timestamptz;
  v_batch uuid;
BEGIN
  events := 0;
  more := false;
  IF NOT scout.is_held(v_tenant) THEN
    SELECT p_now::date - r.days INTO v_kept FROM scout.retention(p_now) r WHERE r.tenant_id = v_tenant;
  END IF;
  IF v_kept IS NULL THEN
    RETURN NEXT;
    RETURN;
  END IF;
  -- Every event is counted by its hour.
  SELECT least(v_kept, date_trunc('day', min(c.hour)) + interval '1 day') INTO v_day FROM scout.event_counts c WHERE c.tenant_id = v_tenant;
  more := v_day < v_kept;
  -- Of what was old on arrival, the time here counts.
  v_batch := (lpad(to_hex((extract(epoch FROM v_kept) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
  DELETE FROM scout.rollups r WHERE r.tenant_id = v_tenant AND r.bucket < v_day;
  DELETE FROM scout.rollup_sums r WHERE r.tenant_id = v_tenant AND r.first_day < v_day;
  DELETE FROM scout.event_counts c WHERE c.tenant_id = v_tenant AND c.hour < v_day;
  DELETE FROM scout.incidents i WHERE i.tenant_id = v_tenant AND i.occurred_at < v_day AND i.batch_id < v_batch;
  DELETE FROM scout.batch_bodies b WHERE b.tenant_id = v_tenant AND b.received_at < v_day;
  DELETE FROM scout.packed_bodies p WHERE p.tenant_id = v_tenant AND p.received_on < v_day::date;
  DELETE FROM scout.batches b WHERE b.tenant_id = v_tenant AND b.received_at < v_day AND EXISTS (
    SELECT 1 FROM scout.batches n WHERE n.tenant_id = b.tenant_id AND n.agent_id = b.agent_id AND n.batch_no > b.batch_no);
  DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant AND g.received_at < v_day;
  DELETE FROM scout.activity_parts a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.account_activity a WHERE a.tenant_id = v_tenant AND a.hour < v_day;
  DELETE FROM scout.account_days d WHERE d.tenant_id = v_tenant AND d.day < v_day;
  DELETE FROM scout.unsummed_days u WHERE u.tenant_id = v_tenant AND u.day < v_day;
  DELETE FROM scout.account_names n WHERE n.tenant_id = v_tenant AND n.hour < v_day;
  DELETE FROM scout.seen_names n WHERE n.tenant_id = v_tenant AND n.hour < v_day;
  DELETE FROM scout.account_uses u WHERE u.tenant_id = v_tenant AND greatest(u.refused_hour, u.done_hour) < v_day;
  UPDATE scout.account_uses u SET refused_hour = CASE WHEN u.refused_hour >= v_day THEN u.refused_hour END,
    done_hour = CASE WHEN u.done_hour >= v_day THEN u.done_hour END, person_hour = CASE WHEN u.person_hour >= v_day THEN u.person_hour END,
    second_person_hour = CASE WHEN u.second_person_hour >= v_day THEN u.second_person_hour END
  WHERE u.tenant_id = v_tenant AND least(u.refused_hour, u.done_hour, u.person_hour, u.second_person_hour) < v_day;
  DELETE FROM scout.findings f WHERE f.tenant_id = v_tenant AND f.occurred_at < v_day;
  DELETE FROM scout.case_comments m USING scout.cases c WHERE c.tenant_id = v_tenant AND m.tenant_id = c.tenant_id
    AND m.case_id = c.case_id AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.case_changes h USING scout.cases c WHERE c.tenant_id = v_tenant AND h.tenant_id = c.tenant_id
    AND h.case_id = c.case_id AND greatest(c.last_seen, c.touched_at) < v_day;
  DELETE FROM scout.cases c WHERE c.tenant_id = v_tenant AND greatest(c.last_seen, c.touched_at) < v_day;
  -- Something late may still go back to the newest one before the oldest hour that is kept.
  DELETE FROM scout.assessment_snapshots s WHERE s.tenant_id = v_tenant AND EXISTS (
    SELECT FROM scout.assessment_snapshots n WHERE n.tenant_id = s.tenant_id AND n.hour > s.hour AND n.hour <= v_day);
  DELETE FROM scout.tenant_events e WHERE e.tenant_id = v_tenant AND e.occurred_at < v_day AND e.batch_id < v_batch;
  GET DIAGNOSTICS events = ROW_COUNT;
  WITH gone AS (
    DELETE FROM scout.packed_events p WHERE p.tenant_id = v_tenant AND p.first_at < v_day AND p.arrived_on < v_kept::date RETURNING p.n)
  SELECT events + coalesce(sum(g.n), 0) INTO events FROM gone g;
  UPDATE scout.tenants t SET counted_from = v_day
  WHERE t.tenant_id = v_tenant AND coalesce(t.counted_from, '-infinity') < v_day;
  UPDATE scout.tenants t SET former_retention_days = NULL, retention_shortens_at = NULL
  WHERE t.tenant_id = v_tenant AND t.retention_shortens_at <= p_now;
  RETURN NEXT;
END
$function$;
ALTER FUNCTION scout.delete_expired_rows(uuid,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_expired_rows(uuid,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_lost_activity(p_tenant_id uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  DELETE FROM scout.activity_parts p WHERE p.tenant_id = p_tenant_id AND NOT EXISTS (
    SELECT FROM scout.batches b WHERE b.tenant_id = p_tenant_id AND b.batch_id = p.batch_id)
$function$;
ALTER FUNCTION scout.delete_lost_activity(uuid) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_lost_activity(uuid) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_organization(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  name text;
BEGIN
  IF scout.is_held(p_tenant_id) THEN
    RAISE EXCEPTION 'A legal hold keeps this organization' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO scout.payment_cancellations (subscription_id)
    SELECT DISTINCT p.subscription_id FROM scout.payments p
    WHERE p.tenant_id = p_tenant_id AND p.subscription_id IS NOT NULL AND p.ended_at IS NULL
    ON CONFLICT DO NOTHING;
  INSERT INTO scout.former_organizations (organization_id, deleted_at) VALUES (p_tenant_id, p_now) ON CONFLICT DO NOTHING;
  FOR name IN
    SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
    WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY array_position(ARRAY['rollups', 'incidents', 'tenant_events', 'batch_bodies', 'batches', 'agents',
      'enrolment_tokens', 'profiles', 'memberships', 'tenants']::name[], c.relname) NULLS FIRST, c.relname
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
END
$function$;
ALTER FUNCTION scout.delete_organization(uuid,timestamp with time zone) OWNER TO scout_definer;

CREATE OR REPLACE FUNCTION scout.delete_requested_organization(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  -- The lock of every change of members; a request that is taken back meanwhile is seen after it.
  PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || p_tenant_id, 0));
  IF scout.is_held(p_tenant_id)
    OR NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.deletion_due_at <= p_now) THEN
    RETURN false;
  END IF;
  PERFORM scout.delete_organization(p_tenant_id, p_now);
  RETURN true;
END
$function$;
ALTER FUNCTION scout.delete_requested_organization(uuid,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_requested_organization(uuid,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.delete_unapproved_machines(p_days integer, p_now timestamp with time zone)
 RETURNS TABLE(tenant_id uuid, agent_id uuid, host text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_tenant_id uuid;
  v_agent_id uuid;
  v_host text;
BEGIN
  IF p_days IS NULL OR p_days < 1 THEN
    RAISE EXCEPTION 'Machines await approval for at least a day' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR v_tenant_id, v_agent_id, v_host IN
    SELECT a.tenant_id, a.agent_id, a.host FROM scout.agents a
    WHERE a.awaiting_approval AND a.revoked_at IS NULL AND a.released_until IS NULL AND a.last_batch_at IS NULL AND a.events_accepted = 0
      AND a.enrolled_at < p_now - make_interval(days => p_days)
      AND NOT EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = a.tenant_id AND b.agent_id = a.agent_id)
    ORDER BY a.tenant_id, a.agent_id FOR UPDATE SKIP LOCKED
  LOOP
    CONTINUE WHEN scout.is_held(v_tenant_id);
    DELETE FROM scout.agent_gaps g WHERE g.tenant_id = v_tenant_id AND g.agent_id = v_agent_id;
    DELETE FROM scout.ingest_usage u WHERE u.tenant_id = v_tenant_id AND u.sender_id = v_agent_id;
    DELETE FROM scout.agents a WHERE a.tenant_id = v_tenant_id AND a.agent_id = v_agent_id;
    RETURN QUERY SELECT v_tenant_id, v_agent_id, v_host;
  END LOOP;
END
$function$;
ALTER FUNCTION scout.delete_unapproved_machines(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.delete_unapproved_machines(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.demo_request_stored(p_request_key uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM scout.demo_requests r WHERE r.request_key = p_request_key)
$function$;
ALTER FUNCTION scout.demo_request_stored(uuid) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.demo_request_stored(uuid) TO scout_visitor;

CREATE OR REPLACE FUNCTION scout.download_ticket(p_ticket_hash bytea, p_now timestamp with time zone)
 RETURNS TABLE(tenant_id uuid, path text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT d.tenant_id, d.path FROM scout.download_tickets d
  WHERE d.ticket_hash = p_ticket_hash AND d.expires_at > p_now
$function$;
ALTER FUNCTION scout.download_ticket(bytea,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.download_ticket(bytea,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.drop_expired_partitions(p_retention_days integer, p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '250ms'
AS $function$
DECLARE
  v_first_kept date;
  v_expired record;
  v_dropped integer := 0;
BEGIN
  IF p_retention_days IS NULL OR p_retention_days < 31 THEN
    RAISE EXCEPTION 'Retention is at least 31 days: the dashboards show 30' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended('scout-partitions', 0));
  -- As scout.is_held does, for all: no hold is set between the question and the end.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('scout legal holds', 0));
  v_first_kept := scout.first_day_kept(p_retention_days, p_now);
  FOR v_expired IN
    SELECT p.parent, p.moment, c.relname AS name, r.lower_bound, r.upper_bound
    FROM pg_inherits i
    JOIN (VALUES (1, 'batch_bodies', 'received_at'), (2, 'tenant_events', 'occurred_at'), (3, 'incidents', 'occurred_at'),
      (4, 'rollups', 'bucket')) AS p (place, parent, moment) ON format('scout.%I', p.parent)::regclass = i.inhparent
    JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT substring(c.relname FROM '_p(\d{6,8})$') AS stamp) AS s
    CROSS JOIN LATERAL (SELECT to_date(s.stamp, CASE length(s.stamp) WHEN 8 THEN 'YYYYMMDD' WHEN 6 THEN 'YYYYMM' END) AS lower_bound,
      (to_date(s.stamp, CASE length(s.stamp) WHEN 8 THEN 'YYYYMMDD' WHEN 6 THEN 'YYYYMM' END)
        + CASE length(s.stamp) WHEN 8 THEN interval '1 day' ELSE interval '1 month' END)::date AS upper_bound) AS r
    WHERE r.upper_bound <= v_first_kept
    ORDER BY p.place, c.relname
  LOOP
    CONTINUE WHEN scout.needs_rows(v_expired.parent, v_expired.moment, v_expired.lower_bound, v_expired.upper_bound, p_now);
    EXECUTE format('DROP TABLE scout.%I', v_expired.name);
    v_dropped := v_dropped + 1;
  END LOOP;
  RETURN v_dropped;
END
$function$;
ALTER FUNCTION scout.drop_expired_partitions(integer,timestamp with time zone) OWNER TO owner;
GRANT EXECUTE ON FUNCTION scout.drop_expired_partitions(integer,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.early_access_requested(p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM scout.demo_requests r WHERE r.email = p_email AND r.kind = 'early_access' AND NOT r.suspected)
$function$;
ALTER FUNCTION scout.early_access_requested(text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.early_access_requested(text) TO scout_visitor;

CREATE OR REPLACE FUNCTION scout.enrolment_limit(p_tenant_id uuid, p_awaiting boolean, p_created_by text, p_most integer, p_most_awaiting integer, p_most_awaiting_of_person integer)
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT CASE
    WHEN count(*) >= p_most THEN 'machine_limit'
    WHEN p_awaiting AND (count(*) FILTER (WHERE a.awaiting_approval) >= p_most_awaiting
      OR count(*) FILTER (WHERE a.awaiting_approval AND t.created_by = p_created_by) >= p_most_awaiting_of_person) THEN 'approval_limit'
  END
  FROM scout.agents a LEFT JOIN scout.enrolment_tokens t ON t.tenant_id = a.tenant_id AND t.token_id = a.enrolled_with
  WHERE a.tenant_id = p_tenant_id AND a.revoked_at IS NULL
$function$;
ALTER FUNCTION scout.enrolment_limit(uuid,boolean,text,integer,integer,integer) OWNER TO scout_definer;

CREATE OR REPLACE FUNCTION scout.ensure_partitions(p_from date, p_to date, p_now timestamp with time zone)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '250ms'
AS $function$
DECLARE
  v_from date := greatest(p_from, p_now::date - 366);
  v_to date := least(p_to, p_now::date + 7);
  v_missing record;
  v_locked boolean := false;
  v_made integer := 0;
BEGIN
  FOR v_missing IN
    SELECT wanted.parent, wanted.name, wanted.lower_bound, wanted.upper_bound
    FROM (
      SELECT p.place, p.parent, format('%s_p%s', p.parent, to_char(d, 'YYYYMMDD')) AS name,
        d::date AS lower_bound, d::date + 1 AS upper_bound
      FROM generate_series(v_from::timestamp, v_to::timestamp, interval '1 day') AS d,
        (VALUES (1, 'batch_bodies'), (2, 'tenant_events')) AS p (place, parent)
      UNION ALL
      SELECT p.place, p.parent, format('%s_p%s', p.parent, to_char(m, 'YYYYMM')), m::date, (m + interval '1 month')::date
      FROM generate_series(date_trunc('month', v_from::timestamp), v_to::timestamp, interval '1 month') AS m,
        (VALUES (3, 'incidents'), (4, 'rollups')) AS p (place, parent)
    ) AS wanted
    WHERE to_regclass(format('scout.%I', wanted.name)) IS NULL
    ORDER BY wanted.place, wanted.lower_bound -- the order in which ingest locks the tables
  LOOP
    IF NOT v_locked THEN
      -- One at a time: several processes meet the same missing day at the same moment.
      PERFORM pg_advisory_xact_lock(hashtextextended('scout-partitions', 0));
      v_locked := true;
    END IF;
    BEGIN
      EXECUTE format('CREATE TABLE scout.%I PARTITION OF scout.%I FOR VALUES FROM (%L) TO (%L)',
        v_missing.name, v_missing.parent, v_missing.lower_bound || ' 00:00:00+00', v_missing.upper_bound || ' 00:00:00+00');
      EXECUTE format('ALTER TABLE scout.%I ENABLE ROW LEVEL SECURITY', v_missing.name);
      EXECUTE format('ALTER TABLE scout.%I FORCE ROW LEVEL SECURITY', v_missing.name);
      v_made := v_made + 1;
    EXCEPTION
      WHEN duplicate_table THEN NULL; -- made while we waited for the lock
      WHEN check_violation THEN NULL; -- rows of that day lie in DEFAULT already; the rest of the day joins them there
    END;
  END LOOP;
  RETURN v_made;
END
$function$;
ALTER FUNCTION scout.ensure_partitions(date,date,timestamp with time zone) OWNER TO owner;
GRANT EXECUTE ON FUNCTION scout.ensure_partitions(date,date,timestamp with time zone) TO scout_ingest;
GRANT EXECUTE ON FUNCTION scout.ensure_partitions(date,date,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.exceptions_of(p_tenant_id uuid)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT coalesce(md5(string_agg(concat_ws(' ', exception_id, extract(epoch FROM starts_at), extract(epoch FROM ends_at),
    extract(epoch FROM ended_at)), ',' ORDER BY exception_id)), '')
  FROM scout.case_exceptions WHERE tenant_id = p_tenant_id AND approved_at IS NOT NULL
$function$;
ALTER FUNCTION scout.exceptions_of(uuid) OWNER TO owner;
GRANT EXECUTE ON FUNCTION scout.exceptions_of(uuid) TO scout_assessor;
GRANT EXECUTE ON FUNCTION scout.exceptions_of(uuid) TO scout_definer;

CREATE OR REPLACE FUNCTION scout.first_day_kept(p_most integer, p_now timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  SELECT p_now::date - coalesce((SELECT least(max(r.days), p_most) FROM scout.retention(p_now) r WHERE NOT r.is_held), p_most)
$function$;
ALTER FUNCTION scout.first_day_kept(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.first_day_kept(integer,timestamp with time zone) TO owner;

CREATE OR REPLACE FUNCTION scout.invitation_by_address(p_email text, p_tenant_id uuid, p_company_key text)
 RETURNS TABLE(tenant_id uuid, invitation_id uuid, company_name text, email text, inviter text, expires_at timestamp with time zone, accepted_at timestamp with time zone, declined_at timestamp with time zone, revoked_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT i.tenant_id, i.invitation_id, t.company_name, i.email,
    coalesce((SELECT nullif(btrim(p.first_name || ' ' || p.last_name), '') FROM scout.profiles p
      WHERE p.tenant_id = i.tenant_id AND p.email = i.inviter_email LIMIT 1), i.inviter_email),
    i.expires_at, i.accepted_at, i.declined_at, i.revoked_at
  FROM scout.invitations i JOIN scout.tenants t ON t.tenant_id = i.tenant_id
  WHERE i.email = p_email AND (t.tenant_id = p_tenant_id OR t.company_key = p_company_key)
  ORDER BY t.tenant_id IS DISTINCT FROM p_tenant_id, i.created_at DESC, i.invitation_id DESC
  LIMIT 1
$function$;
ALTER FUNCTION scout.invitation_by_address(text,uuid,text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.invitation_by_address(text,uuid,text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.invitation_by_token(p_token_hash bytea)
 RETURNS TABLE(tenant_id uuid, invitation_id uuid, company_name text, email text, inviter text, expires_at timestamp with time zone, accepted_at timestamp with time zone, declined_at timestamp with time zone, revoked_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT i.tenant_id, i.invitation_id, t.company_name, i.email,
    coalesce((SELECT nullif(btrim(p.first_name || ' ' || p.last_name), '') FROM scout.profiles p
      WHERE p.tenant_id = i.tenant_id AND p.email = i.inviter_email LIMIT 1), i.inviter_email),
    i.expires_at, i.accepted_at, i.declined_at, i.revoked_at
  FROM scout.invitations i JOIN scout.tenants t ON t.tenant_id = i.tenant_id
  WHERE i.token_hash = p_token_hash
$function$;
ALTER FUNCTION scout.invitation_by_token(bytea) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.invitation_by_token(bytea) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.is_held(p_tenant_id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('scout legal holds', 0));
  RETURN EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.hold_since IS NOT NULL);
END
$function$;
ALTER FUNCTION scout.is_held(uuid) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.is_held(uuid) TO scout_alerts;
GRANT EXECUTE ON FUNCTION scout.is_held(uuid) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.join_group(p_tenant_id uuid, p_agent_id uuid, p_token_id uuid, p_name text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_group_id uuid;
  v_name text;
  v_way text := 'token';
BEGIN
  SELECT g.group_id, g.name INTO v_group_id, v_name
  FROM scout.enrolment_tokens t JOIN scout.agent_groups g ON g.tenant_id = t.tenant_id AND g.group_id = t.group_id
  WHERE t.tenant_id = p_tenant_id AND t.token_id = p_token_id;
  IF v_group_id IS NULL AND p_name IS NOT NULL THEN
    v_way := 'installer';
    SELECT g.group_id, g.name INTO v_group_id, v_name
    FROM scout.agent_groups g WHERE g.tenant_id = p_tenant_id AND lower(g.name) = lower(p_name);
  END IF;
  IF v_group_id IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE scout.agents a SET group_id = v_group_id, joined_by = v_way
  WHERE a.tenant_id = p_tenant_id AND a.agent_id = p_agent_id AND a.joined_by IS DISTINCT FROM 'hand';
  RETURN CASE WHEN FOUND THEN v_name END;
END
$function$;
ALTER FUNCTION scout.join_group(uuid,uuid,uuid,text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.join_group(uuid,uuid,uuid,text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.join_organization(p_user_id text, p_email text, p_domain text, p_counts boolean, p_company_name text, p_company_key text, p_first_name text, p_last_name text, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, tenant_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
ALTER FUNCTION scout.join_organization(text,text,text,boolean,text,text,text,text,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.join_organization(text,text,text,boolean,text,text,text,text,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.leave_organizations(p_user_id text, p_now timestamp with time zone)
 RETURNS TABLE(tenant_id uuid, outcome text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
    ELSIF v_others = 0 AND v_admin AND scout.is_held(v_tenant) THEN
      RETURN QUERY SELECT v_tenant, 'held'::text;
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
$function$;
ALTER FUNCTION scout.leave_organizations(text,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.leave_organizations(text,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.link_audit_entry(p_entry scout.audit_logs)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  head scout.audit_heads;
  linked bytea;
BEGIN
  INSERT INTO scout.audit_heads AS h (tenant_id, sequence, hash) VALUES (p_entry.tenant_id, 0, ''::bytea)
    ON CONFLICT (tenant_id) DO UPDATE SET sequence = h.sequence
    RETURNING h.* INTO head;
  linked := scout.audit_hash(head.hash, head.sequence + 1, p_entry);
  UPDATE scout.audit_logs a SET sequence = head.sequence + 1, hash = linked
    WHERE a.tenant_id = p_entry.tenant_id AND a.id = p_entry.id;
  UPDATE scout.audit_heads h SET sequence = head.sequence + 1, hash = linked WHERE h.tenant_id = p_entry.tenant_id;
END
$function$;
ALTER FUNCTION scout.link_audit_entry(scout.audit_logs) OWNER TO scout_definer;

CREATE OR REPLACE FUNCTION scout.link_audit_entry_at_commit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  entry scout.audit_logs;
BEGIN
  SELECT * INTO entry FROM scout.audit_logs a WHERE a.tenant_id = NEW.tenant_id AND a.id = NEW.id AND a.sequence IS NULL;
  -- Gone again with its organization.
  IF FOUND THEN PERFORM scout.link_audit_entry(entry); END IF;
  RETURN NULL;
END
$function$;
ALTER FUNCTION scout.link_audit_entry_at_commit() OWNER TO scout_definer;

CREATE OR REPLACE FUNCTION scout.make_download_ticket(p_ticket_hash bytea, p_token_hash bytea, p_path text, p_label text, p_created_by text, p_now timestamp with time zone, p_ticket_expires timestamp with time zone, p_token_expires timestamp with time zone, p_max_uses integer, p_needs_approval boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_tenant uuid := nullif(current_setting('scout.tenant_id', true), '')::uuid;
  v_token uuid;
BEGIN
  DELETE FROM scout.download_tickets WHERE tenant_id = v_tenant AND expires_at < p_now;
  INSERT INTO scout.enrolment_tokens (tenant_id, token_hash, label, created_at, created_by, expires_at, max_uses, needs_approval)
  VALUES (v_tenant, p_token_hash, p_label, p_now, p_created_by, p_token_expires, p_max_uses, p_needs_approval)
  RETURNING token_id INTO v_token;
  INSERT INTO scout.download_tickets (tenant_id, ticket_hash, token_id, path, created_at, expires_at)
  VALUES (v_tenant, p_ticket_hash, v_token, p_path, p_now, p_ticket_expires);
  RETURN v_token;
END
$function$;
ALTER FUNCTION scout.make_download_ticket(bytea,bytea,text,text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,boolean) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.make_download_ticket(bytea,bytea,text,text,text,timestamp with time zone,timestamp with time zone,timestamp with time zone,integer,boolean) TO scout_member;

CREATE OR REPLACE FUNCTION scout.map_provisioned_roles(p_tenant_id uuid, p_scim_ids uuid[], p_order text[], p_now timestamp with time zone)
 RETURNS TABLE(email text, before text, after text)
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_person record;
BEGIN
  IF NOT EXISTS (SELECT FROM scout.group_roles r WHERE r.tenant_id = p_tenant_id)
    OR NOT EXISTS (SELECT FROM scout.scim_groups g WHERE g.tenant_id = p_tenant_id) THEN
    RETURN;
  END IF;
  FOR v_person IN
    SELECT p.address, p.role FROM (
      SELECT u.address, m.role AS present, coalesce((
        SELECT r.role FROM scout.scim_group_members gm
          JOIN scout.scim_groups g ON g.tenant_id = gm.tenant_id AND g.group_id = gm.group_id
          JOIN scout.group_roles r ON r.tenant_id = g.tenant_id AND r.group_name IN (g.display_name, g.external_id)
        WHERE gm.tenant_id = u.tenant_id AND gm.scim_id = u.scim_id
        ORDER BY array_position(p_order, r.role) NULLS LAST LIMIT 1), 'member') AS role
      FROM scout.scim_users u JOIN scout.memberships m ON m.tenant_id = u.tenant_id AND m.email = u.address
      WHERE u.tenant_id = p_tenant_id AND (p_scim_ids IS NULL OR u.scim_id = ANY (p_scim_ids))) p
    WHERE p.role <> p.present
    -- New admins first, so that one of them may replace the last.
    ORDER BY p.role = 'admin' DESC, p.address
  LOOP
    email := v_person.address;
    after := v_person.role;
    before := scout.set_mapped_role(p_tenant_id, v_person.address, v_person.role, p_now);
    IF before IS NOT NULL THEN RETURN NEXT; END IF;
  END LOOP;
END
$function$;
ALTER FUNCTION scout.map_provisioned_roles(uuid,uuid[],text[],timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.map_provisioned_roles(uuid,uuid[],text[],timestamp with time zone) TO scout_admin;

CREATE OR REPLACE FUNCTION scout.mark_audit_forwarded(p_ids uuid[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE scout.audit_logs a SET forwarded_at = p_now WHERE a.id = ANY (p_ids) AND a.forwarded_at IS NULL
$function$;
ALTER FUNCTION scout.mark_audit_forwarded(uuid[],timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.mark_audit_forwarded(uuid[],timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.memberships_of_user(p_user_id text)
 RETURNS TABLE(tenant_id uuid, email text, role text, status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT m.tenant_id, m.email, m.role, m.status FROM scout.memberships m WHERE m.user_id = p_user_id
  ORDER BY m.created_at, m.tenant_id
$function$;
ALTER FUNCTION scout.memberships_of_user(text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.memberships_of_user(text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.needs_rows(p_parent text, p_moment text, p_from date, p_to date, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_backup CONSTANT text := coalesce(current_setting('scout.backup', true), '');
  v_needing uuid[];
  v_from timestamptz := p_from;
  v_to timestamptz := p_to;
  v_is_needed boolean;
  -- Organizations, and the least id of a batch that arrived while its events are kept.
  v_tenants uuid[];
  v_batches uuid[];
BEGIN
  -- Not a setting of the function: only superusers may give it one.
  PERFORM set_config('scout.backup', 'on', true);
  v_needing := ARRAY(SELECT r.tenant_id FROM scout.retention(p_now) r WHERE r.is_held OR p_to > p_now::date - r.days);
  SELECT array_agg(r.tenant_id), array_agg(
    (lpad(to_hex((extract(epoch FROM (p_now::date - r.days)::timestamptz) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid)
  INTO v_tenants, v_batches FROM scout.retention(p_now) r;
  IF p_parent = 'batch_bodies' THEN
    v_is_needed := EXISTS (SELECT FROM scout.batches b WHERE b.tenant_id = ANY (v_needing) AND b.received_at >= v_from AND b.received_at < v_to);
  ELSIF p_parent = 'incidents' AND EXISTS (
    SELECT 1 FROM scout.incidents i JOIN unnest(v_tenants, v_batches) AS k (tenant_id, batch_id) ON k.tenant_id = i.tenant_id
    WHERE i.occurred_at >= v_from AND i.occurred_at < v_to AND i.batch_id >= k.batch_id
  ) THEN
    v_is_needed := true;
  ELSIF EXISTS (SELECT FROM scout.event_counts c WHERE c.tenant_id = ANY (v_needing) AND c.hour >= v_from AND c.hour < v_to) THEN
    v_is_needed := true;
  ELSIF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = ANY (v_needing) AND t.counted_from > v_from) THEN
    v_is_needed := false;
  ELSE
    -- By the parent, because partitions have no policies; the bounds leave one of them.
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM scout.%I WHERE tenant_id = ANY ($1) AND %I >= $2 AND %I < $3)', p_parent, p_moment, p_moment)
      INTO v_is_needed USING v_needing, v_from, v_to;
  END IF;
  PERFORM set_config('scout.backup', v_backup, true);
  RETURN v_is_needed;
END
$function$;
ALTER FUNCTION scout.needs_rows(text,text,date,date,timestamp with time zone) OWNER TO owner;

CREATE OR REPLACE FUNCTION scout.organization_exists(p_tenant_id uuid, p_company_key text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id OR t.company_key = p_company_key)
$function$;
ALTER FUNCTION scout.organization_exists(uuid,text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.organization_exists(uuid,text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.organization_names_of(p_user_id text)
 RETURNS TABLE(tenant_id uuid, company_name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT t.tenant_id, t.company_name
  FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
  WHERE m.user_id = p_user_id
$function$;
ALTER FUNCTION scout.organization_names_of(text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.organization_names_of(text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.organization_of_address(p_email text, p_domain text, p_company_key text, p_counts boolean, p_suggest boolean)
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
ALTER FUNCTION scout.organization_of_address(text,text,text,boolean,boolean) OWNER TO scout_definer;

CREATE OR REPLACE FUNCTION scout.organizations_awaited_by(p_user_id text, p_now timestamp with time zone)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT t.company_name
  FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
  WHERE m.user_id = p_user_id AND m.status = 'pending' AND NOT EXISTS (
    SELECT FROM scout.invitations i WHERE i.tenant_id = m.tenant_id AND i.email = m.email AND i.accepted_at IS NULL
      AND i.declined_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > p_now)
  ORDER BY t.company_name
$function$;
ALTER FUNCTION scout.organizations_awaited_by(text,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.organizations_awaited_by(text,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.pack_bodies(p_batches uuid[], p_received timestamp with time zone[], p_first_lines integer[], p_body bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
DECLARE
  v_tenant CONSTANT uuid := nullif(current_setting('scout.tenant_id', true), '')::uuid;
  v_taken integer;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('scout packs bodies ' || v_tenant::text, 0));
  DELETE FROM scout.batch_bodies b USING unnest(p_batches, p_received) AS p (batch_id, received_at)
  WHERE b.tenant_id = v_tenant AND b.batch_id = p.batch_id AND b.received_at = p.received_at;
  GET DIAGNOSTICS v_taken = ROW_COUNT;
  IF v_taken = 0 THEN RETURN false; END IF;
  IF v_taken <> cardinality(p_batches) OR p_received[1]::date <> ANY (SELECT r::date FROM unnest(p_received) AS r) THEN
    RAISE EXCEPTION 'These bodies cannot be packed together' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO scout.packed_bodies (tenant_id, first_batch, last_batch, received_on, batch_id, received_at, first_line, body)
  VALUES (v_tenant, p_batches[1], p_batches[cardinality(p_batches)], p_received[1]::date, p_batches, p_received, p_first_lines, p_body);
  RETURN true;
END
$function$;
ALTER FUNCTION scout.pack_bodies(uuid[],timestamp with time zone[],integer[],bytea) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.pack_bodies(uuid[],timestamp with time zone[],integer[],bytea) TO scout_judge;

CREATE OR REPLACE FUNCTION scout.pack_events(p_from timestamp with time zone, p_to timestamp with time zone, p_settled timestamp with time zone, p_most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  WITH taken AS (
    DELETE FROM scout.tenant_events e
    WHERE e.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND e.occurred_at >= p_from
      AND e.occurred_at < least(p_to, date_trunc('day', p_from) + interval '24 hours')
      AND coalesce(scout.arrival_of(e.batch_id) < p_settled, true)
    RETURNING e.*
  ), dated AS (
    SELECT *, coalesce(scout.arrival_of(batch_id), occurred_at)::date AS arrived_on FROM taken
  ), numbered AS (
    SELECT *, (row_number() OVER (PARTITION BY arrived_on ORDER BY occurred_at) - 1) / p_most AS chunk FROM dated
  ), placed AS (
    -- Equal texts stand together: what says most about the others comes first.
    SELECT *, min(occurred_at) OVER (PARTITION BY arrived_on, chunk) AS first_at, row_number() OVER (
        PARTITION BY arrived_on, chunk
        ORDER BY agent_id, event_type COLLATE "C", process_information_new_process_name COLLATE "C",
          process_information_command_line COLLATE "C", target_user_name COLLATE "C", provider COLLATE "C",
          target_domain_name COLLATE "C", subject_user_name COLLATE "C", subject_domain_name COLLATE "C",
          system_context_computer_name COLLATE "C", target_computer_name COLLATE "C", source_info_workstation_name COLLATE "C",
          source_host COLLATE "C", logon_type COLLATE "C", process_information_parent_process_name COLLATE "C",
          failure_reason COLLATE "C", status COLLATE "C", sub_status COLLATE "C", logon_id COLLATE "C", subject_logon_id COLLATE "C",
          linked_logon_id COLLATE "C", process_name COLLATE "C", authentication_package COLLATE "C", service_name COLLATE "C",
          ticket_encryption COLLATE "C", object_name COLLATE "C", object_id COLLATE "C", change COLLATE "C", ticket_details COLLATE "C",
          batch_id, batch_index) AS place
    FROM numbered
  ), counted AS (
    SELECT arrived_on, chunk, array_agg(event_type) AS types, array_agg(n) AS type_counts
    FROM (SELECT arrived_on, chunk, event_type, count(*)::integer AS n FROM numbered GROUP BY 1, 2, 3) AS one GROUP BY 1, 2
  ), packed AS MATERIALIZED (
    SELECT arrived_on, chunk, first_at, max(occurred_at) AS last_at, count(*)::integer AS n,
      array_agg((extract(epoch FROM occurred_at - first_at) * 1000)::integer ORDER BY place) AS at,
      array_agg(batch_id ORDER BY place) AS batch_id,
      array_agg(batch_index ORDER BY place) AS batch_index,
      array_agg(agent_id ORDER BY place) AS agent_id,
      array_agg(event_type ORDER BY place) AS event_type,
      CASE WHEN count(event_id) > 0 THEN array_agg(event_id ORDER BY place) END AS event_id,
      CASE WHEN count(record_id) > 0 THEN array_agg(record_id ORDER BY place) END AS record_id,
      CASE WHEN count(provider) > 0 THEN array_agg(provider ORDER BY place) END AS provider,
      CASE WHEN count(target_user_name) > 0 THEN array_agg(target_user_name ORDER BY place) END AS target_user_name,
      CASE WHEN count(target_domain_name) > 0 THEN array_agg(target_domain_name ORDER BY place) END AS target_domain_name,
      CASE WHEN count(subject_user_name) > 0 THEN array_agg(subject_user_name ORDER BY place) END AS subject_user_name,
      CASE WHEN count(subject_domain_name) > 0 THEN array_agg(subject_domain_name ORDER BY place) END AS subject_domain_name,
      CASE WHEN count(system_context_computer_name) > 0 THEN array_agg(system_context_computer_name ORDER BY place) END AS system_context_computer_name,
      CASE WHEN count(target_computer_name) > 0 THEN array_agg(target_computer_name ORDER BY place) END AS target_computer_name,
      CASE WHEN count(source_info_workstation_name) > 0 THEN array_agg(source_info_workstation_name ORDER BY place) END AS source_info_workstation_name,
      CASE WHEN count(source_host) > 0 THEN array_agg(source_host ORDER BY place) END AS source_host,
      CASE WHEN count(logon_type) > 0 THEN array_agg(logon_type ORDER BY place) END AS logon_type,
      CASE WHEN count(process_information_new_process_name) > 0 THEN array_agg(process_information_new_process_name ORDER BY place) END AS process_information_new_process_name,
      CASE WHEN count(process_information_command_line) > 0 THEN array_agg(process_information_command_line ORDER BY place) END AS process_information_command_line,
      CASE WHEN count(process_information_parent_process_name) > 0 THEN array_agg(process_information_parent_process_name ORDER BY place) END AS process_information_parent_process_name,
      CASE WHEN count(failure_reason) > 0 THEN array_agg(failure_reason ORDER BY place) END AS failure_reason,
      CASE WHEN count(status) > 0 THEN array_agg(status ORDER BY place) END AS status,
      CASE WHEN count(sub_status) > 0 THEN array_agg(sub_status ORDER BY place) END AS sub_status,
      CASE WHEN count(logon_id) > 0 THEN array_agg(logon_id ORDER BY place) END AS logon_id,
      CASE WHEN count(subject_logon_id) > 0 THEN array_agg(subject_logon_id ORDER BY place) END AS subject_logon_id,
      CASE WHEN count(linked_logon_id) > 0 THEN array_agg(linked_logon_id ORDER BY place) END AS linked_logon_id,
      CASE WHEN count(process_name) > 0 THEN array_agg(process_name ORDER BY place) END AS process_name,
      CASE WHEN count(authentication_package) > 0 THEN array_agg(authentication_package ORDER BY place) END AS authentication_package,
      CASE WHEN count(service_name) > 0 THEN array_agg(service_name ORDER BY place) END AS service_name,
      CASE WHEN count(ticket_encryption) > 0 THEN array_agg(ticket_encryption ORDER BY place) END AS ticket_encryption,
      CASE WHEN count(object_name) > 0 THEN array_agg(object_name ORDER BY place) END AS object_name,
      CASE WHEN count(object_id) > 0 THEN array_agg(object_id ORDER BY place) END AS object_id,
      CASE WHEN count(change) > 0 THEN array_agg(change ORDER BY place) END AS change,
      CASE WHEN count(ticket_details) > 0 THEN array_agg(ticket_details ORDER BY place) END AS ticket_details
    FROM placed GROUP BY arrived_on, chunk, first_at
  ), added AS (
    INSERT INTO scout.packed_events (tenant_id, first_at, last_at, arrived_on, n, types, type_counts, at,
      batch_id, batch_index, agent_id, event_type, event_id, record_id, provider, target_user_name, target_domain_name, subject_user_name,
      subject_domain_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, logon_type,
      process_information_new_process_name, process_information_command_line, process_information_parent_process_name, failure_reason,
      status, sub_status, logon_id, subject_logon_id, linked_logon_id, process_name, authentication_package, service_name,
      ticket_encryption, object_name, object_id, change, ticket_details)
    SELECT nullif(current_setting('scout.tenant_id', true), '')::uuid, first_at, last_at, arrived_on, n, types, type_counts, at,
      batch_id, batch_index, agent_id, event_type, event_id, record_id, provider, target_user_name, target_domain_name, subject_user_name,
      subject_domain_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, logon_type,
      process_information_new_process_name, process_information_command_line, process_information_parent_process_name, failure_reason,
      status, sub_status, logon_id, subject_logon_id, linked_logon_id, process_name, authentication_package, service_name,
      ticket_encryption, object_name, object_id, change, ticket_details
    FROM packed JOIN counted USING (arrived_on, chunk) RETURNING n
  )
  SELECT coalesce(sum(n), 0) FROM added
$function$;
ALTER FUNCTION scout.pack_events(timestamp with time zone,timestamp with time zone,timestamp with time zone,integer) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.pack_events(timestamp with time zone,timestamp with time zone,timestamp with time zone,integer) TO scout_judge;

CREATE OR REPLACE FUNCTION scout.packed_events_of_owner(p_from timestamp with time zone, p_to timestamp with time zone)
 RETURNS TABLE(occurred_at timestamp with time zone, batch_id uuid, batch_index integer, event_type text, event_id integer, target_user_name text, subject_user_name text, system_context_computer_name text, target_computer_name text, source_info_workstation_name text, source_host text, process_information_new_process_name text, process_information_command_line text, process_name text)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
#variable_conflict use_column
BEGIN
  IF current_setting('role') <> 'scout_account_owner' THEN RETURN; END IF;
  RETURN QUERY
    SELECT e.* FROM (
      SELECT c.first_at + u.at * interval '1 millisecond' AS occurred_at, u.batch_id, u.batch_index, u.event_type, u.event_id, u.target_user_name, u.subject_user_name, u.system_context_computer_name, u.target_computer_name, u.source_info_workstation_name, u.source_host, u.process_information_new_process_name, u.process_information_command_line, u.process_name
      FROM scout.packed_events c, unnest(c.at, c.batch_id, c.batch_index, c.event_type, c.event_id, c.target_user_name, c.subject_user_name, c.system_context_computer_name, c.target_computer_name, c.source_info_workstation_name, c.source_host, c.process_information_new_process_name, c.process_information_command_line, c.process_name)
        AS u (at, batch_id, batch_index, event_type, event_id, target_user_name, subject_user_name, system_context_computer_name, target_computer_name, source_info_workstation_name, source_host, process_information_new_process_name, process_information_command_line, process_name)
      WHERE c.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
        AND c.first_at >= date_trunc('day', p_from) AND c.first_at <= p_to AND c.last_at >= p_from
    ) AS e
    WHERE e.occurred_at BETWEEN p_from AND p_to
      AND lower(split_part(regexp_replace(btrim(e.target_user_name), '^.*\\', ''), '@', 1)) COLLATE "C" IN (
        SELECT s.account_key FROM scout.service_accounts s
        WHERE s.tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid AND lower(btrim(s.owner)) = (SELECT scout.account_owner_address()));
END
$function$;
ALTER FUNCTION scout.packed_events_of_owner(timestamp with time zone,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.packed_events_of_owner(timestamp with time zone,timestamp with time zone) TO scout_account_owner;
GRANT EXECUTE ON FUNCTION scout.packed_events_of_owner(timestamp with time zone,timestamp with time zone) TO scout_member;

CREATE OR REPLACE FUNCTION scout.prove_identity(p_agent_id uuid, p_challenge bytea)
 RETURNS SETOF bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT sha256(held.hash || p_challenge)
  FROM scout.agents a, LATERAL unnest(ARRAY[a.credential_hash, a.next_credential_hash]) AS held (hash)
  WHERE a.agent_id = p_agent_id AND held.hash IS NOT NULL AND length(p_challenge) = 32
$function$;
ALTER FUNCTION scout.prove_identity(uuid,bytea) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.prove_identity(uuid,bytea) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.redeem_enrolment(p_token_hash bytea, p_machine_id text, p_host text, p_platform text, p_version text, p_credential_hash bytea, p_now timestamp with time zone, p_proof_hash bytea DEFAULT NULL::bytea, p_most integer DEFAULT 10000, p_most_awaiting integer DEFAULT 500, p_most_awaiting_of_person integer DEFAULT 100)
 RETURNS TABLE(outcome text, tenant_id uuid, agent_id uuid, next_batch bigint, token_id uuid, awaiting boolean, is_first boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_token scout.enrolment_tokens;
  v_agent scout.agents;
  v_fault text;
  v_shown boolean;
  v_proven boolean;
  v_released boolean;
  v_keeps boolean;
  v_awaiting boolean;
BEGIN
  -- Held to the end, so that uses are counted one after the other.
  SELECT * INTO v_token FROM scout.enrolment_tokens t WHERE t.token_hash = p_token_hash FOR UPDATE;
  v_fault := CASE
    WHEN v_token.token_id IS NULL THEN 'unknown_token'
    WHEN v_token.revoked_at IS NOT NULL THEN 'token_revoked'
    WHEN v_token.expires_at <= p_now THEN 'token_expired'
    WHEN v_token.uses >= v_token.max_uses THEN 'token_used_up'
  END;

  IF v_fault IS NULL THEN
    SELECT * INTO v_agent FROM scout.agents a
    WHERE a.tenant_id = v_token.tenant_id AND a.machine_id = p_machine_id FOR UPDATE;
  ELSE
    SELECT * INTO v_agent FROM scout.agents a
    WHERE (a.credential_hash = p_proof_hash OR a.next_credential_hash = p_proof_hash) AND a.machine_id = p_machine_id FOR UPDATE;
  END IF;
  v_shown := coalesce(p_proof_hash IN (v_agent.credential_hash, v_agent.next_credential_hash), false);
  v_proven := v_shown OR coalesce(p_proof_hash = v_agent.enrolment_key_hash, false);
  v_released := coalesce(v_agent.released_until > p_now, false);

  IF v_fault IS NOT NULL AND NOT (v_shown AND v_released AND v_agent.release_accepts_credential) THEN
    IF v_shown AND v_agent.revoked_at IS NOT NULL THEN v_fault := 'machine_revoked'; END IF;
    RETURN QUERY SELECT v_fault, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
    RETURN;
  END IF;

  IF v_agent.agent_id IS NULL THEN
    v_awaiting := v_token.needs_approval;
    -- Held to the end, so that machines of one organization are counted one after the other, whatever their tokens.
    PERFORM pg_advisory_xact_lock(hashtextextended('scout-enrolment ' || v_token.tenant_id, 0));
    v_fault := scout.enrolment_limit(v_token.tenant_id, v_awaiting, v_token.created_by, p_most, p_most_awaiting,
      p_most_awaiting_of_person);
    IF v_fault IS NOT NULL THEN
      RETURN QUERY SELECT v_fault, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
      RETURN;
    END IF;
    INSERT INTO scout.agents AS a (tenant_id, machine_id, host, platform, version, credential_hash, credential_issued_at,
      enrolled_at, enrolled_with, enrolment_key_hash, awaiting_approval)
    VALUES (v_token.tenant_id, p_machine_id, p_host, p_platform, p_version, p_credential_hash, p_now, p_now, v_token.token_id,
      p_proof_hash, v_awaiting)
    ON CONFLICT (tenant_id, machine_id) DO NOTHING
    RETURNING * INTO v_agent;
    -- The same machine with two tokens at once: the other one was first.
    IF v_agent.agent_id IS NULL THEN
      RETURN QUERY SELECT 'machine_known'::text, v_token.tenant_id, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, false;
      RETURN;
    END IF;
  ELSIF NOT v_released AND v_agent.revoked_at IS NOT NULL THEN
    RETURN QUERY SELECT 'machine_revoked'::text, NULL::uuid, NULL::uuid, NULL::bigint, NULL::uuid, NULL::boolean, NULL::boolean;
    RETURN;
  ELSIF NOT v_released AND NOT v_proven THEN
    UPDATE scout.agents a SET refused_at = p_now WHERE a.tenant_id = v_agent.tenant_id AND a.agent_id = v_agent.agent_id;
    RETURN QUERY SELECT 'machine_known'::text, v_agent.tenant_id, v_agent.agent_id, NULL::bigint, v_token.token_id, NULL::boolean,
      v_agent.refused_at IS NULL OR v_agent.refused_at < p_now - interval '1 day';
    RETURN;
  ELSE
    -- What proves the machine goes on proving it until the new credential is first used, because the answer may be lost. A
    -- credential that was revoked comes back only where the release says so.
    v_keeps := v_proven AND (v_agent.revoked_at IS NULL OR v_fault IS NOT NULL);
    v_awaiting := CASE
      WHEN v_proven AND v_agent.revoked_at IS NULL THEN v_agent.awaiting_approval AND coalesce(v_token.needs_approval, true)
      WHEN v_fault IS NOT NULL THEN v_agent.awaiting_approval
      ELSE v_token.needs_approval
    END;
    UPDATE scout.agents a SET host = p_host, platform = p_platform, version = p_version, enrolled_at = p_now,
      credential_hash = CASE WHEN v_keeps THEN a.credential_hash ELSE p_credential_hash END,
      next_credential_hash = CASE WHEN v_keeps THEN p_credential_hash END,
      enrolment_key_hash = CASE WHEN v_keeps THEN a.enrolment_key_hash ELSE p_proof_hash END,
      credential_issued_at = p_now, enrolled_with = coalesce(v_token.token_id, a.enrolled_with), awaiting_approval = v_awaiting,
      revoked_at = NULL, released_until = NULL, release_accepts_credential = false, refused_at = NULL, conflict_at = NULL,
      instances = '{}'
    WHERE a.tenant_id = v_agent.tenant_id AND a.agent_id = v_agent.agent_id;
  END IF;
  IF v_fault IS NULL THEN
    UPDATE scout.enrolment_tokens t SET uses = t.uses + 1
    WHERE t.tenant_id = v_token.tenant_id AND t.token_id = v_token.token_id;
  END IF;

  RETURN QUERY
    SELECT 'ok'::text, v_agent.tenant_id, v_agent.agent_id, coalesce(max(b.batch_no), 0) + 1,
      CASE WHEN v_fault IS NULL THEN v_token.token_id END, v_awaiting, NULL::boolean
    FROM scout.batches b WHERE b.tenant_id = v_agent.tenant_id AND b.agent_id = v_agent.agent_id;
END
$function$;
ALTER FUNCTION scout.redeem_enrolment(bytea,text,text,text,text,bytea,timestamp with time zone,bytea,integer,integer,integer) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.redeem_enrolment(bytea,text,text,text,text,bytea,timestamp with time zone,bytea,integer,integer,integer) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.remove_ended_data(p_tenant_id uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  name text;
BEGIN
  IF scout.is_held(p_tenant_id) THEN RETURN false; END IF;
  UPDATE scout.tenants t SET data_until = NULL
  WHERE t.tenant_id = p_tenant_id AND NOT t.is_subscribed AND t.data_until <= p_now;
  IF NOT FOUND THEN RETURN false; END IF;
  -- summed_tenants comes first: its row keeps sums of what is being removed from being made.
  -- Cases go on being counted where they were. The lock keeps the assessor away.
  UPDATE scout.assessments a SET closed_through = NULL, read_through = NULL, due_at = NULL, alerts_from = NULL, days_summed_before = NULL
  WHERE a.tenant_id = p_tenant_id;
  FOREACH name IN ARRAY ARRAY['summed_tenants', 'rollups', 'rollup_sums', 'event_counts', 'incidents', 'tenant_events', 'packed_events', 'packed_bodies', 'batch_bodies', 'activity_parts', 'account_activity', 'account_days', 'unsummed_days', 'account_names', 'account_uses', 'seen_names', 'rc4_uses',
    'agent_gaps', 'ingest_usage', 'alert_messages', 'alert_steps', 'channel_deliveries', 'findings', 'case_comments', 'case_changes',
    'cases', 'assessment_snapshots']
  LOOP
    EXECUTE format('DELETE FROM scout.%I WHERE tenant_id = $1', name) USING p_tenant_id;
  END LOOP;
  RETURN true;
END
$function$;
ALTER FUNCTION scout.remove_ended_data(uuid,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.remove_ended_data(uuid,timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.remove_sample(p_tenant_id uuid, p_label text, p_hosts text[], p_emails text[], p_now timestamp with time zone)
 RETURNS TABLE(user_ids text[], kept boolean, agents integer, members integer, admins integer)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_agents uuid[];
  v_users text[];
  v_own_agents integer;
  v_own_members integer;
  v_own_admins integer;
  v_other boolean;
BEGIN
  IF NOT EXISTS (SELECT FROM scout.tenants t WHERE t.tenant_id = p_tenant_id AND t.is_sample) THEN
    RAISE EXCEPTION 'Only a sample organization can be removed' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT coalesce(array_agg(a.agent_id), '{}') INTO v_agents
  FROM scout.agents a JOIN scout.enrolment_tokens t ON t.tenant_id = a.tenant_id AND t.token_id = a.enrolled_with
  WHERE a.tenant_id = p_tenant_id AND a.host = ANY (p_hosts) AND t.label = p_label AND t.created_by IS NULL;
  SELECT coalesce(array_agg(m.user_id), '{}') INTO v_users
  FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = ANY (p_emails) AND m.user_id IS NOT NULL;

  SELECT count(*) INTO v_own_agents FROM scout.agents a
  WHERE a.tenant_id = p_tenant_id AND a.agent_id <> ALL (v_agents);
  SELECT count(*), count(*) FILTER (WHERE m.role = 'admin' AND m.status = 'active' AND m.user_id IS NOT NULL)
  INTO v_own_members, v_own_admins
  FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email <> ALL (p_emails);
  SELECT EXISTS (SELECT FROM scout.payments p WHERE p.tenant_id = p_tenant_id) INTO v_other;

  IF v_own_agents = 0 AND v_own_members = 0 AND NOT v_other THEN
    PERFORM scout.delete_organization(p_tenant_id, p_now);
    RETURN QUERY SELECT v_users, false, 0, 0, 0;
    RETURN;
  END IF;

  DELETE FROM scout.batch_bodies b WHERE b.tenant_id = p_tenant_id AND b.batch_id IN (
    SELECT e.batch_id FROM scout.tenant_events e WHERE e.tenant_id = p_tenant_id AND e.agent_id = ANY (v_agents)
    UNION SELECT l.batch_id FROM scout.batches l WHERE l.tenant_id = p_tenant_id AND l.agent_id = ANY (v_agents));
  DELETE FROM scout.rollups r WHERE r.tenant_id = p_tenant_id;
  DELETE FROM scout.incidents i WHERE i.tenant_id = p_tenant_id AND i.agent_id = ANY (v_agents);
  DELETE FROM scout.tenant_events e WHERE e.tenant_id = p_tenant_id AND e.agent_id = ANY (v_agents);
  DELETE FROM scout.batches b WHERE b.tenant_id = p_tenant_id AND b.agent_id = ANY (v_agents);
  DELETE FROM scout.agent_gaps g WHERE g.tenant_id = p_tenant_id AND g.agent_id = ANY (v_agents);
  DELETE FROM scout.ingest_usage u WHERE u.tenant_id = p_tenant_id AND u.sender_id = ANY (v_agents);
  DELETE FROM scout.agents a WHERE a.tenant_id = p_tenant_id AND a.agent_id = ANY (v_agents);
  DELETE FROM scout.enrolment_tokens t
  WHERE t.tenant_id = p_tenant_id AND t.label = p_label AND t.created_by IS NULL
    AND NOT EXISTS (SELECT FROM scout.agents a WHERE a.tenant_id = p_tenant_id AND a.enrolled_with = t.token_id);
  DELETE FROM scout.profiles p WHERE p.tenant_id = p_tenant_id AND p.user_id = ANY (v_users);
  DELETE FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = ANY (p_emails);
  UPDATE scout.tenants t SET is_sample = false, updated_at = p_now WHERE t.tenant_id = p_tenant_id;
  RETURN QUERY SELECT v_users, true, v_own_agents, v_own_members, v_own_admins;
END
$function$;
ALTER FUNCTION scout.remove_sample(uuid,text,text[],text[],timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.remove_sample(uuid,text,text[],text[],timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.retention(p_now timestamp with time zone)
 RETURNS TABLE(tenant_id uuid, is_held boolean, days integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT t.tenant_id, t.hold_since IS NOT NULL,
    CASE WHEN t.retention_shortens_at > p_now THEN greatest(t.former_retention_days, t.retention_days) ELSE t.retention_days END
  FROM scout.tenants t
$function$;
ALTER FUNCTION scout.retention(timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.retention(timestamp with time zone) TO owner;
GRANT EXECUTE ON FUNCTION scout.retention(timestamp with time zone) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.rotate_credential(p_tenant_id uuid, p_agent_id uuid, p_credential_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  UPDATE scout.agents SET next_credential_hash = p_credential_hash
  WHERE tenant_id = p_tenant_id AND agent_id = p_agent_id AND revoked_at IS NULL;
  RETURN FOUND;
END
$function$;
ALTER FUNCTION scout.rotate_credential(uuid,uuid,bytea) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.rotate_credential(uuid,uuid,bytea) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.second_factor_required_of(p_user_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM scout.memberships m JOIN scout.tenants t ON t.tenant_id = m.tenant_id
    WHERE m.user_id = p_user_id AND m.status = 'active' AND t.requires_second_factor)
$function$;
ALTER FUNCTION scout.second_factor_required_of(text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.second_factor_required_of(text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.set_mapped_role(p_tenant_id uuid, p_email text, p_role text, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  v_before text;
BEGIN
  SELECT m.role INTO v_before FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = p_email;
  IF v_before IS NULL OR v_before = p_role THEN RETURN NULL; END IF;
  IF v_before = 'admin' AND (
    EXISTS (SELECT FROM scout.sso_break_glass b WHERE b.tenant_id = p_tenant_id AND b.email = p_email)
    OR NOT EXISTS (SELECT FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email <> p_email
      AND m.role = 'admin' AND m.status = 'active' AND m.user_id IS NOT NULL)) THEN
    RETURN NULL;
  END IF;
  UPDATE scout.memberships m SET role = p_role, updated_at = p_now WHERE m.tenant_id = p_tenant_id AND m.email = p_email;
  RETURN v_before;
END
$function$;
ALTER FUNCTION scout.set_mapped_role(uuid,text,text,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.set_mapped_role(uuid,text,text,timestamp with time zone) TO scout_admin;

CREATE OR REPLACE FUNCTION scout.shrink_packed_partition(p_before date)
 RETURNS date
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET lock_timeout TO '250ms'
AS $function$
DECLARE
  v_part record;
BEGIN
  FOR v_part IN
    SELECT c.relname AS name, s.day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT to_date(substring(c.relname FROM '_p(\d{8})$'), 'YYYYMMDD') AS day) AS s
    WHERE i.inhparent IN ('scout.tenant_events'::regclass, 'scout.batch_bodies'::regclass) AND s.day < p_before AND pg_relation_size(c.oid) = 0
      AND pg_total_relation_size(c.oid) > 131072
    ORDER BY s.day
  LOOP
    EXECUTE format('LOCK TABLE scout.%I IN ACCESS EXCLUSIVE MODE', v_part.name);
    -- A row may have come before the lock.
    CONTINUE WHEN pg_relation_size(format('scout.%I', v_part.name)::regclass) > 0;
    EXECUTE format('TRUNCATE scout.%I', v_part.name);
    RETURN v_part.day;
  END LOOP;
  RETURN NULL;
END
$function$;
ALTER FUNCTION scout.shrink_packed_partition(date) OWNER TO owner;
GRANT EXECUTE ON FUNCTION scout.shrink_packed_partition(date) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.sign_up_lookup(p_email text, p_domain text, p_company_key text, p_counts boolean, p_suggest boolean)
 RETURNS TABLE(company_name text, company text, admission text, optional boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
ALTER FUNCTION scout.sign_up_lookup(text,text,text,boolean,boolean) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sign_up_lookup(text,text,text,boolean,boolean) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_break_glass_watchers(p_user_id text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT a.email FROM scout.sso_break_glass b JOIN scout.sso_connections c ON c.tenant_id = b.tenant_id
    JOIN scout.memberships m ON m.tenant_id = b.tenant_id AND m.user_id = b.user_id AND m.status = 'active'
    JOIN scout.memberships a ON a.tenant_id = b.tenant_id AND a.role = 'admin' AND a.status = 'active' AND a.user_id IS NOT NULL
  WHERE b.user_id = p_user_id AND c.state = 'required' ORDER BY a.email
$function$;
ALTER FUNCTION scout.sso_break_glass_watchers(text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_break_glass_watchers(text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_connection(p_tenant_id uuid)
 RETURNS TABLE(tenant_id uuid, connection_id uuid, protocol text, issuer text, client_id text, state text, sealed text, metadata_url text, metadata jsonb, certificate text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.tenant_id, c.connection_id, c.protocol, c.issuer, c.client_id, c.state, s.sealed, c.metadata_url, c.metadata, c.certificate
  FROM scout.sso_connections c JOIN scout.sso_secrets s ON s.tenant_id = c.tenant_id WHERE c.tenant_id = p_tenant_id
$function$;
ALTER FUNCTION scout.sso_connection(uuid) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_connection(uuid) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_join(p_tenant_id uuid, p_connection_id uuid, p_subject text, p_user_id text, p_email text, p_domain text, p_first_name text, p_last_name text, p_most integer, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, is_new boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_admission text;
  v_before text;
  v_status text;
BEGIN
  -- In the order of scout.join_organization.
  PERFORM pg_advisory_xact_lock(hashtextextended('scout domain ' || p_domain, 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('scout organization ' || p_tenant_id, 0));

  SELECT c.admission INTO v_admission FROM scout.sso_connections c
  WHERE c.tenant_id = p_tenant_id AND c.connection_id = p_connection_id AND c.state <> 'off';
  IF v_admission IS NULL THEN
    RETURN QUERY SELECT 'off'::text, false;
    RETURN;
  END IF;
  IF NOT EXISTS (SELECT FROM scout.organization_domains d
    WHERE d.tenant_id = p_tenant_id AND d.domain = p_domain AND d.state = 'verified') THEN
    RETURN QUERY SELECT 'domain'::text, false;
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM scout.memberships m
    WHERE m.user_id = p_user_id AND m.status = 'active' AND m.tenant_id <> p_tenant_id) THEN
    RETURN QUERY SELECT 'other_organization'::text, false;
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM scout.sso_identities i
    WHERE i.tenant_id = p_tenant_id AND (i.subject = p_subject) <> (i.user_id = p_user_id)) THEN
    RETURN QUERY SELECT 'identity'::text, false;
    RETURN;
  END IF;

  SELECT m.status INTO v_before FROM scout.memberships m WHERE m.tenant_id = p_tenant_id AND m.email = p_email;
  IF v_before IS NULL AND (SELECT count(*) FROM scout.memberships m WHERE m.tenant_id = p_tenant_id) >= p_most THEN
    RETURN QUERY SELECT 'full'::text, false;
    RETURN;
  END IF;
  -- Whom an admin has removed, no provider brings back alone.
  IF EXISTS (SELECT FROM scout.removed_addresses r WHERE r.tenant_id = p_tenant_id AND r.email = p_email) THEN
    v_admission := 'pending';
  END IF;
  INSERT INTO scout.memberships AS m (tenant_id, email, user_id, role, status, created_at, updated_at)
  VALUES (p_tenant_id, p_email, p_user_id, 'member', v_admission, p_now, p_now)
  ON CONFLICT (tenant_id, email) DO UPDATE SET user_id = excluded.user_id,
    status = CASE WHEN m.status = 'active' THEN m.status ELSE excluded.status END
  RETURNING m.status INTO v_status;
  INSERT INTO scout.profiles (tenant_id, user_id, first_name, last_name, email, created_at, updated_at)
  VALUES (p_tenant_id, p_user_id, p_first_name, p_last_name, p_email, p_now, p_now)
  ON CONFLICT (tenant_id, user_id) DO NOTHING;
  INSERT INTO scout.sso_identities (tenant_id, subject, email, user_id, linked_at)
  VALUES (p_tenant_id, p_subject, p_email, p_user_id, p_now)
  ON CONFLICT (tenant_id, subject) DO NOTHING;
  RETURN QUERY SELECT
    CASE WHEN v_status = 'pending' THEN 'pending' WHEN v_before = 'active' THEN 'member' ELSE 'joined' END,
    v_before IS DISTINCT FROM v_status;
END
$function$;
ALTER FUNCTION scout.sso_join(uuid,uuid,text,text,text,text,text,text,integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_join(uuid,uuid,text,text,text,text,text,text,integer,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_map_role(p_tenant_id uuid, p_email text, p_groups text[], p_order text[], p_now timestamp with time zone)
 RETURNS TABLE(before text, after text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM scout.group_roles r WHERE r.tenant_id = p_tenant_id)
    OR EXISTS (SELECT FROM scout.scim_groups g WHERE g.tenant_id = p_tenant_id) THEN
    RETURN;
  END IF;
  after := coalesce((SELECT r.role FROM scout.group_roles r WHERE r.tenant_id = p_tenant_id AND r.group_name = ANY (p_groups)
    ORDER BY array_position(p_order, r.role) NULLS LAST LIMIT 1), 'member');
  before := scout.set_mapped_role(p_tenant_id, p_email, after, p_now);
  IF before IS NOT NULL THEN RETURN NEXT; END IF;
END
$function$;
ALTER FUNCTION scout.sso_map_role(uuid,text,text[],text[],timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_map_role(uuid,text,text[],text[],timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_note_test(p_tenant_id uuid, p_connection_id uuid, p_test jsonb, p_passed boolean, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  UPDATE scout.sso_connections c SET test = p_test, tested_at = CASE WHEN p_passed THEN p_now ELSE c.tested_at END
  WHERE c.tenant_id = p_tenant_id AND c.connection_id = p_connection_id
$function$;
ALTER FUNCTION scout.sso_note_test(uuid,uuid,jsonb,boolean,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_note_test(uuid,uuid,jsonb,boolean,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_of_domain(p_domain text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT c.tenant_id FROM scout.sso_connections c JOIN scout.organization_domains d ON d.tenant_id = c.tenant_id
  WHERE d.domain = p_domain AND d.state = 'verified' AND c.state <> 'off'
$function$;
ALTER FUNCTION scout.sso_of_domain(text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_of_domain(text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_person(p_tenant_id uuid, p_connection_id uuid, p_subject text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT i.user_id FROM scout.sso_identities i JOIN scout.sso_connections c ON c.tenant_id = i.tenant_id
  WHERE i.tenant_id = p_tenant_id AND c.connection_id = p_connection_id AND i.subject = p_subject
$function$;
ALTER FUNCTION scout.sso_person(uuid,uuid,text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_person(uuid,uuid,text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.sso_required_of(p_user_id text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT EXISTS (SELECT FROM scout.memberships m JOIN scout.sso_connections c ON c.tenant_id = m.tenant_id
    WHERE m.user_id = p_user_id AND m.status = 'active' AND c.state = 'required'
    AND NOT EXISTS (SELECT FROM scout.sso_break_glass b WHERE b.tenant_id = m.tenant_id AND b.user_id = p_user_id))
$function$;
ALTER FUNCTION scout.sso_required_of(text) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.sso_required_of(text) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.tenants_to_assess(p_now timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.assessments a ON a.tenant_id = t.tenant_id
  WHERE a.due_at <= p_now OR a.exceptions <> scout.exceptions_of(t.tenant_id) OR EXISTS (
    SELECT FROM scout.assessment_requests r WHERE r.tenant_id = t.tenant_id AND r.version IS DISTINCT FROM coalesce(a.requested, 0))
  OR EXISTS (
    SELECT FROM scout.activity_parts p WHERE p.tenant_id = t.tenant_id AND (a.read_through IS NULL
      OR pg_snapshot_xmax(a.read_through) > pg_snapshot_xmax(pg_current_snapshot())
      OR p.stored_in >= pg_snapshot_xmin(a.read_through) AND NOT pg_visible_in_snapshot(p.stored_in, a.read_through)))
$function$;
ALTER FUNCTION scout.tenants_to_assess(timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.tenants_to_assess(timestamp with time zone) TO scout_assessor;

CREATE OR REPLACE FUNCTION scout.tenants_to_merge(p_before timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT t.tenant_id FROM scout.tenants t JOIN scout.assessments a ON a.tenant_id = t.tenant_id
  WHERE NOT t.is_sample AND a.read_through IS NOT NULL AND EXISTS (
    SELECT FROM scout.activity_parts p WHERE p.tenant_id = t.tenant_id AND p.hour < p_before
      AND p.batch_id > '00000000-0000-0000-0000-000000000000' AND pg_visible_in_snapshot(p.stored_in, a.read_through))
  ORDER BY t.tenant_id
$function$;
ALTER FUNCTION scout.tenants_to_merge(timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.tenants_to_merge(timestamp with time zone) TO scout_assessor;

CREATE OR REPLACE FUNCTION scout.tenants_to_pack(p_before timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT t.tenant_id FROM scout.tenants t
  WHERE NOT t.is_sample AND (
    EXISTS (SELECT FROM scout.tenant_events e WHERE e.tenant_id = t.tenant_id AND e.occurred_at < p_before)
    OR EXISTS (SELECT FROM scout.batch_bodies b WHERE b.tenant_id = t.tenant_id AND b.received_at < p_before))
  ORDER BY t.tenant_id
$function$;
ALTER FUNCTION scout.tenants_to_pack(timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.tenants_to_pack(timestamp with time zone) TO scout_judge;

CREATE OR REPLACE FUNCTION scout.tenants_to_sum(p_limit integer, p_now timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET "TimeZone" TO 'UTC'
AS $function$
  SELECT t.tenant_id FROM scout.tenants t LEFT JOIN scout.summed_tenants s ON s.tenant_id = t.tenant_id
  WHERE s.tenant_id IS NULL OR s.summed_through < p_now::date
    OR (s.due OR s.busy AND s.window_end < scout.window_sum_end(p_now)) AND s.summed_at < p_now - interval '1 minute'
  ORDER BY t.tenant_id LIMIT p_limit
$function$;
ALTER FUNCTION scout.tenants_to_sum(integer,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.tenants_to_sum(integer,timestamp with time zone) TO scout_judge;

CREATE OR REPLACE FUNCTION scout.tenants_to_sum_days(p_today timestamp with time zone)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT a.tenant_id FROM scout.assessments a
  WHERE coalesce(a.days_summed_before, '-infinity') < p_today OR EXISTS (SELECT FROM scout.unsummed_days u WHERE u.tenant_id = a.tenant_id)
  ORDER BY a.tenant_id
$function$;
ALTER FUNCTION scout.tenants_to_sum_days(timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.tenants_to_sum_days(timestamp with time zone) TO scout_assessor;

CREATE OR REPLACE FUNCTION scout.use_api_token(p_token_hash bytea, p_now timestamp with time zone)
 RETURNS TABLE(tenant_id uuid, token_id uuid, user_id text, name text, scopes text[], expired boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  v_last timestamptz;
BEGIN
  SELECT t.tenant_id, t.token_id, t.user_id, t.name, t.scopes, t.expires_at <= p_now, t.last_used_at
  INTO tenant_id, token_id, user_id, name, scopes, expired, v_last
  FROM scout.api_tokens t WHERE t.token_hash = p_token_hash;
  IF NOT FOUND THEN RETURN; END IF;
  IF NOT expired AND (v_last IS NULL OR v_last <= p_now - interval '1 minute') THEN
    UPDATE scout.api_tokens t SET last_used_at = p_now
    WHERE t.token_hash = p_token_hash AND t.last_used_at IS NOT DISTINCT FROM v_last;
  END IF;
  RETURN NEXT;
END
$function$;
ALTER FUNCTION scout.use_api_token(bytea,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.use_api_token(bytea,timestamp with time zone) TO scout_auth;

CREATE OR REPLACE FUNCTION scout.verify_audit(p_tenant_id uuid)
 RETURNS TABLE(entries bigint, first_fault bigint, head text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  WITH begun AS (
    SELECT coalesce(max(h.deleted_through), 0) AS through, coalesce((SELECT b.deleted_hash FROM scout.audit_heads b
      WHERE b.tenant_id = p_tenant_id), ''::bytea) AS hash
    FROM scout.audit_heads h WHERE h.tenant_id = p_tenant_id
  ), linked AS (
    SELECT a.sequence, a.hash, begun.through + row_number() OVER chain AS place,
      scout.audit_hash(coalesce(lag(a.hash) OVER chain, begun.hash), a.sequence, a) AS expected
    FROM scout.audit_logs a CROSS JOIN begun WHERE a.tenant_id = p_tenant_id
    WINDOW chain AS (ORDER BY a.sequence)
  )
  SELECT (SELECT count(*) FROM linked),
    CASE
      WHEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected) IS NOT NULL
        THEN (SELECT min(place) FROM linked WHERE sequence IS DISTINCT FROM place OR hash IS DISTINCT FROM expected)
      -- The last entries are gone.
      WHEN h.sequence IS DISTINCT FROM nullif(begun.through + (SELECT count(*) FROM linked), 0)
        THEN begun.through + (SELECT count(*) + 1 FROM linked)
    END,
    encode(h.hash, 'hex')
  FROM begun LEFT JOIN scout.audit_heads h ON h.tenant_id = p_tenant_id
$function$;
ALTER FUNCTION scout.verify_audit(uuid) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.verify_audit(uuid) TO scout_operator;

CREATE OR REPLACE FUNCTION scout.verify_domain(p_domain text, p_method text, p_now timestamp with time zone)
 RETURNS TABLE(outcome text, lost_by uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
ALTER FUNCTION scout.verify_domain(text,text,timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.verify_domain(text,text,timestamp with time zone) TO scout_admin;

CREATE OR REPLACE FUNCTION scout.window_sum_end(p_now timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  SELECT date_bin('15 minutes', p_now - interval '5 minutes', 'epoch')
$function$;
ALTER FUNCTION scout.window_sum_end(timestamp with time zone) OWNER TO scout_definer;
GRANT EXECUTE ON FUNCTION scout.window_sum_end(timestamp with time zone) TO scout_judge;
