-- No version of the server wrote this column while it was of bytes.
ALTER TABLE auth.factors ALTER COLUMN secret TYPE text USING encode(secret, 'base64');
