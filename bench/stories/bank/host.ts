import { type Collection, type Coverage, drawCollection } from './domain/coverage.ts';
import type { Draw } from './draw.ts';
import type { Env } from './names.ts';

export type HostRole =
  | 'application'
  | 'database'
  | 'domain controller'
  | 'jump host'
  | 'file server'
  | 'management'
  | 'workstation';

export type Host = Collection & {
  name: string;
  ip: string;
  role: HostRole;
  env: Env;
  app: string | null;
  /** First day of its activity. */
  since: number;
};

const SHARES: Partial<Record<HostRole, 'controllers' | 'workstations'>> = {
  'domain controller': 'controllers',
  workstation: 'workstations',
};

/** A machine with what is collected from it, as usual at the bank. */
export function createHost(
  draw: Draw,
  coverage: Coverage,
  host: Pick<Host, 'name' | 'ip' | 'role'> & Partial<Pick<Host, 'env' | 'app' | 'since'>>,
): Host {
  return {
    env: 'prod',
    app: null,
    since: 0,
    ...host,
    ...drawCollection(draw, coverage, SHARES[host.role] ?? 'servers'),
  };
}
