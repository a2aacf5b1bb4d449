import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** How long what a line started has to end by itself. */
const patienceMs = 15_000;

/** A line that was typed, and the programs that run because of it. */
export interface TypedLine extends AsyncDisposable {
  /** The terminal's text so far. */
  readonly output: string;
  /** Waits for words on the terminal. @throws Error with the output when the programs end before */
  says(words: RegExp): Promise<RegExpExecArray>;
  /** The exit code, once it ends by itself. */
  readonly ended: Promise<number | null>;
}

/** Types a line into a shell in `folder`, Scout's own checkout unless said otherwise. Disposing ends what it started. */
export function typeLine(
  line: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder = checkout,
): TypedLine {
  const child = spawn(line, {
    shell: true,
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const heard = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const look of heard) look();
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    get output() {
      return output;
    },
    ended,
    says(words) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
      const look = () => {
        const match = words.exec(output);
        if (match) resolve(match);
      };
      heard.add(look);
      look();
      void ended.then((code) => reject(new Error(`${line} ended with ${code}:\n${output}`)));
      return promise.finally(() => heard.delete(look));
    },
    async [Symbol.asyncDispose]() {
      // npm hands the signal on, once: a server that hears of it twice gives up at once. What npm did not start goes afterwards.
      child.kill('SIGTERM');
      const group = setTimeout(() => process.kill(-child.pid!, 'SIGTERM'), patienceMs);
      await ended;
      clearTimeout(group);
    },
  };
}
