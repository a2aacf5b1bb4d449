import { createHmac, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { LinkedMails } from './mails.ts';

/** A recipient of an organization's mails, whose own key signs the links. */
export interface Reader {
  readonly id: string;
  readonly linkKey: Buffer;
}

/** A link that unsubscribes a reader from one organization's mails. It names both and is signed by the reader's own key. */
export function unsubscribeLink(
  mails: LinkedMails,
  origin: string,
  tenantId: string,
  { id, linkKey }: Reader,
): string {
  const signature = signatureOf(mails, linkKey, tenantId, id).toString('base64url');
  return `${origin}${mails.path}?link=${tenantId}.${id}.${signature}`;
}

const signatureOf = ({ purpose }: LinkedMails, linkKey: Buffer, tenantId: string, id: string): Buffer =>
  createHmac('sha256', linkKey).update(`${purpose} ${tenantId} ${id}`).digest();

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const shape = new RegExp(`^(${uuid})\\.(${uuid})\\.([A-Za-z0-9_-]{43})$`);

/** Recipient of a link; undefined for an invalid one. */
export interface Unsubscriber {
  readonly tenantId: string;
  readonly email: string;
  readonly companyName: string;
  readonly receives: boolean;
}

export function readUnsubscribeLink(
  mails: LinkedMails,
  pool: pg.Pool,
  link: string,
): Promise<Unsubscriber | undefined> {
  return withLink(mails, pool, link, async (_client, found) => found);
}

/** Switches the reader's mails off, without effect on others. Idempotent. */
export function unsubscribe(
  mails: LinkedMails,
  pool: pg.Pool,
  link: string,
  now: number,
): Promise<Unsubscriber | undefined> {
  return withLink(mails, pool, link, async (client, found, tx) => {
    const { tenantId, email } = found;
    const { rowCount } = await client.query(mails.switchOff, [tenantId, email, now]);
    if (rowCount === 1) await audit(tx, { tenantId, actor: email, action: mails.action, targetEmail: email });
    return { ...found, receives: false };
  });
}

async function withLink(
  mails: LinkedMails,
  pool: pg.Pool,
  link: string,
  work: (
    client: pg.ClientBase,
    found: Unsubscriber,
    tx: Parameters<Parameters<typeof withRole>[2]>[0],
  ) => Promise<Unsubscriber>,
): Promise<Unsubscriber | undefined> {
  const [, tenantId, id, signature] = shape.exec(link) ?? [];
  if (tenantId === undefined || id === undefined || signature === undefined) return undefined;
  return withRole(pool, { role: 'scout_alerts', tenantId }, async (tx, client) => {
    const { rows } = await client.query<{
      email: string;
      link_key: Buffer;
      receives: boolean;
      company_name: string;
    }>(mails.read, [tenantId, id]);
    const [row] = rows;
    if (row === undefined) return undefined;
    const expected = signatureOf(mails, row.link_key, tenantId, id);
    if (!timingSafeEqual(expected, Buffer.from(signature, 'base64url'))) return undefined;
    return work(
      client,
      { tenantId, email: row.email, companyName: row.company_name, receives: row.receives },
      tx,
    );
  });
}
