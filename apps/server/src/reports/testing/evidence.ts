import type { EvidenceEntry, EvidenceFile } from '@scout/contract';
import { sealEvidence } from '../evidenceChain.ts';

const permission = '00000000-0000-7000-8000-000000000001';

/** One entry of each type. */
export const evidenceEntries: readonly EvidenceEntry[] = [
  {
    type: 'exception',
    at: '2026-10-12T06:00:00.000Z',
    until: '2026-10-12T18:00:00.000Z',
    id: permission,
    account: 'svc.billing',
    kinds: [],
    sources: ['fin-laptop3'],
    servers: [],
    persons: ['m.keller'],
    reason: 'Restore test, CHG-4411',
    approved_by: 'Change board',
    recorded_by: 'ada@northwind.example',
    recorded_at: '2026-10-11T15:30:00.000Z',
    ended_by: null,
  },
  {
    type: 'use',
    at: '2026-10-12T07:02:11.000Z',
    last: '2026-10-12T07:40:02.000Z',
    account: 'svc.billing',
    kind: 'command',
    person: 'm.keller',
    source: 'fin-laptop3',
    server: 'prd-sql01',
    program: 'sqlcmd.exe',
    events: 4,
    exception: permission,
    reason: 'Restore test, CHG-4411',
    approved_by: 'Change board',
    permitted_until: '2026-10-12T18:00:00.000Z',
  },
  {
    type: 'case',
    at: '2026-10-14T00:14:00.000Z',
    number: 7,
    account: 'svc.billing',
    kind: 'person-used-account',
    severity: 'high',
    sentence: 'm.keller used svc.billing from FIN-LAPTOP3 to PRD-SQL01.',
    last_seen: '2026-10-14T00:40:00.000Z',
    status: 'closed',
    closed_as: 'misuse',
    close_reason: 'Password changed.',
  },
  {
    type: 'finding',
    at: '2026-10-14T00:14:00.000Z',
    case: 7,
    account: 'svc.billing',
    kind: 'person-used-account',
    severity: 'high',
    sentence: 'm.keller used svc.billing from FIN-LAPTOP3 to PRD-SQL01.',
    persons: ['m.keller'],
    person_level: 'acted',
    exception: null,
  },
  {
    type: 'use',
    at: '2026-10-14T00:14:00.000Z',
    last: '2026-10-14T00:40:00.000Z',
    account: 'svc.billing',
    kind: 'logon:10',
    person: null,
    source: 'fin-laptop3',
    server: 'prd-sql01',
    program: null,
    events: 2,
    exception: null,
    reason: null,
    approved_by: null,
    permitted_until: null,
  },
  {
    type: 'decision',
    at: '2026-10-14T09:00:00.000Z',
    case: 7,
    kind: 'closed',
    by: 'ada@northwind.example',
    text: 'Password changed.',
    closed_as: 'misuse',
    assignee: null,
  },
];

/** Evidence of a week. */
export const evidenceSample = (entries: readonly EvidenceEntry[] = evidenceEntries): EvidenceFile =>
  sealEvidence(
    {
      organization: { id: '00000000-0000-7000-8000-00000000000a', name: 'Northwind Bank' },
      scope: { from: '2026-10-12T00:00:00.000Z', to: '2026-10-18T23:59:59.999Z' },
      left_out: { use: 0, finding: 0, case: 0, decision: 0, exception: 0 },
      made_at: '2026-11-02T08:00:00.000Z',
      made_by: 'ada@northwind.example',
    },
    entries,
  );
