import type { CaseTicket } from '@scout/contract';
import { visible } from '../../incidents/rawText.ts';

export const ticketSystemTitles: Readonly<Record<CaseTicket['kind'], string>> = {
  pagerduty: 'PagerDuty',
  opsgenie: 'Opsgenie',
  jira: 'Jira',
  servicenow: 'ServiceNow',
};

const states: Readonly<Record<CaseTicket['state'], string>> = {
  open: 'open',
  acknowledged: 'acknowledged',
  resolved: 'resolved',
};

/** For example "resolved by Ada Lovelace". */
export const ticketStateText = ({ state, state_by }: Pick<CaseTicket, 'state' | 'state_by'>): string =>
  state_by === null ? states[state] : `${states[state]} by ${visible(state_by)}`;
