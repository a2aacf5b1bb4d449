import { createHmac, timingSafeEqual } from 'node:crypto';
import { limits } from '@scout/contract';

/**
 * True for a valid `Stripe-Signature` header (`t=…,v1=…`) of this body, made within the tolerance of now (epoch milliseconds).
 * Stripe signs with several secrets during a rotation; schemes other than v1 are ignored.
 */
export function isSignedByStripe(secret: string, header: string, body: Buffer, now: number): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2) as [string, string | undefined]);
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time)) return false;
  if (Math.abs(now / 1000 - Number(time)) > limits.payment.webhookToleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts.some(([name, value]) => {
    if (name !== 'v1' || value === undefined || !/^[0-9a-f]{64}$/i.test(value)) return false;
    return timingSafeEqual(Buffer.from(value, 'hex'), expected);
  });
}
