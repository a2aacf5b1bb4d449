import type { Family } from '../metrics/exposition.ts';
import type { Grounds } from './installation.ts';

/** Ways to stop a process: with /readyz informing a load balancer first, or because another one takes over. */
export type WayToStop = 'drain' | 'hand-over';

/** From the supervisor to a server process. */
export type ToProcess =
  | { readonly kind: 'begin'; readonly grounds: Grounds; readonly advises: boolean }
  | { readonly kind: 'stop'; readonly way: WayToStop }
  | { readonly kind: 'tell'; readonly of: 'process' | 'installation' };

/** A server process that accepts calls. */
export interface Ready {
  readonly localUrl: string;
  readonly inboxUrl?: string | undefined;
}

/** From a server process to the supervisor. */
export type FromProcess =
  | ({ readonly kind: 'ready' } & Ready)
  | {
      readonly kind: 'metrics';
      readonly of: 'process' | 'installation';
      readonly families: readonly Family[];
    }
  /** It cannot start, with the reason. */
  | { readonly kind: 'refused'; readonly reason: string };
