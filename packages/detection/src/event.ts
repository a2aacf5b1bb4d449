/** The rules of specification section 5 and the changes of its section 3, by folder name under `src/rules`. */
export const RULE_IDS = [
  'service-account-activity',
  'failed-logons',
  'interactive-logons',
  'ai-risk',
  'infrastructure-changes',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** A tenant_events row as stored, served or found in local storage: free-form (specification section 3). */
export type Row = Readonly<Record<string, unknown>>;

/**
 * What ingest stores for one event: exactly these keys. Text is trimmed; `-`, empty and literal `NULL` are null.
 * Names keep their domain, instance and DNS suffix: the rules strip them (`names.ts`).
 */
export type NormalisedRow = {
  /** When the event happened: ISO 8601, milliseconds, UTC. */
  timestamp: string;
  /** `WINDOWS_SECURITY_4625` for Windows' own security events, `<Provider>/<id>` for others, a flat row's own type. */
  event_type: string;
  event_id: number | null;
  /** Decimal digits; record ids pass 2^31. Null when absent or larger than a 64-bit integer. */
  record_id: string | null;
  provider: string | null;
  target_user_name: string | null;
  target_domain_name: string | null;
  subject_user_name: string | null;
  subject_domain_name: string | null;
  /** The machine that wrote the event. */
  system_context_computer_name: string | null;
  target_computer_name: string | null;
  source_info_workstation_name: string | null;
  /** The address a logon came from. */
  source_host: string | null;
  /** Digits as text: '2' is interactive. */
  logon_type: string | null;
  process_information_new_process_name: string | null;
  process_information_command_line: string | null;
  process_information_parent_process_name: string | null;
  /** Words ("account locked out"), or the code itself when no table knows it. */
  failure_reason: string | null;
  /** Lower-case hexadecimal, or as it came. */
  status: string | null;
  sub_status: string | null;
  /** The session that the event opened, closed or gave rights to: lower-case hexadecimal, unique on its machine until it restarts. */
  logon_id: string | null;
  /** The session of the account that acted. */
  subject_logon_id: string | null;
  /** The other half of a logon that User Account Control split in two. */
  linked_logon_id: string | null;
  /** Path of the program that asked for a logon or used credentials (4624, 4625, 4648). */
  process_name: string | null;
  /** `Kerberos`, `NTLM`, `Negotiate`, … */
  authentication_package: string | null;
  /** Target of a ticket or of credentials: an account or a service principal name; the name of a new service. */
  service_name: string | null;
  /** Encryption type of a Kerberos ticket, lower-case hexadecimal; words are in codes/kerberos.ts. */
  ticket_encryption: string | null;
  /** Object of a change beside an account: the group, scheduled task, directory object or audit subcategory. */
  object_name: string | null;
  /** Its identity where its name is translated: a group's SID, a subcategory's GUID. */
  object_id: string | null;
  /** The change, in words. */
  change: string | null;
};

/**
 * Why a line did not become a row. `time_out_of_range`: before 2000-01-01 or more than 24 hours ahead; `missing_fields`: it says which
 * event it is, but not what happened.
 */
export type RejectCode =
  | 'not_json'
  | 'not_an_event'
  | 'wrong_type'
  | 'missing_time'
  | 'missing_fields'
  | 'time_out_of_range';

/**
 * The texts of a row after its type, by name, in the order in which they are stored, read and exported: the one list of
 * them. apps/server/src/ingest/events.ts writes them one by one in this order.
 */
export const DETAIL_FIELDS = [
  'provider',
  'target_user_name',
  'target_domain_name',
  'subject_user_name',
  'subject_domain_name',
  'system_context_computer_name',
  'target_computer_name',
  'source_info_workstation_name',
  'source_host',
  'logon_type',
  'process_information_new_process_name',
  'process_information_command_line',
  'process_information_parent_process_name',
  'failure_reason',
  'status',
  'sub_status',
] as const satisfies readonly (keyof NormalisedRow)[];

/**
 * The texts that are stored beside those, in this order: what accounts' stories are told from. They are served where they have a value,
 * and are in no export.
 */
export const CONTEXT_FIELDS = [
  'logon_id',
  'subject_logon_id',
  'linked_logon_id',
  'process_name',
  'authentication_package',
  'service_name',
  'ticket_encryption',
  'object_name',
  'object_id',
  'change',
] as const satisfies readonly (keyof NormalisedRow)[];

/** Those of them that the rules look at: the ones that lists of events carry. */
export const CHANGE_FIELDS = [
  'object_name',
  'object_id',
  'change',
] as const satisfies readonly (typeof CONTEXT_FIELDS)[number][];

/** A line is either a row or a rejection that a person can act on. */
export type NormaliseResult =
  | { ok: true; row: NormalisedRow }
  | { ok: false; code: RejectCode; message: string };

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Details of an infrastructure change (specification section 3). */
export type Change = { type: string; severity: Severity; description: string };

/** One rule that one event matched. Names are stripped and spelled as the event spells them; a key is the name in lower case. */
export type RuleMatch = {
  rule: RuleId;
  /** Epoch milliseconds. */
  time: number;
  /** Empty for a change that concerns no one account, such as one of the audit policy. */
  serviceAccount: string;
  serviceAccountKey: string;
  computer: string | null;
  computerKey: string | null;
  /** The production server concerned. */
  server: string | null;
  serverKey: string | null;
  /** The account that acted (the event's subject), which may be a computer's own. */
  subjectUser: string | null;
  subjectUserKey: string | null;
  /** File name of the process, without its folder. */
  process: string | null;
  failureReason: string | null;
  /** Every source the event names, once each whatever the case, ordered by key. */
  sourceHosts: string[];
  /** Of an infrastructure change alone. */
  change: Change | null;
};

/** A rule match that has been given the identity of its event. */
export type Incident = RuleMatch & {
  /** Identity of the event's row; the last word when two incidents share a millisecond. */
  id: string;
};
