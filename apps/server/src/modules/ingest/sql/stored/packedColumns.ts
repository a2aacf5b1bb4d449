import { CONTEXT_FIELDS, DETAIL_FIELDS } from '@scout/detection';

/** Columns of packed_events with one element for each event, named as in tenant_events; the time is computed. */
export const PACKED_COLUMNS = [
  'batch_id',
  'batch_index',
  'agent_id',
  'event_type',
  'event_id',
  'record_id',
  ...DETAIL_FIELDS,
  ...CONTEXT_FIELDS,
] as const;

/** A column of stored events, whether packed or not, beside the organization's id. */
export type EventColumn = 'occurred_at' | (typeof PACKED_COLUMNS)[number];
