-- Since 0750 session cookies over HTTPS are named __Host-…, which no other host of the domain can set. A session from before is still
-- known by its old name, until it ends; a session begun since then never is.
ALTER TABLE auth.session ADD COLUMN begun_with_host_cookie boolean NOT NULL DEFAULT false;
