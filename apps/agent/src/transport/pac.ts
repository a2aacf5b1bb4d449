import { spawn } from 'node:child_process';
import { ownProgram } from '../runtime/ownProgram.ts';
import { ConnectionError } from './connectionError.ts';

/** A script is a program of others: it runs in a process of its own, which ends after this time. */
const PATIENCE_MS = 5_000;
/** How long a decision of a PAC file is used, in milliseconds. */
const KEPT_MS = 10 * 60_000;
const ANSWER_CHARS = 10_000;

/** Decisions of PAC files (proxy auto-configuration). */
export class Pac {
  readonly #kept = new Map<string, { readonly until: number; readonly proxy: URL | null }>();

  /** The proxy that the PAC file at `address` names for a server; null: connect directly. @throws {ConnectionError} */
  async proxyFor(
    address: string,
    target: URL,
    fetched: (url: string) => Promise<Buffer>,
  ): Promise<URL | null> {
    const kept = this.#kept.get(target.origin);
    if (kept !== undefined && kept.until > performance.now()) return kept.proxy;
    try {
      const script = await fetched(address);
      const proxy = firstProxy(await evaluated(script, target.origin));
      this.#kept.set(target.origin, { until: performance.now() + KEPT_MS, proxy });
      return proxy;
    } catch (error) {
      throw new ConnectionError('proxy', `PAC file ${address}: ${(error as Error).message}`, error);
    }
  }
}

/** The first entry of a PAC file's answer that the agent can use, such as `PROXY proxy:3128; DIRECT`. @throws without one */
export function firstProxy(answer: string): URL | null {
  for (const entry of answer.split(';')) {
    const [kind = '', place = ''] = entry.trim().split(/\s+/);
    if (/^DIRECT$/i.test(kind)) return null;
    if (!/^(?:PROXY|HTTPS?)$/i.test(kind)) continue;
    const url = URL.parse(`${/^HTTPS$/i.test(kind) ? 'https' : 'http'}://${place}`);
    if (url !== null) return url;
  }
  throw new Error(`it names no http proxy and no DIRECT: ${JSON.stringify(answer.slice(0, 200))}`);
}

/** The answer of the script for a server, from `resolve-proxy` of this program. */
async function evaluated(script: Buffer, origin: string): Promise<string> {
  const child = spawn(...ownProgram('resolve-proxy', origin), {
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] = (said[name] + text).slice(0, ANSWER_CHARS);
    });
  child.stdin.on('error', () => {});
  child.stdin.end(script);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code === null) throw new Error(`it did not end within ${PATIENCE_MS / 1000} s`);
  if (code !== 0) throw new Error(said.stderr.trim() || `exit code ${code}`);
  return said.stdout.trim();
}
