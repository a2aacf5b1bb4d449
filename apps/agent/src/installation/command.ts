import { spawn } from 'node:child_process';
import { Failure } from '../runtime/failure.ts';

/** Runs a system program to its end. @throws {Failure} with its output, unless it exits with 0 */
export async function command(program: string, ...args: string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) => reject(new Failure(`${program} cannot be run (${error.message})`)));
    child.on('close', resolve);
  });
  if (code !== 0)
    throw new Failure(`${program} ${args.join(' ')} failed: ${said.trim() || `exit code ${code}`}`);
  return said;
}
