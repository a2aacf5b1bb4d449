import type { Channel, ChannelDelivery } from '@scout/contract';
import { expect, test } from 'vitest';
import { channelState, deliveryResult, deliveryTitle } from './channelWords.ts';

const when = '2026-11-22T10:00:00.000Z';
const channel = (change: Partial<Channel>): Channel => ({
  channel_id: '00000000-0000-4000-8000-000000000001',
  kind: 'webhook',
  format: 'scout',
  name: 'SIEM',
  url: 'https://siem.example/',
  settings: null,
  has_ca: false,
  min_severity: 'medium',
  account_pattern: null,
  finding_kinds: [],
  is_active: true,
  failing_since: null,
  switched_off_at: null,
  former_secret_until: null,
  created_at: when,
  created_by: 'ada@northwind.example',
  deliveries: [],
  ...change,
});
const delivery = (change: Partial<ChannelDelivery>): ChannelDelivery => ({
  delivery_id: '00000000-0000-4000-8000-000000000002',
  kind: 'opened',
  case_number: 12,
  created_at: when,
  attempts: 1,
  status: 200,
  problem: null,
  outcome: 'delivered',
  settled_at: when,
  next_attempt_at: null,
  ...change,
});

test('the state of a channel', () => {
  expect(channelState(channel({}))).toBe('On');
  expect(channelState(channel({ failing_since: when }))).toBe('Failing');
  expect(channelState(channel({ is_active: false, failing_since: when }))).toBe('Off');
  expect(channelState(channel({ is_active: false, switched_off_at: when }))).toBe('Switched off');
});

test('what a delivery contains, and its outcome', () => {
  expect(deliveryTitle(delivery({}))).toBe('C-12 opened');
  expect(deliveryTitle(delivery({ kind: 'test', case_number: null }))).toBe('Test');
  const result = (change: Partial<ChannelDelivery>) => deliveryResult(delivery(change), () => '10:05');
  const problem = 'The receiver answered 503.';
  expect(result({})).toBe('Delivered (200)');
  expect(result({ status: null })).toBe('Sent');
  expect(result({ outcome: 'dropped', status: null })).toBe('Not sent: channel was off');
  expect(result({ outcome: 'failed', problem })).toBe('Failed. The receiver answered 503.');
  expect(result({ outcome: null, attempts: 0, next_attempt_at: when })).toBe('Being sent');
  expect(result({ outcome: null, problem, next_attempt_at: when })).toBe(
    'The receiver answered 503. Next attempt 10:05',
  );
});
