import { setImmediate as turn } from 'node:timers/promises';
import { type Contract, proposeContract, type TriedActivity, tryContract } from '@scout/cases';
import {
  type AccountContract,
  type AccountContractProposal,
  type AccountContractTrial,
  limits,
} from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { readSuspectUse } from './caseScope.ts';

const { days, activityRows, trialCases } = limits.accountContracts;
/** Maximum rows in memory. */
const FETCHED = 2_000;

/** Activity of an account for proposing and trying contracts. */
interface ActivityScope {
  readonly tenantId: string;
  /** Key of the account. */
  readonly key: string;
  /** Epoch milliseconds: the end of the examined days. */
  readonly now: number;
  /** Maximum rows, the newest first. */
  readonly rows?: number;
}

interface Row {
  readonly kind: string;
  readonly source: string;
  readonly destination: string;
  readonly hour: Date;
  readonly n: string;
  readonly last_at: Date;
  readonly suspect: boolean;
}

/**
 * Iterates over an account's activity by hour, newest first, and returns the start of the covered time; null: complete. `suspect`
 * is an SQL condition.
 */
async function eachActivity(
  tx: Transaction,
  { tenantId, key, now, rows: most = activityRows }: ActivityScope,
  give: (activity: TriedActivity, isSuspect: boolean) => void,
  suspect: RawBuilder<unknown> = sql`false`,
): Promise<Date | null> {
  const since = new Date(now - days * DAY).toISOString();
  await sql`DECLARE tried NO SCROLL CURSOR FOR
    SELECT kind, source, destination, hour, n, last_at, (${suspect}) AS suspect FROM scout.account_activity
    WHERE tenant_id = ${tenantId} AND account_key = ${key} AND hour >= ${since}
    ORDER BY hour DESC LIMIT ${most + 1}`.execute(tx);
  try {
    let left = most;
    for (;;) {
      const { rows } = await sql<Row>`FETCH ${sql.lit(FETCHED)} FROM tried`.execute(tx);
      for (const { kind, source, destination, hour, n, last_at, suspect: isSuspect } of rows) {
        if (left === 0) return hour;
        left -= 1;
        const activity = {
          kind,
          source: source === '' ? null : source,
          destination: destination === '' ? null : destination,
          hour: hour.getTime(),
          count: Number(n),
          last: last_at.getTime(),
        };
        give(activity, isSuspect);
      }
      if (rows.length < FETCHED) return null;
      await turn();
    }
  } finally {
    await sql`CLOSE tried`.execute(tx);
  }
}

/** A contract that permits the account's usual activity, without what stands in open cases or in misuse: that is named instead. */
export async function proposeFromActivity(
  tx: Transaction,
  scope: ActivityScope,
): Promise<AccountContractProposal> {
  const { cases, condition } = await readSuspectUse(tx, scope.tenantId, scope.key);
  const all: TriedActivity[] = [];
  const trusted: TriedActivity[] = [];
  await eachActivity(
    tx,
    scope,
    (activity, isSuspect) => {
      all.push(activity);
      if (!isSuspect) trusted.push(activity);
    },
    condition,
  );
  const proposed = proposeContract(trusted);
  const whole = all.length === trusted.length ? null : proposeContract(all);
  return {
    contract: proposed && bounded(proposed),
    left_out: whole && { ...difference(bounded(whole), proposed), cases: [...cases] },
  };
}

const bounded = ({ sources, destinations, kinds, hours }: Contract): AccountContract => ({
  sources: [...sources],
  destinations: [...destinations],
  kinds: [...kinds].slice(0, limits.accountContracts.names),
  hours: [...hours],
});

/** The entries of a contract that another one lacks. */
function difference(contract: AccountContract, without: Contract | null): AccountContract {
  const missing = <T>(values: readonly T[], others: readonly T[] = []) =>
    values.filter((value) => !others.includes(value));
  return {
    sources: missing(contract.sources, without?.sources),
    destinations: missing(contract.destinations, without?.destinations),
    kinds: missing(contract.kinds, without?.kinds),
    hours: missing(contract.hours, without?.hours),
  };
}

/** The cases that a contract would have caused for an account's activity, and those of the contract in force. */
export async function tryOnActivity(
  tx: Transaction,
  scope: ActivityScope,
  contract: Contract,
  inForce: Contract | null = null,
): Promise<AccountContractTrial> {
  const trial = tryContract(contract);
  const present = inForce && tryContract(inForce);
  const from = await eachActivity(tx, scope, (activity) => {
    trial.add(activity);
    present?.add(activity);
  });
  const { events, outside, cases } = trial.result();
  return {
    from: (from ?? new Date(scope.now - days * DAY)).toISOString(),
    to: new Date(scope.now).toISOString(),
    complete: from === null,
    events,
    outside,
    cases: cases.length,
    cases_in_force: present === null ? null : present.result().cases.length,
    newest: cases.slice(0, trialCases).map(({ words, events: n, last }) => ({
      time: new Date(last).toISOString(),
      breach: words,
      events: n,
    })),
  };
}
