import { createContext } from 'react';

/** Table rows of 36 px or of 28. */
export type Density = 'regular' | 'compact';

/** How dense tables are that do not say so themselves. */
export const DensityContext = createContext<Density>('regular');
