import type { System } from '@scout/cases';
import type { DirectoryIdentity } from '@scout/detection/directoryAccounts';
import { DAY } from '@scout/detection/time';
import type { Draw } from './draw.ts';
import type { Host, HostRole } from './host.ts';
import type { Env } from './names.ts';
import type { Account, App, Life, World } from './world.ts';

/** A directory as a sync reads it: everyone, and every machine. */
export type BankDirectory = {
  accounts: (DirectoryIdentity & { created: string })[];
  computers: { name: string; role: System; dn: string }[];
};

/**
 * Shares of a bank's applications whose accounts are in a unit for service accounts, and of those whose units name environments: tidy
 * directories have them, grown ones do not.
 */
const TIDY = [0.5, 1] as const;
const UNITS = [
  'Service Accounts',
  'SVC_Accounts',
  'T1-ServiceAccounts',
  'Dienstkonten',
  'Comptes de service',
];
/** Shares of accounts with service principal names: of database servers and services that people sign in to, hardly of jobs. */
const WITH_SERVICES: Partial<Record<Life, number>> = { engine: 1, service: 0.3, daytime: 0.3 };
const OTHER_JOBS = 0.02;
const OLDEST = 10 * 365;
const ENVIRONMENTS: Readonly<Record<Env, string>> = { prod: 'Prod', uat: 'UAT', test: 'Test', dev: 'Dev' };
const SYSTEMS: Partial<Record<HostRole, System>> = {
  'domain controller': 'controller',
  workstation: 'workstation',
};

/** The directory of the first day. Units, services and ages are drawn; people and machines are all there. @param start epoch milliseconds */
export function directoryOf(world: World, draw: Draw, start: number): BankDirectory {
  const tidy = draw.real(...TIDY);
  const unit = draw.pick(UNITS);
  const root = world.realm
    .split('.')
    .map((part) => `DC=${part}`)
    .join(',');
  const inUnit = new Set(world.apps.filter(() => draw.chance(tidy)));
  const namesEnvironment = new Set(world.apps.filter(() => draw.chance(tidy)).map(({ name }) => name));
  const environment = (app: string | null, env: Env) =>
    app !== null && namesEnvironment.has(app) ? `OU=${ENVIRONMENTS[env]},` : '';
  const created = () => new Date(start - draw.between(1, OLDEST) * DAY).toISOString();
  const unitOf = (app: App) => (inUnit.has(app) ? `OU=${unit}` : 'OU=Users,OU=Applications');
  const ofAccount = ({ name, app, env, managed, life }: Account) => ({
    name,
    kind: managed ? ('gmsa' as const) : ('user' as const),
    sid: null,
    has_services: draw.chance(WITH_SERVICES[life] ?? OTHER_JOBS),
    dn: `CN=${name},${managed ? 'CN=Managed Service Accounts' : `${environment(app.name, env)}${unitOf(app)}`},${root}`,
    created: created(),
  });
  const ofPerson = ({ name }: { name: string }) => ({
    name,
    kind: 'user' as const,
    sid: null,
    has_services: false,
    dn: `CN=${name},OU=People,${root}`,
    created: created(),
  });
  const ofHost = ({ name, role, app, env }: Host) => ({
    name,
    role: SYSTEMS[role] ?? ('server' as const),
    dn: `CN=${name},${environment(app, env)}OU=Computers,${root}`,
  });
  return {
    accounts: [...world.accounts.map(ofAccount), ...world.people.map(ofPerson)],
    computers: [...world.servers, ...world.people.map(({ workstation }) => workstation)].map(ofHost),
  };
}
