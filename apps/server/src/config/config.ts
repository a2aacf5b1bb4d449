import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTls } from '../database/tls.ts';
import { defaultSender, type Sender } from './mailAddress.ts';
import { readSecretFiles } from './secretFiles.ts';
import { defaultSample, type logLevels, settings } from './settings.ts';

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
  /** The organization that a start makes where there is none, and its admin; undefined: none. */
  readonly first:
    | { readonly organization: string; readonly email: string; readonly passwordFile: string }
    | undefined;
  /** Certificate and key with which the server speaks TLS itself; undefined: it does not. */
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Proxies whose X-Forwarded-For is trusted: addresses and networks, such as 10.0.0.0/8. */
  readonly trustedProxies: readonly string[];
  /** Addresses and networks that webhooks of organizations may be sent to though they are not public, also without TLS. */
  readonly webhookNetworks: readonly string[];
  readonly dataDir: string;
  /** Server processes on one port. */
  readonly processes: number;
  /** The owner's URL, which says whether TLS is used; undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Undefined: mail lands in the data directory. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: Sender;
  /** Recipients of requests and questions; empty: nobody. */
  readonly salesEmails: readonly string[];
  /** Recipients of mails about troubles of the installation; empty: nobody. */
  readonly operatorEmails: readonly string[];
  /** Days after which a further backup is due; undefined: none is. */
  readonly backupDays: number | undefined;
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

/**
 * Reads the environment and the files that it names for secrets. An empty variable counts as unset; relative paths start at `cwd`.
 * @throws ConfigurationError with every fault at once. No fault repeats a value: it may be a secret.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>, cwd = process.cwd()): Config {
  const { env: withSecrets, faults } = readSecretFiles(env, cwd);
  if (faults.length > 0) throw new ConfigurationError(faults);
  const given = Object.fromEntries(
    Object.entries(withSecrets).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = settings.safeParse(given);
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
    first:
      data.SCOUT_FIRST_ORGANIZATION && data.SCOUT_FIRST_ADMIN_EMAIL && data.SCOUT_FIRST_ADMIN_PASSWORD_FILE
        ? {
            organization: data.SCOUT_FIRST_ORGANIZATION,
            email: data.SCOUT_FIRST_ADMIN_EMAIL,
            passwordFile: resolve(cwd, data.SCOUT_FIRST_ADMIN_PASSWORD_FILE),
          }
        : undefined,
    tls:
      data.SCOUT_TLS_CERT_FILE && data.SCOUT_TLS_KEY_FILE
        ? { certificate: resolve(cwd, data.SCOUT_TLS_CERT_FILE), key: resolve(cwd, data.SCOUT_TLS_KEY_FILE) }
        : undefined,
    trustedProxies: data.TRUSTED_PROXIES,
    auditForward: data.AUDIT_FORWARD
      ? { url: new URL(data.AUDIT_FORWARD), secret: data.AUDIT_FORWARD_SECRET }
      : undefined,
    webhookNetworks: data.SCOUT_WEBHOOK_NETWORKS ?? [],
    dataDir: resolve(cwd, data.SCOUT_DATA_DIR),
    processes: data.SCOUT_PROCESSES,
    databaseUrl: data.DATABASE_URL && withTls(data.DATABASE_URL),
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? defaultSender(data.PUBLIC_URL),
    salesEmails: data.SALES_EMAILS ?? [],
    operatorEmails: data.SCOUT_OPERATOR_EMAILS ?? [],
    backupDays: data.SCOUT_BACKUP_DAYS,
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
