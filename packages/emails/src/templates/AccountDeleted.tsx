import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { ipAddress, plainName, utcTime } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Sheet } from '../Sheet.tsx';

export const accountDeletedSubject = (_props: EmailProps['account-deleted']) =>
  'Your account was deleted (Scout)';

export function AccountDeleted({ organizations, when, device, address }: EmailProps['account-deleted']) {
  const facts: Fact[] = [
    ['Time', utcTime(when)],
    ['Device', plainName(device) || 'Unknown'],
    ['Address', ipAddress(address) || 'Unknown'],
  ];
  return (
    <Sheet
      preview="Your account was deleted."
      title="Your account was deleted"
      reason="This email is always sent and cannot be turned off."
    >
      <Text style={look.text}>
        Your account, its sessions and its second factors were deleted. You can no longer sign in with it.
      </Text>
      {organizations.map((name) => (
        <Text key={name} style={look.text}>
          {'You were the only member of '}
          <bdi>{plainName(name)}</bdi>
          {
            ', so the organization was deleted as well, with its events, agents and settings. Its agents are now refused.'
          }
        </Text>
      ))}
      <Facts facts={facts} />
      <Text style={look.text}>
        If this was not you, someone knows your password: change it wherever you use it. A deleted account
        cannot be restored.
      </Text>
    </Sheet>
  );
}
