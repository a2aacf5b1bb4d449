import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { authSecret } from './authSecret.ts';
import { createScratchFolder } from './scratch.ts';

const ownMain = fileURLToPath(import.meta.resolve('@scout/server/main'));

/** A process's exit and complete output. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

/** A server process that may still be starting. */
export interface SpawnedServer extends AsyncDisposable {
  readonly process: ChildProcess;
  readonly dataDir: string;
  /** Resolves with its address when it reports that it is ready. @throws Error with its output when it exits before */
  readonly ready: Promise<string>;
  readonly ended: Promise<Ended>;
  /** What it has written so far, on both streams. */
  output(): string;
  /** Sends a signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

export interface SpawnOptions {
  /** Added to an environment with only a free port, the data directory and, with DATABASE_URL, the secret from Scout's settings. */
  readonly env?: Readonly<Record<string, string>>;
  /** A folder that outlives the server; undefined: a separate one, removed at the end. */
  readonly dataDir?: string;
  /** Entry of another release; undefined: this checkout's. */
  readonly main?: string;
}

/** Starts the server as a separate process, like `npm start` after installation and build. */
export async function spawnServer({
  env = {},
  dataDir,
  main = ownMain,
}: SpawnOptions = {}): Promise<SpawnedServer> {
  const directory = dataDir ?? (await createScratchFolder());
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      PORT: '0',
      SCOUT_DATA_DIR: directory,
      ...(env.DATABASE_URL !== undefined && { SCOUT_AUTH_SECRET: authSecret }),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ready = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const address = /^Scout is ready at (\S+)$/m.exec(output)?.[1];
      if (address) ready.resolve(address);
    });
  }
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    ready.reject(new Error(`The server ended before it was ready:\n${output}`));
    return { code, signal, output };
  });
  // A test of a failing start only waits for the exit.
  ready.promise.catch(() => {});
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    process: child,
    dataDir: directory,
    ready: ready.promise,
    ended,
    output: () => output,
    end,
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      if (dataDir === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}
