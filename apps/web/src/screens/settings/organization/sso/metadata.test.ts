import { limits } from '@scout/contract';
import { expect, it } from 'vitest';
import { metadataOf, noMetadata } from './metadata.ts';

it('gives the address, or the text of the file, and says what is wrong', () => {
  const address = 'https://login.company.example/metadata';
  expect(metadataOf({ ...noMetadata, address: ` ${address} ` })).toEqual({ metadata_url: address });
  expect(metadataOf(noMetadata)).toMatch(/^Give the address/);
  expect(metadataOf({ ...noMetadata, address: 'login.company.example' })).toMatch(/^Give the address/);
  const file = (text: string) => metadataOf({ way: 'file', address, file: { name: 'a.xml', text } });
  expect(file('<EntityDescriptor/>')).toEqual({ metadata: '<EntityDescriptor/>' });
  expect(file('')).toBe('This file is empty.');
  expect(file('x'.repeat(limits.sso.metadataMax + 1))).toMatch(/too long/);
  expect(metadataOf({ way: 'file', address, file: null })).toBe('Choose the file with the metadata.');
});
