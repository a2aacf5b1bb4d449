import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { lineOf } from '../ingest/events.ts';
import type { Caller } from './call.ts';

/** Totals of the whole fleet. */
export interface Tally {
  /** Acknowledged events, and events sent twice because of a lost response. */
  acknowledged: number;
  duplicates: number;
  /** Time from an event to its acknowledgment, milliseconds. */
  readonly lags: number[];
}

export interface Pace {
  readonly heartbeatMs: number;
  readonly batchMs: number;
  readonly eventsPerBatch: number;
}

/** Maximum delay before an agent sends a partial batch. */
const LINGER_MS = 1_000;
const GZIP_LEVEL = 3;

const sleepUntil = (ms: number, end: number): Promise<void> =>
  sleep(Math.max(0, Math.min(ms, end - performance.now())));

/** One simulated machine: enrolls, sends heartbeats, and sends batches one at a time, like the agent. */
export class Machine {
  readonly #caller: Caller;
  readonly #index: number;
  #credential = '';
  #batch = 1;
  #sent = 0;

  constructor(caller: Caller, index: number) {
    this.#caller = caller;
    this.#index = index;
  }

  /** Enrolls, and retries as requested by the server. */
  async enrol(token: string): Promise<void> {
    for (;;) {
      const answer = await this.#caller.post(
        '/api/agents/v1/enrol',
        {},
        JSON.stringify({ token, machine_id: `machine-${this.#index}`, ...this.#self }),
      );
      if (answer.status === 200) {
        this.#credential = String(answer.body.credential);
        this.#batch = Number(answer.body.next_batch);
        return;
      }
      if (answer.status !== 429) throw new Error(`enrollment: HTTP ${answer.status} ${answer.body.message}`);
      await sleep((answer.retryAfterSeconds + Math.random()) * 1000);
    }
  }

  async sendHeartbeats(pace: Pace, until: number): Promise<void> {
    await sleepUntil(Math.random() * pace.heartbeatMs, until - 1_000);
    while (performance.now() < until) {
      await this.#caller.post(
        '/api/agents/v1/heartbeat',
        this.#authorization,
        JSON.stringify(this.#heartbeatRequest()),
      );
      await sleepUntil(pace.heartbeatMs * (0.9 + Math.random() * 0.2), until);
    }
  }

  async keepShipping(pace: Pace, until: number, tally: Tally): Promise<void> {
    await sleepUntil(Math.random() * pace.batchMs, until - 1_000);
    while (performance.now() < until) {
      await this.#ship(pace.eventsPerBatch, tally);
      await sleepUntil(pace.batchMs * (0.5 + Math.random()), until);
    }
  }

  async #ship(events: number, tally: Tally): Promise<void> {
    const first = Date.now() - LINGER_MS;
    const times = Array.from({ length: events }, (_, index) => first + (index * LINGER_MS) / events);
    const body = gzipSync(
      times.map((time, index) => lineOf('xml', this.#index * 1_000 + this.#sent + index, time)).join('\n'),
      {
        level: GZIP_LEVEL,
      },
    );
    const headers = {
      ...this.#authorization,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'scout-batch': String(this.#batch),
    };
    for (;;) {
      const { status, body: answer } = await this.#caller.post('/api/ingest/v1/events', headers, body);
      if (status === 200) {
        tally.acknowledged += Number(answer.accepted);
        tally.duplicates += Number(answer.duplicates);
        const now = Date.now();
        for (const time of times) tally.lags.push(now - time);
        this.#batch += 1;
        this.#sent += events;
        return;
      }
      // The agent retries forever; this does too, with a shorter delay.
      await sleep(1_000);
    }
  }

  get #authorization(): Record<string, string> {
    return { authorization: `Bearer ${this.#credential}` };
  }

  get #self(): Record<string, string> {
    return { host: `WS-${1000 + this.#index}`, platform: 'win32 10.0.22631 x64', version: '0.1.0' };
  }

  #heartbeatRequest(): object {
    return {
      ...this.#self,
      sent_at: new Date().toISOString(),
      queue_depth: 0,
      waiting_seconds: 0,
      events_read: this.#sent,
      events_sent: this.#sent,
      events_rejected: 0,
      gaps: [],
      audit: { process_creation: 'on', command_lines: 'on', logons: 'on' },
      sources: [{ name: 'windows:Security', state: 'reading', message: null }],
    };
  }
}
