import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { plainName, utcTime } from '../plain.ts';
import type { EmailProps, SubscriptionMailKind } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

interface Words {
  readonly title: string;
  text(daysKept: number): string;
  /** Label of the date in the mail. */
  readonly at: string;
}

const ended = () =>
  'The dashboards show demo data now, and agents keep their events on their machines. We delete your events and cases on the date below unless you subscribe again. Your members can still sign in.';

const words: Record<SubscriptionMailKind, Words> = {
  'trial-ending': {
    title: 'Your trial ends soon',
    text: (daysKept) =>
      `When it ends, the dashboards return to demo data and agents keep their events on their machines. We keep your data for ${daysKept} days in case you subscribe.`,
    at: 'Trial ends',
  },
  'trial-ended': { title: 'Your trial has ended', text: ended, at: 'Data kept until' },
  'subscription-ended': { title: 'Your subscription has ended', text: ended, at: 'Data kept until' },
  'deletion-requested': {
    title: 'Your organization will be deleted',
    text: () =>
      'An admin has requested this. At the time below, its events, cases, settings, agents and audit log are permanently deleted. Until then, any admin can undo this in Settings > Organization. Your members keep their sign-ins.',
    at: 'Deleted at',
  },
  'deletion-withdrawn': {
    title: 'Your organization stays',
    text: () => 'An admin has withdrawn the request to delete it.',
    at: 'Withdrawn at',
  },
  deleted: {
    title: 'Your organization was deleted',
    text: () =>
      'Its events, cases, settings, agents and audit log were permanently deleted, as an admin requested. Its members keep their sign-ins and can delete their own accounts.',
    at: 'Deleted at',
  },
};

export const subscriptionSubject = ({ kind, organization }: EmailProps['subscription']) =>
  `${words[kind].title}: ${plainName(organization)}`;

export function Subscription({ kind, organization, at, daysKept, link }: EmailProps['subscription']) {
  const { title, text, at: nameOfTime } = words[kind];
  const facts: Fact[] = [
    ['Organization', plainName(organization)],
    [nameOfTime, utcTime(at)],
  ];
  return (
    <Sheet
      preview={`${title}: ${plainName(organization)}.`}
      title={title}
      reason="You are receiving this email because you are an admin of your organization."
    >
      <Text style={look.text}>{text(daysKept)}</Text>
      <Facts facts={facts} />
      <Action link={link}>Open billing</Action>
    </Sheet>
  );
}
