import { FINDINGS } from '@scout/detection/catalogue/findings';
import type { Person } from '../attribute/attribution.ts';
import { addMark, type Bucket, compareMarks, type Mark } from '../fold/bucket.ts';
import { isChange, isLogon, isRefused, type Kind } from '../kinds.ts';
import { resolved } from '../learn/activity.ts';
import type { DecoySpan, Tenant } from '../learn/tenant.ts';
import { hostWord } from '../names.ts';
import type { DayCell } from '../state.ts';
import { DECOY } from '../weights.ts';
import type { Finding } from './alert.ts';
import { evidenceOf } from './evidence.ts';
import { addToCase, openCaseOf, tieOf } from './openCases.ts';
import { sentenceOfStatement } from './statement.ts';

const RECORDS = 16;
const NAMES = 16;
/** No event tells an attack from maintenance or a test, so that neither sentence does. */
const WHY_CHANGED =
  'Nothing uses this account. If nobody planned the change, someone may be preparing it for misuse.';
const WHY_TOUCHED =
  'Nothing uses this account. If this was no test, someone is looking for accounts to misuse.';

/** Events of one kind and origin that touched a decoy within an hour. */
type Touch = {
  kind: Kind;
  source: string | null;
  destination: string | null;
  actor: string | null;
  count: number;
  first: number;
  last: number;
  marks: readonly Mark[];
};

/**
 * A finding for each decoy that anything touched in the hour: nothing has a reason to. All of them are one case until a week passes
 * without any, and a new machine or person in it is told.
 *
 * @param observed activity of service accounts, with credentials on other accounts' command lines
 */
export function decoyTouches(tenant: Tenant, bucket: Bucket, observed: readonly DayCell[]): Finding[] {
  if (tenant.decoys.size === 0) return [];
  const found: Finding[] = [];
  for (const [account, touches] of [...touchesOf(tenant, bucket, observed)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  ))
    found.push(findingOf(tenant, account, touches, bucket.hour));
  return found;
}

function touchesOf(
  tenant: Tenant,
  { cells, tickets }: Bucket,
  observed: readonly DayCell[],
): Map<string, Touch[]> {
  const touches = new Map<string, Touch[]>();
  const add = (account: string, touch: Touch) => {
    const part = partWithin(touch, tenant.decoys.get(account) ?? []);
    if (part !== null) touches.set(account, [...(touches.get(account) ?? []), part]);
  };
  for (const cell of cells.values()) {
    const isOfMachine =
      cell.kind === 'service-ticket' || cell.kind === 'ticket' || isLogon(cell.kind) || isRefused(cell.kind);
    add(cell.account, {
      ...cell,
      source: isOfMachine ? resolved(tenant, cell) : (cell.source ?? cell.destination),
    });
  }
  // Credentials of the decoy on a command line of another account.
  for (const cell of observed) if (cell.kind === 'command' && cell.actor !== null) add(cell.account, cell);
  for (const ticket of tickets.values())
    if (ticket.service !== null) {
      const { requester, source, address, first } = ticket;
      const client = resolved(tenant, { source, address, first, kind: 'service-ticket' });
      add(ticket.service, {
        ...ticket,
        kind: 'service-ticket',
        source: client,
        destination: null,
        actor: requester,
      });
    }
  return touches;
}

/** The part of a touch known to lie within a decoy's times: of one that lies partly outside, its marked events and its last one. */
function partWithin(touch: Touch, spans: readonly DecoySpan[]): Touch | null {
  if (spans.some(({ since, until }) => touch.first >= since && touch.last < until)) return touch;
  const isWithin = (time: number) => spans.some(({ since, until }) => time >= since && time < until);
  const marks = touch.marks.filter(({ time }) => isWithin(time));
  const times = marks.map(({ time }) => time);
  if (isWithin(touch.last) && !times.includes(touch.last)) times.push(touch.last);
  if (times.length === 0) return null;
  return { ...touch, marks, count: times.length, first: Math.min(...times), last: Math.max(...times) };
}

function findingOf(tenant: Tenant, account: string, touches: readonly Touch[], hour: number): Finding {
  const { state } = tenant;
  const order = [...touches].sort((a, b) => a.first - b.first || (a.kind < b.kind ? -1 : 1));
  const [first] = order as [Touch, ...Touch[]];
  const sources = namesOf(order.map(({ source }) => source));
  const actors = namesOf(order.map(({ actor }) => actor)).filter((name) => name !== account);
  const persons: Person[] = actors.filter(tenant.isPerson).map((name) => ({ name, level: 'acted' }));
  const own = tieOf(account, 'way', 'decoy');
  const ties = [
    own,
    ...sources.map((name) => tieOf(account, 'machine', `decoy ${name}`)),
    ...actors.map((name) => tieOf(account, 'person', `decoy ${name}`)),
  ];
  const known = openCaseOf(state, [own]);
  const isReported = known === undefined || ties.some((tie) => !state.ties.has(tie));
  const caseKey = known ?? JSON.stringify([account, 'decoy-touched', null, state.day]);
  addToCase(state, caseKey, ties, DECOY);
  const marks: Mark[] = [];
  for (const touch of order) for (const mark of touch.marks) addMark(marks, mark);
  const last = Math.max(...order.map((touch) => touch.last));
  const statement = {
    lead: leadOf(account, first),
    unit: 'event',
    count: order.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...order.map((touch) => touch.first)),
    last,
    why: order.every(({ kind }) => isChange(kind)) ? WHY_CHANGED : WHY_TOUCHED,
  };
  return {
    caseKey,
    hour,
    isReported,
    alert: {
      time: new Date(last).toISOString(),
      account,
      recordIds: [...new Set(marks.map(({ record }) => record))].filter((id) => id !== '').slice(0, RECORDS),
      score: DECOY.score,
      kind: 'decoy-touched',
      severity: FINDINGS['decoy-touched'].severity,
      because: 'A decoy was touched.',
      statement,
      sentence: sentenceOfStatement(statement),
      reasons: [{ facet: 'decoy', class: 'decoy', surprise: DECOY.score }],
      ...(persons[0] !== undefined && { person: persons[0] }),
    },
    accounts: [],
    persons,
    sources,
    destinations: namesOf(order.map(({ destination }) => destination)),
    evidence: evidenceOf(marks.sort(compareMarks)),
  };
}

/** "m.keller requested a Kerberos ticket for the decoy svc.archive from WS-007" */
function leadOf(account: string, { kind, source, actor }: Touch): string {
  const who = actor === null || actor === account ? 'Someone' : actor;
  const from = source === null ? '' : ` from ${hostWord(source)}`;
  return `${who} ${verbOf(kind)} the decoy ${account}${from}`;
}

function verbOf(kind: Kind): string {
  if (isRefused(kind)) return 'was refused as';
  if (isChange(kind)) return 'changed';
  if (kind === 'service-ticket' || kind === 'ticket') return 'requested a Kerberos ticket for';
  return isLogon(kind) || kind === 'ntlm' ? 'logged on as' : 'used';
}

const namesOf = (names: readonly (string | null)[]): string[] =>
  [...new Set(names.filter((name) => name !== null))].slice(0, NAMES);
