import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileNaming, STANDARD_NAMING } from '@scout/detection/naming';
import { STANDARD_SETTINGS } from '@scout/detection/settings';
import { eventXml } from '@scout/detection/testing/eventXml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SourceHarness } from '../../../test/sourceHarness.ts';
import { standardNames } from '../../../test/standardNames.ts';
import { createStandIn, type StandIn, securityEvent } from '../../../test/windows/standIn.ts';
import { Signal } from '../../runtime/signal.ts';
import { parseSource } from '../parseSource.ts';
import { SourceError } from '../source.ts';
import { WindowsSource } from './windowsSource.ts';

let folder: string;
let windows: StandIn;
let agent: SourceHarness;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-windows-'));
  windows = await createStandIn(folder);
  agent = new SourceHarness();
});
afterEach(() => rm(folder, { recursive: true }));

const source = (eventIds: readonly number[] = [4624, 4625, 4688], channel = 'Security'): WindowsSource =>
  new WindowsSource({ selection: { channel, eventIds }, command: windows.command, pollMs: 5 });
/** Events with the record ids `from` to `to`, inclusive. */
const events = (from: number, to: number, later = 0): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => securityEvent(from + index, from + index + later));
const shipped = (): string[] => agent.lines.map((line) => JSON.parse(line).xml as string);

describe('reading once', () => {
  it('reads the log to its end, and the next time only new events', async () => {
    await windows.write(events(100, 102));
    await agent.once(source());
    await windows.write(events(100, 105));
    await agent.once(source());
    await agent.once(source());
    expect(shipped()).toEqual(events(100, 105));
    expect(agent.notices).toEqual([]);
  });

  it('asks page by page', async () => {
    await windows.write(events(1, 2_500));
    await agent.once(source());
    expect(shipped()).toEqual(events(1, 2_500));
    const queries = (await windows.calls()).map((args) => args.find((arg) => arg.startsWith('/q:')));
    expect(queries).toHaveLength(3);
    expect(queries[0]).toContain('EventRecordID>0 ');
    expect(queries[1]).toContain('EventRecordID>1000 ');
  });

  it('asks wevtutil for XML in Unicode, oldest first', async () => {
    await windows.write(events(1, 1));
    await agent.once(source());
    expect(await windows.calls()).toEqual([
      [
        'qe',
        'Security',
        '/q:*[System[EventRecordID=0 or (EventRecordID>0 and (EventID=4624 or EventID=4625 or EventID=4688))]]',
        '/f:xml',
        '/rd:false',
        '/c:1000',
        '/uni:true',
      ],
    ]);
  });

  it('ships only the events asked for, with non-ASCII names intact', async () => {
    const prüfung = securityEvent(7, 7, 4624, 'dienst.prüfung');
    await windows.write([securityEvent(5), securityEvent(6, 6, 5156), prüfung, securityEvent(8, 8, 1102)]);
    await agent.once(source());
    expect(shipped()).toEqual([securityEvent(5), prüfung]);
    await agent.once(source([]));
    expect(shipped().slice(2)).toEqual([securityEvent(8, 8, 1102)]);
  });

  it('fails with the error message of wevtutil', async () => {
    await expect(agent.once(source([], 'Nowhere'))).rejects.toThrow(/channel could not be found/);
  });

  it('fails when the program is missing or prints something else', async () => {
    const missing = new WindowsSource({
      selection: { channel: 'Security', eventIds: [] },
      command: join(folder, 'missing'),
      pollMs: 5,
    });
    await expect(agent.once(missing)).rejects.toThrow(SourceError);
    await writeFile(windows.command, '#!/bin/sh\necho "Access is denied."\n');
    await expect(agent.once(source())).rejects.toThrow(/did not return XML/);
  });
});

describe('a log that was cleared', () => {
  beforeEach(async () => {
    await windows.write(events(100, 105));
    await agent.once(source());
  });

  it('is read from its start when record ids begin again', async () => {
    await windows.write(events(1, 3, 1_000));
    await agent.once(source());
    await windows.write(events(1, 4, 1_000));
    await agent.once(source());
    expect(shipped()).toEqual([...events(100, 105), ...events(1, 4, 1_000)]);
    expect(agent.notices).toEqual([expect.stringMatching(/record ids restarted below 105/)]);
    expect(agent.gaps).toMatchObject([{ reason: 'source_replaced', from_record: '105', missing: null }]);
  });

  it('is read from its start also when it has grown past the last record', async () => {
    await windows.write(events(1, 300, 1_000));
    await agent.once(source());
    expect(shipped().slice(6)).toEqual(events(1, 300, 1_000));
    expect(agent.notices).toEqual([expect.stringMatching(/record ids restarted/)]);
  });

  it('is waited for while it is empty', async () => {
    await windows.write([]);
    await agent.once(source());
    expect(agent.notices).toEqual([]);
    await windows.write(events(1, 2, 1_000));
    await agent.once(source());
    expect(shipped().slice(6)).toEqual(events(1, 2, 1_000));
  });

  it('resumes with a notice when record ids continue', async () => {
    await windows.write([securityEvent(106, 106, 1102), ...events(107, 109)]);
    await agent.once(source());
    expect(shipped().slice(6)).toEqual(events(107, 109));
    expect(agent.notices).toEqual([expect.stringMatching(/record 105 is gone, continuing at 107/)]);
    expect(agent.gaps).toMatchObject([
      { reason: 'log_cleared', from_record: '105', to_record: '106', missing: 0 },
    ]);
  });

  it('is reported at once and only once, even without new events to ship', async () => {
    await windows.write([securityEvent(109, 109, 1102)]);
    await agent.once(source());
    expect(agent.gaps).toMatchObject([
      { reason: 'log_cleared', from_record: '105', to_record: '109', missing: 3 },
    ]);
    await windows.write([securityEvent(109, 109, 1102), ...events(110, 111)]);
    await agent.once(source());
    expect(agent.gaps).toHaveLength(1);
    expect(shipped().slice(6)).toEqual(events(110, 111));
  });

  it('is distinguished from one that overwrote its oldest records', async () => {
    await windows.write(events(150, 160));
    await agent.once(source());
    expect(agent.gaps).toMatchObject([
      { reason: 'log_rolled_over', from_record: '105', to_record: '150', missing: 44 },
    ]);
  });

  it('shows gaps between record ids where every record is read', async () => {
    const everything = parseSource('windows:Security?ids=all', {
      wevtutil: windows.command,
      windowsPollMs: 5,
      names: standardNames,
    });
    await windows.write([...events(100, 107), ...events(110, 111)]);
    await agent.once(everything);
    expect(agent.gaps).toMatchObject([
      { reason: 'record_gap', from_record: '107', to_record: '110', missing: 2 },
    ]);
  });

  it('keeps its place when only other kinds of events were written since', async () => {
    await windows.write([...events(100, 105), securityEvent(106, 106, 5156)]);
    await agent.once(source());
    expect(agent.notices).toEqual([]);
    expect(shipped()).toEqual(events(100, 105));
  });

  it('is not inferred from a page that is empty by mistake', async () => {
    const honest = await readFile(windows.command, 'utf8');
    await writeFile(
      windows.command,
      honest.replace('SCOUT_STANDIN_LOG', 'case "$*" in *EventRecordID*) exit 0;; esac\nSCOUT_STANDIN_LOG'),
    );
    await agent.once(source());
    await writeFile(windows.command, honest);
    await windows.write(events(100, 106));
    await agent.once(source());
    expect(shipped()).toEqual(events(100, 106));
    expect(agent.notices).toEqual([]);
  });

  it('is not inferred from a Windows version that prints two digits more', async () => {
    await windows.write(events(100, 106).map((xml) => xml.replace(/0000Z/, '000000Z')));
    await agent.once(source());
    expect(agent.notices).toEqual([]);
    expect(shipped()).toHaveLength(7);
  });
});

describe('following', () => {
  it('ships new events, across a cleared log', async () => {
    await windows.write(events(100, 101));
    await agent.follow(source());
    await agent.until(2);
    await windows.write(events(100, 103));
    await agent.until(4);
    await windows.write(events(1, 1, 1_000));
    await agent.until(5);
    await agent.stop();
    expect(shipped()).toEqual([...events(100, 103), ...events(1, 1, 1_000)]);
  });
});

describe('collection by default', () => {
  const security = (): WindowsSource =>
    parseSource('windows:', {
      wevtutil: windows.command,
      windowsPollMs: 5,
      names: standardNames,
    }) as WindowsSource;

  it('leaves events without a service account on the machine, and does not reread them', async () => {
    const kept = [
      securityEvent(1, 1, 4624, 'j.weber'),
      securityEvent(3, 3, 4769, 'svc.billing'),
      securityEvent(5, 5, 4720, 'svc.new'),
    ];
    const [logon, ticket, created] = kept as [string, string, string];
    await windows.write([
      logon,
      securityEvent(2, 2, 4769, 'j.weber'),
      ticket,
      // Read because its id is between selected ones.
      securityEvent(4, 4, 4742, 'svc.billing'),
      created,
      securityEvent(6, 6, 4776, 'j.weber'),
    ]);
    await agent.once(security());
    expect(shipped()).toEqual(kept);
    await agent.once(security());
    expect(shipped()).toEqual(kept);
    const queries = (await windows.calls()).map((args) => args.find((arg) => arg.startsWith('/q:')));
    expect(queries.at(-1)).toContain('EventRecordID=6 ');
    expect(agent.notices).toEqual([]);
  });

  it('begins once the names of the organization are known, and follows their changes', async () => {
    const event = (record: number, account: string) => securityEvent(record, record, 4769, account);
    const log = [event(1, 'sa_billing'), event(2, 'svc.billing'), event(3, 'j.weber')];
    await windows.write(log);
    const known = new Signal();
    const changing = {
      naming: STANDARD_NAMING,
      ready: (signal: AbortSignal) => known.wait(signal),
    };
    const settings = { wevtutil: windows.command, windowsPollMs: 5, names: changing };
    await agent.follow(parseSource('windows:', settings));
    expect(await windows.calls()).toEqual([]);
    known.fire();
    await agent.until(1);
    const service_accounts = { standard: false, entries: ['sa_*'] };
    changing.naming = compileNaming({ ...STANDARD_SETTINGS, service_accounts });
    await windows.write([...log, event(4, 'svc.billing'), event(5, 'sa_billing')]);
    await agent.until(2);
    await agent.stop();
    expect(shipped()).toEqual([log[1], event(5, 'sa_billing')]);
  });

  it('uses no more comparisons in a query than Windows allows', async () => {
    await windows.write([securityEvent(1)]);
    await agent.once(security());
    const [query] = (await windows.calls()).map((args) => args.find((arg) => arg.startsWith('/q:')) ?? '');
    expect(query!.match(/[<>]?=|>/g)!.length).toBeLessThanOrEqual(20);
  });

  it('reads new services of the System log that run as a service account', async () => {
    const service = (record: number, account: string): string =>
      eventXml({
        id: 7045,
        provider: 'Service Control Manager',
        time: '2026-11-20T08:51:04.8515187Z',
        computer: 'PRD-SQL01',
        recordId: String(record),
        data: [
          ['ServiceName', 'Ledger'],
          ['ImagePath', 'C:\\Ledger\\export.exe'],
          ['AccountName', account],
        ],
      }).replace('<Channel>Security<', '<Channel>System<');
    await windows.write([service(1, 'LocalSystem'), service(2, '.\\svc.billing'), securityEvent(3)]);
    await agent.once(
      parseSource('windows:System', { wevtutil: windows.command, windowsPollMs: 5, names: standardNames }),
    );
    expect(shipped()).toEqual([service(2, '.\\svc.billing')]);
  });
});
