import { expect, test } from 'vitest';
import { alert, logon, story } from '../testing/samples.ts';
import { accusationsOf } from './accusations.ts';
import type { Judgment } from './judge.ts';

const row = (record_id: string, fields: Readonly<Record<string, string>>) => logon({ record_id, ...fields });

test('persons of false alerts are compared with the rows, those of stories with their labels', () => {
  const rows = [
    row('10', { event_type: 'WINDOWS_SECURITY_4648', subject_user_name: 'M.Keller' }),
    row('11', { event_type: 'WINDOWS_SECURITY_4648', subject_user_name: 'someone' }),
    row('12', { target_user_name: 'svc.etl', source_host: '10.60.0.1' }),
    row('13', { target_user_name: 'svc.etl', source_host: '10.60.0.2' }),
    row('14', { target_user_name: 'm.keller', source_host: '10.60.0.1' }),
  ];
  const by = (recordIds: string[], level: 'acted' | 'same-session' | 'present') =>
    alert({ recordIds, person: { name: 'm.keller', level } });
  const alerts = [
    by(['1'], 'acted'),
    by(['2'], 'acted'),
    by(['3'], 'same-session'),
    by(['10'], 'acted'),
    by(['11'], 'acted'),
    by(['12'], 'same-session'),
    by(['13'], 'same-session'),
    by(['13'], 'present'),
  ];
  const stories = ['m.keller', 'j.weber', null].map((person, i) =>
    story({ recordIds: [String(i + 1)], person }),
  );
  const judgment = {
    runs: [{ detector: 'scout', source: 'none', alerts }],
    stories,
    causes: new Map<string, string>(),
    rows: () => rows,
  } as unknown as Judgment;
  const verdicts = accusationsOf(judgment, 'scout').map(({ level, verdict }) => `${level} ${verdict}`);
  expect(verdicts.sort()).toEqual([
    'acted right',
    'acted shown',
    'acted unshown',
    'acted wrong',
    'same-session shown',
    'same-session unshown',
    'same-session wrong',
  ]);
});
