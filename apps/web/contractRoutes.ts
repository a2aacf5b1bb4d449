import { join } from 'node:path';
import { isContractProcedure } from '@orpc/contract';
import { contract } from '@scout/contract';
import type { Plugin } from 'vite';

const replaced = join(import.meta.dirname, 'src/api/contractRoutes.ts');

/**
 * Replaces src/api/contractRoutes.ts by methods and paths alone. Pages send and never check what the server answers, so the schemas of all
 * calls and the library that reads them would be a fifth of the bytes of the sign-in page for nothing.
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

/** A router of the same shape whose calls have nothing but what a request is made of. */
function routesOf(router: object): object {
  if (isContractProcedure(router)) {
    const { method, path, inputStructure, outputStructure } = router['~orpc'].route;
    return { '~orpc': { errorMap: {}, meta: {}, route: { method, path, inputStructure, outputStructure } } };
  }
  return Object.fromEntries(Object.entries(router).map(([name, part]) => [name, routesOf(part)]));
}
