import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evidenceSample } from '../modules/reports/testing/evidence.ts';
import { run } from './run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-evidence-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function verify(content: string, ...flags: string[]) {
  const file = join(folder, 'evidence.json');
  await writeFile(file, content);
  const ran = { out: '', error: '' };
  const code = await run(['evidence', 'verify', file, ...flags], {
    env: {},
    out: (text) => {
      ran.out += text;
    },
    error: (text) => {
      ran.error += text;
    },
    readInput: async () => '',
  });
  return { code, ...ran };
}

const sample = evidenceSample();
const text = JSON.stringify(sample, null, 2);

test('a file is valid, with the head that a PDF or the audit log names', async () => {
  const { code, out } = await verify(text, '--expect-head', sample.head.toUpperCase());
  expect(code).toBe(0);
  expect(out).toContain(sample.head);
  expect(JSON.parse((await verify(text, '--json')).out)).toEqual({
    entries: sample.entries.length,
    head: sample.head,
    holds: true,
  });
});

test('a changed file fails with the place, as text and as JSON', async () => {
  const changed = text.replace('svc.billing', 'svc.other');
  expect(changed).not.toBe(text);
  expect(await verify(changed)).toEqual({
    code: 1,
    out: '',
    error:
      'The evidence is not intact. Entry 1 or the description of the file was changed, or an entry before it was removed.\n',
  });
  const { code, error } = await verify(changed, '--json');
  expect([code, JSON.parse(error)]).toEqual([
    1,
    { code: 'refused', message: expect.stringContaining('is not intact') },
  ]);
});

test('a rebuilt chain does not have the expected head', async () => {
  const forged = evidenceSample(sample.entries.slice(1).map(({ entry }) => entry));
  const { code, error } = await verify(JSON.stringify(forged), '--expect-head', sample.head);
  expect([code, error]).toEqual([
    1,
    `The chain is intact, but its head is ${forged.head}, not the expected one.\n`,
  ]);
});

test('a missing file or invalid JSON is reported', async () => {
  expect(await verify('{')).toMatchObject({
    code: 1,
    error: expect.stringContaining('is not readable JSON'),
  });
  const ran = await run(['evidence', 'verify', join(folder, 'missing.json')], {
    env: {},
    out: () => {},
    error: () => {},
    readInput: async () => '',
  });
  expect(ran).toBe(1);
});

test('--help lists the options', async () => {
  const { code, out } = await verify(text, '--help');
  expect(code).toBe(0);
  for (const flag of ['--expect-head', '--json']) expect(out).toContain(flag);
});
