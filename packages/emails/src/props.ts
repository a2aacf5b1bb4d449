/** Properties of each template. Every text is rendered as plain text: markup, line breaks and control characters in it are inert. */
export interface EmailProps {
  /** One mail with code and link; using either spends both. */
  confirmation: {
    /** Six digits. */
    readonly code: string;
    /** Whole https or http address. */
    readonly link: string;
    /** For how long both hold. */
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
    /** Empty when the inviter gave no name. */
    readonly inviterName: string;
    readonly link: string;
    readonly days: number;
  };
  /** To whom early access was requested for. Nothing is repeated of a form that anybody may fill in with any address. */
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
    /** May have lines. */
    readonly message: string | null;
    /** When it was stored, ISO 8601; shown in UTC. */
    readonly when: string;
  };
  'password-reset': {
    readonly link: string;
    readonly minutes: number;
  };
  /** To the address of a deleted user. */
  'account-deleted': {
    /** Names of the organizations that were deleted with it. */
    readonly organizations: readonly string[];
    /** ISO 8601; shown in UTC. */
    readonly when: string;
    readonly device: string;
    /** IP address. */
    readonly address: string;
  };
  /** Sent after the fact, so that a person hears of what they did not do. */
  'security-notice': {
    readonly kind: SecurityNoticeKind;
    /** When it happened, ISO 8601; shown in UTC. */
    readonly when: string;
    /** The browser and system as the session knows them, such as "Firefox on Windows". */
    readonly device: string;
    /** IP address. */
    readonly address: string;
    /** With 'recovery-code-used'. */
    readonly recoveryCodesLeft?: number;
  };
  /** To an alert recipient: a step of one case. */
  'case-alert': {
    /** `opened`: the first that the recipient hears of it. `gained`: a person or machine joined it. */
    readonly kind: CaseAlertKind;
    readonly number: number;
    readonly account: string;
    /** Such as "A person uses it". */
    readonly title: string;
    readonly severity: AlertSeverity;
    readonly sentence: string;
    /** The weightiest first. */
    readonly reasons: readonly string[];
    readonly persons: readonly string[];
    /** How strong the evidence for the persons is, as a sentence. */
    readonly evidence: string;
    /** Names of persons and machines that are new. */
    readonly gained: readonly string[];
    /** What to do, as sentences. */
    readonly advice: readonly string[];
    /** ISO 8601. */
    readonly firstSeen: string;
    readonly lastSeen: string;
    /** IANA name. */
    readonly timeZone: string;
    readonly organization: string;
    /** Of the case. */
    readonly link: string;
    /** Ends these mails for the recipient. */
    readonly unsubscribe: string;
  };
  /** To an alert recipient: several cases in one mail. */
  'case-summary': {
    /** `daily`: instead of a mail for each case; `rest`: more than the hourly limit; `critical`: critical ones beyond it. */
    readonly kind: CaseSummaryKind;
    /** Cases that it is about, listed or not. */
    readonly total: number;
    readonly counts: Readonly<Record<AlertSeverity, number>>;
    /** The gravest ones, gravest first. */
    readonly cases: readonly {
      readonly number: number;
      readonly account: string;
      readonly severity: AlertSeverity;
      readonly sentence: string;
      readonly link: string;
    }[];
    /** When the first of them was noted, ISO 8601. */
    readonly since: string;
    readonly timeZone: string;
    readonly organization: string;
    /** Of all cases. */
    readonly link: string;
    readonly unsubscribe: string;
  };
  /** To a member who has asked for it: a month in figures. The report is attached. */
  'monthly-report': {
    readonly organization: string;
    /** Such as "November 2026". */
    readonly month: string;
    /** The month's first moment and the first after it, ISO 8601. */
    readonly from: string;
    readonly to: string;
    /** IANA name. */
    readonly timeZone: string;
    readonly figures: readonly { readonly name: string; readonly now: number; readonly before: number }[];
    readonly rankings: readonly {
      readonly title: string;
      /** The unit that is counted. */
      readonly counted: string;
      /** The highest first. */
      readonly rows: readonly { readonly name: string; readonly now: number; readonly before: number }[];
    }[];
    readonly facts: readonly { readonly name: string; readonly value: string }[];
    /** Of the report. */
    readonly link: string;
    /** Ends these mails for the reader. */
    readonly unsubscribe: string;
  };
  /** To an owner of service accounts: a review asks what becomes of them. */
  'owner-review': {
    readonly kind: OwnerReviewMailKind;
    readonly organization: string;
    readonly startedBy: string;
    /** ISO 8601. */
    readonly due: string;
    /** IANA name. */
    readonly timeZone: string;
    /** Accounts to decide about, listed or not. */
    readonly total: number;
    readonly accounts: readonly string[];
    /** Of the review. */
    readonly link: string;
  };
  /** To an admin: no message has reached a channel for days. */
  'channel-off': {
    readonly channel: string;
    readonly host: string;
    /** The last one, as a sentence of the server. */
    readonly problem: string;
    /** ISO 8601; shown in UTC. */
    readonly since: string;
    /** Of the settings. */
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
    /** Address of the installation. */
    readonly link: string;
  };
  /** To an admin: the trial or subscription of the organization ends or has ended. */
  subscription: {
    readonly kind: SubscriptionMailKind;
    readonly organization: string;
    /** Of what the mail tells: end of the trial, of the time for which data is kept, of a deletion; ISO 8601, shown in UTC. */
    readonly at: string;
    /** Days that data is kept without a subscription. */
    readonly daysKept: number;
    /** Of the settings. */
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
  'password-changed',
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

/** Renders a template: the one function that the built package exports. */
export type RenderEmail = <T extends EmailTemplate>(
  template: T,
  props: EmailProps[T],
) => Promise<RenderedEmail>;
