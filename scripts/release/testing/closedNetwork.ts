import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';

/** Passes connections to a Unix socket on to a port of the namespace's own loopback. */
const RELAY = `
  const { connect, createServer } = require('node:net');
  const [, socket, port] = process.argv;
  createServer((caller) => {
    const target = connect(Number(port), '127.0.0.1');
    for (const [one, other] of [[caller, target], [target, caller]])
      one.on('error', () => other.destroy()).on('close', () => other.destroy()).pipe(other);
  }).listen(socket, () => console.log('listening'));
`;

/** A network namespace with nothing but its own loopback: what runs in it reaches no other machine, and no name is resolved. */
export class ClosedNetwork {
  readonly #name: string;
  readonly #ends: (() => void)[] = [];

  private constructor(name: string) {
    this.#name = name;
  }

  /** @returns the reason, as a sentence, if this user may make none */
  static create(): ClosedNetwork | string {
    const name = `scout-closed-${process.pid}`;
    const made = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
    if (made.status !== 0) return (made.error?.message ?? made.stderr).trim();
    const up = spawnSync('ip', ['-n', name, 'link', 'set', 'lo', 'up']);
    if (up.status === 0) return new ClosedNetwork(name);
    spawnSync('ip', ['netns', 'del', name]);
    return 'the loopback of a network namespace cannot be used';
  }

  /** The command that runs a program in this network as a user. */
  command(user: { readonly uid?: number; readonly gid?: number }): string[] {
    const as = user.uid === undefined ? [] : [`--setuid=${user.uid}`, `--setgid=${user.gid}`];
    return ['nsenter', `--net=/run/netns/${this.#name}`, ...as, '--'];
  }

  /** Error code of a request from this network to an address elsewhere: proof that the network is closed. */
  async errorOfAnyAddress(): Promise<string> {
    const ask = `fetch('http://198.51.100.1/').then(() => console.log('reached'), ({ cause }) => console.log(cause.code))`;
    const probe = this.#start(['-e', ask]);
    return (await text(probe.stdout!)).trim();
  }

  /** An address on this machine's loopback that leads to a port of the closed one. @param folder where its socket is created */
  async open(port: number, folder: string): Promise<string> {
    const socket = `${folder}/relay-${port}`;
    const relay = this.#start(['-e', RELAY, socket, String(port)]);
    await once(relay.stdout!, 'data');
    const server = createServer((caller) => {
      const target = connect(socket);
      for (const [one, other] of [
        [caller, target],
        [target, caller],
      ] as const)
        one
          .on('error', () => other.destroy())
          .on('close', () => other.destroy())
          .pipe(other);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    this.#ends.push(() => {
      server.close();
      relay.kill();
      rmSync(socket, { force: true });
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  #start(args: readonly string[]): ChildProcess {
    const [program, ...rest] = [...this.command({}), process.execPath, ...args];
    return spawn(program!, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
  }

  /** Closes what was opened, and removes the namespace. Its processes have to have ended. */
  remove(): void {
    for (const end of this.#ends) end();
    spawnSync('ip', ['netns', 'del', this.#name]);
  }
}
