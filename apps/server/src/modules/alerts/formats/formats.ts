import type { ChannelFormat, ChannelKind } from '@scout/contract';
import { ticketFormat } from '../tickets/ticketText.ts';
import { cefFormat } from './cef.ts';
import { ecsFormat, ecsOf } from './ecs.ts';
import type { CaseFacts, CaseMessage, Format, TestMessage } from './message.ts';
import { ocsfFormat, ocsfOf } from './ocsf.ts';
import { scoutFormat } from './scout.ts';
import { slackFormat } from './slack.ts';
import { inSyslog } from './syslogFormat.ts';
import { teamsFormat } from './teams.ts';

/** Secret of a kind of channel: signing secret, address, credential of a ticket system, or none. */
export const secretOfKind: Readonly<Record<ChannelKind, 'signature' | 'address' | 'credential' | null>> = {
  webhook: 'signature',
  slack: 'address',
  teams: 'address',
  syslog: null,
  pagerduty: 'credential',
  opsgenie: 'credential',
  jira: 'credential',
  servicenow: 'credential',
};

const documents = { scout: scoutFormat, ecs: ecsFormat, ocsf: ocsfFormat, cef: cefFormat } as const;

/** Properties of a channel that determine the format of its messages. */
export interface FormattedChannel {
  readonly kind: ChannelKind;
  readonly format: ChannelFormat;
  readonly url: string;
}

/** Formats of each kind of channel. */
const writers: Readonly<Record<ChannelKind, (channel: FormattedChannel) => Format>> = {
  webhook: documentFormat,
  slack: () => slackFormat,
  teams: () => teamsFormat,
  syslog: (channel) => inSyslog(documentFormat(channel), channel.url),
  pagerduty: () => ticketFormat,
  opsgenie: () => ticketFormat,
  jira: () => ticketFormat,
  servicenow: () => ticketFormat,
};

function documentFormat({ format }: FormattedChannel): Format {
  if (format === 'chat' || format === 'ticket') throw new TypeError(`The format ${format} has no document`);
  return documents[format];
}

/** A step of a case in the channel's format. */
export const caseBody = (channel: FormattedChannel, message: CaseMessage): string =>
  writers[channel.kind](channel).caseBody(message);

/** A test in the channel's format. */
export const testBody = (channel: FormattedChannel, message: TestMessage): string =>
  writers[channel.kind](channel).testBody(message);

/** A requested case as a document of a schema. Its id identifies this state of the case. */
export const documentOf: Readonly<
  Record<'ecs' | 'ocsf', (facts: CaseFacts, changedAt: number) => Record<string, unknown>>
> = {
  ecs: (facts, now) => ecsOf(facts, { id: stateId(facts, now), action: 'case-changed', now }),
  ocsf: (facts, now) =>
    ocsfOf(facts, {
      id: stateId(facts, now),
      activity: facts.about.status === 'closed' ? 'close' : 'update',
      now,
    }),
};

const stateId = ({ about }: CaseFacts, changedAt: number) => `${about.caseId}-${changedAt}`;
