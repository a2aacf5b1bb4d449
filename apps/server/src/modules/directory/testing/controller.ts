import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasTool } from '../../../../../../scripts/testTools.mjs';
import { makeAuthority, makeCertificate } from './certificates.ts';

const run = promisify(execFile);

/** Samba binds ports below 1024 of an address of its own. */
export const canRunController =
  process.getuid?.() === 0 && ['samba', 'ldbsearch', 'ldapsearch', 'openssl'].every((name) => hasTool(name));

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
  /** Entries that match, read over LDAP by another program than Scout: the values of these attributes by names in lower case. */
  search(filter: string, attributes: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>[]>;
  /** Adds an account that signs in with this password, or gives it this one. */
  setPassword(account: string, password: string): Promise<void>;
  /** The account's keys, as an admin would export them. */
  keytab(account: string): Promise<Buffer>;
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
    'server services': 'ldap, kdc',
    'ldap server require strong auth': 'allow_sasl_over_tls',
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
  // A controller in a network registers itself, which needs DNS.
  await change(
    'ldbmodify',
    `dn: CN=DC1,OU=Domain Controllers,${ROOT}\nchangetype: modify\nadd: servicePrincipalName\nservicePrincipalName: ldap/dc1.scout.test\n`,
  );
  const tool = (...args: string[]) => run('samba-tool', [...args, `--configfile=${configuration}`]);
  const accounts = new Set<string>();
  return {
    address,
    ca,
    otherCa,
    async setPassword(account, password) {
      if (accounts.has(account)) await tool('user', 'setpassword', account, `--newpassword=${password}`);
      else await tool('user', 'create', account, password);
      accounts.add(account);
    },
    async keytab(account) {
      const path = at(`${account}.keytab`);
      await rm(path, { force: true });
      await tool('domain', 'exportkeytab', path, `--principal=${account}`);
      return readFile(path);
    },
    add: (ldif) => change('ldbadd', ldif),
    modify: (ldif) => change('ldbmodify', ldif),
    async values(filter, attribute) {
      const search = [...database, '-b', ROOT, filter, attribute];
      const { stdout } = await run('ldbsearch', search, { maxBuffer: 64 * 1024 * 1024 });
      const unfolded = stdout.replaceAll('\n ', '');
      return [...unfolded.matchAll(new RegExp(`^${attribute}: (.*)$`, 'gm'))].map(([, value]) => value!);
    },
    async search(filter, attributes) {
      const who = ['-x', '-D', 'Administrator@scout.test', '-w', PASSWORD, '-E', 'pr=1000/noprompt'];
      const { stdout } = await run(
        'ldapsearch',
        ['-LLL', '-o', 'ldif-wrap=no', '-H', `ldaps://${address}`, ...who, '-b', ROOT, filter, ...attributes],
        { env: { ...process.env, LDAPTLS_CACERT: at('tls/ca.pem') }, maxBuffer: 256 * 1024 * 1024 },
      );
      return entriesIn(stdout);
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

/** Entries of LDIF without wrapped lines. */
function entriesIn(ldif: string): ReadonlyMap<string, readonly string[]>[] {
  const entries = ldif.split(/\n\n+/).map((text) => {
    const values = new Map<string, string[]>();
    for (const [, name = '', colons, value = ''] of text.matchAll(/^([^:#\s][^:]*)(::?) ?(.*)$/gm)) {
      const read = colons === '::' ? Buffer.from(value, 'base64').toString('utf8') : value;
      values.set(name.toLowerCase(), [...(values.get(name.toLowerCase()) ?? []), read]);
    }
    return values;
  });
  return entries.filter((values) => values.has('dn'));
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
