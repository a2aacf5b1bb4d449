-- As everything of an organization: deleting it clears these tables, too.
CREATE POLICY definer_all ON scout.agent_upgrades TO scout_definer USING (true) WITH CHECK (true);
CREATE POLICY definer_all ON scout.agent_upgrade_rings TO scout_definer USING (true) WITH CHECK (true);
GRANT SELECT (tenant_id), DELETE ON scout.agent_upgrades, scout.agent_upgrade_rings TO scout_definer;
