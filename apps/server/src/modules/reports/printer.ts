import { fileURLToPath } from 'node:url';
import type { EvidenceFile, MonthlyReport, PostureReport } from '@scout/contract';
import { Tinypool } from 'tinypool';
import { Refusal } from '../../platform/http/refusal.ts';
import type { PrintJob } from './pdf/thread.ts';

/** Creates PDFs off the event loop. */
export interface Printer {
  /** @throws Refusal `unavailable` when too many are waiting */
  monthly(report: MonthlyReport): Promise<Buffer>;
  /** @throws Refusal `unavailable` when too many are waiting */
  evidence(file: EvidenceFile): Promise<Buffer>;
  /** @throws Refusal `unavailable` when too many are waiting */
  postures(report: PostureReport): Promise<Buffer>;
  close(): Promise<void>;
}

const WAITING = 20;
const HEAP_MIB = 256;

/** One thread, started by the first PDF and stopped after an idle period; one PDF at a time. */
export function createPrinter(): Printer {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('./pdf/thread.ts', import.meta.url)),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  async function print(job: PrintJob): Promise<Buffer> {
    if (pool.queueSize >= WAITING) throw new Refusal('unavailable', { retryAfter: 10 });
    const file: Uint8Array = await pool.run(job);
    return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  }
  return {
    monthly: (report) => print({ monthly: report }),
    evidence: (file) => print({ evidence: file }),
    postures: (report) => print({ postures: report }),
    close: () => pool.destroy(),
  };
}
