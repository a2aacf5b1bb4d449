import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../../../agent/src/main.ts', import.meta.url));
/** A compiled agent to test instead of the sources. */
const { SCOUT_AGENT_PROGRAM } = process.env;
const [PROGRAM, FIRST] = SCOUT_AGENT_PROGRAM ? [SCOUT_AGENT_PROGRAM, []] : [process.execPath, [MAIN]];

/** The real agent's command line. */
export const agentCommand = (args: readonly string[]): [program: string, args: string[]] => [
  PROGRAM,
  [...FIRST, ...args],
];

export interface AgentProcess {
  readonly process: ChildProcess;
  /** Its error output so far. */
  stderr(): string;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
}

/** The real agent as a separate process. */
export function spawnAgent(args: readonly string[]): AgentProcess {
  const child = spawn(...agentCommand(['run', ...args]), { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...said }));
  return { process: child, stderr: () => said.stderr, ended };
}
