import { Text } from '@react-email/components';
import { look } from '../look.ts';
import { count, plainName } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

export const invitationSubject = ({ organization }: EmailProps['invitation']) =>
  `Join ${plainName(organization)} on Scout`;

export function Invitation({ organization, inviterName, link, days }: EmailProps['invitation']) {
  const name = plainName(organization);
  const inviter = plainName(inviterName) || 'An admin';
  return (
    <Sheet
      preview={`${inviter} invites you to ${name}.`}
      title={`Join ${name}`}
      reason="If you do not know the organization, ignore this email: nothing happens unless you accept."
    >
      <Text style={look.text}>
        <bdi>{inviter}</bdi> invites you to <bdi>{name}</bdi> on Scout, which watches how service accounts are
        used.
      </Text>
      <Text style={look.text}>{`The invitation works once, for ${count(days, 'day')}.`}</Text>
      <Action link={link}>See the invitation</Action>
    </Sheet>
  );
}
