import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { NormalisedRow } from '@scout/detection';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDraw } from '../bank/draw.ts';
import { openCert } from './cert.ts';
import type { Dataset } from './dataset.ts';
import { openLanl } from './lanl.ts';
import { measureDataset } from './measure.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-dataset-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, text: string) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
};
const rowsOf = async (dataset: Dataset) => {
  const rows: NormalisedRow[] = [];
  for await (const chunk of dataset.chunks()) rows.push(...chunk);
  return rows;
};
const quiet = { clock: () => 0, now: () => 0, tell: () => {} };
const ALL = Number.POSITIVE_INFINITY;

/** Thirty days of ten users, each from their own machine to their own server; U3 is misused on day 20. */
function lanlFiles(): void {
  const draw = createDraw(1);
  const lines: { second: number; text: string }[] = [];
  const add = (second: number, rest: string) => lines.push({ second, text: `${second},${rest}` });
  for (let day = 0; day < 30; day += 1)
    for (let user = 0; user < 10; user += 1) {
      const second = day * 86_400 + 30_000 + draw.between(1, 3_000);
      const who = `U${user}@DOM1`;
      add(second, `${who},${who},C${user},C${100 + user},Kerberos,Network,LogOn,Success`);
      add(second + 5, `C${user}$@DOM1,${who},C${user},C${user},Negotiate,Batch,LogOn,Success`);
      add(second + 9, `${who},${who},C${user},C${user},?,?,ScreenLock,Success`);
      add(second + 20, `${who},${who},C${100 + user},C${100 + user},?,Network,LogOff,Success`);
      if (draw.chance(0.1)) add(second + 30, `${who},${who},C${user},C586,NTLM,Network,LogOn,Fail`);
    }
  const at = 20 * 86_400 + 40_000;
  for (const [i, host] of ['C701', 'C702'].entries())
    add(at + i * 60, `U3@DOM1,U3@DOM1,C17693,${host},NTLM,Network,LogOn,Success`);
  const text = lines
    .sort((a, b) => a.second - b.second)
    .map((line) => line.text)
    .join('\n');
  file('auth.txt.gz', `${text}\n`);
  file(
    'redteam.txt.gz',
    `${at},U3@DOM1,C17693,C701\n${at + 60},U3@DOM1,C17693,C702\n${at + 99},U9@DOM1,C17693,C9\n`,
  );
}

describe('LANL', () => {
  test('the curve is told for each detector, by the alerts a day that find the red team', async () => {
    lanlFiles();
    const report = await measureDataset('lanl', folder, ALL, quiet);
    expect(report).toMatchObject({ stories: 1, rows: expect.any(Number) });
    expect(report.notes).toEqual(['2 of 3 events of the red team are among the rows that were read']);
    expect(report.detectors.map(({ detector }) => detector)).toEqual(['first-seen', 'seven-day', 'scout']);
    for (const { accounts, curve } of report.detectors) {
      expect(accounts).toBe(10);
      expect(curve.map(({ budget }) => budget)).toEqual([0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100]);
      expect(curve.at(-1)!.recall).toBe(1);
      for (const { alerts, budget } of curve) expect(alerts).toBeLessThanOrEqual(budget! * 30);
    }
  });

  test('only the first events are read, and stories behind them are left out', async () => {
    lanlFiles();
    const report = await measureDataset('lanl', folder, 100, quiet);
    expect(report).toMatchObject({ rows: 100, stories: 0 });
  });

  test('lines become the events that Windows writes', async () => {
    file(
      'auth.txt',
      [
        '1,C625$@DOM1,U147@DOM1,C625,C625,Negotiate,Batch,LogOn,Success',
        '2,U22@DOM1,U22@DOM1,C477,C586,NTLM,Network,LogOn,Fail',
        '3,U22@DOM1,U22@DOM1,C477,C586,?,?,TGS,Success',
        '4,U22@DOM1,U22@DOM1,C477,C586,?,?,Unheard,Success',
        'not,a,line',
      ].join('\n'),
    );
    file('redteam.txt', '2,U22@DOM1,C477,C586\n');
    const dataset = await openLanl(folder, ALL);
    const rows = await rowsOf(dataset);
    expect(rows.map((row) => [row.event_id, row.logon_type, row.target_user_name, row.record_id])).toEqual([
      [4624, '4', 'U147', '1'],
      [4625, '3', 'U22', '2'],
      [4769, null, 'U22', '3'],
    ]);
    expect(rows[1]).toMatchObject({
      timestamp: '2015-01-07T00:00:02.000Z',
      target_domain_name: 'DOM1',
      source_info_workstation_name: 'C477',
      system_context_computer_name: 'C586',
    });
    expect(dataset.stories()).toMatchObject([{ account: 'U22', recordIds: ['2'] }]);
    expect(dataset.notes()).toContain('2 lines are not of the form of auth.txt');
    expect(['U1', 'U1@DOM1', 'C1$', 'SYSTEM'].map(dataset.naming.isServiceAccount)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('a file that is not in order is refused with its line', async () => {
    const line = 'U1@D,U1@D,C1,C2,NTLM,Network,LogOn,Success';
    file('auth.txt', `5,${line}\n4,${line}\n`);
    file('redteam.txt', '');
    const dataset = await openLanl(folder, ALL);
    await expect(rowsOf(dataset)).rejects.toThrow('line 2 is earlier than the one before');
  });

  test('a damaged archive is told with its path', async () => {
    file('auth.txt.gz', '');
    writeFileSync(join(folder, 'auth.txt.gz'), 'no archive');
    file('redteam.txt', '');
    const dataset = await openLanl(folder, ALL);
    await expect(rowsOf(dataset)).rejects.toThrow('auth.txt.gz: ');
  });
});

/** Sixty days of eight users at their machines; AAM0658 comes at night with a device. */
function certFiles(withList: boolean): void {
  const logon = ['id,date,user,pc,activity'];
  const device = ['id,date,user,pc,activity'];
  const date = (day: number, time: string) =>
    `${new Date(Date.UTC(2010, 8, 1 + day)).toISOString().replace(/^(\d+)-(\d+)-(\d+)T.*/, '$2/$3/$1')} ${time}`;
  const users = Array.from({ length: 8 }, (_, i) => (i === 0 ? 'AAM0658' : `BCD000${i}`));
  for (let day = 0; day < 60; day += 1) {
    if (day === 50) {
      logon.push(`{N1},${date(day, '01:34:19')},AAM0658,PC-0777,Logon`);
      device.push(`{N2},${date(day, '01:40:00')},AAM0658,PC-0777,Connect`);
    }
    for (const [i, user] of users.entries())
      logon.push(`{A${day}-${i}},${date(day, `08:0${i}:00`)},${user},PC-000${i},Logon`);
    for (const [i, user] of users.entries())
      logon.push(`{B${day}-${i}},${date(day, `17:0${i}:00`)},${user},PC-000${i},Logoff`);
  }
  file('r4.2/logon.csv', `${logon.join('\n')}\n`);
  file('r4.2/device.csv', `${device.join('\n')}\n`);
  file(
    'answers/insiders.csv',
    [
      'dataset,scenario,details,user,start,end',
      `4.2,1,r4.2-1-AAM0658.csv,AAM0658,${date(50, '01:34:19')},${date(50, '08:30:00')}`,
      '5.2,1,r5.2-1-XYZ0001.csv,XYZ0001,01/01/2010 00:00:00,01/02/2010 00:00:00',
    ].join('\n'),
  );
  if (withList)
    file(
      'answers/r4.2-1/r4.2-1-AAM0658.csv',
      `logon,{N1},${date(50, '01:34:19')},AAM0658,PC-0777,Logon\nhttp,{H1},${date(50, '01:50:00')},AAM0658,PC-0777,http://a.example/x,"a, b"\n`,
    );
}

describe('CERT', () => {
  test('an insider is found by the list of their events', async () => {
    certFiles(true);
    const report = await measureDataset('cert', folder, ALL, quiet);
    expect(report.stories).toBe(1);
    expect(report.notes).toEqual([
      '1 of 1 insiders have events among the rows that were read',
      '1 by the list of their events, 0 by all events between start and end',
    ]);
    for (const { curve } of report.detectors)
      expect(curve.at(-1)!.byKind).toMatchObject({ 'scenario 1': { of: 1 } });
    // Another machine is new to the rule that knows only that.
    expect(report.detectors[0]!.curve.at(-1)!.found).toBe(1);
  });

  test('logons and devices come in order of time; without a list all events between start and end count', async () => {
    certFiles(false);
    const dataset = await openCert(folder, ALL);
    const rows = await rowsOf(dataset);
    const times = rows.map((row) => row.timestamp);
    expect(times).toEqual(times.toSorted());
    expect(rows.filter((row) => row.event_id === 6416)).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      timestamp: '2010-09-01T08:00:00.000Z',
      event_id: 4624,
      logon_type: '2',
      target_user_name: 'AAM0658',
      system_context_computer_name: 'PC-0000',
    });
    const [story] = dataset.stories();
    const named = rows.filter((row) => story!.recordIds.includes(row.record_id!));
    expect(named.map((row) => [row.event_id, row.timestamp.slice(11, 16)])).toEqual([
      [4624, '01:34'],
      [6416, '01:40'],
      [4624, '08:00'],
    ]);
  });

  test('a list without an insider of the release is refused', async () => {
    certFiles(false);
    file('answers/insiders.csv', 'dataset,scenario,details,user,start,end\n');
    await expect(openCert(folder, ALL)).rejects.toThrow('lists no insider of release 4.2');
  });
});

test('progress is told each few seconds, with the memory used', async () => {
  lanlFiles();
  let time = 0;
  const lines: string[] = [];
  await measureDataset('lanl', folder, ALL, {
    ...quiet,
    now: () => (time += 6_000),
    tell: (text) => lines.push(text),
  });
  expect(lines[0]).toMatch(/^[\d,]+ rows to 2015-0\d-\d\d, [\d,]+ rows\/s, \d+ MB$/);
});
