import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { plainName, plainSentence, zonedTime } from '../plain.ts';
import type { CaseAlertKind, EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';
import { severityNames } from '../severity.ts';

type Props = EmailProps['case-alert'];

const titles: Readonly<Record<CaseAlertKind, (severity: string) => string>> = {
  opened: (severity) => `${severity}: a case was opened`,
  graver: (severity) => `${severity}: a case got worse`,
  gained: (severity) => `${severity}: new findings in a case`,
};

/** The same for every step of a case, so that mail programs group its mails. */
export const caseAlertSubject = ({ number, account, title }: Props) =>
  `C-${number} ${shortName(account)}: ${plainName(title)}`;

const shortName = (account: string) => {
  const points = Array.from(plainSentence(account));
  return points.length <= 40 ? points.join('') : `${points.slice(0, 39).join('')}…`;
};

export function CaseAlert(props: Props) {
  const { kind, number, severity, persons, timeZone, link, unsubscribe } = props;
  const sentence = plainSentence(props.sentence);
  const accounts = [props.account, ...props.otherAccounts];
  const title = titles[kind](severityNames[severity]);
  const all: Fact[] = [
    ['Case', `C-${number}`],
    ['Severity', severityNames[severity]],
    [accounts.length > 1 ? 'Accounts' : 'Account', accounts.map(plainSentence).join(', ')],
    ['New', props.gained.map(plainSentence).join(', ')],
    [persons.length > 1 ? 'People' : 'Person', persons.map(plainSentence).join(', ') || 'Nobody seen'],
    ['Evidence', plainSentence(props.evidence)],
    ['First seen', zonedTime(props.firstSeen, timeZone)],
    ['Last seen', zonedTime(props.lastSeen, timeZone)],
  ];
  return (
    <Sheet
      preview={sentence}
      title={title}
      reason={`You are receiving this email because your address is an alert recipient of ${plainName(props.organization)}.`}
      unsubscribe={unsubscribe}
    >
      <Text style={look.sentence}>
        <bdi>{sentence}</bdi>
      </Text>
      <Facts facts={all.filter(([, value]) => value !== '')} />
      <Lines title="Why" lines={props.reasons} />
      <Lines title="What to do" lines={props.advice} />
      <Action link={link}>Open the case</Action>
    </Sheet>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <>
      <Text style={look.heading}>{title}</Text>
      <ul style={look.list}>
        {lines.map((line) => (
          <li key={line} style={look.item}>
            <bdi>{plainSentence(line)}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
