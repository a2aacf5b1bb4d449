import { limits } from '@scout/contract/limits';
import {
  type DemoRequestFields,
  type DemoRequestKind,
  demoRequestValues,
} from '@scout/contract/validation/demoRequest';
import { callPublicly } from '../../../api/publicCall.ts';

/** Signals that distinguish a person from a bot. */
export interface FormSigns {
  /** The value of the honeypot field. */
  website: string;
  /** Time the form appeared, by performance.now(). */
  since: number;
}

export type SendRequest = (
  kind: DemoRequestKind,
  fields: DemoRequestFields,
  signs: FormSigns,
) => Promise<void>;

/**
 * Sends a form's content. Equal content has an equal idempotency key, so that a repeated or retried request is stored once. Requests
 * sent faster than a person could fill in the form are delayed. Rejects with CallFailure.
 */
export function createSender(): SendRequest {
  let last = { content: '', key: '' };
  return async (kind, fields, { website, since }) => {
    const values = demoRequestValues(fields);
    const content = JSON.stringify([kind, values]);
    if (last.content !== content) last = { content, key: newKey() };
    const wait = limits.demoRequest.minimumFillMs - (performance.now() - since);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const elapsed_ms = Math.ceil(performance.now() - since);
    await callPublicly('demoRequests', { ...values, kind, request_key: last.key, website, elapsed_ms });
  };
}

/** A UUID of version 4. crypto.randomUUID exists on HTTPS only. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
