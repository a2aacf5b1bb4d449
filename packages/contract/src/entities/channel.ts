import { FINDINGS } from '@scout/detection/catalogue/findings';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { caseSeverities } from './case.ts';
import { isoTime } from './fields.ts';
import { ticketCredential, ticketFaults, ticketSettings } from './ticket.ts';

const { nameMax, urlMax, patternMax, deliveriesListed, most } = limits.channels;

/** Systems in which a case has a ticket. */
export const ticketKinds = ['pagerduty', 'opsgenie', 'jira', 'servicenow'] as const;
export type TicketKind = (typeof ticketKinds)[number];
export const ticketSystemTitles: Readonly<Record<TicketKind, string>> = {
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  jira: 'Jira',
  servicenow: 'ServiceNow',
};

/**
 * A receiver of signed webhooks, an incoming webhook of Slack or of Teams' Workflows (whose address is a secret), a syslog receiver, or
 * a ticket system.
 */
export const channelKinds = ['webhook', 'slack', 'teams', 'syslog', ...ticketKinds] as const;
export type ChannelKind = (typeof channelKinds)[number];

/** True for a kind of channel that is a ticket system. */
export const isTicketKind = (kind: ChannelKind): kind is TicketKind =>
  (ticketKinds as readonly ChannelKind[]).includes(kind);

/** Scout's own JSON, the Elastic Common Schema, OCSF, the Common Event Format, a message for people, or a ticket. */
export const channelFormats = ['scout', 'ecs', 'ocsf', 'cef', 'chat', 'ticket'] as const;
export type ChannelFormat = (typeof channelFormats)[number];

/** Formats of each kind of channel, default first. */
export const formatsOfKind: Readonly<Record<ChannelKind, readonly [ChannelFormat, ...ChannelFormat[]]>> = {
  webhook: ['scout', 'ecs', 'ocsf'],
  slack: ['chat'],
  teams: ['chat'],
  syslog: ['cef', 'scout', 'ecs', 'ocsf'],
  pagerduty: ['ticket'],
  opsgenie: ['ticket'],
  jira: ['ticket'],
  servicenow: ['ticket'],
};

/**
 * Content of a delivery: a step of a case, or a test. Only tickets are told that a case was closed or reopened; `changes` looks for a
 * planned change that explains a case.
 */
export const deliveryKinds = ['opened', 'graver', 'gained', 'closed', 'reopened', 'changes', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** `delivered`: the receiver accepted it; `failed`: the receiver did not accept it in time; `dropped`: the channel was switched off first. */
export const deliveryOutcomes = ['delivered', 'failed', 'dropped'] as const;

/** A message for a channel; its id is the `webhook-id` of every attempt. */
export const channelDelivery = z.object({
  delivery_id: z.uuid(),
  kind: z.enum(deliveryKinds),
  /** Null: a test. */
  case_number: z.number().int().nullable(),
  created_at: isoTime,
  /** Attempts started. */
  attempts: z.number().int(),
  /** HTTP status of the last response; null without one. */
  status: z.number().int().nullable(),
  /** Last problem, as a sentence; null without one. */
  problem: z.string().nullable(),
  /** Null while attempts continue. */
  outcome: z.enum(deliveryOutcomes).nullable(),
  settled_at: isoTime.nullable(),
  /** Time of the next attempt; null without one. */
  next_attempt_at: isoTime.nullable(),
});
export type ChannelDelivery = z.output<typeof channelDelivery>;

export const channelName = z.string().trim().min(1, 'Give the channel a name.').max(nameMax);

/** Cases below this severity are not sent. */
export const channelSeverity = z.enum(caseSeverities);

/** A name, or a pattern with `*` and `?`, case-insensitive; null: every account. */
export const accountPattern = z.string().trim().min(1).max(patternMax).nullable();

const knownKinds = new Set(Object.keys(FINDINGS));

/** Kinds of findings; a case must have at least one of them to be sent. Empty: any. */
export const findingKinds = z
  .array(z.string())
  .max(knownKinds.size)
  .refine((kinds) => kinds.every((kind) => knownKinds.has(kind)), 'Choose known kinds of findings.');

/** Destination address of webhooks. */
export const webhookUrl = z
  .string()
  .trim()
  .max(urlMax)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || url.href.length > urlMax) return false;
    return /^https?:$/.test(url.protocol) && !url.username && !url.password && url.hash === '';
  }, 'Give an address such as https://siem.example/scout, without user, password and fragment.');

/** Destination address of syslog over TLS, TCP or UDP. */
export const syslogUrl = z
  .string()
  .trim()
  .max(urlMax)
  .regex(
    /^syslog\+(?:tls|tcp|udp):\/\/(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::[0-9]{1,5})?$/i,
    'Give an address such as syslog+tls://siem.example:6514.',
  )
  .refine((text) => URL.canParse(text), 'Give an address such as syslog+tls://siem.example:6514.');

/** Origin of a ticket system. */
export const ticketUrl = webhookUrl.refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && url.pathname === '/' && url.search === '';
}, 'Give only the address of the system, such as https://northwind.atlassian.net.');

/** The address of a channel. */
export const channelUrl = {
  webhook: webhookUrl,
  slack: webhookUrl,
  teams: webhookUrl,
  syslog: syslogUrl,
  pagerduty: ticketUrl,
  opsgenie: ticketUrl,
  jira: ticketUrl,
  servicenow: ticketUrl,
} as const;

const certificates = z.string().trim().min(1).max(limits.channels.caMax).nullable();

/** A channel to add. */
export const newChannel = z
  .object({
    kind: z.enum(channelKinds).default('webhook'),
    name: channelName,
    url: z.string().trim().max(urlMax),
    /** Defaults to the kind's default format. */
    format: z.enum(channelFormats).optional(),
    /** CA certificates as PEM that verify a receiver of syslog over TLS; null: public CAs. */
    ca: certificates.default(null),
    min_severity: channelSeverity.default('medium'),
    account_pattern: accountPattern.default(null),
    finding_kinds: findingKinds.default([]),
    /** Of a ticket system: the integration key of PagerDuty, the API key of Opsgenie, the API token of Jira, the password of ServiceNow. */
    credential: ticketCredential.optional(),
    /** Of PagerDuty: an API key that reads incidents; without one their state does not come back. */
    reading_credential: ticketCredential.optional(),
    /** Of a ticket system. */
    settings: ticketSettings.optional(),
  })
  .superRefine(({ kind, url, format, ca, credential, reading_credential, settings }, context) => {
    for (const [path, message] of ticketFaults(kind, { credential, reading_credential, settings }))
      context.addIssue({ code: 'custom', path: [...path], message });
    const problem = channelUrl[kind].safeParse(url).error?.issues[0]?.message;
    if (problem !== undefined) context.addIssue({ code: 'custom', path: ['url'], message: problem });
    if (format !== undefined && !formatsOfKind[kind].includes(format))
      context.addIssue({
        code: 'custom',
        path: ['format'],
        message: 'This kind of channel has no such format.',
      });
    if (ca !== null && !url.startsWith('syslog+tls:'))
      context.addIssue({ code: 'custom', path: ['ca'], message: 'Certificates are for syslog over TLS.' });
  });

/** A receiver in another system. A webhook's secret is shown only on creation. */
export const channel = z.object({
  channel_id: z.uuid(),
  kind: z.enum(channelKinds),
  format: z.enum(channelFormats),
  name: z.string(),
  /** For Slack and Teams only the origin; the rest is a secret. */
  url: z.string(),
  /** Of a ticket system; null for other kinds. */
  settings: ticketSettings.nullable(),
  /** True when its own certificates verify the receiver. */
  has_ca: z.boolean(),
  min_severity: channelSeverity,
  account_pattern: z.string().nullable(),
  /** Empty: any. */
  finding_kinds: z.array(z.string()),
  /** False: switched off by an admin, or after days of failures. */
  is_active: z.boolean(),
  /** Start of the current failures; null when the last message was delivered. */
  failing_since: isoTime.nullable(),
  /** Time of switching off because of failures; null otherwise. */
  switched_off_at: isoTime.nullable(),
  /** End of also signing with the former secret; null without one. */
  former_secret_until: isoTime.nullable(),
  created_at: isoTime,
  created_by: z.string(),
  /** Latest deliveries, newest first. */
  deliveries: z.array(channelDelivery).max(deliveriesListed),
});
export type Channel = z.output<typeof channel>;

export const channelList = z.array(channel).max(most);
