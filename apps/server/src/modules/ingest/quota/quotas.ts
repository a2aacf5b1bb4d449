import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import type { Allowance, QuotaSettings } from '../../../platform/config/config.ts';
import { createLanes } from '../../../platform/database/lanes.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Sender } from '../gate.ts';
import { readQuota, syncUsage } from '../sql/usageStore.ts';
import { type Charged, Meter } from './meter.ts';
import { processorShare, type Quota } from './quota.ts';

/** Cost of a batch. */
export interface Work {
  /** Weighted events for the rate: quota.ts. */
  readonly work: number;
  /** Stored events and bytes. */
  readonly events: number;
  readonly bytes: number;
  /** Processor time of the thread that read it, in milliseconds. */
  readonly processorMs: number;
}

/** Quotas of agents, enforced across server processes by counts that each writes every second and reads back. */
export interface Quotas {
  /** @throws Refusal quota_exceeded, with the retry time */
  admit(sender: Sender): Promise<void>;
  charge(sender: Sender, work: Work): void;
  /** Writes the remaining counts. */
  close(): Promise<void>;
}

export interface QuotasOptions {
  readonly pool: pg.Pool;
  readonly settings: QuotaSettings;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Interval of writing and reading counts. */
const SYNC_MS = 1_000;
/** Age at which the cached usage of an idle organization is read again. */
const STALE_MS = 10_000;
const FORGET_MS = 600_000;

interface Tenant {
  quota: Quota | undefined;
  quotaAt: number;
  readonly meters: Map<string, Meter>;
  /** Senders whose usage is unknown or stale. */
  readonly wanted: Set<string>;
  readAt: number;
  syncing: Promise<void> | undefined;
}

export function createQuotas({ pool, settings, clock, log }: QuotasOptions): Quotas {
  const tenants = new Map<string, Tenant>();
  const lanes = createLanes(pool, 1);
  const now = (): number => performance.now();

  /** Writes and reads charged or wanted meters. Must not be called concurrently for the same organization. */
  async function sync(tenantId: string, tenant: Tenant): Promise<void> {
    const taken = new Map<string, Charged>();
    for (const [id, meter] of tenant.meters) if (meter.isCharged) taken.set(id, meter.take());
    for (const id of tenant.wanted) if (!taken.has(id)) taken.set(id, { seconds: 0, events: 0, bytes: 0 });
    tenant.wanted.clear();
    if (taken.size === 0) return;
    tenant.syncing = exchange(tenantId, tenant, taken);
    try {
      await tenant.syncing;
    } finally {
      tenant.syncing = undefined;
    }
  }

  async function exchange(
    tenantId: string,
    tenant: Tenant,
    taken: ReadonlyMap<string, Charged>,
  ): Promise<void> {
    try {
      const standings = await syncUsage(lanes, tenantId, taken, clock.now());
      if (now() - tenant.quotaAt > STALE_MS) {
        tenant.quota = await readQuota(pool, tenantId, settings);
        tenant.quotaAt = now();
      }
      tenant.readAt = now();
      for (const id of taken.keys()) {
        const standing = standings.get(id);
        if (standing) meterOf(tenant, id).adopt(standing, now());
        else meterOf(tenant, id);
      }
    } catch (error) {
      for (const [id, charged] of taken) tenant.meters.get(id)?.restore(charged);
      throw error;
    }
  }

  function isFresh(tenant: Tenant, senderId: string): boolean {
    return tenant.quota !== undefined && now() - tenant.readAt < STALE_MS && tenant.meters.has(senderId);
  }

  async function syncAll(): Promise<void> {
    const synced = await Promise.allSettled(
      Array.from(tenants, ([tenantId, tenant]) => syncOne(tenantId, tenant)),
    );
    const failed = synced.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  async function syncOne(tenantId: string, tenant: Tenant): Promise<void> {
    if (!tenant.syncing) await sync(tenantId, tenant);
    const isCharged = [...tenant.meters.values()].some((meter) => meter.isCharged);
    if (!isCharged && now() - tenant.readAt > FORGET_MS) tenants.delete(tenantId);
  }

  let running: Promise<void> = Promise.resolve();
  let failing = false;
  const timer = setInterval(() => {
    running = running.then(syncAll).then(
      () => {
        failing = false;
      },
      (error: unknown) => {
        if (!failing) log.warn({ err: error }, 'usage could not be written; it is retried later');
        failing = true;
      },
    );
  }, SYNC_MS).unref();

  return {
    async admit({ tenantId, agentId }) {
      const tenant = tenants.get(tenantId) ?? {
        quota: undefined,
        quotaAt: Number.NEGATIVE_INFINITY,
        meters: new Map(),
        wanted: new Set<string>(),
        readAt: 0,
        syncing: undefined,
      };
      tenants.set(tenantId, tenant);
      const senders = [tenantId, agentId];
      for (;;) {
        const missing = senders.filter((id) => !isFresh(tenant, id));
        if (missing.length === 0) break;
        for (const id of missing) tenant.wanted.add(id);
        // Callers that arrive during a query are batched into the next one.
        if (tenant.syncing) await tenant.syncing.catch(() => {});
        else await sync(tenantId, tenant);
      }
      const { organization, agent } = tenant.quota!;
      refuseBeyond(agent, meterOf(tenant, agentId), 'This agent');
      refuseBeyond(organization, meterOf(tenant, tenantId), 'This organization');
    },
    charge({ tenantId, agentId }, { work, events, bytes, processorMs }) {
      const tenant = tenants.get(tenantId);
      if (!tenant?.quota) return;
      const { organization, agent } = tenant.quota;
      const charge = (id: string, { eventsPerSecond }: Allowance): void => {
        const ofWork = work / eventsPerSecond;
        const ofProcessor = processorMs / 1000 / processorShare(eventsPerSecond);
        const charged = { seconds: Math.max(ofWork, ofProcessor), events, bytes };
        meterOf(tenant, id).charge({ ...charged, isCostly: ofProcessor > ofWork }, now());
      };
      charge(agentId, agent);
      charge(tenantId, organization);
    },
    async close() {
      clearInterval(timer);
      await running;
      await syncAll().catch((error: unknown) => log.warn({ err: error }, 'usage could not be written'));
    },
  };

  function refuseBeyond(allowance: Allowance, meter: Meter, who: string): void {
    if (meter.bytesToday >= allowance.bytesPerDay) {
      const retryAfter = secondsToMidnight(clock.now());
      throw new Refusal('quota_exceeded', {
        message: `${who} has used its ${gigabytes(allowance.bytesPerDay)} for today. It can continue at 00:00 UTC; nothing is lost in the meantime.`,
        retryAfter,
      });
    }
    const wait = meter.waitSeconds(now());
    if (wait <= 0) return;
    const retryAfter = Math.ceil(wait);
    const rate = allowance.eventsPerSecond.toLocaleString('en-US');
    const { burstSeconds } = limits.quota;
    const share = processorShare(allowance.eventsPerSecond).toLocaleString('en-US');
    const what = meter.isCostly
      ? `needed more than ${share} s of the server’s processor a second for its events and detection settings`
      : `sent more than ${rate} events a second`;
    throw new Refusal('quota_exceeded', {
      message: `${who} ${what} for longer than ${burstSeconds} seconds. It can continue in ${retryAfter} s; nothing is lost in the meantime.`,
      retryAfter,
    });
  }
}

function meterOf({ meters }: Tenant, senderId: string): Meter {
  const known = meters.get(senderId);
  if (known) return known;
  const meter = new Meter();
  meters.set(senderId, meter);
  return meter;
}

const secondsToMidnight = (now: number): number => Math.ceil((DAY - (now % DAY)) / 1000);

const gigabytes = (bytes: number): string =>
  `${(bytes / 1e9).toLocaleString('en-US', { maximumFractionDigits: 3 })} GB`;
