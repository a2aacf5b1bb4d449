import { activityOf, demoDetections } from '@scout/detection/demo';
import { expect, test } from 'vitest';
import { demoStories } from './demoStories.ts';

const stories = demoStories(activityOf(demoDetections(7, Date.parse('2026-11-26T12:00:00Z'))).log);

test('the demo has several stories, each of another account and another person, the most severe first', () => {
  expect(stories).toHaveLength(5);
  expect(new Set(stories.map(({ account }) => account)).size).toBe(5);
  expect(new Set(stories.map(({ person }) => person)).size).toBe(5);
  expect(stories[0]).toMatchObject({ level: 'high', person: expect.stringMatching(/^[a-z]\.[a-z]+$/) });
  expect(stories[0]!.sessions).toBeGreaterThanOrEqual(stories[1]!.sessions);
  for (const { first, last } of stories) expect(first <= last).toBe(true);
});

test('nothing happened, nothing is told', () => {
  expect(demoStories([])).toEqual([]);
});
