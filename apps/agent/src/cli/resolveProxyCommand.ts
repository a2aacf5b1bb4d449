import { text } from 'node:stream/consumers';
import { exitCodes } from '../runtime/failure.ts';

/** `resolve-proxy`: what the PAC file on standard input says about a server. */
export async function resolveProxyCommand(origin: string): Promise<number> {
  const script = await text(process.stdin);
  // Loaded here alone: the interpreter is large.
  const { findProxy } = await import('../transport/pacScript.ts');
  process.stdout.write(`${await findProxy(script, `${origin}/`)}\n`);
  return exitCodes.done;
}
