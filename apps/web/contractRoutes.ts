import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { type CallMeta, contract } from '@scout/contract';
import type { Plugin } from 'vite';

const replaced = join(import.meta.dirname, 'src/api/contractRoutes.ts');

/**
 * Replaces src/api/contractRoutes.ts by methods, paths and permitted roles. Pages do not validate responses, and the schemas of all calls with
 * their library would be a fifth of the sign-in page's bytes.
 */
export function contractRoutes(): Plugin {
  return {
    name: 'scout-contract-routes',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) =>
      id === replaced ? `export const contractRoutes = ${JSON.stringify(routesOf(contract))};` : null,
  };
}

/** A router of the same shape with only the data for requests, and for the buttons that make them. */
function routesOf(router: object): object {
  if (isContractProcedure(router)) {
    const { route, meta } = router['~orpc'];
    const { method, path, inputStructure, outputStructure } = route;
    const { roles } = meta as CallMeta;
    return {
      '~orpc': { errorMap: {}, meta: { roles }, route: { method, path, inputStructure, outputStructure } },
    };
  }
  return Object.fromEntries(Object.entries(router).map(([name, part]) => [name, routesOf(part)]));
}
