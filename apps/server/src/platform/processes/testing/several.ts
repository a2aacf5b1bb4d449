import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type SpawnedServer, spawnServer } from '@scout/testkit';
import { expect } from 'vitest';
import { newSecret } from '../../crypto/secretText.ts';

/** A server with several processes, and its output. */
export interface Several extends AsyncDisposable {
  readonly url: string;
  readonly operatorToken: string;
  readonly server: SpawnedServer;
  /** Ids of all processes that were ready, oldest first, including exited ones. */
  readonly pids: readonly number[];
  /** Complete output so far. */
  output(): string;
  /** By process number: responses with this status of routes with this suffix. */
  answers(route: string, status: number): Promise<Map<string, number>>;
  /** Sends requests on separate connections, until each of two processes has answered this route with this status. */
  untilBothAnswer(route: string, status: number, call: () => Promise<number>): Promise<void>;
}

/** Starts a server with an embedded database, or that of `env`. */
export async function startSeveral(
  env: Readonly<Record<string, string>>,
  dataDir?: string,
): Promise<Several> {
  const operatorToken = newSecret('operator');
  const server = await spawnServer({
    env: {
      SCOUT_PROCESSES: '2',
      SCOUT_SAMPLE: 'off',
      SCOUT_OPERATOR_TOKEN: operatorToken,
      SCOUT_METRICS_ADDRESS: '127.0.0.1:0',
      ...env,
    },
    ...(dataDir !== undefined && { dataDir }),
  });
  let said = '';
  const pids: number[] = [];
  const metrics = Promise.withResolvers<string>();
  server.process.stdout!.on('data', (chunk: string) => {
    said += chunk;
    const answering = said.matchAll(/"pid":(\d+),[^\n]*"msg":"Answering calls"/g);
    pids.splice(0, Infinity, ...[...answering].map(([, pid]) => Number(pid)));
    const address = /Metrics are at (http:[^\s"]+)/.exec(said)?.[1];
    if (address) metrics.resolve(address);
  });
  const url = await server.ready;
  const metricsUrl = await metrics.promise;

  async function answers(route: string, status: number): Promise<Map<string, number>> {
    const exposition = await (await fetch(metricsUrl)).text();
    const lines = exposition.matchAll(
      /^http_server_request_duration_seconds_count\{process="(\d+)",[^}]*http_route="([^"]*)",http_response_status_code="(\d+)"\} (\d+)$/gm,
    );
    const found = [...lines].filter(([, , path, code]) => path!.endsWith(route) && Number(code) === status);
    return new Map(found.map(([, process, , , count]) => [process!, Number(count)]));
  }

  return {
    url,
    operatorToken,
    server,
    pids,
    output: () => said,
    answers,
    async untilBothAnswer(route, status, call) {
      while ((await answers(route, status)).size < 2) expect(await call()).toBe(status);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A request on a separate connection, which the supervisor assigns to the next process in turn. */
export function onOwnConnection(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', headers = {}, body } = options;
    request(url, { method, headers: { ...headers, connection: 'close' }, agent: false }, (response) => {
      text(response).then((said) => resolve({ status: response.statusCode ?? 0, text: said }), reject);
    })
      .once('error', reject)
      .end(body);
  });
}

/** True while a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
