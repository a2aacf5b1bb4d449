import type { LookupAddress } from 'node:dns';
import { TLSSocket } from 'node:tls';
import { adviceOf, ConnectionError, type ConnectionStep, connectionSteps } from './connectionError.ts';
import { bodyOf, type Network } from './network.ts';
import { fieldsOf, PAGE } from './request.ts';
import { pinOf } from './trust.ts';

/** The result of one step of a connection to the server. */
export interface StepResult {
  readonly step: ConnectionStep;
  readonly state: 'good' | 'failed' | 'not needed' | 'not tried';
  readonly message: string;
}

/** Each step to the server, in the order of {@link connectionSteps}. */
export interface Diagnosis {
  readonly steps: readonly StepResult[];
  /** Null: every step works. */
  readonly failed: ConnectionStep | null;
  /** Advice for the failed step. */
  readonly advice: string | null;
}

const PATIENCE_MS = 15_000;
const ANSWER_BYTES = 64 * 1024;

type Lookup = (host: string, options: { all: true }) => Promise<LookupAddress[]>;
type Found = Partial<Record<ConnectionStep, Pick<StepResult, 'state' | 'message'>>>;

/** Tries each step to the server at `url`, without a credential. */
export async function diagnose(url: string, network: Network, lookup: Lookup): Promise<Diagnosis> {
  const found: Found = {};
  try {
    await tryAll(new URL(url), network, lookup, found);
  } catch (error) {
    const step = error instanceof ConnectionError ? error.step : 'server';
    found[step] = { state: 'failed', message: (error as Error).message };
  }
  const failed = connectionSteps.find((step) => found[step]?.state === 'failed') ?? null;
  return {
    steps: connectionSteps.map((step) => ({
      step,
      ...(found[step] ?? { state: 'not tried', message: 'an earlier step failed' }),
    })),
    failed,
    advice: failed && adviceOf[failed],
  };
}

async function tryAll(target: URL, network: Network, lookup: Lookup, found: Found): Promise<void> {
  const proxy = await network.proxyFor(target);
  const good = (message: string) => ({ state: 'good', message }) as const;
  const spared = (message: string) => ({ state: 'not needed', message }) as const;
  if (proxy !== null) {
    found.name = spared('the proxy resolves the name');
    found.route = spared(`the proxy ${proxy.url.host} connects`);
  } else {
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    const addresses = await lookup(host, { all: true }).catch((error: Error) => {
      throw new ConnectionError('name', `${host} cannot be resolved (${error.message})`, error);
    });
    found.name = good(`${host} is ${addresses.map(({ address }) => address).join(', ')}`);
  }
  const socket = await network.open(target, PATIENCE_MS).catch((error: unknown) => {
    passBefore(error, found, proxy === null);
    throw error;
  });
  if (proxy === null) found.route = good('the server accepts connections');
  found.proxy = proxy === null ? spared('none is set') : good(`${proxy.url.host} connects to the server`);
  found.certificate =
    socket instanceof TLSSocket
      ? good(certificateInWords(socket))
      : spared('the connection is not encrypted');
  socket.destroy();
  found.server = good(await answerOf(target, network));
}

/** The steps before the one that failed work. */
function passBefore(error: unknown, found: Found, isDirect: boolean): void {
  if (!(error instanceof ConnectionError) || !['certificate', 'server'].includes(error.step)) return;
  if (isDirect) found.route = { state: 'good', message: 'the server accepts connections' };
  found.proxy = isDirect
    ? { state: 'not needed', message: 'none is set' }
    : { state: 'good', message: 'it connects to the server' };
}

function certificateInWords(socket: TLSSocket): string {
  const { raw, subject, issuer, valid_to } = socket.getPeerCertificate();
  return `valid until ${valid_to}, for ${String(subject.CN)}, issued by ${String(issuer.CN)}; public key ${pinOf(raw)}`;
}

/** True for the response of Scout's `/livez`. */
function isAlive(text: string): boolean {
  try {
    return fieldsOf(JSON.parse(text)).status === 'ok';
  } catch {
    return false;
  }
}

/** The server's health, which needs no credential. @throws {ConnectionError} */
async function answerOf(target: URL, network: Network): Promise<string> {
  const address = `${target.href.replace(/\/+$/, '')}/livez`;
  const response = await network.request(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const body = await bodyOf(response, ANSWER_BYTES);
  const status = response.statusCode ?? 0;
  const isPage =
    /^text\/html/i.test(response.headers['content-type'] ?? '') || (status >= 300 && status < 400);
  if (isPage) throw new ConnectionError('server', `HTTP ${status}: ${PAGE}`);
  if (status !== 200)
    throw new ConnectionError('server', `HTTP ${status}: ${body.toString('utf8').slice(0, 200)}`);
  if (!isAlive(body.toString('utf8')))
    throw new ConnectionError('server', `HTTP ${status} with a response that is not from Scout`);
  return 'responds as Scout does';
}
