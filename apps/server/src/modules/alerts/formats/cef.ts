import { caseNumberText, kindTitle } from '@scout/contract';
import type { Severity } from '../../../platform/database/columns.ts';
import type { Format } from './message.ts';

/**
 * Common Event Format, version 0, with keys of its dictionary and their maximum lengths. ArcSight Common Event Format
 * Implementation Standard, version 25.
 */
const LONGEST: Readonly<Record<string, number>> = {
  act: 63,
  deviceExternalId: 255,
  dhost: 1023,
  duser: 1023,
  externalId: 40,
  msg: 1023,
  reason: 1023,
  request: 1023,
  shost: 1023,
  suser: 1023,
};
const LONGEST_CUSTOM = 4_000;

/** 0 to 10. */
const severities: Readonly<Record<Severity, number>> = { low: 3, medium: 5, high: 8, critical: 10 };

/** Control characters except line ends, and separators treated as line ends elsewhere. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(/(?![\r\n])\p{Cc}/gu, ' ');

/** In the header a pipe ends a field, and lines are not allowed. */
export const cefHeader = (text: string): string =>
  clean(text)
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|');

/** In the extension an equals sign ends a key, and line ends are written as \n. */
export const cefValue = (text: string): string =>
  clean(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('=', '\\=')
    .replaceAll('\r\n', '\\n')
    .replaceAll(/[\r\n]/g, '\\n');

function cef(id: string, title: string, severity: number, fields: Readonly<Record<string, string>>): string {
  const extension = Object.entries(fields)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${cefValue(value.slice(0, LONGEST[key] ?? LONGEST_CUSTOM))}`)
    .join(' ');
  return `CEF:0|Scout|Scout|1|${cefHeader(id)}|${cefHeader(title)}|${severity}|${extension}`;
}

/** A custom string with its label. */
const custom = (n: 1 | 2 | 3 | 4 | 5 | 6, label: string, value: string) =>
  value === '' ? {} : { [`cs${n}Label`]: label, [`cs${n}`]: value };

/** One line of CEF. */
export const cefFormat: Format = {
  caseBody: ({ id, kind, added, about, link, organization, now }) =>
    cef(about.kind, kindTitle(about.kind), severities[about.severity], {
      rt: String(now),
      start: String(about.firstSeen.getTime()),
      end: String(about.lastSeen.getTime()),
      externalId: id,
      act: kind,
      cat: 'case',
      duser: about.account,
      suser: about.persons[0]?.name ?? '',
      shost: about.sources[0] ?? '',
      dhost: about.destinations[0] ?? '',
      msg: about.sentence,
      request: link,
      cfp1Label: 'Score',
      cfp1: String(about.score),
      ...custom(1, 'Case', caseNumberText(about.number)),
      ...custom(2, 'Organization', organization),
      ...custom(3, 'Sources', about.sources.join(', ')),
      ...custom(4, 'Destinations', about.destinations.join(', ')),
      ...custom(5, 'Persons', about.persons.map(({ name }) => name).join(', ')),
      ...custom(6, 'Gained', added.join(', ')),
    }),
  testBody: ({ id, channel, now }) =>
    cef('test', 'Test message', 0, { rt: String(now), externalId: id, msg: channel }),
};
