import { EVENTS } from '@scout/detection/catalogue/events';
import type { FindingKind } from '@scout/detection/catalogue/findings';
import type { Attribution } from '../attribute/attribution.ts';
import type { Klass } from '../classes.ts';
import { remoteServiceOf } from '../fold/remoteServices.ts';
import { changeKind, isChange, isClearing, isPersonal, isRefused, isRunsAs, isSignIn } from '../kinds.ts';
import { partsOf } from '../learn/parents.ts';
import { hostWord } from '../names.ts';
import type { Circumstance, DayCell, Reason, Verdict } from '../state.ts';
import { listOf, numberWord } from './lists.ts';
import type { Statement } from './statement.ts';

/** The kind of a case: its most severe aspect, as a word for lists. */
export function kindOf(verdict: Verdict): FindingKind {
  const facets = new Set(verdict.reasons.map(({ facet }) => facet));
  if (facets.has('success')) return 'refused-then-successful';
  const first = verdict.reasons.find(({ facet }) => facet !== 'presence' && facet !== 'schedule');
  if (first === undefined) return 'novelty';
  const { kind } = first.novelty.cell;
  const ofChange = kindOfChange(kind);
  if (ofChange !== null) return ofChange;
  if (facets.has('use') && kind === 'explicit') return 'explicit-credentials';
  if (facets.has('use') && first.novelty.cell.actor !== null) return 'person-used-account';
  if (isRefused(kind)) return 'refused-from-new-source';
  switch (first.facet) {
    case 'kind':
      return isSignIn(kind) ? 'person-signed-in' : 'new-kind-of-logon';
    case 'source':
      return 'new-source';
    case 'destination':
      return 'new-destination';
    case 'path':
      return 'new-path';
    case 'program':
      return 'new-program';
    case 'company':
    case 'minute':
    case 'parent':
      return 'without-company';
    case 'hour':
    case 'weekday':
      return 'odd-hour';
    case 'silence':
      return 'silent-account';
    default:
      return 'novelty';
  }
}

function kindOfChange(kind: string): FindingKind | null {
  if (isClearing(kind)) return 'security-log-cleared';
  if (isRunsAs(kind)) return 'runs-as-account';
  if (kind === changeKind(EVENTS.auditPolicyChanged)) return 'audit-policy-changed';
  return isChange(kind) ? 'account-changed' : null;
}

/** Statement of the event, from the observation with the highest weight: person, account, machines, count and times. */
export function statementOf(
  account: string,
  verdict: Verdict,
  who: Attribution,
  others: readonly string[],
): Statement {
  const reason =
    verdict.reasons.find(({ facet }) => facet !== 'presence' && facet !== 'schedule') ?? verdict.reasons[0]!;
  const cells = changesWith(reason.novelty.cell, verdict);
  const [cell] = cells as [DayCell, ...DayCell[]];
  const person = who.names.length === 1 ? who.names[0]! : null;
  const acted = person !== null && (who.level === 'acted' || who.level === 'same-session') ? person : null;
  const parts = [`${capital(whyOf(verdict))}.`];
  for (const circumstance of verdict.around ?? []) parts.push(aroundWords(circumstance));
  if (who.level === 'present')
    parts.push(
      person === null
        ? `Signed in there at the time: ${who.names.join(', ')}.`
        : `${person} was the only person signed in there at the time.`,
    );
  if (others.length > 0)
    parts.push(`So did ${others.length} other account${others.length === 1 ? '' : 's'} on that day.`);
  return {
    lead: [leadOf(account, cell, acted), ...cells.slice(1).map((each) => changeOf(each)!.clause)].join(
      ', and ',
    ),
    unit: unitOf(cell.kind),
    count: cells.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...cells.map(({ first }) => first)),
    last: Math.max(...cells.map(({ last }) => last)),
    why: parts.join(' '),
  };
}

/** The changes of a verdict at one machine, which are one story: a person's first, then by time. An activity that is no change is alone. */
function changesWith(cell: DayCell, { reasons }: Verdict): DayCell[] {
  if (CHANGES[cell.kind] === undefined || cell.destination === null) return [cell];
  const cells = new Set([cell, ...reasons.map(({ novelty }) => novelty.cell)]);
  return [...cells]
    .filter(({ kind, destination }) => CHANGES[kind] !== undefined && destination === cell.destination)
    .sort((a, b) => Number(a.actor === null) - Number(b.actor === null) || a.first - b.first);
}

/** "m.keller used svc.billing from FIN-LAPTOP3 to open PRD-SQL01"; without a person "svc.billing logged on from … to …". */
export function leadOf(account: string, cell: DayCell, person: string | null): string {
  const { kind, source, destination } = cell;
  const change = changeOf(cell);
  if (change !== undefined) {
    const at = destination === null ? '' : ` on ${hostWord(destination)}`;
    return person === null
      ? `${account}: ${change.passive}${at}`
      : `${person} ${change.active.replace('ACCOUNT', () => account)}${at}`;
  }
  const from = source === null || source === destination ? '' : ` from ${hostWord(source)}`;
  if (person !== null) {
    if (isSignIn(kind))
      return `${person} signed in as ${account}${destination === null ? '' : ` at ${hostWord(destination)}`}${from}`;
    if (source !== null && source === destination) return `${person} used ${account} on ${hostWord(source)}`;
    const open = destination === null ? '' : ` to open ${hostWord(destination)}`;
    return `${person} used ${account}${from}${open}`;
  }
  const isOnlyHere = source !== null && source === destination;
  const to = destination === null ? '' : ` ${wordsBeforeMachine(kind, isOnlyHere)} ${hostWord(destination)}`;
  const [parent, program] = kind === 'process' ? (cell.program?.split('>') ?? []) : [];
  if (parent && program) return `${parent} started ${program} as ${account}${to}`;
  return `${account} ${verb(kind)}${from}${to}`;
}

interface ChangeWords {
  readonly active: string;
  readonly passive: string;
  readonly clause: string;
}

/** Words of a change; those of a service for remote commands name it. */
function changeOf({ kind, program }: DayCell): ChangeWords | undefined {
  const service = remoteServiceOf(program);
  if (service === null) return CHANGES[kind];
  const what = `${service}, a service for remote commands that runs as`;
  return {
    active: `installed ${what} ACCOUNT`,
    passive: `${what} it, was installed`,
    clause: `${what} it, was installed`,
  };
}

/** Changes by a person, without one, and as a further part of a sentence. */
const CHANGES: Readonly<Record<string, ChangeWords>> = {
  [changeKind(EVENTS.logCleared)]: {
    active: 'cleared the security log as ACCOUNT',
    passive: 'cleared the security log',
    clause: 'the security log was cleared',
  },
  [changeKind(EVENTS.serviceInstalled)]: {
    active: 'installed a service that runs as ACCOUNT',
    passive: 'a service was installed that runs as it',
    clause: 'a service was installed that runs as it',
  },
  // Also of an update.
  [changeKind(EVENTS.taskCreated)]: {
    active: 'created or changed a task that runs as ACCOUNT',
    passive: 'a task was created or changed that runs as it',
    clause: 'a task was created or changed that runs as it',
  },
  [changeKind(EVENTS.auditPolicyChanged)]: {
    active: 'changed the audit policy as ACCOUNT',
    passive: 'changed the audit policy',
    clause: 'the audit policy was changed',
  },
  [changeKind(EVENTS.accountCreated)]: {
    active: 'created ACCOUNT',
    passive: 'created',
    clause: 'it was created',
  },
  [changeKind(EVENTS.accountEnabled)]: {
    active: 'enabled ACCOUNT',
    passive: 'enabled',
    clause: 'it was enabled',
  },
  [changeKind(EVENTS.passwordChange)]: {
    active: 'changed the password of ACCOUNT',
    passive: 'password changed',
    clause: 'its password was changed',
  },
  [changeKind(EVENTS.passwordReset)]: {
    active: 'reset the password of ACCOUNT',
    passive: 'password reset',
    clause: 'its password was reset',
  },
  [changeKind(EVENTS.accountDisabled)]: {
    active: 'disabled ACCOUNT',
    passive: 'disabled',
    clause: 'it was disabled',
  },
  [changeKind(EVENTS.accountDeleted)]: {
    active: 'deleted ACCOUNT',
    passive: 'deleted',
    clause: 'it was deleted',
  },
  [changeKind(EVENTS.accountChanged)]: {
    active: 'changed ACCOUNT',
    passive: 'changed',
    clause: 'it was changed',
  },
  [changeKind(EVENTS.accountRenamed)]: {
    active: 'renamed ACCOUNT',
    passive: 'renamed',
    clause: 'it was renamed',
  },
};

/** Counting unit for uses of a kind. */
export function unitOf(kind: string): string {
  if (isRefused(kind)) return 'refusal';
  if (isChange(kind)) return 'change';
  if (kind === 'process') return 'process';
  if (kind === 'command' || kind === 'explicit') return 'use';
  if (kind === 'ticket' || kind === 'service-ticket') return 'ticket';
  return isPersonal(kind) ? 'session' : 'logon';
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

function whyOf(verdict: Verdict): string {
  const telling = verdict.reasons.filter(({ surprise }) => surprise > 0);
  const reasons = telling.length > 0 ? telling : verdict.reasons;
  // A guessed password is the most severe of all, whatever is rarer.
  const first = reasons.filter(({ facet }) => facet === 'success');
  const words = [...new Set([...first, ...reasons])].slice(0, 3).map(wordsOf);
  return [...new Set(words)].join('; ');
}

/** A change of an account, or of what runs as it, is no use of it. */
function usedWord(kind: string): string {
  if (isRunsAs(kind)) return 'set up to run';
  return isChange(kind) && kindOfChange(kind) === 'account-changed' ? 'changed' : 'used';
}

function wordsOf({ facet, klass, novelty }: Reason): string {
  const { cell } = novelty;
  const source = cell.source === null ? 'this machine' : hostWord(cell.source);
  const destination = cell.destination === null ? 'this machine' : hostWord(cell.destination);
  switch (facet) {
    case 'kind':
      return `its first ${activityWords(cell.kind)}`;
    case 'source':
      return `first time from ${source}`;
    case 'destination':
      return klass.is === 'fan'
        ? `at least ${numberWord(klass.many)} new machines on one day`
        : `first time on ${destination}`;
    case 'path':
      return `first time from ${source} to ${destination}`;
    case 'program':
      return programWords(cell, klass);
    case 'use':
      return cell.actor === null
        ? `its first ${activityWords(cell.kind)}`
        : `first time ${usedWord(cell.kind)} by ${cell.actor}`;
    case 'company':
      return klass.is === 'company' ? withoutWords(klass) : '';
    case 'minute':
      return klass.is === 'minute' ? minuteWords(klass) : '';
    case 'parent':
      return klass.is === 'parent' ? parentWords(cell, klass) : '';
    case 'hour':
      return 'far from its usual hours';
    case 'weekday':
      return 'first time on this day of the week';
    case 'silence':
      return klass.is === 'silence' ? `first activity in ${klass.days} days` : '';
    case 'presence':
      return 'a person was signed in there';
    case 'success':
      return klass.is === 'success' ? afterWords(klass) : '';
    case 'schedule':
      return 'at an hour when it is rarely active';
  }
}

/** "PRD-APP01 had restarted shortly before." */
function aroundWords({ is, machine }: Circumstance): string {
  return is === 'restarted'
    ? `${hostWord(machine)} had restarted shortly before.`
    : `${hostWord(machine)}, which it usually uses, has fallen silent.`;
}

/** "let in after 14 refusals" */
function afterWords({ refusals, isAll }: Extract<Klass, { is: 'success' }>): string {
  if (refusals === 1 && isAll) return 'let in after one refusal';
  return `let in after ${isAll ? '' : 'at least '}${refusals.toLocaleString('en-US')} refusals`;
}

/** "without the batch logon that came with all 25 before" */
function withoutWords({ lacks, before, isAll }: Extract<Klass, { is: 'company' }>): string {
  const what = { batch: 'batch logon', program: 'program', both: 'batch logon and the program' }[lacks];
  const all = isAll ? `all ${before} before` : `each of ${before} compared before`;
  return `without the ${what} that came with ${all}`;
}

/** "at minute 37 of the hour, while all 25 before kept to minutes 3 to 6" */
function minuteWords({ minute, kept, before }: Extract<Klass, { is: 'minute' }>): string {
  const runs = kept.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  const [only] = kept;
  const unit = kept.length === 1 && only![0] === only![1] ? 'minute' : 'minutes';
  return `at minute ${minute} of the hour, while all ${before} before kept to ${unit} ${listOf(runs)}`;
}

/** "started by cmd.exe, not by taskeng.exe as on the 25 days before" */
function parentWords({ program }: DayCell, { usual, days }: Extract<Klass, { is: 'parent' }>): string {
  return `started by ${partsOf(program)?.parent}, not by ${usual} as on the ${days} days before`;
}

/** A program that the account has run before is new by its parent only; of a shell that a server starts, that is what counts. */
function programWords({ program }: DayCell, klass: Klass): string {
  const parts = partsOf(program);
  const isKnown = klass.is === 'program' && (klass.known === 'own' || klass.known === 'shell of a server');
  if (isKnown && parts !== null) return `first time that ${parts.parent} started ${parts.file}`;
  return `first time running ${program?.slice(program.indexOf('>') + 1)}`;
}

/** A kind of activity as a noun, such as `remote desktop session`. */
export function activityWords(kind: string): string {
  switch (kind) {
    case 'logon:2':
      return 'sign-in at a console';
    case 'logon:3':
      return 'network logon';
    case 'logon:4':
      return 'batch logon';
    case 'logon:5':
      return 'service logon';
    case 'logon:8':
      return 'logon with a clear-text password';
    case 'logon:9':
      return 'logon with other credentials';
    case 'logon:10':
      return 'remote desktop session';
    case 'explicit':
      return 'use by explicit credentials';
    case 'command':
      return 'use on a command line';
    case 'ntlm':
      return 'NTLM logon';
    case 'ticket':
      return 'Kerberos ticket';
    case 'service-ticket':
      return 'service ticket';
    case 'process':
      return 'process';
    case changeKind(EVENTS.logCleared):
      return 'clearing of a security log';
    case changeKind(EVENTS.auditPolicyChanged):
      return 'change of an audit policy';
    case changeKind(EVENTS.serviceInstalled):
      return 'service that runs as it';
    case changeKind(EVENTS.taskCreated):
      return 'task that runs as it';
    default:
      return 'use of this kind';
  }
}

function verb(kind: string): string {
  if (isRefused(kind)) return 'was refused';
  if (kind === 'process') return 'started a process';
  if (kind === 'command' || kind === 'explicit') return 'was used';
  if (kind === 'service-ticket' || kind === 'ticket') return 'asked for a ticket';
  return 'logged on';
}

/** Words between the verb and the machine: where it happened, or what was opened. */
function wordsBeforeMachine(kind: string, isOnlyHere: boolean): string {
  if (isRefused(kind)) return 'at';
  if (kind === 'command' || kind === 'explicit') return isOnlyHere ? 'on' : 'to open';
  return kind === 'process' ? 'on' : kind === 'service-ticket' ? 'for' : 'to';
}
