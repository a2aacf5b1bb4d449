/** What each template needs. Every text is shown as text: markup, line breaks and control characters in it are inert. */
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
  /** To the address of an account that is gone. */
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
}

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
