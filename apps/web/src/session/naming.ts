import type { Tenant } from '@scout/contract';
import { compileNaming, type Naming, STANDARD_NAMING } from '@scout/detection';
import { use } from 'react';
import { OrganizationContext } from './organization.ts';

type Saved = NonNullable<Tenant['detection']>;

const compiled = new WeakMap<Saved, Naming>();

/** The naming of an organization; the same object until its settings change. The standard naming while unknown. */
export function namingOf(tenant: Pick<Tenant, 'detection'> | null): Naming {
  const saved = tenant?.detection ?? null;
  if (saved === null) return STANDARD_NAMING;
  const known = compiled.get(saved);
  if (known !== undefined) return known;
  const naming = compileNaming(saved.settings);
  compiled.set(saved, naming);
  return naming;
}

/** The naming of the signed-in organization. */
export const useNaming = (): Naming => namingOf(use(OrganizationContext)?.tenant ?? null);
