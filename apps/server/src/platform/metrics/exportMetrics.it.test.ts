import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { createDatabase, spawnServer } from '@scout/testkit';
import { expect, test } from 'vitest';
import { newSecret } from '../crypto/secretText.ts';
import { enrolSender } from '../database/testing/sender.ts';

interface Export {
  readonly resourceMetrics: readonly [
    {
      readonly scopeMetrics: readonly [
        {
          readonly metrics: readonly {
            readonly name: string;
            readonly histogram?: { readonly dataPoints: readonly { readonly count: string }[] };
          }[];
        },
      ];
    },
  ];
}

test('a server sends its metrics to a collector, and again after the collector was away', async () => {
  await using database = await createDatabase();
  const received: { url: string | undefined; authorization: string | undefined; body: Export }[] = [];
  let status = 503;
  const collector = createServer((request, response) => {
    const { url, headers } = request;
    json(request).then(
      (body) => {
        received.push({ url, authorization: headers.authorization, body: body as Export });
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      },
      () => response.destroy(),
    );
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  await using _collector = {
    async [Symbol.asyncDispose]() {
      collector.close();
      collector.closeAllConnections();
      await once(collector, 'close');
    },
  };
  const operatorToken = newSecret('operator');
  await using server = await spawnServer({
    env: {
      DATABASE_URL: database.ownerUrl,
      SCOUT_OPERATOR_TOKEN: operatorToken,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_METRIC_EXPORT_INTERVAL: '1000',
    },
  });
  let said = '';
  server.process.stdout!.on('data', (text: string) => {
    said += text;
  });
  const url = await server.ready;
  await expect.poll(() => said).toContain('metrics were not exported');
  status = 200;
  await expect.poll(() => said).toContain('metrics are exported again');

  const { send } = await enrolSender(url, operatorToken);
  expect(await send(1, 60_000)).toBe(200);
  const last = () => received.at(-1)!.body.resourceMetrics[0].scopeMetrics[0].metrics;
  await expect
    .poll(() => last().find(({ name }) => name === 'http.server.request.duration')?.histogram?.dataPoints)
    .not.toBeUndefined();
  expect(last().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['scout.agents', 'scout.database_size', 'process.cpu.time']),
  );
  expect(received.every(({ url: path }) => path === '/v1/metrics')).toBe(true);
  expect(new Set(received.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer of-the-collector']),
  );
});
