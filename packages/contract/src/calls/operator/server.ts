import { declareCall } from '../../call.ts';
import { tenantId } from '../../entities/fields.ts';
import { keyName, serverKey } from '../../entities/key.ts';
import { z } from '../../zod.ts';

/** Health of this process and of its connection to the database. */
export const health = declareCall({
  access: 'visitor',
  method: 'GET',
  path: '/health',
  summary: 'Health',
  tag: 'Server',
  input: z.object({}),
  output: z.object({
    status: z.literal('ok'),
    /** True: no mail leaves this machine; what is sent is read at /dev/inbox. */
    inbox: z.boolean(),
  }),
});

/** The server's keys by purpose, the newest first; nothing that is secret. */
export const operatorKeysList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/keys',
  summary: "List the server's keys",
  tag: 'Operator',
  input: z.object({}),
  output: z.array(serverKey),
});

/** Makes a new key, which all servers use after a few seconds. What the former ones made stays valid; see the call to reseal. */
export const operatorKeysRotate = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/keys/{key}/rotate',
  summary: 'Replace a key',
  tag: 'Operator',
  input: z.object({ key: keyName }),
  output: serverKey,
});

/**
 * Seals the next rows of a purpose with its current key, and plans the end of the former keys with the last of them. Asked
 * again with `after` of its answer until that is null; harmless when repeated.
 */
export const operatorKeysReseal = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/keys/{key}/reseal',
  summary: 'Seal anew what former keys sealed',
  tag: 'Operator',
  input: z.object({ key: keyName, after: z.string().max(64).default('') }),
  output: z.object({
    /** The new key is not used by all servers yet: nothing was done, ask again in a second. */
    waiting: z.boolean(),
    resealed: z.number().int(),
    /** Rows that no key opens; they stay, and so do the former keys. */
    unreadable: z.number().int(),
    after: z.string().nullable(),
  }),
});

/** Follows the hash chain of an organization's audit log. */
export const operatorAuditVerify = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/audit/verify',
  summary: "Verify an organization's audit log",
  tag: 'Operator',
  input: z.object({ tenant_id: tenantId }),
  output: z.object({
    tenant_id: tenantId,
    entries: z.number().int().min(0),
    /** Place of the first entry that is missing or does not fit, from 1; null when the chain holds. */
    first_fault: z.number().int().min(1).nullable(),
    /** Hash of the last entry, in hex; null without entries. Note it elsewhere to recognize a chain that was replaced. */
    head: z.string().nullable(),
  }),
  errors: ['not_found'],
});
