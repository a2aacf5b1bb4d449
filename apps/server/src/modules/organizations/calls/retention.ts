import { contract } from '@scout/contract';
import { changeAsAdmin, readAsAdmin } from '../../auth/index.ts';
import { changeHold, changeRetention } from '../changeRetention.ts';
import { implementCall } from '../services.ts';
import { readRetention } from '../sql/retention.ts';

export const organizationRetention = implementCall(
  contract.organizationRetention,
  async (_input, context) => {
    const tx = await readAsAdmin(context);
    return readRetention(tx, context.member.tenantId, new Date(context.app.clock.now()));
  },
);

export const organizationRetentionSet = implementCall(
  contract.organizationRetentionSet,
  ({ retention_days }, context) =>
    changeAsAdmin(context, async (work) => {
      await changeRetention(work, retention_days);
      return readRetention(work.tx, work.tenantId, work.now);
    }),
);

export const organizationHold = implementCall(contract.organizationHold, (input, context) =>
  changeAsAdmin(context, async (work) => {
    await changeHold(work, input);
    return readRetention(work.tx, work.tenantId, work.now);
  }),
);
