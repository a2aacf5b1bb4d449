import { contract } from '@scout/contract';
import { changeAsAdmin } from '../../auth/index.ts';
import { endPresentException, makeException } from '../changeExceptions.ts';
import { implementCall } from '../services.ts';
import { listExceptions } from '../sql/exceptions.ts';

export const exceptions = implementCall(contract.exceptions, (query, { app, tx, member }) =>
  listExceptions(tx, member.tenantId, query, app.clock.now()),
);

export const exceptionsCreate = implementCall(contract.exceptionsCreate, async (input, context) => {
  await context.app.rates.consume('exceptionsPerOrganization', context.member.tenantId);
  return changeAsAdmin(context, (work) => makeException(work, input));
});

export const exceptionsTry = implementCall(
  contract.exceptionsTry,
  async (permitted, { app, member, gone }) => {
    const { tenantId } = member;
    await app.rates.consume('exceptionTrialPerOrganization', tenantId);
    const scope = { tenantId, now: app.clock.now() };
    return app.trials.run(member, 'exception', { scope, permitted }, gone);
  },
);

export const exceptionsEnd = implementCall(contract.exceptionsEnd, ({ id }, context) =>
  changeAsAdmin(context, (work) => endPresentException(work, id)),
);
