import type { FastifyInstance } from 'fastify';
import type { Job } from '../jobs/rounds.ts';

/** A subject of the server. Beside its calls it may have routes of its own and background work; `S` is what these ask for. */
export interface Module<S> {
  /** Handlers by the names of their calls. */
  readonly calls: object;
  routes?(app: FastifyInstance, services: S): void;
  /** Starts the background work. */
  jobs?(services: S): Job[];
}
