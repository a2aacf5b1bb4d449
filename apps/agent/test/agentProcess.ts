import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
/** A compiled agent to test instead of the sources. */
const { SCOUT_AGENT_PROGRAM } = process.env;
const [PROGRAM, FIRST] = SCOUT_AGENT_PROGRAM ? [SCOUT_AGENT_PROGRAM, []] : [process.execPath, [MAIN]];

/** An agent's process and its output. */
export interface AgentProcess {
  readonly child: ChildProcess;
  stdout: string;
  stderr: string;
  /** Resolves to exit code or signal. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

/** The real agent's command line. */
export const agentCommand = (args: readonly string[]): string[] => [PROGRAM, ...FIRST, ...args];

/** Starts the real agent. */
export function startAgent(args: readonly string[], env: Record<string, string> = {}): AgentProcess {
  const child = spawn(PROGRAM, [...FIRST, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  const agent: AgentProcess = {
    child,
    stdout: '',
    stderr: '',
    ended: once(child, 'close').then(([code, signal]) => code ?? signal),
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    agent.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    agent.stderr += text;
  });
  return agent;
}

/** Runs the agent to its end. */
export async function runAgent(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | NodeJS.Signals; stdout: string; stderr: string }> {
  const agent = startAgent(args, env);
  agent.child.stdin?.end();
  const code = await agent.ended;
  return { code, stdout: agent.stdout, stderr: agent.stderr };
}
