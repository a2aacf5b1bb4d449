import { join } from 'node:path';

/** Where the agent keeps its state when nothing else is said. */
export function defaultStateFolder(): string {
  if (process.platform === 'win32') {
    return join(process.env.ProgramData ?? 'C:\\ProgramData', 'Scout', 'agent');
  }
  return process.platform === 'darwin' ? '/Library/Application Support/Scout/agent' : '/var/lib/scout-agent';
}
