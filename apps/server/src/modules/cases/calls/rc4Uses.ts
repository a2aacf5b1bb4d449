import { contract } from '@scout/contract';
import { implementCall } from '../services.ts';
import { accountKeyOf } from '../sql/cases.ts';
import { readRc4Uses } from '../sql/rc4Uses.ts';

export const rc4Uses = implementCall(contract.rc4Uses, ({ account, ...page }, { app, tx, member }) =>
  readRc4Uses(
    tx,
    member.tenantId,
    { ...page, ...(account !== undefined && { accountKey: accountKeyOf(account) }) },
    app.clock.now(),
  ),
);
