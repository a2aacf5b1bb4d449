import { readdirSync, readFileSync } from 'node:fs';

/** Resource usage of a process so far. */
export interface Usage {
  /** Seconds on one core, of all live threads. */
  readonly cpuSeconds: number;
  /** Current and peak resident memory, in bytes. */
  readonly residentBytes: number;
  readonly peakBytes: number;
}

/** Linux only: from /proc, with nanosecond precision. */
export function usageOf(pid: number): Usage {
  let nanoseconds = 0n;
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += BigInt(
        readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ', 1)[0] ?? '0',
      );
    } catch {
      // The thread has ended since.
    }
  }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    cpuSeconds: Number(nanoseconds) / 1e9,
    residentBytes: kilobytes('VmRSS') * 1024,
    peakBytes: kilobytes('VmHWM') * 1024,
  };
}

/** Share of one core that a process takes while `work` runs. */
export async function percentOfCore(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = usageOf(pid).cpuSeconds;
  const begin = performance.now();
  await work();
  return ((usageOf(pid).cpuSeconds - before) / ((performance.now() - begin) / 1000)) * 100;
}
