import { z } from '../zod.ts';
import { email, tenantId } from './fields.ts';

/** The body of the calls that change one member (spec section 7, RPCs). Another organization's `p_tenant_id` is not found. */
export const memberRpc = z.object({ p_tenant_id: tenantId, p_email: email });
