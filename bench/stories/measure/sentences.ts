import type { NormalisedRow } from '@scout/detection';
import type { CaseAlert } from '../detectors/detector.ts';
import type { Story } from '../input/labels.ts';
import { causeOf } from './causes.ts';
import { rankAlerts } from './curve.ts';
import { ALERTING, type Judgment } from './judge.ts';

/** A case beside what really happened, for somebody who reads it as the analyst on duty would. */
export type Sentence = {
  isTrue: boolean;
  seed: number | null;
  /** Kind of the story, or cause of the false alert. */
  kind: string;
  /** Place among all alerts by severity, from 1. */
  place: number;
  alert: CaseAlert;
  story: Story | null;
  /** The first rows that the alert names, and the first of the story. */
  evidence: NormalisedRow[];
  storyRows: NormalisedRow[];
};

/** Rows printed of an alert, and of a story. */
const ROWS = 5;

/** `count` true and as many false cases of one file: kinds and causes in turn, the gravest of each first. */
export function sentencesOf(judgment: Judgment, count: number, seed: number | null): Sentence[] {
  const { stories, causes } = judgment;
  const run = judgment.runs.find(({ detector }) => detector === ALERTING)!;
  const ranked = rankAlerts(run.alerts, stories).map((entry, index) => ({ ...entry, place: index + 1 }));
  const found = new Set<number>();
  const candidates: Sentence[] = [];
  for (const entry of ranked) {
    const index = entry.found.find((one) => !found.has(one));
    // A second alert on a story says nothing new.
    if (entry.found.length > 0 && index === undefined) continue;
    const story = index === undefined ? null : stories[index]!;
    if (index !== undefined) found.add(index);
    candidates.push({
      isTrue: story !== null,
      seed,
      kind: story?.kind ?? causeOf(entry.alert, causes),
      place: entry.place,
      alert: entry.alert,
      story,
      evidence: [],
      storyRows: [],
    });
  }
  const chosen = chooseSentences(candidates, count);
  addRows(chosen, judgment.rows());
  return chosen;
}

/** The same of several banks: the gravest first within a kind, wherever they are from. */
export function sentencesOfBanks(sentences: readonly Sentence[], count: number): Sentence[] {
  return chooseSentences(
    sentences.toSorted((a, b) => a.place - b.place),
    count,
  );
}

/** `count` true and as many false ones: kinds in turn, in their order within each. */
function chooseSentences(candidates: readonly Sentence[], count: number): Sentence[] {
  return [true, false].flatMap((isTrue) =>
    inTurn(
      candidates.filter((one) => one.isTrue === isTrue),
      count,
    ),
  );
}

function inTurn(candidates: readonly Sentence[], count: number): Sentence[] {
  const queues = [...Map.groupBy(candidates, ({ kind }) => kind).values()];
  const taken: Sentence[] = [];
  for (let round = 0; taken.length < count && queues.some((queue) => queue.length > round); round += 1)
    for (const queue of queues)
      if (queue[round] !== undefined && taken.length < count) taken.push(queue[round]!);
  return taken;
}

function addRows(sentences: readonly Sentence[], rows: Iterable<NormalisedRow>): void {
  const wanted = new Map<string, NormalisedRow[][]>();
  const want = (ids: readonly string[], list: NormalisedRow[]) => {
    for (const id of ids.slice(0, ROWS)) wanted.set(id, [...(wanted.get(id) ?? []), list]);
  };
  for (const { alert, story, evidence, storyRows } of sentences) {
    want(alert.recordIds, evidence);
    want(story?.recordIds ?? [], storyRows);
  }
  for (const row of rows) for (const list of wanted.get(row.record_id ?? '') ?? []) list.push(row);
}

/** The sentences as text, each beside its events. */
export function printSentences(sentences: readonly Sentence[]): void {
  for (const isTrue of [true, false]) {
    const list = sentences.filter((one) => one.isTrue === isTrue);
    console.log(`\n${list.length} ${isTrue ? 'true' : 'false'} cases`);
    for (const [index, sentence] of list.entries()) printSentence(sentence, index + 1);
  }
}

function printSentence(
  { seed, kind, place, alert, story, evidence, storyRows }: Sentence,
  number: number,
): void {
  const of = seed === null ? '' : `seed ${seed}, `;
  console.log(
    `\n${number}. ${kind} (${of}place ${place}, ${alert.kind}, ${alert.severity ?? ''} ${alert.score.toFixed(1)})`,
  );
  console.log(`   says    ${alert.time.slice(0, 16)} ${alert.sentence}`);
  if (alert.because !== undefined) console.log(`   because ${alert.because}`);
  const person = alert.person === undefined ? 'nobody' : `${alert.person.name} (${alert.person.level})`;
  console.log(`   person  ${person}`);
  if (story !== null)
    console.log(
      `   truth   ${story.person ?? 'nobody known'}, ${story.account}, ${new Date(story.start).toISOString().slice(0, 16)}`,
    );
  for (const row of evidence) console.log(`   event   ${textOf(row)}`);
  for (const row of storyRows) if (!evidence.includes(row)) console.log(`   missed  ${textOf(row)}`);
}

/** A row on one line: time, event, subject, target, from, at, and what it started. */
function textOf(row: NormalisedRow): string {
  const parts: (string | null | false)[] = [
    row.timestamp.slice(0, 16),
    `${row.event_id ?? row.event_type}${row.logon_type === null ? '' : `/${row.logon_type}`}`,
    row.subject_user_name !== null && `by ${row.subject_user_name}`,
    row.target_user_name !== null && `as ${row.target_user_name}`,
    row.source_info_workstation_name !== null && `from ${row.source_info_workstation_name}`,
    row.source_host !== null && `at ${row.source_host}`,
    row.system_context_computer_name !== null && `on ${row.system_context_computer_name}`,
    row.sub_status,
    row.process_information_command_line,
  ];
  return parts.filter((part) => typeof part === 'string').join(' ');
}
