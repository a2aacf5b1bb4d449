import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { standardNames } from '../../test/standardNames.ts';
import { parseSources } from '../sources/parseSource.ts';
import {
  auditPolicy,
  limitToSources,
  linuxProcessAudit,
  parseAuditBackup,
  parseCommandLineSetting,
  parseProductType,
  watchesExecve,
} from './auditPolicy.ts';
import { Collection } from './collection.ts';

/** Output of `auditpol /backup` on German Windows: only GUIDs and numbers are language-independent. */
const BACKUP = `Machine Name,Policy Target,Subcategory,Subcategory GUID,Inclusion Setting,Exclusion Setting,Setting Value
WS-1042,System,Anmelden,{0CCE9215-69AE-11D9-BED3-505054503030},Erfolg und Fehler,,3
WS-1042,System,Abmelden,{0CCE9216-69AE-11D9-BED3-505054503030},Erfolg,,1
WS-1042,System,Prozesserstellung,{0CCE922B-69AE-11D9-BED3-505054503030},Erfolg,,1
WS-1042,,Option:CrashOnAuditFail,,Deaktiviert,,0
`;

describe('the audit policy of Windows, in any language', () => {
  it('is read by GUID and number', () => {
    const parse = (csv: string) => parseAuditBackup(csv, false);
    expect(parse(BACKUP)).toMatchObject({ process_creation: 'on', logons: 'on' });
    expect(parse(BACKUP.replace('Fehler,,3', 'Fehler,,1'))).toMatchObject({ logons: 'off' });
    expect(parse(BACKUP.replace(/\{0CCE922B(.*),1$/m, '{0cce922b$1,0'))).toMatchObject({
      process_creation: 'off',
    });
    expect(parse('')).toEqual({ process_creation: 'unknown', logons: 'unknown' });
  });

  it('names disabled subcategories that cases need; those of domain controllers only there', () => {
    const lines = [
      ['0CCE921B', 1],
      ['0CCE9211', 0],
      ['0CCE9227', 2],
      ['0CCE922F', 3],
      ['0CCE923F', 1],
      ['0CCE9242', 3],
      ['0CCE9240', 0],
      ['0CCE9235', 1],
      ['0CCE9237', 1],
      ['0CCE923C', 0],
    ].map(([guid, setting]) => `WS-1042,System,x,{${guid}-69AE-11D9-BED3-505054503030},x,,${setting}`);
    const csv = `${BACKUP}${lines.join('\r\n')}\r\n`;
    const ofAll = ['Security System Extension', 'Other Object Access Events'];
    expect(parseAuditBackup(csv, false).off_for_cases).toEqual(ofAll);
    expect(parseAuditBackup(csv, true).off_for_cases).toEqual([
      ...ofAll,
      'Credential Validation',
      'Kerberos Service Ticket Operations',
      'Directory Service Changes',
    ]);
    expect(parseAuditBackup(BACKUP.replace('Erfolg,,1', 'x,,0'), false).off_for_cases).toEqual(['Logoff']);
  });

  it.each([
    ['    ProductType    REG_SZ    LanmanNT\r\n', true],
    ['    ProductType    REG_SZ    ServerNT\r\n', false],
    ['    ProductType    REG_SZ    WinNT\r\n', false],
    ['', false],
  ])('%j: a domain controller is %s', (output, isController) => {
    expect(parseProductType(output)).toBe(isController);
  });

  it.each([
    [
      '\r\nHKEY_LOCAL_MACHINE\\…\\Audit\r\n    ProcessCreationIncludeCmdLine_Enabled    REG_DWORD    0x1\r\n',
      'on',
    ],
    ['    ProcessCreationIncludeCmdLine_Enabled    REG_DWORD    0x0', 'off'],
    ['', 'off'],
  ])('command lines: %j is %s', (output, setting) => {
    expect(parseCommandLineSetting(output)).toBe(setting);
  });
});

describe('the audit policy of Linux', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scout-audit-'));
    await mkdir(join(folder, 'rules.d'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each([
    ['-a always,exit -F arch=b64 -S execve -F auid>=1000 -k scout', true],
    ['-a exit,always -F arch=b64 -S execve,execveat', true],
    ['# -a always,exit -S execve', false],
    ['-w /etc/passwd -p wa', false],
    ['-a never,exit -F arch=b64 -S execve', false],
  ])('%s', (rule, watches) => {
    expect(watchesExecve(`## rules\n${rule}\n`)).toBe(watches);
  });

  it('is on with a log and a rule, off without either', async () => {
    const log = join(folder, 'audit.log');
    expect(await linuxProcessAudit(folder, log)).toBe('off');
    await writeFile(log, '');
    expect(await linuxProcessAudit(folder, log)).toBe('off');
    await writeFile(
      join(folder, 'rules.d', 'scout.rules'),
      '-a always,exit -F arch=b64 -S execve -k scout\n',
    );
    expect(await linuxProcessAudit(folder, log)).toBe('on');
  });

  it('is unknown where it cannot be determined', async () => {
    expect(await auditPolicy('freebsd')).toEqual({
      process_creation: 'unknown',
      command_lines: 'unknown',
      logons: 'unknown',
    });
  });
});

describe('the reported policy is limited to what the sources read', () => {
  const settings = { wevtutil: 'wevtutil', windowsPollMs: 1_000, names: standardNames };
  const on = { process_creation: 'on', command_lines: 'on', logons: 'on' } as const;
  const noStarts = { process_creation: 'not_read', command_lines: 'not_read', logons: 'on' };
  const report = async (platform: NodeJS.Platform, ...sources: string[]) =>
    limitToSources(await auditPolicy(platform), parseSources(sources, settings));

  it('macOS: logons, and no process starts', async () => {
    expect(await report('darwin', 'macos:')).toEqual(noStarts);
  });

  it.each([
    [['windows:'], on],
    [['windows:Security?ids=all'], on],
    [['windows:Security?ids=4624,4625'], noStarts],
    [['windows:Security?ids=4624,4688'], { ...on, logons: 'not_read' }],
    [['windows:ForwardedEvents?ids=4624,4625'], on],
    [['journald:'], noStarts],
    [['authlog:'], noStarts],
    [['journald:', 'audit:'], on],
    [['audit:'], { ...on, logons: 'not_read' }],
    [['macos:', 'file:other.xml'], on],
  ])('where everything is switched on, %j', (sources, expected) => {
    expect(limitToSources(on, parseSources(sources, settings))).toEqual(expected);
  });

  it('disabled settings that cases need are reported with it', () => {
    const off_for_cases = ['Logoff'] as const;
    const policy = limitToSources(
      { ...on, off_for_cases: [...off_for_cases] },
      parseSources(['windows:'], settings),
    );
    expect(policy).toEqual({ ...on, off_for_cases });
  });

  it('a disabled policy is reported as off even where it is not read', () => {
    const off = { ...on, process_creation: 'off' } as const;
    expect(limitToSources(off, parseSources(['journald:'], settings))).toMatchObject({
      process_creation: 'off',
    });
  });
});

it('the status of a source is bounded, printable text', () => {
  const collection = new Collection();
  collection.report('file:/a', 'reading', null);
  collection.report('file:/a', 'failed', `no\0\nluck ${'x'.repeat(1_000)}`);
  for (let index = 0; index < 50; index += 1) collection.report(`s${index}`, 'reading', null);
  expect(collection.sources).toHaveLength(32);
  expect(collection.sources[0]).toMatchObject({ name: 'file:/a', state: 'failed' });
  expect(collection.sources[0]?.message).toMatch(/^no luck x{250,}$/);
  expect(collection.sources[0]?.message).toHaveLength(300);
});
