import { z } from '../zod.ts';
import { isoDate, offsetTime } from './fields.ts';

/** A moment with its offset, or a date, which is that day's midnight in UTC. */
export const moment = z.union([offsetTime, isoDate], {
  error: 'must be an ISO 8601 time with its offset, or a date, of the years 1900 to 2999',
});

/** The two ends of a window, each of which may be left out. */
export const windowFields = { from: moment.optional(), to: moment.optional() };

/** True when a window does not end before it begins. */
export const isOrdered = (query: { from?: string | undefined; to?: string | undefined }) =>
  !query.from || !query.to || Date.parse(query.from) <= Date.parse(query.to);
export const orderFault = { message: 'must not be later than to', path: ['from'] };
