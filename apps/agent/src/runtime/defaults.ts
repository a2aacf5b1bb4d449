import { join } from 'node:path';

/** The default state directory. */
export function defaultStateFolder(): string {
  if (process.platform === 'win32') {
    return join(process.env.ProgramData ?? 'C:\\ProgramData', 'Scout', 'agent');
  }
  return process.platform === 'darwin' ? '/Library/Application Support/Scout/agent' : '/var/lib/scout-agent';
}
