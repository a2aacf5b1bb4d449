/** A finding's or a case's sentence in parts, so that the findings of a case can be combined into one sentence. */
export type Statement = {
  /** "m.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01" */
  lead: string;
  /** "session", the counting unit. */
  unit: string;
  count: number;
  /** Epoch milliseconds. */
  first: number;
  last: number;
  /** "First time used by m.keller." Empty without an addition. */
  why: string;
  /** True if it includes all earlier counts, as a storm of refusals does. */
  isTotal?: boolean;
};

/**
 * Merges two statements about the same: the text of the more severe one, and the counts of both. The more severe one is the first
 * argument.
 */
export function joinStatements(moreSevere: Statement, other: Statement): Statement {
  if (moreSevere.isTotal && other.isTotal)
    return other.last > moreSevere.last || other.count > moreSevere.count ? other : moreSevere;
  return {
    ...moreSevere,
    count: moreSevere.count + other.count,
    first: Math.min(moreSevere.first, other.first),
    last: Math.max(moreSevere.last, other.last),
  };
}

/**
 * The statement of a case: the most severe finding's text, with the counts of all findings about the same. A later finding of a
 * day includes the counts of an earlier one of that day; both start with the same event, and the larger one is used.
 */
export function caseStatement(mostSevere: Statement, all: readonly Statement[]): Statement {
  const isSame = ({ lead, unit, isTotal = false }: Statement) =>
    lead === mostSevere.lead && unit === mostSevere.unit && isTotal === (mostSevere.isTotal ?? false);
  const byBegin = new Map<number, Statement>();
  for (const statement of [mostSevere, ...all].filter(isSame)) {
    const known = byBegin.get(statement.first);
    if (known === undefined || statement.count > known.count) byBegin.set(statement.first, statement);
  }
  const joined = [...byBegin.values()].reduce(joinStatements);
  return { ...joined, why: mostSevere.why };
}

/** "m.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01: 95 sessions since 12 Nov, last 14 Nov 19:43 UTC. First time …" */
export const sentenceOfStatement = (statement: Statement): string =>
  tell(statement, { day: dayOf, clock: clockOf, zone: ' UTC' });

/** Activity on a case's way after its last finding; `last` is an ISO time. */
type LaterUse = { readonly events: number; readonly last: string };

/**
 * The sentence of a case as it is now: with times of the reader's zone, and with later activity. "… on Nov 12 at 09:05. Since then
 * 94 more events, last Nov 22 20:43. First time …". `sentence` stands for a statement that is no longer kept.
 */
export function caseSentence(
  { statement, sentence, later }: { statement: Statement | null; sentence: string; later: LaterUse | null },
  timeZone: string,
): string {
  const since = later === null ? '' : sinceThen(later, timeZone);
  if (statement === null) return `${sentence} ${since}`.trim();
  return sentenceIn({ ...statement, why: `${since} ${statement.why}`.trim() }, timeZone);
}

/**
 * What happened in a case, without the reasons: a headline beside which they are listed. The whole sentence when its parts are no
 * longer kept.
 */
export const caseHeadline = (of: Parameters<typeof caseSentence>[0], timeZone: string): string =>
  caseSentence({ ...of, statement: of.statement && { ...of.statement, why: '' } }, timeZone);

function sinceThen({ events, last }: LaterUse, timeZone: string): string {
  const { day, clock, zone } = timesIn(timeZone);
  const when = `${day(Date.parse(last))} ${clock(Date.parse(last))}${zone}`;
  return events === 1
    ? `Since then one more event, ${when}.`
    : `Since then ${numbers.format(events)} more events, last ${when}.`;
}

/** The same in the reader's time zone: "… 95 sessions since Nov 12, last Nov 14 20:43. First time …" */
export const sentenceIn = (statement: Statement, timeZone: string): string =>
  tell(statement, timesIn(timeZone));

const numbers = new Intl.NumberFormat('en-US');
const timesOfZones = new Map<string, Times>();

/** Cached: constructing formats costs more than all else in a list of sentences. */
function timesIn(timeZone: string): Times {
  const known = timesOfZones.get(timeZone);
  if (known !== undefined) return known;
  const day = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: '2-digit' });
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const times: Times = {
    day: (time) => day.format(time),
    clock: (time) => clock.format(time),
    zone: timeZone === 'UTC' ? ' UTC' : '',
  };
  timesOfZones.set(timeZone, times);
  return times;
}

interface Times {
  readonly day: (time: number) => string;
  readonly clock: (time: number) => string;
  readonly zone: string;
}

function tell({ lead, unit, count, first, last, why }: Statement, { day, clock, zone }: Times): string {
  const counted = `${numbers.format(count)} ${count === 1 ? unit : plural(unit)}`;
  const when =
    count === 1 || first === last
      ? `on ${day(last)} at ${clock(last)}${zone}`
      : day(first) === day(last)
        ? `on ${day(last)}, last ${clock(last)}${zone}`
        : `since ${day(first)}, last ${day(last)} ${clock(last)}${zone}`;
  return `${lead}: ${counted} ${when}.${why === '' ? '' : ` ${why}`}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

function clockOf(time: number): string {
  return new Date(time).toISOString().slice(11, 16);
}

const plural = (unit: string) => (unit.endsWith('s') ? `${unit}es` : `${unit}s`);
