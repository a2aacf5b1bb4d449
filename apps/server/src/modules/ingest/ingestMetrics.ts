import type { Family } from '../../platform/metrics/exposition.ts';
import type { Quotas } from './quota/quotas.ts';

/** Counts of data stored by this process since its start. */
export interface IngestMetrics {
  /** The same quotas with counted charges. */
  counted(quotas: Quotas): Quotas;
  families(): Family[];
}

/** Counts charges of batches: accepted events and stored bytes; repeated batches do not count. */
export function createIngestMetrics(): IngestMetrics {
  let events = 0;
  let bytes = 0;
  return {
    counted: (quotas) => ({
      ...quotas,
      charge(agent, used) {
        events += used.events;
        bytes += used.bytes;
        return quotas.charge(agent, used);
      },
    }),
    families: () => [
      {
        name: 'scout_ingest_events_total',
        help: 'Events that this process has stored.',
        type: 'counter',
        samples: [{ value: events }],
      },
      {
        name: 'scout_ingest_stored_bytes_total',
        help: 'Bytes of bodies and rows that this process has stored.',
        type: 'counter',
        samples: [{ value: bytes }],
      },
    ],
  };
}
