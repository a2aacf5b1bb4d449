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
  invitation: {
    readonly organization: string;
    /** Empty when the inviter gave no name. */
    readonly inviterName: string;
    readonly link: string;
    readonly days: number;
  };
  'password-reset': {
    readonly link: string;
    readonly minutes: number;
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
  };
}

export const securityNoticeKinds = [
  'factor-added',
  'factor-removed',
  'password-changed',
  'new-device',
  'recovery-codes',
] as const;
export type SecurityNoticeKind = (typeof securityNoticeKinds)[number];

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
