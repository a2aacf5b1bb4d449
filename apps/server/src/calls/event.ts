import { contract } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { readRawEvent } from '../queries/rawEvent.ts';
import { implementCall } from './implementCall.ts';

export const event = implementCall(contract.event, async ({ id }, { tx, member }) => {
  const found = await readRawEvent(tx, member.tenantId, id);
  if (found === undefined) throw new Refusal('not_found', { message: 'There is no such event any more.' });
  return found;
});
