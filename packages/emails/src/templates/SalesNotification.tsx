import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { emailAddress, plainLines, plainName, utcTime } from '../plain.ts';
import type { EmailProps, SalesNotificationKind } from '../props.ts';
import { Sheet } from '../Sheet.tsx';

const kinds: Record<SalesNotificationKind, { what: string; title: string; text: string; message: string }> = {
  early_access: {
    what: 'Early access',
    title: 'New early access request',
    text: 'Someone requested early access to Scout and was promised a reply within 1-3 business days.',
    message: 'About the organization',
  },
  contact: {
    what: 'Question',
    title: 'New question from the site',
    text: 'Someone asked a question on the site and expects a reply within 24 hours.',
    message: 'The question',
  },
};

export const salesNotificationSubject = ({ kind, company_name }: EmailProps['sales-notification']) =>
  `${kinds[kind].what}: ${plainName(company_name)}`;

export function SalesNotification(props: EmailProps['sales-notification']) {
  const { what, title, text, message } = kinds[props.kind];
  const all: Fact[] = [
    ['Name', `${plainName(props.first_name)} ${plainName(props.last_name)}`],
    ['Email', emailAddress(props.email)],
    ['Phone', plainName(props.phone ?? '')],
    ['Organization', plainName(props.company_name)],
    ['Size', plainName(props.company_size ?? '')],
    ['Role', plainName(props.job_title ?? '')],
    ['Received', utcTime(props.when)],
  ];
  const facts = all.filter(([, value]) => value !== '');
  const lines = plainLines(props.message ?? '');
  return (
    <Sheet
      preview={`${what}: ${plainName(props.company_name)}`}
      title={title}
      reason="You are receiving this email because your address is one of SALES_EMAILS. The message is unchanged: be careful with its links and requests."
    >
      <Text style={look.text}>{text}</Text>
      <Facts facts={facts} />
      {lines.length > 0 && (
        <>
          <Text style={look.label}>{message}</Text>
          <blockquote style={look.quote}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
              <p key={index} dir="auto" style={look.quoteLine}>
                {line || '\u00a0'}
              </p>
            ))}
          </blockquote>
        </>
      )}
    </Sheet>
  );
}
