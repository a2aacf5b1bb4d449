/** The rules of specification section 5 and the changes of its section 3, by folder name under `src/rules`. */
export const RULE_IDS = [
  'service-account-activity',
  'failed-logons',
  'interactive-logons',
  'ai-risk',
  'infrastructure-changes',
] as const;
export type RuleId = (typeof RULE_IDS)[number];

/** A tenant_events row as stored, served or read from local storage: free-form (specification section 3). */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Row stored by ingest for one event, with exactly these keys. Text is trimmed; `-`, empty and literal `NULL` are null. Names
 * keep domain, instance and DNS suffix; the rules strip them (`names.ts`).
 */
export type NormalisedRow = {
  /** Time of the event: ISO 8601, milliseconds, UTC. */
  timestamp: string;
  /** `WINDOWS_SECURITY_4625` for Windows' own security events, `<Provider>/<id>` for others, or a flat row's own type. */
  event_type: string;
  event_id: number | null;
  /** Decimal digits; record ids exceed 2^31. Null when absent or larger than a 64-bit integer. */
  record_id: string | null;
  provider: string | null;
  target_user_name: string | null;
  target_domain_name: string | null;
  subject_user_name: string | null;
  subject_domain_name: string | null;
  /** Machine that wrote the event. */
  system_context_computer_name: string | null;
  target_computer_name: string | null;
  source_info_workstation_name: string | null;
  /** Source address of a logon. */
  source_host: string | null;
  /** Digits as text: '2' is interactive. */
  logon_type: string | null;
  process_information_new_process_name: string | null;
  process_information_command_line: string | null;
  process_information_parent_process_name: string | null;
  /** Words ("account locked out"), or the code itself if unknown. */
  failure_reason: string | null;
  /** Lower-case hexadecimal, or the original text. */
  status: string | null;
  sub_status: string | null;
  /** Session that the event opened, closed or gave rights to: lower-case hexadecimal, unique on its machine until a restart. */
  logon_id: string | null;
  /** Session of the acting account. */
  subject_logon_id: string | null;
  /** Other half of a logon split by User Account Control. */
  linked_logon_id: string | null;
  /** Path of the program that requested a logon or used credentials (4624, 4625, 4648). */
  process_name: string | null;
  /** `Kerberos`, `NTLM`, `Negotiate`, … */
  authentication_package: string | null;
  /** Target of a ticket or of credentials: an account or a service principal name; or the name of a new service. */
  service_name: string | null;
  /** Encryption type of a Kerberos ticket in lower-case hexadecimal; names are in codes/kerberos.ts. */
  ticket_encryption: string | null;
  /** Keys and ciphers that a Kerberos event tells, as written by ticketDetails.ts. */
  ticket_details: string | null;
  /** Changed object other than an account: a group, scheduled task, directory object or audit subcategory. */
  object_name: string | null;
  /** Identity of an object whose name is localized: a group's SID, a subcategory's GUID. */
  object_id: string | null;
  /** The change, in words. */
  change: string | null;
};

/**
 * Reason for rejecting a line. `time_out_of_range`: before 2000-01-01 or more than 24 hours in the future; `missing_fields`: it
 * identifies the event, but not what happened.
 */
export type RejectCode =
  | 'not_json'
  | 'not_an_event'
  | 'wrong_type'
  | 'missing_time'
  | 'missing_fields'
  | 'time_out_of_range';

/**
 * Text columns of a row after its type, in the order of storage, reading and export: the only list of them.
 * apps/server/src/modules/ingest/events.ts writes them in this order.
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

/** Further stored texts, in this order, for descriptions of accounts' activity. Served if they have a value; not exported. */
export const CONTEXT_FIELDS = [
  'logon_id',
  'subject_logon_id',
  'linked_logon_id',
  'process_name',
  'authentication_package',
  'service_name',
  'ticket_encryption',
  'ticket_details',
  'object_name',
  'object_id',
  'change',
] as const satisfies readonly (keyof NormalisedRow)[];

/** Those that the rules read: included in lists of events. */
export const CHANGE_FIELDS = [
  'object_name',
  'object_id',
  'change',
] as const satisfies readonly (typeof CONTEXT_FIELDS)[number][];

/**
 * Either a row or a rejection with an actionable reason. `like` is an earlier row that differs from it in nothing but {@link
 * VaryingColumn varying columns}: what follows from other columns needs to be found only once for both.
 */
export type NormaliseResult =
  | { ok: true; row: NormalisedRow; like?: NormalisedRow }
  | { ok: false; code: RejectCode; message: string };

export const CHANGE_SEVERITIES = ['high', 'medium', 'low'] as const;
export type ChangeSeverity = (typeof CHANGE_SEVERITIES)[number];

/** Details of an infrastructure change (specification section 3). */
export type Change = { type: string; severity: ChangeSeverity; description: string };

/** One rule matched by one event. Names are stripped and keep the event's spelling; a key is the name in lower case. */
export type RuleMatch = {
  rule: RuleId;
  /** Epoch milliseconds. */
  time: number;
  /** Empty for a change that concerns no single account, such as a change of audit policy. */
  serviceAccount: string;
  serviceAccountKey: string;
  computer: string | null;
  computerKey: string | null;
  /** Affected production server. */
  server: string | null;
  serverKey: string | null;
  /** The acting account (the event's subject), which may be a computer account. */
  subjectUser: string | null;
  subjectUserKey: string | null;
  /** File name of the process, without its folder. */
  process: string | null;
  failureReason: string | null;
  /** Every source named by the event, unique without case, ordered by key. */
  sourceHosts: string[];
  /** Only for an infrastructure change. */
  change: Change | null;
};

/** A rule match with the identity of its event. */
export type Incident = RuleMatch & {
  /** Identity of the event's row; breaks ties between incidents in the same millisecond. */
  id: string;
};
