CREATE POLICY definer_all ON scout.payments TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id), DELETE ON scout.payments TO scout_definer;
