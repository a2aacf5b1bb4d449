import { FINDINGS } from '@scout/detection/catalogue/findings';
import { DAY } from '@scout/detection/time';
import { POSTURE } from '../weights.ts';
import type { Finding } from './alert.ts';
import { sentenceOfStatement } from './statement.ts';

/** What an account became between two syncs of a directory, by its posture. */
const LEADS: Readonly<Record<string, (account: string) => string>> = {
  privileged: (account) => `${account} became a member of a privileged group`,
  unconstrained: (account) => `${account} was trusted for unconstrained delegation`,
  roastable: (account) => `Tickets for services of ${account} may use RC4`,
  'without-preauthentication': (account) => `${account} no longer needs pre-authentication`,
};
/** A directory shows what changed, and neither who changed it nor why. */
const WHY =
  'A directory shows it since its last sync. If nobody planned it, undo it and find out who changed it.';

/** A posture that an account has and did not have before. */
export interface PostureChange {
  /** Key of the account. */
  readonly account: string;
  readonly posture: string;
  /** Time of the sync's comparison, epoch milliseconds. */
  readonly time: number;
}

/** A case of its own for each posture that an account gained. @param hour of the judgment, since 1970 */
export function postureFinding({ account, posture, time }: PostureChange, hour: number): Finding {
  const lead = LEADS[posture]?.(account) ?? `${account} has a new weakness`;
  const statement = { lead, unit: 'change', count: 1, first: time, last: time, why: WHY };
  return {
    caseKey: JSON.stringify([account, 'posture-worse', posture, Math.floor(time / DAY)]),
    hour,
    isReported: true,
    alert: {
      time: new Date(time).toISOString(),
      account,
      recordIds: [],
      score: POSTURE.score,
      kind: 'posture-worse',
      severity: FINDINGS['posture-worse'].severity,
      because: 'The account became easier to misuse.',
      statement,
      sentence: sentenceOfStatement(statement),
      reasons: [{ facet: 'posture', class: posture, surprise: POSTURE.score }],
    },
    accounts: [],
    persons: [],
    sources: [],
    destinations: [],
    evidence: [],
  };
}
