import type { NormalisedRow } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import type { CaseAlert, Detector, DetectorOptions } from './detector.ts';
import { createUseReader } from './facets.ts';

/** Bytes of one Map entry in addition to its key: a pointer, a number and their share of the table. */
const ENTRY = 48;

/** Alerts on each row with an aspect that its account never showed before. */
export function createFirstSeen(options: DetectorOptions): Detector {
  return createNewTerms(options, Number.POSITIVE_INFINITY);
}

/** Alerts on each row with an aspect that its account did not show in the previous seven days. */
export function createSevenDayNewTerms(options: DetectorOptions): Detector {
  return createNewTerms(options, 7 * DAY);
}

/** @param memory milliseconds for which an observed facet stays known */
function createNewTerms(options: DetectorOptions, memory: number): Detector {
  const useOf = createUseReader(options);
  const seen = new Map<string, Map<string, number>>();
  return {
    observe(row) {
      const use = useOf(row);
      if (use === null) return [];
      const time = Date.parse(row.timestamp);
      let known = seen.get(use.account);
      if (known === undefined) {
        known = new Map();
        seen.set(use.account, known);
      }
      const fresh: string[] = [];
      for (const facet of use.facets) {
        const last = known.get(facet);
        if (last === undefined || time - last > memory) fresh.push(facet);
        known.set(facet, time);
      }
      return fresh.length === 0 ? [] : [alertOf(row, use.account, fresh)];
    },
    finish: () => [],
    accounts: () => seen.size,
    stateBytes() {
      let bytes = 0;
      for (const [account, known] of seen) {
        bytes += ENTRY + account.length;
        for (const facet of known.keys()) bytes += ENTRY + facet.length;
      }
      return bytes;
    },
  };
}

/** The score increases with the number of new aspects. */
function alertOf(row: NormalisedRow, account: string, fresh: readonly string[]): CaseAlert {
  return {
    time: row.timestamp,
    account,
    recordIds: row.record_id === null ? [] : [row.record_id],
    score: fresh.length,
    kind: 'novelty',
    sentence: `${account}: new ${fresh.join(', ')}`,
  };
}
