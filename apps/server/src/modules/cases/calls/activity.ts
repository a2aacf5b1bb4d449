import { contract } from '@scout/contract';
import { keyOf } from '@scout/detection';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';
import { readCaseActivity, readCaseRuns } from '../sql/caseActivity.ts';
import { type CaseScope, readScope } from '../sql/caseScope.ts';
import { accountKeyOf } from '../sql/cases.ts';
import { readDependents } from '../sql/dependents.ts';
import { readRunEvents } from '../sql/runEvents.ts';
import { readSignIns } from '../sql/signIns.ts';

type Context = Pick<MemberContext, 'app' | 'tx' | 'member'>;

/** @throws Refusal not_found */
async function scopeOf(number: number, { app, tx, member }: Context): Promise<CaseScope> {
  const scope = await readScope(tx, member.tenantId, number, app.clock.now());
  if (!scope) throw new Refusal('not_found', { message: 'This organization has no such case.' });
  return scope;
}

export const casesActivity = implementCall(
  contract.casesActivity,
  async ({ number, ...narrowing }, context) =>
    readCaseActivity(context.tx, await scopeOf(number, context), {
      ...narrowing,
      // Gaps are the organization's: to an owner of accounts each idle hour of theirs would look like one.
      withGaps: context.member.role !== 'owner',
    }),
);

export const casesRuns = implementCall(contract.casesRuns, async ({ number, ...narrowing }, context) =>
  readCaseRuns(context.tx, await scopeOf(number, context), narrowing),
);

export const casesRunEvents = implementCall(
  contract.casesRunEvents,
  async ({ number, before, account, kind, from, to, ...way }, context) => {
    const { own, tenantId } = await scopeOf(number, context);
    const key = accountKeyOf(account);
    if (!own.accounts.includes(key))
      throw new Refusal('not_found', { message: 'This case is not about that account.' });
    const named = Object.fromEntries(
      Object.entries(way).flatMap(([part, name]) => (name === undefined ? [] : [[part, keyOf(name)]])),
    );
    return readRunEvents(context.tx, { tenantId, account: key, kind, from, to, ...named }, before);
  },
);

export const casesSignIns = implementCall(contract.casesSignIns, async ({ number }, context) =>
  readSignIns(context.tx, number, await scopeOf(number, context)),
);

export const casesDependents = implementCall(contract.casesDependents, async ({ number }, context) =>
  readDependents(context.tx, await scopeOf(number, context), context.app.clock.now()),
);
