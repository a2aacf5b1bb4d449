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
    /** True: mail is not sent but collected at /dev/inbox. */
    inbox: z.boolean(),
  }),
});

/** The server's keys by purpose, newest first, without secrets. */
export const operatorKeysList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/keys',
  summary: "List the server's keys",
  tag: 'Operator',
  input: z.object({}),
  output: z.array(serverKey),
});

/** Creates a new key, which all servers use after a few seconds. Data of former keys stays readable; see the reseal call. */
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
 * Re-encrypts the next rows of a purpose with its current key; the last step schedules deletion of the former keys. Repeated with
 * the response's `after` until it is null. Idempotent.
 */
export const operatorKeysReseal = declareCall({
  access: 'operator',
  method: 'POST',
  path: '/operator/v1/keys/{key}/reseal',
  summary: 'Re-encrypt data of former keys',
  tag: 'Operator',
  input: z.object({ key: keyName, after: z.string().max(64).default('') }),
  output: z.object({
    /** True while some server does not use the new key yet: nothing was done; retry after a second. */
    waiting: z.boolean(),
    resealed: z.number().int(),
    /** Rows that no key can decrypt; they stay, and so do the former keys. */
    unreadable: z.number().int(),
    after: z.string().nullable(),
  }),
});

/** Verifies the hash chain of an organization's audit log. */
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
    /** Position, from 1, of the first entry that is missing or does not match; null for an intact chain. */
    first_fault: z.number().int().min(1).nullable(),
    /** Hash of the last entry, in hex; null without entries. A copy kept elsewhere detects a replaced chain. */
    head: z.string().nullable(),
  }),
  errors: ['not_found'],
});
