import type { AgentAudit, AgentSource } from '@scout/contract';
import { limits } from '@scout/contract/limits';

const { sourcesPerHeartbeat, sourceNameMax, sourceMessageMax } = limits.agent;

/** State of collection for the heartbeat: each source, and the machine's audit policy. */
export class Collection {
  readonly #sources = new Map<string, AgentSource>();
  readonly #reading: () => void;
  /** Last audit policy; undefined before the first reading. */
  audit: AgentAudit | undefined;

  /** `reading` is called whenever a source reports the state `reading`. */
  constructor(reading: () => void = () => {}) {
    this.#reading = reading;
  }

  /** Records the state of a source; `message` is the reason for a state other than reading. */
  report(name: string, state: AgentSource['state'], message: string | null): void {
    this.#sources.set(name, {
      name: name.slice(0, sourceNameMax),
      state,
      message: message && printable(message).slice(0, sourceMessageMax),
    });
    if (state === 'reading') this.#reading();
  }

  get sources(): AgentSource[] {
    return [...this.#sources.values()].slice(0, sourcesPerHeartbeat);
  }
}

/** Messages of other programs may contain control characters. */
const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').toWellFormed();
