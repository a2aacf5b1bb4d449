import { contract } from '@scout/contract';
import { withRole } from '../database/pool.ts';
import { isSuspected } from '../sales/suspected.ts';
import { implementCall } from './implementCall.ts';

export const mailingList = implementCall(
  contract.mailingList,
  async ({ email, ...form }, { app, request }) => {
    await app.rates.consume('mailingListPerAddress', request.address);
    // An address that is there already is the database's own refusal, 23505.
    await withRole(app.pool, { role: 'scout_visitor' }, (tx) =>
      tx
        .insertInto('mailing_list')
        .values({ email, suspected: isSuspected(form), created_at: new Date(app.clock.now()) })
        .execute(),
    );
    return { stored: true as const };
  },
);
