import { Resolver } from 'node:dns';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emailProblem, limits } from '@scout/contract';
import { z } from 'zod';
import { hostsInQuery, hostsProblem } from '../database/hosts.ts';
import { tlsProblem, withTls } from '../database/tls.ts';
import { isLoopback } from './loopback.ts';
import { defaultSender, parseSender, type Sender } from './mailAddress.ts';

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** How much one sender may send. */
export interface Allowance {
  readonly eventsPerSecond: number;
  /** Bytes stored from one midnight to the next, UTC. */
  readonly bytesPerDay: number;
}

type Partly<T> = { readonly [K in keyof T]: T[K] | undefined };

/** Quotas from the server's settings, for all organizations; undefined: the plan's. */
export interface QuotaSettings {
  readonly organization: Partly<Allowance>;
  readonly agent: Partly<Allowance>;
}

/** Where metrics are told. */
export interface MetricsSettings {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Shown as a bearer token; undefined only for an address of this machine. */
  readonly token: string | undefined;
}

/** Settings from the environment, validated. Paths are absolute. */
export interface Config {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Origin under which people reach the server, without a path; undefined: the address it listens on. */
  readonly publicUrl: string | undefined;
  /** Further origins under which agents reach the server, or soon will; they learn them while they reach it. */
  readonly agentUrls: readonly string[];
  /** Where entries of the audit log are sent as they are written; undefined: nowhere. A webhook has a secret that signs it. */
  readonly auditForward: { readonly url: URL; readonly secret: string | undefined } | undefined;
  /** Proxies whose X-Forwarded-For is trusted: addresses and networks, such as 10.0.0.0/8. */
  readonly trustedProxies: readonly string[];
  /** Addresses and networks that webhooks of organizations may be sent to though they are not public, also without TLS. */
  readonly webhookNetworks: readonly string[];
  readonly dataDir: string;
  /** The owner's URL, which says whether TLS is used; undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Undefined: mail lands in the data directory. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: Sender;
  /** Recipients of requests and questions; empty: nobody. */
  readonly salesEmails: readonly string[];
  /** The payment provider; undefined: payments change nothing. */
  readonly stripe:
    | {
        readonly secretKey: string;
        readonly apiUrl: string;
        /** Signs Stripe's webhooks; undefined: none are taken. */
        readonly webhookSecret?: string | undefined;
        /** The product that subscribes, and its least amount in the smallest unit of the currency; undefined: not compared. */
        readonly sale?:
          | { readonly product: string; readonly amount: number; readonly currency: string }
          | undefined;
        /** The price that a checkout session is started with; undefined: none is. */
        readonly price?: string | undefined;
      }
    | undefined;
  /** True: the sample organization is there, only ever with the embedded database. */
  readonly sample: boolean;
  /** Given from outside; undefined: kept in the data directory. */
  readonly operatorToken: string | undefined;
  /** Given from outside, so that several servers share it; undefined: kept in the data directory. */
  readonly authSecret: string | undefined;
  /** The former value. */
  readonly previousAuthSecret: string | undefined;
  /** Seconds between the signal to stop and the end of taking requests, so that a load balancer turns away first. */
  readonly drainSeconds: number;
  /** Life of a session, in days after sign-in. */
  readonly sessionDays: number;
  /** Idle time after which a session ends, in hours. */
  readonly sessionIdleHours: number;
  /** Domains of mail providers beside those of the kept lists; addresses there are no company's. */
  readonly mailProviders: readonly string[];
  /** DNS servers for the records that verify domains; empty: those of the system. */
  readonly dnsServers: readonly string[];
  /** Quotas of organizations and agents that differ from the plan. */
  readonly quotas: QuotaSettings;
  /** Free bytes on the disk of the embedded database below which ingest takes nothing. */
  readonly diskReserveBytes: number;
  readonly logLevel: (typeof logLevels)[number];
  /** True: each answer is logged with its caller's address, organization and agent. */
  readonly accessLog: boolean;
  /** Where metrics are told; undefined: nowhere. */
  readonly metrics: MetricsSettings | undefined;
  /** The built web application. */
  readonly webRoot: string;
  /** Releases of the agent: where `npm run build:agents` leaves them, unless said otherwise. */
  readonly releasesRoot: string;
}

/** The environment cannot be used. `faults` has one sentence per variable. */
export class ConfigurationError extends Error {
  override name = 'ConfigurationError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${list(faults)}`,
    );
    this.faults = faults;
  }
}

const list = (faults: readonly string[]) => faults.map((fault) => `  ${fault}`).join('\n');

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
  .transform(Number)
  .refine((number) => number <= 65_535, 'must be a port number from 0 to 65535');

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((number) => number >= least && number <= most, `must be a whole number from ${least} to ${most}`);

const webOrigin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain =
    url && ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  if (plain && !url.username && !url.password) return url.origin;
  context.addIssue('must be an address such as https://scout.example, without a path');
  return z.NEVER;
});

const webOrigins = z.string().transform((text, context) => {
  const most = limits.agent.addresses - 1;
  const parsed = listOf(text).map((one) => webOrigin.safeParse(one));
  if (parsed.length > 0 && parsed.length <= most && parsed.every(({ success }) => success))
    return parsed.map(({ data }) => data!);
  context.addIssue(`must be 1 to ${most} addresses with commas between, such as https://scout.example`);
  return z.NEVER;
});

const urlOf = (protocols: readonly string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    message: `must be a URL such as ${example}`,
  });

const sender = z.string().transform((text, context) => {
  const parsed = parseSender(text);
  if (parsed) return parsed;
  context.addIssue('must be an address such as no-reply@scout.example, or Scout <no-reply@scout.example>');
  return z.NEVER;
});

const listOf = (text: string) => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

const addresses = z.string().transform((text, context) => {
  const list = listOf(text);
  const most = limits.demoRequest.salesAddresses;
  if (list.length > 0 && list.length <= most && list.every((one) => emailProblem(one) === undefined))
    return list;
  context.addIssue(
    `must be 1 to ${most} addresses with commas between, such as sales@scout.example,lead@scout.example`,
  );
  return z.NEVER;
});

const networks = z.string().transform((text, context) => {
  const list = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  if (list.length > 0 && list.length <= 100 && list.every(isNetwork)) return list;
  context.addIssue('must be addresses or networks with commas between, such as 10.0.0.5,192.168.0.0/16');
  return z.NEVER;
});

/** True for an address, and for a network of at most half of all addresses: /0 would trust everybody. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128);
}

const domainNames = z.string().transform((text, context) => {
  const list = listOf(text);
  if (list.every((name) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name))) return list;
  context.addIssue('must be domains with commas between, such as mail.example,post.example');
  return z.NEVER;
});

const dnsServers = z.string().transform((text, context) => {
  const list = listOf(text);
  try {
    new Resolver().setServers(list);
    return list;
  } catch {
    context.addIssue('must be IP addresses with commas between, such as 192.0.2.53,[2001:db8::53]:5353');
    return z.NEVER;
  }
});
const GIGABYTE = 1e9;
const { eventsPerSecondMax, bytesPerDayMax } = limits.quota;

const eventsPerSecond = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a number of events a second')
  .transform(Number)
  .refine((number) => number > 0 && number <= eventsPerSecondMax, {
    message: `must be from 1 to ${eventsPerSecondMax}`,
  });

/** Gigabytes of 10^9 bytes, as bytes. */
const gigabytes = z
  .string()
  .regex(/^\d{1,9}(\.\d{1,3})?$/, 'must be a number of gigabytes such as 500 or 0.5')
  .transform((text) => Math.round(Number(text) * GIGABYTE))
  .refine((bytes) => bytes <= bytesPerDayMax, { message: `must be at most ${bytesPerDayMax / GIGABYTE}` });

const quotaGigabytes = gigabytes.refine((bytes) => bytes > 0, { message: 'must be more than 0' });

const secret = (bytes: number) => z.string().min(bytes, `must have at least ${bytes} characters`);

const listenAddress = z.string().transform((text, context) => {
  const found = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text);
  const host = found?.[1] ?? found?.[2];
  if (host !== undefined && Number(found?.[3]) <= 65_535) return { host, port: Number(found?.[3]) };
  context.addIssue('must be an address and a port, such as 127.0.0.1:9464 or [::1]:9464');
  return z.NEVER;
});

const environment = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(8080),
    PUBLIC_URL: webOrigin.optional(),
    SCOUT_AGENT_URLS: webOrigins.optional(),
    AUDIT_FORWARD: urlOf(
      ['https:', 'http:', 'syslog:', 'syslog+tls:'],
      'syslog+tls://log.example:6514 or https://log.example/audit',
    ).optional(),
    AUDIT_FORWARD_SECRET: secret(24).optional(),
    TRUSTED_PROXIES: networks.default(['127.0.0.0/8', '::1']),
    SCOUT_WEBHOOK_NETWORKS: networks.optional(),
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
    STRIPE_SECRET_KEY: secret(20).optional(),
    STRIPE_API_URL: webOrigin.default('https://api.stripe.com'),
    STRIPE_WEBHOOK_SECRET: secret(20).optional(),
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
    SCOUT_OPERATOR_TOKEN: secret(20).optional(),
    SCOUT_AUTH_SECRET: secret(32).optional(),
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
    SCOUT_METRICS_ADDRESS: listenAddress.optional(),
    SCOUT_METRICS_TOKEN: secret(20).regex(/^\S+$/, 'must be without spaces').optional(),
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
    if (env.SCOUT_SAMPLE === 'on' && env.DATABASE_URL !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['SCOUT_SAMPLE'],
        message: 'can be on only with the embedded database; unset it, or unset DATABASE_URL',
      });
    }
  });

/** The sample's passwords are printed, so it is for trying Scout out: where others come, it has to be asked for. */
const defaultSample = ({ PUBLIC_URL, NODE_ENV }: z.infer<typeof environment>) =>
  PUBLIC_URL?.startsWith('https:') || NODE_ENV === 'production' ? 'off' : 'on';

/**
 * Reads the environment. An empty variable counts as unset; a relative SCOUT_DATA_DIR starts at `cwd`.
 * @throws ConfigurationError with every fault at once. No fault repeats a value: it may be a secret.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, cwd = process.cwd()): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigurationError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`),
    );
  }
  const { data } = parsed;
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL,
    agentUrls: data.SCOUT_AGENT_URLS ?? [],
    trustedProxies: data.TRUSTED_PROXIES,
    auditForward: data.AUDIT_FORWARD
      ? { url: new URL(data.AUDIT_FORWARD), secret: data.AUDIT_FORWARD_SECRET }
      : undefined,
    webhookNetworks: data.SCOUT_WEBHOOK_NETWORKS ?? [],
    dataDir: resolve(cwd, data.SCOUT_DATA_DIR),
    databaseUrl: data.DATABASE_URL && withTls(data.DATABASE_URL),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? defaultSender(data.PUBLIC_URL),
    salesEmails: data.SALES_EMAILS ?? [],
    stripe: data.STRIPE_SECRET_KEY
      ? {
          secretKey: data.STRIPE_SECRET_KEY,
          apiUrl: data.STRIPE_API_URL,
          ...(data.STRIPE_WEBHOOK_SECRET !== undefined && { webhookSecret: data.STRIPE_WEBHOOK_SECRET }),
          ...(data.STRIPE_PRICE !== undefined && { price: data.STRIPE_PRICE }),
          ...(data.STRIPE_PRODUCT !== undefined &&
            data.STRIPE_AMOUNT !== undefined && {
              sale: {
                product: data.STRIPE_PRODUCT,
                amount: data.STRIPE_AMOUNT,
                currency: data.STRIPE_CURRENCY,
              },
            }),
        }
      : undefined,
    sample: data.DATABASE_URL === undefined && (data.SCOUT_SAMPLE ?? defaultSample(data)) === 'on',
    operatorToken: data.SCOUT_OPERATOR_TOKEN,
    authSecret: data.SCOUT_AUTH_SECRET,
    previousAuthSecret: data.SCOUT_AUTH_SECRET_PREVIOUS,
    sessionDays: data.SCOUT_SESSION_DAYS,
    drainSeconds: data.SCOUT_DRAIN_SECONDS,
    sessionIdleHours: data.SCOUT_SESSION_IDLE_HOURS,
    mailProviders: data.SCOUT_MAIL_PROVIDERS ?? [],
    dnsServers: data.SCOUT_DNS_SERVERS ?? [],
    quotas: {
      organization: {
        eventsPerSecond: data.SCOUT_QUOTA_EVENTS_PER_SECOND,
        bytesPerDay: data.SCOUT_QUOTA_GB_PER_DAY,
      },
      agent: {
        eventsPerSecond: data.SCOUT_QUOTA_AGENT_EVENTS_PER_SECOND,
        bytesPerDay: data.SCOUT_QUOTA_AGENT_GB_PER_DAY,
      },
    },
    diskReserveBytes: data.SCOUT_DISK_RESERVE_GB,
    logLevel: data.SCOUT_LOG_LEVEL,
    accessLog: data.SCOUT_ACCESS_LOG === 'on',
    metrics: data.SCOUT_METRICS_ADDRESS && {
      ...data.SCOUT_METRICS_ADDRESS,
      token: data.SCOUT_METRICS_TOKEN,
    },
    webRoot: fileURLToPath(new URL('../../../web/build/client', import.meta.url)),
    releasesRoot: data.SCOUT_RELEASES_DIR
      ? resolve(cwd, data.SCOUT_RELEASES_DIR)
      : fileURLToPath(new URL('../../../../build/agents', import.meta.url)),
  };
}
