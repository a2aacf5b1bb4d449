-- Passkeys (WebAuthn): a second factor, and a way to sign in alone.

-- credential_id: the authenticator's name of the key, base64url. counter: of the last use, against copies. It stays 0 where an
-- authenticator does not count.
CREATE TABLE auth.passkeys (
  passkey_id uuid PRIMARY KEY,
  user_id text NOT NULL REFERENCES auth."user" ON DELETE CASCADE,
  credential_id text COLLATE "C" NOT NULL UNIQUE CHECK (char_length(credential_id) BETWEEN 1 AND 1400),
  public_key bytea NOT NULL CHECK (length(public_key) BETWEEN 1 AND 4096),
  counter bigint NOT NULL CHECK (counter >= 0),
  transports text[] NOT NULL CHECK (cardinality(transports) <= 10),
  backed_up boolean NOT NULL,
  friendly_name text NOT NULL CHECK (char_length(friendly_name) BETWEEN 1 AND 100),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_user_id ON auth.passkeys (user_id);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.passkeys TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.passkeys TO scout_auth;

-- Challenges that wait for their answer, each deleted with its first use. bound_to: SHA-256 of the id of the session, or at sign-in of a
-- cookie.
CREATE TABLE auth.passkey_challenges (
  challenge_hash bytea PRIMARY KEY CHECK (length(challenge_hash) = 32),
  purpose text NOT NULL CHECK (purpose IN ('add', 'prove', 'sign-in')),
  bound_to bytea NOT NULL CHECK (length(bound_to) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_bound_to ON auth.passkey_challenges (bound_to);
CREATE INDEX passkey_challenges_expires ON auth.passkey_challenges (expires_at);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.passkey_challenges TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, DELETE ON auth.passkey_challenges TO scout_auth;
