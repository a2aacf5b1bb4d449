import { join } from 'node:path';
import {
  type AgentNames,
  compileAgentNames,
  readAgentNames,
  STANDARD_AGENT_NAMES,
  UNKNOWN_AGENT_NAMES,
} from '@scout/detection/agentNames';
import type { Naming } from '@scout/detection/naming';
import { atomicWrite } from '../runtime/atomicWrite.ts';
import type { DurableFs } from '../runtime/durableFs.ts';
import type { Log } from '../runtime/log.ts';
import { pause } from '../runtime/signal.ts';
import type { SourceNames } from '../sources/source.ts';
import { fieldsOf } from '../transport/request.ts';

const FILE = 'names.json';
const ETAG_MAX = 64;
/** Reading starts without the organization's names after this time without a response. */
const WAIT_MS = 60_000;

/**
 * The organization's names for accounts and servers: received with heartbeats, stored in the state directory, and used by sources
 * to select events. A changed value applies to the next event.
 */
export class Names implements SourceNames {
  readonly #waitMs: number;
  readonly #known = new AbortController();
  #store: { readonly fs: DurableFs; readonly folder: string; readonly log: Log } | null = null;
  #etag: string | null = null;
  #naming: Naming = compileAgentNames(UNKNOWN_AGENT_NAMES);
  /** The last reported problem, which otherwise every heartbeat would repeat. */
  #problem: string | null = null;

  constructor(waitMs = WAIT_MS) {
    this.#waitMs = waitMs;
  }

  get naming(): Naming {
    return this.#naming;
  }

  /** Identifies the names in use for the server; null without any. */
  get etag(): string | null {
    return this.#etag;
  }

  /** Resolves once names are known, or after a while without them: then events of all accounts but machines are sent. */
  async ready(signal: AbortSignal): Promise<void> {
    if (this.#known.signal.aborted) return;
    await pause(this.#waitMs, AbortSignal.any([signal, this.#known.signal]));
  }

  /** Uses the names stored by an earlier run. A damaged file counts as missing. */
  async load(fs: DurableFs, folder: string, log: Log): Promise<void> {
    this.#store = { fs, folder, log };
    let text: string;
    try {
      text = (await fs.readFile(join(folder, FILE))).toString('utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') this.#refuse((error as Error).message);
      return;
    }
    const read = parse(parseJson(text));
    if (typeof read === 'string') this.#refuse(`${FILE} is damaged: ${read}`);
    else this.#use(read);
  }

  /** Uses and stores the names of a heartbeat's response; undefined: unchanged, or a server of an earlier version. */
  async hear(received: unknown): Promise<void> {
    if (received === undefined) {
      if (this.#etag === null) this.#apply(STANDARD_AGENT_NAMES);
      return;
    }
    const read = parse(received);
    if (typeof read === 'string') return this.#refuse(`the server's value is refused: ${read}`);
    if (read.etag === this.#etag) return;
    this.#use(read);
    const { fs, folder, log } = this.#store!;
    log.info(`the names of service accounts have changed: ${describe(read.names)}`);
    const text = Buffer.from(`${JSON.stringify({ etag: read.etag, ...read.names })}\n`);
    await atomicWrite(fs, folder, FILE, [text]).catch((error: unknown) =>
      log.warn(`${FILE} could not be written (${String(error)}); the next start asks the server again`),
    );
  }

  #use({ etag, names }: Received): void {
    this.#etag = etag;
    this.#problem = null;
    this.#apply(names);
  }

  #apply(names: AgentNames): void {
    this.#naming = compileAgentNames(names);
    this.#known.abort();
  }

  /** The names in use stay. */
  #refuse(problem: string): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    const used =
      this.#etag === null ? 'events of all accounts but machines are sent' : 'the earlier names stay in use';
    this.#store?.log.warn(`names of service accounts: ${problem} (${used})`);
  }
}

interface Received {
  readonly etag: string;
  readonly names: AgentNames;
}

function parse(value: unknown): Received | string {
  const { etag } = fieldsOf(value);
  if (typeof etag !== 'string' || etag === '' || etag.length > ETAG_MAX) return 'It has no version.';
  const names = readAgentNames(value);
  return typeof names === 'string' ? names : { etag, names };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function describe({ service_accounts: { standard, entries }, accounts, others }: AgentNames): string {
  const parts = [
    ...(standard ? ['the default rule'] : []),
    `${entries.length} ${entries.length === 1 ? 'entry' : 'entries'} of the organization`,
    `${accounts.length} further ${accounts.length === 1 ? 'account' : 'accounts'}`,
  ];
  const incomplete = {
    none: '',
    users: '; there are more, so events of all accounts but machines are sent',
    all: '; there are more, so events of all accounts are sent',
  };
  return parts.join(', ') + incomplete[others];
}
