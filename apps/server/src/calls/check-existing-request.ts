import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { isEarlyAccessRequested } from '../queries/demo-requests.ts';
import { implementCall } from './implementCall.ts';

export const checkExistingRequest = implementCall(
  contract.checkExistingRequest,
  async ({ email }, { app, request }) => {
    await app.rates.consume('lookUpPerAddress', request.address);
    await app.rates.consume('lookUpPerAccount', email);
    const hasExistingRequest = await withRole(app.pool, { role: 'scout_visitor' }, (tx) =>
      isEarlyAccessRequested(tx, email),
    );
    return { hasExistingRequest };
  },
);
