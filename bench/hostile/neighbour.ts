import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { lineOf } from '../ingest/events.ts';
import { post } from './post.ts';

const EVENTS = 100;
const EVERY_MS = 200;

/** An agent that sends a batch of 100 events five times per second until stopped. */
export class Neighbour {
  readonly #url: string;
  readonly #credential: string;
  readonly #connections = new Agent({ keepAlive: true, maxSockets: 1 });
  #batch = 1;

  constructor(url: string, credential: string) {
    this.#url = url;
    this.#credential = credential;
  }

  /** Milliseconds from each batch's first attempt to its acknowledgment, and number of failed responses. */
  async send(seconds: number): Promise<{ times: number[]; refused: number }> {
    const times: number[] = [];
    let refused = 0;
    const until = performance.now() + seconds * 1000;
    // Machines are not in step, neither with each other nor with the first moment of an attack.
    await sleep(EVERY_MS * Math.random());
    while (performance.now() < until) {
      const begin = performance.now();
      const now = Date.now();
      const body = gzipSync(
        Array.from({ length: EVENTS }, (_, index) => lineOf('xml', this.#batch * EVENTS + index, now)).join(
          '\n',
        ),
      );
      const sent = performance.now();
      while ((await post(this.#url, this.#credential, this.#connections, this.#batch, body)) !== 200) {
        refused += 1;
        await sleep(100);
      }
      times.push(performance.now() - sent);
      this.#batch += 1;
      await sleep(Math.max(0, EVERY_MS * (0.5 + Math.random()) - (performance.now() - begin)));
    }
    return { times, refused };
  }

  close(): void {
    this.#connections.destroy();
  }
}
