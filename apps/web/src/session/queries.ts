import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { queryClient } from '../api/queryClient.ts';
import { api, session } from './current.ts';
import { dropAtChange } from './dropAtChange.ts';

/** Every call of the contract as TanStack Query options, made as the signed-in user. */
export const query = createTanstackQueryUtils(api);

dropAtChange(session, queryClient);
