import type { Contract } from '@scout/cases';
import type { DetectionSettings } from '@scout/detection';
import type pg from 'pg';
import type { Actor, Transaction } from '../../../../platform/database/pool.ts';
import { proposeFromActivity, tryOnActivity } from '../../sql/contractActivity.ts';
import { previewDetection } from '../../sql/detectionPreview.ts';
import { tryException } from '../../sql/exceptionTrial.ts';
import { trySettings } from './trySettings.ts';

type Settings = { readonly present: DetectionSettings; readonly proposed: DetectionSettings };

/** Comparisons of stored events or findings with settings. Each takes seconds, in a thread of its own with its own connection. */
export const trials = {
  /** Names and incidents with other detection settings. */
  preview: {
    role: 'scout_member',
    run: (tx, { scope, present, proposed }: Settings & { scope: Parameters<typeof previewDetection>[1] }) =>
      previewDetection(tx, scope, present, proposed),
  },
  /** Cases with other detection settings. */
  settings: {
    role: 'scout_admin',
    run: (_tx, { scope, ...settings }: Settings & { scope: Parameters<typeof trySettings>[1] }, client) =>
      trySettings(client, scope, settings),
  },
  /** Findings that an exception would excuse. */
  exception: {
    role: 'scout_member',
    run: (tx, { scope, permitted }: { scope: Parameters<typeof tryException>[1]; permitted: Permitted }) =>
      tryException(tx, scope, permitted),
  },
  /** Cases that a contract would cause. */
  contract: {
    role: 'scout_member',
    run: (tx, { scope, contract, inForce }: ContractTrial) => tryOnActivity(tx, scope, contract, inForce),
  },
  /** The contract that permits what an account does. */
  proposal: {
    role: 'scout_member',
    run: (tx, scope: Parameters<typeof proposeFromActivity>[1]) => proposeFromActivity(tx, scope),
  },
} satisfies Record<string, { role: Actor['role']; run: Run }>;

type Permitted = Parameters<typeof tryException>[2];
type ContractTrial = {
  readonly scope: Parameters<typeof tryOnActivity>[1];
  readonly contract: Contract;
  readonly inForce: Contract | null;
};

type Run = (tx: Transaction, input: never, client: pg.ClientBase) => Promise<unknown>;

export type TrialName = keyof typeof trials;
export type TrialInput<N extends TrialName> = Parameters<(typeof trials)[N]['run']>[1];
export type TrialResult<N extends TrialName> = Awaited<ReturnType<(typeof trials)[N]['run']>>;
