import type { Intake } from '../spool/intake.ts';

/** How a source is read. */
export interface ReadOptions {
  /** Read what is there now and end; otherwise follow until `signal` aborts. */
  readonly once: boolean;
  /** Ends reading: what was taken is sealed, then {@link Source.run} resolves. */
  readonly signal: AbortSignal;
}

/** Kinds of events that the rules look at. */
export type EventKind = 'logons' | 'process_starts';

/** Where events come from. */
export interface Source {
  /** The source's name in positions and messages; the same at every start. */
  readonly key: string;
  /** The kinds that it can hold; null when nobody knows, as of a file. */
  readonly reads: readonly EventKind[] | null;
  /**
   * Reads from the intake's position into the intake.
   * @throws {SourceError} when it cannot be read and waiting would not help.
   */
  run(intake: Intake, options: ReadOptions): Promise<void>;
}

/** A source that cannot be read, in words for the person who named it. */
export class SourceError extends Error {}
