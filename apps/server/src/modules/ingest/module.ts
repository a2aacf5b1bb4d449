import type { FastifyInstance } from 'fastify';
import type { Gate } from './gate.ts';
import { type IngestContext, registerIngest } from './registerIngest.ts';

export * as calls from './calls/index.ts';
export { createGate, GATE_LIMITS } from './gate.ts';
export { createIngestMetrics } from './ingestMetrics.ts';
export { createQuotas, type Quotas } from './quota/quotas.ts';
export type { IngestServices } from './services.ts';
export { createStorage } from './storage.ts';
export { createWriteHealth, type WriteHealth } from './writeHealth.ts';

/** Registers its routes beside the calls of the router. */
export function routes(app: FastifyInstance, services: IngestContext & { readonly gate: Gate }): void {
  registerIngest(app, services, { gate: services.gate });
}
