import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin, readAsAdmin } from '../../auth/index.ts';
import { implementCall } from '../services.ts';
import { createEnrolment, listEnrolments, revokeEnrolment } from '../sql/enrolments.ts';
import { requireGroup } from './requireGroup.ts';

export const enrolments = implementCall(contract.enrolments, async (_input, context) =>
  listEnrolments(await readAsAdmin(context), context.member.tenantId),
);

export const enrolmentsCreate = implementCall(contract.enrolmentsCreate, (input, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, actor, log }) => {
    const { group_id } = input;
    const group = group_id === undefined ? null : await requireGroup(tx, tenantId, group_id);
    const created = await createEnrolment(tx, tenantId, input, now, actor);
    const { token_id, label, max_uses, expires_at } = created;
    const details = { token_id, label, max_uses, expires_at, ...(group !== null && { group: group.name }) };
    await log({ action: 'enrolment_created', details });
    return created;
  }),
);

export const enrolmentsRevoke = implementCall(contract.enrolmentsRevoke, ({ token_id }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, log }) => {
    const done = await revokeEnrolment(tx, tenantId, token_id, now);
    if (!done) throw new Refusal('not_found', { message: 'This organization has no such enrollment token.' });
    const { enrolment, revoked } = done;
    if (revoked) await log({ action: 'enrolment_revoked', details: { token_id, label: enrolment.label } });
    return enrolment;
  }),
);
