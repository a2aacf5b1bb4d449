import type { System } from '../directory.ts';
import type { Register, Role } from '../inventory.ts';
import { familyOf, isAddress } from '../names.ts';
import type { HostState, TenantState } from '../state.ts';
import { MACHINES } from '../weights.ts';
import { addToSketch, emptySketch, type Sketch, sketchSize } from './sketch.ts';

const PEOPLE_LIMIT = 8;
const ACCOUNTS_LIMIT = 32;
export function hostAt(state: TenantState, name: string, day: number): HostState {
  let host = state.hosts.get(name);
  if (host === undefined) {
    host = {
      first: day,
      last: day,
      console: [],
      consoleDays: 0,
      consoleLast: -1,
      remote: [],
      guests: [],
      visitors: emptySketch(),
      runs: [],
      users: [],
      controller: false,
      writes: false,
      wrote: -1,
      pause: 0,
      clients: [],
      net: null,
      presentHours: 0,
    };
    state.hosts.set(name, host);
    const family = familyOf(name);
    if (family !== null) state.families.set(family, (state.families.get(family) ?? 0) + 1);
  }
  if (day < host.first) host.first = day;
  if (day > host.last) host.last = day;
  return host;
}

/** Adds a person; the result does not depend on the order of events. */
export function addPerson(list: string[], name: string): void {
  addName(list, name, PEOPLE_LIMIT);
}

export function addAccount(list: string[], name: string): void {
  addName(list, name, ACCOUNTS_LIMIT);
}

function addName(list: string[], name: string, limit: number): void {
  if (list.length < limit && !list.includes(name)) list.push(name);
}

export function addVisitor(host: HostState, name: string): void {
  addToSketch(host.visitors as Sketch, name);
}

/** The class of a machine: by the inventory, or by its events and its system in a directory. */
export function roleOf(state: TenantState, register: Register, name: string): Role {
  const registered = register.servers.get(name)?.role;
  if (registered !== undefined && registered !== null) return registered;
  return withSystem(learnedRole(state, register, name), register.directory.machines.get(name)?.system);
}

/** Events show what a machine does, a directory what it is: people may share a workstation, and servers may be databases. */
function withSystem(learned: Role, system: System | undefined): Role {
  switch (system) {
    case undefined:
      return learned;
    case 'controller':
      return 'controller';
    case 'workstation':
      return learned === 'jump' ? learned : 'workstation';
    case 'server':
      return learned === 'unknown' || learned === 'workstation' ? 'server' : learned;
  }
}

/** The class of a machine by its events; by its name only if nothing else is known. */
function learnedRole(state: TenantState, register: Register, name: string): Role {
  const host = state.hosts.get(name);
  if (host === undefined && isAddress(name)) return roleOfNet(state, name);
  if (host === undefined) return register.naming.isWorkstation(name) ? 'workstation' : 'unknown';
  if (host.controller) return 'controller';
  const people = new Set([...host.console, ...host.remote, ...host.guests]).size;
  const days = host.last - host.first + 1;
  const atConsole = host.consoleDays >= Math.max(1, MACHINES.consoleShare * days);
  if (atConsole && host.runs.length <= 1) return people > MACHINES.several ? 'jump' : 'workstation';
  const visitors = sketchSize(host.visitors);
  if (
    visitors >= Math.max(MACHINES.hub.atLeast, MACHINES.hub.share * Math.min(266, sketchSize(state.people)))
  )
    return 'hub';
  if (host.runs.length === 0 && host.users.length === 0 && host.guests.length >= MACHINES.several)
    return 'jump';
  if (host.runs.length === 0 && host.guests.length > 0 && host.users.length === 0) return 'workstation';
  if (host.runs.length > 0) return 'app';
  if (host.users.length > 0 || host.clients.length > 0) return 'database';
  if (host.remote.length > 0 || host.writes) return 'server';
  return register.naming.isWorkstation(name) ? 'workstation' : 'unknown';
}

/** Networks are learned like machines, under a name that no machine can have. */
export function netOf(address: string): string | null {
  const dot = address.lastIndexOf('.');
  return dot === -1 || address.includes(':') ? null : `net ${address.slice(0, dot)}`;
}

/** The kind of machines in a network: workstations or servers. */
function roleOfNet(state: TenantState, address: string): Role {
  const key = netOf(address);
  const net = key === null ? undefined : state.hosts.get(key);
  if (net === undefined) return 'unknown';
  if (net.runs.length > net.guests.length) return 'app';
  return net.guests.length >= MACHINES.several ? 'workstation' : 'unknown';
}
