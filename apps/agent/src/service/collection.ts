import { limits } from '@scout/contract/limits';
import type { SourceState } from '../spool/intake.ts';
import type { AuditPolicy, SourceReport } from '../transport/server.ts';

const { sourcesPerHeartbeat, sourceNameMax, sourceMessageMax } = limits.agent;

/** How collection goes, for the heartbeat: each source's state, and whether the machine writes down what is looked for. */
export class Collection {
  readonly #sources = new Map<string, SourceReport>();
  readonly #reading: () => void;
  /** What the last look at the audit policy found; undefined before the first. */
  audit: AuditPolicy | undefined;

  /** `reading` is told whenever a source says that it is read. */
  constructor(reading: () => void = () => {}) {
    this.#reading = reading;
  }

  /** Notes how reading a source goes; `message` says why it does not. */
  report(name: string, state: SourceState, message: string | null): void {
    this.#sources.set(name, {
      name: name.slice(0, sourceNameMax),
      state,
      message: message && printable(message).slice(0, sourceMessageMax),
    });
    if (state === 'reading') this.#reading();
  }

  get sources(): SourceReport[] {
    return [...this.#sources.values()].slice(0, sourcesPerHeartbeat);
  }
}

/** Words of other programs hold what they like. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
