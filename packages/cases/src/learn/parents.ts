import type { AccountState, DayCell } from '../state.ts';
import { COMPANY } from '../weights.ts';
import { TUPLES_LIMIT } from './memory.ts';

/** Programs that start the tasks of Windows, by version: one parent. */
const SCHEDULERS: ReadonlySet<string> = new Set([
  'svchost.exe',
  'taskeng.exe',
  'taskhostex.exe',
  'taskhostw.exe',
]);

/** The only parent of a program on a machine until now, and on how many days. */
export type Parent = { program: string; days: number };

/** The parent and the file of a process; null where one is not recorded. */
export function partsOf(program: string | null): { parent: string; file: string } | null {
  const at = program?.indexOf('>') ?? -1;
  return program === null || at <= 0 ? null : { parent: program.slice(0, at), file: program.slice(at + 1) };
}

/**
 * The parent that always started a process's program on its machine, when another one starts it now; null if there was none, if it is not
 * known on enough days, or if the account has so many ways that others may be forgotten.
 */
export function otherParent(account: AccountState, { kind, destination, program }: DayCell): Parent | null {
  const now = kind === 'process' ? partsOf(program) : null;
  if (now === null || account.tuples.size >= TUPLES_LIMIT) return null;
  let usual: Parent | null = null;
  for (const tuple of account.tuples.values()) {
    if (tuple.kind !== 'process' || tuple.destination !== destination) continue;
    if (tuple.program?.endsWith(`>${now.file}`) !== true) continue;
    const before = partsOf(tuple.program);
    if (before === null || isSame(before.parent, now.parent)) return null;
    if (usual !== null && !isSame(usual.program, before.parent)) return null;
    if (tuple.days > (usual?.days ?? 0)) usual = { program: before.parent, days: tuple.days };
  }
  return usual !== null && usual.days >= COMPANY.days ? usual : null;
}

const isSame = (one: string, other: string): boolean =>
  one === other || (SCHEDULERS.has(one) && SCHEDULERS.has(other));
