-- Incidents of one source host are found by its rollups, of which there is one for each account. A count that grows leaves the index as it is.
CREATE INDEX rollups_source ON scout.rollups (tenant_id, rule, value_key, bucket) WHERE dimension = 'account-source';
