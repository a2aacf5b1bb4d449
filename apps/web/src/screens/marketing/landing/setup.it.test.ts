import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { steps } from './steps.ts';

const root = new URL('../../../../../../', import.meta.url).pathname;
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as {
  scripts: Record<string, string>;
};

/** What a command's help says, by its words before the first option. */
function helpOf(script: string, words: readonly string[]): string {
  const file = scripts[script]!.split(' ').at(-1)!;
  return execFileSync(process.execPath, [file, ...words, '--help'], { cwd: root, encoding: 'utf8' });
}

const lines = steps.flatMap((step) => step.lines);

describe('the setup lines of the landing page', () => {
  test.each(lines.filter((line) => !line.includes(' -- ')))('%s is a script of the project', (line) => {
    expect(scripts).toHaveProperty(line.replace(/^npm (run )?/, ''));
  });

  test.each(lines.filter((line) => line.includes(' -- ')))('%s has only options that exist', (line) => {
    const [, script, rest] = /^npm run -s (\w+) -- (.+)$/.exec(line)!;
    const words = rest!.split(' ');
    const command = words.slice(
      0,
      words.findIndex((word) => word.startsWith('--')),
    );
    const help = helpOf(script!, command);
    const options = words.filter((word) => word.startsWith('--'));
    expect(options.length).toBeGreaterThan(0);
    for (const option of options) expect(help).toContain(`${option} `);
  });
});
