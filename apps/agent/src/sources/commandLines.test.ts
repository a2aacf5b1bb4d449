import { expect, it } from 'vitest';
import { CommandLines } from './commandLines.ts';
import { SourceError } from './source.ts';

const WAIT_MS = 30_000;
const never = new AbortController().signal;
const printing = (script: string): CommandLines => new CommandLines(process.execPath, ['-e', script]);

it('ends a program that keeps printing unread output', async () => {
  const endless = printing('const more = () => process.stdout.write("x\\n".repeat(50_000), more); more();');
  expect((await endless.next(WAIT_MS, never)).lines.length).toBeGreaterThan(0);
  await endless.close();
});

it('ends a silent program while its next line is awaited', async () => {
  const silent = printing('setInterval(() => {}, 1000);');
  expect(await silent.next(1, never)).toEqual({ lines: [], ended: false });
  await silent.close();
});

it('ends a program that ignores SIGTERM', async () => {
  const stubborn = printing(
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("here");',
  );
  expect((await stubborn.next(WAIT_MS, never)).lines).toEqual(['here']);
  await stubborn.close();
});

it('says which program failed, with its error output', async () => {
  const failing = printing('console.error("no such journal"); process.exitCode = 3;');
  await expect(failing.next(WAIT_MS, never)).rejects.toThrow(/ended with code 3: no such journal/);
  await failing.close();
});

it('says that a program is missing', async () => {
  const missing = new CommandLines('/nowhere/journalctl', []);
  await expect(missing.next(WAIT_MS, never)).rejects.toThrow(SourceError);
  await missing.close();
});
