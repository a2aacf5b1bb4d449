import { keyOf, stripAccount } from '@scout/detection';
import { plainText, zonedTime } from '../formats/plainText.ts';

/** A change of another system, as far as it was filled in. Its texts are that system's. */
export interface Change {
  readonly system: 'Jira' | 'ServiceNow';
  readonly number: string;
  /** Its status there. */
  readonly status: string;
  readonly isApproved: boolean;
  /** False for an issue of another type. */
  readonly isChange: boolean;
  /** Planned start and end, epoch milliseconds; null without one. */
  readonly from: number | null;
  readonly to: number | null;
  /** Machines, and what else it names as affected. */
  readonly names: readonly string[];
  readonly text: string;
}

/** The part of a case that a change has to explain. */
export interface ChangedCase {
  readonly accounts: readonly string[];
  readonly sources: readonly string[];
  readonly destinations: readonly string[];
  /** First and last event, epoch milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** A sentence why a change does not explain a case, or with what it does. */
export type Judgement = { readonly fault: string } | { readonly fit: string };

/** Compares a change with a case: it must be approved, contain all events, and name the machines or the account. */
export function judgeChange(change: Change, about: ChangedCase): Judgement {
  const { from, to } = change;
  const title = `${plainText(change.number, 60)} in ${change.system}`;
  const time = (at: number) => zonedTime(new Date(at).toISOString(), 'UTC');
  if (!change.isChange) return { fault: `${title} is not a change.` };
  if (!change.isApproved)
    return { fault: `${title} is not approved: its status is “${plainText(change.status, 60)}”.` };
  if (from === null || to === null || to <= from) return { fault: `${title} has no planned start and end.` };
  if (about.from < from)
    return {
      fault: `${title} starts ${time(from)}, after the first event of the case at ${time(about.from)}.`,
    };
  if (about.to > to)
    return { fault: `${title} ended ${time(to)}, before the last event of the case at ${time(about.to)}.` };
  const names = (list: readonly string[]) =>
    list.length > 0 && list.every((each) => change.names.some((name) => isSameMachine(each, name)));
  const accounts = new Set(change.names.map(accountName));
  const isAccount =
    about.accounts.length > 0 && about.accounts.every((each) => accounts.has(accountName(each)));
  if (!names(about.destinations) && !names(about.sources) && !isAccount)
    return {
      fault:
        change.names.length === 0
          ? `${title} names no machine.`
          : `${title} is about other machines: it names neither the servers, the sources nor the accounts of this case.`,
    };
  return {
    fit: `${title}: ${plainText(change.status, 60)}, ${time(from)} to ${time(to)}, ${
      isAccount ? 'names the account' : 'names the machines'
    }.`,
  };
}

const accountName = (name: string) => keyOf(stripAccount(name));

/** Compares names without case, and without the domain where only one of them has it; addresses only as they are. */
function isSameMachine(a: string, b: string): boolean {
  const [one, other] = [a, b].map((name) => name.trim().toLowerCase().replace(/\.$/, '')) as [string, string];
  if (one === other) return one !== '';
  if ([one, other].some((name) => /^[0-9.]+$|:/.test(name))) return false;
  if (one.includes('.') === other.includes('.')) return false;
  return one.split('.')[0] === other.split('.')[0];
}
