import { type NormalisedRow, normaliseValue } from '@scout/detection';
import type { CaseAlert } from '../detectors/detector.ts';
import type { Story } from '../input/labels.ts';

export function alert(fields: Partial<CaseAlert>): CaseAlert {
  return {
    time: '2026-03-02T10:00:00.000Z',
    account: 'svc.billing',
    recordIds: [],
    score: 1,
    kind: 'novelty',
    sentence: '',
    ...fields,
  };
}

export function story({
  start = '2026-03-02T10:00:00.000Z',
  end = start,
  ...fields
}: Partial<Omit<Story, 'start' | 'end'>> & { start?: string; end?: string }): Story {
  return {
    story: 'S1',
    kind: 'runas',
    account: 'svc.billing',
    start: Date.parse(start),
    end: Date.parse(end),
    recordIds: [],
    person: undefined,
    ...fields,
  };
}

/** A network logon of svc.billing as a flat row, with overrides. */
export function flatLogon(fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    event_type: 'WINDOWS_SECURITY_4624',
    timestamp: '2026-03-02T10:00:00.000Z',
    record_id: '1',
    target_user_name: 'svc.billing',
    system_context_computer_name: 'PRD-SQL01.nordbank.example',
    source_host: '10.20.0.1',
    logon_type: '3',
    ...fields,
  };
}

/** The same, normalized. */
export function logon(fields: Readonly<Record<string, unknown>> = {}): NormalisedRow {
  const result = normaliseValue(flatLogon(fields), Number.POSITIVE_INFINITY);
  if (!result.ok) throw new Error(result.message);
  return result.row;
}
