import { DAY } from '@scout/detection/time';
import {
  fanKlass,
  hourKlass,
  type Klass,
  type Known,
  kindKlass,
  machineKlass,
  parentKlass,
  plainKlass,
  programKlass,
  silenceKlass,
  type Use,
  useKlass,
  type Who,
} from '../classes.ts';
import { remoteServiceOf } from '../fold/remoteServices.ts';
import type { Role } from '../inventory.ts';
import { isChange, isRefused, isTicket } from '../kinds.ts';
import { isAccompanied } from '../learn/company.ts';
import { weekdayOf } from '../learn/habit.ts';
import { TUPLES_LIMIT } from '../learn/memory.ts';
import { otherParent } from '../learn/parents.ts';
import { homesOf, useOf } from '../learn/peers.ts';
import { sessionsAt } from '../learn/sessions.ts';
import type { Tenant } from '../learn/tenant.ts';
import type { AccountDay, AccountState, DayCell, Novelty } from '../state.ts';
import { HABIT, MACHINES, PEOPLE, SHARED } from '../weights.ts';
import { missingCompany } from './missingCompany.ts';
import { offSchedule } from './offSchedule.ts';

const SIGN_IN = new Set(['logon:2', 'logon:10', 'logon:9', 'logon:8']);

type At = { role: Role; use: Use };
type ChangeTraits = Parameters<typeof useKlass>[3];

/** An account's activity before today, as sets for novelty checks. */
export type History = {
  kinds: Set<string>;
  sources: Set<string>;
  destinations: Set<string>;
  paths: Set<string>;
  refused: Set<string>;
  programs: Set<string>;
  /** Day of its first recorded process, null without one. */
  programsSince: number | null;
  /** True when there are so many ways that the rarest may be forgotten. */
  isFull: boolean;
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
    programsSince: null,
    isFull: account.tuples.size >= TUPLES_LIMIT,
    actors: new Set(),
    homes: homesOf(account),
    hours: 0,
    weekdays: 0,
  };
  for (const tuple of account.tuples.values()) {
    const { kind, source, destination, program, actor, first } = tuple;
    history.hours |= tuple.hours;
    history.weekdays |= tuple.weekdays;
    if (isRefused(kind)) {
      history.refused.add(pathOf(source, destination));
      continue;
    }
    history.kinds.add(kind);
    if (source !== null) history.sources.add(source);
    if (destination !== null) history.destinations.add(destination);
    if (source !== null && destination !== null) history.paths.add(pathOf(source, destination));
    if (program !== null) history.programs.add(program);
    if (kind === 'process') history.programsSince = Math.min(history.programsSince ?? first, first);
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
    useOf(tenant, { name, homes: history.homes, touched }, host, list);
  const at = (host: string, list: 'users' | 'runs'): At => ({
    role: tenant.role(host),
    use: use(host, list),
  });

  const newDestinations = new Set<string>();
  for (const cell of unknown) {
    const { kind, source, destination, program, actor } = cell;
    const wasRefused = isRefused(kind);
    if (wasRefused && history.refused.has(pathOf(source, destination))) continue;
    if (wasRefused && source === null && destination !== null && history.destinations.has(destination))
      continue;
    const isUse = actor !== null || kind === 'command';
    if (isUse && (actor === null || !history.actors.has(actor))) {
      const change = isChange(kind) ? changeTraits(history, cell, at) : {};
      found.push({ facet: 'use', klass: useClass(tenant, cell, actor, change), cell, host: source });
    }
    if (!wasRefused && !isUse && !history.kinds.has(kind)) {
      found.push({ facet: 'kind', klass: kindClass(tenant, history, cell), cell, host: destination });
    }
    if (source !== null && source !== destination && !history.sources.has(source)) {
      const { role, use: relation } = at(source, 'runs');
      const isByCustom = role === 'workstation' && isCustomary(tenant, destination, actor);
      const klass = machineKlass(role, relation, { isRefused: wasRefused, isCustomary: isByCustom });
      found.push({ facet: 'source', klass, cell, host: source });
    }
    if (destination !== null && !history.destinations.has(destination) && !(wasRefused && source === null)) {
      if (!isTicket(kind)) {
        newDestinations.add(destination);
        const { role, use: relation } = at(destination, 'users');
        const isCrossing =
          tenant.cohort(name, 'accounts') === 'test' &&
          tenant.isProduction(destination) &&
          (role === 'database' || role === 'app') &&
          relation !== 'young' &&
          relation !== 'popular';
        const klass = machineKlass(role, relation, { isRefused: wasRefused, isCrossing });
        found.push({ facet: 'destination', klass, cell, host: destination });
      }
    } else if (
      source !== null &&
      destination !== null &&
      !wasRefused &&
      source !== destination &&
      history.sources.has(source) &&
      !history.paths.has(pathOf(source, destination))
    ) {
      found.push({ facet: 'path', klass: plainKlass('path'), cell, host: destination });
    }
    if (program !== null && remoteServiceOf(program) === null && !history.programs.has(program)) {
      const known = knownAs(tenant, name, history, program);
      const usual = known === 'shell of a server' ? null : otherParent(account, cell);
      found.push(
        usual === null
          ? { facet: 'program', klass: programKlass(known), cell, host: null }
          : { facet: 'parent', klass: parentKlass(usual.program, usual.days), cell, host: null },
      );
    }
  }
  for (const many of MACHINES.fan) {
    if (newDestinations.size < many) continue;
    const cell = unknown.find(({ destination }) => destination !== null && newDestinations.has(destination));
    if (cell !== undefined) found.push({ facet: 'destination', klass: fanKlass(many), cell, host: null });
  }
  if (!isYoung) {
    found.push(...missingCompany(tenant.state, account, cells));
    found.push(...offSchedule(tenant, account, cells));
    found.push(...oddHours(account, history, cells));
    found.push(...silences(account, tenant.state.day, cells));
  }
  if (account.activeDays === 0) found.push(...firstUse(tenant, name, cells));
  return found;
}

function kindClass(tenant: Tenant, history: History, cell: DayCell): Klass {
  if (!SIGN_IN.has(cell.kind) || cell.destination === null) return kindKlass(cell.kind);
  const isHome = history.homes.has(cell.destination) || history.destinations.has(cell.destination);
  const role = tenant.role(cell.destination);
  return kindKlass(cell.kind, { role, isOwn: isHome, who: signedIn(tenant, cell) });
}

/** Class of the person who signs in as the account, by the source machine. */
function signedIn(tenant: Tenant, cell: DayCell): 'unseen' | 'operator' | 'person' {
  const machine = cell.source ?? cell.destination;
  if (machine === null) return 'unseen';
  const people = sessionsAt(tenant.state, machine, cell.first, tenant.isPerson);
  if (people.length === 0) return 'unseen';
  return people.some(({ person }) => isOperator(tenant, person)) ? 'operator' : 'person';
}

/** Programs that serve others, and shells, which they start for an intruder (SigmaHQ: suspicious child process of SQL Server). */
const SERVERS = /^(?:sqlservr|w3wp|tomcat\d*|httpd|nginx|php-cgi|oracle|mysqld|postgres|msmdsrv)\.exe$/;
/** Programs of services, many of which run shells every day: one that never did is as grave once the account's programs are known. */
const SERVICES = /^(?:services|javaw?)\.exe$/;
const SHELLS = /^(?:cmd|powershell|pwsh|bash|sh|wscript|cscript|mshta)\.exe$/;

/** Programs are classified by the number of service accounts that start them, not by name, but for a shell that a server starts. */
function knownAs(tenant: Tenant, name: string, history: History, program: string): Known {
  const at = program.indexOf('>');
  const file = program.slice(at + 1);
  const parent = program.slice(0, Math.max(0, at));
  const isOfServer = SERVERS.test(parent) || (SERVICES.test(parent) && areProgramsKnown(tenant, history));
  if (SHELLS.test(file) && isOfServer) return 'shell of a server';
  const accounts = tenant.state.programs.get(file) ?? [];
  const others = accounts.filter((other) => other !== name).length;
  const isOwn = [...history.programs].some((known) => known.slice(known.indexOf('>') + 1) === file);
  return isOwn ? 'own' : others >= SHARED.program ? 'common' : others > 0 ? 'known' : 'unknown';
}

/** True after some days of an account's programs, none forgotten: a first one may only mean that they are recorded from now on. */
const areProgramsKnown = ({ state }: Tenant, { programsSince, isFull }: History): boolean =>
  programsSince !== null && state.day - programsSince >= HABIT.days && !isFull;

/** Class of an account's user: an administrator, another person, a service or a machine. */
function useClass(tenant: Tenant, cell: DayCell, actor: string | null, change: ChangeTraits): Klass {
  const who: Who =
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
  return useKlass(cell.kind, who, role, change);
}

/** Traits of a new service or task of the account, by its machine; a service that runs a single command is told apart. */
function changeTraits(
  history: History,
  { destination, program }: DayCell,
  at: (host: string, list: 'users' | 'runs') => At,
): ChangeTraits {
  const isRemote = remoteServiceOf(program) !== null;
  if (destination === null) return { isRemote };
  const isOwn = history.homes.has(destination) || history.destinations.has(destination);
  return { isRemote, at: isOwn ? 'own' : at(destination, 'runs') };
}

/** True for a machine that people routinely use with accounts, as developers use test databases. */
function isCustomary(tenant: Tenant, destination: string | null, actor: string | null): boolean {
  const clients = destination === null ? [] : (tenant.state.hosts.get(destination)?.clients ?? []);
  return clients.filter((person) => person !== actor).length >= PEOPLE.customary;
}

/** A person who administers: routinely uses accounts or enters servers. */
export function isOperator(tenant: Tenant, person: string): boolean {
  return (tenant.state.operators.get(person)?.length ?? 0) >= PEOPLE.operator;
}

function oddHours(account: AccountState, history: History, cells: readonly DayCell[]): Novelty[] {
  if (account.activeDays < HABIT.days) return [];
  const found: Novelty[] = [];
  for (const cell of cells) {
    if (isRefused(cell.kind)) continue;
    // A new job has its own hour; an hour is unusual only for known activity.
    const odd = account.tuples.has(cell.key) ? cell.odd : undefined;
    if (odd !== undefined && odd.surprise >= HABIT.odd)
      found.push({
        facet: 'hour',
        klass: hourKlass(Math.min(HABIT.oddest, Math.floor(odd.surprise)), isAccompanied(account, cell)),
        cell: odd.cell,
        host: null,
      });
    const weekday = 1 << weekdayOf(Math.floor(cell.first / DAY));
    if (account.activeDays >= 2 * HABIT.days && (history.weekdays & weekday) === 0) {
      found.push({ facet: 'weekday', klass: plainKlass('weekday'), cell, host: null });
    }
  }
  return found;
}

function silences(account: AccountState, today: number, cells: readonly DayCell[]): Novelty[] {
  const gap = today - account.last;
  // Refusals do not end a silence: an account that fails day after day is reported as a storm.
  const cell = cells.find(({ kind }) => !isRefused(kind));
  if (cell === undefined || gap < HABIT.silence.days || gap <= HABIT.silence.times * account.longestGap)
    return [];
  return [
    {
      facet: 'silence',
      klass: silenceKlass(gap),
      cell,
      host: null,
    },
  ];
}

/**
 * An account that a directory has had for long, on a machine that would have shown it: only its first activity shows that it was unused. A
 * machine with a new agent shows many accounts for the first time, which says nothing.
 */
function firstUse({ state, register }: Tenant, name: string, cells: readonly DayCell[]): Novelty[] {
  const created = register.directory.accounts.get(name)?.created;
  if (created === undefined || created === null) return [];
  const since = (cell: DayCell): number => {
    const host = cell.destination === null ? undefined : state.hosts.get(cell.destination);
    return host?.writes === true ? Math.max(created, host.first) : state.day;
  };
  const cell = cells.find((each) => !isRefused(each.kind) && state.day - since(each) >= HABIT.unused);
  return cell === undefined
    ? []
    : [{ facet: 'silence', klass: silenceKlass(state.day - since(cell)), cell, host: null }];
}

export function pathOf(source: string | null, destination: string | null): string {
  return `${source ?? ''}>${destination ?? ''}`;
}
