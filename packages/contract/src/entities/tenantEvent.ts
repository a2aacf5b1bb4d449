import { z } from '../zod.ts';
import { agentId, isoTime, tenantId } from './fields.ts';

const text = z.string().nullable();

/** One stored security event: the normalized columns of spec section 3, plus its origin. */
export const tenantEvent = z.object({
  /** `{batch_id}-{line in the batch, six digits}`; sorts by code point. */
  id: z.string(),
  tenant_id: tenantId,
  agent_id: agentId,
  timestamp: isoTime,
  event_type: z.string(),
  event_id: z.number().int().nullable(),
  record_id: text,
  provider: text,
  target_user_name: text,
  target_domain_name: text,
  subject_user_name: text,
  subject_domain_name: text,
  system_context_computer_name: text,
  target_computer_name: text,
  source_info_workstation_name: text,
  source_host: text,
  logon_type: text,
  process_information_new_process_name: text,
  process_information_command_line: text,
  process_information_parent_process_name: text,
  failure_reason: text,
  status: text,
  sub_status: text,
  // Present if they have a value; a single event has all of them, a list only those of changes.
  logon_id: z.string().optional(),
  subject_logon_id: z.string().optional(),
  linked_logon_id: z.string().optional(),
  process_name: z.string().optional(),
  authentication_package: z.string().optional(),
  service_name: z.string().optional(),
  ticket_encryption: z.string().optional(),
  ticket_details: z.string().optional(),
  object_name: z.string().optional(),
  object_id: z.string().optional(),
  change: z.string().optional(),
});
export type TenantEvent = z.output<typeof tenantEvent>;
