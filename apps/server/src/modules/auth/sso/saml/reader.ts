import { fileURLToPath } from 'node:url';
import { limits } from '@scout/contract';
import { Tinypool } from 'tinypool';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { ProviderProblem, SignInDenied } from '../problems.ts';
import type { SamlDescription } from './metadata.ts';
import type { ProvenAssertion } from './person.ts';
import type { Expected } from './response.ts';
import type { Read, Reading } from './thread.ts';

/** Reads XML from outside, off the event loop and for a bounded time. */
export interface SamlReader {
  /** @throws ProviderProblem, or Refusal `unavailable` when too many are waiting */
  description(metadata: string, now: number): Promise<SamlDescription>;
  /** @throws ProviderProblem, or Refusal `unavailable` when too many are waiting */
  person(response: string, expected: Expected): Promise<ProvenAssertion>;
  close(): Promise<void>;
}

const WAITING = 100;
const HEAP_MIB = 128;

/** One thread, started by the first document and stopped after an idle period; one document at a time. */
export function createSamlReader(): SamlReader {
  const pool = new Tinypool({
    filename: fileURLToPath(new URL('./thread.ts', import.meta.url)),
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
  });
  async function run(job: Reading): Promise<Read> {
    if (pool.queueSize >= WAITING) throw new Refusal('unavailable', { retryAfter: 5 });
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
    async description(metadata, now) {
      const read = await run({ metadata, now });
      if ('description' in read) return read.description;
      throw problemIn(read);
    },
    async person(response, expected) {
      const read = await run({ response, expected });
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
