import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Part, read } from '../formats/part.ts';
import { readCabinet, readCompoundFile, readInstallerTables } from '../testingInstaller.ts';
import { buildMsi } from './msi.ts';

const host = Buffer.from('service host');
/** Large enough for a list of allocation sectors beyond the header's. */
const program = randomBytes(9_000_000);
const input = { version: '0.2.0', mtime: 1_780_000_000 };

const bytesOf = async (parts: readonly Part[]): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of read(parts)) chunks.push(chunk);
  return Buffer.concat(chunks);
};
const build = async (of: Uint8Array, given = input) => bytesOf((await buildMsi(given, of, host, 1)).parts);

describe('an .msi', () => {
  let installer: Buffer;
  let tables: ReturnType<typeof readInstallerTables>;
  beforeAll(async () => {
    installer = await build(program);
    tables = readInstallerTables(installer);
  });
  const rows = (name: string) => tables.get(name)!;
  const column = (table: string, name: string) => rows(table).map((row) => row[name]);
  const property = (name: string) => rows('Property').find((row) => row.Property === name)?.Value;

  it('holds program and service host, and a rebuild gives the same bytes', async () => {
    const files = readCabinet(installer, 'scout.cab');
    expect([...files.keys()]).toEqual(column('File', 'File'));
    expect(files.get('ScoutAgent.exe')!.equals(program)).toBe(true);
    expect(files.get('ScoutService.exe')).toEqual(host);
    expect((await build(program)).equals(installer)).toBe(true);
  });

  it('refers only to rows that exist', () => {
    const references = [
      ['Component', 'Directory_', 'Directory', 'Directory'],
      ['Component', 'KeyPath', ['File', 'Registry'], ['File', 'Registry']],
      ['File', 'Component_', 'Component', 'Component'],
      ['Registry', 'Component_', 'Component', 'Component'],
      ['RemoveFile', 'Component_', 'Component', 'Component'],
      ['ServiceInstall', 'Component_', 'Component', 'Component'],
      ['ServiceControl', 'Component_', 'Component', 'Component'],
      ['ServiceControl', 'Name', 'ServiceInstall', 'Name'],
      ['FeatureComponents', 'Component_', 'Component', 'Component'],
      ['FeatureComponents', 'Feature_', 'Feature', 'Feature'],
      ['AppSearch', 'Signature_', ['Signature', 'RegLocator'], ['Signature', 'Signature_']],
      ['DrLocator', 'Signature_', 'Signature', 'Signature'],
    ] as const;
    for (const [table, name, others, keys] of references) {
      const known = [others].flat().flatMap((other, index) => column(other, [keys].flat()[index]!));
      for (const value of column(table, name)) expect(known, `${table}.${name}`).toContain(value);
    }
    // Whatever is not Windows Installer's own action is one of the package.
    const own = column('CustomAction', 'Action');
    for (const name of column('InstallExecuteSequence', 'Action').filter((each) =>
      /^(Policy|Settle|Conf|RegisterS)/.test(String(each)),
    ))
      expect(own).toContain(name);
    const files = column('File', 'File');
    for (const { Type, Source } of rows('CustomAction'))
      if (Number(Type) !== 51) expect(files).toContain(Source);
  });

  it('is installed for the machine, and replaces any version that is not newer', () => {
    expect(property('ALLUSERS')).toBe('1');
    expect(property('ProductVersion')).toBe('0.2.0');
    const found = (name: string) => rows('Upgrade').find((row) => row.ActionProperty === name);
    // Both bounds included, and removed.
    expect(found('OLDERFOUND')).toMatchObject({
      VersionMin: '0.0.0',
      VersionMax: '0.2.0',
      Attributes: 0x301,
    });
    // Only found: a condition then ends the installation.
    expect(found('NEWERFOUND')).toMatchObject({ VersionMin: '0.2.0', VersionMax: null, Attributes: 2 });
    for (const { UpgradeCode } of rows('Upgrade')) expect(UpgradeCode).toBe(property('UpgradeCode'));
  });

  it('runs its steps in an order in which an upgrade keeps files and service', () => {
    const order = new Map(rows('InstallExecuteSequence').map((row) => [row.Action, Number(row.Sequence)]));
    const steps = [
      'FindRelatedProducts',
      'AppSearch',
      'LaunchConditions',
      'CostFinalize',
      'StopServices',
      'RemoveFiles',
      'InstallFiles',
      'InstallServices',
      'RegisterService',
      'Configure',
      'StartServices',
      'InstallFinalize',
      'RemoveExistingProducts',
    ].map((name) => order.get(name)!);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(new Set(order.values()).size).toBe(order.size);
  });

  it('gives settings only to a first installation, since any user may start a repair', () => {
    const sequence = rows('InstallExecuteSequence');
    const conditionOf = (action: string) => sequence.find((row) => row.Action === action)?.Condition;
    expect(conditionOf('Configure')).toBe('NOT Installed AND SERVER');
    const withProperties = rows('CustomAction').filter(
      ({ Type, Target }) => Number(Type) !== 51 && /\[SERVER\]/.test(String(Target)),
    );
    expect(withProperties.map(({ Action }) => Action)).toEqual(['Configure']);
    // Later in the script, and as the system: 0x400 and 0x800.
    for (const { Type } of rows('CustomAction'))
      if (Number(Type) !== 51) expect(Number(Type)).toBe(18 + 0xc00);
    expect(String(property('SecureCustomProperties')).split(';')).toEqual(
      expect.arrayContaining(['SERVER', 'TOKENFILE', 'PROXY', 'PROXYCREDENTIALS', 'CAFILE', 'GROUP']),
    );
  });

  it('has other codes for another version and for another content', async () => {
    const codes = async (of: Uint8Array, given = input) => {
      const other = await build(of, given);
      const product = readInstallerTables(other)
        .get('Property')!
        .find((row) => row.Property === 'ProductCode');
      const summary = readCompoundFile(other).get('\u0005SummaryInformation')!.toString('latin1');
      return [product?.Value, /\{[0-9A-F-]{36}\}/.exec(summary)?.[0]];
    };
    const small = randomBytes(100_000);
    const all = [
      ...(await codes(small)),
      ...(await codes(small, { ...input, version: '0.2.1' })),
      ...(await codes(Buffer.concat([small, Buffer.from([0])]))),
    ];
    expect(all).not.toContain(undefined);
    expect(new Set(all).size).toBe(6);
  });

  it('is refused for a version that Windows Installer cannot compare', async () => {
    await expect(build(host, { ...input, version: '256.0.0' })).rejects.toThrow(/cannot compare version 256/);
  });
});
