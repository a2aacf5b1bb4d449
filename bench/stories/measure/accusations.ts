import type { NormalisedRow } from '@scout/detection';
import type { Story } from '../input/labels.ts';
import { causeOf } from './causes.ts';
import { rankAlerts } from './curve.ts';
import type { Judgment } from './judge.ts';
import { accountKey } from './match.ts';
import type { Source } from './run.ts';

/**
 * A person whom an alert names as acting, or as the one whose session it was. On a story `right` or `wrong`, by its label; on ordinary
 * events `shown` if their rows name the person too, or the person's own logons on that day the address or the machine that the sentence
 * names, and `unshown` if not.
 */
export type Accusation = {
  source: Source;
  person: string;
  level: 'acted' | 'same-session';
  /** Kind of the story, or cause of the false alert. */
  about: string;
  verdict: 'right' | 'wrong' | 'shown' | 'unshown';
  sentence: string;
};

type Open = Accusation & { recordIds: readonly string[]; rows: NormalisedRow[] };

/** All accusations of Scout's alerts about a file, false alerts included. */
export function accusationsOf({ runs, stories, causes, rows }: Judgment, detector: string): Accusation[] {
  const all: Open[] = [];
  for (const run of runs.filter((one) => one.detector === detector))
    for (const { alert, found } of rankAlerts(run.alerts, stories)) {
      const { person, recordIds, sentence } = alert;
      if (person === undefined || person.level === 'present') continue;
      // A story without a label of its person is compared with the rows, too.
      const named = found.map((index) => stories[index]!).filter((one) => one.person !== undefined);
      const { name, level } = person;
      const about = stories[found[0] ?? -1]?.kind ?? causeOf(alert, causes);
      const verdict = named.length === 0 ? 'unshown' : isOf(named, name) ? 'right' : 'wrong';
      const { source } = run;
      all.push({ source, person: name, level, about, verdict, sentence, recordIds, rows: [] });
    }
  check(
    all.filter(({ verdict }) => verdict === 'unshown'),
    rows,
  );
  return all.map(({ recordIds, rows, ...accusation }) => accusation);
}

const isOf = (stories: readonly Story[], name: string): boolean =>
  stories.some(({ person }) => typeof person === 'string' && accountKey(person) === accountKey(name));

/** Compares accusations on ordinary events with the rows of the file. */
function check(open: readonly Open[], rows: () => Iterable<NormalisedRow>): void {
  if (open.length === 0) return;
  const wanted = new Map<string, Open[]>();
  for (const accusation of open)
    for (const id of accusation.recordIds) wanted.set(id, [...(wanted.get(id) ?? []), accusation]);
  for (const row of rows())
    for (const accusation of wanted.get(row.record_id ?? '') ?? []) accusation.rows.push(row);
  const own = new Set<string>();
  for (const row of rows()) {
    if (row.event_id !== 4624) continue;
    for (const place of [row.source_host, row.system_context_computer_name])
      own.add(placeOf(row, row.target_user_name, place));
  }
  for (const accusation of open) {
    const { person, level, sentence } = accusation;
    const from = / from (\S+)[: ]/.exec(sentence)?.[1]?.replace(/:$/, '') ?? null;
    const isShown = (row: NormalisedRow): boolean =>
      level === 'acted'
        ? row.subject_user_name !== null && accountKey(row.subject_user_name) === accountKey(person)
        : [row.source_host, from].some((place) => place !== null && own.has(placeOf(row, person, place)));
    if (accusation.rows.some(isShown)) accusation.verdict = 'shown';
  }
}

/** An account at an address or a machine, by its short name, on a day. */
function placeOf({ timestamp }: NormalisedRow, name: string | null, place: string | null): string {
  const short = place !== null && /[a-z]/i.test(place) ? place.split('.')[0]!.toUpperCase() : place;
  return `${accountKey(name ?? '')}|${short}|${timestamp.slice(0, 10)}`;
}

const VERDICTS = ['right', 'wrong', 'shown', 'unshown'] as const;

/** Prints the number of accusations by verdict, and each one that is wrong or unshown. */
export function printAccusations(accusations: readonly Accusation[]): void {
  for (const level of ['acted', 'same-session'] as const) {
    const ofLevel = accusations.filter((one) => one.level === level);
    const counts = VERDICTS.map(
      (verdict) => `${verdict} ${ofLevel.filter((one) => one.verdict === verdict).length}`,
    );
    console.log(`\nPersons named by all alerts at the level ${level}: ${counts.join(', ')}`);
    for (const { verdict, source, person, about, sentence } of ofLevel)
      if (verdict === 'wrong' || verdict === 'unshown')
        console.log(
          `  ${verdict}, ${source === 'none' ? '' : `${source}, `}${about}: ${person}: ${sentence}`,
        );
  }
}
