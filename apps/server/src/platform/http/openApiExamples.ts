import { type CallName, contract } from '@scout/contract';

interface Example {
  /** Values of the path's parameters, and of the query. */
  readonly parameters?: Readonly<Record<string, string | number>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Requests of API tokens, shown in the OpenAPI document; apiExamples.db.test.ts makes each at a real server. */
export const examples: Readonly<Partial<Record<CallName, Example>>> = {
  cases: { parameters: { status: 'active', severity: 'high' } },
  casesRead: { parameters: { number: 1 } },
  casesComment: { parameters: { number: 1 }, body: { text: 'Ticket OPS-1042 is open.' } },
  casesAcknowledge: { parameters: { number: 2 } },
  casesClose: {
    parameters: { number: 1 },
    body: { as: 'expected', reason: 'A restore test, approved as CHG-4711.' },
  },
  accounts: { parameters: { limit: 50 } },
  accountsUpdate: { body: { account: 'svc.billing', owner: 'Billing team', purpose: 'Nightly invoices' } },
  exceptions: { parameters: { state: 'current' } },
  exceptionsTry: { body: { account: 'svc.billing', sources: ['fin-*'] } },
  detectionSettings: {},
  channels: {},
  channelsCreate: { body: { name: 'SIEM', url: 'https://siem.example/scout', min_severity: 'high' } },
  agents: {},
  incidents: { parameters: { rule: 'failed-logons', account: 'svc.billing' } },
  figuresFailedLogons: {},
  tenantEvents: { parameters: { limit: 10 } },
  tenantEventsCsv: {},
  monthlyReportRead: {},
  members: {},
  auditLogs: {},
  organizationRetention: {},
  organizationRetentionSet: { body: { retention_days: 365 } },
};

/** A command that makes the request; `SCOUT` is the server's address, `TOKEN` the API token. */
export function commandOf(name: CallName, { parameters = {}, body }: Example): string {
  const { method, path = '' } = contract[name]['~orpc'].route;
  const query = new URLSearchParams();
  let address: string = path;
  for (const [key, value] of Object.entries(parameters)) {
    if (address.includes(`{${key}}`)) address = address.replace(`{${key}}`, encodeURIComponent(value));
    else query.set(key, String(value));
  }
  const target = `"$SCOUT${address}${query.size > 0 ? `?${query}` : ''}"`;
  const parts = [
    'curl --fail-with-body --silent --show-error',
    ...(method === 'GET' ? [] : [`--request ${method}`]),
    '--header "Authorization: Bearer $TOKEN"',
    ...(body ? ['--header "Content-Type: application/json"', `--data '${JSON.stringify(body)}'`] : []),
    target,
  ];
  return parts.join(' \\\n  ');
}
