import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withTls } from '../database/tls.ts';
import { defaultSender, type Sender } from './mailAddress.ts';
import { readSecretFiles } from './secretFiles.ts';
import { defaultSample, type logLevels, settings, wantsInbox } from './settings.ts';

/** Sending limits of one sender. */
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

/** Address and token of the metrics listener. */
export interface MetricsSettings {
  readonly host: string;
  /** 0 for a port chosen by the system. */
  readonly port: number;
  /** Required as a bearer token; undefined only for a loopback address. */
  readonly token: string | undefined;
}

/** Settings from the environment, validated. Paths are absolute. */
export interface Config {
  readonly host: string;
  /** 0 for a port chosen by the system. */
  readonly port: number;
  /** Public origin of the server, without a path; undefined: the listening address. */
  readonly publicUrl: string | undefined;
  /** Further origins at which agents reach the server, now or soon; agents receive them in heartbeats. */
  readonly agentUrls: readonly string[];
  /** Destination of audit log entries; undefined: none. A webhook has a signing secret. */
  readonly auditForward: { readonly url: URL; readonly secret: string | undefined } | undefined;
  /** Organization and admin created at startup if no organization exists; undefined: none. */
  readonly first:
    | { readonly organization: string; readonly email: string; readonly passwordFile: string }
    | undefined;
  /** Certificate and key for TLS in the server itself; undefined: no TLS. */
  readonly tls: { readonly certificate: string; readonly key: string } | undefined;
  /** Proxies whose X-Forwarded-For is trusted: addresses and networks, such as 10.0.0.0/8. */
  readonly trustedProxies: readonly string[];
  /** Non-public addresses and networks permitted as webhook destinations, also without TLS. */
  readonly webhookNetworks: readonly string[];
  /** Non-public addresses and networks in which domain controllers may be asked. */
  readonly directoryNetworks: readonly string[];
  /** Non-public addresses and networks in which identity providers may be asked, also without TLS. */
  readonly ssoNetworks: readonly string[];
  readonly dataDir: string;
  /** The owner's URL, including TLS options; undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Undefined: mail is stored in the data directory. */
  readonly smtpUrl: string | undefined;
  readonly mailFrom: Sender;
  /** Recipients of requests and questions; empty: none. */
  readonly salesEmails: readonly string[];
  /** Recipients of mails about troubles of the installation; empty: nobody. */
  readonly operatorEmails: readonly string[];
  /** Days after which a further backup is due; undefined: none is. */
  readonly backupDays: number | undefined;
  /** The payment provider; undefined: payments have no effect. */
  readonly stripe:
    | {
        readonly secretKey: string;
        readonly apiUrl: string;
        /** Signing secret of Stripe's webhooks; undefined: they are refused. */
        readonly webhookSecret?: string | undefined;
        /** Product of the subscription, and its minimum amount in the currency's smallest unit; undefined: not checked. */
        readonly sale?:
          | { readonly product: string; readonly amount: number; readonly currency: string }
          | undefined;
        /** Price for new checkout sessions; undefined: none can be started. */
        readonly price?: string | undefined;
      }
    | undefined;
  /** True: creates the sample organization, only with the embedded database. */
  readonly sample: boolean;
  /** True: a server of one machine may show its mail at /dev/inbox. */
  readonly inbox: boolean;
  /** From the environment; undefined: stored in the data directory. */
  readonly operatorToken: string | undefined;
  /** From the environment, to be shared by several servers; undefined: stored in the data directory. */
  readonly authSecret: string | undefined;
  /** Previous value. */
  readonly previousAuthSecret: string | undefined;
  /** Seconds between the stop signal and the end of accepting requests, so that a load balancer can redirect first. */
  readonly drainSeconds: number;
  /** Lifetime of a session, in days after sign-in. */
  readonly sessionDays: number;
  /** Idle time after which a session ends, in hours. */
  readonly sessionIdleHours: number;
  /** Domains of mail providers in addition to the bundled lists; addresses at them belong to no company. */
  readonly mailProviders: readonly string[];
  /** DNS servers for domain verification records; empty: the system's. */
  readonly dnsServers: readonly string[];
  /** Quotas of organizations and agents that differ from the plan. */
  readonly quotas: QuotaSettings;
  /** Free bytes on the embedded database's disk below which ingest is refused. */
  readonly diskReserveBytes: number;
  readonly logLevel: (typeof logLevels)[number];
  /** True: logs each response with the caller's address, organization and agent. */
  readonly accessLog: boolean;
  /** Metrics listener; undefined: none. */
  readonly metrics: MetricsSettings | undefined;
  /** Receiver of metrics by OTLP; undefined: none. */
  readonly otlp:
    | {
        readonly endpoint: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly everyMs: number;
        readonly serviceName: string;
      }
    | undefined;
  /** The built web application. */
  readonly webRoot: string;
  /** Agent releases: by default the output of `npm run build:agents`. */
  readonly releasesRoot: string;
}

/** The environment is invalid. `faults` has one sentence per variable. */
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
 * Reads the environment and the secret files named in it. An empty variable counts as unset; relative paths start at `cwd`.
 * @throws ConfigurationError with all faults. No fault repeats a value: it may be a secret.
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
    directoryNetworks: data.SCOUT_DIRECTORY_NETWORKS ?? [],
    ssoNetworks: data.SCOUT_SSO_NETWORKS ?? [],
    dataDir: resolve(cwd, data.SCOUT_DATA_DIR),
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
    inbox: wantsInbox(data),
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
    otlp: data.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: data.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          everyMs: data.OTEL_METRIC_EXPORT_INTERVAL,
          serviceName: data.OTEL_SERVICE_NAME,
        }
      : undefined,
    webRoot: fileURLToPath(new URL('../../../../web/build/client', import.meta.url)),
    releasesRoot: data.SCOUT_RELEASES_DIR
      ? resolve(cwd, data.SCOUT_RELEASES_DIR)
      : fileURLToPath(new URL('../../../../../build/agents', import.meta.url)),
  };
}
