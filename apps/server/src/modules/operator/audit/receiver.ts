import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { Clock } from '../../../platform/clock.ts';
import { postToOperator } from '../../../platform/outgoing/post.ts';
import { framed, sendFrames, syslogLine } from '../../../platform/outgoing/syslog.ts';

/** An audit log entry as sent to other systems. `hash` links it to the previous entry (docs/security.md). */
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

/** Accepts entries; rejects unless delivery of all is confirmed. */
export interface AuditReceiver {
  send(entries: readonly ForwardedEntry[]): Promise<void>;
}

/**
 * The receiver of AUDIT_FORWARD: `https://…` receives a signed webhook, `syslog+tls://host:port` and `syslog://host:port` receive
 * RFC 5424 lines over a dedicated connection.
 */
export function createReceiver(url: URL, secret: string | undefined, clock: Clock): AuditReceiver {
  if (url.protocol.startsWith('syslog')) return createSyslogReceiver(url);
  if (secret === undefined) throw new TypeError('A webhook needs a secret');
  return createWebhookReceiver(url, secret, clock);
}

function createWebhookReceiver(url: URL, secret: string, clock: Clock): AuditReceiver {
  const webhook = new Webhook(secret, { format: 'raw' });
  return {
    async send(entries) {
      const id = `audit_${randomUUID()}`;
      const at = new Date(clock.now());
      const body = JSON.stringify({ type: 'audit.entries', timestamp: at.toISOString(), data: { entries } });
      const { status } = await postToOperator(url, { id, at, body }, [webhook]);
      if (status < 200 || status > 299) throw new Error(`The receiver of the audit log answered ${status}.`);
    },
  };
}

function createSyslogReceiver(url: URL): AuditReceiver {
  return { send: (entries) => sendFrames(url, Buffer.concat(entries.map(frameOf))) };
}

/** Facility "log audit", severity "informational". */
const priority = { facility: 13, severity: 6 };

/** RFC 5424 with the entry as JSON, framed by its length. */
export const frameOf = (entry: ForwardedEntry): Buffer =>
  framed(
    syslogLine({
      ...priority,
      at: new Date(entry.occurred_at),
      type: 'audit',
      body: JSON.stringify(entry),
      processId: process.pid,
    }),
  );
