import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { ipAddress, plainName, utcTime } from '../plain.ts';
import type { EmailProps, SecurityNoticeKind } from '../props.ts';
import { Sheet } from '../Sheet.tsx';

const happened: Record<SecurityNoticeKind, { title: string; text: string }> = {
  'factor-added': {
    title: 'A second factor was added',
    text: 'Signing in to your account now asks for it.',
  },
  'factor-removed': {
    title: 'A second factor was removed',
    text: 'Signing in to your account no longer asks for it.',
  },
  'password-changed': {
    title: 'Your password was changed',
    text: 'The old password no longer works.',
  },
  'new-device': {
    title: 'New sign-in to your account',
    text: 'Your account was signed in to from a device that we had not seen before.',
  },
  'recovery-code-used': {
    title: 'A recovery code was used',
    text: 'Your account was signed in to with one of your recovery codes, which no longer works.',
  },
  'recovery-codes': {
    title: 'New recovery codes were made',
    text: 'Recovery codes that you kept from before no longer work.',
  },
};

export const securityNoticeSubject = ({ kind }: EmailProps['security-notice']) =>
  `${happened[kind].title} (Scout)`;

export function SecurityNotice({
  kind,
  when,
  device,
  address,
  recoveryCodesLeft,
}: EmailProps['security-notice']) {
  const { title, text } = happened[kind];
  const facts: Fact[] = [
    ['Time', utcTime(when)],
    ['Device', plainName(device) || 'Unknown'],
    ['Address', ipAddress(address) || 'Unknown'],
    ...(recoveryCodesLeft === undefined
      ? []
      : ([['Recovery codes left', String(recoveryCodesLeft)]] as const)),
  ];
  return (
    <Sheet preview={text} title={title} reason="This email is always sent and cannot be turned off.">
      <Text style={look.text}>{text}</Text>
      <Facts facts={facts} />
      <Text style={look.text}>
        If it was you, there is nothing to do. If not, reset your password at once and tell an admin of your
        organization.
      </Text>
    </Sheet>
  );
}
