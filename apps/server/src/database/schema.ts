import type {
  AgentAudit,
  AgentSource,
  CompanySize,
  DemoRequestKind,
  DomainState,
  GapReason,
  UpgradeReport,
  VerificationMethod,
} from '@scout/contract';
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
  created_at: TimeWithDefault;
  updated_at: TimeWithDefault;
}

export interface MembershipsTable {
  tenant_id: string;
  /** Lower case. */
  email: string;
  /** Null until the person behind the address has an account. */
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
  /** Address of the person; null when the operator made it. */
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
  enrolled_at: TimeWithDefault;
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
  gaps: BigintWithDefault;
  /** Ids of those that the last heartbeat past the day's limit told: counted, and in no list. */
  gaps_counted: Generated<string[]>;
  events_missing: BigintWithDefault;
  last_gap_at: OptionalTime;
  last_cleared_at: OptionalTime;
  enrolled_with: string | null;
  credential_issued_at: TimeWithDefault;
  /** SHA-256 of a credential that was handed out and not yet used. */
  next_credential_hash: Buffer | null;
  awaiting_approval: Generated<boolean>;
  /** SHA-256 of what proves the machine until its credential is first used. */
  enrolment_key_hash: Buffer | null;
  released_until: OptionalTime;
  release_accepts_credential: Generated<boolean>;
  refused_at: OptionalTime;
  /** Ids of the processes that sent heartbeats, the newest first. */
  instances: Generated<string[]>;
  conflict_at: OptionalTime;
}

/** What admins decided of a release: to whom agents are offered it. */
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

/** The machines that are offered a release first. */
export interface AgentUpgradeRingsTable {
  tenant_id: string;
  version: string;
  agent_id: string;
}

/** Events that an agent could not read, as it told. */
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

/** The ledger: one row per batch, written with what the batch stored. */
export interface BatchesTable {
  tenant_id: string;
  agent_id: string;
  batch_no: Bigint;
  /** UUID version 7: its time is the time of arrival, which retention reads. */
  batch_id: string;
  body_sha256: Buffer;
  received_at: TimeWithDefault;
  accepted: number;
  rejected: number;
  /** `[{line, code, message}]`; written as JSON text. */
  rejections: ColumnType<unknown, string | undefined, string>;
  /** xid8 of the transaction that stored it, which is the default; read as text. */
  stored_in: ColumnType<string, undefined, never>;
}

export interface BatchBodiesTable {
  tenant_id: string;
  batch_id: string;
  received_at: Time;
  encoding: 'gzip' | 'identity';
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
  /** Null also in rows that were stored before the column was: queries/formerSubjects.ts. */
  subject_user: string | null;
  subject_user_key: string | null;
}

export interface RollupsTable {
  tenant_id: string;
  rule: string;
  dimension: string;
  /** Start of the quarter hour; of the UTC day in dimensions that end in -day. */
  bucket: Time;
  key: string;
  value_key: Generated<string>;
  n: Bigint;
  label: string;
  value_label: Generated<string>;
  first_at: Time;
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
  /** From 0, in the order in which an admin saved them. */
  position: number;
  created_at: TimeWithDefault;
}

/** State, method, txt_value and verified_at are written by scout.verify_domain and the table's defaults alone. */
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
  /** HMAC-SHA-256 of the code of the last mail. */
  code_hash: Buffer | null;
  code_expires_at: OptionalTime;
}

/** Addresses that an admin removed or rejected, until an admin lets them in again. */
export interface RemovedAddressesTable {
  tenant_id: string;
  /** Lower case. */
  email: string;
  removed_at: Time;
}

/** `token_hash` is written and never read back; the definer look-ups compare it. */
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

/** Requests for early access and messages to sales; scout_visitor inserts, and reads nothing. */
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
  /** Made by the form; the same request sent twice has it twice. */
  request_key: string | null;
  /** A program filled in the form. */
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
}

/** The tables of schema scout. Schema auth belongs to Better Auth, which brings its own types. */
/** What the operator decided that an organization may send; null: not the operator's decision. */
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
  /** An agent; the tenant_id for the organization as a whole. */
  sender_id: string;
  /** When all that was sent would have been sent at the permitted rate. */
  busy_until: Time;
  /** UTC, as YYYY-MM-DD. */
  day: string;
  events: Bigint;
  bytes: Bigint;
}

export interface Database {
  tenants: TenantsTable;
  memberships: MembershipsTable;
  profiles: ProfilesTable;
  alert_recipients: AlertRecipientsTable;
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
  audit_logs: AuditLogsTable;
  demo_requests: DemoRequestsTable;
  mailing_list: MailingListTable;
  payments: PaymentsTable;
  quotas: QuotasTable;
  ingest_usage: IngestUsageTable;
}
