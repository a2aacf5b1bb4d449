import { readFileSync } from 'node:fs';

/** The notices of third parties whose work the program contains: compiled in by packaging/compile.ts, else read from the checkout. */
export function notices(): string {
  const file = new URL('../packaging/files/third-party-notices.txt', import.meta.url);
  return process.env.SCOUT_AGENT_NOTICES ?? readFileSync(file, 'utf8');
}
