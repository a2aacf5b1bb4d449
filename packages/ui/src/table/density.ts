import { createContext } from 'react';

/** Table rows of 36 px (regular) or 28 px (compact). */
export type Density = 'regular' | 'compact';

/** The density of tables without a `density` of their own. */
export const DensityContext = createContext<Density>('regular');
