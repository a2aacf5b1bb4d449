import { setTimeout as sleep } from 'node:timers/promises';
import { type Bodies, LINGER_MS } from './bodies.ts';
import type { Caller } from './call.ts';
import { Histogram } from './histogram.ts';

/** Totals of the whole fleet. */
export interface Tally {
  /** Acknowledged batches and events, and events sent twice because of a lost response. */
  batches: number;
  acknowledged: number;
  duplicates: number;
  /** Time from an event to its acknowledgment. */
  readonly lags: Histogram;
}

export const newTally = (): Tally => ({ batches: 0, acknowledged: 0, duplicates: 0, lags: new Histogram() });

export interface Pace {
  readonly heartbeatMs: number;
  /** 0: the next batch as soon as one is acknowledged. */
  readonly batchMs: number;
}

const sleepUntil = (ms: number, end: number): Promise<void> =>
  sleep(Math.max(0, Math.min(ms, end - performance.now())));

/** One simulated machine: enrolls, sends heartbeats, and sends batches one at a time, like the agent. */
export class Machine {
  readonly #caller: Caller;
  readonly #index: number;
  #authorization: Readonly<Record<string, string>> = {};
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
        { 'content-type': 'application/json' },
        JSON.stringify({ token, machine_id: `machine-${this.#index}`, ...this.self }),
      );
      if (answer.status === 200) {
        this.#authorization = { authorization: `Bearer ${answer.body.credential}` };
        this.#batch = Number(answer.body.next_batch);
        return;
      }
      if (answer.status !== 429) throw new Error(`enrollment: HTTP ${answer.status} ${answer.body.message}`);
      await sleep((answer.retryAfterSeconds + Math.random()) * 1000);
    }
  }

  /** Notes the credential of a machine that is enrolled already, without batches. */
  enrolled(credential: string): void {
    this.#authorization = { authorization: `Bearer ${credential}` };
  }

  async sendHeartbeats(pace: Pace, until: number): Promise<void> {
    await sleepUntil(Math.random() * pace.heartbeatMs, until - 1_000);
    while (performance.now() < until) {
      await this.#caller.post(
        '/api/agents/v1/heartbeat',
        { ...this.#authorization, 'content-type': 'application/json' },
        JSON.stringify(this.#heartbeatRequest()),
      );
      await sleepUntil(pace.heartbeatMs * (0.9 + Math.random() * 0.2), until);
    }
  }

  async keepShipping(bodies: Bodies, pace: Pace, until: number, tally: Tally): Promise<void> {
    await sleepUntil(Math.random() * pace.batchMs, until - 1_000);
    while (performance.now() < until) {
      await this.#ship(bodies.next(), tally);
      if (pace.batchMs > 0) await sleepUntil(pace.batchMs * (0.5 + Math.random()), until);
    }
  }

  async #ship(body: Buffer, tally: Tally): Promise<void> {
    const begun = performance.now();
    const headers = {
      ...this.#authorization,
      'content-type': 'application/x-ndjson',
      'content-encoding': 'gzip',
      'scout-batch': String(this.#batch),
    };
    for (;;) {
      const { status, body: answer } = await this.#caller.post('/api/ingest/v1/events', headers, body);
      if (status === 200) {
        const accepted = Number(answer.accepted);
        tally.batches += 1;
        tally.acknowledged += accepted;
        tally.duplicates += Number(answer.duplicates);
        const waited = performance.now() - begun;
        for (let event = 1; event <= accepted; event += 1)
          tally.lags.add(waited + (LINGER_MS * event) / accepted);
        this.#batch += 1;
        this.#sent += accepted;
        return;
      }
      // The agent retries forever; this does too, with a shorter delay.
      await sleep(1_000);
    }
  }

  get self(): { host: string; platform: string; version: string } {
    return { host: `WS-${1000 + this.#index}`, platform: 'win32 10.0.22631 x64', version: '0.1.0' };
  }

  #heartbeatRequest(): object {
    return {
      ...this.self,
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
