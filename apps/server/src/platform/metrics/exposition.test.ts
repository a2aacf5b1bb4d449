import { expect, test } from 'vitest';
import { exposition } from './exposition.ts';

test('families are written in the Prometheus format, with escaped label values', () => {
  const text = exposition([
    {
      name: 'requests_total',
      help: 'Requests,\nall of them.',
      type: 'counter',
      samples: [{ labels: { route: '/a"b\\c\nd', status: 200 }, value: 3 }, { value: 0.5 }],
    },
    { name: 'empty', help: 'None.', type: 'gauge', samples: [] },
  ]);
  expect(text).toBe(
    [
      '# HELP requests_total Requests,\\nall of them.',
      '# TYPE requests_total counter',
      'requests_total{route="/a\\"b\\\\c\\nd",status="200"} 3',
      'requests_total 0.5',
      '',
    ].join('\n'),
  );
});
