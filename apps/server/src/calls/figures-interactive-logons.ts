import { contract } from '@scout/contract';
import { clockOf } from '../queries/figures/clockOf.ts';
import { readInteractiveLogons } from '../queries/figures/interactiveLogons.ts';
import { implementCall } from './implementCall.ts';

export const figuresInteractiveLogons = implementCall(
  contract.figuresInteractiveLogons,
  (query, { app, tx, member }) => readInteractiveLogons(tx, member.tenantId, clockOf(query, app.clock.now())),
);
