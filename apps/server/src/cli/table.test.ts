import { describe, expect, it } from 'vitest';
import { fields, table } from './table.ts';

describe('table', () => {
  it('aligns columns with their names', () => {
    const rows = [
      { host: 'WS-1042', seen: null, sample: true },
      { host: 'PRD-SQL01-LONG', seen: 3, sample: false },
    ];
    expect(table(rows, 'none')).toBe(
      'host            seen  sample\nWS-1042         -     yes\nPRD-SQL01-LONG  3     no\n',
    );
  });

  it('says so when it is empty', () => {
    expect(table([], 'No agent yet.')).toBe('No agent yet.\n');
  });

  it('lets no text control the terminal', () => {
    expect(fields({ name: 'a\u202eb' })).toBe('name  a\uFFFDb\n');
    expect(fields({ host: 'a\u001b[2Jb\nc' })).toBe('host  a\uFFFD[2Jb\uFFFDc\n');
  });
});
