import { once } from 'node:events';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSender } from './sender.ts';
import { ways } from './ways.ts';

/** Passed by the measuring process, as JSON in the first argument. This process reports that it is ready, and starts on request. */
export interface Order {
  readonly url: string;
  readonly credentials: readonly string[];
  /** Access token of an admin. */
  readonly session: string;
  readonly ways: readonly string[];
  readonly seconds: number;
}

// A real attacker uses another machine: here it must not take the processor from the server.
setPriority(19);
const order = JSON.parse(process.argv[2] ?? '') as Order;
const stop = new AbortController();
const senders = order.credentials.map((credential) => createSender(order.url, credential, order.session));
const attacks = order.ways.map((way) => ways[way]!());
process.stdout.write('ready\n');
await once(process.stdin, 'data');
for (const sender of senders) for (const attack of attacks) void attack(sender, stop.signal);
await sleep(order.seconds * 1000);
stop.abort();
const answers: Record<string, number> = {};
for (const sender of senders) {
  for (const [status, count] of sender.answers) answers[status] = (answers[status] ?? 0) + count;
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
