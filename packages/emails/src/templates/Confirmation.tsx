import { Text } from '@react-email/components';
import { look } from '../look.ts';
import { count } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

export const confirmationSubject = ({ code }: EmailProps['confirmation']) =>
  `${code} is your Scout confirmation code`;

export function Confirmation({ code, link, minutes }: EmailProps['confirmation']) {
  return (
    <Sheet
      preview={`Enter ${code} to confirm your email address.`}
      title="Confirm your email address"
      reason="Someone signed up for Scout with this address. If this was not you, ignore this email: nothing happens without the code."
    >
      <Text style={look.text}>Enter this code on the confirmation page:</Text>
      <Text style={look.code}>{code}</Text>
      <Text style={look.text}>
        {`Or confirm with one click. Code and link work once, for ${count(minutes, 'minute')}.`}
      </Text>
      <Action link={link}>Confirm email address</Action>
    </Sheet>
  );
}
