import { matchRules, type NormalisedRow, normaliseValue } from '@scout/detection';
import { describe, expect, it } from 'vitest';
import { RollupFold, type RollupRow } from './rollups.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

/** The rollup rows of failed logons on production servers. */
function failed(...events: (Partial<NormalisedRow> & { timestamp: string })[]): RollupRow[] {
  const fold = new RollupFold();
  for (const event of events) {
    const flat = {
      event_type: '4625',
      target_user_name: 'svc.billing',
      system_context_computer_name: 'PRD-SQL01',
      ...event,
    };
    const result = normaliseValue(flat, NOW);
    if (!result.ok) throw new Error(result.message);
    // They match the AI risk rule too.
    for (const match of matchRules(result.row)) if (match.rule === 'failed-logons') fold.add(match);
  }
  return fold.rows();
}

describe('RollupFold', () => {
  it('counts names and pairs in their quarter hour, and pairs in their day', () => {
    const rows = failed(
      {
        timestamp: '2026-11-21T10:14:59.999Z',
        source_host: '192.0.2.7',
        failure_reason: 'account locked out',
      },
      { timestamp: '2026-11-21T10:00:00.000Z', source_host: '192.0.2.7' },
      { timestamp: '2026-11-21T10:15:00.000Z', source_host: '192.0.2.7' },
    );
    const counts = rows.map((row) => [
      row.dimension,
      new Date(row.bucket).toISOString().slice(11, 16),
      row.key,
      row.value_key,
      row.n,
    ]);
    expect(counts).toEqual([
      ['account', '10:00', 'svc.billing', '', 2],
      ['account', '10:15', 'svc.billing', '', 1],
      ['account-reason', '10:00', 'svc.billing', 'account locked out', 1],
      ['account-reason-day', '00:00', 'svc.billing', 'account locked out', 1],
      ['account-server', '10:00', 'svc.billing', 'prd-sql01', 2],
      ['account-server', '10:15', 'svc.billing', 'prd-sql01', 1],
      ['account-server-day', '00:00', 'svc.billing', 'prd-sql01', 3],
      ['account-source', '10:00', 'svc.billing', '192.0.2.7', 2],
      ['account-source', '10:15', 'svc.billing', '192.0.2.7', 1],
      ['account-source-day', '00:00', 'svc.billing', '192.0.2.7', 3],
      ['server', '10:00', 'prd-sql01', '', 2],
      ['server', '10:15', 'prd-sql01', '', 1],
    ]);
  });

  it('keeps the spelling of the earliest event, and the smaller one of two at the same moment', () => {
    const at = (timestamp: string, target_user_name: string) => ({ timestamp, target_user_name });
    const [account] = failed(
      at('2026-11-21T10:00:02.000Z', 'Svc.Billing'),
      at('2026-11-21T10:00:01.000Z', 'svc.billing'),
      at('2026-11-21T10:00:01.000Z', 'SVC.billing'),
      at('2026-11-21T10:00:01.000Z', 'sVC.billing'),
    );
    expect(account).toMatchObject({
      n: 4,
      label: 'SVC.billing',
      first_at: Date.parse('2026-11-21T10:00:01.000Z'),
    });
  });

  it('counts a match that repeats like one for each event, and reads what another batch wrote', () => {
    const [later, earlier] = ['10:16:00', '10:14:00'].map((time) => ({
      timestamp: `2026-11-21T${time}.000Z`,
      source_host: '192.0.2.7',
      failure_reason: 'account locked out',
    }));
    const [repeated, single, read] = [new RollupFold(), new RollupFold(), new RollupFold()];
    for (const target_user_name of ['SVC.billing', 'svc.billing', 'svc.other']) {
      const flat = {
        event_type: '4625',
        system_context_computer_name: 'PRD-SQL01',
        target_user_name,
        ...later,
      };
      const result = normaliseValue(flat, NOW);
      if (!result.ok) throw new Error(result.message);
      for (const match of matchRules(result.row)) {
        for (const { timestamp } of [later!, later!, earlier!, later!]) {
          const time = Date.parse(timestamp);
          repeated.add(match, time, true);
          single.add({ ...match, time });
        }
      }
    }
    expect(repeated.rows()).toEqual(single.rows());
    expect(repeated.bytes).toBe(single.bytes);
    read.addArray(repeated.array()!);
    expect(read.rows()).toEqual(single.rows());
  });

  it('orders rows alike whatever the order of the events', () => {
    const events = ['svc.b', 'svc.a', 'svc.c'].map((target_user_name) => ({
      timestamp: '2026-11-21T10:00:00.000Z',
      target_user_name,
    }));
    expect(failed(...events)).toEqual(failed(...events.toReversed()));
  });

  it('cuts a key that is too long for an index row', () => {
    const [account] = failed({
      timestamp: '2026-11-21T10:00:00.000Z',
      target_user_name: `svc${'😀'.repeat(400)}`,
    });
    expect(Buffer.byteLength(account!.key)).toBeLessThanOrEqual(768);
    expect(account!.key.isWellFormed()).toBe(true);
  });
});
