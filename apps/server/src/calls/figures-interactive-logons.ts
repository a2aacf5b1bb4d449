import { contract } from '@scout/contract';
import { readInteractiveLogons } from '../queries/figures/interactiveLogons.ts';
import { implementCall } from './implementCall.ts';

export const figuresInteractiveLogons = implementCall(
  contract.figuresInteractiveLogons,
  ({ tz }, { app, tx, member }) =>
    readInteractiveLogons(tx, member.tenantId, { now: app.clock.now(), timeZone: tz }),
);
