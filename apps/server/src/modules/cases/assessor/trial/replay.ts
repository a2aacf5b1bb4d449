import {
  type Contract,
  type DirectoryFacts,
  type Exception,
  emptyBucket,
  type Finding,
  type Inventory,
  mergePart,
  openAssessor,
  SEVERITIES,
  type Severity,
} from '@scout/cases';
import type { Naming } from '@scout/detection';
import { HOUR } from '@scout/detection/time';
import { unpackPart } from '../../../ingest/index.ts';
import { excusedBy } from '../../sql/assessor/exceptions.ts';
import type { Part } from '../../sql/assessor/parts.ts';

/** Rules of a replay. */
export interface ReplayRules {
  readonly inventory: Inventory;
  readonly directory: DirectoryFacts;
  /** Approved contracts by the account's key. */
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly exceptions: readonly Exception[];
  readonly naming: Naming;
}

/** A case of a replay. */
export interface ReplayedCase {
  readonly severity: Severity;
  /** Sentence of its most severe finding. */
  readonly sentence: string;
  /** Time of its newest finding, epoch milliseconds. */
  readonly time: number;
}

/** Assesses stored activity from an empty state, without storing anything. */
export class Replay {
  readonly #assessor;
  readonly #exceptions: readonly Exception[];
  readonly #since: number;
  readonly #cases = new Map<string, ReplayedCase & { score: number }>();
  #bucket = emptyBucket(0);

  /** @param since epoch milliseconds: earlier findings are not reported */
  constructor({ exceptions, ...rules }: ReplayRules, since: number) {
    this.#assessor = openAssessor(rules);
    this.#exceptions = exceptions;
    this.#since = since;
  }

  /** Adds a part; parts come in order of hours. */
  add({ hour, body }: Part): void {
    if (hour !== this.#bucket.hour) {
      this.#close();
      this.#bucket = emptyBucket(hour);
    }
    // Event ids are not needed: nobody opens the events of a trial.
    mergePart(this.#bucket, unpackPart(body), (line) => line);
  }

  /** Cases by key, after the hours before `end`. */
  finish(end: number): ReadonlyMap<string, ReplayedCase> {
    this.#close();
    this.#note(this.#assessor.endDays(end));
    return this.#cases;
  }

  #close(): void {
    const { hour, cells, sessions } = this.#bucket;
    if (cells.size + sessions.length === 0) return;
    this.#note(this.#assessor.endDays(hour));
    this.#note(this.#assessor.closeHour(this.#bucket).findings);
    this.#bucket = emptyBucket(hour);
  }

  #note(findings: readonly Finding[]): void {
    for (const finding of findings) {
      const { alert, caseKey } = finding;
      const time = Date.parse(alert.time);
      if (time < this.#since || this.#isExcused(finding, time)) continue;
      const known = this.#cases.get(caseKey);
      const { severity, score, sentence } = alert;
      const isMostSevere = known === undefined || severityRank(alert) >= severityRank(known);
      this.#cases.set(caseKey, {
        ...(isMostSevere ? { severity, score, sentence } : known),
        time: Math.max(time, known?.time ?? time),
      });
    }
  }

  #isExcused({ alert, evidence, ...parts }: Finding, time: number): boolean {
    if (this.#exceptions.length === 0) return false;
    const events = evidence.map((mark) => ({
      id: mark.event,
      record_id: null,
      time: new Date(mark.time).toISOString(),
    }));
    return excusedBy({ ...parts, ...alert, occurred_at: time, events }, this.#exceptions) !== null;
  }
}

/** By severity, then score. */
const severityRank = ({ severity, score }: { severity: Severity; score: number }): number =>
  SEVERITIES.indexOf(severity) * 1_000 + score;

/** Exclusive end of the hours that are over at a time; later arrivals are rare a quarter of an hour later. */
export const endOfHours = (now: number): number => Math.floor((now - HOUR / 4) / HOUR);
