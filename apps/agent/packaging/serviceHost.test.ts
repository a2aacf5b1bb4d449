import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readServiceHost, serviceHostFiles, serviceHostFolder } from './serviceHost.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-service-host-'));
  await cp(serviceHostFolder, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));
const at = (name: keyof typeof serviceHostFiles) => join(folder, serviceHostFiles[name]);

it('the committed service host is a small program for 64-bit Windows', async () => {
  const program = await readServiceHost();
  expect(program.length).toBeLessThan(300 * 1024);
  const pe = program.readUInt32LE(60);
  expect(program.toString('latin1', pe, pe + 4)).toBe('PE\0\0');
  expect(program.readUInt16LE(pe + 4)).toBe(0x8664);
});

it('is accepted on a checkout with other line endings', async () => {
  const source = await readFile(at('source'), 'utf8');
  await writeFile(at('source'), source.replaceAll('\n', '\r\n'));
  await expect(readServiceHost(folder)).resolves.toHaveLength((await readServiceHost()).length);
});

it('is refused when it does not match its record', async () => {
  await appendFile(at('program'), 'x');
  await expect(readServiceHost(folder)).rejects.toThrow(/is not the program that its record names/);
});

it('is refused when its source has changed since', async () => {
  await appendFile(at('source'), '/* more */\n');
  await expect(readServiceHost(folder)).rejects.toThrow(/npm run build:host/);
});
