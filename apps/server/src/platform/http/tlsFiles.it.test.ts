import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import { createDatabase, spawnServer, type TestDatabase } from '@scout/testkit';
import { freePort } from '@scout/testkit/freePort';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasTool } from '../../../../../scripts/testTools.mjs';
import { certificateFamilies } from '../metrics/certificateMetrics.ts';
import { createLog } from './logging.ts';
import { followTls, readTls } from './tlsFiles.ts';

let folder = '';
/** Writes a certificate with the given name; both files together or one by one. */
function makeCertificate(name: string): void {
  execFileSync(
    'openssl',
    [
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
      ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost'],
      ...['-keyout', join(folder, `${name}.key`), '-out', join(folder, `${name}.crt`)],
    ],
    { stdio: 'pipe' },
  );
}
const files = () => ({ certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') });
function use(name: string): void {
  for (const end of ['crt', 'key']) {
    writeFileSync(join(folder, 'next'), readFileSync(join(folder, `${name}.${end}`)));
    renameSync(join(folder, 'next'), join(folder, `tls.${end}`));
  }
}

/** The certificate name on a new connection. */
async function nameAt(port: number): Promise<string> {
  const socket: TLSSocket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { subject } = socket.getPeerCertificate();
  socket.destroy();
  return String(subject.CN);
}

/** A response over TLS with a checked certificate. */
async function get(port: number, path: string): Promise<{ status: number | undefined; body: string }> {
  const outgoing = request({
    host: '127.0.0.1',
    servername: 'localhost',
    port,
    path,
    ca: readFileSync(files().certificate),
  });
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  return { status: answer.statusCode, body: await text(answer) };
}

describe.skipIf(!hasTool('openssl'))('TLS in the server', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'scout-tls-'));
    makeCertificate('first');
    makeCertificate('second');
    database = await createDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('tells metrics when the certificate ends', async () => {
    makeCertificate('ending');
    const remaining = async (now: number) =>
      (await certificateFamilies(join(folder, 'ending.crt'), now))[0]!.samples[0]!.value / 86_400;
    expect(await remaining(Date.now())).toBeCloseTo(2, 1);
    expect(await remaining(Date.now() + 3 * 86_400_000)).toBeCloseTo(-1, 1);
  });

  it('takes a changed certificate for new connections, and keeps the former while the files do not fit', async () => {
    use('first');
    const present = await readTls(files());
    const server = createServer(present).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const lines: string[] = [];
    const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
    const following = followTls(server, files(), present, log, 20);
    expect(await nameAt(port)).toBe('first');

    writeFileSync(files().certificate, readFileSync(join(folder, 'second.crt')));
    await expect.poll(() => lines.filter((line) => line.includes('former certificate')).length).toBe(1);
    expect(await nameAt(port)).toBe('first');

    use('second');
    await expect.poll(() => nameAt(port)).toBe('second');
    following.stop();
    server.close();
    expect(lines.filter((line) => line.includes('has changed'))).toHaveLength(1);
    expect(lines.join('')).not.toContain('PRIVATE');
  });

  it('serves pages and calls at the public address, and says so to the command line', async () => {
    use('first');
    const port = await freePort();
    await using server = await spawnServer({
      env: {
        PORT: String(port),
        DATABASE_URL: database.ownerUrl,
        PUBLIC_URL: 'https://localhost:8443',
        SCOUT_TLS_CERT_FILE: files().certificate,
        SCOUT_TLS_KEY_FILE: files().key,
      },
    });
    await server.ready;
    const kept = JSON.parse(readFileSync(join(server.dataDir, 'server.json'), 'utf8')) as { address: string };
    expect(kept.address).toBe('https://localhost:8443');
    expect(await get(port, '/readyz')).toMatchObject({ status: 200 });
    expect(await get(port, '/health')).toMatchObject({ body: expect.stringContaining('"ok"') });
    expect((await server.end('SIGTERM')).code).toBe(0);
  });

  it('ends the start with a sentence when the files cannot be used together', async () => {
    use('first');
    writeFileSync(files().key, readFileSync(join(folder, 'second.key')));
    await expect(readTls(files())).rejects.toThrow('cannot be used together');
    await expect(readTls({ ...files(), key: join(folder, 'absent') })).rejects.toThrow(
      'SCOUT_TLS_KEY_FILE names a file that cannot be read (ENOENT)',
    );
  });
});
