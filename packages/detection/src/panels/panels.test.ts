import { describe, expect, test } from 'vitest';
import { failedLogonFigures } from '../figures/failedLogons.ts';
import { interactiveLogonFigures } from '../figures/interactiveLogons.ts';
import { serviceAccountActivityFigures } from '../figures/serviceAccountActivity.ts';
import { incidentOf } from '../testing/incidents.ts';
import { failedLogonPanels } from './failedLogons.ts';
import { interactiveLogonPanels } from './interactiveLogons.ts';
import { isUnfiltered, matchesSearch } from './search.ts';
import { serviceAccountActivityPanels } from './serviceAccountActivity.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const clock = { now: NOW, timeZone: 'UTC' };
/** 300 names; the first fails most often. */
const incidents = Array.from({ length: 300 }, (_, i) => {
  const number = String(i).padStart(3, '0');
  return incidentOf({
    id: number,
    time: NOW - i * 1_000,
    serviceAccount: `svc.${number}`,
    computer: `WS-${number}`,
    server: `PRD-${number}`,
  });
});
incidents.push(...incidents.slice(0, 1).map((incident) => ({ ...incident, id: 'again' })));

describe('caps of the panels', () => {
  test('Service Account Activity: 8 accounts, 12 workstations, the whole log', () => {
    const figures = serviceAccountActivityFigures(incidents, clock);
    const panels = serviceAccountActivityPanels(figures);
    expect([panels.byServiceAccount, panels.byWorkstation, panels.log].map(({ length }) => length)).toEqual([
      8, 12, 301,
    ]);
    expect(panels.byServiceAccount).toEqual(figures.byServiceAccount.slice(0, 8));
    expect([panels.totalIncidents, panels.totalWorkstations]).toEqual([301, 300]);
  });

  test('Failed Logons: 10 accounts and servers, 100 rows of the log, the whole trend', () => {
    const panels = failedLogonPanels(failedLogonFigures(incidents, clock));
    expect(
      [panels.byServiceAccount, panels.byServer, panels.log, panels.trend].map(({ length }) => length),
    ).toEqual([10, 10, 100, 30]);
    expect(panels.byServiceAccount[0]).toEqual({ serviceAccount: 'svc.000', count: 2 });
    expect(panels.total).toBe(301);
  });

  test('Interactive Logons: 12 workstations, 200 rows of the log', () => {
    const panels = interactiveLogonPanels(interactiveLogonFigures(incidents, clock));
    expect([panels.byWorkstation, panels.log].map(({ length }) => length)).toEqual([12, 200]);
    expect(panels.totalIncidents).toBe(301);
  });
});

describe('the search boxes of failed logons', () => {
  const shown = (account: string, server = 'all') => {
    const panels = failedLogonPanels(failedLogonFigures(incidents, clock), { account, server });
    return [
      panels.byServiceAccount.map((row) => row.serviceAccount),
      panels.byServer.map((row) => row.server),
    ];
  };

  test.each(['all', ' ALL ', '', '  '])('%j filters nothing', (text) => {
    expect(shown(text)[0]).toHaveLength(10);
  });

  test('other text shows the first match only, among the top 50', () => {
    expect(shown('svc.0')).toEqual([['svc.000'], expect.arrayContaining(['PRD-009'])]);
    expect(shown(' SVC.049 ')[0]).toEqual(['svc.049']);
    expect(shown('svc.050')[0]).toEqual([]);
    expect(shown('.*')[0]).toEqual([]);
  });

  test('each box filters its own table', () => {
    expect(shown('all', 'prd-04')[1]).toEqual(['PRD-040']);
    expect(shown('all', 'prd-04')[0]).toHaveLength(10);
  });
});

test.each([
  ['svc.billing', 'BILL', true],
  ['svc.billing', ' bill ', true],
  ['svc.billing', 'all', true],
  ['svc.billing', 'etl', false],
  ['svc.billing', '', true],
  ['wallet', 'all ', true],
])('searching %j for %j: %j', (name, text, matches) => {
  expect(matchesSearch(name, text)).toBe(matches);
});

test('only the whole word all resets', () => {
  expect(['all', 'All', 'alls', 'al'].map(isUnfiltered)).toEqual([true, true, false, false]);
});
