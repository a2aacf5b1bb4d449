import { gunzipSync } from 'node:zlib';
import type { AgentGap, AgentSource } from '@scout/contract';
import type { Source } from '../src/sources/source.ts';
import { Intake } from '../src/spool/intake.ts';
import { Spool } from '../src/spool/spool.ts';
import { MemoryDisk } from './memoryDisk.ts';
import { silentLog } from './silentLog.ts';

const never = new AbortController().signal;

/** Runs a source into a spool and takes everything out of it again, like a server. */
export class SourceHarness {
  /** The lines that a server would have stored, in order. */
  readonly lines: string[] = [];
  /** Lines of each batch. */
  readonly batches: number[] = [];
  #disk = new MemoryDisk();
  #spool: Spool | null = null;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** Fires for every accepted batch. */
  #arrived: () => void = () => {};

  /** Reads a source to its end, from the end of the last run. */
  async once(
    source: Source,
    report?: (state: AgentSource['state'], message: string | null) => void,
  ): Promise<void> {
    await this.#open();
    const intake = new Intake(this.spool, source.key, never, undefined, report);
    await source.run(intake, { once: true, signal: never });
    await this.#close();
  }

  /** Starts to follow a source. */
  async follow(source: Source): Promise<void> {
    await this.#open();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const intake = new Intake(this.spool, source.key, signal, { usualMs: 0, behindMs: 0 });
    this.#running = source.run(intake, { once: false, signal });
    const take = async (): Promise<void> => {
      while (!signal.aborted) {
        await this.#drain();
        if (this.spool.oldest === null) await this.spool.changed.wait(signal);
      }
    };
    this.#running = Promise.all([this.#running, take()]).then(() => {});
  }

  /** Stops following like SIGTERM. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#close();
  }

  /** Resolves when this many lines have arrived in total. */
  async until(count: number): Promise<void> {
    await this.when(() => this.lines.length >= count);
  }

  /** Resolves when a notice matches. */
  async notice(words: RegExp): Promise<void> {
    await this.when(() => this.notices.some((message) => words.test(message)));
  }

  get notices(): string[] {
    return this.spool.checkpoint.state.notices.map(({ message }) => message);
  }

  /** Unreported gaps. */
  get gaps(): readonly AgentGap[] {
    return this.spool.checkpoint.state.gaps;
  }

  get rejections(): string[] {
    return this.spool.checkpoint.state.rejections.recent.map(({ code }) => code);
  }

  get spool(): Spool {
    if (this.#spool === null) throw new Error('not started');
    return this.#spool;
  }

  /** Resolves when the condition holds. */
  async when(condition: () => boolean): Promise<void> {
    const poll = new AbortController().signal;
    while (!condition()) {
      await Promise.race([
        new Promise<void>((resolve) => {
          this.#arrived = resolve;
        }),
        this.spool.changed.wait(poll, 20),
        this.#running.then(() => {
          throw new Error('the source ended');
        }),
      ]);
    }
  }

  async #open(): Promise<void> {
    this.#spool = await Spool.open({
      fs: this.#disk,
      folder: '/state',
      limitBytes: 2 ** 30,
      firstBatch: 1,
      log: silentLog(),
    });
  }

  async #close(): Promise<void> {
    await this.spool.settle();
    await this.#drain();
    await this.spool.flush();
    this.#disk = this.#disk.reboot('nothing', () => 0);
  }

  async #drain(): Promise<void> {
    for (let batch = this.spool.oldest; batch !== null; batch = this.spool.oldest) {
      if (batch.header.lines === 0) {
        this.spool.pass(batch);
        continue;
      }
      const body = await this.spool.body(batch);
      if (body === null) throw new Error('damaged');
      const lines = gunzipSync(body).toString('utf8').split('\n').slice(0, -1);
      this.spool.acknowledge(batch, { accepted: lines.length, duplicates: 0, rejected: [] });
      this.lines.push(...lines);
      this.batches.push(lines.length);
      this.#arrived();
    }
  }
}
