import { Text } from '@react-email/components';
import { look } from '../look.ts';
import { Sheet } from '../Sheet.tsx';

export const earlyAccessConfirmationSubject = () => 'We received your request for Scout';

/** Repeats nothing from the form, which anybody can fill in with any address. */
export function EarlyAccessConfirmation() {
  return (
    <Sheet
      preview="We reply within 1-3 business days."
      title="Your early access request is in"
      reason="Someone requested early access to Scout with this address. If this was not you, ignore this email: no account was created."
    >
      <Text style={look.text}>Hello,</Text>
      <Text style={look.text}>
        thank you for asking about Scout. We read every request ourselves and get back to you within 1-3
        business days.
      </Text>
      <Text style={look.text}>
        You do not need to do anything until then. For anything urgent, use the contact page of the site.
      </Text>
    </Sheet>
  );
}
