import type { NormalisedRow } from '@scout/detection';
import { expect, test } from 'vitest';
import { judgeHours } from '../testing/hours.ts';
import { account, appOf, days, dbOf, ordinaryDays } from '../testing/organization.ts';
import { at, rowMaker } from '../testing/rows.ts';

const ACCOUNT = account(3);
const MOVED = at(25, 3);

/** Sentences about one account when a database's accounts use another machine from a moment on. */
function sentencesOf(change: (maker: ReturnType<typeof rowMaker>) => NormalisedRow[], isSilent: boolean) {
  const maker = rowMaker();
  const old = dbOf(3);
  const rows = ordinaryDays(days(27), { maker }).filter(({ timestamp, system_context_computer_name }) => {
    const isOld = system_context_computer_name === old && Date.parse(timestamp) >= MOVED;
    return !(isSilent && isOld);
  });
  // Each machine writes every hour, the silent one until it is silent.
  for (const day of days(27))
    for (let hour = 0; hour < 24; hour += 1)
      for (const n of days(40)) {
        if (isSilent && dbOf(n) === old && at(day, hour) >= MOVED) continue;
        rows.push(maker.logon(at(day, hour, 30), account(n), '3', dbOf(n), appOf(n)));
      }
  rows.push(...change(maker));
  return judgeHours(rows, {}).flatMap(({ alert }) => (alert.account === ACCOUNT ? alert.sentence : []));
}

const another = (maker: ReturnType<typeof rowMaker>) => [
  maker.logon(at(25, 9, 30), ACCOUNT, '3', 'WS-012', appOf(3)),
];
const SILENT = `${dbOf(3)}, which it usually uses, has fallen silent.`;

test('a fail-over is named: the usual server fell silent', () => {
  const found = sentencesOf(another, true);
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).toContain(SILENT);
});

test('a server that goes on writing has not fallen silent', () => {
  const found = sentencesOf(another, false);
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).not.toContain('silent');
});

test('a source that still logs on elsewhere has not fallen silent, whatever its agent sends', () => {
  const maker = rowMaker();
  const isOfApp = ({ system_context_computer_name }: NormalisedRow) =>
    system_context_computer_name === appOf(3);
  const rows = ordinaryDays(days(27), { maker }).filter(
    (row) => !isOfApp(row) || Date.parse(row.timestamp) < MOVED,
  );
  for (const day of days(27))
    for (let hour = 0; hour < 24; hour += 1)
      for (const n of days(40)) {
        if (appOf(n) !== appOf(3) || at(day, hour) < MOVED)
          rows.push(maker.logon(at(day, hour, 29), account(n), '4', appOf(n)));
        rows.push(maker.logon(at(day, hour, 30), account(n), '3', dbOf(n), appOf(n)));
      }
  rows.push(maker.logon(at(25, 9, 30), ACCOUNT, '3', dbOf(3), 'WS-012'));
  const found = judgeHours(rows, {}).flatMap(({ alert }) =>
    alert.account === ACCOUNT ? alert.sentence : [],
  );
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).not.toContain('silent');
});

test('a person at a machine is not explained by a silent server', () => {
  const found = sentencesOf((maker) => [maker.logon(at(25, 9, 30), ACCOUNT, '2', 'WS-012')], true);
  expect(found.length).toBeGreaterThan(0);
  expect(found.join()).not.toContain('silent');
});

test.each([
  [20, true],
  [-30, false],
  [90, false],
])('what follows %i minutes after a machine started mentions the restart: %s', (minutes, isMentioned) => {
  const found = sentencesOf((maker) => {
    const start = at(25, 9, 30 - minutes);
    return [...another(maker), maker.make(4608, start, { system_context_computer_name: 'WS-012' })];
  }, false);
  expect(found.length).toBeGreaterThan(0);
  expect(found.join().includes('WS-012 had restarted shortly before.')).toBe(isMentioned);
});
