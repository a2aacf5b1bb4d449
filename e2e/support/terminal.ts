import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** Time for a line's programs to exit by themselves. */
const patienceMs = 15_000;

/** A typed line, with the programs started by it. */
export interface TypedLine extends AsyncDisposable {
  /** The terminal's text so far. */
  readonly output: string;
  /** Waits for text on the terminal. @throws Error with the output when the programs exit before */
  says(words: RegExp): Promise<RegExpExecArray>;
  /** The exit code, once it exits by itself. */
  readonly ended: Promise<number | null>;
}

/** Types a line into a shell in `folder`, by default Scout's own checkout. Disposing ends everything it started. */
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
      // npm forwards the signal once: a server that receives it twice stops immediately. Other processes are ended afterwards.
      child.kill('SIGTERM');
      const group = setTimeout(() => process.kill(-child.pid!, 'SIGTERM'), patienceMs);
      await ended;
      clearTimeout(group);
    },
  };
}
