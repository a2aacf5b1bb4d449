import { declareCall } from '../../call.ts';
import { tenantId } from '../../entities/fields.ts';
import { rc4UsePage } from '../../entities/rc4Use.ts';
import { z } from '../../zod.ts';
import { rc4Page } from '../cases/rc4Uses.ts';

/** An organization's uses of RC4, by account. */
export const operatorRc4Uses = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/rc4-uses',
  summary: "List an organization's uses of RC4",
  tag: 'Operator',
  input: z.object({ tenant_id: tenantId, ...rc4Page }),
  output: rc4UsePage,
  errors: ['not_found'],
});
