import { parentPort } from 'node:worker_threads';
import { compileNaming, type Naming } from '@scout/detection';
import { createGenerations } from '@scout/detection/remember';
import { Gone } from '../../../platform/http/gone.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { collectWhenIdle } from '../../../platform/jobs/idleMemory.ts';
import { releaseMemory } from '../readBody.ts';
import { createUnpackerOfThread } from '../unpack.ts';
import { createLocalReader } from './localReader.ts';
import {
  type Answer,
  type Answered,
  type Fault,
  type Given,
  memoryOfAnswer,
  sentOf,
  type Task,
} from './messages.ts';

/** Organizations of a generation whose compiled settings are kept: compiling takes milliseconds, and results are remembered by naming. */
const KEPT = 50;

const reader = createLocalReader(createUnpackerOfThread());
const namings = createGenerations<Naming>(KEPT);

collectWhenIdle();
// Entry point of the threads of threads.ts, which ends them.
parentPort!.on('message', async ({ batch, task }: Given) => {
  const answer = await readInThread(task);
  parentPort!.postMessage({ batch, answer } satisfies Answered, memoryOfAnswer(answer));
});

async function readInThread(task: Task): Promise<Answer> {
  const faults: Fault[] = [];
  let processorMs = 0;
  const body = Buffer.from(task.body.buffer, task.body.byteOffset, task.body.byteLength);
  const outcome = async (): Promise<Answer['outcome']> => {
    try {
      const read = await reader.read(
        { ...task, body },
        {
          named: { naming: namingOf(task) },
          gone: goneOf(task.gone),
          onFault: (error, line) => faults.push({ error, line }),
          onUsed: (used) => {
            processorMs = used;
          },
        },
      );
      return { read: sentOf(read, body) };
    } catch (error) {
      if (!(error instanceof Refusal)) return { failed: error };
      const { code, message, retryAfter } = error;
      return { refused: { code, message, retryAfter } };
    } finally {
      releaseMemory(body);
    }
  };
  return { outcome: await outcome(), processorMs, faults };
}

/** The same naming for the same settings: what is remembered of earlier events belongs to it. */
function namingOf({ identity, version, settings }: Task): Naming {
  const key = `${identity.tenantId} ${version}`;
  const known = namings.get(key);
  if (known !== undefined) return known;
  const naming = compileNaming(settings);
  namings.set(key, naming);
  return naming;
}

const goneOf = (flag: Int32Array): Pick<AbortSignal, 'throwIfAborted'> => ({
  throwIfAborted() {
    if (Atomics.load(flag, 0) !== 0) throw new Gone();
  },
});
