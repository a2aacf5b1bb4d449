import { readFileSync } from 'node:fs';

/** Third-party notices of the program: compiled in by packaging/compile.ts, otherwise read from the checkout. */
export function notices(): string {
  const file = new URL('../../../../packages/agent-release/files/third-party-notices.txt', import.meta.url);
  return process.env.SCOUT_AGENT_NOTICES ?? readFileSync(file, 'utf8');
}
