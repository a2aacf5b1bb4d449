import { limits } from '@scout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import {
  type AgentServices,
  createAgentNames,
  createConfigurations,
  createHeartbeats,
  createUpgradeTurns,
  openReleases,
} from './modules/agents/module.ts';
import type { AlertServices } from './modules/alerts/module.ts';
import type { Rates } from './modules/auth/index.ts';
import {
  type AuthServices,
  createKeyring,
  createRates,
  createSamlReader,
  createSignIn,
  openAuthStore,
  prepareKeyring,
} from './modules/auth/module.ts';
import { type BillingServices, createPayments } from './modules/billing/module.ts';
import { type CaseServices, createTrialThreads } from './modules/cases/module.ts';
import { type DirectoryServices, SNAPSHOT_STEPS } from './modules/directory/module.ts';
import { createUpdates, type EventServices } from './modules/events/module.ts';
import {
  createQuotas,
  createStorage,
  createWriteHealth,
  type IngestServices,
  type Quotas,
  type WriteHealth,
} from './modules/ingest/module.ts';
import type { OperatorServices } from './modules/operator/module.ts';
import type { OrganizationServices } from './modules/organizations/module.ts';
import { createPrinter, type ReportServices } from './modules/reports/module.ts';
import type { SalesServices } from './modules/sales/module.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config/config.ts';
import type { Secrets } from './platform/config/dataDirectory.ts';
import type { PasswordCost } from './platform/crypto/password.ts';
import { createSeal } from './platform/crypto/seal.ts';
import { createAvailability } from './platform/database/availability.ts';
import { readMigrations } from './platform/database/migrate.ts';
import { createMigrationState, type MigrationState } from './platform/database/migrationState.ts';
import type { DatabaseContext } from './platform/database/open.ts';
import { createAddresses } from './platform/http/addresses.ts';
import { createFairQueue } from './platform/http/fairQueue.ts';
import { poolOf, startBoss } from './platform/jobs/boss.ts';
import { type QueueState, queueState } from './platform/jobs/queueHealth.ts';
import { createDelivery } from './platform/mail/delivery.ts';
import { hasInbox } from './platform/mail/inbox/registerInbox.ts';
import { createMailer, deadMailQueue, mailQueue } from './platform/mail/mail.ts';
import { createMailProviders } from './platform/mail/mailProviders.ts';
import { startMailWorker } from './platform/mail/mailWorker.ts';
import { loadTemplates } from './platform/mail/template.ts';
import { createFetcher } from './platform/outgoing/fetch.ts';
import { createPoster } from './platform/outgoing/post.ts';
import { createSyslogSender } from './platform/outgoing/syslog.ts';
import { createTxtRecords } from './platform/outgoing/txtRecords.ts';

/** Services of all modules, created once per process. */
export interface Context
  extends AgentServices,
    AlertServices,
    AuthServices,
    BillingServices,
    CaseServices,
    DirectoryServices,
    EventServices,
    IngestServices,
    OperatorServices,
    OrganizationServices,
    ReportServices,
    SalesServices {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly database: DatabaseContext;
  /** Quotas of agents. */
  readonly quotas: Quotas;
  /** State of ingest's writes in this process. */
  readonly writeHealth: WriteHealth;
  /** Compares the database's migrations with this version's. Answers within this many milliseconds. */
  migrationState(withinMs: number): Promise<MigrationState>;
  /** Connections of the queue of jobs. */
  readonly jobsPool: pg.Pool;
  /** State of this process's workers of queued mail. */
  queueState(): QueueState;
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

/** Milliseconds for one answer of a ticket system, and its bytes. */
const TICKET_LIMITS = { timeoutMs: 10_000, bytes: 1024 * 1024 };

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
  const isMailProvider = createMailProviders(config.mailProviders);
  const signIn = createSignIn({
    pool: database.pool,
    store: authStore,
    rates,
    clock,
    mailer: mail,
    keys,
    config,
    secrets,
    isMailProvider,
    passwordCost,
    // A person who reads this machine's mail at /dev/inbox is also its operator.
    subscribesFirst: hasInbox(config),
    origin: addresses.origin,
  });
  const releases = openReleases(config.releasesRoot, config.dataDir, log);
  const quotas = createQuotas({ pool: database.pool, settings: config.quotas, clock, log });
  opened.defer(() => quotas.close());
  const updates = await createUpdates({ pool: database.pool, url: database.url, log });
  opened.defer(() => updates.close());
  const writeHealth = createWriteHealth();
  const printer = createPrinter();
  opened.defer(() => printer.close());
  const samlReader = createSamlReader();
  opened.defer(() => samlReader.close());
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
    ...signIn,
    mail,
    payments: createPayments(config.stripe),
    updates,
    cursorSeal: createSeal(keys('cursors')),
    channelSeal: createSeal(keys('secrets')),
    directorySeal: createSeal(keys('secrets')),
    directoryNetworks: config.directoryNetworks,
    snapshotQueue: createFairQueue(SNAPSHOT_STEPS),
    ssoSeal: createSeal(keys('secrets')),
    ssoFetcher: createFetcher(config.ssoNetworks, {
      timeoutMs: limits.sso.responseSeconds * 1000,
      bytes: limits.sso.responseBytes,
    }),
    samlReader,
    poster: createPoster(config.webhookNetworks),
    ticketFetcher: createFetcher(config.webhookNetworks, TICKET_LIMITS),
    syslog: createSyslogSender(config.webhookNetworks),
    printer,
    quotas,
    memberQueue: createFairQueue(MEMBER_CALLS),
    trialQueue: createFairQueue(TRIALS),
    trials,
    heartbeats: createHeartbeats(rates, database.pool),
    upgradeTurns: createUpgradeTurns(),
    storage: createStorage(databaseDirectory, config.diskReserveBytes),
    writeHealth,
    databaseState: createAvailability(database.pool, writeHealth),
    migrationState: createMigrationState(
      database.pool,
      migrations.map(({ name }) => name),
    ),
    jobsPool: poolOf(boss),
    queueState: () => queueState(boss, [mailQueue, deadMailQueue], Date.now()),
    latestAgent: releases.latestAgent,
    releases,
    agentNames: createAgentNames(),
    configurations: createConfigurations(createSeal(keys('secrets'))),
    keys,
    isMailProvider,
    txtRecords: createTxtRecords(config.dnsServers),
    addresses,
    origin: addresses.origin,
    operatorToken: secrets.operatorToken,
    close: () => running.disposeAsync(),
  };
}
