import { DAY } from '@scout/detection/time';
import { isRefused } from '../kinds.ts';
import { CASE_DAYS } from '../weights.ts';
import {
  type Activity,
  breachWay,
  breachWords,
  type Contract,
  checkContract,
  isUse,
  OUTSIDE_LIMIT,
  outsideKey,
} from './contract.ts';

/** Activity to try a contract on. */
export type TriedActivity = Activity & {
  /** Time of the last event, epoch milliseconds. */
  last: number;
};

/** A hypothetical case: activity outside a contract in one way, for as long as it continues. */
export type TriedCase = {
  /** For example `outside its contract: from PC7`. */
  words: string;
  events: number;
  /** Epoch milliseconds. */
  last: number;
};

/** The cases that a contract would have caused for activity in any order. Its memory is bounded by the days, not by the activity. */
export type ContractTrial = {
  add(activity: TriedActivity): void;
  /** `events`: those that a contract covers; `outside`: those that it does not permit. Newest case first. */
  result(): { events: number; outside: number; cases: TriedCase[] };
};

/** One way outside the contract on one day. */
type Tried = TriedCase & { way: string; day: number };

/** Tries a contract as the assessor would apply it. */
export function tryContract(contract: Contract): ContractTrial {
  const days = new Map<number, Map<string, Tried>>();
  let events = 0;
  let outside = 0;
  return {
    add(activity) {
      const { kind, hour, count, last } = activity;
      if (!isUse(kind) && !isRefused(kind)) return;
      events += count;
      const breaches = checkContract(contract, activity);
      if (breaches.length === 0) return;
      outside += count;
      const day = Math.floor(hour / DAY);
      const ofDay = days.get(day) ?? new Map<string, Tried>();
      days.set(day, ofDay);
      const way = breachWay(breaches);
      const key = outsideKey(way, kind);
      const tried = { words: breachWords(breaches), events: count, last, way, day };
      const known = ofDay.get(key);
      if (known !== undefined) ofDay.set(key, joined(known, tried));
      else if (ofDay.size < OUTSIDE_LIMIT) ofDay.set(key, tried);
    },
    result() {
      const cases: TriedCase[] = [];
      const all = [...days.values()].flatMap((ofDay) => [...ofDay.values()]);
      for (const ofWay of Map.groupBy(all, ({ way }) => way).values()) {
        let open: Tried | undefined;
        for (const tried of ofWay.sort((a, b) => a.day - b.day)) {
          if (open === undefined) open = tried;
          else if (tried.day - open.day - 1 <= CASE_DAYS) open = { ...joined(open, tried), day: tried.day };
          else {
            cases.push(triedCase(open));
            open = tried;
          }
        }
        if (open !== undefined) cases.push(triedCase(open));
      }
      cases.sort((a, b) => b.last - a.last || (a.words < b.words ? -1 : 1));
      return { events, outside, cases };
    },
  };
}

/** Merges both, with the text of the later one. */
function joined(a: Tried, b: Tried): Tried {
  const [earlier, later] = a.last < b.last || (a.last === b.last && a.words < b.words) ? [a, b] : [b, a];
  return { ...later, events: earlier.events + later.events };
}

const triedCase = ({ words, events, last }: Tried): TriedCase => ({ words, events, last });
