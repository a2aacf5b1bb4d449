import { limits } from '@scout/contract/limits';
import {
  type DemoRequestFields,
  type DemoRequestKind,
  demoRequestValues,
} from '@scout/contract/validation/demoRequest';
import { callPublicly } from '../../../api/publicCall.ts';

/** What tells a person from a program that fills in forms. */
export interface FormSigns {
  /** Of the field that nobody sees. */
  website: string;
  /** When the form appeared, by performance.now(). */
  since: number;
}

export type SendRequest = (
  kind: DemoRequestKind,
  fields: DemoRequestFields,
  signs: FormSigns,
) => Promise<void>;

/**
 * Sends what a form holds. The same content has the same key, so that what was sent twice, or again because the answer did not
 * come, is stored once. Who is faster than a person can be waits until the server believes it. Rejects with CallFailure.
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
