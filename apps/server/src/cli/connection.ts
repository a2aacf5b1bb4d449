import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createORPCClient, type ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { type ApiContract, contract, decodeErrorBody } from '@scout/contract';
import { operatorTokenFile } from '../platform/config/dataDirectory.ts';
import { Failure } from './failure.ts';
import { withSecrets } from './secrets.ts';

export type Environment = Readonly<Record<string, string | undefined>>;
export type OperatorClient = ContractRouterClient<ApiContract>;

/** A running server, and the source of its address. */
export interface Connection {
  readonly client: OperatorClient;
  /** For example http://127.0.0.1:8080. */
  readonly origin: string;
}

/**
 * A client of the running server, as the operator. Address and token come from the data directory by default.
 * @param server such as https://scout.example
 * @throws Failure when either is missing, or the token would be sent in cleartext
 */
export async function connect(env: Environment, server: string | undefined): Promise<Connection> {
  const dataDir = resolve(env.SCOUT_DATA_DIR || './data');
  const url = safeUrl(server ?? (await runningServer(dataDir)));
  const { SCOUT_OPERATOR_TOKEN } = withSecrets(env, ['SCOUT_OPERATOR_TOKEN']);
  const token = SCOUT_OPERATOR_TOKEN || (await storedToken(dataDir));
  const link = new OpenAPILink(contract, {
    url: url.origin,
    headers: { authorization: `Bearer ${token}` },
    customErrorResponseBodyDecoder: decodeErrorBody,
    fetch: (request, init) => send(request, init, url.origin),
  });
  return { client: createORPCClient(link), origin: url.origin };
}

/** The server's error, with advice if the code alone is not sufficient. */
export function explainRefusal(error: ORPCError<string, unknown>): Failure {
  const hint =
    error.code === 'invalid_operator_token'
      ? ' The token is in the file operator-token of the server’s data directory; set SCOUT_DATA_DIR or SCOUT_OPERATOR_TOKEN.'
      : '';
  return new Failure(error.code, `${error.message}${hint}`);
}

async function send(request: Request, init: RequestInit, origin: string): Promise<Response> {
  try {
    return await fetch(request, init);
  } catch (cause) {
    throw new Failure(
      'unreachable',
      `Scout does not respond at ${origin}. Start it with npm start, or give its address with --server.`,
      {
        cause,
      },
    );
  }
}

function safeUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Failure('usage', `--server must be an address such as https://scout.example, not ${text}`);
  }
  if (url.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    throw new Failure(
      'usage',
      `${url.origin} would receive the operator token unencrypted. Use its https address.`,
    );
  }
  return url;
}

async function runningServer(dataDir: string): Promise<string> {
  const path = join(dataDir, 'server.json');
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(error, path, `There is no Scout server with the data directory ${dataDir}.`);
  });
  const holder = JSON.parse(text) as { pid: number; address?: string; stopping?: boolean };
  // A terminated server leaves its announcement behind.
  if (!isRunning(holder.pid)) {
    throw new Failure(
      'unreachable',
      `No Scout server is running with the data directory ${dataDir}: the last one stopped. Start it with npm start; if it stops again, its output says why.`,
    );
  }
  if (holder.stopping) throw new Failure('unreachable', 'Scout is stopping. Start it again with npm start.');
  if (holder.address === undefined) {
    throw new Failure(
      'unreachable',
      `Scout is still starting (process ${holder.pid}). Try again after it prints its address.`,
    );
  }
  return holder.address;
}

/** EPERM means that the process of another user exists. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function storedToken(dataDir: string): Promise<string> {
  const path = join(dataDir, operatorTokenFile);
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw unreadable(error, path, `There is no operator token in ${dataDir}.`);
  });
  return text.trim();
}

function unreadable(cause: unknown, path: string, absent: string): Failure {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') {
    return new Failure(
      'unreadable',
      `${path} can be read only by the user that runs Scout. Run this command as that user.`,
      {
        cause,
      },
    );
  }
  return new Failure(
    'unreachable',
    `${absent} Start Scout with npm start, set SCOUT_DATA_DIR, or give --server and SCOUT_OPERATOR_TOKEN.`,
    { cause },
  );
}
