import { fileURLToPath } from 'node:url';
import { limits } from '@scout/contract';
import { Tinypool } from 'tinypool';
import { createFairQueue } from '../../../../platform/http/fairQueue.ts';
import { ProviderProblem, SignInDenied } from '../problems.ts';
import type { SamlDescription } from './metadata.ts';
import type { ProvenAssertion } from './person.ts';
import type { Expected } from './response.ts';
import type { Read, Reading } from './thread.ts';

/** Reads XML from outside, off the event loop and for a bounded time. Organizations take turns, so that none keeps others waiting. */
export interface SamlReader {
  /** @throws ProviderProblem, or Refusal `rate_limited` or `unavailable` when too many are waiting */
  description(tenantId: string, metadata: string, now: number): Promise<SamlDescription>;
  /** @throws ProviderProblem, or Refusal `rate_limited` or `unavailable` when too many are waiting */
  person(tenantId: string, response: string, expected: Expected): Promise<ProvenAssertion>;
  close(): Promise<void>;
}

const REQUESTS = 100;
const PATIENCE_MS = 10_000;
const HEAP_MIB = 128;

/**
 * One thread, started by the first document and stopped after an idle period; one document at a time.
 * @param patienceMs milliseconds that a document waits for its turn
 */
export function createSamlReader(patienceMs = PATIENCE_MS): SamlReader {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('./thread.ts', import.meta.url)),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  const queue = createFairQueue({ places: 1, requests: REQUESTS, patienceMs });
  async function run(job: Reading): Promise<Read> {
    const time = new AbortController();
    const timer = setTimeout(() => time.abort(), limits.sso.readSeconds * 1000);
    try {
      return (await pool.run(job, { signal: time.signal })) as Read;
    } catch (cause) {
      throw new ProviderProblem('The XML could not be read in time.', { cause });
    } finally {
      clearTimeout(timer);
    }
  }
  return {
    async description(tenantId, metadata, now) {
      const read = await queue.within(tenantId, () => run({ metadata, now }));
      if ('description' in read) return read.description;
      throw problemIn(read);
    },
    async person(tenantId, response, expected) {
      const read = await queue.within(tenantId, () => run({ response, expected }));
      if ('person' in read) return read.person;
      throw problemIn(read);
    },
    close: () => pool.destroy(),
  };
}

function problemIn(read: Read): ProviderProblem {
  if (!('problem' in read)) throw new TypeError('The thread read something else');
  return read.isDenied ? new SignInDenied(read.problem) : new ProviderProblem(read.problem);
}
