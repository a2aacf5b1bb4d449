import { useViewParams } from '../../../view/useView.ts';

/*
 * The query string of a case file, in addition to that of its drawer. It is untrusted input: invalid values count as missing.
 *
 * person= source= server=      one name of each column of the path; `-` for events without one from=<hour> to=<hour>        the
 * brushed time, as 2026-11-12T08Z
 */

/** Columns of the path that narrow what is shown below. */
export const narrowedBy = ['person', 'source', 'server'] as const;
export type NarrowedBy = (typeof narrowedBy)[number];

/** Filter names of the file, and the brushed time in epoch milliseconds. */
export interface Narrowing {
  readonly names: Partial<Record<NarrowedBy, string>>;
  readonly time: { readonly from: number; readonly to: number } | null;
}

/** Stands in the address for events without a name. */
export const UNNAMED = '-';

const NAME_MAX = 1024;
const HOUR = 3_600_000;
const hourText = /^\d{4}-\d{2}-\d{2}T\d{2}Z$/;

export function readNarrowing(params: URLSearchParams): Narrowing {
  const names: Partial<Record<NarrowedBy, string>> = {};
  for (const column of narrowedBy) {
    const name = params.get(column)?.trim() ?? '';
    if (name !== '' && name.length <= NAME_MAX) names[column] = name;
  }
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''].map(epochOf);
  return { names, time: from != null && to != null && from < to ? { from, to } : null };
}

function epochOf(text: string): number | null {
  if (!hourText.test(text)) return null;
  const time = Date.parse(text.replace('Z', ':00Z'));
  return Number.isNaN(time) ? null : time;
}

export function writeTime(params: URLSearchParams, time: Narrowing['time']): void {
  for (const [key, end] of [
    ['from', time?.from],
    ['to', time?.to],
  ] as const) {
    if (end === undefined) params.delete(key);
    else params.set(key, `${new Date(Math.round(end / HOUR) * HOUR).toISOString().slice(0, 13)}Z`);
  }
}

/** The filter names and times of the case file, with their setters. Selecting a name again clears it. */
export function useNarrowing() {
  const [params, change] = useViewParams();
  const narrowing = readNarrowing(params);
  return {
    ...narrowing,
    isNarrowed: narrowing.time !== null || Object.keys(narrowing.names).length > 0,
    choose: (column: NarrowedBy, name: string) =>
      change((next) => (next.get(column) === name ? next.delete(column) : next.set(column, name))),
    brush: (time: Narrowing['time']) => change((next) => writeTime(next, time), { replace: true }),
    clear: () =>
      change((next) => {
        for (const column of narrowedBy) next.delete(column);
        writeTime(next, null);
      }),
  };
}
