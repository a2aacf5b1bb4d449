import { text } from 'node:stream/consumers';
import { run } from './run.ts';

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  out: (words) => process.stdout.write(words),
  error: (words) => process.stderr.write(words),
  readInput: () => text(process.stdin),
});
