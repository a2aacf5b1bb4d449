import * as agents from './calls/agents/index.ts';
import * as alerts from './calls/alerts/index.ts';
import * as assistants from './calls/assistants/index.ts';
import * as auth from './calls/auth/index.ts';
import * as billing from './calls/billing/index.ts';
import * as cases from './calls/cases/index.ts';
import * as directory from './calls/directory/index.ts';
import * as events from './calls/events/index.ts';
import * as ingest from './calls/ingest/index.ts';
import * as operator from './calls/operator/index.ts';
import * as organizations from './calls/organizations/index.ts';
import * as reports from './calls/reports/index.ts';
import * as sales from './calls/sales/index.ts';

const { ruleFigureCalls, ...eventCalls } = events;

/** All calls, by subject: `calls/<subject>/index.ts` lists its own. */
export const contract = {
  ...agents,
  ...alerts,
  ...assistants,
  ...auth,
  ...billing,
  ...cases,
  ...directory,
  ...eventCalls,
  ...ruleFigureCalls,
  ...ingest,
  ...operator,
  ...organizations,
  ...reports,
  ...sales,
};

export type ApiContract = typeof contract;
export type CallName = keyof ApiContract;
