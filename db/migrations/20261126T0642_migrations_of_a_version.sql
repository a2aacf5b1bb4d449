-- Migrations by name: a server tells whether the database has those of its version.
CREATE POLICY visitor_reads ON scout.schema_migrations FOR SELECT TO scout_visitor USING (true);
GRANT SELECT (name) ON scout.schema_migrations TO scout_visitor;
