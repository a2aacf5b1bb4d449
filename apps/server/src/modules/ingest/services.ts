import { type CallServices, callsWith } from '../auth/index.ts';
import type { UsageContext } from './sql/usage.ts';

/** Services for the calls about usage. */
export interface IngestServices extends CallServices, UsageContext {}

/** Implements a call of this module. */
export const implementCall = callsWith<IngestServices>();
