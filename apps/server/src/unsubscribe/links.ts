import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { audit } from '../database/audit.ts';
import { withRole } from '../database/pool.ts';
import type { Recipient } from './recipients.ts';

/** Path of the page, and of the request that a mail program sends (RFC 8058). */
export const unsubscribePath = '/alerts/unsubscribe';

/** A link by which a recipient's mails of one organization end. It names both and is signed by the recipient's own key. */
export function unsubscribeLink(
  origin: string,
  tenantId: string,
  { recipientId, linkKey }: Pick<Recipient, 'recipientId' | 'linkKey'>,
): string {
  const signature = signatureOf(linkKey, tenantId, recipientId).toString('base64url');
  return `${origin}${unsubscribePath}?link=${tenantId}.${recipientId}.${signature}`;
}

const signatureOf = (linkKey: Buffer, tenantId: string, recipientId: string): Buffer =>
  createHmac('sha256', linkKey).update(`unsubscribe ${tenantId} ${recipientId}`).digest();

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(`^(${uuid})\\.(${uuid})\\.([A-Za-z0-9_-]{43})$`);

/** Whom a link is for; undefined for one that was not made here. */
export interface Unsubscriber {
  readonly tenantId: string;
  readonly email: string;
  readonly companyName: string;
  readonly receives: boolean;
}

export function readUnsubscribeLink(pool: pg.Pool, link: string): Promise<Unsubscriber | undefined> {
  return withLink(pool, link, async (_client, found) => found);
}

/** Switches the mails off, whatever is switched on for others. Doing it again changes nothing. */
export function unsubscribe(pool: pg.Pool, link: string, now: number): Promise<Unsubscriber | undefined> {
  return withLink(pool, link, async (client, found, tx) => {
    const { tenantId, email } = found;
    const { rowCount } = await client.query(
      `UPDATE scout.alert_preferences SET receives = false, updated_at = to_timestamp($3::float8 / 1000)
       WHERE tenant_id = $1 AND email = $2 AND receives`,
      [tenantId, email, now],
    );
    if (rowCount === 1)
      await audit(tx, { tenantId, actor: email, action: 'alert_recipient_unsubscribed', targetEmail: email });
    return { ...found, receives: false };
  });
}

async function withLink(
  pool: pg.Pool,
  link: string,
  work: (
    client: pg.ClientBase,
    found: Unsubscriber,
    tx: Parameters<Parameters<typeof withRole>[2]>[0],
  ) => Promise<Unsubscriber>,
): Promise<Unsubscriber | undefined> {
  const [, tenantId, recipientId, signature] = shape.exec(link) ?? [];
  if (tenantId === undefined || recipientId === undefined || signature === undefined) return undefined;
  return withRole(pool, { role: 'scout_alerts', tenantId }, async (tx, client) => {
    const { rows } = await client.query<{
      email: string;
      link_key: Buffer;
      receives: boolean;
      company_name: string;
    }>(
      `SELECT p.email, p.link_key, p.receives, t.company_name
       FROM scout.alert_preferences p JOIN scout.tenants t ON t.tenant_id = p.tenant_id
       WHERE p.tenant_id = $1 AND p.recipient_id = $2`,
      [tenantId, recipientId],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const expected = signatureOf(row.link_key, tenantId, recipientId);
    if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return undefined;
    return work(
      client,
      { tenantId, email: row.email, companyName: row.company_name, receives: row.receives },
      tx,
    );
  });
}
