import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** A network of three hosts in namespaces of this machine: this one, a router that can drop packets, and one before a database. */
export interface DroppingNetwork extends AsyncDisposable {
  /** Where the database answers over TCP. */
  readonly host: string;
  readonly port: number;
  /** From now on the router drops every packet of the open connections, in both directions. @returns the number of them */
  forget(): number;
}

/** Of the range for measurements between networks (RFC 2544), which no machine routes. */
const NET = '198.18.213';
const [HERE, ROUTER_HERE, ROUTER_THERE, THERE] = [1, 2, 5, 6].map((last) => `${NET}.${last}`);
const PORT = 5432;

/** Passes TCP connections on to a Unix socket. */
const RELAY = `
  const { connect, createServer } = require('node:net');
  createServer((caller) => {
    const target = connect(process.argv[1]);
    for (const [one, other] of [[caller, target], [target, caller]])
      one.on('error', () => other.destroy()).on('close', () => other.destroy()).pipe(other);
  }).listen(${PORT}, '${THERE}', () => console.log('listening'));
`;

/** @param socket path of the database's Unix socket. @returns undefined where this user may make no network, or it lacks a program */
export async function createDroppingNetwork(socket: string): Promise<DroppingNetwork | undefined> {
  const [router, there] = [`scout-r-${process.pid}`, `scout-d-${process.pid}`];
  const ip = (...args: string[]): string => {
    const { status, stderr, stdout, error } = spawnSync('ip', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${error?.message ?? stderr}`);
    return stdout;
  };
  const remove = () => {
    for (const name of [router, there]) spawnSync('ip', ['netns', 'del', name]);
    spawnSync('ip', ['link', 'del', 'scout-h']);
  };
  try {
    for (const name of [router, there]) ip('netns', 'add', name);
    ip('link', 'add', 'scout-h', 'type', 'veth', 'peer', 'name', 'scout-a', 'netns', router);
    ip('-n', router, 'link', 'add', 'scout-b', 'type', 'veth', 'peer', 'name', 'scout-d', 'netns', there);
    ip('addr', 'add', `${HERE}/30`, 'dev', 'scout-h');
    ip('-n', router, 'addr', 'add', `${ROUTER_HERE}/30`, 'dev', 'scout-a');
    ip('-n', router, 'addr', 'add', `${ROUTER_THERE}/30`, 'dev', 'scout-b');
    ip('-n', there, 'addr', 'add', `${THERE}/30`, 'dev', 'scout-d');
    ip('link', 'set', 'scout-h', 'up');
    for (const device of ['scout-a', 'scout-b']) ip('-n', router, 'link', 'set', device, 'up');
    ip('-n', there, 'link', 'set', 'scout-d', 'up');
    ip('route', 'add', `${NET}.4/30`, 'via', ROUTER_HERE!);
    ip('-n', there, 'route', 'add', 'default', 'via', ROUTER_THERE!);
    ip('netns', 'exec', router, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/ip_forward');
    // Rules by port are what forgetting needs.
    ip('-n', router, 'rule', 'add', 'ipproto', 'tcp', 'sport', '1', 'blackhole');
  } catch (error) {
    remove();
    console.log(String(error));
    return undefined;
  }
  const relay = spawn('ip', ['netns', 'exec', there, process.execPath, '-e', RELAY, socket], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(relay.stdout, 'data');
  return {
    host: THERE!,
    port: PORT,
    forget() {
      const { stdout } = spawnSync('ss', ['-Htn', 'state', 'established', 'dst', `${THERE}:${PORT}`], {
        encoding: 'utf8',
      });
      const ports = [...stdout.matchAll(new RegExp(`${HERE?.replaceAll('.', '\\.')}:(\\d+)`, 'g'))].map(
        ([, port]) => port!,
      );
      for (const port of ports)
        for (const side of ['sport', 'dport'])
          ip('-n', router, 'rule', 'add', 'ipproto', 'tcp', side, port, 'blackhole');
      return ports.length;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(relay, 'close');
      relay.kill('SIGKILL');
      await ended;
      remove();
    },
  };
}
