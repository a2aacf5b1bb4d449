import { contract } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { revokeEnrolment } from '../queries/enrolments.ts';
import { implementCall } from './implementCall.ts';

export const enrolmentsRevoke = implementCall(contract.enrolmentsRevoke, ({ token_id }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, log }) => {
    const done = await revokeEnrolment(tx, tenantId, token_id, now);
    if (!done) throw new Refusal('not_found', { message: 'This organization has no such enrolment token.' });
    const { enrolment, revoked } = done;
    if (revoked) await log({ action: 'enrolment_revoked', details: { token_id, label: enrolment.label } });
    return enrolment;
  }),
);
