import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type NormalisedRow, normaliseValue, STANDARD_NAMING } from '@scout/detection';
import type { Story } from '../input/labels.ts';
import type { Dataset } from './dataset.ts';
import { fileIn, linesOf } from './lines.ts';

const DOWNLOAD =
  'Download r4.2.tar.bz2 and answers.tar.bz2 of the "Insider Threat Test Dataset" from ' +
  'https://kilthub.cmu.edu/articles/dataset/Insider_Threat_Test_Dataset/12841247 and unpack both in that folder.';

const RELEASE = '4.2';
/** `AAM0658`: initials and four digits. */
const USER = /^[A-Z]{3}\d{4}$/;
const GROUP = 4_096;

/** Windows' event of an activity: a logon or an unlock at the machine itself, its end, a connected device. */
const EVENTS: Readonly<Record<string, { event: number; type?: string }>> = {
  Logon: { event: 4624, type: '2' },
  Logoff: { event: 4634, type: '2' },
  Connect: { event: 6416 },
};

/** One insider of the answers, with the ids of the malicious events if the answers have them. */
type Insider = { story: Story; ids: ReadonlySet<string> | null };
type Line = { time: number; id: string; user: string; pc: string; activity: string };

/**
 * Release 4.2 of CERT's invented company: logon.csv and, if present, device.csv. Its misuse on the web, in mails and in files is not
 * in these events. A story is one insider: the events that the answers list, or else all of the user's from its start to its end.
 *
 * @param limit most rows read
 */
export async function openCert(folder: string, limit: number): Promise<Dataset> {
  const release = existsSync(join(folder, `r${RELEASE}`)) ? join(folder, `r${RELEASE}`) : folder;
  const files = [fileIn(release, ['logon.csv'], DOWNLOAD)];
  const device = join(release, 'device.csv');
  if (existsSync(device)) files.push(device);
  const answers = fileIn(folder, ['answers/insiders.csv', 'insiders.csv'], DOWNLOAD);
  const insiders = await readInsiders(answers);
  const byUser = Map.groupBy(insiders, ({ story }) => story.account);
  let left = 0;

  async function* chunks(): AsyncGenerator<NormalisedRow[]> {
    let record = 0;
    let rows: NormalisedRow[] = [];
    for await (const line of merged(files, () => (left += 1))) {
      if (record === limit) break;
      const event = EVENTS[line.activity];
      // The end of a connection has no event of Windows.
      if (event === undefined) continue;
      record += 1;
      rows.push(rowOf(line, event, String(record)));
      for (const { story, ids } of byUser.get(line.user) ?? []) {
        const isMisuse = ids === null ? line.time >= story.start && line.time <= story.end : ids.has(line.id);
        if (isMisuse) story.recordIds.push(String(record));
      }
      if (rows.length < GROUP) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  }

  return {
    naming: { ...STANDARD_NAMING, isServiceAccount: (name) => USER.test(name) },
    chunks,
    stories: () => insiders.flatMap(({ story }) => (story.recordIds.length > 0 ? [story] : [])),
    notes() {
      const shown = insiders.filter(({ story }) => story.recordIds.length > 0).length;
      const listed = insiders.filter(({ ids }) => ids !== null).length;
      return [
        `${shown} of ${insiders.length} insiders have events among the rows that were read`,
        `${listed} by the list of their events, ${insiders.length - listed} by all events between start and end`,
        ...(files.length === 2 ? [] : [`${device} is missing, so connected devices are not read`]),
        ...(left === 0 ? [] : [`${left} lines are not of the form id,date,user,pc,activity`]),
      ];
    },
  };
}

/** The insiders of the release: dataset, scenario, details, user, start, end. */
async function readInsiders(path: string): Promise<Insider[]> {
  const insiders: Insider[] = [];
  for await (const lines of linesOf(path))
    for (const [dataset, scenario, details, user, start, end] of lines) {
      if (dataset !== RELEASE) continue;
      const [from, until] = [timeOf(start ?? ''), timeOf(end ?? '')];
      if (from === null || until === null)
        throw new Error(`${path}: ${user} has no start and end of the form 10/23/2010 01:34:19`);
      const story: Story = {
        story: `${user} in scenario ${scenario}`,
        kind: `scenario ${scenario}`,
        account: user!,
        start: from,
        end: until,
        recordIds: [],
        person: undefined,
      };
      const list = join(path, '..', `r${RELEASE}-${scenario}`, details!);
      insiders.push({ story, ids: existsSync(list) ? await readIds(list) : null });
    }
  if (insiders.length === 0) throw new Error(`${path} lists no insider of release ${RELEASE}`);
  return insiders;
}

/** The ids of an insider's malicious events: type, id, date, user, … */
async function readIds(path: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const lines of linesOf(path)) for (const [, id] of lines) if (id !== undefined) ids.add(id);
  return ids;
}

/** The lines of files that are each in order of time, in order of time. */
async function* merged(paths: readonly string[], leftOut: () => void): AsyncGenerator<Line> {
  const streams = paths.map((path) => inOrder(path, leftOut));
  const heads = await Promise.all(streams.map((stream) => stream.next()));
  for (;;) {
    let first = -1;
    for (const [i, head] of heads.entries()) {
      if (head.done === true) continue;
      const best = heads[first];
      if (best === undefined || best.done === true || head.value.time < best.value.time) first = i;
    }
    const head = heads[first];
    if (head === undefined || head.done === true) return;
    yield head.value;
    heads[first] = await streams[first]!.next();
  }
}

async function* inOrder(path: string, leftOut: () => void): AsyncGenerator<Line, undefined> {
  let last = Number.NEGATIVE_INFINITY;
  // The first line names the columns.
  for await (const lines of linesOf(path, 2))
    for (const [id, date, user, pc, activity] of lines) {
      const time = timeOf(date ?? '');
      if (time === null || activity === undefined) {
        leftOut();
        continue;
      }
      if (time < last) throw new Error(`${path}: ${id} is earlier than the line before`);
      last = time;
      yield { time, id: id!, user: user!, pc: pc!, activity };
    }
}

/** `10/23/2010 01:34:19` as UTC. */
function timeOf(text: string): number | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d{2}):(\d{2})$/.exec(text);
  if (match === null) return null;
  const [month, day, year, hour, minute, second] = match.slice(1).map(Number);
  return Date.UTC(year!, month! - 1, day, hour, minute, second);
}

function rowOf(
  { time, user, pc }: Line,
  { event, type }: { event: number; type?: string },
  record: string,
): NormalisedRow {
  const isDevice = event === 6416;
  const result = normaliseValue(
    {
      event_type: `WINDOWS_SECURITY_${event}`,
      provider: 'Microsoft-Windows-Security-Auditing',
      timestamp: new Date(time).toISOString(),
      record_id: record,
      [isDevice ? 'subject_user_name' : 'target_user_name']: user,
      system_context_computer_name: pc,
      ...(type === undefined ? {} : { logon_type: type, source_info_workstation_name: pc }),
    },
    Number.POSITIVE_INFINITY,
  );
  if (!result.ok) throw new Error(`${user} at ${pc}: ${result.message}`);
  return result.row;
}
