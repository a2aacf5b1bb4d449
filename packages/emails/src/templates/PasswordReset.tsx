import { Text } from '@react-email/components';
import { look } from '../look.ts';
import { count } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

export const passwordResetSubject = () => 'Choose a new Scout password';

export function PasswordReset({ link, minutes }: EmailProps['password-reset']) {
  return (
    <Sheet
      preview="Your old password works until you choose a new one."
      title="Choose a new password"
      reason="Someone requested this for your address. If this was not you, ignore this email: your password is unchanged."
    >
      <Text style={look.text}>
        {`Your old password works until you choose a new one. The link works once, for ${count(minutes, 'minute')}.`}
      </Text>
      <Action link={link}>Choose a new password</Action>
    </Sheet>
  );
}
