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
ALTER TABLE auth.keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE auth.keys FORCE ROW LEVEL SECURITY;
CREATE POLICY auth_all ON auth.keys TO scout_auth USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON auth.keys TO scout_auth;

-- Which key a recovery code was hashed with: that key is kept as long as the code.
ALTER TABLE auth.recovery_codes ADD COLUMN key_id text NOT NULL DEFAULT 'v1';
