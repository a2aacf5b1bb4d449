import { describe, expect, it } from 'vitest';
import { tickPositions } from './chartText.ts';

describe('tickPositions', () => {
  it('labels whole weeks back from the last day when thirty days do not fit', () => {
    expect(tickPositions(30, 500)).toEqual([1, 8, 15, 22, 29]);
  });

  it('labels every day when there is room', () => {
    expect(tickPositions(5, 1_000)).toEqual([0, 1, 2, 3, 4]);
  });

  it('labels hours once a day', () => {
    expect(tickPositions(169, 1_300, 24)).toEqual([0, 24, 48, 72, 96, 120, 144, 168]);
    expect(tickPositions(169, 400, 24)).toEqual([24, 72, 120, 168]);
  });

  it('always labels the last position, even when only one label fits', () => {
    expect(tickPositions(30, 10)).toEqual([29]);
    expect(tickPositions(1, 10)).toEqual([0]);
    expect(tickPositions(0, 500)).toEqual([]);
  });
});
