import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { compileNaming } from '@scout/detection';
import { endOfHours, Replay, type ReplayedCase } from './replay.ts';
import type { TrialData, TrialMessage } from './replayBoth.ts';

// Entry point of the thread of replayBoth.ts.
const { now, since, rules, present, proposed } = workerData as TrialData;
const [before, after] = [present, proposed].map(
  (settings) => new Replay({ ...rules, naming: compileNaming(settings) }, since),
) as [Replay, Replay];

const port = parentPort!;
for (;;) {
  const [message] = (await once(port, 'message')) as [TrialMessage];
  if (message.do === 'finish') break;
  for (const { body, ...part } of message.parts)
    for (const replay of [before, after]) replay.add({ ...part, body: Buffer.from(body) });
  port.postMessage('added');
}
const end = endOfHours(now);
port.postMessage({ before: before.finish(end), after: after.finish(end) } satisfies {
  before: ReadonlyMap<string, ReplayedCase>;
  after: ReadonlyMap<string, ReplayedCase>;
});
port.close();
