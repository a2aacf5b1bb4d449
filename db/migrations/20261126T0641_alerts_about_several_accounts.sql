-- Mails, channels and SIEM documents name every account of a case.
GRANT SELECT (accounts) ON scout.cases TO scout_alerts;
