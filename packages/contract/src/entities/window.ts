import { z } from '../zod.ts';
import { isoDate, offsetTime } from './fields.ts';

/** A time with its offset, or a date, which means midnight UTC of that day. */
export const moment = z.union([offsetTime, isoDate], {
  error: 'must be an ISO 8601 time with its offset, or a date, of the years 1900 to 2999',
});

/** Optional ends of a window. */
export const windowFields = { from: moment.optional(), to: moment.optional() };

/** True unless a window ends before it begins. */
export const isOrdered = (query: { from?: string | undefined; to?: string | undefined }) =>
  !query.from || !query.to || Date.parse(query.from) <= Date.parse(query.to);
export const orderFault = { message: 'must not be later than to', path: ['from'] };
