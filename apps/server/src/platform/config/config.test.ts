import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigurationError, parseConfig } from './config.ts';
import { randomSecret } from './values.ts';

const secret = 'a random text of more than thirty-two characters';

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    parseConfig(env, '/srv/scout');
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
  return [];
};

describe('parseConfig', () => {
  it('has a working default for everything', () => {
    expect(parseConfig({}, '/srv/scout')).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      publicUrl: undefined,
      dataDir: '/srv/scout/data',
      databaseUrl: undefined,
      sample: true,
      logLevel: 'info',
    });
  });

  it('treats an empty variable as unset', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '', SCOUT_SAMPLE: '' }, '/')).toMatchObject({
      port: 8080,
      sample: true,
    });
  });

  it('reads agent releases from a configured folder', () => {
    expect(parseConfig({}, '/srv/scout').releasesRoot).toMatch(/build.agents$/);
    expect(parseConfig({ SCOUT_RELEASES_DIR: 'agents' }, '/srv/scout').releasesRoot).toBe(
      '/srv/scout/agents',
    );
  });

  it('serves metrics only on a configured address, and beyond this machine only with a token', () => {
    const token = 'a-token-of-more-than-twenty-characters';
    expect(parseConfig({}).metrics).toBeUndefined();
    expect(parseConfig({ SCOUT_METRICS_ADDRESS: '[::1]:9464' }).metrics).toEqual({
      host: '::1',
      port: 9464,
      token: undefined,
    });
    expect(
      parseConfig({ SCOUT_METRICS_ADDRESS: '0.0.0.0:9464', SCOUT_METRICS_TOKEN: token }).metrics,
    ).toMatchObject({ host: '0.0.0.0', token });
    for (const address of ['0.0.0.0:9464', 'metrics.example:9464', '[::]:9464'])
      expect(faultsOf({ SCOUT_METRICS_ADDRESS: address })).toEqual([
        expect.stringContaining('SCOUT_METRICS_TOKEN must be set'),
      ]);
    for (const address of ['9464', ':9464', '127.0.0.1', '127.0.0.1:70000', '::1:9464'])
      expect(faultsOf({ SCOUT_METRICS_ADDRESS: address })).toEqual([
        expect.stringContaining('SCOUT_METRICS_ADDRESS must be an address and a port'),
      ]);
    expect(faultsOf({ SCOUT_METRICS_ADDRESS: '127.0.0.1:1', SCOUT_METRICS_TOKEN: `${token} x` })).toEqual([
      'SCOUT_METRICS_TOKEN must be without spaces',
    ]);
  });

  it('requires all settings of the first organization or none, and its password from a file', () => {
    const first = {
      SCOUT_FIRST_ORGANIZATION: ' Alder Health ',
      SCOUT_FIRST_ADMIN_EMAIL: 'Admin@Alder.example',
      SCOUT_FIRST_ADMIN_PASSWORD_FILE: 'password',
    };
    expect(parseConfig(first, '/srv/scout').first).toEqual({
      organization: 'Alder Health',
      email: 'admin@alder.example',
      passwordFile: '/srv/scout/password',
    });
    expect(faultsOf({ ...first, SCOUT_FIRST_ADMIN_EMAIL: '' })).toEqual([
      expect.stringContaining('is given together with'),
    ]);
    expect(faultsOf({ ...first, SCOUT_FIRST_ADMIN_EMAIL: 'admin' })).toEqual([
      expect.stringContaining('SCOUT_FIRST_ADMIN_EMAIL must be an address'),
    ]);
  });

  it('requires both TLS files and an https PUBLIC_URL for TLS', () => {
    const files = { SCOUT_TLS_CERT_FILE: 'tls.crt', SCOUT_TLS_KEY_FILE: '/etc/scout/tls.key' };
    const PUBLIC_URL = 'https://scout.example:8443';
    expect(parseConfig({}).tls).toBeUndefined();
    expect(parseConfig({ ...files, PUBLIC_URL }, '/srv/scout')).toMatchObject({
      tls: { certificate: '/srv/scout/tls.crt', key: '/etc/scout/tls.key' },
      sample: false,
    });
    expect(faultsOf({ ...files })).toEqual([
      expect.stringContaining('PUBLIC_URL must be an address with https'),
    ]);
    expect(faultsOf({ SCOUT_TLS_KEY_FILE: 'tls.key', PUBLIC_URL })).toEqual([
      'SCOUT_TLS_CERT_FILE and SCOUT_TLS_KEY_FILE are given together',
    ]);
    expect(faultsOf({ ...files, PUBLIC_URL, SCOUT_SAMPLE: 'on' })).toEqual([
      expect.stringContaining('SCOUT_SAMPLE can be on only where'),
    ]);
  });

  it('has no sample organization with an external database or when it is off', () => {
    const elsewhere = { DATABASE_URL: 'postgres://scout@db.example/scout', SCOUT_AUTH_SECRET: secret };
    expect(parseConfig(elsewhere).sample).toBe(false);
    expect(parseConfig({ SCOUT_SAMPLE: 'off' }).sample).toBe(false);
  });

  it('has no sample organization on a public server unless enabled', () => {
    expect(parseConfig({ PUBLIC_URL: 'http://127.0.0.1:8080' }).sample).toBe(true);
    expect(parseConfig({ NODE_ENV: 'development' }).sample).toBe(true);
    for (const env of [{ PUBLIC_URL: 'https://scout.example' }, { NODE_ENV: 'production' }]) {
      expect(parseConfig(env).sample, JSON.stringify(env)).toBe(false);
      expect(parseConfig({ ...env, SCOUT_SAMPLE: 'on' }).sample, JSON.stringify(env)).toBe(true);
    }
  });

  it('shows no inbox in production, or where others reach the server, unless it is asked for', () => {
    expect(parseConfig({}).inbox).toBe(true);
    expect(parseConfig({ NODE_ENV: 'production' }).inbox).toBe(false);
    expect(parseConfig({ NODE_ENV: 'production', SCOUT_INBOX: 'on' }).inbox).toBe(true);
    expect(parseConfig({ SCOUT_INBOX: 'off' }).inbox).toBe(false);
    for (const env of [
      { SMTP_URL: 'smtps://mail.example' },
      { DATABASE_URL: 'postgres://scout@db.example/scout', SCOUT_AUTH_SECRET: secret },
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://scout.example' },
      { PUBLIC_URL: 'https://scout.example' },
    ])
      expect(faultsOf({ ...env, SCOUT_INBOX: 'on' })).toEqual([
        expect.stringContaining('SCOUT_INBOX can be on only for a server of one machine'),
      ]);
  });

  it('uses TLS for a database on another machine unless the URL disables it', () => {
    const urlOf = (DATABASE_URL: string) =>
      parseConfig({ DATABASE_URL, SCOUT_AUTH_SECRET: secret }).databaseUrl;
    expect(urlOf('postgres://owner:pw@db.example/scout')).toContain('sslmode=verify-full');
    expect(urlOf('postgres://owner:pw@db.example/scout?sslmode=disable')).toContain('sslmode=disable');
    expect(urlOf('postgres://owner:pw@127.0.0.1/scout')).not.toContain('sslmode');
    expect(
      faultsOf({
        DATABASE_URL: 'postgres://owner:hunter2@db.example/scout?ssl=0',
        SCOUT_AUTH_SECRET: secret,
      }),
    ).toEqual([expect.stringMatching(/^DATABASE_URL takes sslmode, not ssl/)]);
  });

  it('keeps only the origin of PUBLIC_URL', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://scout.example/' }).publicUrl).toBe('https://scout.example');
  });

  it('accepts additional agent URLs up to the number that agents keep', () => {
    expect(parseConfig({}).agentUrls).toEqual([]);
    expect(parseConfig({ SCOUT_AGENT_URLS: 'https://b.example/, http://127.0.0.1:9090' }).agentUrls).toEqual([
      'https://b.example',
      'http://127.0.0.1:9090',
    ]);
    const five = [1, 2, 3, 4, 5].map((number) => `https://s${number}.example`).join();
    for (const SCOUT_AGENT_URLS of [five, 'b.example', 'https://b.example/path', 'ftp://b.example', ','])
      expect(faultsOf({ SCOUT_AGENT_URLS }), SCOUT_AGENT_URLS).toEqual([
        expect.stringContaining('SCOUT_AGENT_URLS must be 1 to 4 addresses'),
      ]);
  });

  it('trusts configured proxies, by default those on this machine', () => {
    expect(parseConfig({}).trustedProxies).toEqual(['127.0.0.0/8', '::1']);
    expect(parseConfig({ TRUSTED_PROXIES: '10.0.0.5, 192.168.0.0/16,fd00::/8' }).trustedProxies).toEqual([
      '10.0.0.5',
      '192.168.0.0/16',
      'fd00::/8',
    ]);
    for (const text of [
      'proxy.example',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/0',
      '10.0.0.5/',
      '10.0.0.5/8/8',
      'true',
      '1',
      ',',
    ]) {
      expect(faultsOf({ TRUSTED_PROXIES: text }), text).toEqual([
        'TRUSTED_PROXIES must be addresses or networks with commas between, such as 10.0.0.5,192.168.0.0/16',
      ]);
    }
  });

  it('allows webhooks into private networks only if configured', () => {
    expect(parseConfig({}).webhookNetworks).toEqual([]);
    expect(parseConfig({ SCOUT_WEBHOOK_NETWORKS: '10.20.0.0/16, 127.0.0.1' }).webhookNetworks).toEqual([
      '10.20.0.0/16',
      '127.0.0.1',
    ]);
    for (const text of ['siem.example', '0.0.0.0/0', '10.0.0.0/33'])
      expect(faultsOf({ SCOUT_WEBHOOK_NETWORKS: text }), text).toEqual([
        expect.stringMatching(/^SCOUT_WEBHOOK_NETWORKS must be addresses or networks/),
      ]);
  });

  it('does not drain by default and accepts a drain time', () => {
    expect(parseConfig({}).drainSeconds).toBe(0);
    expect(parseConfig({ SCOUT_DRAIN_SECONDS: '15' }).drainSeconds).toBe(15);
    expect(faultsOf({ SCOUT_DRAIN_SECONDS: '301' })).toEqual([
      'SCOUT_DRAIN_SECONDS must be a whole number from 0 to 300',
    ]);
  });

  it('ends sessions after 30 days and 12 idle hours by default', () => {
    expect(parseConfig({})).toMatchObject({ sessionDays: 30, sessionIdleHours: 12 });
    expect(parseConfig({ SCOUT_SESSION_DAYS: '7', SCOUT_SESSION_IDLE_HOURS: '1' })).toMatchObject({
      sessionDays: 7,
      sessionIdleHours: 1,
    });
    expect(faultsOf({ SCOUT_SESSION_DAYS: '0', SCOUT_SESSION_IDLE_HOURS: '1.5' })).toEqual([
      'SCOUT_SESSION_DAYS must be a whole number from 1 to 365',
      'SCOUT_SESSION_IDLE_HOURS must be a whole number from 1 to 8760',
    ]);
  });

  it('parses the sales addresses without duplicates', () => {
    expect(parseConfig({}).salesEmails).toEqual([]);
    expect(
      parseConfig({ SALES_EMAILS: 'Sales@scout.example, lead@scout.example,sales@scout.example' })
        .salesEmails,
    ).toEqual(['sales@scout.example', 'lead@scout.example']);
    for (const text of [
      'sales',
      'sales@scout.example,nobody',
      'Sales <sales@scout.example>',
      ',',
      'a@b.example%0aBcc:c@d.example',
    ]) {
      expect(faultsOf({ SALES_EMAILS: text })).toEqual([
        expect.stringMatching(/^SALES_EMAILS must be 1 to 10 addresses/),
      ]);
    }
  });

  it('parses operator addresses and the maximum age of a backup', () => {
    expect(parseConfig({})).toMatchObject({ operatorEmails: [], backupDays: undefined });
    expect(parseConfig({ SCOUT_OPERATOR_EMAILS: 'Ops@scout.example', SCOUT_BACKUP_DAYS: '2' })).toMatchObject(
      { operatorEmails: ['ops@scout.example'], backupDays: 2 },
    );
    for (const env of [{ SCOUT_OPERATOR_EMAILS: 'ops' }, { SCOUT_BACKUP_DAYS: '0' }])
      expect(faultsOf(env)).toHaveLength(1);
  });

  it("parses OpenTelemetry's export settings", () => {
    expect(parseConfig({}).otlp).toBeUndefined();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(
      parseConfig({ ...env, OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20abc, x-a=b' }).otlp,
    ).toEqual({
      endpoint: 'http://127.0.0.1:4318',
      headers: { authorization: 'Bearer abc', 'x-a': 'b' },
      everyMs: 60_000,
      serviceName: 'scout',
    });
    expect(parseConfig({ ...env, OTEL_METRIC_EXPORT_INTERVAL: '3600000' }).otlp?.everyMs).toBe(3_600_000);
    expect(faultsOf({ ...env, OTEL_METRIC_EXPORT_INTERVAL: '3600001' })).toHaveLength(1);
    for (const OTEL_EXPORTER_OTLP_HEADERS of ['x', 'x=%zz', 'x=a%0d%0ab'])
      expect(faultsOf({ ...env, OTEL_EXPORTER_OTLP_HEADERS })).toHaveLength(1);
  });

  it('parses additional mail providers and DNS servers', () => {
    expect(parseConfig({})).toMatchObject({ mailProviders: [], dnsServers: [] });
    expect(
      parseConfig({
        SCOUT_MAIL_PROVIDERS: 'Mail.example, post.example',
        SCOUT_DNS_SERVERS: '192.0.2.53,[2001:db8::53]:5353',
      }),
    ).toMatchObject({
      mailProviders: ['mail.example', 'post.example'],
      dnsServers: ['192.0.2.53', '[2001:db8::53]:5353'],
    });
    for (const text of ['mail', '@mail.example', 'https://mail.example']) {
      expect(faultsOf({ SCOUT_MAIL_PROVIDERS: text })).toEqual([
        expect.stringMatching(/^SCOUT_MAIL_PROVIDERS must be domains/),
      ]);
    }
    for (const text of ['dns.example', '192.0.2.53:x', '300.0.0.1']) {
      expect(faultsOf({ SCOUT_DNS_SERVERS: text })).toEqual([
        expect.stringMatching(/^SCOUT_DNS_SERVERS must be IP addresses/),
      ]);
    }
  });

  it('enables payments only with a Stripe key', () => {
    expect(parseConfig({}).stripe).toBeUndefined();
    expect(parseConfig({ STRIPE_SECRET_KEY: 'sk_test_of_twenty_chars' }).stripe).toEqual({
      secretKey: 'sk_test_of_twenty_chars',
      apiUrl: 'https://api.stripe.com',
    });
  });

  it("enables Stripe's webhook only with the product and amount to check", () => {
    const key = { STRIPE_SECRET_KEY: 'sk_test_of_twenty_chars' };
    const webhook = { STRIPE_WEBHOOK_SECRET: 'whsec_of_at_least_twenty' };
    const sale = { STRIPE_PRODUCT: 'prod_scout', STRIPE_AMOUNT: '18000000' };
    expect(parseConfig({ ...key, ...webhook, ...sale }).stripe).toMatchObject({
      webhookSecret: 'whsec_of_at_least_twenty',
      sale: { product: 'prod_scout', amount: 18_000_000, currency: 'usd' },
    });
    for (const env of [webhook, { ...webhook, ...sale }, { ...key, ...webhook }])
      expect(faultsOf(env)).toEqual([
        expect.stringMatching(/^STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY/),
      ]);
    expect(parseConfig({ ...key, ...sale, STRIPE_PRICE: 'price_year' }).stripe?.price).toBe('price_year');
    expect(faultsOf({ ...key, STRIPE_PRICE: 'price_year' })).toEqual([
      expect.stringMatching(/^STRIPE_PRICE needs STRIPE_SECRET_KEY/),
    ]);
    expect(faultsOf({ ...key, STRIPE_AMOUNT: '100' })).toEqual([
      'STRIPE_PRODUCT and STRIPE_AMOUNT are given together',
    ]);
    for (const STRIPE_AMOUNT of ['0', '-1', '1.5', 'free'])
      expect(faultsOf({ ...key, ...sale, STRIPE_AMOUNT })).toHaveLength(1);
  });

  it('sends mail from MAIL_FROM, by default from no-reply at the host of PUBLIC_URL', () => {
    const from = (env: Record<string, string>) => parseConfig(env).mailFrom;
    expect(from({})).toEqual({ name: 'Scout', address: 'no-reply@localhost' });
    expect(from({ PUBLIC_URL: 'https://scout.example' })).toEqual({
      name: 'Scout',
      address: 'no-reply@scout.example',
    });
    expect(from({ PUBLIC_URL: 'http://192.0.2.7:8080' }).address).toBe('no-reply@localhost');
    expect(from({ MAIL_FROM: 'security@northwind.example' })).toEqual({
      name: '',
      address: 'security@northwind.example',
    });
    expect(from({ MAIL_FROM: 'Scout at Northwind <scout@northwind.example>' })).toEqual({
      name: 'Scout at Northwind',
      address: 'scout@northwind.example',
    });
  });

  it.each([
    'nobody',
    'a@b.example\r\nBcc: c@d.example',
    'Scout\n <a@b.example>',
    'a@b.example, c@d.example',
    'Scout <a@b.example> x',
  ])('takes no %j for a sender', (text) => {
    expect(faultsOf({ MAIL_FROM: text })).toEqual([
      'MAIL_FROM must be an address such as no-reply@scout.example, or Scout <no-reply@scout.example>',
    ]);
  });

  it('reports all errors at once without values', () => {
    const faults = faultsOf({
      PORT: '80808',
      PUBLIC_URL: 'scout.example',
      DATABASE_URL: 'mysql://root:hunter2@db.example/scout',
      SMTP_URL: 'mail.example',
      SCOUT_SAMPLE: 'yes',
      SCOUT_OPERATOR_TOKEN: 'short',
      SCOUT_AUTH_SECRET: 'short too',
      SCOUT_LOG_LEVEL: 'loud',
    });
    expect(faults).toEqual([
      'PORT must be a port number from 0 to 65535',
      'PUBLIC_URL must be an address such as https://scout.example, without a path',
      'DATABASE_URL must be a URL such as postgres://owner:password@db.example/scout',
      'SMTP_URL must be a URL such as smtps://user:password@mail.example',
      'SCOUT_SAMPLE must be on or off',
      'SCOUT_OPERATOR_TOKEN must have at least 20 characters',
      'SCOUT_AUTH_SECRET must have at least 32 characters',
      'SCOUT_LOG_LEVEL must be one of silent, error, warn, info, debug',
    ]);
    expect(faults.join()).not.toMatch(/hunter2|short/);
  });

  it.each([
    ['PORT', '-1'],
    ['PORT', '80a'],
    ['PUBLIC_URL', 'https://scout.example/app'],
    ['PUBLIC_URL', 'https://user:pw@scout.example'],
    ['PUBLIC_URL', 'ftp://scout.example'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toHaveLength(1);
  });

  it.each([
    'x'.repeat(32),
    'ab'.repeat(20),
    'password'.repeat(5),
    'change-me '.repeat(4),
    '0123456789abcdef'.repeat(2),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'secret'.padEnd(40, '!'),
  ])('refuses %s as a secret', (text) => {
    const fault =
      'must be random, but repeats or counts characters. Create one with: openssl rand -base64 32';
    expect(faultsOf({ SCOUT_AUTH_SECRET: text })).toEqual([`SCOUT_AUTH_SECRET ${fault}`]);
    expect(faultsOf({ SCOUT_OPERATOR_TOKEN: text })).toEqual([`SCOUT_OPERATOR_TOKEN ${fault}`]);
    expect(faultsOf({ AUDIT_FORWARD_SECRET: text })).toContain(`AUDIT_FORWARD_SECRET ${fault}`);
    expect(faultsOf({ SCOUT_METRICS_TOKEN: text })).toContain(`SCOUT_METRICS_TOKEN ${fault}`);
    // Must stay readable to be replaced.
    expect(parseConfig({ SCOUT_AUTH_SECRET_PREVIOUS: text }).previousAuthSecret).toBe(text);
  });

  it.each(['x'.repeat(38), 'ab'.repeat(20), '0123456789abcdef'.repeat(2)])(
    'refuses %s as any other secret',
    (text) => {
      const fault = 'must be random, but repeats or counts characters.';
      const byHand = [
        'AUDIT_FORWARD_SECRET',
        'SCOUT_METRICS_TOKEN',
        'SCOUT_AUTH_SECRET',
        'SCOUT_OPERATOR_TOKEN',
      ];
      for (const name of byHand)
        expect(faultsOf({ [name]: text })).toEqual([
          `${name} ${fault} Create one with: openssl rand -base64 32`,
        ]);
      for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
        expect(faultsOf({ [name]: text })).toContain(`${name} ${fault} Copy it from Stripe’s dashboard`);
    },
  );

  it('accepts every random authentication secret', () => {
    for (let count = 0; count < 20_000; count += 1) {
      const bytes = randomBytes(32);
      for (const text of [bytes.toString('base64'), bytes.toString('hex').slice(0, 32)])
        if (parsed(text) !== text) throw new Error(`${text} is refused`);
    }
    function parsed(text: string) {
      return randomSecret(32).safeParse(text).data;
    }
  });

  it('requires an authentication secret with an external database and explains how to create one', () => {
    const given = { DATABASE_URL: 'postgres://scout:hunter2@db.example/scout' };
    expect(faultsOf(given)).toEqual([
      'SCOUT_AUTH_SECRET must be set beside DATABASE_URL, to the same random text on every server. Make one once, keep it ' +
        'with your backups: openssl rand -base64 32',
    ]);
    expect(parseConfig({ ...given, SCOUT_AUTH_SECRET: secret }).authSecret).toBe(secret);
  });

  it('rejects the sample organization with an external database', () => {
    const elsewhere = { DATABASE_URL: 'postgres://scout@db.example/scout', SCOUT_AUTH_SECRET: secret };
    expect(faultsOf({ SCOUT_SAMPLE: 'on', ...elsewhere })).toEqual([
      'SCOUT_SAMPLE can be on only with the embedded database; unset it, or unset DATABASE_URL',
    ]);
  });
});
