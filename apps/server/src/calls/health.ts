import { contract } from '@scout/contract';
import { hasInbox } from '../mail/inbox/registerInbox.ts';
import { implementCall } from './implementCall.ts';

export const health = implementCall(contract.health, async (_input, { app }) => {
  await app.authStore.pool.query('SELECT');
  return { status: 'ok' as const, inbox: hasInbox(app.config) };
});
