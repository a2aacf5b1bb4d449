import {
  caseNumberText,
  type MonthlyReport,
  monthlyFigures,
  monthlyRankings,
  monthName,
  partialMonthBefore,
  reportedCase,
  statusTitles,
} from '@scout/contract';
import { dayChart } from './dayChart.ts';
import { drawSheet, INK, PAGE, type Sheet, WIDTH } from './sheet.ts';
import { heading, type PdfColumn, paragraph, table } from './table.ts';
import { zoned, zonedPeriod, zonedShort } from './times.ts';

const number = (n: number): string => n.toLocaleString('en-US');
const counted = (n: number, thing: string): string => `${number(n)} ${thing}${n === 1 ? '' : 's'}`;
const severityTitles = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' } as const;

/** A month as a PDF of a few pages: the contract limits its lists. */
export function monthlyPdf(report: MonthlyReport): Promise<Buffer> {
  const month = monthName(report.month);
  const title = `Monthly report, ${month}`;
  const foot = `${month}, ${report.organization} · Scout`;
  return drawSheet({ title, foot, made: new Date(report.made_at) }, (sheet) => {
    cover(sheet, report);
    figures(sheet, report);
    charts(sheet, report);
    for (const ranking of monthlyRankings) rank(sheet, report, ranking);
    cases(sheet, report);
    coverage(sheet, report);
    exceptions(sheet, report);
    ownerless(sheet, report);
  });
}

function cover(sheet: Sheet, report: MonthlyReport): void {
  const { month, organization, time_zone, from, to, made_at, is_complete } = report;
  sheet.y = 48;
  sheet.element('P', () =>
    sheet.line('Scout', PAGE.left, sheet.y, 100, { face: 'strong', size: 11, color: INK.accent }),
  );
  sheet.y += 28;
  sheet.element('H1', () =>
    sheet.line(monthName(month), PAGE.left, sheet.y, WIDTH, { face: 'strong', size: 24 }),
  );
  sheet.y += 34;
  sheet.element('P', () =>
    sheet.line(organization, PAGE.left, sheet.y, WIDTH, { size: 13, color: INK.muted }),
  );
  sheet.y += 24;
  paragraph(sheet, `${zonedPeriod(from, to, time_zone)}.`);
  paragraph(
    sheet,
    `Made on ${zoned(made_at, time_zone)}${is_complete ? '.' : ', before the end of the month; the previous month is a full month.'}`,
  );
  const partial = partialMonthBefore(report);
  if (partial !== null) paragraph(sheet, partial);
  sheet.y += 10;
}

function figures(sheet: Sheet, { figures: of }: MonthlyReport): void {
  const columns = 3;
  const width = WIDTH / columns;
  const height = 58;
  const top = sheet.y;
  sheet.decoration(() => {
    for (let row = 0; row <= 2; row += 1) sheet.rule(PAGE.left, top + row * height, WIDTH);
    for (let column = 0; column <= columns; column += 1)
      sheet.column(PAGE.left + column * width, top, top + 2 * height);
  });
  for (const [index, [key, name]] of monthlyFigures.entries()) {
    const { now, before } = of[key];
    const x = PAGE.left + (index % columns) * width + 12;
    const y = top + Math.floor(index / columns) * height + 9;
    sheet.element('P', () => {
      sheet.line(name, x, y, width - 24, { color: INK.muted });
      sheet.line(number(now), x, y + 13, width - 24, { face: 'strong', size: 17 });
      sheet.line(change(now, before), x, y + 36, width - 24, { size: 7.5, color: INK.faint });
    });
  }
  sheet.y = top + 2 * height + 24;
}

/** For example `1,204 the previous month, +12%`. */
function change(now: number, before: number): string {
  const share = before === 0 ? 0 : Math.round(((now - before) / before) * 100);
  const sign = share > 0 ? '+' : '\u2212';
  return `${number(before)} the previous month${share === 0 ? '' : `, ${sign}${number(Math.abs(share))}%`}`;
}

function charts(sheet: Sheet, { days, month }: MonthlyReport): void {
  const count = Temporal.PlainYearMonth.from(month).daysInMonth;
  dayChart(sheet, {
    title: 'Failed logons by day',
    color: INK.red,
    days: count,
    values: days.map(({ failed_logons }) => failed_logons),
  });
  dayChart(sheet, {
    title: 'Interactive logons and account activity by day',
    color: INK.blue,
    days: count,
    values: days.map(({ interactive_logons, account_activity }) => interactive_logons + account_activity),
  });
}

type Ranked = MonthlyReport['accounts'][number];

function rank(
  sheet: Sheet,
  report: MonthlyReport,
  { key, title, name, counted }: (typeof monthlyRankings)[number],
): void {
  const rows: readonly Ranked[] = report[key];
  heading(sheet, title);
  if (rows.length === 0) {
    paragraph(sheet, 'None in this month.');
    return;
  }
  const most = rows[0]!.now;
  const columns: PdfColumn<Ranked>[] = [
    { title: name, width: 190, face: 'mono', text: (row) => row.name },
    { title: '', width: 130, text: () => '', share: (row) => row.now / most },
    { title: counted, width: 70, face: 'mono', align: 'right', text: (row) => number(row.now) },
    {
      title: 'Before',
      width: 73,
      face: 'mono',
      align: 'right',
      text: (row) => number(row.before),
      color: () => INK.muted,
    },
  ];
  table(sheet, columns, rows);
}

function cases(sheet: Sheet, { cases: { open, opened, total, listed }, time_zone }: MonthlyReport): void {
  heading(sheet, 'Cases');
  const severities = (Object.keys(severityTitles) as (keyof typeof severityTitles)[])
    .filter((severity) => opened[severity] > 0)
    .map((severity) => `${number(opened[severity])} ${severityTitles[severity].toLowerCase()}`);
  paragraph(
    sheet,
    `${severities.length === 0 ? 'None opened' : `Opened: ${severities.join(', ')}`}. Open at the end: ${number(open)}.${total > listed.length ? ` The ${listed.length} most severe of ${number(total)} that opened or closed:` : ''}`,
  );
  if (listed.length === 0) return;
  table<(typeof listed)[number]>(
    sheet,
    [
      { title: 'Case', width: 38, face: 'mono', text: (row) => caseNumberText(row.number) },
      {
        title: 'Severity',
        width: 44,
        text: (row) => severityTitles[row.severity],
        color: (row) => INK.severities[row.severity],
      },
      { title: 'What happened', width: 213, lines: 12, text: reportedCase },
      {
        title: 'Opened',
        width: 76,
        lines: 2,
        text: (row) => zonedShort(row.opened_at, time_zone),
        color: () => INK.muted,
      },
      {
        title: 'State',
        width: 80,
        lines: 3,
        text: (row) =>
          row.closed_at === null
            ? statusTitles[row.status]
            : `${statusTitles[row.status]} ${zonedShort(row.closed_at, time_zone)}`,
        color: () => INK.muted,
      },
    ],
    listed,
  );
}

function coverage(sheet: Sheet, { coverage: found, time_zone }: MonthlyReport): void {
  const { machines, gaps, missing, machines_with_gaps, with_gaps, silent, silent_total } = found;
  heading(sheet, 'Coverage');
  paragraph(
    sheet,
    gaps === 0
      ? `${counted(machines, 'machine')} reported no gap.`
      : `${counted(gaps, 'gap')} on ${counted(machines_with_gaps, 'machine')}, with ${counted(missing, 'event')} known to be missing.`,
  );
  if (with_gaps.length > 0)
    table<(typeof with_gaps)[number]>(
      sheet,
      [
        { title: 'Machine', width: 170, face: 'mono', text: (row) => row.host },
        { title: 'Gaps', width: 50, face: 'mono', align: 'right', text: (row) => number(row.gaps) },
        {
          title: 'Missing events',
          width: 80,
          face: 'mono',
          align: 'right',
          text: (row) => number(row.missing),
        },
        {
          title: 'Last gap',
          width: 163,
          text: (row) => zonedShort(row.last_at, time_zone),
          color: () => INK.muted,
        },
      ],
      with_gaps,
    );
  if (silent.length > 0) {
    paragraph(
      sheet,
      `Silent for more than a day when this report was created: ${number(silent_total)} of ${number(machines)} machines${silent_total > silent.length ? `, of which ${silent.length} are listed` : ''}.`,
    );
    table<(typeof silent)[number]>(
      sheet,
      [
        { title: 'Machine', width: 190, face: 'mono', text: (row) => row.host },
        {
          title: 'Last contact',
          width: 297,
          text: (row) => (row.last_seen_at === null ? 'Never' : zonedShort(row.last_seen_at, time_zone)),
          color: () => INK.muted,
        },
      ],
      silent,
    );
  }
}

function exceptions(
  sheet: Sheet,
  { exceptions: { in_force, used, listed }, time_zone }: MonthlyReport,
): void {
  heading(sheet, 'Exceptions and break-glass windows');
  paragraph(
    sheet,
    `${number(in_force)} in force during the month; ${number(used)} permitted something in it.${used > listed.length ? ` ${listed.length} are listed.` : ''}`,
  );
  if (listed.length === 0) return;
  table<(typeof listed)[number]>(
    sheet,
    [
      { title: 'Account', width: 92, face: 'mono', text: (row) => row.account },
      { title: 'Kind', width: 54, text: (row) => (row.is_break_glass ? 'Break-glass' : 'Exception') },
      { title: 'Used', width: 30, face: 'mono', align: 'right', text: (row) => number(row.findings) },
      { title: 'Reason', width: 110, lines: 4, text: (row) => row.reason },
      {
        title: 'Approved by',
        width: 76,
        lines: 3,
        text: (row) => row.approved_by ?? 'Nobody',
        color: () => INK.muted,
      },
      {
        title: 'Until',
        width: 77,
        lines: 2,
        text: (row) => zonedShort(row.ends_at, time_zone),
        color: () => INK.muted,
      },
    ],
    listed,
  );
}

function ownerless(sheet: Sheet, { ownerless: { known, total, listed }, time_zone }: MonthlyReport): void {
  heading(sheet, 'Accounts without owner');
  paragraph(
    sheet,
    `${number(total)} of ${number(known)} known accounts have no owner.${total > listed.length ? ` The ${listed.length} seen last:` : ''}`,
  );
  if (listed.length === 0) return;
  table<(typeof listed)[number]>(
    sheet,
    [
      { title: 'Service account', width: 190, face: 'mono', text: (row) => row.name },
      {
        title: 'Last seen',
        width: 297,
        text: (row) => (row.last_seen === null ? 'Never' : zonedShort(row.last_seen, time_zone)),
        color: () => INK.muted,
      },
    ],
    listed,
  );
}
