import { expect, test } from 'vitest';
import { channelText, ruleText } from './economicsWords.ts';

test('channels are named with their kind, mails by theirs', () => {
  expect(channelText({ channel_id: null, kind: 'email', name: null, alerts: 3 })).toBe('Email');
  const channel_id = '00000000-0000-7000-8000-000000000001';
  expect(channelText({ channel_id, kind: 'teams', name: 'SOC', alerts: 3 })).toBe('SOC (Microsoft Teams)');
});

test('rules have the titles of their cases', () => {
  expect(ruleText({ kind: 'new-source', alerts: 1 })).toBe('New source');
  expect(ruleText({ kind: null, alerts: 1 })).toBe('Cases no longer stored');
});
