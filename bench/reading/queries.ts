import { limits } from '@scout/contract';
import { FIGURED_RULES } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { readAccountFacets } from '@scout/server/modules/cases/sql/accountFacets';
import { listAccounts, readAccount } from '@scout/server/modules/cases/sql/accounts';
import { readCaseActivity, readCaseRuns } from '@scout/server/modules/cases/sql/caseActivity';
import { readCaseFacets } from '@scout/server/modules/cases/sql/caseFacets';
import { readScope } from '@scout/server/modules/cases/sql/caseScope';
import { countCases, listCases, readCase } from '@scout/server/modules/cases/sql/cases';
import { readDependents } from '@scout/server/modules/cases/sql/dependents';
import { readLanes } from '@scout/server/modules/cases/sql/lanes';
import { findNames } from '@scout/server/modules/cases/sql/names';
import { readRunEvents } from '@scout/server/modules/cases/sql/runEvents';
import { readSignIns } from '@scout/server/modules/cases/sql/signIns';
import { countTenantEvents, tenantEventTypes } from '@scout/server/modules/events/sql/countedEvents';
import { cursorAt } from '@scout/server/modules/events/sql/eventCursor';
import { readFigures } from '@scout/server/modules/events/sql/figures/readFigures';
import { readIncidentRuns } from '@scout/server/modules/events/sql/incidentRuns';
import { readIncidents } from '@scout/server/modules/events/sql/incidents';
import { readRawEvent } from '@scout/server/modules/events/sql/rawEvent';
import {
  readExportPage,
  readTenantEvents,
  tenantEventsState,
} from '@scout/server/modules/events/sql/tenantEvents';
import type { Transaction } from '@scout/server/platform/database/pool';
import { Temporal } from 'temporal-polyfill';
import { TENANT } from './fill.ts';
import { rawEventAt } from './fillBodies.ts';

/** A reading query of the server; `large` if its answer is, so that the ceiling does not apply. */
export interface ReadingQuery {
  readonly name: string;
  readonly read: (tx: Transaction) => Promise<unknown>;
  readonly large?: boolean;
}

/** Of the organization and its viewers. */
export const TIME_ZONE = 'Europe/Zurich';
const { pageRows } = limits.cases;

/** Figures at a time, of the usual window and of the last seven days as screens ask for them. */
export const figuresAt = (now: number, when: string): ReadingQuery[] =>
  FIGURED_RULES.flatMap((rule) => [
    {
      name: `figures of ${rule}${when}`,
      read: (tx: Transaction) => readFigures(tx, TENANT, rule, { now, timeZone: TIME_ZONE }),
    },
    {
      name: `figures of ${rule}, 7 days${when}`,
      read: (tx: Transaction) =>
        readFigures(tx, TENANT, rule, { now, timeZone: TIME_ZONE, since: weekAt(now) }),
    },
  ]);

const weekAt = (now: number): number =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(TIME_ZONE).subtract({ days: 6 }).startOfDay()
    .epochMilliseconds;

/** Every other query of lists and pages: a new one is one row. `snapshot` is that of a poll ten seconds ago. */
export function queriesAt(now: number, snapshot: string): ReadingQuery[] {
  const iso = (time: number) => new Date(time).toISOString();
  const scope = { tenantId: TENANT, eventType: undefined, from: iso(now - 30 * DAY), to: iso(now) };
  const ofType = { ...scope, eventType: 'WINDOWS_SECURITY_4648' };
  const rare = { ...scope, eventType: 'WINDOWS_SECURITY_4720' };
  const { queryRows, listedTextMax, answerBytes } = limits.events;
  const budget = { rows: queryRows, text: listedTextMax, bytes: answerBytes };
  const page = { ...budget, rows: 100 };
  const before = cursorAt(
    { ...scope, from: iso(now - 30 * DAY - 10_000), to: iso(now - 10_000) },
    {},
    snapshot,
  );
  const whole = {
    snapshot,
    after: undefined,
    rows: limits.exports.pageRows,
    bytes: limits.exports.pageBytes,
  };
  const incidents = (narrow: object) => (tx: Transaction) =>
    readIncidents(tx, { ...scope, rule: 'failed-logons', limit: limits.incidents.pageRows, ...narrow });
  const ofCase =
    (read: (tx: Transaction, of: NonNullable<Awaited<ReturnType<typeof readScope>>>) => unknown) =>
    async (tx: Transaction) =>
      read(tx, (await readScope(tx, TENANT, CASE, now))!);
  return [
    { name: 'state of a poll, unchanged', read: (tx) => tenantEventsState(tx, scope, {}) },
    { name: 'poll with a cursor', read: (tx) => readTenantEvents(tx, scope, budget, before) },
    { name: 'newest 100 events', read: (tx) => readTenantEvents(tx, scope, page, null) },
    { name: 'newest 100 of a type', read: (tx) => readTenantEvents(tx, ofType, page, null) },
    { name: 'newest of a type without events', read: (tx) => readTenantEvents(tx, rare, page, null) },
    { name: 'newest 5,000 events', read: (tx) => readTenantEvents(tx, scope, budget, null), large: true },
    { name: 'first page of an export', read: (tx) => readExportPage(tx, scope, whole), large: true },
    {
      name: 'first page of an export of a type',
      read: (tx) => readExportPage(tx, ofType, whole),
      large: true,
    },
    { name: 'one raw event', read: (tx) => readRawEvent(tx, TENANT, rawEventAt(now)) },
    { name: 'count of events', read: (tx) => countTenantEvents(tx, scope) },
    { name: 'count of a type', read: (tx) => countTenantEvents(tx, ofType) },
    { name: 'types of events', read: (tx) => tenantEventTypes(tx, scope) },
    { name: 'newest incidents', read: incidents({}) },
    { name: 'incidents of an account', read: incidents({ account: 'svc.app7' }) },
    { name: 'incidents of a server', read: incidents({ server: 'PRD-SQL7' }) },
    { name: 'incidents of a user', read: incidents({ user: 'user7' }) },
    { name: 'incidents of a source, frequent', read: incidents({ source: 'WS-7' }) },
    { name: 'incidents of a source, rare', read: incidents({ source: 'WS-8990' }) },
    { name: 'incidents of a source, none', read: incidents({ source: 'NOBODY' }) },
    {
      name: 'incidents as runs, an account',
      read: (tx) => readIncidentRuns(tx, { ...scope, rule: 'failed-logons', account: 'svc.app7' }),
    },
    {
      name: 'cases',
      read: (tx) => listCases(tx, TENANT, { tz: TIME_ZONE, status: 'active', limit: pageRows }, now),
    },
    {
      name: 'all cases of a search',
      read: (tx) => listCases(tx, TENANT, { tz: TIME_ZONE, text: 'app70', limit: pageRows }, now),
    },
    { name: 'counts of cases', read: (tx) => countCases(tx, TENANT) },
    {
      name: 'facets of cases',
      read: (tx) => readCaseFacets(tx, TENANT, { tz: TIME_ZONE, status: 'active' }, now),
    },
    { name: 'a case with its findings', read: (tx) => readCase(tx, TENANT, CASE, now) },
    { name: 'hours of a case', read: ofCase((tx, of) => readCaseActivity(tx, of, { withGaps: true })) },
    { name: 'runs of a case', read: ofCase((tx, of) => readCaseRuns(tx, of, {})) },
    {
      name: 'events of a run',
      read: (tx) =>
        readRunEvents(
          tx,
          { tenantId: TENANT, account: ACCOUNT, kind: 'logon:3', from: iso(now - DAY), to: iso(now) },
          undefined,
        ),
    },
    { name: 'sign-ins of a case', read: ofCase((tx, of) => readSignIns(tx, CASE, of)) },
    { name: 'dependents of a case', read: ofCase((tx, of) => readDependents(tx, of, now)) },
    {
      name: 'lanes of accounts with cases',
      read: (tx) =>
        readLanes(
          tx,
          { tenantId: TENANT, now, isDatabaseClient: () => false },
          { tz: TIME_ZONE, limit: limits.accountLanes.listed },
        ),
    },
    { name: 'accounts', read: (tx) => listAccounts(tx, TENANT, { limit: limits.accounts.pageRows }, now) },
    {
      name: 'accounts of a search',
      read: (tx) => listAccounts(tx, TENANT, { limit: limits.accounts.pageRows, text: 'app70' }, now),
    },
    { name: 'facets of accounts', read: (tx) => readAccountFacets(tx, TENANT, {}, now) },
    { name: 'an account', read: (tx) => readAccount(tx, TENANT, ACCOUNT, now) },
    { name: 'search for a name', read: (tx) => findNames(tx, TENANT, { text: 'user70', limit: 20 }, now) },
  ];
}

/** An open case of the middle, and its account. */
const CASE = 100;
const ACCOUNT = 'svc.app700';
