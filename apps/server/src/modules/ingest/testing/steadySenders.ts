import { setTimeout as pause } from 'node:timers/promises';
import { enrolSender } from '../../../platform/database/testing/sender.ts';

/** What senders did until they were asked to finish. */
export interface Sent {
  /** Batches of one event each, every one of them acknowledged in the end. */
  readonly sent: number;
  readonly acknowledged: number;
  /** Tries that were not answered with 200, by status; 0: no answer in time. */
  readonly refusals: Readonly<Record<number, number>>;
}

/** Senders of several organizations, each sending batch after batch and a batch again until it is acknowledged. */
export interface SteadySenders {
  readonly tenantIds: readonly string[];
  /** Resolves when each sender had a batch acknowledged that was begun after this call. */
  flow(): Promise<void>;
  finish(): Promise<Sent>;
}

/** Milliseconds that a sender waits for an answer. */
const PATIENCE_MS = 20_000;
const AGAIN_MS = 250;

/** Starts senders on a running server. */
export async function sendSteadily(
  url: string,
  operatorToken: string,
  senders: number,
): Promise<SteadySenders> {
  const enrolled = await Promise.all(
    Array.from({ length: senders }, (_, index) => enrolSender(url, operatorToken, `Northwind Bank ${index}`)),
  );
  const refusals: Record<number, number> = {};
  const acknowledged = enrolled.map(() => 0);
  const begun = enrolled.map(() => 0);
  let isOver = false;

  async function run(index: number): Promise<void> {
    for (let batch = 1; !isOver; batch += 1) {
      begun[index] = batch;
      for (;;) {
        const status = await enrolled[index]!.send(batch, PATIENCE_MS);
        if (status === 200) break;
        refusals[status] = (refusals[status] ?? 0) + 1;
        await pause(AGAIN_MS);
      }
      acknowledged[index] = batch;
      await pause(20);
    }
  }

  const running = Promise.all(enrolled.map((_, index) => run(index)));
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  return {
    tenantIds: enrolled.map(({ tenantId }) => tenantId),
    async flow() {
      const before = [...begun];
      while (acknowledged.some((batch, index) => batch <= before[index]!)) await pause(50);
    },
    async finish() {
      isOver = true;
      await running;
      return { sent: sum(begun), acknowledged: sum(acknowledged), refusals };
    },
  };
}
