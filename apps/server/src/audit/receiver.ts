import { randomUUID } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { Webhook } from 'standardwebhooks';

/** An entry of the audit log as other systems receive it. `hash` links it to the entry before (docs/security.md). */
export interface ForwardedEntry {
  readonly tenant_id: string;
  readonly company_name: string;
  readonly id: string;
  readonly sequence: string;
  readonly hash: string;
  readonly occurred_at: string;
  readonly actor: string;
  readonly action: string;
  readonly target_email: string | null;
  readonly details: Record<string, unknown>;
  readonly address: string | null;
  readonly device: string | null;
}

/** Takes entries; rejects when it is not certain that all arrived. */
export interface AuditReceiver {
  send(entries: readonly ForwardedEntry[]): Promise<void>;
}

/** Milliseconds that a receiver has for a batch. */
const timeoutMs = 10_000;

/**
 * The receiver of AUDIT_FORWARD: `https://…` takes a signed webhook, `syslog+tls://host:port` and `syslog://host:port` take RFC 5424
 * lines over a connection of their own.
 */
export function createReceiver(url: URL, secret: string | undefined): AuditReceiver {
  if (url.protocol.startsWith('syslog')) return createSyslogReceiver(url);
  if (secret === undefined) throw new TypeError('A webhook needs a secret');
  return createWebhookReceiver(url, secret);
}

function createWebhookReceiver(url: URL, secret: string): AuditReceiver {
  const webhook = new Webhook(secret, { format: 'raw' });
  return {
    async send(entries) {
      const id = `audit_${randomUUID()}`;
      const at = new Date();
      const body = JSON.stringify({ type: 'audit.entries', timestamp: at.toISOString(), data: { entries } });
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': webhook.sign(id, at, body),
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The receiver of the audit log answered ${answer.status}.`);
    },
  };
}

function createSyslogReceiver(url: URL): AuditReceiver {
  const port = Number(url.port || (url.protocol === 'syslog+tls:' ? 6514 : 601));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    async send(entries) {
      const socket =
        url.protocol === 'syslog+tls:'
          ? connectTls({ host, port, servername: host })
          : createConnection({ host, port });
      await deliver(
        socket,
        Buffer.concat(entries.map(frameOf)),
        url.protocol === 'syslog+tls:' ? 'secureConnect' : 'connect',
      );
    },
  };
}

/** Writes everything and waits until the other side has closed, which it does once it has read to the end. */
function deliver(socket: Socket, bytes: Buffer, connected: 'connect' | 'secureConnect'): Promise<void> {
  return new Promise((resolve, reject) => {
    let written = false;
    socket.setTimeout(timeoutMs, () =>
      socket.destroy(new Error('The receiver of the audit log does not answer.')),
    );
    socket.once(connected, () => {
      socket.end(bytes, () => {
        written = true;
      });
    });
    socket.resume();
    socket.once('error', reject);
    socket.once('close', () =>
      written ? resolve() : reject(new Error('The receiver of the audit log hung up.')),
    );
  });
}

/** Facility 13 (log audit), severity 6 (informational). */
const priority = 13 * 8 + 6;

/** RFC 5424 with the entry as JSON, framed by its length (RFC 6587, RFC 5425). */
export function frameOf(entry: ForwardedEntry): Buffer {
  const message = `<${priority}>1 ${entry.occurred_at} ${hostname()} scout ${process.pid} audit - ${JSON.stringify(entry)}`;
  const bytes = Buffer.from(message, 'utf8');
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}
