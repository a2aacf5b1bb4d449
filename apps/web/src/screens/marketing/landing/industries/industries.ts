import type { SeverityLevel } from '@scout/ui';

/** An incident as it looks in an industry; invented, with names from the sample data. */
export interface Industry {
  id: string;
  name: string;
  severity: SeverityLevel;
  /** What happened, in one sentence. */
  story: string;
  /** Why it matters there. */
  matter: string;
  /** The fields that gave it away. */
  fields: readonly (readonly [name: string, value: string])[];
}

/** Specification section 1, in its order. */
export const industries: readonly Industry[] = [
  {
    id: 'financial',
    name: 'Financial institutions',
    severity: 'high',
    story: 'svc.billing signed in at FIN-LAPTOP3 at 02:14 and stayed for eleven minutes.',
    matter:
      'The account books invoices into the ledger of Northwind Bank at 23:00. It has no desk, and no reason to be awake.',
    fields: [
      ['Event', '4624 Logon'],
      ['Account', 'svc.billing'],
      ['Computer', 'FIN-LAPTOP3'],
      ['Logon type', '2 Interactive'],
      ['Source', '192.0.2.41'],
    ],
  },
  {
    id: 'healthcare',
    name: 'Healthcare',
    severity: 'high',
    story: 'Somebody opened PRD-CLAIMS-01 with SSMS as svc.claims, from a nurse station.',
    matter:
      'At Alder Health only the claims job reads that database. A person with its password reads every patient, and no log names them.',
    fields: [
      ['Event', '4688 Process start'],
      ['Process', 'ssms.exe'],
      ['Account', 'svc.claims'],
      ['Computer', 'WS-1042'],
      ['Server', 'PRD-CLAIMS-01'],
    ],
  },
  {
    id: 'government',
    name: 'Governments',
    severity: 'medium',
    story: 'svc.registry failed to sign in to PRD-REG-02 forty times within an hour, from one source.',
    matter:
      'The password of the population register changed last week. One forgotten script still tries the old one, or somebody does.',
    fields: [
      ['Event', '4625 Failed logon'],
      ['Account', 'svc.registry'],
      ['Server', 'PRD-REG-02'],
      ['Reason', 'wrong password'],
      ['Velocity', '40 in 1 h'],
    ],
  },
  {
    id: 'technology',
    name: 'Technology',
    severity: 'medium',
    story: 'A build agent’s account, svc.deploy, connected to PROD-DWH-01 from a developer’s laptop.',
    matter:
      'The password is in a pipeline variable that sixty people can read. Now one of them, or one of their machines, has used it.',
    fields: [
      ['Event', '4688 Process start'],
      ['Process', 'datagrip.exe'],
      ['Account', 'svc.deploy'],
      ['Computer', 'DEV-LAPTOP12'],
      ['Server', 'PROD-DWH-01'],
    ],
  },
  {
    id: 'defense',
    name: 'Defense',
    severity: 'high',
    story: 'service.etl signed in by remote desktop at OPS-LAPTOP5, outside the enclave.',
    matter:
      'At Meridian Defense that account moves data across one guarded link. A logon anywhere else is a finding, whoever it was.',
    fields: [
      ['Event', '4624 Logon'],
      ['Account', 'service.etl'],
      ['Computer', 'OPS-LAPTOP5'],
      ['Logon type', '10 Remote interactive'],
      ['Source', '2001:db8:4::17'],
    ],
  },
  {
    id: 'manufacturing',
    name: 'Manufacturing',
    severity: 'low',
    story:
      'svc.historian ran sqlcmd against PRD-MES-01 from an engineering workstation it never used before.',
    matter:
      'The plant keeps running either way. The next change of a recipe should still come from somebody with a name.',
    fields: [
      ['Event', '4688 Process start'],
      ['Process', 'sqlcmd.exe'],
      ['Account', 'svc.historian'],
      ['Computer', 'ENG-WS-07'],
      ['Server', 'PRD-MES-01'],
    ],
  },
];
