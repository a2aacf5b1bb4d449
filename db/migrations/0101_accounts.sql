-- What an account has beside Better Auth's tables: waiting confirmations, password resets, second factors, known browsers.
-- Codes and tokens are kept as hashes only: random tokens as SHA-256, short codes as HMAC-SHA-256 under the auth secret.

ALTER TABLE auth."user" ADD COLUMN first_name text, ADD COLUMN company_name text, ADD COLUMN alert_recipient_email text;

-- From here on session.token is the SHA-256 of what the cookie holds; sessions from before end. (TRUNCATE, because the
-- table's policies bind its owner too.)
TRUNCATE auth.session;
ALTER TABLE auth.session ADD COLUMN second_factor_at timestamptz;

-- One row a mail. What was entered with it (password as scrypt hash) takes effect when its own code or link is used, so
-- that nobody can slip a password of theirs under somebody else's confirmation.
CREATE TABLE auth.confirmations (
  confirmation_id uuid PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  password text,
  first_name text,
  last_name text,
  company_name text,
  code_hash bytea NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX confirmations_user_id ON auth.confirmations (user_id);

CREATE TABLE auth.password_resets (
  user_id text PRIMARY KEY REFERENCES auth."user" (id) ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

-- secret: AES-256-GCM under a key of the auth secret (auth/seal.ts). last_used_step: of RFC 6238, against replay.
CREATE TABLE auth.factors (
  user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  factor_id uuid NOT NULL,
  factor_type text NOT NULL CHECK (factor_type IN ('totp', 'phone')),
  status text NOT NULL CHECK (status IN ('unverified', 'verified')),
  friendly_name text NOT NULL,
  secret text NOT NULL,
  last_used_step bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, factor_id)
);

CREATE TABLE auth.recovery_codes (
  user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- Browsers that somebody signed in with: SHA-256 of a random cookie. A sign-in with another is told to the owner.
CREATE TABLE auth.devices (
  user_id text NOT NULL REFERENCES auth."user" (id) ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['confirmations', 'password_resets', 'factors', 'recovery_codes', 'devices'] LOOP
    EXECUTE format('ALTER TABLE auth.%I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format('ALTER TABLE auth.%I FORCE ROW LEVEL SECURITY', name);
    EXECUTE format('CREATE POLICY auth_all ON auth.%I TO scout_auth USING (true) WITH CHECK (true)', name);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON auth.%I TO scout_auth', name);
  END LOOP;
END
$$;

ALTER TABLE scout.tenants
  ADD COLUMN requires_approval boolean NOT NULL DEFAULT false,
  ADD COLUMN requires_second_factor boolean NOT NULL DEFAULT false;

-- Sign-up asks by address and by the domain of active members.
CREATE INDEX memberships_email ON scout.memberships (email);
CREATE INDEX memberships_domain ON scout.memberships (split_part(email, '@', 2)) WHERE status = 'active';
