import { contract } from '@scout/contract';

/** The calls in the form needed by the client. The build replaces this module: see contractRoutes.ts beside vite.config.ts. */
export const contractRoutes = contract;
