import { Text } from '@react-email/components';
import { Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { plainName, plainSentence, zonedTime } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

type Props = EmailProps['monthly-report'];
type Row = Props['figures'][number];

export const monthlyReportSubject = ({ month, organization }: Props) =>
  `${plainName(month)} in figures: ${plainName(organization)}`;

export function MonthlyReport(props: Props) {
  const { month, organization, timeZone, figures, rankings, facts, link } = props;
  const [first] = figures;
  return (
    <Sheet
      preview={
        first
          ? `${plainSentence(first.name)}: ${number(first.now)}, ${number(first.before)} the previous month`
          : plainName(month)
      }
      title={`${plainName(month)} in figures`}
      reason={`You are receiving this email because you turned on monthly reports for ${plainName(organization)}.`}
      unsubscribe={props.unsubscribe}
    >
      <Text style={look.text}>
        {plainName(organization)}, from {zonedTime(props.from, timeZone)} to {zonedTime(props.to, timeZone)}.
        The full report is attached as a PDF.
      </Text>
      <Table title="Figures" counted="Month" rows={figures} />
      {rankings
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, counted, rows }) => (
          <Table key={title} title={title} counted={counted} rows={rows} />
        ))}
      <Facts facts={facts.map(({ name, value }) => [plainSentence(name), plainSentence(value)] as const)} />
      <Action link={link}>Open the report</Action>
    </Sheet>
  );
}

const number = (n: number) => n.toLocaleString('en-US');

interface TableProps {
  readonly title: string;
  readonly counted: string;
  readonly rows: readonly Row[];
}

function Table({ title, counted, rows }: TableProps) {
  return (
    <table style={look.facts}>
      <thead>
        <tr>
          <th scope="col" style={look.tableHeadName}>
            {plainSentence(title)}
          </th>
          <th scope="col" style={look.tableHead}>
            {plainSentence(counted)}
          </th>
          <th scope="col" style={look.tableHead}>
            Before
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, now, before }) => (
          <tr key={name}>
            <th scope="row" style={look.tableName}>
              <bdi>{plainSentence(name)}</bdi>
            </th>
            <td style={look.tableNumber}>{number(now)}</td>
            <td style={look.tableNumber}>{number(before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
