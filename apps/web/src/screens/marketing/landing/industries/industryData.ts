import type { SeverityLevel } from '@scout/ui';

/** A log line: time, account, source, target. */
export type LogLine = readonly [time: string, account: string, from: string, to: string];

/** A fictional incident in an industry, with names from the sample data. */
export interface Industry {
  id: string;
  name: string;
  severity: Exclude<SeverityLevel, 'critical'>;
  /** The incident in one sentence. */
  story: string;
  /** The impact in this industry. */
  matter: string;
  /** The hour around it, oldest first. */
  log: readonly LogLine[];
  /** The index of the incident's log line. */
  odd: number;
  /** The event that revealed it. */
  event: string;
}

/** Specification section 1, in its order. */
export const industries: readonly Industry[] = [
  {
    id: 'financial',
    name: 'Financial institutions',
    severity: 'high',
    story: 'svc.billing signed in at FIN-LAPTOP3 at 02:14.',
    matter:
      'The account books invoices into the ledger of Northwind Bank at 23:00. It has no desk, and no reason to be awake.',
    log: [
      ['23:00:00', 'svc.billing', 'APP-BATCH-01', 'PROD-LEDGER-02'],
      ['23:15:04', 'svc.reporting', 'APP-REPORT-02', 'PRD-SQL01'],
      ['00:30:00', 'service.etl', 'APP-ETL-01', 'PRD-DWH-01'],
      ['02:14:09', 'svc.billing', 'FIN-LAPTOP3', 'PRD-SQL01'],
      ['03:00:01', 'svc.backup', 'APP-BACKUP-01', 'PRD-SQL01'],
      ['04:30:00', 'service.etl', 'APP-ETL-01', 'PRD-DWH-01'],
    ],
    odd: 3,
    event: '4624 logon, type 2 interactive',
  },
  {
    id: 'healthcare',
    name: 'Healthcare',
    severity: 'high',
    story: 'Someone opened PRD-CLAIMS-01 in SSMS as svc.claims, from WS-1042.',
    matter:
      'At Alder Health only the claims job reads that database. A person with its password reads every patient, and no log names them.',
    log: [
      ['08:00:00', 'svc.claims', 'APP-CLAIMS-02', 'PRD-CLAIMS-01'],
      ['08:05:00', 'svc.portal', 'APP-PORTAL-01', 'PRD-SQL02'],
      ['08:07:31', 'svc.claims', 'WS-1042', 'PRD-CLAIMS-01'],
      ['08:10:00', 'svc.portal', 'APP-PORTAL-01', 'PRD-SQL02'],
      ['08:15:00', 'svc.claims', 'APP-CLAIMS-02', 'PRD-CLAIMS-01'],
      ['08:20:00', 'svc.portal', 'APP-PORTAL-01', 'PRD-SQL02'],
    ],
    odd: 2,
    event: '4688 process start, ssms.exe',
  },
  {
    id: 'government',
    name: 'Governments',
    severity: 'medium',
    story: 'svc.registry fails to sign in to PRD-REG-02, forty times an hour, from one source.',
    matter:
      'The password of the register changed last week. One forgotten script still tries the old one, or someone does.',
    log: [
      ['11:00:00', 'svc.registry', 'APP-REG-01', 'PRD-REG-02'],
      ['11:01:00', 'svc.archive', 'APP-ARCH-01', 'PRD-REG-01'],
      ['11:01:30', 'svc.registry', '192.0.2.77', 'PRD-REG-02'],
      ['11:02:00', 'svc.archive', 'APP-ARCH-01', 'PRD-REG-01'],
      ['11:15:00', 'svc.registry', 'APP-REG-01', 'PRD-REG-02'],
      ['11:16:00', 'svc.archive', 'APP-ARCH-01', 'PRD-REG-01'],
    ],
    odd: 2,
    event: '4625 failed logon, wrong password',
  },
  {
    id: 'technology',
    name: 'Technology',
    severity: 'medium',
    story: 'svc.deploy connected to PROD-DWH-01 from DEV-LAPTOP12.',
    matter:
      'Its password is a pipeline variable that sixty people can read. Now one of them, or one of their machines, has used it.',
    log: [
      ['16:40:11', 'svc.deploy', 'CI-RUNNER-04', 'PROD-APP-01'],
      ['16:41:02', 'svc.metrics', 'APP-METRICS-01', 'PROD-DWH-01'],
      ['16:44:37', 'svc.deploy', 'CI-RUNNER-02', 'PROD-APP-02'],
      ['16:46:02', 'svc.metrics', 'APP-METRICS-01', 'PROD-DWH-01'],
      ['16:47:50', 'svc.deploy', 'DEV-LAPTOP12', 'PROD-DWH-01'],
      ['16:51:02', 'svc.metrics', 'APP-METRICS-01', 'PROD-DWH-01'],
    ],
    odd: 4,
    event: '4688 process start, datagrip.exe',
  },
  {
    id: 'defense',
    name: 'Defense',
    severity: 'high',
    story: 'service.etl signed in at OPS-LAPTOP5, outside the enclave.',
    matter:
      'At Meridian Defense that account moves data across one guarded link. A logon anywhere else is a finding, whoever it was.',
    log: [
      ['05:00:00', 'service.etl', 'GUARD-01', 'PRD-SQL01'],
      ['05:03:22', 'service.etl', 'OPS-LAPTOP5', 'PRD-SQL01'],
      ['05:10:00', 'service.etl', 'GUARD-01', 'PRD-SQL01'],
      ['05:20:00', 'service.etl', 'GUARD-01', 'PRD-SQL01'],
      ['05:30:00', 'service.etl', 'GUARD-01', 'PRD-SQL01'],
      ['05:40:00', 'service.etl', 'GUARD-01', 'PRD-SQL01'],
    ],
    odd: 1,
    event: '4624 logon, type 2 interactive',
  },
  {
    id: 'manufacturing',
    name: 'Manufacturing',
    severity: 'low',
    story: 'svc.historian ran sqlcmd against PRD-MES-01 from ENG-WS-07, for the first time.',
    matter: 'The plant keeps running either way. But the next recipe change should carry someone’s name.',
    log: [
      ['13:00:00', 'svc.historian', 'PLANT-GW-01', 'PRD-MES-01'],
      ['13:05:00', 'svc.historian', 'PLANT-GW-01', 'PRD-MES-01'],
      ['13:10:00', 'svc.historian', 'PLANT-GW-01', 'PRD-MES-01'],
      ['13:15:00', 'svc.historian', 'PLANT-GW-01', 'PRD-MES-01'],
      ['13:20:00', 'svc.historian', 'PLANT-GW-01', 'PRD-MES-01'],
      ['13:22:46', 'svc.historian', 'ENG-WS-07', 'PRD-MES-01'],
    ],
    odd: 5,
    event: '4688 process start, sqlcmd.exe',
  },
];
