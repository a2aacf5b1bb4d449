import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasTool } from '../../../../../../scripts/testTools.mjs';

const run = promisify(execFile);

/** Samba binds ports below 1024 of an address of its own. */
export const canRunController =
  process.getuid?.() === 0 && ['samba', 'ldbsearch', 'openssl'].every((name) => hasTool(name));

export const PASSWORD = 'Passw0rd!of.a.test';
export const ROOT = 'DC=scout,DC=test';

/** A Samba domain controller of scout.test. */
export interface Controller extends AsyncDisposable {
  readonly address: string;
  /** Certificate of its authority, as PEM. */
  readonly ca: string;
  /** Certificate of another authority. */
  readonly otherCa: string;
  /** Adds or changes entries in its database, whatever LDAP would permit. */
  add(ldif: string): Promise<void>;
  modify(ldif: string): Promise<void>;
  /** Values of one attribute of all entries that match, read from its database without LDAP. */
  values(filter: string, attribute: string): Promise<string[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export async function createController(): Promise<Controller> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-samba-'));
  const at = (path: string) => join(folder, path);
  const address = `127.77.${process.pid % 256}.${1 + (Math.floor(process.pid / 256) % 250)}`;
  await mkdir(at('tls'));
  const ca = await makeAuthority(at('tls/ca'));
  const otherCa = await makeAuthority(at('tls/other'));
  await makeCertificate(at('tls/dc'), at('tls/ca'), address);
  const options = {
    interfaces: `${address}/8`,
    'bind interfaces only': 'yes',
    'server services': 'ldap',
    'pid directory': at('run'),
    'ncalrpc dir': at('ncalrpc'),
    'ntp signd socket directory': at('ntp'),
    'winbindd socket directory': at('winbind'),
    'log file': at('log'),
    'tls certfile': at('tls/dc.pem'),
    'tls keyfile': at('tls/dc.key'),
    'tls cafile': at('tls/ca.pem'),
  };
  await run('samba-tool', [
    ...['domain', 'provision', `--targetdir=${folder}`, '--realm=SCOUT.TEST', '--domain=SCOUTTEST'],
    ...[`--adminpass=${PASSWORD}`, '--server-role=dc', '--dns-backend=NONE', '--host-name=dc1'],
    ...[
      `--host-ip=${address}`,
      ...Object.entries(options).map(([name, value]) => `--option=${name}=${value}`),
    ],
  ]);
  for (const name of ['run', 'ncalrpc', 'ntp', 'winbind']) await mkdir(at(name), { recursive: true });
  const configuration = at('etc/smb.conf');
  const text = await readFile(configuration, 'utf8');
  const lines = Object.entries(options).map(([name, value]) => `\t${name} = ${value}`);
  await writeFile(configuration, text.replace('[global]', ['[global]', ...lines].join('\n')));
  const database = [`--configfile=${configuration}`, '-H', at('private/sam.ldb')];
  let samba: ReturnType<typeof spawn> | undefined;

  async function change(command: string, ldif: string): Promise<void> {
    await writeFile(at('change.ldif'), ldif);
    await run(command, [...database, at('change.ldif')]);
  }
  async function stop(): Promise<void> {
    if (samba === undefined) return;
    const ended = once(samba, 'exit');
    samba.kill();
    await ended;
    samba = undefined;
  }
  return {
    address,
    ca,
    otherCa,
    add: (ldif) => change('ldbadd', ldif),
    modify: (ldif) => change('ldbmodify', ldif),
    async values(filter, attribute) {
      const search = [...database, '-b', ROOT, filter, attribute];
      const { stdout } = await run('ldbsearch', search, { maxBuffer: 64 * 1024 * 1024 });
      const unfolded = stdout.replaceAll('\n ', '');
      return [...unfolded.matchAll(new RegExp(`^${attribute}: (.*)$`, 'gm'))].map(([, value]) => value!);
    },
    async start() {
      samba = spawn('samba', ['-s', configuration, '-i', '--debug-stdout', '-M', 'single'], {
        stdio: 'ignore',
      });
      for (let tries = 0; !(await accepts(address)); tries += 1) {
        if (tries > 100) throw new Error('Samba does not listen');
        await pause(100);
      }
    },
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(host: string): Promise<boolean> {
  const socket = connect({ host, port: 636 });
  const result = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return result;
}

async function makeAuthority(path: string): Promise<string> {
  const files = ['-keyout', `${path}.key`, '-out', `${path}.pem`];
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, '-days', '2', '-subj', '/CN=Authority');
  return readFile(`${path}.pem`, 'utf8');
}

async function makeCertificate(path: string, authority: string, address: string): Promise<void> {
  const files = ['-keyout', `${path}.key`, '-out', `${path}.csr`];
  openssl('req', '-newkey', 'rsa:2048', '-nodes', ...files, '-subj', '/CN=dc1.scout.test');
  await writeFile(`${path}.ext`, `subjectAltName=DNS:dc1.scout.test,IP:${address}\n`);
  const signer = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
  const signed = ['-in', `${path}.csr`, '-out', `${path}.pem`, '-days', '2', '-extfile', `${path}.ext`];
  openssl('x509', '-req', ...signer, ...signed);
  await chmod(`${path}.key`, 0o600);
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' });
}
