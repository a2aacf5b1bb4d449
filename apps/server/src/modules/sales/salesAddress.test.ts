import { expect, it } from 'vitest';
import { salesAddressOf } from './salesAddress.ts';

it.each([
  [['lead@bank.example', 'sales@bank.example'], 'https://scout.example', 'lead@bank.example'],
  [[], 'https://scout.example', 'sales@scout.example'],
  [[], undefined, 'sales@localhost'],
])('%j at %s: %s', (salesEmails, publicUrl, address) => {
  expect(salesAddressOf({ salesEmails, publicUrl })).toBe(address);
});
