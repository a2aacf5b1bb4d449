import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SourceHarness } from '../../test/sourceHarness.ts';
import { createProgram } from '../../test/standIns.ts';
import { JournalSource } from './linux/journalSource.ts';
import { UnifiedSource } from './macos/unifiedSource.ts';

const fixture = (name: string): Promise<string> =>
  readFile(new URL(`../../test/fixtures/${name}`, import.meta.url), 'utf8');

/** Behaves like journalctl: prints from the cursor on, or from the nearest entry after it, and forever with --follow. */
const JOURNALCTL = `
const log = process.argv[1].replace('journalctl.cjs', 'journal');
const cursor = args.find((a) => a.startsWith('--cursor='))?.slice(9);
const number = (c) => parseInt(/;i=([0-9a-f]+)/.exec(c)[1], 16);
const identifiers = args.filter((a) => a.startsWith('SYSLOG_IDENTIFIER=')).map((a) => a.slice(18));
if (!args.includes('--output=json')) process.exit(2);
let shown = 0;
const show = () => {
  const lines = fs.readFileSync(log, 'utf8').split('\\n').filter(Boolean);
  for (const line of lines.slice(shown)) {
    const entry = JSON.parse(line);
    const wanted = identifiers.includes(entry.SYSLOG_IDENTIFIER);
    if (wanted && (!cursor || number(entry.__CURSOR) >= number(cursor))) process.stdout.write(line + '\\n');
  }
  shown = lines.length;
};
show();
if (args.includes('--follow')) setInterval(show, 10);
`;

/** Behaves like log: \`show\` prints from a given second on, ending with a count; \`stream\` prints entries added since its start. */
const LOG = `
const log = process.argv[1].replace('log.cjs', 'unified');
const read = () => fs.readFileSync(log, 'utf8').split('\\n').filter(Boolean);
if (args[0] === 'stream') {
  let shown = read().length;
  process.stdout.write('Filtering the log data using "…"\\n');
  setInterval(() => { for (const line of read().slice(shown)) { process.stdout.write(line + '\\n'); shown += 1; } }, 10);
} else {
  const since = Number(args[args.indexOf('--start') + 1].slice(1));
  for (const line of read()) {
    const { timestamp } = JSON.parse(line);
    if (timestamp && Date.parse(timestamp.replace(' ', 'T').replace(/(\\d\\d)$/, ':$1')) / 1000 >= since) process.stdout.write(line + '\\n');
  }
  process.stdout.write('{"count":1,"finished":1}\\n');
}
`;

let folder: string;
let agent: SourceHarness;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-followed-'));
  agent = new SourceHarness();
});
afterEach(() => rm(folder, { recursive: true }));

const events = (): (string | null)[][] =>
  agent.lines.map((line) => {
    const { event_type, target_user_name, source_host } = JSON.parse(line);
    return [event_type.slice(-4), target_user_name, source_host];
  });

describe('the systemd journal', () => {
  let lines: string[];
  let source: JournalSource;
  beforeEach(async () => {
    lines = (await fixture('journald.ndjson')).trimEnd().split('\n');
    source = new JournalSource(await createProgram(folder, 'journalctl', JOURNALCTL), 'WS-1042');
  });
  const write = (entries: readonly string[]): Promise<void> =>
    writeFile(join(folder, 'journal'), entries.map((line) => `${line}\n`).join(''));

  it('yields each logon once, and none that another program forged', async () => {
    await write(lines);
    await agent.once(source);
    await agent.once(source);
    expect(events()).toEqual([
      ['4624', 'svc.reporting', '192.0.2.44'],
      ['4624', 'svc.billing', null],
      ['4624', 'svc.billing', null],
      ['4625', 'svc.ü', '192.0.2.9'],
      // su logs the uid of its caller.
      ['4625', 'svc.billing', null],
    ]);
    expect(agent.gaps).toEqual([]);
  });

  it('is followed, and resumes at its cursor after a stop', async () => {
    await write(lines.slice(0, 3));
    await agent.follow(source);
    await agent.until(1);
    await write(lines.slice(0, 5));
    await agent.until(2);
    await agent.stop();
    await write(lines);
    await agent.once(source);
    expect(events().map(([, account]) => account)).toEqual([
      'svc.reporting',
      'svc.billing',
      'svc.billing',
      'svc.ü',
      'svc.billing',
    ]);
  });

  it('reports entries that were removed before they were read', async () => {
    await write(lines.slice(0, 2));
    await agent.once(source);
    await write(lines.slice(3));
    await agent.once(source);
    await agent.once(source);
    expect(agent.gaps).toMatchObject([
      { source: 'journald:', reason: 'log_rolled_over', from_record: '7f3a9c01b2d84e5f:4a2', missing: null },
    ]);
    expect(events()).toHaveLength(5);
  });

  it('reports that it is another journal', async () => {
    await write(lines.slice(0, 4));
    await agent.once(source);
    await write(lines.slice(4).map((line) => line.replace('s=7f3a', 's=0000')));
    await agent.once(source);
    expect(agent.gaps).toMatchObject([{ reason: 'source_replaced' }]);
  });

  it('is distinguished from one that the agent may not read', async () => {
    const closed = await createProgram(
      folder,
      'closed',
      `process.stderr.write('No journal files were opened due to insufficient permissions.\\n');`,
    );
    const words: (string | null)[] = [];
    await agent.once(new JournalSource(closed, 'h'), (state, message) => words.push(state, message));
    expect(words).toEqual(['failed', 'No journal files were opened due to insufficient permissions.']);
  });

  it('reports the error of journalctl when it fails', async () => {
    const broken = await createProgram(
      folder,
      'broken',
      `process.stderr.write('No journal here.\\n'); process.exit(1);`,
    );
    await expect(agent.once(new JournalSource(broken, 'h'))).rejects.toThrow(
      /ended with code 1: No journal here\./,
    );
  });
});

describe('the unified log', () => {
  let lines: string[];
  let source: UnifiedSource;
  beforeEach(async () => {
    lines = (await fixture('unified.ndjson')).trimEnd().split('\n').slice(0, -1);
    source = new UnifiedSource(await createProgram(folder, 'log', LOG), 'FIN-LAPTOP3');
  });
  const write = (entries: readonly string[]): Promise<void> =>
    writeFile(join(folder, 'unified'), entries.map((line) => `${line}\n`).join(''));

  it('yields each logon once, and the losses that the system reports', async () => {
    await write(lines);
    await agent.once(source);
    await agent.once(source);
    expect(events()).toEqual([
      ['4624', 'svc.reporting', '192.0.2.44'],
      ['4624', 'svc.billing', null],
      ['4625', 'svc.billing', null],
      ['4624', 'service.etl', null],
      ['4625', 'svc.billing', '192.0.2.9'],
    ]);
    expect(agent.gaps).toMatchObject([{ source: 'macos:', reason: 'record_gap', missing: 7 }]);
    expect(JSON.parse(agent.lines[0] ?? '')).toMatchObject({
      timestamp: '2026-11-21T07:00:01.000Z',
      system_context_computer_name: 'FIN-LAPTOP3',
      logon_type: '10',
    });
  });

  it('is streamed, and entries that both show and stream yield are taken once', async () => {
    await write(lines.slice(0, 2));
    await agent.follow(source);
    await agent.until(1);
    await agent.stop();
    await write(lines.slice(0, 4));
    await agent.follow(source);
    await agent.until(3);
    await write(lines);
    await agent.until(5);
    await agent.stop();
    await agent.once(source);
    expect(events()).toHaveLength(5);
  });
});
