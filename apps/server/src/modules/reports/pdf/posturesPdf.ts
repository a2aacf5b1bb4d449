import {
  type PostureFinding,
  type PostureReport,
  postureReasons,
  postureRemedies,
  postureTitles,
} from '@scout/contract';
import { drawSheet, INK, PAGE, type Sheet, WIDTH } from './sheet.ts';
import { heading, type PdfColumn, paragraph, table } from './table.ts';
import { zoned, zonedShort } from './times.ts';

const number = (n: number): string => n.toLocaleString('en-US');

/** Postures of the register as a PDF: each kind with its meaning, its remedy and its accounts. */
export function posturesPdf(report: PostureReport): Promise<Buffer> {
  const foot = `Postures, ${report.organization} · Scout`;
  const made = new Date(report.made_at);
  return drawSheet({ title: 'Postures of service accounts', foot, made }, (sheet) => {
    cover(sheet, report);
    for (const kind of report.kinds) list(sheet, report, kind);
  });
}

function cover(
  sheet: Sheet,
  { organization, made_at, time_zone, accounts, accounts_found }: PostureReport,
): void {
  sheet.y = 48;
  sheet.element('P', () =>
    sheet.line('Scout', PAGE.left, sheet.y, 100, { face: 'strong', size: 11, color: INK.accent }),
  );
  sheet.y += 28;
  sheet.element('H1', () =>
    sheet.line('Postures of service accounts', PAGE.left, sheet.y, WIDTH, { face: 'strong', size: 24 }),
  );
  sheet.y += 34;
  sheet.element('P', () =>
    sheet.line(organization, PAGE.left, sheet.y, WIDTH, { size: 13, color: INK.muted }),
  );
  sheet.y += 24;
  paragraph(sheet, `Made on ${zoned(made_at, time_zone)}.`);
  paragraph(
    sheet,
    accounts_found === 0
      ? `None of ${number(accounts)} accounts has a posture.`
      : `${number(accounts_found)} of ${number(accounts)} accounts have a posture. They are weaknesses, not signs of an attack.`,
  );
  sheet.y += 10;
}

function list(
  sheet: Sheet,
  { time_zone }: PostureReport,
  { posture, total, listed }: PostureReport['kinds'][number],
): void {
  heading(sheet, `${postureTitles[posture]}: ${number(total)}`, { below: 100 });
  paragraph(sheet, `${postureReasons[posture]} ${postureRemedies[posture]}`);
  if (total > listed.length)
    paragraph(sheet, `The first ${number(listed.length)} by name are listed; the CSV file has all of them.`);
  const columns: PdfColumn<PostureFinding>[] = [
    { title: 'Account', width: 190, face: 'mono', lines: 2, text: (row) => row.account },
    {
      title: 'Owner',
      width: 165,
      lines: 2,
      text: (row) => row.owner ?? 'No owner',
      color: (row) => (row.owner === null ? INK.muted : INK.content),
    },
    {
      title: 'Since',
      width: 120,
      text: (row) => (row.since === null ? 'In the last 30 days' : zonedShort(row.since, time_zone)),
      color: () => INK.muted,
    },
  ];
  table(sheet, columns, listed);
}
