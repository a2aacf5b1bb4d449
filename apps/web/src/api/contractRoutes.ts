import { contract } from '@scout/contract';

/** The calls as the client needs them. The build replaces this module: see contractRoutes.ts beside vite.config.ts. */
export const contractRoutes = contract;
