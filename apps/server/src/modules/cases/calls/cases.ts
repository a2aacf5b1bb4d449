import { type CaseFile, type CaseRow, contract, lastSeenOf, limits } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { documentOf, lookAtTickets, lookUpChange, readAlertedCases, requireFit } from '../../alerts/index.ts';
import {
  activeMember,
  activeMembership,
  type ChangeWork,
  changeAsAdmin,
  changeAsMember,
  listAssignees,
  readAsAdmin,
  readAsMember,
  tenantRow,
} from '../../auth/index.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';
import { readAssessments } from '../sql/assessment.ts';
import { countCases, listCases, readCase } from '../sql/cases.ts';
import {
  type Act,
  addChange,
  addComment,
  type CaseState,
  countActs,
  lockCase,
  setAssignee,
  setStatus,
  touchCase,
} from '../sql/changes.ts';

const noSuchCase = () => new Refusal('not_found', { message: 'This organization has no such case.' });

export const cases = implementCall(contract.cases, async (query, context) => {
  const { app, tx, member } = context;
  const { tenantId } = member;
  const page = await listCases(tx, tenantId, query, app.clock.now());
  const assessments = await readAssessments(tx, app.clock.now(), tenantId);
  const about = { counts: await countCases(tx, tenantId), assessment: assessments.get(tenantId)! };
  if (query.format === undefined) return { ...page, ...about };
  return {
    cases: [],
    next: page.next,
    documents: await documentsOf(context, page.cases, query.format),
    ...about,
  };
});

/** The cases as documents of another schema, in their order. */
async function documentsOf(
  { app, client, tx, member }: MemberContext,
  rows: readonly CaseRow[],
  format: 'ecs' | 'ocsf',
): Promise<Record<string, unknown>[]> {
  const { tenantId } = member;
  const numbers = rows.map(({ number }) => number);
  const cases = await readAlertedCases(client, tenantId, { numbers });
  const tenant = await tenantRow(tx, tenantId, ['company_name']);
  const byNumber = new Map([...cases.values()].map((about) => [about.number, about]));
  return rows.flatMap(({ number, updated_at, account }) => {
    const about = byNumber.get(number);
    if (about === undefined) return [];
    const link = `${app.origin()}/cases/${number}`;
    const facts = { about: { ...about, account }, added: [], link, organization: tenant.company_name };
    return [documentOf[format](facts, Date.parse(updated_at))];
  });
}

export const casesRead = implementCall(contract.casesRead, async ({ number }, { app, tx, member }) => {
  const found = await readCase(tx, member.tenantId, number, app.clock.now());
  if (!found) throw noSuchCase();
  return found;
});

/** Input of a change to a case: its current state, and the action to record. */
interface CaseWork extends ChangeWork {
  readonly state: CaseState;
  readonly act: Act;
}

type Change = (work: CaseWork) => Promise<void>;

/**
 * Changes a case, serialized by a lock, and returns the new state.
 * @throws Refusal not_found, case_comments_full
 */
async function changeCase(work: ChangeWork, number: number, change: Change): Promise<CaseFile> {
  const { tx, tenantId, actor, now } = work;
  const state = await lockCase(tx, tenantId, number);
  if (!state) throw noSuchCase();
  const { caseId } = state;
  if ((await countActs(tx, tenantId, caseId)) >= limits.cases.actsMax)
    throw new Refusal('case_comments_full');
  await change({ ...work, state, act: { tenantId, caseId, author: actor, now } });
  await readAsMember(tx);
  const changed = await readCase(tx, tenantId, number, now.getTime());
  if (!changed) throw noSuchCase();
  return changed;
}

const changeByMember = (context: MemberContext, number: number, change: Change) =>
  changeAsMember(context, (work) => changeCase(work, number, change));

/** Members who may work on cases. */
const assignableRoles = contract.casesAcknowledge['~orpc'].meta.roles;

/** Assigns a case to the member with this address, or to nobody. */
async function assign(work: CaseWork, number: number, assignee: string | null): Promise<void> {
  const { tx, tenantId, now, actor, log, act, state } = work;
  const person = assignee === null ? null : await activeMember(tx, tenantId, assignee, assignableRoles);
  if (person === undefined) throw new Refusal('not_assignable');
  const userId = person?.user_id ?? null;
  if (userId === state.assigneeId) return;
  await setAssignee(tx, tenantId, state.caseId, userId, now);
  await addChange(tx, act, { kind: 'assigned', assignee });
  await log({
    action: assignee === null ? 'case_unassigned' : 'case_assigned',
    ...(assignee !== null && assignee !== actor && { targetEmail: assignee }),
    details: { case: number, account: state.account },
  });
}

const stillOpen = { closedAs: null, reason: null } as const;

export const casesAcknowledge = implementCall(contract.casesAcknowledge, ({ number }, context) =>
  changeByMember(context, number, async (work) => {
    const { tx, tenantId, now, log, act, state } = work;
    const { caseId, status, account, assigneeId } = state;
    if (status === 'acknowledged') return;
    if (status === 'closed')
      throw new Refusal('case_state', { message: 'This case is closed. Reopen it first.' });
    await setStatus(tx, tenantId, caseId, { status: 'acknowledged', ...stillOpen }, now);
    await addChange(tx, act, { kind: 'acknowledged' });
    await log({ action: 'case_acknowledged', details: { case: number, account } });
    // A former member is nobody, and a token of the organization is no person.
    const isMember = async (userId: string | null) =>
      userId !== null && (await activeMembership(tx, tenantId, userId)) !== undefined;
    if (!(await isMember(assigneeId)) && (await isMember(work.userId)))
      await assign(work, number, work.actor);
  }),
);

export const casesClose = implementCall(
  contract.casesClose,
  async ({ number, as, reason, change }, context) => {
    // Another system is asked before anything is locked.
    const found = change === undefined ? undefined : await lookUp(context, number, change);
    return changeAsAdmin(context, (admin) =>
      changeCase(admin, number, async ({ tx, tenantId, now, log, act, state }) => {
        const { caseId, status, account } = state;
        if (status === 'closed') throw new Refusal('case_state', { message: 'This case is already closed.' });
        if (change !== undefined && found !== undefined) {
          // Compared with the locked case: events that came meanwhile count.
          const text = requireFit(change, found, await changedCaseOf(tx, tenantId, number, now));
          await addChange(tx, act, { kind: 'change', reason: text });
        }
        await setStatus(tx, tenantId, caseId, { status: 'closed', closedAs: as, reason }, now);
        await addChange(tx, act, { kind: 'closed', closed_as: as, reason });
        await lookAtTickets(context.client, tenantId, caseId, now);
        await log({
          action: 'case_closed',
          details: {
            case: number,
            account,
            as,
            reason,
            ...(change !== undefined && { change, checked: found !== undefined && 'change' in found }),
          },
        });
      }),
    );
  },
);

/** @throws Refusal not_found, change_refused, or rate_limited */
async function lookUp({ app, tx, member }: MemberContext, number: number, change: string) {
  await app.rates.consume('changeCheckPerOrganization', member.tenantId);
  if (!(await readCase(tx, member.tenantId, number, app.clock.now()))) throw noSuchCase();
  return lookUpChange(app, member.tenantId, change);
}

/** The part of a case that a change has to explain: all events of a case, those after its last finding too. */
async function changedCaseOf(tx: Transaction, tenantId: string, number: number, now: Date) {
  await readAsMember(tx);
  const file = await readCase(tx, tenantId, number, now.getTime());
  if (!file) throw noSuchCase();
  await readAsAdmin({ tx });
  return {
    accounts: [file.account, ...file.other_accounts],
    sources: file.sources,
    destinations: file.destinations,
    from: Date.parse(file.first_seen),
    to: Date.parse(lastSeenOf(file)),
  };
}

export const casesReopen = implementCall(contract.casesReopen, ({ number }, context) =>
  changeByMember(context, number, async ({ tx, tenantId, now, log, act, state }) => {
    const { caseId, status, account } = state;
    if (status === 'open') throw new Refusal('case_state', { message: 'This case is already open.' });
    await setStatus(tx, tenantId, caseId, { status: 'open', ...stillOpen }, now);
    await addChange(tx, act, { kind: 'reopened' });
    await lookAtTickets(context.client, tenantId, caseId, now);
    await log({ action: 'case_reopened', details: { case: number, account } });
  }),
);

export const casesAssign = implementCall(contract.casesAssign, ({ number, assignee }, context) =>
  changeByMember(context, number, (work) => assign(work, number, assignee)),
);

export const casesComment = implementCall(contract.casesComment, ({ number, text }, context) =>
  changeByMember(context, number, async ({ tx, tenantId, now, log, act, state }) => {
    await addComment(tx, act, text);
    await touchCase(tx, tenantId, state.caseId, now);
    await log({ action: 'case_commented', details: { case: number, account: state.account } });
  }),
);

export const casesAssignees = implementCall(contract.casesAssignees, (_input, { tx, member }) =>
  listAssignees(tx, member.tenantId, assignableRoles),
);
