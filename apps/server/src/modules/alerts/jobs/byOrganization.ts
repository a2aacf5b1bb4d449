import { type Job, scheduleRounds } from '../../../platform/jobs/rounds.ts';

interface ByOrganization {
  /** Milliseconds between looks for work. */
  readonly everyMs: number;
  /** Organizations served at the same time. */
  readonly most: number;
  /** Organizations with work, longest waiting first, without those under way. */
  waiting(except: readonly string[]): Promise<string[]>;
  /** Does some work of one organization. @returns how much was done; 0: nothing is left */
  step(tenantId: string): Promise<number>;
  /** Called without a tenant when looking for work failed. */
  onError(error: unknown, tenantId?: string): void;
}

/** Work that waits for addresses of organizations: a slow one delays only its own organization. */
export function scheduleByOrganization({ everyMs, most, waiting, step, onError }: ByOrganization): Job {
  const underWay = new Map<string, Promise<void>>();

  async function serve(tenantId: string, signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted && (await step(tenantId)) > 0);
    } catch (error) {
      onError(error, tenantId);
    } finally {
      underWay.delete(tenantId);
    }
  }

  const looking = scheduleRounds({
    everyMs,
    async round(signal) {
      const free = most - underWay.size;
      if (free <= 0) return;
      const due = await waiting([...underWay.keys()]);
      for (const tenantId of due.slice(0, free)) underWay.set(tenantId, serve(tenantId, signal));
    },
    onError,
  });
  return {
    async stop() {
      await looking.stop();
      await Promise.all(underWay.values());
    },
  };
}
