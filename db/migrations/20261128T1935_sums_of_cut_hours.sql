-- Sums of nearly a whole window have rows of the clock hours that they cut (dimension cut-hour; first_at: the hour); those without are made again.
ALTER TABLE scout.rollup_sums NO FORCE ROW LEVEL SECURITY;
DELETE FROM scout.rollup_sums WHERE ended_at IS NOT NULL;
ALTER TABLE scout.rollup_sums FORCE ROW LEVEL SECURITY;
ALTER TABLE scout.summed_tenants NO FORCE ROW LEVEL SECURITY;
UPDATE scout.summed_tenants SET window_end = '-infinity' WHERE window_end > '-infinity';
ALTER TABLE scout.summed_tenants FORCE ROW LEVEL SECURITY;
