-- The verdicts of a window, for the AI-Powered Incident Risk panel.
CREATE INDEX findings_newest ON scout.findings (tenant_id, occurred_at);
