-- Agents send zstd where the server takes it; a body is kept as received.
ALTER TABLE scout.batch_bodies
  DROP CONSTRAINT batch_bodies_encoding_check,
  ADD CONSTRAINT batch_bodies_encoding_check CHECK (encoding IN ('gzip', 'zstd', 'identity'));
