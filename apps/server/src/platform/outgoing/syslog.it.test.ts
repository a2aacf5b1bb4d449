import { execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTool, hasTool } from '../../../../../scripts/testTools.mjs';
import { caseBody } from '../../modules/alerts/formats/formats.ts';
import { caseMessage, HOSTILE_NAMES } from '../../modules/alerts/formats/testing/caseMessage.ts';
import type { Resolve } from './guard.ts';
import { createSyslogSender, framed, sendFrames, syslogLine } from './syslog.ts';

const LOOPBACK = ['127.0.0.0/8'];
const line = (body: string) =>
  syslogLine({ facility: 14, severity: 3, at: new Date('2026-11-22T10:00:00Z'), type: 'case.opened', body });

/** The messages of a stream with octet counting. */
function messagesOf(bytes: Buffer): string[] {
  const messages: string[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const blank = rest.indexOf(' ');
    const end = blank + 1 + Number(rest.toString('latin1', 0, blank));
    messages.push(rest.toString('utf8', blank + 1, end));
    rest = rest.subarray(end);
  }
  return messages;
}

/** A stream server on the loopback interface. */
async function listen(server: Server, onSocket: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const chunks: Buffer[] = [];
  const accept = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    onSocket(socket);
  };
  server.on('secureConnection', accept);
  if (!('setSecureContext' in server)) server.on('connection', accept);
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    received: () => messagesOf(Buffer.concat(chunks)),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
const listenTcp = (onSocket: (socket: Socket) => void = () => {}) => listen(createServer(), onSocket);

test('TCP: a line arrives framed by its length, and has arrived when the call is over', async () => {
  await using receiver = await listenTcp();
  const sender = createSyslogSender(LOOPBACK);
  for (const name of HOSTILE_NAMES) {
    const before = receiver.received().length;
    const channel = { kind: 'syslog', format: 'scout', url: 'syslog+tcp://127.0.0.1' } as const;
    const sent = caseBody(channel, caseMessage({ account: name }));
    await sender.send(new URL(`syslog+tcp://127.0.0.1:${receiver.port}`), sent, null);
    expect(receiver.received().slice(before)).toEqual([sent]);
  }
});

test('TCP: a receiver that hangs up before reading, or never answers, is a failure', async () => {
  await using rude = await listenTcp((socket) => socket.resetAndDestroy());
  const url = ({ port }: { port: number }) => new URL(`syslog+tcp://127.0.0.1:${port}`);
  await expect(
    createSyslogSender(LOOPBACK).send(url(rude), line('x'.repeat(1_000_000)), null),
  ).rejects.toThrow();
  await using mute = await listen(createServer({ allowHalfOpen: true }), () => {});
  const impatient = createSyslogSender(LOOPBACK, undefined, { timeoutMs: 300 });
  await expect(impatient.send(url(mute), line('x'), null)).rejects.toThrow('There was no response within');
  await expect(
    createSyslogSender(LOOPBACK).send(new URL('syslog+tcp://127.0.0.1:9'), line('x'), null),
  ).rejects.toThrow('ECONNREFUSED');
});

test('UDP: a line is one datagram', async () => {
  const socket = createSocket('udp4');
  const received: string[] = [];
  socket.on('message', (message) => received.push(message.toString('utf8')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  try {
    await createSyslogSender(LOOPBACK).send(new URL(`syslog+udp://127.0.0.1:${port}`), line('Zoë'), null);
    await createSyslogSender(['127.0.0.1', '::1'])
      .send(new URL(`syslog+udp://localhost:${port}`), line('by name'), null)
      .catch(() => {});
    await expect.poll(() => received).toContain(line('Zoë'));
  } finally {
    socket.close();
  }
});

describe('the guard', () => {
  const resolverOf = (address: string) =>
    ((_host: string, _options: object, callback: (...given: unknown[]) => void) =>
      callback(null, [{ address, family: address.includes(':') ? 6 : 4 }])) as unknown as Resolve;

  test.each(['tls', 'tcp', 'udp'])(
    'applies to %s: no closed address, by number, by name or in odd spelling',
    async (protocol) => {
      await using receiver = await listenTcp();
      for (const host of [
        '127.0.0.1',
        'localhost',
        '2130706433',
        '0x7f.1',
        '127.1',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '169.254.169.254',
      ])
        await expect(
          createSyslogSender([]).send(
            new URL(`syslog+${protocol}://${host}:${receiver.port}`),
            line('x'),
            null,
          ),
          host,
        ).rejects.toThrow('The address is not one that may be reached.');
      for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '64:ff9b::7f00:1'])
        await expect(
          createSyslogSender(['192.168.7.9'], resolverOf(address)).send(
            new URL(`syslog+${protocol}://siem.example:${receiver.port}`),
            line('x'),
            null,
          ),
          address,
        ).rejects.toThrow('The address is not one that may be reached.');
      expect(receiver.received()).toEqual([]);
    },
  );

  test.each(['tcp', 'udp'])('keeps %s away from the internet', async (protocol) => {
    const sender = createSyslogSender(LOOPBACK, resolverOf('1.1.1.1'));
    for (const host of ['1.1.1.1', 'siem.example'])
      await expect(
        sender.send(new URL(`syslog+${protocol}://${host}`), line('x'), null),
        host,
      ).rejects.toThrow('The address is not one that may be reached.');
  });
});

describe.skipIf(!hasTool('openssl'))('TLS', () => {
  let folder: string;
  let key: string;
  let cert: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scout-syslog-'));
    execFileSync('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', '/CN=siem.example', '-addext', 'subjectAltName=DNS:siem.example'],
      ...['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')],
    ]);
    key = readFileSync(join(folder, 'key.pem'), 'utf8');
    cert = readFileSync(join(folder, 'cert.pem'), 'utf8');
  });
  afterAll(() => rm(folder, { recursive: true }));
  const toLoopback = ((_host: string, _options: object, callback: (...given: unknown[]) => void) =>
    callback(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as Resolve;

  test('a receiver with a certificate of a configured authority gets the message, by its name', async () => {
    await using receiver = await listen(createTlsServer({ key, cert }), () => {});
    const sender = createSyslogSender(LOOPBACK, toLoopback);
    await sender.send(new URL(`syslog+tls://siem.example:${receiver.port}`), line('Zoë'), cert);
    expect(receiver.received()).toEqual([line('Zoë')]);
  });

  test('no other certificate is accepted, and no other name', async () => {
    await using receiver = await listen(createTlsServer({ key, cert }), () => {});
    const sender = createSyslogSender(LOOPBACK, toLoopback);
    const to = (host: string) => new URL(`syslog+tls://${host}:${receiver.port}`);
    await expect(sender.send(to('siem.example'), line('x'), null)).rejects.toMatchObject({
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
    });
    await expect(sender.send(to('other.example'), line('x'), cert)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    await expect(sender.send(to('127.0.0.1'), line('x'), cert)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(receiver.received()).toEqual([]);
  });

  test('a receiver without TLS gets nothing', async () => {
    await using receiver = await listenTcp();
    const sender = createSyslogSender(LOOPBACK, toLoopback, { timeoutMs: 300 });
    await expect(
      sender.send(new URL(`syslog+tls://siem.example:${receiver.port}`), line('x'), cert),
    ).rejects.toThrow();
  });
});

test.skipIf(!hasTool('rsyslogd'))('rsyslog reads every line as one message with its fields', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scout-rsyslog-'));
  const [output, port, conf] = ['out.log', 'port', 'rsyslog.conf'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(
    conf,
    `global(workDirectory="${folder}" maxMessageSize="64k")
module(load="imtcp")
template(name="fields" type="string" string="%syslogfacility%.%syslogseverity% %app-name% %msgid% %msg%\\n")
input(type="imtcp" port="0" address="127.0.0.1" listenPortFileName="${port}")
action(type="omfile" file="${output}" template="fields")
`,
  );
  const daemon = spawn(findTool('rsyslogd')!, ['-n', '-f', conf, '-i', join(folder, 'pid')], {
    stdio: 'ignore',
  });
  try {
    await expect.poll(() => existsSync(port) && readFileSync(port, 'utf8').trim() !== '').toBe(true);
    const url = new URL(`syslog+tcp://127.0.0.1:${readFileSync(port, 'utf8').trim()}`);
    const channels = (['cef', 'scout', 'ecs', 'ocsf'] as const).map(
      (format) => ({ kind: 'syslog', format, url: url.href }) as const,
    );
    const lines = HOSTILE_NAMES.flatMap((account) =>
      channels.map((channel) => caseBody(channel, caseMessage({ account }))),
    );
    await sendFrames(url, Buffer.concat(lines.map(framed)));
    const bodies = lines.map((each) => each.slice(each.indexOf(' - ', each.indexOf('case.graver')) + 3));
    const read = () => (existsSync(output) ? readFileSync(output, 'utf8').split('\n').slice(0, -1) : []);
    await expect.poll(() => read().length, { timeout: 30_000 }).toBe(lines.length);
    expect(read()).toEqual(bodies.map((body) => `14.2 scout case.graver ${body}`));
  } finally {
    const ended = once(daemon, 'exit');
    daemon.kill();
    await ended;
    await rm(folder, { recursive: true });
  }
});
