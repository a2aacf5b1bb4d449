/** All names are fictional; addresses are from the documentation ranges. */

export const SERVICE_ACCOUNTS = [
  'svc.billing',
  'svc.reporting',
  'service.etl',
  'svc.ledger',
  'svc.claims',
  'svc.backup',
  'service.archive',
  'svc.payments',
  'svc.inventory',
  'service.warehouse',
  'svc.scheduler',
  'svc.portal',
  'service.audit',
  'svc.crm',
] as const;

export const PRODUCTION_SERVERS = [
  'PRD-SQL01',
  'PROD-LEDGER-02',
  'PRD-SQL02',
  'PRD-CLAIMS-01',
  'PROD-DWH-01',
  'PRD-PAY-03',
  'PROD-HR-01',
  'PRD-CRM-02',
  'EU-PROD-SQL-03',
  'PROD-ARCHIVE-01',
  'PRD-BILLING-01',
  'US-PRD-SQL04',
] as const;

export type DeviceType = 'Laptop' | 'Desktop' | 'Workstation';

/** A workstation: name, kind, owning team and address. */
export type Device = { name: string; type: DeviceType; owner: string; ip: string };

const DEVICE_NAMES: readonly (readonly [name: string, type: DeviceType, owner: string])[] = [
  ['FIN-LAPTOP3', 'Laptop', 'Finance'],
  ['WS-1042', 'Workstation', 'Data Platform'],
  ['HR-DESKTOP-07', 'Desktop', 'Human Resources'],
  ['OPS-WS-0231', 'Workstation', 'Operations'],
  ['RISK-LAPTOP12', 'Laptop', 'Risk'],
  ['WS-2210', 'Workstation', 'Claims'],
  ['TREASURY-DESKTOP-04', 'Desktop', 'Treasury'],
  ['FIN-LAPTOP8', 'Laptop', 'Finance'],
  ['WS-1187', 'Workstation', 'Data Platform'],
  ['AUDIT-LAPTOP2', 'Laptop', 'Internal Audit'],
  ['WS-3006', 'Workstation', 'Reporting'],
  ['CLAIMS-DESKTOP-11', 'Desktop', 'Claims'],
  ['OPS-LAPTOP5', 'Laptop', 'Operations'],
  ['WS-1763', 'Workstation', 'Payments'],
  ['DATA-MAC-03', 'Laptop', 'Data Platform'],
  ['RISK-DESKTOP-02', 'Desktop', 'Risk'],
  ['WS-2954', 'Workstation', 'Treasury'],
  ['HR-LAPTOP1', 'Laptop', 'Human Resources'],
  ['WS-1420', 'Workstation', 'Reporting'],
  ['PAY-LAPTOP6', 'Laptop', 'Payments'],
  ['OPS-WS-0418', 'Workstation', 'Operations'],
  ['SALES-LAPTOP9', 'Laptop', 'Sales'],
  ['WS-2071', 'Workstation', 'Claims'],
  ['FIN-DESKTOP-05', 'Desktop', 'Finance'],
  ['WS-1308', 'Workstation', 'Data Platform'],
];

export const DEVICES: readonly Device[] = DEVICE_NAMES.map(([name, type, owner], index) => ({
  name,
  type,
  owner,
  ip: `192.0.2.${20 + index * 7}`,
}));

/** The database clients of the Service Account Activity rule. */
export const CLIENTS = [
  'ssms.exe',
  'sqlcmd.exe',
  'datagrip.exe',
  'dbeaver.exe',
  'azuredatastudio.exe',
  'pgadmin.exe',
  'sqlplus.exe',
] as const;

/** Worded as in `codes/failure.ts`. */
export const FAILURE_REASONS = [
  'wrong password',
  'account locked out',
  'password expired',
  'unknown user name',
  'outside permitted hours',
  'account disabled',
  'logon type not granted',
] as const;
