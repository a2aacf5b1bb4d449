import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redactCommandLine } from './commandLine.ts';

/*
 * lines.txt: realistic command lines by kind of program. ⟦…⟧ marks a secret; ⦃…⦄ is a script, encoded as by PowerShell. A line
 * without a mark is harmless.
 */
const encoded = (script: string): string => Buffer.from(script, 'utf16le').toString('base64');
const withScripts = (line: string): string => line.replace(/⦃(.*)⦄/, (_, script: string) => encoded(script));

const groups = readFileSync(new URL('./lines.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((group) => {
    const [title = '', ...lines] = group.trimEnd().split('\n');
    return { title, lines };
  });

it('has at least 300 lines with a secret and 100 without', () => {
  const lines = groups.flatMap((group) => group.lines);
  const secret = lines.filter((line) => line.includes('⟦'));
  expect(secret.length).toBeGreaterThanOrEqual(300);
  expect(lines.length - secret.length).toBeGreaterThanOrEqual(100);
});

describe.each(groups)('$title', ({ lines }) => {
  it.each(lines)('%s', (marked) => {
    const line = withScripts(marked.replace(/[⟦⟧]/g, ''));
    const redacted = withScripts(marked.replace(/⟦[^⟧]*⟧/g, '[redacted]'));
    expect(redactCommandLine(line)).toBe(redacted);
    expect(redactCommandLine(redacted)).toBe(redacted);
  });
});
