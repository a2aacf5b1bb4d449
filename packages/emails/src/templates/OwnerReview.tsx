import { Text } from '@react-email/components';
import { look } from '../look.ts';
import { emailAddress, plainName, plainSentence, zonedTime } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

type Props = EmailProps['owner-review'];

const accountsOf = (total: number) =>
  `${total.toLocaleString('en-US')} service ${total === 1 ? 'account' : 'accounts'}`;

const titleOf = ({ kind, total }: Props) =>
  kind === 'asked' ? `Review your ${accountsOf(total)}` : `Still to review: ${accountsOf(total)}`;

export const ownerReviewSubject = (props: Props) => `${titleOf(props)}: ${plainName(props.organization)}`;

export function OwnerReview(props: Props) {
  const { total, accounts, link } = props;
  const unlisted = total - accounts.length;
  return (
    <Sheet
      preview={`Until ${zonedTime(props.due, props.timeZone)}`}
      title={titleOf(props)}
      reason={`You are receiving this email because the register of ${plainName(props.organization)} names you as the owner of these accounts.`}
    >
      <Text style={look.text}>
        {emailAddress(props.startedBy) || plainName(props.startedBy)} has started a review. Confirm by{' '}
        {zonedTime(props.due, props.timeZone)} whether each account stays, needs a change, or should be
        removed.
      </Text>
      {accounts.map((account) => (
        <Text key={account} style={look.rowText}>
          <bdi>{plainSentence(account)}</bdi>
        </Text>
      ))}
      {unlisted > 0 && <Text style={look.text}>And {accountsOf(unlisted)} more.</Text>}
      <Action link={link}>Review the accounts</Action>
    </Sheet>
  );
}
