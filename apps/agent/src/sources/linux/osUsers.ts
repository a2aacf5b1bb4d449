import { readFileSync, statSync } from 'node:fs';
import type { NameOf } from './auditLog.ts';

/** Names by number from `/etc/passwd`, read again after changes. Excludes users of a directory service. */
export function osUsersFrom(path = '/etc/passwd'): NameOf {
  let changed = Number.NaN;
  let names = new Map<string, string>();
  return (uid) => {
    try {
      const { mtimeMs } = statSync(path);
      if (mtimeMs !== changed) {
        names = new Map(
          readFileSync(path, 'utf8')
            .split('\n')
            .map((line) => line.split(':'))
            .map(([name = '', , number = '']) => [number, name] as const),
        );
        changed = mtimeMs;
      }
    } catch {
      return null;
    }
    return names.get(uid) ?? null;
  };
}
