import type { SettingEntries } from './entry.ts';

const TOGETHER = 'unset: none is created';

/** Settings of the server's address, its data and its log. */
export const networkSettings: SettingEntries = {
  PORT: { purpose: 'Port to listen on.', example: '8443', holds: 'value' },
  HOST: {
    purpose: 'Address to listen on.',
    example: '0.0.0.0',
    allowed: 'an address or a host',
    holds: 'name',
  },
  PUBLIC_URL: {
    purpose:
      'Address at which browsers and agents reach the server. Links in emails, the site’s pages, sitemap.xml and robots.txt use it and never the request’s Host header.',
    example: 'https://scout.example',
    unset: 'from host and port; required with `HOST=0.0.0.0`',
    holds: 'name',
  },
  SCOUT_AGENT_URLS: {
    purpose:
      'More addresses at which agents reach this server now or will soon; see [Moving the server](agents.md#moving-the-server).',
    example: 'https://scout2.example',
    holds: 'name',
  },
  SCOUT_TLS_CERT_FILE: {
    purpose: 'PEM file of the certificate chain, for TLS in the server; see [TLS](operations.md#tls).',
    example: '/etc/scout/tls/fullchain.pem',
    unset: 'unset: no TLS',
    allowed: 'a path; together with `SCOUT_TLS_KEY_FILE` and an https `PUBLIC_URL`',
    holds: 'name',
  },
  SCOUT_TLS_KEY_FILE: {
    purpose: 'PEM file of the certificate’s key.',
    example: '/etc/scout/tls/key.pem',
    unset: 'unset: no TLS',
    allowed: 'a path; together with `SCOUT_TLS_CERT_FILE`',
    holds: 'name',
  },
  TRUSTED_PROXIES: {
    purpose:
      'Proxies whose X-Forwarded-For is trusted. The list replaces the default. If a proxy on another machine is missing from it, all its users count as one caller.',
    example: '10.0.0.5,192.168.0.0/16',
    holds: 'name',
  },
  SCOUT_DRAIN_SECONDS: {
    purpose:
      'Seconds between the stop signal and the end of accepting requests. `/readyz` returns 503 meanwhile, so that a load balancer stops sending requests; see [Probes](operations.md#probes).',
    example: '15',
    holds: 'value',
  },
  SCOUT_WEBHOOK_NETWORKS: {
    purpose:
      'Addresses and networks inside yours to which organizations’ [channels](notifications.md#channels) may send, also over http.',
    example: '10.20.0.0/16,192.168.7.9',
    unset: 'unset: public internet over https only',
    holds: 'name',
  },
  SCOUT_DIRECTORY_NETWORKS: {
    purpose:
      'Addresses and networks inside yours whose domain controllers organizations’ [directories](directory.md) may read.',
    example: '10.20.0.0/16,192.168.7.9',
    unset: 'unset: public internet only',
    holds: 'name',
  },
  SCOUT_SSO_NETWORKS: {
    purpose:
      'Addresses and networks inside yours whose identity providers organizations may use for [single sign-on](single-sign-on.md); also over http.',
    example: '10.20.0.0/16,192.168.7.9',
    unset: 'unset: public internet over https only',
    holds: 'name',
  },
  SCOUT_DNS_SERVERS: {
    purpose: 'DNS servers for verifying domains.',
    example: '192.0.2.53,[2001:db8::53]:5353',
    unset: 'the system’s',
    holds: 'name',
  },
};

/** Settings of what is stored, and of the first organization. */
export const storageSettings: SettingEntries = {
  SCOUT_DATA_DIR: {
    purpose: 'Folder of the database, the secrets and the logs of the sample agents.',
    example: '/var/lib/scout',
    allowed: 'a path',
    holds: 'name',
  },
  DATABASE_URL: {
    purpose:
      'Your own PostgreSQL 15 or newer, on one host or several. Connections to another machine use TLS with a verified certificate; see [Your own PostgreSQL](operations.md#your-own-postgresql).',
    example: 'postgresql://scout:PASSWORD@db.example/scout',
    unset: 'unset: the embedded database',
    holds: 'secret',
  },
  SCOUT_DISK_RESERVE_GB: {
    purpose: 'Free disk space of the embedded database, in gigabytes, below which ingest returns 503.',
    example: '10',
    unset: '2',
    holds: 'value',
  },
  SCOUT_BACKUP_DAYS: {
    purpose: 'Age in days from which the last `scout backup` is reported as a problem.',
    example: '2',
    unset: 'unset: no check',
    holds: 'value',
  },
  SCOUT_RELEASES_DIR: {
    purpose: 'Folder of agent releases, as written by `npm run build:agents`.',
    example: '/srv/scout-agents',
    unset: '`build/agents` of the checkout',
    allowed: 'a path',
    holds: 'name',
  },
  SCOUT_FIRST_ORGANIZATION: {
    purpose:
      'Name of a subscribed organization that the first start creates. If another organization exists, nothing is created and the log says so.',
    example: 'Alder Health',
    unset: TOGETHER,
    holds: 'name',
  },
  SCOUT_FIRST_ADMIN_EMAIL: {
    purpose: 'Email address of its admin.',
    example: 'admin@alder.example',
    unset: TOGETHER,
    holds: 'name',
  },
  SCOUT_FIRST_ADMIN_PASSWORD_FILE: {
    purpose: 'File with the admin’s password. It can be deleted after the first start.',
    example: '/run/credentials/first-admin',
    unset: TOGETHER,
    allowed: 'a path',
    holds: 'name',
  },
  SCOUT_SAMPLE: {
    purpose:
      'The sample organization, whose passwords are printed. `off` removes it. If you added agents or members to it, they stay in an ordinary organization and the startup says so ([decision](decisions/0801-first-steps-and-sample.md)).',
    example: 'off',
    unset: '`on` with the embedded database; `off` if `PUBLIC_URL` is https or `NODE_ENV` is production',
    holds: 'value',
  },
  NODE_ENV: {
    purpose: '`production` turns the sample and the inbox off.',
    example: 'production',
    allowed: '`production` or any other text',
    holds: 'name',
  },
};

/** Settings of secrets and sessions. */
export const signInSettings: SettingEntries = {
  SCOUT_AUTH_SECRET: {
    purpose: 'Encrypts the server’s keys in the database. Without it, no second factor can be verified.',
    unset: 'a file in the data directory; required with `DATABASE_URL`',
    holds: 'secret',
  },
  SCOUT_AUTH_SECRET_PREVIOUS: {
    purpose:
      'Former value of `SCOUT_AUTH_SECRET` while it is being replaced; see [Keys](operations.md#keys).',
    holds: 'secret',
  },
  SCOUT_OPERATOR_TOKEN: {
    purpose:
      'Token of the operator command line. Each server makes its own and refuses those of others: set the same one on several servers of one database.',
    unset: 'a file in the data directory',
    holds: 'secret',
  },
  SCOUT_SESSION_DAYS: {
    purpose: 'Days after sign-in at which a session ends.',
    example: '7',
    holds: 'value',
  },
  SCOUT_SESSION_IDLE_HOURS: {
    purpose:
      'Hours without use at which a session ends. An open page counts as use, so wall dashboards stay signed in.',
    example: '8',
    holds: 'value',
  },
  SCOUT_MAIL_PROVIDERS: {
    purpose:
      'More domains of personal mail providers. Nobody can sign up with an address at these domains or their subdomains.',
    example: 'mail.example,post.example',
    unset: 'unset: built-in lists only',
    holds: 'name',
  },
};

/** Settings of the log and of metrics. */
export const observationSettings: SettingEntries = {
  SCOUT_LOG_LEVEL: { purpose: 'Level of the log.', example: 'debug', holds: 'value' },
  SCOUT_ACCESS_LOG: {
    purpose:
      '`on`: one log line per response, with the caller’s address, organization and agent; see [Log](operations.md#log).',
    example: 'on',
    holds: 'value',
  },
  SCOUT_METRICS_ADDRESS: {
    purpose: 'Address that serves Prometheus metrics; see [Metrics](operations.md#metrics).',
    example: '127.0.0.1:9464',
    unset: 'unset: none',
    holds: 'name',
  },
  SCOUT_METRICS_TOKEN: {
    purpose: 'Bearer token that the collector sends.',
    unset: 'unset; required if other machines reach that address',
    holds: 'secret',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    purpose: 'OpenTelemetry collector to which metrics are sent; see [Metrics](operations.md#metrics).',
    example: 'http://127.0.0.1:4318',
    unset: 'unset: none',
    holds: 'name',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    purpose: 'Request headers for the collector. Values are percent-encoded.',
    example: 'authorization=Bearer%20abc',
    holds: 'secret',
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    purpose: 'Milliseconds between exports.',
    example: '30000',
    holds: 'value',
  },
  OTEL_SERVICE_NAME: {
    purpose: 'Service name in exported metrics.',
    example: 'scout-eu',
    allowed: 'any text',
    holds: 'name',
  },
  AUDIT_FORWARD: {
    purpose:
      'Where new audit log entries are sent: RFC 5424 over TLS or TCP with entries as JSON, or a webhook signed by the Standard Webhooks rules. Each entry arrives at least once. The first start with this setting also sends the existing entries.',
    example: 'syslog+tls://log.example:6514',
    unset: 'unset: not forwarded',
    allowed: 'a URL that begins with `syslog+tls:`, `syslog:`, `https:` or `http:`',
    holds: 'name',
  },
  AUDIT_FORWARD_SECRET: {
    purpose: 'Signs that webhook.',
    unset: 'unset; required for a webhook',
    holds: 'secret',
  },
};
