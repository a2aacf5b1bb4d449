-- Keys of names that a directory provisions: a function that is not leakproof, such as lower, finds nothing by an index below a policy.
ALTER TABLE scout.scim_users ADD COLUMN user_name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(user_name)) STORED;
DROP INDEX scout.scim_users_user_name;
CREATE UNIQUE INDEX scim_users_user_name ON scout.scim_users (tenant_id, user_name_key);

ALTER TABLE scout.scim_groups ADD COLUMN display_name_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(display_name)) STORED;
DROP INDEX scout.scim_groups_name;
CREATE UNIQUE INDEX scim_groups_name ON scout.scim_groups (tenant_id, display_name_key);
