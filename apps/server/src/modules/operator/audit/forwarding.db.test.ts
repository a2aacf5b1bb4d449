import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { startServer, type TestServer } from '@scout/testkit';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { organizationWithAdmin, type TestPerson } from '../../../testing/people.ts';
import { forwardAudit } from './forwarding.ts';
import { createReceiver, type ForwardedEntry } from './receiver.ts';

let server: TestServer;
let tenantId: string;
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, admin } = await organizationWithAdmin(server));
  await admin.api.tenantsUpdate({ alert_recipient_emails: ['soc@bank.example'] });
});

const secret = 'a-secret-of-thirty-two-characters';
const actions = (entries: readonly ForwardedEntry[]) =>
  entries.filter((entry) => entry.tenant_id === tenantId).map(({ action }) => action);
const expected = async () => (await admin.api.auditLogs({})).map(({ action }) => action).toReversed();

it('sends each entry once by a signed webhook, and retries refused ones', async () => {
  const received: ForwardedEntry[] = [];
  let status = 503;
  const http = createHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const headers = request.headers as Record<string, string>;
    const { data } = new Webhook(secret, { format: 'raw' }).verify(body, headers) as {
      data: { entries: ForwardedEntry[] };
    };
    if (status === 200) received.push(...data.entries);
    response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const url = new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/audit`);
  const receiver = createReceiver(url, secret, Date);
  try {
    await expect(forwardAudit(server.context.pool, receiver, Date)).rejects.toThrow('answered 503');
    status = 200;
    while ((await forwardAudit(server.context.pool, receiver, Date)) > 0);
    expect(actions(received)).toEqual(await expected());
    const own = received.filter((entry) => entry.tenant_id === tenantId);
    expect(own.map(({ sequence }) => Number(sequence))).toEqual(own.map((_, index) => index + 1));
  } finally {
    http.close();
  }
});

it('sends each entry as a framed line of RFC 5424', async () => {
  let text = '';
  const tcp = createTcpServer((socket) =>
    socket.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    }),
  ).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const receiver = createReceiver(
    new URL(`syslog://127.0.0.1:${(tcp.address() as AddressInfo).port}`),
    undefined,
    Date,
  );
  try {
    while ((await forwardAudit(server.context.pool, receiver, Date)) > 0);
  } finally {
    tcp.close();
  }
  const entries: ForwardedEntry[] = [];
  for (let rest = Buffer.from(text); rest.length > 0; ) {
    const blank = rest.indexOf(' ');
    const end = blank + 1 + Number(rest.toString('utf8', 0, blank));
    const [, entry] =
      /^<110>1 \S+Z \S+ scout \d+ audit - (\{.*\})$/.exec(rest.toString('utf8', blank + 1, end)) ?? [];
    entries.push(JSON.parse(entry!) as ForwardedEntry);
    rest = rest.subarray(end);
  }
  expect(actions(entries)).toEqual(await expected());
});

it('keeps every entry when the receiver cannot be reached', async () => {
  const receiver = createReceiver(new URL('syslog://127.0.0.1:9'), undefined, Date);
  await expect(forwardAudit(server.context.pool, receiver, Date)).rejects.toThrow('ECONNREFUSED');
});
