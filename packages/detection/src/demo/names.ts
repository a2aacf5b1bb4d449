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

/** A workstation: name, kind, the person it belongs to, and address. */
export type Device = { name: string; type: DeviceType; owner: string; ip: string };

const DEVICE_NAMES: readonly (readonly [name: string, type: DeviceType, owner: string])[] = [
  ['FIN-LAPTOP3', 'Laptop', 'm.keller'],
  ['WS-1042', 'Workstation', 'j.okafor'],
  ['HR-DESKTOP-07', 'Desktop', 's.lindgren'],
  ['OPS-WS-0231', 'Workstation', 't.marsh'],
  ['RISK-LAPTOP12', 'Laptop', 'a.novak'],
  ['WS-2210', 'Workstation', 'd.moreau'],
  ['TREASURY-DESKTOP-04', 'Desktop', 'h.brandt'],
  ['FIN-LAPTOP8', 'Laptop', 'l.costa'],
  ['WS-1187', 'Workstation', 'r.chen'],
  ['AUDIT-LAPTOP2', 'Laptop', 'e.sato'],
  ['WS-3006', 'Workstation', 'p.vance'],
  ['CLAIMS-DESKTOP-11', 'Desktop', 'k.ivers'],
  ['OPS-LAPTOP5', 'Laptop', 'n.haddad'],
  ['WS-1763', 'Workstation', 'c.romano'],
  ['DATA-MAC-03', 'Laptop', 'y.tanaka'],
  ['RISK-DESKTOP-02', 'Desktop', 'b.olsen'],
  ['WS-2954', 'Workstation', 'g.weber'],
  ['HR-LAPTOP1', 'Laptop', 'f.duarte'],
  ['WS-1420', 'Workstation', 'i.petrov'],
  ['PAY-LAPTOP6', 'Laptop', 'w.adeyemi'],
  ['OPS-WS-0418', 'Workstation', 'o.lund'],
  ['SALES-LAPTOP9', 'Laptop', 'v.rossi'],
  ['WS-2071', 'Workstation', 'z.kaya'],
  ['FIN-DESKTOP-05', 'Desktop', 'q.tran'],
  ['WS-1308', 'Workstation', 'u.berg'],
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
