import { hash } from 'node:crypto';

/** Accounts with a common form, below which a new name would stand out. */
const FAMILY = 3;
/** Jobs that every company has, so that a name with one is believed. */
const JOBS = [
  'archive',
  'backup',
  'batch',
  'cache',
  'catalog',
  'deploy',
  'export',
  'feed',
  'gateway',
  'import',
  'index',
  'inventory',
  'ledger',
  'logs',
  'mail',
  'metrics',
  'monitor',
  'notify',
  'orders',
  'portal',
  'print',
  'queue',
  'report',
  'scan',
  'search',
  'stage',
  'sync',
  'vault',
];
/** `svc.`, `SA_`, `app-`: letters and a separator before the rest. */
const FORM = /^(\p{L}{1,20}[._-])(.+)$/u;

/**
 * Names for a decoy in the form of the largest family of accounts, those that differ most from known names last, and accounts of the
 * family. None if no family is large enough.
 *
 * @param seed of the organization: the list of jobs is public, so that the order must not be the same everywhere
 */
export function proposeDecoy(known: readonly string[], seed: string): { names: string[]; beside: string[] } {
  const families = new Map<string, string[]>();
  for (const name of known) {
    const prefix = FORM.exec(name)?.[1];
    if (prefix !== undefined) families.set(prefix, [...(families.get(prefix) ?? []), name]);
  }
  const [largest] = [...families].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
  if (largest === undefined || largest[1].length < FAMILY) return { names: [], beside: [] };
  const [prefix, members] = largest;
  const ends = members.map((name) => name.slice(prefix.length));
  const isUpper =
    ends.filter((end) => end === end.toUpperCase() && end !== end.toLowerCase()).length * 2 > ends.length;
  // Numbers at the end, if most names have one.
  const numbers = ends.flatMap((end) => /\d+$/.exec(end)?.[0] ?? []);
  const suffix = numbers.length * 2 > ends.length ? numbers[Math.floor(numbers.length / 2)]! : '';
  const words = new Set(ends.flatMap((end) => end.toLowerCase().split(/[^\p{L}]+/u)));
  const order = (word: string) => hash('sha256', `${seed} ${word}`, 'hex');
  const names = JOBS.filter((job) => !words.has(job))
    .sort((a, b) => (order(a) < order(b) ? -1 : 1))
    .map((job) => `${prefix}${isUpper ? job.toUpperCase() : job}${suffix}`);
  return { names, beside: members };
}
