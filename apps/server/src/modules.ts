import type { ApiContract } from '@scout/contract';
import type { Context } from './context.ts';
import * as agents from './modules/agents/module.ts';
import * as alerts from './modules/alerts/module.ts';
import * as auth from './modules/auth/module.ts';
import * as billing from './modules/billing/module.ts';
import * as cases from './modules/cases/module.ts';
import * as directory from './modules/directory/module.ts';
import * as events from './modules/events/module.ts';
import type { Gate } from './modules/ingest/index.ts';
import * as ingest from './modules/ingest/module.ts';
import * as operator from './modules/operator/module.ts';
import * as organizations from './modules/organizations/module.ts';
import * as reports from './modules/reports/module.ts';
import * as sales from './modules/sales/module.ts';
import type { Module } from './platform/processes/module.ts';

/** The subjects of the server, in the order in which their background work starts. */
export const modules: readonly Module<Context & { readonly gate: Gate }>[] = [
  ingest,
  events,
  cases,
  alerts,
  directory,
  billing,
  organizations,
  auth,
  agents,
  reports,
  sales,
  operator,
];

/** Every call of the contract except the streaming ones and the tools of assistants, which have routes. */
export const router = {
  ...agents.calls,
  ...alerts.calls,
  ...auth.calls,
  ...billing.calls,
  ...cases.calls,
  ...directory.calls,
  ...events.calls,
  ...ingest.calls,
  ...operator.calls,
  ...organizations.calls,
  ...reports.calls,
  ...sales.calls,
  ...events.ruleFigures,
} satisfies Record<
  keyof Omit<
    ApiContract,
    | 'evidence'
    | 'ingestEvents'
    | 'mcp'
    | 'monthlyReportPdf'
    | 'posturesPdf'
    | 'ssoCallback'
    | 'ssoLogout'
    | 'tenantEventsCsv'
    | 'tenantEventsTxt'
    | 'updates'
  >,
  unknown
>;
