import type {
  AgentAudit,
  AgentSource,
  CompanySize,
  DemoRequestKind,
  DomainState,
  GapReason,
  UpgradeReport,
  VerificationMethod,
  ViewPage,
} from '@scout/contract';
import type { DetectionSettings } from '@scout/detection';
import type { ColumnType, Generated } from 'kysely';

/** bigint: read as text, because it may exceed what a number holds; written as either. */
type Bigint = ColumnType<string, string | number | bigint, string | number | bigint>;
type BigintWithDefault = ColumnType<string, string | number | bigint | undefined, string | number | bigint>;
type OptionalBigint = ColumnType<string | null, string | number | null | undefined, string | number | null>;
/** timestamptz: read as Date, written as Date or ISO text. */
type Time = ColumnType<Date, Date | string, Date | string>;
type TimeWithDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export type MembershipRole = 'admin' | 'member';
export type MembershipStatus = 'active' | 'pending';

export interface TenantsTable {
  tenant_id: Generated<string>;
  company_name: string;
  /** Lower-cased company_name, unique. */
  company_key: string;
  is_subscribed: Generated<boolean>;
  receive_email_alerts: Generated<boolean>;
  can_purchase_subscription: Generated<boolean>;
  is_sample: Generated<boolean>;
  requires_second_factor: Generated<boolean>;
  created_at: Time;
  updated_at: Time;
  /** IANA name of the zone for times in alerts. */
  time_zone: Generated<string>;
  /** Null without a running trial. */
  trial_ends_at: Date | null;
  /** Days before the end of the trial announced by the last reminder. */
  trial_reminded_days: number | null;
  /** End of data retention without a subscription; null with one, and after removal. */
  data_until: Date | null;
  /** Time of the requested deletion; null without a request. */
  deletion_due_at: Date | null;
  /** The admin's address; null without a request. */
  deletion_requested_by: string | null;
  /** As last chosen. */
  retention_days: Generated<number>;
  /** Days that apply until retention_shortens_at; null with it. */
  former_retention_days: number | null;
  retention_shortens_at: Date | null;
  /** Start of the legal hold; null without one, with its reason and the admin's address. */
  hold_since: Date | null;
  hold_reason: string | null;
  hold_set_by: string | null;
  /** Counts of events before it were deleted by retention; null: none were. */
  counted_from: Date | null;
}

export interface MembershipsTable {
  tenant_id: string;
  /** Lower case. */
  email: string;
  /** Null until the address belongs to a user. */
  user_id: string | null;
  role: MembershipRole;
  status: MembershipStatus;
  created_at: TimeWithDefault;
  updated_at: TimeWithDefault;
}

export interface ProfilesTable {
  tenant_id: string;
  user_id: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: string;
  job_title: string | null;
  phone: string | null;
  created_at: TimeWithDefault;
  updated_at: TimeWithDefault;
}

export interface EnrolmentTokensTable {
  tenant_id: string;
  token_id: Generated<string>;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  label: string | null;
  created_at: TimeWithDefault;
  expires_at: OptionalTime;
  /** Null: any number. */
  max_uses: number | null;
  uses: Generated<number>;
  /** Address of the person; null when the operator created it. */
  created_by: string | null;
  needs_approval: Generated<boolean>;
  revoked_at: OptionalTime;
}

export interface AgentsTable {
  tenant_id: string;
  agent_id: Generated<string>;
  machine_id: string;
  host: string;
  platform: string;
  version: string;
  /** SHA-256 of the credential. */
  credential_hash: Buffer;
  enrolled_at: Time;
  last_seen_at: OptionalTime;
  last_batch_at: OptionalTime;
  queue_depth: OptionalBigint;
  lag_seconds: number | null;
  events_accepted: BigintWithDefault;
  events_rejected: BigintWithDefault;
  revoked_at: OptionalTime;
  clock_skew_seconds: number | null;
  waiting_seconds: number | null;
  events_read: OptionalBigint;
  events_sent: OptionalBigint;
  /** Written as JSON text. */
  audit: ColumnType<AgentAudit | null, string | null | undefined, string | null>;
  /** Written as JSON text. */
  sources: ColumnType<AgentSource[] | null, string | null | undefined, string | null>;
  /** Written as JSON text. */
  upgrade: ColumnType<UpgradeReport | null, string | null | undefined, string | null>;
  queue_grows_since: OptionalTime;
  last_rejected_at: OptionalTime;
  events_ahead: BigintWithDefault;
  last_ahead_at: OptionalTime;
  events_old: BigintWithDefault;
  last_old_at: OptionalTime;
  /** Last start without saved state of its progress. */
  begun_anew_at: OptionalTime;
  /** Repeated events, which were not stored again. */
  events_repeated: BigintWithDefault;
  gaps: BigintWithDefault;
  /** Ids of gaps from the last heartbeat above the daily limit: counted, but not listed. */
  gaps_counted: Generated<string[]>;
  events_missing: BigintWithDefault;
  last_gap_at: OptionalTime;
  last_cleared_at: OptionalTime;
  enrolled_with: string | null;
  credential_issued_at: Time;
  /** SHA-256 of an issued credential that is not used yet. */
  next_credential_hash: Buffer | null;
  awaiting_approval: Generated<boolean>;
  /** SHA-256 of the machine's proof until the first use of its credential. */
  enrolment_key_hash: Buffer | null;
  released_until: OptionalTime;
  release_accepts_credential: Generated<boolean>;
  refused_at: OptionalTime;
  /** Ids of the processes that sent heartbeats, newest first. */
  instances: Generated<string[]>;
  conflict_at: OptionalTime;
}

/** Admins' decision about a release: the agents that it is offered to. */
export interface AgentUpgradesTable {
  tenant_id: string;
  version: string;
  started_at: Time;
  started_by: string;
  opened_at: OptionalTime;
  opened_by: string | null;
  paused_at: OptionalTime;
  paused_by: string | null;
}

/** The first machines that a release is offered to. */
export interface AgentUpgradeRingsTable {
  tenant_id: string;
  version: string;
  agent_id: string;
}

/** Events that an agent reported as unreadable. */
export interface AgentGapsTable {
  tenant_id: string;
  agent_id: string;
  gap_id: string;
  source: string;
  reason: GapReason;
  from_record: string | null;
  to_record: string | null;
  missing: OptionalBigint;
  happened_at: Time;
  received_at: Time;
}

/** The ledger: one row per batch, written together with the batch's events. */
export interface BatchesTable {
  tenant_id: string;
  agent_id: string;
  batch_no: Bigint;
  /** UUID version 7: its time is the time of arrival, used by retention. */
  batch_id: string;
  body_sha256: Buffer;
  received_at: Time;
  accepted: number;
  rejected: number;
  /** `[{line, code, message}]`; written as JSON text. */
  rejections: ColumnType<unknown, string | undefined, string>;
  /** xid8 of the transaction that stored it, by default; read as text. */
  stored_in: ColumnType<string, undefined, never>;
}

export interface BatchBodiesTable {
  tenant_id: string;
  batch_id: string;
  received_at: Time;
  encoding: 'gzip' | 'zstd' | 'identity';
  body: Buffer;
}

export interface TenantEventsTable {
  tenant_id: string;
  occurred_at: Time;
  batch_id: string;
  batch_index: number;
  agent_id: string;
  event_type: string;
  event_id: number | null;
  record_id: ColumnType<string | null, string | number | bigint | null | undefined, string | null>;
  provider: string | null;
  target_user_name: string | null;
  target_domain_name: string | null;
  subject_user_name: string | null;
  subject_domain_name: string | null;
  system_context_computer_name: string | null;
  target_computer_name: string | null;
  source_info_workstation_name: string | null;
  source_host: string | null;
  logon_type: string | null;
  process_information_new_process_name: string | null;
  process_information_command_line: string | null;
  process_information_parent_process_name: string | null;
  failure_reason: string | null;
  status: string | null;
  sub_status: string | null;
  logon_id: string | null;
  subject_logon_id: string | null;
  linked_logon_id: string | null;
  process_name: string | null;
  authentication_package: string | null;
  service_name: string | null;
  ticket_encryption: string | null;
  object_name: string | null;
  object_id: string | null;
  change: string | null;
}

export interface IncidentsTable {
  tenant_id: string;
  rule: string;
  occurred_at: Time;
  batch_id: string;
  batch_index: number;
  agent_id: string;
  service_account: string;
  service_account_key: string;
  computer: string | null;
  computer_key: string | null;
  server: string | null;
  server_key: string | null;
  process: string | null;
  failure_reason: string | null;
  source_hosts: Generated<string[]>;
  subject_user: string | null;
  subject_user_key: string | null;
  /** Only for an infrastructure change, like the next two. */
  change_type: string | null;
  severity: string | null;
  description: string | null;
}

export interface RollupsTable {
  tenant_id: string;
  rule: string;
  dimension: string;
  /** Start of the quarter hour, or of the UTC day for dimensions ending in -day. */
  bucket: Time;
  key: string;
  value_key: Generated<string>;
  n: Bigint;
  label: string;
  value_label: Generated<string>;
  first_at: Time;
}

/** Number of events by type in an organization and hour. */
export interface EventCountsTable {
  tenant_id: string;
  hour: Time;
  /** The type, or the SHA-256 of a type too long for an index. */
  type_key: string;
  event_type: string;
  n: Bigint;
}

/** Rollups of a rule and dimension, summed over whole UTC days; the arrays are parallel. */
export interface RollupSumsTable {
  tenant_id: string;
  rule: string;
  days: number;
  first_day: Time;
  /** The end of a sum of nearly the whole window, in quarter hours; null for sums of whole days. */
  ended_at: Date | null;
  /** A name dimension, a pair dimension, or `quarter`: first_at has the quarter hours, and n the incidents in each. */
  dimension: string;
  keys: string[];
  value_keys: string[];
  labels: string[];
  n: Bigint[];
  first_at: Date[];
  /** Distinct hours with incidents of each name, and incidents in its busiest hour. */
  hours: number[];
  peaks: Bigint[];
}

/** Progress of an organization's sums. */
export interface SummedTenantsTable {
  tenant_id: string;
  /** True from the removal of a sum until it has been computed again. */
  due: ColumnType<boolean, boolean | undefined, boolean>;
  /** The day on which the sums were last complete. */
  summed_through: TimeWithDefault;
  summed_at: TimeWithDefault;
  /** An earlier event removes the sums of nearly the whole window, made or planned. */
  window_end: TimeWithDefault;
  /** True if such sums are worth making. */
  busy: ColumnType<boolean, boolean | undefined, boolean>;
}

/** Append-only. */
export interface AuditLogsTable {
  tenant_id: string;
  /** UUID version 7. */
  id: string;
  /** The database's own clock. */
  occurred_at: ColumnType<Date, never, never>;
  actor: string;
  action: string;
  target_email: string | null;
  /** A JSON object; written as JSON text. */
  details: ColumnType<Record<string, unknown>, string | undefined, never>;
  address: string | null;
  device: string | null;
}

export interface AlertRecipientsTable {
  tenant_id: string;
  /** Lower case. */
  email: string;
  /** From 0, in the order saved by an admin. */
  position: number;
  created_at: TimeWithDefault;
}

/** State, method, txt_value and verified_at are written only by scout.verify_domain and the table's defaults. */
export interface OrganizationDomainsTable {
  tenant_id: string;
  /** Lower case. */
  domain: string;
  state: DomainState;
  method: ColumnType<VerificationMethod | null, never, never>;
  admission: Generated<MembershipStatus>;
  txt_value: ColumnType<string, never, never>;
  created_at: TimeWithDefault;
  verified_at: ColumnType<Date | null, never, never>;
  /** HMAC-SHA-256 of the last mailed code. */
  code_hash: Buffer | null;
  code_expires_at: OptionalTime;
}

/** Addresses removed or rejected by an admin, until an admin admits them again. */
export interface RemovedAddressesTable {
  tenant_id: string;
  /** Lower case. */
  email: string;
  removed_at: Time;
}

/** `token_hash` is write-only; the definer lookups compare it. */
export interface InvitationsTable {
  tenant_id: string;
  invitation_id: string;
  /** Lower case. */
  email: string;
  role: Generated<MembershipRole>;
  /** SHA-256 of the token. */
  token_hash: Buffer;
  inviter_email: string;
  created_at: Time;
  expires_at: Time;
  /** At most one of the three is set. */
  accepted_at: OptionalTime;
  declined_at: OptionalTime;
  revoked_at: OptionalTime;
}

/** Requests for early access and messages to sales; scout_visitor can only insert. */
export interface DemoRequestsTable {
  /** UUID version 7, in the order of arrival. */
  request_id: string;
  created_at: Time;
  kind: DemoRequestKind;
  first_name: string;
  last_name: string;
  /** Lower case. */
  email: string;
  phone: string | null;
  company_name: string;
  company_size: CompanySize | null;
  job_title: string | null;
  message: string | null;
  /** Generated by the form; identical in repeated requests. */
  request_key: string | null;
  /** True when a program filled in the form. */
  suspected: boolean;
}

export interface MailingListTable {
  /** Lower case. */
  email: string;
  created_at: Time;
  suspected: boolean;
}

/** Checkout sessions that the payment provider has confirmed. */
export interface PaymentsTable {
  tenant_id: string;
  session_id: string;
  confirmed_at: Time;
  /** Stripe's id; null for a one-time payment. */
  subscription_id: string | null;
  /** Time the end of the subscription was detected. */
  ended_at: Date | null;
}

/** Subscriptions of deleted organizations, to be canceled at the payment provider. */
export interface PaymentCancellationsTable {
  subscription_id: string;
  /** Null until the provider fails to respond. */
  try_after: Generated<Date | null>;
}

/** A deleted organization. */
export interface FormerOrganizationsTable {
  organization_id: string;
  deleted_at: Time;
}

/** A hashed file of the web application, of a version that a server has or had. */
export interface WebFilesTable {
  path: string;
  body: Buffer;
  /** Null while the server that started last has it. */
  left_at: OptionalTime;
}

/** A trouble of the installation. */
export interface OperatorTroublesTable {
  trouble: string;
  since: Time;
  /** Null: the operator was not mailed of it yet. */
  mailed_at: OptionalTime;
  /** Null: it goes on. */
  gone_since: OptionalTime;
}

/** A backup that was made. */
export interface BackupsTable {
  made_at: Time;
  bytes: Bigint;
}

/** The operator's quota for an organization; null: not set. */
export interface QuotasTable {
  tenant_id: string;
  events_per_second: number | null;
  bytes_per_day: OptionalBigint;
  agent_events_per_second: number | null;
  agent_bytes_per_day: OptionalBigint;
  updated_at: Time;
}

export interface IngestUsageTable {
  tenant_id: string;
  /** An agent id; the tenant_id for the whole organization. */
  sender_id: string;
  /** End of the transfer of all sent events at the permitted rate, as of `counted_at`. */
  busy_until: Time;
  /** Of the last count; events and bytes are those of its UTC day. */
  counted_at: Time;
  events: Bigint;
  bytes: Bigint;
}

/** Folded activity of accounts in one batch and hour; written by ingest and read by the assessor. */
export interface ActivityPartsTable {
  tenant_id: string;
  /** Start of the events' hour. */
  hour: Time;
  batch_id: string;
  stored_at: Time;
  /** Transaction that stored the row. */
  stored_in: Generated<string>;
  /** Format of packages/cases, compressed. */
  body: Buffer;
}

/** Assessment position of an organization. */
export interface AssessmentsTable {
  tenant_id: string;
  /** Exclusive end of the judged hours; null: none yet. */
  closed_through: OptionalTime;
  /** PostgreSQL's snapshot of the read parts. */
  read_through: string | null;
  /** Time of due work without new parts. */
  due_at: OptionalTime;
  /** Fingerprint of the settings used. */
  settings: Generated<string>;
  revision: BigintWithDefault;
  last_case_number: BigintWithDefault;
  assessed_at: OptionalTime;
  /** Time the oldest activity left by the last run was stored; null: none left. */
  behind_since: OptionalTime;
  /** Fingerprint of the exceptions applied to its findings, from scout.exceptions_of. */
  exceptions: Generated<string>;
  /** Earlier events are history without alerts; null: not assessed yet. */
  alerts_from: OptionalTime;
  /** Version of the request used in the last assessment. */
  requested: BigintWithDefault;
}

/** Changes by people to assess without waiting for events. */
export interface AssessmentRequestsTable {
  tenant_id: string;
  version: ColumnType<string, number, number>;
}

export interface AssessmentSnapshotsTable {
  tenant_id: string;
  /** The state before this hour. */
  hour: Time;
  state: Buffer;
}

export type Severity = 'critical' | 'high' | 'medium' | 'low';
export type PersonLevel = 'acted' | 'same-session' | 'present';

/** A person linked to a case, with the kind of evidence. */
export interface CasePerson {
  name: string;
  level: PersonLevel;
}

/** A reason of a verdict: its facet, class and surprise. */
export interface CaseReason {
  facet: string;
  class: string;
  surprise: number;
}

/** An event that supports a finding. */
export interface CaseEvent {
  /** Its identity in the event calls. */
  id: string;
  record_id: string | null;
  /** ISO 8601. */
  time: string;
}

/** JSON with a default: read as its shape, written as text. */
type JsonWithDefault<T> = ColumnType<T, string | undefined, string>;

export interface CasesTable {
  tenant_id: string;
  case_id: string;
  /** Counted from 1 within the organization. */
  number: Bigint;
  case_key: string;
  account: string;
  account_key: string;
  kind: string;
  severity: Severity;
  score: number;
  sentence: string;
  /** The person, if the evidence names exactly one. */
  person: string | null;
  person_level: PersonLevel | null;
  persons: JsonWithDefault<CasePerson[]>;
  /** Keys of the case's other accounts. */
  accounts: JsonWithDefault<string[]>;
  sources: JsonWithDefault<string[]>;
  destinations: JsonWithDefault<string[]>;
  reasons: JsonWithDefault<CaseReason[]>;
  /** Number of findings. */
  findings: Generated<number>;
  first_seen: Time;
  last_seen: Time;
  /** Time of the event that opened it. */
  opened_at: Time;
  created_at: TimeWithDefault;
  graver_at: TimeWithDefault;
  updated_at: TimeWithDefault;
  /** Transaction of the last change, for callers that request changes. */
  changed_in: Generated<string>;
  status: Generated<'open' | 'acknowledged' | 'closed'>;
  closed_as: 'misuse' | 'expected' | 'false' | null;
  close_reason: string | null;
  closed_at: OptionalTime;
  /** Id of the user. */
  assignee: string | null;
  /** Time of the last change or comment by a person; the assessor never deletes such a case. */
  touched_at: OptionalTime;
  /** True when exceptions permit all of its findings. */
  excused: Generated<boolean>;
}

export interface FindingsTable {
  tenant_id: string;
  finding_id: string;
  case_id: string;
  /** Hour of the judgment. */
  hour: Time;
  occurred_at: Time;
  account: string;
  account_key: string;
  kind: string;
  severity: Severity;
  score: number;
  sentence: string;
  /** The person, if the evidence names exactly one. */
  person: string | null;
  person_level: PersonLevel | null;
  persons: JsonWithDefault<CasePerson[]>;
  /** Keys of the finding's other accounts. */
  accounts: JsonWithDefault<string[]>;
  sources: JsonWithDefault<string[]>;
  destinations: JsonWithDefault<string[]>;
  reasons: JsonWithDefault<CaseReason[]>;
  events: JsonWithDefault<CaseEvent[]>;
  /** The sentence in parts; null: only the sentence is known. */
  statement: ColumnType<object | null, string | null | undefined, string | null>;
  /** The exception that permits the finding. */
  excused_by: string | null;
}

/** People's decisions about a case, in addition to comments. */
export interface CaseChangesTable {
  tenant_id: string;
  change_id: string;
  case_id: string;
  kind: 'acknowledged' | 'closed' | 'reopened' | 'assigned';
  /** Address of the person. */
  author: string;
  /** Reason for closing. */
  reason: string | null;
  closed_as: 'misuse' | 'expected' | 'false' | null;
  /** Address of the assigned member; null for nobody. */
  assignee: string | null;
  created_at: TimeWithDefault;
}

export interface CaseCommentsTable {
  tenant_id: string;
  comment_id: string;
  case_id: string;
  /** Address of the person. */
  author: string;
  body: string;
  created_at: TimeWithDefault;
}

/** A temporary permission. Lists hold patterns; an empty one permits any. */
export interface CaseExceptionsTable {
  tenant_id: string;
  exception_id: string;
  account_key: string;
  kinds: Generated<string[]>;
  sources: Generated<string[]>;
  destinations: Generated<string[]>;
  persons: Generated<string[]>;
  starts_at: Time;
  ends_at: Time;
  reason: string;
  created_by: string;
  created_at: TimeWithDefault;
  approved_by: string | null;
  approved_at: OptionalTime;
  ended_by: string | null;
  ended_at: OptionalTime;
}

/** Activity of service accounts by hour; '' for values missing in the events. */
export interface AccountActivityTable {
  tenant_id: string;
  account_key: string;
  hour: Time;
  /** Hash of kind, source, destination, program and actor. */
  cell: string;
  kind: string;
  source: Generated<string>;
  destination: Generated<string>;
  program: Generated<string>;
  actor: Generated<string>;
  n: Bigint;
  first_at: Time;
  last_at: Time;
}

export interface ServiceAccountsTable {
  tenant_id: string;
  account_key: string;
  name: string;
  known_by: 'name' | 'list' | 'behaviour';
  first_seen: OptionalTime;
  last_seen: OptionalTime;
  created_at: TimeWithDefault;
  updated_at: TimeWithDefault;
  owner: string | null;
  purpose: string | null;
  /** Approved expected use; written as JSON text. */
  contract: ColumnType<object | null, string | null | undefined, string | null>;
  contract_draft: ColumnType<object | null, string | null | undefined, string | null>;
  contract_drafted_by: string | null;
  contract_drafted_at: OptionalTime;
  /** Counts changes of contract and draft. */
  contract_revision: Generated<number>;
  contract_approved_by: string | null;
  contract_approved_at: OptionalTime;
}

/** An organization's own names; the specification's without a row. */
export interface DetectionSettingsTable {
  tenant_id: string;
  /** Counts changes, from 1. */
  version: number;
  settings: ColumnType<DetectionSettings, string, string>;
  updated_at: Time;
  updated_by: string;
  /** Version of the settings last applied to all stored events. */
  judged_version: Generated<number>;
  /** Range of events to judge again; null when none is in progress. */
  judge_from: OptionalTime;
  judge_to: OptionalTime;
  /** Completed from here to `judge_to`. */
  judged_from: OptionalTime;
}

/** A step of a case that recipients can be notified of once. */
export interface AlertStepsTable {
  tenant_id: string;
  case_id: string;
  /** `opened`, `severity:…`, or the hash of a person or machine. */
  step: string;
  /** Name of the person or machine. */
  name: string | null;
  /** Time of the latest supporting event. */
  occurred_at: Time;
  noted_at: Time;
  /** True while all its evidence was old when assessed: nobody is notified. */
  is_history: boolean;
  /** Planning time of a step that can wait. */
  due_at: Time;
  planned_at: OptionalTime;
}

/** Mail settings of an alert recipient; the defaults apply without a row. */
export interface AlertPreferencesTable {
  tenant_id: string;
  /** Lower case. */
  email: string;
  recipient_id: Generated<string>;
  /** Signs the links of this recipient's mails. */
  link_key: Buffer;
  receives: Generated<boolean>;
  min_severity: Generated<Severity>;
  delivery: Generated<'each' | 'daily'>;
  /** Minutes after midnight in the recipient's time zone; null: no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  hourly_cap: Generated<number>;
  /** Null: the organization's. */
  time_zone: string | null;
  updated_at: TimeWithDefault;
}

/** A receiver in another system for notices of cases. */
export interface ChannelsTable {
  tenant_id: string;
  channel_id: Generated<string>;
  kind: Generated<'webhook' | 'slack' | 'teams' | 'syslog'>;
  format: Generated<'scout' | 'ecs' | 'ocsf' | 'cef' | 'chat'>;
  name: string;
  /** For Slack and Teams only the origin. */
  url: string;
  /** CA certificates as PEM; null: public CAs. */
  ca: string | null;
  min_severity: Severity;
  /** Name or pattern; null: every account. */
  account_pattern: string | null;
  /** Empty: any. */
  finding_kinds: Generated<string[]>;
  is_active: Generated<boolean>;
  /** Start of the current failures; null when the last message was delivered. */
  failing_since: OptionalTime;
  /** Time of switching off because of failures. */
  switched_off_at: OptionalTime;
  created_at: Time;
  created_by: string;
}

/** Signing secrets of channels; the address for Slack and Teams. */
export interface ChannelSecretsTable {
  tenant_id: string;
  secret_id: Generated<string>;
  channel_id: string;
  /** Encrypted with a key of the purpose `secrets`. */
  sealed: string;
  created_at: Time;
  /** Null: the current one. */
  valid_until: OptionalTime;
}

/** A message for one channel. */
export interface ChannelDeliveriesTable {
  tenant_id: string;
  /** The webhook-id of every attempt. */
  delivery_id: Generated<string>;
  channel_id: string;
  /** Null: a test. */
  case_id: string | null;
  case_number: OptionalBigint;
  kind: 'opened' | 'graver' | 'gained' | 'test';
  body: string;
  created_at: Time;
  /** Time of the next attempt; during an attempt, the time of its retry. */
  due_at: Time;
  attempts: Generated<number>;
  status: number | null;
  problem: string | null;
  outcome: 'delivered' | 'failed' | 'dropped' | null;
  settled_at: OptionalTime;
}

/** A step of a case for one recipient. */
export interface AlertMessagesTable {
  tenant_id: string;
  message_id: Generated<string>;
  email: string;
  case_id: string;
  kind: 'opened' | 'graver' | 'gained';
  severity: Severity;
  names: JsonWithDefault<string[]>;
  created_at: Time;
  due_at: Time;
  outcome: 'sent' | 'summarized' | 'dropped' | null;
  settled_at: OptionalTime;
  /** The mail that contained it. */
  mail_id: string | null;
}

/** A member's saved view of a list. */
export interface SavedViewsTable {
  tenant_id: string;
  user_id: string;
  /** Address of the membership. */
  email: string;
  page: ViewPage;
  name: string;
  query: string;
  saved_at: TimeWithDefault;
}

/** A member's subscription to monthly reports; off without a row. */
export interface ReportSubscriptionsTable {
  tenant_id: string;
  /** Address of the membership. */
  email: string;
  user_id: string | null;
  receives: boolean;
  /** The last mailed month, or the last complete one at the time of subscribing, such as 2026-11. */
  mailed_month: string;
  updated_at: TimeWithDefault;
  /** Part of the mails' links. */
  subscription_id: Generated<string>;
  /** Signs them. */
  link_key: Generated<Buffer>;
}

/** A review of service accounts by their owners. */
export interface OwnerReviewsTable {
  tenant_id: string;
  number: number;
  started_at: Date;
  started_by: string;
  due_at: Date;
  left_out: Generated<number>;
  reminders: Generated<number>;
  remind_at: Date | null;
  is_open: Generated<boolean>;
  closed_at: Date | null;
  closed_by: string | null;
  organization: string | null;
  head: string | null;
}

/** An account of a review, with its owner in the register at the start of the review. */
export interface OwnerReviewAccountsTable {
  tenant_id: string;
  number: number;
  account_key: string;
  is_open: Generated<boolean>;
  account: string;
  owner: string | null;
  asked_email: string | null;
  asked_user_id: string | null;
  decision: 'keep' | 'change' | 'remove' | null;
  comment: string | null;
  decided_at: Date | null;
  decided_by: string | null;
}

/** The tables of schema scout. Those of schema auth are in auth/database.ts. */
export interface Database {
  tenants: TenantsTable;
  memberships: MembershipsTable;
  profiles: ProfilesTable;
  alert_recipients: AlertRecipientsTable;
  alert_steps: AlertStepsTable;
  alert_preferences: AlertPreferencesTable;
  alert_messages: AlertMessagesTable;
  report_subscriptions: ReportSubscriptionsTable;
  saved_views: SavedViewsTable;
  owner_reviews: OwnerReviewsTable;
  owner_review_accounts: OwnerReviewAccountsTable;
  channels: ChannelsTable;
  channel_secrets: ChannelSecretsTable;
  channel_deliveries: ChannelDeliveriesTable;
  invitations: InvitationsTable;
  organization_domains: OrganizationDomainsTable;
  removed_addresses: RemovedAddressesTable;
  enrolment_tokens: EnrolmentTokensTable;
  agents: AgentsTable;
  agent_gaps: AgentGapsTable;
  agent_upgrades: AgentUpgradesTable;
  agent_upgrade_rings: AgentUpgradeRingsTable;
  batches: BatchesTable;
  batch_bodies: BatchBodiesTable;
  tenant_events: TenantEventsTable;
  incidents: IncidentsTable;
  rollups: RollupsTable;
  event_counts: EventCountsTable;
  rollup_sums: RollupSumsTable;
  summed_tenants: SummedTenantsTable;
  audit_logs: AuditLogsTable;
  demo_requests: DemoRequestsTable;
  mailing_list: MailingListTable;
  payments: PaymentsTable;
  payment_cancellations: PaymentCancellationsTable;
  former_organizations: FormerOrganizationsTable;
  web_files: WebFilesTable;
  operator_troubles: OperatorTroublesTable;
  backups: BackupsTable;
  quotas: QuotasTable;
  ingest_usage: IngestUsageTable;
  activity_parts: ActivityPartsTable;
  assessments: AssessmentsTable;
  assessment_snapshots: AssessmentSnapshotsTable;
  assessment_requests: AssessmentRequestsTable;
  cases: CasesTable;
  findings: FindingsTable;
  case_changes: CaseChangesTable;
  case_comments: CaseCommentsTable;
  case_exceptions: CaseExceptionsTable;
  account_activity: AccountActivityTable;
  service_accounts: ServiceAccountsTable;
  detection_settings: DetectionSettingsTable;
}
