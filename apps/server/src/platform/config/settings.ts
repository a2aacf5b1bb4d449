import { z } from 'zod';
import { hostsInQuery, hostsProblem } from '../database/hosts.ts';
import { tlsProblem } from '../database/tls.ts';
import { isLoopback } from './loopback.ts';
import { isForThisMachine } from './thisMachine.ts';
import {
  addresses,
  dnsServers,
  domainNames,
  eventsPerSecond,
  GIGABYTE,
  gigabytes,
  headerFields,
  listenAddress,
  mailAddress,
  networks,
  organizationName,
  port,
  quotaGigabytes,
  randomSecret,
  secret,
  sender,
  urlOf,
  webOrigin,
  webOrigins,
  wholeNumber,
} from './values.ts';

/** Level of the server's log. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

const COPIED_FROM_STRIPE = 'Copy it from Stripe’s dashboard';

/** Every setting of the server by variable name, with the rules between settings. */
export const settings = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(8080),
    PUBLIC_URL: webOrigin.optional(),
    SCOUT_FIRST_ORGANIZATION: organizationName.optional(),
    SCOUT_FIRST_ADMIN_EMAIL: mailAddress.optional(),
    SCOUT_FIRST_ADMIN_PASSWORD_FILE: z.string().optional(),
    SCOUT_TLS_CERT_FILE: z.string().optional(),
    SCOUT_TLS_KEY_FILE: z.string().optional(),
    SCOUT_AGENT_URLS: webOrigins.optional(),
    AUDIT_FORWARD: urlOf(
      ['https:', 'http:', 'syslog:', 'syslog+tls:'],
      'syslog+tls://log.example:6514 or https://log.example/audit',
    ).optional(),
    AUDIT_FORWARD_SECRET: randomSecret(24).optional(),
    TRUSTED_PROXIES: networks.default(['127.0.0.0/8', '::1']),
    SCOUT_WEBHOOK_NETWORKS: networks.optional(),
    SCOUT_DIRECTORY_NETWORKS: networks.optional(),
    SCOUT_SSO_NETWORKS: networks.optional(),
    SCOUT_DATA_DIR: z.string().default('./data'),
    DATABASE_URL: z
      .string()
      .transform(hostsInQuery)
      .pipe(urlOf(['postgres:', 'postgresql:'], 'postgres://owner:password@db.example/scout'))
      .superRefine((url, context) => {
        const problem = URL.canParse(url) ? (hostsProblem(url) ?? tlsProblem(url)) : undefined;
        if (problem !== undefined) context.addIssue(problem);
      })
      .optional(),
    NODE_ENV: z.string().optional(),
    SMTP_URL: urlOf(['smtp:', 'smtps:'], 'smtps://user:password@mail.example').optional(),
    MAIL_FROM: sender.optional(),
    SALES_EMAILS: addresses.optional(),
    SCOUT_OPERATOR_EMAILS: addresses.optional(),
    SCOUT_BACKUP_DAYS: wholeNumber(1, 366).optional(),
    STRIPE_SECRET_KEY: randomSecret(20, COPIED_FROM_STRIPE).optional(),
    STRIPE_API_URL: webOrigin.default('https://api.stripe.com'),
    STRIPE_WEBHOOK_SECRET: randomSecret(20, COPIED_FROM_STRIPE).optional(),
    STRIPE_PRODUCT: z
      .string()
      .regex(/^prod_[A-Za-z0-9_]+$/, 'must be the id of a product, prod_…')
      .optional(),
    STRIPE_AMOUNT: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'must be an amount in the smallest unit of the currency, such as cents')
      .transform(Number)
      .optional(),
    STRIPE_PRICE: z
      .string()
      .regex(/^price_[A-Za-z0-9_]+$/, 'must be the id of a price, price_…')
      .optional(),
    STRIPE_CURRENCY: z
      .string()
      .regex(/^[a-z]{3}$/, 'must be three lower-case letters')
      .default('usd'),
    SCOUT_RELEASES_DIR: z.string().optional(),
    SCOUT_SAMPLE: z.enum(['on', 'off'], 'must be on or off').optional(),
    SCOUT_INBOX: z.enum(['on', 'off'], 'must be on or off').optional(),
    SCOUT_OPERATOR_TOKEN: randomSecret(20).optional(),
    SCOUT_AUTH_SECRET: randomSecret(32).optional(),
    // Stays readable to be replaced, whatever it is.
    SCOUT_AUTH_SECRET_PREVIOUS: secret(32).optional(),
    SCOUT_SESSION_DAYS: wholeNumber(1, 365).default(30),
    SCOUT_DRAIN_SECONDS: wholeNumber(0, 300).default(0),
    SCOUT_SESSION_IDLE_HOURS: wholeNumber(1, 8760).default(12),
    SCOUT_MAIL_PROVIDERS: domainNames.optional(),
    SCOUT_DNS_SERVERS: dnsServers.optional(),
    SCOUT_QUOTA_EVENTS_PER_SECOND: eventsPerSecond.optional(),
    SCOUT_QUOTA_GB_PER_DAY: quotaGigabytes.optional(),
    SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND: eventsPerSecond.optional(),
    SCOUT_QUOTA_AGENT_GB_PER_DAY: quotaGigabytes.optional(),
    SCOUT_DISK_RESERVE_GB: gigabytes.default(2 * GIGABYTE),
    SCOUT_ACCESS_LOG: z.enum(['on', 'off'], 'must be on or off').default('off'),
    OTEL_EXPORTER_OTLP_ENDPOINT: urlOf(['https:', 'http:'], 'http://collector.example:4318').optional(),
    OTEL_EXPORTER_OTLP_HEADERS: headerFields.optional(),
    OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(1_000, 3_600_000).default(60_000),
    OTEL_SERVICE_NAME: z.string().default('scout'),
    SCOUT_METRICS_ADDRESS: listenAddress.optional(),
    SCOUT_METRICS_TOKEN: randomSecret(20).regex(/^\S+$/, 'must be without spaces').optional(),
    SCOUT_LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  })
  .superRefine((env, context) => {
    const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRODUCT, STRIPE_AMOUNT } = env;
    if (
      STRIPE_WEBHOOK_SECRET !== undefined &&
      [STRIPE_SECRET_KEY, STRIPE_PRODUCT, STRIPE_AMOUNT].includes(undefined)
    )
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_WEBHOOK_SECRET'],
        message: 'needs STRIPE_SECRET_KEY, STRIPE_PRODUCT and STRIPE_AMOUNT',
      });
    if (
      env.STRIPE_PRICE !== undefined &&
      [STRIPE_SECRET_KEY, STRIPE_PRODUCT, STRIPE_AMOUNT].includes(undefined)
    )
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_PRICE'],
        message: 'needs STRIPE_SECRET_KEY, STRIPE_PRODUCT and STRIPE_AMOUNT',
      });
    const first = [
      env.SCOUT_FIRST_ORGANIZATION,
      env.SCOUT_FIRST_ADMIN_EMAIL,
      env.SCOUT_FIRST_ADMIN_PASSWORD_FILE,
    ];
    if (first.includes(undefined) && first.some((value) => value !== undefined))
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_FIRST_ORGANIZATION'],
        message: 'is given together with SCOUT_FIRST_ADMIN_EMAIL and SCOUT_FIRST_ADMIN_PASSWORD_FILE',
      });
    const { SCOUT_TLS_CERT_FILE, SCOUT_TLS_KEY_FILE } = env;
    if ((SCOUT_TLS_CERT_FILE === undefined) !== (SCOUT_TLS_KEY_FILE === undefined))
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_TLS_CERT_FILE'],
        message: 'and SCOUT_TLS_KEY_FILE are given together',
      });
    // No certificate can exist for the listening address.
    if (SCOUT_TLS_CERT_FILE !== undefined && !env.PUBLIC_URL?.startsWith('https:'))
      context.addIssue({
        code: 'custom',
        path: ['PUBLIC_URL'],
        message: 'must be an address with https, which the certificate of SCOUT_TLS_CERT_FILE is for',
      });
    if (SCOUT_TLS_CERT_FILE !== undefined && env.SCOUT_SAMPLE === 'on')
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_SAMPLE'],
        message: 'can be on only where the server does not speak TLS itself: unset SCOUT_TLS_CERT_FILE',
      });
    if ((STRIPE_PRODUCT === undefined) !== (STRIPE_AMOUNT === undefined))
      context.addIssue({
        code: 'custom',
        path: ['STRIPE_PRODUCT'],
        message: 'and STRIPE_AMOUNT are given together',
      });
    if (/^https?:/.test(env.AUDIT_FORWARD ?? '') && env.AUDIT_FORWARD_SECRET === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['AUDIT_FORWARD_SECRET'],
        message: 'must be set when AUDIT_FORWARD is a webhook: its requests are signed with it',
      });
    }
    const { SCOUT_METRICS_ADDRESS, SCOUT_METRICS_TOKEN } = env;
    if (SCOUT_METRICS_ADDRESS && !isLoopback(SCOUT_METRICS_ADDRESS.host) && !SCOUT_METRICS_TOKEN) {
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_METRICS_TOKEN'],
        message: 'must be set when SCOUT_METRICS_ADDRESS is reached from other machines',
      });
    }
    if (env.DATABASE_URL !== undefined && env.SCOUT_AUTH_SECRET === undefined) {
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_AUTH_SECRET'],
        message:
          'must be set beside DATABASE_URL, to the same random text on every server. Make one once, keep it with your ' +
          'backups: openssl rand -base64 32',
      });
    }
    const reach = {
      host: env.HOST,
      publicUrl: env.PUBLIC_URL,
      databaseUrl: env.DATABASE_URL,
      smtpUrl: env.SMTP_URL,
    };
    if (env.SCOUT_INBOX === 'on' && !isForThisMachine(reach)) {
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_INBOX'],
        message:
          'can be on only for a server of one machine: unset it, or unset SMTP_URL, DATABASE_URL, HOST and PUBLIC_URL',
      });
    }
    if (env.SCOUT_SAMPLE === 'on' && env.DATABASE_URL !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_SAMPLE'],
        message: 'can be on only with the embedded database; unset it, or unset DATABASE_URL',
      });
    }
  });

/** The sample's passwords are printed, so it is on by default only where nobody else has access. */
export const defaultSample = ({ PUBLIC_URL, NODE_ENV }: z.infer<typeof settings>) =>
  PUBLIC_URL?.startsWith('https:') || NODE_ENV === 'production' ? 'off' : 'on';

/** The inbox shows links that reset passwords, so in production it exists only where it is asked for. */
export const wantsInbox = ({ SCOUT_INBOX, NODE_ENV }: z.infer<typeof settings>): boolean =>
  SCOUT_INBOX === undefined ? NODE_ENV !== 'production' : SCOUT_INBOX === 'on';
