import type { AgentRelease, Claims } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { createHeartbeats, type Heartbeats } from './modules/agents/fleet/heartbeats.ts';
import { openReleases, type Releases } from './modules/agents/releases/releases.ts';
import { type AgentNamesCache, createAgentNames } from './modules/agents/sql/agentNames.ts';
import { createTokenVerifier } from './modules/auth/accessToken.ts';
import { type AgentIdentity, createAgentAuthentication } from './modules/auth/agentCredential.ts';
import { createCookies } from './modules/auth/cookies.ts';
import type { AuthCore } from './modules/auth/core.ts';
import { type AuthStore, openAuthStore } from './modules/auth/database.ts';
import { createFactors, type Factors } from './modules/auth/factors.ts';
import { createKeyring, type Keyring } from './modules/auth/keyring.ts';
import { createPasswords, type Passwords } from './modules/auth/passwords.ts';
import { prepareKeyring } from './modules/auth/prepareKeyring.ts';
import { createRates, type Rates } from './modules/auth/rates.ts';
import { createRegistration, type Registration } from './modules/auth/registration.ts';
import { createRemoval, type Removal } from './modules/auth/removal.ts';
import { createRotation, type Rotation } from './modules/auth/rotation.ts';
import { createSessions, type Sessions } from './modules/auth/sessions.ts';
import { createTokenSigner } from './modules/auth/tokenSigner.ts';
import { createUsers, type Users } from './modules/auth/users.ts';
import { createPayments, type Payments } from './modules/billing/payments/payments.ts';
import { createTrialThreads, type TrialThreads } from './modules/cases/assessor/trial/trialThreads.ts';
import { createUpdates, type Updates } from './modules/events/updates/updates.ts';
import { createQuotas, type Quotas } from './modules/ingest/quota/quotas.ts';
import { createStorage, type Storage } from './modules/ingest/storage.ts';
import { createWriteHealth, type WriteHealth } from './modules/ingest/writeHealth.ts';
import { createPrinter, type Printer } from './modules/reports/printer.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import type { Secrets } from './platform/config/dataDirectory.ts';
import {
  createPasswordHashing,
  type PasswordCost,
  type PasswordHashing,
} from './platform/crypto/password.ts';
import { createSeal, type Seal } from './platform/crypto/seal.ts';
import { createAvailability, type DatabaseState } from './platform/database/availability.ts';
import { readMigrations } from './platform/database/migrate.ts';
import { createMigrationState, type MigrationState } from './platform/database/migrationState.ts';
import type { DatabaseContext } from './platform/database/open.ts';
import { type Addresses, createAddresses } from './platform/http/addresses.ts';
import { createFairQueue, type FairQueue } from './platform/http/fairQueue.ts';
import { poolOf, startBoss } from './platform/jobs/boss.ts';
import { type QueueState, queueState } from './platform/jobs/queueHealth.ts';
import { createDelivery } from './platform/mail/delivery.ts';
import { hasInbox } from './platform/mail/inbox/registerInbox.ts';
import { createMailer, deadMailQueue, type Mailer, mailQueue } from './platform/mail/mail.ts';
import { createMailProviders, type IsMailProvider } from './platform/mail/mailProviders.ts';
import { startMailWorker } from './platform/mail/mailWorker.ts';
import { loadTemplates } from './platform/mail/template.ts';
import { createPoster, type Poster } from './platform/outgoing/post.ts';
import { createSyslogSender, type SyslogSender } from './platform/outgoing/syslog.ts';
import { createTxtRecords, type TxtRecords } from './platform/outgoing/txtRecords.ts';

/** Services of all handlers, created once per process. */
export interface Context {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly clock: Clock;
  readonly database: DatabaseContext;
  /** Connections as the database's login; must be used through withRole. */
  readonly pool: pg.Pool;
  readonly authStore: AuthStore;
  readonly users: Users;
  readonly sessions: Sessions;
  readonly registration: Registration;
  readonly passwords: Passwords;
  readonly factors: Factors;
  readonly removal: Removal;
  readonly rates: Rates;
  readonly hashing: PasswordHashing;
  readonly mail: Mailer;
  readonly payments: Payments;
  /** Notifies open pages of changes. */
  readonly updates: Updates;
  /** Quotas of agents. */
  readonly quotas: Quotas;
  /** Calls of members wait here for a database connection, so that one organization's do not take all. */
  readonly memberQueue: FairQueue;
  /** Trials of settings wait here, one of an organization at a time: each takes a thread and two connections. */
  readonly trialQueue: FairQueue;
  /** Threads for trials of settings. */
  readonly trials: TrialThreads;
  /** Limits of heartbeats. */
  readonly heartbeats: Heartbeats;
  /** Storage space for events. */
  readonly storage: Storage;
  /** State of ingest's writes in this process. */
  readonly writeHealth: WriteHealth;
  /** Asks whether the database takes writes. Answers within this many milliseconds. */
  databaseState(withinMs: number): Promise<DatabaseState>;
  /** Compares the database's migrations with this version's. Answers within this many milliseconds. */
  migrationState(withinMs: number): Promise<MigrationState>;
  /** Connections of the queue of jobs. */
  readonly jobsPool: pg.Pool;
  /** State of this process's workers of queued mail. */
  queueState(): QueueState;
  /** Encrypts the cursors of the events call. */
  readonly cursorSeal: Seal;
  /** Encrypts the secrets of channels. */
  readonly channelSeal: Seal;
  /** Sends webhooks to addresses chosen by admins. */
  readonly poster: Poster;
  /** Sends syslog to addresses chosen by admins. */
  readonly syslog: SyslogSender;
  /** Makes PDFs. */
  readonly printer: Printer;
  readonly operatorToken: string;
  /** The newest agent for a platform as reported by agents ('linux 6.12.1 x64'); null without one. */
  latestAgent(platform: string): AgentRelease | null;
  readonly releases: Releases;
  /** Names by which agents select events. */
  readonly agentNames: AgentNamesCache;
  readonly keys: Keyring;
  readonly rotation: Rotation;
  readonly isMailProvider: IsMailProvider;
  readonly txtRecords: TxtRecords;
  readonly addresses: Addresses;
  /** Public origin of the web application, for links in mails: PUBLIC_URL, otherwise the listening address. */
  origin(): string;
  /** @throws Refusal malformed_token, invalid_signature or token_expired */
  verifyToken(token: string): Promise<Claims>;
  /** @throws Refusal invalid_credential or credential_revoked */
  authenticateAgent(authorization: string | undefined): Promise<AgentIdentity>;
  /** Closes everything opened by this function; the database is closed by its opener. */
  close(): Promise<void>;
}

export interface Parts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly database: DatabaseContext;
  readonly secrets: Secrets;
  readonly clock?: Clock;
  /** Directory of the embedded database; undefined: an external database. */
  readonly databaseDirectory?: string | undefined;
  /** Limits on attempts; by default those of the contract, counted in the database. */
  readonly rates?: Rates;
  /** Cost of hashing a password; the product's by default. */
  readonly passwordCost?: PasswordCost;
}

/**
 * Connections that calls of members take from the pool, and calls that wait for one. More calls may wait than an organization has
 * update streams, whose checks are such calls.
 */
const MEMBER_CALLS = { places: 6, requests: 4_096, patienceMs: 10_000 };

/** Trials at once in a process, one of each organization, and those that wait. */
const TRIALS = {
  places: 2,
  requests: 16,
  patienceMs: 20_000,
  full: {
    share: 'Other tests in your organization are waiting. Please try again after they finish.',
    process: 'Many settings tests are waiting. Please try again in a moment.',
  },
};

/**
 * Creates the services, and starts the mail worker. @throws SigningKeyError when the secret does not decrypt the signing keys in
 * the database
 */
export async function createContext({
  config,
  log,
  database,
  secrets,
  clock = Date,
  databaseDirectory,
  rates: givenRates,
  passwordCost,
}: Parts): Promise<Context> {
  await using opened = new AsyncDisposableStack();
  const authStore = openAuthStore(database.url, (error) =>
    log.warn({ err: error }, 'a database connection broke'),
  );
  opened.defer(() => authStore.close());
  const delivery = createDelivery(config);
  opened.defer(async () => delivery.close());
  const boss = await startBoss(database.url, log);
  opened.defer(() => boss.stop());
  await prepareKeyring(database.pool, secrets, clock.now());
  const keys = createKeyring(authStore, secrets.authSecret, clock);
  const mailSeal = createSeal(keys('mail'));
  const mail = createMailer(boss, mailSeal, database.pool);
  const rates = givenRates ?? createRates(authStore, clock);
  await startMailWorker({ boss, seal: mailSeal, render: await loadTemplates(), delivery, log });
  const addresses = createAddresses(config);
  const core: AuthCore = {
    pool: database.pool,
    store: authStore,
    rates,
    hashing: createPasswordHashing(passwordCost),
    clock,
    mailer: mail,
    keys,
    cookies: createCookies(config.publicUrl?.startsWith('https:') ?? false),
    sessions: createSessions(
      createTokenSigner(authStore.db, secrets.authSecret, clock),
      authStore.db,
      clock,
      {
        absoluteMs: config.sessionDays * DAY,
        idleMs: config.sessionIdleHours * 3_600_000,
      },
    ),
    // A person who reads this machine's mail at /dev/inbox is also its operator.
    subscribesFirst: hasInbox(config),
    origin: addresses.origin,
  };
  const users = createUsers(core);
  const releases = openReleases(config.releasesRoot, config.dataDir, log);
  const isMailProvider = createMailProviders(config.mailProviders);
  const passwords = createPasswords(core);
  const quotas = createQuotas({ pool: database.pool, settings: config.quotas, clock, log });
  opened.defer(() => quotas.close());
  const updates = await createUpdates({ pool: database.pool, url: database.url, log });
  opened.defer(() => updates.close());
  const writeHealth = createWriteHealth();
  const printer = createPrinter();
  opened.defer(() => printer.close());
  const migrations = await readMigrations();
  const trials = createTrialThreads(database);
  opened.defer(() => trials.close());
  const running = opened.move();
  return {
    config,
    log,
    clock,
    database,
    pool: database.pool,
    authStore,
    rates,
    hashing: core.hashing,
    mail,
    payments: createPayments(config.stripe),
    updates,
    cursorSeal: createSeal(keys('cursors')),
    channelSeal: createSeal(keys('secrets')),
    poster: createPoster(config.webhookNetworks),
    syslog: createSyslogSender(config.webhookNetworks),
    printer,
    quotas,
    memberQueue: createFairQueue(MEMBER_CALLS),
    trialQueue: createFairQueue(TRIALS),
    trials,
    heartbeats: createHeartbeats(rates),
    storage: createStorage(databaseDirectory, config.diskReserveBytes),
    writeHealth,
    databaseState: createAvailability(database.pool, writeHealth),
    migrationState: createMigrationState(
      database.pool,
      migrations.map(({ name }) => name),
    ),
    jobsPool: poolOf(boss),
    queueState: () => queueState(boss, [mailQueue, deadMailQueue], Date.now()),
    users,
    sessions: core.sessions,
    registration: createRegistration(core, users, isMailProvider),
    passwords,
    factors: createFactors(core, passwords),
    removal: createRemoval(core, passwords),
    latestAgent: releases.latestAgent,
    releases,
    agentNames: createAgentNames(),
    keys,
    rotation: createRotation({
      pool: database.pool,
      store: authStore,
      keys,
      authSecret: secrets.authSecret,
      clock,
    }),
    isMailProvider,
    txtRecords: createTxtRecords(config.dnsServers),
    addresses,
    origin: addresses.origin,
    operatorToken: secrets.operatorToken,
    verifyToken: createTokenVerifier(authStore, clock),
    authenticateAgent: createAgentAuthentication(authStore, clock),
    close: () => running.disposeAsync(),
  };
}
