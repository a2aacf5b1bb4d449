import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { noticesOf, shipments } from './notices.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Licenses that permit shipping by a company that shows their texts, without further conditions. */
const permissive =
  /^\(?(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|OFL-1\.1|Unlicense|CC0-1\.0|Python-2\.0)(?: (?:AND|OR) [\w.-]+)*\)?$/;

describe.each(Object.entries(shipments))('%s', (path, shipment) => {
  test('is what npm run notices writes', () => {
    expect(noticesOf(shipment).text === read(path), 'run npm run notices').toBe(true);
  });

  test('names every package with its version, and permissive licenses only', () => {
    const { text, licences } = noticesOf(shipment);
    expect(licences.length).toBeGreaterThan(10);
    expect(licences.filter(([name, licence]) => !text.includes(`${name} (${licence})\n`))).toEqual([]);
    expect(licences.filter(([, licence]) => !permissive.test(licence))).toEqual([]);
  });

  test('has the dependencies of each workspace', () => {
    const names = noticesOf(shipment).licences.map(([name]) => name.slice(0, name.lastIndexOf(' ')));
    const required = shipment.workspaces
      .flatMap((workspace) => Object.keys(JSON.parse(read(`${workspace}/package.json`)).dependencies))
      .filter((name) => !name.startsWith('@scout/'));
    expect(required.length).toBeGreaterThan(0);
    expect(required.filter((name) => !names.includes(name))).toEqual([]);
  });
});

test('development tools are not listed', () => {
  const all = Object.values(shipments).flatMap((shipment) =>
    noticesOf(shipment).licences.map(([name]) => name),
  );
  expect(all.filter((name) => /^(?:vitest|vite|typescript|@biomejs|@playwright|diff) /.test(name))).toEqual(
    [],
  );
});

test('the agent prints its notices', () => {
  const said = execFileSync(process.execPath, [join(root, 'apps/agent/src/main.ts'), 'notices'], {
    encoding: 'utf8',
  });
  expect(said).toBe(read('packages/agent-release/files/third-party-notices.txt'));
});
