import { INK, PAGE, type Sheet, WIDTH } from './sheet.ts';

export interface DayChart {
  readonly title: string;
  readonly color: string;
  /** Days of the month, including future ones. */
  readonly days: number;
  /** Values of past days and the current one; the others are left blank. */
  readonly values: readonly number[];
}

const HEIGHT = 76;
const AXIS = 34;

/** Rounds up to a number with one or two nonzero digits whose half is also an integer. */
function roundUp(most: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  const step = [1, 2, 4, 6, 8, 10].find((candidate) => candidate * size >= most)!;
  return Math.max(2, step * size);
}

/** A column chart starting at zero, one column per day. */
export function dayChart(sheet: Sheet, { title, color, days, values }: DayChart): void {
  sheet.reserveHeight(HEIGHT + 50);
  const most = roundUp(Math.max(...values, 0));
  const total = values.reduce((sum, value) => sum + value, 0);
  const peak = values.indexOf(Math.max(...values, 0));
  const number = (n: number) => n.toLocaleString('en-US');
  const top = sheet.y + 20;
  const base = top + HEIGHT;
  const left = PAGE.left + AXIS;
  const step = (WIDTH - AXIS) / days;
  const alt =
    total === 0
      ? `${title}: none`
      : `${title}: ${number(total)}, most on day ${peak + 1} with ${number(values[peak]!)}`;
  sheet.element(
    'Figure',
    () => {
      sheet.line(title, PAGE.left, sheet.y, WIDTH - 100, { face: 'strong', size: 9 });
      sheet.line(number(total), PAGE.right - 100, sheet.y, 100, { face: 'mono', size: 9, align: 'right' });
      for (const part of [0, 0.5, 1]) {
        const y = base - part * HEIGHT;
        sheet.rule(left, y, WIDTH - AXIS, part === 0 ? INK.axis : INK.grid);
        sheet.line(number(most * part), PAGE.left, y - 5, AXIS - 8, {
          face: 'mono',
          size: 7,
          color: INK.faint,
          align: 'right',
        });
      }
      for (const [index, value] of values.entries()) {
        const height = (value / most) * HEIGHT;
        sheet.bar(left + index * step + step * 0.16, base - height, step * 0.68, height, color);
      }
      for (let day = 1; day <= days; day += 1)
        if (day === 1 || day % 5 === 0)
          sheet.line(String(day), left + (day - 1) * step + step / 2 - 5, base + 4, 14, {
            face: 'mono',
            size: 7,
            color: INK.faint,
          });
    },
    { alt },
  );
  sheet.y = base + 26;
}
