import { limits, type TicketKind, type TicketSettings } from '@scout/contract';
import { Field, Switch, TextInput } from '@scout/ui';
import { ticketWords } from './channelWords.ts';

/** What the form of a ticket system holds; empty texts are not sent. */
export interface TicketDraft {
  readonly user: string;
  readonly credential: string;
  readonly reading: string;
  readonly project: string;
  readonly issueType: string;
  readonly checksChanges: boolean;
  readonly changeType: string;
  /** Separated by commas. */
  readonly approved: string;
  readonly startField: string;
  readonly endField: string;
  readonly machineField: string;
}

export const emptyTicket: TicketDraft = {
  user: '',
  credential: '',
  reading: '',
  project: '',
  issueType: '',
  checksChanges: false,
  changeType: '',
  approved: '',
  startField: '',
  endField: '',
  machineField: '',
};

interface TicketFieldsProps {
  kind: TicketKind;
  draft: TicketDraft;
  onChange: (draft: TicketDraft) => void;
  tried: boolean;
}

type TextName = Exclude<keyof TicketDraft, 'checksChanges'>;

/** Credential and settings of a ticket system. */
export function TicketFields({ kind, draft, onChange, tried }: TicketFieldsProps) {
  const words = ticketWords[kind];
  const missing = tried ? missingIn(kind, draft) : [];
  const text = (name: TextName, label: string, hint: string, isSecret = false) => (
    <Field label={label} hint={hint} error={missing.includes(name) && 'Fill this in'}>
      <TextInput
        type={isSecret ? 'password' : 'text'}
        autoComplete={isSecret ? 'new-password' : 'off'}
        spellCheck={false}
        maxLength={limits.channels.credentialMax}
        value={draft[name]}
        onChange={(event) => onChange({ ...draft, [name]: event.target.value })}
      />
    </Field>
  );
  return (
    <>
      {words.user !== null && text('user', words.user, words.userHint)}
      {text('credential', words.credential, words.credentialHint, true)}
      {kind === 'pagerduty' &&
        text(
          'reading',
          'API key for reading',
          'Read-only, from Integrations > API Access Keys. Without one, the state of incidents does not come back',
          true,
        )}
      {kind === 'jira' && (
        <>
          {text('project', 'Project', 'Its key, such as SEC')}
          {text('issueType', 'Issue type', 'Type of the tickets, such as Task')}
        </>
      )}
      {(kind === 'jira' || kind === 'servicenow') && (
        <Switch
          label="Check change numbers here"
          description="A case is closed as expected only with a change that explains it, if one is named."
          checked={draft.checksChanges}
          onCheckedChange={(checksChanges) => onChange({ ...draft, checksChanges })}
        />
      )}
      {kind === 'jira' && draft.checksChanges && (
        <>
          {text('changeType', 'Issue type of changes', 'Such as Change')}
          {text(
            'approved',
            'Statuses that mean approved',
            'Separated by commas, such as Approved, Implementing',
          )}
          {text('startField', 'Field with the planned start', 'Its id, such as customfield_10042')}
          {text('endField', 'Field with the planned end', 'Its id, such as customfield_10043')}
          {text(
            'machineField',
            'Field with the machines',
            'Its id; text or labels with the names of machines',
          )}
        </>
      )}
    </>
  );
}

/** Fields that a kind needs and that are empty. */
export function missingIn(kind: TicketKind, draft: TicketDraft): TextName[] {
  const needed: TextName[] = ['credential'];
  if (ticketWords[kind].user !== null) needed.push('user');
  if (kind === 'jira') needed.push('project', 'issueType');
  if (kind === 'jira' && draft.checksChanges)
    needed.push('changeType', 'approved', 'startField', 'endField', 'machineField');
  return needed.filter((name) => draft[name].trim() === '');
}

/** The draft as input of the call that adds a channel. */
export function ticketInput(kind: TicketKind, draft: TicketDraft) {
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim());
  const isJira = kind === 'jira';
  const checksChanges = draft.checksChanges && (isJira || kind === 'servicenow');
  const ofChanges = isJira && checksChanges;
  const settings: Partial<TicketSettings> = {
    checks_changes: checksChanges,
    ...(ticketWords[kind].user !== null && { user: given(draft.user) }),
    ...(isJira && { project: given(draft.project)?.toUpperCase(), issue_type: given(draft.issueType) }),
    ...(ofChanges && {
      change_type: given(draft.changeType),
      approved_statuses: draft.approved.split(',').flatMap((each) => given(each) ?? []),
      start_field: given(draft.startField),
      end_field: given(draft.endField),
      machine_field: given(draft.machineField),
    }),
  };
  return {
    credential: given(draft.credential),
    reading_credential: kind === 'pagerduty' ? given(draft.reading) : undefined,
    settings,
  };
}
