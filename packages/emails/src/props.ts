/** Properties of each template. Every text is rendered as plain text, with inert markup, line breaks and control characters. */
export interface EmailProps {
  /** One mail with code and link; using either invalidates both. */
  confirmation: {
    /** Six digits. */
    readonly code: string;
    /** Full https or http address. */
    readonly link: string;
    /** Validity of both. */
    readonly minutes: number;
  };
  /** To an admin, at their own address. */
  'domain-code': {
    /** Six digits. */
    readonly code: string;
    readonly domain: string;
    readonly organization: string;
    readonly minutes: number;
  };
  invitation: {
    readonly organization: string;
    /** Empty if the inviter has no name. */
    readonly inviterName: string;
    readonly link: string;
    readonly days: number;
  };
  /** To the address that early access was requested for. Repeats nothing from the form, which anybody can fill in with any address. */
  'early-access-confirmation': Readonly<Record<never, never>>;
  /** To the sales team: a request for early access, or a question. */
  'sales-notification': {
    readonly kind: SalesNotificationKind;
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    readonly phone: string | null;
    readonly company_name: string;
    readonly company_size: string | null;
    readonly job_title: string | null;
    /** May have several lines. */
    readonly message: string | null;
    /** Time of storing, ISO 8601; shown in UTC. */
    readonly when: string;
  };
  'password-reset': {
    readonly link: string;
    readonly minutes: number;
  };
  /** To the address of a deleted user. */
  'account-deleted': {
    /** Names of the organizations deleted with it. */
    readonly organizations: readonly string[];
    /** ISO 8601; shown in UTC. */
    readonly when: string;
    readonly device: string;
    /** IP address. */
    readonly address: string;
  };
  /** Sent after the event, so that a person learns of actions that were not theirs. */
  'security-notice': {
    readonly kind: SecurityNoticeKind;
    /** Time of the event, ISO 8601; shown in UTC. */
    readonly when: string;
    /** Browser and operating system of the session, such as "Firefox on Windows". */
    readonly device: string;
    /** IP address. */
    readonly address: string;
    /** With 'break-glass': the address of the account. */
    readonly account?: string;
    /** With 'recovery-code-used'. */
    readonly recoveryCodesLeft?: number;
  };
  /** To an alert recipient: a step of one case. */
  'case-alert': {
    /** `opened`: the recipient's first notice. `gained`: a person or machine was added. */
    readonly kind: CaseAlertKind;
    readonly number: number;
    readonly account: string;
    /** Its further accounts. */
    readonly otherAccounts: readonly string[];
    /** For example "A person uses it". */
    readonly title: string;
    readonly severity: AlertSeverity;
    readonly sentence: string;
    /** Highest weight first. */
    readonly reasons: readonly string[];
    readonly persons: readonly string[];
    /** Strength of the evidence for the persons, as a sentence. */
    readonly evidence: string;
    /** Names of added persons and machines. */
    readonly gained: readonly string[];
    /** Next steps, as sentences. */
    readonly advice: readonly string[];
    /** ISO 8601. */
    readonly firstSeen: string;
    readonly lastSeen: string;
    /** IANA name. */
    readonly timeZone: string;
    readonly organization: string;
    /** URL of the case. */
    readonly link: string;
    /** Unsubscribe address of the recipient. */
    readonly unsubscribe: string;
  };
  /** To an alert recipient: several cases in one mail. */
  'case-summary': {
    /** `daily`: instead of a mail per case; `rest`: above the hourly limit; `critical`: critical ones above it. */
    readonly kind: CaseSummaryKind;
    /** Number of cases, including unlisted ones. */
    readonly total: number;
    readonly counts: Readonly<Record<AlertSeverity, number>>;
    /** The most severe cases, most severe first. */
    readonly cases: readonly {
      readonly number: number;
      readonly account: string;
      readonly severity: AlertSeverity;
      readonly sentence: string;
      readonly link: string;
    }[];
    /** Time the first of them was noted, ISO 8601. */
    readonly since: string;
    readonly timeZone: string;
    readonly organization: string;
    /** URL of all cases. */
    readonly link: string;
    readonly unsubscribe: string;
  };
  /** To a subscribed member: a month in figures. The report is attached. */
  'monthly-report': {
    readonly organization: string;
    /** For example "November 2026". */
    readonly month: string;
    /** The month's start and exclusive end, ISO 8601. */
    readonly from: string;
    readonly to: string;
    /** IANA name. */
    readonly timeZone: string;
    readonly figures: readonly { readonly name: string; readonly now: number; readonly before: number }[];
    readonly rankings: readonly {
      readonly title: string;
      /** The counted unit. */
      readonly counted: string;
      /** Highest first. */
      readonly rows: readonly { readonly name: string; readonly now: number; readonly before: number }[];
    }[];
    readonly facts: readonly { readonly name: string; readonly value: string }[];
    /** URL of the report. */
    readonly link: string;
    /** Unsubscribe address of the reader. */
    readonly unsubscribe: string;
  };
  /** To an owner of service accounts: requests decisions in a review. */
  'owner-review': {
    readonly kind: OwnerReviewMailKind;
    readonly organization: string;
    readonly startedBy: string;
    /** ISO 8601. */
    readonly due: string;
    /** IANA name. */
    readonly timeZone: string;
    /** Number of accounts to decide, including unlisted ones. */
    readonly total: number;
    readonly accounts: readonly string[];
    /** URL of the review. */
    readonly link: string;
  };
  /** To an admin: a channel has received no message for days. */
  'channel-off': {
    readonly channel: string;
    readonly host: string;
    /** The last problem, as the server's sentence. */
    readonly problem: string;
    /** ISO 8601; shown in UTC. */
    readonly since: string;
    /** URL of the settings. */
    readonly link: string;
  };
  /** To the operator: a trouble of the installation has begun or is over. */
  'operator-trouble': {
    readonly kind: 'began' | 'over';
    readonly trouble: OperatorTroubleKind;
    /** Agents, mails, deliveries or organizations that it is about; null: there is nothing to count. */
    readonly count: number | null;
    /** ISO 8601; shown in UTC. */
    readonly since: string;
    /** URL of the operator's page. */
    readonly link: string;
  };
  /** To an admin: the trial or subscription of the organization ends or has ended. */
  subscription: {
    readonly kind: SubscriptionMailKind;
    readonly organization: string;
    /** Date of the mail's subject: end of the trial, of data retention, or a deletion; ISO 8601, shown in UTC. */
    readonly at: string;
    /** Days of data retention without a subscription. */
    readonly daysKept: number;
    /** URL of the settings. */
    readonly link: string;
  };
}

export type OperatorTroubleKind =
  | 'disk_low'
  | 'mail_stuck'
  | 'mail_lost'
  | 'channels_failed'
  | 'agents_silent'
  | 'agents_conflict'
  | 'agents_lagging'
  | 'agents_wait_for_quota'
  | 'cases_behind'
  | 'backup_due';
export type SubscriptionMailKind =
  | 'trial-ending'
  | 'trial-ended'
  | 'subscription-ended'
  | 'deletion-requested'
  | 'deletion-withdrawn'
  | 'deleted';
export type OwnerReviewMailKind = 'asked' | 'reminder';
export type AlertSeverity = 'critical' | 'high' | 'medium' | 'low';
export type CaseAlertKind = 'opened' | 'graver' | 'gained';
export type CaseSummaryKind = 'daily' | 'rest' | 'critical';

export const securityNoticeKinds = [
  'factor-added',
  'factor-removed',
  'passkey-added',
  'passkey-removed',
  'password-changed',
  'break-glass',
  'new-device',
  'recovery-code-used',
  'recovery-codes',
] as const;
export type SecurityNoticeKind = (typeof securityNoticeKinds)[number];

export type SalesNotificationKind = 'early_access' | 'contact';

export type EmailTemplate = keyof EmailProps;

/** A mail's content, ready to send. The subject is one line. */
export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Renders a template: the only function exported by the built package. */
export type RenderEmail = <T extends EmailTemplate>(
  template: T,
  props: EmailProps[T],
) => Promise<RenderedEmail>;
