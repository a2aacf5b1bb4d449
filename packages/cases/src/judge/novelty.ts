import { DAY } from '@scout/detection/time';
import { REMOTE } from '../fold/fold.ts';
import { HABIT_DAYS, weekdayOf } from '../learn/habit.ts';
import { homesOf, type Use, useOf } from '../learn/peers.ts';
import { sessionsAt } from '../learn/sessions.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { AccountDay, AccountState, DayCell, Novelty } from '../state.ts';

/** A person who has used three accounts or entered three servers is an administrator. */
const OPERATOR = 3;
/** At least two other people have done the same. */
const CUSTOM = 2;
/** Surprise from which an hour is unusual: seven times rarer than with uniform hours. */
const ODD = 2;
/** A silence is longer than a week and twice the longest one before. */
const SILENCE = { days: 7, times: 2 };
/** Three machines at once, and eight. */
const FAN = [3, 8] as const;
const SIGN_IN = new Set(['logon:2', 'logon:10', 'logon:9', 'logon:8']);

/** An account's activity before today, as sets for novelty checks. */
export type History = {
  kinds: Set<string>;
  sources: Set<string>;
  destinations: Set<string>;
  paths: Set<string>;
  refused: Set<string>;
  programs: Set<string>;
  actors: Set<string>;
  homes: Set<string>;
  hours: number;
  weekdays: number;
};

export function historyOf(account: AccountState): History {
  const history: History = {
    kinds: new Set(),
    sources: new Set(),
    destinations: new Set(),
    paths: new Set(),
    refused: new Set(),
    programs: new Set(),
    actors: new Set(),
    homes: homesOf(account),
    hours: 0,
    weekdays: 0,
  };
  for (const tuple of account.tuples.values()) {
    const { kind, source, destination, program, actor } = tuple;
    history.hours |= tuple.hours;
    history.weekdays |= tuple.weekdays;
    if (kind.startsWith('refused')) {
      history.refused.add(pathOf(source, destination));
      continue;
    }
    history.kinds.add(kind);
    if (source !== null) history.sources.add(source);
    if (destination !== null) history.destinations.add(destination);
    if (source !== null && destination !== null) history.paths.add(pathOf(source, destination));
    if (program !== null) history.programs.add(program);
    if (actor !== null) history.actors.add(actor);
  }
  return history;
}

/** All novelties of an account's day so far. */
export function noveltiesOf(tenant: Tenant, name: string, account: AccountState, day: AccountDay): Novelty[] {
  const cells = [...day.cells.values()];
  const isYoung = account.activeDays < 2;
  const unknown = cells.filter((cell) => !account.tuples.has(cell.key));
  const history = historyOf(account);
  const found: Novelty[] = [];
  const touched = new Set([...history.sources, ...history.destinations]);
  const use = (host: string, list: 'users' | 'runs'): Use =>
    useOf(tenant.state, tenant.register, tenant.words, name, history.homes, touched, host, list);
  const roleClass = (host: string, list: 'users' | 'runs') => `${tenant.role(host)}/${use(host, list)}`;

  const newDestinations = new Set<string>();
  for (const cell of unknown) {
    const { kind, source, destination, program, actor } = cell;
    const isRefused = kind.startsWith('refused');
    if (isRefused && history.refused.has(pathOf(source, destination))) continue;
    if (isRefused && source === null && destination !== null && history.destinations.has(destination))
      continue;
    const isUse = actor !== null || kind === 'command';
    if (isUse && (actor === null || !history.actors.has(actor))) {
      const at = kind.startsWith('change') ? changeClass(history, cell, roleClass) : '';
      found.push({ facet: 'use', klass: `${useClass(tenant, cell, actor)}${at}`, cell, host: source });
    }
    if (!isRefused && !isUse && !history.kinds.has(kind)) {
      found.push({ facet: 'kind', klass: kindClass(tenant, history, cell), cell, host: destination });
    }
    if (source !== null && source !== destination && !history.sources.has(source)) {
      const role = roleClass(source, 'runs');
      const klass =
        role.startsWith('workstation') && isCustomary(tenant, destination, actor)
          ? `customary ${role}`
          : role;
      found.push({ facet: 'source', klass: isRefused ? `refused ${klass}` : klass, cell, host: source });
    }
    if (destination !== null && !history.destinations.has(destination) && !(isRefused && source === null)) {
      if (kind !== 'ticket' && kind !== 'ntlm') {
        newDestinations.add(destination);
        const klassAlone = roleClass(destination, 'users');
        const crosses =
          tenant.cohort(name, 'accounts') === 'test' &&
          tenant.isProduction(destination) &&
          /^(?:database|app)\/(?:foreign|peer|nobody|family)/.test(klassAlone);
        const klass = `${crosses ? 'crossing ' : ''}${klassAlone}`;
        found.push({
          facet: 'destination',
          klass: isRefused ? `refused ${klass}` : klass,
          cell,
          host: destination,
        });
      }
    } else if (
      source !== null &&
      destination !== null &&
      !isRefused &&
      source !== destination &&
      history.sources.has(source) &&
      !history.paths.has(pathOf(source, destination))
    ) {
      found.push({ facet: 'path', klass: 'path', cell, host: destination });
    }
    if (program !== null && program !== REMOTE && !history.programs.has(program)) {
      found.push({ facet: 'program', klass: programClass(tenant, name, history, program), cell, host: null });
    }
  }
  for (const many of FAN) {
    if (newDestinations.size < many) continue;
    const cell = unknown.find(({ destination }) => destination !== null && newDestinations.has(destination));
    if (cell !== undefined) found.push({ facet: 'destination', klass: `fan ${many}`, cell, host: null });
  }
  if (!isYoung) {
    found.push(...oddHours(account, history, cells));
    found.push(...silences(account, tenant.state.day, cells));
  }
  return found;
}

function kindClass(tenant: Tenant, history: History, cell: DayCell): string {
  if (!SIGN_IN.has(cell.kind) || cell.destination === null) return cell.kind;
  const isHome = history.homes.has(cell.destination) || history.destinations.has(cell.destination);
  return `${cell.kind} ${tenant.role(cell.destination)} ${isHome ? 'own' : 'other'} ${signedIn(tenant, cell)}`;
}

/** Class of the person who signs in as the account, by the source machine. */
function signedIn(tenant: Tenant, cell: DayCell): string {
  const machine = cell.source ?? cell.destination;
  if (machine === null) return 'unseen';
  const people = sessionsAt(tenant.state, machine, cell.first, tenant.isPerson);
  if (people.length === 0) return 'unseen';
  return people.some(({ person }) => isOperator(tenant, person)) ? 'operator' : 'person';
}

/**
 * Programs that serve others, and shells, which they start for an intruder (SigmaHQ: suspicious child process of SQL Server). Services
 * and Java programs are none of them: many run shells every day.
 */
const SERVERS = /^(?:sqlservr|w3wp|tomcat\d*|httpd|nginx|php-cgi|oracle|mysqld|postgres|msmdsrv)\.exe$/;
const SHELLS = /^(?:cmd|powershell|pwsh|bash|sh|wscript|cscript|mshta)\.exe$/;

/** Programs are classified by the number of service accounts that start them, not by name, but for a shell that a server starts. */
function programClass(tenant: Tenant, name: string, history: History, program: string): string {
  const at = program.indexOf('>');
  const file = program.slice(at + 1);
  if (SHELLS.test(file) && SERVERS.test(program.slice(0, Math.max(0, at)))) return 'shell of a server';
  const accounts = tenant.state.programs.get(file) ?? [];
  const others = accounts.filter((other) => other !== name).length;
  const isOwn = [...history.programs].some((known) => known.slice(known.indexOf('>') + 1) === file);
  return isOwn ? 'own' : others >= 5 ? 'common' : others > 0 ? 'known' : 'unknown';
}

/** Class of an account's user: an administrator, another person, a service or a machine. */
function useClass(tenant: Tenant, cell: DayCell, actor: string | null): string {
  const who =
    actor === null || actor.endsWith('$')
      ? 'machine'
      : tenant.isService(actor)
        ? 'service'
        : isOperator(tenant, actor)
          ? 'operator'
          : isCustomary(tenant, cell.destination, actor)
            ? 'customary'
            : 'person';
  const role = cell.source === null ? 'unknown' : tenant.role(cell.source);
  return `${cell.kind} ${who} ${role}`;
}

/** Class of a new service or task of the account, by its machine; separate for a service that runs a single command. */
function changeClass(
  history: History,
  { destination, program }: DayCell,
  roleClass: (host: string, list: 'users' | 'runs') => string,
): string {
  const how = program === REMOTE ? ' remote' : '';
  if (destination === null) return how;
  const isOwn = history.homes.has(destination) || history.destinations.has(destination);
  return `${how} at ${isOwn ? 'own' : roleClass(destination, 'runs')}`;
}

/** True for a machine that people routinely use with accounts, as developers use test databases. */
function isCustomary(tenant: Tenant, destination: string | null, actor: string | null): boolean {
  const clients = destination === null ? [] : (tenant.state.hosts.get(destination)?.clients ?? []);
  return clients.filter((person) => person !== actor).length >= CUSTOM;
}

/** A person who administers: routinely uses accounts or enters servers. */
export function isOperator(tenant: Tenant, person: string): boolean {
  return (tenant.state.operators.get(person)?.length ?? 0) >= OPERATOR;
}

function oddHours(account: AccountState, history: History, cells: readonly DayCell[]): Novelty[] {
  if (account.activeDays < HABIT_DAYS) return [];
  const found: Novelty[] = [];
  for (const cell of cells) {
    if (cell.kind.startsWith('refused')) continue;
    // A new job has its own hour; an hour is unusual only for known activity.
    const odd = account.tuples.has(cell.key) ? cell.odd : undefined;
    if (odd !== undefined && odd.surprise >= ODD)
      found.push({
        facet: 'hour',
        klass: `${Math.min(8, Math.floor(odd.surprise))}`,
        cell: odd.cell,
        host: null,
      });
    const weekday = 1 << weekdayOf(Math.floor(cell.first / DAY));
    if (account.activeDays >= 2 * HABIT_DAYS && (history.weekdays & weekday) === 0) {
      found.push({ facet: 'weekday', klass: 'weekday', cell, host: null });
    }
  }
  return found;
}

function silences(account: AccountState, today: number, cells: readonly DayCell[]): Novelty[] {
  const gap = today - account.last;
  // Refusals do not end a silence: an account that fails day after day is reported as a storm.
  const cell = cells.find(({ kind }) => !kind.startsWith('refused'));
  if (cell === undefined || gap < SILENCE.days || gap <= SILENCE.times * account.longestGap) return [];
  return [
    { facet: 'silence', klass: gap >= 30 ? 'month' : gap >= 14 ? 'fortnight' : 'week', cell, host: null },
  ];
}

export function pathOf(source: string | null, destination: string | null): string {
  return `${source ?? ''}>${destination ?? ''}`;
}
