import {
  type MonthlyReport,
  monthlyFacts,
  monthlyFigures,
  monthlyRankings,
  monthName,
  partialMonthBefore,
} from '@scout/contract';
import type { EmailProps } from '@scout/emails';

const NAMES = 5;

/** The mail of a month; `origin` is the web application's address, `unsubscribe` the reader's own link. */
export function monthlyMail(
  report: MonthlyReport,
  origin: string,
  unsubscribe: string,
): { template: 'monthly-report'; unsubscribe: string; props: EmailProps['monthly-report'] } {
  const partial = partialMonthBefore(report);
  return {
    template: 'monthly-report',
    unsubscribe,
    props: {
      organization: report.organization,
      month: monthName(report.month),
      from: report.from,
      to: report.to,
      timeZone: report.time_zone,
      figures: monthlyFigures.map(([key, name]) => ({ name, ...report.figures[key] })),
      rankings: monthlyRankings.map(({ key, title, counted }) => ({
        title,
        counted,
        rows: report[key].slice(0, NAMES).map(({ name, now, before }) => ({ name, now, before })),
      })),
      facts: [...monthlyFacts(report), ...(partial === null ? [] : [{ name: 'Compared', value: partial }])],
      link: `${origin}/settings/reports`,
      unsubscribe,
    },
  };
}
