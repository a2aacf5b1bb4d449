import type { CaseException } from '@scout/contract';
import { endPresentException, listCurrentExceptions, makeException } from '../../../cases/index.ts';
import { named, valueText } from '../differences.ts';
import { declareSection } from '../section.ts';

type Terms = Pick<
  CaseException,
  | 'account'
  | 'kinds'
  | 'sources'
  | 'destinations'
  | 'persons'
  | 'starts_at'
  | 'ends_at'
  | 'reason'
  | 'approved_by'
>;
const LISTS = ['kinds', 'sources', 'destinations', 'persons'] as const;

/** Active and upcoming exceptions. An exception is never changed, so that one with other terms is another one. */
export const exceptions = declareSection({
  name: 'exceptions',
  async read({ tx, tenantId, now }) {
    const present = await listCurrentExceptions(tx, tenantId, now.getTime());
    const byIdentity = new Map(present.map((each) => [identityOf(each), each]));
    // The same order in every export: exceptions of one file are of the same age.
    const ordered = [...byIdentity].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return ordered.map(([, each]) => ({
      account: each.account,
      ...Object.fromEntries(LISTS.flatMap((list) => (each[list].length > 0 ? [[list, each[list]]] : []))),
      starts_at: each.starts_at,
      ends_at: each.ends_at,
      reason: each.reason,
      approved_by: each.approved_by,
    }));
  },
  async apply(work, wanted) {
    const { tx, tenantId, now } = work;
    const present = new Map(
      (await listCurrentExceptions(tx, tenantId, now.getTime())).map((each) => [identityOf(each), each]),
    );
    const seen = new Set<string>();
    const missing: { index: number; terms: Terms }[] = [];
    for (const [index, terms] of wanted.entries()) {
      // A file outlives its exceptions.
      if (Date.parse(terms.ends_at) <= now.getTime()) continue;
      const identity = identityOf(terms);
      if (seen.has(identity))
        work.problem(['exceptions', index, 'account'], 'This exception stands here twice.');
      seen.add(identity);
      if (!present.has(identity)) missing.push({ index, terms });
    }
    // Ends come first, because the number of active exceptions is limited.
    for (const [identity, each] of present) {
      if (seen.has(identity)) continue;
      work.changed('-', named('exceptions', each.account), summary(each));
      await work.attempt(['exceptions'], () => endPresentException(work, each.id));
    }
    for (const { index, terms } of missing) {
      work.changed('+', named('exceptions', terms.account), summary(terms));
      await work.attempt(['exceptions', index, 'account'], () => makeException(work, terms));
    }
  },
});

const identityOf = ({ account, starts_at, ends_at, reason, approved_by, ...terms }: Terms): string =>
  JSON.stringify([
    account,
    LISTS.map((list) => terms[list].toSorted()),
    Date.parse(starts_at),
    Date.parse(ends_at),
    reason,
    approved_by,
  ]);

const summary = ({ starts_at, ends_at, reason }: Terms): string =>
  valueText(`${starts_at} to ${ends_at}: ${reason}`);
