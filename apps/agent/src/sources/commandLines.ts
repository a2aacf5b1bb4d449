import { type ChildProcess, spawn } from 'node:child_process';
import { EVENT_LIMIT_BYTES } from './formats/event.ts';
import { type Segment, Segmenter } from './formats/segments.ts';
import { SourceError } from './source.ts';

/** Exit of a program. */
type End =
  | { readonly error: Error }
  | { readonly code: number | null; readonly killer: NodeJS.Signals | null };

const KEPT_ERROR_CHARACTERS = 500;
const LINE_FEED = Buffer.from('\n');

/** Lines printed by a program; `ended` when the output is complete. */
export interface Printed {
  readonly lines: readonly string[];
  readonly ended: boolean;
}

/** A program that prints lines while it runs, such as `journalctl --follow`; killed by {@link close}. */
export class CommandLines {
  readonly #child: ChildProcess;
  readonly #command: string;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #segmenter = new Segmenter(LINE_FEED, 1, EVENT_LIMIT_BYTES, 0);
  readonly #end: Promise<End>;
  #pending: Promise<IteratorResult<Buffer>> | null = null;
  #complaint = '';
  #closed = false;

  constructor(command: string, args: readonly string[]) {
    this.#command = command;
    // Standard error is for people; LC_ALL=C prevents localized output.
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    });
    this.#child = child;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-KEPT_ERROR_CHARACTERS);
    });
    this.#end = new Promise((resolve) => {
      child.on('error', (error) => resolve({ error }));
      child.on('close', (code, killer) => resolve({ code, killer }));
    });
    this.#chunks = child.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /**
   * The next lines, or none after `waitMs` or when `signal` aborts.
   * @throws {SourceError} when the program cannot be started or fails.
   */
  async next(waitMs: number, signal: AbortSignal): Promise<Printed> {
    this.#pending ??= this.#chunks.next();
    const chunk = await this.#orNothing(this.#pending, waitMs, signal);
    if (chunk === null) return { lines: [], ended: false };
    this.#pending = null;
    if (!chunk.done) return { lines: textsOf(this.#segmenter.push(chunk.value)), ended: false };
    const end = await this.#end;
    if (!this.#closed && !signal.aborted) this.#judge(end);
    return { lines: [], ended: true };
  }

  /** The last output on standard error. */
  get complaint(): string {
    return this.#complaint.trim();
  }

  /** Ends the program; resolves when it has exited. */
  async close(): Promise<void> {
    this.#closed = true;
    // It only reads, so it can be killed.
    this.#child.kill('SIGKILL');
    // Node does not report the exit of a child while its output is unread.
    this.#child.stdout?.destroy();
    this.#child.stderr?.destroy();
    await this.#end;
  }

  #judge(end: End): void {
    if ('error' in end) throw new SourceError(`${this.#command}: ${end.error.message}`);
    if (end.code === 0) return;
    const words = this.complaint;
    throw new SourceError(
      `${this.#command} ended with ${end.killer ?? `code ${end.code}`}${words && `: ${words}`}`,
    );
  }

  async #orNothing<T>(promise: Promise<T>, waitMs: number, signal: AbortSignal): Promise<T | null> {
    if (signal.aborted) return null;
    let timer: NodeJS.Timeout | undefined;
    let stop: (() => void) | undefined;
    const nothing = new Promise<null>((resolve) => {
      stop = () => resolve(null);
      timer = setTimeout(stop, waitMs);
      signal.addEventListener('abort', stop);
    });
    try {
      return await Promise.race([promise, nothing]);
    } finally {
      clearTimeout(timer);
      if (stop !== undefined) signal.removeEventListener('abort', stop);
    }
  }
}

const textsOf = (segments: readonly Segment[]): string[] =>
  segments.flatMap(({ bytes }) => (bytes === null ? [] : [bytes.toString('utf8').trimEnd()]));
