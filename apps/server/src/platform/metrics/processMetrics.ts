import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Family } from './exposition.ts';

/** Resource usage of this process. */
export interface ProcessMetrics {
  families(): Family[];
  stop(): void;
}

const PERCENTILES = [50, 99];

/** Starts measuring event loop delay. */
export function watchProcess(): ProcessMetrics {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = Date.now() / 1000 - process.uptime();
  return {
    families() {
      const { user, system } = process.cpuUsage();
      const families: Family[] = [
        {
          name: 'process_cpu_seconds_total',
          help: 'Processor time of the process, all threads.',
          type: 'counter',
          samples: [{ value: (user + system) / 1e6 }],
        },
        {
          name: 'process_resident_memory_bytes',
          help: 'Memory of the process.',
          type: 'gauge',
          samples: [{ value: process.memoryUsage.rss() }],
        },
        {
          name: 'process_start_time_seconds',
          help: 'Start of the process, in seconds since 1970.',
          type: 'gauge',
          samples: [{ value: startedAt }],
        },
        {
          name: 'nodejs_eventloop_delay_seconds',
          help: 'How late the event loop was since the last look.',
          type: 'gauge',
          // NaN without a sample since the last reading.
          samples: PERCENTILES.map((percentile) => ({
            labels: { percentile },
            value: (delay.percentile(percentile) || 0) / 1e9,
          })),
        },
      ];
      delay.reset();
      return families;
    },
    stop: () => delay.disable(),
  };
}
