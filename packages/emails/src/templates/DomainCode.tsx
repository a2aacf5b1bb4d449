import { Text } from '@react-email/components';
import { look } from '../look.ts';
import { count, plainName } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Sheet } from '../Sheet.tsx';

export const domainCodeSubject = ({ code }: EmailProps['domain-code']) =>
  `${code} verifies your domain on Scout`;

export function DomainCode({ code, domain, organization, minutes }: EmailProps['domain-code']) {
  return (
    <Sheet
      preview={`Enter ${code} to verify your domain.`}
      title="Verify your domain"
      reason="You requested this code in your organization’s settings. If this was not you, reset your password and inform the other admins."
    >
      <Text style={look.text}>
        {'Enter this code to verify '}
        <bdi>{plainName(domain)}</bdi>
        {' as a domain of '}
        <bdi>{plainName(organization)}</bdi>
        {':'}
      </Text>
      <Text style={look.code}>{code}</Text>
      <Text style={look.text}>{`It works once, for ${count(minutes, 'minute')}.`}</Text>
    </Sheet>
  );
}
