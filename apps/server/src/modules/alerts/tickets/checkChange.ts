import { ticketSystemTitles } from '@scout/contract';
import type pg from 'pg';
import type { Seal } from '../../../platform/crypto/seal.ts';
import { withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Fetcher } from '../../../platform/outgoing/fetch.ts';
import { readSystemsWithChanges } from '../sql/tickets.ts';
import { TicketSystemError } from './ask.ts';
import { type Change, type ChangedCase, judgeChange } from './changes.ts';
import { type Credentials, ticketSystem } from './system.ts';

/** Time of one check with all its requests: a database connection waits meanwhile. */
const CHECK_MS = 8_000;
/** Checks at once in a process, one of each organization: fewer than the connections for calls, so that slow systems never take all. */
const CHECKS = 3;
const underWay = new Set<string>();

interface CheckContext {
  readonly pool: pg.Pool;
  readonly channelSeal: Seal;
  readonly ticketFetcher: Fetcher;
}

/** Result of looking up a change number. `unchecked`: no system with changes is connected. */
export type LookedUp = { readonly unchecked: true } | { readonly change: Change };

/**
 * Looks a change number up in the connected systems: a key of Jira in Jira, if that is connected, and anything else in ServiceNow. A
 * channel that is off is connected too, so that switching it off permits nothing.
 * @throws Refusal change_refused if no connected system has the change, or one does not answer
 */
export async function lookUpChange(
  context: CheckContext,
  tenantId: string,
  number: string,
): Promise<LookedUp> {
  if (underWay.has(tenantId) || underWay.size >= CHECKS)
    throw new Refusal('change_refused', {
      message: 'Another change is being checked. Try again in a moment.',
    });
  underWay.add(tenantId);
  try {
    return await lookUp(context, tenantId, number);
  } finally {
    underWay.delete(tenantId);
  }
}

async function lookUp(
  { pool, channelSeal, ticketFetcher }: CheckContext,
  tenantId: string,
  number: string,
): Promise<LookedUp> {
  const connected = await withRole(pool, { role: 'scout_alerts', tenantId }, (_tx, client) =>
    readSystemsWithChanges(client, tenantId),
  );
  if (connected.length === 0) return { unchecked: true };
  const isKey = /^[A-Za-z][A-Za-z0-9_]*-[0-9]+$/.test(number);
  const fitting = connected.filter(({ kind }) => (kind === 'jira') === isKey);
  const consulted = fitting.length > 0 ? fitting : connected;
  const signal = AbortSignal.timeout(CHECK_MS);
  for (const { sealed, ...connection } of consulted) {
    const credentials = JSON.parse(await channelSeal.open(sealed)) as Credentials;
    const system = ticketSystem({ ...connection, credentials }, { fetcher: ticketFetcher, signal });
    try {
      const change = await system.change?.(number);
      if (change !== undefined) return { change };
    } catch (error) {
      const reason = error instanceof TicketSystemError ? error.message : 'It could not be reached.';
      throw new Refusal('change_refused', {
        message: `The change could not be checked in ${ticketSystemTitles[connection.kind]}. ${reason} Try again, or close the case without a change number.`,
        cause: error,
      });
    }
  }
  const names = [...new Set(consulted.map(({ kind }) => ticketSystemTitles[kind]))].join(' and ');
  throw new Refusal('change_refused', { message: `${names} has no change ${number}.` });
}

/**
 * Compares a looked up change with the case as it is now.
 * @returns a sentence for the case's history
 * @throws Refusal change_refused
 */
export function requireFit(number: string, found: LookedUp, about: ChangedCase): string {
  if ('unchecked' in found)
    return `Change ${number}. It was not checked: no system with changes is connected.`;
  const judged = judgeChange(found.change, about);
  if ('fault' in judged) throw new Refusal('change_refused', { message: judged.fault });
  return `Change ${judged.fit}`;
}
