import type { InferSchemaOutput } from '@orpc/contract';
import { type contract, demoRequestMessages, limits } from '@scout/contract';
import { type Transaction, withRole } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SalesServices } from './services.ts';
import { insertDemoRequest, isDemoRequestStored } from './sql/demoRequests.ts';

type Submitted = InferSchemaOutput<NonNullable<(typeof contract)['demoRequests']['~orpc']['inputSchema']>>;

/**
 * Stores a request for early access or a message to sales, once, and queues its mails in the same transaction: the queue retries
 * a failed mail without delaying the caller.
 * @throws Refusal rate_limited, or 23505 when this address has already requested early access
 */
export async function submitRequest(
  { pool, mail, rates, clock, config }: SalesServices,
  { website, elapsed_ms, request_key: key, ...request }: Submitted,
  address: string,
): Promise<void> {
  await rates.consume('demoRequestPerAddress', address);
  await rates.consume('demoRequestPerEmail', request.email);
  const request_key = key ?? null;
  const suspected = isSuspectedSpam({ website, elapsed_ms });
  const created_at = new Date(clock.now());
  await withRole(pool, { role: 'scout_visitor' }, async (tx) => {
    const stored = await insertDemoRequest(tx, { ...request, request_key, suspected, created_at });
    if (!stored) return requireRepetition(tx, request_key);
    if (suspected) return;
    for (const to of config.salesEmails) {
      const props = { ...request, when: created_at.toISOString() };
      await mail.send(tx, { template: 'sales-notification', to, props });
    }
    if (request.kind === 'early_access') {
      await mail.send(tx, { template: 'early-access-confirmation', to: request.email, props: {} });
    }
  });
}

/** A repeated request, such as after a double click, is not an error. @throws Refusal 23505 */
async function requireRepetition(tx: Transaction, requestKey: string | null): Promise<void> {
  if (requestKey !== null && (await isDemoRequestStored(tx, requestKey))) return;
  throw new Refusal('23505', { message: demoRequestMessages.duplicate });
}

/** True if a program probably filled in the form: the hidden field is not empty, or the form was sent too fast. */
export function isSuspectedSpam(form: {
  readonly website?: string | undefined;
  readonly elapsed_ms?: number | undefined;
}): boolean {
  const { website = '', elapsed_ms = limits.demoRequest.minimumFillMs } = form;
  return website.trim() !== '' || elapsed_ms < limits.demoRequest.minimumFillMs;
}
