import DNS from 'dns2';

/** A local DNS server with TXT records set by a test. */
export interface DnsServer extends AsyncDisposable {
  /** For SCOUT_DNS_SERVERS. */
  readonly address: string;
  /** The TXT values by name, in lower case; missing names do not exist. */
  readonly txt: Map<string, readonly string[]>;
  /** Queried names in order. */
  readonly queries: readonly string[];
  /** Stops responding to queries. */
  fallSilent(): void;
  stop(): Promise<void>;
}

/** Listens on a free local UDP port. */
export async function createDnsServer(): Promise<DnsServer> {
  const txt = new Map<string, readonly string[]>();
  const queries: string[] = [];
  let silent = false;
  const server = DNS.createServer({
    udp: true,
    handle(request, send) {
      if (silent) return;
      const response = DNS.Packet.createResponseFromRequest(request);
      for (const question of request.questions) {
        queries.push(question.name);
        const values = txt.get(question.name.toLowerCase());
        if (values === undefined) response.header.rcode = 3;
        for (const data of values ?? []) {
          const record = { type: DNS.Packet.TYPE.TXT, class: DNS.Packet.CLASS.IN, ttl: 1, data };
          response.answers.push(DNS.Packet.createResourceFromQuestion(question, record));
        }
      }
      send(response);
    },
  });
  const { udp } = await server.listen({ udp: { port: 0, address: '127.0.0.1' } });
  const stop = () => server.close();
  return {
    address: `127.0.0.1:${udp!.port}`,
    txt,
    queries,
    fallSilent: () => {
      silent = true;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
