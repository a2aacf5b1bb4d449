-- Accounts and their sessions, seen by scout_auth alone. Codes and tokens are kept as hashes only: random tokens as SHA-256, short codes as
-- HMAC-SHA-256 under a key of the keyring.

-- The tables of Better Auth 1.7 (core and the jwt plugin) in snake_case, with columns of ours.
CREATE TABLE auth."user" (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  -- When the address was confirmed and when its owner last signed in; the library knows only whether.
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  first_name text,
  company_name text,
  alert_recipient_email text
);
ALTER TABLE auth."user" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth."user" TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth."user" TO scout_auth;

-- token is the SHA-256 of what the cookie holds.
CREATE TABLE auth.session (
  id text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  token text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  ip_address text,
  user_agent text,
  user_id text NOT NULL REFERENCES auth."user" ON DELETE CASCADE,
  second_factor_at timestamptz,
  -- The sign-in before the one that began the session.
  previous_sign_in_at timestamptz
);
CREATE INDEX session_user_id ON auth.session (user_id);
ALTER TABLE auth.session ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.session TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.session TO scout_auth;

CREATE TABLE auth.account (
  id text PRIMARY KEY,
  account_id text NOT NULL,
  provider_id text NOT NULL,
  user_id text NOT NULL REFERENCES auth."user" ON DELETE CASCADE,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX account_user_id ON auth.account (user_id);
ALTER TABLE auth.account ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.account TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.account TO scout_auth;

CREATE TABLE auth.verification (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX verification_identifier ON auth.verification (identifier);
ALTER TABLE auth.verification ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.verification TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.verification TO scout_auth;

CREATE TABLE auth.jwks (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  private_key text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  alg text,
  crv text
);
ALTER TABLE auth.jwks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.jwks TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.jwks TO scout_auth;

-- Rate limits hold across server processes, so they are counted here (the columns are those of rate-limiter-flexible).
CREATE TABLE auth.rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
ALTER TABLE auth.rate_limits ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.rate_limits TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.rate_limits TO scout_auth;

-- One row a mail. What was entered with it (password as scrypt hash) takes effect when its own code or link is used, so that nobody can
-- slip a password of theirs under somebody else's confirmation.
CREATE TABLE auth.confirmations (
  confirmation_id uuid PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth."user" ON DELETE CASCADE,
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
ALTER TABLE auth.confirmations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.confirmations TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.confirmations TO scout_auth;

CREATE TABLE auth.password_resets (
  user_id text PRIMARY KEY REFERENCES auth."user" ON DELETE CASCADE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
ALTER TABLE auth.password_resets ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.password_resets TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.password_resets TO scout_auth;

-- secret: AES-256-GCM under a key of the keyring (auth/seal.ts). last_used_step: of RFC 6238, against replay.
CREATE TABLE auth.factors (
  user_id text NOT NULL REFERENCES auth."user" ON DELETE CASCADE,
  factor_id uuid NOT NULL,
  factor_type text NOT NULL CHECK (factor_type IN ('totp', 'phone')),
  status text NOT NULL CHECK (status IN ('unverified', 'verified')),
  friendly_name text NOT NULL,
  secret text NOT NULL,
  last_used_step bigint,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, factor_id)
);
ALTER TABLE auth.factors ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.factors TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.factors TO scout_auth;

CREATE TABLE auth.recovery_codes (
  user_id text NOT NULL REFERENCES auth."user" ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  -- The key that the code was hashed with, which is kept as long as the code.
  key_id text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.recovery_codes TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.recovery_codes TO scout_auth;

-- Browsers that somebody signed in with: SHA-256 of a random cookie. A sign-in with another is told to the owner.
CREATE TABLE auth.devices (
  user_id text NOT NULL REFERENCES auth."user" ON DELETE CASCADE,
  device_hash bytea NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, device_hash)
);
ALTER TABLE auth.devices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.devices TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.devices TO scout_auth;

-- The server's own keys, of each purpose one that is used and those before it, encrypted with the authentication secret.
CREATE TABLE auth.keys (
  purpose text NOT NULL CHECK (purpose IN ('secrets', 'mail', 'codes', 'challenges', 'downloads', 'cursors')),
  key_id text NOT NULL CHECK (key_id ~ '^[A-Za-z0-9_-]{1,16}$'),
  material text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Used for what is made from then on; before, a key is only known, so that every server knows it by then.
  used_from timestamptz NOT NULL,
  -- Deleted then; null: kept.
  expires_at timestamptz,
  PRIMARY KEY (purpose, key_id)
);
ALTER TABLE auth.keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.keys TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.keys TO scout_auth;
