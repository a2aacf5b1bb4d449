import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { agentId, isoTime } from './fields.ts';

const { directories: max } = limits;

/** Text of one line. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u, 'must not hold control characters');

/** Empty counts as not given. */
const optional = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .transform((text) => text || null)
    .nullable()
    .default(null);

/** The address of a domain controller: LDAPS, or LDAP that is encrypted by StartTLS before anything else is sent. */
export const directoryUrl = z
  .string()
  .trim()
  .max(max.urlMax)
  .regex(
    /^ldaps?:\/\/(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?\/?$/i,
    'Give an address such as ldaps://dc1.corp.example:636.',
  )
  .refine((text) => URL.canParse(text), 'Give an address such as ldaps://dc1.corp.example:636.');

/** A host, with or without a port. */
const kdc = z
  .string()
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i,
    'Give a host such as dc1.corp.example.',
  );

/** How the account of a directory signs in. */
export const directorySignIns = ['password', 'keytab'] as const;
export type DirectorySignIn = (typeof directorySignIns)[number];

/** A directory to read. */
export const newDirectory = z.object({
  name: line(max.nameMax),
  /** Never given: the server reads it. */
  agent: z.null().optional(),
  url: directoryUrl,
  /**
   * A user principal name or a distinguished name; with a keytab, the account as the keytab has it, such as scout-reader@CORP.EXAMPLE. An
   * account without any rights beyond reading is enough.
   */
  bind_name: line(max.bindNameMax),
  /** The account's password; null with a keytab. Stored encrypted, and never shown. */
  password: z.string().min(1).max(max.passwordMax).nullable().default(null),
  /** A keytab in base64, instead of the password. The account's AES keys are stored encrypted, and never shown. */
  keytab: z
    .base64()
    .min(1)
    .max(Math.ceil(max.keytabMax / 3) * 4)
    .nullable()
    .default(null),
  /** Host of the Kerberos service, with or without a port, for a keytab; null: the controller. */
  kdc: optional(max.kdcMax).pipe(kdc.nullable()),
  /** Distinguished name below which accounts are read; null: the whole domain. */
  base: optional(max.baseMax),
  /** LDAP filter that accounts and computers must also match; null: all. */
  filter: optional(max.filterMax),
  /** CA certificates as PEM that verify the controller; null: public CAs. */
  ca: optional(max.caMax),
});

/** A directory that an agent reads: the address and the sign-in are in the agent's own file, under this name. */
export const newAgentDirectory = z.strictObject({
  name: line(max.nameMax),
  /** Name or id of an approved agent. */
  agent: line(limits.agent.hostMax),
});

/** `waiting`: not read yet; `reading`: being read now; `current`: the last sync succeeded; `failing`: it failed, and the state before it stays. */
export const directoryStates = ['waiting', 'reading', 'current', 'failing'] as const;
export type DirectoryState = (typeof directoryStates)[number];

/** A directory that is read, without its password or keys. */
export const directory = z.object({
  directory_id: z.uuid(),
  name: z.string(),
  /** Null: only the agent knows it. */
  url: z.string().nullable(),
  bind_name: z.string().nullable(),
  sign_in: z.enum(directorySignIns).nullable(),
  /** Host of the Kerberos service; null: the controller. */
  kdc: z.string().nullable(),
  /** The machine that reads it; null: the server. */
  agent: z
    .object({
      agent_id: agentId,
      host: z.string(),
      /** SHA-256 (base64url) of the key that its snapshots must be signed by; null before the first one. */
      key_fingerprint: z.string().nullable(),
    })
    .nullable(),
  base: z.string().nullable(),
  filter: z.string().nullable(),
  /** True when its own certificates verify the controller. */
  has_ca: z.boolean(),
  state: z.enum(directoryStates),
  /** DNS name of the domain; null: never read. */
  domain: z.string().nullable(),
  /** Entries of the last good state. */
  accounts: z.number().int(),
  computers: z.number().int(),
  /** End of the last sync that succeeded: the age of what is shown. */
  synced_at: isoTime.nullable(),
  /** End of the last sync that read every entry. */
  read_fully_at: isoTime.nullable(),
  /** End of the last attempt. */
  attempted_at: isoTime.nullable(),
  next_attempt_at: isoTime,
  failing_since: isoTime.nullable(),
  /** Reason of the last failure, as a sentence; null after a success. */
  problem: z.string().nullable(),
  created_at: isoTime,
  created_by: z.string(),
});
export type Directory = z.output<typeof directory>;

export const directoryList = z.array(directory).max(max.most);
