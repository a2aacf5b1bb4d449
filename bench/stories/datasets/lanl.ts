import { type NormalisedRow, normaliseValue, STANDARD_NAMING } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import type { Story } from '../input/labels.ts';
import type { Dataset } from './dataset.ts';
import { fileIn, linesOf } from './lines.ts';

const DOWNLOAD =
  'Download auth.txt.gz (7 GB) and redteam.txt.gz of "Comprehensive, Multi-Source Cyber-Security Events" from ' +
  'https://csr.lanl.gov/data/cyber1/ into that folder.';

/** Second 0 of the file. Its true date is secret; its weekends are those of a file that begins on a Wednesday. */
const START = Date.UTC(2015, 0, 7);

/** People's and services' accounts have anonymous numbers; machines' are `C1$`. */
const USER = /^U\d+$/;

const LOGON_TYPES: Readonly<Record<string, string>> = {
  Interactive: '2',
  Network: '3',
  Batch: '4',
  Service: '5',
  Unlock: '7',
  NetworkCleartext: '8',
  NewCredentials: '9',
  RemoteInteractive: '10',
  CachedInteractive: '11',
};

/** Windows' event of an orientation, if it succeeded; a refused logon is 4625, a refused ticket keeps its event. */
const EVENTS: Readonly<Record<string, number>> = {
  LogOn: 4624,
  LogOff: 4634,
  TGT: 4768,
  TGS: 4769,
  AuthMap: 4776,
  ScreenLock: 4800,
  ScreenUnlock: 4801,
};

/**
 * Los Alamos' 58 days of authentication. A story is what the red team did with one account on one day; it is found by an alert that
 * names one of its logons.
 *
 * @param limit most rows read
 */
export async function openLanl(folder: string, limit: number): Promise<Dataset> {
  const auth = fileIn(folder, ['auth.txt.gz', 'auth.txt'], DOWNLOAD);
  const team = await readTeam(fileIn(folder, ['redteam.txt.gz', 'redteam.txt'], DOWNLOAD));
  const found = new Map<string, Story>();
  const seen = new Set<string>();
  let unreadable = 0;

  async function* chunks(): AsyncGenerator<NormalisedRow[]> {
    let record = 0;
    let last = 0;
    for await (const lines of linesOf(auth)) {
      const rows: NormalisedRow[] = [];
      for (const line of lines) {
        if (record === limit) break;
        record += 1;
        const row = rowOf(line, String(record));
        if (row === null) {
          unreadable += 1;
          continue;
        }
        const second = Number(line[0]);
        if (second < last) throw new Error(`${auth}: line ${record} is earlier than the one before`);
        last = second;
        rows.push(row);
        const key = keyOf(line[0]!, line[2]!, line[3]!, line[4]!);
        if (!team.has(key)) continue;
        seen.add(key);
        addRecord(found, line[2]!, Date.parse(row.timestamp), String(record));
      }
      if (rows.length > 0) yield rows;
      if (record === limit) return;
    }
  }

  return {
    naming: { ...STANDARD_NAMING, isServiceAccount: (name) => USER.test(name.split('@', 1)[0]!) },
    chunks,
    stories: () => [...found.values()],
    notes: () => [
      `${seen.size} of ${team.size} events of the red team are among the rows that were read`,
      ...(unreadable === 0 ? [] : [`${unreadable} lines are not of the form of auth.txt`]),
    ],
  };
}

const keyOf = (second: string, user: string, from: string, to: string) => `${second},${user},${from},${to}`;

/** The red team's events by time, account, source and destination. */
async function readTeam(path: string): Promise<Set<string>> {
  const team = new Set<string>();
  for await (const lines of linesOf(path))
    for (const [second, user, from, to] of lines) {
      if (to === undefined) throw new Error(`${path} is not of the form time,user@domain,source,destination`);
      team.add(keyOf(second!, user!, from!, to));
    }
  return team;
}

function addRecord(found: Map<string, Story>, user: string, time: number, record: string): void {
  const story = `${user} on day ${Math.floor((time - START) / DAY)}`;
  const known = found.get(story);
  if (known === undefined)
    found.set(story, {
      story,
      kind: 'red-team',
      account: user.split('@', 1)[0]!,
      start: time,
      end: time,
      recordIds: [record],
      person: undefined,
    });
  else {
    known.end = time;
    known.recordIds.push(record);
  }
}

/** A line as a row; null if it has another form. */
function rowOf(line: readonly string[], record: string): NormalisedRow | null {
  const [second, by, who, from, to, method, type, orientation, outcome] = line;
  const event = EVENTS[orientation ?? ''];
  if (outcome === undefined || event === undefined || !/^\d+$/.test(second!)) return null;
  const isRefused = outcome === 'Fail';
  const id = isRefused && event === 4624 ? 4625 : event;
  const result = normaliseValue(
    {
      event_type: `WINDOWS_SECURITY_${id}`,
      provider: 'Microsoft-Windows-Security-Auditing',
      timestamp: new Date(START + Number(second) * 1_000).toISOString(),
      record_id: record,
      ...named('subject', by!),
      ...named('target', who!),
      system_context_computer_name: to,
      source_info_workstation_name: from,
      ...(LOGON_TYPES[type!] === undefined ? {} : { logon_type: LOGON_TYPES[type!] }),
      ...(method === '?' ? {} : { authentication_package: method }),
      ...statusOf(id, isRefused),
    },
    Number.POSITIVE_INFINITY,
  );
  return result.ok ? result.row : null;
}

/** The data set tells no reasons: refusals get the code that gives none. */
function statusOf(id: number, isRefused: boolean): { status?: string } {
  if (id === 4625) return { status: '0xc000006d' };
  if (id === 4776) return { status: isRefused ? '0xc000006d' : '0x0' };
  if (id === 4768 || id === 4769) return { status: isRefused ? '0x3c' : '0x0' };
  return {};
}

/** `U1@DOM1` as name and domain. */
function named(role: 'subject' | 'target', principal: string): Record<string, string> {
  const [name, domain = '-'] = principal.split('@', 2);
  return { [`${role}_user_name`]: name!, [`${role}_domain_name`]: domain };
}
