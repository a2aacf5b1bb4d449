import { usageOf } from '../agent/usage.ts';

/** Resident memory of a process in a period, MiB. */
export interface Period {
  readonly fromSecond: number;
  readonly min: number;
  readonly median: number;
  readonly max: number;
}

export interface MemoryReport {
  readonly periods: readonly Period[];
  /** Slope of a line through all samples of the last two thirds: in the first caches fill. */
  readonly mebibytesPerHour: number;
}

const SAMPLE_MS = 1_000;
const PERIOD_SECONDS = 300;
const MIB = 2 ** 20;

/** MiB of resident memory of a process. Linux only. */
export const residentMebibytes = (pid: number): number => Math.round(usageOf(pid).residentBytes / MIB);

/** Samples the resident memory of a process once a second until stopped. */
export function watchMemory(pid: number): { stop(): MemoryReport } {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(usageOf(pid).residentBytes / MIB), SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      const periods: Period[] = [];
      for (let from = 0; from < samples.length; from += PERIOD_SECONDS) {
        const sorted = samples.slice(from, from + PERIOD_SECONDS).sort((a, b) => a - b);
        const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]!);
        periods.push({ fromSecond: from, min: at(0), median: at(0.5), max: at(1) });
      }
      return { periods, mebibytesPerHour: Math.round(slope(samples.slice(samples.length / 3)) * 3600) };
    },
  };
}

/** Least squares, by sample. */
function slope(values: readonly number[]): number {
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const middle = (values.length - 1) / 2;
  const level = mean(values);
  let above = 0;
  let below = 0;
  for (const [index, value] of values.entries()) {
    above += (index - middle) * (value - level);
    below += (index - middle) ** 2;
  }
  return below === 0 ? 0 : above / below;
}
