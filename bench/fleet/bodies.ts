import { gzipSync } from 'node:zlib';
import { lineOf, MS_OF_EVENT } from '../ingest/events.ts';

/** Bodies kept ready. */
const KEPT = 1_000;
/** Batches that use a body before it is made again with new times. */
const USES = 20;
/** The agent's compression level. */
const GZIP_LEVEL = 3;

/** Time over which the events of a batch are spread before it is sent: an agent waits as long for a full batch. */
export const LINGER_MS = 1_000;

/**
 * Bodies of batches: making and packing one for each batch would take the simulation more of the processor than the server takes to
 * store it.
 */
export class Bodies {
  readonly #events: number;
  readonly #kept: { body: Buffer; uses: number }[] = [];
  #next = 0;
  #made = 0;

  /** @param events of a batch */
  constructor(events: number) {
    this.#events = events;
    for (let index = 0; index < KEPT; index += 1) this.#kept.push({ body: this.#make(), uses: index % USES });
  }

  next(): Buffer {
    this.#next = (this.#next + 1) % KEPT;
    const one = this.#kept[this.#next]!;
    one.uses += 1;
    if (one.uses >= USES) Object.assign(one, { body: this.#make(), uses: 0 });
    return one.body;
  }

  #make(): Buffer {
    const first = Date.now() - LINGER_MS;
    const lines = Array.from({ length: this.#events }, (_, index) => {
      const number = this.#made + index;
      return lineOf('xml', number, first + (index * LINGER_MS) / this.#events - number * MS_OF_EVENT);
    });
    this.#made += this.#events;
    return gzipSync(lines.join('\n'), { level: GZIP_LEVEL });
  }
}
