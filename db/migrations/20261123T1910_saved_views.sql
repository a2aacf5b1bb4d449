-- Filters of a list under a name, for one person. The foreign key sees to it that they go with the membership.
CREATE TABLE scout.saved_views (
  tenant_id uuid NOT NULL,
  user_id text NOT NULL,
  email text NOT NULL,
  page text COLLATE "C" NOT NULL CHECK (page IN ('cases', 'accounts')),
  name text COLLATE "C" NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  query text NOT NULL CHECK (char_length(query) <= 1000),
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, user_id, page, name),
  FOREIGN KEY (tenant_id, email, user_id) REFERENCES scout.memberships (tenant_id, email, user_id) ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX saved_views_membership ON scout.saved_views (tenant_id, email, user_id);
ALTER TABLE scout.saved_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE scout.saved_views FORCE ROW LEVEL SECURITY;
CREATE POLICY definer_all ON scout.saved_views TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY member_own ON scout.saved_views TO scout_member
  USING (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''))
  WITH CHECK (tenant_id = nullif(current_setting('scout.tenant_id', true), '')::uuid
    AND user_id = nullif(current_setting('scout.user_id', true), ''));
GRANT SELECT (tenant_id), DELETE ON scout.saved_views TO scout_definer;
GRANT SELECT, DELETE, INSERT (tenant_id, user_id, email, page, name, query, saved_at), UPDATE (query, saved_at)
  ON scout.saved_views TO scout_member;
