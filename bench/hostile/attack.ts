import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { createSender } from './sender.ts';
import { ways } from './ways.ts';

/** What the process that measures tells this one, as JSON in the first argument. */
export interface Order {
  readonly url: string;
  readonly credentials: readonly string[];
  readonly ways: readonly string[];
  readonly seconds: number;
}

// An attacker computes on a machine of its own: here it must not take the processor from the server.
setPriority(19);
const order = JSON.parse(process.argv[2] ?? '') as Order;
const stop = new AbortController();
const senders = order.credentials.map((credential) => createSender(order.url, credential));
for (const sender of senders) for (const way of order.ways) void ways[way]?.(sender, stop.signal);
await sleep(order.seconds * 1000);
stop.abort();
const answers: Record<string, number> = {};
for (const sender of senders) {
  for (const [status, count] of sender.answers) answers[status] = (answers[status] ?? 0) + count;
}
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
