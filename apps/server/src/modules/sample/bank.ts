/** The sample organization's machines, people and service accounts, all fictional. */

export const DOMAIN = 'NORTHWIND';

/** Machines with an agent: two database servers, an application server, the domain controller, and three workstations. */
export const SAMPLE_HOSTS = [
  'PRD-SQL01',
  'PROD-LEDGER-02',
  'PRD-APP01',
  'NW-DC01',
  'FIN-LAPTOP3',
  'WS-1042',
  'OPS-DESKTOP7',
] as const;
export type SampleHost = (typeof SAMPLE_HOSTS)[number];

/** An application's account: its source, its target, and its owner. */
export interface SampleAccount {
  readonly name: string;
  readonly purpose: string;
  /** Null without an owner. */
  readonly owner: string | null;
  /** Source machine; most application servers have no agent. */
  readonly from: string;
  readonly to: SampleHost;
  /** Hours of the day (UTC) of its jobs. */
  readonly hours: readonly number[];
  /** `5` for a service on `to` itself. */
  readonly logonType?: '3' | '5';
}

const CORE = 'Core Banking';
const CHANNELS = 'Digital Channels';
const MARKETS = 'Treasury and Markets';
const RISK = 'Risk and Compliance';
const PLATFORM = 'IT Platform';

const account = (
  name: string,
  purpose: string,
  owner: string | null,
  from: string,
  to: SampleHost,
  hours: readonly number[],
  logonType?: '5',
): SampleAccount => ({ name, purpose, owner, from, to, hours, ...(logonType && { logonType }) });

/** Forty accounts, each with about three logons per day. */
export const SAMPLE_ACCOUNTS: readonly SampleAccount[] = [
  account('svc.billing', 'Fee and invoice runs', CORE, 'APP-BILL01', 'PRD-SQL01', [5, 12, 19]),
  account('svc.reporting', 'Nightly reports', RISK, 'APP-REPORT01', 'PRD-SQL01', [1, 2, 3]),
  account('service.etl', 'Loads the ledger', CORE, 'PROD-LEDGER-02', 'PROD-LEDGER-02', [0, 6, 12, 18], '5'),
  account('svc.payments', 'Payment orders', CORE, 'APP-PAY01', 'PROD-LEDGER-02', [6, 11, 16]),
  account('svc.swift', 'SWIFT messages', CORE, 'APP-SWIFT01', 'PROD-LEDGER-02', [7, 13, 17]),
  account('svc.cards', 'Card transactions', CORE, 'APP-CARD01', 'PRD-SQL01', [4, 10, 22]),
  account('svc.loans', 'Loan servicing', CORE, 'PRD-APP01', 'PROD-LEDGER-02', [3, 9, 15]),
  account('svc.mortgage', 'Mortgage origination', CORE, 'APP-LOAN02', 'PROD-LEDGER-02', [8, 11, 14]),
  account('svc.interest', 'Interest accrual', CORE, 'PROD-LEDGER-02', 'PROD-LEDGER-02', [0, 1], '5'),
  account('svc.settlement', 'Securities settlement', CORE, 'APP-SETTLE01', 'PROD-LEDGER-02', [6, 14, 18]),
  account('svc.webshop', 'Product pages and orders', CHANNELS, 'APP-WEB03', 'PRD-SQL01', [8, 13, 18]),
  account('svc.portal', 'Customer portal', CHANNELS, 'APP-WEB01', 'PRD-SQL01', [6, 12, 18]),
  account('svc.mobile', 'Mobile banking', CHANNELS, 'APP-WEB02', 'PRD-SQL01', [7, 13, 21]),
  account('svc.branch', 'Branch teller application', CHANNELS, 'APP-BRANCH01', 'PRD-SQL01', [7, 10, 15]),
  account('svc.atm', 'Cash machine switch', CHANNELS, 'APP-ATM01', 'PRD-SQL01', [2, 10, 18]),
  account('svc.crm', 'Customer records', CHANNELS, 'APP-CRM01', 'PRD-SQL01', [8, 12, 17]),
  account('svc.campaigns', 'Marketing emails', null, 'APP-CRM02', 'PRD-SQL01', [9, 14]),
  account('svc.docs', 'Document archive', null, 'APP-DOCS01', 'PROD-LEDGER-02', [5, 13, 21]),
  account('svc.scan', 'Incoming mail scanner', null, 'APP-DOCS02', 'PRD-APP01', [7, 9, 13]),
  account('svc.treasury', 'Liquidity positions', MARKETS, 'APP-TRS01', 'PRD-SQL01', [6, 12, 17]),
  account('svc.trading', 'Order management', MARKETS, 'APP-TRADE01', 'PRD-SQL01', [7, 11, 16]),
  account('svc.rates', 'Market data import', MARKETS, 'APP-TRADE02', 'PRD-SQL01', [5, 9, 13, 17]),
  account('svc.legacyfx', 'Former foreign exchange desk', null, 'APP-FX01', 'PRD-SQL01', [8, 12]),
  account('svc.custody', 'Custody statements', MARKETS, 'APP-SETTLE02', 'PROD-LEDGER-02', [4, 20]),
  account('svc.kyc', 'Customer checks', RISK, 'PRD-APP01', 'PRD-SQL01', [8, 13, 16]),
  account('svc.aml', 'Transaction screening', RISK, 'APP-RISK02', 'PROD-LEDGER-02', [1, 9, 17]),
  account('svc.fraud', 'Fraud scores', RISK, 'APP-RISK03', 'PRD-SQL01', [0, 8, 16]),
  account('svc.limits', 'Credit limits', RISK, 'PRD-APP01', 'PROD-LEDGER-02', [5, 18]),
  account('svc.datalake', 'Copies for analysis', RISK, 'APP-LAKE01', 'PROD-LEDGER-02', [2, 3]),
  account('svc.hr', 'Personnel records', null, 'PRD-APP01', 'PRD-APP01', [8, 11, 15], '5'),
  account('svc.payroll', 'Payroll', null, 'PRD-APP01', 'PRD-APP01', [6, 16], '5'),
  account('svc.backup', 'Database backups', PLATFORM, 'PRD-SQL01', 'PRD-SQL01', [22, 23], '5'),
  account('svc.monitor', 'Availability checks', PLATFORM, 'NW-MON01', 'PRD-APP01', [0, 8, 16]),
  account('svc.patch', 'Patch distribution', PLATFORM, 'NW-WSUS01', 'PRD-APP01', [3, 4]),
  account('svc.deploy', 'Deployments', PLATFORM, 'NW-BUILD01', 'PRD-APP01', [9, 13]),
  account('svc.mailgw', 'Mail gateway', PLATFORM, 'PRD-APP01', 'PRD-APP01', [0, 6, 12, 18], '5'),
  account('svc.print', 'Statement printing', PLATFORM, 'PRD-APP01', 'PRD-APP01', [4, 10, 16], '5'),
  account('svc.vault', 'Key rotation', PLATFORM, 'PRD-APP01', 'PRD-APP01', [1, 7, 13, 19], '5'),
  account('svc.scheduler', 'Batch control', PLATFORM, 'PROD-LEDGER-02', 'PROD-LEDGER-02', [0, 5, 20], '5'),
  account('svc.audit', 'Audit exports', RISK, 'NW-AUDIT01', 'PROD-LEDGER-02', [21, 22]),
];

/** Further application servers used by `svc.reporting`. */
export const REPORT_HOSTS = ['APP-REPORT01', 'APP-REPORT02', 'APP-BATCH07'] as const;

/** People and their machines; the first three machines have an agent. */
export const SAMPLE_PEOPLE = [
  { name: 'm.keller', machine: 'FIN-LAPTOP3' },
  { name: 'j.okafor', machine: 'WS-1042' },
  { name: 'r.lindqvist', machine: 'OPS-DESKTOP7' },
  { name: 'd.moreau', machine: 'NW-LT-017' },
  { name: 'p.vance', machine: 'NW-LT-022' },
  { name: 's.ito', machine: 'NW-LT-031' },
  { name: 'a.novak', machine: 'NW-LT-034' },
  { name: 'h.brandt', machine: 'NW-LT-040' },
  { name: 'l.ferro', machine: 'NW-LT-041' },
] as const;

/** Machines without resident accounts: a meeting room and a printer room. */
export const MEETING_ROOM = 'NW-MEET02';
export const PRINT_ROOM = 'NW-PRINT04';

const MACHINES: readonly string[] = [
  ...new Set([
    ...SAMPLE_HOSTS,
    ...SAMPLE_ACCOUNTS.map(({ from }) => from),
    ...REPORT_HOSTS,
    ...SAMPLE_PEOPLE.map(({ machine }) => machine),
    MEETING_ROOM,
    PRINT_ROOM,
    'APP-TRS02',
  ]),
];

/** Address of a machine in the documentation range (RFC 5737): servers in one network, workstations in another. */
export function addressOf(machine: string): string {
  const at = MACHINES.indexOf(machine);
  if (at === -1) return '-';
  const isServer = /^(?:PRD|PROD|APP|NW-(?:DC|MON|WSUS|BUILD|AUDIT))/.test(machine);
  return isServer ? `192.0.2.${10 + at}` : `198.51.100.${10 + at}`;
}
