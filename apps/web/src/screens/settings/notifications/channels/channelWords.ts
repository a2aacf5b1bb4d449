import {
  type Channel,
  type ChannelDelivery,
  type ChannelFormat,
  type ChannelKind,
  caseNumberText,
  type DeliveryKind,
  kindTitle,
  type TicketKind,
  ticketSystemTitles,
} from '@scout/contract';

export const channelKindTitles: Readonly<Record<ChannelKind, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  syslog: 'Syslog',
  ...ticketSystemTitles,
};

export const channelFormatTitles: Readonly<Record<ChannelFormat, string>> = {
  scout: 'JSON',
  ecs: 'JSON, Elastic Common Schema (ECS)',
  ocsf: 'JSON, OCSF Detection Finding',
  cef: 'Common Event Format (CEF)',
  chat: 'Message',
  ticket: 'Ticket',
};

interface KindWords {
  readonly description: string;
  readonly addressHint: string;
  readonly addressError: string;
}

/** Texts of the form that adds a channel. */
export const kindWords: Readonly<Record<ChannelKind, KindWords>> = {
  webhook: {
    description:
      'Scout posts each step of a case to its address as JSON, signed according to Standard Webhooks.',
    addressHint: 'It cannot be changed later',
    addressError: 'An address such as https://siem.example/scout, without user and password',
  },
  slack: {
    description: 'Scout posts each step of a case to a channel of Slack, through an incoming webhook.',
    addressHint: 'The webhook’s URL. It is a secret: it is not shown again and cannot be changed later',
    addressError: 'An address such as https://hooks.slack.com/services/…',
  },
  teams: {
    description:
      'Scout posts each step of a case as a card, through a Workflows flow that starts with a webhook request.',
    addressHint: 'The flow’s URL. It is a secret: it is not shown again and cannot be changed later',
    addressError: 'An address such as https://….logic.azure.com/workflows/…',
  },
  syslog: {
    description: 'Scout sends each step of a case as a line of syslog (RFC 5424).',
    addressHint:
      'syslog+tls://, or inside your network syslog+tcp:// or syslog+udp://. It cannot be changed later',
    addressError: 'An address such as syslog+tls://siem.example:6514',
  },
  pagerduty: {
    description: 'Each case opens one incident of PagerDuty, which ends with the case.',
    addressHint:
      'https://events.pagerduty.com, or in Europe https://events.eu.pagerduty.com. It cannot be changed later',
    addressError: 'An address such as https://events.pagerduty.com, without a path',
  },
  opsgenie: {
    description: 'Each case opens one alert of Opsgenie, which ends with the case.',
    addressHint:
      'https://api.opsgenie.com, or in Europe https://api.eu.opsgenie.com. It cannot be changed later',
    addressError: 'An address such as https://api.opsgenie.com, without a path',
  },
  jira: {
    description: 'Each case opens one issue of Jira Cloud, which ends with the case.',
    addressHint: 'The site, such as https://northwind.atlassian.net. It cannot be changed later',
    addressError: 'An address such as https://northwind.atlassian.net, without a path',
  },
  servicenow: {
    description: 'Each case opens one incident of ServiceNow, which ends with the case.',
    addressHint: 'The instance, such as https://northwind.service-now.com. It cannot be changed later',
    addressError: 'An address such as https://northwind.service-now.com, without a path',
  },
};

interface TicketWords {
  /** Label of the user name; null: the system has none. */
  readonly user: string | null;
  readonly userHint: string;
  readonly credential: string;
  readonly credentialHint: string;
}

const STORED = 'Stored encrypted and not shown again';

/** Labels of what proves to a ticket system who asks. */
export const ticketWords: Readonly<Record<TicketKind, TicketWords>> = {
  pagerduty: {
    user: null,
    userHint: '',
    credential: 'Integration key',
    credentialHint: `Of an integration “Events API V2” of a service. ${STORED}`,
  },
  opsgenie: {
    user: null,
    userHint: '',
    credential: 'API key',
    credentialHint: `Of an API integration that may create and read alerts. ${STORED}`,
  },
  jira: {
    user: 'Email of the account',
    userHint: 'The Atlassian account whose token this is',
    credential: 'API token',
    credentialHint: STORED,
  },
  servicenow: {
    user: 'User name',
    userHint: 'A user that may write incidents',
    credential: 'Password',
    credentialHint: STORED,
  },
};

/** "All", the title of one, or the number of several. */
export const findingsText = ({ finding_kinds }: Pick<Channel, 'finding_kinds'>): string => {
  const [first] = finding_kinds;
  if (first === undefined) return 'All';
  return finding_kinds.length === 1 ? kindTitle(first) : `${finding_kinds.length} kinds`;
};

/** The address without its secret part. */
export const addressText = ({ kind, url }: Pick<Channel, 'kind' | 'url'>): string =>
  kind === 'slack' || kind === 'teams' ? `${url}…` : url;

/** On, or the reason why it is not. */
export type ChannelState = 'On' | 'Failing' | 'Off' | 'Switched off';

export function channelState({ is_active, failing_since, switched_off_at }: Channel): ChannelState {
  if (!is_active) return switched_off_at === null ? 'Off' : 'Switched off';
  return failing_since === null ? 'On' : 'Failing';
}

const kinds: Readonly<Record<Exclude<DeliveryKind, 'test'>, string>> = {
  opened: 'opened',
  graver: 'got worse',
  gained: 'has new findings',
  closed: 'closed',
  reopened: 'reopened',
  changes: 'planned changes',
};

/** "C-12 opened", or "Test". */
export const deliveryTitle = ({ kind, case_number }: ChannelDelivery): string =>
  kind === 'test' || case_number === null ? 'Test' : `${caseNumberText(case_number)} ${kinds[kind]}`;

/** The result of a delivery, with its last problem; times are formatted by `timeText`. */
export function deliveryResult(delivery: ChannelDelivery, timeText: (iso: string) => string): string {
  const { outcome, problem, status, attempts, next_attempt_at } = delivery;
  if (outcome === 'delivered') return status === null ? 'Sent' : `Delivered (${status})`;
  if (outcome === 'dropped') return 'Not sent: channel was off';
  if (outcome === 'failed') return `Failed. ${problem ?? ''}`.trim();
  if (attempts === 0 || problem === null) return 'Being sent';
  return next_attempt_at === null ? problem : `${problem} Next attempt ${timeText(next_attempt_at)}`;
}
