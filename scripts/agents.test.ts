import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTestRelease } from '@scout/agent-release/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import agent from '../apps/agent/package.json' with { type: 'json' };
import { hasAgents } from './agents.mjs';

let out: string;
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'scout-agents-'));
});
afterEach(() => rm(out, { recursive: true }));

const build = (version: string) => writeTestRelease(out, version, Buffer.from('program'));

test('packages of this version need no build, others and missing ones do', async () => {
  expect(hasAgents(out)).toBe(false);
  await build('0.0.1');
  expect(hasAgents(out)).toBe(false);
  const folder = await build(agent.version);
  expect(hasAgents(out)).toBe(true);
  await rm(folder, { recursive: true });
  expect(hasAgents(out)).toBe(false);
});

test.each([
  ['without a number, as the first builds', () => undefined],
  ['with an earlier one', (format: number) => format - 1],
  ['with a later one', (format: number) => format + 1],
])('packages of this version in another form, %s, are built again', async (_title, change) => {
  await build(agent.version);
  const pointer = join(out, 'current.json');
  const current = JSON.parse(await readFile(pointer, 'utf8'));
  await writeFile(pointer, JSON.stringify({ ...current, format: change(current.format) }));
  expect(hasAgents(out)).toBe(false);
});
