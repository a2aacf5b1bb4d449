import { describe, expect, test } from 'vitest';
import { alert, story } from '../testing/samples.ts';
import { matchAlerts } from './match.ts';

const START = '2026-03-02T10:00:00.000Z';
const END = '2026-03-02T11:00:00.000Z';
const found = story({ account: 'svc.billing', start: START, end: END, recordIds: ['17', '18'] });

/** The stories found by one alert. */
const matches = (fields: Parameters<typeof alert>[0], stories = [found]) =>
  matchAlerts([alert(fields)], stories)[0];

describe('an alert that names records', () => {
  test('detects the story that holds one of them, whatever its account and time', () => {
    expect(matches({ recordIds: ['3', '18'], account: 'other', time: '2027-01-01T00:00:00.000Z' })).toEqual([
      0,
    ]);
  });

  test('is false when none of them belongs to a story, though account and time match', () => {
    expect(matches({ recordIds: ['3'], account: 'svc.billing', time: START })).toEqual([]);
  });

  test('detects each of several stories once', () => {
    const other = story({ recordIds: ['40'] });
    expect(matches({ recordIds: ['40', '17', '18'] }, [found, other])).toEqual([0, 1]);
  });
});

describe('an alert without records', () => {
  test.each([
    ['at the start', START, [0]],
    ['within the hour after the end', '2026-03-02T12:00:00.000Z', [0]],
    ['a millisecond later than that', '2026-03-02T12:00:00.001Z', []],
    ['a millisecond before the start', '2026-03-02T09:59:59.999Z', []],
  ])('%s', (_, time, found) => {
    expect(matches({ recordIds: [], account: 'svc.billing', time })).toEqual(found);
  });

  test('must be of the account, whatever its domain and case', () => {
    expect(matches({ recordIds: [], account: 'NORDBANK\\SVC.Billing', time: START })).toEqual([0]);
    expect(matches({ recordIds: [], account: 'svc.billing2', time: START })).toEqual([]);
  });
});
