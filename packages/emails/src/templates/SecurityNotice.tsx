import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { ipAddress, plainName, utcTime } from '../plain.ts';
import type { EmailProps, SecurityNoticeKind } from '../props.ts';
import { Sheet } from '../Sheet.tsx';

const happened: Record<SecurityNoticeKind, { title: string; text: string }> = {
  'factor-added': {
    title: 'A second factor was added',
    text: 'Signing in to your account now requires it.',
  },
  'factor-removed': {
    title: 'A second factor was removed',
    text: 'Signing in to your account no longer requires it.',
  },
  'passkey-added': {
    title: 'A passkey was added',
    text: 'It signs in to your account without the password, and counts as a second factor.',
  },
  'passkey-removed': {
    title: 'A passkey was removed',
    text: 'It no longer signs in to your account.',
  },
  'password-changed': {
    title: 'Your password was changed',
    text: 'The old password no longer works.',
  },
  'break-glass': {
    title: 'A break-glass account was used',
    text: 'Someone signed in with the password or a passkey of an account that is exempt from single sign-on.',
  },
  'new-device': {
    title: 'New sign-in to your account',
    text: 'Someone signed in to your account from a new device.',
  },
  'recovery-code-used': {
    title: 'A recovery code was used',
    text: 'Someone signed in to your account with one of your recovery codes. That code no longer works.',
  },
  'recovery-codes': {
    title: 'New recovery codes were created',
    text: 'Your previous recovery codes no longer work.',
  },
};

export const securityNoticeSubject = ({ kind }: EmailProps['security-notice']) =>
  `${happened[kind].title} (Scout)`;

export function SecurityNotice({
  kind,
  when,
  device,
  address,
  account,
  recoveryCodesLeft,
}: EmailProps['security-notice']) {
  const { title, text } = happened[kind];
  const facts: Fact[] = [
    ...(account === undefined ? [] : ([['Account', plainName(account)]] as const)),
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
        {kind === 'break-glass'
          ? 'If the admins of your organization know why, you do not need to do anything. If not, end the sessions of that account and reset its password now.'
          : 'If this was you, you do not need to do anything. If not, reset your password now and inform an admin of your organization.'}
      </Text>
    </Sheet>
  );
}
