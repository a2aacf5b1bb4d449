import type { ServerResponse } from 'node:http';
import { Refusal } from './refusal.ts';

/** Thrown by work that nobody waits for any more. No client sees it. */
export class Gone extends Refusal {
  constructor() {
    super('unavailable', { message: 'The connection of the request has ended.' });
  }
}

/** One signal of each response: an export asks for it again for every piece. */
const signals = new WeakMap<ServerResponse, AbortSignal>();

/** Aborts, with {@link Gone}, when the connection of a request ends before its answer was written. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const known = signals.get(response);
  if (known !== undefined) return known;
  const controller = new AbortController();
  signals.set(response, controller.signal);
  const abort = (): void => {
    if (!response.writableFinished) controller.abort(new Gone());
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}
