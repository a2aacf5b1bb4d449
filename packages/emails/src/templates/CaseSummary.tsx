import { Link, Section, Text } from '@react-email/components';
import { look } from '../look.ts';
import { plainName, plainSentence, webAddress, zonedTime } from '../plain.ts';
import type { AlertSeverity, CaseSummaryKind, EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';
import { severityNames } from '../severity.ts';

type Props = EmailProps['case-summary'];

const cases = (total: number) => `${total.toLocaleString('en-US')} ${total === 1 ? 'case' : 'cases'}`;
const more = (total: number) => `${total.toLocaleString('en-US')} more ${total === 1 ? 'case' : 'cases'}`;

const titles: Readonly<Record<CaseSummaryKind, (total: number) => string>> = {
  daily: (total) => `${cases(total)} since yesterday’s summary`,
  rest: (total) => more(total),
  critical: (total) => `${total.toLocaleString('en-US')} more critical ${total === 1 ? 'case' : 'cases'}`,
};

const reasons: Readonly<Record<CaseSummaryKind, string>> = {
  daily: 'You have chosen one email a day.',
  rest: 'Your address has reached its hourly email limit, so this email combines several cases.',
  critical: 'Your address has reached its hourly limit; critical cases are still emailed.',
};

export const caseSummarySubject = ({ kind, total, organization }: Props) =>
  `${titles[kind](total)}: ${plainName(organization)}`;

export function CaseSummary(props: Props) {
  const { kind, total, counts, timeZone, link, unsubscribe } = props;
  const counted = (Object.keys(severityNames) as AlertSeverity[])
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity].toLocaleString('en-US')} ${severityNames[severity].toLowerCase()}`)
    .join(', ');
  const unlisted = total - props.cases.length;
  return (
    <Sheet
      preview={counted}
      title={titles[kind](total)}
      reason={`${reasons[kind]} Your address is an alert recipient of ${plainName(props.organization)}.`}
      unsubscribe={unsubscribe}
    >
      <Text style={look.text}>
        {counted}, since {zonedTime(props.since, timeZone)}.
      </Text>
      {props.cases.map(({ number, account, severity, sentence, link: address }) => (
        <Section key={number} style={look.row}>
          <Text style={look.rowHead}>
            <bdi>
              {severityNames[severity]}: C-{number} {plainSentence(account)}
            </bdi>
          </Text>
          <Text style={look.rowText}>
            <bdi>{plainSentence(sentence)}</bdi>{' '}
            <Link href={webAddress(address)} style={look.link}>
              Open
            </Link>
          </Text>
        </Section>
      ))}
      {unlisted > 0 && <Text style={look.text}>And {more(unlisted)} in Scout.</Text>}
      <Action link={link}>Open the cases</Action>
    </Sheet>
  );
}
