import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { utcTime } from '../plain.ts';
import type { EmailProps, OperatorTroubleKind } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

interface Words {
  readonly title: string;
  readonly text: string;
}

const words: Record<OperatorTroubleKind, Words> = {
  disk_low: {
    title: 'The disk is nearly full',
    text: 'Scout accepts no events until the database disk has free space. Agents keep theirs and send them afterward; signing in and reading still work.',
  },
  mail_stuck: {
    title: 'Emails are not being sent',
    text: 'Emails have waited for more than 15 minutes. Check the mail server in SMTP_URL.',
  },
  mail_lost: {
    title: 'Emails could not be delivered',
    text: 'Emails could not be delivered in the last day. The server’s log names their templates and domains.',
  },
  channels_failed: {
    title: 'Deliveries to channels failed',
    text: 'Receivers of some organizations accepted no messages in the last day. Their admins can see which under Settings > Notifications.',
  },
  agents_silent: {
    title: 'Agents are silent',
    text: 'These agents have not reported for three minutes or more.',
  },
  agents_conflict: {
    title: 'Two machines share one agent',
    text: 'Two machines claim to be the same agent, for example after cloning a machine.',
  },
  agents_lagging: {
    title: 'Events wait on machines',
    text: 'The oldest event of these agents has waited for more than five minutes.',
  },
  agents_wait_for_quota: {
    title: 'A quota is used up',
    text: 'The agents of these organizations are paused until they may send again.',
  },
  cases_behind: {
    title: 'Cases are behind',
    text: 'Cases of these organizations are more than an hour behind their events.',
  },
  backup_due: {
    title: 'A backup is due',
    text: 'The last backup is older than SCOUT_BACKUP_DAYS allows, or there is none.',
  },
};

export const operatorTroubleSubject = ({ kind, trouble, link }: EmailProps['operator-trouble']) =>
  `${kind === 'over' ? 'Resolved: ' : ''}${words[trouble].title}: ${new URL(link).host}`;

export function OperatorTrouble({ kind, trouble, count, since, link }: EmailProps['operator-trouble']) {
  const { title, text } = words[trouble];
  const facts: Fact[] = [['Since', utcTime(since)]];
  if (kind === 'began' && count !== null) facts.push(['Count', String(count)]);
  return (
    <Sheet
      preview={kind === 'over' ? `${title}: this is resolved.` : text}
      title={kind === 'over' ? `Resolved: ${title}` : title}
      reason="You are receiving this email because your address is one of SCOUT_OPERATOR_EMAILS."
    >
      <Text style={look.text}>{kind === 'over' ? 'This has been resolved for 15 minutes.' : text}</Text>
      <Facts facts={facts} />
      <Text style={look.text}>Current problems and next steps:</Text>
      <Action link={link}>Open Installation</Action>
    </Sheet>
  );
}
