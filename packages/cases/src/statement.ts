/** A finding's or a case's sentence in parts, so that the findings of one case can be told as one sentence. */
export type Statement = {
  /** "m.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01" */
  lead: string;
  /** "session", as it is counted. */
  unit: string;
  count: number;
  /** Epoch milliseconds. */
  first: number;
  last: number;
  /** "Never before used by m.keller." Empty when there is nothing to add. */
  why: string;
  /** It counts all that went before as well, as a storm of refusals does. */
  isTotal?: boolean;
};

/** One statement of two about the same: the graver one's words, all that both counted. Put the graver first. */
export function joinStatements(graver: Statement, other: Statement): Statement {
  if (graver.isTotal && other.isTotal)
    return other.last > graver.last || other.count > graver.count ? other : graver;
  return {
    ...graver,
    count: graver.count + other.count,
    first: Math.min(graver.first, other.first),
    last: Math.max(graver.last, other.last),
  };
}

/**
 * The statement of a case: the gravest finding's words, with what all findings counted of the same. What a finding of one day counted is
 * counted in a later finding of that day as well; both begin with the same event, and the larger one is taken.
 */
export function caseStatement(gravest: Statement, all: readonly Statement[]): Statement {
  const isSame = ({ lead, unit, isTotal = false }: Statement) =>
    lead === gravest.lead && unit === gravest.unit && isTotal === (gravest.isTotal ?? false);
  const byBegin = new Map<number, Statement>();
  for (const statement of [gravest, ...all].filter(isSame)) {
    const known = byBegin.get(statement.first);
    if (known === undefined || statement.count > known.count) byBegin.set(statement.first, statement);
  }
  const joined = [...byBegin.values()].reduce(joinStatements);
  return { ...joined, why: gravest.why };
}

/** "m.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01: 95 sessions since 12 Nov, last 14 Nov 19:43 UTC. Never before …" */
export const sentenceOfStatement = (statement: Statement): string =>
  tell(statement, { day: dayOf, clock: clockOf, zone: ' UTC' });

/** The same for a reader who sees other times of this zone beside it: "… 95 sessions since Nov 12, last Nov 14 20:43. Never before …" */
export function sentenceIn(statement: Statement, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: '2-digit' });
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return tell(statement, { day: (time) => day.format(time), clock: (time) => clock.format(time), zone: '' });
}

interface Times {
  readonly day: (time: number) => string;
  readonly clock: (time: number) => string;
  readonly zone: string;
}

function tell({ lead, unit, count, first, last, why }: Statement, { day, clock, zone }: Times): string {
  const counted = `${count.toLocaleString('en-US')} ${count === 1 ? unit : plural(unit)}`;
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
