import { contract } from '@scout/contract';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { createEnrolment } from '../queries/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const enrolmentsCreate = implementCall(contract.enrolmentsCreate, (input, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, actor, log }) => {
    const created = await createEnrolment(tx, tenantId, input, now, actor);
    const { token_id, label, max_uses, expires_at } = created;
    await log({ action: 'enrolment_created', details: { token_id, label, max_uses, expires_at } });
    return created;
  }),
);
