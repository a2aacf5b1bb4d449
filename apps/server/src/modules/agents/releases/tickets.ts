import { createHmac, randomBytes } from 'node:crypto';
import type { PurposeKeys } from '../../../platform/crypto/keys.ts';

/** The key id and 256 random bits. */
const FORM = /^[A-Za-z0-9_-]{8}[A-Za-z0-9_-]{43}$/;
const SECRET_LENGTH = 43;

/** A new link's secret: 256 random bits, prefixed with the id of the key that derives its token. */
export const newTicket = async (keys: PurposeKeys): Promise<string> =>
  (await keys.current()).id + randomBytes(32).toString('base64url');

export const isTicket = (text: string): boolean => FORM.test(text);

/**
 * The enrollment token of a link, derived from the link and a server key, so that an interrupted download resumes with the same
 * bytes although neither is stored.
 * @throws Error when the key is no longer stored
 */
export async function tokenOfTicket(keys: PurposeKeys, ticket: string): Promise<string> {
  const key = await keys.find(ticket.slice(0, -SECRET_LENGTH));
  if (!key) throw new Error('The key of this link is not kept');
  return `scout_enrol_${createHmac('sha256', key.bytes).update(ticket).digest('base64url')}`;
}
