import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy on loopback that wants credentials and connects every name to this machine. */
export class HttpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Authorities that were asked for with the right credentials. */
  readonly connected: string[] = [];

  /** `credentials`: `USER:PASSWORD`; null: anybody. */
  constructor(credentials: string | null) {
    const expected = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
    this.#server = createServer((_request, response) => response.writeHead(405).end());
    this.#server.on('connection', (socket) => this.#keep(socket));
    this.#server.on('connect', ({ url = '', headers }, socket: Socket) => {
      socket.on('error', () => {});
      if (expected !== null && headers['proxy-authorization'] !== expected) {
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      this.connected.push(url);
      const onward = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
        onward.pipe(socket).pipe(onward);
      });
      this.#keep(onward);
      onward.on('error', () => socket.destroy());
    });
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket));
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
