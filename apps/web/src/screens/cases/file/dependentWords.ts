import type { CaseDependent } from '@scout/contract';
import { visible } from '../../incidents/rawText.ts';
import { hostText } from './names.ts';

const kindWords: ReadonlyMap<string, string> = new Map([
  ['logon:2', 'console sign-ins'],
  ['logon:3', 'network logons'],
  ['logon:4', 'scheduled jobs'],
  ['logon:5', 'services'],
  ['logon:8', 'network logons'],
  ['logon:10', 'remote desktop'],
  ['command', 'database clients'],
  ['process', 'programs'],
  ['explicit', 'entered credentials'],
  ['ntlm', 'network logons'],
  ['ticket', 'network logons'],
  ['service-ticket', 'network logons'],
]);

/** How a machine uses an account: "Scheduled jobs, network logons · billing.exe · to PRD-SQL01 · by d.rossi". */
export function dependentWords({ kinds, programs, servers, persons }: CaseDependent): string {
  const ways = [...new Set(kinds.map((kind) => kindWords.get(kind) ?? 'other logons'))].join(', ');
  const list = (before: string, names: readonly string[]) =>
    names.length === 0 ? [] : [`${before}${names.join(', ')}`];
  return [
    ways.charAt(0).toUpperCase() + ways.slice(1),
    ...list('', programs.map(visible)),
    ...list('to ', servers.map(hostText)),
    ...list('by ', persons.map(visible)),
  ].join(' · ');
}
