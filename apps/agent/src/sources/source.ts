import type { Naming } from '@scout/detection/naming';
import type { Intake } from '../spool/intake.ts';

/** Options for reading a source. */
export interface ReadOptions {
  /** True: read the present content and end; otherwise follow until `signal` aborts. */
  readonly once: boolean;
  /** Ends reading: accepted events are sealed, then {@link Source.run} resolves. */
  readonly signal: AbortSignal;
}

/** Kinds of events used by the rules. */
export type EventKind = 'logons' | 'process_starts';

/** The organization's names, which change while a source runs. */
export interface SourceNames {
  readonly naming: Naming;
  /** Resolves when a source that selects events by names may start. */
  ready(signal: AbortSignal): Promise<void>;
}

/** A source of events. */
export interface Source {
  /** The source's name in positions and messages; the same at every start. */
  readonly key: string;
  /** Kinds of events that it can contain; null if unknown, as for a file. */
  readonly reads: readonly EventKind[] | null;
  /** True when it selects events by the organization's names. */
  readonly selects?: boolean;
  /**
   * Reads from the intake's position into the intake.
   * @throws {SourceError} when it is unreadable and waiting would not help.
   */
  run(intake: Intake, options: ReadOptions): Promise<void>;
}

/** An unreadable source, with a message for the person who configured it. */
export class SourceError extends Error {}
