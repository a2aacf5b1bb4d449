import { type LaneFilter, laneFilters } from '@scout/contract';
import type { NameKind, SortState } from '@scout/ui';
import { defaultRange, isDay, type PresetRange, presets, type Range } from './range.ts';

/*
 * The query string of a dashboard. It is untrusted input: invalid values count as missing.
 *
 *   range=7d | from=2026-11-01&to=2026-11-15    the range of the figures
 *   incidents=account:svc.billing               the drawer: of an account, computer, server, source or user, of a day, or all
 *   event=<id>                                  the event that the drawer shows
 *   only=refused                                the accounts that the overview lists: refused, interactive or client
 *   account= server=                            applied filters of Failed Logons
 *   sort.<table>=-time find.<table>=PRD         order and search of a table
 */

/** The subject of the drawer's incidents. */
export type DrillDown =
  | { readonly kind: NameKind; readonly name: string }
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'all' };

/** The content of the drawer: a list, an event in it, or a single event. */
export interface DrawerState {
  readonly list: DrillDown | null;
  readonly event: string | null;
}

const NAME_MAX = 1024;
const TEXT_MAX = 200;
const names = ['account', 'computer', 'server', 'source', 'user'] as const satisfies readonly NameKind[];
const eventId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6}$/;
const columnId = /^-?[A-Za-z][A-Za-z0-9]{0,39}$/;

export function readRange(params: URLSearchParams): Range {
  const preset = params.get('range');
  if (presets.some(({ value }) => value === preset)) return preset as PresetRange;
  const from = params.get('from') ?? '';
  const to = params.get('to') ?? '';
  return isDay(from) && isDay(to) && from <= to ? { from, to } : defaultRange;
}

export function writeRange(params: URLSearchParams, range: Range): void {
  for (const key of ['range', 'from', 'to']) params.delete(key);
  if (typeof range !== 'string') {
    params.set('from', range.from);
    params.set('to', range.to);
  } else if (range !== defaultRange) params.set('range', range);
}

/** The query string to carry over to another page: only the range. */
export function rangeOnly(params: URLSearchParams): string {
  const kept = new URLSearchParams();
  writeRange(kept, readRange(params));
  return kept.size === 0 ? '' : `?${kept}`;
}

export function readDrawer(params: URLSearchParams): DrawerState {
  const event = params.get('event') ?? '';
  return { list: parseDrillDown(params.get('incidents') ?? ''), event: eventId.test(event) ? event : null };
}

export function writeDrawer(params: URLSearchParams, { list, event }: DrawerState): void {
  params.delete('incidents');
  params.delete('event');
  if (list !== null) params.set('incidents', drillDownText(list));
  if (event !== null) params.set('event', event);
}

function parseDrillDown(text: string): DrillDown | null {
  if (text === 'all') return { kind: 'all' };
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(0, colon));
  const rest = text.slice(colon + 1);
  if (kind === 'day') return isDay(rest) ? { kind, day: rest } : null;
  const name = names.find((candidate) => candidate === kind);
  return name !== undefined && rest.trim() !== '' && rest.length <= NAME_MAX
    ? { kind: name, name: rest }
    : null;
}

/** `account:svc.billing`, `day:2026-11-18`, `all`. */
export function drillDownText(drillDown: DrillDown): string {
  if (drillDown.kind === 'all') return 'all';
  return `${drillDown.kind}:${drillDown.kind === 'day' ? drillDown.day : drillDown.name}`;
}

/** An applied filter of Failed Logons; null without one. */
export function readFilter(params: URLSearchParams, of: 'account' | 'server'): string | null {
  const text = params.get(of)?.trim() ?? '';
  return text === '' || text.length > TEXT_MAX ? null : text;
}

export function writeFilter(params: URLSearchParams, of: 'account' | 'server', text: string | null): void {
  if (text === null) params.delete(of);
  else params.set(of, text);
}

/** The filter of the overview's accounts; null without one. */
export function readLaneFilter(params: URLSearchParams): LaneFilter | null {
  return laneFilters.find((filter) => filter === params.get('only')) ?? null;
}

export function writeLaneFilter(params: URLSearchParams, filter: LaneFilter | null): void {
  if (filter === null) params.delete('only');
  else params.set('only', filter);
}

export function readSort(params: URLSearchParams, table: string): SortState | null {
  const text = params.get(`sort.${table}`) ?? '';
  if (!columnId.test(text)) return null;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'descending' }
    : { column: text, direction: 'ascending' };
}

export function writeSort(params: URLSearchParams, table: string, sort: SortState | null): void {
  if (sort === null) params.delete(`sort.${table}`);
  else params.set(`sort.${table}`, `${sort.direction === 'descending' ? '-' : ''}${sort.column}`);
}

export function readFind(params: URLSearchParams, table: string): string {
  return (params.get(`find.${table}`) ?? '').slice(0, TEXT_MAX);
}

export function writeFind(params: URLSearchParams, table: string, text: string): void {
  if (text.trim() === '') params.delete(`find.${table}`);
  else params.set(`find.${table}`, text.slice(0, TEXT_MAX));
}
